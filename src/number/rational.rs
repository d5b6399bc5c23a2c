//! Sums, products, residues and divisors of rationals in lowest terms.
//!
//! The divisors in common are taken out of the parts before these are multiplied (Knuth, The Art of Computer Programming,
//! volume 2, 4.5.1), and numbers of one word never leave machine arithmetic.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::Number;
use super::euclid;
use super::exact::{bits, product, reserve_bits};
use crate::control::Result;

/// Numerator and denominator of a rational whose parts are single words.
fn words(value: &BigRational) -> Option<(i64, u64)> {
    Some((value.numer().to_i64()?, value.denom().to_u64().filter(|&word| word >> 63 == 0)?))
}

/// The number with these parts, which are in lowest terms.
fn from_parts(numerator: BigInt, denominator: BigUint) -> Number {
    if denominator.is_one() {
        return Number::from_integer(numerator);
    }
    Number::from_rational(BigRational::new_raw(numerator, denominator.into()))
}

/// The number with these small parts, which are in lowest terms.
fn from_small_parts(numerator: i128, denominator: u128) -> Number {
    if denominator == 1
        && let Ok(small) = i64::try_from(numerator)
    {
        return Number::Int(small);
    }
    from_parts(numerator.into(), denominator.into())
}

/// The sum of two exact numbers.
pub(crate) fn add(x: &BigRational, y: &BigRational) -> Result<Number> {
    if x.is_integer() && y.is_integer() {
        return Ok(Number::from_integer(x.numer() + y.numer()));
    }
    if let (Some(x), Some(y)) = (words(x), words(y))
        && let Some(sum) = add_words(x, y)
    {
        return Ok(sum);
    }
    let (b, d) = (x.denom().magnitude(), y.denom().magnitude());
    reserve_bits(bits(x) + bits(y), "a sum")?;
    let common = euclid::gcd(b, d)?;
    if common.is_one() {
        let numerator = x.numer() * y.denom() + y.numer() * x.denom();
        return Ok(from_parts(numerator, b * d));
    }
    let (b_rest, d_rest) = (b / &common, d / &common);
    let numerator = x.numer() * BigInt::from(d_rest) + y.numer() * BigInt::from(b_rest.clone());
    if numerator.is_zero() {
        return Ok(Number::Int(0));
    }
    let second = euclid::gcd(numerator.magnitude(), &common)?;
    if second.is_one() {
        return Ok(from_parts(numerator, b_rest * d));
    }
    Ok(from_parts(numerator / BigInt::from(second.clone()), b_rest * (d / second)))
}

fn add_words((a, b): (i64, u64), (c, d): (i64, u64)) -> Option<Number> {
    let common = b.gcd(&d);
    let product = |word: i64, factor: u64| i128::from(word) * i128::from(factor);
    let numerator = product(a, d / common).checked_add(product(c, b / common))?;
    let second = ((numerator.unsigned_abs() % u128::from(common)) as u64).gcd(&common);
    let denominator = u128::from(b / common) * u128::from(d / second);
    Some(from_small_parts(numerator / i128::from(second), denominator))
}

/// The difference of two exact numbers.
pub(crate) fn subtract(x: &BigRational, y: &BigRational) -> Result<Number> {
    if x.is_integer() && y.is_integer() {
        return Ok(Number::from_integer(x.numer() - y.numer()));
    }
    add(x, &BigRational::new_raw(-y.numer(), y.denom().clone()))
}

/// The product of two exact numbers.
pub(crate) fn multiply(x: &BigRational, y: &BigRational) -> Result<Number> {
    let sign = x.numer().sign() * y.numer().sign();
    multiply_parts(sign, [x.numer(), x.denom()].map(BigInt::magnitude), [y.numer(), y.denom()].map(BigInt::magnitude))
}

/// The quotient of two exact numbers; the divisor is not zero.
pub(crate) fn divide(x: &BigRational, y: &BigRational) -> Result<Number> {
    let sign = x.numer().sign() * y.numer().sign();
    multiply_parts(sign, [x.numer(), x.denom()].map(BigInt::magnitude), [y.denom(), y.numer()].map(BigInt::magnitude))
}

/// The product of two fractions in lowest terms, given by their parts without sign.
fn multiply_parts(sign: Sign, [a, b]: [&BigUint; 2], [c, d]: [&BigUint; 2]) -> Result<Number> {
    if sign == Sign::NoSign {
        return Ok(Number::Int(0));
    }
    if let (Some(a), Some(b), Some(c), Some(d)) = (a.to_u64(), b.to_u64(), c.to_u64(), d.to_u64()) {
        let (first, second) = (a.gcd(&d), c.gcd(&b));
        let numerator = u128::from(a / first) * u128::from(c / second);
        let denominator = u128::from(b / second) * u128::from(d / first);
        return Ok(from_parts(BigInt::from_biguint(sign, numerator.into()), denominator.into()));
    }
    reserve_bits(a.bits() + b.bits() + c.bits() + d.bits(), "a product")?;
    let (a, d) = without_common(a, d)?;
    let (c, b) = without_common(c, b)?;
    Ok(from_parts(BigInt::from_biguint(sign, product(&a, &c)?), product(&b, &d)?))
}

/// Both numbers divided by their greatest common divisor.
fn without_common<'a>(
    x: &'a BigUint,
    y: &'a BigUint,
) -> Result<(std::borrow::Cow<'a, BigUint>, std::borrow::Cow<'a, BigUint>)> {
    use std::borrow::Cow;
    if x.is_one() || y.is_one() {
        return Ok((Cow::Borrowed(x), Cow::Borrowed(y)));
    }
    let common = euclid::gcd(x, y)?;
    if common.is_one() {
        return Ok((Cow::Borrowed(x), Cow::Borrowed(y)));
    }
    Ok((Cow::Owned(x / &common), Cow::Owned(y / &common)))
}

/// The order of two exact numbers: by sign and size where these differ, else by cross multiplication.
pub(crate) fn compare(x: &BigRational, y: &BigRational) -> Ordering {
    let signs = x.numer().sign().cmp(&y.numer().sign());
    if signs.is_ne() {
        return signs;
    }
    if x.denom() == y.denom() {
        return x.numer().cmp(y.numer());
    }
    // Of two products of natural numbers whose lengths differ by two bits, the longer is the larger.
    let (left, right) = (x.numer().bits() + y.denom().bits(), y.numer().bits() + x.denom().bits());
    if left.abs_diff(right) >= 2 {
        let magnitudes = left.cmp(&right);
        return if x.numer().sign() == Sign::Minus { magnitudes.reverse() } else { magnitudes };
    }
    (x.numer() * y.denom()).cmp(&(y.numer() * x.denom()))
}

/// `y` modulo `x`: 0 or of the sign of `x`; `y` where `x` is 0.
pub(crate) fn residue(x: &BigRational, y: &BigRational) -> Result<Number> {
    if x.is_zero() {
        return Ok(Number::from_rational(y.clone()));
    }
    if x.is_integer() && y.is_integer() {
        return Ok(Number::from_integer(y.numer().mod_floor(x.numer())));
    }
    // Over the common denominator both are integers.
    let rest = (y.numer() * x.denom()).mod_floor(&(x.numer() * y.denom()));
    if rest.is_zero() {
        return Ok(Number::Int(0));
    }
    let denominator = x.denom().magnitude() * y.denom().magnitude();
    let common = euclid::gcd(rest.magnitude(), &denominator)?;
    Ok(from_parts(rest / BigInt::from(common.clone()), denominator / common))
}

/// The greatest rational of which both are integer multiples.
pub(crate) fn gcd(x: &BigRational, y: &BigRational) -> Result<Number> {
    let numerator = euclid::gcd(x.numer().magnitude(), y.numer().magnitude())?;
    if x.is_integer() && y.is_integer() {
        return Ok(Number::from_integer(numerator.into()));
    }
    // In lowest terms the numerators' divisor over the denominators' multiple is in lowest terms again.
    let (b, d) = (x.denom().magnitude(), y.denom().magnitude());
    let multiple = b / euclid::gcd(b, d)? * d;
    Ok(from_parts(numerator.into(), multiple))
}

#[cfg(test)]
mod tests {
    use num_traits::Signed;

    use super::*;

    #[test]
    fn parts_at_the_borders_of_a_word() {
        let parts: Vec<BigInt> =
            [1i128, 2, 3, 6, i128::from(i64::MAX), 1 << 63, (1 << 63) + 1, (1 << 64) - 1, 1 << 64, 1 << 90]
                .iter()
                .map(|&part| part.into())
                .collect();
        let mut values = Vec::new();
        for a in &parts {
            for b in &parts {
                values.push(BigRational::new(a.clone(), b.clone()));
                values.push(BigRational::new(-a, b.clone()));
            }
        }
        let normal = Number::from_rational;
        for x in &values {
            for y in &values {
                assert_eq!(add(x, y).unwrap(), normal(x + y));
                assert_eq!(subtract(x, y).unwrap(), normal(x - y));
                assert_eq!(multiply(x, y).unwrap(), normal(x * y));
                assert_eq!(divide(x, y).unwrap(), normal(x / y));
                assert_eq!(compare(x, y), x.cmp(y));
                assert_eq!(residue(x, y).unwrap(), normal(y - x * (y / x).floor()));
                let divisor = gcd(x, y).unwrap().exact().unwrap().into_owned();
                assert!(divisor.is_positive() && (x / &divisor).is_integer() && (y / &divisor).is_integer());
            }
        }
    }

    #[test]
    fn long_numbers_that_are_close_compare_without_recursion() {
        let (mut x, mut y) = (BigInt::one(), BigInt::one());
        for _ in 0..60_000 {
            (x, y) = (&x + &y, x);
        }
        let ratio = BigRational::new_raw(x.clone(), y.clone());
        let next = BigRational::new_raw(&x + &y, x);
        // Neighbours approach the golden ratio from both sides.
        assert_ne!(compare(&ratio, &next), Ordering::Equal);
        assert_eq!(compare(&ratio, &next), compare(&next, &ratio).reverse());
    }
}

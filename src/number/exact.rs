//! Exact numbers as big integers and rationals: access, sizes, and roots that stay exact.

use std::borrow::Cow;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::Number;
use crate::control::{Error, Result, poll, reserve};
use crate::kernel::convolution;

/// The bits that the exact result of a power, a factorial or a binomial may need.
pub(crate) const MOST_BITS: u64 = 1 << 30;

impl Number {
    /// The value of an exact number as a rational; nothing for floats and complex numbers.
    pub(crate) fn exact(&self) -> Option<Cow<'_, BigRational>> {
        match self {
            Number::Int(value) => Some(Cow::Owned(BigRational::from_integer(BigInt::from(*value)))),
            Number::Exact(value) => Some(Cow::Borrowed(value)),
            _ => None,
        }
    }

    /// The value of an exact integer; nothing for rationals, floats and complex numbers.
    pub fn exact_integer(&self) -> Option<Cow<'_, BigInt>> {
        match self {
            Number::Int(value) => Some(Cow::Owned(BigInt::from(*value))),
            Number::Exact(value) if value.is_integer() => Some(Cow::Borrowed(value.numer())),
            _ => None,
        }
    }

    /// The quotient of two 64-bit integers in lowest terms; the divisor is not zero.
    pub(crate) fn from_quotient(dividend: i64, divisor: i64) -> Number {
        debug_assert!(divisor != 0);
        if let Some(0) = dividend.checked_rem(divisor) {
            return Number::Int(dividend / divisor);
        }
        let divisor_of_both = dividend.unsigned_abs().gcd(&divisor.unsigned_abs());
        let numerator = BigInt::from(i128::from(dividend) * i128::from(divisor.signum()) / i128::from(divisor_of_both));
        let denominator = BigInt::from(divisor.unsigned_abs() / divisor_of_both);
        Number::from_rational(BigRational::new_raw(numerator, denominator))
    }
}

/// Fails before the work when an exact result of about so many bits has no room.
pub(crate) fn reserve_bits(bits: u64, what: &'static str) -> Result<()> {
    reserve(usize::try_from(bits / 8 + 1).unwrap_or(usize::MAX), 1, || format!("{what} of {bits} bits"))
}

/// The error for powers, factorials and binomials that would need more than [`MOST_BITS`].
#[cold]
pub(crate) fn too_large(what: &'static str) -> Error {
    Error::limit(format!("an exact {what} would need more than {MOST_BITS} bits"))
}

/// The bits of numerator and denominator together.
pub(crate) fn bits(value: &BigRational) -> u64 {
    value.numer().bits() + value.denom().bits()
}

/// From so many bits on the transforms of [`convolution`] are faster than what `num-bigint` does, which cannot be stopped.
const LARGE: u64 = 1 << 18;

/// The product, in steps that can be stopped where it is a large one.
pub(crate) fn product(x: &BigUint, y: &BigUint) -> Result<BigUint> {
    let (small, large) = if x.bits() < y.bits() { (x, y) } else { (y, x) };
    if large.bits() < LARGE || small.bits() <= 64 {
        return Ok(x * y);
    }
    let digits = large.to_u64_digits();
    if small.bits() < LARGE {
        // Piece by piece: a small factor would not repay transforms of the length of the large one.
        let mut sum = vec![0u64; digits.len() + small.iter_u64_digits().len() + 1];
        for (start, piece) in (0..).step_by(PIECE).zip(digits.chunks(PIECE)) {
            poll()?;
            add_digits(&mut sum[start..], (from_digits(piece) * small).iter_u64_digits());
        }
        return Ok(from_digits(&sum));
    }
    let product = match small == large {
        true => convolution::product(&digits, &digits)?,
        false => convolution::product(&digits, &small.to_u64_digits())?,
    };
    Ok(from_digits(&product))
}

/// Digits of a large factor that are multiplied at a time.
const PIECE: usize = LARGE as usize / 64;

/// The number of these digits of 64 bits, the lowest first.
fn from_digits(digits: &[u64]) -> BigUint {
    BigUint::new(digits.iter().flat_map(|&digit| [digit as u32, (digit >> 32) as u32]).collect())
}

/// Adds a number to digits that have room for the sum.
fn add_digits(sum: &mut [u64], mut digits: impl Iterator<Item = u64>) {
    let mut carry = 0;
    for place in sum {
        let digit = digits.next();
        if digit.is_none() && carry == 0 {
            return;
        }
        let total = u128::from(*place) + u128::from(digit.unwrap_or(0)) + carry;
        (*place, carry) = (total as u64, total >> 64);
    }
}

/// The largest integer not above an exact number.
pub(crate) fn floor(x: &BigRational) -> BigInt {
    if x.is_integer() { x.numer().clone() } else { x.numer().div_floor(x.denom()) }
}

/// The `degree`th root of a non-negative integer where it is an integer.
fn whole_root(value: &BigUint, degree: u32) -> Option<BigUint> {
    if value.is_zero() || value.is_one() {
        return Some(value.clone());
    }
    // A root that is an integer above 1 has at least one bit for each `degree` bits.
    if u64::from(degree) >= value.bits() {
        return None;
    }
    // Twos come out evenly, and a quick look at the low bits of squares saves most of the big roots.
    let twos = value.trailing_zeros().unwrap_or(0);
    if !twos.is_multiple_of(u64::from(degree)) {
        return None;
    }
    if degree == 2 && (value >> twos).iter_u64_digits().next().is_some_and(|low| low & 7 != 1) {
        return None;
    }
    let root = value.nth_root(degree);
    (root.pow(degree) == *value).then_some(root)
}

/// The `degree`th root of a rational where it is rational: the principal one, real for a negative value and an odd
/// degree. The degree is positive.
pub(crate) fn rational_root(value: &BigRational, degree: &BigInt) -> Option<BigRational> {
    if value.is_negative() && degree.is_even() {
        return None;
    }
    if value.is_zero() || value.abs().is_one() || degree.is_one() {
        return Some(value.clone());
    }
    let degree = degree.to_u32()?;
    let denominator = whole_root(value.denom().magnitude(), degree)?;
    let numerator = whole_root(value.numer().magnitude(), degree)?;
    let numerator = BigInt::from_biguint(value.numer().sign(), numerator);
    Some(BigRational::new_raw(numerator, denominator.into()))
}

/// The binary logarithm of a positive integer.
pub(crate) fn log2(value: &BigUint) -> f64 {
    let shift = value.bits().saturating_sub(64);
    let top = if shift == 0 { value.to_u64() } else { (value >> shift).to_u64() };
    (top.unwrap_or(1) as f64).log2() + shift as f64
}

/// About how many bits `base^exponent` has.
pub(crate) fn power_bits(base: &BigUint, exponent: &BigUint) -> f64 {
    if base.is_one() { 1.0 } else { (log2(base) * exponent.to_f64().unwrap_or(f64::INFINITY)).floor() + 1.0 }
}

/// A nonzero rational as `mantissa × 2^exponent` with a rounded mantissa of magnitude from ½ to 2.
pub(crate) fn mantissa_and_exponent(value: &BigRational) -> (f64, i64) {
    let shift = value.numer().bits() as i64 - value.denom().bits() as i64;
    let scaled = if shift >= 0 {
        BigRational::new_raw(value.numer().clone(), value.denom() << shift as u64)
    } else {
        BigRational::new_raw(value.numer() << (-shift) as u64, value.denom().clone())
    };
    (super::tolerance::to_float(&scaled), shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_products_are_those_of_the_library() {
        let number = |base: u32, exponent: u32| BigUint::from(base).pow(exponent);
        for (x, y) in [
            (number(3, 200_000), number(7, 150_000)),
            (number(3, 200_000), number(3, 200_000)),
            (number(3, 600_000), number(11, 1000)),
            (number(2, 600_000) - 1u32, number(2, 200_000) - 1u32),
            (number(2, 600_000), number(2, 600_000)),
            (number(5, 300_000), BigUint::from(u64::MAX)),
            (number(5, 300_000), BigUint::zero()),
        ] {
            assert!(product(&x, &y).unwrap() == &x * &y);
            assert!(product(&y, &x).unwrap() == &x * &y);
        }
    }
}

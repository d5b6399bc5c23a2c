//! The binomial coefficient.

use num_bigint::{BigInt, BigUint, Sign};
use num_complex::Complex64;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::convert::Pair;
use super::extended::{Extended, ExtendedComplex};
use super::gamma::{self, exact_factorial, factorial_bits};
use super::tolerance::{integer_to_float, to_float, to_rational};
use super::{Number, euclid, exact, prime};
use crate::control::{Error, Result, poll, reserve};

/// Up to this count the product of factors is evaluated in doubles; beyond, by gamma functions.
const MOST_FACTORS: f64 = 64.0;

/// `X!Y`, "`Y` choose `X`": exact for exact integers, and for an exact non-negative integer `X` with an exact `Y`; with a
/// `LIMIT ERROR` beyond 2*30 bits. `Y` a negative integer with an `X` that is none, and an infinite `X`, are a
/// `DOMAIN ERROR`.
pub fn binomial(x: &Number, y: &Number) -> Result<Number> {
    if let (&Number::Int(x), &Number::Int(y)) = (x, y)
        && let Some(small) = choose_small(x, y).and_then(|value| i64::try_from(value).ok())
    {
        return Ok(Number::Int(small));
    }
    if let (Some(x), Some(y)) = (x.exact_integer(), y.exact_integer()) {
        return Ok(Number::from_integer(of_integers(&x, &y)?));
    }
    match Pair::new(x, y) {
        Pair::Exact(x, y) if x.is_integer() && !x.is_negative() => of_rational(x.numer(), &y),
        Pair::Exact(x, y) => of_floats(to_float(&x), to_float(&y)),
        Pair::Real(x, y) => of_floats(x, y),
        Pair::Complex(x, y) => of_complex(x, y),
    }
}

/// `y` over `x` in machine words, where `0 ≤ x ≤ y` and nothing on the way overflows.
fn choose_small(x: i64, y: i64) -> Option<u128> {
    if x < 0 || x > y {
        return None;
    }
    let k = x.min(y - x);
    let base = (y - k) as u128;
    (1..=k as u128).try_fold(1u128, |product, i| Some(product.checked_mul(base + i)? / i))
}

/// Of two integers the number of factors and the sign, reduced to a binomial of natural numbers `n` over `k`; nothing
/// where the result is 0.
fn reduce(x: &BigInt, y: &BigInt) -> Option<(Sign, BigUint, BigUint)> {
    let k = if x.is_negative() { y - x } else { x.clone() };
    if k.is_negative() {
        return None;
    }
    if y.is_negative() {
        // (-1)^k × (k-y-1 over k)
        let sign = if k.is_odd() { Sign::Minus } else { Sign::Plus };
        let n: BigInt = &k - y - 1;
        let other: BigInt = -(y + 1i32);
        return Some((sign, n.magnitude().clone(), k.min(other).magnitude().clone()));
    }
    if k > *y {
        return None;
    }
    let other = y - &k;
    Some((Sign::Plus, y.magnitude().clone(), k.min(other).magnitude().clone()))
}

fn of_integers(x: &BigInt, y: &BigInt) -> Result<BigInt> {
    let Some((sign, n, k)) = reduce(x, y) else { return Ok(BigInt::zero()) };
    let bits = binomial_bits(&n, &k);
    if bits > exact::MOST_BITS as f64 {
        return Err(exact::too_large("binomial"));
    }
    exact::reserve_bits(bits as u64, "a binomial")?;
    let k = k.to_u64().ok_or_else(|| exact::too_large("binomial"))?;
    Ok(BigInt::from_biguint(sign, choose(&n, k)?))
}

/// About how many bits `n` over `k` has, for `k` up to half of `n`.
fn binomial_bits(n: &BigUint, k: &BigUint) -> f64 {
    let (size, count) = (n.to_f64().unwrap_or(f64::INFINITY), k.to_f64().unwrap_or(f64::INFINITY));
    if k.is_zero() {
        return 1.0;
    }
    if count.is_infinite() {
        return count;
    }
    let share = count / size;
    if count < 1e6 || share < 1e-6 {
        // The numerator is about n^k.
        return (count * exact::log2(n) - factorial_bits(count)).max(0.0) + 2.0;
    }
    // The entropy bound: n × H(k÷n).
    size * (-share * share.log2() - (1.0 - share) * (-share).ln_1p() / std::f64::consts::LN_2)
}

/// `n` over `k` for natural numbers, `k` up to half of `n`.
fn choose(n: &BigUint, k: u64) -> Result<BigUint> {
    match n.to_u64() {
        Some(small) if k > 1000 && small / k < 1000 => choose_by_primes(small, k),
        _ if k <= 1000 => choose_by_steps(n, k),
        _ => {
            let first = n - k + 1u32;
            Ok(rising_product(&first, k)? / exact_factorial(k)?)
        }
    }
}

/// One factor after the other: every step is a binomial.
fn choose_by_steps(n: &BigUint, k: u64) -> Result<BigUint> {
    let base = n - k;
    let mut result = BigUint::one();
    for i in 1..=k {
        if i % 64 == 0 {
            poll()?;
        }
        result = result * (&base + i) / i;
    }
    Ok(result)
}

/// The product of `count` integers from `first` up, by halves.
fn rising_product(first: &BigUint, count: u64) -> Result<BigUint> {
    if count == 1 {
        return Ok(first.clone());
    }
    poll()?;
    let half = count / 2;
    Ok(rising_product(first, half)? * rising_product(&(first + half), count - half)?)
}

/// As a product of prime powers; the exponent of a prime is the number of carries when `k` and `n-k` are added in that
/// base (Kummer).
fn choose_by_primes(n: u64, k: u64) -> Result<BigUint> {
    let primes = (n as f64 / (n as f64).ln()) as usize;
    reserve(primes, size_of::<u64>(), || "the prime factors of a binomial".into())?;
    // Prime powers, several of them multiplied into a word where they fit.
    let mut factors = vec![1u64];
    prime::each_prime_up_to(n, |prime| {
        let power = prime_power_of_binomial(n, k, prime);
        match factors.last_mut().and_then(|last| last.checked_mul(power).map(|product| (last, product))) {
            Some((last, product)) => *last = product,
            None => factors.push(power),
        }
    })?;
    product(&factors)
}

/// The largest power of a prime that divides `n` over `k`.
fn prime_power_of_binomial(n: u64, k: u64, prime: u64) -> u64 {
    let (mut rest_n, mut rest_k, mut borrow, mut power) = (n, k, 0, 1u64);
    while rest_n > 0 {
        borrow = u64::from(rest_n % prime < rest_k % prime + borrow);
        if borrow == 1 {
            power *= prime;
        }
        rest_n /= prime;
        rest_k /= prime;
    }
    power
}

/// The product of many numbers, by halves.
fn product(factors: &[u64]) -> Result<BigUint> {
    if factors.len() <= 16 {
        return Ok(factors.iter().fold(BigUint::one(), |product, &factor| product * factor));
    }
    poll()?;
    let (left, right) = factors.split_at(factors.len() / 2);
    exact::product(&product(left)?, &product(right)?)
}

/// `Y×(Y-1)×…÷!X` for a rational `Y` that is no integer and a natural `X`.
fn of_rational(x: &BigInt, y: &BigRational) -> Result<Number> {
    let largest = (y.numer().abs() + x * y.denom()).magnitude().clone();
    let count = x.to_f64().unwrap_or(f64::INFINITY);
    let bits = count * (exact::log2(&largest) + exact::log2(y.denom().magnitude()));
    // A generous bound first; a closer one would need the product.
    if bits > 4.0 * exact::MOST_BITS as f64 {
        return Err(exact::too_large("binomial"));
    }
    exact::reserve_bits(bits as u64, "a binomial")?;
    let count = x.to_u64().ok_or_else(|| exact::too_large("binomial"))?;
    if count == 0 {
        return Ok(Number::Int(1));
    }
    let numerator = falling_product(y.numer(), y.denom(), count)?;
    let factorial = BigInt::from(exact_factorial(count)?);
    // Numerator and denominator of Y have no common factor, and so have the product and the power.
    let common = BigInt::from(euclid::gcd(numerator.mod_floor(&factorial).magnitude(), factorial.magnitude())?);
    let denominator = factorial / &common * BigInt::from(power_of_denominator(y.denom(), count)?);
    let result = BigRational::new_raw(numerator / common, denominator);
    if exact::bits(&result) > exact::MOST_BITS {
        return Err(exact::too_large("binomial"));
    }
    Ok(Number::from_rational(result))
}

fn power_of_denominator(denominator: &BigInt, count: u64) -> Result<BigUint> {
    let power = super::power::exact_power(&BigRational::from_integer(denominator.clone()), &count.into())?;
    Ok(power.exact_integer().map(|value| value.magnitude().clone()).unwrap_or_else(BigUint::one))
}

/// The product of `count` integers from `first` down by `step`, by halves.
fn falling_product(first: &BigInt, step: &BigInt, count: u64) -> Result<BigInt> {
    if count == 1 {
        return Ok(first.clone());
    }
    poll()?;
    let half = count / 2;
    Ok(falling_product(first, step, half)? * falling_product(&(first - step * half), step, count - half)?)
}

#[cold]
fn infinite_choice() -> Error {
    Error::domain("a binomial with an infinite left argument is undefined")
}

fn of_floats(x: f64, y: f64) -> Result<Number> {
    if x.is_infinite() {
        return Err(infinite_choice());
    }
    let x_whole = x.trunc() == x;
    if y.is_infinite() {
        return if !x_whole || x < 0.0 {
            Err(Error::domain("this binomial of an infinity is undefined"))
        } else if x == 0.0 {
            Ok(Number::Float(1.0))
        } else {
            Ok(Number::Float(if x % 2.0 == 0.0 { f64::INFINITY } else { y }))
        };
    }
    let y_whole = y.trunc() == y;
    if x_whole && y_whole {
        return Ok(Number::Float(of_whole_floats(x, y)?));
    }
    if y_whole && y < 0.0 {
        return Err(Error::domain("the binomial of a negative integer and a fraction is undefined"));
    }
    of_complex(x.into(), y.into())
}

/// The binomial of whole floats: exact arithmetic, rounded once.
fn of_whole_floats(x: f64, y: f64) -> Result<f64> {
    if y < 9e15
        && let Some(small) = choose_small(x as i64, y as i64)
    {
        return Ok(small as f64);
    }
    let integer = |value: f64| to_rational(value).to_integer();
    let Some((sign, n, k)) = reduce(&integer(x), &integer(y)) else { return Ok(0.0) };
    // With k up to n÷2 the binomial is at least 2^k and at least (n÷k)^k.
    let bits = k.to_f64().unwrap_or(f64::INFINITY)
        * (exact::log2(&n.clone().max(BigUint::one())) - exact::log2(&k.clone().max(BigUint::one()))).max(1.0);
    let result = match k.to_u64() {
        Some(k) if bits <= 1100.0 => integer_to_float(&choose(&n, k)?.into()),
        _ => f64::INFINITY,
    };
    Ok(if sign == Sign::Minus { -result } else { result })
}

/// Any other binomial: a product of few factors, or gamma functions, where `1÷Γ` is 0 at a pole.
fn of_complex(x: Complex64, y: Complex64) -> Result<Number> {
    if x.re.is_infinite() {
        return Err(infinite_choice());
    }
    if y.re.is_infinite() {
        return Err(Error::domain("this binomial of an infinity is undefined"));
    }
    let whole = |value: Complex64| value.im == 0.0 && value.re.trunc() == value.re;
    if whole(x) && x.re >= 0.0 && x.re <= MOST_FACTORS {
        return Number::from_complex(product_of_factors(x.re as u32, y));
    }
    if whole(y) && y.re < 0.0 {
        return Err(Error::domain("the binomial of a negative integer and a number that is none is undefined"));
    }
    if whole(x) && x.re < 0.0 {
        return Ok(Number::Float(0.0));
    }
    let Some(difference) = gamma::difference_plus_one(y, x) else { return Ok(Number::Float(0.0)) };
    let value = gamma::plus_one(y).divided_by(gamma::plus_one(x).times(difference)).value();
    if x.im == 0.0 && y.im == 0.0 {
        return Number::from_float(value.re);
    }
    Number::from_complex(value)
}

/// `y×(y-1)×…÷!count`, in extended precision where that does not overflow.
fn product_of_factors(count: u32, y: Complex64) -> Complex64 {
    let one = ExtendedComplex::from(Complex64::new(1.0, 0.0));
    let product = (0..count).fold(one, |product, i| {
        let factor = ExtendedComplex { re: Extended::sum(y.re, -f64::from(i)), im: y.im.into() };
        let ExtendedComplex { re, im } = product * factor;
        ExtendedComplex { re: re / f64::from(i + 1), im: im / f64::from(i + 1) }
    });
    let value = product.value();
    if value.re.is_finite() && value.im.is_finite() {
        return value;
    }
    (0..count).fold(Complex64::new(1.0, 0.0), |product, i| product * (y - f64::from(i)) / f64::from(i + 1))
}

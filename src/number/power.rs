//! Exponential, power and root.

use std::f64::consts::{FRAC_PI_2, PI};

use num_bigint::{BigInt, BigUint, Sign};
use num_complex::Complex64;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::arithmetic::{divide_floats, negate, reciprocal};
use super::convert::{Approximate, Pair};
use super::extended::{Extended, ExtendedComplex, exp_times, ln};
use super::tolerance::{integer_to_float, to_float, to_rational};
use super::{Number, complex, exact};
use crate::control::{Error, Result, poll};

/// `*Y`: the exponential, approximate.
#[inline]
pub fn exponential(y: &Number) -> Result<Number> {
    match y {
        Number::Float(value) => Ok(Number::Float(value.exp())),
        Number::Int(value) => Ok(Number::Float((*value as f64).exp())),
        Number::Exact(value) => Ok(Number::Float(to_float(value).exp())),
        Number::Complex(value) => Number::from_complex(exp_complex(*value)),
    }
}

/// `exp` of a complex number, exact at quarter turns.
pub(crate) fn exp_complex(value: Complex64) -> Complex64 {
    let (cosine, sine) = cosine_sine(value.im);
    exp_times(value.re, cosine, sine)
}

/// Cosine and sine of an angle, exactly 0, 1 or ¯1 where the angle is the double nearest `π×k÷2` for a small integer `k`.
pub(crate) fn cosine_sine(angle: f64) -> (f64, f64) {
    quarter_turn(angle).unwrap_or_else(|| {
        let (sine, cosine) = angle.sin_cos();
        (cosine, sine)
    })
}

/// The exact cosine and sine at a whole number of quarter turns.
fn quarter_turn(angle: f64) -> Option<(f64, f64)> {
    let quarters = (angle / FRAC_PI_2).round();
    if quarters.abs() >= f64::from(1 << 20) || PI * quarters / 2.0 != angle {
        return None;
    }
    Some([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][(quarters as i64 & 3) as usize])
}

/// Cosine and sine of `π × turns`: the argument is reduced exactly, so that large ones lose nothing.
fn cosine_sine_of_pi(turns: f64) -> (f64, f64) {
    quarter_turn(PI * turns).unwrap_or_else(|| cosine_sine(PI * (turns % 2.0)))
}

/// `X*Y`: the power. Exact for an exact number and an exact integer, with a `LIMIT ERROR` beyond 2*30 bits; `0*Y` with a
/// negative `Y` and undefined powers of infinities are a `DOMAIN ERROR`.
#[inline]
pub fn power(x: &Number, y: &Number) -> Result<Number> {
    match (x, y) {
        (Number::Float(x), Number::Float(y)) if *x > 0.0 => return Ok(Number::Float(x.powf(*y))),
        (Number::Int(base), Number::Int(exponent @ 0..64)) => {
            if let Some(result) = base.checked_pow(*exponent as u32) {
                return Ok(Number::Int(result));
            }
        }
        _ => {}
    }
    match Pair::new(x, y) {
        Pair::Exact(x, y) if y.is_integer() => exact_power(&x, y.numer()),
        Pair::Exact(x, y) => power_of_rationals(&x, &y),
        Pair::Real(x, y) => power_of_floats(x, y, 0.0),
        Pair::Complex(x, y) => Number::from_complex(power_of_complex(x, y)?),
    }
}

#[cold]
fn zero_to_negative() -> Error {
    Error::domain("zero to a negative power")
}

/// `x` to the integral power `n`, exact.
pub(crate) fn exact_power(x: &BigRational, n: &BigInt) -> Result<Number> {
    if n.is_zero() {
        return Ok(Number::Int(1));
    }
    if x.is_zero() {
        return if n.is_negative() { Err(zero_to_negative()) } else { Ok(Number::Int(0)) };
    }
    if x.is_integer() && x.numer().magnitude().is_one() {
        return Ok(Number::Int(if x.is_negative() && n.is_odd() { -1 } else { 1 }));
    }
    let bits = exact::power_bits(x.numer().magnitude(), n.magnitude())
        + exact::power_bits(x.denom().magnitude(), n.magnitude());
    if bits > exact::MOST_BITS as f64 {
        return Err(exact::too_large("power"));
    }
    exact::reserve_bits(bits as u64, "a power")?;
    let exponent = n.magnitude().to_u64().expect("a larger exponent would need more bits");
    let negative = x.is_negative() && exponent & 1 == 1;
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    let mut numerator = power_of_natural(x.numer().magnitude(), exponent)?;
    let mut denominator = power_of_natural(x.denom().magnitude(), exponent)?;
    if n.is_negative() {
        std::mem::swap(&mut numerator, &mut denominator);
    }
    let numerator = BigInt::from_biguint(sign, numerator);
    if denominator.is_one() {
        return Ok(Number::from_integer(numerator));
    }
    Ok(Number::from_rational(BigRational::new_raw(numerator, denominator.into())))
}

/// Repeated squaring of the odd part, then one shift; stoppable between the squarings.
fn power_of_natural(base: &BigUint, exponent: u64) -> Result<BigUint> {
    if base.is_one() {
        return Ok(base.clone());
    }
    let twos = base.trailing_zeros().unwrap_or(0);
    let odd = base >> twos;
    let mut result = BigUint::one();
    if !odd.is_one() {
        for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
            poll()?;
            result = exact::product(&result, &result)?;
            if exponent >> bit & 1 == 1 {
                result = exact::product(&result, &odd)?;
            }
        }
    }
    Ok(result << (twos * exponent))
}

/// A power of exact numbers whose exponent is not an integer: approximate.
fn power_of_rationals(x: &BigRational, y: &BigRational) -> Result<Number> {
    let (base, exponent) = (to_float(x), to_float(y));
    if x.is_zero() || !exponent.is_finite() || (base.is_finite() && base != 0.0) {
        // What rounding the exponent lost.
        let rest = if exponent.is_finite() { to_float(&(y - to_rational(exponent))) } else { 0.0 };
        return power_of_floats(base, exponent, rest);
    }
    // The base is beyond the double range, its power need not be.
    let (mantissa, shift) = exact::mantissa_and_exponent(x);
    let ln = ExtendedComplex::from(Complex64::new(mantissa, 0.0)).ln();
    let ln = ExtendedComplex { re: ln.re + Extended::LN_2 * Extended::from(shift as f64), im: ln.im };
    Number::from_complex((ln * ExtendedComplex::from(Complex64::new(exponent, 0.0))).exp(None))
}

/// `x*(y+rest)` for floats, the rest being what the exponent lost by rounding.
fn power_of_floats(x: f64, y: f64, rest: f64) -> Result<Number> {
    if y == 0.0 {
        return Ok(Number::Float(1.0));
    }
    if x == 0.0 {
        return if y > 0.0 { Ok(Number::Float(0.0)) } else { Err(zero_to_negative()) };
    }
    if x > 0.0 {
        return Ok(Number::Float(positive_power(x, y, rest)));
    }
    if y.is_infinite() {
        return Err(Error::domain("a negative number to an infinite power is undefined"));
    }
    if rest == 0.0 && y.trunc() == y {
        return Ok(Number::Float(x.powf(y)));
    }
    if x.is_infinite() {
        return Err(Error::domain("¯∞ to a power that is not an integer is undefined"));
    }
    let modulus = positive_power(-x, y, rest);
    let (cosine, sine) = cosine_sine_of_pi(y);
    Number::from_complex(times(modulus, cosine, sine))
}

/// A modulus times a direction, in which an exact zero stays zero.
fn times(modulus: f64, cosine: f64, sine: f64) -> Complex64 {
    let part = |factor: f64| if factor == 0.0 { 0.0 } else { modulus * factor };
    Complex64::new(part(cosine), part(sine))
}

/// `x*(y+rest)` for a positive `x`: `x*(y+r)` is `(x*y)×(1+r×ln x)` for a tiny `r`.
fn positive_power(x: f64, y: f64, rest: f64) -> f64 {
    let power = x.powf(y);
    if rest == 0.0 || power == 0.0 || power.is_infinite() { power } else { power + power * (rest * x.ln()) }
}

/// The power of two numbers of which at least one is complex. Real ones may be infinite.
fn power_of_complex(x: Complex64, y: Complex64) -> Result<Complex64> {
    if y.re == 0.0 && y.im == 0.0 {
        return Ok(Complex64::new(1.0, 0.0));
    }
    if x.re == 0.0 && x.im == 0.0 {
        return if y.re > 0.0 { Ok(x) } else { Err(Error::domain("zero to this complex power is undefined")) };
    }
    if x.re.is_infinite() || y.re.is_infinite() {
        return Err(Error::domain("a power of an infinity and a complex number is undefined"));
    }
    if y.im == 0.0 && y.re.trunc() == y.re && y.re.abs() <= 1024.0 {
        return whole_power_of_complex(x, y.re as i32);
    }
    Ok(exp_of_logarithm(x, y.into()))
}

/// `exp(y × ln x)` for a nonzero finite `x`, exact at quarter turns.
fn exp_of_logarithm(x: Complex64, y: ExtendedComplex) -> Complex64 {
    let turn = quarter_turn((y.value() * ln(x)).im);
    (y * ExtendedComplex::from(x).ln()).exp(turn)
}

/// Repeated multiplication in extended precision, of a base scaled to a modulus near 1.
fn whole_power_of_complex(x: Complex64, n: i32) -> Result<Complex64> {
    let exponent = complex::exponent(x);
    let mut square = ExtendedComplex::from(complex::scale(x, -exponent));
    let mut product = ExtendedComplex::from(Complex64::new(1.0, 0.0));
    let mut left = n.unsigned_abs();
    while left > 0 {
        if left & 1 == 1 {
            product = product * square;
        }
        square = square * square;
        left >>= 1;
    }
    let value = product.value();
    let value = if n < 0 { complex::divide(Complex64::new(1.0, 0.0), value) } else { value };
    Ok(complex::scale(value, exponent * n))
}

/// `√Y`: the principal square root; exact where it is rational.
#[inline]
pub fn square_root(y: &Number) -> Result<Number> {
    match y {
        Number::Float(value) if *value >= 0.0 => Ok(Number::Float(value.sqrt())),
        Number::Int(value @ 0..) => {
            let root = value.isqrt();
            Ok(if root * root == *value { Number::Int(root) } else { Number::Float((*value as f64).sqrt()) })
        }
        _ => root(&Number::Int(2), y),
    }
}

/// `X√Y`: the principal `X`th root; exact for an exact `Y` and an exact integer `X` where the root is rational. A negative
/// real has a real root for an odd integer `X`. `X` zero or infinite, `Y` zero with a negative `X`, and the even
/// root of `¯∞` are a `DOMAIN ERROR`.
pub fn root(x: &Number, y: &Number) -> Result<Number> {
    match x {
        Number::Int(0) => return Err(zeroth_root()),
        Number::Float(degree) if *degree == 0.0 => return Err(zeroth_root()),
        Number::Float(degree) if degree.is_infinite() => return Err(Error::domain("an infinite root is undefined")),
        _ => {}
    }
    if let (Some(degree), Some(value)) = (x.exact_integer(), y.exact()) {
        return root_of_exact(&degree, &value);
    }
    match Pair::approximate(x, y) {
        Approximate::Real(degree, value) => root_of_floats(degree, value),
        Approximate::Complex(degree, value) => root_of_complex(degree, value),
    }
}

#[cold]
fn zeroth_root() -> Error {
    Error::domain("the zeroth root is undefined")
}

#[cold]
fn root_of_zero() -> Error {
    Error::domain("a negative root of zero is undefined")
}

fn root_of_exact(degree: &BigInt, value: &BigRational) -> Result<Number> {
    if value.is_zero() {
        return if degree.is_negative() { Err(root_of_zero()) } else { Ok(Number::Int(0)) };
    }
    if let Some(root) = exact::rational_root(value, &degree.abs()) {
        let root = Number::from_rational(root);
        return if degree.is_negative() { reciprocal(&root) } else { Ok(root) };
    }
    if value.is_negative() && degree.is_odd() {
        return negate(&root_of_exact(degree, &-value)?);
    }
    let float = to_float(value);
    let Some(small) = degree.to_i32().filter(|_| !float.is_normal()) else {
        return root_of_floats(integer_to_float(degree), float);
    };
    // The value is beyond the double range, its root need not be: take out a power of two with a whole root.
    let (mantissa, shift) = exact::mantissa_and_exponent(value);
    let rest = shift.rem_euclid(i64::from(small.unsigned_abs()));
    if rest > 512 {
        // Such a root is near 1.
        return power_of_rationals(value, &BigRational::new(BigInt::one(), degree.clone()));
    }
    let scaled = root_of_floats(f64::from(small), mantissa * 2f64.powi(rest as i32))?;
    let exponent = ((shift - rest) / i64::from(small)).clamp(-4096, 4096) as i32;
    match scaled {
        Number::Float(root) => Ok(Number::Float(complex::scale_real(root, exponent))),
        Number::Complex(root) => Number::from_complex(complex::scale(root, exponent)),
        exact => Ok(exact),
    }
}

/// The root of a float; the degree is finite and not zero.
fn root_of_floats(degree: f64, value: f64) -> Result<Number> {
    if value == 0.0 {
        return if degree < 0.0 { Err(root_of_zero()) } else { Ok(Number::Float(0.0)) };
    }
    let positive = degree.abs();
    let whole = positive.trunc() == positive;
    let root = if value > 0.0 {
        Number::Float(positive_root(positive, value))
    } else if whole && positive % 2.0 == 1.0 {
        Number::Float(-positive_root(positive, -value))
    } else {
        let (cosine, sine) = cosine_sine_of_pi(1.0 / positive);
        Number::from_complex(times(positive_root(positive, -value), cosine, sine))?
    };
    match root {
        Number::Float(root) if degree < 0.0 => divide_floats(1.0, root),
        root if degree < 0.0 => reciprocal(&root),
        root => Ok(root),
    }
}

/// The real root of a positive float (or `∞`) to a positive degree.
fn positive_root(degree: f64, value: f64) -> f64 {
    match degree {
        1.0 => value,
        2.0 => value.sqrt(),
        3.0 => value.cbrt(),
        _ => {
            let (exponent, rest) = rounded_reciprocal(degree);
            positive_power(value, exponent, rest)
        }
    }
}

/// The reciprocal as a double, and what it lost by rounding.
fn rounded_reciprocal(value: f64) -> (f64, f64) {
    let quotient = 1.0 / value;
    let rest = (-value).mul_add(quotient, 1.0) / value;
    (quotient, if rest.is_finite() { rest } else { 0.0 })
}

fn root_of_complex(degree: Complex64, value: Complex64) -> Result<Number> {
    if degree == Complex64::new(2.0, 0.0) {
        return Number::from_complex(square_root_of_complex(value));
    }
    let exponent = complex::divide(Complex64::new(1.0, 0.0), degree);
    if degree.im == 0.0 && exponent.re.trunc() != exponent.re {
        let (high, low) = rounded_reciprocal(degree.re);
        let exponent = ExtendedComplex { re: Extended { high, low }, im: 0.0.into() };
        return Number::from_complex(exp_of_logarithm(value, exponent));
    }
    Number::from_complex(power_of_complex(value, exponent)?)
}

/// The principal square root; a zero imaginary part counts as `+0`. Scaled, so that nothing overflows.
pub(crate) fn square_root_of_complex(value: Complex64) -> Complex64 {
    if value.im == 0.0 {
        let root = value.re.abs().sqrt();
        return if value.re < 0.0 { Complex64::new(0.0, root) } else { Complex64::new(root, 0.0) };
    }
    // An even power of two comes out of the root exactly.
    let exponent = complex::exponent(value) & !1;
    let scaled = complex::scale(value, -exponent);
    let large = ((complex::modulus(scaled) + scaled.re.abs()) / 2.0).sqrt();
    let small = scaled.im.abs() / (2.0 * large);
    let (re, im) = if scaled.re >= 0.0 { (large, small) } else { (small, large) };
    complex::scale(Complex64::new(re, im.copysign(value.im)), exponent / 2)
}

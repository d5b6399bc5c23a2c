//! Logarithms.

use num_complex::Complex64;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

use super::arithmetic::{divide_floats, division_by_zero};
use super::convert::Pair;
use super::extended::{self, Extended};
use super::tolerance::to_float;
use super::{Number, complex, exact, power};
use crate::control::{Error, Result};

/// `⍟Y`: the principal natural logarithm, approximate; complex for a negative or complex number. Zero and `¯∞` are a
/// `DOMAIN ERROR`.
#[inline]
pub fn logarithm(y: &Number) -> Result<Number> {
    match y {
        Number::Float(value) if *value > 0.0 => Ok(Number::Float(value.ln())),
        Number::Exact(value) => {
            let real = ln_of_exact(value);
            let angle = super::arithmetic::argument_of_real(if value.is_negative() { -1.0 } else { 1.0 });
            Number::from_complex(Complex64::new(real, angle))
        }
        _ => Number::from_complex(ln(y.to_complex())?),
    }
}

/// The logarithm of the magnitude of a nonzero exact number, also beyond the double range.
fn ln_of_exact(value: &BigRational) -> f64 {
    let float = to_float(value).abs();
    if float.is_normal() {
        return float.ln();
    }
    let (mantissa, exponent) = exact::mantissa_and_exponent(value);
    (Extended::LN_2 * Extended::from(exponent as f64) + Extended::from(mantissa.abs().ln())).value()
}

/// The principal logarithm of a number whose parts are finite, or of `∞`.
fn ln(value: Complex64) -> Result<Complex64> {
    if value.im == 0.0 {
        if value.re == 0.0 {
            return Err(Error::domain("the logarithm of zero is undefined"));
        }
        if value.re == f64::NEG_INFINITY {
            return Err(Error::domain("the logarithm of ¯∞ is undefined"));
        }
        return Ok(Complex64::new(value.re.abs().ln(), super::arithmetic::argument_of_real(value.re)));
    }
    Ok(extended::ln(value))
}

/// `X⍟Y`: the logarithm of `Y` to the base `X`, `(⍟Y)÷⍟X`, corrected where an integer is the exact result.
#[inline]
pub fn log(x: &Number, y: &Number) -> Result<Number> {
    let (base, value) = match Pair::new(x, y) {
        Pair::Exact(x, y) => return log_of_exact(&x, &y),
        Pair::Real(x, y) if x > 0.0 && y > 0.0 => return log_of_floats(x, y),
        Pair::Real(x, y) => (Complex64::new(x, 0.0), Complex64::new(y, 0.0)),
        Pair::Complex(x, y) => (x, y),
    };
    divide_logarithms(ln(value)?, ln(base)?)
}

fn log_of_floats(x: f64, y: f64) -> Result<Number> {
    let quotient = divide_floats(y.ln(), x.ln())?;
    if let Number::Float(value) = quotient {
        let whole = value.round();
        if x.is_finite() && y.is_finite() && whole.is_finite() && x.powf(whole) == y {
            return Ok(Number::Float(whole));
        }
    }
    Ok(quotient)
}

/// Exact arguments within the double range are rounded; beyond it the true logarithms are divided.
fn log_of_exact(x: &BigRational, y: &BigRational) -> Result<Number> {
    let (base, value) = (to_float(x), to_float(y));
    let ordinary =
        |float: f64, exact: &BigRational| float.is_normal() || exact.numer().sign() == num_bigint::Sign::NoSign;
    if ordinary(base, x) && ordinary(value, y) {
        if base > 0.0 && value > 0.0 {
            return log_of_floats(base, value);
        }
        return divide_logarithms(ln(Complex64::new(value, 0.0))?, ln(Complex64::new(base, 0.0))?);
    }
    let of = |exact: &BigRational, float: f64| {
        if float == 0.0 && !exact.is_positive() && !exact.is_negative() {
            return ln(Complex64::new(0.0, 0.0));
        }
        let angle = super::arithmetic::argument_of_real(if exact.is_negative() { -1.0 } else { 1.0 });
        Ok(Complex64::new(ln_of_exact(exact), angle))
    };
    let quotient = divide_logarithms(of(y, value)?, of(x, base)?)?;
    if let Number::Float(approximate) = quotient
        && let Some(whole) = approximate.round().to_i64()
        && exact::bits(x).saturating_mul(whole.unsigned_abs()) <= 2 * exact::bits(y) + 64
        && power::exact_power(x, &whole.into())?.exact().is_some_and(|power| *power == *y)
    {
        return Ok(Number::Float(whole as f64));
    }
    Ok(quotient)
}

/// The quotient of two logarithms by the rules of division.
fn divide_logarithms(dividend: Complex64, divisor: Complex64) -> Result<Number> {
    if dividend.im == 0.0 && divisor.im == 0.0 {
        return divide_floats(dividend.re, divisor.re);
    }
    if divisor == Complex64::new(0.0, 0.0) {
        return Err(division_by_zero());
    }
    if dividend.re.is_infinite() {
        return Err(Error::domain("the logarithm of ∞ to this base is undefined"));
    }
    Number::from_complex(complex::divide(dividend, divisor))
}

/// `πY`: π times the number, approximate.
#[inline]
pub fn pi_times(y: &Number) -> Result<Number> {
    use std::f64::consts::PI;
    match y {
        Number::Float(value) => Ok(Number::Float(PI * value)),
        Number::Complex(value) => Number::from_complex(value * PI),
        _ => Ok(Number::Float(PI * y.to_complex().re)),
    }
}

/// `XπY`: `(π×X)÷Y`, approximate, with the rules of division.
pub fn pi_ratio(x: &Number, y: &Number) -> Result<Number> {
    use std::f64::consts::PI;
    let (x, y) = match Pair::new(x, y) {
        Pair::Exact(x, y) if to_float(&x).is_infinite() || to_float(&y).is_infinite() => {
            if y.numer().sign() == num_bigint::Sign::NoSign {
                return Err(division_by_zero());
            }
            return Ok(Number::Float(PI * to_float(&(x.as_ref() / y.as_ref()))));
        }
        Pair::Exact(x, y) => (to_float(&x), to_float(&y)),
        Pair::Real(x, y) => (x, y),
        Pair::Complex(x, y) => return pi_ratio_of_complex(x, y),
    };
    if x == 0.0 && y == 0.0 {
        return Ok(Number::Float(PI));
    }
    let product = PI * x;
    if product.is_infinite() && x.is_finite() && y != 0.0 {
        return Ok(Number::Float(PI * (x / y)));
    }
    divide_floats(product, y)
}

fn pi_ratio_of_complex(x: Complex64, y: Complex64) -> Result<Number> {
    let product = x * std::f64::consts::PI;
    let divisor = Number::from_complex(y)?;
    if product.re.is_finite() && product.im.is_finite() {
        return super::divide(&Number::from_complex(product)?, &divisor);
    }
    pi_times(&super::divide(&Number::from_complex(x)?, &divisor)?)
}

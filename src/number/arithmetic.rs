//! Conjugate, negation, sign, magnitude; sum, difference, product, quotient; truth functions; parts of a number.

use num_traits::Signed;

use super::convert::{Pair, truth_of};
use super::{Number, complex, rational};
use crate::control::{Error, Result};

/// `+Y`: the conjugate.
#[inline]
pub fn conjugate(y: &Number) -> Result<Number> {
    Ok(match y {
        Number::Complex(value) => Number::Complex(value.conj()),
        real => real.clone(),
    })
}

/// `-Y`: the negative.
#[inline]
pub fn negate(y: &Number) -> Result<Number> {
    Ok(match y {
        Number::Float(value) => Number::Float(-value),
        Number::Int(value) => match value.checked_neg() {
            Some(negative) => Number::Int(negative),
            None => Number::from_integer(-num_bigint::BigInt::from(*value)),
        },
        Number::Exact(value) => Number::from_rational(-value.as_ref()),
        Number::Complex(value) => Number::Complex(-value),
    })
}

/// `×Y`: `¯1ₓ`, `0ₓ` or `1ₓ` for a real; the number of modulus 1 in the same direction for a complex one.
#[inline]
pub fn sign(y: &Number) -> Result<Number> {
    Ok(match y {
        Number::Int(value) => Number::Int(value.signum()),
        Number::Float(value) => Number::Int(i64::from(*value > 0.0) - i64::from(*value < 0.0)),
        Number::Exact(value) => Number::Int(if value.is_negative() { -1 } else { 1 }),
        Number::Complex(value) => return Number::from_complex(complex::direction(*value)),
    })
}

/// `|Y`: the absolute value, exact for an exact number.
#[inline]
pub fn magnitude(y: &Number) -> Result<Number> {
    match y {
        Number::Int(value) if *value < 0 => negate(y),
        Number::Float(value) => Ok(Number::Float(value.abs())),
        Number::Exact(value) => Ok(if value.is_negative() { Number::from_rational(value.abs()) } else { y.clone() }),
        Number::Complex(value) => Ok(Number::Float(complex::modulus(*value))),
        Number::Int(_) => Ok(y.clone()),
    }
}

/// `÷Y`: the reciprocal. Zero is a `DOMAIN ERROR`.
#[inline]
pub fn reciprocal(y: &Number) -> Result<Number> {
    divide(&Number::Int(1), y)
}

/// `⍲Y`: the square.
#[inline]
pub fn square(y: &Number) -> Result<Number> {
    multiply(y, y)
}

/// `⍱Y`: the double.
#[inline]
pub fn double(y: &Number) -> Result<Number> {
    add(y, y)
}

/// `≥Y`: one more.
#[inline]
pub fn increment(y: &Number) -> Result<Number> {
    add(y, &Number::Int(1))
}

/// `≤Y`: one less.
#[inline]
pub fn decrement(y: &Number) -> Result<Number> {
    subtract(y, &Number::Int(1))
}

/// `X+Y`: the sum. `∞+¯∞` is a `DOMAIN ERROR`.
#[inline]
pub fn add(x: &Number, y: &Number) -> Result<Number> {
    match (x, y) {
        (Number::Float(x), Number::Float(y)) => return float(x + y, "the sum of ∞ and ¯∞"),
        (Number::Int(x), Number::Int(y)) => {
            if let Some(sum) = x.checked_add(*y) {
                return Ok(Number::Int(sum));
            }
        }
        _ => {}
    }
    match Pair::new(x, y) {
        Pair::Exact(x, y) => rational::add(&x, &y),
        Pair::Real(x, y) => float(x + y, "the sum of ∞ and ¯∞"),
        Pair::Complex(x, y) => Number::from_complex(x + y),
    }
}

/// `X-Y`: the difference. `∞-∞` is a `DOMAIN ERROR`.
#[inline]
pub fn subtract(x: &Number, y: &Number) -> Result<Number> {
    match (x, y) {
        (Number::Float(x), Number::Float(y)) => return float(x - y, "the difference of equal infinities"),
        (Number::Int(x), Number::Int(y)) => {
            if let Some(difference) = x.checked_sub(*y) {
                return Ok(Number::Int(difference));
            }
        }
        _ => {}
    }
    match Pair::new(x, y) {
        Pair::Exact(x, y) => rational::subtract(&x, &y),
        Pair::Real(x, y) => float(x - y, "the difference of equal infinities"),
        Pair::Complex(x, y) => Number::from_complex(x - y),
    }
}

/// `X×Y`: the product. Zero times an infinity is a `DOMAIN ERROR`.
#[inline]
pub fn multiply(x: &Number, y: &Number) -> Result<Number> {
    match (x, y) {
        (Number::Float(x), Number::Float(y)) => return float(x * y, "zero times an infinity"),
        (Number::Int(x), Number::Int(y)) => {
            if let Some(product) = x.checked_mul(*y) {
                return Ok(Number::Int(product));
            }
        }
        _ => {}
    }
    match Pair::new(x, y) {
        Pair::Exact(x, y) => rational::multiply(&x, &y),
        Pair::Real(x, y) => float(x * y, "zero times an infinity"),
        Pair::Complex(x, y) => Number::from_complex(complex::multiply(x, y)),
    }
}

/// `X÷Y`: the quotient. `0÷0` is 1; any other division by zero, and `∞÷∞`, are a `DOMAIN ERROR`.
#[inline]
pub fn divide(x: &Number, y: &Number) -> Result<Number> {
    match (x, y) {
        (Number::Float(x), Number::Float(y)) => return divide_floats(*x, *y),
        (Number::Int(x), Number::Int(y)) if *y != 0 => return Ok(Number::from_quotient(*x, *y)),
        (Number::Int(0), Number::Int(_)) => return Ok(Number::Int(1)),
        (_, Number::Int(0)) if x.is_exact() => return Err(division_by_zero()),
        _ => {}
    }
    match Pair::new(x, y) {
        Pair::Exact(x, y) => rational::divide(&x, &y),
        Pair::Real(x, y) => divide_floats(x, y),
        Pair::Complex(_, y) if y.re == 0.0 && y.im == 0.0 => Err(division_by_zero()),
        Pair::Complex(x, y) if x.re.is_infinite() && y.im != 0.0 => Number::from_complex(x * y),
        Pair::Complex(x, y) => Number::from_complex(complex::divide(x, y)),
    }
}

#[inline]
pub(crate) fn divide_floats(x: f64, y: f64) -> Result<Number> {
    if y != 0.0 {
        float(x / y, "the quotient of two infinities")
    } else if x == 0.0 {
        Ok(Number::Float(1.0))
    } else {
        Err(division_by_zero())
    }
}

#[cold]
pub(crate) fn division_by_zero() -> Error {
    Error::domain("division of a nonzero number by zero")
}

/// The float, or a `DOMAIN ERROR` that says what is undefined.
#[inline]
pub(crate) fn float(value: f64, undefined: &'static str) -> Result<Number> {
    if value.is_nan() { Err(undefined_error(undefined)) } else { Ok(Number::Float(value)) }
}

#[cold]
fn undefined_error(what: &'static str) -> Error {
    Error::domain(format!("{what} is undefined"))
}

/// `~Y`: 1 minus a truth value, exact.
#[inline]
pub fn not(y: &Number) -> Result<Number> {
    Ok(Number::Int(i64::from(!truth_of(y, "argument")?)))
}

/// `X⍲Y`: not both of two truth values, exact.
#[inline]
pub fn nand(x: &Number, y: &Number) -> Result<Number> {
    let (x, y) = (truth_of(x, "left argument")?, truth_of(y, "right argument")?);
    Ok(Number::Int(i64::from(!(x && y))))
}

/// `X⍱Y`: neither of two truth values, exact.
#[inline]
pub fn nor(x: &Number, y: &Number) -> Result<Number> {
    let (x, y) = (truth_of(x, "left argument")?, truth_of(y, "right argument")?);
    Ok(Number::Int(i64::from(!(x || y))))
}

/// `∨Y`: the real and the imaginary part: `Y 0ₓ` for an exact number, approximate otherwise.
pub fn real_imaginary(y: &Number) -> Result<(Number, Number)> {
    Ok(match y {
        Number::Int(_) | Number::Exact(_) => (y.clone(), Number::Int(0)),
        Number::Float(_) => (y.clone(), Number::Float(0.0)),
        Number::Complex(value) => (Number::Float(value.re), Number::Float(value.im)),
    })
}

/// `∧Y`: the magnitude, exact for an exact number, and the argument in (−π, π], approximate.
pub fn polar(y: &Number) -> Result<(Number, Number)> {
    let angle = match y {
        Number::Int(value) => argument_of_real(*value as f64),
        Number::Exact(value) => argument_of_real(if value.is_negative() { -1.0 } else { 1.0 }),
        Number::Float(value) => argument_of_real(*value),
        Number::Complex(value) => value.im.atan2(value.re),
    };
    Ok((magnitude(y)?, Number::Float(angle)))
}

/// The argument of a real number: π below zero, else 0.
pub(crate) fn argument_of_real(value: f64) -> f64 {
    if value < 0.0 { std::f64::consts::PI } else { 0.0 }
}

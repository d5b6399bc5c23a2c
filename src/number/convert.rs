//! Promotion: two numbers in their common domain.

use std::borrow::Cow;

use num_complex::Complex64;
use num_rational::BigRational;
use num_traits::Signed;

use super::tolerance::to_float;
use super::{Number, exact};
use crate::control::{Error, Result};

/// Two numbers in the domain in which a function of both computes.
pub(crate) enum Pair<'a> {
    /// Both were exact.
    Exact(Cow<'a, BigRational>, Cow<'a, BigRational>),
    /// Both were real, at least one of them approximate. An exact number beside an infinity is finite here, and keeps
    /// its sign.
    Real(f64, f64),
    /// At least one was complex. A real one may be infinite.
    Complex(Complex64, Complex64),
}

impl<'a> Pair<'a> {
    pub(crate) fn new(x: &'a Number, y: &'a Number) -> Pair<'a> {
        match (x, y) {
            (Number::Float(x), Number::Float(y)) => Pair::Real(*x, *y),
            (Number::Complex(_), _) | (_, Number::Complex(_)) => Pair::Complex(x.to_complex(), y.to_complex()),
            (Number::Float(x), exact) => Pair::Real(*x, exact.beside(*x)),
            (exact, Number::Float(y)) => Pair::Real(exact.beside(*y), *y),
            _ => match (x.exact(), y.exact()) {
                (Some(x), Some(y)) => Pair::Exact(x, y),
                _ => unreachable!("numbers that are neither floats nor complex are exact"),
            },
        }
    }

    /// The pair with exact numbers rounded, for functions without exact results.
    pub(crate) fn approximate(x: &Number, y: &Number) -> Approximate {
        match Pair::new(x, y) {
            Pair::Exact(x, y) => Approximate::Real(to_float(&x), to_float(&y)),
            Pair::Real(x, y) => Approximate::Real(x, y),
            Pair::Complex(x, y) => Approximate::Complex(x, y),
        }
    }
}

/// Two approximate numbers in their common domain.
pub(crate) enum Approximate {
    Real(f64, f64),
    Complex(Complex64, Complex64),
}

impl Number {
    /// The number as a complex one; an exact number is rounded, and may become infinite.
    pub(crate) fn to_complex(&self) -> Complex64 {
        match self {
            Number::Int(value) => Complex64::new(*value as f64, 0.0),
            Number::Exact(value) => Complex64::new(to_float(value), 0.0),
            Number::Float(value) => Complex64::new(*value, 0.0),
            Number::Complex(value) => *value,
        }
    }

    /// A real number as a double beside the approximate `other`. Beside an infinity it stays finite and keeps its sign.
    fn beside(&self, other: f64) -> f64 {
        match self {
            Number::Int(value) => *value as f64,
            Number::Exact(value) if other.is_infinite() => finite_float(value),
            Number::Exact(value) => to_float(value),
            Number::Float(value) => *value,
            Number::Complex(value) => value.re,
        }
    }
}

/// The nearest double that is finite and has the sign of the value.
fn finite_float(value: &BigRational) -> f64 {
    let float = to_float(value);
    if float == 0.0 {
        if value.is_negative() { -f64::MIN_POSITIVE } else { f64::MIN_POSITIVE }
    } else {
        float.clamp(f64::MIN, f64::MAX)
    }
}

/// A number for an error message: its text, unless that would be long.
pub(crate) fn describe(number: &Number) -> String {
    match number {
        Number::Exact(value) if exact::bits(value) > 200 => "a large exact number".into(),
        _ => super::text::format(number),
    }
}

/// The truth value of a whole number; anything else is a `DOMAIN ERROR` that names the argument.
pub(crate) fn truth_of(value: &Number, of: &'static str) -> Result<bool> {
    let whole = match value {
        Number::Int(value) => Some(*value as f64),
        Number::Float(value) => super::tolerance::near_integer(*value),
        _ => None,
    };
    match whole {
        Some(0.0) => Ok(false),
        Some(1.0) => Ok(true),
        _ => Err(Error::domain(format!("the {of} is {}, not a truth value (0 or 1)", describe(value)))),
    }
}

//! Numbers one at a time: exact integers and rationals, floats without NaN, complex numbers.
//!
//! Nothing here knows arrays, values or places in a source. Every function gives a normalised [`Number`] or an
//! [`Error`](crate::control::Error).

mod arithmetic;
mod binomial;
mod circle;
mod compare;
mod complex;
mod convert;
mod divisor;
mod euclid;
mod exact;
mod extended;
mod gamma;
mod logarithm;
mod power;
pub mod prime;
mod rational;
mod rounding;
pub mod text;
pub mod tolerance;

pub use arithmetic::{
    add, conjugate, decrement, divide, double, increment, magnitude, multiply, nand, negate, nor, not, polar,
    real_imaginary, reciprocal, sign, square, subtract,
};
pub use binomial::binomial;
pub use circle::{circle, cis};
pub use compare::{equal, greater, greater_or_equal, less, less_or_equal, maximum, minimum, not_equal};
pub use divisor::{gcd, lcm};
pub use gamma::factorial;
pub use logarithm::{log, logarithm, pi_ratio, pi_times};
pub use power::{exponential, power, root, square_root};
pub use rounding::{ceiling, floor, residue};

use std::sync::Arc;

use num_bigint::BigInt;
use num_complex::Complex64;
use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::control::{Error, Result};

/// One number in normal form.
///
/// - `Exact` holds what does not fit `Int`: integers beyond 64 bits, and rationals in lowest terms with a positive
///   denominator.
/// - `Float` is never NaN. Negative zero may occur and must not be told from zero.
/// - `Complex` has two finite parts, and an imaginary part that is not zero.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// An exact integer of 64 bits.
    Int(i64),
    /// Another exact number.
    Exact(Arc<BigRational>),
    /// An approximate real, or an infinity.
    Float(f64),
    /// A complex number.
    Complex(Complex64),
}

impl Number {
    /// The exact number in normal form.
    pub fn from_rational(value: BigRational) -> Number {
        if value.is_integer()
            && let Some(small) = value.numer().to_i64()
        {
            return Number::Int(small);
        }
        Number::Exact(Arc::new(value))
    }

    /// The exact integer in normal form.
    pub fn from_integer(value: BigInt) -> Number {
        match value.to_i64() {
            Some(small) => Number::Int(small),
            None => Number::Exact(Arc::new(BigRational::from_integer(value))),
        }
    }

    /// The float, or a `DOMAIN ERROR` where it is not a number.
    pub fn from_float(value: f64) -> Result<Number> {
        if value.is_nan() { Err(Error::domain("the result is undefined")) } else { Ok(Number::Float(value)) }
    }

    /// The complex number in normal form; a `DOMAIN ERROR` unless both parts are finite (or it is real).
    pub fn from_complex(value: Complex64) -> Result<Number> {
        if value.im == 0.0 {
            return Number::from_float(value.re);
        }
        if value.re.is_finite() && value.im.is_finite() {
            Ok(Number::Complex(value))
        } else {
            Err(Error::domain("a complex result has an infinite part"))
        }
    }

    /// Whether the number is exact.
    pub fn is_exact(&self) -> bool {
        matches!(self, Number::Int(_) | Number::Exact(_))
    }
}

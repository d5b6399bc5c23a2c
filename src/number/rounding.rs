//! Floor, ceiling and residue.

use num_bigint::BigInt;
use num_complex::Complex64;
use num_traits::FromPrimitive;

use super::arithmetic::negate;
use super::convert::Pair;
use super::tolerance::{equal_reals, near_integer};
use super::{Number, complex, exact, rational};
use crate::control::{Error, Result};

/// `⌊Y`: the largest integer not above a real, tolerant for a float, exact; an infinity stays; the Gaussian floor of a
/// complex number, approximate.
#[inline]
pub fn floor(y: &Number) -> Result<Number> {
    match y {
        Number::Int(_) => Ok(y.clone()),
        Number::Float(value) => Ok(exact_integer(floor_float(*value))),
        Number::Exact(value) => Ok(Number::from_integer(exact::floor(value))),
        Number::Complex(value) => Number::from_complex(floor_complex(*value)),
    }
}

/// `⌈Y`: `-⌊-Y`.
#[inline]
pub fn ceiling(y: &Number) -> Result<Number> {
    match y {
        Number::Int(_) => Ok(y.clone()),
        Number::Float(value) => Ok(exact_integer(-floor_float(-value))),
        _ => negate(&floor(&negate(y)?)?),
    }
}

/// The tolerant floor of a float, as a float.
#[inline]
pub(crate) fn floor_float(value: f64) -> f64 {
    near_integer(value).unwrap_or_else(|| value.floor())
}

/// A whole float as an exact integer; an infinity stays a float.
#[inline]
fn exact_integer(value: f64) -> Number {
    // 2^63 and more does not fit; the comparison is exact in doubles.
    if (-9223372036854775808.0..9223372036854775808.0).contains(&value) {
        Number::Int(value as i64)
    } else {
        BigInt::from_f64(value).map_or(Number::Float(value), Number::from_integer)
    }
}

/// The Gaussian floor: floor both parts; where the excesses sum to 1 or more, step up the part with the larger excess.
pub(crate) fn floor_complex(value: Complex64) -> Complex64 {
    let mut floor = Complex64::new(floor_float(value.re), floor_float(value.im));
    let real_excess = (value.re - floor.re).max(0.0);
    let imaginary_excess = (value.im - floor.im).max(0.0);
    let sum = real_excess + imaginary_excess;
    if sum < 1.0 && !equal_reals(sum, 1.0) {
        return floor;
    }
    if real_excess > imaginary_excess {
        floor.re += 1.0;
    } else {
        floor.im += 1.0;
    }
    floor
}

/// `X|Y`: `Y` modulo `X`, 0 or of the sign of `X` for reals; `Y` where `X` is 0. Infinities are a `DOMAIN ERROR`.
#[inline]
pub fn residue(x: &Number, y: &Number) -> Result<Number> {
    match (x, y) {
        (Number::Int(x), Number::Int(y)) => return Ok(Number::Int(residue_of_integers(*x, *y))),
        (Number::Float(x), Number::Float(y)) if x.is_finite() && y.is_finite() => {
            return Ok(Number::Float(residue_of_floats(*x, *y)));
        }
        _ => {}
    }
    match Pair::new(x, y) {
        Pair::Exact(x, y) => rational::residue(&x, &y),
        Pair::Real(x, y) if x.is_finite() && y.is_finite() => Ok(Number::Float(residue_of_floats(x, y))),
        Pair::Complex(x, y) if x.re.is_finite() && y.re.is_finite() => Number::from_complex(residue_of_complex(x, y)),
        _ => Err(Error::domain("the residue of or by an infinity is undefined")),
    }
}

#[inline]
fn residue_of_integers(x: i64, y: i64) -> i64 {
    if x == 0 {
        return y;
    }
    let rest = y.wrapping_rem(x);
    if rest != 0 && (rest ^ x) < 0 { rest + x } else { rest }
}

/// The residue of finite floats: exact for whole ones; 0 where the quotient is whole within the tolerance.
#[inline]
pub(crate) fn residue_of_floats(x: f64, y: f64) -> f64 {
    if x == 0.0 {
        return y;
    }
    if x.trunc() == x && y.trunc() == y {
        let rest = y % x;
        return if rest != 0.0 && (rest < 0.0) != (x < 0.0) { rest + x } else { rest };
    }
    let quotient = y / x;
    if quotient.is_infinite() || near_integer(quotient).is_some() {
        return 0.0;
    }
    let rest = y - x * quotient.floor();
    if rest == x { 0.0 } else { rest }
}

/// `Y-X×⌊Y÷X` with the Gaussian floor.
pub(crate) fn residue_of_complex(x: Complex64, y: Complex64) -> Complex64 {
    if x.re == 0.0 && x.im == 0.0 {
        return y;
    }
    y - complex::multiply(x, floor_complex(complex::divide(y, x)))
}

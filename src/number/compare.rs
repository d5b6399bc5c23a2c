//! Comparison of two numbers, with tolerance except between exact numbers; minimum and maximum, without.

use std::cmp::Ordering;

use num_rational::BigRational;
use num_traits::Signed;

use super::convert::Pair;
use super::tolerance::{self, equal_reals, to_float};
use super::{Number, text};
use crate::control::{Error, Result};

/// `X=Y`: tolerant equality.
#[inline]
pub fn equal(x: &Number, y: &Number) -> bool {
    tolerance::equal(x, y)
}

/// `X≠Y`: not tolerantly equal.
#[inline]
pub fn not_equal(x: &Number, y: &Number) -> bool {
    !tolerance::equal(x, y)
}

/// `X<Y`: below and not tolerantly equal. A complex number is a `DOMAIN ERROR`.
#[inline]
pub fn less(x: &Number, y: &Number) -> Result<bool> {
    Ok(tolerant_order(x, y)? == Ordering::Less)
}

/// `X≤Y`: below or tolerantly equal. A complex number is a `DOMAIN ERROR`.
#[inline]
pub fn less_or_equal(x: &Number, y: &Number) -> Result<bool> {
    Ok(tolerant_order(x, y)? != Ordering::Greater)
}

/// `X>Y`: above and not tolerantly equal. A complex number is a `DOMAIN ERROR`.
#[inline]
pub fn greater(x: &Number, y: &Number) -> Result<bool> {
    Ok(tolerant_order(x, y)? == Ordering::Greater)
}

/// `X≥Y`: above or tolerantly equal. A complex number is a `DOMAIN ERROR`.
#[inline]
pub fn greater_or_equal(x: &Number, y: &Number) -> Result<bool> {
    Ok(tolerant_order(x, y)? != Ordering::Less)
}

/// The order of two real numbers in which tolerantly equal numbers count as equal.
#[inline]
fn tolerant_order(x: &Number, y: &Number) -> Result<Ordering> {
    match (x, y) {
        (Number::Int(x), Number::Int(y)) => Ok(x.cmp(y)),
        (Number::Float(x), Number::Float(y)) => Ok(tolerant_order_of_floats(*x, *y)),
        _ => tolerant_order_of_mixed(x, y),
    }
}

#[inline]
fn tolerant_order_of_floats(x: f64, y: f64) -> Ordering {
    if equal_reals(x, y) { Ordering::Equal } else { tolerance::order_floats(x, y) }
}

fn tolerant_order_of_mixed(x: &Number, y: &Number) -> Result<Ordering> {
    match (x, y) {
        (Number::Complex(_), _) | (_, Number::Complex(_)) => Err(no_order(x, y)),
        (Number::Int(x), Number::Float(y)) => Ok(tolerant_order_of_floats(*x as f64, *y)),
        (Number::Float(x), Number::Int(y)) => Ok(tolerant_order_of_floats(*x, *y as f64)),
        (Number::Exact(x), Number::Float(y)) => Ok(order_beside_float(x, *y)),
        (Number::Float(x), Number::Exact(y)) => Ok(order_beside_float(y, *x).reverse()),
        _ => Ok(tolerance::order(x, y)),
    }
}

/// The tolerant order of an exact number and a float. An exact number beyond the double range lies between the finite
/// floats and the infinity of its sign.
fn order_beside_float(exact: &BigRational, float: f64) -> Ordering {
    let rounded = to_float(exact);
    if rounded.is_finite() {
        return tolerant_order_of_floats(rounded, float);
    }
    match float == rounded {
        true if exact.is_negative() => Ordering::Greater,
        true => Ordering::Less,
        false => tolerance::order_floats(rounded, float),
    }
}

#[cold]
fn no_order(x: &Number, y: &Number) -> Error {
    let (complex, side) = if matches!(x, Number::Complex(_)) { (x, "left") } else { (y, "right") };
    Error::domain(format!(
        "the {side} argument is the complex number {}; only reals have an order",
        text::format(complex)
    ))
}

/// `X⌊Y`: the smaller of two reals. Exact beside a finite float is converted; beside an infinity it stays exact.
#[inline]
pub fn minimum(x: &Number, y: &Number) -> Result<Number> {
    extreme(x, y, Ordering::Less)
}

/// `X⌈Y`: the larger of two reals. Exact beside a finite float is converted; beside an infinity it stays exact.
#[inline]
pub fn maximum(x: &Number, y: &Number) -> Result<Number> {
    extreme(x, y, Ordering::Greater)
}

/// Whichever of the two stands in the `wanted` order to the other.
#[inline]
fn extreme(x: &Number, y: &Number, wanted: Ordering) -> Result<Number> {
    match (x, y) {
        (Number::Int(a), Number::Int(b)) => Ok(Number::Int(if a.cmp(b) == wanted { *a } else { *b })),
        (Number::Float(a), Number::Float(b)) => {
            Ok(Number::Float(if tolerance::order_floats(*a, *b) == wanted { *a } else { *b }))
        }
        _ => extreme_of_mixed(x, y, wanted),
    }
}

fn extreme_of_mixed(x: &Number, y: &Number, wanted: Ordering) -> Result<Number> {
    let infinite = |number: &Number| matches!(number, Number::Float(value) if value.is_infinite());
    match Pair::new(x, y) {
        Pair::Complex(..) => Err(no_order(x, y)),
        Pair::Real(a, b) if !infinite(x) && !infinite(y) => {
            Ok(Number::Float(if (a < b) == (wanted == Ordering::Less) { a } else { b }))
        }
        _ => Ok(if tolerance::order(x, y) == wanted { x.clone() } else { y.clone() }),
    }
}

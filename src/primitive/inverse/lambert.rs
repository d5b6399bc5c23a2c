//! The principal branch of Lambert's W: the `w` with `w×*w` equal to `y`.
//!
//! Halley's iteration (Corless, Gonnet, Hare, Jeffrey and Knuth, "On the Lambert W function", 1996, section 4) from the
//! series at the branch point `-1/e`, from `ln(1+y)` near 0, or from the asymptotic `ln y - ln ln y`.

use num_complex::Complex64;

use crate::array::compare::nested;
use crate::array::{Array, Storage, Value};
use crate::control::{Error, Result, poll};
use crate::number::Number;
use crate::number::tolerance::real_float;
use crate::primitive::argument::describe;

/// W of every number of a value. `DOMAIN ERROR` for a real below `-1/e` and for anything that is no number.
pub(super) fn lambert(value: &Value) -> Result<Value> {
    let Value::Array(array) = value else { return atom(value) };
    if array.is_empty() {
        return Ok(Array::empty(array.layout().clone(), approximate(&array.fill())).into());
    }
    let mut items = Vec::with_capacity(array.len());
    for i in 0..array.len() {
        if i % 1024 == 0 {
            poll()?;
        }
        items.push(nested(|| lambert(&array.item(i)))?);
    }
    Ok(Array::new(array.layout().clone(), Storage::collect(items)).into())
}

/// A prototype with approximate zeros.
fn approximate(prototype: &Value) -> Value {
    match prototype {
        Value::Array(array) if array.is_empty() => {
            Array::empty(array.layout().clone(), nested(|| approximate(&array.fill()))).into()
        }
        Value::Array(array) => {
            let items = (0..array.len()).map(|i| nested(|| approximate(&array.item(i)))).collect();
            Array::new(array.layout().clone(), Storage::collect(items)).into()
        }
        _ => Value::Float(0.0),
    }
}

fn atom(value: &Value) -> Result<Value> {
    let number = value
        .as_number()
        .ok_or_else(|| Error::domain(format!("Lambert's W needs a number, not {}", describe(value))))?;
    Ok(match number {
        Number::Complex(y) => Number::from_complex(complex_w(y))?.into(),
        real => Value::Float(real_w(real_float(&real).expect("the number is real"))?),
    })
}

/// The branch point `-1/e`, where W is -1.
const BRANCH: f64 = -0.36787944117144233;

fn real_w(y: f64) -> Result<f64> {
    if y < BRANCH {
        return Err(Error::domain("the inverse of w×*w is not real below -1/e"));
    }
    if y == BRANCH {
        return Ok(-1.0);
    }
    if y == 0.0 || y == f64::INFINITY {
        return Ok(y);
    }
    let mut w = if y < -0.25 {
        let p = (2.0 * (std::f64::consts::E * y + 1.0)).max(0.0).sqrt();
        -1.0 + p - p * p / 3.0 + 11.0 / 72.0 * p * p * p
    } else if y < 3.0 {
        y.ln_1p()
    } else {
        let l = y.ln();
        l - l.ln()
    };
    for _ in 0..50 {
        // f = w - y e^-w has the same root and does not overflow.
        let f = w - y * (-w).exp();
        let step = f / (w + 1.0 - (w + 2.0) * f / (2.0 * w + 2.0));
        if !step.is_finite() {
            break;
        }
        w -= step;
        if step.abs() <= 1e-16 * w.abs() {
            break;
        }
    }
    Ok(w)
}

fn complex_w(y: Complex64) -> Complex64 {
    let one = Complex64::new(1.0, 0.0);
    let near_branch = (y - Complex64::new(BRANCH, 0.0)).norm() < 0.3;
    let mut w = if near_branch {
        let p = (2.0 * (std::f64::consts::E * y + one)).sqrt();
        -one + p - p * p / 3.0 + p * p * p * (11.0 / 72.0)
    } else if y.norm() < 3.0 {
        (one + y).ln()
    } else {
        let l = y.ln();
        l - l.ln()
    };
    for _ in 0..100 {
        let f = w - y * (-w).exp();
        let step = f / (w + one - (w + 2.0) * f / (2.0 * w + 2.0));
        if !step.re.is_finite() || !step.im.is_finite() {
            break;
        }
        w -= step;
        if step.norm() <= 1e-16 * w.norm() {
            break;
        }
    }
    w
}

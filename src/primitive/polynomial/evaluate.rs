//! `X⊛Y`: the values of polynomials.

use super::{Argument, Polynomial, number, numbers};
use crate::agree::agree;
use crate::array::{Array, Caller, Items, Layout, Storage, Value, count_items, show_shape};
use crate::control::{self, Error, Result};
use crate::number::{self as arithmetic, Number};
use crate::primitive::argument::counted;

/// Points between two looks at the control block.
const BLOCK: usize = 1024;

/// `X⊛Y`: the polynomial `X` at each item of `Y`; the rows of a matrix are polynomials whose frame agrees with `Y`. For
/// an exponent table of several variables an item of `Y` is the vector of coordinates, or one number for all.
pub fn evaluate(_caller: &mut dyn Caller, polynomial: Value, points: Value) -> Result<Value> {
    let polynomial = Argument::read(polynomial)?;
    let points = points.into_array();
    match polynomial {
        Argument::One(polynomial) => {
            if let Some(values) = horner_floats(&polynomial, &points) {
                return Ok(finish(points.layout().clone(), values));
            }
            control::reserve(points.len(), 2 * size_of::<Number>(), || format!("values at {} points", points.len()))?;
            let mut values = Vec::with_capacity(points.len());
            for i in 0..points.len() {
                if i % BLOCK == 0 {
                    control::poll()?;
                }
                values.push(at_point(&polynomial, &points.item(i))?);
            }
            if points.is_empty() {
                check_empty(&points)?;
                return Ok(empty(points.layout().clone(), polynomial.is_exact() && is_exact(&points)));
            }
            Ok(finish(points.layout().clone(), Storage::collect_numbers(values)))
        }
        Argument::Rows(rows) => evaluate_rows(&rows, &points),
    }
}

fn check_empty(points: &Array) -> Result<()> {
    match points.fill() {
        Value::Int(_) | Value::Float(_) => Ok(()),
        _ => Err(Error::domain("a polynomial needs numbers to be evaluated at")),
    }
}

/// Whether all numbers of an array are exact; of an array without items, its prototype.
fn is_exact(array: &Array) -> bool {
    match array.items() {
        Items::Mixed(items) => items.iter().all(|item| matches!(item, Value::Int(_) | Value::Exact(_))),
        _ => matches!(array.fill(), Value::Int(_)),
    }
}

fn empty(layout: Layout, exact: bool) -> Value {
    Value::Array(Array::empty(layout, if exact { Value::Int(0) } else { Value::Float(0.0) }))
}

fn finish(layout: Layout, values: Storage) -> Value {
    if layout.rank() == 0 { values.get(0) } else { Value::Array(Array::new(layout, values)) }
}

fn evaluate_rows(rows: &Array, points: &Array) -> Result<Value> {
    let frame_rank = rows.rank() - 1;
    let width = rows.shape()[frame_rank];
    let frames = agree(&rows.layout().frame(frame_rank), points.layout())?;
    let count = count_items(frames.layout.shape())?;
    if count == 0 {
        check_empty(points)?;
        return Ok(empty(frames.layout, is_exact(rows) && is_exact(points)));
    }
    control::reserve(count, size_of::<Number>(), || {
        format!("an array of shape {}", show_shape(frames.layout.shape()))
    })?;
    let mut values = Vec::with_capacity(count);
    for position in 0..count {
        if position % BLOCK == 0 {
            control::poll()?;
        }
        let coefficients = match frames.left.index(position) {
            Some(row) => (row * width..(row + 1) * width).map(|i| number(&rows.item(i))).collect::<Result<_>>()?,
            None => vec![Number::Int(0); width],
        };
        let point = frames.right.index(position).map_or(Value::Int(0), |i| points.item(i));
        values.push(at_point(&Polynomial::Coefficients(coefficients), &point)?);
    }
    Ok(finish(frames.layout, Storage::collect_numbers(values)))
}

/// Horner's rule over floats, where everything is; `None` where a value would be undefined.
fn horner_floats(polynomial: &Polynomial, points: &Array) -> Option<Storage> {
    let (Polynomial::Coefficients(coefficients), Items::F64(points)) = (polynomial, points.items()) else {
        return None;
    };
    let float = |number: &Number| match number {
        Number::Float(float) => Some(*float),
        Number::Int(value) => Some(*value as f64),
        _ => None,
    };
    let coefficients: Vec<f64> = coefficients.iter().rev().map(float).collect::<Option<_>>()?;
    let (first, rest) = coefficients.split_first()?;
    if points.is_empty() || rest.is_empty() {
        return None;
    }
    let value = |&x: &f64| rest.iter().fold(*first, |value, coefficient| value * x + coefficient);
    let values: Vec<f64> = points.iter().map(value).collect();
    values.iter().all(|value| !value.is_nan()).then(|| Storage::F64(values.into()))
}

fn at_point(polynomial: &Polynomial, point: &Value) -> Result<Number> {
    let coordinates = match point {
        Value::Array(array) if array.rank() <= 1 && array.is_simple() => numbers(array)?,
        Value::Array(_) => return Err(Error::domain("a point is a number or a vector of coordinates")),
        atom => vec![number(atom)?],
    };
    match polynomial {
        Polynomial::Terms { variables, rows } => {
            if coordinates.len() != *variables && !(point.is_atom()) {
                let message =
                    format!("{} for {}", counted(coordinates.len(), "coordinate"), counted(*variables, "variable"));
                return Err(Error::length(message));
            }
            at_terms(rows, |variable| if point.is_atom() { &coordinates[0] } else { &coordinates[variable] })
        }
        _ if !point.is_atom() => Err(Error::domain("a polynomial of one variable is evaluated at numbers")),
        Polynomial::Coefficients(coefficients) => horner(coefficients, &coordinates[0]),
        Polynomial::Factored(multiplier, roots) if roots.is_empty() => constant(multiplier, &coordinates[0]),
        Polynomial::Factored(multiplier, roots) => roots.iter().try_fold(multiplier.clone(), |product, root| {
            arithmetic::multiply(&product, &arithmetic::subtract(&coordinates[0], root)?)
        }),
    }
}

/// The value of a coefficient vector at a point; exact zero where there are no coefficients.
pub fn horner(coefficients: &[Number], point: &Number) -> Result<Number> {
    let Some((last, rest)) = coefficients.split_last() else { return Ok(Number::Int(0)) };
    if rest.is_empty() {
        return constant(last, point);
    }
    rest.iter().rev().try_fold(last.clone(), |value, coefficient| {
        arithmetic::add(&arithmetic::multiply(&value, point)?, coefficient)
    })
}

/// The value of a constant, which an approximate point makes approximate too.
fn constant(value: &Number, point: &Number) -> Result<Number> {
    if point.is_exact() { Ok(value.clone()) } else { arithmetic::add(value, &Number::Float(0.0)) }
}

fn at_terms<'a>(rows: &[Vec<Number>], coordinate: impl Fn(usize) -> &'a Number) -> Result<Number> {
    rows.iter().try_fold(Number::Int(0), |sum, row| {
        let mut term = row[0].clone();
        for (variable, exponent) in row[1..].iter().enumerate() {
            term = arithmetic::multiply(&term, &arithmetic::power(coordinate(variable), exponent)?)?;
        }
        arithmetic::add(&sum, &term)
    })
}

impl Polynomial {
    /// Whether all its numbers are exact.
    pub fn is_exact(&self) -> bool {
        match self {
            Polynomial::Coefficients(coefficients) => coefficients.iter().all(Number::is_exact),
            Polynomial::Factored(multiplier, roots) => multiplier.is_exact() && roots.iter().all(Number::is_exact),
            Polynomial::Terms { rows, .. } => rows.iter().flatten().all(Number::is_exact),
        }
    }
}

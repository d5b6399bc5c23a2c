//! `⊛Y`: coefficients to multiplier and roots, and back.

use super::roots::roots;
use super::{Argument, Polynomial, number};
use crate::array::{Array, Caller, Layout, Storage, Value, count_items};
use crate::control::{self, Error, Result};
use crate::kernel::tolerance::near_integer;
use crate::number::{self as arithmetic, Number, tolerance};
use crate::primitive::assemble::{Rule, assemble, assemble_empty};

/// The highest degree that a conversion makes.
const MOST_COEFFICIENTS: usize = 1 << 24;

/// `⊛Y`: coefficients give `[M R]`, the last nonzero coefficient and all roots in the order of `⍋`; a factored form or a
/// one-variable table of whole exponents ≥ 0 gives the coefficients. The rows of a matrix are converted one by one.
pub fn convert(_caller: &mut dyn Caller, polynomial: Value) -> Result<Value> {
    match Argument::read(polynomial)? {
        Argument::One(polynomial) => convert_one(&polynomial),
        Argument::Rows(rows) => {
            let frame = rows.layout().frame(rows.rank() - 1);
            let width = rows.shape()[rows.rank() - 1];
            let count = count_items(frame.shape())?;
            if count == 0 {
                return assemble_empty(&frame, &convert_one(&Polynomial::Coefficients(Vec::new()))?);
            }
            control::reserve(count, 4 * size_of::<Value>(), || format!("{count} converted polynomials"))?;
            let mut cells = Vec::with_capacity(count);
            for row in 0..count {
                control::poll()?;
                let coefficients =
                    (row * width..(row + 1) * width).map(|i| number(&rows.item(i))).collect::<Result<_>>()?;
                cells.push(convert_one(&Polynomial::Coefficients(coefficients))?);
            }
            assemble(frame, cells, Rule::Join)
        }
    }
}

fn convert_one(polynomial: &Polynomial) -> Result<Value> {
    match polynomial {
        Polynomial::Coefficients(coefficients) => factored(coefficients),
        Polynomial::Factored(multiplier, roots) => expand(multiplier, roots),
        Polynomial::Terms { variables: 1, rows } => collect_terms(rows),
        Polynomial::Terms { .. } => Err(Error::domain("a polynomial in several variables has no coefficient vector")),
    }
}

fn factored(coefficients: &[Number]) -> Result<Value> {
    let zero = Number::Int(0);
    let used = coefficients.iter().rposition(|c| !arithmetic::equal(c, &zero)).map_or(0, |last| last + 1);
    let multiplier = coefficients[..used].last().cloned().unwrap_or(zero);
    let roots = if used < 2 { Array::integers(Vec::new()) } else { root_vector(roots(&coefficients[..used])?) };
    Ok(Value::Array(Array::vector(vec![Value::from(multiplier), Value::Array(roots)])))
}

fn root_vector(mut roots: Vec<Number>) -> Array {
    roots.sort_by(tolerance::order);
    Array::new(Layout::vector(roots.len()), Storage::collect_numbers(roots))
}

/// The coefficients of `multiplier × Π (x - root)`: exact when all numbers are, approximate otherwise.
fn expand(multiplier: &Number, roots: &[Number]) -> Result<Value> {
    let mut coefficients = vec![multiplier.clone()];
    for root in roots {
        control::poll()?;
        let mut next = vec![Number::Int(0)];
        next.extend(coefficients.iter().cloned());
        for (i, coefficient) in coefficients.iter().enumerate() {
            next[i] = arithmetic::subtract(&next[i], &arithmetic::multiply(coefficient, root)?)?;
        }
        coefficients = next;
    }
    let exact = multiplier.is_exact() && roots.iter().all(Number::is_exact);
    coefficient_vector(coefficients, exact)
}

/// The coefficients of a table of terms in one variable.
fn collect_terms(rows: &[Vec<Number>]) -> Result<Value> {
    let mut terms = Vec::with_capacity(rows.len());
    for row in rows {
        terms.push((row[0].clone(), exponent(&row[1])?));
    }
    let length = terms.iter().map(|(_, exponent)| exponent + 1).max().unwrap_or(0);
    control::reserve(length, 32, || format!("{length} coefficients"))?;
    let mut coefficients = vec![Number::Int(0); length];
    for (coefficient, exponent) in terms {
        coefficients[exponent] = arithmetic::add(&coefficients[exponent], &coefficient)?;
    }
    let exact = rows.iter().flatten().all(Number::is_exact);
    coefficient_vector(coefficients, exact)
}

fn exponent(number: &Number) -> Result<usize> {
    let whole = match number {
        Number::Int(value) => Some(*value as f64),
        Number::Float(value) => near_integer(*value),
        _ => None,
    };
    match whole {
        Some(whole) if whole >= 0.0 && whole < MOST_COEFFICIENTS as f64 => Ok(whole as usize),
        Some(whole) if whole >= 0.0 => Err(Error::limit("an exponent is too large for a coefficient vector")),
        _ => Err(Error::domain("only whole exponents of 0 and more have a coefficient vector")),
    }
}

fn coefficient_vector(coefficients: Vec<Number>, exact: bool) -> Result<Value> {
    if exact {
        let layout = Layout::vector(coefficients.len());
        let storage = Storage::collect_numbers(coefficients);
        return Ok(Value::Array(Array::with_prototype(layout, storage, &Value::Int(0))));
    }
    let approximate = |number: &Number| arithmetic::add(number, &Number::Float(0.0));
    let coefficients: Vec<Number> = coefficients.iter().map(approximate).collect::<Result<_>>()?;
    Ok(Value::Array(Array::new(Layout::vector(coefficients.len()), Storage::collect_numbers(coefficients))))
}

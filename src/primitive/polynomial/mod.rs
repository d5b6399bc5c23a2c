//! `⊛`: evaluating polynomials, and converting between coefficients and roots.

mod convert;
mod evaluate;
mod roots;

pub use convert::convert;
pub use evaluate::evaluate;

use crate::array::{Array, Items, Value};
use crate::control::{Error, Result, reserve};
use crate::number::Number;
use crate::primitive::argument::describe;

/// One polynomial in one of the three forms that an argument can have.
#[derive(Clone, Debug)]
pub enum Polynomial {
    /// Coefficients, constant term first.
    Coefficients(Vec<Number>),
    /// A multiplier and the roots.
    Factored(Number, Vec<Number>),
    /// Terms: a coefficient, then an exponent for each variable.
    Terms {
        /// The number of variables, at least 1.
        variables: usize,
        /// Each with `variables + 1` numbers.
        rows: Vec<Vec<Number>>,
    },
}

/// A polynomial argument: one polynomial, or a simple array whose rows are coefficients.
pub enum Argument {
    /// A single polynomial.
    One(Polynomial),
    /// An array of rank 2 or more: one polynomial a row.
    Rows(Array),
}

impl Argument {
    /// Reads an argument. Other nestings than those of [`Polynomial`] are a `RANK ERROR`, items that are no numbers a
    /// `DOMAIN ERROR`.
    pub fn read(value: Value) -> Result<Argument> {
        let Value::Array(array) = &value else {
            return Ok(Argument::One(Polynomial::Coefficients(vec![number(&value)?])));
        };
        if array.is_simple() {
            return match array.rank() {
                0 | 1 => Ok(Argument::One(Polynomial::Coefficients(numbers(array)?))),
                _ => {
                    check_numbers(array)?;
                    Ok(Argument::Rows(array.clone()))
                }
            };
        }
        nested(array).map(Argument::One)
    }
}

fn nested(array: &Array) -> Result<Polynomial> {
    let wrong = || {
        Error::rank(
            "a polynomial is coefficients, [multiplier roots], an enclosed vector of roots or an enclosed table",
        )
    };
    match (array.shape(), array.len()) {
        ([], 1) => match array.item(0) {
            Value::Array(inner) if !inner.is_simple() => Err(wrong()),
            Value::Array(inner) if inner.rank() == 1 => Ok(Polynomial::Factored(Number::Int(1), numbers(&inner)?)),
            Value::Array(inner) if inner.rank() == 2 && inner.shape()[1] >= 2 => {
                let width = inner.shape()[1];
                let items = numbers(&inner)?;
                Ok(Polynomial::Terms {
                    variables: width - 1,
                    rows: items.chunks(width).map(<[Number]>::to_vec).collect(),
                })
            }
            _ => Err(wrong()),
        },
        ([2], 2) => match (array.item(0), array.item(1)) {
            (multiplier, Value::Array(roots)) if multiplier.is_atom() && roots.rank() == 1 && roots.is_simple() => {
                Ok(Polynomial::Factored(number(&multiplier)?, numbers(&roots)?))
            }
            _ => Err(wrong()),
        },
        _ => Err(wrong()),
    }
}

fn number(value: &Value) -> Result<Number> {
    value
        .as_number()
        .ok_or_else(|| Error::domain(format!("a polynomial is made of numbers, not of {}", describe(value))))
}

fn check_numbers(array: &Array) -> Result<()> {
    match array.items() {
        Items::Char8(_) | Items::Char32(_) => Err(Error::domain("a polynomial is made of numbers, not of characters")),
        Items::Mixed(items) => items.iter().try_for_each(|item| number(item).map(drop)),
        _ => Ok(()),
    }
}

fn numbers(array: &Array) -> Result<Vec<Number>> {
    check_numbers(array)?;
    reserve(array.len(), size_of::<Number>(), || format!("a polynomial of {} numbers", array.len()))?;
    (0..array.len()).map(|i| number(&array.item(i))).collect()
}

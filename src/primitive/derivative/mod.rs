//! `∂`: gradients and vector–Jacobian products.
//!
//! A function is differentiated by running it once at the point and noting what was computed from what
//! ([`tape`]), then passing cotangents back from the result to the point ([`reverse`]). Repeated derivatives propagate
//! truncated power series over the same tape instead ([`series`]). All arithmetic is the language's own, one number at a
//! time, so exact arguments give exact results. A function that depends on the point in a way without a rule is refused
//! before anything runs ([`check`]).

mod check;
mod polynomial;
mod reverse;
mod series;
mod tape;

use crate::array::compare::{key_alignment, same_keys};
use crate::array::{Array, Caller, Form, Function, Layout, Outcome, Storage, Value, show_shape};
use crate::control::{Error, Result};
use crate::number::{self, Number};
use crate::primitive::argument::describe;
use crate::primitive::table::Operands;

use tape::Tape;

/// `f∂X`, `U(f∂)X`.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let (function, order) = unrepeated(operands.left_function()?);
    if let Some(coefficients) = polynomial::of(function) {
        return polynomial::derivative(caller, coefficients, order, left, right).map(Outcome::Value);
    }
    check::differentiable(function, None, true)?;
    if order > 1 {
        return repeated(caller, function, order, left, right).map(Outcome::Value);
    }
    if !right.as_array().is_none_or(Array::is_simple) {
        return Err(Error::domain("the point of a derivative must be simple"));
    }
    let mut tape = Tape::new(caller);
    let point = tape.point(right.clone())?;
    let result = tape.run(function, None, point)?;
    let cotangent = cotangent_of(left, &tape.node(result).value)?;
    let gradient = reverse::pass_back(&mut tape, result, cotangent, point)?;
    Ok(Outcome::Value(in_structure(gradient, &right)))
}

/// The function under all `∂` at its end, and how many there are with one more.
fn unrepeated(function: &Function) -> (&Function, usize) {
    let (mut function, mut order) = (function, 1);
    while let Form::Derived { operator, left: Value::Function(inner), .. } = function.form()
        && operator.symbol == '∂'
    {
        function = inner;
        order += 1;
    }
    (function, order)
}

/// A derivative of higher order: of units only.
fn repeated(
    caller: &mut dyn Caller,
    function: &Function,
    order: usize,
    left: Option<Value>,
    right: Value,
) -> Result<Value> {
    let point = unit_number(&right, "the point of a repeated derivative")?;
    let coefficients = series::taylor(caller, function, point, order)?;
    let factor = unit_cotangent(left)?;
    let derivative = match coefficients.into_iter().nth(order).flatten() {
        Some(coefficient) => Some(finite(number::multiply(&coefficient, &factorial(order)?)?)?),
        None => None,
    };
    let result = match derivative {
        Some(derivative) => Some(finite(number::multiply(&factor, &derivative)?)?),
        None => None,
    };
    Ok(in_structure(vec![result], &right))
}

/// The cotangent of a unit result: `1ₓ` if none is given.
fn unit_cotangent(left: Option<Value>) -> Result<Number> {
    match left {
        None => Ok(Number::Int(1)),
        Some(cotangent) if cotangent.rank() == 0 => real(&cotangent.content()),
        Some(cotangent) => Err(cotangent_length(&cotangent, &[])),
    }
}

/// The number of a unit; `RANK ERROR` for other ranks.
fn unit_number(value: &Value, what: &str) -> Result<Number> {
    if value.rank() != 0 {
        return Err(Error::rank(format!("{what} must be a unit, not {}", describe(value))));
    }
    real(&value.clone().content())
}

/// The cotangent of each item of a result: `1ₓ` for a gradient, which needs a unit, else those of `U` in the result's
/// order.
fn cotangent_of(left: Option<Value>, result: &Value) -> Result<Vec<Option<Number>>> {
    let Some(left) = left else {
        if result.rank() != 0 {
            let message = format!("a gradient needs a unit result, not {}", describe(result));
            return Err(Error::rank(message));
        }
        return Ok(vec![Some(Number::Int(1))]);
    };
    let places = matched_places(&left, result)?;
    places.into_iter().map(|place| real(&left.item(place)).map(Some)).collect()
}

/// For each item of the result the place of its cotangent: keyed axes pair by key, others by position.
fn matched_places(cotangent: &Value, result: &Value) -> Result<Vec<usize>> {
    if cotangent.shape() != result.shape() {
        return Err(cotangent_length(cotangent, result.shape()));
    }
    let (own, wanted): (Layout, Layout) = (cotangent.layout(), result.layout());
    let mut places = vec![0];
    for (axis, &length) in wanted.shape().iter().enumerate() {
        let order: Vec<usize> = match (wanted.keys(axis), own.keys(axis)) {
            (Some(wanted), Some(own)) if !same_keys(wanted, own) => {
                return Err(Error::length("the keys of the cotangent are not those of the result"));
            }
            (Some(wanted), Some(own)) => key_alignment(wanted, own),
            _ => (0..length).collect(),
        };
        places = places.iter().flat_map(|&base| order.iter().map(move |&place| base * length + place)).collect();
    }
    Ok(places)
}

fn cotangent_length(cotangent: &Value, shape: &[usize]) -> Error {
    let (own, wanted) = (show_shape(cotangent.shape()), show_shape(shape));
    Error::length(format!("the cotangent has shape {own}, but the result {wanted}"))
}

/// Numbers in the structure of the point: atom for atom, the same layout; what nothing reached is `0ₓ`.
fn in_structure(items: Vec<Option<Number>>, point: &Value) -> Value {
    let mut items = items.into_iter().map(|item| Value::from(item.unwrap_or(Number::Int(0))));
    match point {
        Value::Array(array) if array.is_empty() => Array::empty(array.layout().clone(), Value::Int(0)).into(),
        Value::Array(array) => Array::new(array.layout().clone(), Storage::collect(items.collect())).into(),
        _ => items.next().expect("an atom has one derivative"),
    }
}

/// The finite real number that an atom is; anything else is a `DOMAIN ERROR`.
fn real(value: &Value) -> Result<Number> {
    match value.as_number() {
        Some(number) => finite(number),
        None => Err(Error::domain(format!("derivatives are of finite real numbers, not of {}", describe(value)))),
    }
}

/// The number, if it is finite and real.
fn finite(number: Number) -> Result<Number> {
    match number {
        Number::Complex(_) => Err(Error::domain("derivatives are of real numbers, not of complex ones")),
        Number::Float(value) if value.is_infinite() => {
            Err(Error::domain("a derivative or a value on its way is infinite"))
        }
        number => Ok(number),
    }
}

/// The items of a simple value, which must be finite real numbers.
fn reals(value: &Value) -> Result<Vec<Number>> {
    (0..value.item_count()).map(|i| real(&value.item(i))).collect()
}

/// `!n`, exact.
fn factorial(n: usize) -> Result<Number> {
    (1..=n as i64).try_fold(Number::Int(1), |product, factor| number::multiply(&product, &Number::Int(factor)))
}

/// Adds a contribution to what has reached a value so far.
fn add_to(sum: &mut Option<Number>, contribution: Number) -> Result<()> {
    *sum = Some(match sum.take() {
        None => contribution,
        Some(before) => number::add(&before, &contribution)?,
    });
    Ok(())
}

//! `X⊥⁻L Y`: the digits of numbers.

use super::Scope;
use crate::array::compare::matches;
use crate::array::{Array, Value};
use crate::control::{Error, Result, poll, reserve};
use crate::number::Number;
use crate::number::tolerance::order;
use crate::primitive::argument::describe;

/// The digits of each item on a new last axis. A unit base gives as many as the greatest item needs; a vector of bases
/// has to hold every item.
pub(super) fn undo_decode(scope: &mut Scope<'_>, x: Value, y: Value) -> Result<Value> {
    match x.rank() {
        0 => {
            let bases = vec![x.clone().content(); count_digits(scope, x.content(), &y)?];
            scope.plain_dyad('⊤', bases_of(bases).into(), y)
        }
        1 => {
            let digits = scope.plain_dyad('⊤', x.clone(), y.clone())?;
            let back = scope.plain_dyad('⊥', x, digits.clone())?;
            if matches(&back, &y) { Ok(digits) } else { Err(Error::domain("the bases cannot hold every number")) }
        }
        _ => Err(Error::rank(format!("the bases must be a unit or vector, not {}", describe(&x)))),
    }
}

/// How many digits in this base serve the greatest item; 0 alone needs none.
fn count_digits(scope: &mut Scope<'_>, base: Value, y: &Value) -> Result<usize> {
    let is_base = real(&base).is_some_and(|base| order(&base, &Number::Int(1)).is_gt());
    if !is_base {
        return Err(Error::domain(format!("a base must be real and greater than 1, not {}", describe(&base))));
    }
    let mut greatest = Number::Int(0);
    for i in 0..y.item_count() {
        if i % 4096 == 0 {
            poll()?;
        }
        let item = y.item(i);
        match real(&item).filter(|number| order(number, &Number::Int(0)).is_ge()) {
            Some(number) if order(&number, &greatest).is_gt() => greatest = number,
            Some(_) => {}
            None => return Err(Error::domain(format!("digits are of real numbers from 0, not {}", describe(&item)))),
        }
    }
    if order(&greatest, &Number::Int(0)).is_eq() {
        return Ok(0);
    }
    if matches!(greatest, Number::Float(f64::INFINITY)) {
        return Err(Error::domain("an infinite number has no digits"));
    }
    let mut power = base.clone();
    let mut count = 1;
    while order(&real(&power).expect("a power of a base is real"), &greatest).is_le() {
        poll()?;
        reserve(count, size_of::<Value>(), || format!("{count} digits"))?;
        power = scope.plain_dyad('×', power, base.clone())?;
        count += 1;
    }
    Ok(count)
}

fn real(value: &Value) -> Option<Number> {
    value.as_number().filter(|number| !matches!(number, Number::Complex(_)))
}

/// A vector of bases; no bases are exact, so that they decide nothing about the digits.
fn bases_of(bases: Vec<Value>) -> Array {
    if bases.is_empty() { Array::integers(Vec::new()) } else { Array::vector(bases) }
}

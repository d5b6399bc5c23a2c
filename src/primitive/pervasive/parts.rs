//! The monads `∨` and `∧`: the two parts of each number along a new last axis.

use super::side::reserve_result;
use crate::array::{Array, Caller, Domain, Gather, Items, Layout, MAX_RANK, Storage, Value};
use crate::control::{Error, Result, poll};
use crate::kernel::BLOCK;
use crate::number::{self, Number};
use crate::primitive::argument::describe;

/// `∨Y`: real and imaginary part of each number; an exact number and `0ₓ`. `Y` is simple and numeric (`DOMAIN ERROR`).
/// The result has the axes of `Y` and a last one of length 2.
pub fn real_imaginary(_: &mut dyn Caller, y: Value) -> Result<Value> {
    parts('∨', number::real_imaginary, y)
}

/// `∧Y`: magnitude (exact for an exact number) and argument of each number, as [`real_imaginary`].
pub fn polar(_: &mut dyn Caller, y: Value) -> Result<Value> {
    parts('∧', number::polar, y)
}

fn parts(glyph: char, split: fn(&Number) -> Result<(Number, Number)>, y: Value) -> Result<Value> {
    let array = y.into_array();
    let frame = array.layout();
    if frame.rank() == MAX_RANK {
        return Err(Error::limit(format!("the result of {glyph} would have more than {MAX_RANK} axes")));
    }
    let layout = frame.join(&Layout::vector(2));
    if array.is_empty() {
        return match array.fill() {
            fill @ (Value::Int(_) | Value::Float(_)) => Ok(Value::Array(Array::empty(layout, fill))),
            _ => Err(unsuitable(glyph, &Value::Array(array))),
        };
    }
    crate::array::count_items(layout.shape())?;
    reserve_result(&layout, size_of::<Value>())?;
    // The cells of a compact array are of one kind each; those of a mixed one join (rule J).
    let is_mixed = matches!(array.items(), Items::Mixed(_));
    let (mut items, mut cells) = (Gather::with_capacity(layout.count()), Vec::new());
    for i in 0..array.len() {
        if i % BLOCK == 0 {
            poll()?;
        }
        let item = array.item(i);
        let Some(number) = item.as_number() else { return Err(unsuitable(glyph, &item)) };
        let (first, second) = split(&number)?;
        if is_mixed {
            cells.push(Storage::collect(vec![first.into(), second.into()]));
        } else {
            items.push(first.into());
            items.push(second.into());
        }
    }
    let storage = match is_mixed {
        true => Storage::join(&cells.iter().collect::<Vec<_>>()),
        false => items.finish(),
    };
    debug_assert!(storage.lane().domain() != Domain::Character);
    Ok(Value::Array(Array::new(layout, storage)))
}

fn unsuitable(glyph: char, item: &Value) -> Error {
    Error::domain(format!("{glyph} needs an array of numbers, not {}", describe(item)))
}

//! The driver of scalar monads.

use super::in_place::monad_in_place;
use super::lanes::{self, Progress};
use super::side::reserve_result;
use super::{ScalarMonad, empty};
use crate::array::compare::nested;
use crate::array::{Array, Value};
use crate::control::{Result, poll};
use crate::kernel::BLOCK;

/// Applies a scalar monad to every item, at every depth. The result has the argument's shape, keys and names; that of an
/// argument without items has the prototype that the fill gives. Errors are those of the function for an item.
#[inline]
pub fn monad(function: &ScalarMonad, y: Value) -> Result<Value> {
    match y {
        Value::Array(array) => of_array(function, array).map(Value::Array),
        atom => (function.atom)(&atom),
    }
}

fn of_array(function: &ScalarMonad, array: Array) -> Result<Array> {
    let layout = array.layout();
    if array.is_empty() {
        return Ok(Array::empty(layout.clone(), empty::monad(function.kind, &array.fill())));
    }
    let (progress, array) = match monad_in_place(function, array)? {
        Ok((Progress::Done(_), array)) => return Ok(array),
        Ok(partly) => partly,
        Err(array) => (lanes::monad(function, array.storage(), array.layout())?, array),
    };
    let layout = array.layout();
    let (start, mut items) = match progress {
        Progress::Done(storage) => return Ok(Array::new(layout.clone(), storage)),
        Progress::From(start, items) => (start, items),
    };
    reserve_result(layout, size_of::<Value>())?;
    for i in start..array.len() {
        if i % BLOCK == 0 {
            poll()?;
        }
        items.push(match array.item(i) {
            Value::Array(item) => Value::Array(nested(|| of_array(function, item))?),
            atom => (function.atom)(&atom)?,
        });
    }
    Ok(Array::new(layout.clone(), items.finish()))
}

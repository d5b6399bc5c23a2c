//! `@`: amend a selection.

use crate::array::{Array, Caller, Items, Outcome, Value, show_shape};
use crate::control::{Error, Result, poll};
use crate::primitive::argument::{describe, truth};
use crate::primitive::selection::Amended;
use crate::primitive::table::Operands;

/// `f@S` replaces a selection of the argument by `f` of it, called once; `A@S` by `A`. `S` is a selector for the leading
/// axis, or a function that marks items.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let array = match right {
        Value::Array(array) if array.rank() > 0 => array,
        unit => return Err(Error::length(format!("{} has no positions to amend", describe(&unit)))),
    };
    let amended = match operands.right_operand()? {
        Value::Function(marker) => {
            let marks = caller.call_value(marker, None, Value::Array(array.clone()))?;
            Amended::Items(marked(&marks, &array)?)
        }
        selector => Amended::Selected(selector.clone()),
    };
    let replacement = match operands.left {
        Value::Function(function) => {
            let selection = amended.read(&array)?;
            caller.call_value(function, left, selection)?
        }
        constant => constant.clone(),
    };
    Ok(Outcome::Value(amended.replace(caller, array, &replacement)?))
}

/// The offsets of the items that are marked with 1.
fn marked(marks: &Value, array: &Array) -> Result<Vec<usize>> {
    if marks.shape() != array.shape() {
        let (given, needed) = (show_shape(marks.shape()), show_shape(array.shape()));
        return Err(Error::length(format!("the marks have shape {given} for an argument of shape {needed}")));
    }
    let Value::Array(marks) = marks else { return Ok(Vec::new()) };
    if let Items::Bit(bits) = marks.items() {
        return Ok(bits.iter().enumerate().filter_map(|(offset, bit)| bit.then_some(offset)).collect());
    }
    let mut offsets = Vec::new();
    for offset in 0..marks.len() {
        if offset % 4096 == 0 {
            poll()?;
        }
        if truth(&marks.item(offset), "a mark")? {
            offsets.push(offset);
        }
    }
    Ok(offsets)
}

//! `⊃` with one argument: the items of an array as its cells.

use super::transpose::permute_axes;
use crate::array::{Array, Caller, Storage, Value};
use crate::control::{Error, Result};
use crate::primitive::argument::{axes, axis_count, counted};
use crate::primitive::assemble::{Rule, assemble_array, assemble_empty};
use crate::primitive::selection::pick_along;

/// `⊃Y`: the items of `Y` joined into one array: the axes of `Y`, then the common cell axes.
pub fn mix(_: &mut dyn Caller, right: Value) -> Result<Value> {
    mixed(right).map(Value::Array)
}

fn mixed(right: Value) -> Result<Array> {
    let array = match right {
        Value::Array(array) => array,
        atom => return Ok(Array::scalar(atom)),
    };
    // Atoms are cells of rank 0.
    if array.is_simple() {
        return Ok(array);
    }
    if array.is_empty() {
        return assemble_empty(array.layout(), &array.fill()).map(Value::into_array);
    }
    let (frame, storage) = array.into_parts();
    let Storage::Mixed(items) = storage else { unreachable!("a nested array has mixed storage") };
    assemble_array(frame, items.into_vec(), Rule::Join)
}

/// `⊃⍠K Y`: the cell axes at the positions `K` of the result; `X⊃⍠K Y` picks on the axes `K`.
pub fn mix_or_pick_along(caller: &mut dyn Caller, operand: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    if left.is_some() {
        return pick_along(caller, operand, left, right);
    }
    let frame_rank = right.rank();
    let joined = mixed(right)?;
    let cell_rank = joined.rank() - frame_rank;
    let given = axis_count(operand)?;
    if given != cell_rank {
        return Err(Error::length(format!("{} for items of rank {cell_rank}", counted(given, "axis"))));
    }
    let places = axes(operand, joined.layout())?;
    let mut frame = 0..frame_rank;
    let order: Vec<usize> = (0..joined.rank())
        .map(|axis| match places.iter().position(|&place| place == axis) {
            Some(cell_axis) => frame_rank + cell_axis,
            None => frame.next().expect("the other places are the frame's"),
        })
        .collect();
    permute_axes(&joined, &order).map(Value::Array)
}

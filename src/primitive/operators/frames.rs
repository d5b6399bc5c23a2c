//! Calling a function on the cells of its arguments and assembling the results: for `⍤` and `⍠`.

use super::cells::Cells;
use super::pairing::{Pairing, call_on_prototypes};
use crate::array::{Array, Caller, Function, Lane, Layout, Value, show_shape};
use crate::control::{Result, poll, reserve};
use crate::kernel::permute::{Stride, gather};
use crate::primitive::assemble::{Rule, assemble, assemble_empty};
use crate::primitive::structural::rearrange::{Rearrange, rearranged};

/// What the calls on cells gave: the assembled array and the rank of its common cell.
pub struct Framed {
    /// Frame axes, then cell axes.
    pub value: Value,
    /// The number of frame axes.
    pub frame_rank: usize,
}

/// Calls a function on each cell, in ravel order of the frame.
pub fn on_cells(caller: &mut dyn Caller, function: &Function, cells: &Cells) -> Result<Framed> {
    let frame = cells.frame();
    let count = frame.count();
    if count == 0 {
        let sample = call_on_prototypes(caller, function, None, cells.prototype()?)?.value()?;
        return Ok(Framed { value: assemble_empty(frame, &sample)?, frame_rank: frame.rank() });
    }
    let mut results = room_for(frame)?;
    for position in 0..count {
        poll()?;
        results.push(opened(frame, caller.call_value(function, None, cells.get(position))?));
    }
    Ok(Framed { value: assemble(frame.clone(), results, Rule::Join)?, frame_rank: frame.rank() })
}

/// Calls a function on each pair of cells, in ravel order of the agreed frame.
pub fn on_cell_pairs(caller: &mut dyn Caller, function: &Function, left: &Cells, right: &Cells) -> Result<Framed> {
    let pairing = Pairing::of_cells(left, right)?;
    let frame = pairing.layout();
    let count = frame.count();
    if count == 0 {
        let sample = call_on_prototypes(caller, function, Some(left.prototype()?), right.prototype()?)?.value()?;
        return Ok(Framed { value: assemble_empty(frame, &sample)?, frame_rank: frame.rank() });
    }
    let mut results = room_for(frame)?;
    for position in 0..count {
        poll()?;
        let (x, y) = pairing.cells_at(left, right, position)?;
        results.push(opened(frame, caller.call_value(function, Some(x), y)?));
    }
    Ok(Framed { value: assemble(frame.clone(), results, Rule::Join)?, frame_rank: frame.rank() })
}

/// The content of a compact scalar, which is what it contributes as a cell of a frame with axes; any other result as it
/// is.
fn opened(frame: &Layout, result: Value) -> Value {
    match &result {
        Value::Array(array) if frame.rank() > 0 && array.rank() == 0 && array.storage().lane() != Lane::Mixed => {
            array.item(0)
        }
        _ => result,
    }
}

fn room_for(frame: &Layout) -> Result<Vec<Value>> {
    let count = frame.count();
    reserve(count, size_of::<Value>(), || format!("the results of a frame of shape {}", show_shape(frame.shape())))?;
    Ok(Vec::with_capacity(count))
}

/// A walk over the items of an array.
pub(super) struct Walk {
    /// The first item.
    pub start: usize,
    /// The steps, the last axis fastest.
    pub axes: Vec<Stride>,
}

impl Rearrange for Walk {
    fn run<T: Clone>(&self, items: &[T], _fill: &T, out: &mut Vec<T>) -> Result<()> {
        gather(items, self.start, &self.axes, out)
    }
}

/// How many items apart neighbours along each axis are.
pub(super) fn strides(shape: &[usize]) -> Vec<isize> {
    let mut strides = vec![1isize; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis].wrapping_mul(shape[axis] as isize);
    }
    strides
}

/// The array with its axes in this order: axis `i` of the result is axis `order[i]` of the argument.
pub fn with_axis_order(array: Array, order: &[usize]) -> Result<Array> {
    if order.iter().enumerate().all(|(i, &axis)| i == axis) {
        return Ok(array);
    }
    let layout = array.layout().select_axes(order);
    let strides = strides(array.shape());
    let axes = order.iter().map(|&axis| Stride { length: array.shape()[axis], step: strides[axis] }).collect();
    rearranged(&array, layout, &Walk { start: 0, axes })
}

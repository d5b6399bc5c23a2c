//! `⊂ ⊆` with one argument, `↓` with one argument: arrays of cells.

use super::rearrange::NESTED_ITEM;
use super::take::prototype_array;
use super::transpose::permute_axes;
use crate::array::{Array, Caller, Layout, Storage, Value, count_items, show_shape};
use crate::control::{Error, Result, reserve};
use crate::kernel::pace::Pace;
use crate::primitive::argument::{axes, one_axis};

/// `⊂Y`: a scalar that holds `Y`.
pub fn enclose(_: &mut dyn Caller, right: Value) -> Result<Value> {
    Ok(Array::scalar(right).into())
}

/// `⊂⍠K Y`: each cell made of the axes `K`, in that order, an item; `X⊂⍠K Y` cuts axis `K` into blocks.
pub fn enclose_along(_: &mut dyn Caller, operand: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    match left {
        None => {
            let array = right.into_array();
            let chosen = axes(operand, array.layout())?;
            cells(array, &chosen).map(Value::Array)
        }
        Some(left) => super::partition::partitioned_enclose_along(operand, &left, right),
    }
}

/// `⊆Y`: encloses an atom or an array without nested items.
pub fn nest(_: &mut dyn Caller, right: Value) -> Result<Value> {
    Ok(if right.depth() > 1 { right } else { Array::scalar(right).into() })
}

/// `X⊆⍠K Y`; `⊆⍠K Y` has no meaning.
pub fn nest_along(_: &mut dyn Caller, operand: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    let left = left.ok_or_else(|| Error::syntax("⊆ with one argument has no axes"))?;
    super::partition::partition_along(operand, &left, right)
}

/// `↓Y`: an array of the vectors along the last axis; a unit is enclosed.
pub fn split(_: &mut dyn Caller, right: Value) -> Result<Value> {
    match right {
        Value::Array(array) if array.rank() > 0 => {
            let last = array.rank() - 1;
            cells(array, &[last]).map(Value::Array)
        }
        unit => Ok(Array::scalar(unit).into()),
    }
}

/// `↓⍠K Y`: an array of the vectors along axis `K`; `X↓⍠K Y` drops along the axes `K`.
pub fn split_along(caller: &mut dyn Caller, operand: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    if left.is_some() {
        return super::take::drop_along(caller, operand, left, right);
    }
    let array = right.into_array();
    let axis = one_axis(operand, array.layout())?;
    cells(array, &[axis]).map(Value::Array)
}

/// The cells on the axes `inner`, in that order, as items of an array of the other axes. Cells share the items of the
/// array where they lie together.
fn cells(array: Array, inner: &[usize]) -> Result<Array> {
    let rank = array.rank();
    let frame_axes: Vec<usize> = (0..rank).filter(|axis| !inner.contains(axis)).collect();
    let order: Vec<usize> = frame_axes.iter().chain(inner).copied().collect();
    let (frame, cell) = (array.layout().select_axes(&frame_axes), array.layout().select_axes(inner));
    let fill = array.fill();
    let count = count_items(frame.shape())?;
    if count == 0 {
        return Ok(Array::empty(frame, prototype_array(cell, &fill)?.into()));
    }
    reserve(count, NESTED_ITEM, || format!("an array of shape {}", show_shape(frame.shape())))?;
    let size = count_items(cell.shape())?;
    if size == 0 {
        let empty = Value::Array(Array::empty(cell, fill));
        return Ok(Array::new(frame, Storage::Mixed(vec![empty; count].into())));
    }
    let array = if order.is_sorted() { array } else { permute_axes(&array, &order)? };
    let items = blocks(array.storage(), &cell, count, size)?;
    Ok(Array::new(frame, Storage::Mixed(items.into())))
}

/// Consecutive blocks of `size` items, each an array of this layout.
fn blocks(storage: &Storage, cell: &Layout, count: usize, size: usize) -> Result<Vec<Value>> {
    let mut pace = Pace::new();
    let mut items = Vec::with_capacity(count);
    for block in 0..count {
        pace.advance(16)?;
        items.push(Array::new(cell.clone(), storage.slice(block * size, size)).into());
    }
    Ok(items)
}

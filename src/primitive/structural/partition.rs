//! `⊂ ⊆` with two arguments: one axis cut into blocks.

use super::axis::along_segments;
use super::rearrange::NESTED_ITEM;
use super::replicate::mask_of;
use crate::array::{Array, Caller, Layout, Storage, Value};
use crate::control::{Error, Result, reserve};
use crate::kernel::bits::{set_positions, set_runs};
use crate::kernel::pace::Pace;
use crate::kernel::permute::Segment;
use crate::number::tolerance::order;
use crate::primitive::argument::{counted, describe, integers, one_axis, whole};

/// A block: its first position and length.
type Block = (usize, usize);

/// `X⊂Y`: mark `m` before a position of the first axis starts `m` blocks, the first `m-1` of them empty.
pub fn partitioned_enclose(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    enclosed(&left, as_vector(right), 0)
}

/// `X⊂⍠K Y`.
pub(super) fn partitioned_enclose_along(operand: &Value, left: &Value, right: Value) -> Result<Value> {
    let array = as_vector(right);
    let axis = one_axis(operand, array.layout())?;
    enclosed(left, array, axis)
}

/// `X⊆Y`: positions marked 0 are left out; a block starts where a mark is greater than the one before.
pub fn partition(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    partitioned(&left, with_axis(right)?, 0)
}

/// `X⊆⍠K Y`.
pub(super) fn partition_along(operand: &Value, left: &Value, right: Value) -> Result<Value> {
    let array = with_axis(right)?;
    let axis = one_axis(operand, array.layout())?;
    partitioned(left, array, axis)
}

fn as_vector(value: Value) -> Array {
    let array = value.into_array();
    if array.rank() == 0 { array.ravel() } else { array }
}

fn with_axis(value: Value) -> Result<Array> {
    match value {
        Value::Array(array) if array.rank() > 0 => Ok(array),
        unit => Err(Error::rank(format!("a unit has no axis to partition: {}", describe(&unit)))),
    }
}

fn check_marks(left: &Value) -> Result<()> {
    if left.rank() > 1 {
        return Err(Error::rank(format!("marks must be a unit or vector, not {}", describe(left))));
    }
    Ok(())
}

/// The marks. A mark beyond 64 bits is `i64::MAX`, which no memory can honour as a number of blocks.
fn marks(left: &Value) -> Result<Vec<i64>> {
    let marks = match left {
        Value::Array(array) => integers(array, "a mark")?.into_owned(),
        atom => vec![whole(atom, "a mark")?.saturated()],
    };
    if marks.iter().any(|&mark| mark < 0) {
        return Err(Error::domain("a mark must not be negative"));
    }
    Ok(marks)
}

fn enclosed(left: &Value, array: Array, axis: usize) -> Result<Value> {
    check_marks(left)?;
    let length = array.shape()[axis];
    if left.rank() == 1 && left.item_count() > length + 1 {
        return Err(Error::length(format!(
            "{} for {}",
            counted(left.item_count(), "mark"),
            counted(length, "position")
        )));
    }
    if let Some(bits) = left.as_array().filter(|left| left.rank() == 1).and_then(mask_of) {
        reserve(bits.count(), NESTED_ITEM + size_of::<Block>(), || format!("{} blocks", bits.count()))?;
        let mut blocks: Vec<Block> = Vec::with_capacity(bits.count());
        for position in set_positions(bits.words()) {
            end_block(&mut blocks, position);
            blocks.push((position, 0));
        }
        end_block(&mut blocks, length);
        return cut(&array, axis, &blocks);
    }
    let mut marks = marks(left)?;
    let added = |sum: usize, &mark: &i64| sum.checked_add(mark as usize);
    let total = match left.rank() {
        0 => (marks[0] as usize).checked_mul(length),
        _ => marks.iter().try_fold(0, added),
    };
    let total = total.unwrap_or(usize::MAX);
    reserve(total, NESTED_ITEM + size_of::<Block>(), || format!("{total} blocks"))?;
    if left.rank() == 0 {
        marks = if total == 0 { Vec::new() } else { vec![marks[0]; length] };
    }
    let mut blocks: Vec<Block> = Vec::with_capacity(total);
    for (position, &mark) in marks.iter().enumerate().filter(|&(_, &mark)| mark > 0) {
        end_block(&mut blocks, position);
        // All but the last block of this mark are empty, wherever they start.
        blocks.resize(blocks.len() + mark as usize, (position, 0));
    }
    end_block(&mut blocks, length);
    cut(&array, axis, &blocks)
}

/// The last block, if there is one, ends before this position.
fn end_block(blocks: &mut [Block], position: usize) {
    if let Some((start, length)) = blocks.last_mut() {
        *length = position - *start;
    }
}

fn partitioned(left: &Value, array: Array, axis: usize) -> Result<Value> {
    check_marks(left)?;
    let length = array.shape()[axis];
    let one = left.item_count() == 1;
    if !one && left.item_count() != length {
        return Err(Error::length(format!(
            "{} for {}",
            counted(left.item_count(), "mark"),
            counted(length, "position")
        )));
    }
    if let Some(bits) = left.as_array().filter(|_| !one).and_then(mask_of) {
        return cut(&array, axis, &set_runs(bits.words(), length));
    }
    let marks = marks(left)?;
    if one {
        let whole = [(0, length)];
        let blocks = if marks[0] > 0 && length > 0 { &whole[..] } else { &[] };
        return cut(&array, axis, blocks);
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut before = 0;
    for (position, &mark) in marks.iter().enumerate() {
        if mark > before || (mark == i64::MAX && before == mark && rises_at(left, position)) {
            blocks.push((position, 1));
        } else if mark > 0
            && let Some((_, size)) = blocks.last_mut()
        {
            *size += 1;
        }
        before = mark;
    }
    cut(&array, axis, &blocks)
}

/// Whether a mark is truly greater than the one before it, where 64 bits cannot tell.
fn rises_at(marks: &Value, position: usize) -> bool {
    let mark = |i: usize| marks.item(i).as_number().expect("marks are numbers");
    order(&mark(position), &mark(position - 1)).is_gt()
}

/// A vector of the blocks. Blocks of the first axis share the items of the array.
fn cut(array: &Array, axis: usize, blocks: &[Block]) -> Result<Value> {
    let block = |&(start, length): &Block| along_segments(array, axis, &[Segment::Copy { start, length }]);
    if blocks.is_empty() {
        let empty = block(&(0, 0))?;
        return Ok(Array::empty(Layout::vector(0), empty.into()).into());
    }
    let is_plain_vector = array.rank() == 1 && array.layout().is_plain();
    let mut pace = Pace::new();
    let mut items = Vec::with_capacity(blocks.len());
    for cut in blocks {
        pace.advance(16)?;
        let (start, length) = *cut;
        let item = if is_plain_vector && length > 0 {
            Array::new(Layout::vector(length), array.storage().slice(start, length))
        } else {
            block(cut)?
        };
        items.push(item.into());
    }
    Ok(Array::new(Layout::vector(items.len()), Storage::Mixed(items.into())).into())
}

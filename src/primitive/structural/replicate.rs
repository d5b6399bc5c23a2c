//! `/ ⌿ \ ⍀` beside an array: replicate and expand.

use std::borrow::Cow;

use super::axis::{along_segments, push_segment, segmented_layout};
use super::rearrange::{Rearrange, around, rearranged};
use crate::array::{Array, Bits, Caller, Items, Value, count_items};
use crate::control::{Error, Result, poll};
use crate::kernel::bits::pack;
use crate::kernel::compress::{Advance, compress, expand as expand_items, repeat_each, replicate as replicate_items};
use crate::kernel::permute::{Around, Segment};
use crate::primitive::argument::{counted, describe, integers, one_axis, whole};

/// `X/Y`: position `i` of the last axis `X[i]` times, so many fills for a negative count.
pub fn replicate(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    let array = as_vector(right);
    let last = array.rank() - 1;
    replicated(&left, array, last)
}

/// `X⌿Y`: replicate on the first axis.
pub fn replicate_first(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    replicated(&left, as_vector(right), 0)
}

/// `X/⍠K Y`.
pub fn replicate_along(_: &mut dyn Caller, operand: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    let left = left.ok_or_else(|| Error::syntax("replicate takes two arguments"))?;
    let array = as_vector(right);
    let axis = one_axis(operand, array.layout())?;
    replicated(&left, array, axis)
}

/// `X\Y`: a group for each count on the last axis: the next position so often, fills for 0 and negative counts.
pub fn expand(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    let array = as_vector(right);
    let last = array.rank() - 1;
    expanded(&left, &array, last)
}

/// `X⍀Y`: expand on the first axis.
pub fn expand_first(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    expanded(&left, &as_vector(right), 0)
}

/// `X\⍠K Y`.
pub fn expand_along(_: &mut dyn Caller, operand: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    let left = left.ok_or_else(|| Error::syntax("expand takes two arguments"))?;
    let array = as_vector(right);
    let axis = one_axis(operand, array.layout())?;
    expanded(&left, &array, axis)
}

fn as_vector(value: Value) -> Array {
    let array = value.into_array();
    if array.rank() == 0 { array.ravel() } else { array }
}

fn check_counts(left: &Value) -> Result<()> {
    if left.rank() > 1 {
        return Err(Error::rank(format!("counts must be a unit or vector, not {}", describe(left))));
    }
    Ok(())
}

fn too_large() -> Error {
    Error::limit("a count is too large")
}

/// The counts of a unit or vector. Counts beyond 64 bits are the nearest machine integers, which [`group`] refuses.
fn counts_of(left: &Value) -> Result<Cow<'_, [i64]>> {
    match left {
        Value::Array(array) => integers(array, "a count"),
        atom => Ok(Cow::Owned(vec![whole(atom, "a count")?.saturated()])),
    }
}

/// Copies of a position, or fills for a negative count.
fn group(count: i64, position: usize) -> Result<Segment> {
    match count {
        i64::MAX | i64::MIN => Err(too_large()),
        0.. => Ok(Segment::Repeat { position, times: count as usize }),
        _ => Ok(Segment::Fill { length: count.unsigned_abs() as usize }),
    }
}

fn replicated(left: &Value, array: Array, axis: usize) -> Result<Value> {
    check_counts(left)?;
    let length = array.shape()[axis];
    let count = left.item_count();
    if count != 1 && length != 1 && count != length {
        return Err(Error::length(format!("{} for an axis of length {length}", counted(count, "count"))));
    }
    let has_keys = array.layout().keys(axis).is_some();
    if count == length
        && !has_keys
        && let Some(mask) = left.as_array().and_then(mask_of)
    {
        return compressed(&array, axis, &mask).map(Value::Array);
    }
    let counts = counts_of(left)?;
    if count == 1 {
        return repeated(array, axis, counts[0]).map(Value::Array);
    }
    let around = around(array.shape(), axis);
    let is_flat = around.outer == 1 && around.inner == 1 && length == count;
    if is_flat && !has_keys && counts.iter().all(|&count| (0..i64::MAX).contains(&count)) {
        return replicated_items(&array, axis, &counts).map(Value::Array);
    }
    let mut segments = Vec::new();
    for (i, &count) in counts.iter().enumerate() {
        if i % 4096 == 0 {
            poll()?;
        }
        let position = if length == 1 { 0 } else { i };
        push_segment(&mut segments, group(count, position)?);
    }
    along_segments(&array, axis, &segments).map(Value::Array)
}

/// One count for all positions.
fn repeated(array: Array, axis: usize, count: i64) -> Result<Array> {
    let length = array.shape()[axis];
    if length == 0 || count == 1 {
        return Ok(array);
    }
    let Around { inner, .. } = around(array.shape(), axis);
    let group_length = group(count, 0)?.length();
    let total = length.checked_mul(group_length).filter(|&total| total <= i64::MAX as usize).ok_or_else(too_large)?;
    if count < 0 {
        return along_segments(&array, axis, &[Segment::Fill { length: total }]);
    }
    if count == 0 {
        return along_segments(&array, axis, &[]);
    }
    if array.layout().keys(axis).is_some() {
        let segments: Vec<Segment> = (0..length).map(|position| group(count, position)).collect::<Result<_>>()?;
        return along_segments(&array, axis, &segments);
    }
    let layout = array.layout().with_axis(axis, total, array.layout().axis(axis));
    count_items(layout.shape())?;
    rearranged(&array, layout, &RepeatEach { size: inner, times: group_length })
}

struct RepeatEach {
    size: usize,
    times: usize,
}

impl Rearrange for RepeatEach {
    fn run<T: Clone>(&self, items: &[T], _: &T, out: &mut Vec<T>) -> Result<()> {
        repeat_each(items, self.size, self.times, out)
    }
}

struct Counts<'a>(&'a [i64]);

impl Rearrange for Counts<'_> {
    fn run<T: Clone>(&self, items: &[T], _: &T, out: &mut Vec<T>) -> Result<()> {
        replicate_items(items, self.0, out)
    }
}

/// Counts ≥ 0 for the items of a vector without keys, whatever its other axes of length 1.
fn replicated_items(array: &Array, axis: usize, counts: &[i64]) -> Result<Array> {
    let total = counts.iter().try_fold(0i64, |sum, &count| sum.checked_add(count)).ok_or_else(too_large)?;
    let layout = array.layout().with_axis(axis, total as usize, array.layout().axis(axis));
    count_items(layout.shape())?;
    rearranged(array, layout, &Counts(counts))
}

/// The counts as a mask, if all of them are 0 or 1.
pub(super) fn mask_of(counts: &Array) -> Option<Bits> {
    match counts.items() {
        Items::Bit(bits) => Some(bits.clone()),
        Items::I64(items) if items.iter().all(|&count| count as u64 <= 1) => {
            let bytes: Vec<u8> = items.iter().map(|&count| count as u8).collect();
            Some(Bits::new(pack(&bytes), items.len()))
        }
        Items::F64(items) if items.iter().all(|&count| count == 0.0 || count == 1.0) => {
            let bytes: Vec<u8> = items.iter().map(|&count| (count == 1.0) as u8).collect();
            Some(Bits::new(pack(&bytes), items.len()))
        }
        _ => None,
    }
}

struct Compress<'a> {
    mask: &'a Bits,
    kept: usize,
    lanes: usize,
}

impl Rearrange for Compress<'_> {
    fn run<T: Clone>(&self, items: &[T], _: &T, out: &mut Vec<T>) -> Result<()> {
        for lane in items.chunks(self.mask.len()).take(self.lanes) {
            compress(lane, self.mask.words(), self.kept, out)?;
        }
        Ok(())
    }
}

/// The positions of an axis without keys whose bit is set.
fn compressed(array: &Array, axis: usize, mask: &Bits) -> Result<Array> {
    let around = around(array.shape(), axis);
    if around.inner == 1 {
        let kept = mask.count();
        let layout = segmented_layout(array.layout(), axis, &[Segment::Copy { start: 0, length: kept }])?;
        return rearranged(array, layout, &Compress { mask, kept, lanes: around.outer });
    }
    let mut segments = Vec::new();
    for position in (0..mask.len()).filter(|&position| mask.get(position)) {
        push_segment(&mut segments, Segment::Copy { start: position, length: 1 });
    }
    along_segments(array, axis, &segments)
}

struct Expand<'a> {
    mask: &'a Bits,
    length: usize,
}

impl Rearrange for Expand<'_> {
    fn run<T: Clone>(&self, items: &[T], fill: &T, out: &mut Vec<T>) -> Result<()> {
        let set = self.mask.count();
        let advance = if self.length == set { Advance::Step } else { Advance::Stay };
        let lanes = items.chunks(self.length.max(1));
        for lane in lanes {
            expand_items(lane, self.mask.words(), self.mask.len(), fill, advance, out)?;
        }
        Ok(())
    }
}

fn expanded(left: &Value, array: &Array, axis: usize) -> Result<Value> {
    check_counts(left)?;
    let length = array.shape()[axis];
    let check_groups = |groups: usize| {
        if groups == length || length == 1 {
            return Ok(());
        }
        Err(Error::length(format!("{} for an axis of length {length}", counted(groups, "positive count"))))
    };
    let is_plain = array.layout().keys(axis).is_none() && around(array.shape(), axis).inner == 1;
    if is_plain
        && !array.is_empty()
        && let Some(mask) = left.as_array().and_then(mask_of)
    {
        check_groups(mask.count())?;
        let fill = Segment::Fill { length: mask.len() };
        let layout = segmented_layout(array.layout(), axis, &[fill])?;
        count_items(layout.shape())?;
        return rearranged(array, layout, &Expand { mask: &mask, length }).map(Value::Array);
    }
    let counts = counts_of(left)?;
    check_groups(counts.iter().filter(|&&count| count > 0).count())?;
    let mut segments = Vec::new();
    let mut next = 0;
    for (i, &count) in counts.iter().enumerate() {
        if i % 4096 == 0 {
            poll()?;
        }
        let segment = match count {
            0 => Segment::Fill { length: 1 },
            1.. => {
                let position = if length == 1 { 0 } else { next };
                next += 1;
                group(count, position)?
            }
            fills => group(fills, 0)?,
        };
        push_segment(&mut segments, segment);
    }
    along_segments(array, axis, &segments).map(Value::Array)
}

//! `↑ ↓`: first, take and drop.

use super::axis::{segmented_layout, segmented_storage};
use super::rearrange::item_size;
use crate::array::{Array, Caller, Layout, Shape, Storage, Value, count_items, show_shape};
use crate::control::{Error, Result, reserve};
use crate::kernel::permute::Segment;
use crate::primitive::argument::{Whole, axes, counted, describe, whole, wholes};

/// `↑Y`: the first major item; the prototype cell where the first axis is empty.
pub fn first(_: &mut dyn Caller, right: Value) -> Result<Value> {
    let array = match right {
        Value::Array(array) if array.rank() > 0 => array,
        unit => return Ok(unit.content()),
    };
    if array.shape()[0] > 0 {
        return Ok(array.major_cell(0));
    }
    if array.rank() == 1 {
        return Ok(array.fill());
    }
    prototype_array(array.layout().cell(1), &array.fill()).map(Value::Array)
}

/// An array of this layout full of a fill.
pub(super) fn prototype_array(layout: Layout, fill: &Value) -> Result<Array> {
    let count = count_items(layout.shape())?;
    if count == 0 {
        return Ok(Array::empty(layout, fill.clone()));
    }
    reserve(count, size_of::<Value>(), || format!("an array of shape {}", show_shape(layout.shape())))?;
    Ok(Array::new(layout, Storage::repeat(fill, count)))
}

/// Take or drop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Take,
    Drop,
}

/// `X↑Y`: so many positions of the leading axes, from the end for negative counts, padded with fill.
pub fn take(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    leading(Part::Take, &left, right)
}

/// `X↓Y`: the leading axes without so many positions, from the end for negative counts.
pub fn drop(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    leading(Part::Drop, &left, right)
}

/// `X↑⍠K Y`: positions of the axes `K`.
pub fn take_along(_: &mut dyn Caller, operand: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    on_axes(Part::Take, operand, &left.ok_or_else(no_axes)?, right)
}

/// `X↓⍠K Y`.
pub fn drop_along(_: &mut dyn Caller, operand: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    on_axes(Part::Drop, operand, &left.ok_or_else(no_axes)?, right)
}

fn no_axes() -> Error {
    Error::syntax("take and drop along axes need counts on the left")
}

fn leading(part: Part, left: &Value, right: Value) -> Result<Value> {
    if let Some(slice) = plain_slice(part, left, &right)? {
        return Ok(slice.into());
    }
    check_counts(left)?;
    let counts = left.item_count();
    if counts > right.rank() && right.rank() > 0 {
        return Err(Error::rank(format!("{} for an array of rank {}", counted(counts, "count"), right.rank())));
    }
    let counts = wholes(left, "a count")?;
    if counts.is_empty() {
        return Ok(right);
    }
    let array = with_unit_axes(right, counts.len())?;
    let axes: Vec<usize> = (0..counts.len()).collect();
    apply(part, &counts, &axes, array).map(Value::Array)
}

/// The most frequent case: a part of a plain vector by one count, without fill.
fn plain_slice(part: Part, left: &Value, right: &Value) -> Result<Option<Array>> {
    let array = match right {
        Value::Array(array) if left.is_atom() && array.rank() == 1 && array.layout().is_plain() => array,
        _ => return Ok(None),
    };
    let length = array.len();
    let count = whole(left, "a count")?.saturated();
    let size = usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX);
    let (start, size) = match (part, count < 0) {
        (Part::Take, _) if size > length => return Ok(None),
        (Part::Take, false) => (0, size),
        (Part::Take, true) => (length - size, size),
        (Part::Drop, false) => (size.min(length), length - size.min(length)),
        (Part::Drop, true) => (0, length - size.min(length)),
    };
    if size == 0 {
        return Ok(Some(Array::empty(Layout::vector(0), array.fill())));
    }
    Ok(Some(Array::new(Layout::vector(size), array.storage().slice(start, size))))
}

fn on_axes(part: Part, operand: &Value, left: &Value, right: Value) -> Result<Value> {
    check_counts(left)?;
    let counts = left.item_count();
    let unchanged = right.clone();
    let array = with_unit_axes(right, counts)?;
    let chosen = axes(operand, array.layout())?;
    if chosen.len() != counts {
        return Err(Error::length(format!("{} for {}", counted(counts, "count"), counted(chosen.len(), "axis"))));
    }
    if chosen.is_empty() {
        return Ok(unchanged);
    }
    apply(part, &wholes(left, "a count")?, &chosen, array).map(Value::Array)
}

fn check_counts(left: &Value) -> Result<()> {
    if left.rank() > 1 {
        return Err(Error::rank(format!("counts must be a unit or vector, not {}", describe(left))));
    }
    Ok(())
}

/// A unit as an array of so many axes of length 1.
fn with_unit_axes(value: Value, axes: usize) -> Result<Array> {
    if value.rank() > 0 {
        return Ok(value.into_array());
    }
    if axes > crate::array::MAX_RANK {
        return Err(Error::limit(format!("the result would have {axes} axes")));
    }
    Ok(value.into_array().with_layout(Layout::new(Shape::from_elem(1, axes))))
}

fn apply(part: Part, counts: &[Whole], axes: &[usize], array: Array) -> Result<Array> {
    let mut plan: Vec<(usize, Vec<Segment>)> = Vec::with_capacity(axes.len());
    let mut layout = array.layout().clone();
    for (&count, &axis) in counts.iter().zip(axes) {
        let length = array.shape()[axis];
        let segments = match part {
            Part::Take => take_segments(count, length)?,
            Part::Drop => drop_segments(count, length),
        };
        if segments[..] != [Segment::Copy { start: 0, length }] {
            layout = segmented_layout(&layout, axis, &segments)?;
            plan.push((axis, segments));
        }
    }
    let fill = array.fill();
    if count_items(layout.shape())? == 0 {
        return Ok(Array::empty(layout, fill));
    }
    if array.is_empty() {
        return prototype_array(layout, &fill);
    }
    let mut shape: Shape = array.shape().into();
    let (_, mut storage) = array.into_parts();
    // Axes are cut before others grow, the outermost first because its cut shares the items, and grow from the innermost
    // outwards, so that no step in between is larger than the result.
    let grows = |segments: &[Segment]| segments.iter().any(|segment| matches!(segment, Segment::Fill { .. }));
    let (mut growing, mut cutting): (Vec<_>, Vec<_>) = plan.into_iter().partition(|(_, segments)| grows(segments));
    if !growing.is_empty() {
        // Before the first step: many short axes make a large result of steps that each could be had.
        let size = item_size(storage.lane());
        reserve(layout.count(), size, || format!("an array of shape {}", show_shape(layout.shape())))?;
    }
    cutting.sort_by_key(|&(axis, _)| axis);
    growing.sort_by_key(|&(axis, _)| std::cmp::Reverse(axis));
    for (axis, segments) in cutting.into_iter().chain(growing) {
        storage = segmented_storage(&storage, &fill, &shape, axis, &segments)?;
        shape[axis] = layout.shape()[axis];
    }
    Ok(Array::new(layout, storage))
}

fn take_segments(count: Whole, length: usize) -> Result<Vec<Segment>> {
    let count = count.as_count("a count to take")?;
    let size = usize::try_from(count.unsigned_abs())
        .ok()
        .filter(|&size| size <= i64::MAX as usize)
        .ok_or_else(|| Error::limit("a count to take is too large"))?;
    let copied = size.min(length);
    let start = if count < 0 { length - copied } else { 0 };
    let copy = Segment::Copy { start, length: copied };
    let fill = Segment::Fill { length: size - copied };
    Ok(match (size > length, count < 0) {
        (false, _) => vec![copy],
        (true, false) => vec![copy, fill],
        (true, true) => vec![fill, copy],
    })
}

fn drop_segments(count: Whole, length: usize) -> Vec<Segment> {
    let count = count.saturated();
    let dropped = usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX).min(length);
    let start = if count > 0 { dropped } else { 0 };
    vec![Segment::Copy { start, length: length - dropped }]
}

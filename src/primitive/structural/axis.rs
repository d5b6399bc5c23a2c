//! One axis put together from segments: what take, drop, rotate, replicate and expand have in common.

use std::sync::Arc;

use super::rearrange::{Rearrange, around, rearrange};
use crate::array::{Array, Axis, Keys, Layout, Storage, Value, count_items, show_shape};
use crate::control::{Error, Result};
use crate::kernel::permute::{Around, Segment, along_axis};

/// The greatest length that an axis can have.
const MAX_LENGTH: usize = i64::MAX as usize;

/// The array with one axis put together from segments of it: keys move along, fills have none, the name stays.
///
/// `DOMAIN ERROR` where a keyed position occurs twice, `LIMIT ERROR` where the result is too large.
pub fn along_segments(array: &Array, axis: usize, segments: &[Segment]) -> Result<Array> {
    let layout = segmented_layout(array.layout(), axis, segments)?;
    if count_items(layout.shape())? == 0 {
        return Ok(Array::empty(layout, array.fill()));
    }
    let storage = segmented_storage(array.storage(), &array.fill(), array.shape(), axis, segments)?;
    Ok(Array::new(layout, storage))
}

/// The layout of [`along_segments`].
pub fn segmented_layout(layout: &Layout, axis: usize, segments: &[Segment]) -> Result<Layout> {
    let length = segments
        .iter()
        .try_fold(0usize, |sum, segment| sum.checked_add(segment.length()))
        .filter(|&length| length <= MAX_LENGTH)
        .ok_or_else(|| Error::limit("the result would have an axis of 2*63 positions or more"))?;
    let Axis { keys, name } = layout.axis(axis);
    let keys = match keys {
        Some(keys) => segmented_keys(&keys, length, segments)?,
        None => None,
    };
    Ok(if layout.is_plain() {
        resized(layout, axis, length)
    } else {
        layout.with_axis(axis, length, Axis { keys, name })
    })
}

fn resized(layout: &Layout, axis: usize, length: usize) -> Layout {
    let mut shape: crate::array::Shape = layout.shape().into();
    shape[axis] = length;
    Layout::new(shape)
}

/// The items of [`along_segments`], of which there is at least one.
pub fn segmented_storage(
    storage: &Storage,
    fill: &Value,
    shape: &[usize],
    axis: usize,
    segments: &[Segment],
) -> Result<Storage> {
    let around = around(shape, axis);
    if let [Segment::Copy { start, length }] = *segments
        && around.outer == 1
    {
        return Ok(storage.slice(start * around.inner, length * around.inner));
    }
    let length: usize = segments.iter().map(|segment| segment.length()).sum();
    let mut result_shape: crate::array::Shape = shape.into();
    result_shape[axis] = length;
    let count = around.outer * length * around.inner;
    rearrange(storage, fill, count, &result_shape, &Segments { around, segments })
}

struct Segments<'a> {
    around: Around,
    segments: &'a [Segment],
}

impl Rearrange for Segments<'_> {
    fn run<T: Clone>(&self, items: &[T], fill: &T, out: &mut Vec<T>) -> Result<()> {
        along_axis(items, self.around, self.segments, fill, out)
    }
}

fn segmented_keys(keys: &Keys, length: usize, segments: &[Segment]) -> Result<Option<Arc<Keys>>> {
    let repeated = |position: usize| {
        keys.get(position)
            .map_or(Ok(()), |key| Err(Error::domain(format!("a keyed position would occur twice: {key}"))))
    };
    let mut used = vec![false; keys.len()];
    for &segment in segments {
        match segment {
            Segment::Copy { start, length } => {
                for (position, used) in used.iter_mut().enumerate().skip(start).take(length) {
                    if std::mem::replace(used, true) {
                        repeated(position)?;
                    }
                }
            }
            Segment::Repeat { position, times } if times > 0 => {
                if std::mem::replace(&mut used[position], true) || times > 1 {
                    repeated(position)?;
                }
            }
            Segment::Repeat { .. } | Segment::Fill { .. } => {}
        }
    }
    crate::control::reserve(length, size_of::<Option<Arc<str>>>(), || {
        format!("the keys of an axis of {}", show_shape(&[length]))
    })?;
    let mut entries: Vec<Option<Arc<str>>> = Vec::with_capacity(length);
    for &segment in segments {
        match segment {
            Segment::Copy { start, length } => entries.extend_from_slice(&keys.entries()[start..start + length]),
            Segment::Repeat { position, times } => {
                entries.extend(std::iter::repeat_n(keys.get(position).cloned(), times));
            }
            Segment::Fill { length } => entries.extend(std::iter::repeat_n(None, length)),
        }
    }
    Ok(Keys::of_unique(entries))
}

/// Joins neighbouring segments that are one: runs of single positions become copies.
pub fn push_segment(segments: &mut Vec<Segment>, segment: Segment) {
    let segment = match segment {
        Segment::Repeat { position, times: 1 } => Segment::Copy { start: position, length: 1 },
        other => other,
    };
    if segment.length() == 0 {
        return;
    }
    match (segments.last_mut(), segment) {
        (Some(Segment::Copy { start, length }), Segment::Copy { start: next, length: more })
            if *start + *length == next =>
        {
            *length += more;
        }
        (Some(Segment::Fill { length }), Segment::Fill { length: more }) if length.checked_add(more).is_some() => {
            *length += more;
        }
        _ => segments.push(segment),
    }
}

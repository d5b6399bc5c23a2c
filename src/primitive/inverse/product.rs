//! The inverses of `⨸` (product of factors), Replicate and Expand.

use super::Scope;
use crate::array::{Array, Axis, Keys, Value};
use crate::control::{Error, Result, poll, reserve};
use crate::kernel::permute::{Segment, along_axis};
use crate::primitive::argument::{Whole, one_axis, whole, wholes};
use crate::primitive::structural::rearrange::{Rearrange, around, rearranged};

/// The product of factors along the last axis, zeros left out, exact.
pub(super) fn factors(scope: &mut Scope<'_>, y: Value) -> Result<Value> {
    for i in 0..y.item_count() {
        whole(&y.item(i), "a factor")?;
    }
    let exact = scope.monad('⌊', y)?;
    let is_fill = scope.plain_dyad('=', exact.clone(), Value::Int(0))?;
    let filled = scope.plain_dyad('+', exact, is_fill)?;
    let times = Value::Function(super::function('×'));
    let operands = crate::primitive::table::Operands { left: &times, right: None };
    crate::primitive::operators::rows::reduce_last(scope.caller, operands, None, filled)?.value()
}

struct Cut {
    segments: Vec<Segment>,
    around: crate::kernel::permute::Around,
}

impl Rearrange for Cut {
    fn run<T: Clone>(&self, items: &[T], fill: &T, out: &mut Vec<T>) -> Result<()> {
        along_axis(items, self.around, &self.segments, fill, out)
    }
}

/// The axis that is undone: the one of `⍠`, the first, or the last one.
fn axis_of(scope: &Scope<'_>, array: &Array, axis: Option<usize>) -> Result<usize> {
    match scope.axes {
        Some(operand) => one_axis(operand, array.layout()),
        None => Ok(axis.unwrap_or(array.rank() - 1)),
    }
}

/// A unit counts as a one-item vector.
fn at_least_a_vector(value: Value) -> Array {
    let array = value.into_array();
    if array.rank() == 0 { array.ravel() } else { array }
}

fn counts_of(x: &Value) -> Result<Vec<i64>> {
    wholes(x, "the counts")?.into_iter().map(|count| Whole::as_count(count, "a count")).collect()
}

/// `X/⁻L Y`: one cell for each count, the first of its copies.
pub(super) fn undo_replicate(scope: &mut Scope<'_>, x: Value, y: Value, axis: Option<usize>) -> Result<Value> {
    let counts = counts_of(&x)?;
    let array = at_least_a_vector(y);
    let axis = axis_of(scope, &array, axis)?;
    let length = array.shape()[axis];
    if let [count @ 1..=i64::MAX] = counts[..] {
        if length as i64 % count != 0 {
            return Err(Error::domain(format!("{count} copies of each cell do not make a length of {length}")));
        }
        return pick(array, axis, (0..length).step_by(count as usize).map(Some).collect());
    }
    if length == 1 {
        return pick(array, axis, counts.iter().map(|&count| (count > 0).then_some(0)).collect());
    }
    let mut next = 0usize;
    let mut places = Vec::with_capacity(counts.len());
    for &count in &counts {
        places.push((count > 0).then_some(next));
        next = next.saturating_add(count.unsigned_abs() as usize);
    }
    covers(next, length)?;
    pick(array, axis, places)
}

/// `X\⁻L Y`: the first cell of each positive group.
pub(super) fn undo_expand(scope: &mut Scope<'_>, x: Value, y: Value, axis: Option<usize>) -> Result<Value> {
    let counts = counts_of(&x)?;
    let array = at_least_a_vector(y);
    let axis = axis_of(scope, &array, axis)?;
    let mut next = 0usize;
    let mut places = Vec::new();
    for &count in &counts {
        if count > 0 {
            places.push(Some(next));
        }
        next = next.saturating_add(count.unsigned_abs().max(1) as usize);
    }
    covers(next, array.shape()[axis])?;
    pick(array, axis, places)
}

fn covers(used: usize, length: usize) -> Result<()> {
    if used == length {
        return Ok(());
    }
    Err(Error::length(format!("the counts use {used} cells of an axis of length {length}")))
}

/// The cells at these places of an axis, fill where there is none. Keys go with their cells.
fn pick(array: Array, axis: usize, places: Vec<Option<usize>>) -> Result<Value> {
    reserve(places.len(), size_of::<Segment>(), || format!("{} cells", places.len()))?;
    poll()?;
    let own = array.layout().axis(axis);
    let keys = match own.keys {
        None => None,
        Some(keys) => Keys::new(places.iter().map(|place| place.and_then(|place| keys.get(place).cloned())).collect())?,
    };
    let layout = array.layout().with_axis(axis, places.len(), Axis { keys, name: own.name });
    let segments = places.iter().map(|place| match place {
        Some(start) => Segment::Copy { start: *start, length: 1 },
        None => Segment::Fill { length: 1 },
    });
    let cut = Cut { segments: segments.collect(), around: around(array.shape(), axis) };
    rearranged(&array, layout, &cut).map(Value::Array)
}

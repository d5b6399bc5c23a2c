//! The inverses of `⍳` (lengths) and `⍸` (counts).

use super::Scope;
use crate::array::compare::matches;
use crate::array::{Array, Layout, Storage, Value, count_items, show_shape};
use crate::control::{Error, Result, poll, reserve};
use crate::primitive::argument::{Whole, describe, whole};

/// The exact vector of lengths `S` for which `⍳S` matches `Y`; negative where an axis runs backwards.
pub(super) fn iota(scope: &mut Scope<'_>, y: Value) -> Result<Value> {
    let shape = y.shape().to_vec();
    let mut lengths: Vec<i64> = shape.iter().map(|&length| length as i64).collect();
    if y.item_count() > 0 {
        let first = y.item(0);
        for (axis, length) in lengths.iter_mut().enumerate() {
            let coordinate = if first.is_atom() { Some(first.clone()) } else { coordinate(&first, axis) };
            let last = coordinate.and_then(|value| whole(&value, "a coordinate").ok());
            if *length >= 2 && last == Some(Whole::Small(*length - 1)) {
                *length = -*length;
            }
        }
    }
    let lengths = Value::Array(Array::integers(lengths));
    let positions = scope.monad('⍳', lengths.clone())?;
    if matches(&positions, &y) { Ok(lengths) } else { Err(Error::domain("only what ⍳ gives has lengths")) }
}

fn coordinate(coordinates: &Value, axis: usize) -> Option<Value> {
    (axis < coordinates.item_count()).then(|| coordinates.item(axis))
}

/// How often each position occurs: positions in order, or coordinate vectors in row-major order.
pub(super) fn where_(_: &mut Scope<'_>, y: Value) -> Result<Value> {
    if y.rank() > 1 {
        return Err(Error::rank(format!("positions must be a unit or vector, not {}", describe(&y))));
    }
    if y.item_count() == 0 {
        return Ok(Array::integers(Vec::new()).into());
    }
    let items: Vec<Value> = (0..y.item_count()).map(|i| y.item(i)).collect();
    if items.iter().all(Value::is_atom) {
        let positions = items.iter().map(position).collect::<Result<Vec<usize>>>()?;
        return tally(positions.iter().map(std::slice::from_ref), 1);
    }
    let vectors = items.iter().map(coordinates).collect::<Result<Vec<Vec<usize>>>>()?;
    let rank = vectors[0].len();
    if vectors.iter().any(|vector| vector.len() != rank) {
        return Err(Error::domain("the coordinate vectors must have one length"));
    }
    tally(vectors.iter().map(Vec::as_slice), rank)
}

fn position(value: &Value) -> Result<usize> {
    match whole(value, "a position")? {
        Whole::Small(position) if position >= 0 => Ok(position as usize),
        Whole::Large => Err(Error::limit("a position is too large")),
        _ => Err(Error::domain(format!("a position must not be negative: {}", describe(value)))),
    }
}

fn coordinates(value: &Value) -> Result<Vec<usize>> {
    match value {
        Value::Array(array) if array.rank() == 1 => (0..array.len()).map(|i| position(&array.item(i))).collect(),
        _ => Err(Error::domain(format!("a coordinate vector is needed, not {}", describe(value)))),
    }
}

/// Counts sorted positions in an array just large enough for them.
fn tally<'a>(positions: impl Iterator<Item = &'a [usize]> + Clone, rank: usize) -> Result<Value> {
    let mut shape = vec![0; rank];
    let mut before: Option<&[usize]> = None;
    for at in positions.clone() {
        if before.is_some_and(|before| before > at) {
            return Err(Error::domain("positions must not decrease"));
        }
        before = Some(at);
        for (length, &coordinate) in shape.iter_mut().zip(at) {
            *length = (*length).max(coordinate.saturating_add(1));
        }
    }
    let count = count_items(&shape)?;
    reserve(count, size_of::<i64>(), || format!("counts of shape {}", show_shape(&shape)))?;
    let mut counts = vec![0i64; count];
    for (i, at) in positions.enumerate() {
        if i % 4096 == 0 {
            poll()?;
        }
        let place = at.iter().zip(&shape).fold(0, |place, (&coordinate, &length)| place * length + coordinate);
        counts[place] += 1;
    }
    let result = Array::new(Layout::new(shape), Storage::I64(counts.into()));
    Ok(result.into())
}

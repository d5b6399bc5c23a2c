//! `X⍳Y`, `X∊Y`, `∪ ∩ ~`, `≠Y` and `=Y`: functions over the major cells of their arguments.

use super::cells::{Cells, first_matches, found, groups, queries, representatives};
use super::iota::positions_as_selectors;
use crate::array::{Array, Axis, Bits, Caller, Layout, Shape, Storage, Value, count_items};
use crate::control::{Error, Result, reserve};
use crate::primitive::table::Primitive;

/// `X⍳Y`: for each cell of `Y` the position (or key) of the first matching major cell of `X`, `≢X` where there is none.
pub fn index_of(_caller: &mut dyn Caller, searched: Value, query: Value) -> Result<Value> {
    let searched = Cells::major(searched, "the left argument")?;
    let queries = queries(query, &searched)?;
    let positions = first_matches(&searched, &queries)?;
    let storage = positions_as_selectors(positions, searched.array.layout().keys(0));
    Ok(batch(queries.frame_layout(), storage))
}

/// `X∊Y`: for each cell of `X` whether a major cell of `Y` matches it.
pub fn member(_caller: &mut dyn Caller, query: Value, searched: Value) -> Result<Value> {
    let searched = Cells::major(searched, "the right argument")?;
    let queries = queries(query, &searched)?;
    Ok(batch(queries.frame_layout(), Storage::Bit(found(&searched, &queries)?)))
}

/// Results over the batch axes; an atom where there are none.
fn batch(frame: Layout, storage: Storage) -> Value {
    if frame.rank() == 0 { storage.get(0) } else { Value::Array(Array::with_prototype(frame, storage, &Value::Int(0))) }
}

/// A unit as the one-item vector that it counts as.
fn at_least_vector(value: Value) -> Array {
    match value {
        Value::Array(array) if array.rank() > 0 => array,
        unit => unit.into_array().with_layout(Layout::vector(1)),
    }
}

/// `∪Y`: the representatives among the major cells, in order.
pub fn unique(_caller: &mut dyn Caller, value: Value) -> Result<Value> {
    let cells = Cells::new(at_least_vector(value), 1);
    let first: Vec<usize> = representatives(&cells)?.into_iter().map(|i| i as usize).collect();
    if first.len() == cells.count {
        return Ok(Value::Array(cells.array));
    }
    Ok(cells.select(&first))
}

/// `≠Y`: for each major cell 1 if it is a representative.
pub fn unique_mask(_caller: &mut dyn Caller, value: Value) -> Result<Value> {
    let cells = Cells::new(at_least_vector(value), 1);
    let first = representatives(&cells)?;
    let mut words = vec![0u64; cells.count.div_ceil(64)];
    first.into_iter().for_each(|i| words[i as usize / 64] |= 1 << (i % 64));
    let bits = Storage::Bit(Bits::new(words, cells.count));
    Ok(Value::Array(Array::new(cells.frame_layout(), bits)))
}

/// `=Y`: a row for each representative and a column for each major cell: 1 where the cell belongs to it.
pub fn classify(_caller: &mut dyn Caller, value: Value) -> Result<Value> {
    let cells = Cells::new(at_least_vector(value), 1);
    let groups = groups(&cells)?;
    let shape = Shape::from_slice(&[groups.first.len(), cells.count]);
    let count = count_items(&shape)?;
    reserve(count, 1, || format!("a table of shape {}", crate::array::show_shape(&shape)))?;
    let mut words = vec![0u64; count.div_ceil(64)];
    for (column, &row) in groups.group_of.iter().enumerate() {
        let place = row as usize * cells.count + column;
        words[place / 64] |= 1 << (place % 64);
    }
    let layout = Layout::with_axes(shape, vec![Axis::default(), cells.array.layout().axis(0)]);
    Ok(Value::Array(Array::new(layout, Storage::Bit(Bits::new(words, count)))))
}

/// The cells of the other argument of a set function: rank `k+1`, or `k` and then one cell. Any other rank is a
/// `RANK ERROR`, cells of another shape a `LENGTH ERROR`.
fn set_cells(value: Value, searched: &Cells) -> Result<Cells> {
    let rank = value.rank();
    let cell_rank = searched.array.rank() - 1;
    let array = value.into_array();
    let array = if rank == cell_rank {
        let mut shape = Shape::from_slice(&[1]);
        shape.extend_from_slice(array.shape());
        let mut axes = vec![Axis::default()];
        axes.extend(array.layout().axes());
        array.with_layout(Layout::with_axes(shape, axes))
    } else {
        array
    };
    if array.rank() != cell_rank + 1 {
        return Err(Error::rank(format!("arguments of rank {} and {} have no cells in common", rank, cell_rank + 1)));
    }
    queries(Value::Array(array), searched)
}

fn keep(cells: &Cells, kept: impl Iterator<Item = bool>) -> Result<Value> {
    reserve(cells.count, size_of::<usize>(), || format!("the positions of {} cells", cells.count))?;
    let positions: Vec<usize> = kept.enumerate().filter(|(_, keep)| *keep).map(|(i, _)| i).collect();
    Ok(cells.select(&positions))
}

/// `X∩Y`: the major cells of `X` that are found in `Y`.
pub fn intersection(_caller: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    let searched = Cells::major(right, "the right argument")?;
    let cells = set_cells(left, &searched)?;
    let found = found(&searched, &cells)?;
    keep(&cells, found.iter())
}

/// `X~Y`: the major cells of `X` that are not found in `Y`.
pub fn without(_caller: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    let searched = Cells::major(right, "the right argument")?;
    let cells = set_cells(left, &searched)?;
    let found = found(&searched, &cells)?;
    keep(&cells, found.iter().map(|found| !found))
}

/// `X∪Y`: the major cells of `X`, then those of `Y` that are not found in `X`.
pub fn union(caller: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    let searched = Cells::major(left, "the left argument")?;
    let cells = set_cells(right, &searched)?;
    let found = found(&searched, &cells)?;
    let added = keep(&cells, found.iter().map(|found| !found))?;
    Primitive::call_dyad('⍪', caller, Value::Array(searched.array), added)
}

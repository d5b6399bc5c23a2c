//! `⍸Y` and `∊Y`: where counts stand in an array, and the atoms in it at any depth.

use std::iter::repeat_n;

use super::iota::selector_at;
use crate::array::compare::nested;
use crate::array::{Array, Bits, Caller, Items, Layout, Storage, Value};
use crate::control::{self, Error, Result, reserve};
use crate::primitive::argument;

/// `⍸Y`: the positions of the counts ≥ 0 in `Y`, each as often as its count: exact positions or keys of a vector,
/// coordinate vectors of higher ranks, empty coordinates of a unit. `DOMAIN ERROR` for anything but counts.
pub fn where_(_caller: &mut dyn Caller, value: Value) -> Result<Value> {
    let array = value.into_array();
    if let (Items::Bit(bits), 1, None) = (array.items(), array.rank(), array.layout().keys(0)) {
        let count = bits.count();
        reserve(count, size_of::<i64>(), || format!("a vector of {count} positions"))?;
        return Ok(Value::Array(Array::integers(set_positions(bits))));
    }
    let counts = argument::integers(&array, "a count")?;
    if counts.iter().any(|&count| count < 0) {
        return Err(Error::domain("a count must not be negative"));
    }
    let total = counts.iter().try_fold(0usize, |total, &count| total.checked_add(count as usize));
    let total = total.ok_or_else(|| Error::limit("the counts add up to too many positions"))?;
    if array.rank() == 1 && array.layout().keys(0).is_none() {
        reserve(total, size_of::<i64>(), || format!("a vector of {total} positions"))?;
        let mut positions = Vec::with_capacity(total);
        each_place(&counts, |place, count| positions.extend(repeat_n(place as i64, count)))?;
        return Ok(Value::Array(Array::integers(positions)));
    }
    coordinates(&array, &counts, total)
}

/// Calls `body` with each place and its count, at most a block at a time.
fn each_place(counts: &[i64], mut body: impl FnMut(usize, usize)) -> Result<()> {
    const BLOCK: usize = 1 << 16;
    let mut handled = BLOCK;
    for (place, &count) in counts.iter().enumerate() {
        let mut rest = count as usize;
        loop {
            if handled >= BLOCK {
                control::poll()?;
                handled = 0;
            }
            let repeats = rest.min(BLOCK);
            if repeats > 0 {
                body(place, repeats);
            }
            handled += repeats + 1;
            rest -= repeats;
            if rest == 0 {
                break;
            }
        }
    }
    Ok(())
}

/// The positions of the bits that are set.
fn set_positions(bits: &Bits) -> Vec<i64> {
    let mut positions = Vec::with_capacity(bits.count());
    for (word_index, &word) in bits.words().iter().enumerate() {
        let base = word_index as i64 * 64;
        if word == u64::MAX {
            positions.extend(base..base + 64);
            continue;
        }
        let mut rest = word;
        while rest != 0 {
            positions.push(base + rest.trailing_zeros() as i64);
            rest &= rest - 1;
        }
    }
    positions
}

/// The selectors of items, each as often as its count, `total` in all: one selector for a vector, else coordinate vectors.
fn coordinates(array: &Array, counts: &[i64], total: usize) -> Result<Value> {
    let layout = Layout::vector(total);
    let rank = array.rank();
    if total == 0 {
        let prototype = if rank == 1 { Value::Int(0) } else { Value::Array(Array::integers(vec![0; rank])) };
        return Ok(Value::Array(Array::empty(layout, prototype)));
    }
    let places = counts.iter().filter(|&&count| count > 0).count();
    reserve(total, size_of::<Value>(), || format!("a vector of {total} positions"))?;
    reserve(places, 128, || format!("the coordinates of {places} items"))?;
    let selector = |place: usize, axis: usize| {
        let below: usize = array.shape()[axis + 1..].iter().product();
        selector_at(array.layout().keys(axis), place / below % array.shape()[axis])
    };
    let mut items = Vec::with_capacity(total);
    each_place(counts, |place, count| {
        let item = match rank {
            1 => selector(place, 0),
            0 => Value::Array(Array::integers(Vec::new())),
            _ => Value::Array(Array::vector((0..rank).map(|axis| selector(place, axis)).collect())),
        };
        items.extend(repeat_n(item, count));
    })?;
    Ok(Value::Array(Array::new(layout, Storage::collect(items))))
}

/// `∊Y`: every atom of `Y` at any depth, in order, as one vector.
pub fn enlist(_caller: &mut dyn Caller, value: Value) -> Result<Value> {
    let array = value.into_array();
    if array.is_simple() {
        let length = array.len();
        return Ok(Value::Array(array.with_layout(Layout::vector(length))));
    }
    let mut atoms = Vec::new();
    collect_atoms(&array, &mut atoms)?;
    if atoms.is_empty() {
        let leaf = first_leaf(&array);
        return Ok(Value::Array(Array::empty(Layout::vector(0), leaf)));
    }
    Ok(Value::Array(Array::vector(atoms)))
}

fn collect_atoms(array: &Array, atoms: &mut Vec<Value>) -> Result<()> {
    control::poll()?;
    match array.items() {
        Items::Mixed(items) => items.iter().try_for_each(|item| match item {
            Value::Array(inner) => nested(|| collect_atoms(inner, atoms)),
            atom => {
                atoms.push(atom.clone());
                Ok(())
            }
        }),
        _ => {
            reserve(array.len(), 2 * size_of::<Value>(), || format!("{} atoms", array.len()))?;
            atoms.extend(array.storage().to_values());
            Ok(())
        }
    }
}

/// The prototype of the first leaf of an array without atoms.
fn first_leaf(array: &Array) -> Value {
    let mut fill = array.fill();
    while let Value::Array(inner) = &fill {
        fill = inner.fill();
    }
    fill
}

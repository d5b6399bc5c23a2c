//! `⍳Y`: the coordinates of an array of a given shape.

use std::sync::Arc;

use crate::array::{Array, Caller, Keys, Layout, Shape, Storage, Value, count_items};
use crate::control::{self, Result, reserve};
use crate::kernel::progression::progression;
use crate::primitive::argument::{self, Whole};

/// `⍳Y`. One whole number `n` gives 0 … `n-1`, descending for a negative `n`; a vector of several lengths the array of
/// coordinate vectors of that shape. Items are exact when all lengths are. `RANK ERROR` above rank 1, `DOMAIN ERROR` for
/// anything but whole numbers, `LIMIT ERROR` beyond the memory.
pub fn iota(_caller: &mut dyn Caller, lengths: Value) -> Result<Value> {
    if let Value::Int(_) | Value::Float(_) = &lengths
        && let Whole::Small(length) = argument::whole(&lengths, "a length")?
    {
        return vector(length, matches!(lengths, Value::Int(_))).map(Value::Array);
    }
    let wholes = argument::wholes(&lengths, "a length")?;
    let exact = (0..lengths.item_count()).all(|i| matches!(lengths.item(i), Value::Int(_) | Value::Exact(_)))
        && !matches!(&lengths, Value::Array(array) if array.is_empty() && !matches!(array.fill(), Value::Int(_)));
    let lengths: Vec<i64> = wholes.into_iter().map(|whole: Whole| whole.as_count("a length")).collect::<Result<_>>()?;
    match lengths[..] {
        [length] => vector(length, exact).map(Value::Array),
        _ => coordinates(&lengths, exact).map(Value::Array),
    }
}

/// 0 … `n-1`, or for a negative `n` `|n|-1` … 0.
fn vector(length: i64, exact: bool) -> Result<Array> {
    let count = length.unsigned_abs() as usize;
    reserve(count, 8, || format!("a vector of {count} items"))?;
    let (first, step) = if length < 0 { (count as i64 - 1, -1) } else { (0, 1) };
    let storage = match exact {
        true => Storage::I64(progression(first, step, count)?.into()),
        false => Storage::F64(progression(first as f64, step as f64, count)?.into()),
    };
    Ok(Array::new(Layout::vector(count), storage))
}

/// The array whose items are its own coordinates; a negative length reverses its axis.
fn coordinates(lengths: &[i64], exact: bool) -> Result<Array> {
    let shape: Shape = lengths.iter().map(|length| length.unsigned_abs() as usize).collect();
    let count = count_items(&shape)?;
    let rank = shape.len();
    reserve(count, 128 + 8 * rank, || format!("coordinates of shape {}", crate::array::show_shape(&shape)))?;
    let coordinate = |position: &[usize]| {
        let places = position.iter().zip(lengths).map(|(&p, &n)| if n < 0 { -n - 1 - p as i64 } else { p as i64 });
        let storage = if exact {
            Storage::I64(places.collect::<Vec<_>>().into())
        } else {
            Storage::F64(places.map(|p| p as f64).collect::<Vec<_>>().into())
        };
        Value::Array(Array::new(Layout::vector(rank), storage))
    };
    if count == 0 {
        return Ok(Array::empty(Layout::new(shape), coordinate(&vec![0; rank]).prototype()));
    }
    let mut items = Vec::with_capacity(count);
    let mut position = vec![0; rank];
    for i in 0..count {
        if i % 4096 == 0 {
            control::poll()?;
        }
        items.push(coordinate(&position));
        for axis in (0..rank).rev() {
            position[axis] += 1;
            if position[axis] < shape[axis] {
                break;
            }
            position[axis] = 0;
        }
    }
    Ok(Array::new(Layout::new(shape), Storage::Mixed(items.into())))
}

/// `⍳⍠K Y`: for each axis a vector of its keys, with the exact position where there is none; one axis gives that vector,
/// several a vector of them.
pub fn selectors(_caller: &mut dyn Caller, axes: &Value, _left: Option<Value>, value: Value) -> Result<Value> {
    let array = value.into_array();
    let axes = argument::axes(axes, array.layout())?;
    let selector = |&axis: &usize| {
        let length = array.shape()[axis];
        reserve(length, size_of::<Value>(), || format!("{length} positions"))?;
        Ok(axis_selectors(array.layout().keys(axis), length))
    };
    Ok(match &axes[..] {
        [axis] => selector(axis)?,
        _ => Value::Array(Array::vector(axes.iter().map(selector).collect::<Result<_>>()?)),
    })
}

fn axis_selectors(keys: Option<&Arc<Keys>>, length: usize) -> Value {
    let Some(keys) = keys else { return Value::Array(Array::integers((0..length as i64).collect())) };
    let layout = Layout::vector(length);
    if length == 0 {
        return Value::Array(Array::empty(layout, Value::string("").prototype()));
    }
    let items = (0..length).map(|i| selector_at(Some(keys), i)).collect();
    Value::Array(Array::new(layout, Storage::collect(items)))
}

/// What selects one position of an axis: its key, or its exact number where it has none.
pub fn selector_at(keys: Option<&Arc<Keys>>, position: usize) -> Value {
    match keys.and_then(|keys| keys.get(position)) {
        Some(key) => Value::string(key),
        None => Value::count(position),
    }
}

/// Positions as selectors of an axis: keys where the axis has them, exact numbers elsewhere and for positions outside.
pub fn positions_as_selectors(positions: Vec<i64>, keys: Option<&Arc<Keys>>) -> Storage {
    let Some(keys) = keys.filter(|_| !positions.is_empty()) else { return Storage::I64(positions.into()) };
    let selector = |position: i64| match usize::try_from(position) {
        Ok(position) if position < keys.len() => selector_at(Some(keys), position),
        _ => Value::Int(position),
    };
    Storage::collect(positions.into_iter().map(selector).collect())
}

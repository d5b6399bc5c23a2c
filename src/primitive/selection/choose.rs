//! The choosing form of Index: an array of coordinates, each of which leads to one item, at the first level or through
//! nested items.

use smallvec::{SmallVec, smallvec};

use crate::array::{Array, Layout, Storage, Value};
use crate::control::{Error, Result, poll, reserve};
use crate::primitive::argument::{counted, describe, text};

use super::selector::{FirstError, position};

/// The places of the steps of a path: an offset in the array, then an offset in the item found there, and so on.
pub type Path = SmallVec<[usize; 4]>;

/// The items at an array of coordinates, in its shape and without keys.
///
/// A coordinate with as many positions or keys as `array` has axes finds an item of `array`; any other vector is a path
/// whose items are coordinates for successive levels. `RANK ERROR` for a wrong number of positions.
pub fn choose(coordinates: &Array, array: &Array) -> Result<Value> {
    let paths = locate(coordinates, array)?;
    let layout = coordinates.layout().plain();
    if let Some(offsets) = paths.iter().map(|path| if let [one] = path[..] { Some(one) } else { None }).collect() {
        let offsets: Vec<usize> = offsets;
        return Ok(Array::new(layout, array.storage().select(&offsets)).into());
    }
    let items = paths.iter().map(|path| follow(array, path)).collect();
    Ok(Array::new(layout, Storage::collect(items)).into())
}

/// The path of each coordinate.
pub fn locate(coordinates: &Array, array: &Array) -> Result<Vec<Path>> {
    let mut failed = FirstError::default();
    let count = coordinates.len();
    reserve(count, size_of::<Path>() + size_of::<Value>(), || format!("{count} coordinates"))?;
    let mut paths = Vec::with_capacity(count);
    for i in 0..coordinates.len() {
        if i % 1024 == 0 {
            poll()?;
        }
        paths.extend(failed.keep(path(&coordinates.item(i), array)));
    }
    failed.check()?;
    Ok(paths)
}

/// The value at a path.
fn follow(array: &Array, path: &[usize]) -> Value {
    path.iter().fold(Value::Array(array.clone()), |value, &offset| value.item(offset))
}

/// The path that one coordinate describes.
fn path(coordinate: &Value, array: &Array) -> Result<Path> {
    let steps = steps(coordinate)?;
    if steps.len() == array.rank() && steps.iter().all(is_single) {
        return Ok(smallvec![offset(&steps, array.layout())?]);
    }
    if !matches!(coordinate, Value::Array(_)) || text(coordinate).is_some() {
        return Err(wrong_count(steps.len(), array.rank()));
    }
    let mut path = Path::new();
    let mut value = Value::Array(array.clone());
    for step in &steps {
        let positions = self::steps(step)?;
        let layout = value.as_array().map_or_else(Layout::scalar, |array| array.layout().clone());
        if positions.len() != layout.rank() {
            return Err(wrong_step(positions.len(), layout.rank(), path.len()));
        }
        let offset = offset(&positions, &layout).map_err(|error| {
            let message = format!("{}{}", error.message(), hint(path.len()));
            error.with_message(message)
        })?;
        value = value.item(offset);
        path.push(offset);
    }
    Ok(path)
}

/// The positions or steps that a coordinate consists of.
fn steps(coordinate: &Value) -> Result<Vec<Value>> {
    match coordinate {
        Value::Array(array) if array.rank() > 1 => {
            Err(Error::rank(format!("a coordinate must be a unit or vector, not {}", describe(coordinate))))
        }
        Value::Array(array) if text(coordinate).is_none() => {
            reserve(array.len(), size_of::<Value>(), || format!("a coordinate of {} positions", array.len()))?;
            Ok(array.storage().to_values())
        }
        single => Ok(vec![single.clone()]),
    }
}

/// Whether a step is a position or key, and not a coordinate of several.
fn is_single(step: &Value) -> bool {
    step.is_atom() || text(step).is_some()
}

fn wrong_count(positions: usize, rank: usize) -> Error {
    Error::rank(format!("a coordinate of {} for an item of rank {rank}", counted(positions, "position")))
}

/// The error of a step of a path that does not fit what the steps before it led to.
fn wrong_step(positions: usize, rank: usize, level: usize) -> Error {
    match level {
        0 => wrong_count(positions, rank),
        _ => Error::rank(format!(
            "a path leads on with {} into an item of rank {rank}{}",
            counted(positions, "position"),
            hint(level)
        )),
    }
}

/// Behind the first step the brackets `v[i]` of another language may be meant, where `i` is a list of positions.
fn hint(level: usize) -> &'static str {
    if level == 0 { "" } else { " (v[i] follows a path, v(i) selects at all positions i)" }
}

/// The offset of the item at one position on each axis.
fn offset(positions: &[Value], layout: &Layout) -> Result<usize> {
    let mut failed = FirstError::default();
    let mut offset = 0;
    for (axis, item) in positions.iter().enumerate() {
        let keys = layout.keys(axis).map(|keys| &**keys);
        let length = layout.shape()[axis];
        offset = offset * length + failed.keep(position(item, length, keys)).unwrap_or(0);
    }
    failed.check()?;
    Ok(offset)
}

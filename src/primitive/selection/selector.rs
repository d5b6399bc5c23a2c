//! Selectors: what a position, a key, an array of them or an infinity selects on one axis.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashSet;

use crate::array::{Array, Axis, Items, Keys, Layout, Shape, Value};
use crate::control::{Error, ErrorKind, Result};
use crate::primitive::argument::{describe, integers, text, whole};

/// What a selector selects on its axis.
#[derive(Clone, Debug, PartialEq)]
pub enum AxisSelection {
    /// One position; the axis goes away.
    One(usize),
    /// All positions in order.
    Whole,
    /// All positions, last first.
    Reversed,
    /// Several positions; this shape takes the place of the axis.
    Several {
        /// The positions in ravel order.
        positions: Vec<usize>,
        /// The shape of the selector.
        shape: Shape,
    },
}

/// Keeps the error that comes first by the order of kinds: rank, length, domain, index.
#[derive(Default)]
pub struct FirstError(Option<Error>);

impl FirstError {
    /// Takes note of a failure and goes on.
    pub fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                if self.0.as_ref().is_none_or(|kept| precedence(&error) > precedence(kept)) {
                    self.0 = Some(error);
                }
                None
            }
        }
    }

    /// Fails with the error that was kept, if any.
    pub fn check(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

fn precedence(error: &Error) -> Reverse<usize> {
    let order = [ErrorKind::Rank, ErrorKind::Length, ErrorKind::Domain, ErrorKind::Index];
    Reverse(order.iter().position(|&kind| kind == error.kind()).map_or(0, |place| place + 1))
}

/// Position `number` of an axis of this length, negative ones from the end.
#[inline]
pub fn from_number(number: i64, length: usize) -> Result<usize> {
    let position = if number < 0 { number.wrapping_add(length as i64) } else { number };
    if (position as u64) < length as u64 { Ok(position as usize) } else { Err(outside(number, length)) }
}

#[cold]
fn outside(number: i64, length: usize) -> Error {
    let number = number.to_string().replace('-', "¯");
    Error::index(format!("position {number} is outside an axis of length {length}"))
}

/// The position of a key.
pub fn from_key(key: &str, keys: Option<&Keys>) -> Result<usize> {
    let Some(keys) = keys else {
        return Err(Error::index(format!("the axis has no keys, so there is no key \"{key}\"")));
    };
    keys.position(key).ok_or_else(|| Error::index(format!("there is no key \"{key}\"")))
}

/// The position that one number or key means.
pub fn position(item: &Value, length: usize, keys: Option<&Keys>) -> Result<usize> {
    match item {
        Value::Int(number) => from_number(*number, length),
        Value::Char(_) | Value::Array(_) => match text(item) {
            Some(key) => from_key(&key, keys),
            None => Err(Error::domain(format!("a position or key is needed, not {}", describe(item)))),
        },
        _ => from_number(whole(item, "a position")?.as_position()?, length),
    }
}

/// The positions that the items of an array mean, each on its own.
pub fn positions(items: &Array, length: usize, keys: Option<&Keys>) -> Result<Vec<usize>> {
    let mut failed = FirstError::default();
    let found: Vec<usize> = match items.items() {
        Items::Bit(_) | Items::I64(_) | Items::F64(_) => {
            let numbers: Cow<[i64]> = integers(items, "a position")?;
            numbers.iter().map(|&number| from_number(number, length)).collect::<Result<_>>()?
        }
        _ => (0..items.len()).filter_map(|i| failed.keep(position(&items.item(i), length, keys))).collect(),
    };
    failed.check()?;
    Ok(found)
}

/// Fails where a position that has a key occurs twice.
pub fn check_repeated(positions: &[usize], keys: Option<&Keys>) -> Result<()> {
    let Some(keys) = keys.filter(|_| positions.len() > 1) else { return Ok(()) };
    let mut seen = HashSet::with_capacity_and_hasher(positions.len(), foldhash::fast::FixedState::default());
    for &position in positions {
        if let Some(key) = keys.get(position)
            && !seen.insert(position)
        {
            return Err(Error::domain(format!("the key \"{key}\" is selected twice")));
        }
    }
    Ok(())
}

/// What a selector selects on an axis of this length with these keys.
///
/// A key that is missing, or a position outside, is an `INDEX ERROR`; anything that is neither a whole number nor a key,
/// an infinity inside an array, and a keyed position selected twice are a `DOMAIN ERROR`.
pub fn resolve(selector: &Value, length: usize, keys: Option<&Keys>) -> Result<AxisSelection> {
    match selector {
        Value::Float(number) if number.is_infinite() => {
            Ok(if *number > 0.0 { AxisSelection::Whole } else { AxisSelection::Reversed })
        }
        Value::Array(array) if text(selector).is_none() => {
            let positions = positions(array, length, keys)?;
            check_repeated(&positions, keys)?;
            Ok(AxisSelection::Several { positions, shape: array.shape().into() })
        }
        single => position(single, length, keys).map(AxisSelection::One),
    }
}

impl AxisSelection {
    /// The axes that take the place of axis `axis` of `layout`: their lengths, keys and names.
    pub fn extend_layout(&self, layout: &Layout, axis: usize, lengths: &mut Shape, axes: &mut Vec<Axis>) {
        let length = layout.shape()[axis];
        match self {
            AxisSelection::One(_) => {}
            AxisSelection::Whole => {
                lengths.push(length);
                axes.push(layout.axis(axis));
            }
            AxisSelection::Reversed => {
                lengths.push(length);
                let keys = layout.keys(axis).and_then(|keys| keys.select((0..length).rev().map(Some)));
                axes.push(Axis { keys, name: layout.name(axis).cloned() });
            }
            AxisSelection::Several { positions, shape } => {
                lengths.extend_from_slice(shape);
                if shape.len() == 1 {
                    let keys = layout.keys(axis).and_then(|keys| keys.select(positions.iter().map(|&p| Some(p))));
                    axes.push(Axis { keys, name: layout.name(axis).cloned() });
                } else {
                    axes.extend(std::iter::repeat_n(Axis::default(), shape.len()));
                }
            }
        }
    }

    /// For each position selected, in order, where it begins in the ravel when one step along the axis is `stride` items.
    pub fn offsets(&self, length: usize, stride: usize) -> Vec<usize> {
        match self {
            AxisSelection::One(position) => vec![position * stride],
            AxisSelection::Whole => (0..length).map(|position| position * stride).collect(),
            AxisSelection::Reversed => (0..length).rev().map(|position| position * stride).collect(),
            AxisSelection::Several { positions, .. } => positions.iter().map(|position| position * stride).collect(),
        }
    }
}

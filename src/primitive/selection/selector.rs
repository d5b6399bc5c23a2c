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

/// A key of the position that an offset has on one of the axes, if there is one.
pub fn keyed_step(layout: &Layout, offset: usize) -> Option<&str> {
    (0..layout.rank()).find_map(|axis| {
        let stride: usize = layout.shape()[axis + 1..].iter().product();
        layout.keys(axis)?.get(offset / stride % layout.shape()[axis]).map(|key| &**key)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(entries: &[&str]) -> std::sync::Arc<Keys> {
        Keys::of_unique(entries.iter().map(|key| (!key.is_empty()).then(|| (*key).into())).collect()).unwrap()
    }

    fn kind(result: Result<AxisSelection>) -> ErrorKind {
        result.unwrap_err().kind()
    }

    #[test]
    fn numbers_select_from_both_ends() {
        let one = |number: f64| resolve(&Value::Float(number), 3, None);
        assert_eq!(one(0.0).unwrap(), AxisSelection::One(0));
        assert_eq!(one(-1.0).unwrap(), AxisSelection::One(2));
        assert_eq!(one(2.0 + 1e-15).unwrap(), AxisSelection::One(2));
        assert_eq!(one(f64::INFINITY).unwrap(), AxisSelection::Whole);
        assert_eq!(one(f64::NEG_INFINITY).unwrap(), AxisSelection::Reversed);
        assert_eq!(kind(one(3.0)), ErrorKind::Index);
        assert_eq!(kind(one(-4.0)), ErrorKind::Index);
        assert_eq!(kind(one(1e300)), ErrorKind::Index);
        assert_eq!(kind(one(0.5)), ErrorKind::Domain);
        assert_eq!(kind(resolve(&Value::Int(i64::MIN), 3, None)), ErrorKind::Index);
        assert_eq!(kind(resolve(&Value::Int(0), 0, None)), ErrorKind::Index);
    }

    #[test]
    fn keys_select_their_positions() {
        let axis = keys(&["a", "", "b"]);
        assert_eq!(resolve(&Value::string("b"), 3, Some(&axis)).unwrap(), AxisSelection::One(2));
        assert_eq!(resolve(&Value::Char('a'), 3, Some(&axis)).unwrap(), AxisSelection::One(0));
        assert_eq!(kind(resolve(&Value::string("c"), 3, Some(&axis))), ErrorKind::Index);
        assert_eq!(kind(resolve(&Value::string("a"), 3, None)), ErrorKind::Index);
        let mixed = Value::Array(Array::vector(vec![Value::string("b"), Value::Int(1), Value::Int(1)]));
        let selected = resolve(&mixed, 3, Some(&axis)).unwrap();
        let AxisSelection::Several { positions, .. } = selected else { panic!() };
        assert_eq!(positions, [2, 1, 1]);
        let twice = Value::Array(Array::integers(vec![0, -3]));
        assert_eq!(kind(resolve(&twice, 3, Some(&axis))), ErrorKind::Domain);
    }

    #[test]
    fn a_domain_error_comes_before_an_index_error() {
        let items = Value::Array(Array::vector(vec![Value::Int(9), Value::string("x"), Value::Array(Array::zilde())]));
        assert_eq!(kind(resolve(&items, 3, None)), ErrorKind::Domain);
        let infinite = Value::Array(Array::floats(vec![9.0, f64::INFINITY]));
        assert_eq!(kind(resolve(&infinite, 3, None)), ErrorKind::Domain);
        let mut failed = FirstError::default();
        failed.keep::<()>(Err(Error::index("first")));
        failed.keep::<()>(Err(Error::rank("second")));
        failed.keep::<()>(Err(Error::domain("third")));
        assert_eq!(failed.check().unwrap_err().kind(), ErrorKind::Rank);
    }
}

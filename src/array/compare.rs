//! Equality, match and structural order of values.

use std::cmp::Ordering;

use super::{Array, Domain, Items, Keys, Layout, Storage, Value};
use crate::control::{Error, Result};
use crate::number::tolerance;

/// Runs a step of a recursive walk over nested values with enough stack for it, however deep the nesting.
pub fn nested<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, step)
}

/// Tolerant equality of two atoms: numbers by value, characters by code point, functions by identity. Values of
/// different classes, and anything beside an array, are unequal.
pub fn equal_atoms(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => tolerance::equal_reals(*a, *b),
        (Value::Char(a), Value::Char(b)) => a == b,
        (Value::Function(a), Value::Function(b)) => a.is_same(b),
        _ => match (a.as_number(), b.as_number()) {
            (Some(a), Some(b)) => tolerance::equal(&a, &b),
            _ => false,
        },
    }
}

/// Whether two values match (`X≡Y`): atoms that are equal, or arrays of one shape whose keyed axes have the same keys and
/// whose items match, paired by key on keyed axes. Arrays without items also need matching prototypes. Axis names do not
/// matter. An atom never matches an array.
pub fn matches(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => arrays_match(a, b),
        (Value::Array(_), _) | (_, Value::Array(_)) => false,
        _ => equal_atoms(a, b),
    }
}

fn arrays_match(a: &Array, b: &Array) -> bool {
    if a.is_same(b) && a.storage().lane().domain() != Domain::Mixed {
        return true;
    }
    if a.shape() != b.shape() || !same_key_sets(a.layout(), b.layout()) {
        return false;
    }
    if a.is_empty() {
        return nested(|| prototypes_match(&a.fill(), &b.fill()));
    }
    match key_permutation(a.layout(), b.layout()) {
        None => items_match(a.storage(), b.storage()),
        Some(positions) => items_match(a.storage(), &b.storage().select(&positions)),
    }
}

/// Prototypes match when their structure does; numbers of any kind are alike.
fn prototypes_match(a: &Value, b: &Value) -> bool {
    matches(a, b)
}

fn items_match(a: &Storage, b: &Storage) -> bool {
    match (a.items(), b.items()) {
        (Items::Bit(a), Items::Bit(b)) => a.words() == b.words(),
        (Items::I64(a), Items::I64(b)) => a == b,
        (Items::Char8(a), Items::Char8(b)) => a == b,
        (Items::Char32(a), Items::Char32(b)) => a == b,
        (Items::Char8(a), Items::Char32(b)) | (Items::Char32(b), Items::Char8(a)) => {
            a.iter().zip(b).all(|(&a, &b)| a as char == b)
        }
        (Items::F64(a), Items::F64(b)) => a.iter().zip(b).all(|(&a, &b)| tolerance::equal_reals(a, b)),
        (Items::I64(a), Items::F64(b)) | (Items::F64(b), Items::I64(a)) => {
            a.iter().zip(b).all(|(&a, &b)| tolerance::equal_reals(a as f64, b))
        }
        _ => (0..a.len()).all(|i| {
            let (x, y) = (a.get(i), b.get(i));
            match (&x, &y) {
                (Value::Array(_), Value::Array(_)) => nested(|| matches(&x, &y)),
                _ => matches(&x, &y),
            }
        }),
    }
}

/// Whether on each axis both layouts are unkeyed, or both keyed with the same set of keys and as many positions without.
pub fn same_key_sets(a: &Layout, b: &Layout) -> bool {
    (0..a.rank()).all(|axis| match (a.keys(axis), b.keys(axis)) {
        (None, None) => true,
        (Some(a), Some(b)) => same_keys(a, b),
        _ => false,
    })
}

/// Whether two key lists of one length hold the same keys, in whatever order.
pub fn same_keys(a: &Keys, b: &Keys) -> bool {
    a == b
        || (a.len() == b.len()
            && a.entries().iter().flatten().count() == b.entries().iter().flatten().count()
            && a.entries().iter().flatten().all(|key| b.position(key).is_some()))
}

/// For each position of `a` the position of `b` with the same key; positions without a key pair in order. Needs
/// [`same_keys`].
pub fn key_alignment(a: &Keys, b: &Keys) -> Vec<usize> {
    let mut unkeyed = b.entries().iter().enumerate().filter(|(_, key)| key.is_none()).map(|(i, _)| i);
    a.entries()
        .iter()
        .map(|key| match key {
            Some(key) => b.position(key),
            None => unkeyed.next(),
        })
        .map(|position| position.expect("the key sets are equal"))
        .collect()
}

/// For each item of `a` in ravel order the place of its partner in `b`, or nothing where that is the same place.
fn key_permutation(a: &Layout, b: &Layout) -> Option<Vec<usize>> {
    let differ = |axis| match (a.keys(axis), b.keys(axis)) {
        (Some(a), Some(b)) => a != b,
        _ => false,
    };
    if !a.has_keys() || !(0..a.rank()).any(differ) {
        return None;
    }
    let mut positions = vec![0];
    for (axis, &length) in a.shape().iter().enumerate() {
        let order: Vec<usize> = match (a.keys(axis), b.keys(axis)) {
            (Some(a), Some(b)) => key_alignment(a, b),
            _ => (0..length).collect(),
        };
        positions = positions.iter().flat_map(|&base| order.iter().map(move |&p| base * length + p)).collect();
    }
    Some(positions)
}

/// The structural order of two values, without tolerance: numbers before characters before arrays; arrays by rank, then
/// by ravel (a proper beginning first), then by shape. A function is a `DOMAIN ERROR`.
pub fn compare(a: &Value, b: &Value) -> Result<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Ok(a.cmp(b)),
        (Value::Float(a), Value::Float(b)) => Ok(tolerance::order_floats(*a, *b)),
        (Value::Char(a), Value::Char(b)) => Ok(a.cmp(b)),
        (Value::Function(_), _) | (_, Value::Function(_)) => Err(Error::domain("functions have no order")),
        (Value::Array(a), Value::Array(b)) => nested(|| compare_arrays(a, b)),
        _ => match (a.as_number(), b.as_number()) {
            (Some(a), Some(b)) => Ok(tolerance::order(&a, &b)),
            _ => Ok(class(a).cmp(&class(b))),
        },
    }
}

fn class(value: &Value) -> u8 {
    match value {
        Value::Char(_) => 1,
        Value::Array(_) => 2,
        _ => 0,
    }
}

fn compare_arrays(a: &Array, b: &Array) -> Result<Ordering> {
    let by_rank = a.rank().cmp(&b.rank());
    if by_rank != Ordering::Equal {
        return Ok(by_rank);
    }
    let by_items = compare_items(a.storage(), b.storage())?;
    Ok(by_items.then_with(|| a.len().cmp(&b.len())).then_with(|| a.shape().cmp(b.shape())))
}

/// The order of two ravels as far as both reach.
pub fn compare_items(a: &Storage, b: &Storage) -> Result<Ordering> {
    let shorter = a.len().min(b.len());
    match (a.items(), b.items()) {
        (Items::I64(a), Items::I64(b)) => Ok(a[..shorter].cmp(&b[..shorter])),
        (Items::Char8(a), Items::Char8(b)) => Ok(a[..shorter].cmp(&b[..shorter])),
        (Items::Char32(a), Items::Char32(b)) => Ok(a[..shorter].cmp(&b[..shorter])),
        _ => {
            for i in 0..shorter {
                let order = compare(&a.get(i), &b.get(i))?;
                if order != Ordering::Equal {
                    return Ok(order);
                }
            }
            Ok(Ordering::Equal)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(items: Vec<Value>) -> Value {
        Value::Array(Array::vector(items))
    }

    #[test]
    fn match_is_by_value_whatever_the_lane() {
        let exact = Value::Array(Array::integers(vec![4, 5]));
        let float = Value::Array(Array::floats(vec![4.0, 5.0]));
        let mixed =
            Value::Array(Array::new(Layout::vector(2), Storage::Mixed(vec![Value::Int(4), Value::Float(5.0)].into())));
        assert!(matches(&exact, &float) && matches(&float, &mixed) && matches(&mixed, &exact));
        assert!(!matches(&Value::Int(4), &Value::Array(Array::scalar(Value::Int(4)))));
        assert!(!matches(&Value::string(""), &Value::Array(Array::zilde())));
        assert!(matches(&Value::Array(Array::integers(vec![])), &Value::Array(Array::zilde())));
    }

    #[test]
    fn deep_values_do_not_overflow_the_stack() {
        let deep = |end: i64| (0..200_000).fold(Value::Int(end), |value, _| Value::Array(Array::scalar(value)));
        assert!(matches(&deep(1), &deep(1)));
        assert!(!matches(&deep(1), &deep(2)));
        assert_eq!(compare(&deep(1), &deep(2)).unwrap(), Ordering::Less);
    }

    #[test]
    fn order_of_classes() {
        let items = [
            Value::Float(f64::NEG_INFINITY),
            Value::Int(3),
            Value::Char('a'),
            Value::Char('b'),
            vector(vec![Value::Int(0)]),
        ];
        for (i, a) in items.iter().enumerate() {
            for (j, b) in items.iter().enumerate() {
                assert_eq!(compare(a, b).unwrap(), i.cmp(&j));
            }
        }
        assert_eq!(compare(&Value::string("fi"), &Value::string("fig")).unwrap(), Ordering::Less);
    }
}

//! `,/` of vectors and units in one pass: a reduction that would copy what it has joined at every step.

use crate::array::{Array, Domain, Item, Items, Layout, Storage, Value, show_shape};
use crate::control::{Result, poll, reserve};

/// The items, at least two, catenated from the right, if that can be done at once: all of them units and plain vectors,
/// not all empty, and of such kinds that joining them in any order gives the same.
pub fn catenated(items: &Storage) -> Result<Option<Value>> {
    debug_assert!(items.len() >= 2);
    let Items::Mixed(values) = items.items() else {
        return Ok(Some(Array::new(Layout::vector(items.len()), items.clone()).into()));
    };
    if let Some(joined) = of_one_lane(values)? {
        return Ok(Some(joined));
    }
    let mut kinds = Kinds::default();
    let mut parts = Vec::with_capacity(values.len());
    let mut count = 0usize;
    for (i, value) in values.iter().enumerate() {
        if i % 4096 == 0 {
            poll()?;
        }
        let part = match value {
            Value::Array(array) if array.rank() <= 1 && array.layout().is_plain() => array.storage().clone(),
            Value::Array(_) => return Ok(None),
            atom => Storage::collect(vec![atom.clone()]),
        };
        count = count.saturating_add(part.len());
        kinds.note(&part);
        parts.push(part);
    }
    if count == 0 || !kinds.join_in_any_order() {
        return Ok(None);
    }
    reserve(count, size_of::<Value>(), || format!("an array of shape {}", show_shape(&[count])))?;
    let storage = Storage::join(&parts.iter().collect::<Vec<_>>());
    Ok(Some(Array::new(Layout::vector(count), storage).into()))
}

/// Strings, or vectors of floats or of integers, and atoms of the same kind, copied one after the other.
fn of_one_lane(values: &[Value]) -> Result<Option<Value>> {
    fn joined<T: Item>(values: &[Value], view: impl Fn(&Storage) -> Option<&[T]>) -> Result<Option<Value>> {
        let mut items: Vec<T> = Vec::new();
        for (i, value) in values.iter().enumerate() {
            if i % 4096 == 0 {
                poll()?;
                reserve(items.len(), 2 * size_of::<T>(), || "a catenation".into())?;
            }
            match value {
                Value::Array(array) if array.rank() <= 1 && array.layout().is_plain() => match view(array.storage()) {
                    Some(own) => items.extend_from_slice(own),
                    None => return Ok(None),
                },
                Value::Array(_) => return Ok(None),
                atom => match T::from_value(atom) {
                    Some(item) => items.push(item),
                    None => return Ok(None),
                },
            }
        }
        let layout = Layout::vector(items.len());
        Ok((!items.is_empty()).then(|| Array::new(layout, T::store(items.into())).into()))
    }
    match &values[0] {
        Value::Array(array) => match array.storage() {
            Storage::Char8(_) => joined(values, |storage| match storage {
                Storage::Char8(items) => Some(items),
                _ => None,
            }),
            Storage::F64(_) => joined(values, |storage| match storage {
                Storage::F64(items) => Some(items),
                _ => None,
            }),
            Storage::I64(_) => joined(values, |storage| match storage {
                Storage::I64(items) => Some(items),
                _ => None,
            }),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

/// Which kinds of parts there are.
#[derive(Default)]
struct Kinds {
    integers: bool,
    floats: bool,
    infinities: bool,
    complex: bool,
    others: bool,
}

impl Kinds {
    fn note(&mut self, part: &Storage) {
        if part.is_empty() {
            return;
        }
        self.infinities |= match part.items() {
            Items::F64(items) => items.iter().any(|item| item.is_infinite()),
            Items::C64(items) => items.iter().any(|item| item.re.is_infinite()),
            _ => false,
        };
        match part.lane().domain() {
            Domain::Integer => self.integers = true,
            Domain::Float => self.floats = true,
            Domain::Complex => self.complex = true,
            Domain::Character | Domain::Mixed => self.others = true,
        }
    }

    /// Numbers of one kind are never converted. Those of several kinds are, all of them, unless something stops it: a
    /// part of no number, or an infinity.
    fn join_in_any_order(&self) -> bool {
        let numbers = self.integers as u8 + self.floats as u8 + self.complex as u8;
        numbers <= 1 || (!self.others && !self.infinities)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::Lane;

    fn joined(parts: Vec<Value>) -> Option<Value> {
        catenated(Array::vector(parts).storage()).unwrap()
    }

    #[test]
    fn kinds_that_depend_on_the_order_are_left_alone() {
        let text = || Value::string("ab");
        let floats = |items: &[f64]| Value::Array(Array::floats(items.to_vec()));
        let integers = || Value::Array(Array::integers(vec![1, 2]));
        let result = joined(vec![integers(), Value::Int(3), floats(&[0.5])]).unwrap();
        assert_eq!((result.item_count(), result.as_array().unwrap().storage().lane()), (4, Lane::F64));
        assert!(joined(vec![text(), integers(), floats(&[0.5])]).is_none());
        assert!(joined(vec![integers(), floats(&[f64::INFINITY])]).is_none());
        assert_eq!(joined(vec![text(), Value::Char('c')]).unwrap().as_text().unwrap(), "abc");
        assert_eq!(joined(vec![text(), integers()]).unwrap().as_array().unwrap().storage().lane(), Lane::Mixed);
        assert!(joined(vec![Value::string(""), Array::zilde().into()]).is_none());
        let held = || Value::Array(Array::scalar(text()));
        assert_eq!(joined(vec![held(), held()]).unwrap().item_count(), 2);
        assert_eq!(joined(vec![held(), text()]).unwrap().item_count(), 3);
        assert!(joined(vec![Array::scalar(Value::Float(0.5)).into(), integers(), text()]).is_none());
    }
}

//! What an assignment does to a variable, found out beforehand and then done at once.

use std::sync::Arc;

use crate::array::compare::nested;
use crate::array::{Storage, Value, show_shape};
use crate::control::{Result, reserve};

use super::choose::Path;

/// One write into a nested value.
#[derive(Debug)]
pub(super) enum Edit {
    /// The item at the path is replaced; the empty path is the whole variable.
    Replace { path: Path, item: Value },
    /// The vector at the path gets one more item with a key.
    Insert { path: Path, key: Arc<str>, item: Value },
    /// Items of the array at the path are replaced by one item.
    Fill { path: Path, positions: Vec<usize>, item: Value },
    /// Items of the array at the path are replaced one by one.
    Scatter { path: Path, positions: Vec<usize>, items: Storage },
    /// The vector at the path, without keys, gets more items.
    Append { path: Path, items: Storage },
}

/// The writes that an assignment has worked out. Holds no part of the old value of the variable, so that a variable that
/// nobody else holds is written in place.
#[derive(Debug, Default)]
pub struct Change {
    pub(super) edits: Vec<Edit>,
}

impl Change {
    /// The deepest frame that a function among what is written depends on, 0 for none.
    pub fn dependency(&self) -> u32 {
        let of = |edit: &Edit| match edit {
            Edit::Replace { item, .. } | Edit::Insert { item, .. } | Edit::Fill { item, .. } => item.dependency(),
            Edit::Scatter { items, .. } | Edit::Append { items, .. } => match items {
                Storage::Mixed(items) => items.iter().map(Value::dependency).max().unwrap_or(0),
                _ => 0,
            },
        };
        self.edits.iter().map(of).max().unwrap_or(0)
    }

    /// Does the writes. On an error (`LIMIT ERROR` for the memory of a copy) the variable is as it was.
    pub fn apply(self, variable: &mut Value) -> Result<()> {
        for edit in &self.edits {
            edit.reserve(variable)?;
        }
        for edit in self.edits {
            edit.perform(variable);
        }
        Ok(())
    }
}

impl Edit {
    /// Fails where the memory for a copy, a conversion or the growth of the array that is written is not there.
    fn reserve(&self, variable: &Value) -> Result<()> {
        let path = match self {
            Edit::Replace { path, .. } => &path[..path.len().saturating_sub(1)],
            Edit::Insert { path, .. }
            | Edit::Fill { path, .. }
            | Edit::Scatter { path, .. }
            | Edit::Append { path, .. } => path,
        };
        let mut found = variable.clone();
        for &offset in path {
            // An earlier edit makes what is not there yet.
            if offset >= found.item_count() {
                return Ok(());
            }
            found = found.item(offset);
        }
        let Value::Array(array) = &found else { return Ok(()) };
        let lane = match self {
            Edit::Replace { item, .. } | Edit::Insert { item, .. } | Edit::Fill { item, .. } => {
                array.storage().lane_with(item)
            }
            Edit::Scatter { items, .. } | Edit::Append { items, .. } => array.storage().lane_with_part(items),
        };
        // Two hold it: the variable, and this.
        if lane == array.storage().lane() && array.holders() <= 2 {
            let more = match self {
                Edit::Append { items, .. } => items.len(),
                Edit::Insert { .. } => 1,
                _ => return Ok(()),
            };
            let size = || format!("a vector of {} items", array.len() + more);
            return reserve(array.storage().growth(more), 1, size);
        }
        reserve(array.len(), size_of::<Value>(), || format!("an array of shape {}", show_shape(array.shape())))
    }

    fn perform(self, variable: &mut Value) {
        match self {
            Edit::Replace { path, item } => match path.split_last() {
                None => *variable = item,
                Some((&last, parents)) => at(variable, parents, |parent| {
                    if let Value::Array(array) = parent {
                        array.set(last, &item);
                    }
                }),
            },
            Edit::Insert { path, key, item } => at(variable, &path, |value| {
                if let Value::Array(array) = value {
                    array.push_keyed(key, item);
                }
            }),
            Edit::Fill { path, positions, item } => at(variable, &path, |value| {
                if let Value::Array(array) = value {
                    array.fill_at(&positions, &item);
                }
            }),
            Edit::Append { path, items } => at(variable, &path, |value| {
                if let Value::Array(array) = value {
                    array.extend(&items);
                }
            }),
            Edit::Scatter { path, positions, items } => at(variable, &path, |value| {
                if let Value::Array(array) = value {
                    array.scatter(&positions, &items);
                }
            }),
        }
    }
}

/// Changes the value at a path, which is taken out of the arrays around it meanwhile.
fn at(value: &mut Value, path: &[usize], change: impl FnOnce(&mut Value)) {
    fn descend(value: &mut Value, path: &[usize], change: Box<dyn FnOnce(&mut Value) + '_>) {
        match (path, value) {
            ([], value) => change(value),
            ([first, rest @ ..], Value::Array(array)) => {
                array.update(*first, |item| nested(|| descend(item, rest, change)));
            }
            _ => {}
        }
    }
    match path {
        [] => change(value),
        _ => descend(value, path, Box::new(change)),
    }
}

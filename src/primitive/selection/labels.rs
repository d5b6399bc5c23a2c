//! Labels: selection functions are computed on them, and what comes out tells which items are written.
//!
//! A label is an exact integer from 1 up that stands for one item of some array inside the variable; 0 is fill and
//! stands for none. Labels lie in arrays with the layout of what they stand for, so that the primitives themselves move
//! them, keys and all.

use std::collections::HashMap;

use smallvec::smallvec;

use crate::array::compare::nested;
use crate::array::{Array, Layout, Storage, Value};

use super::choose::Path;

/// The arrays whose items have labels.
#[derive(Default)]
pub(super) struct Bases {
    list: Vec<Base>,
    by_origin: HashMap<Origin, usize, foldhash::fast::FixedState>,
    count: i64,
}

/// One array whose items have labels, or one value that has a label itself.
pub(super) struct Base {
    /// How many labels there are before those of this one.
    before: i64,
    origin: Origin,
    /// The array, or the value.
    pub value: Value,
    /// Whether the label stands for the value itself and not for an item.
    pub is_itself: bool,
}

/// Where a base is in the variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Origin {
    /// At this path.
    Path(Path),
    /// At this offset of another base: paths of deeply nested items are not written out.
    Item(usize, usize),
}

impl Bases {
    /// The label before that of the first item of this array.
    pub fn items(&mut self, path: &Path, array: &Array) -> i64 {
        self.add(Origin::Path(path.clone()), Value::Array(array.clone()), false)
    }

    fn add(&mut self, origin: Origin, value: Value, is_itself: bool) -> i64 {
        if let Some(&base) = self.by_origin.get(&origin)
            && self.list[base].is_itself == is_itself
        {
            return self.list[base].before;
        }
        let before = self.count;
        self.count += if is_itself { 1 } else { value.item_count() as i64 };
        self.by_origin.insert(origin.clone(), self.list.len());
        self.list.push(Base { before, origin, value, is_itself });
        before
    }

    /// The path of a base.
    pub fn path(&self, base: usize) -> Path {
        let (mut inner, mut base) = (Path::new(), base);
        loop {
            match &self.list[base].origin {
                Origin::Item(outer, offset) => {
                    inner.push(*offset);
                    base = *outer;
                }
                Origin::Path(path) => {
                    inner.extend(path.iter().rev().copied());
                    inner.reverse();
                    return inner;
                }
            }
        }
    }

    /// The labels of a value at a path: those of its items in its own layout, or its own if it is an atom.
    pub fn labels(&mut self, path: &Path, value: &Value) -> Value {
        let Value::Array(array) = value else {
            return Value::Int(1 + self.add(Origin::Path(path.clone()), value.clone(), true));
        };
        labels_from(self.items(path, array), array)
    }

    /// The label of what lies at `inner` within the value at `path`.
    pub fn label_at(&mut self, value: &Value, path: &Path, inner: &[usize]) -> i64 {
        let Some((&last, parents)) = inner.split_last() else {
            return 1 + self.add(Origin::Path(path.clone()), value.clone(), true);
        };
        let mut path = path.clone();
        path.extend_from_slice(parents);
        match parents.iter().fold(value.clone(), |value, &offset| value.item(offset)) {
            Value::Array(array) => 1 + self.items(&path, &array) + last as i64,
            atom => 1 + self.add(Origin::Path(path), atom, true),
        }
    }

    /// The base and offset of the item that a label, not 0, stands for.
    pub fn find(&self, label: i64) -> (usize, usize) {
        let base = match self.list.len() {
            1 => 0,
            // Arrays without items have no labels: the last of several that start alike is the one.
            _ => self.list.partition_point(|base| base.before < label) - 1,
        };
        (base, (label - 1 - self.list[base].before) as usize)
    }

    /// A base.
    pub fn base(&self, base: usize) -> &Base {
        &self.list[base]
    }

    /// Path and value of the item that a label, not 0, stands for.
    pub fn place(&self, label: i64) -> (Path, Value) {
        let (base, offset) = self.find(label);
        let mut path = self.path(base);
        let Base { value, is_itself, .. } = &self.list[base];
        if *is_itself {
            return (path, value.clone());
        }
        path.push(offset);
        (path, value.item(offset))
    }

    /// The value of the item that a label, not 0, stands for.
    pub fn value(&self, label: i64) -> Value {
        let (base, offset) = self.find(label);
        let Base { value, is_itself, .. } = &self.list[base];
        if *is_itself { value.clone() } else { value.item(offset) }
    }

    /// Replaces the labels of nested items by arrays of the labels of what they hold, `levels` levels deep.
    pub fn expand(&mut self, labels: Value, levels: usize) -> Value {
        let Value::Array(array) = &labels else { return labels };
        if levels == 0 || (0..array.len()).all(|i| self.is_flat(&array.item(i))) {
            return labels;
        }
        let mut items = Vec::with_capacity(array.len());
        for item in array.storage().to_values() {
            let inner = match &item {
                Value::Int(label @ 1..) => match self.value(*label) {
                    Value::Array(array) => {
                        let (base, offset) = self.find(*label);
                        let before = self.add(Origin::Item(base, offset), Value::Array(array.clone()), false);
                        labels_from(before, &array)
                    }
                    _ => item,
                },
                _ => item,
            };
            items.push(nested(|| self.expand(inner, levels - 1)));
        }
        Array::with_prototype(array.layout().clone(), Storage::collect(items), &Value::Int(0)).into()
    }

    /// Whether a label stands for an atom, or for nothing.
    fn is_flat(&self, label: &Value) -> bool {
        match label {
            Value::Int(label @ 1..) => {
                let (base, offset) = self.find(*label);
                let Base { value, is_itself, .. } = &self.list[base];
                *is_itself || value.as_array().is_none_or(|array| array.is_simple()) || value.item(offset).is_atom()
            }
            Value::Int(_) => true,
            _ => false,
        }
    }
}

/// The labels of the items of an array, after those before.
fn labels_from(before: i64, array: &Array) -> Value {
    label_array(array.layout().clone(), (0..array.len() as i64).map(|i| before + 1 + i).collect())
}

/// An array of labels.
pub(super) fn label_array(layout: Layout, labels: Vec<i64>) -> Value {
    if labels.is_empty() {
        return Array::empty(layout, Value::Int(0)).into();
    }
    Array::new(layout, Storage::I64(labels.into())).into()
}

/// The path of an item one step further in.
pub(super) fn deeper(path: &Path, offset: usize) -> Path {
    let mut path = path.clone();
    path.push(offset);
    path
}

/// The path of the variable itself.
pub(super) fn root() -> Path {
    smallvec![]
}

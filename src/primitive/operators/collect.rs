//! Collecting results item by item (rule C).

use crate::array::{Array, Layout, Storage, Value};
use crate::control::{Result, reserve};

/// Items of a result as they come, in a compact lane as long as all of them are integers, or all of them reals.
pub enum Collector {
    /// Nothing yet; how many items are to come.
    Empty(usize),
    /// Exact integers.
    Integers(Vec<i64>),
    /// Approximate reals.
    Floats(Vec<f64>),
    /// Anything.
    Values(Vec<Value>),
}

impl Collector {
    /// A collector for this many items, or a `LIMIT ERROR` where there is no room for them.
    pub fn new(layout: &Layout) -> Result<Collector> {
        let count = layout.count();
        reserve(count, size_of::<Value>(), || {
            format!("a result of shape {}", crate::array::show_shape(layout.shape()))
        })?;
        Ok(Collector::Empty(count))
    }

    /// Adds one item; it keeps its kind.
    #[inline]
    pub fn push(&mut self, item: Value) {
        match (&mut *self, item) {
            (Collector::Integers(items), Value::Int(item)) => items.push(item),
            (Collector::Floats(items), Value::Float(item)) => items.push(item),
            (Collector::Values(items), item) => items.push(item),
            (_, item) => self.widen_and_push(item),
        }
    }

    fn widen_and_push(&mut self, item: Value) {
        *self = match (std::mem::replace(self, Collector::Empty(0)), item) {
            (Collector::Empty(count), Value::Int(item)) => Collector::Integers(first(count, item)),
            (Collector::Empty(count), Value::Float(item)) => Collector::Floats(first(count, item)),
            (Collector::Empty(count), item) => Collector::Values(first(count, item)),
            (Collector::Integers(items), item) => Collector::Values(widened(items, Value::Int, item)),
            (Collector::Floats(items), item) => Collector::Values(widened(items, Value::Float, item)),
            (Collector::Values(mut items), item) => {
                items.push(item);
                Collector::Values(items)
            }
        };
    }

    /// The items gathered.
    pub fn finish(self) -> Storage {
        match self {
            Collector::Empty(_) => Storage::collect(Vec::new()),
            Collector::Integers(items) => Storage::I64(items.into()),
            Collector::Floats(items) => Storage::F64(items.into()),
            Collector::Values(items) => Storage::collect(items),
        }
    }

    /// An array of the items gathered, at least one, in this layout.
    pub fn into_array(self, layout: Layout) -> Value {
        let storage = self.finish();
        debug_assert!(!storage.is_empty());
        Value::Array(Array::new(layout, storage))
    }
}

fn first<T>(count: usize, item: T) -> Vec<T> {
    let mut items = Vec::with_capacity(count.max(1));
    items.push(item);
    items
}

fn widened<T>(items: Vec<T>, cast: fn(T) -> Value, item: Value) -> Vec<Value> {
    let mut values = Vec::with_capacity(items.capacity());
    values.extend(items.into_iter().map(cast));
    values.push(item);
    values
}

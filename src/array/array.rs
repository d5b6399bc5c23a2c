//! The array: a layout, its items, and facts about them that are known for good.

use std::cell::Cell;
use std::sync::Arc;

use super::{Domain, Items, Lane, Layout, Shape, Storage, Value};

/// An array, shared by reference count. Cloning copies nothing.
#[derive(Clone, Debug)]
pub struct Array(Arc<ArrayData>);

/// Layout, items and cached facts of an array.
#[derive(Clone, Debug)]
pub struct ArrayData {
    layout: Layout,
    storage: Storage,
    /// The prototype of a mixed array without items; unused otherwise.
    empty_prototype: Value,
    /// 1 more than the depth of the deepest item (or of the prototype when there are no items).
    depth: u32,
    /// The deepest frame that a function inside depends on.
    dependency: u32,
}

impl Array {
    /// An array of these items. Their number is the product of the shape. A mixed storage without items needs
    /// [`Array::empty`] instead.
    #[inline]
    pub fn new(layout: Layout, storage: Storage) -> Array {
        let array = Array::build(layout, storage, Value::Int(0));
        debug_assert!(
            array.len() > 0 || array.storage().lane() != Lane::Mixed,
            "a mixed array without items needs a prototype"
        );
        array
    }

    /// An array of these items which has `prototype` as its fill if there are none.
    pub fn with_prototype(layout: Layout, storage: Storage, prototype: &Value) -> Array {
        if layout.count() == 0 { Array::empty(layout, prototype.prototype()) } else { Array::new(layout, storage) }
    }

    /// An array without items and with this prototype (which must be a prototype: zeros, blanks, functions).
    pub fn empty(layout: Layout, prototype: Value) -> Array {
        debug_assert_eq!(layout.count(), 0);
        let lane = match &prototype {
            Value::Int(_) | Value::Exact(_) => Lane::I64,
            Value::Float(_) | Value::Complex(_) => Lane::F64,
            Value::Char(_) => Lane::Char8,
            Value::Function(_) | Value::Array(_) => Lane::Mixed,
        };
        Array::build(layout, Storage::empty(lane), prototype)
    }

    fn build(layout: Layout, storage: Storage, empty_prototype: Value) -> Array {
        debug_assert_eq!(layout.count(), storage.len(), "items must fill the shape");
        let (mut depth, mut dependency) = (1, 0);
        if let Storage::Mixed(items) = &storage {
            let prototype = if items.is_empty() { Some(&empty_prototype) } else { None };
            for item in items.iter().chain(prototype) {
                match item {
                    Value::Array(array) => {
                        depth = depth.max(1 + array.0.depth);
                        dependency = dependency.max(array.0.dependency);
                    }
                    Value::Function(function) => dependency = dependency.max(function.dependency()),
                    _ => {}
                }
            }
        }
        Array(Arc::new(ArrayData { layout, storage, empty_prototype, depth, dependency }))
    }

    /// A rank-0 array that holds this item.
    pub fn scalar(item: Value) -> Array {
        Array::new(Layout::scalar(), Storage::collect(vec![item]))
    }

    /// A vector of these items, each keeping its kind (rules C and W).
    pub fn vector(items: Vec<Value>) -> Array {
        Array::new(Layout::vector(items.len()), Storage::collect(items))
    }

    /// A vector of exact integers.
    pub fn integers(items: Vec<i64>) -> Array {
        Array::new(Layout::vector(items.len()), Storage::I64(items.into()))
    }

    /// A vector of approximate reals.
    pub fn floats(items: Vec<f64>) -> Array {
        Array::new(Layout::vector(items.len()), Storage::F64(items.into()))
    }

    /// A character vector.
    pub fn string(text: &str) -> Array {
        let storage = if text.chars().all(|character| (character as u32) < 256) {
            Storage::Char8(text.chars().map(|character| character as u8).collect::<Vec<_>>().into())
        } else {
            Storage::Char32(text.chars().collect::<Vec<_>>().into())
        };
        Array::new(Layout::vector(storage.len()), storage)
    }

    /// `⍬`: no approximate numbers.
    pub fn zilde() -> Array {
        Array::floats(Vec::new())
    }

    /// Shape, keys and names.
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.0.layout
    }

    /// The items.
    #[inline]
    pub fn storage(&self) -> &Storage {
        &self.0.storage
    }

    /// A typed view of the items.
    #[inline]
    pub fn items(&self) -> Items<'_> {
        self.0.storage.items()
    }

    /// The lengths of the axes.
    #[inline]
    pub fn shape(&self) -> &[usize] {
        self.0.layout.shape()
    }

    /// The number of axes.
    #[inline]
    pub fn rank(&self) -> usize {
        self.0.layout.rank()
    }

    /// The number of items.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.storage.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Item `i` in ravel order.
    #[inline]
    pub fn item(&self, i: usize) -> Value {
        self.0.storage.get(i)
    }

    /// The length of the first axis, 1 for a scalar.
    pub fn tally(&self) -> usize {
        self.shape().first().copied().unwrap_or(1)
    }

    /// Nesting: 1 for an array of atoms.
    pub fn depth(&self) -> usize {
        self.0.depth as usize
    }

    /// Whether all items are atoms.
    pub fn is_simple(&self) -> bool {
        self.0.depth == 1
    }

    /// The deepest frame that a function inside depends on, 0 for none.
    pub fn dependency(&self) -> u32 {
        self.0.dependency
    }

    /// The fill: the prototype of the first item, or the one that an array without items was made with.
    pub fn fill(&self) -> Value {
        match self.0.storage.lane().domain() {
            Domain::Integer => Value::Int(0),
            Domain::Float | Domain::Complex => Value::Float(0.0),
            Domain::Character => Value::Char(' '),
            Domain::Mixed if self.is_empty() => self.0.empty_prototype.clone(),
            Domain::Mixed => self.item(0).prototype(),
        }
    }

    /// This array with every item replaced by its prototype.
    pub fn as_prototype(&self) -> Array {
        let storage = match self.storage() {
            Storage::Mixed(_) if self.is_empty() => return self.clone(),
            Storage::Mixed(items) => Storage::Mixed(items.iter().map(Value::prototype).collect::<Vec<_>>().into()),
            compact => match compact.lane().domain() {
                Domain::Integer => Storage::I64(vec![0; self.len()].into()),
                Domain::Character => Storage::Char8(vec![b' '; self.len()].into()),
                _ => Storage::F64(vec![0.0; self.len()].into()),
            },
        };
        Array::new(self.layout().clone(), storage)
    }

    /// The same items in another layout of as many items. Shares the buffer.
    pub fn with_layout(self, layout: Layout) -> Array {
        debug_assert_eq!(layout.count(), self.len());
        match Arc::try_unwrap(self.0) {
            Ok(mut data) => {
                data.layout = layout;
                Array(Arc::new(data))
            }
            Err(shared) => Array(Arc::new(ArrayData {
                layout,
                storage: shared.storage.clone(),
                empty_prototype: shared.empty_prototype.clone(),
                depth: shared.depth,
                dependency: shared.dependency,
            })),
        }
    }

    /// The same items as a vector without keys and name (a vector keeps both). Shares the buffer.
    pub fn ravel(self) -> Array {
        if self.rank() == 1 {
            return self;
        }
        let length = self.len();
        self.with_layout(Layout::vector(length))
    }

    /// Layout and items by value: the items can be reused when nobody else holds them.
    pub fn into_parts(self) -> (Layout, Storage) {
        match Arc::try_unwrap(self.0) {
            Ok(mut data) => {
                (std::mem::take(&mut data.layout), std::mem::replace(&mut data.storage, Storage::empty_placeholder()))
            }
            Err(shared) => (shared.layout.clone(), shared.storage.clone()),
        }
    }

    /// The part at one position of the first axis (rank at least 1, position in range): the item itself for a vector,
    /// else the cell, which shares the buffer.
    pub fn major_cell(&self, position: usize) -> Value {
        if self.rank() == 1 {
            return self.item(position);
        }
        let cell = self.layout().cell(1);
        let size = cell.count();
        if size == 0 {
            return Value::Array(Array::empty(cell, self.fill()));
        }
        Value::Array(Array::new(cell, self.storage().slice(position * size, size)))
    }

    /// Whether both share one block of data.
    pub fn is_same(&self, other: &Array) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether nobody else holds this array.
    pub fn is_unique(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    /// Checks what every array promises; for tests and debug builds.
    pub fn check(&self) -> bool {
        let shape: Shape = self.shape().into();
        let keys_fit =
            (0..shape.len()).all(|axis| self.layout().keys(axis).is_none_or(|keys| keys.len() == shape[axis]));
        let floats_are_numbers = match self.items() {
            Items::F64(items) => items.iter().all(|item| !item.is_nan()),
            _ => true,
        };
        self.layout().count() == self.len() && keys_fit && floats_are_numbers
    }
}

thread_local! {
    /// Whether a nested drop is under way on this thread, and what waits for it.
    static DROPPING: Cell<Option<Vec<Value>>> = const { Cell::new(None) };
    static IS_DROPPING: Cell<bool> = const { Cell::new(false) };
}

impl Drop for ArrayData {
    /// Frees nested items from a worklist instead of by recursion, so that no depth overflows the stack.
    fn drop(&mut self) {
        if self.depth <= 64 {
            return;
        }
        let Storage::Mixed(items) = std::mem::replace(&mut self.storage, Storage::empty_placeholder()) else { return };
        let Ok(items) = items.try_into_vec() else { return };
        let mut waiting = DROPPING.take().unwrap_or_default();
        waiting.extend(items);
        if IS_DROPPING.get() {
            DROPPING.set(Some(waiting));
            return;
        }
        IS_DROPPING.set(true);
        while let Some(item) = waiting.pop() {
            DROPPING.set(Some(std::mem::take(&mut waiting)));
            drop(item);
            waiting = DROPPING.take().unwrap_or_default();
        }
        IS_DROPPING.set(false);
    }
}

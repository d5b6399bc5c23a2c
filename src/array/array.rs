//! The array: a layout, its items, and facts about them that are known for good.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::compare::nested;
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
    /// 1 more than the depth of the deepest item (or of the prototype when there are no items). Found out when the array
    /// is made, or, after a write that may have lessened it, when it is first asked for.
    depth: Fact,
    /// The deepest frame that a function inside depends on, found out likewise.
    dependency: Fact,
    /// At least the depth.
    depth_bound: u32,
}

/// What items make of the array around them, as far as it is known without looking at theirs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// 1 more than the depth of the deepest.
    depth: Option<u32>,
    /// The deepest frame that a function among or in them depends on.
    dependency: Option<u32>,
    /// At least the depth.
    depth_bound: u32,
}

impl Facts {
    /// Atoms that are no functions.
    const FLAT: Facts = Facts { depth: Some(1), dependency: Some(0), depth_bound: 1 };

    /// No items: less than those of any.
    pub(super) const NONE: Facts = Facts { depth: Some(0), dependency: Some(0), depth_bound: 0 };

    /// The facts of an item.
    pub(super) fn around(item: &Value) -> Facts {
        match item {
            Value::Array(array) => Facts {
                depth: array.0.depth.get().map(|depth| depth + 1),
                dependency: array.0.dependency.get(),
                depth_bound: array.0.depth_bound.saturating_add(1),
            },
            Value::Function(function) => Facts { dependency: Some(function.dependency()), ..Facts::FLAT },
            _ => Facts::FLAT,
        }
    }

    /// The facts of all items of a storage together.
    pub(super) fn of(storage: &Storage) -> Facts {
        match storage {
            Storage::Mixed(items) => items.iter().map(Facts::around).fold(Facts::FLAT, Facts::and),
            _ => Facts::FLAT,
        }
    }

    fn and(self, other: Facts) -> Facts {
        let greater = |a: Option<u32>, b: Option<u32>| Some(a?.max(b?));
        Facts {
            depth: greater(self.depth, other.depth),
            dependency: greater(self.dependency, other.dependency),
            depth_bound: self.depth_bound.max(other.depth_bound),
        }
    }
}

/// The greatest number of an array after a write: `known` before, `old` of the items overwritten (unless they are many),
/// `new` of those written. Nothing where the items must be looked at.
fn after_write(known: Option<u32>, old: Option<u32>, new: Option<u32>) -> Option<u32> {
    let (known, new) = (known?, new?);
    (new >= known || old.is_some_and(|old| old < known)).then_some(known.max(new))
}

/// A number that is found out when it is first asked for. Finding it twice gives the same, so no lock is needed.
#[derive(Debug)]
struct Fact(AtomicU32);

impl Fact {
    /// Stands for a number that is not known.
    const UNKNOWN: u32 = u32::MAX;

    fn new(known: Option<u32>) -> Fact {
        Fact(AtomicU32::new(known.unwrap_or(Fact::UNKNOWN)))
    }

    #[inline]
    fn get(&self) -> Option<u32> {
        let number = self.0.load(Ordering::Relaxed);
        (number != Fact::UNKNOWN).then_some(number)
    }

    fn get_or_find(&self, find: impl FnOnce() -> u32) -> u32 {
        self.get().unwrap_or_else(|| {
            let number = nested(find);
            self.0.store(number, Ordering::Relaxed);
            number
        })
    }
}

impl Clone for Fact {
    fn clone(&self) -> Fact {
        Fact::new(self.get())
    }
}

impl Array {
    /// An array of these items. Their number is the product of the shape. A mixed storage without items needs
    /// [`Array::empty`] instead.
    #[inline]
    pub fn new(layout: Layout, storage: Storage) -> Array {
        let array = Array::build(layout, storage, Value::Int(0));
        debug_assert!(
            !array.is_empty() || array.storage().lane() != Lane::Mixed,
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
        let facts = match &storage {
            Storage::Mixed(items) if items.is_empty() => Facts::around(&empty_prototype),
            _ => Facts::of(&storage),
        };
        Array::with_facts(layout, storage, empty_prototype, facts)
    }

    fn with_facts(layout: Layout, storage: Storage, empty_prototype: Value, facts: Facts) -> Array {
        let (depth, dependency) = (Fact::new(facts.depth), Fact::new(facts.dependency));
        let depth_bound = facts.depth_bound;
        Array(Arc::new(ArrayData { layout, storage, empty_prototype, depth, dependency, depth_bound }))
    }

    /// Changes some items in place where nobody else holds the array, else in a copy. `write` does it, keeping the number
    /// of items unless it changes the layout too; `written` are the facts of the new items, and `overwritten` those of the
    /// old ones, if they were looked at.
    pub(super) fn edit(
        &mut self,
        write: impl FnOnce(&mut Layout, &mut Storage),
        written: Facts,
        overwritten: Option<Facts>,
    ) {
        if !self.is_unique() {
            self.0 = Arc::new((*self.0).clone());
        }
        let data = Arc::get_mut(&mut self.0).expect("the data was just made unique");
        // What an array without items knows is of its prototype.
        let was_empty = data.storage.is_empty();
        write(&mut data.layout, &mut data.storage);
        debug_assert_eq!(data.layout.count(), data.storage.len());
        let (depth, dependency) = (data.depth.get(), data.dependency.get());
        if was_empty && !data.storage.is_empty() {
            let Facts { depth, dependency, depth_bound } = written;
            (data.depth, data.dependency, data.depth_bound) = (Fact::new(depth), Fact::new(dependency), depth_bound);
        } else if data.storage.lane() == Lane::Mixed {
            data.depth = Fact::new(after_write(depth, overwritten.and_then(|old| old.depth), written.depth));
            let old = overwritten.and_then(|old| old.dependency);
            data.dependency = Fact::new(after_write(dependency, old, written.dependency));
            data.depth_bound = data.depth_bound.max(written.depth_bound);
        } else {
            (data.depth, data.dependency, data.depth_bound) = (Fact::new(Some(1)), Fact::new(Some(0)), 1);
        }
    }

    /// The items that say what depth and dependency are: those of a mixed array, or its prototype.
    fn telling_items(&self) -> &[Value] {
        match &self.0.storage {
            Storage::Mixed(items) if items.is_empty() => std::slice::from_ref(&self.0.empty_prototype),
            Storage::Mixed(items) => items,
            _ => &[],
        }
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
        let find = || self.telling_items().iter().map(|item| 1 + item.depth() as u32).max().unwrap_or(1);
        self.0.depth.get_or_find(find) as usize
    }

    /// Whether all items are atoms.
    pub fn is_simple(&self) -> bool {
        self.depth() == 1
    }

    /// The deepest frame that a function inside depends on, 0 for none.
    pub fn dependency(&self) -> u32 {
        let find = || self.telling_items().iter().map(Value::dependency).max().unwrap_or(0);
        self.0.dependency.get_or_find(find)
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
            Storage::Mixed(items) => {
                Storage::Mixed(super::compare::nested(|| items.iter().map(Value::prototype).collect::<Vec<_>>()).into())
            }
            Storage::Bit(_) => Storage::repeat(&Value::Int(0), self.len()),
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
                depth: shared.depth.clone(),
                dependency: shared.dependency.clone(),
                depth_bound: shared.depth_bound,
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

    /// The items for writing, where nobody else holds this array. Whoever writes keeps their number and, in a mixed
    /// storage, the facts about them.
    pub(super) fn own_storage(&mut self) -> Option<&mut Storage> {
        Arc::get_mut(&mut self.0).map(|data| &mut data.storage)
    }

    /// How many hold this array.
    pub fn holders(&self) -> usize {
        Arc::strong_count(&self.0)
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
        if self.depth_bound <= 64 {
            return;
        }
        let Storage::Mixed(items) = std::mem::replace(&mut self.storage, Storage::empty_placeholder()) else { return };
        let mut waiting = DROPPING.take().unwrap_or_default();
        waiting.extend(items.try_into_vec().unwrap_or_default());
        waiting.push(std::mem::replace(&mut self.empty_prototype, Value::Int(0)));
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

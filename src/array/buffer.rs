//! Element buffers, shared by reference count and reused when nobody else holds them.

use std::ops::Deref;
use std::sync::Arc;

/// A run of items, shared by count; a slice of one shares its block.
///
/// Promises: cloning and slicing copy no items; [`Buffer::into_vec`] and [`Buffer::make_mut`] copy only what somebody
/// else holds too.
#[derive(Debug)]
pub struct Buffer<T> {
    block: Arc<Vec<T>>,
    start: usize,
    len: usize,
}

impl<T> Clone for Buffer<T> {
    fn clone(&self) -> Self {
        Buffer { block: self.block.clone(), start: self.start, len: self.len }
    }
}

impl<T> From<Vec<T>> for Buffer<T> {
    fn from(items: Vec<T>) -> Self {
        let len = items.len();
        Buffer { block: Arc::new(items), start: 0, len }
    }
}

impl<T> Deref for Buffer<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.block[self.start..self.start + self.len]
    }
}

impl<T> Buffer<T> {
    /// The items from `start`, `len` of them, sharing this block.
    pub fn slice(&self, start: usize, len: usize) -> Buffer<T> {
        assert!(start + len <= self.len, "slice {start}+{len} of {}", self.len);
        Buffer { block: self.block.clone(), start: self.start + start, len }
    }

    /// Whether nobody else holds the block.
    pub fn is_unique(&self) -> bool {
        Arc::strong_count(&self.block) == 1
    }

    /// The items by value, if nobody else holds the block; the buffer itself otherwise.
    pub fn try_into_vec(self) -> std::result::Result<Vec<T>, Buffer<T>> {
        let Buffer { block, start, len } = self;
        match Arc::try_unwrap(block) {
            Ok(mut items) => {
                items.truncate(start + len);
                items.drain(..start);
                Ok(items)
            }
            Err(block) => Err(Buffer { block, start, len }),
        }
    }
}

impl<T> Buffer<T> {
    /// How many bytes adding so many items at the end allocates: none while the block has room and nobody else holds it.
    pub fn growth(&self, more: usize) -> usize {
        let needed = (self.start + self.len).saturating_add(more);
        let room = self.block.capacity();
        match self.is_unique() {
            true if needed <= room => 0,
            true => needed.max(room.saturating_mul(2)).saturating_mul(size_of::<T>()),
            false => self.len.saturating_add(more).saturating_mul(size_of::<T>()),
        }
    }
}

impl<T: Clone> Buffer<T> {
    /// The items by value, copied only when somebody else holds them.
    pub fn into_vec(self) -> Vec<T> {
        self.try_into_vec().unwrap_or_else(|shared| shared.to_vec())
    }

    /// The items for writing, copied first when somebody else holds them.
    pub fn make_mut(&mut self) -> &mut [T] {
        if !self.is_unique() {
            *self = Buffer::from(self.to_vec());
        }
        let (start, len) = (self.start, self.len);
        let block = Arc::get_mut(&mut self.block).expect("the block was just made unique");
        &mut block[start..start + len]
    }

    /// Adds one item at the end, in place where nobody else holds the block (and then in constant time on average).
    pub fn push(&mut self, item: T) {
        self.growing(1).push(item);
        self.len += 1;
    }

    /// Adds items at the end, as [`Buffer::push`] does.
    pub fn extend_from_slice(&mut self, items: &[T]) {
        self.growing(items.len()).extend_from_slice(items);
        self.len += items.len();
    }

    /// The block, which ends with the last item; a copy with room for more where somebody else holds it.
    fn growing(&mut self, more: usize) -> &mut Vec<T> {
        if !self.is_unique() {
            let mut items = Vec::with_capacity((self.len + more).max(4));
            items.extend_from_slice(self);
            *self = Buffer::from(items);
        }
        let block = Arc::get_mut(&mut self.block).expect("the block was just made unique");
        block.truncate(self.start + self.len);
        // What a queue has left behind at the front is given up when it is the greater part.
        if self.start > self.len.max(64) {
            block.drain(..self.start);
            self.start = 0;
        }
        block
    }
}

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

    /// Adds items at the front, in place where nobody else holds the block and there is room; a new block gets some, filled
    /// with `blank`, so that this is constant time for each item on average.
    pub fn prepend(&mut self, head: &[T], blank: T) {
        if !self.is_unique() || self.start < head.len() {
            let (start, len) = (head.len() + self.len / 8 + 4, self.len);
            let mut items = Vec::with_capacity(start + len);
            items.resize(start, blank);
            match std::mem::replace(self, Buffer::from(Vec::new())).try_into_vec() {
                Ok(mut own) => items.append(&mut own),
                Err(shared) => items.extend_from_slice(&shared),
            }
            *self = Buffer { block: Arc::new(items), start, len };
        }
        let block = Arc::get_mut(&mut self.block).expect("the block was just made unique");
        self.start -= head.len();
        block[self.start..self.start + head.len()].clone_from_slice(head);
        self.len += head.len();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_grow() {
        let mut buffer = Buffer::from(vec![0i64]);
        let mut copies = 0;
        for i in 1..2000 {
            let before = buffer.as_ptr();
            match i % 3 {
                0 => buffer.push(i),
                1 => buffer.prepend(&[i], 0),
                _ => buffer.extend_from_slice(&[i, i]),
            }
            copies += usize::from(!std::ptr::eq(before, buffer.as_ptr()) && i % 3 != 1);
        }
        assert_eq!(buffer.len(), 2666);
        assert_eq!((buffer[0], buffer[2665]), (1999, 1998));
        assert!(copies < 60, "{copies}");
        let shared = buffer.clone();
        buffer.prepend(&[7, 8], 0);
        assert_eq!((buffer[0], buffer[1], buffer[2], shared[0]), (7, 8, 1999, 1999));
    }
}

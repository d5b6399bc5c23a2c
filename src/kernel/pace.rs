//! Polling once for each block of items, however the loops are nested.

use crate::control::{Result, poll};

/// How many items are moved between two polls.
const BLOCK: usize = 1 << 16;

/// Counts items and polls once a block.
#[derive(Debug, Default)]
pub struct Pace(usize);

impl Pace {
    /// A pace that has counted nothing.
    pub fn new() -> Pace {
        Pace(0)
    }

    /// Counts this many items; polls when a block is full.
    #[inline]
    pub fn advance(&mut self, items: usize) -> Result<()> {
        self.0 += items;
        if self.0 < BLOCK {
            return Ok(());
        }
        self.0 = 0;
        poll()
    }

    /// Appends a slice, polling on the way.
    pub fn push_slice<T: Clone>(&mut self, out: &mut Vec<T>, items: &[T]) -> Result<()> {
        if items.len() <= BLOCK {
            out.extend_from_slice(items);
            return self.advance(items.len());
        }
        for block in items.chunks(BLOCK) {
            out.extend_from_slice(block);
            poll()?;
        }
        Ok(())
    }

    /// Appends copies of one item, polling on the way.
    pub fn push_copies<T: Clone>(&mut self, out: &mut Vec<T>, item: &T, mut count: usize) -> Result<()> {
        while count > BLOCK {
            out.resize(out.len() + BLOCK, item.clone());
            count -= BLOCK;
            poll()?;
        }
        out.resize(out.len() + count, item.clone());
        self.advance(count)
    }
}

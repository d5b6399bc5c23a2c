//! The allocator of the program: mimalloc, with freed blocks from a kilobyte up kept for reuse.
//!
//! The first touch of a fresh page costs more than ten additions, and general allocators give large blocks back to the
//! system soon. Blocks of 64 KB and more are therefore rounded up to one of four sizes for each power of two, and a
//! freed one waits in the list of its size, up to a limit in all, until somebody asks for that size again.
//! [`count`] is told of the large and middle blocks that the program holds, not of those that wait.
//!
//! Blocks of less than that, but of more than a kilobyte, are the items of short arrays. They wait in lists of the same
//! kind, which each thread has for itself: the block freed last, which the caches still hold, is handed out next.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ptr::{NonNull, null_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mimalloc::MiMalloc;

use crate::control::usage::count;

/// Blocks from this size on are kept.
const LARGE: usize = 1 << 16;

/// Smaller blocks than these are left to mimalloc.
const MIDDLE: usize = 1 << 10;

/// The most bytes of large blocks that wait for reuse.
const MOST_KEPT: usize = 512 << 20;

/// The most bytes of middle blocks that wait for reuse in one thread.
const MOST_NEAR: usize = 1 << 20;

/// Four sizes for each power of two from 1 KB to 64 KB.
const MIDDLE_SIZES: usize = 4 * 6;

/// Every large block is aligned to a cache line.
const ALIGNMENT: usize = 64;

/// Four sizes for each power of two from 64 KB up.
const SIZES: usize = 4 * 40;

/// See the module. To be made the global allocator of a program; there may be only one.
pub struct Allocator;

/// Free blocks by size: the head of a list for each, linked through the first word of the blocks.
struct Kept {
    heads: [*mut Link; SIZES],
    bytes: usize,
}

struct Link {
    next: *mut Link,
}

// SAFETY: the blocks in the lists belong to the lists alone, whichever thread takes them out.
unsafe impl Send for Kept {}

static KEPT: Mutex<Kept> = Mutex::new(Kept { heads: [null_mut(); SIZES], bytes: 0 });

fn kept() -> MutexGuard<'static, Kept> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number, counted from that of 1 KB, and the bytes of the size that serves `bytes`.
#[inline]
fn size_for(bytes: usize) -> (usize, usize) {
    let octave = (bytes - 1).ilog2();
    let shift = octave - 2;
    let quarters = (bytes - 1) >> shift;
    // The sizes of an octave are 5/4, 6/4, 7/4 and 8/4 of its power of two.
    ((octave as usize - 10) * 4 + (quarters - 4), (quarters + 1) << shift)
}

/// As [`size_for`], counted from the size of 64 KB.
#[inline]
fn large_size_for(bytes: usize) -> (usize, usize) {
    let (number, size) = size_for(bytes);
    (number + 4 - MIDDLE_SIZES, size)
}

#[inline]
fn is_large(layout: Layout) -> bool {
    layout.size() >= LARGE && layout.align() <= ALIGNMENT
}

#[inline]
fn is_middle(layout: Layout) -> bool {
    layout.size() > MIDDLE && layout.size() < LARGE && layout.align() <= ALIGNMENT
}

/// Free middle blocks of one thread.
struct Near {
    heads: [Cell<*mut Link>; MIDDLE_SIZES],
    bytes: Cell<usize>,
}

thread_local! {
    static NEAR: Near = const { Near { heads: [const { Cell::new(null_mut()) }; MIDDLE_SIZES], bytes: Cell::new(0) } };
}

impl Near {
    #[inline]
    fn take(&self, bytes: usize) -> Option<NonNull<u8>> {
        let (number, size) = size_for(bytes);
        let link = NonNull::new(self.heads[number].get())?;
        // SAFETY: what is in a list is a free block whose first word was written when it was put there.
        self.heads[number].set(unsafe { link.as_ref().next });
        self.bytes.set(self.bytes.get() - size);
        Some(link.cast())
    }

    #[inline]
    fn put(&self, bytes: usize, block: *mut u8) -> bool {
        let (number, size) = size_for(bytes);
        if self.bytes.get() + size > MOST_NEAR {
            return false;
        }
        let link = block.cast::<Link>();
        // SAFETY: the block is free, aligned to 64 bytes and has 1 KB or more.
        unsafe { link.write(Link { next: self.heads[number].get() }) };
        self.heads[number].set(link);
        self.bytes.set(self.bytes.get() + size);
        true
    }
}

impl Drop for Near {
    fn drop(&mut self) {
        for (number, head) in self.heads.iter().enumerate() {
            let size = (number % 4 + 5) << (number / 4 + 8);
            while let Some(link) = NonNull::new(head.get()) {
                // SAFETY: as in [`Near::take`]; the block was allocated by mimalloc with this layout.
                unsafe {
                    head.set(link.as_ref().next);
                    MiMalloc.dealloc(link.as_ptr().cast(), Layout::from_size_align_unchecked(size, ALIGNMENT));
                }
            }
        }
    }
}

/// A block of a middle size, and whether it may hold old contents.
#[inline]
fn allocate_middle(bytes: usize, fresh: impl FnOnce(Layout) -> *mut u8) -> (*mut u8, bool) {
    count(bytes as isize);
    match NEAR.try_with(|near| near.take(bytes)) {
        Ok(Some(block)) => (block.as_ptr(), true),
        _ => {
            // SAFETY: sizes are small, and the alignment is a power of two.
            (fresh(unsafe { Layout::from_size_align_unchecked(size_for(bytes).1, ALIGNMENT) }), false)
        }
    }
}

/// # Safety
/// The block came from [`allocate_middle`] for as many bytes, and nobody uses it any more.
#[inline]
unsafe fn free_middle(block: *mut u8, bytes: usize) {
    count(-(bytes as isize));
    if NEAR.try_with(|near| near.put(bytes, block)) != Ok(true) {
        // SAFETY: the block was allocated by mimalloc with this layout.
        unsafe { MiMalloc.dealloc(block, Layout::from_size_align_unchecked(size_for(bytes).1, ALIGNMENT)) };
    }
}

impl Kept {
    fn take(&mut self, number: usize, size: usize) -> Option<NonNull<u8>> {
        let link = NonNull::new(*self.heads.get(number)?)?;
        // SAFETY: what is in a list is a free block whose first word was written when it was put there.
        self.heads[number] = unsafe { link.as_ref().next };
        self.bytes -= size;
        Some(link.cast())
    }

    fn put(&mut self, number: usize, size: usize, block: *mut u8) -> bool {
        if self.bytes + size > MOST_KEPT || number >= SIZES {
            return false;
        }
        let link = block.cast::<Link>();
        // SAFETY: the block is free, aligned to 64 bytes and has 64 KB or more.
        unsafe { link.write(Link { next: self.heads[number] }) };
        self.heads[number] = link;
        self.bytes += size;
        true
    }
}

/// A block of a large size; whether it may hold old contents.
fn allocate_large(bytes: usize, fresh: impl FnOnce(Layout) -> *mut u8) -> (*mut u8, bool) {
    count(bytes as isize);
    let (number, size) = large_size_for(bytes);
    let reused = kept().take(number, size);
    let (block, is_reused) = match reused {
        Some(block) => (block.as_ptr(), true),
        None => match Layout::from_size_align(size, ALIGNMENT) {
            Ok(layout) => (fresh(layout), false),
            Err(_) => (null_mut(), false),
        },
    };
    (block, is_reused)
}

/// # Safety
/// The block came from [`allocate_large`] for as many bytes, and nobody uses it any more.
unsafe fn free_large(block: *mut u8, bytes: usize) {
    count(-(bytes as isize));
    let (number, size) = large_size_for(bytes);
    let is_kept = kept().put(number, size, block);
    if !is_kept && let Ok(layout) = Layout::from_size_align(size, ALIGNMENT) {
        // SAFETY: the block was allocated by mimalloc with this layout.
        unsafe { MiMalloc.dealloc(block, layout) };
    }
}

// SAFETY: small requests go to mimalloc unchanged. Others get blocks at least as large and aligned as asked for,
// which only their owner holds; `dealloc` and `realloc` tell them apart by the layout, as it was at `alloc`.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_large(layout) {
            // SAFETY: the layout has a size.
            return allocate_large(layout.size(), |layout| unsafe { MiMalloc.alloc(layout) }).0;
        }
        if is_middle(layout) {
            // SAFETY: the layout has a size.
            return allocate_middle(layout.size(), |layout| unsafe { MiMalloc.alloc(layout) }).0;
        }
        // SAFETY: passed on.
        unsafe { MiMalloc.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_large(layout) || is_middle(layout) {
            // SAFETY: the layout has a size.
            let fresh = |layout| unsafe { MiMalloc.alloc_zeroed(layout) };
            let (block, is_reused) = match is_large(layout) {
                true => allocate_large(layout.size(), fresh),
                false => allocate_middle(layout.size(), fresh),
            };
            if is_reused {
                // SAFETY: the block has at least this many bytes.
                unsafe { block.write_bytes(0, layout.size()) };
            }
            return block;
        }
        // SAFETY: passed on.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_large(layout) {
            // SAFETY: the caller gives the layout of the allocation.
            return unsafe { free_large(block, layout.size()) };
        }
        if is_middle(layout) {
            // SAFETY: as above.
            return unsafe { free_middle(block, layout.size()) };
        }
        // SAFETY: passed on.
        unsafe { MiMalloc.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: the caller promises that the size does not overflow when rounded up to the alignment.
        let new = unsafe { Layout::from_size_align_unchecked(bytes, layout.align()) };
        let is_kept = |layout| is_large(layout) || is_middle(layout);
        match (is_kept(layout), is_kept(new)) {
            // SAFETY: passed on.
            (false, false) => unsafe { MiMalloc.realloc(block, layout, bytes) },
            (true, true) if is_large(layout) == is_large(new) && size_for(layout.size()) == size_for(bytes) => {
                count(bytes as isize - layout.size() as isize);
                block
            }
            // SAFETY: a new block is allocated, as much as both hold is copied, and the old one is freed.
            _ => unsafe {
                let moved = self.alloc(new);
                if !moved.is_null() {
                    moved.copy_from_nonoverlapping(block, layout.size().min(bytes));
                    self.dealloc(block, layout);
                }
                moved
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_cover_every_request() {
        let mut last = 0;
        for bytes in (MIDDLE + 1..LARGE).chain((LARGE..8 << 20).step_by(4093)) {
            let (number, size) = size_for(bytes);
            assert!(size >= bytes && size - bytes <= bytes / 4);
            assert_eq!((number % 4 + 5) << (number / 4 + 8), size);
            assert!(if bytes < LARGE { number < MIDDLE_SIZES } else { large_size_for(bytes).0 < SIZES });
            assert_eq!(size_for(size), (number, size));
            assert!(number >= last);
            last = number;
        }
    }

    #[test]
    fn blocks_are_used_again() {
        for (bytes, more) in [(1_000_000, 5_000_000), (5_000, 9_000), (60_000, 70_000)] {
            block_is_used_again(bytes, more);
        }
    }

    fn block_is_used_again(bytes: usize, more: usize) {
        let layout = Layout::from_size_align(bytes, 8).unwrap();
        // SAFETY: every block is freed once with its layout, and written only as far as it was asked for.
        unsafe {
            let first = Allocator.alloc_zeroed(layout);
            first.write_bytes(7, layout.size());
            Allocator.dealloc(first, layout);
            let second = Allocator.alloc_zeroed(layout);
            assert_eq!(second, first);
            assert!((0..layout.size()).all(|i| *second.add(i) == 0));
            let third = Allocator.realloc(second, layout, more);
            *third.add(more - 1) = 1;
            let small = Allocator.realloc(third, Layout::from_size_align(more, 8).unwrap(), 100);
            Allocator.dealloc(small, Layout::from_size_align(100, 8).unwrap());
        }
    }
}

//! How many bytes the program holds in blocks of a kilobyte and more and in stacks: counted by the allocator and by
//! whoever adds stack, looked at by `poll` and `reserve`. Where another allocator serves, only stacks are known.
//!
//! Each thread keeps what it has allocated and freed to itself until it is worth telling, so that counting costs next to
//! nothing; the total is right to within that much for each thread.

use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};

/// What a thread keeps to itself, in bytes.
const STEP: usize = 1 << 16;

static HELD: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

thread_local! {
    static DRIFT: Cell<isize> = const { Cell::new(0) };
}

/// Counts bytes that are held from now on, or fewer by so many if negative.
#[inline]
pub fn count(bytes: isize) {
    DRIFT.with(|drift| {
        let now = drift.get() + bytes;
        drift.set(now);
        if now.unsigned_abs() >= STEP {
            tell(drift);
        }
    });
}

#[cold]
fn tell(drift: &Cell<isize>) {
    let bytes = drift.take();
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(held, Ordering::Relaxed);
}

/// The bytes that are held, without the last that threads keep to themselves.
#[inline]
pub fn held() -> usize {
    HELD.load(Ordering::Relaxed).max(0) as usize
}

/// The bytes that are held, with the last of this thread; the peak is measured from here on.
pub fn restart_peak() -> usize {
    DRIFT.with(tell);
    let held = HELD.load(Ordering::Relaxed);
    PEAK.store(held, Ordering::Relaxed);
    held.max(0) as usize
}

/// The most bytes that have been held since [`restart_peak`].
pub fn peak() -> usize {
    DRIFT.with(tell);
    PEAK.load(Ordering::Relaxed).max(0) as usize
}

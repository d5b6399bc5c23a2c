//! Large results in parts, which the cores of the machine share.
//!
//! Results do not depend on how many cores there are: every item is worked out by itself. The cores start with the first
//! result that is large enough; where they cannot, or there is but one, everything is done as for small results.

use std::mem::MaybeUninit;
use std::sync::OnceLock;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::elementwise::{Dyad, Monad, Operand};
use crate::control::{self, Result};

/// From how many items on several cores are worth their start: by then a function that costs a nanosecond an item takes
/// ten times as long as waking them.
pub const MANY: usize = 1 << 17;

/// The items of a part. There are some for each core, so that none waits long for another.
const PART: usize = 1 << 13;

/// The cores, if there are several.
fn cores() -> Option<&'static ThreadPool> {
    static CORES: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let start = || ThreadPoolBuilder::new().thread_name(|i| format!("core {i}")).build().ok();
    CORES.get_or_init(|| start().filter(|cores| cores.current_num_threads() > 1)).as_ref()
}

/// Appends `count` items, of which `part` writes those from a position on and returns true; or appends nothing and returns
/// false where a part returns false, or where there are no cores to share the work.
pub fn append_parts<T: Send>(
    count: usize,
    out: &mut Vec<T>,
    part: impl Fn(usize, &mut [MaybeUninit<T>]) -> bool + Sync,
) -> Result<bool> {
    let Some(cores) = cores().filter(|_| count >= MANY) else { return Ok(false) };
    let control = control::current();
    out.reserve(count);
    let spare = &mut out.spare_capacity_mut()[..count];
    let all_done = cores.install(|| {
        let parts = spare.par_chunks_mut(PART).enumerate();
        parts.try_for_each(|(i, spare)| (control.poll().is_ok() && part(i * PART, spare)).then_some(()))
    });
    control.poll()?;
    if all_done.is_some() {
        // SAFETY: each part has written all its items where it returned true, and all parts have.
        unsafe { out.set_len(out.len() + count) };
    }
    Ok(all_done.is_some())
}

impl<T: Copy + Sync, R: Copy + Send> Monad<T, R> {
    /// As [`Monad::append`] for many items; false also where there are no cores to share the work.
    pub fn append_parts(self, y: &[T], out: &mut Vec<R>) -> Result<bool> {
        append_parts(y.len(), out, |start, spare| self.fill(&y[start..start + spare.len()], spare))
    }
}

impl<T: Copy + Send + Sync, R: Copy + Send> Dyad<T, R> {
    /// As [`Dyad::append`] for many items; false also where there are no cores to share the work.
    pub fn append_parts(self, x: Operand<T>, y: Operand<T>, count: usize, out: &mut Vec<R>) -> Result<bool> {
        append_parts(count, out, |start, spare| {
            let part = |operand| match operand {
                Operand::Many(items) => Operand::Many(&items[start..start + spare.len()]),
                one => one,
            };
            self.fill(part(x), part(y), spare)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic::{AddFloats, NegateFloats, SquareRootFloats};
    use super::*;

    #[test]
    fn parts_give_what_the_whole_gives() {
        let items: Vec<f64> = (0..MANY + 100).map(|i| i as f64).collect();
        let mut out = vec![0.5];
        let shared = Monad::of::<NegateFloats>().append_parts(&items, &mut out).unwrap();
        assert_eq!(shared, cores().is_some());
        assert!(!shared || out[1..].iter().zip(&items).all(|(out, item)| *out == -item));
        out.clear();
        let (x, y) = (Operand::Many(&items[..]), Operand::One(1.0));
        let shared = Dyad::of::<AddFloats>().append_parts(x, y, items.len(), &mut out).unwrap();
        assert!(!shared || out.iter().zip(&items).all(|(out, item)| *out == item + 1.0));
    }

    #[test]
    fn a_part_that_gives_up_leaves_nothing() {
        let mut items = vec![1.0; MANY];
        items[MANY - 5] = -1.0;
        let mut out = Vec::new();
        assert!(!Monad::of::<SquareRootFloats>().append_parts(&items, &mut out).unwrap());
        assert!(out.is_empty());
        assert!(!Monad::of::<NegateFloats>().append_parts(&items[..100], &mut out).unwrap());
    }

    #[test]
    fn an_interruption_ends_all_parts() {
        let control = control::Control::new(1 << 40);
        let before = control.enter();
        control.set_signal(control::Signal::Interrupt);
        let ended = Monad::of::<NegateFloats>().append_parts(&vec![1.0; MANY], &mut Vec::new());
        assert_eq!(ended.is_err(), cores().is_some());
        before.enter();
    }
}

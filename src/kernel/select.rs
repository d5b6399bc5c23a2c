//! The items at given positions.

use std::mem::MaybeUninit;

use super::elementwise::append;
use crate::control::{Result, poll};

/// How many items are picked between two polls.
const BLOCK: usize = 1 << 15;

/// How many positions are checked at a time.
const PART: usize = 256;

/// A number that means a position.
pub trait Position: Copy {
    /// The position in a run of this many items, negative ones counted from the end; outside of it where the number
    /// means none.
    fn within(self, length: i64) -> i64;
}

impl Position for i64 {
    #[inline(always)]
    fn within(self, length: i64) -> i64 {
        self.wrapping_add((self >> 63) & length)
    }
}

impl Position for f64 {
    #[inline(always)]
    fn within(self, length: i64) -> i64 {
        // The bits of the sum are those of the whole number, up to 2*51, by code that vectorises on every machine.
        const MAGIC: f64 = 6755399441055744.0; // 3×2*51
        let whole = ((self + MAGIC).to_bits() as i64).wrapping_sub(MAGIC.to_bits() as i64);
        let is_whole = (self.trunc() == self) & (self.abs() < 2251799813685248.0);
        if is_whole { whole.within(length) } else { -1 }
    }
}

/// The items at these positions; nothing where one of them is outside, or a float that is not whole.
pub fn select<T: Copy, P: Position>(items: &[T], positions: &[P]) -> Result<Option<Vec<T>>> {
    let mut out = Vec::with_capacity(positions.len());
    if items.is_empty() {
        return Ok(positions.is_empty().then_some(out));
    }
    let mut found = [0; PART];
    for block in positions.chunks(BLOCK) {
        poll()?;
        for part in block.chunks(PART) {
            let found = &mut found[..part.len()];
            if !append(&mut out, part.len(), |spare| select_part(items, part, found, spare)) {
                return Ok(None);
            }
        }
    }
    Ok(Some(out))
}

/// Writes the item at each position and returns true, or returns false where one is outside. `found` is scratch for as
/// many positions.
fn select_part<T: Copy, P: Position>(
    items: &[T],
    positions: &[P],
    found: &mut [usize],
    out: &mut [MaybeUninit<T>],
) -> bool {
    if !all_within(positions, items.len(), found) {
        return false;
    }
    // Item by item, in code for the baseline: where machines have an instruction for this, it is slower.
    for (out, &position) in out.iter_mut().zip(&*found) {
        // SAFETY: `all_within` has found every position less than the number of items.
        out.write(unsafe { *items.get_unchecked(position) });
    }
    true
}

versions! {
    /// Writes the positions in a run of `length` items and returns whether all are inside of it.
    fn all_within<P: Position>(positions: &[P], length: usize, found: &mut [usize]) -> bool {
        let mut all_inside = true;
        for (found, position) in found.iter_mut().zip(positions) {
            let position = position.within(length as i64);
            all_inside &= (position as u64) < length as u64;
            *found = position as usize;
        }
        all_inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_from_both_ends() {
        let items = [10, 11, 12];
        assert_eq!(select(&items, &[0i64, 2, -1, -3]).unwrap(), Some(vec![10, 12, 12, 10]));
        assert_eq!(select(&items, &[0.0, -0.0, 2.0, -2.0]).unwrap(), Some(vec![10, 10, 12, 11]));
        for outside in [3i64, -4, i64::MIN, i64::MAX] {
            assert_eq!(select(&items, &[0, outside]).unwrap(), None);
        }
        for outside in [3.0, -4.0, 0.5, 1e300, f64::INFINITY, f64::NEG_INFINITY, 4503599627370497.0] {
            assert_eq!(select(&items, &[outside, 1.0]).unwrap(), None);
        }
        assert_eq!(select::<u8, i64>(&[], &[]).unwrap(), Some(vec![]));
        assert_eq!(select::<u8, i64>(&[], &[0]).unwrap(), None);
    }
}

//! Numbers that follow each other at equal distances.

use std::mem::MaybeUninit;

use super::elementwise::append;
use crate::control::{Result, poll};

/// How many items are written between two polls.
const BLOCK: usize = 1 << 15;

/// The items that are written together: a few vectors of any machine.
const TILE: usize = 64;

/// A number of a progression.
pub trait Term: Copy {
    /// 0 … 63.
    const FIRST: [Self; TILE];
    /// `first + step × i`, exact for whole numbers below 2*53.
    fn term(first: Self, step: Self, i: Self) -> Self;
    /// A count.
    fn from_count(count: usize) -> Self;
}

macro_rules! term {
    ($type:ty, |$first:ident, $step:ident, $i:ident| $term:expr) => {
        impl Term for $type {
            const FIRST: [$type; TILE] = {
                let mut items = [0 as $type; TILE];
                let mut i = 0;
                while i < TILE {
                    items[i] = i as $type;
                    i += 1;
                }
                items
            };
            #[inline(always)]
            fn term($first: $type, $step: $type, $i: $type) -> $type {
                $term
            }
            #[inline(always)]
            fn from_count(count: usize) -> $type {
                count as $type
            }
        }
    };
}

term!(i64, |first, step, i| first.wrapping_add(step.wrapping_mul(i)));
term!(f64, |first, step, i| first + step * i);

/// `count` whole numbers from `first` on, each `step` (1 or ¯1) more than the one before.
pub fn progression<T: Term>(first: T, step: T, count: usize) -> Result<Vec<T>> {
    let mut out = Vec::with_capacity(count);
    while out.len() < count {
        poll()?;
        let start = T::term(first, step, T::from_count(out.len()));
        let length = BLOCK.min(count - out.len());
        append(&mut out, length, |spare| {
            write_terms(start, step, spare);
            true
        });
    }
    Ok(out)
}

versions! {
    /// Writes the terms from `first` on.
    fn write_terms<T: Term>(first: T, step: T, out: &mut [MaybeUninit<T>]) {
        let mut start = first;
        let (tiles, rest) = out.as_chunks_mut::<TILE>();
        for tile in tiles {
            for (out, &i) in tile.iter_mut().zip(&T::FIRST) {
                out.write(T::term(start, step, i));
            }
            start = T::term(start, step, T::from_count(TILE));
        }
        for (out, &i) in rest.iter_mut().zip(&T::FIRST) {
            out.write(T::term(start, step, i));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_follow_each_other() {
        for count in [0, 1, 63, 64, 65, 1000, BLOCK + 70] {
            let up = progression(0, 1, count).unwrap();
            assert!(up.len() == count && up.iter().enumerate().all(|(i, &item)| item == i as i64));
            let down = progression(count as f64 - 1.0, -1.0, count).unwrap();
            assert!(down.iter().rev().enumerate().all(|(i, &item)| item == i as f64));
        }
    }
}

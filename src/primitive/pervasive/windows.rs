//! Reductions of all windows of a compact vector, without making the windows.
//!
//! An associative function is folded by doubling: from the folds of all windows of `w` items come those of `2w` items in
//! one pass, and the folds of the powers of two in the size join to the result. That is `log n` vectorised passes over a
//! piece that stays in the cache, and every window is summed apart, as a tree: no error runs on from one to the next.
//! Every other function takes one pass for each item of a window, strictly from the right.

use super::ScalarDyad;
use super::side::reserve_result;
use crate::array::{Array, Bits, Item, Items, Layout, Storage};
use crate::control::{Result, poll, reserve};
use crate::kernel::{BLOCK, Dyad, Fold, Operand};

/// How many items are worked on between two polls.
const SEGMENT: usize = 1 << 16;

/// Windows so short are folded item by item: doubling takes as many passes.
const SHORT: usize = 3;

/// `f/size↕Y`: the vector of the reductions of all windows of `size` items (at least 1, at most the length) of a vector.
/// Nothing where there is no kernel for the lane or a result on the way is one that the lane cannot hold.
pub fn fold_windows(function: &ScalarDyad, vector: &Array, size: usize) -> Result<Option<Array>> {
    let layout = Layout::vector(vector.len() + 1 - size);
    reserve_result(&layout, size_of::<i64>())?;
    let kernels = &function.kernels;
    let storage = match vector.items() {
        Items::Bit(bits) => fold_bits(function, bits, size)?,
        Items::I64(items) => fold_lane(items, size, kernels.fold_integers, kernels.integers)?,
        Items::F64(items) => fold_lane(items, size, kernels.fold_floats, kernels.floats)?,
        _ => None,
    };
    Ok(storage.map(|storage| Array::new(layout, storage)))
}

fn fold_bits(function: &ScalarDyad, bits: &Bits, size: usize) -> Result<Option<Storage>> {
    reserve(bits.len(), size_of::<i64>(), || "the integers of a reduction".into())?;
    let kernels = &function.kernels;
    let integers = bits.to_integers();
    let Some(how) = kernels.bit_fold else {
        return fold_lane(&integers, size, kernels.fold_integers, kernels.integers);
    };
    let sum = &super::ADD.kernels;
    let Some(counts) = fold_lane(&integers, size, sum.fold_integers, sum.integers)? else { return Ok(None) };
    Ok(Some(match counts.items() {
        Items::I64(counts) => how.of_counts(counts.iter().map(|&count| count as usize), size),
        _ => unreachable!("integers add up to integers"),
    }))
}

fn fold_lane<T: Item + Copy>(
    items: &[T],
    size: usize,
    fold: Option<Fold<T>>,
    dyad: Option<Dyad<T>>,
) -> Result<Option<Storage>> {
    let (Some(fold), Some(dyad)) = (fold, dyad) else { return Ok(None) };
    let count = items.len() + 1 - size;
    let doubles = fold.is_associative && size > SHORT;
    let piece = if doubles { (4 * size).max(BLOCK) } else { BLOCK };
    reserve(3 * (piece + size).min(items.len()), size_of::<T>(), || "the pieces of a reduction".into())?;
    let mut passes = Passes { dyad, folds: Vec::new(), widths: Vec::new(), spare: Vec::new() };
    let mut out = Vec::with_capacity(count);
    for start in (0..count).step_by(piece) {
        let items = &items[start..(start + piece).min(count) + size - 1];
        let done = match doubles {
            true => passes.double(items, size, &mut out)? && !fold.fails(&out[start..]),
            false => passes.fold_right(items, size, &mut out)?,
        };
        if !done {
            return Ok(None);
        }
    }
    Ok(Some(T::store(out.into())))
}

/// Passes of one function over whole slices, and what they work on.
struct Passes<T> {
    dyad: Dyad<T>,
    /// The folds of the beginnings of all windows.
    folds: Vec<T>,
    /// The folds of all windows of a power of two.
    widths: Vec<T>,
    spare: Vec<T>,
}

impl<T: Copy> Passes<T> {
    /// Appends the folds of all windows of a size (at least 2), each as a tree of windows of powers of two.
    fn double(&mut self, items: &[T], size: usize, out: &mut Vec<T>) -> Result<bool> {
        let count = items.len() + 1 - size;
        let (mut width, mut folded) = (1, 0);
        loop {
            let source = if width == 1 { items } else { &self.widths[..] };
            if size & width != 0 {
                let part = &source[folded..][..count];
                let is_last = folded + width == size;
                let to = if is_last { &mut *out } else { &mut self.spare };
                if !is_last {
                    to.clear();
                }
                if folded == 0 {
                    to.extend_from_slice(part);
                } else if !append(self.dyad, &self.folds, part, to)? {
                    return Ok(false);
                }
                if is_last {
                    return Ok(true);
                }
                std::mem::swap(&mut self.folds, &mut self.spare);
                folded += width;
            }
            self.spare.clear();
            if !append(self.dyad, &source[..source.len() - width], &source[width..], &mut self.spare)? {
                return Ok(false);
            }
            std::mem::swap(&mut self.widths, &mut self.spare);
            width *= 2;
        }
    }

    /// Appends the folds of all windows of a size, strictly from the right.
    fn fold_right(&mut self, items: &[T], size: usize, out: &mut Vec<T>) -> Result<bool> {
        let count = items.len() + 1 - size;
        for position in (0..size - 1).rev() {
            let right = if position == size - 2 { &items[size - 1..] } else { &self.folds[..] };
            let left = &items[position..][..count];
            if position == 0 {
                return append(self.dyad, left, right, out);
            }
            self.spare.clear();
            if !append(self.dyad, left, right, &mut self.spare)? {
                return Ok(false);
            }
            std::mem::swap(&mut self.folds, &mut self.spare);
        }
        out.extend_from_slice(items);
        Ok(true)
    }
}

/// Appends the function of two slices of the same length, or returns false where the lane cannot hold a result.
fn append<T: Copy>(dyad: Dyad<T>, x: &[T], y: &[T], out: &mut Vec<T>) -> Result<bool> {
    for (x, y) in x.chunks(SEGMENT).zip(y.chunks(SEGMENT)) {
        poll()?;
        if !dyad.append(Operand::Many(x), Operand::Many(y), x.len(), out) {
            return Ok(false);
        }
    }
    Ok(true)
}

//! Reductions of contiguous lanes.
//!
//! Sums and products of floats of 32 items and more run in a fixed tree of 32 accumulators and blocks of 1024 items, so
//! that a result does not depend on the machine. Everything else gives what strict association from the right gives.

use super::BLOCK;
use super::arithmetic::{AddIntegers, MaximumIntegers, MinimumIntegers};
use super::elementwise::ItemDyad;

/// The number of independent accumulators: enough to hide the latency of an addition on any machine.
const LANES: usize = 32;

/// How many short lanes are folded side by side.
const SIDE_BY_SIDE: usize = 8;

/// Appends the folds of contiguous lanes of a length and returns true, or returns false.
type FoldMany<T> = fn(&[T], usize, &mut Vec<T>) -> bool;

/// A reduction kernel.
#[derive(Clone, Copy)]
pub struct Fold<T> {
    /// Folds one lane of at least one item; nothing where the lane cannot hold a result.
    one: fn(&[T]) -> Option<T>,
    /// The same for a run of contiguous lanes of a length, where that is faster than lane by lane.
    many: Option<FoldMany<T>>,
    /// Whether parts of a lane may be folded apart and their results folded in turn.
    pub is_associative: bool,
    fails: fn(&[T]) -> bool,
    /// See [`Fold::rows`].
    rows: fn(&[T], Columns, &mut [T]) -> bool,
}

/// Some neighbouring columns of rows that follow each other.
#[derive(Clone, Copy)]
pub struct Columns {
    /// The items of a row.
    pub row: usize,
    /// The first column.
    pub first: usize,
}

impl<T: Copy> Fold<T> {
    /// Folds columns of rows, from the last row to the first, into what `accumulator` holds for each column, and returns
    /// true; or returns false where the lane cannot hold a result on the way.
    #[inline]
    pub fn rows(self, items: &[T], columns: Columns, accumulator: &mut [T]) -> bool {
        (self.rows)(items, columns, accumulator)
    }

    /// The fold of one lane of at least one item, or nothing where the lane cannot hold it.
    #[inline]
    pub fn one(self, lane: &[T]) -> Option<T> {
        (self.one)(lane)
    }

    /// Whether parts that were folded apart may have given one of these results wrongly.
    pub fn fails(self, results: &[T]) -> bool {
        (self.fails)(results)
    }

    /// Appends the fold of each lane of `length` items (at least 1) and returns true, or returns false where the lane
    /// cannot hold it.
    pub fn append(self, items: &[T], length: usize, out: &mut Vec<T>) -> bool {
        if let Some(many) = self.many {
            return many(items, length, out);
        }
        for lane in items.chunks_exact(length) {
            let Some(result) = self.one(lane) else { return false };
            out.push(result);
        }
        true
    }

    /// Any function, strictly from the right.
    pub const fn from_right<F: ItemDyad<T, Out = T>>() -> Self {
        let fails = |_: &[T]| false;
        Fold { one: fold_right::<T, F>, many: None, is_associative: false, fails, rows: fold_rows::<T, F> }
    }

    const fn associative<F: ItemDyad<T, Out = T>>(one: fn(&[T]) -> Option<T>) -> Self {
        Fold { one, many: None, is_associative: true, fails: |_| false, rows: fold_rows::<T, F> }
    }
}

impl Fold<f64> {
    /// A function that may be regrouped, and the same as a function of two items.
    pub const fn regrouped<F: Regrouped, G: ItemDyad<f64, Out = f64>>() -> Self {
        let many = |items: &[f64], length: usize, out: &mut Vec<f64>| {
            let start = out.len();
            fold_floats::<F>(items, length, out);
            !any_fails::<F>(&out[start..])
        };
        let one = |lane: &[f64]| Some(fold_lane::<F>(lane)).filter(|&result| !F::fails(result));
        let fails = any_fails::<F>;
        Fold { one, many: Some(many), is_associative: true, fails, rows: fold_rows::<f64, G> }
    }
}

impl Fold<i64> {
    /// The sum.
    pub const SUM: Self = Fold::associative::<AddIntegers>(|lane| sum_integers(lane).try_into().ok());
    /// The minimum.
    pub const SMALLEST: Self = Fold::associative::<MinimumIntegers>(|lane| Some(smallest_integer(lane)));
    /// The maximum.
    pub const LARGEST: Self = Fold::associative::<MaximumIntegers>(|lane| Some(largest_integer(lane)));
}

/// An associative function of floats that may be regrouped.
pub trait Regrouped {
    /// The function.
    fn combine(x: f64, y: f64) -> f64;
    /// Whether regrouping may have changed more than the last bits of this result.
    fn fails(result: f64) -> bool;
}

macro_rules! regrouped {
    ($($name:ident |$x:ident, $y:ident| $result:expr, fails |$r:ident| $fails:expr;)+) => { $(
        #[doc = concat!("`", stringify!($result), "`")]
        pub struct $name;
        impl Regrouped for $name {
            #[inline(always)]
            fn combine($x: f64, $y: f64) -> f64 {
                $result
            }
            #[inline(always)]
            fn fails($r: f64) -> bool {
                $fails
            }
        }
    )+ };
}

regrouped! {
    Sum |x, y| x + y, fails |r| !r.is_finite();
    Product |x, y| x * y, fails |r| !r.is_finite() || r == 0.0;
    Smallest |x, y| if y < x { y } else { x }, fails |_r| false;
    Largest |x, y| if y > x { y } else { x }, fails |_r| false;
}

#[inline(always)]
fn fold_block<F: Regrouped>(items: &[f64]) -> f64 {
    let (chunks, rest) = items.as_chunks::<LANES>();
    let Some((first, later)) = chunks.split_first() else {
        return rest.iter().rev().copied().reduce(|total, item| F::combine(item, total)).unwrap_or(0.0);
    };
    // Loops by index: iterators that are not inlined would keep the lanes in memory.
    let mut lanes = *first;
    for chunk in later {
        for i in 0..LANES {
            lanes[i] = F::combine(lanes[i], chunk[i]);
        }
    }
    let mut width = LANES / 2;
    while width > 0 {
        for i in 0..width {
            lanes[i] = F::combine(lanes[i], lanes[i + width]);
        }
        width /= 2;
    }
    let mut total = lanes[0];
    let mut i = rest.len();
    while i > 0 {
        i -= 1;
        total = F::combine(total, rest[i]);
    }
    total
}

/// Folds a lane.
#[inline(always)]
fn fold_blocks<F: Regrouped>(lane: &[f64]) -> f64 {
    let (mut total, mut rest) = (None, lane);
    loop {
        let (block, after) = rest.split_at(BLOCK.min(rest.len()));
        let result = fold_block::<F>(block);
        let sum = total.map_or(result, |total| F::combine(total, result));
        if after.is_empty() {
            return sum;
        }
        (total, rest) = (Some(sum), after);
    }
}

fn any_fails<F: Regrouped>(results: &[f64]) -> bool {
    results.iter().fold(false, |fails, &result| fails | F::fails(result))
}

/// See [`Fold::rows`].
fn fold_rows<T: Copy, F: ItemDyad<T, Out = T>>(items: &[T], columns: Columns, accumulator: &mut [T]) -> bool {
    let before = accumulator.to_vec();
    if !fold_rows_fast::<T, F>(items, columns, accumulator) {
        return true;
    }
    accumulator.copy_from_slice(&before);
    for row in items.rchunks_exact(columns.row) {
        for (accumulator, &item) in accumulator.iter_mut().zip(&row[columns.first..]) {
            let Some(result) = F::careful(item, *accumulator) else { return false };
            *accumulator = result;
        }
    }
    true
}

versions! {
    /// Returns whether something failed.
    fn fold_rows_fast<T: Copy, F: ItemDyad<T, Out = T>>(
        items: &[T],
        columns: Columns,
        accumulator: &mut [T],
    ) -> bool {
        let mut failed = false;
        let width = accumulator.len();
        let mut end = items.len();
        while end > 0 {
            let start = end - columns.row;
            let row = &items[start + columns.first..][..width];
            for i in 0..width {
                let result = F::apply(row[i], accumulator[i]);
                failed |= F::fails(row[i], accumulator[i], result);
                accumulator[i] = result;
            }
            end = start;
        }
        failed
    }

    /// Folds one lane.
    fn fold_lane<F: Regrouped>(lane: &[f64]) -> f64 {
        fold_blocks::<F>(lane)
    }

    /// Folds each lane.
    fn fold_floats<F: Regrouped>(items: &[f64], length: usize, out: &mut Vec<f64>) {
        let mut items = items;
        // Short lanes side by side: their additions do not wait for each other.
        while length < LANES
            && let Some((lanes, rest)) = items.split_at_checked(SIDE_BY_SIDE * length)
        {
            let mut results = [0.0; SIDE_BY_SIDE];
            for lane in 0..SIDE_BY_SIDE {
                results[lane] = lanes[lane * length + length - 1];
            }
            let mut i = length - 1;
            while i > 0 {
                i -= 1;
                for lane in 0..SIDE_BY_SIDE {
                    results[lane] = F::combine(lanes[lane * length + i], results[lane]);
                }
            }
            out.extend_from_slice(&results);
            items = rest;
        }
        for lane in items.chunks_exact(length) {
            out.push(fold_blocks::<F>(lane));
        }
    }

    /// The exact sum of integers.
    fn sum_integers(items: &[i64]) -> i128 {
        let mut total = 0i128;
        for block in items.chunks(BLOCK) {
            let mut magnitude = 0;
            let mut sum = 0i64;
            for &item in block {
                magnitude |= item ^ (item >> 63);
                sum = sum.wrapping_add(item);
            }
            // 1024 items below 2*52 cannot leave 64 bits.
            total += if magnitude < 1 << 52 { sum as i128 } else { block.iter().map(|&item| item as i128).sum() };
        }
        total
    }

    /// The smallest of integers, of which there is at least one.
    fn smallest_integer(items: &[i64]) -> i64 {
        items.iter().fold(i64::MAX, |least, &item| if item < least { item } else { least })
    }

    /// The largest of integers, of which there is at least one.
    fn largest_integer(items: &[i64]) -> i64 {
        items.iter().fold(i64::MIN, |most, &item| if item > most { item } else { most })
    }
}

/// Folds a lane of at least one item strictly from the right; nothing where the lane cannot hold a result on the way.
fn fold_right<T: Copy, F: ItemDyad<T, Out = T>>(items: &[T]) -> Option<T> {
    let (&last, rest) = items.split_last()?;
    rest.iter().rev().try_fold(last, |accumulator, &item| F::careful(item, accumulator))
}

/// How many of `length` bits from `start` on are set.
pub fn count_bits(words: &[u64], start: usize, length: usize) -> usize {
    if length == 0 {
        return 0;
    }
    let (first, last) = (start / 64, (start + length - 1) / 64);
    let above = u64::MAX << (start % 64);
    let below = u64::MAX >> (63 - (start + length - 1) % 64);
    if first == last {
        return (words[first] & above & below).count_ones() as usize;
    }
    let middle: usize = words[first + 1..last].iter().map(|word| word.count_ones() as usize).sum();
    middle + (words[first] & above).count_ones() as usize + (words[last] & below).count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic::*;
    use super::*;

    #[test]
    fn sums_are_right() {
        for n in [1usize, 5, 31, 32, 33, 1023, 1024, 1025, 5000] {
            let items: Vec<f64> = (0..n).map(|i| i as f64).collect();
            let mut out = Vec::new();
            fold_floats::<Sum>(&items, n, &mut out);
            fold_floats::<Largest>(&items, n, &mut out);
            fold_floats::<Smallest>(&items, n, &mut out);
            assert_eq!(out, [(n * (n - 1) / 2) as f64, (n - 1) as f64, 0.0]);
        }
        assert_eq!(sum_integers(&[i64::MAX; 3000]), i64::MAX as i128 * 3000);
        assert_eq!(sum_integers(&[i64::MIN, -1]), i64::MIN as i128 - 1);
        assert_eq!(smallest_integer(&[3, -5, 9]), -5);
        assert_eq!(largest_integer(&[3, -5, 9]), 9);
    }

    #[test]
    fn folds_from_the_right() {
        assert_eq!(fold_right::<i64, SubtractIntegers>(&[9, 4, 1]), Some(6));
        assert_eq!(fold_right::<i64, MultiplyIntegers>(&[1 << 40, 1 << 40]), None);
        assert_eq!(fold_right::<f64, DivideFloats>(&[8.0, 4.0, 2.0]), Some(4.0));
    }

    #[test]
    fn bits_are_counted_in_a_range() {
        let words = [u64::MAX, 0b1011, u64::MAX];
        for (start, length, count) in [(0, 64, 64), (0, 192, 131), (60, 6, 6), (64, 4, 3), (66, 3, 1), (100, 0, 0)] {
            assert_eq!(count_bits(&words, start, length), count);
        }
    }
}

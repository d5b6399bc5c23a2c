//! Scans of contiguous lanes, always from the left.

use super::elementwise::{ItemDyad, append};

/// A scan kernel.
#[derive(Clone, Copy)]
pub struct Scan<T>(fn(&[T], Option<T>, &mut Vec<T>) -> bool);

impl<T: Copy> Scan<T> {
    /// The scan of an item function.
    pub const fn of<F: ItemDyad<T, Out = T>>() -> Self {
        Scan(scan::<T, F>)
    }

    /// Appends the scan of items that go on from an accumulator (or begin with the first item) and returns true, or
    /// returns false where the lane cannot hold a result.
    #[inline]
    pub fn append(self, items: &[T], accumulator: Option<T>, out: &mut Vec<T>) -> bool {
        (self.0)(items, accumulator, out)
    }
}

fn scan<T: Copy, F: ItemDyad<T, Out = T>>(items: &[T], accumulator: Option<T>, out: &mut Vec<T>) -> bool {
    let (mut accumulator, rest) = match (accumulator, items.split_first()) {
        (Some(accumulator), _) => (accumulator, items),
        (None, Some((&first, rest))) => {
            out.push(first);
            (first, rest)
        }
        (None, None) => return true,
    };
    append(out, rest.len(), |spare| {
        let mut failed = false;
        for (out, &item) in spare.iter_mut().zip(rest) {
            let mut next = F::apply(accumulator, item);
            if F::fails(accumulator, item, next) {
                match F::careful(accumulator, item) {
                    Some(result) => next = result,
                    None => failed = true,
                }
            }
            accumulator = next;
            out.write(next);
        }
        !failed
    })
}

/// The running exclusive or of bits (`≠\`). What lies beyond the last bit counts for nothing.
pub fn parities(words: &[u64]) -> Vec<u64> {
    let mut carry = 0;
    let scan = |&word: &u64| {
        let mut word = word;
        for shift in [1, 2, 4, 8, 16, 32] {
            word ^= word << shift;
        }
        word ^= carry;
        carry = if word >> 63 == 1 { u64::MAX } else { 0 };
        word
    };
    words.iter().map(scan).collect()
}

/// The running disjunction of bits (`∨\`).
pub fn any_so_far(words: &[u64]) -> Vec<u64> {
    let mut seen = false;
    let scan = |&word: &u64| {
        if seen {
            return u64::MAX;
        }
        seen = word != 0;
        if seen { u64::MAX << word.trailing_zeros() } else { 0 }
    };
    words.iter().map(scan).collect()
}

/// How many bits are set up to each of the first `length` bits (`+\`).
pub fn counts(words: &[u64], length: usize) -> Vec<i64> {
    let mut total = 0;
    let mut out = Vec::with_capacity(length);
    for (w, &word) in words.iter().enumerate() {
        out.extend((0..64.min(length - w * 64)).map(|i| {
            total += (word >> i & 1) as i64;
            total
        }));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic::*;
    use super::*;

    #[test]
    fn scans_run_from_the_left() {
        let mut out = Vec::new();
        assert!(Scan::of::<SubtractIntegers>().append(&[9, 4, 1], None, &mut out));
        assert!(Scan::of::<SubtractIntegers>().append(&[1, 2], Some(4), &mut out));
        assert_eq!(out, [9, 5, 4, 3, 1]);
        assert!(!Scan::of::<MultiplyIntegers>().append(&[1 << 40, 1 << 40], None, &mut Vec::new()));
    }

    #[test]
    fn scans_of_bits() {
        let bits: Vec<bool> = (0..200).map(|i| i % 7 == 3 || i % 11 == 5).collect();
        let words: Vec<u64> =
            bits.chunks(64).map(|c| c.iter().enumerate().fold(0, |w, (i, &b)| w | (b as u64) << i)).collect();
        let (parities, any, counts) = (parities(&words), any_so_far(&words), counts(&words, 200));
        let mut total = 0;
        for (i, &bit) in bits.iter().enumerate() {
            total += bit as i64;
            assert_eq!(counts[i], total);
            assert_eq!(parities[i / 64] >> (i % 64) & 1, total as u64 % 2);
            assert_eq!(any[i / 64] >> (i % 64) & 1 == 1, total > 0);
        }
    }
}

//! Stable grades of compact keys: counting for narrow ranges, radix passes for the rest.
//!
//! Keys are unsigned 64-bit numbers whose order is the order wanted; see the `*_key` functions.

use super::lookup::float_rank;
use crate::control::{Result, poll};

/// The key of an integer.
#[inline]
pub fn integer_key(value: i64) -> u64 {
    value as u64 ^ 1 << 63
}

/// The key of a float; both zeros have the same.
#[inline]
pub fn float_key(value: f64) -> u64 {
    integer_key(float_rank(value))
}

/// Bits of a radix digit.
const DIGIT_BITS: u32 = 11;
const DIGITS: usize = 1 << DIGIT_BITS;
/// Fewer keys than this are sorted by comparison.
const FEW: usize = 200;
/// Keys between two looks at the control block.
const BLOCK: usize = 1 << 16;

/// The positions of the keys in ascending order, equal keys in order of position.
pub fn grade(keys: &[u64]) -> Result<Vec<u32>> {
    refine((0..keys.len() as u32).collect(), keys)
}

/// Sorts an order of positions by their keys, stably: positions of equal keys stay in the order given. Grading by
/// several columns is refining by each of them, the last one first.
pub fn refine(order: Vec<u32>, keys: &[u64]) -> Result<Vec<u32>> {
    if order.len() < FEW {
        let mut order = order;
        order.sort_by_key(|&i| keys[i as usize]);
        return Ok(order);
    }
    let (low, high) = keys.iter().fold((u64::MAX, 0), |(low, high), &key| (low.min(key), high.max(key)));
    let span = high - low;
    if span == 0 {
        return Ok(order);
    }
    if span < (4 * order.len() as u64).min(1 << 20) {
        return count(&order, keys, low, span as usize + 1);
    }
    radix(order, keys, low, span)
}

/// One counting pass over keys in `low..low + span`.
fn count(order: &[u32], keys: &[u64], low: u64, span: usize) -> Result<Vec<u32>> {
    let mut next = vec![0u32; span + 1];
    for &key in keys {
        next[(key - low) as usize + 1] += 1;
    }
    for value in 0..span {
        next[value + 1] += next[value];
    }
    let mut sorted = vec![0; order.len()];
    for &i in order {
        let slot = &mut next[(keys[i as usize] - low) as usize];
        sorted[*slot as usize] = i;
        *slot += 1;
    }
    Ok(sorted)
}

/// Passes over the digits of the keys from the lowest; digits that all keys share are passed over.
fn radix(order: Vec<u32>, keys: &[u64], low: u64, span: u64) -> Result<Vec<u32>> {
    let passes = (64 - span.leading_zeros()).div_ceil(DIGIT_BITS) as usize;
    let mut counts = vec![[0u32; DIGITS]; passes];
    let mut from: Vec<(u64, u32)> = order.iter().map(|&i| (keys[i as usize] - low, i)).collect();
    for block in from.chunks(BLOCK) {
        poll()?;
        for &(key, _) in block {
            for (pass, counts) in counts.iter_mut().enumerate() {
                counts[(key >> (pass as u32 * DIGIT_BITS)) as usize % DIGITS] += 1;
            }
        }
    }
    let mut to = vec![(0, 0); from.len()];
    for (pass, counts) in counts.iter_mut().enumerate() {
        if counts.iter().any(|&count| count as usize == from.len()) {
            continue;
        }
        let mut start = 0;
        for count in counts.iter_mut() {
            start += std::mem::replace(count, start);
        }
        for block in from.chunks(BLOCK) {
            poll()?;
            for &(key, i) in block {
                let slot = &mut counts[(key >> (pass as u32 * DIGIT_BITS)) as usize % DIGITS];
                to[*slot as usize] = (key, i);
                *slot += 1;
            }
        }
        std::mem::swap(&mut from, &mut to);
    }
    Ok(from.into_iter().map(|(_, i)| i).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(keys: &[u64]) {
        let mut expected: Vec<u32> = (0..keys.len() as u32).collect();
        expected.sort_by_key(|&i| keys[i as usize]);
        assert!(grade(keys).unwrap() == expected);
    }

    #[test]
    fn grades_agree_with_a_stable_sort() {
        let mut seed = 7u64;
        let mut next = move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 20
        };
        for count in [0, 1, 2, 199, 200, 3000] {
            check(&(0..count).map(|_| next()).collect::<Vec<_>>());
            check(&(0..count).map(|_| next() % 7).collect::<Vec<_>>());
            check(&(0..count).map(|_| (next() % 50) << 58).collect::<Vec<_>>());
            check(&(0..count).map(|_| integer_key(next() as i64 - (1 << 43))).collect::<Vec<_>>());
        }
    }

    #[test]
    fn keys_keep_the_order_of_floats() {
        let floats = [f64::NEG_INFINITY, -1.5, -1.0, -5e-324, 0.0, 5e-324, 1.0, f64::INFINITY];
        assert!(floats.windows(2).all(|pair| float_key(pair[0]) < float_key(pair[1])));
        assert_eq!(float_key(0.0), float_key(-0.0));
    }
}

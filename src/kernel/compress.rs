//! Choosing and repeating items by a mask or by counts.

use super::pace::Pace;
use crate::control::Result;

/// Appends the items whose bit is set in `mask` (bit `i` of the packed words belongs to item `i`, bits beyond the items
/// are clear). `kept` is the number of set bits.
pub fn compress<T: Clone>(items: &[T], mask: &[u64], kept: usize, out: &mut Vec<T>) -> Result<()> {
    out.reserve(kept);
    let mut pace = Pace::new();
    let in_registers = registers::available::<T>();
    for (items, &word) in items.chunks(64).zip(mask) {
        pace.advance(items.len())?;
        let set = word.count_ones() as usize;
        // Steps without branches write beyond the items that they keep.
        let space = out.capacity() - out.len();
        if set == items.len() {
            out.extend_from_slice(items);
        } else if set <= 3 || space <= set || std::mem::needs_drop::<T>() {
            let mut rest = word;
            while rest != 0 {
                out.push(items[rest.trailing_zeros() as usize].clone());
                rest &= rest - 1;
            }
        } else if in_registers && items.len() == 64 && space >= 64 {
            registers::compress_word(items, word, set, out);
        } else {
            compress_word(items, word, set, out);
        }
    }
    Ok(())
}

/// One word of the mask by the machine's own instruction.
#[cfg(target_arch = "x86_64")]
mod registers {
    use std::arch::x86_64::*;

    /// Whether the machine compresses items of this size, which need no drop.
    pub fn available<T>() -> bool {
        !std::mem::needs_drop::<T>()
            && match size_of::<T>() {
                1 => is_x86_feature_detected!("avx512vbmi2") && is_x86_feature_detected!("avx512bw"),
                4 | 8 => is_x86_feature_detected!("avx512f"),
                _ => false,
            }
    }

    /// Appends the items of a full word whose bits are set, `set` of them. Needs [`available`].
    #[inline]
    pub fn compress_word<T: Clone>(items: &[T], word: u64, set: usize, out: &mut Vec<T>) {
        assert!(items.len() == 64 && set == word.count_ones() as usize && out.capacity() - out.len() >= 64);
        let space = out.spare_capacity_mut().as_mut_ptr();
        // SAFETY: the instructions are available, and both the 64 items and the 64 free places are there. Items without
        // drop are copied as they lie; the first `set` places are written.
        unsafe {
            match size_of::<T>() {
                1 => bytes(items.as_ptr().cast(), word, space.cast()),
                4 => words(items.as_ptr().cast(), word, space.cast()),
                _ => double_words(items.as_ptr().cast(), word, space.cast()),
            }
            out.set_len(out.len() + set);
        }
    }

    #[inline]
    #[target_feature(enable = "avx512vbmi2,avx512bw")]
    unsafe fn bytes(items: *const i8, word: u64, target: *mut i8) {
        // SAFETY: 64 items can be read and 64 places written.
        unsafe { _mm512_storeu_epi8(target, _mm512_maskz_compress_epi8(word, _mm512_loadu_epi8(items))) }
    }

    #[inline]
    #[target_feature(enable = "avx512f,popcnt")]
    unsafe fn words(items: *const i32, word: u64, mut target: *mut i32) {
        for i in 0..4 {
            let mask = (word >> (16 * i)) as u16;
            // SAFETY: 64 items can be read; before each step as many places are left as items.
            unsafe {
                let kept = _mm512_maskz_compress_epi32(mask, _mm512_loadu_epi32(items.add(16 * i)));
                _mm512_storeu_epi32(target, kept);
                target = target.add(mask.count_ones() as usize);
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,popcnt")]
    unsafe fn double_words(items: *const i64, word: u64, mut target: *mut i64) {
        for i in 0..8 {
            let mask = (word >> (8 * i)) as u8;
            // SAFETY: 64 items can be read; before each step as many places are left as items.
            unsafe {
                let kept = _mm512_maskz_compress_epi64(mask, _mm512_loadu_epi64(items.add(8 * i)));
                _mm512_storeu_epi64(target, kept);
                target = target.add(mask.count_ones() as usize);
            }
        }
    }
}

/// Machines without such an instruction.
#[cfg(not(target_arch = "x86_64"))]
mod registers {
    /// Whether the machine compresses items of this size.
    pub fn available<T>() -> bool {
        false
    }

    /// Never called.
    pub fn compress_word<T: Clone>(_: &[T], _: u64, _: usize, _: &mut Vec<T>) {}
}

/// One word of the mask without branches: each item is written to the next free place, which moves on only for a set bit.
#[inline]
fn compress_word<T: Clone>(items: &[T], mut word: u64, set: usize, out: &mut Vec<T>) {
    let done = out.len();
    let space = &mut out.spare_capacity_mut()[..set + 1];
    let mut next = 0;
    for item in items {
        space[next].write(item.clone());
        next += (word & 1) as usize;
        word >>= 1;
    }
    debug_assert_eq!(next, set);
    // SAFETY: `next` has gone through the first `set` places, and each was written before it moved on.
    unsafe { out.set_len(done + set) };
}

/// Appends each item as often as its count says.
pub fn replicate<T: Clone>(items: &[T], counts: &[i64], out: &mut Vec<T>) -> Result<()> {
    let mut pace = Pace::new();
    for (items, counts) in items.chunks(1 << 12).zip(counts.chunks(1 << 12)) {
        pace.advance(items.len())?;
        for (item, &count) in items.iter().zip(counts) {
            if count < 16 {
                out.extend((0..count).map(|_| item.clone()));
            } else {
                pace.push_copies(out, item, count as usize)?;
            }
        }
    }
    Ok(())
}

/// Appends the next item for each set bit of the mask, whose first `len` bits count, and the fill for each other one.
/// With `Advance::Stay` the first item serves them all.
pub fn expand<T: Clone>(
    items: &[T],
    mask: &[u64],
    len: usize,
    fill: &T,
    advance: Advance,
    out: &mut Vec<T>,
) -> Result<()> {
    let mut pace = Pace::new();
    let mut next = 0;
    for (i, &word) in mask.iter().enumerate() {
        let bits = (len - 64 * i).min(64);
        pace.advance(bits)?;
        out.extend((0..bits).map(|bit| {
            if word >> bit & 1 == 0 {
                return fill.clone();
            }
            let item = &items[next];
            next += (advance == Advance::Step) as usize;
            item.clone()
        }));
    }
    Ok(())
}

/// Whether a set bit of an expansion uses up an item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Advance {
    /// It does.
    Step,
    /// There is one item for all.
    Stay,
}

/// Appends each run of `size` items `times` times.
pub fn repeat_each<T: Clone>(items: &[T], size: usize, times: usize, out: &mut Vec<T>) -> Result<()> {
    let mut pace = Pace::new();
    if size == 1 {
        for item in items {
            pace.push_copies(out, item, times)?;
        }
        return Ok(());
    }
    for cell in items.chunks(size) {
        for _ in 0..times {
            pace.push_slice(out, cell)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::bits::pack;

    #[test]
    fn compress_equals_a_filter() {
        let mut state = 1u64;
        for density in [0, 1, 3, 8, 15, 16] {
            for len in [0, 1, 63, 64, 65, 1000] {
                let mask: Vec<u8> = (0..len)
                    .map(|_| {
                        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        ((state >> 60) < density) as u8
                    })
                    .collect();
                let items: Vec<i64> = (0..len as i64).collect();
                let expected: Vec<i64> = items.iter().copied().filter(|&i| mask[i as usize] == 1).collect();
                let mut out = Vec::new();
                compress(&items, &pack(&mask), expected.len(), &mut out).unwrap();
                assert_eq!(out, expected);
                let strings: Vec<String> = items.iter().map(i64::to_string).collect();
                let mut out = Vec::new();
                compress(&strings, &pack(&mask), expected.len(), &mut out).unwrap();
                assert_eq!(out.len(), expected.len());
            }
        }
    }

    #[test]
    fn counts() {
        let mut out = Vec::new();
        replicate(&['a', 'b', 'c'], &[2, 0, 1], &mut out).unwrap();
        repeat_each(&['d', 'e'], 1, 2, &mut out).unwrap();
        repeat_each(&['f', 'g', 'h', 'i'], 2, 2, &mut out).unwrap();
        expand(&['j', 'k'], &[0b101], 4, &'-', Advance::Step, &mut out).unwrap();
        expand(&['l'], &[0b101], 4, &'-', Advance::Stay, &mut out).unwrap();
        assert_eq!(out.iter().collect::<String>(), "aacddeefgfghihij-k-l-l-");
    }
}

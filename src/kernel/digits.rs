//! Binary digits of machine integers, packed, and back.

/// The `width` lowest binary digits of each item, most significant first, one item's digits after the other in packed
/// words. `width` is from 1 to 64, and items are not negative.
pub fn to_bits(items: &[i64], width: usize) -> Vec<u64> {
    let mut words = Vec::with_capacity((items.len() * width).div_ceil(64));
    let (mut word, mut filled) = (0u64, 0);
    for &item in items {
        // The most significant digit comes first, and so into the lowest bit.
        let digits = (item as u64).reverse_bits() >> (64 - width);
        word |= digits << filled;
        filled += width;
        if filled >= 64 {
            words.push(word);
            filled -= 64;
            word = if filled == 0 { 0 } else { digits >> (width - filled) };
        }
    }
    if filled > 0 {
        words.push(word);
    }
    words
}

/// The numbers whose `width` binary digits (from 1 to 63), most significant first, lie one after the other in packed words.
pub fn from_bits(words: &[u64], count: usize, width: usize) -> Vec<i64> {
    let mask = u64::MAX >> (64 - width);
    let number = |i: usize| {
        let (word, shift) = (i * width / 64, i * width % 64);
        let low = words[word] >> shift;
        let high = if shift + width > 64 { words[word + 1] << (64 - shift) } else { 0 };
        (((low | high) & mask).reverse_bits() >> (64 - width)) as i64
    };
    (0..count).map(number).collect()
}

/// The values of lanes of `width` digits in one base; nothing where one leaves 64 bits.
pub fn in_base(base: i64, digits: &[i64], width: usize) -> Option<Vec<i64>> {
    let value = |lane: &[i64]| lane.iter().try_fold(0i64, |value, &digit| value.checked_mul(base)?.checked_add(digit));
    digits.chunks_exact(width).map(value).collect()
}

/// The values of lanes of `width` float digits in one base; nothing where one is undefined.
pub fn in_float_base(base: f64, digits: &[f64], width: usize) -> Option<Vec<f64>> {
    let value = |lane: &[f64]| {
        let (first, rest) = lane.split_first().expect("a lane has a digit");
        rest.iter().fold(*first, |value, digit| value * base + digit)
    };
    let values: Vec<f64> = digits.chunks_exact(width).map(value).collect();
    values.iter().all(|value| !value.is_nan()).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_back() {
        for width in [1, 3, 10, 31, 32, 33, 62, 63] {
            let items: Vec<i64> =
                (0..200i64).map(|i| i.wrapping_mul(0x0123_4567_89AB_CDEF) & (i64::MAX >> (63 - width))).collect();
            let words = to_bits(&items, width);
            assert_eq!(words.len(), (items.len() * width).div_ceil(64));
            assert_eq!(from_bits(&words, items.len(), width), items);
        }
        assert_eq!(to_bits(&[5], 3), [0b101]);
        assert_eq!(to_bits(&[6], 3), [0b011]);
    }
}

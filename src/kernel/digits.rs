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

/// Appends the digits of whole numbers below 2*52 in magnitude in whole bases from 1 to 2*52, one number's digits after the
/// other.
pub fn in_bases(numbers: &[f64], bases: &[f64], out: &mut Vec<f64>) {
    let mut rest = numbers.to_vec();
    let mut digits = vec![0.0; numbers.len()];
    let start = out.len();
    out.resize(start + numbers.len() * bases.len(), 0.0);
    for (i, &base) in bases.iter().enumerate().rev() {
        take_digits(&mut rest, base, &mut digits);
        let places = out[start..].iter_mut().skip(i).step_by(bases.len());
        places.zip(&digits).for_each(|(place, &digit)| *place = digit);
    }
}

versions! {
    /// The lowest digit of each number; the number becomes what is above it.
    fn take_digits(numbers: &mut [f64], base: f64, digits: &mut [f64]) {
        for (number, place) in numbers.iter_mut().zip(digits) {
            // The quotient may have been rounded up to a whole number.
            let quotient = (*number / base).floor();
            let rest = *number - quotient * base;
            let is_beyond = rest < 0.0;
            *place = if is_beyond { rest + base } else { rest };
            *number = if is_beyond { quotient - 1.0 } else { quotient };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_in_bases_are_those_of_integers() {
        let numbers: Vec<i64> = (0..500i64)
            .map(|i| (i - 250).wrapping_mul(0x0123_4567_89AB_CDEF) >> 12 >> (i % 40))
            .chain([0, -1, 1, (1 << 52) - 1, 1 - (1 << 52)])
            .collect();
        for bases in [&[10, 10, 10][..], &[24, 60, 60], &[7], &[1, 3], &[1 << 51, 2], &[3, (1 << 52) - 1]] {
            let mut out = Vec::new();
            let float = |items: &[i64]| items.iter().map(|&item| item as f64).collect::<Vec<_>>();
            in_bases(&float(&numbers), &float(bases), &mut out);
            for (&number, digits) in numbers.iter().zip(out.chunks_exact(bases.len())) {
                let mut rest = number;
                for (&base, &digit) in bases.iter().zip(digits).rev() {
                    assert_eq!(digit, rest.rem_euclid(base) as f64, "{number} in {bases:?}");
                    rest = rest.div_euclid(base);
                }
            }
        }
    }

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

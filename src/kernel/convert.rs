//! Bits as numbers.

versions! {
    /// Bits from position `start` on as numbers; fastest where that is a multiple of 64.
    pub fn bits_to<T: Copy>(words: &[u64], start: usize, zero: T, one: T, out: &mut [T]) {
        if !start.is_multiple_of(64) {
            for (i, out) in out.iter_mut().enumerate() {
                let position = start + i;
                *out = if words[position / 64] >> (position % 64) & 1 == 1 { one } else { zero };
            }
            return;
        }
        for (out, &word) in out.chunks_mut(64).zip(&words[start / 64..]) {
            for (i, out) in out.iter_mut().enumerate() {
                *out = if word >> i & 1 == 1 { one } else { zero };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_numbers() {
        let words = [u64::MAX, 0b1011, 0];
        let mut out = [9; 70];
        bits_to(&words, 64, 0, 1, &mut out);
        assert_eq!(out[..5], [1, 1, 0, 1, 0]);
        assert!(out[5..].iter().all(|&item| item == 0));
        bits_to(&words, 66, 0, 1, &mut out[..4]);
        assert_eq!(out[..4], [0, 1, 0, 0]);
    }
}

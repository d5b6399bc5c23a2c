//! Between packed bits and one byte for each.

/// The first `len` bits, each as a byte 0 or 1.
pub fn unpack(words: &[u64], len: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(words.len() * 64);
    for &word in words {
        for byte in word.to_le_bytes() {
            out.extend_from_slice(&spread(byte));
        }
    }
    out.truncate(len);
    out
}

/// Eight bits as eight bytes 0 or 1.
#[inline]
fn spread(bits: u8) -> [u8; 8] {
    // Copies the bits to all bytes, keeps bit i in byte i, and carries it to the top of its byte.
    let kept = (bits as u64).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (kept.wrapping_add(0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101).to_le_bytes()
}

/// Packs bytes 0 and 1 into words, 64 to a word; bits beyond the end are zero.
pub fn pack(bytes: &[u8]) -> Vec<u64> {
    let (words, rest) = bytes.as_chunks::<64>();
    let mut out = Vec::with_capacity(bytes.len().div_ceil(64));
    out.extend(words.iter().map(pack_word));
    if !rest.is_empty() {
        let mut word = [0; 64];
        word[..rest.len()].copy_from_slice(rest);
        out.push(pack_word(&word));
    }
    out
}

#[inline]
fn pack_word(bytes: &[u8; 64]) -> u64 {
    let (eights, _) = bytes.as_chunks::<8>();
    // The product collects the bottom bits of eight bytes in the top byte.
    let gathered = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    eights.iter().enumerate().fold(0, |word, (i, eight)| word | gathered(eight) << (8 * i))
}

/// The positions of the set bits.
pub fn set_positions(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
        rest.take_while(|&word| word != 0).map(move |word| 64 * i + word.trailing_zeros() as usize)
    })
}

/// The first positions and lengths of the runs of set bits, of which there are no others beyond `len`.
pub fn set_runs(words: &[u64], len: usize) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    // Where bits change from the one before: a run begins and ends in turn.
    let mut before = 0;
    for (i, &word) in words.iter().enumerate() {
        let mut changes = word ^ (word << 1 | before);
        before = word >> 63;
        while changes != 0 {
            let position = 64 * i + changes.trailing_zeros() as usize;
            match runs.last_mut() {
                Some((start, length)) if *length == 0 => *length = position - *start,
                _ => runs.push((position, 0)),
            }
            changes &= changes - 1;
        }
    }
    if let Some((start, length)) = runs.last_mut().filter(|(_, length)| *length == 0) {
        *length = len - *start;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_runs() {
        for len in [1usize, 5, 64, 65, 130, 192] {
            for step in 1..7 {
                let bytes: Vec<u8> = (0..len).map(|i| (i / step % 2 == step % 2) as u8).collect();
                let words = pack(&bytes);
                let expected: Vec<usize> = (0..len).filter(|&i| bytes[i] == 1).collect();
                assert_eq!(set_positions(&words).collect::<Vec<_>>(), expected);
                let runs = set_runs(&words, len);
                assert!(runs.iter().all(|&(start, length)| start == 0 || bytes[start - 1] == 0 && length > 0));
                assert_eq!(
                    runs.iter().flat_map(|&(start, length)| start..start + length).collect::<Vec<_>>(),
                    expected
                );
            }
        }
    }

    #[test]
    fn round_trip() {
        for len in [0usize, 1, 7, 8, 63, 64, 65, 200] {
            let bytes: Vec<u8> = (0..len).map(|i| (i * i % 7 % 2) as u8).collect();
            let words = pack(&bytes);
            assert_eq!(words.len(), len.div_ceil(64));
            assert_eq!(unpack(&words, len), bytes);
        }
        assert_eq!(unpack(&[u64::MAX], 64), [1; 64]);
    }
}

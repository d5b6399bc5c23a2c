//! Truth values packed 64 to a word.

use super::Buffer;

/// A vector of bits. Item `i` is bit `i % 64` of word `i / 64`; bits beyond the length are zero.
#[derive(Clone, Debug)]
pub struct Bits {
    words: Buffer<u64>,
    len: usize,
}

impl Bits {
    /// `len` bits from these words. Bits beyond `len` are cleared.
    pub fn new(mut words: Vec<u64>, len: usize) -> Bits {
        assert_eq!(words.len(), len.div_ceil(64));
        if let (Some(last), rest @ 1..) = (words.last_mut(), len % 64) {
            *last &= (1 << rest) - 1;
        }
        Bits { words: Buffer::from(words), len }
    }

    /// The bits of an iterator of truth values.
    pub fn from_bools(items: impl IntoIterator<Item = bool>) -> Bits {
        let mut words = Vec::new();
        let mut len = 0;
        for bit in items {
            if len % 64 == 0 {
                words.push(0);
            }
            if bit {
                *words.last_mut().expect("a word was pushed") |= 1 << (len % 64);
            }
            len += 1;
        }
        Bits { words: Buffer::from(words), len }
    }

    /// The number of bits.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The words.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Bit `i`.
    #[inline]
    pub fn get(&self, i: usize) -> bool {
        debug_assert!(i < self.len);
        self.words[i / 64] >> (i % 64) & 1 == 1
    }

    /// Changes bit `i`, in place where nobody else holds the words.
    pub fn set(&mut self, i: usize, bit: bool) {
        assert!(i < self.len);
        let word = &mut self.words.make_mut()[i / 64];
        *word = *word & !(1 << (i % 64)) | (bit as u64) << (i % 64);
    }

    /// All bits in order.
    pub fn iter(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.len).map(|i| self.get(i))
    }

    /// How many bits are set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// `len` bits from `start`, copied.
    pub fn slice(&self, start: usize, len: usize) -> Bits {
        assert!(start + len <= self.len);
        if start == 0 && len == self.len {
            return self.clone();
        }
        let (first, shift) = (start / 64, start % 64);
        let word = |i: usize| {
            let low = self.words[first + i] >> shift;
            let high = self.words.get(first + i + 1).map_or(0, |next| (next << 1) << (63 - shift));
            low | high
        };
        Bits::new((0..len.div_ceil(64)).map(word).collect(), len)
    }

    /// Appends bits, in place when nobody else holds the words.
    pub fn extend(&mut self, tail: &Bits) {
        let (len, shift) = (self.len, self.len % 64);
        let mut words = std::mem::replace(&mut self.words, Buffer::from(Vec::new())).into_vec();
        for &word in tail.words() {
            if shift == 0 {
                words.push(word);
            } else {
                *words.last_mut().expect("bits are left of the last word") |= word << shift;
                words.push(word >> (64 - shift));
            }
        }
        words.truncate((len + tail.len).div_ceil(64));
        *self = Bits::new(words, len + tail.len);
    }

    /// As [`Buffer::growth`].
    pub fn growth(&self, more: usize) -> usize {
        self.words.growth(more.div_ceil(64))
    }

    /// The bits as integers 0 and 1.
    pub fn to_integers(&self) -> Vec<i64> {
        let mut out = Vec::with_capacity(self.len);
        for &word in self.words.iter() {
            out.extend((0..64).map(|i| (word >> i & 1) as i64));
        }
        out.truncate(self.len);
        out
    }

    /// The words by value, copied only when somebody else holds them.
    pub fn into_words(self) -> Vec<u64> {
        self.words.into_vec()
    }
}

//! Items of one lane as items of a wider one, block by block.

use num_complex::Complex64;

versions! {
    /// Integers as the nearest floats.
    pub fn integers_to_floats(items: &[i64], out: &mut [f64]) {
        for (out, &item) in out.iter_mut().zip(items) {
            *out = item as f64;
        }
    }

    /// Floats as complex numbers.
    pub fn floats_to_complex(items: &[f64], out: &mut [Complex64]) {
        for (out, &item) in out.iter_mut().zip(items) {
            *out = Complex64::new(item, 0.0);
        }
    }
}

/// Bits from position `start` on as numbers.
pub fn bits_to<T: Copy>(words: &[u64], start: usize, zero: T, one: T, out: &mut [T]) {
    for (i, out) in out.iter_mut().enumerate() {
        let position = start + i;
        *out = if words[position / 64] >> (position % 64) & 1 == 1 { one } else { zero };
    }
}

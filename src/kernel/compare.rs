//! Comparisons, with results straight in bits. Floats are compared with the language's tolerance.

use std::mem::MaybeUninit;

use num_complex::Complex64;

use super::elementwise::{Operand, append};
use super::tolerance::{TOLERANCE, equal_complex};
use super::versions::Instructions;

/// A relation between two items.
pub trait ItemTest<T: Copy> {
    /// Whether it holds. Must vectorise.
    fn holds(x: T, y: T) -> bool;
}

/// A comparison kernel. Bit `i % 64` of word `i / 64` is the result for item `i`; what lies beyond the last item counts
/// for nothing.
#[derive(Clone, Copy)]
pub struct Compare<T>(Loop<T>);

/// Compares as many pairs as it is told to.
type Loop<T> = fn(Operand<T>, Operand<T>, usize, &mut [MaybeUninit<u64>]);

impl<T: Copy> Compare<T> {
    /// The kernel of a relation.
    pub const fn of<R: ItemTest<T>>() -> Self {
        Compare(compare::<T, R>)
    }

    /// Appends words with the results for `count` pairs.
    #[inline]
    pub fn append(self, x: Operand<T>, y: Operand<T>, count: usize, out: &mut Vec<u64>) {
        append(out, count.div_ceil(64), |spare| {
            (self.0)(x, y, count, spare);
            true
        });
    }
}

#[inline(always)]
fn larger(x: f64, y: f64) -> f64 {
    let (x, y) = (x.abs(), y.abs());
    if x > y { x } else { y }
}

/// How far apart two floats may lie and be equal; finite also beside an infinity, so that nothing is near one.
#[inline(always)]
fn margin(x: f64, y: f64) -> f64 {
    let margin = TOLERANCE * larger(x, y);
    if margin < f64::MAX { margin } else { f64::MAX }
}

/// Tolerant equality; an infinity equals only itself.
#[inline(always)]
pub fn floats_equal(x: f64, y: f64) -> bool {
    (x == y) | ((x - y).abs() <= margin(x, y))
}

/// Less, and not tolerantly equal. The difference of equal infinities is no number, and so not above the margin.
#[inline(always)]
pub fn float_less(x: f64, y: f64) -> bool {
    y - x > margin(x, y)
}

/// Tolerant equality in the plane. Squares decide where they neither overflow nor come near the border.
#[inline(always)]
fn complex_equal(x: Complex64, y: Complex64) -> bool {
    let square = |z: Complex64| z.re * z.re + z.im * z.im;
    let (left, right) = (square(x), square(y));
    let size = if left > right { left } else { right };
    let ratio = square(x - y) / size;
    let is_moderate = (size > 1e-250) & (size < 1e300);
    if is_moderate & (ratio > 1.001 * TOLERANCE * TOLERANCE) {
        false
    } else if is_moderate & (ratio < 0.999 * TOLERANCE * TOLERANCE) {
        true
    } else {
        equal_complex(x, y)
    }
}

macro_rules! tests {
    ($($name:ident: $type:ty, |$x:ident, $y:ident| $holds:expr;)+) => { $(
        #[doc = concat!("`", stringify!($holds), "`")]
        pub struct $name;
        impl ItemTest<$type> for $name {
            #[inline(always)]
            fn holds($x: $type, $y: $type) -> bool {
                $holds
            }
        }
    )+ };
}

tests! {
    EqualIntegers: i64, |x, y| x == y;
    NotEqualIntegers: i64, |x, y| x != y;
    LessIntegers: i64, |x, y| x < y;
    LessOrEqualIntegers: i64, |x, y| x <= y;
    GreaterIntegers: i64, |x, y| x > y;
    GreaterOrEqualIntegers: i64, |x, y| x >= y;
    EqualFloats: f64, |x, y| floats_equal(x, y);
    NotEqualFloats: f64, |x, y| !floats_equal(x, y);
    LessFloats: f64, |x, y| float_less(x, y);
    LessOrEqualFloats: f64, |x, y| !float_less(y, x);
    GreaterFloats: f64, |x, y| float_less(y, x);
    GreaterOrEqualFloats: f64, |x, y| !float_less(x, y);
    EqualComplex: Complex64, |x, y| complex_equal(x, y);
    NotEqualComplex: Complex64, |x, y| !complex_equal(x, y);
    EqualBytes: u8, |x, y| x == y;
    NotEqualBytes: u8, |x, y| x != y;
    EqualCharacters: char, |x, y| x == y;
    NotEqualCharacters: char, |x, y| x != y;
}

#[inline(always)]
fn word<Isa: Instructions>(test: impl Fn(usize) -> bool) -> u64 {
    let mut bytes = [0u8; 64];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = test(i) as u8;
    }
    Isa::pack(&bytes)
}

versions! {
    /// Writes every word.
    fn compare<T: Copy, R: ItemTest<T>>(
        x: Operand<T>,
        y: Operand<T>,
        count: usize,
        out: &mut [MaybeUninit<u64>]
    ) {
        assert!(out.len() == count.div_ceil(64));
        let whole = count / 64;
        match (x, y) {
            (Operand::Many(x), Operand::Many(y)) => {
                let ((xs, _), (ys, _)) = (x.as_chunks::<64>(), y.as_chunks::<64>());
                for ((out, x), y) in out.iter_mut().zip(xs).zip(ys) {
                    out.write(word::<Isa>(|i| R::holds(x[i], y[i])));
                }
            }
            (Operand::Many(x), Operand::One(y)) => {
                for (out, x) in out.iter_mut().zip(x.as_chunks::<64>().0) {
                    out.write(word::<Isa>(|i| R::holds(x[i], y)));
                }
            }
            (Operand::One(x), Operand::Many(y)) => {
                for (out, y) in out.iter_mut().zip(y.as_chunks::<64>().0) {
                    out.write(word::<Isa>(|i| R::holds(x, y[i])));
                }
            }
            (Operand::One(x), Operand::One(y)) => {
                out.fill(MaybeUninit::new(if R::holds(x, y) { u64::MAX } else { 0 }));
                return;
            }
        }
        if whole < out.len() {
            let item = |operand: Operand<T>, i: usize| match operand {
                Operand::Many(items) => items[i],
                Operand::One(item) => item,
            };
            let bit = |word: u64, i: usize| word | (R::holds(item(x, i), item(y, i)) as u64) << (i % 64);
            out[whole].write((whole * 64..count).fold(0, bit));
        }
    }
}

/// The truth value that a float counts as: 0, or 1 within the tolerance.
#[inline(always)]
fn is_one(y: f64) -> bool {
    (y > 0.0) & (y < 2.0) & ((y - 1.0).abs() <= TOLERANCE * larger(y, 1.0))
}

/// An item that may be a truth value.
pub trait Truth: Copy {
    /// Whether it counts as 0.
    fn is_zero(self) -> bool;
    /// Whether it counts as 1.
    fn is_one(self) -> bool;
}

impl Truth for f64 {
    #[inline(always)]
    fn is_zero(self) -> bool {
        self == 0.0
    }
    #[inline(always)]
    fn is_one(self) -> bool {
        is_one(self)
    }
}

impl Truth for i64 {
    #[inline(always)]
    fn is_zero(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn is_one(self) -> bool {
        self == 1
    }
}

versions! {
    /// Writes truth values in bits, and returns false where an item is none.
    pub fn truths<T: Truth>(items: &[T], out: &mut [u64]) -> bool {
        let (words, rest) = items.as_chunks::<64>();
        for (out, items) in out.iter_mut().zip(words) {
            let ones = word::<Isa>(|i| items[i].is_one());
            if word::<Isa>(|i| items[i].is_zero()) != !ones {
                return false;
            }
            *out = ones;
        }
        if let (false, Some(out)) = (rest.is_empty(), out.get_mut(words.len())) {
            if !rest.iter().all(|item| item.is_zero() | item.is_one()) {
                return false;
            }
            *out = rest.iter().enumerate().fold(0, |word, (i, item)| word | (item.is_one() as u64) << i);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerance() {
        assert!(floats_equal(0.7, 0.1 * 7.0));
        assert!(floats_equal(1.0, 1.0 + 9e-15) && !floats_equal(1.0, 1.0 + 2e-14));
        assert!(!floats_equal(f64::INFINITY, 5.0) && floats_equal(f64::INFINITY, f64::INFINITY));
        assert!(!floats_equal(f64::INFINITY, f64::NEG_INFINITY));
        assert!(float_less(f64::NEG_INFINITY, 5.0) && float_less(5.0, f64::INFINITY));
        assert!(!float_less(1.0, 1.0 + 1e-15) && float_less(-f64::MAX, f64::MAX));
    }

    #[test]
    fn bits_lie_in_order() {
        for count in [0usize, 1, 63, 64, 65, 200] {
            let x: Vec<i64> = (0..count as i64).map(|i| i * 7 % 5).collect();
            let mut words = Vec::new();
            Compare::of::<LessIntegers>().append(Operand::Many(&x), Operand::One(2), count, &mut words);
            for i in 0..count {
                assert_eq!(words[i / 64] >> (i % 64) & 1 == 1, x[i] < 2);
            }
        }
    }
}

//! Products of large natural numbers by number theoretic transforms, in steps that can be stopped.
//!
//! The digits, words of 64 bits, are convolved modulo three primes of the form `k×2^m+1`, in which transforms of any length
//! in question exist, and the sums of products are found from their residues (Knuth, The Art of Computer Programming,
//! volume 2, 4.3.3; Garner's algorithm, 4.3.2). Arithmetic modulo a prime is Montgomery's.

use crate::control::{Result, poll, reserve};

/// Transforms up to this length stay in a near cache, and are short between two polls.
const NEAR: usize = 1 << 14;
/// Digits between two looks at the control block.
const BLOCK: usize = 1 << 16;

const P: [u64; 3] = [7_097_673_012_735_901_697, 6_269_010_681_299_730_433, 4_719_772_409_484_279_809];

/// The product of two natural numbers given by their digits, the lowest first, of which there are some.
pub fn product(x: &[u64], y: &[u64]) -> Result<Vec<u64>> {
    let length = (x.len() + y.len()).next_power_of_two();
    reserve(5 * length, size_of::<u64>(), || "the product of large integers".into())?;
    let first = Field::<{ P[0] }, 3>::convolve(x, y, length)?;
    let second = Field::<{ P[1] }, 5>::convolve(x, y, length)?;
    let third = Field::<{ P[2] }, 3>::convolve(x, y, length)?;
    let mut digits = Vec::with_capacity(x.len() + y.len());
    let mut carry = 0u128;
    let residues = first.iter().zip(&second).zip(&third).take(x.len() + y.len());
    for (i, ((&first, &second), &third)) in residues.enumerate() {
        if i % BLOCK == 0 {
            poll()?;
        }
        let (digit, rest) = lifted(first, second, third, carry);
        digits.push(digit);
        carry = rest;
    }
    Ok(digits)
}

/// The number that has these residues, plus a carry: its lowest word and the rest.
#[inline]
fn lifted(first: u64, second: u64, third: u64, carry: u128) -> (u64, u128) {
    type Second = Field<{ P[1] }, 5>;
    type Third = Field<{ P[2] }, 3>;
    const FIRST_IN_SECOND: u64 = Second::in_form(Second::inverse(P[0] % P[1]));
    const FIRST_IN_THIRD: u64 = Third::in_form(Third::inverse(P[0] % P[2]));
    const SECOND_IN_THIRD: u64 = Third::in_form(Third::inverse(P[1] % P[2]));
    const BOTH: u128 = P[0] as u128 * P[1] as u128;
    // In mixed radix: a + b×p + c×p×q. Each prime is less than twice every other.
    let a = first;
    let b = Second::times(Second::minus(second, Second::reduced(a)), FIRST_IN_SECOND);
    let without_a = Third::times(Third::minus(third, Third::reduced(a)), FIRST_IN_THIRD);
    let c = Third::times(Third::minus(without_a, Third::reduced(b)), SECOND_IN_THIRD);
    let word = |number: u128| u128::from(number as u64);
    let low = u128::from(P[0]) * u128::from(b) + u128::from(a);
    let (middle, high) = (word(BOTH) * u128::from(c), (BOTH >> 64) * u128::from(c));
    let bottom = word(low) + word(middle) + word(carry);
    let next = (low >> 64) + (middle >> 64) + word(high) + (carry >> 64) + (bottom >> 64);
    let top = (high >> 64) + (next >> 64);
    (bottom as u64, word(next) | top << 64)
}

/// Arithmetic modulo a prime `P` below 2*63 with a primitive root `G`. A product of Montgomery comes out divided by 2*64:
/// one factor is kept multiplied by that ("in form").
struct Field<const P: u64, const G: u64>;

impl<const P: u64, const G: u64> Field<P, G> {
    /// `-1÷P` modulo 2*64, by Newton's method.
    const NEGATIVE_INVERSE: u64 = {
        let mut inverse = P;
        let mut i = 0;
        while i < 6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(P.wrapping_mul(inverse)));
            i += 1;
        }
        inverse.wrapping_neg()
    };

    /// 2*64 modulo `P`.
    const ONE: u64 = ((1u128 << 64) % P as u128) as u64;

    /// `x×y÷2*64` for `y` below `P` and any `x`.
    #[inline(always)]
    const fn times(x: u64, y: u64) -> u64 {
        let product = x as u128 * y as u128;
        let multiple = (product as u64).wrapping_mul(Self::NEGATIVE_INVERSE);
        let sum = ((product + multiple as u128 * P as u128) >> 64) as u64;
        Self::reduced(sum)
    }

    /// `x` below `2×P`, modulo `P`.
    #[inline(always)]
    const fn reduced(x: u64) -> u64 {
        if x >= P { x - P } else { x }
    }

    #[inline(always)]
    const fn plus(x: u64, y: u64) -> u64 {
        Self::reduced(x + y)
    }

    #[inline(always)]
    const fn minus(x: u64, y: u64) -> u64 {
        if x >= y { x - y } else { x + P - y }
    }

    const fn in_form(x: u64) -> u64 {
        (x as u128 * Self::ONE as u128 % P as u128) as u64
    }

    const fn power(x: u64, mut exponent: u64) -> u64 {
        let (mut result, mut base) = (1u128, x as u128);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * base % P as u128;
            }
            base = base * base % P as u128;
            exponent >>= 1;
        }
        result as u64
    }

    const fn inverse(x: u64) -> u64 {
        Self::power(x, P - 2)
    }

    /// The cyclic convolution of two runs of digits that fit `length`, a power of two.
    fn convolve(x: &[u64], y: &[u64], length: usize) -> Result<Vec<u64>> {
        let roots = Self::roots(length)?;
        let mut left = Self::residues(x, length)?;
        Self::transform(&mut left, &roots)?;
        // What the transforms and the product leave behind: the length and a power of 2.
        let scale = Self::in_form(Self::in_form(Self::inverse(length as u64)));
        let mut right = Vec::new();
        if !std::ptr::eq(x, y) {
            right = Self::residues(y, length)?;
            Self::transform(&mut right, &roots)?;
        }
        for start in (0..length).step_by(BLOCK) {
            poll()?;
            for i in start..(start + BLOCK).min(length) {
                let other = if right.is_empty() { left[i] } else { right[i] };
                left[i] = Self::times(Self::times(left[i], other), scale);
            }
        }
        drop(right);
        Self::transform_back(&mut left, &roots)?;
        Ok(left)
    }

    fn residues(digits: &[u64], length: usize) -> Result<Vec<u64>> {
        let mut residues = Vec::with_capacity(length);
        for block in digits.chunks(BLOCK) {
            poll()?;
            residues.extend(block.iter().map(|&digit| Self::times(digit, Self::ONE)));
        }
        residues.resize(length, 0);
        Ok(residues)
    }

    /// The powers below the half of each root of unity of order 2, 4, 8 … `length`, in form: those of order `2×h` from `h` on.
    fn roots(length: usize) -> Result<Vec<u64>> {
        let mut roots = vec![Self::ONE; length.max(2)];
        let half = length / 2;
        let root = Self::in_form(Self::power(G, (P - 1) / length as u64));
        for i in 1..half {
            if i % BLOCK == 0 {
                poll()?;
            }
            roots[half + i] = Self::times(roots[half + i - 1], root);
        }
        for i in (1..half).rev() {
            roots[i] = roots[2 * i];
        }
        Ok(roots)
    }

    /// The transform, its results in the order of their reversed bits.
    fn transform(items: &mut [u64], roots: &[u64]) -> Result<()> {
        if items.len() <= NEAR {
            poll()?;
            let mut half = items.len() / 2;
            while half > 0 {
                items.chunks_exact_mut(2 * half).for_each(|part| Self::split(part.split_at_mut(half), &roots[half..]));
                half /= 2;
            }
            return Ok(());
        }
        let half = items.len() / 2;
        let (low, high) = items.split_at_mut(half);
        let blocks = low.chunks_mut(BLOCK).zip(high.chunks_mut(BLOCK)).zip(roots[half..2 * half].chunks(BLOCK));
        for (pair, roots) in blocks {
            poll()?;
            Self::split(pair, roots);
        }
        Self::transform(low, roots)?;
        Self::transform(high, roots)
    }

    #[inline(always)]
    fn split((low, high): (&mut [u64], &mut [u64]), roots: &[u64]) {
        for ((low, high), &root) in low.iter_mut().zip(high).zip(roots) {
            let (x, y) = (*low, *high);
            *low = Self::plus(x, y);
            *high = Self::times(Self::minus(x, y), root);
        }
    }

    /// The transform back, but for the division by the length.
    fn transform_back(items: &mut [u64], roots: &[u64]) -> Result<()> {
        if items.len() <= NEAR {
            poll()?;
            let mut half = 1;
            while half < items.len() {
                for part in items.chunks_exact_mut(2 * half) {
                    let (low, high) = part.split_at_mut(half);
                    Self::join(low, high, &roots[half..2 * half], 0);
                }
                half *= 2;
            }
            return Ok(());
        }
        let half = items.len() / 2;
        let (low, high) = items.split_at_mut(half);
        Self::transform_back(low, roots)?;
        Self::transform_back(high, roots)?;
        for (i, (low, high)) in low.chunks_mut(BLOCK).zip(high.chunks_mut(BLOCK)).enumerate() {
            poll()?;
            Self::join(low, high, &roots[half..2 * half], i * BLOCK);
        }
        Ok(())
    }

    /// Joins transforms from position `start` on. The inverse of a root is the negative of one on the other side.
    #[inline(always)]
    fn join(low: &mut [u64], high: &mut [u64], roots: &[u64], start: usize) {
        for (i, (low, high)) in low.iter_mut().zip(high).enumerate() {
            let place = start + i;
            let (x, y) = match place {
                0 => (*low, *high),
                _ => (*low, Self::minus(0, Self::times(*high, roots[roots.len() - place]))),
            };
            *low = Self::plus(x, y);
            *high = Self::minus(x, y);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The product by the method of school.
    fn direct(x: &[u64], y: &[u64]) -> Vec<u64> {
        let mut digits = vec![0u64; x.len() + y.len()];
        for (i, &a) in x.iter().enumerate() {
            let mut carry = 0u128;
            for (j, &b) in y.iter().enumerate() {
                let sum = u128::from(a) * u128::from(b) + u128::from(digits[i + j]) + carry;
                digits[i + j] = sum as u64;
                carry = sum >> 64;
            }
            digits[i + y.len()] = carry as u64;
        }
        digits
    }

    #[test]
    fn products_are_those_of_school() {
        let mut seed = 5u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed ^ seed << 23
        };
        for (n, m) in [(1, 1), (1, 2), (3, 5), (16, 16), (100, 29), (700, 700), (1000, 1)] {
            let x: Vec<u64> = (0..n).map(|_| next()).collect();
            let y: Vec<u64> = (0..m).map(|_| next()).collect();
            assert_eq!(product(&x, &y).unwrap(), direct(&x, &y), "{n} by {m} digits");
            assert_eq!(product(&x, &x).unwrap(), direct(&x, &x));
            let (full, other) = (vec![u64::MAX; n], vec![u64::MAX; m]);
            assert_eq!(product(&full, &other).unwrap(), direct(&full, &other));
        }
    }

    #[test]
    fn long_products_keep_their_residues() {
        let x: Vec<u64> = (0..40_000u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1 << 63).collect();
        let digits = product(&x, &x).unwrap();
        for modulus in [1_000_000_007u128, (1 << 61) - 1] {
            let value = |digits: &[u64]| {
                digits.iter().rev().fold(0, |value, &digit| ((value << 64) % modulus + u128::from(digit)) % modulus)
            };
            assert_eq!(value(&digits), value(&x) * value(&x) % modulus);
        }
    }
}

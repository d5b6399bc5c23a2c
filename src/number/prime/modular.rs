//! Arithmetic modulo odd numbers of one or two machine words (Montgomery), and strong tests of big ones.

use num_bigint::BigUint;
use num_traits::One;

/// Arithmetic modulo an odd number of 64 bits; residues are kept in Montgomery form.
#[derive(Clone, Copy)]
pub struct Montgomery64 {
    modulus: u64,
    /// The inverse of the modulus modulo 2*64.
    inverse: u64,
    /// 2*128 modulo the modulus.
    square: u64,
}

impl Montgomery64 {
    pub fn new(modulus: u64) -> Montgomery64 {
        // Newton's iteration doubles the number of right bits: 5, 10, 20, 40, 80.
        let mut inverse = modulus.wrapping_mul(3) ^ 2;
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(modulus.wrapping_mul(inverse)));
        }
        let square = (modulus as u128).wrapping_neg() % modulus as u128;
        Montgomery64 { modulus, inverse, square: square as u64 }
    }

    #[inline]
    fn reduce(self, value: u128) -> u64 {
        let factor = (value as u64).wrapping_mul(self.inverse);
        let high = ((factor as u128 * self.modulus as u128) >> 64) as u64;
        let (result, borrow) = ((value >> 64) as u64).overflowing_sub(high);
        if borrow { result.wrapping_add(self.modulus) } else { result }
    }

    #[inline]
    pub fn multiply(self, a: u64, b: u64) -> u64 {
        self.reduce(a as u128 * b as u128)
    }

    #[inline]
    pub fn add(self, a: u64, b: u64) -> u64 {
        let (sum, carry) = a.overflowing_add(b);
        if carry || sum >= self.modulus { sum.wrapping_sub(self.modulus) } else { sum }
    }

    /// A number in Montgomery form.
    pub fn enter(self, value: u64) -> u64 {
        self.multiply(value % self.modulus, self.square)
    }

    pub fn power(self, mut base: u64, mut exponent: u64) -> u64 {
        let mut result = self.enter(1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.multiply(result, base);
            }
            base = self.multiply(base, base);
            exponent >>= 1;
        }
        result
    }
}

/// Arithmetic modulo an odd number below 2*127; residues are kept in Montgomery form.
#[derive(Clone, Copy)]
pub struct Montgomery128 {
    modulus: u128,
    inverse: u128,
}

impl Montgomery128 {
    pub fn new(modulus: u128) -> Montgomery128 {
        let mut inverse = modulus.wrapping_mul(3) ^ 2;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u128.wrapping_sub(modulus.wrapping_mul(inverse)));
        }
        Montgomery128 { modulus, inverse }
    }

    #[inline]
    pub fn multiply(self, a: u128, b: u128) -> u128 {
        let (high, low) = wide_multiply(a, b);
        let factor = low.wrapping_mul(self.inverse);
        let (high_part, _) = wide_multiply(factor, self.modulus);
        let (result, borrow) = high.overflowing_sub(high_part);
        if borrow { result.wrapping_add(self.modulus) } else { result }
    }

    #[inline]
    pub fn add(self, a: u128, b: u128) -> u128 {
        let sum = a + b;
        if sum >= self.modulus { sum - self.modulus } else { sum }
    }
}

/// The high and low half of a product.
#[inline]
fn wide_multiply(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let low = a0 * b0;
    let middle_a = a1 * b0 + (low >> 64);
    let middle_b = a0 * b1 + (middle_a & LOW);
    (a1 * b1 + (middle_a >> 64) + (middle_b >> 64), middle_b << 64 | low & LOW)
}

/// One strong (Miller–Rabin) test of `number`, whose predecessor is `odd × 2*twos`.
pub fn power_is_probably_one(base: &BigUint, odd: &BigUint, twos: u64, number: &BigUint, minus_one: &BigUint) -> bool {
    let mut power = base.modpow(odd, number);
    if power.is_one() || &power == minus_one {
        return true;
    }
    for _ in 1..twos {
        power = &power * &power % number;
        if &power == minus_one {
            return true;
        }
    }
    false
}

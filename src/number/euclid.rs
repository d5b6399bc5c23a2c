//! The greatest common divisor of big natural numbers.
//!
//! Lehmer's algorithm (Knuth, The Art of Computer Programming, volume 2, 4.5.2, algorithm L): the leading bits of both
//! numbers decide some thirty bits' worth of quotients at a time, which are then applied to the whole numbers at once.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use crate::control::{Result, poll};

/// Passes over the numbers between two polls.
const PASSES: u32 = 256;

/// The greatest common divisor; the other number where one is 0.
pub(crate) fn gcd(x: &BigUint, y: &BigUint) -> Result<BigUint> {
    let (large, small) = if x >= y { (x, y) } else { (y, x) };
    if small.is_zero() {
        return Ok(large.clone());
    }
    if let Some(word) = small.to_u64() {
        return Ok(gcd_with_word(large, word).into());
    }
    // Twos are common where both have them; without them powers of two are short.
    let (large_twos, small_twos) = (large.trailing_zeros().unwrap_or(0), small.trailing_zeros().unwrap_or(0));
    let odd_parts = [large >> large_twos, small >> small_twos];
    let [large, small] = if odd_parts[0] >= odd_parts[1] {
        odd_parts
    } else {
        let [x, y] = odd_parts;
        [y, x]
    };
    Ok(gcd_of_long(large.to_u64_digits(), small.to_u64_digits())? << large_twos.min(small_twos))
}

/// The greatest common divisor with a nonzero number of one word.
pub(crate) fn gcd_with_word(large: &BigUint, word: u64) -> u64 {
    match large.to_u64() {
        Some(large) => large.gcd(&word),
        None => (large % word).to_u64().unwrap_or(0).gcd(&word),
    }
}

/// Of two numbers by their digits, least first, the first not below the second.
fn gcd_of_long(mut large: Vec<u64>, mut small: Vec<u64>) -> Result<BigUint> {
    let mut passes = 0;
    while small.len() > 1 {
        passes += 1;
        if passes % PASSES == 0 {
            poll()?;
        }
        match Cofactors::of_leading_bits(&large, &small) {
            Some(cofactors) => cofactors.apply(&mut large, &mut small),
            // The leading bits do not even decide one quotient.
            None => {
                let rest = number(&large) % number(&small);
                large = std::mem::replace(&mut small, rest.to_u64_digits());
            }
        }
    }
    let large = number(&large);
    Ok(match small.first() {
        None => large,
        Some(&word) => gcd_with_word(&large, word).into(),
    })
}

fn number(digits: &[u64]) -> BigUint {
    BigUint::new(digits.iter().flat_map(|&digit| [digit as u32, (digit >> 32) as u32]).collect())
}

/// Several steps of Euclid's algorithm as one linear map: `large ← a×large + b×small`, `small ← c×large + d×small`.
struct Cofactors {
    a: i64,
    b: i64,
    c: i64,
    d: i64,
}

impl Cofactors {
    /// The steps that the leading 62 bits decide, if any.
    fn of_leading_bits(large: &[u64], small: &[u64]) -> Option<Cofactors> {
        let top = large.len() - 1;
        if small.len() < top {
            return None;
        }
        let shift = large[top].leading_zeros();
        let leading = |digits: &[u64]| -> i64 {
            let high = u128::from(digits.get(top).copied().unwrap_or(0)) << 64;
            let both = high | u128::from(digits.get(top - 1).copied().unwrap_or(0));
            (both << shift >> 66) as i64
        };
        let (mut u, mut v) = (leading(large), leading(small));
        let (mut a, mut b, mut c, mut d) = (1i64, 0i64, 0i64, 1i64);
        while v + c != 0 && v + d != 0 {
            let quotient = (u + a) / (v + c);
            if quotient != (u + b) / (v + d) {
                break;
            }
            // Once cofactors leave 31 bits the map is applied; the products below stay within 128 bits.
            let (Some(next_c), Some(next_d)) = (step(a, quotient, c), step(b, quotient, d)) else { break };
            (a, c) = (c, next_c);
            (b, d) = (d, next_d);
            (u, v) = (v, u - quotient * v);
        }
        (b != 0).then_some(Cofactors { a, b, c, d })
    }

    fn apply(&self, large: &mut Vec<u64>, small: &mut Vec<u64>) {
        small.resize(large.len(), 0);
        let (mut carry_large, mut carry_small) = (0i128, 0i128);
        for (x, y) in large.iter_mut().zip(small.iter_mut()) {
            let (u, v) = (i128::from(*x), i128::from(*y));
            carry_large += i128::from(self.a) * u + i128::from(self.b) * v;
            carry_small += i128::from(self.c) * u + i128::from(self.d) * v;
            *x = carry_large as u64;
            *y = carry_small as u64;
            carry_large >>= 64;
            carry_small >>= 64;
        }
        debug_assert!(carry_large == 0 && carry_small == 0, "the steps were those of Euclid's algorithm");
        trim(large);
        trim(small);
    }
}

/// `before - quotient × current`, unless it has more than 31 bits.
fn step(before: i64, quotient: i64, current: i64) -> Option<i64> {
    let next = before.checked_sub(quotient.checked_mul(current)?)?;
    (next.unsigned_abs() >> 31 == 0).then_some(next)
}

fn trim(digits: &mut Vec<u64>) {
    while digits.last() == Some(&0) {
        digits.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_euclid_on_numbers_of_every_length() {
        let mut seed = 12345u64;
        let mut random = |bits: u64| {
            let mut value = BigUint::from(1u32);
            while value.bits() < bits {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                value = (value << 32u32) + (seed >> 32);
            }
            let surplus = value.bits() - bits;
            value >> surplus
        };
        for bits in [1, 30, 63, 64, 65, 127, 128, 129, 200, 1000, 5000] {
            for other in [1, 64, 65, 130, 1001] {
                let (x, y, common) = (random(bits), random(other), random(bits / 2 + 1));
                let (x, y) = ((x * &common) << 3u32, (y * &common) << (other % 7));
                assert_eq!(gcd(&x, &y).unwrap(), x.gcd(&y));
                assert_eq!(gcd(&y, &x).unwrap(), x.gcd(&y));
                assert_eq!(gcd(&x, &x).unwrap(), x);
                assert_eq!(gcd(&x, &(&x + 1u32)).unwrap(), BigUint::from(1u32));
                assert_eq!(gcd(&x, &BigUint::ZERO).unwrap(), x);
            }
        }
        // Neighbours in Fibonacci's sequence need the most steps.
        let (mut x, mut y) = (BigUint::from(1u32), BigUint::from(1u32));
        for _ in 0..2000 {
            (x, y) = (&x + &y, x);
        }
        assert_eq!(gcd(&x, &y).unwrap(), BigUint::from(1u32));
    }
}

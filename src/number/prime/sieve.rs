//! The sieve of Eratosthenes by segments: memory grows as the square root of the limit.

use num_integer::Roots;

use crate::control::{Result, poll, reserve};

/// Odd numbers in one segment; a bit each, so that a segment stays in the first-level cache.
const SEGMENT: u64 = 1 << 18;

/// Calls `found` with every prime up to `limit`, ascending.
pub fn each_prime_up_to(limit: u64, found: impl FnMut(u64)) -> Result<()> {
    each_prime_between(2, limit, found)
}

/// Calls `found` with every prime from `low` to `high`, ascending.
pub fn each_prime_between(low: u64, high: u64, mut found: impl FnMut(u64)) -> Result<()> {
    if low <= 2 && high >= 2 {
        found(2);
    }
    let base = odd_primes_up_to(high.sqrt())?;
    let mut composite = vec![0u64; (SEGMENT / 64) as usize];
    // A segment holds the odd numbers start, start+2 …
    let mut start = low.max(3) | 1;
    while start <= high {
        poll()?;
        let count = SEGMENT.min((high - start) / 2 + 1);
        composite.fill(0);
        cross_out(&mut composite, start, count, &base);
        for (word, &bits) in composite[..count.div_ceil(64) as usize].iter().enumerate() {
            let mut primes = !bits;
            while primes != 0 {
                let index = word as u64 * 64 + u64::from(primes.trailing_zeros());
                if index >= count {
                    break;
                }
                found(start + 2 * index);
                primes &= primes - 1;
            }
        }
        match start.checked_add(2 * SEGMENT) {
            Some(next) => start = next,
            None => break,
        }
    }
    Ok(())
}

/// Marks the multiples of the base primes, from their squares up, among the `count` odd numbers from `start`.
fn cross_out(composite: &mut [u64], start: u64, count: u64, base: &[u32]) {
    let last = start + 2 * (count - 1);
    for &prime in base {
        let prime = u64::from(prime);
        if prime * prime > last {
            return;
        }
        let first = (prime * prime).max(start.div_ceil(prime) * prime);
        // Only odd multiples are in the segment.
        let first = if first % 2 == 0 { first + prime } else { first };
        let mut index = (first - start) / 2;
        while index < count {
            composite[(index / 64) as usize] |= 1 << (index % 64);
            index += prime;
        }
    }
}

/// The odd primes up to a limit below 2^32, by a plain sieve.
fn odd_primes_up_to(limit: u64) -> Result<Vec<u32>> {
    let count = (limit / 2) as usize;
    reserve(count, 1, || format!("a sieve up to {limit}"))?;
    // Index i stands for 2i+1.
    let mut composite = vec![false; count + 1];
    let mut primes = Vec::new();
    for i in 1..=count {
        let number = 2 * i + 1;
        if composite[i] || number as u64 > limit {
            continue;
        }
        primes.push(number as u32);
        for multiple in (number * number / 2..=count).step_by(number) {
            composite[multiple] = true;
        }
    }
    Ok(primes)
}

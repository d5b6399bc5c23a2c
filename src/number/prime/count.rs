//! Counting primes, and the prime of a given number.

use super::sieve::{each_prime_between, each_prime_up_to};
use crate::control::{Error, Result, poll, reserve};

/// Numbers that are sieved at a time, at most, when the prime of a given number is looked for.
const SEGMENT: f64 = 1048576.0;

/// How many primes lie below a number, by the method of Lucy: the counts of numbers without small factors for all
/// quotients of the number, time `n*3÷4`, memory `√n`.
pub fn count_below(number: u64) -> Result<u64> {
    if number <= 2 {
        return Ok(0);
    }
    let top = number - 1;
    let root = top.isqrt();
    reserve(2 * root as usize + 2, 8, || "the counts of primes".into())?;
    // `low[v]` for quotients up to the root, `high[i]` for the quotient `top ÷ i`: numbers 2 … q that are left.
    let mut low: Vec<u64> = (0..=root).map(|v| v.saturating_sub(1)).collect();
    let mut high: Vec<u64> = (0..=root).map(|i| top.checked_div(i).map_or(0, |quotient| quotient - 1)).collect();
    for p in 2..=root {
        if low[p as usize] == low[p as usize - 1] {
            continue;
        }
        poll()?;
        let (before, square) = (low[p as usize - 1], p * p);
        for i in 1..=root.min(top / square) {
            let multiple = i * p;
            let left = if multiple <= root { high[multiple as usize] } else { low[(top / multiple) as usize] };
            high[i as usize] -= left - before;
        }
        for v in (square..=root).rev() {
            low[v as usize] -= low[(v / p) as usize] - before;
        }
    }
    Ok(high[1])
}

/// The prime with `index` smaller primes. `LIMIT ERROR` where it would leave 64 bits.
pub fn nth(index: u64) -> Result<u64> {
    if index < 6 {
        return Ok([2, 3, 5, 7, 11, 13][index as usize]);
    }
    if index > 1 << 57 {
        return Err(Error::limit("there is no prime of that number below 2*63"));
    }
    // Start well below the prime, count up to there, and sieve the rest.
    let guess = estimate(index as f64 + 1.0);
    let doubt = 2.0 * guess.sqrt() * guess.ln();
    let segment = (2.0 * doubt).clamp(64.0, SEGMENT) as u64;
    let mut start = (guess - doubt).max(2.0) as u64;
    let mut before = count_below(start)?;
    while before > index {
        start /= 2;
        before = count_below(start)?;
    }
    let mut wanted = index - before;
    loop {
        poll()?;
        let mut primes = Vec::new();
        each_prime_between(start, start + segment - 1, |prime| primes.push(prime))?;
        if let Some(&prime) = primes.get(wanted as usize) {
            return Ok(prime);
        }
        wanted -= primes.len() as u64;
        start += segment;
    }
}

/// The primes with these numbers of smaller primes. One sieve serves numbers that lie close together.
pub fn nth_of_each(indices: &[u64]) -> Result<Vec<u64>> {
    let most = indices.iter().copied().max().unwrap_or(0);
    if most / 64 > indices.len() as u64 {
        return indices.iter().map(|&index| nth(index)).collect();
    }
    let count = most as usize + 1;
    reserve(count, size_of::<u64>(), || format!("{count} primes"))?;
    let mut primes = Vec::with_capacity(count);
    each_prime_up_to(nth(most)?, |prime| primes.push(prime))?;
    Ok(indices.iter().map(|&index| primes[index as usize]).collect())
}

/// About the `n`-th prime: the inverse of the logarithmic integral by Newton's iteration.
fn estimate(n: f64) -> f64 {
    let mut x = n * (n.ln() + n.ln().ln() - 1.0).max(1.0);
    for _ in 0..20 {
        let next = x - (logarithmic_integral(x) - n) * x.ln();
        if (next - x).abs() < 1.0 {
            break;
        }
        x = next;
    }
    x
}

/// Ramanujan's series.
fn logarithmic_integral(x: f64) -> f64 {
    let log = x.ln();
    let (mut sum, mut term, mut inner) = (0.0, 1.0, 0.0);
    for n in 1..200 {
        term *= if n == 1 { log } else { -log / (2.0 * n as f64) };
        if n % 2 == 1 {
            inner += 1.0 / n as f64;
        }
        sum += term * inner;
        if (term * inner).abs() < sum.abs() * 1e-17 {
            break;
        }
    }
    const EULER: f64 = 0.577_215_664_901_532_9;
    EULER + log.ln() + x.sqrt() * sum
}

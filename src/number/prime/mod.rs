//!
//! Everything here can be interrupted. Numbers below 2*64 are handled deterministically; above, a composite passes for a
//! prime with a probability below 2*¯64.

mod count;
mod factor;
mod modular;
mod sieve;

pub use count::{count_below, nth, nth_of_each};
pub use factor::{factors, totient};
pub use sieve::each_prime_up_to;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use self::modular::{Montgomery64, power_is_probably_one};
use crate::control::{Result, poll};

/// The odd primes below 100, by which candidates are divided first.
const SMALL: [u64; 24] = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97];

/// Bases for which the Miller–Rabin test is right for every number below 2*64 (Sorenson and Webster, 2015).
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Rounds of the test above 2*64: each lets at most a quarter of the composites pass.
const ROUNDS: u64 = 40;

/// Whether a number is prime.
pub fn is_prime(number: &BigUint) -> Result<bool> {
    match number.to_u64() {
        Some(small) => Ok(is_prime_u64(small)),
        None => is_prime_big(number),
    }
}

/// Whether a number of 64 bits is prime.
pub fn is_prime_u64(number: u64) -> bool {
    if number < 4 {
        return number >= 2;
    }
    if number.is_multiple_of(2) {
        return false;
    }
    for prime in SMALL {
        if number.is_multiple_of(prime) {
            return number == prime;
        }
    }
    if number < 97 * 97 {
        return true;
    }
    let field = Montgomery64::new(number);
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    let (one, minus_one) = (field.enter(1), field.enter(number - 1));
    BASES.iter().all(|&base| {
        let mut power = field.power(field.enter(base), odd);
        if power == one || power == minus_one {
            return true;
        }
        for _ in 1..twos {
            power = field.multiply(power, power);
            if power == minus_one {
                return true;
            }
        }
        false
    })
}

fn is_prime_big(number: &BigUint) -> Result<bool> {
    if !number.bit(0) || SMALL.iter().any(|&prime| (number % prime).is_zero()) {
        return Ok(false);
    }
    // Bases that follow from the number, so that no composite can be made for them in advance.
    let mut seed = number
        .iter_u64_digits()
        .fold(0x9E37_79B9_7F4A_7C15u64, |seed, digit| (seed ^ digit).wrapping_mul(0xBF58_476D_1CE4_E5B9));
    let minus_one = number - 1u32;
    let twos = minus_one.trailing_zeros().unwrap_or(0);
    let odd = &minus_one >> twos;
    for round in 0..ROUNDS {
        poll()?;
        seed ^= seed >> 31;
        seed = seed.wrapping_mul(0x94D0_49BB_1331_11EB).wrapping_add(round);
        let base = if round == 0 { BigUint::from(2u32) } else { BigUint::from(seed >> 1 | 2) };
        if !power_is_probably_one(&base, &odd, twos, number, &minus_one) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The smallest prime above a number.
pub fn next(number: &BigUint) -> Result<BigUint> {
    if number < &BigUint::from(2u32) {
        return Ok(BigUint::from(2u32));
    }
    let mut candidate = number + 1u32 + u32::from(number.bit(0));
    loop {
        poll()?;
        if is_prime(&candidate)? {
            return Ok(candidate);
        }
        candidate += 2u32;
    }
}

/// The largest prime below a number, if there is one.
pub fn previous(number: &BigUint) -> Result<Option<BigUint>> {
    let three = BigUint::from(3u32);
    if number <= &three {
        return Ok((number == &three).then(|| BigUint::from(2u32)));
    }
    let mut candidate = number - 1u32;
    if !candidate.bit(0) {
        candidate -= 1u32;
    }
    loop {
        poll()?;
        if candidate.is_one() {
            return Ok(Some(BigUint::from(2u32)));
        }
        if is_prime(&candidate)? {
            return Ok(Some(candidate));
        }
        candidate -= 2u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(text: &str) -> BigUint {
        text.parse().unwrap()
    }

    #[test]
    fn primality() {
        let primes: Vec<u64> = (0..100).filter(|&n| is_prime_u64(n)).collect();
        assert_eq!(primes.len(), 25);
        assert_eq!(primes[..5], [2, 3, 5, 7, 11]);
        assert!(is_prime_u64(2305843009213693951));
        assert!(is_prime_u64(u64::MAX - 58));
        assert!(!is_prime_u64(u64::MAX));
        // Strong pseudoprimes to many bases.
        assert!(!is_prime_u64(3215031751));
        assert!(!is_prime_u64(3825123056546413051));
        assert!(is_prime(&((BigUint::one() << 127) - 1u32)).unwrap());
        assert!(!is_prime(&((BigUint::one() << 129) - 1u32)).unwrap());
    }

    #[test]
    fn neighbours() {
        assert_eq!(next(&big("0")).unwrap(), big("2"));
        assert_eq!(next(&big("2")).unwrap(), big("3"));
        assert_eq!(next(&big("90")).unwrap(), big("97"));
        assert_eq!(previous(&big("2")).unwrap(), None);
        assert_eq!(previous(&big("3")).unwrap(), Some(big("2")));
        assert_eq!(previous(&big("4")).unwrap(), Some(big("3")));
        assert_eq!(previous(&big("90")).unwrap(), Some(big("89")));
        assert_eq!(next(&big("18446744073709551615")).unwrap(), big("18446744073709551629"));
    }

    #[test]
    fn counting() {
        let counts: Vec<u64> =
            [0, 2, 3, 30, 1000, 1_000_000, 10_000_000_000].iter().map(|&n| count_below(n).unwrap()).collect();
        assert_eq!(counts, [0, 0, 1, 10, 168, 78498, 455_052_511]);
        let primes: Vec<u64> = [0, 1, 5, 24, 9999, 99_999, 1_000_000].iter().map(|&n| nth(n).unwrap()).collect();
        assert_eq!(primes, [2, 3, 13, 97, 104_729, 1_299_709, 15_485_867]);
    }

    #[test]
    fn primes_by_number_are_those_of_the_sieve() {
        let mut primes = Vec::new();
        each_prime_up_to(20_000, |prime| primes.push(prime)).unwrap();
        for (index, &prime) in primes.iter().enumerate() {
            assert!(is_prime_u64(prime));
            if index % 7 == 0 {
                assert_eq!(nth(index as u64).unwrap(), prime);
                assert_eq!(count_below(prime).unwrap(), index as u64);
                assert_eq!(count_below(prime + 1).unwrap(), index as u64 + 1);
            }
        }
        assert_eq!(primes.len(), (0..=20_000).filter(|&n| is_prime_u64(n)).count());
    }

    #[test]
    fn factors_multiply_to_the_number_and_are_prime() {
        let mut seed = 1u64;
        for round in 0..300 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let number = BigUint::from((seed >> (round % 60)).max(1));
            let found = factors(&number).unwrap();
            assert!(found.is_sorted() && found.iter().all(|factor| is_prime(factor).unwrap()));
            assert_eq!(found.iter().product::<BigUint>(), number);
        }
        // Powers of primes and close primes.
        for text in ["4611686014132420609", "1000000021000000147000000343", "340282366920938463463374607431768211455"] {
            assert_eq!(factors(&big(text)).unwrap().iter().product::<BigUint>(), big(text));
        }
    }

    #[test]
    fn factoring() {
        let factored =
            |text: &str| -> Vec<String> { factors(&big(text)).unwrap().iter().map(BigUint::to_string).collect() };
        assert_eq!(factored("1"), Vec::<String>::new());
        assert_eq!(factored("360"), ["2", "2", "2", "3", "3", "5"]);
        assert_eq!(factored("1000036000099"), ["1000003", "1000033"]);
        assert_eq!(factored("18446744073709551615"), ["3", "5", "17", "257", "641", "65537", "6700417"]);
        assert_eq!(factored("18446744030759878681"), ["4294967291", "4294967291"]);
        assert_eq!(factored("1000000016000000063"), ["1000000007", "1000000009"]);
        assert_eq!(totient(&big("36")).unwrap(), big("12"));
        assert_eq!(totient(&big("1")).unwrap(), big("1"));
    }
}

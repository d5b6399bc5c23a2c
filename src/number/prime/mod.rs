//! Number theory: primes, their count and order, factors.

mod sieve;

pub use sieve::each_prime_up_to;

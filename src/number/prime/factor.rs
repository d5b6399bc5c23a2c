//! Prime factors: trial division, then Pollard's rho in Brent's form.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::is_prime;
use super::modular::{Montgomery64, Montgomery128};
use crate::control::{Result, poll};

/// Factors below this are found by division.
const TRIAL_LIMIT: u32 = 2000;
/// Steps of the rho walk between two greatest common divisors.
const BATCH: u64 = 256;

/// The prime factors of a number ≥ 1 with repetition, ascending.
pub fn factors(number: &BigUint) -> Result<Vec<BigUint>> {
    let mut found = Vec::new();
    let mut rest = number.clone();
    let twos = rest.trailing_zeros().unwrap_or(0);
    found.extend((0..twos).map(|_| BigUint::from(2u32)));
    rest >>= twos;
    for divisor in (3..TRIAL_LIMIT).step_by(2) {
        if rest.is_one() {
            break;
        }
        while (&rest % divisor).is_zero() {
            rest /= divisor;
            found.push(BigUint::from(divisor));
        }
    }
    split(rest, &mut found)?;
    found.sort();
    Ok(found)
}

fn split(number: BigUint, found: &mut Vec<BigUint>) -> Result<()> {
    let mut waiting = vec![number];
    while let Some(number) = waiting.pop() {
        poll()?;
        if number.is_one() {
            continue;
        }
        if is_prime(&number)? {
            found.push(number);
            continue;
        }
        let divisor = divisor(&number)?;
        waiting.push(&number / &divisor);
        waiting.push(divisor);
    }
    Ok(())
}

/// A proper divisor of an odd composite number.
fn divisor(number: &BigUint) -> Result<BigUint> {
    let root = number.sqrt();
    if &root * &root == *number {
        return Ok(root);
    }
    for start in 1u64.. {
        let divisor = match (number.to_u64(), number.to_u128()) {
            (Some(small), _) => rho(&Small(Montgomery64::new(small), small), start)?,
            (_, Some(wide)) if wide >> 127 == 0 => rho(&Wide(Montgomery128::new(wide), wide), start)?,
            _ => rho(&Big(number.clone()), start)?,
        };
        if let Some(divisor) = divisor {
            return Ok(divisor);
        }
    }
    unreachable!("the constants do not run out")
}

/// What the rho walk needs of residues modulo the number to be factored.
trait Residues {
    type Residue: Clone;
    fn residue(&self, seed: u64) -> Self::Residue;
    fn multiply(&self, a: &Self::Residue, b: &Self::Residue) -> Self::Residue;
    fn add(&self, a: &Self::Residue, b: &Self::Residue) -> Self::Residue;
    fn difference(&self, a: &Self::Residue, b: &Self::Residue) -> Self::Residue;
    fn is_zero(&self, a: &Self::Residue) -> bool;
    /// The greatest common divisor with the modulus, unless it is the modulus itself.
    fn common_divisor(&self, a: &Self::Residue) -> BigUint;
    fn modulus(&self) -> BigUint;
}

/// Montgomery forms are multiples of the residues by a unit, so that divisors in common with the modulus stay.
struct Small(Montgomery64, u64);
struct Wide(Montgomery128, u128);
struct Big(BigUint);

impl Residues for Small {
    type Residue = u64;
    fn residue(&self, seed: u64) -> u64 {
        seed % self.1
    }
    #[inline]
    fn multiply(&self, a: &u64, b: &u64) -> u64 {
        self.0.multiply(*a, *b)
    }
    #[inline]
    fn add(&self, a: &u64, b: &u64) -> u64 {
        self.0.add(*a, *b)
    }
    #[inline]
    fn difference(&self, a: &u64, b: &u64) -> u64 {
        a.abs_diff(*b)
    }
    fn is_zero(&self, a: &u64) -> bool {
        *a == 0
    }
    fn common_divisor(&self, a: &u64) -> BigUint {
        a.gcd(&self.1).into()
    }
    fn modulus(&self) -> BigUint {
        self.1.into()
    }
}

impl Residues for Wide {
    type Residue = u128;
    fn residue(&self, seed: u64) -> u128 {
        seed as u128 % self.1
    }
    #[inline]
    fn multiply(&self, a: &u128, b: &u128) -> u128 {
        self.0.multiply(*a, *b)
    }
    #[inline]
    fn add(&self, a: &u128, b: &u128) -> u128 {
        self.0.add(*a, *b)
    }
    #[inline]
    fn difference(&self, a: &u128, b: &u128) -> u128 {
        a.abs_diff(*b)
    }
    fn is_zero(&self, a: &u128) -> bool {
        *a == 0
    }
    fn common_divisor(&self, a: &u128) -> BigUint {
        a.gcd(&self.1).into()
    }
    fn modulus(&self) -> BigUint {
        self.1.into()
    }
}

impl Residues for Big {
    type Residue = BigUint;
    fn residue(&self, seed: u64) -> BigUint {
        BigUint::from(seed)
    }
    fn multiply(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b % &self.0
    }
    fn add(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + b) % &self.0
    }
    fn difference(&self, a: &BigUint, b: &BigUint) -> BigUint {
        if a > b { a - b } else { b - a }
    }
    fn is_zero(&self, a: &BigUint) -> bool {
        a.is_zero()
    }
    fn common_divisor(&self, a: &BigUint) -> BigUint {
        a.gcd(&self.0)
    }
    fn modulus(&self) -> BigUint {
        self.0.clone()
    }
}

/// The walk `x ← x² + c` until two of its points agree modulo a divisor (Brent, 1980). `None` where they agree modulo the
/// whole number: another constant is then tried.
fn rho<R: Residues>(residues: &R, start: u64) -> Result<Option<BigUint>> {
    let constant = residues.residue(2 * start + 1);
    let step = |x: &R::Residue| residues.add(&residues.multiply(x, x), &constant);
    let mut fast = residues.residue(start + 1);
    let mut length = 1u64;
    loop {
        let slow = fast.clone();
        for _ in 0..length {
            fast = step(&fast);
        }
        let mut walked = 0;
        while walked < length {
            poll()?;
            let batch_start = fast.clone();
            let mut product = residues.residue(1);
            let steps = BATCH.min(length - walked);
            for _ in 0..steps {
                fast = step(&fast);
                product = residues.multiply(&product, &residues.difference(&slow, &fast));
            }
            let common =
                if residues.is_zero(&product) { residues.modulus() } else { residues.common_divisor(&product) };
            if common == residues.modulus() {
                return Ok(one_by_one(residues, &slow, batch_start, steps, step));
            }
            if !common.is_one() {
                return Ok(Some(common));
            }
            walked += steps;
        }
        length *= 2;
    }
}

/// The steps of one batch again, looking at each difference.
fn one_by_one<R: Residues>(
    residues: &R,
    slow: &R::Residue,
    mut fast: R::Residue,
    steps: u64,
    step: impl Fn(&R::Residue) -> R::Residue,
) -> Option<BigUint> {
    for _ in 0..steps {
        fast = step(&fast);
        let difference = residues.difference(slow, &fast);
        if residues.is_zero(&difference) {
            return None;
        }
        let common = residues.common_divisor(&difference);
        if !common.is_one() {
            return Some(common);
        }
    }
    None
}

/// How many of the numbers from 1 to `number` (≥ 1) have no factor in common with it.
pub fn totient(number: &BigUint) -> Result<BigUint> {
    let mut result = BigUint::one();
    let mut last = BigUint::zero();
    for factor in factors(number)? {
        result *= if factor == last { factor.clone() } else { &factor - 1u32 };
        last = factor;
    }
    Ok(result)
}

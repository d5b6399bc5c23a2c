//! The roots of a polynomial: eigenvalues of its companion matrix, refined by Newton steps.
//!
//! Repeated roots are ill-conditioned for eigenvalues. Real coefficients are exact rationals, so the polynomial is first
//! taken apart into factors without repeated roots (Yun's algorithm); a test modulo a prime tells at little cost whether
//! there is anything to take apart.

use faer::Mat;
use num_bigint::BigInt;
use num_complex::Complex64;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use crate::control::{self, Error, Result};
use crate::number::{Number, tolerance};

/// All roots of a polynomial with these coefficients, constant term first, at least two of them, the last not zero.
pub fn roots(coefficients: &[Number]) -> Result<Vec<Number>> {
    if coefficients.iter().any(|c| matches!(c, Number::Float(value) if value.is_infinite())) {
        return Err(Error::domain("the coefficients must be finite"));
    }
    // The companion matrix, and the room to work on it.
    let degree = coefficients.len() - 1;
    let size = degree.saturating_mul(degree);
    control::reserve(size, 2 * size_of::<Complex64>(), || format!("the roots of a polynomial of degree {degree}"))?;
    let zeros = coefficients.iter().take_while(|c| is_zero(c)).count();
    let mut found = vec![Number::Float(0.0); zeros];
    let rest = &coefficients[zeros..];
    if rest.len() < 2 {
        return Ok(found);
    }
    let rationals: Option<Vec<BigRational>> = rest.iter().map(rational).collect();
    match rationals {
        None => found.extend(simple_complex(&rest.iter().map(complex).collect::<Vec<_>>())?),
        Some(rationals) => {
            for (factor, multiplicity) in distinct_factors(rationals)? {
                for root in simple_real(&factor.iter().map(tolerance::to_float).collect::<Vec<_>>())? {
                    found.extend(std::iter::repeat_n(root, multiplicity));
                }
            }
        }
    }
    Ok(found)
}

fn is_zero(number: &Number) -> bool {
    match number {
        Number::Int(value) => *value == 0,
        Number::Float(value) => *value == 0.0,
        _ => false,
    }
}

fn rational(number: &Number) -> Option<BigRational> {
    match number {
        Number::Int(value) => Some(BigRational::from_integer((*value).into())),
        Number::Exact(value) => Some((**value).clone()),
        Number::Float(value) => Some(tolerance::to_rational(*value)),
        Number::Complex(_) => None,
    }
}

fn complex(number: &Number) -> Complex64 {
    match number {
        Number::Complex(value) => *value,
        real => Complex64::new(tolerance::real_float(real).expect("the number is real"), 0.0),
    }
}

fn not_converged() -> Error {
    Error::domain("the roots did not converge")
}

/// Divides by the last coefficient; a quotient that leaves the range is a `DOMAIN ERROR`.
fn monic(coefficients: &[Complex64]) -> Result<Vec<Complex64>> {
    let last = coefficients[coefficients.len() - 1];
    let scaled: Vec<Complex64> = coefficients.iter().map(|c| c / last).collect();
    if scaled.iter().all(|c| c.re.is_finite() && c.im.is_finite()) { Ok(scaled) } else { Err(not_converged()) }
}

/// Roots of a real polynomial without repeated roots: real ones real, the others in exact conjugate pairs.
fn simple_real(coefficients: &[f64]) -> Result<Vec<Number>> {
    let coefficients: Vec<Complex64> = coefficients.iter().map(|&c| Complex64::new(c, 0.0)).collect();
    let coefficients = monic(&coefficients)?;
    let degree = coefficients.len() - 1;
    let companion =
        Mat::from_fn(
            degree,
            degree,
            |r, c| {
                if c + 1 == degree { -coefficients[r].re } else { (r == c + 1) as u8 as f64 }
            },
        );
    control::poll()?;
    let values = companion.eigenvalues().map_err(|_| not_converged())?;
    let mut roots = Vec::with_capacity(degree);
    for value in values {
        if value.im == 0.0 {
            roots.push(Number::from_float(refine(&coefficients, value).re)?);
        } else if value.im > 0.0 {
            let root = refine(&coefficients, value);
            roots.push(Number::from_complex(root.conj())?);
            roots.push(Number::from_complex(root)?);
        }
    }
    if roots.len() == degree { Ok(roots) } else { Err(not_converged()) }
}

fn simple_complex(coefficients: &[Complex64]) -> Result<Vec<Number>> {
    let coefficients = monic(coefficients)?;
    let degree = coefficients.len() - 1;
    let companion = Mat::from_fn(degree, degree, |r, c| {
        if c + 1 == degree { -coefficients[r] } else { Complex64::new((r == c + 1) as u8 as f64, 0.0) }
    });
    control::poll()?;
    let values = companion.eigenvalues().map_err(|_| not_converged())?;
    values.into_iter().map(|value| Number::from_complex(refine(&coefficients, value))).collect()
}

/// Newton steps as long as the residual shrinks.
fn refine(coefficients: &[Complex64], start: Complex64) -> Complex64 {
    let at = |x: Complex64| {
        let zero = Complex64::new(0.0, 0.0);
        coefficients.iter().rev().fold((zero, zero), |(value, slope), c| (value * x + c, slope * x + value))
    };
    let mut root = start;
    let (mut value, mut slope) = at(root);
    for _ in 0..50 {
        let next = root - value / slope;
        if !(next.re.is_finite() && next.im.is_finite()) {
            break;
        }
        let (next_value, next_slope) = at(next);
        if next_value.norm() >= value.norm() {
            break;
        }
        (root, value, slope) = (next, next_value, next_slope);
    }
    root
}

/// The factors without repeated roots, each with its multiplicity.
fn distinct_factors(coefficients: Vec<BigRational>) -> Result<Vec<(Vec<BigRational>, usize)>> {
    if coefficients.len() == 2 || is_squarefree(&coefficients) {
        return Ok(vec![(coefficients, 1)]);
    }
    // Yun: with g = gcd(p, p'), the quotients p/g and p'/g peel off one multiplicity after the other.
    let common = gcd(&coefficients, &derivative(&coefficients))?;
    let mut square_free = quotient(&coefficients, &common);
    let mut rest = subtract(&quotient(&derivative(&coefficients), &common), &derivative(&square_free));
    let mut factors = Vec::new();
    let mut multiplicity = 1;
    while square_free.len() > 1 {
        let factor = gcd(&square_free, &rest)?;
        square_free = quotient(&square_free, &factor);
        rest = subtract(&quotient(&rest, &factor), &derivative(&square_free));
        if factor.len() > 1 {
            factors.push((factor, multiplicity));
        }
        multiplicity += 1;
    }
    Ok(factors)
}

fn derivative(p: &[BigRational]) -> Vec<BigRational> {
    p.iter().enumerate().skip(1).map(|(i, c)| c * BigInt::from(i)).collect()
}

fn trim(mut p: Vec<BigRational>) -> Vec<BigRational> {
    while p.last().is_some_and(BigRational::is_zero) {
        p.pop();
    }
    p
}

fn subtract(a: &[BigRational], b: &[BigRational]) -> Vec<BigRational> {
    let at = |p: &[BigRational], i: usize| p.get(i).cloned().unwrap_or_else(BigRational::zero);
    trim((0..a.len().max(b.len())).map(|i| at(a, i) - at(b, i)).collect())
}

/// Quotient and remainder of a division by a nonzero polynomial.
fn divide(a: &[BigRational], b: &[BigRational]) -> (Vec<BigRational>, Vec<BigRational>) {
    let mut rest = a.to_vec();
    let mut quotient = vec![BigRational::zero(); (a.len() + 1).saturating_sub(b.len())];
    let lead = &b[b.len() - 1];
    for i in (0..quotient.len()).rev() {
        let factor = &rest[i + b.len() - 1] / lead;
        for (j, c) in b.iter().enumerate() {
            rest[i + j] -= &factor * c;
        }
        quotient[i] = factor;
    }
    (quotient, trim(rest))
}

fn quotient(a: &[BigRational], b: &[BigRational]) -> Vec<BigRational> {
    divide(a, b).0
}

/// The monic greatest common divisor.
fn gcd(a: &[BigRational], b: &[BigRational]) -> Result<Vec<BigRational>> {
    let (mut a, mut b) = (trim(a.to_vec()), trim(b.to_vec()));
    while !b.is_empty() {
        control::poll()?;
        let rest = divide(&a, &b).1;
        // Monic remainders keep the fractions short.
        a = monic_rational(b);
        b = rest;
    }
    Ok(monic_rational(a))
}

fn monic_rational(p: Vec<BigRational>) -> Vec<BigRational> {
    let Some(lead) = p.last().cloned() else { return p };
    p.into_iter().map(|c| c / &lead).collect()
}

/// A prime below 2*31, so that products fit 64 bits.
const PRIME: u64 = 2_147_483_629;

/// Whether the polynomial has no repeated roots modulo a prime, so that it surely has none.
fn is_squarefree(coefficients: &[BigRational]) -> bool {
    let common = coefficients.iter().fold(BigInt::one(), |common, c| common.lcm(c.denom()));
    let modulo = |c: &BigRational| {
        let integer = c.numer() * (&common / c.denom());
        integer.mod_floor(&BigInt::from(PRIME)).to_u64().expect("a residue fits")
    };
    let p: Vec<u64> = coefficients.iter().map(modulo).collect();
    let slope: Vec<u64> = p.iter().enumerate().skip(1).map(|(i, c)| i as u64 % PRIME * c % PRIME).collect();
    // Where the leading coefficient vanishes the test says nothing.
    p.last() != Some(&0) && slope.last().is_some_and(|&lead| lead != 0) && gcd_degree(p, slope) == 0
}

fn gcd_degree(mut a: Vec<u64>, mut b: Vec<u64>) -> usize {
    while !b.is_empty() {
        let inverse = power_modulo(b[b.len() - 1], PRIME - 2);
        while a.len() >= b.len() {
            let factor = a[a.len() - 1] * inverse % PRIME;
            let offset = a.len() - b.len();
            for (i, &c) in b.iter().enumerate() {
                a[offset + i] = (a[offset + i] + (PRIME - factor) * c) % PRIME;
            }
            while a.last() == Some(&0) {
                a.pop();
            }
        }
        std::mem::swap(&mut a, &mut b);
    }
    a.len().saturating_sub(1)
}

fn power_modulo(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(coefficients: &[i64], expected: &[(f64, f64)]) {
        let numbers: Vec<Number> = coefficients.iter().map(|&c| Number::Int(c)).collect();
        let mut found = roots(&numbers).unwrap();
        found.sort_by(tolerance::order);
        assert_eq!(found.len(), expected.len());
        for (root, &(re, im)) in found.iter().zip(expected) {
            let root = complex(root);
            assert!((root - Complex64::new(re, im)).norm() <= 1e-13 * root.norm().max(1.0), "{root} for {re} {im}");
        }
    }

    #[test]
    fn roots_of_all_sorts() {
        check(&[10, -7, 1], &[(2.0, 0.0), (5.0, 0.0)]);
        check(&[4, 0, 1], &[(0.0, -2.0), (0.0, 2.0)]);
        check(&[4, 4, 1], &[(-2.0, 0.0), (-2.0, 0.0)]);
        check(&[0, 0, 3], &[(0.0, 0.0), (0.0, 0.0)]);
        // (x-1)^3 (x+2)^2 x
        check(&[0, -4, 8, -1, -5, 1, 1], &[(-2.0, 0.0), (-2.0, 0.0), (0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0)]);
        check(&[-1, 0, 0, 1], &[(-0.5, -(0.75f64.sqrt())), (-0.5, 0.75f64.sqrt()), (1.0, 0.0)]);
    }
}

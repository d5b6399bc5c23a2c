//! Greatest common divisor and least common multiple.

use num_complex::Complex64;
use num_integer::Integer;

use super::arithmetic::{divide, multiply};
use super::convert::Pair;
use super::tolerance::TOLERANCE;
use super::{Number, complex, rational};
use crate::control::{Error, Result};

/// `X∨Y`: the greatest common divisor: exact for exact numbers, from a continued fraction for floats, by Euclid's
/// algorithm for complex numbers. Infinities are a `DOMAIN ERROR`.
#[inline]
pub fn gcd(x: &Number, y: &Number) -> Result<Number> {
    match (x, y) {
        (Number::Int(x), Number::Int(y)) => {
            let divisor = x.unsigned_abs().gcd(&y.unsigned_abs());
            return Ok(i64::try_from(divisor).map_or_else(|_| Number::from_integer(divisor.into()), Number::Int));
        }
        (Number::Float(x), Number::Float(y)) if x.is_finite() && y.is_finite() => {
            return Ok(Number::Float(gcd_of_floats(*x, *y)));
        }
        _ => {}
    }
    match Pair::new(x, y) {
        Pair::Exact(x, y) => rational::gcd(&x, &y),
        Pair::Real(x, y) if x.is_finite() && y.is_finite() => Ok(Number::Float(gcd_of_floats(x, y))),
        Pair::Complex(x, y) if x.re.is_finite() && y.re.is_finite() => Number::from_complex(gcd_of_complex(x, y)),
        _ => Err(Error::domain("an infinity has no common divisors or multiples")),
    }
}

/// `X∧Y`: the least common multiple, `X×Y÷X∨Y`, and 0 if either is 0. Infinities are a `DOMAIN ERROR`.
#[inline]
pub fn lcm(x: &Number, y: &Number) -> Result<Number> {
    if let (Number::Int(a), Number::Int(b)) = (x, y)
        && let Some(divisor) = i64::try_from(a.unsigned_abs().gcd(&b.unsigned_abs())).ok().filter(|d| *d != 0)
        && let Some(multiple) = a.checked_mul(b / divisor)
    {
        return Ok(Number::Int(multiple));
    }
    let divisor = gcd(x, y)?;
    let zero = |number: &Number| matches!(number, Number::Int(0)) || matches!(number, Number::Float(0.0));
    if zero(x) || zero(y) {
        let exact = x.is_exact() && y.is_exact();
        return Ok(if exact { Number::Int(0) } else { Number::Float(0.0) });
    }
    multiply(x, &divide(y, &divisor)?)
}

/// The larger magnitude divided by the numerator of the first convergent of the ratio that is within the tolerance.
fn gcd_of_floats(x: f64, y: f64) -> f64 {
    let (large, small) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    if small == 0.0 {
        return large;
    }
    let ratio = large / small;
    if ratio.is_infinite() {
        return small;
    }
    let (mut numerator, mut denominator) = (1.0, 0.0);
    let (mut last_numerator, mut last_denominator) = (0.0, 1.0);
    let mut rest = ratio;
    loop {
        let term = rest.floor();
        (numerator, last_numerator) = (term * numerator + last_numerator, numerator);
        (denominator, last_denominator) = (term * denominator + last_denominator, denominator);
        if (numerator / denominator - ratio).abs() <= TOLERANCE * ratio || rest == term {
            return large / numerator;
        }
        rest = 1.0 / (rest - term);
    }
}

/// Euclid's algorithm, turned into the quadrant with real part above 0 and imaginary part not below. Quotients are
/// rounded to the nearest Gaussian integer, which halves the norm with each step and gives the same divisor up to a turn.
fn gcd_of_complex(x: Complex64, y: Complex64) -> Complex64 {
    let exponent = complex::exponent(x).max(complex::exponent(y));
    if exponent.abs() > 900 {
        // Moduli near the ends of the range would overflow or vanish.
        return complex::scale(gcd_of_complex(complex::scale(x, -exponent), complex::scale(y, -exponent)), exponent);
    }
    let negligible = TOLERANCE * complex::modulus(x).max(complex::modulus(y));
    let (mut divisor, mut rest) = (x, y);
    while complex::modulus(rest) > negligible {
        (divisor, rest) = (rest, nearest_residue(rest, divisor));
    }
    while divisor.re <= 0.0 || divisor.im < 0.0 {
        divisor = Complex64::new(-divisor.im, divisor.re);
    }
    divisor
}

/// What is left of `y` beside the nearest multiple of `x`.
fn nearest_residue(x: Complex64, y: Complex64) -> Complex64 {
    let quotient = complex::divide(y, x);
    if !quotient.re.is_finite() || !quotient.im.is_finite() {
        return Complex64::new(0.0, 0.0);
    }
    y - complex::multiply(x, Complex64::new(quotient.re.round(), quotient.im.round()))
}

//! The gamma function, and the factorial.
//!
//! Large arguments use Stirling's series, smaller ones are shifted up by the recurrence, and arguments to the left use
//! the reflection formula. Complex arguments and quotients of gamma values carry the logarithm in extended precision,
//! so that the exponential keeps a relative error below 1E¯13 however large it is.

use std::f64::consts::PI;
use std::sync::LazyLock;

use num_bigint::{BigInt, BigUint};
use num_complex::Complex64;
use num_traits::{One, Signed};

use super::extended::{Extended, ExtendedComplex};
use super::tolerance::{integer_to_float, to_float};
use super::{Number, exact};
use crate::control::{Error, Result, poll};

/// `B₂ₖ ÷ 2k(2k-1)` for k from 1: the coefficients of Stirling's series for the logarithm.
const STIRLING: [f64; 12] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360360.0,
    1.0 / 156.0,
    -3617.0 / 122400.0,
    43867.0 / 244188.0,
    -174611.0 / 125400.0,
    77683.0 / 5796.0,
    -236364091.0 / 1506960.0,
];

/// From here on 12 terms of the series are exact to extended precision.
const STIRLING_FROM: f64 = 20.0;

/// From here on they are exact to a double.
const STIRLING_FROM_IN_DOUBLES: f64 = 9.0;

/// The square root of 2π.
const ROOT_TWO_PI: Extended = Extended { high: 2.5066282746310007, low: -1.8328579980459167e-16 };

/// The largest argument whose factorial is a double.
const LAST_FACTORIAL: usize = 170;

/// The factorials that are finite doubles, correctly rounded.
static FACTORIALS: LazyLock<[f64; LAST_FACTORIAL + 1]> = LazyLock::new(|| {
    let mut exact = BigUint::one();
    std::array::from_fn(|n| {
        exact *= n.max(1);
        integer_to_float(&BigInt::from(exact.clone()))
    })
});

/// `!Y`: Γ(`Y`+1). Exact for exact non-negative integers, with a `LIMIT ERROR` beyond 2*30 bits; negative integers and
/// `¯∞` are a `DOMAIN ERROR`.
pub fn factorial(y: &Number) -> Result<Number> {
    match y {
        Number::Int(n) if *n >= 0 => Ok(Number::from_integer(exact_factorial(*n as u64)?.into())),
        Number::Int(_) => Err(factorial_pole()),
        Number::Exact(value) if value.is_integer() => {
            Err(if value.is_negative() { factorial_pole() } else { exact::too_large("factorial") })
        }
        Number::Exact(value) => {
            let float = to_float(value);
            // A rational is no pole, though far to the left it rounds to one; there the factorial vanishes.
            if float < -200.0 { Ok(Number::Float(0.0)) } else { factorial_of_float(float) }
        }
        Number::Float(value) => factorial_of_float(*value),
        Number::Complex(value) => Number::from_complex(gamma_plus_one(*value)),
    }
}

#[cold]
fn factorial_pole() -> Error {
    Error::domain("the factorial of a negative integer is undefined")
}

fn factorial_of_float(y: f64) -> Result<Number> {
    if y.trunc() == y {
        if y < 0.0 {
            return Err(factorial_pole());
        }
        return Ok(Number::Float(FACTORIALS.get(y as usize).copied().unwrap_or(f64::INFINITY)));
    }
    Ok(Number::Float(if y >= 1.0 {
        // One more would round; the recurrence does not.
        y * positive_gamma(y)
    } else if y > -0.5 {
        positive_gamma(y + 1.0)
    } else {
        reflected_factorial(y)
    }))
}

/// Γ(`x`) for a positive float.
fn positive_gamma(x: f64) -> f64 {
    if x > 180.0 {
        return f64::INFINITY;
    }
    let steps = (STIRLING_FROM_IN_DOUBLES - x).ceil().max(0.0);
    let product =
        (0..steps as u32).fold(Extended::from(1.0), |product, step| product * Extended::sum(x, f64::from(step)));
    let Extended { high: shifted, low: rest } = Extended::sum(x, steps);
    // x^(x-½) exp(-x), the power in two halves where it would overflow before the result does.
    let main = if shifted < 140.0 {
        shifted.powf(shifted - 0.5) * (-shifted).exp()
    } else {
        let half_power = shifted.powf((shifted - 0.5) / 2.0);
        half_power * (-shifted).exp() * half_power
    };
    let value = main * (ROOT_TWO_PI.high / product.high);
    // What the series adds and what the roundings above left out, as one small relative correction.
    let series = stirling_series(shifted.into()).re.exp_m1();
    let left_out = rest * shifted.ln() + ROOT_TWO_PI.low / ROOT_TWO_PI.high - product.low / product.high;
    value + value * (series + left_out)
}

/// Γ(`y`+1) for a non-integral `y` below ¯½: `-π ÷ sin πy × Γ(-y)`.
fn reflected_factorial(y: f64) -> f64 {
    let quotient = -PI / sine_of_pi(y);
    let x = -y;
    if x < 150.0 {
        return quotient / positive_gamma(x);
    }
    if x > 200.0 {
        return 0.0;
    }
    // Γ(x) may overflow before the result vanishes.
    let mut result = quotient / positive_gamma(x - 40.0);
    for step in 1..=40 {
        result /= x - f64::from(step);
    }
    result
}

/// `sin πx`, with the argument reduced exactly.
fn sine_of_pi(x: f64) -> f64 {
    let nearest = x.round();
    let sine = (PI * (x - nearest)).sin();
    if nearest % 2.0 == 0.0 { sine } else { -sine }
}

/// What Stirling's series adds to the logarithm of gamma.
fn stirling_series(z: Complex64) -> Complex64 {
    let reciprocal = z.inv();
    let square = reciprocal * reciprocal;
    let sum = STIRLING.iter().rev().fold(Complex64::new(0.0, 0.0), |sum, &coefficient| sum * square + coefficient);
    sum * reciprocal
}

/// A value of the gamma function, by a logarithm of extended precision: quotients of values neither overflow nor lose
/// digits.
#[derive(Clone, Copy)]
pub(crate) struct Gamma(ExtendedComplex);

impl Gamma {
    /// Γ(`z`); `z` is finite and no pole.
    pub(crate) fn new(z: ExtendedComplex) -> Gamma {
        Gamma(if z.re.high >= 0.5 { ln_gamma_right(z) } else { ln_gamma_reflected(z) })
    }

    pub(crate) fn times(self, other: Gamma) -> Gamma {
        Gamma(self.0 + other.0)
    }

    pub(crate) fn divided_by(self, other: Gamma) -> Gamma {
        Gamma(self.0 - other.0)
    }

    pub(crate) fn value(self) -> Complex64 {
        self.0.exp(None)
    }
}

/// A logarithm of Γ(`z`) in the right half plane, by the recurrence and Stirling's series.
fn ln_gamma_right(z: ExtendedComplex) -> ExtendedComplex {
    if z.im.is_zero() {
        return ExtendedComplex { re: ln_gamma_positive(z.re), im: 0.0.into() };
    }
    let one = ExtendedComplex::from(Complex64::new(1.0, 0.0));
    let mut shifted = z;
    let mut product = one;
    while shifted.re.high.hypot(shifted.im.high) < STIRLING_FROM {
        product = product * shifted;
        shifted = shifted + one;
    }
    let half = ExtendedComplex::from(Complex64::new(0.5, 0.0));
    let main = (shifted - half) * shifted.ln() - shifted;
    let constant = ExtendedComplex { re: Extended::HALF_LN_TWO_PI, im: 0.0.into() };
    main + ExtendedComplex::from(stirling_series(shifted.value())) + constant - product.ln()
}

/// The logarithm of Γ(`x`) for `x` from ½ up, in the same way.
fn ln_gamma_positive(x: Extended) -> Extended {
    let mut shifted = x;
    let mut product = Extended::from(1.0);
    while shifted.high < STIRLING_FROM {
        product = product * shifted;
        shifted = shifted + Extended::from(1.0);
    }
    let main = (shifted - Extended::from(0.5)) * shifted.ln() - shifted;
    let series = stirling_series(shifted.value().into()).re;
    main + Extended::from(series) + Extended::HALF_LN_TWO_PI - product.ln()
}

/// A logarithm of Γ(`z`) by `π ÷ sin πz × Γ(1-z)`. Above the real axis `sin πz` is
/// `(i÷2) × exp(-iπz) × (1 - exp 2iπz)`; below, the conjugate.
fn ln_gamma_reflected(z: ExtendedComplex) -> ExtendedComplex {
    let one = ExtendedComplex::from(Complex64::new(1.0, 0.0));
    let other = ln_gamma_right(one - z);
    let pi = ExtendedComplex { re: Extended::PI, im: 0.0.into() };
    // Reduced by the nearest integer, which turns the sine by its parity.
    let nearest = z.re.high.round();
    let reduced = z.re - Extended::from(nearest);
    let sign = if nearest % 2.0 == 0.0 { 1.0 } else { -1.0 };
    if z.im.is_zero() {
        let sine = Complex64::new(sign * (PI * reduced.value()).sin(), 0.0);
        return pi.ln() - ExtendedComplex::from(sine).ln() - other;
    }
    let side = z.im.high.signum();
    let exponent = Complex64::new(-2.0 * PI * z.im.high.abs(), side * 2.0 * PI * reduced.value());
    let factor = Complex64::new(0.0, side * 0.5 * sign) * -exp_minus_one(exponent);
    // The logarithm of exp(∓iπ(reduced + i·im)).
    let power = ExtendedComplex { re: Extended::PI * z.im, im: -(Extended::PI * reduced) };
    let power = if side > 0.0 { power } else { -power };
    pi.ln() - ExtendedComplex::from(factor).ln() - power - other
}

/// `exp w - 1` without cancellation near 0.
fn exp_minus_one(w: Complex64) -> Complex64 {
    let half_sine = (w.im / 2.0).sin();
    Complex64::new(w.re.exp_m1() * w.im.cos() - 2.0 * half_sine * half_sine, w.re.exp() * w.im.sin())
}

fn gamma_plus_one(y: Complex64) -> Complex64 {
    plus_one(y).value()
}

/// Γ(`y`+1) without rounding the sum.
pub(crate) fn plus_one(y: Complex64) -> Gamma {
    Gamma::new(ExtendedComplex { re: Extended::sum(y.re, 1.0), im: y.im.into() })
}

/// Γ(`y`-`x`+1) without rounding the sums; nothing at a pole.
pub(crate) fn difference_plus_one(y: Complex64, x: Complex64) -> Option<Gamma> {
    let re = Extended::sum(y.re, -x.re) + Extended::from(1.0);
    let im = Extended::sum(y.im, -x.im);
    let pole = im.is_zero() && re.high <= 0.0 && re.high.trunc() == re.high && re.low.trunc() == re.low;
    (!pole).then(|| Gamma::new(ExtendedComplex { re, im }))
}

/// About how many bits `n!` has.
pub(crate) fn factorial_bits(n: f64) -> f64 {
    if n < 2.0 {
        return 1.0;
    }
    (n * (n.ln() - 1.0) + 0.5 * (2.0 * PI * n).ln() + 1.0 / (12.0 * n)) / std::f64::consts::LN_2 + 1.0
}

/// `n!`: products of odd numbers by halves, then one shift for the twos.
pub(crate) fn exact_factorial(n: u64) -> Result<BigUint> {
    let bits = factorial_bits(n as f64);
    if bits > exact::MOST_BITS as f64 {
        return Err(exact::too_large("factorial"));
    }
    exact::reserve_bits(bits as u64, "a factorial")?;
    let mut odd_part = BigUint::one();
    let mut odd_product = BigUint::one();
    for halvings in (0..u64::BITS - n.leading_zeros()).rev() {
        // The odd numbers above n÷2^(halvings+1) up to n÷2^halvings join the product, which each further halving repeats.
        let (low, high) = (n >> (halvings + 1), n >> halvings);
        odd_product = exact::product(&odd_product, &product_of_progression((low + 1) | 1, high, 2)?)?;
        odd_part = exact::product(&odd_part, &odd_product)?;
    }
    Ok(odd_part << (n - u64::from(n.count_ones())))
}

/// The product of `first`, `first+step` … up to `last`, by halves; stoppable.
pub(crate) fn product_of_progression(first: u64, last: u64, step: u64) -> Result<BigUint> {
    if first > last {
        return Ok(BigUint::one());
    }
    let count = (last - first) / step + 1;
    if count <= 16 {
        let mut product = BigUint::one();
        let mut chunk = 1u64;
        for factor in (0..count).map(|i| first + i * step) {
            match chunk.checked_mul(factor) {
                Some(larger) => chunk = larger,
                None => {
                    product *= chunk;
                    chunk = factor;
                }
            }
        }
        return Ok(product * chunk);
    }
    poll()?;
    let middle = first + (count / 2) * step;
    exact::product(&product_of_progression(first, middle - step, step)?, &product_of_progression(middle, last, step)?)
}

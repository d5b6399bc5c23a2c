//! Exponential, logarithm, power, sine and cosine as vector code.
//!
//! Each function reduces its argument to a short interval around 0 or 1 in two parts, sums a Taylor series there whose
//! first left-out term is below 2*¯60 of the result, and adds the largest terms last with their rounding errors, so that
//! results lie within one unit in the last place (0.6 where the machine fuses multiplication). Arguments outside the range
//! of the reduction are left to the standard library.

use super::elementwise::{VectorDyad, VectorMonad};
use super::versions::Instructions;

/// `ln 2`, with 21 trailing zero bits, so that its products with exponents are exact.
const LN2_HIGH: f64 = f64::from_bits(0x3fe62e42fee00000);
/// `ln 2` less [`LN2_HIGH`].
const LN2_LOW: f64 = 1.9082149292705877e-10;
/// `π÷2` in three parts, the first two with 20 trailing zero bits.
const HALF_PI: [f64; 3] =
    [f64::from_bits(0x3ff921fb54400000), f64::from_bits(0x3dd0b4611a600000), f64::from_bits(0x3ba3198a2e037073)];
/// Adding it rounds to an integer, which then stands in the low bits of the sum.
const ROUNDER: f64 = 6755399441055744.0;

/// `1÷n!`
const fn inverse_factorial(n: u32) -> f64 {
    let mut product = 1.0;
    let mut i = 2;
    while i <= n {
        product *= i as f64;
        i += 1;
    }
    1.0 / product
}

/// `c[0] + c[1]×x + c[2]×x² …`, pairing terms so that few wait for each other.
#[inline(always)]
fn polynomial<Isa: Instructions, const N: usize>(x: f64, c: [f64; N]) -> f64 {
    let square = x * x;
    let pair = |i: usize| if i + 1 < N { Isa::multiply_add(c[i + 1], x, c[i]) } else { c[i] };
    let last = (N - 1) / 2 * 2;
    let mut sum = pair(last);
    let mut i = last;
    while i > 0 {
        i -= 2;
        sum = Isa::multiply_add(sum, square, pair(i));
    }
    sum
}

/// The nearest integer, as a float and in the low bits of an integer.
#[inline(always)]
fn to_integer(x: f64) -> (f64, i64) {
    let sum = x + ROUNDER;
    (sum - ROUNDER, (sum.to_bits() as i64).wrapping_sub(ROUNDER.to_bits() as i64))
}

/// `exp(high+low)` for a `low` that is small beside 1. Overflows to `∞` and underflows to 0.
#[inline(always)]
fn exp_of_sum<Isa: Instructions>(high: f64, low: f64) -> f64 {
    const SERIES: [f64; 12] = {
        let mut series = [0.0; 12];
        let mut i = 0;
        while i < 12 {
            series[i] = inverse_factorial(i as u32 + 2);
            i += 1;
        }
        series
    };
    let x = if high > 710.0 { 710.0 } else { high };
    let x = if x < -746.0 { -746.0 } else { x };
    let (whole, exponent) = to_integer(x * std::f64::consts::LOG2_E);
    let start = x - whole * LN2_HIGH;
    let rest = start - whole * LN2_LOW;
    let rest_low = (start - rest) - whole * LN2_LOW + low;
    let curve = rest * rest * polynomial::<Isa, 12>(rest, SERIES);
    let sum = 1.0 + rest;
    let value = sum + ((rest - (sum - 1.0)) + Isa::multiply_add(rest_low, sum + curve, curve));
    // The power of two in two factors, since it may lie outside the range; only the second product rounds.
    let half = (exponent.wrapping_add(4096) as u64 >> 1) as i64 - 2048;
    let power = |exponent: i64| f64::from_bits((exponent.wrapping_add(1023) as u64) << 52);
    value * power(half) * power(exponent.wrapping_sub(half))
}

/// The exponent and the rest of a positive normal float: `x = 2*exponent × (1+rest)`, the rest between `√½` and `√2` less 1.
#[inline(always)]
fn split(x: f64) -> (f64, f64) {
    const SQRT_HALF: u64 = 0x3fe6a09e667f3bcd;
    let offset = x.to_bits().wrapping_sub(SQRT_HALF);
    // The exponent, counted from ¯2048 to stay positive, read by the bits of a sum.
    let biased = offset.wrapping_add(2048 << 52) >> 52;
    let exponent = f64::from_bits(0x4330000000000000 | biased) - (4503599627370496.0 + 2048.0);
    let mantissa = f64::from_bits((offset & 0x000f_ffff_ffff_ffff).wrapping_add(SQRT_HALF));
    (exponent, mantissa - 1.0)
}

/// `2÷3, 2÷5, 2÷7 …`: the series of `ln((1+s)÷1-s)÷s`, less 2, in `s²`.
const LOG_SERIES: [f64; 10] = {
    let mut series = [0.0; 10];
    let mut i = 0;
    while i < 10 {
        series[i] = 2.0 / (2 * i + 3) as f64;
        i += 1;
    }
    series
};

/// [`LOG_SERIES`] without its first term.
const LOG_SERIES_FROM_FIFTH: [f64; 9] = {
    let mut series = [0.0; 9];
    let mut i = 0;
    while i < 9 {
        series[i] = LOG_SERIES[i + 1];
        i += 1;
    }
    series
};

/// `ln x` for a positive normal float.
#[inline(always)]
fn ln<Isa: Instructions>(x: f64) -> f64 {
    let (exponent, f) = split(x);
    let s = f / (2.0 + f);
    let z = s * s;
    let half_square = 0.5 * f * f;
    let square_low = if Isa::FUSED { Isa::multiply_add(0.5 * f, f, -half_square) } else { 0.0 };
    // ln(1+f) = f - f²÷2 + s×(f²÷2 + the series)
    let tail = s * (half_square + z * polynomial::<Isa, 10>(z, LOG_SERIES));
    let near = f - half_square;
    let near_low = (f - near) - half_square;
    let far = exponent * LN2_HIGH;
    let sum = far + near;
    let sum_low = (far - sum) + near;
    sum + (sum_low + (near_low - square_low + (tail + exponent * LN2_LOW)))
}

/// `x*y` for a positive normal `x` and an exponent of two floats, the second small beside the first: the logarithm in two
/// floats, its product with `y`, and the exponential of both.
#[inline(always)]
fn power<Isa: Instructions>(x: f64, y: f64, y_low: f64) -> f64 {
    const TWO_THIRDS_LOW: f64 = 2.0 / 3.0 * f64::EPSILON / 4.0; // 2÷3 less its nearest float
    let product = |a: f64, b: f64| {
        let high = a * b;
        (high, Isa::multiply_add(a, b, -high))
    };
    let (exponent, f) = split(x);
    let divisor = 2.0 + f;
    let divisor_low = f - (divisor - 2.0);
    let inverse = 1.0 / divisor;
    let s = f * inverse;
    let s_low = (Isa::multiply_add(-s, divisor, f) - s * divisor_low) * inverse;
    // s², s³ and two thirds of s³, each in two floats.
    let (z, z_error) = product(s, s);
    let z_low = Isa::multiply_add(2.0 * s, s_low, z_error);
    let (cube, cube_error) = product(s, z);
    let cube_low = Isa::multiply_add(s, z_low, Isa::multiply_add(s_low, z, cube_error));
    let (third, third_error) = product(cube, 2.0 / 3.0);
    let third_low = Isa::multiply_add(cube_low, 2.0 / 3.0, Isa::multiply_add(cube, TWO_THIRDS_LOW, third_error));
    let tail = cube * z * polynomial::<Isa, 9>(z, LOG_SERIES_FROM_FIFTH);
    // exponent×ln 2 + 2s + 2s³÷3 + the tail, from the largest on.
    let far = exponent * LN2_HIGH;
    let first = far + 2.0 * s;
    let first_low = (far - first) + 2.0 * s;
    let second = first + third;
    let second_low = (first - second) + third;
    let small = (first_low + second_low) + (2.0 * s_low + third_low + tail + exponent * LN2_LOW);
    let log = second + small;
    let log_low = (second - log) + small;
    let (high, error) = product(log, y);
    let is_moderate = high.abs() < 800.0;
    let low = if is_moderate { Isa::multiply_add(log_low, y, Isa::multiply_add(log, y_low, error)) } else { 0.0 };
    exp_of_sum::<Isa>(high, low)
}

/// The number of quarter turns nearest to an angle, and what is left, in two floats.
#[inline(always)]
fn reduce_angle(x: f64) -> (i64, f64, f64) {
    let (turns, quarter) = to_integer(x * std::f64::consts::FRAC_2_PI);
    let start = x - turns * HALF_PI[0];
    let middle = turns * HALF_PI[1];
    let first = start - middle;
    let first_low = (start - first) - middle;
    let last = turns * HALF_PI[2];
    let rest = first - last;
    (quarter, rest, (first - rest) - last + first_low)
}

/// Sine of a quarter turn from `quarter` on: `sin(r + quarter×π÷2)`.
#[inline(always)]
fn sine<Isa: Instructions>(quarter: i64, r: f64, low: f64) -> f64 {
    const SINE: [f64; 8] = alternating(3);
    const COSINE: [f64; 7] = {
        let series = alternating(4);
        let mut positive = [0.0; 7];
        let mut i = 0;
        while i < 7 {
            positive[i] = -series[i];
            i += 1;
        }
        positive
    };
    let z = r * r;
    let sine = r + Isa::multiply_add(r * z, polynomial::<Isa, 8>(z, SINE), low * (1.0 - 0.5 * z));
    let half = 0.5 * z;
    let one = 1.0 - half;
    let curve = Isa::multiply_add(z * z, polynomial::<Isa, 7>(z, COSINE), -r * low);
    let cosine = one + (((1.0 - one) - half) + curve);
    let value = if quarter & 1 == 0 { sine } else { cosine };
    f64::from_bits(value.to_bits() ^ ((quarter & 2) as u64) << 62)
}

/// `¯1÷n!`, `1÷(n+2)!`, `¯1÷(n+4)!` …
const fn alternating(n: u32) -> [f64; 8] {
    let mut series = [0.0; 8];
    let mut i = 0;
    while i < 8 {
        let size = inverse_factorial(n + 2 * i as u32);
        series[i] = if i % 2 == 0 { -size } else { size };
        i += 1;
    }
    series
}

/// Whether a float is positive, normal and finite.
#[inline(always)]
fn is_ordinary(x: f64) -> bool {
    (f64::MIN_POSITIVE..f64::INFINITY).contains(&x)
}

/// Beyond this the three parts of `π÷2` are not enough.
const LARGEST_ANGLE: f64 = 1e6;

/// `exp y`
pub struct Exponential;

impl VectorMonad for Exponential {
    #[inline(always)]
    fn apply<Isa: Instructions>(y: f64) -> f64 {
        exp_of_sum::<Isa>(y, 0.0)
    }
    #[inline(always)]
    fn fails(_: f64, _: f64) -> bool {
        false
    }
    fn careful(y: f64) -> Option<f64> {
        Some(y.exp())
    }
}

/// `ln y` for positive numbers.
pub struct Logarithm;

impl VectorMonad for Logarithm {
    #[inline(always)]
    fn apply<Isa: Instructions>(y: f64) -> f64 {
        ln::<Isa>(y)
    }
    #[inline(always)]
    fn fails(y: f64, _: f64) -> bool {
        !is_ordinary(y)
    }
    fn careful(y: f64) -> Option<f64> {
        (y > 0.0).then(|| y.ln())
    }
}

/// `sin y`
pub struct Sine;

impl VectorMonad for Sine {
    #[inline(always)]
    fn apply<Isa: Instructions>(y: f64) -> f64 {
        let (quarter, r, low) = reduce_angle(y);
        sine::<Isa>(quarter, r, low)
    }
    #[inline(always)]
    fn fails(y: f64, _: f64) -> bool {
        y.abs() >= LARGEST_ANGLE
    }
    fn careful(y: f64) -> Option<f64> {
        y.is_finite().then(|| y.sin())
    }
}

/// `cos y`
pub struct Cosine;

impl VectorMonad for Cosine {
    #[inline(always)]
    fn apply<Isa: Instructions>(y: f64) -> f64 {
        let (quarter, r, low) = reduce_angle(y);
        sine::<Isa>(quarter.wrapping_add(1), r, low)
    }
    #[inline(always)]
    fn fails(y: f64, _: f64) -> bool {
        y.abs() >= LARGEST_ANGLE
    }
    fn careful(y: f64) -> Option<f64> {
        y.is_finite().then(|| y.cos())
    }
}

/// `x*y` where it is real and defined.
pub struct Power;

impl VectorDyad for Power {
    #[inline(always)]
    fn apply<Isa: Instructions>(x: f64, y: f64) -> f64 {
        // Without fused products the two-float arithmetic is not exact.
        if !Isa::FUSED {
            return f64::NAN;
        }
        let power = power::<Isa>(x.abs(), y, 0.0);
        let is_odd = (0.5 * y).floor() * 2.0 != y;
        let power = if (x < 0.0) & is_odd { -power } else { power };
        if x == 0.0 { 0.0 } else { power }
    }
    #[inline(always)]
    fn fails(x: f64, y: f64, result: f64) -> bool {
        let is_real = ((x == 0.0) & (y > 0.0)) | (is_ordinary(x.abs()) & ((x > 0.0) | (y.trunc() == y)));
        !(is_real & (y.abs() < 1e300)) | result.is_nan()
    }
    fn careful(x: f64, y: f64) -> Option<f64> {
        let is_whole = y.is_finite() && y.trunc() == y;
        let is_real = x > 0.0 || y == 0.0 || (x == 0.0 && y > 0.0) || (x < 0.0 && is_whole);
        // Zero has no sign, so that no power of it has.
        is_real.then(|| if x == 0.0 { x.abs() } else { x }.powf(y))
    }
}

/// `x√y` where it is real and defined: the power whose exponent is the reciprocal of `x` in two floats.
pub struct Root;

impl VectorDyad for Root {
    #[inline(always)]
    fn apply<Isa: Instructions>(x: f64, y: f64) -> f64 {
        if !Isa::FUSED {
            return f64::NAN;
        }
        let exponent = 1.0 / x;
        let low = Isa::multiply_add(-x, exponent, 1.0) / x;
        let root = power::<Isa>(y.abs(), exponent, low);
        // A step of Newton's method rounds cube roots better than the series.
        let square = root * root;
        let square_low = Isa::multiply_add(root, root, -square);
        let excess = Isa::multiply_add(square, root, -y.abs()) + square_low * root;
        let cube_root = root - excess / (3.0 * square);
        let root = if (x == 3.0) & (square > 1e-100) & (square < 1e100) { cube_root } else { root };
        let root = if x == 2.0 { y.abs().sqrt() } else { root };
        let root = if y == 0.0 { 0.0 } else { root };
        if y < 0.0 { -root } else { root }
    }
    #[inline(always)]
    fn fails(x: f64, y: f64, result: f64) -> bool {
        let is_odd = (x.floor() == x) & ((0.5 * x).floor() * 2.0 != x);
        let is_real = ((y == 0.0) & (x > 0.0)) | (is_ordinary(y.abs()) & ((y > 0.0) | is_odd));
        !((x.abs() > 1e-300) & (x.abs() < 1e300) & is_real) | result.is_nan()
    }
    fn careful(x: f64, y: f64) -> Option<f64> {
        (x == 2.0 && y >= 0.0).then(|| y.sqrt())
    }
}

/// `x⍟y` for positive numbers: the quotient of the logarithms, left to care where a whole number may be exact.
pub struct Log;

impl VectorDyad for Log {
    #[inline(always)]
    fn apply<Isa: Instructions>(x: f64, y: f64) -> f64 {
        ln::<Isa>(y) / ln::<Isa>(x)
    }
    #[inline(always)]
    fn fails(x: f64, y: f64, result: f64) -> bool {
        let whole = result.round_ties_even();
        !(is_ordinary(x) & is_ordinary(y)) | (x == 1.0) | ((result - whole).abs() <= 1e-12 * result.abs())
    }
    fn careful(x: f64, y: f64) -> Option<f64> {
        if !(x > 0.0 && y > 0.0 && x.is_finite() && y.is_finite()) || x == 1.0 {
            return None;
        }
        let quotient = y.ln() / x.ln();
        let whole = quotient.round();
        Some(if x.powf(whole) == y { whole } else { quotient })
    }
}

#[cfg(test)]
mod tests {
    use super::super::versions::{Baseline, Instructions};
    use super::*;

    /// Fused products on every machine, by the library where there is no instruction.
    struct Fused;

    impl Instructions for Fused {
        const FUSED: bool = true;

        fn multiply_add(a: f64, b: f64, c: f64) -> f64 {
            a.mul_add(b, c)
        }
    }

    /// The distance in units of the last place.
    fn distance(a: f64, b: f64) -> u64 {
        if a == b { 0 } else { (a.to_bits() as i64).abs_diff(b.to_bits() as i64) }
    }

    fn spread() -> impl Iterator<Item = f64> {
        let mut seed = 7u64;
        (0..200_000).map(move |_| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64
        })
    }

    fn check(
        name: &str,
        arguments: impl Iterator<Item = f64>,
        ours: impl Fn(f64) -> f64,
        library: impl Fn(f64) -> f64,
    ) {
        let (mut worst, mut different, mut count) = (0, 0, 0);
        for x in arguments {
            let units = distance(ours(x), library(x));
            assert!(units <= 1, "{name} {x:e}: {:e} and {:e}", ours(x), library(x));
            worst = worst.max(units);
            different += (units > 0) as usize;
            count += 1;
        }
        assert!(different * 10 < count, "{name}: {different} of {count} differ from the library");
    }

    #[test]
    fn within_a_unit_of_the_library() {
        check("exp", spread().map(|u| u * 1460.0 - 748.0), exp_fused, f64::exp);
        check("exp near 0", spread().map(|u| u - 0.5), exp_fused, f64::exp);
        check("ln", spread().map(|u| (u * 1400.0 - 700.0).exp()), ln::<Fused>, f64::ln);
        check("ln near 1", spread().map(|u| u + 0.5), ln::<Fused>, f64::ln);
        check("sin", spread().map(|u| u * 20.0 - 10.0), Sine::apply::<Fused>, f64::sin);
        check("cos", spread().map(|u| u * 20.0 - 10.0), Cosine::apply::<Fused>, f64::cos);
        check("sin of large angles", spread().map(|u| u * 2e6 - 1e6), Sine::apply::<Fused>, f64::sin);
        check("cube", spread().map(|u| u * 100.0), |x| Power::apply::<Fused>(x, 3.0), |x| x.powf(3.0));
        check(
            "power",
            spread().map(|u| u * 4.0),
            |x| Power::apply::<Fused>(x, 600.0 * x - 900.0),
            |x| x.powf(600.0 * x - 900.0),
        );
        check(
            "power near 1",
            spread().map(|u| 0.9 + u / 5.0),
            |x| Power::apply::<Fused>(x, 2000.5),
            |x| x.powf(2000.5),
        );
        check("third root", spread().map(|u| u * 1e9), |x| Root::apply::<Fused>(3.0, x), f64::cbrt);
        check("root of large", spread().map(|u| u * 1e300), |x| Root::apply::<Fused>(3.0, x), f64::cbrt);
        check("negative root", spread().map(|u| -u), |x| -Root::apply::<Fused>(-1.0, x), |x| -(1.0 / x));
        check("root", spread().map(|u| u * 1e9), |x| Power::apply::<Fused>(x, 0.2), |x| x.powf(0.2));
    }

    fn exp_fused(x: f64) -> f64 {
        Exponential::apply::<Fused>(x)
    }

    #[test]
    fn without_fused_products_within_two_units() {
        for u in spread().take(50_000) {
            assert!(distance(Exponential::apply::<Baseline>(u * 100.0 - 50.0), (u * 100.0 - 50.0).exp()) <= 2);
            assert!(distance(ln::<Baseline>(u * 10.0 + 1e-3), (u * 10.0 + 1e-3).ln()) <= 2);
            assert!(distance(Sine::apply::<Baseline>(u * 10.0), (u * 10.0).sin()) <= 2);
        }
    }

    #[test]
    fn hard_and_special_cases() {
        // Correctly rounded values of arguments that are hard to round or to reduce.
        assert_eq!(exp_fused(0.0), 1.0);
        assert_eq!(exp_fused(1.0), std::f64::consts::E);
        assert_eq!(exp_fused(f64::INFINITY), f64::INFINITY);
        assert_eq!(exp_fused(f64::NEG_INFINITY), 0.0);
        assert_eq!(exp_fused(-745.0), 5e-324);
        assert_eq!(exp_fused(709.782712893384), 1.7976931348622732e308);
        assert_eq!(ln::<Fused>(1.0), 0.0);
        assert_eq!(ln::<Fused>(2.0), std::f64::consts::LN_2);
        assert_eq!(Sine::apply::<Fused>(std::f64::consts::PI), 1.2246467991473532e-16);
        assert_eq!(Cosine::apply::<Fused>(std::f64::consts::FRAC_PI_2), 6.123233995736766e-17);
        assert_eq!(Sine::apply::<Fused>(103993.0), (103993f64).sin()); // near 33102×π
        assert_eq!(Sine::apply::<Fused>(1e-300), 1e-300);
        assert_eq!(Power::apply::<Fused>(10.0, 308.0), 1e308);
        assert_eq!(Power::apply::<Fused>(2.0, 0.5), std::f64::consts::SQRT_2);
        assert_eq!(Power::apply::<Fused>(2.0, -1074.0), 5e-324);
        assert_eq!(Power::apply::<Fused>(10.0, 1e200), f64::INFINITY);
        assert_eq!(Power::apply::<Fused>(0.5, 1e200), 0.0);
        assert_eq!(Power::careful(-2.0, 3.0), Some(-8.0));
        for (x, y, result) in
            [(-2.0, 3.0, -8.0), (-2.0, -2.0, 0.25), (-3.0, 0.0, 1.0), (0.0, 0.5, 0.0), (-1.0, 1e20, 1.0)]
        {
            let power = Power::apply::<Fused>(x, y);
            assert!(power == result && !Power::fails(x, y, power), "{x}*{y}");
        }
        for (x, y) in [(-2.0, 0.5), (0.0, -1.0), (0.0, 0.0), (f64::INFINITY, 2.0), (-1e-320, 2.0)] {
            assert!(Power::fails(x, y, Power::apply::<Fused>(x, y)), "{x}*{y}");
        }
        for whole in 1..2000 {
            let whole = f64::from(whole);
            assert_eq!(Root::apply::<Fused>(3.0, whole * whole * whole), whole);
            assert_eq!(Root::apply::<Fused>(5.0, -whole.powi(5)), -whole);
            assert_eq!(Root::apply::<Fused>(2.0, whole), whole.sqrt());
        }
        assert_eq!(Root::apply::<Fused>(3.0, 0.0), 0.0);
        for (x, y) in [(0.0, 5.0), (3.0, f64::INFINITY), (2.0, -4.0), (2.5, -4.0), (-3.0, 0.0), (f64::INFINITY, 2.0)] {
            assert!(Root::fails(x, y, Root::apply::<Fused>(x, y)), "{x}√{y}");
        }
        assert!(!Root::fails(3.0, -8.0, Root::apply::<Fused>(3.0, -8.0)));
        assert_eq!(Power::careful(-2.0, 0.5), None);
        assert_eq!(Log::careful(2.0, 32.0), Some(5.0));
    }
}

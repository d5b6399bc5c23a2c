//! Numbers of twice a double's precision, for logarithms and exponentials whose arguments are large.
//!
//! `exp(y ln x)` loses as many digits as `y ln x` has before the point. Carrying that product in two doubles (about 106
//! bits) keeps the result correct to the last places. The basic operations are the classic error-free transformations
//! of Dekker, Knuth and Shewchuk.

use num_complex::Complex64;

use super::complex;

/// The unevaluated sum of two doubles, the second at most half a unit in the last place of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extended {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

impl Extended {
    pub(crate) const PI: Extended = Extended { high: std::f64::consts::PI, low: 1.2246467991473532e-16 };
    /// Half the logarithm of 2π.
    pub(crate) const HALF_LN_TWO_PI: Extended = Extended { high: 0.9189385332046728, low: -3.8782941580672414e-17 };
    pub(crate) const LN_2: Extended = Extended { high: std::f64::consts::LN_2, low: 2.3190468138462996e-17 };

    /// The exact sum of two doubles.
    pub(crate) fn sum(a: f64, b: f64) -> Extended {
        let high = a + b;
        let part = high - a;
        Extended { high, low: (a - (high - part)) + (b - part) }
    }

    /// The exact product of two doubles.
    pub(crate) fn product(a: f64, b: f64) -> Extended {
        let high = a * b;
        Extended { high, low: a.mul_add(b, -high) }
    }

    /// The sum of two doubles of which the first is larger.
    fn quick_sum(a: f64, b: f64) -> Extended {
        let high = a + b;
        Extended { high, low: b - (high - a) }
    }

    pub(crate) fn is_zero(self) -> bool {
        self.high == 0.0
    }

    pub(crate) fn value(self) -> f64 {
        self.high + self.low
    }

    fn scale(self, factor: f64) -> Extended {
        Extended { high: self.high * factor, low: self.low * factor }
    }

    /// The logarithm of a positive finite number, by one Newton step as for complex numbers.
    pub(crate) fn ln(self) -> Extended {
        let exponent = complex::binary_exponent(self.high);
        let half = exponent / 2;
        let scaled = self.scale(2f64.powi(-half)).scale(2f64.powi(half - exponent));
        let start = scaled.high.ln();
        let correction = scaled * Extended::from(-start).exp_small() - Extended::from(1.0);
        Extended::LN_2 * Extended::from(f64::from(exponent)) + (Extended::from(start) + correction)
    }

    /// The exponential of a number of magnitude below 1, by the Taylor series after five halvings.
    fn exp_small(self) -> Extended {
        let one = Extended::from(1.0);
        let scaled = self.scale(1.0 / 32.0);
        let mut sum = one;
        for n in (1..=14).rev() {
            sum = scaled * sum / f64::from(n) + one;
        }
        for _ in 0..5 {
            sum = sum * sum;
        }
        sum
    }
}

impl From<f64> for Extended {
    fn from(high: f64) -> Extended {
        Extended { high, low: 0.0 }
    }
}

impl std::ops::Neg for Extended {
    type Output = Extended;
    fn neg(self) -> Extended {
        Extended { high: -self.high, low: -self.low }
    }
}

impl std::ops::Add for Extended {
    type Output = Extended;
    fn add(self, other: Extended) -> Extended {
        let high = Extended::sum(self.high, other.high);
        let low = Extended::sum(self.low, other.low);
        let first = Extended::quick_sum(high.high, high.low + low.high);
        Extended::quick_sum(first.high, first.low + low.low)
    }
}

impl std::ops::Sub for Extended {
    type Output = Extended;
    fn sub(self, other: Extended) -> Extended {
        self + -other
    }
}

impl std::ops::Mul for Extended {
    type Output = Extended;
    fn mul(self, other: Extended) -> Extended {
        let product = Extended::product(self.high, other.high);
        Extended::quick_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}

impl std::ops::Div<f64> for Extended {
    type Output = Extended;
    fn div(self, divisor: f64) -> Extended {
        let quotient = self.high / divisor;
        let back = Extended::product(quotient, divisor);
        Extended::quick_sum(quotient, ((self.high - back.high) - back.low + self.low) / divisor)
    }
}

/// A complex number of extended precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExtendedComplex {
    pub(crate) re: Extended,
    pub(crate) im: Extended,
}

impl From<Complex64> for ExtendedComplex {
    fn from(value: Complex64) -> ExtendedComplex {
        ExtendedComplex { re: value.re.into(), im: value.im.into() }
    }
}

impl std::ops::Neg for ExtendedComplex {
    type Output = ExtendedComplex;
    fn neg(self) -> ExtendedComplex {
        ExtendedComplex { re: -self.re, im: -self.im }
    }
}

impl std::ops::Add for ExtendedComplex {
    type Output = ExtendedComplex;
    fn add(self, other: ExtendedComplex) -> ExtendedComplex {
        ExtendedComplex { re: self.re + other.re, im: self.im + other.im }
    }
}

impl std::ops::Sub for ExtendedComplex {
    type Output = ExtendedComplex;
    fn sub(self, other: ExtendedComplex) -> ExtendedComplex {
        self + -other
    }
}

impl std::ops::Mul for ExtendedComplex {
    type Output = ExtendedComplex;
    fn mul(self, other: ExtendedComplex) -> ExtendedComplex {
        ExtendedComplex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

impl ExtendedComplex {
    pub(crate) fn value(self) -> Complex64 {
        Complex64::new(self.re.value(), self.im.value())
    }

    fn scale(self, factor: f64) -> ExtendedComplex {
        ExtendedComplex { re: self.re.scale(factor), im: self.im.scale(factor) }
    }

    /// The principal logarithm of a nonzero finite number; a negative real has the argument +π.
    ///
    /// One Newton step from the logarithm in doubles: `w + (z·exp(-w) - 1)` is right to about the square of the error.
    pub(crate) fn ln(self) -> ExtendedComplex {
        if self.im.is_zero() && self.re.high > 0.0 {
            return ExtendedComplex { re: self.re.ln(), im: 0.0.into() };
        }
        let exponent = complex::exponent(Complex64::new(self.re.high, self.im.high));
        let half = exponent / 2;
        let (first, second) = (2f64.powi(-half), 2f64.powi(half - exponent));
        let scaled = self.scale(first).scale(second);
        let start = ln(Complex64::new(scaled.re.high, scaled.im.high));
        let correction = scaled * ExtendedComplex::from(-start).exp_small() - Complex64::new(1.0, 0.0).into();
        let shift = Extended::LN_2 * Extended::from(f64::from(exponent));
        let result = ExtendedComplex::from(start) + correction;
        ExtendedComplex { re: result.re + shift, im: result.im }
    }

    /// The exponential of a number of modulus below about 4, by the Taylor series after five halvings.
    fn exp_small(self) -> ExtendedComplex {
        let one = ExtendedComplex::from(Complex64::new(1.0, 0.0));
        let scaled = self.scale(1.0 / 32.0);
        let mut sum = one;
        for n in (1..=18).rev() {
            let term = scaled * sum;
            sum = ExtendedComplex { re: term.re / f64::from(n), im: term.im / f64::from(n) } + one;
        }
        for _ in 0..5 {
            sum = sum * sum;
        }
        sum
    }

    /// The exponential, rounded to doubles; `turn` replaces the cosine and sine of the imaginary part.
    pub(crate) fn exp(self, turn: Option<(f64, f64)>) -> Complex64 {
        let (cosine, sine) = turn.unwrap_or_else(|| {
            // The low part of a huge angle can be many turns.
            let ((sine, cosine), (low_sine, low_cosine)) = (self.im.high.sin_cos(), self.im.low.sin_cos());
            (cosine * low_cosine - sine * low_sine, sine * low_cosine + cosine * low_sine)
        });
        let small = 1.0 + self.re.low;
        exp_times(self.re.high, cosine * small, sine * small)
    }
}

/// `exp(real) × (cosine + i·sine)` without overflow of the exponential alone.
pub(crate) fn exp_times(real: f64, cosine: f64, sine: f64) -> Complex64 {
    let root = (real / 2.0).exp();
    let part = |factor: f64| {
        if factor == 0.0 {
            0.0
        } else if real.abs() < 700.0 {
            factor * real.exp()
        } else {
            factor * root * root
        }
    };
    Complex64::new(part(cosine), part(sine))
}

/// The principal logarithm in doubles of a nonzero finite number.
pub(crate) fn ln(value: Complex64) -> Complex64 {
    let angle = if value.im == 0.0 { super::arithmetic::argument_of_real(value.re) } else { value.im.atan2(value.re) };
    Complex64::new(ln_modulus(value), angle)
}

/// The logarithm of the modulus, accurate near 1 and at both ends of the range.
fn ln_modulus(value: Complex64) -> f64 {
    let (large, small) = {
        let (a, b) = (value.re.abs(), value.im.abs());
        (a.max(b), a.min(b))
    };
    if (0.5..2.0).contains(&large) && small < 2.0 {
        let modulus = large.hypot(small);
        if (0.5..2.0).contains(&modulus) {
            return 0.5 * ((large - 1.0) * (large + 1.0) + small * small).ln_1p();
        }
        return modulus.ln();
    }
    // Away from 1 a scaled modulus neither overflows nor loses digits.
    let exponent = complex::binary_exponent(large);
    let modulus = complex::scale_real(large, -exponent).hypot(complex::scale_real(small, -exponent));
    modulus.ln() + f64::from(exponent) * std::f64::consts::LN_2
}

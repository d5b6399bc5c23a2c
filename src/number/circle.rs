//! The circle functions: trigonometric and hyperbolic functions, their inverses, Pythagorean functions, parts.
//!
//! The inverse functions of complex numbers follow W. Kahan, "Branch cuts for complex elementary functions" (1987),
//! whose forms neither cancel nor overflow; a real argument outside the real domain counts as having imaginary part `+0`.

use std::f64::consts::{FRAC_PI_2, LN_2, PI};

use num_complex::Complex64;

use super::arithmetic::argument_of_real;
use super::power::{cosine_sine, exp_complex, square_root_of_complex};
use super::tolerance::{near_integer, to_float};
use super::{Number, complex, extended};
use crate::control::{Error, Result};

/// Above this modulus `z²` is lost beside 1, and below its square nothing overflows.
const LARGE: f64 = 1e150;

/// `○Y`: `exp(i×Y)`, approximate. An infinity is a `DOMAIN ERROR`.
#[inline]
pub fn cis(y: &Number) -> Result<Number> {
    match y.to_complex() {
        value if value.re.is_infinite() => Err(no_limit(-12, value.re)),
        value if value.im == 0.0 => {
            let (cosine, sine) = cosine_sine(value.re);
            Number::from_complex(Complex64::new(cosine, sine))
        }
        value => Number::from_complex(exp_complex(Complex64::new(-value.im, value.re))),
    }
}

/// `X○Y`: circle function number `X`, a whole number from ¯12 to 12, of `Y`; approximate. Other codes, poles, and
/// infinities without a real limit are a `DOMAIN ERROR`.
#[inline]
pub fn circle(x: &Number, y: &Number) -> Result<Number> {
    let code = code(x)?;
    match y {
        Number::Float(value) => of_real(code, *value),
        Number::Int(value) => of_real(code, *value as f64),
        Number::Exact(value) => of_real(code, to_float(value)),
        Number::Complex(value) => of_complex(code, *value),
    }
}

fn code(x: &Number) -> Result<i32> {
    let whole = match x {
        Number::Int(value @ -12..=12) => return Ok(*value as i32),
        Number::Float(value) => near_integer(*value),
        _ => None,
    };
    match whole {
        Some(value) if value.abs() <= 12.0 => Ok(value as i32),
        _ => Err(Error::domain(format!(
            "the left argument is {}, not a circle function number from ¯12 to 12",
            super::convert::describe(x)
        ))),
    }
}

#[cold]
fn no_limit(code: i32, y: f64) -> Error {
    let name = |value: f64| super::text::format_float(value);
    Error::domain(format!("circle function {} is undefined at {}", name(code.into()), name(y)))
}

#[cold]
fn pole(code: i32) -> Error {
    Error::domain(format!("the argument is a pole of circle function {}", super::text::format_float(code.into())))
}

/// The function of a real number: real inside the real domain.
fn of_real(code: i32, y: f64) -> Result<Number> {
    if y.is_infinite() {
        return at_infinity(code, y);
    }
    let size = y.abs();
    let (re, im) = match code {
        0 if size <= 1.0 => ((-y).mul_add(y, 1.0).sqrt(), 0.0),
        0 => (0.0, root_of_square_minus_one(size)),
        1 => (y.sin(), 0.0),
        2 => (y.cos(), 0.0),
        3 => (y.tan(), 0.0),
        4 => (1f64.hypot(y), 0.0),
        5 => (y.sinh(), 0.0),
        6 => (y.cosh(), 0.0),
        7 => (y.tanh(), 0.0),
        8 => (0.0, 1f64.hypot(y)),
        -8 => (0.0, -1f64.hypot(y)),
        9 | -9 | -10 => (y, 0.0),
        10 => (size, 0.0),
        11 => (0.0, 0.0),
        -11 => (0.0, y),
        12 => (argument_of_real(y), 0.0),
        -12 => return cis(&Number::Float(y)),
        -1 if size <= 1.0 => (y.asin(), 0.0),
        -1 => (FRAC_PI_2.copysign(y), (-arcosh(size)).copysign(-y)),
        -2 if size <= 1.0 => (y.acos(), 0.0),
        -2 => (argument_of_real(y), arcosh(size).copysign(y)),
        -3 => (y.atan(), 0.0),
        -4 if size < 1.0 => (0.0, (-y).mul_add(y, 1.0).sqrt()),
        -4 => (root_of_square_minus_one(size).copysign(y), 0.0),
        -5 => (arsinh(y), 0.0),
        -6 if y >= 1.0 => (arcosh(y), 0.0),
        -6 if y >= -1.0 => (0.0, y.acos()),
        -6 => (arcosh(size), PI),
        -7 if size < 1.0 => (artanh(y), 0.0),
        -7 if size == 1.0 => return Err(pole(code)),
        _ => (artanh_beyond_one(size).copysign(y), FRAC_PI_2.copysign(y)),
    };
    Number::from_complex(Complex64::new(re, im))
}

/// The real limits at `∞` and `¯∞`, where there are any.
fn at_infinity(code: i32, y: f64) -> Result<Number> {
    let (re, im) = match code {
        -3 => (FRAC_PI_2.copysign(y), 0.0),
        4 | 6 | 10 => (f64::INFINITY, 0.0),
        -4 | 5 | -5 | 9 | -9 | -10 => (y, 0.0),
        -6 if y > 0.0 => (y, 0.0),
        7 => (1f64.copysign(y), 0.0),
        -7 => (0.0, FRAC_PI_2.copysign(y)),
        11 => (0.0, 0.0),
        12 => (argument_of_real(y), 0.0),
        _ => return Err(no_limit(code, y)),
    };
    Number::from_complex(Complex64::new(re, im))
}

/// `√(y²-1)` for `y` from 1 up.
fn root_of_square_minus_one(y: f64) -> f64 {
    if y > LARGE { y } else { y.mul_add(y, -1.0).sqrt() }
}

/// The inverse of sinh.
fn arsinh(y: f64) -> f64 {
    let size = y.abs();
    let result = if size > 1e9 { size.ln() + LN_2 } else { (size + size * (size / (1.0 + 1f64.hypot(size)))).ln_1p() };
    result.copysign(y)
}

/// The inverse of cosh for `y` from 1 up.
fn arcosh(y: f64) -> f64 {
    if y > 1e9 {
        return y.ln() + LN_2;
    }
    let above = y - 1.0;
    (above + (above * (y + 1.0)).sqrt()).ln_1p()
}

/// The inverse of tanh between ¯1 and 1.
fn artanh(y: f64) -> f64 {
    let size = y.abs();
    (0.5 * (2.0 * size / (1.0 - size)).ln_1p()).copysign(y)
}

/// Half the logarithm of `(y+1)÷(y-1)` for `y` above 1: the real part of artanh there.
fn artanh_beyond_one(y: f64) -> f64 {
    0.5 * if y < 3.0 { ((y + 1.0) / (y - 1.0)).ln() } else { (2.0 / (y - 1.0)).ln_1p() }
}

/// The function of a complex number.
fn of_complex(code: i32, z: Complex64) -> Result<Number> {
    let value = match code {
        0 => root_of_one_minus_square(z),
        1 => sin(z),
        2 => cos(z),
        3 => tan(z),
        4 => root_of_one_minus_square(times_i(z)),
        5 => divide_by_i(sin(times_i(z))),
        6 => cos(times_i(z)),
        7 => divide_by_i(tan(times_i(z))),
        8 => root_of_minus_one_minus_square(z),
        -8 => -root_of_minus_one_minus_square(z),
        9 => z.re.into(),
        10 => complex::modulus(z).into(),
        11 => z.im.into(),
        12 => z.im.atan2(z.re).into(),
        -1 => arcsin(z),
        -2 => arccos(z),
        -3 if z.re == 0.0 && z.im.abs() == 1.0 => return Err(pole(code)),
        -3 => arctan(z),
        -4 => complex::multiply(square_root_of_complex(z - 1.0), square_root_of_complex(z + 1.0)),
        -5 => arsinh_of_complex(z),
        -6 => arcosh_of_complex(z),
        -7 => artanh_of_complex(z),
        -9 => z,
        -10 => z.conj(),
        -11 => times_i(z),
        _ => exp_complex(times_i(z)),
    };
    Number::from_complex(value)
}

/// `i×z`.
fn times_i(z: Complex64) -> Complex64 {
    Complex64::new(-z.im, z.re)
}

/// `z÷i`.
fn divide_by_i(z: Complex64) -> Complex64 {
    Complex64::new(z.im, -z.re)
}

/// `√(1-z²)`, which is `√(1-z) × √(1+z)` off the cuts and on them.
fn root_of_one_minus_square(z: Complex64) -> Complex64 {
    complex::multiply(square_root_of_complex(1.0 - z), square_root_of_complex(1.0 + z))
}

/// `√(-1-z²)`: of the two roots the one to the right, or upwards on the imaginary axis. Its imaginary part has the sign
/// of that of `-z²`, which tells them apart where the real part is lost beside it.
fn root_of_minus_one_minus_square(z: Complex64) -> Complex64 {
    let root = times_i(root_of_one_minus_square(times_i(z)));
    let upwards = z.re == 0.0 || z.im == 0.0 || (z.re > 0.0) != (z.im > 0.0);
    let wrong = if root.re.abs() < root.im.abs() { (root.im > 0.0) != upwards } else { root.re < 0.0 };
    if wrong { -root } else { root }
}

/// Half of `exp(size)` in two factors, neither of which overflows where the product does not.
fn half_exp(size: f64) -> (f64, f64) {
    let root = (size / 2.0).exp();
    (root / 2.0, root)
}

fn sin(z: Complex64) -> Complex64 {
    let (sine, cosine) = z.re.sin_cos();
    hyperbolic_parts(sine, cosine, z.im)
}

fn cos(z: Complex64) -> Complex64 {
    let (sine, cosine) = z.re.sin_cos();
    hyperbolic_parts(cosine, -sine, z.im)
}

/// `a×cosh y + i×b×sinh y`.
fn hyperbolic_parts(a: f64, b: f64, y: f64) -> Complex64 {
    if y.abs() < 700.0 {
        return Complex64::new(a * y.cosh(), b * y.sinh());
    }
    let (first, second) = half_exp(y.abs());
    let part = |factor: f64| if factor == 0.0 { 0.0 } else { factor * first * second };
    Complex64::new(part(a), part(b * y.signum()))
}

/// Kahan's form of tan, from tan of the real and sinh of the imaginary part.
fn tan(z: Complex64) -> Complex64 {
    if z.im.abs() > 20.0 {
        // Within a rounding error of ±i.
        let (sine, cosine) = z.re.sin_cos();
        let decay = (-z.im.abs()).exp();
        return Complex64::new(4.0 * sine * cosine * decay * decay, 1f64.copysign(z.im));
    }
    let tangent = z.re.tan();
    let (sinh, cosh) = (z.im.sinh(), z.im.cosh());
    let secant_squared = 1.0 + tangent * tangent;
    let denominator = 1.0 + secant_squared * sinh * sinh;
    Complex64::new(tangent / denominator, secant_squared * cosh * sinh / denominator)
}

fn arcsin(z: Complex64) -> Complex64 {
    if complex::modulus(z) > LARGE {
        // The imaginary part is ±ln 2|z|, the real one what the argument of ±z leaves of a quarter turn.
        let logarithm = extended::ln(if z.re < 0.0 { -z } else { z });
        let real = (FRAC_PI_2 - logarithm.im.abs()).copysign(z.re);
        return Complex64::new(real, (logarithm.re + LN_2).copysign(z.im));
    }
    let (minus, plus) = (square_root_of_complex(1.0 - z), square_root_of_complex(1.0 + z));
    let product = minus * plus;
    Complex64::new(z.re.atan2(product.re), arsinh((minus.conj() * plus).im))
}

fn arccos(z: Complex64) -> Complex64 {
    if complex::modulus(z) > LARGE {
        return FRAC_PI_2 - arcsin(z);
    }
    let (minus, plus) = (square_root_of_complex(1.0 - z), square_root_of_complex(1.0 + z));
    Complex64::new(2.0 * minus.re.atan2(plus.re), arsinh((plus.conj() * minus).im))
}

/// `arcsin(iz)÷i`; on the cut, where `iz` is real, by the rule for reals.
fn arsinh_of_complex(z: Complex64) -> Complex64 {
    if z.re == 0.0 {
        let size = z.im.abs();
        return if size <= 1.0 {
            Complex64::new(0.0, z.im.asin())
        } else {
            Complex64::new(arcosh(size).copysign(z.im), FRAC_PI_2.copysign(z.im))
        };
    }
    divide_by_i(arcsin(times_i(z)))
}

fn arcosh_of_complex(z: Complex64) -> Complex64 {
    if complex::modulus(z) > LARGE {
        let logarithm = extended::ln(z);
        return Complex64::new(logarithm.re + LN_2, logarithm.im);
    }
    let (minus, plus) = (square_root_of_complex(z - 1.0), square_root_of_complex(z + 1.0));
    Complex64::new(arsinh((minus.conj() * plus).re), 2.0 * minus.im.atan2(plus.re))
}

/// Kahan's form, for a number off the real axis.
fn artanh_of_complex(z: Complex64) -> Complex64 {
    if complex::modulus(z) > LARGE {
        return Complex64::new(complex::divide(1.0.into(), z).re, FRAC_PI_2.copysign(z.im));
    }
    let (x, y) = (z.re.abs(), z.im);
    let distance = (1.0 - x).hypot(y);
    let real =
        if distance < 1e-100 { 0.5 * (LN_2 - distance.ln()) } else { 0.25 * (4.0 * x / (distance * distance)).ln_1p() };
    let imaginary = 0.5 * (2.0 * y).atan2((1.0 - x) * (1.0 + x) - y * y);
    Complex64::new(real.copysign(z.re), imaginary)
}

/// `artanh(iz)÷i`; on the imaginary axis beyond `±i` by the formula of the definition.
fn arctan(z: Complex64) -> Complex64 {
    if z.re == 0.0 {
        let size = z.im.abs();
        return if size < 1.0 {
            Complex64::new(0.0, artanh(z.im))
        } else {
            Complex64::new(FRAC_PI_2.copysign(z.im), artanh_beyond_one(size).copysign(z.im))
        };
    }
    divide_by_i(artanh_of_complex(times_i(z)))
}

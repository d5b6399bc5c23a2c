//! Arithmetic of complex numbers that neither overflows nor underflows on the way.

use num_complex::Complex64;

/// The exponent `e` of a finite nonzero float with `2^e ≤ |value| < 2^(e+1)`; for zero a value far below all others.
pub(crate) fn binary_exponent(value: f64) -> i32 {
    let biased = ((value.to_bits() >> 52) & 0x7ff) as i32;
    if biased != 0 {
        return biased - 1023;
    }
    if value == 0.0 { -4096 } else { binary_exponent(value * 2f64.powi(64)) - 64 }
}

/// `value × 2^exponent`, exact unless the result is subnormal or infinite.
pub(crate) fn scale_real(value: f64, exponent: i32) -> f64 {
    if (-1022..=1023).contains(&exponent) {
        return value * 2f64.powi(exponent);
    }
    let mut result = value;
    let mut left = exponent.clamp(-4096, 4096);
    while left != 0 {
        let step = left.clamp(-1000, 1000);
        result *= 2f64.powi(step);
        left -= step;
    }
    result
}

/// `value × 2^exponent`.
pub(crate) fn scale(value: Complex64, exponent: i32) -> Complex64 {
    Complex64::new(scale_real(value.re, exponent), scale_real(value.im, exponent))
}

/// The larger exponent of the two parts.
pub(crate) fn exponent(value: Complex64) -> i32 {
    binary_exponent(value.re).max(binary_exponent(value.im))
}

/// The product. A part is infinite only when the true one is out of range, or an argument was infinite.
pub(crate) fn multiply(x: Complex64, y: Complex64) -> Complex64 {
    let product = x * y;
    let finite = |z: Complex64| z.re.is_finite() && z.im.is_finite();
    if finite(product) || !finite(x) || !finite(y) {
        return product;
    }
    // The products of the parts overflowed, which their sum need not do.
    scale(scale(x, -2) * y, 2)
}

/// The quotient by a nonzero finite number: scaled, so that it overflows only when the true quotient does.
pub(crate) fn divide(x: Complex64, y: Complex64) -> Complex64 {
    if y.im == 0.0 {
        return Complex64::new(x.re / y.re, x.im / y.re);
    }
    if x.re == 0.0 && x.im == 0.0 {
        return Complex64::new(0.0, 0.0);
    }
    let (x_exponent, y_exponent) = (exponent(x), exponent(y));
    let (x, y) = (scale(x, -x_exponent), scale(y, -y_exponent));
    let denominator = y.re * y.re + y.im * y.im;
    let quotient = Complex64::new((x.re * y.re + x.im * y.im) / denominator, (x.im * y.re - x.re * y.im) / denominator);
    scale(quotient, x_exponent - y_exponent)
}

/// The modulus, infinite only when it is out of range.
pub(crate) fn modulus(value: Complex64) -> f64 {
    value.re.hypot(value.im)
}

/// The number of modulus 1 in the same direction; the argument is not zero.
pub(crate) fn direction(value: Complex64) -> Complex64 {
    let scaled = scale(value, -exponent(value));
    scaled / modulus(scaled)
}

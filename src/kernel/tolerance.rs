//! Tolerant comparison of floats, and the test for whole floats.

use num_complex::Complex64;

/// The comparison tolerance, fixed and relative.
pub const TOLERANCE: f64 = 1e-14;

/// The integer that a float counts as, if it is near one: `|y-n| ≤ 1E¯14×(|y|⌈|n|)` with `n` rounded half away from
/// zero. Only 0 itself is near 0.
#[inline]
pub fn near_integer(value: f64) -> Option<f64> {
    let nearest = value.round();
    if nearest == value {
        return value.is_finite().then_some(nearest);
    }
    ((value - nearest).abs() <= TOLERANCE * value.abs().max(nearest.abs())).then_some(nearest)
}

/// Whether two floats are equal within the tolerance; an infinity equals only itself.
#[inline]
pub fn equal_reals(a: f64, b: f64) -> bool {
    a == b || ((a - b).abs() <= TOLERANCE * a.abs().max(b.abs()) && a.is_finite() && b.is_finite())
}

/// Whether two complex numbers given by their parts are equal within the tolerance; an infinity equals only itself.
pub fn equal_complex(a: Complex64, b: Complex64) -> bool {
    if a.im == 0.0 && b.im == 0.0 {
        return equal_reals(a.re, b.re);
    }
    let is_finite = |z: Complex64| z.re.is_finite() && z.im.is_finite();
    if a == b || !is_finite(a) || !is_finite(b) {
        return a == b;
    }
    let size = a.norm().max(b.norm());
    if size.is_infinite() {
        return equal_complex(a / 4.0, b / 4.0);
    }
    (a - b).norm() <= TOLERANCE * size
}

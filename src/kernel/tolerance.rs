//! Tolerant comparison of floats, and the test for whole floats.

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

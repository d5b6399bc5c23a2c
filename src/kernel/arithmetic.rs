//! The element functions of arithmetic, one type each, for the loops of [`super::elementwise`].
//!
//! Exact integers report overflow, floats a result that is not a number or that the real domain does not have.

use num_complex::Complex64;

use super::elementwise::{ItemDyad, ItemMonad};
use super::tolerance::TOLERANCE;

macro_rules! dyads {
    ($($name:ident: $type:ty => $out:ty, |$x:ident, $y:ident| $result:expr, fails |$r:ident| $fails:expr
        $(, careful $careful:expr)?;)+) => { $(
        #[doc = concat!("`", stringify!($result), "`")]
        pub struct $name;
        impl ItemDyad<$type> for $name {
            type Out = $out;
            #[inline(always)]
            fn apply($x: $type, $y: $type) -> $out {
                $result
            }
            #[inline(always)]
            #[allow(unused_variables)]
            fn fails($x: $type, $y: $type, $r: $out) -> bool {
                $fails
            }
            $(fn careful($x: $type, $y: $type) -> Option<$out> {
                $careful
            })?
        }
    )+ };
}

macro_rules! monads {
    ($($name:ident: $type:ty => $out:ty, |$y:ident| $result:expr, fails |$r:ident| $fails:expr
        $(, careful $careful:expr)?;)+) => { $(
        #[doc = concat!("`", stringify!($result), "`")]
        pub struct $name;
        impl ItemMonad<$type> for $name {
            type Out = $out;
            #[inline(always)]
            fn apply($y: $type) -> $out {
                $result
            }
            #[inline(always)]
            #[allow(unused_variables)]
            fn fails($y: $type, $r: $out) -> bool {
                $fails
            }
            $(fn careful($y: $type) -> Option<$out> {
                $careful
            })?
        }
    )+ };
}

/// Whether a product with such a factor may leave 64 bits.
#[inline(always)]
fn is_wide(value: i64) -> bool {
    value != value as i32 as i64
}

#[inline(always)]
fn is_infinite_or_nan(value: Complex64) -> bool {
    !(value.re.is_finite() & value.im.is_finite())
}

#[inline(always)]
fn is_truth(value: f64) -> bool {
    value == 0.0 || value == 1.0
}

/// `x|y` of integers, 0 or of the sign of `x`.
#[inline(always)]
pub fn residue(x: i64, y: i64) -> i64 {
    if x == 0 {
        return y;
    }
    let rest = y.wrapping_rem(x);
    if rest != 0 && (rest < 0) != (x < 0) { rest + x } else { rest }
}

/// The greatest common divisor, or nothing where it does not fit (`2*63`).
pub fn gcd(x: i64, y: i64) -> Option<i64> {
    let (mut a, mut b) = (x.unsigned_abs(), y.unsigned_abs());
    if a == 0 || b == 0 {
        return i64::try_from(a | b).ok();
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    i64::try_from(a << shift).ok()
}

/// The least common multiple with the sign of the product.
fn lcm(x: i64, y: i64) -> Option<i64> {
    if x == 0 || y == 0 {
        return Some(0);
    }
    (x / gcd(x, y)?).checked_mul(y)
}

/// `x*y` where it is an integer of 64 bits.
pub fn power(x: i64, y: i64) -> Option<i64> {
    match (x, y) {
        (_, 0) | (1, _) => Some(1),
        (-1, _) => Some(if y % 2 == 0 { 1 } else { -1 }),
        (0, 1..) => Some(0),
        (_, 1..64) => x.checked_pow(y as u32),
        _ => None,
    }
}

/// `x÷y` where it is an integer of 64 bits; `0÷0` is 1.
#[inline]
pub fn quotient(x: i64, y: i64) -> Option<i64> {
    if y == 0 {
        return if x == 0 { Some(1) } else { None };
    }
    let quotient = x.checked_div(y)?;
    if quotient * y == x { Some(quotient) } else { None }
}

/// `x|y` of floats below 2*52 in magnitude. Two whole numbers have the exact remainder; others give 0 where the quotient is
/// near a whole number or overflows, else what the plain floor of the quotient leaves, and 0 where that rounds to `x`.
#[inline(always)]
fn float_residue(x: f64, y: f64) -> f64 {
    let quotient = y / x;
    let rest = y - x * quotient.floor();
    // Of whole numbers the rest is exact, and off by one `x` where the quotient was rounded up to a whole number.
    let is_beyond = (rest < 0.0) != (x < 0.0) && rest != 0.0;
    let whole_rest = if is_beyond { rest + x } else { rest };
    let nearest = quotient.round_ties_even();
    let larger = if quotient.abs() > nearest.abs() { quotient.abs() } else { nearest.abs() };
    let vanishes = ((quotient - nearest).abs() <= TOLERANCE * larger) | quotient.is_infinite() | (rest == x);
    let other_rest = if vanishes { 0.0 } else { rest };
    let are_whole = (x.trunc() == x) & (y.trunc() == y);
    let result = if are_whole { whole_rest } else { other_rest };
    if x == 0.0 { y } else { result }
}

#[inline(always)]
fn is_moderate(value: f64) -> bool {
    value.abs() < 4503599627370496.0 // 2*52
}

#[inline(always)]
fn is_zero(z: Complex64) -> bool {
    (z.re == 0.0) & (z.im == 0.0)
}

/// Whether products of the larger part neither overflow nor lose digits.
#[inline(always)]
fn squares_well(z: Complex64) -> bool {
    let (re, im) = (z.re.abs(), z.im.abs());
    let larger = if re > im { re } else { im };
    (larger > 1e-120) & (larger < 1e120)
}

/// The quotient by a number that is not zero, part by part where that is real.
#[inline(always)]
fn complex_quotient(x: Complex64, y: Complex64) -> Complex64 {
    let is_real = y.im == 0.0;
    let (re, im) = (x.re * y.re + x.im * y.im, x.im * y.re - x.re * y.im);
    let (re, im) = if is_real { (x.re, x.im) } else { (re, im) };
    let divisor = if is_real { y.re } else { y.re * y.re + y.im * y.im };
    if is_zero(x) { Complex64::ZERO } else { Complex64::new(re / divisor, im / divisor) }
}

dyads! {
    AddIntegers: i64 => i64, |x, y| x.wrapping_add(y), fails |r| (x ^ r) & (y ^ r) < 0, careful x.checked_add(y);
    SubtractIntegers: i64 => i64, |x, y| x.wrapping_sub(y), fails |r| (x ^ y) & (x ^ r) < 0, careful x.checked_sub(y);
    MultiplyIntegers: i64 => i64, |x, y| (x as i32 as i64) * (y as i32 as i64), fails |r| is_wide(x) | is_wide(y),
        careful x.checked_mul(y);
    DivideIntegers: i64 => i64, |x, y| quotient(x, y).unwrap_or(0), fails |r| r == 0 && quotient(x, y).is_none(),
        careful quotient(x, y);
    MinimumIntegers: i64 => i64, |x, y| if y < x { y } else { x }, fails |r| false;
    MaximumIntegers: i64 => i64, |x, y| if y > x { y } else { x }, fails |r| false;
    ResidueIntegers: i64 => i64, |x, y| residue(x, y), fails |r| false;
    PowerIntegers: i64 => i64, |x, y| power(x, y).unwrap_or(0), fails |r| r == 0 && (x != 0 || y < 0), careful power(x, y);
    GcdIntegers: i64 => i64, |x, y| gcd(x, y).unwrap_or(-1), fails |r| r < 0;
    LcmIntegers: i64 => i64, |x, y| lcm(x, y).unwrap_or(0), fails |r| r == 0 && x != 0 && y != 0;

    AddFloats: f64 => f64, |x, y| x + y, fails |r| r.is_nan();
    SubtractFloats: f64 => f64, |x, y| x - y, fails |r| r.is_nan();
    MultiplyFloats: f64 => f64, |x, y| x * y, fails |r| r.is_nan();
    DivideFloats: f64 => f64, |x, y| x / y, fails |r| (y == 0.0) | r.is_nan(),
        careful if y != 0.0 { Some(x / y).filter(|r| !r.is_nan()) } else if x == 0.0 { Some(1.0) } else { None };
    MinimumFloats: f64 => f64, |x, y| if y < x { y } else { x }, fails |r| false;
    MaximumFloats: f64 => f64, |x, y| if y > x { y } else { x }, fails |r| false;
    ResidueFloats: f64 => f64, |x, y| float_residue(x, y), fails |r| !(is_moderate(x) & is_moderate(y));
    GcdTruths: f64 => f64, |x, y| if y > x { y } else { x }, fails |r| !(is_truth(x) & is_truth(y));
    LcmTruths: f64 => f64, |x, y| x * y, fails |r| !(is_truth(x) & is_truth(y));

    AddComplex: Complex64 => Complex64, |x, y| x + y, fails |r| is_infinite_or_nan(r);
    SubtractComplex: Complex64 => Complex64, |x, y| x - y, fails |r| is_infinite_or_nan(r);
    MultiplyComplex: Complex64 => Complex64, |x, y| x * y, fails |r| is_infinite_or_nan(r);
    DivideComplex: Complex64 => Complex64, |x, y| complex_quotient(x, y),
        fails |r| !(squares_well(y) & (squares_well(x) | is_zero(x)));
}

/// The integer that a float floors to and whether the lane cannot hold it: a float near an integer counts as it.
#[inline(always)]
fn tolerant_floor(y: f64) -> f64 {
    let nearest = y.round();
    let is_near = (y - nearest).abs() <= TOLERANCE * if y.abs() > nearest.abs() { y.abs() } else { nearest.abs() };
    if is_near { nearest } else { y.floor() }
}

/// A whole float below 2*51 in magnitude as an integer, by the bits of a sum that vectorises on every machine.
#[inline(always)]
fn small_to_integer(y: f64) -> i64 {
    const MAGIC: f64 = 6755399441055744.0; // 3×2*51
    ((y + MAGIC).to_bits() as i64).wrapping_sub(MAGIC.to_bits() as i64)
}

#[inline(always)]
fn is_large(y: f64) -> bool {
    y.abs() >= 2251799813685248.0 // 2*51
}

fn careful_floor(y: f64) -> Option<i64> {
    let floor = tolerant_floor(y);
    (-9223372036854775808.0..9223372036854775808.0).contains(&floor).then_some(floor as i64)
}

monads! {
    NegateIntegers: i64 => i64, |y| y.wrapping_neg(), fails |r| y == i64::MIN;
    SignIntegers: i64 => i64, |y| (y > 0) as i64 - (y < 0) as i64, fails |r| false;
    MagnitudeIntegers: i64 => i64, |y| y.wrapping_abs(), fails |r| y == i64::MIN;
    SquareIntegers: i64 => i64, |y| (y as i32 as i64) * (y as i32 as i64), fails |r| is_wide(y),
        careful y.checked_mul(y);
    DoubleIntegers: i64 => i64, |y| y.wrapping_mul(2), fails |r| (y ^ r) < 0, careful y.checked_mul(2);
    IncrementIntegers: i64 => i64, |y| y.wrapping_add(1), fails |r| y == i64::MAX;
    DecrementIntegers: i64 => i64, |y| y.wrapping_sub(1), fails |r| y == i64::MIN;

    NegateFloats: f64 => f64, |y| -y, fails |r| false;
    SignFloats: f64 => i64, |y| (y > 0.0) as i64 - (y < 0.0) as i64, fails |r| false;
    ReciprocalFloats: f64 => f64, |y| 1.0 / y, fails |r| y == 0.0;
    FloorFloats: f64 => i64, |y| small_to_integer(tolerant_floor(y)), fails |r| is_large(y), careful careful_floor(y);
    CeilingFloats: f64 => i64, |y| -small_to_integer(tolerant_floor(-y)), fails |r| is_large(y),
        careful careful_floor(-y)?.checked_neg();
    MagnitudeComplex: Complex64 => f64, |y| (y.re * y.re + y.im * y.im).sqrt(), fails |r| !(squares_well(y) | is_zero(y)),
        careful Some(y.re.hypot(y.im));
    SquareRootIntegers: i64 => i64, |y| (y as f64).sqrt() as i64, fails |r| !((0..1 << 52).contains(&y) & (r.wrapping_mul(r) == y));
    MagnitudeFloats: f64 => f64, |y| y.abs(), fails |r| false;
    SquareFloats: f64 => f64, |y| y * y, fails |r| false;
    DoubleFloats: f64 => f64, |y| y + y, fails |r| false;
    IncrementFloats: f64 => f64, |y| y + 1.0, fails |r| false;
    DecrementFloats: f64 => f64, |y| y - 1.0, fails |r| false;
    PiTimesFloats: f64 => f64, |y| y * std::f64::consts::PI, fails |r| false;
    SquareRootFloats: f64 => f64, |y| y.sqrt(), fails |r| y < 0.0;

    ConjugateComplex: Complex64 => Complex64, |y| y.conj(), fails |r| false;
    NegateComplex: Complex64 => Complex64, |y| -y, fails |r| false;
    SquareComplex: Complex64 => Complex64, |y| y * y, fails |r| is_infinite_or_nan(r);
    DoubleComplex: Complex64 => Complex64, |y| y + y, fails |r| is_infinite_or_nan(r);
    IncrementComplex: Complex64 => Complex64, |y| y + 1.0, fails |r| is_infinite_or_nan(r);
    DecrementComplex: Complex64 => Complex64, |y| y - 1.0, fails |r| is_infinite_or_nan(r);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_at_the_border() {
        assert_eq!(gcd(i64::MIN, 0), None);
        assert_eq!(gcd(84, -30), Some(6));
        assert_eq!(power(2, 62), Some(1 << 62));
        assert_eq!(power(2, 63), None);
        assert_eq!(power(-2, 63), Some(i64::MIN));
        assert_eq!(power(-1, -3), Some(-1));
        assert_eq!(quotient(i64::MIN, -1), None);
        assert_eq!(quotient(7, 2), None);
        assert_eq!(quotient(0, 0), Some(1));
        assert_eq!(residue(-5, 12), -3);
        assert_eq!(residue(-1, i64::MIN), 0);
        assert_eq!(MultiplyIntegers::careful(1 << 40, 1 << 22), Some(1 << 62));
        assert_eq!(MultiplyIntegers::careful(1 << 40, 1 << 23), None);
    }

    #[test]
    fn floors_are_tolerant() {
        for (y, floor) in [
            (5.0 - 1e-15, 5),
            (5.0 - 1e-10, 4),
            (-1e-20, -1),
            (2.5, 2),
            (-2.5, -3),
            (0.0, 0),
            (1e15 + 0.5, 1_000_000_000_000_001),
            (-1e14 - 0.5, -100_000_000_000_001),
        ] {
            assert_eq!(FloorFloats::apply(y), floor, "{y}");
            assert_eq!(FloorFloats::careful(y), Some(floor), "{y}");
        }
        assert_eq!(CeilingFloats::apply(1e-20), 1);
        assert_eq!(FloorFloats::careful(1e18), Some(1_000_000_000_000_000_000));
        assert_eq!(FloorFloats::careful(1e19), None);
        assert_eq!(FloorFloats::careful(f64::INFINITY), None);
    }
}

//! Tolerant comparison, and the test for whole numbers.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

use super::{Number, rational};
pub use crate::kernel::tolerance::{TOLERANCE, equal_complex, equal_reals, near_integer};

/// An exact number as the nearest double, `∞` or `¯∞` beyond the range. Correctly rounded (half to even).
pub fn to_float(value: &BigRational) -> f64 {
    if value.is_integer() {
        return integer_to_float(value.numer());
    }
    // Scale so that the quotient has 66 bits or more, round it once with a sticky bit, then scale back.
    let negative = value.is_negative();
    let (numerator, denominator) = (value.numer().magnitude(), value.denom().magnitude());
    let shift = 66 + denominator.bits() as i64 - numerator.bits() as i64;
    let (quotient, sticky) = if shift >= 0 {
        let scaled = numerator << shift as u64;
        (&scaled / denominator, !(&scaled % denominator).is_zero())
    } else {
        let scaled = denominator << (-shift) as u64;
        (numerator / &scaled, !(numerator % &scaled).is_zero())
    };
    let result = round_scaled(&quotient, sticky, -shift);
    if negative { -result } else { result }
}

/// A big integer as the nearest double, `∞` or `¯∞` beyond the range.
pub fn integer_to_float(value: &BigInt) -> f64 {
    if let Some(small) = value.to_i64() {
        return small as f64;
    }
    let result = round_scaled(value.magnitude(), false, 0);
    if value.is_negative() { -result } else { result }
}

/// `mantissa × 2^exponent`, rounded half to even; `sticky` says that a nonzero rest was cut off below.
fn round_scaled(mantissa: &num_bigint::BigUint, sticky: bool, exponent: i64) -> f64 {
    let bits = mantissa.bits() as i64;
    if bits == 0 {
        return 0.0;
    }
    let top = bits + exponent; // the value lies in [2^(top-1), 2^top)
    if top > 1024 {
        return f64::INFINITY;
    }
    // Bits that the double keeps: 53, fewer for subnormals.
    let keep = (top + 1074).min(53);
    if keep < 0 {
        return 0.0;
    }
    let cut = bits - keep;
    let mut kept =
        if cut > 0 { (mantissa >> cut as u64).to_u64() } else { (mantissa << (-cut) as u64).to_u64() }.unwrap_or(0);
    if cut > 0 {
        let half = mantissa.bit(cut as u64 - 1);
        let rest = sticky || (cut > 1 && mantissa.trailing_zeros().is_some_and(|zeros| (zeros as i64) < cut - 1));
        if half && (rest || kept & 1 == 1) {
            kept += 1;
        }
    }
    scale(kept as f64, exponent + cut)
}

/// `value × 2^exponent`, exact where the result is representable.
fn scale(mut value: f64, mut exponent: i64) -> f64 {
    while exponent > 1000 {
        value *= 2f64.powi(1000);
        exponent -= 1000;
    }
    while exponent < -1000 {
        value *= 2f64.powi(-1000);
        exponent += 1000;
    }
    value * 2f64.powi(exponent as i32)
}

/// The exact value of a finite float.
pub fn to_rational(value: f64) -> BigRational {
    BigRational::from_f64(value).expect("the float is finite")
}

/// The number as the nearest double; complex numbers have none.
pub fn real_float(number: &Number) -> Option<f64> {
    match number {
        Number::Int(value) => Some(*value as f64),
        Number::Exact(value) => Some(to_float(value)),
        Number::Float(value) => Some(*value),
        Number::Complex(_) => None,
    }
}

/// Tolerant equality of two numbers. An exact number beyond the double range equals no double.
pub fn equal(a: &Number, b: &Number) -> bool {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => a == b,
        (Number::Float(a), Number::Float(b)) => equal_reals(*a, *b),
        (Number::Exact(a), Number::Exact(b)) => a == b,
        (Number::Int(_), Number::Exact(_)) | (Number::Exact(_), Number::Int(_)) => false,
        (Number::Complex(a), Number::Complex(b)) => equal_complex(*a, *b),
        (Number::Complex(complex), real) | (real, Number::Complex(complex)) => {
            let real = real_float(real).expect("the other number is real");
            real.is_finite() && equal_complex(*complex, num_complex::Complex64::new(real, 0.0))
        }
        (exact, Number::Float(float)) | (Number::Float(float), exact) => {
            let exact = real_float(exact).expect("the other number is exact");
            exact.is_finite() && equal_reals(exact, *float)
        }
    }
}

/// The exact order of two numbers without tolerance: reals by true value, complex ones by real, then imaginary part.
pub fn order(a: &Number, b: &Number) -> Ordering {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => a.cmp(b),
        (Number::Float(a), Number::Float(b)) => order_floats(*a, *b),
        (Number::Complex(a), b) => {
            let (re, im) = parts(b);
            order(&Number::Float(a.re), &re).then_with(|| order_floats(a.im, im))
        }
        (a, Number::Complex(_)) => order(b, a).reverse(),
        (exact, Number::Float(float)) => order_exact_float(exact, *float),
        (Number::Float(float), exact) => order_exact_float(exact, *float).reverse(),
        (a, b) => match (a.exact(), b.exact()) {
            (Some(a), Some(b)) => rational::compare(&a, &b),
            _ => unreachable!("numbers that are neither floats nor complex are exact"),
        },
    }
}

fn parts(number: &Number) -> (Number, f64) {
    match number {
        Number::Complex(value) => (Number::Float(value.re), value.im),
        real => (real.clone(), 0.0),
    }
}

/// The order of two floats that are not NaN; zero has no sign.
#[inline]
pub fn order_floats(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).expect("floats are never NaN")
}

fn order_exact_float(exact: &Number, float: f64) -> Ordering {
    if float == f64::INFINITY {
        return Ordering::Less;
    }
    if float == f64::NEG_INFINITY {
        return Ordering::Greater;
    }
    if let Number::Int(value) = exact
        && value.unsigned_abs() <= 1 << 53
    {
        return order_floats(*value as f64, float);
    }
    let exact = exact.exact().expect("the number is exact");
    rational::compare(&exact, &to_rational(float))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(a: i64, b: i64) -> BigRational {
        BigRational::new(a.into(), b.into())
    }

    #[test]
    fn near_integers() {
        assert_eq!(near_integer(2.99999999999999), Some(3.0));
        assert_eq!(near_integer(2.9999), None);
        assert_eq!(near_integer(1e-15), None);
        assert_eq!(near_integer(0.0), Some(0.0));
        assert_eq!(near_integer(f64::INFINITY), None);
        assert_eq!(near_integer(-1.0 - 1e-15), Some(-1.0));
    }

    #[test]
    fn rationals_round_correctly() {
        assert_eq!(to_float(&ratio(1, 3)), 1.0 / 3.0);
        assert_eq!(to_float(&ratio(-2, 3)), -2.0 / 3.0);
        assert_eq!(to_float(&ratio(1, 10)), 0.1);
        let tiny = BigRational::new(1.into(), BigInt::from(2).pow(1074));
        assert_eq!(to_float(&tiny), 5e-324);
        assert_eq!(to_float(&(tiny / BigInt::from(2))), 0.0);
        assert_eq!(to_float(&BigRational::from_integer(BigInt::from(10).pow(400))), f64::INFINITY);
        assert_eq!(to_float(&BigRational::from_integer(BigInt::from(10).pow(22))), 1e22);
        // Half way between two doubles goes to the even one.
        let half_way = BigInt::from(2).pow(64) + BigInt::from(2).pow(11);
        assert_eq!(integer_to_float(&half_way), 2f64.powi(64));
        assert_eq!(integer_to_float(&(half_way + 1)), 2f64.powi(64) + 4096.0);
    }

    #[test]
    fn order_is_by_true_value() {
        let big = Number::Int(9007199254740993);
        assert_eq!(order(&big, &Number::Float(9007199254740992.0)), Ordering::Greater);
        assert!(equal(&big, &Number::Float(9007199254740992.0)));
        let huge = Number::from_integer(BigInt::from(10).pow(400));
        assert_eq!(order(&huge, &Number::Float(f64::INFINITY)), Ordering::Less);
        assert!(!equal(&huge, &Number::Float(f64::INFINITY)));
        let complex = Number::Complex(num_complex::Complex64::new(3.0, -1.0));
        assert_eq!(order(&complex, &Number::Int(3)), Ordering::Less);
        assert_eq!(order(&Number::Int(3), &complex), Ordering::Greater);
    }
}

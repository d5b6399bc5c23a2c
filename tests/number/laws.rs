//! Laws that hold for all numbers: no undefined results, normal forms, exact identities, ranges.

use std::sync::Arc;

use aplomb::number::{self, Number};
use num_bigint::BigInt;
use num_complex::Complex64;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use proptest::prelude::*;

use super::{DYADS, MONADS, read};

/// Numbers at the borders of every representation.
fn nasty() -> Vec<Number> {
    let mut numbers: Vec<Number> = [
        "0x 1x ¯1x 2x ¯2x 3x 12x 64x 170x 9007199254740991x 9007199254740993x 4611686018427387904x 9223372036854775807x",
        "¯9223372036854775808x 9223372036854775808x 18446744073709551616x ¯100000000000000000000x",
        "1r2 ¯1r2 1r3 ¯7r2 5r2 9223372036854775807r2 1r9223372036854775808 ¯1r100000000000000000000",
        "0 1 ¯1 2 ¯2 3 0.5 ¯0.5 2.5 ¯3.5 0.1 12 64 170 171 1000 9007199254740992 9007199254740994 9.223372036854776E18",
        "¯9.223372036854776E18 1E16 1E100 1E154 1E300 1.7976931348623157E308 ¯1.7976931348623157E308 5E¯324 ¯5E¯324",
        "2.2250738585072014E¯308 1E¯300 1E¯16 1.0000000000000002 0.9999999999999999 3.141592653589793 ∞ ¯∞",
        "0j1 0j¯1 1j1 ¯1j1 ¯1j¯1 3j4 0.5j0.5 1E300j1E300 1.7E308j¯1.7E308 1E¯320j5E¯324 5E¯324j1 1j5E¯324 1E¯300j1 ¯3j1E¯20",
        "1E308j1 2j1E308 0j1E160",
    ]
    .iter()
    .flat_map(|line| line.split_whitespace())
    .map(read)
    .collect();
    numbers.push(Number::Float(-0.0));
    let huge = BigInt::from(10).pow(400);
    numbers.push(Number::from_integer(huge.clone()));
    numbers.push(Number::from_integer(-huge.clone()));
    numbers.push(Number::from_rational(BigRational::new(BigInt::one(), huge.clone())));
    numbers.push(Number::from_rational(BigRational::new(huge + 1, BigInt::from(2))));
    numbers
}

fn assert_normal(number: &Number, of: impl Fn() -> String) {
    let normal = match number {
        Number::Int(_) => true,
        Number::Float(value) => !value.is_nan(),
        Number::Complex(value) => value.re.is_finite() && value.im.is_finite() && value.im != 0.0,
        Number::Exact(value) => {
            let reduced = BigRational::new(value.numer().clone(), value.denom().clone());
            reduced == **value
                && reduced.numer() == value.numer()
                && (!value.is_integer() || value.numer().to_i64().is_none())
        }
    };
    assert!(normal, "{} gives {number:?}", of());
}

#[test]
fn results_are_normal_and_nothing_panics() {
    let numbers = nasty();
    for y in &numbers {
        for (glyph, monad) in MONADS {
            if let Ok(result) = monad(y) {
                assert_normal(&result, || format!("{glyph} {y:?}"));
            }
        }
        let (re, im) = number::real_imaginary(y).unwrap();
        let (size, angle) = number::polar(y).unwrap();
        for part in [re, im, size, angle] {
            assert_normal(&part, || format!("parts of {y:?}"));
        }
    }
    for x in &numbers {
        for y in &numbers {
            for (glyph, dyad) in DYADS {
                if let Ok(result) = dyad(x, y) {
                    assert_normal(&result, || format!("{x:?} {glyph} {y:?}"));
                }
            }
            for code in -12..=12 {
                if let Ok(result) = number::circle(&Number::Int(code), y) {
                    assert_normal(&result, || format!("{code} ○ {y:?}"));
                }
            }
        }
    }
}

#[test]
fn negative_zero_cannot_be_told_from_zero() {
    let same = |a: &Number, b: &Number| match (a, b) {
        (Number::Float(a), Number::Float(b)) => a == b,
        _ => a == b,
    };
    let (zero, minus) = (Number::Float(0.0), Number::Float(-0.0));
    for (glyph, monad) in MONADS {
        match (monad(&zero), monad(&minus)) {
            (Ok(a), Ok(b)) => assert!(same(&a, &b), "{glyph}"),
            (a, b) => assert_eq!(a.is_err(), b.is_err(), "{glyph}"),
        }
    }
    let check = |name: String, a: aplomb::control::Result<Number>, b: aplomb::control::Result<Number>| match (a, b) {
        (Ok(a), Ok(b)) => assert!(same(&a, &b), "{name}: {a:?} {b:?}"),
        (a, b) => assert_eq!(a.is_err(), b.is_err(), "{name}"),
    };
    for other in nasty() {
        for (glyph, dyad) in DYADS {
            check(format!("0 {glyph} {other:?}"), dyad(&zero, &other), dyad(&minus, &other));
            check(format!("{other:?} {glyph} 0"), dyad(&other, &zero), dyad(&other, &minus));
        }
    }
    for code in -12..=12 {
        let code = Number::Int(code);
        check(format!("{code:?} ○ 0"), number::circle(&code, &zero), number::circle(&code, &minus));
    }
}

fn exact() -> impl Strategy<Value = Number> {
    prop_oneof![
        any::<i64>().prop_map(Number::Int),
        (-20i64..20).prop_map(Number::Int),
        (-1000i64..1000, 1i64..1000).prop_map(|(a, b)| Number::from_rational(BigRational::new(a.into(), b.into()))),
        any::<i128>().prop_map(|value| Number::from_integer(value.into())),
        (any::<i128>(), 1i128..).prop_map(|(a, b)| Number::from_rational(BigRational::new(a.into(), b.into()))),
    ]
}

fn finite() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>().prop_filter("finite", |value| value.is_finite()),
        -100f64..100.0,
        (-100i32..100).prop_map(f64::from),
        (-1000i32..1000).prop_map(|value| f64::from(value) / 10.0),
    ]
}

fn any_number() -> impl Strategy<Value = Number> {
    prop_oneof![
        exact(),
        finite().prop_map(Number::Float),
        (finite(), finite()).prop_map(|(re, im)| Number::from_complex(Complex64::new(re, im)).unwrap()),
    ]
}

fn rational(number: &Number) -> BigRational {
    match number {
        Number::Int(value) => BigRational::from_integer((*value).into()),
        Number::Exact(value) => value.as_ref().clone(),
        other => panic!("{other:?} is not exact"),
    }
}

fn normal(value: BigRational) -> Number {
    if value.is_integer()
        && let Some(small) = value.numer().to_i64()
    {
        return Number::Int(small);
    }
    Number::Exact(Arc::new(value))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exact_arithmetic_is_that_of_rationals(x in exact(), y in exact()) {
        let (a, b) = (rational(&x), rational(&y));
        prop_assert_eq!(number::add(&x, &y).unwrap(), normal(&a + &b));
        prop_assert_eq!(number::subtract(&x, &y).unwrap(), normal(&a - &b));
        prop_assert_eq!(number::multiply(&x, &y).unwrap(), normal(&a * &b));
        prop_assert_eq!(number::less(&x, &y).unwrap(), a < b);
        prop_assert_eq!(number::equal(&x, &y), a == b);
        prop_assert_eq!(number::minimum(&x, &y).unwrap(), normal(a.clone().min(b.clone())));
        prop_assert_eq!(number::maximum(&x, &y).unwrap(), normal(a.clone().max(b.clone())));
        prop_assert_eq!(number::floor(&x).unwrap(), normal(a.floor()));
        prop_assert_eq!(number::ceiling(&x).unwrap(), normal(a.ceil()));
        prop_assert_eq!(number::magnitude(&x).unwrap(), normal(a.abs()));
        if !b.is_zero() {
            prop_assert_eq!(number::divide(&x, &y).unwrap(), normal(&a / &b));
            prop_assert_eq!(number::residue(&y, &x).unwrap(), normal(&a - &b * (&a / &b).floor()));
        }
    }

    #[test]
    fn exact_divisors(x in exact(), y in exact()) {
        let (a, b) = (rational(&x), rational(&y));
        let gcd = rational(&number::gcd(&x, &y).unwrap());
        let lcm = rational(&number::lcm(&x, &y).unwrap());
        prop_assert!(!gcd.is_negative());
        if !gcd.is_zero() {
            prop_assert!((&a / &gcd).is_integer() && (&b / &gcd).is_integer());
        }
        prop_assert_eq!(gcd * lcm, a * b);
    }

    #[test]
    fn roots_undo_powers(x in exact(), n in 1i64..8) {
        let n = Number::Int(n);
        let power = number::power(&x, &n).unwrap();
        let root = number::root(&n, &power).unwrap();
        prop_assert!(root == x || root == number::negate(&x).unwrap(), "{:?}", root);
    }

    #[test]
    fn sums_and_products_commute(x in any_number(), y in any_number()) {
        let complex = |number: &Number| matches!(number, Number::Complex(_));
        let mut dyads = vec![number::add, number::multiply];
        if !complex(&x) && !complex(&y) {
            dyads.push(number::gcd);
        }
        for dyad in dyads {
            match (dyad(&x, &y), dyad(&y, &x)) {
                (Ok(a), Ok(b)) => prop_assert!(number::equal(&a, &b), "{:?} {:?}", a, b),
                (a, b) => prop_assert_eq!(a.is_err(), b.is_err()),
            }
        }
    }

    #[test]
    fn residues_of_floats_have_the_sign_of_the_modulus(x in finite(), y in finite()) {
        let Number::Float(rest) = number::residue(&Number::Float(x), &Number::Float(y)).unwrap() else { panic!() };
        if x == 0.0 {
            prop_assert_eq!(rest, y);
        } else {
            prop_assert!(rest == 0.0 || (rest > 0.0) == (x > 0.0), "{} | {} is {}", x, y, rest);
            prop_assert!(rest.abs() <= x.abs(), "{} | {} is {}", x, y, rest);
        }
    }

    #[test]
    fn ceiling_is_the_dual_of_floor(y in any_number()) {
        let ceiling = number::ceiling(&y).unwrap();
        let negated = number::negate(&number::floor(&number::negate(&y).unwrap()).unwrap()).unwrap();
        prop_assert_eq!(ceiling, negated);
    }

    #[test]
    fn comparisons_agree(x in any_number(), y in any_number()) {
        if let Ok(less) = number::less(&x, &y) {
            let (greater, equal) = (number::greater(&x, &y).unwrap(), number::equal(&x, &y));
            prop_assert_eq!(u8::from(less) + u8::from(greater) + u8::from(equal), 1);
            prop_assert_eq!(number::less_or_equal(&x, &y).unwrap(), less || equal);
            prop_assert_eq!(number::greater_or_equal(&x, &y).unwrap(), greater || equal);
            prop_assert_eq!(number::less(&y, &x).unwrap(), greater);
        }
    }

    #[test]
    fn floats_beside_exact_numbers_are_rounded_once(x in exact(), y in finite()) {
        let rounded = number::tolerance::real_float(&x).unwrap();
        if rounded.is_finite() {
            let y = Number::Float(y);
            prop_assert_eq!(number::add(&x, &y).unwrap(), number::add(&Number::Float(rounded), &y).unwrap());
            prop_assert_eq!(number::multiply(&x, &y).unwrap(), number::multiply(&Number::Float(rounded), &y).unwrap());
        }
    }

    #[test]
    fn binomials_follow_pascal(n in -40i64..80, k in -40i64..80) {
        let choose = |k: i64, n: i64| number::binomial(&Number::Int(k), &Number::Int(n)).unwrap();
        if (n, k) != (0, 0) {
            prop_assert_eq!(choose(k, n), number::add(&choose(k, n - 1), &choose(k - 1, n - 1)).unwrap());
        }
        let float = number::binomial(&Number::Float(k as f64), &Number::Float(n as f64)).unwrap();
        prop_assert!(number::equal(&float, &choose(k, n)));
    }
}

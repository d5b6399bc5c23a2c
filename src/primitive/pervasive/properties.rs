//! The compact paths give what the meaning for atoms gives, item by item, whatever lane the same values lie in.

use num_complex::Complex64;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::*;
use crate::array::compare::matches;
use crate::array::{Array, Bits, Buffer, Domain, Layout, Storage};
use crate::primitive::table::{DyadMeaning, FUNCTIONS, MonadMeaning};

fn monads() -> impl Iterator<Item = &'static ScalarMonad> {
    FUNCTIONS.iter().filter_map(|row| match row.monad?.meaning {
        MonadMeaning::Pervasive(function) => Some(function),
        _ => None,
    })
}

fn dyads() -> impl Iterator<Item = &'static ScalarDyad> {
    FUNCTIONS.iter().filter_map(|row| match row.dyad?.meaning {
        DyadMeaning::Pervasive(function) => Some(function),
        _ => None,
    })
}

fn integer() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => -4i64..5,
        2 => -1000i64..1000,
        1 => any::<i64>(),
        1 => prop_oneof![Just(i64::MAX), Just(i64::MIN), Just(i64::MIN + 1), Just(1 << 31), Just(-(1 << 31)), Just(1 << 53)],
    ]
}

fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (-8i32..9).prop_map(|i| f64::from(i) / 2.0),
        2 => -1e3f64..1e3,
        1 => any::<f64>().prop_filter("a number", |value| !value.is_nan()),
        1 => (-4i32..5).prop_map(|i| f64::from(i) * (1.0 + 3e-15)),
        1 => (-(1i64 << 51)..1 << 51).prop_map(|i| i as f64 + 0.5),
        1 => any::<i64>().prop_map(|i| i as f64),
        1 => prop_oneof![Just(f64::INFINITY), Just(f64::NEG_INFINITY), Just(-0.0), Just(1e308), Just(5e-324)],
    ]
}

fn complex() -> impl Strategy<Value = Complex64> {
    let part = || (-6i32..7).prop_map(|i| f64::from(i) / 2.0);
    (part(), part()).prop_map(|(re, im)| Complex64::new(re, im))
}

/// Items of one lane, as a slice at an odd offset or as a buffer of its own.
fn storage(length: usize) -> impl Strategy<Value = Storage> {
    fn sliced<T>(items: Vec<T>, offset: usize) -> Buffer<T> {
        let length = items.len() - 3;
        let buffer = Buffer::from(items);
        if offset == 0 { buffer.slice(0, length) } else { buffer.slice(offset, length) }
    }
    let many = length + 3;
    prop_oneof![
        proptest::collection::vec(any::<bool>(), length).prop_map(|bits| Storage::Bit(Bits::from_bools(bits))),
        (proptest::collection::vec(integer(), many), 0..4usize).prop_map(|(v, at)| Storage::I64(sliced(v, at))),
        (proptest::collection::vec(float(), many), 0..4usize).prop_map(|(v, at)| Storage::F64(sliced(v, at))),
        (proptest::collection::vec(complex(), many), 0..4usize).prop_map(|(v, at)| Storage::C64(sliced(v, at))),
        proptest::collection::vec(97u8..101, length).prop_map(|items| Storage::Char8(items.into())),
        proptest::collection::vec(prop_oneof![Just('a'), Just('π')], length)
            .prop_map(|items| Storage::Char32(items.into())),
    ]
}

fn vector(storage: Storage) -> Value {
    Value::Array(Array::new(Layout::vector(storage.len()), storage))
}

fn as_mixed(value: &Value) -> Value {
    let items: Vec<Value> = (0..value.item_count()).map(|i| value.item(i)).collect();
    vector(Storage::Mixed(items.into()))
}

/// Whether two atoms are the same result: of one kind, exact ones equal, floats within a unit or two in the last place.
fn alike(a: &Value, b: &Value) -> bool {
    let close = |a: f64, b: f64| a == b || (a - b).abs() <= 4.0 * f64::EPSILON * a.abs().max(b.abs());
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => close(*a, *b),
        (Value::Complex(a), Value::Complex(b)) => {
            (**a - **b).norm() <= 8.0 * f64::EPSILON * a.norm().max(b.norm()) || a == b
        }
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Exact(a), Value::Exact(b)) => a == b,
        (Value::Char(a), Value::Char(b)) => a == b,
        _ => false,
    }
}

fn assert_alike(name: &str, fast: Result<Value>, slow: Result<Vec<Value>>) {
    match (fast, slow) {
        (Ok(fast), Ok(slow)) => {
            let array = fast.as_array().expect("an array");
            assert!(array.check(), "{name}: {array:?}");
            for (i, slow) in slow.iter().enumerate() {
                assert!(alike(&array.item(i), slow), "{name}: item {i} is {:?}, not {slow:?}", array.item(i));
            }
        }
        (Err(fast), Err(slow)) => assert_eq!((fast.kind(), fast.message()), (slow.kind(), slow.message()), "{name}"),
        (fast, slow) => panic!("{name}: {fast:?} and {slow:?}"),
    }
}

fn is_huge_power(function: &ScalarDyad, x: &Value, y: &Value) -> bool {
    // Exact powers and binomials of large numbers are right, but slow.
    let large = |value: &Value| {
        (0..value.item_count()).any(|i| matches!(value.item(i), Value::Int(n) if n.unsigned_abs() > 1000))
    };
    matches!(function.glyph, '*' | '!' | '√') && (large(x) || large(y))
}

#[test]
fn dyads_equal_their_meaning_for_atoms() {
    let lengths = (1..4usize).prop_flat_map(|i| [Just(3usize), Just(70), Just(1)][i - 1]);
    let arguments = lengths.prop_flat_map(|length| (storage(length), storage(length), 0..3u8));
    let mut runner = TestRunner::new(ProptestConfig {
        failure_persistence: None,
        cases: 400,
        max_shrink_iters: 200,
        ..Default::default()
    });
    runner
        .run(&arguments, |(x, y, form)| {
            let (mut x, mut y) = (vector(x), vector(y));
            match form {
                1 => x = x.item(0),
                2 => y = y.item(0),
                _ => {}
            }
            let count = x.item_count().max(y.item_count());
            for function in dyads().filter(|function| !is_huge_power(function, &x, &y)) {
                let at = |value: &Value, i: usize| value.item(if value.is_atom() { 0 } else { i });
                let slow: Result<Vec<Value>> = (0..count).map(|i| (function.atoms)(&at(&x, i), &at(&y, i))).collect();
                if x.is_atom() && y.is_atom() {
                    continue;
                }
                let name = format!("{x:?} {} {y:?}", function.glyph);
                assert_alike(&name, dyad(function, x.clone(), y.clone()), slow.clone());
                let mixed = |value: &Value| if value.is_atom() { value.clone() } else { as_mixed(value) };
                assert_alike(&name, dyad(function, mixed(&x), mixed(&y)), slow);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn monads_equal_their_meaning_for_atoms() {
    let mut runner = TestRunner::new(ProptestConfig {
        failure_persistence: None,
        cases: 400,
        max_shrink_iters: 200,
        ..Default::default()
    });
    let arguments = prop_oneof![storage(1), storage(3), storage(70)];
    runner
        .run(&arguments, |y| {
            let y = vector(y);
            let large = (0..y.item_count()).any(|i| matches!(y.item(i), Value::Int(n) if n > 1000));
            for function in monads().filter(|function| function.glyph != '!' || !large) {
                let slow: Result<Vec<Value>> = (0..y.item_count()).map(|i| (function.atom)(&y.item(i))).collect();
                let name = format!("{} {y:?}", function.glyph);
                assert_alike(&name, monad(function, y.clone()), slow.clone());
                assert_alike(&name, monad(function, as_mixed(&y)), slow);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_long_argument_agrees_with_its_items_at_a_late_failure() {
    let length = 3000;
    let mut items: Vec<f64> = (0..length).map(|i| 1.0 + i as f64).collect();
    items[2500] = -2.0;
    let roots = monad(&SQUARE_ROOT, vector(Storage::F64(items.clone().into()))).unwrap();
    assert_eq!(roots.as_array().unwrap().storage().lane().domain(), Domain::Complex);
    assert!(matches(&roots.item(2999), &Value::Float(3000f64.sqrt())));
    assert!(matches!(roots.item(2500), Value::Complex(_)));
    items[2500] = 0.0;
    let error = monad(&RECIPROCAL, vector(Storage::F64(items.into()))).unwrap_err();
    assert_eq!(error.kind(), crate::control::ErrorKind::Domain);
}

#[test]
fn an_argument_that_is_overwritten_gives_what_a_shared_one_gives() {
    let length = 5000;
    let lane = |integers: bool, late: usize| {
        let wave = |i: usize| (i * 7919 % 1000) as i64 - 300;
        if integers {
            let items = (0..length).map(|i| if i == late { i64::MAX - 1 } else { wave(i) });
            Storage::I64(items.collect::<Vec<_>>().into())
        } else {
            let items = (0..length).map(|i| if i == late { f64::INFINITY } else { wave(i) as f64 / 8.0 + 50.0 });
            Storage::F64(items.collect::<Vec<_>>().into())
        }
    };
    let show = |result: Result<Value>| match result {
        Ok(value) => format!("{:?}", value.as_array().unwrap().storage().to_values()),
        Err(error) => error.to_string(),
    };
    let fresh = |integers, late| vector(lane(integers, late));
    for (left, right) in [(true, true), (true, false), (false, true), (false, false)] {
        for late in [usize::MAX, 4500] {
            for function in dyads().filter(|function| !matches!(function.glyph, '!' | '√')) {
                let (x, y) = (fresh(left, late), fresh(right, usize::MAX));
                if is_huge_power(function, &x, &y) {
                    continue;
                }
                let shared = show(dyad(function, x.clone(), y.clone()));
                assert_eq!(show(dyad(function, fresh(left, late), y.clone())), shared, "{}", function.glyph);
                assert_eq!(show(dyad(function, x, fresh(right, usize::MAX))), shared, "{}", function.glyph);
                let unit = Value::Float(2.0);
                let shared = fresh(left, late);
                let shared = show(dyad(function, unit.clone(), shared.clone())).len() + shared.item_count() - length;
                assert_eq!(show(dyad(function, unit, fresh(left, late))).len(), shared, "{}", function.glyph);
            }
            for function in monads().filter(|function| function.glyph != '!') {
                let y = fresh(left, late);
                let shared = show(monad(function, y.clone()));
                drop(y);
                assert_eq!(show(monad(function, fresh(left, late))), shared, "{}", function.glyph);
            }
        }
    }
}

#[test]
fn stretched_arguments_take_their_items_in_order() {
    use crate::agree::agree;
    use crate::array::Shape;
    let of_shape =
        |shape: &[usize], storage: Storage| Value::Array(Array::new(Layout::new(Shape::from_slice(shape)), storage));
    let lanes = |count: usize| -> Vec<Storage> {
        vec![
            Storage::Bit(Bits::from_bools((0..count).map(|i| i % 3 == 0))),
            Storage::I64((0..count as i64).map(|i| i * 7 % 11 - 4).collect::<Vec<_>>().into()),
            Storage::F64((0..count).map(|i| (i * 5 % 13) as f64 / 4.0).collect::<Vec<_>>().into()),
            Storage::Char8((0..count).map(|i| b'a' + (i % 5) as u8).collect::<Vec<_>>().into()),
        ]
    };
    let shapes: [(&[usize], &[usize]); 8] = [
        (&[2, 3], &[2]),
        (&[3], &[3, 70]),
        (&[1, 3], &[2, 1]),
        (&[2, 1, 4], &[1, 3]),
        (&[3, 1], &[1]),
        (&[1], &[5, 2]),
        (&[40, 1, 30], &[1, 3, 1]),
        (&[2, 1, 3, 1], &[1, 4, 1, 5]),
    ];
    let functions = [&ADD, &SUBTRACT, &MINIMUM, &EQUAL, &LESS, &NAND, &POWER, &RESIDUE];
    for (left, right) in shapes {
        for x in lanes(left.iter().product()) {
            for y in lanes(right.iter().product()) {
                let (x, y) = (of_shape(left, x.clone()), of_shape(right, y));
                let agreement =
                    agree(x.as_array().unwrap().layout(), y.as_array().unwrap().layout()).expect("the shapes agree");
                for function in functions {
                    let pair = |i| {
                        let (a, b) = (agreement.left.index(i).unwrap(), agreement.right.index(i).unwrap());
                        (function.atoms)(&x.item(a), &y.item(b))
                    };
                    let slow: Result<Vec<Value>> = (0..agreement.layout.count()).map(pair).collect();
                    let name = format!("{left:?} {} {right:?}", function.glyph);
                    assert_alike(&name, dyad(function, x.clone(), y.clone()), slow);
                }
            }
        }
    }
}

#[test]
fn circle_functions_equal_their_meaning_for_atoms() {
    let items: Vec<f64> = (-40..41).map(|i| f64::from(i) / 8.0).collect();
    let inside: Vec<f64> = items.iter().copied().filter(|item| item.abs() <= 1.0).cycle().take(50).collect();
    let late = items.iter().copied().chain([f64::INFINITY]).collect();
    for items in [items, inside, late] {
        for code in -12..13 {
            let code = Value::Int(code);
            let slow = items.iter().map(|&item| (CIRCLE.atoms)(&code, &Value::Float(item))).collect();
            let fast = dyad(&CIRCLE, code.clone(), vector(Storage::F64(items.clone().into())));
            assert_alike(&format!("{code:?}○"), fast, slow);
        }
    }
}

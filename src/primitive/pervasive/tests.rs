use std::sync::Arc;

use num_complex::Complex64;

use super::*;
use crate::array::compare::matches;
use crate::array::{Array, Axis, Bits, Keys, Layout, Shape, Storage};
use crate::control::ErrorKind;

fn ints(items: &[i64]) -> Value {
    Value::Array(Array::integers(items.to_vec()))
}

fn floats(items: &[f64]) -> Value {
    Value::Array(Array::floats(items.to_vec()))
}

fn show(value: &Value) -> String {
    match value {
        Value::Array(array) => format!("{:?} {:?}", array.shape(), array.storage().to_values()),
        atom => format!("{atom:?}"),
    }
}

fn same(a: Result<Value>, b: Value) {
    let a = a.expect("no error");
    assert_eq!(show(&a), show(&b));
    assert!(matches(&a, &b));
}

fn fails(a: Result<Value>, kind: ErrorKind) {
    assert_eq!(a.expect_err("an error").kind(), kind);
}

#[test]
fn lanes_keep_kinds() {
    same(dyad(&ADD, ints(&[1, 2]), ints(&[3, 4])), ints(&[4, 6]));
    same(dyad(&ADD, ints(&[1, 2]), Value::Float(0.5)), floats(&[1.5, 2.5]));
    same(dyad(&DIVIDE, ints(&[6, 8]), Value::Int(2)), ints(&[3, 4]));
    let halves = dyad(&DIVIDE, ints(&[6, 7]), Value::Int(2)).unwrap();
    assert!(matches!(halves.item(0), Value::Int(3)) && matches!(halves.item(1), Value::Exact(_)));
    same(dyad(&DIVIDE, floats(&[0.0, 3.0]), floats(&[0.0, 4.0])), floats(&[1.0, 0.75]));
    fails(dyad(&DIVIDE, floats(&[0.0, 3.0]), floats(&[0.0, 0.0])), ErrorKind::Domain);
    fails(dyad(&ADD, floats(&[f64::INFINITY]), floats(&[f64::NEG_INFINITY])), ErrorKind::Domain);
    let mixed = Array::vector(vec![Value::Float(3.0), Value::Int(8)]);
    same(dyad(&MINIMUM, ints(&[8, 8]), floats(&[3.0, f64::INFINITY])), Value::Array(mixed));
}

#[test]
fn overflow_continues_exactly() {
    let many: Vec<i64> = (0..5000).map(|i| if i == 3000 { i64::MAX } else { i }).collect();
    let sums = dyad(&ADD, ints(&many), Value::Int(1)).unwrap();
    assert!(matches!(sums.item(2999), Value::Int(3000)) && matches!(sums.item(3001), Value::Int(3002)));
    let Value::Exact(sum) = sums.item(3000) else { panic!("a big integer") };
    assert_eq!(sum.to_string(), "9223372036854775808");
    let products = dyad(&MULTIPLY, ints(&[1 << 40, 3]), Value::Int(1 << 22)).unwrap();
    same(Ok(products), ints(&[1 << 62, 3 << 22]));
}

#[test]
fn comparisons_give_bits() {
    let result = dyad(&LESS, floats(&[1.0, 2.0, 1.0]), floats(&[1.0 + 1e-15, 3.0, 0.0])).unwrap();
    assert!(matches!(result.as_array().unwrap().storage(), Storage::Bit(_)));
    same(Ok(result), ints(&[0, 1, 0]));
    same(dyad(&EQUAL, Value::string("café"), Value::Char('é')), ints(&[0, 0, 0, 1]));
    same(dyad(&NOT_EQUAL, Value::string("ab"), ints(&[1, 2])), ints(&[1, 1]));
    fails(dyad(&LESS, Value::string("ab"), Value::Int(1)), ErrorKind::Domain);
}

#[test]
fn truth_functions() {
    let bits = |items: &[bool]| {
        let bits = Bits::from_bools(items.iter().copied());
        Value::Array(Array::new(Layout::vector(items.len()), Storage::Bit(bits)))
    };
    same(dyad(&NAND, floats(&[1.0, 1.0, 0.0]), ints(&[1, 0, 0])), ints(&[0, 1, 1]));
    same(dyad(&NOR, bits(&[false, true]), Value::Int(0)), ints(&[1, 0]));
    fails(dyad(&NOR, floats(&[3.0]), Value::Int(0)), ErrorKind::Domain);
    same(monad(&NOT, floats(&[1.0, 0.0, 1.0 + 1e-15])), ints(&[0, 1, 0]));
    fails(monad(&NOT, floats(&[0.5])), ErrorKind::Domain);
    same(dyad(&ADD, bits(&[true, false]), bits(&[true, true])), ints(&[2, 1]));
    same(dyad(&RESIDUE, bits(&[false, true, false]), bits(&[true, true, false])), ints(&[1, 0, 0]));
}

#[test]
fn agreement_and_nesting() {
    let matrix =
        Value::Array(Array::new(Layout::new(Shape::from_slice(&[2, 3])), Storage::I64(vec![1, 2, 3, 4, 5, 6].into())));
    let row = |items: &[i64]| {
        Value::Array(Array::new(Layout::new(Shape::from_slice(&[2, 3])), Storage::I64(items.to_vec().into())))
    };
    same(dyad(&SUBTRACT, matrix.clone(), ints(&[1, 10])), row(&[0, 1, 2, -6, -5, -4]));
    same(dyad(&SUBTRACT, ints(&[1, 10]), matrix.clone()), row(&[0, -1, -2, 6, 5, 4]));
    same(
        dyad_along_axes(&MULTIPLY, &Value::Int(1), matrix.clone(), ints(&[10, 100, 1000])),
        row(&[10, 200, 3000, 40, 500, 6000]),
    );
    fails(dyad_along_axes(&ADD, &Value::Int(0), Value::Int(7), matrix.clone()), ErrorKind::Length);
    fails(dyad(&ADD, matrix, ints(&[1, 2, 3])), ErrorKind::Length);
    let nested = Value::Array(Array::vector(vec![Value::Int(1), ints(&[2, 3])]));
    let result = Value::Array(Array::vector(vec![Value::Int(11), ints(&[22, 23])]));
    same(dyad(&ADD, nested, ints(&[10, 20])), result);
    same(
        dyad(&ADD, Value::Array(Array::scalar(Value::Int(3))), Value::Int(4)),
        Value::Array(Array::scalar(Value::Int(7))),
    );
}

#[test]
fn united_keys_take_the_prototype_of_the_partner() {
    let record = |keys: &[&str], storage: Storage| {
        let keys = Keys::new(keys.iter().map(|key| Some(Arc::from(*key))).collect()).unwrap();
        let shape = Shape::from_slice(&[storage.len()]);
        Value::Array(Array::new(Layout::with_axes(shape, vec![Axis { keys, name: None }]), storage))
    };
    let x = record(&["a", "b"], Storage::I64(vec![1, 2].into()));
    let y = record(&["c", "b"], Storage::I64(vec![9, 5].into()));
    same(dyad(&MULTIPLY, x.clone(), y.clone()), record(&["a", "b", "c"], Storage::I64(vec![0, 10, 0].into())));
    let y = record(&["c", "b"], Storage::F64(vec![9.0, 5.0].into()));
    same(dyad(&ADD, x, y), record(&["a", "b", "c"], Storage::F64(vec![1.0, 7.0, 9.0].into())));
}

#[test]
fn empty_results_have_the_prototype_of_the_kinds() {
    let prototype = |value: Result<Value>| value.unwrap().as_array().unwrap().fill();
    let empty = || Value::Array(Array::zilde());
    assert!(matches!(prototype(monad(&FLOOR, empty())), Value::Int(0)));
    assert!(matches!(prototype(dyad(&DIVIDE, Value::Int(2), Value::string(""))), Value::Float(0.0)));
    assert!(matches!(prototype(dyad(&ADD, Value::string(""), Value::Int(7))), Value::Char(' ')));
    assert!(matches!(prototype(dyad(&SUBTRACT, Value::string(""), Value::string(""))), Value::Int(0)));
    assert!(matches!(prototype(dyad(&SUBTRACT, Value::Int(1), Value::string(""))), Value::Float(0.0)));
    assert!(matches!(prototype(dyad(&MULTIPLY, Value::Int(3), ints(&[]))), Value::Int(0)));
    assert!(matches!(prototype(dyad(&EQUAL, empty(), Value::Int(4))), Value::Int(0)));
    assert!(matches!(prototype(monad(&MAGNITUDE, Value::string(""))), Value::Float(0.0)));
    fails(dyad(&ADD, Value::string("xyz"), empty()), ErrorKind::Length);
    let pairs = Value::Array(Array::empty(Layout::vector(0), floats(&[0.0, 0.0])));
    same(Ok(prototype(dyad(&MULTIPLY, pairs.clone(), Value::Int(3)))), floats(&[0.0, 0.0]));
    fails(dyad(&MULTIPLY, pairs, Value::Array(Array::scalar(floats(&[1.0, 2.0, 3.0])))), ErrorKind::Length);
}

#[test]
fn characters_move_by_code_points() {
    same(dyad(&ADD, Value::string("HAL"), Value::Float(1.0)), Value::string("IBM"));
    same(monad(&INCREMENT, Value::string("HAL")), Value::string("IBM"));
    same(dyad(&SUBTRACT, Value::string("beg"), Value::Char('a')), ints(&[1, 4, 6]));
    fails(dyad(&ADD, Value::Char('k'), Value::Char('a')), ErrorKind::Domain);
    fails(dyad(&SUBTRACT, Value::Int(3), Value::Char('a')), ErrorKind::Domain);
    fails(dyad(&ADD, Value::Char('a'), Value::Int(-98)), ErrorKind::Domain);
    fails(dyad(&ADD, Value::Char('\u{d7ff}'), Value::Int(1)), ErrorKind::Domain);
}

#[test]
fn complex_numbers() {
    let complex = |parts: &[(f64, f64)]| {
        let items: Vec<Complex64> = parts.iter().map(|&(re, im)| Complex64::new(re, im)).collect();
        Value::Array(Array::new(Layout::vector(items.len()), Storage::C64(items.into())))
    };
    same(dyad(&ADD, complex(&[(1.0, 2.0), (3.0, 0.0)]), ints(&[1, 2])), complex(&[(2.0, 2.0), (5.0, 0.0)]));
    same(dyad(&MULTIPLY, complex(&[(2.0, 1.0)]), complex(&[(2.0, -1.0)])), floats(&[5.0]));
    fails(dyad(&LESS, complex(&[(1.0, 2.0)]), ints(&[1])), ErrorKind::Domain);
    fails(dyad(&ADD, complex(&[(1.0, 1.0)]), floats(&[f64::INFINITY])), ErrorKind::Domain);
}

fn array_of(shape: &[usize], storage: Storage) -> Array {
    Array::new(Layout::new(Shape::from_slice(shape)), storage)
}

/// Reduces and scans by the atoms' meaning, item by item.
fn slow(function: &ScalarDyad, array: &Array, axis: usize) -> Option<(Vec<Value>, Vec<Value>)> {
    let shape = array.shape();
    let (length, inner) = (shape[axis], shape[axis + 1..].iter().product::<usize>());
    let outer: usize = shape[..axis].iter().product();
    let mut folded = Vec::new();
    let mut scanned = vec![Value::Int(0); array.len()];
    for group in 0..outer {
        for column in 0..inner {
            let at = |i: usize| (group * length + i) * inner + column;
            let item = |i: usize| array.item(at(i));
            let fold = (0..length - 1).rev().try_fold(item(length - 1), |acc, i| (function.atoms)(&item(i), &acc));
            folded.push(fold.ok()?);
            let mut accumulator = item(0);
            scanned[at(0)] = accumulator.clone();
            for i in 1..length {
                accumulator = (function.atoms)(&accumulator, &item(i)).ok()?;
                scanned[at(i)] = accumulator.clone();
            }
        }
    }
    Some((folded, scanned))
}

#[test]
fn folds_and_scans_equal_the_slow_ones() {
    let dyads = [&ADD, &SUBTRACT, &MULTIPLY, &DIVIDE, &MINIMUM, &MAXIMUM, &RESIDUE, &EQUAL, &NOT_EQUAL, &NAND];
    let mut seed = 1u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 40) as i64
    };
    let mut typed = 0;
    for shape in [&[7][..], &[1], &[130], &[3, 5], &[5, 3], &[2, 3, 4], &[70, 3], &[3, 1, 70]] {
        let count = shape.iter().product();
        let bits = Bits::from_bools((0..count).map(|_| random() % 3 > 0));
        let small: Vec<i64> = (0..count).map(|_| random() % 7 - 3).collect();
        let reals: Vec<f64> = (0..count).map(|_| (random() % 64 + 1) as f64 / 8.0).collect();
        for storage in [Storage::Bit(bits), Storage::I64(small.into()), Storage::F64(reals.into())] {
            let array = array_of(shape, storage);
            for (function, axis) in dyads.iter().flat_map(|f| (0..shape.len()).map(move |axis| (f, axis))) {
                let expected = slow(function, &array, axis);
                if let Some(fast) = fold(function, &array, axis).unwrap() {
                    let Some((folded, _)) = &expected else { panic!("{} gives a value", function.glyph) };
                    let fast: Vec<Value> = (0..fast.item_count()).map(|i| fast.item(i)).collect();
                    assert!(fast.iter().zip(folded).all(|(a, b)| matches(a, b)), "{} {shape:?}", function.glyph);
                    typed += 1;
                }
                if let Some(fast) = scan(function, &array, axis).unwrap() {
                    let Some((_, scanned)) = &expected else { panic!("{} gives a value", function.glyph) };
                    let scanned = Value::Array(array_of(shape, Storage::collect(scanned.clone())));
                    assert_eq!(show(&Value::Array(fast)), show(&scanned), "{} {shape:?}", function.glyph);
                    typed += 1;
                }
            }
        }
    }
    assert!(typed > 300, "{typed}");
}

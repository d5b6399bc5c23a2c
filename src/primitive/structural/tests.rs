//! Every structural primitive on many small arguments: the same values give the same result in whatever lane, buffer or
//! ownership they come, and the identities between the primitives hold.

use super::*;
use crate::array::compare::matches;
use crate::array::{Array, Axis, Caller, Function, Keys, Layout, Outcome, Shape, Storage, Value};
use crate::control::{Error, ErrorKind, Result};
use crate::primitive::table::{DyadCall, DyadMeaning, MonadCall, MonadMeaning, Primitive};

/// A caller for primitives that call nothing.
struct NoCaller;

impl Caller for NoCaller {
    fn call(&mut self, _: &Function, _: Option<Value>, _: Value) -> Result<Outcome> {
        Err(Error::unsupported("nothing is called here"))
    }
    fn prototype_mode(&self) -> bool {
        false
    }
    fn set_prototype_mode(&mut self, _: bool) -> bool {
        false
    }
    fn random_bits(&mut self) -> u64 {
        0
    }
}

const MONADS: &str = "≡≢⍴,⍪⌽⊖⍉↑↓⊂⊆⊃⊣⊢:";
const DYADS: &str = "≡≢⍴,⍪⌽⊖⍉↑↓↕⊂⊆⊣⊢/⌿\\⍀";

fn monad_of(glyph: char) -> MonadCall {
    match Primitive::of(glyph).and_then(|row| row.monad).map(|monad| monad.meaning) {
        Some(MonadMeaning::Whole(call)) => call,
        _ => panic!("{glyph} has no monad"),
    }
}

fn dyad_of(glyph: char) -> DyadCall {
    match Primitive::of(glyph).and_then(|row| row.dyad).map(|dyad| dyad.meaning) {
        Some(DyadMeaning::Whole(call)) => call,
        _ => panic!("{glyph} has no dyad"),
    }
}

fn monad(glyph: char, right: &Value) -> Result<Value> {
    monad_of(glyph)(&mut NoCaller, right.clone())
}

fn dyad(left: &Value, glyph: char, right: &Value) -> Result<Value> {
    dyad_of(glyph)(&mut NoCaller, left.clone(), right.clone())
}

fn along(left: Option<&Value>, glyph: char, axes: &Value, right: &Value) -> Result<Value> {
    let call = Primitive::of(glyph).unwrap().axis_call(left.is_some()).unwrap();
    call(&mut NoCaller, axes, left.cloned(), right.clone())
}

fn ints(items: &[i64]) -> Value {
    Array::integers(items.to_vec()).into()
}

fn array(shape: &[usize], items: Vec<i64>) -> Value {
    Array::new(Layout::new(shape), Storage::I64(items.into())).into()
}

/// `⍳×/shape`, modulo something.
fn counting(shape: &[usize], modulus: i64) -> Value {
    let count: usize = shape.iter().product();
    array(shape, (0..count as i64).map(|i| i % modulus).collect())
}

fn axis(name: &str, keys: &str) -> Axis {
    let entries = keys.chars().map(|key| (key != '-').then(|| key.to_string().as_str().into())).collect();
    let keys = if keys.is_empty() { None } else { Keys::new(entries).unwrap() };
    Axis { keys, name: (!name.is_empty()).then(|| name.into()) }
}

/// The value with these keys and names, `name:keys` for each axis.
fn labelled(value: Value, axes: &[&str]) -> Value {
    let axes = axes.iter().map(|text| text.split_once(':').map(|(name, keys)| axis(name, keys)).unwrap()).collect();
    let array = value.into_array();
    let layout = Layout::with_axes(array.shape(), axes);
    array.with_layout(layout).into()
}

fn labels(value: &Value) -> Vec<String> {
    let layout = value.as_array().unwrap().layout();
    let axis = |i| {
        let keys = layout
            .keys(i)
            .map_or(String::new(), |keys| keys.entries().iter().map(|key| key.as_deref().unwrap_or("-")).collect());
        format!("{}:{keys}", layout.name(i).map_or("", |name| name))
    };
    (0..layout.rank()).map(axis).collect()
}

/// All shapes up to rank 3 with lengths from 0 to 3.
fn shapes() -> Vec<Vec<usize>> {
    let mut shapes = vec![vec![]];
    let mut last = shapes.clone();
    for _ in 0..3 {
        last = last.iter().flat_map(|shape| (0..4).map(|n| [&shape[..], &[n]].concat())).collect();
        shapes.extend(last.clone());
    }
    shapes
}

/// The same values in other lanes and buffers.
fn variants(value: &Value) -> Vec<Value> {
    let Value::Array(array) = value else { return vec![value.clone()] };
    let layout = array.layout().clone();
    let with = |storage: Storage| Value::Array(Array::new(layout.clone(), storage));
    let mut variants = vec![value.clone()];
    if array.is_empty() {
        return variants;
    }
    let items = array.storage().to_values();
    variants.push(with(Storage::Mixed(items.clone().into())));
    let mut shifted = vec![Value::Int(77)];
    shifted.extend(items.clone());
    shifted.push(Value::Int(78));
    variants.push(with(Storage::collect(shifted).slice(1, items.len())));
    if items.iter().all(|item| matches!(item, Value::Int(0 | 1))) {
        let bits = items.iter().map(|item| matches!(item, Value::Int(1)));
        variants.push(with(Storage::Bit(crate::array::Bits::from_bools(bits))));
    }
    if items.iter().all(|item| matches!(item, Value::Int(_))) {
        variants.push(with(array.storage().clone().widen(crate::array::Lane::F64)));
        variants.push(with(array.storage().clone().widen(crate::array::Lane::C64)));
    }
    variants
}

fn outcome(result: &Result<Value>) -> String {
    match result {
        Ok(value) => format!("shape {:?} depth {}", value.shape(), value.depth()),
        Err(error) => error.kind().name().into(),
    }
}

fn assert_same(results: &[Result<Value>], what: &str) {
    for (i, result) in results.iter().enumerate() {
        if let Ok(Value::Array(array)) = result {
            assert!(array.check(), "{what}");
        }
        let same = match (&results[0], result) {
            (Ok(a), Ok(b)) => matches(a, b),
            (Err(a), Err(b)) => a.kind() == b.kind(),
            _ => false,
        };
        assert!(same, "{what}: {} but {} with variant {i}", outcome(&results[0]), outcome(result));
    }
}

#[test]
fn monads_do_not_depend_on_storage() {
    for shape in shapes() {
        for modulus in [2, 100] {
            let right = counting(&shape, modulus);
            for glyph in MONADS.chars() {
                let results: Vec<_> = variants(&right).iter().map(|right| monad(glyph, right)).collect();
                assert_same(&results, &format!("{glyph} of shape {shape:?}"));
                assert!(results[0].is_ok(), "{glyph} of shape {shape:?}");
            }
        }
    }
}

#[test]
fn dyads_do_not_depend_on_storage() {
    let mut lefts =
        vec![Value::Int(0), Value::Int(1), Value::Int(3), Value::Int(-2), ints(&[]), ints(&[2]), ints(&[-1])];
    lefts.extend([
        ints(&[0, 1]),
        ints(&[1, 0]),
        ints(&[1, 1, 0]),
        ints(&[2, 0, 1]),
        ints(&[1, -2, 0]),
        ints(&[0, 0, 1, 1]),
    ]);
    lefts.extend([counting(&[2, 2], 2), counting(&[2, 1], 2), counting(&[2, 3], 3), counting(&[0, 2], 2)]);
    for shape in shapes() {
        let right = counting(&shape, 2);
        for left in &lefts {
            for glyph in DYADS.chars() {
                let mut results = vec![dyad(left, glyph, &right)];
                results.extend(variants(&right).iter().map(|right| dyad(left, glyph, right)));
                results.extend(variants(left).iter().map(|left| dyad(left, glyph, &right)));
                // Arguments that nobody else holds.
                let own = |value: &Value| match value {
                    Value::Array(array) => Value::Array(Array::with_prototype(
                        array.layout().clone(),
                        array.storage().clone(),
                        &array.fill(),
                    )),
                    atom => atom.clone(),
                };
                results.push(dyad_of(glyph)(&mut NoCaller, own(left), own(&right)));
                assert_same(&results, &format!("{left:?} {glyph} of shape {shape:?}"));
            }
        }
    }
}

#[test]
fn identities() {
    for shape in shapes() {
        let value = counting(&shape, 100);
        let same = |result: Result<Value>| assert!(matches(&result.unwrap(), &value), "{shape:?}");
        same(monad('⌽', &value).and_then(|v| monad('⌽', &v)));
        same(monad('⊖', &value).and_then(|v| monad('⊖', &v)));
        same(monad('⍉', &value).and_then(|v| monad('⍉', &v)));
        same(monad(',', &value).and_then(|v| dyad(&monad('⍴', &value)?, '⍴', &v)));
        same(monad('↓', &value).and_then(|v| monad('⊃', &v)));
        same(monad('⊂', &value).and_then(|v| monad('↑', &v)));
        same(dyad(&Value::Int(5), '⌽', &value).and_then(|v| dyad(&Value::Int(-5), '⌽', &v)));
        if shape.is_empty() {
            continue;
        }
        for count in -4..5 {
            let first = shape[0] as i64;
            let (taken, dropped) = (Value::Int(count), Value::Int(count));
            if count.abs() <= first {
                let (a, b) = (dyad(&taken, '↑', &value).unwrap(), dyad(&dropped, '↓', &value).unwrap());
                same(if count >= 0 { dyad(&a, '⍪', &b) } else { dyad(&b, '⍪', &a) });
            }
            // A rotation is two pieces put together the other way round.
            if count >= 0 && count <= first {
                let turned = dyad(&Value::Int(count), '⊖', &value).unwrap();
                let pieces = dyad(&dyad(&dropped, '↓', &value).unwrap(), '⍪', &dyad(&taken, '↑', &value).unwrap());
                assert!(matches(&turned, &pieces.unwrap()));
            }
        }
        let transposed = monad('⍉', &value).unwrap();
        let along_last = dyad(&Value::Int(1), '⊖', &transposed).and_then(|v| monad('⍉', &v)).unwrap();
        assert!(matches(&dyad(&Value::Int(1), '⌽', &value).unwrap(), &along_last));
        let twice = dyad(&Value::Int(2), '⌿', &transposed).and_then(|v| monad('⍉', &v)).unwrap();
        assert!(matches(&dyad(&Value::Int(2), '/', &value).unwrap(), &twice));
    }
}

#[test]
fn results_too_large_are_refused_without_allocating() {
    let limit = |result: Result<Value>| assert_eq!(result.unwrap_err().kind(), ErrorKind::Limit);
    crate::control::current().set_budget(1 << 30);
    let huge = Value::Int(20_000_000_000);
    let vector = ints(&[1, 2, 3]);
    limit(dyad(&huge, '⍴', &Value::Int(7)));
    limit(dyad(&huge, '↑', &vector));
    limit(dyad(&huge, '/', &vector));
    limit(dyad(&huge, '\\', &Value::Int(7)));
    limit(dyad(&ints(&[20_000_000_000, 0, 0]), '/', &vector));
    limit(dyad(&ints(&[-20_000_000_000, 0, 0]), '/', &vector));
    limit(dyad(&ints(&[20_000_000_000]), '⊂', &vector));
    limit(dyad(&Value::Float(1e30), '↑', &vector));
    limit(dyad(&Value::Float(1e30), '/', &vector));
    limit(dyad(&ints(&[i64::MIN]), '↑', &vector));
    limit(dyad(&ints(&[4_000_000_000, 4_000_000_000]), '⍴', &vector));
    limit(dyad(&Value::Array(Array::floats(vec![0.0, 1e30])), '⍴', &vector));
    limit(dyad(&array(&[129], vec![1; 129]), '⍴', &vector));
    let long = dyad(&ints(&[0, 1_000_000_000_000]), '⍴', &Value::Int(1)).unwrap();
    assert_eq!(long.shape(), [0, 1_000_000_000_000]);
    assert_eq!(dyad(&Value::Float(1e30), '↓', &vector).unwrap().shape(), [0]);
    assert_eq!(dyad(&Value::Float(1e30), '/', &ints(&[])).unwrap().shape(), [0]);
    limit(dyad(&Value::Int(1), '↑', &long));
    limit(monad('↑', &long));
    crate::control::current().set_budget(usize::MAX);
}

#[test]
fn keys_and_names_move() {
    let matrix = labelled(counting(&[2, 3], 100), &["r:ab", "c:xyz"]);
    let vector = labelled(ints(&[4, 5, 6]), &["n:uvw"]);
    let check = |result: Result<Value>, expected: &[&str]| assert_eq!(labels(&result.unwrap()), expected);
    check(monad('⌽', &matrix), &["r:ab", "c:zyx"]);
    check(monad('⊖', &matrix), &["r:ba", "c:xyz"]);
    check(monad('⍉', &matrix), &["c:xyz", "r:ab"]);
    check(dyad(&Value::Int(1), '⌽', &matrix), &["r:ab", "c:yzx"]);
    check(dyad(&ints(&[1, 1]), '⌽', &matrix), &["r:ab", "c:yzx"]);
    check(dyad(&ints(&[1, 2]), '⌽', &matrix), &["r:ab", "c:"]);
    check(dyad(&ints(&[1, 4]), '⌽', &matrix), &["r:ab", "c:yzx"]);
    check(dyad(&ints(&[0, 0]), '⍉', &matrix), &[":"]);
    check(dyad(&ints(&[1, -4]), '↑', &matrix), &["r:a", "c:-xyz"]);
    check(dyad(&Value::Int(0), '↑', &vector), &["n:"]);
    assert!(dyad(&Value::Int(0), '↑', &vector).unwrap().as_array().unwrap().layout().has_keys());
    check(monad('↓', &matrix), &["r:ab"]);
    check(Ok(monad('↓', &matrix).unwrap().item(0)), &["c:xyz"]);
    check(monad('↓', &matrix).and_then(|v| monad('⊃', &v)), &["r:ab", "c:xyz"]);
    check(monad(',', &matrix), &[":"]);
    check(monad(',', &vector), &["n:uvw"]);
    check(monad('⍪', &vector), &["n:uvw", ":"]);
    check(along(None, ',', &ints(&[]), &vector), &["n:uvw", ":"]);
    check(dyad(&ints(&[1, 0, 1]), '/', &vector), &["n:uw"]);
    check(dyad(&ints(&[1, -2, 1]), '/', &vector), &["n:u--w"]);
    check(dyad(&ints(&[1, 0, 1, 1]), '\\', &vector), &["n:u-vw"]);
    check(dyad(&vector, ',', &Value::Int(9)), &["n:uvw-"]);
    check(dyad(&Value::Int(9), ',', &vector), &["n:-uvw"]);
    check(dyad(&matrix, ',', &labelled(ints(&[7, 8]), &["q:ba"])), &[":ab", "c:xyz-"]);
    check(dyad(&matrix, ',', &labelled(ints(&[7, 8]), &["r:ba"])), &["r:ab", "c:xyz-"]);
    check(dyad(&ints(&[3]), '⍴', &vector), &[":uvw"]);
    check(dyad(&labelled(ints(&[3]), &[":k"]), '⍴', &vector), &["k:uvw"]);
    check(monad(':', &matrix), &["r:", "c:"]);
    check(along(None, ':', &Value::string("c"), &matrix), &["r:ab", "c:"]);
    let repeated = dyad(&Value::Int(2), '/', &vector).unwrap_err();
    assert_eq!(repeated.kind(), ErrorKind::Domain);
    let joined_twice = dyad(&vector, ',', &vector).unwrap_err();
    assert_eq!(joined_twice.kind(), ErrorKind::Domain);
    let other_keys = dyad(&matrix, ',', &labelled(ints(&[7, 8]), &[":bd"])).unwrap_err();
    assert_eq!(other_keys.kind(), ErrorKind::Length);
    let aligned = dyad(&matrix, ',', &labelled(ints(&[7, 8]), &[":ba"])).unwrap();
    assert_eq!([3, 7].map(|i| matches(&aligned.item(i), &Value::Int(if i == 3 { 8 } else { 7 }))), [true; 2]);
}

#[test]
fn appending_reuses_the_buffer() {
    let mut value: Value = ints(&[]);
    for i in 0..1000 {
        value = join_along(value, Value::Int(i), 0).unwrap();
    }
    assert_eq!(value.shape(), [1000]);
    assert!((0..1000).all(|i| matches(&value.item(i), &Value::Int(i as i64))));
    let shared = value.clone();
    let longer = join_along(value, Value::Int(5), 0).unwrap();
    assert_eq!((shared.shape(), longer.shape()), (&[1000][..], &[1001][..]));
    let mut bits: Value = Array::new(Layout::vector(3), Storage::Bit(crate::array::Bits::from_bools([true; 3]))).into();
    for _ in 0..7 {
        bits = join_along(bits.clone(), bits, 0).unwrap();
    }
    assert!(bits.shape() == [384] && (0..384).all(|i| matches(&bits.item(i), &Value::Int(1))));
    let mut nested: Value = ints(&[]);
    for i in 0..100 {
        nested = join_along(nested, Array::scalar(ints(&[i])).into(), 0).unwrap();
    }
    assert_eq!((nested.depth(), nested.shape()), (2, &[100][..]));
}

#[test]
fn rotations_of_any_size() {
    let vector = ints(&[0, 1, 2, 3, 4, 5, 6]);
    let first = |count: Value| dyad(&count, '⌽', &vector).unwrap().item(0);
    let power = num_bigint::BigInt::from(10).pow(30);
    let exact = |n: num_bigint::BigInt| Value::from(crate::number::Number::from_integer(n));
    // 10*30 is 1 modulo 7.
    assert!(matches(&first(exact(power.clone())), &Value::Int(1)));
    assert!(matches(&first(exact(-power)), &Value::Int(6)));
    assert!(matches(&first(Value::Int(i64::MIN)), &Value::Int(6)));
    // The float nearest to 1E30 is 1000000000000000019884624838656, 5 modulo 7.
    assert!(matches(&first(Value::Float(1e30)), &Value::Int(5)));
    assert_eq!(dyad(&Value::Float(f64::INFINITY), '⌽', &vector).unwrap_err().kind(), ErrorKind::Domain);
}

#[test]
fn depth_of_the_shape() {
    let shape = Shape::from_slice(&[2, 3]);
    assert!(matches(&monad('⍴', &counting(&shape, 9)).unwrap(), &ints(&[2, 3])));
    assert!(matches(&monad('≡', &monad('⊂', &monad('⊂', &Value::Int(8)).unwrap()).unwrap()).unwrap(), &Value::Int(2)));
}

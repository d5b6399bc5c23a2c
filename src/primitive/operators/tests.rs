//! Operators with a caller that only knows primitives, derived functions and closures.

use std::sync::{Arc, Mutex};

use super::*;
use crate::array::compare::matches;
use crate::array::{Array, Axis, Form, Keys, Layout, Native, Outcome, Shape, Storage};
use crate::control::ErrorKind;
use crate::primitive::pervasive;
use crate::primitive::table::{DyadMeaning, MonadMeaning, Operator};

/// Calls primitives, derived functions and closures.
#[derive(Default)]
pub(crate) struct TestCaller {
    prototype_mode: bool,
}

impl Caller for TestCaller {
    fn call(&mut self, function: &Function, left: Option<Value>, right: Value) -> Result<Outcome> {
        match function.form() {
            Form::Primitive(glyph) => {
                let row = Primitive::row_of(*glyph);
                match left {
                    None => match row.monad.expect("a monad").meaning {
                        MonadMeaning::Pervasive(scalar) => pervasive::monad(scalar, right),
                        MonadMeaning::Whole(call) => call(self, right),
                        _ => panic!("{} is not there", row.glyph),
                    },
                    Some(left) => match row.dyad.expect("a dyad").meaning {
                        DyadMeaning::Pervasive(scalar) => pervasive::dyad(scalar, left, right),
                        DyadMeaning::Whole(call) => call(self, left, right),
                    },
                }
                .map(Outcome::Value)
            }
            Form::Derived { operator, left: operand, right: second } => {
                let operands = Operands { left: operand, right: second.as_ref() };
                (Operator::row_of(*operator).call)(self, operands, left, right)
            }
            Form::Native(native) => native.call(self, left, right),
            _ => panic!("the test caller knows no such function"),
        }
    }

    fn prototype_mode(&self) -> bool {
        self.prototype_mode
    }

    fn set_prototype_mode(&mut self, on: bool) -> bool {
        std::mem::replace(&mut self.prototype_mode, on)
    }

    fn random_bits(&mut self) -> u64 {
        0
    }
}

type Body = dyn Fn(&mut dyn Caller, Option<Value>, Value) -> Result<Outcome> + Send + Sync;
type Calls = Arc<Mutex<Vec<(Option<Value>, Value)>>>;

/// A closure as a function.
struct Closure(Box<Body>);

impl Native for Closure {
    fn name(&self) -> String {
        "⟨closure⟩".into()
    }

    fn is_system(&self) -> bool {
        false
    }

    fn call(&self, caller: &mut dyn Caller, left: Option<Value>, right: Value) -> Result<Outcome> {
        (self.0)(caller, left, right)
    }
}

pub(crate) fn closure(
    body: impl Fn(&mut dyn Caller, Option<Value>, Value) -> Result<Outcome> + Send + Sync + 'static,
) -> Function {
    Function::native(Arc::new(Closure(Box::new(body))))
}

/// A function that notes its arguments and then does what `inner` does.
fn noting(inner: Function) -> (Function, Calls) {
    let calls = Calls::default();
    let notes = calls.clone();
    let function = closure(move |caller, left, right| {
        notes.lock().unwrap().push((left.clone(), right.clone()));
        caller.call(&inner, left, right)
    });
    (function, calls)
}

pub(crate) fn glyph(symbol: char) -> Function {
    Primitive::function(symbol).unwrap()
}

/// Derives a function, its operands checked.
pub(crate) fn derive(symbol: char, left: impl Into<Value>, right: Option<Value>) -> Result<Function> {
    let (left, operator) = (left.into(), Operator::glyph(symbol).unwrap());
    if let Some(check) = Operator::row_of(operator).check {
        check(&left, right.as_ref())?;
    }
    Function::derived(operator, left, right)
}

fn monadic(symbol: char, left: impl Into<Value>) -> Function {
    derive(symbol, left, None).unwrap()
}

fn dyadic(symbol: char, left: impl Into<Value>, right: impl Into<Value>) -> Function {
    derive(symbol, left, Some(right.into())).unwrap()
}

pub(crate) fn call1(function: &Function, right: impl Into<Value>) -> Result<Value> {
    TestCaller::default().call_value(function, None, right.into())
}

pub(crate) fn call2(function: &Function, left: impl Into<Value>, right: impl Into<Value>) -> Result<Value> {
    TestCaller::default().call_value(function, Some(left.into()), right.into())
}

pub(crate) fn ints(items: &[i64]) -> Value {
    Array::integers(items.to_vec()).into()
}

pub(crate) fn matrix(rows: usize, columns: usize, items: &[i64]) -> Value {
    let shape: Shape = [rows, columns].as_slice().into();
    if items.is_empty() {
        return Array::empty(Layout::new(shape), Value::Int(0)).into();
    }
    Array::new(Layout::new(shape), Storage::I64(items.to_vec().into())).into()
}

fn record(keys: &[&str], items: &[i64]) -> Value {
    let keys = Keys::new(keys.iter().map(|key| Some(Arc::from(*key))).collect()).unwrap();
    let layout = Layout::with_axes(Shape::from_slice(&[items.len()]), vec![Axis { keys, name: None }]);
    Array::new(layout, Storage::I64(items.to_vec().into())).into()
}

fn vector(items: Vec<Value>) -> Value {
    Array::vector(items).into()
}

#[track_caller]
pub(crate) fn same(result: Result<Value>, expected: Value) {
    let result = result.unwrap();
    assert!(matches(&result, &expected), "{result:?} is not {expected:?}");
}

#[track_caller]
pub(crate) fn fails(result: Result<Value>, kind: ErrorKind) {
    let error = result.expect_err("an error");
    assert_eq!(error.kind(), kind, "{error}");
}

#[test]
fn reductions_go_from_the_right() {
    let (minus, calls) = noting(glyph('-'));
    same(call1(&monadic('/', minus), ints(&[7, 5, 2])), Value::Int(4));
    let seen: Vec<(i64, i64)> = calls
        .lock()
        .unwrap()
        .iter()
        .map(|call| match call {
            (Some(Value::Int(left)), Value::Int(right)) => (*left, *right),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(seen, [(5, 2), (7, 3)]);
    let times = monadic('/', glyph('×'));
    same(call1(&times, matrix(3, 2, &[2, 5, 3, 4, 1, 6])), ints(&[10, 12, 6]));
    same(call1(&monadic('⌿', glyph('×')), matrix(3, 2, &[2, 5, 3, 4, 1, 6])), ints(&[6, 120]));
    same(call2(&monadic('/', glyph('-')), Value::Int(100), ints(&[8, 3])), Value::Int(105));
    same(call1(&times, Array::scalar(Value::Int(7))), Value::Int(7));
    same(call1(&times, Value::Int(7)), Value::Int(7));
}

#[test]
fn identities() {
    same(call1(&monadic('/', glyph('⌊')), Array::empty(Layout::vector(0), ints(&[0, 0]))), {
        Array::floats(vec![f64::INFINITY; 2]).into()
    });
    assert!(matches!(call1(&monadic('/', glyph('×')), ints(&[])).unwrap(), Value::Int(1)));
    assert!(matches!(call1(&monadic('/', glyph('×')), Array::zilde()).unwrap(), Value::Float(1.0)));
    assert!(matches!(call1(&monadic('/', glyph('=')), Array::string("")).unwrap(), Value::Int(1)));
    same(call1(&monadic('/', glyph(',')), Array::string("")), Value::string(""));
    fails(call1(&monadic('/', glyph('⍟')), Array::zilde()), ErrorKind::Domain);
    let own = closure(|_, _, right| Ok(right.into()));
    fails(call1(&monadic('/', own.clone()), Array::zilde()), ErrorKind::Domain);
    let none = call1(&monadic('/', own.clone()), matrix(0, 4, &[])).unwrap();
    assert_eq!(none.shape(), [0]);
    same(call2(&monadic('/', own), Value::Int(9), Array::zilde()), Value::Int(9));
}

#[test]
fn reductions_along_several_axes() {
    let cube = Array::new(
        Layout::new(Shape::from_slice(&[2, 2, 3])),
        Storage::I64(vec![5, 1, 0, 2, 2, 2, 9, 1, 1, 3, 3, 3].into()),
    );
    let along = |f: char, axes: Value| dyadic('⍠', monadic('/', glyph(f)), axes);
    same(call1(&along('+', ints(&[0, 2])), cube.clone()), ints(&[17, 15]));
    same(call2(&along('+', ints(&[1, 2])), Value::Int(50), cube.clone()), ints(&[62, 70]));
    same(call1(&along('-', ints(&[1, 0])), matrix(2, 2, &[10, 1, 4, 2])), Value::Int(5));
    same(call1(&along('-', ints(&[0, 1])), matrix(2, 2, &[10, 1, 4, 2])), Value::Int(11));
    same(call1(&along('+', Array::zilde().into()), ints(&[3, 1, 4])), ints(&[3, 1, 4]));
    fails(call1(&along('+', Value::Int(2)), ints(&[3, 1, 4])), ErrorKind::Domain);
    fails(call1(&along('+', ints(&[0, 0])), cube.clone()), ErrorKind::Domain);
    fails(call1(&along('+', matrix(1, 2, &[0, 1])), cube), ErrorKind::Rank);
}

#[test]
fn scans_go_from_the_left() {
    let (times, calls) = noting(glyph('×'));
    same(call1(&monadic('\\', times), ints(&[2, 3, 4])), ints(&[2, 6, 24]));
    assert_eq!(calls.lock().unwrap().len(), 2);
    same(call1(&monadic('\\', glyph('-')), ints(&[9, 4, 1])), ints(&[9, 5, 4]));
    same(call2(&monadic('\\', glyph('-')), Value::Int(100), ints(&[8, 3])), ints(&[92, 89]));
    let scan = monadic('⍀', glyph('⌈'));
    same(call1(&scan, matrix(3, 2, &[2, 9, 5, 1, 3, 3])), matrix(3, 2, &[2, 9, 5, 9, 5, 9]));
    let seeded = call2(&monadic('\\', glyph('×')), ints(&[5, 6]), ints(&[2, 10]));
    same(seeded, vector(vec![ints(&[10, 12]), ints(&[100, 120])]));
    same(call2(&monadic('\\', glyph('×')), Value::Int(2), Value::Int(7)), Value::Int(14));
    fails(call2(&monadic('\\', glyph('×')), ints(&[5, 6]), Value::Int(7)), ErrorKind::Length);
    let along = dyadic('⍠', monadic('\\', glyph('+')), ints(&[0, 1]));
    fails(call1(&along, matrix(2, 2, &[1, 2, 3, 4])), ErrorKind::Rank);
}

#[test]
fn each_and_outer_product() {
    let pair = closure(|_, left, right| Ok(vector(vec![left.unwrap(), right]).into()));
    let result = call2(&monadic('¨', pair.clone()), record(&["p"], &[4]), record(&["q"], &[7])).unwrap();
    same(Ok(result.item(0)), ints(&[4, 0]));
    same(Ok(result.item(1)), ints(&[0, 7]));
    assert_eq!(result.as_array().unwrap().layout().keys(0).unwrap().len(), 2);
    let (negate, calls) = noting(glyph('-'));
    let empty = call1(&monadic('¨', negate), Array::zilde()).unwrap();
    assert_eq!((empty.item_count(), calls.lock().unwrap().len()), (0, 1));
    fails(call2(&monadic('¨', pair.clone()), ints(&[1, 2]), ints(&[1, 2, 3])), ErrorKind::Length);
    let nothing = closure(|_, _, _| Ok(Outcome::Nothing));
    fails(call1(&monadic('¨', nothing), ints(&[1, 2])), ErrorKind::Value);
    let times = monadic('⌝', glyph('×'));
    same(call2(&times, ints(&[2, 5]), ints(&[10, 3])), matrix(2, 2, &[20, 6, 50, 15]));
    same(call2(&times, Value::Int(5), Array::scalar(Value::Int(8))), Array::scalar(Value::Int(40)).into());
    same(call2(&times, Value::Int(5), Value::Int(8)), Value::Int(40));
    let table = call2(&monadic('⌝', pair.clone()), ints(&[2, 5]), ints(&[10])).unwrap();
    assert_eq!(table.shape(), [2, 1]);
    same(Ok(table.item(1)), ints(&[5, 10]));
    fails(call1(&times, Value::Int(5)), ErrorKind::Syntax);
    assert_eq!(call2(&monadic('⌝', pair), ints(&[]), ints(&[4, 5])).unwrap().shape(), [0, 2]);
}

#[test]
fn rank_gives_cells() {
    let sum = monadic('/', glyph('+'));
    same(call1(&dyadic('⍤', sum.clone(), Value::Int(1)), matrix(2, 3, &[6, 2, 9, 1, 8, 3])), ints(&[17, 12]));
    let (right, calls) = noting(closure(|_, _, right| Ok(right.into())));
    same(call1(&dyadic('⍤', right, Value::Int(0)), ints(&[4, 5])), ints(&[4, 5]));
    assert!(calls.lock().unwrap().iter().all(|call| call.1.rank() == 0 && !call.1.is_atom()));
    same(call1(&dyadic('⍤', glyph('-'), Value::Int(0)), Value::Int(3)), Array::scalar(Value::Int(-3)).into());
    let rank = |ranks: Value| dyadic('⍤', sum.clone(), ranks);
    fails(call1(&rank(ints(&[1, 2, 3, 4])), ints(&[1])), ErrorKind::Length);
    fails(call1(&rank(Value::Float(1.5)), ints(&[1])), ErrorKind::Domain);
    fails(call1(&rank(matrix(1, 2, &[1, 2])), ints(&[1])), ErrorKind::Rank);
    let plus = dyadic('⍤', glyph('+'), Value::Int(1));
    fails(call2(&plus, matrix(2, 2, &[1, 2, 3, 4]), matrix(3, 2, &[1, 2, 3, 4, 5, 6])), ErrorKind::Length);
    let ordered = call2(&dyadic('⍤', glyph('+'), ints(&[0, 1])), ints(&[10, 100]), matrix(2, 2, &[1, 2, 3, 4]));
    same(ordered, matrix(2, 2, &[11, 12, 103, 104]));
    let empty = call1(&dyadic('⍤', closure(|_, _, _| Ok(ints(&[1, 2]).into())), Value::Int(1)), matrix(0, 5, &[]));
    assert_eq!(empty.unwrap().shape(), [0, 2]);
}

#[test]
fn axis_moves_cells_and_puts_them_back() {
    let cube = Array::new(Layout::new(Shape::from_slice(&[2, 3, 4])), Storage::I64((0..24).collect::<Vec<_>>().into()));
    let shape = |cells: &[usize]| {
        let shape = Shape::from_slice(cells);
        closure(move |_, _, _| {
            let count = shape.iter().product();
            Ok(Value::Array(Array::new(Layout::new(shape.clone()), Storage::I64(vec![1; count].into()))).into())
        })
    };
    assert_eq!(call1(&dyadic('⍠', shape(&[5]), ints(&[2, 0])), cube.clone()).unwrap().shape(), [3, 5]);
    assert_eq!(call1(&dyadic('⍠', shape(&[3, 3]), Value::Int(1)), cube.clone()).unwrap().shape(), [2, 3, 3, 4]);
    assert_eq!(call1(&dyadic('⍠', shape(&[7, 5]), ints(&[2, 0])), cube.clone()).unwrap().shape(), [5, 3, 7]);
    let same_cell = dyadic('⍠', closure(|_, _, right| Ok(right.into())), ints(&[2, 0]));
    same(call1(&same_cell, cube.clone()), cube.clone().into());
    fails(call1(&same_cell, ints(&[1])), ErrorKind::Domain);
    let minus = dyadic('⍠', glyph('+'), Value::Int(1));
    same(call2(&minus, ints(&[10, 20, 30]), matrix(2, 3, &[1, 2, 3, 4, 5, 6])), {
        matrix(2, 3, &[11, 22, 33, 14, 25, 36])
    });
    fails(call2(&dyadic('⍠', glyph('+'), Value::Int(0)), ints(&[1, 2, 3]), matrix(2, 3, &[0; 6])), ErrorKind::Length);
    fails(call1(&dyadic('⍠', glyph('-'), Value::Int(3)), cube), ErrorKind::Domain);
}

#[test]
fn inner_products() {
    let product = dyadic('.', glyph('+'), glyph('×'));
    same(call2(&product, ints(&[5, 2, 4]), ints(&[3, 10, 1])), Value::Int(39));
    same(call2(&product, Value::Int(4), ints(&[1, 10, 100])), Value::Int(444));
    let maximum = dyadic('.', glyph('⌈'), glyph('+'));
    same(call2(&maximum, matrix(2, 2, &[1, 2, 0, 3]), matrix(2, 2, &[5, 1, 2, 9])), matrix(2, 2, &[6, 11, 5, 12]));
    same(call2(&maximum, Array::zilde(), Array::zilde()), Value::Float(f64::NEG_INFINITY));
    fails(call2(&product, ints(&[1, 2, 3]), ints(&[1, 2])), ErrorKind::Length);
    fails(call2(&product, record(&["a"], &[2]), record(&["b"], &[3])), ErrorKind::Length);
    same(call2(&product, record(&["a", "b"], &[2, 3]), record(&["b", "a"], &[10, 1])), Value::Int(32));
    let (pair, pairs) = noting(glyph('×'));
    let (fold, folds) = noting(glyph('+'));
    let noted = dyadic('.', fold, pair);
    same(call2(&noted, ints(&[1, 2]), matrix(2, 2, &[5, 6, 7, 8])), ints(&[19, 22]));
    assert_eq!((pairs.lock().unwrap().len(), folds.lock().unwrap().len()), (4, 2));
    let general = call2(&noted, matrix(3, 2, &[1, 2, 3, 4, 5, 6]), matrix(2, 2, &[5, 6, 7, 8])).unwrap();
    same(call2(&product, matrix(3, 2, &[1, 2, 3, 4, 5, 6]), matrix(2, 2, &[5, 6, 7, 8])), general);
    assert_eq!(call2(&noted, matrix(0, 2, &[]), matrix(2, 3, &[0; 6])).unwrap().shape(), [0, 3]);
    fails(call2(&noted, matrix(2, 0, &[]), matrix(0, 3, &[])), ErrorKind::Domain);
    same(call2(&product, matrix(2, 0, &[]), matrix(0, 2, &[])), matrix(2, 2, &[0; 4]));
    assert_eq!(call2(&noted, matrix(2, 2, &[1; 4]), matrix(2, 0, &[])).unwrap().shape(), [2, 0]);
}

#[test]
fn powers() {
    let add = dyadic('⊸', Value::Int(10), glyph('+'));
    same(call1(&dyadic('⍣', add.clone(), Value::Int(3)), Value::Int(5)), Value::Int(35));
    let (noted, calls) = noting(glyph('+'));
    let counts = matrix(2, 2, &[1, 2, 0, 1]);
    same(call2(&dyadic('⍣', noted, counts), Value::Int(10), Value::Int(5)), matrix(2, 2, &[15, 25, 5, 15]));
    assert_eq!(calls.lock().unwrap().len(), 2);
    same(call1(&dyadic('⍣', add.clone(), ints(&[3, 0, -1])), Value::Int(5)), ints(&[35, 5, -5]));
    let until = closure(|_, left, _| Ok(Value::from(matches!(left, Some(Value::Int(7..)))).into()));
    let by_two = dyadic('⊸', Value::Int(2), glyph('+'));
    same(call1(&dyadic('⍣', by_two.clone(), until.clone()), Value::Int(1)), Value::Int(7));
    let history = dyadic('⍣', by_two, vector(vec![until.into()]));
    same(call1(&history, Value::Int(1)), ints(&[1, 3, 5, 7]));
    let limit = dyadic('⍣', dyadic('⊸', Value::Int(9), glyph('⌊')), Value::Float(f64::INFINITY));
    same(call1(&limit, Value::Int(50)), Value::Int(9));
    fails(call1(&dyadic('⍣', glyph('-'), Value::Float(0.5)), Value::Int(4)), ErrorKind::Domain);
    let two = closure(|_, _, _| Ok(Value::Int(2).into()));
    fails(call1(&dyadic('⍣', glyph('-'), two.clone()), Value::Int(4)), ErrorKind::Domain);
    fails(call1(&dyadic('⍣', two.clone(), Value::Int(-1)), Value::Int(4)), ErrorKind::Domain);
    same(call1(&dyadic('⍣', two, Value::Int(0)), Value::Int(4)), Value::Int(4));
}

#[test]
fn groups_windows_and_choices() {
    let sum = closure(|caller, _, right| {
        let sum = monadic('/', glyph('+'));
        caller.call(&sum, None, right)
    });
    same(call2(&monadic('⌸', sum.clone()), ints(&[7, 8, 7]), ints(&[1, 2, 30])), ints(&[31, 2]));
    let positions = call1(&monadic('⌸', closure(|_, _, right| Ok(right.into()))), Array::string("aba")).unwrap();
    same(Ok(positions), matrix(2, 2, &[0, 2, 1, 0]));
    fails(call1(&monadic('⌸', sum.clone()), Value::Int(8)), ErrorKind::Rank);
    fails(call2(&monadic('⌸', sum.clone()), ints(&[1, 2]), ints(&[1])), ErrorKind::Length);
    let (noted, calls) = noting(sum.clone());
    same(call1(&dyadic('⌺', noted, Value::Int(3)), ints(&[2, 7, 1, 8])), ints(&[9, 10, 16, 9]));
    let padding: Vec<Value> = calls.lock().unwrap().iter().map(|call| call.0.clone().unwrap().item(0)).collect();
    same(Ok(vector(padding)), Array::floats(vec![1.0, 0.0, 0.0, -1.0]).into());
    fails(call1(&dyadic('⌺', sum.clone(), Value::Int(8)), ints(&[2, 7, 1, 8])), ErrorKind::Domain);
    fails(call1(&dyadic('⌺', sum.clone(), ints(&[1, 1])), ints(&[2, 7, 1, 8])), ErrorKind::Rank);
    fails(call2(&dyadic('⌺', sum, Value::Int(3)), Value::Int(1), ints(&[2])), ErrorKind::Syntax);
    let cases = vector(vec![glyph('+').into(), glyph('-').into()]);
    same(call2(&dyadic('◶', Value::Int(-1), cases.clone()), Value::Int(8), Value::Int(3)), Value::Int(5));
    let kind = |left: Value, right: Value| derive('◶', left, Some(right)).unwrap_err().kind();
    assert_eq!(kind(Value::Int(2), cases.clone()), ErrorKind::Index);
    assert_eq!(kind(Value::Char('a'), cases.clone()), ErrorKind::Domain);
    assert_eq!(kind(ints(&[0, 0]), cases), ErrorKind::Rank);
    assert_eq!(kind(Value::Int(0), ints(&[1, 2])), ErrorKind::Domain);
    assert_eq!(kind(Value::Int(0), glyph('+').into()), ErrorKind::Domain);
}

#[test]
fn operands_are_checked_when_deriving() {
    for symbol in "¨⌝⌸/⌿\\⍀".chars() {
        assert_eq!(derive(symbol, Value::Int(4), None).unwrap_err().kind(), ErrorKind::Domain);
    }
    for symbol in "⊸⟜⍤⍣⍥.⌾⇄⌺⍠".chars() {
        let error = derive(symbol, Value::Int(4), Some(Value::Int(8))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Domain, "{symbol}");
    }
    assert_eq!(derive('⍥', glyph('-'), Some(Value::Int(6))).unwrap_err().kind(), ErrorKind::Domain);
    let bound = dyadic('⊸', Value::Int(3), glyph('+'));
    fails(call2(&bound, Value::Int(1), Value::Int(2)), ErrorKind::Syntax);
}

#[test]
fn prototype_mode_is_restored_on_errors() {
    let failing = closure(|caller, _, _| {
        assert!(caller.prototype_mode());
        Err(Error::domain("no"))
    });
    let mut caller = TestCaller::default();
    assert!(caller.call(&monadic('¨', failing), None, Array::zilde().into()).is_err());
    assert!(!caller.prototype_mode());
}

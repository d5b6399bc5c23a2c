//! Same values, other storage: how items lie in memory changes no result and no error.
//!
//! Every function row of the primitive table, and functions derived from them, are called with the same values in the
//! compact lane, in a wider lane of the same domain, as mixed values, as a slice of a larger buffer, and shared.

use std::panic::{AssertUnwindSafe, catch_unwind};

use aplomb::array::{Bits, Buffer, Item, Lane, Layout, Storage};
use aplomb::primitive::table::{DyadMeaning, FUNCTIONS};
use aplomb::{Array, ErrorKind, Function, Session, Value};

/// Arguments of every domain, shape and border.
const VALUES: &[&str] = &[
    "0x",
    "2",
    "'a'",
    "⊂5",
    "⊂1x 2x",
    "1x 0x 1x",
    "0x 1x",
    "1x",
    "[1x]",
    "3x 1x 2x",
    "2x ¯1x",
    "1 0 1",
    "2.5 ¯1 0",
    "∞ 1",
    "0j1 2",
    "1j2 3j¯1 0j1",
    "\"aba\"",
    "\"+\"",
    "\"é a\"",
    "2 2⍴1x 0x",
    "[1x 2x 3x ⋄ 4x 5x 6x]",
    "[1.5 2 ⋄ 3 4]",
    "[\"ab\" ⋄ \"cd\"]",
    "2 2 2⍴⍳8x",
    "131⍴1x 0x 0x",
    "131⍴3x 1x ¯2x",
    "131⍴2.5 ¯1 0",
    "[1x 2x;3x 4x]",
    "[\"ab\" \"c\"]",
    "[0.5 [2 3]]",
    "'a' 1x 0.5",
    "1r2 3x",
    "\"u\" \"v\" \"w\":1x 0x 1x",
    "\"p\" \"q\":2.5 1",
    "[\"n\":3]⍴1x 2x 0x",
    "⍬",
    "\"\"",
    "0⍴0x",
    "0 3⍴0x",
    "2 0⍴0",
    "0⍴⊂1 2",
];

/// Functions that operators derive, called with one and with two arguments.
const DERIVED: &[&str] = &[
    "+/", "-/", "×⌿", "⌈/", "∧/", "∨/", "=/", "≠/", "</", ",/", "+\\", "-\\", "⌊⍀", "≠\\", "∧\\", "÷¨", "≢¨", ",¨",
    "=¨", "+⌝", "=⌝", ",⌝", "-⍤1", "≢⍤1", "⌽⍤1", "+/⍤1", "=⍤0 1", "+.×", "∧.=", "⌈.+", "≢⌸", "⊢⌸", "+⍣2", "⊃⍣2", "+⍨",
    "-⍨", ",⍨", "⌽⍥-", "+/⍠0", "⌽⍠0", "0⊸⌷", "-@0", "+/⌺3", "∪⍤1", "⍋⍤1",
];

/// A way to hold the same values.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// The narrowest compact lane.
    Compact,
    /// Bits as integers, bytes as characters of 32 bits, floats as complex storage.
    Wide,
    /// Mixed values.
    Mixed,
    /// Part of a larger buffer, at an odd offset.
    Slice,
    /// Held by somebody else too.
    Shared,
}

/// How the left and the right argument are held.
const FORMS: [[Form; 2]; 5] = [
    [Form::Compact, Form::Wide],
    [Form::Wide, Form::Compact],
    [Form::Mixed, Form::Mixed],
    [Form::Slice, Form::Slice],
    [Form::Shared, Form::Shared],
];

fn bits_or(items: &[i64]) -> Storage {
    if items.iter().all(|item| matches!(item, 0 | 1)) {
        Storage::Bit(Bits::from_bools(items.iter().map(|&item| item == 1)))
    } else {
        Storage::I64(items.to_vec().into())
    }
}

/// The items in a buffer of their own.
fn compact(storage: &Storage) -> Storage {
    match storage {
        Storage::Bit(bits) => Storage::Bit(bits.clone()),
        Storage::I64(items) => bits_or(items),
        Storage::F64(items) => Storage::F64(items.to_vec().into()),
        Storage::C64(items) => Storage::C64(items.to_vec().into()),
        Storage::Char8(items) => Storage::Char8(items.to_vec().into()),
        Storage::Char32(items) => Storage::Char32(items.to_vec().into()),
        Storage::Mixed(items) => Storage::Mixed(items.to_vec().into()),
    }
}

fn wide(storage: Storage) -> Storage {
    match storage.lane() {
        Lane::Bit => storage.widen(Lane::I64),
        Lane::F64 => storage.widen(Lane::C64),
        Lane::Char8 => storage.widen(Lane::Char32),
        _ => storage,
    }
}

/// The items as the middle of a buffer that begins and ends with others.
fn slice(storage: &Storage) -> Storage {
    fn of<T: Item>(items: &[T]) -> Storage {
        let around = |count| std::iter::repeat_n(items.last().cloned().unwrap_or_else(T::blank), count);
        let block: Vec<T> = around(3).chain(items.iter().cloned()).chain(around(2)).collect();
        T::store(Buffer::from(block).slice(3, items.len()))
    }
    aplomb::each_lane!(storage, items => of(items); bits => {
        let block = [true; 3].into_iter().chain(bits.iter()).chain([true; 2]);
        Storage::Bit(Bits::from_bools(block).slice(3, bits.len()))
    })
}

/// The same values, held in this form.
fn held(value: &Value, form: Form) -> Value {
    let Value::Array(array) = value else { return value.clone() };
    let storage = compact(array.storage());
    let storage = match form {
        Form::Compact | Form::Shared => storage,
        Form::Wide => wide(storage),
        Form::Mixed => storage.widen(Lane::Mixed),
        Form::Slice => slice(&storage),
    };
    Value::Array(if array.is_empty() && storage.lane() == Lane::Mixed {
        Array::empty(array.layout().clone(), array.fill())
    } else {
        Array::new(array.layout().clone(), storage)
    })
}

/// Whether two results are the same in value, kinds, shape, keys and names, and prototype. Functions are not told apart.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => same_arrays(a, b),
        (Value::Function(_), Value::Function(_)) => true,
        (Value::Char(a), Value::Char(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => a == b || (a - b).abs() <= 1e-14 * a.abs().max(b.abs()),
        (Value::Complex(a), Value::Complex(b)) => (**a - **b).norm() <= 1e-14 * a.norm(),
        _ => a.as_number().is_some() && a.as_number() == b.as_number(),
    }
}

fn same_arrays(a: &Array, b: &Array) -> bool {
    let axis = |layout: &Layout, i| {
        (layout.keys(i).map(|keys| keys.entries().to_vec()), layout.name(i).map(|name| name.to_string()))
    };
    a.shape() == b.shape()
        && (0..a.rank()).all(|i| axis(a.layout(), i) == axis(b.layout(), i))
        && (0..a.len()).all(|i| same(&a.item(i), &b.item(i)))
        && (!a.is_empty() || same(&a.fill(), &b.fill()))
}

type Answer = Result<Option<Value>, ErrorKind>;

fn agree(a: &Answer, b: &Answer) -> bool {
    match (a, b) {
        (Ok(Some(a)), Ok(Some(b))) => same(a, b),
        (Ok(None), Ok(None)) => true,
        (Err(a), Err(b)) => a == b,
        _ => false,
    }
}

fn sound(value: &Value) -> bool {
    value.as_array().is_none_or(|array| array.check() && (0..array.len()).all(|i| sound(&array.item(i))))
}

/// A session, and the differences found in it.
struct Trial {
    session: Session,
    values: Vec<(&'static str, Value)>,
    differences: Vec<String>,
}

impl Trial {
    fn new() -> Trial {
        let mut session = Session::new();
        let values = VALUES
            .iter()
            .map(|&text| (text, session.evaluate(text).value.unwrap_or_else(|| panic!("{text} is a value"))))
            .collect();
        Trial { session, values, differences: Vec::new() }
    }

    fn function(&mut self, text: &str) -> Function {
        match self.session.evaluate(text).value {
            Some(Value::Function(function)) => function,
            other => panic!("{text} is no function: {other:?}"),
        }
    }

    fn call(&mut self, function: &Function, left: Option<Value>, right: Value, called: &str) -> Answer {
        let result = catch_unwind(AssertUnwindSafe(|| self.session.call(function, left, right)));
        let Ok(result) = result else {
            self.differences.push(format!("{called} panics"));
            return Ok(None);
        };
        if let Ok(Some(value)) = &result
            && !sound(value)
        {
            self.differences.push(format!("{called} gives an unsound array"));
        }
        result.map_err(|error| error.kind())
    }

    fn compare(&mut self, text: &str, function: &Function, left: Option<usize>, right: usize, forms: &[[Form; 2]]) {
        let pick = |trial: &Trial, place: usize, form| held(&trial.values[place].1, form);
        let name = left.map_or("", |left| self.values[left].0);
        let called = format!("({name}) ({text}) {}", self.values[right].0);
        let plain = |trial: &Trial, [x, y]: [Form; 2]| (left.map(|left| pick(trial, left, x)), pick(trial, right, y));
        let (x, y) = plain(self, [Form::Compact; 2]);
        let expected = self.call(function, x, y, &called);
        for &form in forms {
            let (x, y) = plain(self, form);
            let kept = (form == [Form::Shared; 2]).then(|| (x.clone(), y.clone()));
            let answer = self.call(function, x, y, &called);
            if !agree(&expected, &answer) {
                self.differences.push(format!("{called}: {form:?} gives {answer:?}, not {expected:?}"));
            }
            if let Some((x, y)) = kept {
                let (old_x, old_y) = plain(self, [Form::Compact; 2]);
                if !same(&y, &old_y) || !x.zip(old_x).is_none_or(|(x, old)| same(&x, &old)) {
                    self.differences.push(format!("{called} changes a shared argument"));
                }
            }
        }
    }

    fn compare_all(&mut self, text: &str, valence: usize) {
        let function = self.function(text);
        for right in 0..self.values.len() {
            // The roots of a polynomial of high degree take long.
            if text == "⊛" && valence == 1 && self.values[right].1.item_count() > 100 {
                continue;
            }
            if valence == 1 {
                self.compare(text, &function, None, right, &FORMS);
                continue;
            }
            for left in 0..self.values.len() {
                // Joining sees whether numbers of two kinds lie in mixed storage (rule J).
                let joins = numbers_differ(&self.values[left].1, &self.values[right].1);
                let shown = |form: &[Form; 2]| !joins || form[1] != Form::Mixed;
                let forms: Vec<[Form; 2]> = FORMS.into_iter().filter(shown).collect();
                self.compare(text, &function, Some(left), right, &forms);
            }
        }
    }

    fn report(self) {
        let count = self.differences.len();
        assert!(count == 0, "{count} differences:\n{}", self.differences.join("\n"));
    }
}

/// Whether numbers of different kinds would meet in a join.
fn numbers_differ(a: &Value, b: &Value) -> bool {
    let kind = |value: &Value| match value.as_array() {
        Some(array) => array.fill(),
        None => value.prototype(),
    };
    !matches!((kind(a), kind(b)), (Value::Int(_), Value::Int(_)) | (Value::Float(_), Value::Float(_)))
}

#[test]
fn monads_do_not_see_storage() {
    let mut trial = Trial::new();
    for row in FUNCTIONS.iter().filter(|row| row.monad.is_some() && row.glyph != '?') {
        trial.compare_all(&row.glyph.to_string(), 1);
    }
    DERIVED.iter().for_each(|text| trial.compare_all(text, 1));
    trial.report();
}

#[test]
fn pervasive_dyads_do_not_see_storage() {
    let mut trial = Trial::new();
    for row in FUNCTIONS.iter().filter(|row| row.glyph != '?') {
        if row.dyad.is_some_and(|dyad| matches!(dyad.meaning, DyadMeaning::Pervasive(_))) {
            trial.compare_all(&row.glyph.to_string(), 2);
        }
    }
    trial.report();
}

#[test]
fn other_dyads_do_not_see_storage() {
    let mut trial = Trial::new();
    for row in FUNCTIONS.iter().filter(|row| row.glyph != '?') {
        if row.dyad.is_some_and(|dyad| matches!(dyad.meaning, DyadMeaning::Whole(_))) {
            trial.compare_all(&row.glyph.to_string(), 2);
        }
    }
    trial.report();
}

#[test]
fn derived_functions_do_not_see_storage() {
    let mut trial = Trial::new();
    DERIVED.iter().for_each(|text| trial.compare_all(text, 2));
    trial.report();
}

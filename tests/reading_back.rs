//! The plain text of a value reads back as a value that matches it and has the same kinds.

use std::sync::Arc;

use aplomb::array::{Axis, Keys, Layout, Storage};
use aplomb::number::Number;
use aplomb::primitive::table::Primitive;
use aplomb::{Array, Session, Value, display};
use num_bigint::BigInt;
use num_complex::Complex64;
use num_rational::BigRational;
use proptest::prelude::*;

/// Whether both print alike in every respect: structure, keys, names, prototypes, and kind and value of each atom.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            let same_items = (0..a.len()).all(|i| same(&a.item(i), &b.item(i)));
            a.layout() == b.layout() && same_items && same_prototypes(a, b)
        }
        (Value::Function(a), Value::Function(b)) => a.is_same(b),
        (Value::Char(a), Value::Char(b)) => a == b,
        _ => a.as_number().is_some() && a.as_number() == b.as_number(),
    }
}

fn same_prototypes(a: &Array, b: &Array) -> bool {
    !a.is_empty() || same(&a.fill(), &b.fill())
}

fn integer() -> impl Strategy<Value = i64> {
    prop_oneof![-20..20i64, any::<i64>(), Just(i64::MAX), Just(i64::MIN)]
}

fn number() -> impl Strategy<Value = Value> {
    let float = prop_oneof![
        any::<f64>().prop_filter("not a number", |float| !float.is_nan()),
        (-50..50i32).prop_map(f64::from),
        (-300..300i32).prop_map(|exponent| 10f64.powi(exponent)),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
    ];
    let exact = (any::<i128>(), 1..1000u32)
        .prop_map(|(above, below)| Number::from_rational(BigRational::new(BigInt::from(above), BigInt::from(below))));
    let complex = (-1e3..1e3, -1e3..1e3).prop_map(|(re, im)| Number::from_complex(Complex64::new(re, im)).unwrap());
    prop_oneof![
        3 => integer().prop_map(Value::Int),
        3 => float.prop_map(|float| Value::Float(if float == 0.0 { 0.0 } else { float })),
        1 => exact.prop_map(Value::from),
        1 => complex.prop_map(Value::from),
    ]
}

fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        Just('\''),
        Just('"'),
        Just(' '),
        Just('⋄'),
        Just('\n'),
        Just('\u{85}'),
        Just('日'),
        prop::char::range('a', 'e'),
        any::<char>()
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(character(), 0..5).prop_map(String::from_iter)
}

fn atom() -> impl Strategy<Value = Value> {
    let glyphs: Vec<char> = "+-×÷⌽:,/⌿≢⍋".chars().collect();
    let function = prop::sample::select(glyphs).prop_map(|glyph| Primitive::function(glyph).unwrap().into());
    prop_oneof![4 => number(), 2 => character().prop_map(Value::Char), 1 => function]
}

/// Items of one kind, or of many.
fn items(item: impl Strategy<Value = Value> + Clone + 'static) -> impl Strategy<Value = Vec<Value>> {
    prop_oneof![
        prop::collection::vec(item.clone(), 1..6),
        prop::collection::vec(integer().prop_map(Value::Int), 1..6),
        prop::collection::vec(character().prop_map(Value::Char), 1..6),
        item.prop_map(|item| vec![item]),
    ]
}

/// An array of this shape whose items are taken from a list in turn.
fn array(shape: &[usize], items: &[Value], axes: &[(u8, bool)]) -> Value {
    let count: usize = shape.iter().product();
    let is_record = shape.len() == 1;
    let axes = shape.iter().zip(axes).enumerate().map(|(axis, (&length, &(missing, named)))| {
        let key = |i: usize| (i % missing as usize != 1).then(|| Arc::from(format!("{axis}\"{i}\n")));
        let keys = if missing == 0 || (length == 0 && is_record) {
            None
        } else {
            Keys::of_unique((0..length).map(key).collect())
        };
        Axis { keys, name: named.then(|| Arc::from(format!("n {axis}"))) }
    });
    let mut axes: Vec<Axis> = axes.collect();
    // The text does not tell an unkeyed axis of length 0 from one with an empty list of keys beside keyed axes.
    if axes.iter().any(|axis| axis.keys.is_some()) {
        for (axis, _) in axes.iter_mut().zip(shape).filter(|(_, length)| **length == 0) {
            axis.keys = Keys::of_unique(Vec::new());
        }
    }
    let layout = Layout::with_axes(shape, axes);
    if count == 0 {
        return Array::empty(layout, items[0].prototype()).into();
    }
    Array::new(layout, Storage::collect(items.iter().cycle().take(count).cloned().collect())).into()
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![3 => atom(), 1 => text().prop_map(|text| Value::string(&text))];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let axis = (prop_oneof![3 => Just(0u8), 1 => 1..4u8], prop::bool::weighted(0.15));
        let shape = prop_oneof![
            2 => Just(vec![]),
            6 => prop::collection::vec(0..4usize, 1),
            3 => prop::collection::vec(0..3usize, 2),
            1 => prop::collection::vec(1..3usize, 3),
        ];
        let vector = items(inner.clone()).prop_map(|items| Array::vector(items).into());
        let shaped = (shape, items(inner), prop::collection::vec(axis, 3))
            .prop_map(|(shape, items, axes)| array(&shape, &items, &axes));
        prop_oneof![2 => vector, 3 => shaped]
    })
}

/// The same value with mixed storage at every level.
fn mixed(value: &Value) -> Value {
    match value {
        Value::Array(array) if !array.is_empty() => {
            let items = array.storage().to_values().iter().map(mixed).collect::<Vec<_>>();
            Array::new(array.layout().clone(), Storage::Mixed(items.into())).into()
        }
        value => value.clone(),
    }
}

/// The text of a function with every part in a group.
fn function() -> impl Strategy<Value = String> {
    let hybrid = || prop::sample::select(vec!["/", "⌿", "\\", "⍀"]);
    let data = || prop::sample::select(vec!["1", "1 2", "[1]", "(2)", "\"ab\"", "⍬", "1x", "(0⍴5x)", "[\"a\":1]"]);
    let primitive = prop::sample::select(vec!["(↑(+))", "(↑(×))", "(↑(⌽))", "(↑(:))", "(•ucs)", "({⍵ + 1})"]);
    let leaf = prop_oneof![
        4 => primitive.prop_map(String::from),
        1 => hybrid().prop_map(|glyph| format!("(↑[{glyph}])")),
    ];
    leaf.prop_recursive(4, 20, 3, move |part| {
        let (f, g, h) = (part.clone(), part.clone(), part.clone());
        let monadic = prop::sample::select(vec!["¨", "⍨", "⌝", "{⍶ ⍵}"]);
        let dyadic = prop::sample::select(vec!["⍤", "⍥", "⟜", "⊸", ".", "{⍶ ⍹ ⍵}"]);
        prop_oneof![
            2 => (part.clone(), hybrid()).prop_map(|(f, glyph)| format!("({f}{glyph})")),
            1 => (part.clone(), monadic).prop_map(|(f, glyph)| format!("({f}{glyph})")),
            2 => (part.clone(), dyadic, part.clone()).prop_map(|(f, glyph, g)| format!("({f}{glyph}{g})")),
            2 => (part.clone(), data()).prop_map(|(f, data)| format!("({f}⍤{data})")),
            1 => (data(), part.clone()).prop_map(|(data, f)| format!("({data}⊸{f})")),
            1 => (data(), part.clone(), part.clone()).prop_map(|(data, f, g)| format!("({data}{f}{g})")),
            2 => (f, g, h).prop_map(|(f, g, h)| format!("({f}{g}{h})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_read_back(value in value()) {
        // Within a vector every text is source: no raw strings, no tables.
        let wrapped = Value::from(Array::vector(vec![value, Value::Int(1)]));
        let text = display::plain(&wrapped).unwrap();
        let mut session = Session::new();
        let evaluation = session.evaluate(&text);
        prop_assert!(evaluation.error.is_none(), "{text}: {:?}", evaluation.error);
        let read = evaluation.value.unwrap();
        prop_assert!(same(&wrapped, &read), "{text}\n{}", display::plain(&read).unwrap());
    }

    #[test]
    fn functions_read_back(text in function()) {
        let settings = |trains| display::BoxSettings { trains, ..display::BoxSettings::INTERACTIVE };
        let draw = |function: &Value, trains| display::boxed(function, &settings(trains), display::ALL_DIGITS).unwrap();
        let mut session = Session::new();
        let function = session.evaluate(&text).value.unwrap();
        let tree = draw(&function, display::Trains::Tree);
        for trains in [display::Trains::Def, display::Trains::Parens] {
            let printed = draw(&function, trains);
            let evaluation = session.evaluate(&printed);
            prop_assert!(evaluation.error.is_none(), "{text} {printed}: {:?}", evaluation.error);
            let read = draw(&evaluation.value.unwrap(), display::Trains::Tree);
            prop_assert_eq!(&tree, &read, "{} {}", text, printed);
        }
    }

    #[test]
    fn text_does_not_depend_on_storage(value in value()) {
        let other = mixed(&value);
        prop_assert_eq!(display::plain(&value).unwrap(), display::plain(&other).unwrap());
        prop_assert_eq!(display::source(&value).unwrap(), display::source(&other).unwrap());
        let formatted = [display::format(&value).unwrap(), display::format(&other).unwrap()];
        prop_assert!(same(&formatted[0], &formatted[1]));
        let lines = |value| display::boxed(value, &display::BoxSettings::INTERACTIVE, 5).unwrap().lines().count();
        prop_assert_eq!(lines(&value), lines(&other));
    }

    #[test]
    fn every_form_is_laid_out(value in value()) {
        let formatted = display::format(&value).unwrap();
        prop_assert!(matches!(formatted, Value::Char(_)) || formatted.as_array().is_some_and(|array| array.check()));
        let settings = display::BoxSettings::INTERACTIVE;
        let boxed = display::boxed(&value, &settings, display::ALL_DIGITS).unwrap();
        prop_assert_eq!(display::shortened(&value, &settings, display::ALL_DIGITS).unwrap(), boxed);
    }
}

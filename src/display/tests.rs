//! Plain display of values made by hand.

use std::sync::Arc;

use num_complex::Complex64;

use crate::array::{Array, Axis, Function, Glyph, Keys, Layout, Storage, Value};
use crate::display::{plain, source};
use crate::number::text::parse;

pub fn n(text: &str) -> Value {
    parse(text).expect("a number literal").into()
}

pub fn c(character: char) -> Value {
    Value::Char(character)
}

pub fn s(text: &str) -> Value {
    Value::string(text)
}

/// A vector of items.
pub fn v(items: impl IntoIterator<Item = Value>) -> Value {
    Array::vector(items.into_iter().collect()).into()
}

/// A strand of number literals.
pub fn nums(text: &str) -> Value {
    v(text.split_whitespace().map(n))
}

pub fn box_of(value: Value) -> Value {
    Array::scalar(value).into()
}

pub fn shaped(shape: &[usize], items: impl IntoIterator<Item = Value>) -> Value {
    let items: Vec<Value> = items.into_iter().collect();
    let count = shape.iter().product();
    let items = items.iter().cycle().take(count).cloned().collect();
    Array::new(Layout::new(shape), Storage::collect(items)).into()
}

pub fn range(shape: &[usize]) -> Value {
    shaped(shape, (0..shape.iter().product::<usize>()).map(|i| Value::Float(i as f64)))
}

pub fn empty(shape: &[usize], prototype: Value) -> Value {
    Array::empty(Layout::new(shape), prototype.prototype()).into()
}

/// The value with keys (`-` for none) and names on its axes.
pub fn axes(value: Value, axes: &[(Option<&[&str]>, Option<&str>)]) -> Value {
    let array = value.into_array();
    let axes = axes
        .iter()
        .map(|(keys, name)| Axis {
            keys: keys.and_then(|keys| {
                Keys::of_unique(keys.iter().map(|&key| (key != "-").then(|| Arc::from(key))).collect())
            }),
            name: name.map(Arc::from),
        })
        .collect();
    let shape = array.shape().to_vec();
    array.with_layout(Layout::with_axes(shape.as_slice(), axes)).into()
}

pub fn keyed(keys: &[&str], value: Value) -> Value {
    let rank = value.rank();
    let mut all = vec![(None, None); rank];
    all[0].0 = Some(keys);
    axes(value, &all)
}

pub fn glyph(symbol: char) -> Value {
    Function::primitive(Glyph { symbol, row: 0 }).into()
}

pub fn derived(left: Value, symbol: char, right: Option<Value>) -> Value {
    Function::derived(Glyph { symbol, row: 0 }, left, right).unwrap().into()
}

pub fn function(value: Value) -> Function {
    match value {
        Value::Function(function) => function,
        _ => panic!("not a function"),
    }
}

pub fn fork(left: Value, middle: Value, right: Value) -> Value {
    Function::fork(left, function(middle), function(right)).unwrap().into()
}

fn shows(value: Value, text: &str) {
    assert_eq!(plain(&value).unwrap(), text);
}

#[test]
fn atoms_and_strings() {
    shows(n("2.5"), "2.5");
    shows(n("¯12x"), "¯12ₓ");
    shows(n("1j2"), "1j2");
    shows(c('q'), "'q'");
    shows(c('\''), "'''");
    shows(c('\n'), "•ucs 10");
    shows(s("it's"), "it's");
    shows(s(""), "\"\"");
    shows(v([s("it's"), s("so")]), "\"it's\" \"so\"");
    shows(v([s("say \"ho\""), s("x")]), "\"say \"\"ho\"\"\" \"x\"");
    shows(v([s("it's"), n("1")]), "\"it's\" 1");
    shows(v([v([s("it's"), n("1")]), n("2")]), "[[\"it's\" 1] 2]");
    shows(v([c('q'), n("2"), n("∞")]), "'q' 2 ∞");
    shows(v([s("a\n"), n("1")]), "[(,•ucs 97 10) 1]");
    assert_eq!(source(&s("a\n")).unwrap(), ",•ucs 97 10");
    shows(s("a\n"), "a\n");
    shows(v([s("ab"), s("")]), "\"ab\" \"\"");
}

#[test]
fn scalars() {
    shows(box_of(n("7x")), "(7ₓ)");
    shows(box_of(s("ox")), "(\"ox\")");
    shows(box_of(s("")), "(\"\")");
    shows(box_of(nums("4 5")), "(4 5)");
    shows(box_of(box_of(nums("4 5"))), "⊂(4 5)");
    shows(box_of(v([n("4"), nums("5 6")])), "⊂[4 [5 6]]");
    shows(box_of(range(&[2, 2])), "⊂[0 1 ⋄ 2 3]");
    shows(box_of(nums("5")), "⊂[5]");
    shows(box_of(Array::zilde().into()), "(⍬)");
    shows(box_of(empty(&[0], n("0x"))), "⊂0⍴0ₓ");
    shows(box_of(empty(&[0, 3], n("0"))), "⊂(0 3⍴0)");
    shows(box_of(v([nums("1 2"), nums("3")])), "⊂(1 2 ⋄ 3)");
    shows(box_of(keyed(&["a"], nums("1"))), "⊂[\"a\":1]");
    shows(box_of(v([s("ab"), s("c")])), "(\"ab\" \"c\")");
    shows(box_of(c('\n')), "⊂(•ucs 10)");
    shows(v([box_of(n("4")), n("5")]), "[(4) 5]");
    shows(box_of(glyph('+')), "(+)");
    shows(box_of(v([glyph('+'), glyph('-')])), "(+ -)");
    shows(box_of(v([glyph('+')])), "⊂[+]");
    shows(box_of(glyph('/')), "⍬⍴[/]");
    shows(box_of(derived(glyph('+'), '/', None)), "⍬⍴[+/]");
    shows(box_of(v([glyph('+'), glyph('/')])), "⊂[+ /]");
}

#[test]
fn vectors() {
    shows(Array::zilde().into(), "⍬");
    shows(nums("5"), "[5]");
    shows(nums("5x"), "[5ₓ]");
    shows(nums("1 2.5 3x"), "1 2.5 3ₓ");
    shows(v([s("ab")]), "[\"ab\"]");
    shows(v([nums("1 2")]), "[[1 2]]");
    shows(v([nums("8"), nums("9 10")]), "(8 ⋄ 9 10)");
    shows(v([nums("8"), v([n("9"), s("k")])]), "(8 ⋄ 9 \"k\")");
    shows(v([nums("8 9"), s("ox")]), "[[8 9] \"ox\"]");
    shows(v([nums("8 9"), Array::zilde().into()]), "[[8 9] ⍬]");
    shows(v([range(&[2, 2]), n("5")]), "[[0 1 ⋄ 2 3] 5]");
    shows(v([empty(&[0, 3], n("0")), n("5")]), "[(0 3⍴0) 5]");
    shows(v([glyph('+'), n("1")]), "[+ 1]");
    shows(v([glyph(':'), glyph('+')]), "[:;+]");
    shows(v([glyph(':')]), "[:]");
    shows(empty(&[0], v([s("ox"), s("cow")]).item(0)), "0⍴(\"  \")");
    shows(empty(&[0], nums("4 5")), "0⍴(0 0)");
    shows(empty(&[0], keyed(&["a"], nums("1"))), "0⍴⊂[\"a\":0]");
    shows(empty(&[0], glyph('+')), "0⍴[+]");
    shows(empty(&[0, 3], c('x')), "0 3⍴' '");
    shows(empty(&[2, 0], nums("1x 2x")), "2 0⍴(0ₓ 0ₓ)");
}

#[test]
fn records_and_names() {
    let record = keyed(&["n", "list", "in"], v([n("5"), nums("1 2"), keyed(&["z"], nums("0"))]));
    shows(record, "[\"n\":5 \"list\":[1 2] \"in\":[\"z\":0]]");
    shows(v([keyed(&["n"], nums("5")), n("6")]), "[[\"n\":5] 6]");
    shows(keyed(&["a", "b", "-"], v([n("1"), nums("2 3"), n("4")])), "[\"a\":1 \"b\":[2 3] 4]");
    shows(v([keyed(&["a"], nums("1")), nums("2 3")]), "(\"a\":1 ⋄ 2 3)");
    shows(keyed(&["uv", "w"], s("xy")), "[\"uv\":'x' \"w\":'y']");
    shows(keyed(&["a\n"], nums("1")), "[(,•ucs 97 10):1]");
    shows(keyed(&[], Array::zilde().into()), "⍬:⍬");
    let table = axes(range(&[2, 2]), &[(Some(&["p", "q"]), None), (None, None)]);
    shows(v([table, n("6")]), "[([\"p\" \"q\";0 1]:[0 1 ⋄ 2 3]) 6]");
    let one = axes(range(&[1, 2]), &[(Some(&["a"]), None), (Some(&["x", "y"]), None)]);
    shows(v([one]), "[([[\"a\"];\"x\" \"y\"]:[0 1 ⋄])]");
    let some = axes(range(&[2, 2]), &[(Some(&["a", "-"]), None), (Some(&["x", "y"]), None)]);
    assert_eq!(source(&some).unwrap(), "[\"a\" 1;\"x\" \"y\"]:[0 1 ⋄ 2 3]");
    let none = axes(empty(&[0, 2], n("0")), &[(Some(&[]), None), (Some(&["x", "y"]), None)]);
    assert_eq!(source(&none).unwrap(), "[⍬;\"x\" \"y\"]:0 2⍴0");
    shows(axes(nums("3 12"), &[(None, Some("k"))]), "[\"k\":2]⍴3 12");
    shows(axes(s("ab"), &[(None, Some("k"))]), "[\"k\":2]⍴\"ab\"");
    shows(v([axes(nums("3 12"), &[(None, Some("k"))]), n("1")]), "[([\"k\":2]⍴3 12) 1]");
    shows(v([axes(s("ab"), &[(None, Some("k"))]), n("1")]), "[[\"k\":2]⍴\"ab\" 1]");
    let named = axes(range(&[2, 3]), &[(None, Some("k")), (None, None)]);
    assert_eq!(source(&named).unwrap(), "[\"k\":2 3]⍴[0 1 2 ⋄ 3 4 5]");
    shows(axes(nums("3 12"), &[(Some(&["x", "y"]), Some("k"))]), "[\"k\":2]⍴[\"x\":3 \"y\":12]");
    shows(axes(empty(&[0, 2], n("0")), &[(None, Some("k")), (None, None)]), "[\"k\":0 2]⍴0 2⍴0");
}

#[test]
fn source_of_matrices() {
    let cases = [
        (shaped(&[2, 1], nums("1 2").into_array().storage().to_values()), "[[1] ⋄ [2]]"),
        (shaped(&[2, 2], "abcd".chars().map(c)), "[\"ab\" ⋄ \"cd\"]"),
        (shaped(&[2, 1], "ab".chars().map(c)), "[\"a\" ⋄ \"b\"]"),
        (range(&[1, 2]), "[0 1 ⋄]"),
        (range(&[2, 2, 2]), "[[0 1 ⋄ 2 3] ⋄ [4 5 ⋄ 6 7]]"),
        (shaped(&[1, 1, 1], [n("7")]), "[[[7] ⋄] ⋄]"),
        (shaped(&[2, 2], [c('a'), c('\n'), c('b'), n("1")]), "[(,•ucs 97 10) ⋄ 'b' 1]"),
        (shaped(&[2, 2], [c('a'), n("1x"), s("cd"), nums("2 3")]), "['a' 1ₓ ⋄ \"cd\" [2 3]]"),
    ];
    for (value, text) in cases {
        assert_eq!(source(&value).unwrap(), text);
    }
}

#[test]
fn matrices() {
    shows(shaped(&[2, 2], nums("2.5 ¯10 40 0.125").into_array().storage().to_values()), " 2.5 ¯10    \n40     0.125");
    shows(shaped(&[2, 2], [s("pear"), n("2"), s("fig"), n("31")]), "\"pear\"  2\n \"fig\" 31");
    shows(shaped(&[2, 2], [c('p'), n("12"), c('q'), n("3")]), "p 12\nq  3");
    shows(shaped(&[2, 2], [n("3x"), n("2.5"), n("12x"), n("1r3")]), " 3ₓ   2.5\n12ₓ 1r3  ");
    shows(shaped(&[2, 2], [nums("1 2"), n("3"), s("k"), box_of(n("5"))]), "[1 2]   3\n  \"k\" (5)");
    shows(shaped(&[2, 3], "keylog".chars().map(c)), "key\nlog");
    shows(shaped(&[2, 2], [n("2.5"), s("k"), n("10"), n("8")]), "2.5 \"k\"\n 10   8");
    shows(shaped(&[2, 1, 2], [n("7"), n("80"), n("9"), n("10")]), "7 80\n\n9 10");
    shows(shaped(&[2, 1], [glyph('+'), derived(glyph('+'), '/', None)]), " ⟨+⟩\n⟨+/⟩");
    shows(shaped(&[2, 2], ["日", "a", "b", "c"].map(s)), "\"日\" \"a\"\n \"b\" \"c\"");
    let text = plain(&range(&[2, 2, 2, 1, 1])).unwrap();
    assert_eq!(text, "0\n\n1\n\n\n2\n\n3\n\n\n\n4\n\n5\n\n\n6\n\n7");
    let text = plain(&shaped(&[2, 2, 1, 1], "abcd".chars().map(c))).unwrap();
    assert_eq!(text, "a\n\nb\n\n\nc\n\nd");
    shows(axes(range(&[1, 2]), &[(None, Some("k")), (None, None)]), "0 1");
}

#[test]
fn functions() {
    let sum = || derived(glyph('+'), '/', None);
    shows(fork(sum(), glyph('÷'), glyph('≢')), "+/÷≢");
    let range = fork(derived(glyph('⌈'), '/', None), glyph('-'), derived(glyph('⌊'), '/', None));
    shows(fork(range, glyph('÷'), glyph('≢')), "(⌈/-⌊/)÷≢");
    let bound = |number, symbol| derived(n(number), '⊸', Some(glyph(symbol)));
    shows(bound("3", '×'), "3⊸×");
    shows(derived(bound("10", '-'), '⍤', Some(bound("2", '×'))), "10⊸-⍤(2⊸×)");
    shows(derived(glyph('-'), '⍤', Some(glyph('⌽'))), "-⍤⌽");
    shows(derived(glyph('+'), '⍤', Some(nums("1 2"))), "+⍤1 2");
    shows(derived(box_of(nums("1 2")), '⊸', Some(glyph('+'))), "(1 2)⊸+");
    shows(derived(glyph('+'), '⍥', Some(derived(glyph('-'), '/', None))), "+⍥(-/)");
    shows(derived(fork(sum(), glyph('÷'), glyph('≢')), '¨', None), "(+/÷≢)¨");
    shows(derived(empty(&[0], n("0x")), '⊸', Some(glyph('+'))), "(0⍴0ₓ)⊸+");
    shows(derived(s("ab"), '⊸', Some(glyph(','))), "\"ab\"⊸,");
    let rank = derived(glyph('+'), '⍤', Some(nums("1 2")));
    shows(v([rank, glyph('-')]), "[(+⍤1 2) -]");
    shows(v([derived(glyph(':'), '⍨', None)]), "[(:⍨)]");
    shows(keyed(&["-", "a"], v([glyph(':'), glyph(':')])), "[:;\"a\":↑(:)]");
    shows(keyed(&["a"], v([glyph(':')])), "[\"a\":↑(:)]");
}

#[test]
fn deep_nesting() {
    let mut value = n("1");
    for _ in 0..20_000 {
        value = v([value]);
    }
    assert_eq!(plain(&value).unwrap(), format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000)));
    let mut value = n("1");
    for _ in 0..20_000 {
        value = box_of(value);
    }
    assert_eq!(plain(&value).unwrap(), format!("{}(1)", "⊂".repeat(19_999)));
}

#[test]
fn complex_storage_prints_reals_as_reals() {
    let storage = Storage::C64(vec![Complex64::new(1.0, 0.0), Complex64::new(0.5, -2.0)].into());
    shows(Array::new(Layout::vector(2), storage).into(), "1 0.5j¯2");
}

#[test]
fn keyed_tables() {
    let keys = |rows: &'static [&'static str]| Some(rows);
    let days = shaped(&[2, 2], nums("12.5 3 7 40").into_array().storage().to_values());
    let days = axes(days, &[(keys(&["mon", "tue"]), None), (keys(&["in", "out"]), None)]);
    shows(days.clone(), "      in out\nmon 12.5   3\ntue    7  40");
    shows(axes(range(&[2, 2]), &[(keys(&["u", "vv"]), Some("city")), (None, None)]), " u 0 1\nvv 2 3");
    let narrow = shaped(&[2, 2], nums("1 2 30 4").into_array().storage().to_values());
    shows(axes(narrow, &[(None, None), (keys(&["u", "v"]), None)]), " u v\n 1 2\n30 4");
    let mixed = shaped(&[2, 2], [s("oak"), n("1"), c('k'), nums("3 4")]);
    shows(axes(mixed, &[(keys(&["u", "v"]), None), (None, None)]), "u oak   1\nv 'k' 3 4");
    let pages = axes(range(&[2, 1, 2]), &[(keys(&["one", "t\"o"]), None), (None, None), (None, None)]);
    shows(pages, "\"one\"⌷\n0 1\n\n\"t\"\"o\"⌷\n2 3");
    let pages = axes(range(&[2, 2, 1, 1]), &[(None, None), (keys(&["a", "-"]), None), (None, None), (None, None)]);
    shows(pages, "0 \"a\"⌷\n0\n\n0 1⌷\n1\n\n1 \"a\"⌷\n2\n\n1 1⌷\n3");
    let pages = shaped(&[2, 1, 1], nums("5 100").into_array().storage().to_values());
    let pages = axes(pages, &[(None, None), (None, None), (keys(&["k"]), None)]);
    shows(pages, "0⌷\nk\n5\n\n1⌷\n  k\n100");
    let some = axes(range(&[2, 2]), &[(keys(&["w", "-"]), None), (keys(&["p", "-"]), None)]);
    shows(some, "  p 1\nw 0 1\n1 2 3");
    let nested = shaped(&[2, 2], [range(&[2, 2]), n("5"), days, s("")]);
    shows(
        axes(nested, &[(keys(&["a", "bb"]), None), (keys(&["x", "y"]), None)]),
        "              x  y\n a          0 1  5\n            2 3   \nbb       in out \"\"\n   mon 12.5   3   \n   tue    7  40   ",
    );
    let odd = shaped(&[1, 3], [glyph('+'), box_of(n("5")), keyed(&["a"], nums("1"))]);
    shows(axes(odd, &[(keys(&["r"]), None), (None, None)]), "r ⟨+⟩ (5) [\"a\":1]");
    let none = axes(empty(&[0, 2], n("0")), &[(keys(&[]), None), (keys(&["xx", "y"]), None)]);
    shows(none, " xx y");
    let none = axes(empty(&[2, 0], n("0")), &[(keys(&["xx", "y"]), None), (None, None)]);
    shows(none, "xx\n y");
    let lines = shaped(&[1, 2], [s("ab\nc"), s("d")]);
    shows(axes(lines, &[(keys(&["r"]), None), (None, None)]), "r ab d\n  c   ");
    let wide = shaped(&[2, 1], [s("日本"), s("abc")]);
    shows(axes(wide, &[(keys(&["é", "e\u{301}"]), None), (None, None)]), "é 日本\ne\u{301}  abc");
}

//! Boxed display of values made by hand.

use super::tests::{axes, box_of, c, derived, empty, fork, glyph, keyed, n, nums, range, s, shaped, v};
use crate::array::Value;
use crate::display::{ALL_DIGITS, BoxSettings, Edges, Trains, boxed};

const START: BoxSettings = BoxSettings::BATCH;

fn draws_with(settings: BoxSettings, value: Value, lines: &[&str]) {
    let text = boxed(&value, &settings, ALL_DIGITS).unwrap();
    assert_eq!(text, lines.join("\n"), "\n{text}");
}

fn draws(value: Value, lines: &[&str]) {
    draws_with(START, value, lines);
}

fn list(text: &str) -> Vec<Value> {
    nums(text).into_array().storage().to_values()
}

#[test]
fn simple_arrays() {
    draws(shaped(&[2, 2], list("2 9 31 405")), &["┌→─────┐", "↓ 2   9│", "│31 405│", "└~─────┘"]);
    draws(nums("7x 8x"), &["┌→──┐", "│7 8│", "└ₓ──┘"]);
    draws(nums("1x 0.25"), &["┌→──────┐", "│1ₓ 0.25│", "└+──────┘"]);
    draws(nums("2j1 0.5"), &["┌→──────┐", "│2j1 0.5│", "└j──────┘"]);
    draws(s("ab"), &["┌→─┐", "│ab│", "└──┘"]);
    draws(v([c('a'), n("1"), glyph('+')]), &["┌→──────┐", "│a 1 ⟨+⟩│", "└+──────┘"]);
    draws(shaped(&[2, 2], "wxyz".chars().map(c)), &["┌→─┐", "↓wx│", "│yz│", "└──┘"]);
    draws(shaped(&[2, 2], vec![n("2.5"), c('k'), n("10"), n("8")]), &["┌→─────┐", "↓ 2.5 k│", "│10   8│", "└+─────┘"]);
    draws(
        range(&[2, 2, 3]),
        &["┌→──────┐", "↓0  1  2│", "↓3  4  5│", "│       │", "│6  7  8│", "│9 10 11│", "└~──────┘"],
    );
    draws(range(&[1, 1, 1]), &["┌→┐", "↓0│", "↓ │", "└~┘"]);
    draws(n("5"), &["5"]);
    draws(box_of(v([n("1"), nums("2 3")])), &["⊂[1 [2 3]]"]);
    draws(s("a\n\t\u{1}"), &["┌→─────────┐", "│a\\n\\t\\u{1}│", "└──────────┘"]);
}

#[test]
fn arrays_without_items() {
    draws(empty(&[0, 4], n("0")), &["┌→──────┐", "⌽0 0 0 0│", "└~──────┘"]);
    draws(empty(&[0], n("0")), &["┌⊖┐", "│0│", "└~┘"]);
    draws(empty(&[0, 2], n("0x")), &["┌→──┐", "⌽0 0│", "└ₓ──┘"]);
    draws(empty(&[0], s("red")), &["┌⊖──────┐", "│ ┌→──┐ │", "│ │   │ │", "│ └───┘ │", "└∊──────┘"]);
    draws(s(""), &["┌⊖┐", "│ │", "└─┘"]);
    draws(keyed(&[], empty(&[0], n("0"))), &["⍬:⍬"]);
    draws(v([keyed(&[], empty(&[0], n("0")))]), &["┌→────┐", "│ ┌⊖┐ │", "│ │0│ │", "│ └~┘ │", "└∊────┘"]);
}

#[test]
fn nested_arrays() {
    draws(
        v([nums("6 7 8"), shaped(&[2, 2], "wxyz".chars().map(c)), c('k')]),
        &[
            "┌→───────────────┐",
            "│ ┌→────┐ ┌→─┐ k │",
            "│ │6 7 8│ ↓wx│   │",
            "│ └~────┘ │yz│   │",
            "│         └──┘   │",
            "└∊───────────────┘",
        ],
    );
    draws(
        shaped(&[2, 2], [n("2"), s("no"), n("31.5"), s("maybe")]),
        &[
            "┌→─────────────┐",
            "↓  2   ┌→─┐    │",
            "│      │no│    │",
            "│      └──┘    │",
            "│ 31.5 ┌→────┐ │",
            "│      │maybe│ │",
            "│      └─────┘ │",
            "└∊─────────────┘",
        ],
    );
    draws(v([box_of(n("5")), n("12")]), &["┌→───────┐", "│ (5) 12 │", "└∊───────┘"]);
    draws(
        shaped(&[2, 1, 1], [n("5"), box_of(n("12x"))]),
        &["┌→──────┐", "↓     5 │", "↓       │", "│ (12ₓ) │", "└∊──────┘"],
    );
}

#[test]
fn keys_and_names() {
    draws(
        keyed(&["w", "tag", "-"], v([n("640"), s("hi"), n("9")])),
        &[
            "┌→─────────────────┐",
            "│ w:640 tag:┌→─┐ 9 │",
            "│           │hi│   │",
            "│           └──┘   │",
            "└∊─────────────────┘",
        ],
    );
    draws(keyed(&["p", "q"], nums("1 2")), &["┌→──────┐", "│p:1 q:2│", "└~──────┘"]);
    draws(keyed(&["p", "q"], nums("1x 2x")), &["┌→──────┐", "│p:1 q:2│", "└ₓ──────┘"]);
    let table = axes(shaped(&[2, 2], list("5 60 7 80")), &[(Some(&["r1", "r2"]), None), (Some(&["lo", "hi"]), None)]);
    draws(table, &["┌→───────┐", "↓   lo hi│", "│r1  5 60│", "│r2  7 80│", "└~───────┘"]);
    let named = axes(range(&[1, 2]), &[(None, Some("city")), (None, Some("month"))]);
    draws(named, &["┌→──────────┐", "↓0 1        │", "└~city month┘"]);
    let named = axes(range(&[2]), &[(None, Some("k"))]);
    draws(named, &["┌→──┐", "│0 1│", "└~k─┘"]);
    let named = axes(range(&[1, 2]), &[(None, None), (None, Some("m"))]);
    draws(named, &["┌→───┐", "↓0 1 │", "└~· m┘"]);
}

#[test]
fn styles() {
    let value = || v([nums("1x 2x"), axes(range(&[1, 1]), &[(None, Some("a")), (None, Some("b"))])]);
    draws_with(
        BoxSettings { edges: Edges::Mid, ..START },
        value(),
        &["┌→───────────────┐", "│ ┌→────┐ ┌→───┐ │", "│ │1ₓ 2ₓ│ ↓0   │ │", "│ └─────┘ └─a b┘ │", "└────────────────┘"],
    );
    draws_with(
        BoxSettings { edges: Edges::Min, ..START },
        value(),
        &["┌─────────────┐", "│ ┌─────┐ ┌─┐ │", "│ │1ₓ 2ₓ│ │0│ │", "│ └─────┘ └─┘ │", "└─────────────┘"],
    );
}

#[test]
fn functions() {
    let max = || derived(glyph('⌈'), '/', None);
    let range = fork(max(), glyph('-'), derived(glyph('⌊'), '/', None));
    let scaled = fork(range, glyph('÷'), glyph('≢'));
    let tree = BoxSettings { trains: Trains::Tree, ..START };
    let parens = BoxSettings { trains: Trains::Parens, ..START };
    draws_with(
        tree,
        scaled.clone(),
        &["fork", "├─ fork", "│  ├─ /", "│  │  └─ ⌈", "│  ├─ -", "│  └─ /", "│     └─ ⌊", "├─ ÷", "└─ ≢"],
    );
    draws(scaled.clone(), &["(⌈/-⌊/)÷≢"]);
    draws_with(parens, scaled, &["((⌈/)-(⌊/))÷≢"]);
    let bound = |number, symbol| derived(n(number), '⊸', Some(glyph(symbol)));
    let atop = derived(bound("10", '-'), '⍤', Some(bound("2", '×')));
    let constant = fork(n("10"), glyph('-'), bound("2", '×'));
    draws_with(parens, constant.clone(), &["(10⊸-)⍤(2⊸×)"]);
    draws(constant.clone(), &["10⊸-⍤(2⊸×)"]);
    draws_with(tree, constant, &["⍤", "├─ ⊸", "│  ├─ 10", "│  └─ -", "└─ ⊸", "   ├─ 2", "   └─ ×"]);
    draws(fork(n("1"), derived(glyph('-'), '⍨', None), glyph('×')), &["1⊸(-⍨)⍤×"]);
    draws_with(parens, atop.clone(), &["(10⊸-)⍤(2⊸×)"]);
    draws_with(tree, atop, &["⍤", "├─ ⊸", "│  ├─ 10", "│  └─ -", "└─ ⊸", "   ├─ 2", "   └─ ×"]);
    draws_with(parens, fork(derived(glyph('+'), '/', None), glyph('÷'), glyph('≢')), &["(+/)÷≢"]);
    draws_with(tree, derived(glyph('+'), '⍤', Some(nums("1 2"))), &["⍤", "├─ +", "└─ 1 2"]);
    draws_with(tree, glyph('+'), &["+"]);
}

#[test]
fn deep_nesting() {
    let mut value = n("1");
    for _ in 0..500 {
        value = v([value]);
    }
    let text = boxed(&value, &START, ALL_DIGITS).unwrap();
    assert_eq!(text.lines().count(), 1001);
    assert!(text.lines().all(|line| line.chars().count() == 2000 - 1));
}

//! Inverses of primitives and derived functions.

use crate::array::{Array, Function, Value};
use crate::control::ErrorKind;
use crate::primitive::operators::tests::{call1, call2, derive, fails, glyph, ints, matrix, same};

fn inverse(function: Function) -> Function {
    derive('⍣', function, Some(Value::Int(-1))).unwrap()
}

fn bound(left: impl Into<Value>, symbol: char) -> Function {
    derive('⊸', left, Some(glyph(symbol).into())).unwrap()
}

fn dyadic(symbol: char, left: impl Into<Value>, right: impl Into<Value>) -> Function {
    derive(symbol, left, Some(right.into())).unwrap()
}

#[test]
fn arithmetic() {
    same(call2(&inverse(glyph('×')), Value::Int(3), Value::Int(6)), Value::Int(2));
    same(call1(&inverse(dyadic('⟜', glyph('-'), Value::Int(3))), ints(&[7])), ints(&[10]));
    same(call1(&inverse(bound(Value::Int(9), '-')), ints(&[7])), ints(&[2]));
    fails(call1(&inverse(bound(Value::Int(0), '×')), Value::Int(0)), ErrorKind::Domain);
    fails(call1(&inverse(glyph('×')), Value::Int(1)), ErrorKind::Domain);
    fails(call1(&inverse(bound(Value::Int(2), '|')), Value::Int(1)), ErrorKind::Domain);
    same(call1(&inverse(glyph('⍱')), Value::Int(8)), Value::Int(4));
    same(call1(&inverse(bound(Value::Int(1), '≠')), ints(&[1, 0])), ints(&[0, 1]));
    fails(call1(&inverse(bound(Value::Int(1), '≠')), ints(&[2])), ErrorKind::Domain);
}

#[test]
fn compositions() {
    let minus_reciprocal = dyadic('⍤', glyph('-'), glyph('÷'));
    same(call1(&inverse(minus_reciprocal), Value::Float(-4.0)), Value::Float(0.25));
    let hook = dyadic('⊸', glyph('-'), glyph('+'));
    same(call2(&inverse(hook), Value::Int(6), Value::Int(4)), Value::Int(10));
    let each = derive('¨', bound(Value::Int(10), '+'), None).unwrap();
    same(call1(&inverse(each), ints(&[11, 12])), ints(&[1, 2]));
    let thrice = dyadic('⍣', bound(Value::Int(2), '×'), Value::Int(3));
    same(call1(&inverse(thrice), Value::Int(40)), Value::Int(5));
    let pair = dyadic('⇄', glyph('×'), glyph('+'));
    same(call2(&inverse(pair.clone()), Value::Int(6), Value::Int(42)), Value::Int(48));
    fails(call1(&inverse(dyadic('⟜', pair, Value::Int(6))), Value::Int(42)), ErrorKind::Domain);
    let under = dyadic('⌾', glyph('+'), bound(Value::Int(3), '×'));
    same(call2(&under, Value::Int(4), Value::Int(5)), Value::Int(9));
    fails(call2(&inverse(bound(Value::Int(3), '×')), Value::Int(1), Value::Int(5)), ErrorKind::Syntax);
}

#[test]
fn scans_and_products() {
    let scan = |symbol: char| inverse(derive('\\', glyph(symbol), None).unwrap());
    same(call1(&scan('≠'), ints(&[0, 1, 1, 0])), ints(&[0, 1, 0, 1]));
    same(call2(&scan('-'), Value::Int(20), ints(&[17, 12])), ints(&[3, 5]));
    fails(call1(&scan('×'), ints(&[3, 0, 0])), ErrorKind::Domain);
    fails(call1(&scan('⌈'), ints(&[1, 4, 4])), ErrorKind::Domain);
    same(call1(&scan('⌈'), ints(&[4])), ints(&[4]));
    let outer = derive('⌝', glyph('×'), None).unwrap();
    let table = inverse(dyadic('⟜', outer.clone(), ints(&[2, 3])));
    same(call1(&table, matrix(2, 2, &[8, 12, 10, 15])), ints(&[4, 5]));
    fails(call1(&table, matrix(2, 2, &[8, 12, 10, 16])), ErrorKind::Domain);
    same(call2(&inverse(outer), Value::Int(2), Value::Int(8)), Array::scalar(Value::Int(4)).into());
}

#[test]
fn lengths_counts_and_copies() {
    same(call1(&inverse(glyph('⍸')), ints(&[1, 1, 4])), ints(&[0, 2, 0, 0, 1]));
    fails(call1(&inverse(glyph('⍸')), ints(&[4, 1])), ErrorKind::Domain);
    let pairs = Array::vector(vec![ints(&[0, 1]), ints(&[0, 1]), ints(&[1, 0])]);
    same(call1(&inverse(glyph('⍸')), pairs), matrix(2, 2, &[0, 2, 1, 0]));
    let copies = |counts: &[i64]| inverse(bound(ints(counts), '/'));
    same(call1(&copies(&[2, 0, 1]), Array::string("aab")), Value::string("a b"));
    same(call1(&copies(&[3]), ints(&[5, 5, 5, 9, 9, 9])), ints(&[5, 9]));
    fails(call1(&copies(&[1, 1, 0]), ints(&[7, 8, 9])), ErrorKind::Length);
    let groups = |counts: &[i64]| inverse(bound(ints(counts), '\\'));
    same(call1(&groups(&[2, 0, 1]), ints(&[7, 7, 0, 8])), ints(&[7, 8]));
    fails(call1(&groups(&[1, 0, 1]), ints(&[7, 0])), ErrorKind::Length);
}

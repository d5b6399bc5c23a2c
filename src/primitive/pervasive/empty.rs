//! Prototypes of empty results: a scalar function applied to fills, where nothing can fail but the shapes.

use super::{Kind, ScalarDyad};
use crate::agree::agree;
use crate::array::compare::nested;
use crate::array::{Array, Gather, Value, show_shape};
use crate::control::{Result, reserve};

/// What takes part at one leaf of a prototype.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaf {
    Exact,
    Approximate,
    Character,
}

fn leaf(value: &Value) -> Leaf {
    match value {
        Value::Int(_) | Value::Exact(_) => Leaf::Exact,
        Value::Char(_) => Leaf::Character,
        _ => Leaf::Approximate,
    }
}

fn zero(exact: bool) -> Value {
    if exact { Value::Int(0) } else { Value::Float(0.0) }
}

fn monad_leaf(kind: Kind, y: Leaf) -> Value {
    match (kind, y) {
        (Kind::Exact, _) => zero(true),
        (Kind::Approximate, _) => zero(false),
        (Kind::KeepsCharacters, Leaf::Character) => Value::Char(' '),
        _ => zero(y == Leaf::Exact),
    }
}

fn dyad_leaf(kind: Kind, x: Leaf, y: Leaf) -> Value {
    match (kind, x, y) {
        (Kind::Exact, ..) => zero(true),
        (Kind::Approximate, ..) => zero(false),
        (Kind::Minus, Leaf::Character, Leaf::Character) => zero(true),
        (Kind::Plus, Leaf::Character, Leaf::Character) => zero(false),
        (Kind::Plus | Kind::Minus, Leaf::Character, _) | (Kind::Plus, _, Leaf::Character) => Value::Char(' '),
        _ => zero(x == Leaf::Exact && y == Leaf::Exact),
    }
}

/// The fill that a monad of this kind gives for arguments whose fill is `y`.
pub fn monad(kind: Kind, y: &Value) -> Value {
    let Value::Array(array) = y else { return monad_leaf(kind, leaf(y)) };
    if array.is_empty() {
        let fill = nested(|| monad(kind, &array.fill()));
        return Value::Array(Array::empty(array.layout().clone(), fill));
    }
    let mut items = Gather::with_capacity(array.len());
    for i in 0..array.len() {
        items.push(nested(|| monad(kind, &array.item(i))));
    }
    Value::Array(Array::new(array.layout().clone(), items.finish()))
}

/// The fill that a dyad gives for arguments whose fills are `x` and `y`: a `LENGTH ERROR` where their shapes do not agree.
pub fn dyad(function: &ScalarDyad, x: &Value, y: &Value) -> Result<Value> {
    if x.is_atom() && y.is_atom() {
        return Ok(dyad_leaf(function.kind, leaf(x), leaf(y)));
    }
    let agreement = agree(&x.layout(), &y.layout())?;
    let count = agreement.layout.count();
    if count == 0 {
        let fill = nested(|| dyad(function, &fill_of(x), &fill_of(y)))?;
        return Ok(Value::Array(Array::empty(agreement.layout, fill)));
    }
    reserve(count, 2 * size_of::<Value>(), || {
        format!("a prototype of shape {}", show_shape(agreement.layout.shape()))
    })?;
    let mut items = Gather::with_capacity(count);
    for i in 0..count {
        let (left, right) = (agreement.left.index(i), agreement.right.index(i));
        let item = match (left.map(|i| x.item(i)), right.map(|i| y.item(i))) {
            (Some(x), Some(y)) => nested(|| dyad(function, &x, &y)),
            (Some(x), None) => nested(|| dyad(function, &x, &x)),
            (None, Some(y)) => nested(|| dyad(function, &y, &y)),
            (None, None) => nested(|| dyad(function, &fill_of(x), &fill_of(y))),
        };
        items.push(item?);
    }
    Ok(Value::Array(Array::new(agreement.layout, items.finish())))
}

/// The fill of an array, the prototype of an atom.
pub fn fill_of(value: &Value) -> Value {
    match value {
        Value::Array(array) => array.fill(),
        atom => atom.prototype(),
    }
}

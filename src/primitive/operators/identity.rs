//! What a reduction of an empty lane gives.

use super::primitive_row;
use crate::array::compare::nested;
use crate::array::{Array, Function, Storage, Value};
use crate::control::{Error, Result};
use crate::primitive::table::Identity;

/// The identity of a function in the structure of a prototype, or a `DOMAIN ERROR` where it has none.
pub fn identity(function: &Function, prototype: &Value) -> Result<Value> {
    let identity = primitive_row(function).map_or(Identity::None, |row| row.identity);
    match identity {
        Identity::None => Err(Error::domain("the reduction of an empty lane needs a function with an identity")),
        Identity::EmptyVector => Ok(Value::Array(match first_leaf(prototype) {
            Value::Char(_) => Array::string(""),
            Value::Int(_) | Value::Exact(_) => Array::integers(Vec::new()),
            _ => Array::zilde(),
        })),
        _ => Ok(in_structure(identity, prototype)),
    }
}

/// The identity at every leaf of a prototype, its arrays kept with their keys and names.
fn in_structure(identity: Identity, prototype: &Value) -> Value {
    let Value::Array(array) = prototype else { return leaf(identity, prototype) };
    if array.is_empty() {
        let fill = nested(|| in_structure(identity, &array.fill())).prototype();
        return Value::Array(Array::empty(array.layout().clone(), fill));
    }
    let storage = match array.storage() {
        Storage::Mixed(items) => {
            Storage::collect(items.iter().map(|item| nested(|| in_structure(identity, item))).collect())
        }
        compact => Storage::repeat(&leaf(identity, &compact.get(0)), compact.len()),
    };
    Value::Array(Array::new(array.layout().clone(), storage))
}

fn leaf(identity: Identity, prototype: &Value) -> Value {
    let exact = matches!(prototype, Value::Int(_) | Value::Exact(_));
    let in_kind = |number: i64| if exact { Value::Int(number) } else { Value::Float(number as f64) };
    match identity {
        Identity::Zero => in_kind(0),
        Identity::One => in_kind(1),
        Identity::ExactZero => Value::Int(0),
        Identity::ExactOne => Value::Int(1),
        Identity::Infinity => Value::Float(f64::INFINITY),
        Identity::NegativeInfinity => Value::Float(f64::NEG_INFINITY),
        Identity::None | Identity::EmptyVector => unreachable!("these identities have no leaves"),
    }
}

fn first_leaf(prototype: &Value) -> Value {
    let mut leaf = prototype.clone();
    while let Value::Array(array) = &leaf {
        leaf = if array.is_empty() { array.fill() } else { array.item(0) };
    }
    leaf
}

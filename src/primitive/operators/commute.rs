//! `⍨`: self, commute, constant.

use crate::array::{Caller, Outcome, Value};
use crate::control::Result;
use crate::primitive::table::Operands;

/// `f⍨Y` is `Y f Y`, `X f⍨Y` is `Y f X`, `A⍨` gives `A`.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    match (operands.left, left) {
        (Value::Function(function), Some(left)) => caller.call(function, Some(right), left),
        (Value::Function(function), None) => caller.call(function, Some(right.clone()), right),
        (constant, _) => Ok(constant.clone().into()),
    }
}

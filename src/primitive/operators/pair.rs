//! `⇄`: a function with its inverse.

use crate::array::{Caller, Outcome, Value};
use crate::control::Result;
use crate::primitive::table::Operands;

/// `f⇄g` behaves as `f`; `g` is its inverse.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    caller.call(operands.left_function()?, left, right)
}

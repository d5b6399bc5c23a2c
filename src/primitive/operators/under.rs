//! `⌾`: transform, apply, transform back.

use crate::array::{Caller, Outcome, Value};
use crate::control::Result;
use crate::primitive::inverse::{Fixed, undo};
use crate::primitive::table::Operands;

/// `f⌾g Y` is `g⍣¯1(f(g Y))`, `X f⌾g Y` is `g⍣¯1((g X)f(g Y))`; `g Y` is called first, then `g X`.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let (main, transform) = (operands.left_function()?, operands.right_function()?);
    let right = caller.call_value(transform, None, right)?;
    let left = left.map(|left| caller.call_value(transform, None, left)).transpose()?;
    let changed = caller.call_value(main, left, right)?;
    undo(caller, transform, Fixed::Nothing, changed).map(Outcome::Value)
}

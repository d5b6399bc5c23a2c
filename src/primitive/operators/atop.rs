//! `⍤` with two functions (atop) and `⍥` (over).

use super::rank;
use super::windows::Windows;
use crate::array::{Caller, Outcome, Value};
use crate::control::Result;
use crate::primitive::table::Operands;

/// `f⍤g`: `f(g Y)`, `f(X g Y)`; with an array on the right the cells of [`rank`].
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let outer = operands.left_function()?;
    let Value::Function(inner) = operands.right_operand()? else {
        return rank::call(caller, operands, left, right);
    };
    if let Some(windows) = Windows::of_call(inner, left.as_ref(), &right)
        && let Some(value) = windows.reduced(caller, outer)?
    {
        return Ok(Outcome::Value(value));
    }
    let middle = caller.call_value(inner, left, right)?;
    caller.call(outer, None, middle)
}

/// `f⍥g`: `f(g Y)`, `(g X)f(g Y)`; `g Y` is called first.
pub fn over(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let outer = operands.left_function()?;
    let inner = operands.right_function()?;
    let right = caller.call_value(inner, None, right)?;
    let left = left.map(|left| caller.call_value(inner, None, left)).transpose()?;
    caller.call(outer, left, right)
}

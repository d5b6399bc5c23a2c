//! `⊸ ⟜`: before and after, and functions with one argument bound.

use super::refuse_left;
use crate::array::{Caller, Outcome, Value};
use crate::control::Result;
use crate::primitive::table::Operands;

/// `f⊸g`: `(f Y)g Y`, `(f X)g Y`. `A⊸g`: `A g Y`.
pub fn before(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let main = operands.right_function()?;
    let left = match operands.left {
        Value::Function(first) => {
            let argument = left.unwrap_or_else(|| right.clone());
            caller.call_value(first, None, argument)?
        }
        bound => {
            refuse_left(&left, "a function with a bound argument")?;
            bound.clone()
        }
    };
    caller.call(main, Some(left), right)
}

/// `f⟜g`: `Y f g Y`, `X f g Y`. `f⟜A`: `Y f A`.
pub fn after(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let main = operands.left_function()?;
    match operands.right_operand()? {
        Value::Function(first) => {
            let left = left.unwrap_or_else(|| right.clone());
            let right = caller.call_value(first, None, right)?;
            caller.call(main, Some(left), right)
        }
        bound => {
            refuse_left(&left, "a function with a bound argument")?;
            caller.call(main, Some(right), bound.clone())
        }
    }
}

//! `◶`: choose one function for each call.

use crate::array::{Array, Caller, Function, Outcome, Value, show_shape};
use crate::control::{Error, Result};
use crate::primitive::argument::{describe, whole};
use crate::primitive::table::Operands;

/// The cases must be a vector of functions, a constant index one of their positions.
pub fn check(left: &Value, right: Option<&Value>) -> Result<()> {
    let Some(right) = right else { return Ok(()) };
    let cases = match right {
        Value::Array(cases) if cases.rank() == 1 => cases,
        Value::Function(_) => return Err(Error::domain("the cases must be a vector of functions, not a function")),
        other => {
            return Err(Error::rank(format!("the cases must be a vector of functions, not {}", describe(other))));
        }
    };
    if cases.is_empty() {
        return Err(Error::domain("there must be at least one case"));
    }
    if let Some(other) = (0..cases.len()).map(|i| cases.item(i)).find(|case| !matches!(case, Value::Function(_))) {
        return Err(Error::domain(format!("the cases must be functions, not {}", describe(&other))));
    }
    match left {
        Value::Function(_) => Ok(()),
        constant => case(constant.clone(), cases).map(drop),
    }
}

/// `s◶cases`: the function that the value of `s` chooses gets the arguments.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let Value::Array(cases) = operands.right_operand()? else {
        return Err(Error::domain("the cases must be a vector of functions"));
    };
    let index = match operands.left {
        Value::Function(selector) => caller.call_value(selector, left.clone(), right.clone())?,
        constant => constant.clone(),
    };
    let chosen = case(index, cases)?;
    caller.call(&chosen, left, right)
}

fn case(index: Value, cases: &Array) -> Result<Function> {
    if !index.is_unit() {
        let shape = show_shape(index.shape());
        return Err(Error::rank(format!("the index of a case must be a unit, not an array of shape {shape}")));
    }
    let number = whole(&index.content(), "the index of a case")?.saturated();
    let count = cases.len();
    let position = if number < 0 { number.saturating_add(count as i64) } else { number };
    if !(0..count as i64).contains(&position) {
        return Err(Error::index(format!("there is no case {number} among {count}").replace('-', "¯")));
    }
    match cases.item(position as usize) {
        Value::Function(function) => Ok(function),
        other => Err(Error::domain(format!("the cases must be functions, not {}", describe(&other)))),
    }
}

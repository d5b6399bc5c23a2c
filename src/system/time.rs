//! `•time`: the clock of the session.

use crate::array::{Array, Outcome, Value};
use crate::control::{Error, Result};
use crate::eval::state::Evaluator;
use crate::primitive::argument::describe;
use crate::primitive::table::Primitive;

/// How long one function is called for, in seconds.
const TIMED: f64 = 0.1;

/// `•time T`: seconds since `T`. `F •time Y`: the best time of a call of each function of `F` with `Y`.
pub fn time(evaluator: &mut Evaluator<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let Some(functions) = left else {
        check_numbers(&right)?;
        let now = Value::Float(evaluator.state.host.seconds());
        let subtract = Primitive::function('-').expect("subtract is in the table");
        return evaluator.call_function(&subtract, Some(now), right);
    };
    match &functions {
        Value::Array(array) => {
            for i in 0..array.len() {
                check_function(&array.item(i))?;
            }
            let times = (0..array.len()).map(|i| time_of(evaluator, &array.item(i), &right));
            let times: Vec<f64> = times.collect::<Result<_>>()?;
            let floats = Array::floats(times);
            Ok(Value::Array(floats.with_layout(array.layout().clone())).into())
        }
        atom => {
            check_function(atom)?;
            time_of(evaluator, atom, &right).map(|time| Value::Float(time).into())
        }
    }
}

fn check_function(item: &Value) -> Result<()> {
    match item {
        Value::Function(_) => Ok(()),
        other => Err(Error::domain(format!("•time times functions, not {}", describe(other)))),
    }
}

fn check_numbers(value: &Value) -> Result<()> {
    match value {
        Value::Array(array) => {
            crate::array::compare::nested(|| (0..array.len()).try_for_each(|i| check_numbers(&array.item(i))))
        }
        atom if atom.as_number().is_some() => Ok(()),
        other => Err(Error::domain(format!("•time takes seconds, not {}", describe(other)))),
    }
}

/// Calls a function again and again and gives the least time of a call.
fn time_of(evaluator: &mut Evaluator<'_>, function: &Value, right: &Value) -> Result<f64> {
    let Value::Function(function) = function else { return Err(Error::domain("•time times functions")) };
    let begin = evaluator.state.host.seconds();
    let mut best = f64::INFINITY;
    loop {
        evaluator.state.control.poll()?;
        let before = evaluator.state.host.seconds();
        evaluator.call_function(function, None, right.clone())?;
        let after = evaluator.state.host.seconds();
        best = best.min(after - before);
        if after - begin >= TIMED {
            return Ok(best);
        }
    }
}

//! Whether a function has a derivative by the rules, found out without running it.

use crate::array::{Form, Function, Value};
use crate::control::{Error, Result};
use crate::primitive::argument::{Whole, whole};
use crate::primitive::table::Primitive;

/// Monads with a rule.
const MONADS: &str = "+⊢⊣≤≥-⍱⍲÷*⍟√π,⌽⊖⍉";
/// Monads whose result does not depend on the values of the argument.
const FREE_MONADS: &str = "≢⍴≡";
/// Scalar dyads with rules for both arguments.
const SCALAR_DYADS: &str = "+-×÷*⍟√π";
/// Dyads that move items of the right argument, the left one saying how.
const MOVING_DYADS: &str = "⌽⊖⍉↑↓⍴⌷⊃/⌿";

/// Whether the result depends on the point, given which arguments do (`left` is nothing for one argument). A `DOMAIN
/// ERROR` where there is no rule.
pub(super) fn differentiable(function: &Function, left: Option<bool>, right: bool) -> Result<bool> {
    match function.form() {
        Form::Primitive(glyph) => primitive(Primitive::row_of(*glyph).glyph, left, right),
        Form::Fork { left: arm, middle, right: other } => {
            let second = differentiable(other, left, right)?;
            let first = match arm {
                Value::Function(arm) => differentiable(arm, left, right)?,
                _ => false,
            };
            differentiable(middle, Some(first), second)
        }
        Form::Derived { operator, left: first, right: second } => {
            derived(operator.symbol, first, second.as_ref(), left, right)
        }
        Form::Defined(_) => Err(no_rule("a defined function")),
        Form::Native(_) => Err(no_rule("a system function")),
    }
}

fn no_rule(what: impl std::fmt::Display) -> Error {
    Error::domain(format!("{what} has no derivative"))
}

fn primitive(symbol: char, left: Option<bool>, right: bool) -> Result<bool> {
    let Some(left) = left else {
        return match symbol {
            _ if MONADS.contains(symbol) => Ok(right),
            _ if FREE_MONADS.contains(symbol) => Ok(false),
            _ => Err(no_rule(format!("{symbol} with one argument"))),
        };
    };
    match symbol {
        _ if SCALAR_DYADS.contains(symbol) => Ok(left || right),
        '⊣' => Ok(left),
        '⊢' => Ok(right),
        '○' | '⊛' | '/' | '⌿' if left => {
            Err(Error::domain(format!("the left argument of {symbol} must not depend on the point")))
        }
        '○' | '⊛' => Ok(right),
        _ if MOVING_DYADS.contains(symbol) => Ok(right),
        _ => Err(no_rule(format!("{symbol} with two arguments"))),
    }
}

fn derived(symbol: char, first: &Value, second: Option<&Value>, left: Option<bool>, right: bool) -> Result<bool> {
    match (symbol, first, second) {
        ('⍨', Value::Function(f), None) => differentiable(f, Some(right), left.unwrap_or(right)),
        ('⍨', _, None) => Ok(false),
        ('⊸', Value::Function(f), Some(Value::Function(g))) => {
            let first = differentiable(f, None, left.unwrap_or(right))?;
            differentiable(g, Some(first), right)
        }
        ('⊸', _, Some(Value::Function(g))) => differentiable(g, Some(false), right),
        ('⟜', Value::Function(f), Some(Value::Function(g))) => {
            let second = differentiable(g, None, right)?;
            differentiable(f, Some(left.unwrap_or(right)), second)
        }
        ('⟜', Value::Function(f), Some(_)) => differentiable(f, Some(right), false),
        ('⍤', Value::Function(f), Some(Value::Function(g))) => {
            let middle = differentiable(g, left, right)?;
            differentiable(f, None, middle)
        }
        ('⍥', Value::Function(f), Some(Value::Function(g))) => {
            let second = differentiable(g, None, right)?;
            let first = left.map(|left| differentiable(g, None, left)).transpose()?;
            differentiable(f, first, second)
        }
        ('⇄', Value::Function(f), _) => differentiable(f, left, right),
        ('¨', Value::Function(f), None) if is_scalar(f, left.is_some()) => differentiable(f, left, right),
        ('/' | '⌿', Value::Function(f), None) if left.is_none() && is_one_of(f, "+×") => Ok(right),
        ('\\' | '⍀', Value::Function(f), None) if left.is_none() && is_one_of(f, "+") => Ok(right),
        ('⍠', Value::Function(f), Some(_)) if left.is_none() && folds(f) => Ok(right),
        ('.', Value::Function(f), Some(Value::Function(g)))
            if left.is_some() && is_one_of(f, "+") && is_one_of(g, "×") =>
        {
            Ok(left == Some(true) || right)
        }
        ('⍣', Value::Function(f), Some(count)) => {
            let mut depends = right;
            // What depends once goes on depending: after two rounds nothing changes any more.
            for _ in 0..step_count(count)?.min(2) {
                depends = differentiable(f, left, depends)?;
            }
            Ok(depends || (left == Some(true) && step_count(count)? > 0))
        }
        ('∂', Value::Function(f), None) if left.is_none() => {
            differentiable(f, None, true)?;
            Ok(right)
        }
        _ => Err(no_rule(format!("a function made by {symbol}"))),
    }
}

/// How many steps `f⍣n` makes.
pub(super) fn step_count(count: &Value) -> Result<u64> {
    let wrong = || no_rule("⍣ with anything but one whole number from 0");
    if count.rank() != 0 || matches!(count, Value::Function(_)) {
        return Err(wrong());
    }
    match whole(&count.clone().content(), "a count of steps") {
        Ok(Whole::Small(count)) if count >= 0 => Ok(count as u64),
        _ => Err(wrong()),
    }
}

pub(super) fn is_one_of(function: &Function, symbols: &str) -> bool {
    function.as_primitive().is_some_and(|glyph| symbols.contains(glyph.symbol))
}

fn is_scalar(function: &Function, is_dyad: bool) -> bool {
    let symbols = if is_dyad { "+-×÷*⍟√π○" } else { "+≤≥-⍱⍲÷*⍟√π" };
    is_one_of(function, symbols)
}

/// `+/ ×/ +⌿ ×⌿`.
fn folds(function: &Function) -> bool {
    match function.form() {
        Form::Derived { operator, left: Value::Function(f), right: None } => {
            matches!(operator.symbol, '/' | '⌿') && is_one_of(f, "+×")
        }
        _ => false,
    }
}

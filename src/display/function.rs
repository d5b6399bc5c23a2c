//! The source of functions: names are replaced by what they hold.

use super::source::{Level, SourceForm, write_form};
use super::text::Writer;
use crate::array::compare::nested;
use crate::array::{Form, Function, Value};
use crate::control::Result;

/// Which parts of a function stand in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Those that need them to read back.
    Needed,
    /// Every operand and part of more than one token.
    Every,
}

/// Appends the source of a function.
pub fn write_function(w: &mut Writer, function: &Function, grouping: Grouping) -> Result<()> {
    w.step()?;
    match function.form() {
        Form::Primitive(glyph) => w.text.push(glyph.symbol),
        Form::Native(native) => w.push(&native.name()),
        Form::Defined(definition) => {
            let (left, right) = definition.operands();
            write_applied(w, left, |w| w.push(definition.source_text()), right, grouping)?;
        }
        Form::Derived { operator, left, right } => {
            write_applied(w, Some(left), |w| w.text.push(operator.symbol), right.as_ref(), grouping)?;
        }
        Form::Fork { left: Value::Function(left), middle, right } => {
            for part in [left, middle, right] {
                write_part(w, part, is_fork(part), grouping)?;
            }
        }
        Form::Fork { left, middle, right } => {
            w.push(if grouping == Grouping::Every { "(" } else { "" });
            write_data(w, left)?;
            w.push("⊸");
            write_part(w, middle, is_fork(middle) || is_derived(middle), grouping)?;
            w.push(if grouping == Grouping::Every { ")⍤" } else { "⍤" });
            write_part(w, right, is_fork(right) || is_derived(right), grouping)?;
        }
    }
    Ok(())
}

/// An operator with its operands.
fn write_applied(
    w: &mut Writer,
    left: Option<&Value>,
    operator: impl FnOnce(&mut Writer),
    right: Option<&Value>,
    grouping: Grouping,
) -> Result<()> {
    if let Some(left) = left {
        write_left(w, left, grouping)?;
    }
    operator(w);
    match right {
        Some(Value::Function(function)) => write_part(w, function, is_fork(function) || is_derived(function), grouping),
        Some(data) => write_data(w, data),
        None => Ok(()),
    }
}

/// A left operand.
fn write_left(w: &mut Writer, operand: &Value, grouping: Grouping) -> Result<()> {
    match operand {
        Value::Function(function) => write_part(w, function, is_fork(function), grouping),
        data => write_data(w, data),
    }
}

/// A function within another one, in parentheses where it needs them or all parts get them.
fn write_part(w: &mut Writer, function: &Function, needs_group: bool, grouping: Grouping) -> Result<()> {
    let is_long = grouping == Grouping::Every && (is_fork(function) || is_derived(function));
    let grouped = needs_group || is_long;
    w.push(if grouped { "(" } else { "" });
    nested(|| write_function(w, function, grouping))?;
    w.push(if grouped { ")" } else { "" });
    Ok(())
}

/// Data as an operand: top-level source, in parentheses unless it is a literal, a strand or a group.
fn write_data(w: &mut Writer, data: &Value) -> Result<()> {
    let form = SourceForm::of(data)?;
    w.push(if form.is_closed() { "" } else { "(" });
    nested(|| write_form(w, data, &form, Level::Top))?;
    w.push(if form.is_closed() { "" } else { ")" });
    Ok(())
}

/// Whether it is a fork of three functions.
pub fn is_fork(function: &Function) -> bool {
    matches!(function.form(), Form::Fork { left: Value::Function(_), .. })
}

/// Whether it is an operator with its operands, a primitive or a defined one. A constant fork `A f g` is shown as the
/// atop `A⊸f⍤g`, which is the same function.
pub fn is_derived(function: &Function) -> bool {
    match function.form() {
        Form::Derived { .. } => true,
        Form::Fork { left, .. } => !matches!(left, Value::Function(_)),
        Form::Defined(definition) => definition.operands().0.is_some() || definition.operands().1.is_some(),
        _ => false,
    }
}

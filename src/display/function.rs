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
            write_applied(w, left, definition.source_text(), right, grouping)?;
        }
        Form::Derived { operator, left, right } => {
            let glyph = operator.symbol.encode_utf8(&mut [0; 4]).to_string();
            write_applied(w, Some(left), &glyph, right.as_ref(), grouping)?;
        }
        Form::Fork { left: Value::Function(left), middle, right } => {
            write_part(w, left, is_fork(left) || reads_on(left), grouping)?;
            for (before, part) in [(left, middle), (middle, right)] {
                let joins = match first(part) {
                    End::Operator => true,
                    End::Data => matches!(last(before), End::Data | End::Name),
                    End::Colon => last(before) == End::Colon,
                    End::Function | End::Name => false,
                };
                if joins && part.as_primitive().is_some() {
                    write_glyph_apart(w, part)?;
                } else {
                    let reads_on = !std::ptr::eq(part, right) && reads_on(part);
                    write_part(w, part, is_fork(part) || reads_on || joins, grouping)?;
                }
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
    operator: &str,
    right: Option<&Value>,
    grouping: Grouping,
) -> Result<()> {
    match left {
        // Two hybrids side by side would be a train.
        Some(Value::Function(function)) if is_hybrid(function) && HYBRIDS.contains(operator) => {
            write_glyph_apart(w, function)?;
        }
        Some(Value::Function(function)) => {
            // A dot between data and a name or group would be an access.
            let is_access = operator == "." && last(function) == End::Data;
            write_part(w, function, is_fork(function) || reads_on(function) || is_access, grouping)?;
        }
        Some(data) => write_data(w, data)?,
        None => {}
    }
    w.push(operator);
    match right {
        Some(Value::Function(function)) => write_part(w, function, is_fork(function) || is_derived(function), grouping),
        Some(data) => write_data(w, data),
        None => Ok(()),
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

/// A glyph that would be read as an operator, or as one token with the glyph before it. In parentheses alone it would be
/// a scalar.
fn write_glyph_apart(w: &mut Writer, glyph: &Function) -> Result<()> {
    w.push("(↑[");
    write_function(w, glyph, Grouping::Needed)?;
    w.push("])");
    Ok(())
}

const HYBRIDS: &str = "/⌿\\⍀";

fn is_hybrid(function: &Function) -> bool {
    function.as_primitive().is_some_and(|glyph| HYBRIDS.contains(glyph.symbol))
}

/// What the source of a function has at one of its ends, outside parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// A function glyph, a dfn or a group.
    Function,
    /// A system name.
    Name,
    /// The function `:`, two of which would be one token.
    Colon,
    /// A hybrid or a monadic operator.
    Operator,
    Data,
}

fn end_of(glyph: char) -> End {
    match glyph {
        ':' => End::Colon,
        glyph if HYBRIDS.contains(glyph) => End::Operator,
        _ => End::Function,
    }
}

/// What the source of a function ends in.
fn last(function: &Function) -> End {
    let right = match function.form() {
        Form::Primitive(glyph) => return end_of(glyph.symbol),
        Form::Native(_) => return End::Name,
        Form::Derived { right, .. } => right.as_ref(),
        Form::Fork { left: Value::Function(_), right, .. } => return last(right),
        Form::Fork { right, .. } => return last_of_operand(right),
        Form::Defined(definition) => match definition.operands() {
            (None, None) => return End::Function,
            (_, right) => right,
        },
    };
    match right {
        None => End::Operator,
        Some(Value::Function(right)) => last_of_operand(right),
        Some(_) => End::Data,
    }
}

/// What a right operand ends in.
fn last_of_operand(function: &Function) -> End {
    if is_fork(function) || is_derived(function) { End::Function } else { last(function) }
}

/// Whether a function's last operator is a hybrid that an operator or a train on its right would take as a function: only
/// what ends in a function makes it a reduction or scan at once.
fn reads_on(function: &Function) -> bool {
    match function.form() {
        Form::Derived { operator, left: Value::Function(left), .. } => {
            let is_group = is_fork(left) || is_hybrid(left) || reads_on(left);
            HYBRIDS.contains(operator.symbol) && !is_group && matches!(last(left), End::Operator | End::Data)
        }
        _ => false,
    }
}

/// What the source of a function begins with.
fn first(function: &Function) -> End {
    let left = match function.form() {
        Form::Primitive(glyph) => return end_of(glyph.symbol),
        Form::Derived { left, .. } | Form::Fork { left, .. } => Some(left),
        Form::Defined(definition) => definition.operands().0,
        Form::Native(_) => None,
    };
    match left {
        Some(Value::Function(left)) if is_fork(left) || reads_on(left) => End::Function,
        Some(Value::Function(left)) => first(left),
        Some(_) => End::Data,
        None => End::Function,
    }
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

//! Functions as trees: operators and trains above their operands and parts.

use super::source::{Level, function_text, write_source};
use super::text::{ALL_DIGITS, Writer};
use crate::array::compare::nested;
use crate::array::{Form, Function, Glyph, Value};
use crate::control::Result;

/// The tree of a function; a function without parts is its source.
pub fn write_tree(w: &mut Writer, function: &Function) -> Result<()> {
    write_node(w, &Value::Function(function.clone()), &mut String::new())
}

/// A function with its branches, or data. `prefix` stands before every line but the first.
fn write_node(w: &mut Writer, value: &Value, prefix: &mut String) -> Result<()> {
    w.step()?;
    let (label, branches) = node(value)?;
    w.push(&label.replace("\r\n", " ⋄ ").replace('\n', " ⋄ "));
    for (i, branch) in branches.iter().enumerate() {
        let is_last = i + 1 == branches.len();
        w.push("\n");
        w.push(prefix);
        w.push(if is_last { "└─ " } else { "├─ " });
        let length = prefix.len();
        prefix.push_str(if is_last { "   " } else { "│  " });
        nested(|| write_node(w, branch, prefix))?;
        prefix.truncate(length);
    }
    Ok(())
}

/// What stands at a node, and what hangs below it.
fn node(value: &Value) -> Result<(String, Vec<Value>)> {
    let Value::Function(function) = value else {
        let mut w = Writer::new(ALL_DIGITS);
        write_source(&mut w, value, Level::Top)?;
        return Ok((w.text, Vec::new()));
    };
    Ok(match function.form() {
        Form::Derived { operator, left, right } => {
            let branches = std::iter::once(left).chain(right).cloned().collect();
            (operator.symbol.to_string(), branches)
        }
        Form::Fork { left: left @ Value::Function(_), middle, right } => {
            ("fork".into(), vec![left.clone(), Value::Function(middle.clone()), Value::Function(right.clone())])
        }
        // A constant fork `A f g` is shown as `A⊸f⍤g`.
        Form::Fork { left, middle, right } => {
            let bind = Glyph { symbol: '⊸', row: 0 };
            let bound = Function::derived(bind, left.clone(), Some(Value::Function(middle.clone())))?;
            ("⍤".into(), vec![Value::Function(bound), Value::Function(right.clone())])
        }
        Form::Defined(definition) => {
            let (left, right) = definition.operands();
            (definition.source_text().into(), left.into_iter().chain(right).cloned().collect())
        }
        Form::Primitive(_) | Form::Native(_) => (function_text(function)?, Vec::new()),
    })
}

//! `]plan`: how an expression was bound, one operation a line.

use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

use crate::Session;
use crate::control::{Error, Location, Result, Source, Span};
use crate::display;
use crate::eval::code::{Body, ItemKind, Name, Sequence, Statement};
use crate::eval::entity::Entity;
use crate::eval::plan::{Apply, Call, Callee, Derive, Load, Operation, Source as Operand, Train};
use crate::syntax::{self, ParseFailure};

/// Characters of a constant that are shown.
const SHOWN: usize = 40;

/// Evaluates the expression as the body of a function and shows how the parts of its last statement were bound.
pub fn explain(session: &mut Session, source: &Arc<Source>, expression: Range<usize>) -> Result<String> {
    // A function keeps the reductions that its binder has made. The text stands where it stood, so that places agree.
    let before = &source.text.as_bytes()[..expression.start.saturating_sub(1)];
    let mut text: String = before.iter().map(|&byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    let brace = text.len();
    let _ = write!(text, "{{{}\n}}0", &source.text[expression.clone()]);
    let wrapped = Source::new(source.name.clone(), text);
    let program = syntax::parse(&wrapped).map_err(ParseFailure::into_error)?;
    let body = session.state().run_program(&program).map_err(|error| match error.location() {
        // The braces are those put round the expression.
        Some(place) if place.source == wrapped && place.span.start as usize == brace => {
            let message = "the expression gives a function: apply it to see how it is bound";
            Error::domain(message)
                .at(Location { source: source.clone(), span: Span::new(expression.start, expression.end) })
        }
        _ => in_source(&error, &wrapped, source),
    })?;
    let mut lines = Vec::new();
    if let Some(Statement::Expression(outer)) = body.statements.first()
        && let Some(run) = outer.stages.first().map(|stage| &stage.sequence)
        && let Some(inner) = definition_in(run)
        && let Some(Statement::Expression(expression)) = inner.statements.last()
    {
        for stage in &expression.stages {
            describe(&stage.sequence, &wrapped, &mut lines);
        }
    }
    Ok(lines.join("\n"))
}

/// The error as it is in the text that the user wrote, which stands in the wrapped text at the same place.
fn in_source(error: &Error, wrapped: &Arc<Source>, source: &Arc<Source>) -> Error {
    let moved = |place: &Location| match place.source == *wrapped {
        true => Location { source: source.clone(), span: place.span },
        false => place.clone(),
    };
    let mut found = Error::new(error.kind(), error.message().to_string());
    if let Some(place) = error.location() {
        found = found.at(moved(place));
    }
    // The outermost call is that of the braces round the expression.
    if let Some((_, calls)) = error.calls().split_last() {
        calls.iter().for_each(|call| found.push_call(moved(call)));
    }
    found
}

fn definition_in(sequence: &Sequence) -> Option<&Arc<Body>> {
    sequence.items.iter().find_map(|item| match &item.kind {
        ItemKind::Definition(body) => Some(body),
        ItemKind::Run(run) => definition_in(run),
        _ => None,
    })
}

/// The operations of a sequence; those of its runs come first.
fn describe(sequence: &Sequence, source: &Source, lines: &mut Vec<String>) {
    for item in &sequence.items {
        if let ItemKind::Run(run) = &item.kind {
            describe(run, source, lines);
        }
    }
    let whole = text_of(sequence.span, source);
    match sequence.plan.get() {
        Some(plan) => {
            lines.push(format!("{whole}:"));
            lines.extend(plan.operations.iter().map(|operation| line_of(operation, sequence, source)));
            lines.push(format!("  gives {}", operand(&plan.result, sequence, source)));
        }
        None if sequence.items.len() > 1 => lines.push(format!("{whole}: bound each time")),
        None => {}
    }
}

fn line_of(operation: &Operation, sequence: &Sequence, source: &Source) -> String {
    let operand = |from: &Operand| operand(from, sequence, source);
    match operation {
        Operation::Load(Load { item, to, category, .. }) => {
            format!("  r{to} ← {} ({category:?})", text_of(sequence.items[*item].span, source))
        }
        Operation::Dyad { left, right, to, span, .. } => {
            format!("  r{to} ← {} {} {}", operand(left), text_of(*span, source), operand(right))
        }
        Operation::Monad { right, to, span, .. } => {
            format!("  r{to} ← {} {}", text_of(*span, source), operand(right))
        }
        Operation::Call(Call { callee, left, right, to, .. }) => {
            let left = left.as_ref().map_or(String::new(), |left| operand(left) + " ");
            format!("  r{to} ← {left}{} {}", function(callee), operand(right))
        }
        Operation::Apply(Apply { array, index, to, .. }) => {
            format!("  r{to} ← {} selects {}", operand(array), operand(index))
        }
        Operation::Derive(Derive { operator, left, right, to, .. }) => {
            let right = right.as_ref().map_or(String::new(), |right| format!(" {}", operand(right)));
            format!("  r{to} ← {} {}{right}", operand(left), operand(operator))
        }
        Operation::Train(Train { items, to, .. }) => {
            let items: Vec<String> = items.iter().rev().map(operand).collect();
            format!("  r{to} ← train {}", items.join(" "))
        }
    }
}

fn function(callee: &Callee) -> String {
    match callee {
        Callee::Constant(function) => display::function_source(function).unwrap_or_default(),
        Callee::Register(register) => format!("r{register}"),
        Callee::Running => "∇".into(),
    }
}

fn operand(operand: &Operand, sequence: &Sequence, source: &Source) -> String {
    // A name is written as it stands in the sequence.
    let name = |is_it: &dyn Fn(&Name) -> bool| {
        let item = sequence.items.iter().find(|item| matches!(&item.kind, ItemKind::Name(name) if is_it(name)));
        item.map_or(String::new(), |item| text_of(item.span, source).to_string())
    };
    match operand {
        Operand::Constant(entity) => constant(entity),
        Operand::Register(register) => format!("r{register}"),
        Operand::Right => "⍵".into(),
        Operand::Left => "⍺".into(),
        Operand::Slot(slot) => name(&|name| name.local_slot() == Some(*slot)),
        Operand::Outer(outer) => name(&|name| name.symbol == outer.symbol),
    }
}

fn constant(entity: &Entity) -> String {
    match entity {
        Entity::Operator(glyph) | Entity::Hybrid(glyph) => glyph.symbol.to_string(),
        Entity::DefinedOperator(operator) => operator.body.text().to_string(),
        entity => match entity.clone().into_value() {
            Ok(value) => beginning(&display::source(&value).unwrap_or_default()),
            Err(_) => "nothing".into(),
        },
    }
}

/// The first characters of a long text.
fn beginning(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn text_of(span: Span, source: &Source) -> &str {
    source.text.get(span.start as usize..span.end as usize).unwrap_or("")
}

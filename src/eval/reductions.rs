//! Whether the body of a function is made of reductions of `⍵` and its tally, joined by scalar functions: `{(+/⍵)÷≢⍵}`.

use super::code::{Body, Expression, Item, ItemKind, Statement};
use super::elementwise::{as_function, scalar_dyad, scalar_monad};
use super::entity::Entity;
use crate::array::compare::nested;
use crate::array::{Function, Value};
use crate::primitive::table::Operator;
use crate::syntax::tree::Argument;

/// The same function as a train, if the body is one expression of this kind.
pub fn as_train(body: &Body) -> Option<Function> {
    match &body.statements[..] {
        [Statement::Expression(expression)] => match of_expression(expression)? {
            Value::Function(function) => Some(function),
            _ => None,
        },
        _ => None,
    }
}

/// A function of `⍵`, or a number.
fn of_expression(expression: &Expression) -> Option<Value> {
    of_items(&expression.as_sequence()?.items)
}

/// Items read from the right: a reduction, then functions, each with a value on its left or without.
fn of_items(items: &[Item]) -> Option<Value> {
    let (mut value, mut rest) = last_value(items)?;
    while let Some((item, before)) = rest.split_last() {
        let function = as_function(item)?;
        value = match before.split_last().and_then(|(left, further)| Some((operand(left)?, further))) {
            Some((left, further)) => {
                rest = further;
                joined(left, function, value)?
            }
            None => {
                rest = before;
                let Value::Function(inner) = value else { return None };
                scalar_monad(function)?;
                Value::Function(derived('⍤', function.clone(), inner.into())?)
            }
        };
    }
    Some(value)
}

/// What stands at the right end of items, where functions reach `⍵` itself, and the items before it.
fn last_value(items: &[Item]) -> Option<(Value, &[Item])> {
    let (last, before) = items.split_last()?;
    if !matches!(last.kind, ItemKind::Argument(Argument::Right)) {
        return Some((operand(last)?, before));
    }
    match before {
        [further @ .., function, slash] if is_reduction(slash) => {
            let function = as_function(function)?;
            scalar_dyad(function)?;
            let reduction = Function::derived(Operator::glyph('/')?, function.clone().into(), None).ok()?;
            Some((reduction.into(), further))
        }
        [further @ .., tally] if as_function(tally)?.as_primitive()?.symbol == '≢' => {
            Some((as_function(tally)?.clone().into(), further))
        }
        _ => None,
    }
}

fn operand(item: &Item) -> Option<Value> {
    match &item.kind {
        ItemKind::Constant(Entity::Data(number)) => number.as_number().map(|_| number.clone()),
        ItemKind::Group(expression) => nested(|| of_expression(expression)),
        ItemKind::Run(sequence) => nested(|| of_items(&sequence.items)),
        _ => None,
    }
}

fn joined(left: Value, function: &Function, right: Value) -> Option<Value> {
    scalar_dyad(function)?;
    let joined = match (left, right) {
        (left, Value::Function(right)) => Function::fork(left, function.clone(), right).ok()?,
        (Value::Function(left), number) => {
            derived('⍤', derived('⟜', function.clone(), number)?, Value::Function(left))?
        }
        _ => return None,
    };
    Some(Value::Function(joined))
}

fn derived(operator: char, left: Function, right: Value) -> Option<Function> {
    Function::derived(Operator::glyph(operator)?, Value::Function(left), Some(right)).ok()
}

fn is_reduction(item: &Item) -> bool {
    matches!(&item.kind, ItemKind::Constant(Entity::Hybrid(glyph)) if matches!(glyph.symbol, '/' | '⌿'))
}

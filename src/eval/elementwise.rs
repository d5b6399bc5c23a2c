//! Whether the body of a function works item by item, so that calling it for every item of an array is calling it for the
//! array.

use super::code::{Body, Expression, Item, ItemKind, Sequence, Statement};
use super::entity::Entity;
use crate::array::compare::nested;
use crate::array::{Function, Uses, Value};
use crate::primitive::table::Primitive;
use crate::syntax::tree::Argument;

/// Which arguments the result is made of, if the body is one expression of scalar functions of its arguments and of
/// numbers written in it.
pub fn uses(body: &Body) -> Option<Uses> {
    match &body.statements[..] {
        [Statement::Expression(expression)] => of_expression(expression),
        _ => None,
    }
}

fn of_expression(expression: &Expression) -> Option<Uses> {
    of_sequence(expression.as_sequence()?)
}

/// Items read from the right: data, then functions, each with data on its left or without.
fn of_sequence(sequence: &Sequence) -> Option<Uses> {
    let (last, mut rest) = sequence.items.split_last()?;
    let mut uses = of_data(last)?;
    while let Some((item, before)) = rest.split_last() {
        let function = as_function(item)?;
        match before.split_last().and_then(|(left, further)| Some((of_data(left)?, further))) {
            Some((left, further)) => {
                scalar_dyad(function)?;
                uses = uses.or(left);
                rest = further;
            }
            None => {
                scalar_monad(function)?;
                rest = before;
            }
        }
    }
    Some(uses)
}

fn of_data(item: &Item) -> Option<Uses> {
    match &item.kind {
        ItemKind::Argument(Argument::Right) => Some(Uses { left: false, right: true }),
        ItemKind::Argument(Argument::Left) => Some(Uses { left: true, right: false }),
        ItemKind::Constant(Entity::Data(Value::Int(_) | Value::Float(_) | Value::Exact(_) | Value::Complex(_))) => {
            Some(Uses { left: false, right: false })
        }
        ItemKind::Group(expression) => nested(|| of_expression(expression)),
        ItemKind::Run(sequence) => nested(|| of_sequence(sequence)),
        _ => None,
    }
}

/// The function that an item is as it stands.
pub(super) fn as_function(item: &Item) -> Option<&Function> {
    match &item.kind {
        ItemKind::Constant(Entity::Function(function)) => Some(function),
        _ => None,
    }
}

/// Something where the function is a scalar dyad.
pub(super) fn scalar_dyad(function: &Function) -> Option<()> {
    Primitive::row_of(function.as_primitive()?).scalar_dyad().map(|_| ())
}

/// Something where the function is a scalar monad but `?`, whose results are not decided by their arguments.
pub(super) fn scalar_monad(function: &Function) -> Option<()> {
    let row = Primitive::row_of(function.as_primitive()?);
    row.scalar_monad().filter(|_| row.glyph != '?').map(|_| ())
}

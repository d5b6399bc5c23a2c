//! `⍵` and `⍺`: where they lie, and who gets them.
//!
//! The arguments of a call lie in the two slots before its locals. The expression that ends a call gives an argument away
//! where it is read for the last time, so that what reads it may change it in place.

use super::code::{Expression, Item, ItemKind, Row, Selector, Sequence, Uses};
use super::entity::Entity;
use super::state::Evaluator;
use crate::array::Value;
use crate::array::compare::nested;
use crate::syntax::tree::Argument;

/// How many slots the arguments take.
pub const ARGUMENTS: usize = 2;

/// The argument on the right or on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// `⍵`
    Right,
    /// `⍺`
    Left,
}

/// How often an expression that is a sequence reads each argument.
pub fn uses(expression: &Expression) -> Uses {
    let mut uses = [0; ARGUMENTS];
    match expression.as_sequence() {
        Some(sequence) => {
            in_sequence(sequence, &mut uses);
            Uses(uses)
        }
        None => Uses::UNKNOWN,
    }
}

fn in_expression(expression: &Expression, uses: &mut [u32; ARGUMENTS]) {
    for part in &expression.assignments {
        in_sequence(&part.before, uses);
        part.run.iter().for_each(|run| in_sequence(run, uses));
    }
    expression.stages.iter().for_each(|stage| in_sequence(&stage.sequence, uses));
}

fn in_sequence(sequence: &Sequence, uses: &mut [u32; ARGUMENTS]) {
    nested(|| sequence.items.iter().for_each(|item| in_item(item, uses)));
}

fn in_rows(rows: &[Row], uses: &mut [u32; ARGUMENTS]) {
    rows.iter().flat_map(|row| &row.elements).for_each(|element| {
        element.key.iter().chain([&element.value]).for_each(|expression| in_expression(expression, uses));
    });
}

fn in_item(item: &Item, uses: &mut [u32; ARGUMENTS]) {
    match &item.kind {
        ItemKind::Argument(Argument::Right) => uses[Side::Right as usize] += 1,
        ItemKind::Argument(Argument::Left) => uses[Side::Left as usize] += 1,
        ItemKind::Group(expression) => in_expression(expression, uses),
        ItemKind::Run(sequence) => in_sequence(sequence, uses),
        ItemKind::Vector(elements) => elements.iter().for_each(|element| {
            element.key.iter().chain([&element.value]).for_each(|expression| in_expression(expression, uses));
        }),
        ItemKind::Rows(rows) | ItemKind::Cells(rows) => in_rows(rows, uses),
        ItemKind::Path(path) => {
            in_item(&path.base, uses);
            for step in &path.steps {
                let (Selector::Key(_, item) | Selector::Index(item)) = &step.selector;
                in_item(item, uses);
            }
        }
        // Braces have arguments of their own.
        ItemKind::Definition(_) => {}
        ItemKind::Constant(_)
        | ItemKind::Name(_)
        | ItemKind::SystemName(_)
        | ItemKind::Argument(_)
        | ItemKind::Quad => {}
    }
}

impl Evaluator<'_> {
    /// `⍵`, where it lies.
    #[inline]
    pub fn right(&self) -> Option<&Value> {
        match self.state.frames.slot(self.here.arguments?) {
            Entity::Data(value) => Some(value),
            _ => None,
        }
    }

    /// `⍺`, the argument or its default, where it lies.
    #[inline]
    pub fn left(&self) -> Option<&Entity> {
        let entity = self.state.frames.slot(self.here.arguments? + Side::Left as usize);
        entity.is_bound().then_some(entity)
    }

    /// Makes something the left argument of a call that has none.
    pub fn set_left(&mut self, left: Entity) {
        if let Some(first) = self.here.arguments {
            self.state.frames.set_slot(first + Side::Left as usize, left);
        }
    }

    /// Notes that nothing comes after this expression in the running call. `⍎` could read the arguments at any time, so
    /// that they stay where it is used.
    #[inline]
    pub fn begin_last(&mut self, expression: &Expression) {
        if !self.state.symbols.has_execute {
            self.here.uses.set(expression.uses);
        }
    }

    /// An argument for its next reader: a copy, or the thing itself for the last one.
    #[inline]
    pub fn read_argument(&mut self, side: Side) -> Option<Entity> {
        let slot = self.here.arguments? + side as usize;
        let Uses(mut uses) = self.here.uses.get();
        let entity = match uses[side as usize] {
            1 => std::mem::take(self.state.frames.slot_mut(slot)),
            _ => self.state.frames.slot(slot).clone(),
        };
        if uses[side as usize] != u32::MAX {
            uses[side as usize] = uses[side as usize].saturating_sub(1);
            self.here.uses.set(Uses(uses));
        }
        entity.is_bound().then_some(entity)
    }
}

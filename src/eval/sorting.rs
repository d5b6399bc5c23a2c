//! Items that end in a vector put in the order of its own grade, `Y(⍋Y)` or `(⊂⍋Y)⌷Y`: found when code is made, and then
//! sorted without the grade.

use super::code::{Expression, Item, ItemKind, Name};
use super::entity::{Category, Entity};
use super::state::Evaluator;
use crate::array::{Form, Function, Glyph, Value};
use crate::control::Result;
use crate::primitive::sort;
use crate::syntax::tree::Argument;

/// What is sorted at the end of a sequence.
pub struct Sorting {
    operand: Operand,
    grade: Glyph,
    /// How many items stand before it.
    before: usize,
}

/// A name or an argument: looking it up has no effect.
enum Operand {
    Name(Name),
    Argument(Argument),
}

/// The sorting that these items end in.
pub fn recognise(items: &[Item]) -> Option<Box<Sorting>> {
    let (operand, grade, before) = match items {
        [before @ .., operand, grade] if graded(grade, "").is_some() => (operand, graded(grade, "")?, before.len()),
        [before @ .., grade, index, operand] if is_glyph(index, "⌷").is_some() => {
            (operand, graded(grade, "⊂")?, before.len())
        }
        _ => return None,
    };
    let (grade, of) = grade;
    let operand = match (&operand.kind, &of.kind) {
        (ItemKind::Name(name), ItemKind::Name(other)) if name.symbol == other.symbol => Operand::Name(name.clone()),
        (ItemKind::Argument(one @ (Argument::Left | Argument::Right)), ItemKind::Argument(other)) if one == other => {
            Operand::Argument(*one)
        }
        _ => return None,
    };
    Some(Box::new(Sorting { operand, grade, before }))
}

/// The grade of a fork that sorts a vector: `⊂⍤⍋⌷⊢`.
pub fn train(left: &Value, middle: &Function, right: &Function) -> Option<Glyph> {
    let symbol = |function: &Function| function.as_primitive().map(|glyph| glyph.symbol);
    if symbol(middle) != Some('⌷') || symbol(right) != Some('⊢') {
        return None;
    }
    let Value::Function(left) = left else { return None };
    match left.form() {
        Form::Derived { operator, left: Value::Function(enclose), right: Some(Value::Function(grade)) }
            if operator.symbol == '⍤' && symbol(enclose) == Some('⊂') =>
        {
            grade.as_primitive().filter(|glyph| "⍋⍒".contains(glyph.symbol))
        }
        _ => None,
    }
}

/// The grade and the item that it grades, where an item is a group or run of these, after a glyph if one is given.
fn graded<'i>(item: &'i Item, first: &str) -> Option<(Glyph, &'i Item)> {
    let sequence = match &item.kind {
        ItemKind::Group(expression) => Expression::as_sequence(expression)?,
        ItemKind::Run(sequence) => sequence,
        _ => return None,
    };
    match (&sequence.items[..], first) {
        ([grade, of], "") => Some((is_glyph(grade, "⍋⍒")?, of)),
        ([glyph, grade, of], first) if is_glyph(glyph, first).is_some() => Some((is_glyph(grade, "⍋⍒")?, of)),
        _ => None,
    }
}

fn is_glyph(item: &Item, symbols: &str) -> Option<Glyph> {
    match &item.kind {
        ItemKind::Constant(Entity::Function(function)) => {
            function.as_primitive().filter(|glyph| symbols.contains(glyph.symbol))
        }
        _ => None,
    }
}

impl Evaluator<'_> {
    /// The sorted vector that items end in, and how many items stand before it; nothing where the binder is to evaluate
    /// them.
    pub fn sorted(&self, sorting: &Sorting, items: &[Item]) -> Result<Option<(Value, usize)>> {
        let before = &items[..sorting.before];
        // An operator would take the vector as its operand.
        if before.last().is_some_and(|item| self.peek(item) == Category::Dyadic) {
            return Ok(None);
        }
        let entity = match &sorting.operand {
            Operand::Argument(Argument::Right) => self.right(),
            Operand::Argument(_) => self.left().and_then(as_data),
            Operand::Name(name) => as_data(self.state.frames.look_up(name, self.here.frame)),
        };
        let Some(value) = entity else { return Ok(None) };
        Ok(sort::sorted(value, sorting.grade)?.map(|sorted| (sorted, sorting.before)))
    }
}

fn as_data(entity: &Entity) -> Option<&Value> {
    match entity {
        Entity::Data(value) => Some(value),
        _ => None,
    }
}

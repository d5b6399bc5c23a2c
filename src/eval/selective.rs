//! Assignment through selections: `v[I]←Y`, `t.k←Y`, `(2↑v)f←Y`.

use super::code::{Element, Item, ItemKind, Name};
use super::entity::Entity;
use super::state::Evaluator;
use crate::array::{Function, Value};
use crate::control::{Result, Span};
use crate::primitive::selection::{Change, FailedPart, SelectionStep, prepare};
use crate::syntax::tree::Argument;

/// One selection of a target.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is selected.
    pub kind: SelectionStep,
    /// Where errors of this step point.
    pub span: Span,
}

/// Works out what assigning `value` to what the steps, innermost first, select from `variable` changes. With a modifier
/// (and the place of its text) each selected item becomes `item f y`.
pub fn change(
    evaluator: &mut Evaluator<'_>,
    variable: &Value,
    steps: &[Step],
    modifier: Option<(&Function, Span)>,
    value: &Value,
) -> Result<Change> {
    let kinds = steps.iter().map(|step| &step.kind);
    let function = modifier.map(|(function, _)| function);
    prepare(evaluator, variable, kinds, function, value).map_err(|failure| {
        let span = match failure.part {
            FailedPart::Step(number) => Some(steps[number].span),
            FailedPart::Modifier => modifier.map(|(_, span)| span),
            FailedPart::Pairing => None,
        };
        match span {
            Some(span) => failure.error.at(evaluator.here.locate(span)),
            None => failure.error,
        }
    })
}

impl Evaluator<'_> {
    /// The short way for what loops do most: `N[I]←Y` with an atom `Y` of the kind that the vector `N` holds, where `I` is
    /// one position that is known without evaluating anything. Writes nothing and says so where it is anything else.
    pub fn assign_item(&mut self, name: &Name, index: &Item, value: &Entity) -> bool {
        let (ItemKind::Vector(elements), Entity::Data(value)) = (&index.kind, value) else { return false };
        let [Element { key: None, value: position, .. }] = &elements[..] else { return false };
        let Some([position]) = position.as_sequence().map(|sequence| &sequence.items[..]) else { return false };
        let Some(position) = self.known_position(position) else { return false };
        let Some(variable) = self.state.frames.find(name, self.here.frame) else { return false };
        let Entity::Data(Value::Array(array)) = self.state.frames.get_mut(variable) else { return false };
        let length = array.len() as i64;
        let place = if position < 0 { position + length } else { position };
        let fits = array.rank() == 1 && array.layout().keys(0).is_none() && (0..length).contains(&place);
        fits && array.set_in_place(place as usize, value)
    }

    /// The whole number that a constant, a name or an argument holds.
    fn known_position(&self, item: &Item) -> Option<i64> {
        let value = match &item.kind {
            ItemKind::Constant(Entity::Data(value)) => value,
            ItemKind::Argument(Argument::Right) => self.right()?,
            ItemKind::Name(name) => match self.state.frames.look_up(name, self.here.frame) {
                Entity::Data(value) => value,
                _ => return None,
            },
            _ => return None,
        };
        match value {
            Value::Int(position) => Some(*position),
            Value::Float(position) if position.fract() == 0.0 && position.abs() < 9e15 => Some(*position as i64),
            _ => None,
        }
    }
}

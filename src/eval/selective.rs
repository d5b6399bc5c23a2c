//! Assignment through selections: `v[I]←Y`, `t.k←Y`, `(2↑v)f←Y`.

use super::state::Evaluator;
use crate::array::{Function, Value};
use crate::control::{Result, Span};
use crate::primitive::selection::{Change, FailedPart, SelectionStep, prepare};

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

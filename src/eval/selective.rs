//! Assignment through selections: `v[I]←Y`, `t.k←Y`, `(2↑v)f←Y`.

use std::sync::Arc;

use super::state::Evaluator;
use crate::array::{Function, Value};
use crate::control::{Error, Result, Span};

/// One selection of a target.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is selected.
    pub kind: StepKind,
    /// Where errors of this step point.
    pub span: Span,
}

/// The kinds of selections.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// Application `v I`.
    Apply(Value),
    /// `v.(I)` and `v.[I J]`: `I⌷v`.
    Index(Value),
    /// `v.k`: `"k"⊃v`.
    Member(Arc<str>),
    /// A call of a selection function.
    Call {
        /// The function.
        function: Function,
        /// Its left argument.
        left: Option<Value>,
    },
}

/// Writes `value` to what the steps, innermost first, select from `variable`. With a modifier (and the place of its text)
/// each selected item becomes `item f y`. An error leaves the variable as it was.
pub fn assign(
    evaluator: &mut Evaluator<'_>,
    variable: &mut Value,
    steps: &[Step],
    modifier: Option<(&Function, Span)>,
    value: Value,
) -> Result<()> {
    let _ = (evaluator, variable, modifier, value);
    match steps.first() {
        Some(step) => Err(Error::unsupported(format!("assignment through {:?} is not built yet", step.kind))),
        None => Err(Error::unsupported("assignment through a selection is not built yet")),
    }
}

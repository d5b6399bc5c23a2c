//! Expressions: pipelines and assignments.

use super::apply::Called;
use super::code::{AssignmentPart, Expression, Stage};
use super::entity::Entity;
use super::reduce::{Answer, Part, Position};
use super::state::Evaluator;
use crate::control::{Error, Result};

impl Evaluator<'_> {
    /// Evaluates an expression.
    #[inline]
    pub fn expression(&mut self, expression: &Expression, position: Position) -> Result<Answer> {
        match expression.as_sequence() {
            Some(sequence) => self.reduce(sequence, position),
            None => self.assignments(expression, position),
        }
    }

    fn assignments(&mut self, expression: &Expression, position: Position) -> Result<Answer> {
        let Some((first, others)) = expression.assignments.split_first() else {
            return self.pipeline(&expression.stages, position);
        };
        let last = others.last().unwrap_or(first);
        if expression.stages.iter().all(|stage| stage.sequence.items.is_empty()) {
            return Err(Error::syntax("nothing on the right of ←").at(self.here.locate(last.arrow)));
        }
        let mut value = self.pipeline(&expression.stages, Position::Inner)?.into_entity();
        for part in others.iter().rev() {
            let (assigned, rest) = self.assign(part, value)?;
            value = self.go_on(part, assigned, rest, Position::Inner)?.into_entity();
        }
        let (assigned, rest) = self.assign(first, value)?;
        if rest == 0 && first.before.items.is_empty() {
            return Ok(Answer::Assigned(assigned));
        }
        self.go_on(first, assigned, rest, position)
    }

    /// Goes on with what stands before the target: `rest` items in its run, and the runs before that.
    fn go_on(&mut self, part: &AssignmentPart, value: Entity, rest: usize, position: Position) -> Result<Answer> {
        let Some(run) = &part.run else { return Ok(Answer::Entity(value)) };
        let target = run.items.get(rest).map_or(part.arrow, |item| item.span.to(part.arrow));
        let mut value = Answer::Entity(value);
        let before = &part.before;
        if rest > 0 {
            let position = if before.items.is_empty() { position } else { Position::Inner };
            let given = Part::new(value.into_entity(), target);
            value = self.bind(&run.items[..rest], Some(given), &mut None, run.span, position)?;
        }
        if !before.items.is_empty() {
            let given = Part::new(value.into_entity(), run.span.to(part.arrow));
            value = self.bind(&before.items, Some(given), &mut None, before.span, position)?;
        }
        Ok(value)
    }

    /// `Y → f → g`
    fn pipeline(&mut self, stages: &[Stage], position: Position) -> Result<Answer> {
        let (first, stages) = stages.split_first().expect("a pipeline has a part");
        if stages.is_empty() {
            return self.reduce(&first.sequence, position);
        }
        let mut answer = self.reduce(&first.sequence, Position::Inner)?;
        for (i, stage) in stages.iter().enumerate() {
            let arrow = stage.arrow.unwrap_or(stage.sequence.span);
            let value = answer.into_entity().into_value().map_err(|error| error.at(self.here.locate(arrow)))?;
            let span = stage.sequence.span;
            let Entity::Function(function) = self.reduce(&stage.sequence, Position::Inner)?.into_entity() else {
                return Err(Error::syntax("a stage of a pipe must be a function").at(self.here.locate(span)));
            };
            let position = if i + 1 == stages.len() { position } else { Position::Inner };
            answer = self.call_item(Called { function: &function, left: None, right: value, span }, position)?;
        }
        // The result of a pipe is used, and so not silent.
        match answer {
            Answer::Silent(value) => Ok(Answer::Entity(value.into())),
            Answer::TailCall => {
                self.state.tail_call.iter_mut().for_each(|call| call.shown = true);
                Ok(Answer::TailCall)
            }
            answer => Ok(answer),
        }
    }
}

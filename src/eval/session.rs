//! A session: evaluates one source after the other, keeps names between them.

use std::sync::Arc;

use super::code::Body;
use super::entity::Entity;
use super::execute::LastStatement;
use super::lower;
use super::reduce::{Answer, Position};
use super::state::{Activation, Evaluator, State};
use crate::array::{Function, Outcome, Value};
use crate::control::{Error, Result, Source};
use crate::syntax::{self, ParseFailure};

impl State {
    /// Evaluates a whole source: reads all of it, then runs its statements. The value is that of the last statement.
    pub fn evaluate(&mut self, source: &Arc<Source>) -> Result<Option<Value>> {
        let program = syntax::parse(source).map_err(ParseFailure::into_error)?;
        self.evaluate_program(&program)
    }

    /// Runs the statements of a program that has been read.
    pub fn evaluate_program(&mut self, program: &syntax::tree::Program) -> Result<Option<Value>> {
        let body = lower::program(program, None, &mut self.symbols);
        let answer =
            self.at_top_level(&body, |evaluator| evaluator.run_source(LastStatement::Displayed, Position::Inner))?;
        match answer {
            Answer::Entity(Entity::Nothing) => Ok(None),
            answer => match answer.into_outcome() {
                Ok(Outcome::Value(value) | Outcome::Silent(value)) => Ok(Some(value)),
                // An operator that has been assigned is no value.
                _ => Ok(None),
            },
        }
    }

    /// Runs a program and gives its code, with the plans that the run has left in it.
    pub fn run_program(&mut self, program: &syntax::tree::Program) -> Result<Body> {
        let body = lower::program(program, None, &mut self.symbols);
        self.at_top_level(&body, |evaluator| evaluator.run_source(LastStatement::Returned, Position::Inner))?;
        Ok(body)
    }

    /// Calls a function from outside.
    pub fn call(&mut self, function: &Function, left: Option<Value>, right: Value) -> Result<Option<Value>> {
        let source = Source::new("<call>", "");
        let program = syntax::tree::Program { source, statements: Vec::new() };
        let body = lower::program(&program, None, &mut self.symbols);
        let outcome = self.at_top_level(&body, |evaluator| evaluator.call_function(function, left, right))?;
        Ok(match outcome {
            Outcome::Nothing => None,
            Outcome::Value(value) | Outcome::Silent(value) => Some(value),
        })
    }

    /// Runs `work` outside all calls, with the control block of this session, and puts everything in order after an
    /// error.
    fn at_top_level<T>(&mut self, body: &Body, work: impl FnOnce(&mut Evaluator<'_>) -> Result<T>) -> Result<T> {
        let before = self.control.enter();
        let here = Activation::top_level(body);
        let result = super::deep(|| work(&mut Evaluator { state: self, here: &here }));
        before.enter();
        if result.is_err() {
            self.level = 0;
            self.prototype_mode = false;
            self.frames.truncate(1);
            self.tail_call = None;
        }
        result.map_err(|error: Error| error)
    }
}

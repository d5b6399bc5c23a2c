//! Calls of defined functions: frames, levels, tail calls, and what may not leave a frame.

use std::cell::Cell;

use super::arguments::ARGUMENTS;
use super::body::Flow;
use super::code::Uses;
use super::entity::{Entity, definition_of};
use super::reduce::TailCall;
use super::state::{Activation, Evaluator};
use crate::array::{Function, Outcome, Value};
use crate::control::{Error, Location, Result};

impl Evaluator<'_> {
    /// Calls a defined function as one level.
    pub fn call_defined(&mut self, function: &Function, left: Option<Value>, right: Value) -> Result<Outcome> {
        self.enter_level()?;
        if let Some(definition) = definition_of(function) {
            match self.scalar_call(definition, left.as_ref(), &right) {
                Ok(None) => {}
                outcome => {
                    self.state.level -= 1;
                    return outcome.map(|value| value.map_or(Outcome::Nothing, Outcome::Value));
                }
            }
        }
        let outcome = super::deep(|| self.run_chain(function, left, right));
        self.state.level -= 1;
        outcome
    }

    /// Begins a level; a `LIMIT ERROR` where there are too many. Cancellation is tested here too.
    #[inline]
    pub fn enter_level(&mut self) -> Result<()> {
        self.state.control.poll()?;
        if self.state.level >= self.state.max_levels {
            return Err(Error::limit(format!("calls nest deeper than {} levels", self.state.max_levels)));
        }
        self.state.level += 1;
        Ok(())
    }

    /// Runs a call and the tail calls that replace it. A frame stays while the function that runs, or an argument of it,
    /// depends on it; every other frame ends with the call that owns it.
    fn run_chain(&mut self, function: &Function, mut left: Option<Value>, mut right: Value) -> Result<Outcome> {
        let first = self.state.frames.count();
        let mut shown = false;
        let mut replaced_by: Option<Function> = None;
        let mut tail_site: Option<Location> = None;
        loop {
            let function = replaced_by.as_ref().unwrap_or(function);
            match self.run_frame(function, left, right) {
                Ok(Flow::Return(outcome)) => {
                    let escapes = match &outcome {
                        Outcome::Value(value) | Outcome::Silent(value) => value.dependency() >= first,
                        Outcome::Nothing => false,
                    };
                    if escapes {
                        let error = self.escapes(function);
                        self.state.frames.truncate(first);
                        return Err(error.leave_call());
                    }
                    self.state.frames.truncate(first);
                    return Ok(match outcome {
                        Outcome::Silent(value) if shown => Outcome::Value(value),
                        outcome => outcome,
                    });
                }
                Ok(Flow::TailCall) => {
                    let call = self.state.tail_call.take().expect("the call that was handed back");
                    let TailCall { function, left: next_left, right: next_right, span, source, shown: now_shown } =
                        call;
                    shown |= now_shown;
                    let needed = function.dependency().max(next_right.dependency());
                    let needed = next_left.as_ref().map_or(needed, |left| needed.max(left.dependency()));
                    self.state.frames.truncate(first.max(needed + 1));
                    tail_site = Some(Location { source, span });
                    (left, right) = (next_left, next_right);
                    replaced_by = Some(function);
                    self.state.control.poll()?;
                }
                Err(mut error) => {
                    self.state.frames.truncate(first);
                    if let Some(site) = tail_site {
                        error = error.leave_call().at(site);
                    }
                    return Err(error.leave_call());
                }
            }
        }
    }

    /// Runs a body in a new frame, which is left for the caller to end.
    fn run_frame(&mut self, function: &Function, left: Option<Value>, right: Value) -> Result<Flow> {
        let definition = definition_of(function).expect("the function is a defined one");
        let body = &*definition.body;
        let arguments = [Entity::Data(right), left.map_or(Entity::Nothing, Entity::Data)];
        let frame = self.state.frames.push(definition.frame, arguments, body.scope.names.len());
        let base = self.state.frames.base(frame);
        let here = Activation {
            body,
            function: Some(function),
            arguments: Some(base - ARGUMENTS),
            uses: Cell::new(Uses::UNKNOWN),
            frame,
            base,
        };
        Evaluator { state: self.state, here: &here }.run_body()
    }

    #[cold]
    fn escapes(&self, function: &Function) -> Error {
        let error = Error::domain("a function that depends on the frame of this call may not leave it");
        match definition_of(function) {
            Some(definition) => error.at(definition.body.locate(definition.body.span)),
            None => error,
        }
    }
}

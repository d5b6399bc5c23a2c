//! Running source text: the statements of a session's source, and `⍎`.

use std::cell::Cell;
use std::sync::Arc;

use super::code::{Body, Statement, Uses};
use super::entity::Entity;
use super::host::EventKind;
use super::lower;
use super::reduce::{Answer, Position};
use super::state::{Activation, Evaluator};
use crate::array::Value;
use crate::control::{Error, Result, Source};
use crate::primitive::argument::describe;
use crate::syntax;
use crate::syntax::tree::Program;

/// Whether the last statement of a source is displayed like the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastStatement {
    /// It is.
    Displayed,
    /// It is the result.
    Returned,
}

impl Evaluator<'_> {
    /// `⍎Y`
    pub fn execute(&mut self, text: &Value, position: Position) -> Result<Answer> {
        if text.rank() > 1 {
            return Err(Error::rank(format!("⍎ needs a character or string, not {}", describe(text))));
        }
        let Some(text) = text.as_text() else {
            return Err(Error::domain(format!("⍎ needs a character or string, not {}", describe(text))));
        };
        self.enter_level()?;
        let source = Source::new("<execute>", text);
        let answer = super::deep(|| self.run_text(&source, position));
        self.state.level -= 1;
        answer.map_err(Error::leave_call)
    }

    /// Reads and runs a text in the scope of the running call.
    pub fn run_text(&mut self, source: &Arc<Source>, position: Position) -> Result<Answer> {
        let program = syntax::parse(source).map_err(syntax::ParseFailure::into_error)?;
        let body = self.lower(&program);
        let here = Activation {
            body: &body,
            function: self.here.function,
            arguments: self.here.arguments,
            uses: Cell::new(Uses::UNKNOWN),
            frame: self.here.frame,
            base: self.here.base,
        };
        Evaluator { state: self.state, here: &here }.run_source(LastStatement::Returned, position)
    }

    /// The code of a program in the scope of the running call.
    pub fn lower(&mut self, program: &Program) -> Body {
        lower::program(program, self.here.scope(), &mut self.state.symbols)
    }

    /// Runs the statements of a source and displays their results. Gives the answer of the last one.
    pub fn run_source(&mut self, last: LastStatement, position: Position) -> Result<Answer> {
        let body = self.here.body;
        let mut answer = Answer::Entity(Entity::Nothing);
        for (i, statement) in body.statements.iter().enumerate() {
            let Statement::Expression(expression) = statement else {
                unreachable!("guards and defaults stand in braces");
            };
            let is_returned = i + 1 == body.statements.len() && last == LastStatement::Returned;
            let position = if is_returned { position } else { Position::Inner };
            // What the statement before has given is held no longer, so that its value can be changed in place.
            drop(std::mem::replace(&mut answer, Answer::Entity(Entity::Nothing)));
            answer = self.expression(expression, position)?;
            if !is_returned {
                let displayed = self.display(&answer);
                displayed.map_err(|error| error.at(self.here.locate(expression.span)))?;
            }
        }
        Ok(answer)
    }

    /// Displays the result of a statement, unless it is silent.
    fn display(&mut self, answer: &Answer) -> Result<()> {
        let Answer::Entity(entity) = answer else { return Ok(()) };
        match entity {
            Entity::Nothing => Ok(()),
            entity => {
                let value = entity.clone().into_value()?;
                if !self.state.echo {
                    return Ok(());
                }
                let bundle = (self.state.renderer)(self, &value, EventKind::Display)?;
                self.state.output(EventKind::Display, bundle)
            }
        }
    }
}

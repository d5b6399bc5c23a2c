//! Runs sources in a session: program text and the user commands between it.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use super::commands::{self, Command, Settings};
use super::split::{Part, parts};
use crate::array::Value;
use crate::control::{Location, Result, Source, Span};
use crate::syntax::tree::{Program, StatementKind};
use crate::syntax::{self, ParseFailure};
use crate::{EvalOptions, Session};

/// Whether more is to be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The session goes on.
    Continue,
    /// `]exit`
    Exit,
}

/// A session with the settings of its front end.
pub struct Driver {
    /// The session.
    pub session: Session,
    /// The settings.
    pub settings: Settings,
    /// Whether the results of statements are displayed.
    pub echo: Echo,
    /// When evaluations stop with `TIMEOUT`.
    pub deadline: Option<Instant>,
    /// The value of the last statement that has run, unless it gave a name to a function.
    pub last_value: Option<Value>,
}

impl Driver {
    /// A front end that starts with these settings.
    pub fn new(mut session: Session, settings: Settings) -> Driver {
        settings.apply_start(&mut session);
        Driver { session, settings, echo: Echo::On, deadline: None, last_value: None }
    }

    /// Runs a whole source part by part, up to the first error.
    pub fn run(&mut self, source: &Arc<Source>) -> Result<Flow> {
        self.last_value = None;
        for part in parts(&source.text) {
            match part {
                Part::Source(range) => {
                    let (value, ending) = self.evaluate_part(source, range, self.echo)?;
                    let is_named = |value: &Value| ending == Ending::Assignment && matches!(value, Value::Function(_));
                    self.last_value = value.filter(|value| !is_named(value));
                }
                Part::Command(range) => {
                    let place = Location { source: source.clone(), span: Span::new(range.start, range.end) };
                    let command = Command::parse(&source.text, range).map_err(|error| error.at(place.clone()))?;
                    if commands::run(self, source, command).map_err(|error| error.at(place))? == Flow::Exit {
                        return Ok(Flow::Exit);
                    }
                }
            }
        }
        Ok(Flow::Continue)
    }

    /// Evaluates a part of a source.
    pub fn evaluate(&mut self, source: &Arc<Source>, part: Range<usize>, echo: Echo) -> Result<Option<Value>> {
        self.evaluate_part(source, part, echo).map(|(value, _)| value)
    }

    fn evaluate_part(
        &mut self,
        source: &Arc<Source>,
        part: Range<usize>,
        echo: Echo,
    ) -> Result<(Option<Value>, Ending)> {
        let program = syntax::parse_part(source, part).map_err(ParseFailure::into_error)?;
        let options = EvalOptions {
            echo: echo == Echo::On,
            deadline: self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            collect: false,
            ..EvalOptions::default()
        };
        let evaluation = self.session.evaluate_program(&program, &options);
        match evaluation.error {
            Some(error) => Err(error),
            None => Ok((evaluation.value, ending(&program))),
        }
    }
}

/// What the last statement of a program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// It begins with the target of an assignment.
    Assignment,
    /// Another statement, or none.
    Other,
}

fn ending(program: &Program) -> Ending {
    match program.statements.last().map(|statement| &statement.kind) {
        Some(StatementKind::Expression(expression))
            if expression.assignments.first().is_some_and(|first| first.runs.len() == 1) =>
        {
            Ending::Assignment
        }
        _ => Ending::Other,
    }
}

/// Whether the results of statements are displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// They are.
    On,
    /// They are not.
    Off,
}

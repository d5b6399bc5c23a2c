//! Runs sources in a session: program text and the user commands between it.

use std::ops::Range;
use std::sync::Arc;

use super::commands::{self, Command, Settings};
use super::split::{Part, parts};
use crate::array::Value;
use crate::control::{Location, Result, Source, Span};
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
}

impl Driver {
    /// A front end that starts with these settings.
    pub fn new(mut session: Session, settings: Settings) -> Driver {
        settings.apply_start(&mut session);
        Driver { session, settings }
    }

    /// Runs a whole source part by part, up to the first error.
    pub fn run(&mut self, source: &Arc<Source>) -> Result<Flow> {
        for part in parts(&source.text) {
            match part {
                Part::Source(range) => drop(self.evaluate(source, range, Echo::On)?),
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
        let program = syntax::parse_part(source, part).map_err(ParseFailure::into_error)?;
        let options = EvalOptions { echo: echo == Echo::On, collect: false, ..EvalOptions::default() };
        let evaluation = self.session.evaluate_program(&program, &options);
        match evaluation.error {
            Some(error) => Err(error),
            None => Ok(evaluation.value),
        }
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

//! From source text to a tree, without evaluating anything.
//!
//! Nothing here evaluates, looks up a name or knows a value other than literals.

pub mod foreign;
pub mod glyphs;
pub mod lexer;
mod literal;
mod parser;
pub mod tree;

use std::ops::Range;
use std::sync::Arc;

use crate::control::{Error, Source};
use tree::Program;

/// Why a source is not read.
#[derive(Clone, Debug)]
pub enum ParseFailure {
    /// A delimiter is still open at the end and nothing else is wrong: more text may complete it. The error is the one
    /// to report where no more text can come.
    Incomplete(Error),
    /// A structural error.
    Wrong(Error),
}

impl ParseFailure {
    /// The error to report when no more text can come.
    pub fn into_error(self) -> Error {
        match self {
            ParseFailure::Incomplete(error) | ParseFailure::Wrong(error) => error,
        }
    }
}

impl From<Error> for ParseFailure {
    fn from(error: Error) -> ParseFailure {
        ParseFailure::Wrong(error)
    }
}

/// Reads a whole source. Every error has its place.
pub fn parse(source: &Arc<Source>) -> Result<Program, ParseFailure> {
    parse_part(source, 0..source.text.len())
}

/// Reads a part of a source (whole lines) on its own; places count from the start of the whole source.
pub fn parse_part(source: &Arc<Source>, part: Range<usize>) -> Result<Program, ParseFailure> {
    let tokens = lexer::tokens(source, part).map_err(foreign::with_hint)?;
    parser::Parser::new(source, &tokens.list).program(&tokens.open).map_err(|failure| match failure {
        ParseFailure::Incomplete(error) => ParseFailure::Incomplete(error),
        ParseFailure::Wrong(error) => ParseFailure::Wrong(foreign::with_hint(error)),
    })
}

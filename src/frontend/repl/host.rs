//! The outside of the session behind the REPL: the terminal.

use rustyline::error::ReadlineError;

use super::keys::Purpose;
use super::line;
use crate::control::{Error, ErrorKind, Result};
use crate::eval::host::{Event, Host};
use crate::frontend::host::{self, Closed};

/// Prints to the terminal and reads lines from it.
#[derive(Default)]
pub struct TerminalHost {
    closed: Closed,
}

impl Host for TerminalHost {
    fn output(&mut self, event: &Event) -> Result<()> {
        host::print_line(event.text(), &self.closed)
    }

    /// Reads a line with an empty prompt; it is not kept in the history.
    fn read_line(&mut self) -> Result<Option<String>> {
        match line::read(Purpose::Data) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => Err(Error::new(ErrorKind::Interrupt, "evaluation interrupted")),
            Err(error) => Err(Error::value(format!("cannot read standard input: {error}"))),
        }
    }

    fn read_rest(&mut self) -> Result<Vec<u8>> {
        host::read_rest()
    }
}

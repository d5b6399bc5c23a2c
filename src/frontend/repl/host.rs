//! The outside of the session behind the REPL: the terminal.

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

use crate::control::{Error, ErrorKind, Result};
use crate::eval::host::{Event, Host};
use crate::frontend::host::{self, Closed};

/// Prints to the terminal and reads lines from it.
pub struct TerminalHost {
    closed: Closed,
}

impl TerminalHost {
    /// A host that sets `closed` when the terminal has gone.
    pub fn new(closed: Closed) -> TerminalHost {
        TerminalHost { closed }
    }
}

impl Host for TerminalHost {
    fn output(&mut self, event: &Event) -> Result<()> {
        host::print_line(event.text(), &self.closed)
    }

    /// Reads a line with an empty prompt; it is not kept in the history.
    fn read_line(&mut self) -> Result<Option<String>> {
        let editor: rustyline::Result<Editor<(), MemHistory>> =
            Editor::with_history(Config::default(), MemHistory::new());
        match editor.and_then(|mut editor| editor.readline("")) {
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

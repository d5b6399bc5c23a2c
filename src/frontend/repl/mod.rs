//! The interactive REPL.

mod helper;
mod history;
mod keys;

use super::arguments::HistoryFile;

/// Runs the REPL and gives the exit status.
pub fn run(_: HistoryFile) -> u8 {
    super::piped::run()
}

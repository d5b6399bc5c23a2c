//! The interactive REPL.

mod helper;
mod history;
mod keys;

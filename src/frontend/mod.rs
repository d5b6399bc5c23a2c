//! Front ends: the command line, piped input and the REPL.
//!
//! A front end decides where source comes from and where output goes. It knows nothing of how anything is computed.

pub mod arguments;
pub mod cli;
pub mod commands;
pub mod completion;
pub mod diagnostic;
pub mod driver;
pub mod glyph_names;
pub mod help;
pub mod host;
pub mod names;
pub mod piped;
pub mod plan;
pub mod repl;
pub mod split;
pub mod tokens;
pub mod worker;

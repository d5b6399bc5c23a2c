//! Errors, source texts, and the control block that stops a program.
//!
//! This is the lowest layer: it knows nothing of values, functions or syntax. It promises that every failure in the
//! interpreter is an [`Error`], and that every long loop can be stopped through a [`Control`].

mod error;
mod memory;
mod poll;
mod source;
pub mod usage;

pub use error::{CallSite, Error, ErrorKind, Result};
pub use memory::{default_budget, parse_size};
pub use poll::{Control, InterruptHandle, Signal, current, poll, reserve};
pub use source::{Location, Source, Span};

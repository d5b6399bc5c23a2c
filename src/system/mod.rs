//! System names: what `•name` means.
//!
//! Nothing here knows the binder.

mod files;
mod introspect;
mod options;
mod table;
mod text;
mod time;

pub use table::{lookup, names};

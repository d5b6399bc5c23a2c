//! System names: what `•name` means.
//!
//! Nothing here knows the binder.

mod fields;
mod files;
mod introspect;
mod options;
mod table;
mod text;
mod time;

pub use table::{lookup, names};

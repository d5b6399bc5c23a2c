//! System names: what `•name` means.
//!
//! Nothing here knows the binder.

mod introspect;
mod table;
mod text;
mod time;

pub use table::{lookup, names};

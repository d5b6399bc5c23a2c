//! System names: what `•name` means.
//!
//! Nothing here knows the binder.

mod table;
mod text;

pub use table::{lookup, names};

//! From source text to a tree, without evaluating anything.
//!
//! Nothing here evaluates, looks up a name or knows a value other than literals.

pub mod tree;

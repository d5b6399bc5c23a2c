//! What the primitives mean: one row each in [`table`], their work by family beside it.
//!
//! Nothing here knows sessions, names or source text. Functions are called through [`Caller`](crate::array::Caller).

pub mod argument;
pub mod assemble;
pub mod derivative;
pub mod format;
pub mod inverse;
pub mod linear;
pub mod number_theory;
pub mod operators;
pub mod pervasive;
pub mod polynomial;
pub mod radix;
pub mod random;
pub mod search;
pub mod selection;
pub mod sort;
pub mod structural;
pub mod table;

//! Loops over slices: the inner work of primitives on compact arrays.
//!
//! No values, no layouts and no errors with places here; the only folder with `unsafe`. An element-wise kernel takes
//! slices of one item type, writes each result once, and says with a truth value whether every result is one that its
//! lane can hold. Where it is not (overflow, an undefined value, a complex result), the caller does the block again one
//! number at a time.
//!
//! Such loops are compiled for several instruction sets by [`versions!`] and chosen at run time. Results do not depend
//! on the choice, except that elementary functions use fused multiplication where the machine has it.

#[macro_use]
mod versions;

pub mod allocator;
pub mod arithmetic;
pub mod bits;
pub mod circle;
pub mod clusters;
pub mod combined;
pub mod compare;
pub mod compress;
pub mod convert;
pub mod convolution;
pub mod digits;
pub mod elementary;
pub mod elementwise;
pub mod fold;
pub mod groups;
pub mod lookup;
pub mod pace;
pub mod parts;
pub mod permute;
pub mod product;
pub mod progression;
pub mod scan;
pub mod select;
pub mod signals;
pub mod sort;
pub mod tolerance;
pub mod words;

pub use combined::{Arithmetic, Combined};
pub use compare::Compare;
pub use elementwise::{Dyad, Monad, Operand};
pub use fold::Fold;
pub use scan::Scan;

/// The number of items in a block: what is worked on between two polls, and what scratch buffers hold. Four blocks of
/// eight-byte items fit the first-level cache.
pub const BLOCK: usize = 1024;

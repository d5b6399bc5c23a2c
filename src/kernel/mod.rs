//! Loops over slices: the work of the primitives on compact items.
//!
//! No `Value` in this folder, no shapes, no errors with places. The only folder with `unsafe`.

pub mod bits;
pub mod compress;
pub mod lookup;
pub mod pace;
pub mod permute;
pub mod tolerance;

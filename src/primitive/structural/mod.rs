//! Primitives that move items without computing them: shape, order, nesting, repetition, keys.
//!
//! Items move in their lane; nothing here looks at one item at a time, unless each item of the result is an array of
//! its own. Keys move with their positions.

mod axis;
mod catenate;
mod enclose;
mod keys;
mod mix;
mod partition;
pub mod rearrange;
mod replicate;
mod reverse;
mod shape;
mod take;
mod transpose;
mod windows;

pub use axis::along_segments;
pub use catenate::{catenate, catenate_along, catenate_first, join_along, ravel, table};
pub use enclose::{enclose, enclose_along, nest, nest_along, split, split_along};
pub use keys::{attach, keyed, keys_along, unkey};
pub use mix::{mix, mix_or_pick_along};
pub use partition::{partition, partitioned_enclose};
pub use replicate::{expand, expand_along, expand_first, replicate, replicate_along, replicate_first};
pub use reverse::{reverse, reverse_along, reverse_first, rotate, rotate_first};
pub use shape::{depth, left, match_, not_match, reshape, right, same, shape, tally};
pub use take::{drop, drop_along, first, take, take_along};
pub use transpose::{permute_axes, reorder_axes, transpose};
pub use windows::{all_windows, windows};

#[cfg(test)]
mod tests;

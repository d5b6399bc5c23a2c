//! Evaluation: names and frames, the binder, calls, assignment, sessions.
//!
//! A source is read into a tree, lowered to code, and its statements run one after the other. The binder decides how the
//! items of a statement join; [`apply`] is the one path by which functions are called.

pub mod apply;
mod arguments;
pub mod binder;
mod body;
mod calls;
pub mod code;
mod compile;
mod elementwise;
pub mod entity;
mod execute;
mod expression;
pub mod frames;
mod fuse;
pub mod host;
mod items;
pub mod lower;
pub mod plan;
pub mod reduce;
mod reductions;
mod run;
mod scalar;
pub mod selective;
pub mod session;
mod sorting;
pub mod state;
mod targets;

use crate::control::usage;

/// Stack that must be left before a step that may nest, in bytes.
const RED_ZONE: usize = 160 * 1024;
/// Stack that is added when less is left.
const STACK_PIECE: usize = 4 * 1024 * 1024;

/// Runs a step that may nest as deep as data, text or calls do, with enough stack for it.
#[inline]
fn deep<T>(step: impl FnOnce() -> T) -> T {
    if stacker::remaining_stack().is_some_and(|left| left >= RED_ZONE) { step() } else { on_new_stack(step) }
}

#[cold]
fn on_new_stack<T>(step: impl FnOnce() -> T) -> T {
    usage::count(STACK_PIECE as isize);
    let result = stacker::grow(STACK_PIECE, step);
    usage::count(-(STACK_PIECE as isize));
    result
}

//! Values and arrays: what they hold and how they lie in memory.
//!
//! Nothing here knows what a primitive means. Arrays are immutable and shared by reference count; code that owns an
//! array may take it apart ([`Array::into_parts`]) and reuse its buffer when nobody else holds it.

#[allow(clippy::module_inception, reason = "the type that the room is named after")]
mod array;
mod bits;
mod buffer;
pub mod compare;
mod function;
mod gather;
mod layout;
mod storage;
mod value;
mod write;

pub use array::{Array, ArrayData};
pub use bits::Bits;
pub use buffer::Buffer;
pub use function::{Caller, Definition, Form, Function, FunctionNode, Glyph, MAX_STEPS, Native, Outcome, Uses};
pub use gather::Gather;
pub use layout::{Axis, Keys, Layout, MAX_RANK, Shape, count_items, show_shape};
pub use storage::{Domain, Item, Items, Lane, Storage};
pub use value::Value;

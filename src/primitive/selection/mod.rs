//! Reading and writing parts of arrays: Index `⌷`, Pick `⊃`, application, dot steps, and the engine of selective assignment
//! and At.
//!
//! One resolver of selectors ([`selector`]) serves all of them. It works on layouts alone: what a selection is, and where
//! its items lie, is known before any item is touched.

mod amend;
mod change;
mod choose;
mod choosing;
mod index;
mod insert;
mod labels;
mod meaning;
mod offsets;
mod pick;
mod selector;
mod store;
mod write;

use crate::array::{Array, Caller, Keys, Value};
use crate::control::{Error, Result};

use pick::Outside;

pub use amend::Amended;
pub use change::Change;
pub use index::apply;
pub use write::{FailedPart, Failure, SelectionStep, prepare};

/// `⌷Y`: `Y` as it is.
pub fn materialise(_: &mut dyn Caller, right: Value) -> Result<Value> {
    Ok(right)
}

/// `X⌷Y`: items of `Y` by selectors for its axes, or by coordinates.
pub fn index(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    index::index(&left, right)
}

/// `X⌷⍠K Y`: the selectors belong to the axes `K`.
pub fn index_along(_: &mut dyn Caller, axes: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    index::index_along(axes, &needed(left)?, right)
}

/// `X⊃Y`: the item or cell of `Y` at the coordinates `X`.
pub fn pick(caller: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    pick::pick(&left, right, outside(caller))
}

/// `X⍎Y`: `Y⊃X`.
pub fn look_up(caller: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    pick(caller, right, left)
}

/// `X⊃⍠K Y`: the coordinates belong to the axes `K`.
pub fn pick_along(caller: &mut dyn Caller, axes: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    pick::pick_along(axes, &needed(left)?, right, outside(caller))
}

fn needed(left: Option<Value>) -> Result<Value> {
    left.ok_or_else(|| Error::syntax("a selection needs a left argument"))
}

/// The dot step `Y.name`: `"name"⊃Y`.
pub fn member(caller: &mut dyn Caller, value: Value, name: &str) -> Result<Value> {
    if let Value::Array(array) = &value
        && let Some(position) = leading_keys(array).and_then(|keys| keys.position(name))
    {
        return Ok(array.major_cell(position));
    }
    pick::pick(&Value::string(name), value, outside(caller))
}

/// The keys of the leading axis, if there are any.
fn leading_keys(array: &Array) -> Option<&Keys> {
    if array.rank() == 0 { None } else { array.layout().keys(0).map(|keys| &**keys) }
}

fn outside(caller: &dyn Caller) -> Outside {
    if caller.prototype_mode() { Outside::GivesPrototype } else { Outside::Fails }
}

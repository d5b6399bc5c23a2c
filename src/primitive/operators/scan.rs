//! `\ ⍀`: scans, plain and seeded. All of them accumulate from the left.

use super::collect::Collector;
use super::lanes::Lanes;
use super::reduce::{Place, with_atom};
use super::scalar_dyad;
use crate::array::{Array, Caller, Function, Layout, Outcome, Value, show_shape};
use crate::control::{Error, Result, poll};
use crate::primitive::argument::one_axis;
use crate::primitive::pervasive;
use crate::primitive::table::Operands;

/// `f\Y`, `S f\Y`: along the last axis.
pub fn last(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let axis = right.rank().saturating_sub(1);
    scan(caller, operands.left_function()?, left, right, axis).map(Outcome::Value)
}

/// `f⍀Y`, `S f⍀Y`: along the first axis.
pub fn first(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    scan(caller, operands.left_function()?, left, right, 0).map(Outcome::Value)
}

/// `f\⍠k Y`: along the one axis named.
pub fn scan_axis(
    caller: &mut dyn Caller,
    function: &Function,
    operand: &Value,
    seed: Option<Value>,
    right: Value,
) -> Result<Value> {
    let axis = one_axis(operand, &right.layout())?;
    scan(caller, function, seed, right, axis)
}

/// Scans each lane along an axis (any for a unit), each from the whole seed if there is one.
pub fn scan(
    caller: &mut dyn Caller,
    function: &Function,
    seed: Option<Value>,
    right: Value,
    axis: usize,
) -> Result<Value> {
    let seed = seed.map(Value::content);
    let array = match right {
        Value::Array(array) if array.rank() > 0 => array,
        unit => return scan_unit(caller, function, seed, unit),
    };
    if array.is_empty() {
        return Ok(Value::Array(array));
    }
    if let Some(result) = scan_compact(function, seed.as_ref(), &array, axis)? {
        return Ok(result.into());
    }
    let lanes = Lanes::along(array.layout(), axis);
    // Lanes whose items lie side by side can be collected as they come; others are put in place afterwards.
    let mut results = Collector::new(array.layout())?;
    for lane in 0..lanes.count() {
        let start = lanes.start(lane);
        let mut accumulator = seed.clone();
        for position in 0..lanes.length {
            poll()?;
            let item = array.item(start + position * lanes.stride);
            let next = match accumulator {
                None => item,
                Some(before) => caller.call_value(function, Some(before), item)?,
            };
            results.push(next.clone());
            accumulator = Some(next);
        }
    }
    let mut storage = results.finish();
    if lanes.stride > 1 {
        storage = storage.select(&lanes.places());
    }
    Ok(Value::Array(Array::new(array.layout().clone(), storage)))
}

/// The scan by a scalar dyad over a compact lane, if it has a path without calls. A seed of the same kind goes before the
/// items of a vector, and its own result is left out.
fn scan_compact(function: &Function, seed: Option<&Value>, array: &Array, axis: usize) -> Result<Option<Array>> {
    let Some(scalar) = scalar_dyad(function) else { return Ok(None) };
    let Some(seed) = seed else { return pervasive::scan(scalar, array, axis) };
    if array.rank() != 1 {
        return Ok(None);
    }
    let Some(seeded) = with_atom(array.storage(), seed, Place::First)? else { return Ok(None) };
    let scanned = pervasive::scan(scalar, &Array::new(Layout::vector(seeded.len()), seeded), 0)?;
    Ok(scanned.map(|scanned| Array::new(array.layout().clone(), scanned.storage().slice(1, array.len()))))
}

/// A unit stays as it is; with a seed it becomes `S f y` in its own wrapping.
fn scan_unit(caller: &mut dyn Caller, function: &Function, seed: Option<Value>, unit: Value) -> Result<Value> {
    let Some(seed) = seed else { return Ok(unit) };
    let wrapped = !unit.is_atom();
    let result = caller.call_value(function, Some(seed), unit.content())?;
    if !result.is_unit() {
        let shape = show_shape(result.shape());
        return Err(Error::length(format!("a scan of a unit must give a unit, not an array of shape {shape}")));
    }
    let item = result.content();
    Ok(if wrapped { Value::Array(Array::scalar(item)) } else { item })
}

//! `/ ⌿`: reductions, plain and seeded, along one axis or several.

use super::axis::moved_last;
use super::catenate::catenated;
use super::cells::filled;
use super::collect::Collector;
use super::identity::identity;
use super::lanes::{Lanes, without_axis};
use super::{on_prototypes, scalar_dyad};
use crate::array::{Array, Caller, Function, Item, Items, Layout, Outcome, Storage, Value, count_items};
use crate::control::{Result, poll, reserve};
use crate::primitive::argument::axes;
use crate::primitive::assemble::{Rule, assemble, assemble_empty};
use crate::primitive::pervasive::fold;
use crate::primitive::table::Operands;

/// `f/Y`, `S f/Y`: along the last axis.
pub fn last(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let axis = right.rank().saturating_sub(1);
    reduce(caller, operands.left_function()?, left, right, axis).map(Outcome::Value)
}

/// `f⌿Y`, `S f⌿Y`: along the first axis.
pub fn first(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    reduce(caller, operands.left_function()?, left, right, 0).map(Outcome::Value)
}

/// Reduces each lane along an axis (any for a unit) from the right, each from the whole seed if there is one.
pub fn reduce(
    caller: &mut dyn Caller,
    function: &Function,
    seed: Option<Value>,
    right: Value,
    axis: usize,
) -> Result<Value> {
    let array = match right {
        Value::Array(array) if array.rank() > 0 => array,
        unit => {
            let item = unit.content();
            return match seed {
                None => Ok(item),
                Some(seed) => caller.call_value(function, Some(item), seed),
            };
        }
    };
    let compact = match &seed {
        None => fold_compact(function, &array, axis)?,
        Some(seed) => fold_seeded(function, &array, seed)?,
    };
    if let Some(result) = compact {
        return Ok(result);
    }
    let lanes = Lanes::along(array.layout(), axis);
    if array.rank() == 1 {
        return reduce_lane(caller, function, seed.as_ref(), &array, lanes, 0);
    }
    let frame = without_axis(array.layout(), axis);
    if count_items(frame.shape())? == 0 {
        return Ok(Value::Array(Array::empty(frame, array.fill())));
    }
    let mut results = Collector::new(&frame)?;
    for lane in 0..lanes.count() {
        poll()?;
        results.push(reduce_lane(caller, function, seed.as_ref(), &array, lanes, lane)?);
    }
    Ok(results.into_array(frame))
}

/// The reduction by a scalar dyad over a compact lane, if it has a path without calls.
fn fold_compact(function: &Function, array: &Array, axis: usize) -> Result<Option<Value>> {
    match scalar_dyad(function) {
        Some(scalar) => fold(scalar, array, axis),
        None => Ok(None),
    }
}

/// The seeded reduction of a compact vector: the seed as its last item, if it is of the same kind.
fn fold_seeded(function: &Function, array: &Array, seed: &Value) -> Result<Option<Value>> {
    if array.rank() != 1 || array.is_empty() || scalar_dyad(function).is_none() {
        return Ok(None);
    }
    match with_atom(array.storage(), seed, Place::Last)? {
        Some(seeded) => fold_compact(function, &Array::new(Layout::vector(seeded.len()), seeded), 0),
        None => Ok(None),
    }
}

/// Where an item is added.
pub(super) enum Place {
    First,
    Last,
}

/// Compact integers or floats with one more item of their kind.
pub(super) fn with_atom(storage: &Storage, atom: &Value, place: Place) -> Result<Option<Storage>> {
    fn of<T: Item>(items: &[T], atom: T, place: Place) -> Storage {
        let mut joined = Vec::with_capacity(items.len() + 1);
        match place {
            Place::First => {
                joined.push(atom);
                joined.extend_from_slice(items);
            }
            Place::Last => {
                joined.extend_from_slice(items);
                joined.push(atom);
            }
        }
        T::store(joined.into())
    }
    reserve(storage.len(), size_of::<i64>(), || format!("{} items", storage.len()))?;
    Ok(match (storage.items(), atom) {
        (Items::I64(items), Value::Int(atom)) => Some(of(items, *atom, place)),
        (Items::F64(items), Value::Float(atom)) => Some(of(items, *atom, place)),
        _ => None,
    })
}

/// Reduces one lane: `a f (b f (c f d))`, and `f S` at the end with a seed.
fn reduce_lane(
    caller: &mut dyn Caller,
    function: &Function,
    seed: Option<&Value>,
    array: &Array,
    lanes: Lanes,
    lane: usize,
) -> Result<Value> {
    let start = lanes.start(lane);
    if seed.is_none()
        && lanes.length > 2
        && lanes.stride == 1
        && function.as_primitive().is_some_and(|glyph| glyph.symbol == ',')
        && let Some(result) = catenated(&array.storage().slice(start, lanes.length))?
    {
        return Ok(result);
    }
    let item = |position: usize| array.item(start + position * lanes.stride);
    let (mut accumulator, rest) = match (seed, lanes.length) {
        (Some(seed), length) => (seed.clone(), length),
        (None, 0) => return identity(function, &array.fill()),
        (None, length) => (item(length - 1), length - 1),
    };
    for position in (0..rest).rev() {
        poll()?;
        accumulator = caller.call_value(function, Some(item(position)), accumulator)?;
    }
    Ok(accumulator)
}

/// `f/⍠A Y`: along one axis as [`reduce`]; along several (or none) each lane is the ravel of a cell on the axes in the
/// order given, and the accumulators are assembled.
pub fn reduce_axes(
    caller: &mut dyn Caller,
    function: &Function,
    operand: &Value,
    seed: Option<Value>,
    right: Value,
) -> Result<Value> {
    let chosen = axes(operand, &right.layout())?;
    if let [axis] = chosen[..] {
        return reduce(caller, function, seed, right, axis);
    }
    let array = moved_last(right.into_array(), &chosen)?;
    let frame = array.layout().frame(array.rank() - chosen.len());
    count_items(frame.shape())?;
    let length = count_items(array.layout().cell(frame.rank()).shape())?;
    let lanes = Lanes { outer: frame.count(), length, stride: 1 };
    if seed.is_none() && lanes.count() > 0 && length > 0 {
        let last = frame.rank();
        let ravelled = array.clone().with_layout(frame.join(&Layout::vector(length)));
        if let Some(result) = fold_compact(function, &ravelled, last)? {
            return Ok(result);
        }
    }
    if lanes.count() == 0 {
        let fill = array.fill();
        reserve(length, size_of::<Value>(), || format!("a lane of {length} items"))?;
        let storage = if length == 0 { Storage::empty(array.storage().lane()) } else { filled(&fill, length) };
        let lane = Array::with_prototype(Layout::vector(length), storage, &fill);
        let only = Lanes { outer: 1, length, stride: 1 };
        let sample = on_prototypes(caller, |caller| reduce_lane(caller, function, seed.as_ref(), &lane, only, 0))?;
        return assemble_empty(&frame, &sample);
    }
    let mut results = Vec::with_capacity(lanes.count());
    for lane in 0..lanes.count() {
        poll()?;
        results.push(reduce_lane(caller, function, seed.as_ref(), &array, lanes, lane)?);
    }
    assemble(frame, results, Rule::Join)
}

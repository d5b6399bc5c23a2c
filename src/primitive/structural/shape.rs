//! `≡ ≢ ⍴ ⊣ ⊢`: depth, match, tally, shape, reshape.

use super::rearrange::{Rearrange, item_size, rearrange};
use crate::array::compare::matches;
use crate::array::{Array, Axis, Caller, Keys, Layout, MAX_RANK, Shape, Storage, Value, count_items, show_shape};
use crate::control::{Error, Result, reserve};
use crate::kernel::permute::cycle;
use crate::primitive::argument::{describe, lengths};

/// `≡Y`: 0 for an atom, otherwise one more than the deepest item.
pub fn depth(_: &mut dyn Caller, right: Value) -> Result<Value> {
    Ok(Value::count(right.depth()))
}

/// `≢Y`: the length of the first axis, 1 for a unit.
pub fn tally(_: &mut dyn Caller, right: Value) -> Result<Value> {
    Ok(Value::count(right.as_array().map_or(1, Array::tally)))
}

/// `X≡Y`.
pub fn match_(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    Ok(matches(&left, &right).into())
}

/// `X≢Y`.
pub fn not_match(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    Ok((!matches(&left, &right)).into())
}

/// `⊣Y`, `⊢Y`.
pub fn same(_: &mut dyn Caller, right: Value) -> Result<Value> {
    Ok(right)
}

/// `X⊣Y`.
pub fn left(_: &mut dyn Caller, left: Value, _: Value) -> Result<Value> {
    Ok(left)
}

/// `X⊢Y`.
pub fn right(_: &mut dyn Caller, _: Value, right: Value) -> Result<Value> {
    Ok(right)
}

/// `⍴Y`: the axis lengths, keyed by the axis names if there are any.
pub fn shape(_: &mut dyn Caller, right: Value) -> Result<Value> {
    let lengths: Vec<i64> = right.shape().iter().map(|&length| length as i64).collect();
    let names = right.as_array().map(Array::layout).filter(|layout| layout.has_names());
    let axis = names.map_or_else(Axis::default, |layout| {
        let names = (0..layout.rank()).map(|axis| layout.name(axis).cloned()).collect();
        Axis { keys: Keys::of_unique(names), name: None }
    });
    Ok(Array::new(Layout::with_axes(vec![lengths.len()], vec![axis]), Storage::I64(lengths.into())).into())
}

/// `X⍴Y`: an array of shape `X` filled from the ravel of `Y`, cycling or cut off. Keys of `X` become axis names;
/// position keys stay where the shape is the same.
pub fn reshape(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    if left.rank() > 1 {
        return Err(Error::rank(format!("a shape must be a unit or vector, not {}", describe(&left))));
    }
    let shape = Shape::from_vec(lengths(&left, "an axis length")?);
    if shape.len() > MAX_RANK {
        return Err(Error::limit(format!("a shape of {} axes; the most is {MAX_RANK}", shape.len())));
    }
    let count = count_items(&shape)?;
    let layout = new_layout(&left, &right, shape);
    let array = match right {
        Value::Array(array) => array,
        atom => return Ok(repeated(&atom, layout, count)?.into()),
    };
    if count == array.len() {
        return Ok(array.with_layout(layout).into());
    }
    if count == 0 {
        return Ok(Array::empty(layout, array.fill()).into());
    }
    if array.is_empty() {
        return Ok(repeated(&array.fill(), layout, count)?.into());
    }
    let storage = if count < array.len() {
        array.storage().slice(0, count)
    } else {
        rearrange(array.storage(), &Value::Int(0), count, layout.shape(), &Cycle(count))?
    };
    Ok(Array::new(layout, storage).into())
}

/// The layout of a reshape: names from the keys of the left argument, position keys where the shape is the same.
fn new_layout(left: &Value, right: &Value, shape: Shape) -> Layout {
    let names = left.as_array().filter(|left| left.rank() == 1).and_then(|left| left.layout().keys(0));
    let kept = right.as_array().map(Array::layout).filter(|layout| layout.has_keys() && layout.shape() == &shape[..]);
    if names.is_none() && kept.is_none() {
        return Layout::new(shape);
    }
    let axis = |axis: usize| Axis {
        keys: kept.and_then(|layout| layout.keys(axis).cloned()),
        name: names.and_then(|names| names.get(axis).cloned()),
    };
    let axes = (0..shape.len()).map(axis).collect();
    Layout::with_axes(shape, axes)
}

/// An array of copies of one item.
fn repeated(item: &Value, layout: Layout, count: usize) -> Result<Array> {
    if count == 0 {
        return Ok(Array::empty(layout, item.prototype()));
    }
    let one = Storage::repeat(item, 1);
    if count == 1 {
        return Ok(Array::new(layout, one));
    }
    if let Storage::Bit(_) = one {
        reserve(count / 8, 1, || format!("an array of shape {}", show_shape(layout.shape())))?;
        return Ok(Array::new(layout, Storage::repeat(item, count)));
    }
    reserve(count, item_size(one.lane()), || format!("an array of shape {}", show_shape(layout.shape())))?;
    let storage = rearrange(&one, &Value::Int(0), count, layout.shape(), &Cycle(count))?;
    Ok(Array::new(layout, storage))
}

struct Cycle(usize);

impl Rearrange for Cycle {
    fn run<T: Clone>(&self, items: &[T], _: &T, out: &mut Vec<T>) -> Result<()> {
        cycle(items, self.0, out)
    }
}

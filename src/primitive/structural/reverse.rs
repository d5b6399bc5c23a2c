//! `⌽ ⊖`: reverse and rotate, with axes.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::axis::along_segments;
use super::rearrange::{Rearrange, around, rearranged};
use crate::array::{Array, Axis, Caller, Shape, Value, show_shape};
use crate::control::{Error, Result};
use crate::kernel::permute::{Around, Segment, Stride, gather, rotate_lanes};
use crate::primitive::argument::{Whole, describe, integers, one_axis, whole};

/// `⌽Y`: the last axis reversed.
pub fn reverse(_: &mut dyn Caller, right: Value) -> Result<Value> {
    let last = right.rank().saturating_sub(1);
    reversed(right, last)
}

/// `⊖Y`: the first axis reversed.
pub fn reverse_first(_: &mut dyn Caller, right: Value) -> Result<Value> {
    reversed(right, 0)
}

/// `X⌽Y`: the last axis rotated.
pub fn rotate(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    let last = right.rank().saturating_sub(1);
    rotated(&left, right, last)
}

/// `X⊖Y`: the first axis rotated.
pub fn rotate_first(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    rotated(&left, right, 0)
}

/// `⌽⍠K Y`, `X⌽⍠K Y`: axis `K` reversed or rotated.
pub fn reverse_along(_: &mut dyn Caller, operand: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    let array = right.into_array();
    let axis = one_axis(operand, array.layout())?;
    match left {
        None => reversed(array.into(), axis),
        Some(left) => rotated(&left, array.into(), axis),
    }
}

struct Reverse(Around);

impl Rearrange for Reverse {
    fn run<T: Clone>(&self, items: &[T], _: &T, out: &mut Vec<T>) -> Result<()> {
        let Around { outer, length, inner } = self.0;
        let stride = |length: usize, step: usize| Stride { length, step: step as isize };
        let backwards = Stride { length, step: -(inner as isize) };
        let axes = [stride(outer, length * inner), backwards, stride(inner, 1)];
        gather(items, (length - 1) * inner, &axes, out)
    }
}

fn reversed(right: Value, axis: usize) -> Result<Value> {
    let array = match right {
        Value::Array(array) if array.rank() > 0 && array.shape()[axis] > 1 => array,
        unchanged => return Ok(unchanged),
    };
    let layout = array.layout();
    let Axis { keys, name } = layout.axis(axis);
    let layout = match keys {
        None => layout.clone(),
        Some(keys) => {
            let keys = keys.select((0..keys.len()).rev().map(Some));
            layout.with_axis(axis, array.shape()[axis], Axis { keys, name })
        }
    };
    rearranged(&array, layout, &Reverse(around(array.shape(), axis))).map(Value::Array)
}

/// The counts of a rotation: one for all lanes, or one for each.
fn rotated(left: &Value, right: Value, axis: usize) -> Result<Value> {
    let lanes = lane_shape(right.shape(), axis);
    let one = left.item_count() == 1;
    if !one && left.shape() != &lanes[..] {
        return Err(Error::length(format!(
            "rotation counts of shape {} for lanes of shape {}",
            show_shape(left.shape()),
            show_shape(&lanes)
        )));
    }
    let length = right.shape().get(axis).copied().unwrap_or(1);
    if one {
        let count = rotation(&left.item(0), length)?;
        let array = match right {
            Value::Array(array) if count != 0 => array,
            unchanged => return Ok(unchanged),
        };
        return Ok(turned(&array, axis, count)?.into());
    }
    let Value::Array(counts) = left else { unreachable!("an atom has one item") };
    let counts = rotations(counts, length)?;
    let array = right.into_array();
    match counts.split_first() {
        Some((&first, rest)) if rest.iter().all(|&count| count == first) => Ok(turned(&array, axis, first)?.into()),
        _ => {
            let Axis { name, .. } = array.layout().axis(axis);
            let layout = array.layout().with_axis(axis, length, Axis { keys: None, name });
            let how = RotateLanes { around: around(array.shape(), axis), counts: &counts };
            rearranged(&array, layout, &how).map(Value::Array)
        }
    }
}

fn lane_shape(shape: &[usize], axis: usize) -> Shape {
    shape.iter().enumerate().filter(|&(other, _)| other != axis).map(|(_, &length)| length).collect()
}

fn turned(array: &Array, axis: usize, count: usize) -> Result<Array> {
    let length = array.shape()[axis];
    if count == 0 {
        return Ok(array.clone());
    }
    let segments = [Segment::Copy { start: count, length: length - count }, Segment::Copy { start: 0, length: count }];
    along_segments(array, axis, &segments)
}

struct RotateLanes<'a> {
    around: Around,
    counts: &'a [usize],
}

impl Rearrange for RotateLanes<'_> {
    fn run<T: Clone>(&self, items: &[T], _: &T, out: &mut Vec<T>) -> Result<()> {
        rotate_lanes(items, self.around, self.counts, out)
    }
}

/// The residue of a whole number of any size by the length of an axis; 0 for an axis without positions.
fn rotation(value: &Value, length: usize) -> Result<usize> {
    let count = match (whole(value, "a rotation count")?, value) {
        (Whole::Small(count), _) => return Ok(if length == 0 { 0 } else { count.rem_euclid(length as i64) as usize }),
        _ if length == 0 => return Ok(0),
        (_, Value::Exact(exact)) => exact.numer().mod_floor(&BigInt::from(length)),
        (_, Value::Float(float)) => {
            // A float of this size is a whole number, so that its exact value counts.
            let integer = num_traits::FromPrimitive::from_f64(*float);
            integer.unwrap_or_else(|| BigInt::from(0)).mod_floor(&BigInt::from(length))
        }
        _ => return Err(Error::domain(format!("a rotation count must be a whole number, not {}", describe(value)))),
    };
    Ok(count.to_usize().expect("a residue is below its modulus"))
}

fn rotations(counts: &Array, length: usize) -> Result<Vec<usize>> {
    use crate::array::Items;
    match counts.items() {
        Items::I64(_) | Items::Bit(_) => {
            let counts = integers(counts, "a rotation count")?;
            let modulus = length.max(1) as i64;
            Ok(counts.iter().map(|count| count.rem_euclid(modulus) as usize).collect())
        }
        _ => (0..counts.len()).map(|i| rotation(&counts.item(i), length)).collect(),
    }
}

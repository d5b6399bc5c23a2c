//! `⍉`: transpose and reorder axes, diagonals included.

use super::rearrange::{Rearrange, rearranged};
use crate::array::{Array, Axis, Caller, Layout, Shape, Value};
use crate::control::{Error, Result};
use crate::kernel::permute::{Stride, gather};
use crate::primitive::argument::{Whole, counted, describe, wholes};

/// `⍉Y`: the axes in reverse order.
pub fn transpose(_: &mut dyn Caller, right: Value) -> Result<Value> {
    match right {
        Value::Array(array) if array.rank() > 1 => {
            let order: Vec<usize> = (0..array.rank()).rev().collect();
            permute_axes(&array, &order).map(Value::Array)
        }
        unchanged => Ok(unchanged),
    }
}

/// `X⍉Y`: axis `i` goes to axis `X[i]` of the result; axes sent to the same place form a diagonal.
pub fn reorder_axes(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    if left.rank() > 1 {
        return Err(Error::rank(format!("axis numbers must be a unit or vector, not {}", describe(&left))));
    }
    let rank = right.rank();
    if left.item_count() != rank {
        return Err(Error::length(format!(
            "{} for an array of rank {rank}",
            counted(left.item_count(), "axis number")
        )));
    }
    let targets: Vec<usize> = targets(&left, rank)?;
    let Value::Array(array) = right else { return Ok(right) };
    let result_rank = targets.iter().max().map_or(0, |&greatest| greatest + 1);
    let sources: Vec<Vec<usize>> =
        (0..result_rank).map(|axis| (0..rank).filter(|&source| targets[source] == axis).collect()).collect();
    if let Some(unused) = sources.iter().position(Vec::is_empty) {
        return Err(Error::rank(format!("axis numbers must use every number up to the greatest; {unused} is missing")));
    }
    if sources.iter().all(|axes| axes.len() == 1) {
        let order: Vec<usize> = sources.iter().map(|axes| axes[0]).collect();
        return permute_axes(&array, &order).map(Value::Array);
    }
    diagonals(&array, &sources).map(Value::Array)
}

fn targets(left: &Value, rank: usize) -> Result<Vec<usize>> {
    let what = "an axis number";
    let wholes = wholes(left, what)?;
    if wholes.iter().any(|whole| matches!(whole, Whole::NegativeLarge | Whole::Small(i64::MIN..0))) {
        return Err(Error::domain("an axis number must not be negative"));
    }
    // With numbers up to the greatest all in use, none can reach the rank.
    wholes
        .into_iter()
        .map(|whole| match whole {
            Whole::Small(number) if (number as usize) < rank => Ok(number as usize),
            _ => Err(Error::rank(format!("axis numbers must be below the rank {rank}"))),
        })
        .collect()
}

struct Gather {
    strides: Vec<Stride>,
}

impl Rearrange for Gather {
    fn run<T: Clone>(&self, items: &[T], _: &T, out: &mut Vec<T>) -> Result<()> {
        gather(items, 0, &self.strides, out)
    }
}

/// The array with its axes in another order: axis `i` of the result is axis `order[i]`. Keys and names move along.
pub fn permute_axes(array: &Array, order: &[usize]) -> Result<Array> {
    let layout = array.layout().select_axes(order);
    // Axes of length 1 may stand anywhere without moving an item.
    let moved: Vec<usize> = order.iter().copied().filter(|&axis| array.shape()[axis] != 1).collect();
    if array.is_empty() || moved.is_sorted() {
        return Ok(array.clone().with_layout(layout));
    }
    let steps = steps(array.shape());
    let strides = order.iter().map(|&axis| Stride { length: array.shape()[axis], step: steps[axis] }).collect();
    rearranged(array, layout, &Gather { strides })
}

/// How many items apart neighbours along each axis are.
pub(super) fn steps(shape: &[usize]) -> Vec<isize> {
    let mut steps = vec![1isize; shape.len()];
    for axis in (0..shape.len().saturating_sub(1)).rev() {
        steps[axis] = steps[axis + 1].wrapping_mul(shape[axis + 1] as isize);
    }
    steps
}

/// Several axes run along together for each axis of the result.
fn diagonals(array: &Array, sources: &[Vec<usize>]) -> Result<Array> {
    let steps = steps(array.shape());
    let length = |axes: &[usize]| axes.iter().map(|&axis| array.shape()[axis]).min().unwrap_or(1);
    let shape: Shape = sources.iter().map(|axes| length(axes)).collect();
    let axis = |axes: &Vec<usize>| match axes[..] {
        [axis] => array.layout().axis(axis),
        _ => Axis::default(),
    };
    let layout = Layout::with_axes(shape.clone(), sources.iter().map(axis).collect());
    let step = |axes: &[usize]| axes.iter().fold(0isize, |sum, &axis| sum.wrapping_add(steps[axis]));
    let strides = sources.iter().zip(&shape).map(|(axes, &length)| Stride { length, step: step(axes) }).collect();
    rearranged(array, layout, &Gather { strides })
}

//! `⌝`: every pair.

use super::collect::Collector;
use super::each::{Results, fill_of};
use super::elementwise::pairs_at_once;
use super::pairing::call_on_prototypes;
use super::{need_left, scalar_dyad};
use crate::array::{Array, Caller, Function, Layout, MAX_RANK, Outcome, Shape, Value, count_items};
use crate::control::{Error, Result, poll};
use crate::primitive::table::Operands;

/// `X g⌝Y`.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let function = operands.left_function()?;
    let left = need_left(left, "an outer product")?;
    if left.is_atom() && right.is_atom() {
        return caller.call(function, Some(left), right).map(Outcome::displayed);
    }
    let layout = joined_layout(&left.layout(), &right.layout())?;
    if scalar_dyad(function).is_some() {
        return every_pair_at_once(caller, function, left, right, layout).map(Outcome::Value);
    }
    if layout.count() == 0 {
        let sample = |value: &Value| if value.item_count() == 0 { fill_of(value) } else { value.item(0) };
        let outcome = call_on_prototypes(caller, function, Some(sample(&left)), sample(&right))?;
        return Ok(outcome.map(|value| Array::empty(layout, value.prototype()).into()));
    }
    if let Some(result) = every_pair_item_by_item(caller, function, &left, &right, &layout)? {
        return Ok(result.into());
    }
    let mut results = Results::new(Collector::new(&layout)?);
    for i in 0..left.item_count() {
        let x = left.item(i);
        for j in 0..right.item_count() {
            poll()?;
            results.push(caller.call(function, Some(x.clone()), right.item(j))?);
        }
    }
    Ok(results.finish(|items| items.into_array(layout)))
}

/// The axes of both, or a `LIMIT ERROR`.
pub fn joined_layout(left: &Layout, right: &Layout) -> Result<Layout> {
    let rank = left.rank() + right.rank();
    if rank > MAX_RANK {
        return Err(Error::limit(format!("the result would have {rank} axes; the most is {MAX_RANK}")));
    }
    let layout = left.join(right);
    count_items(layout.shape())?;
    Ok(layout)
}

/// One call of a scalar dyad.
fn every_pair_at_once(
    caller: &mut dyn Caller,
    function: &Function,
    left: Value,
    right: Value,
    layout: Layout,
) -> Result<Value> {
    let (left, right) = across(left, right);
    let result = caller.call_value(function, Some(left), right)?;
    Ok(Value::Array(result.into_array().with_layout(layout)))
}

/// One call of a function that works item by item.
fn every_pair_item_by_item(
    caller: &mut dyn Caller,
    function: &Function,
    left: &Value,
    right: &Value,
    layout: &Layout,
) -> Result<Option<Value>> {
    let (left, right) = across(left.clone(), right.clone());
    let result = pairs_at_once(caller, function, &left, &right)?;
    Ok(result.map(|result| Value::Array(result.into_array().with_layout(layout.clone()))))
}

/// The arguments as arrays that agree on every pair: the left axes, followed by ones, and ones followed by the right axes.
fn across(left: Value, right: Value) -> (Value, Value) {
    let mut leading: Shape = left.shape().into();
    leading.resize(left.rank() + right.rank(), 1);
    let mut trailing: Shape = Shape::from_elem(1, left.rank());
    trailing.extend_from_slice(right.shape());
    let left = left.into_array().with_layout(Layout::new(leading));
    let right = right.into_array().with_layout(Layout::new(trailing));
    (left.into(), right.into())
}

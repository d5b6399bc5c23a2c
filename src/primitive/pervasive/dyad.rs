//! The driver of scalar dyads.

use super::in_place::{REUSE_FROM, dyad_in_place};
use super::lanes::{self, Progress};
use super::side::{Side, items_of, reserve_result};
use super::{ScalarDyad, empty};
use crate::agree::{Agreement, IndexMap, agree, agree_along};
use crate::array::compare::nested;
use crate::array::{Array, Domain, Layout, Storage, Value};
use crate::control::{Result, poll};
use crate::kernel::BLOCK;
use crate::primitive::argument;

/// Applies a scalar dyad to the items of both arguments as they agree, at every depth. Two atoms give an atom. A result
/// without items has the prototype that the fills give. `LENGTH ERROR` where shapes or keys do not agree; other errors are
/// those of the function for a pair of atoms.
#[inline]
pub fn dyad(function: &ScalarDyad, x: Value, y: Value) -> Result<Value> {
    match (&x, &y) {
        (Value::Array(_), _) | (_, Value::Array(_)) => of_arrays(function, x, y),
        _ => (function.atoms)(&x, &y),
    }
}

/// `X f⍠K Y`: as [`dyad`], with the axes of the argument of lower rank along the axes `K` of the other.
pub fn dyad_along_axes(function: &ScalarDyad, axes: &Value, x: Value, y: Value) -> Result<Value> {
    let (left, right) = (x.layout(), y.layout());
    let axes = argument::axes_of_either(axes, &left, &right)?;
    let agreement = agree_along(&left, &right, &axes)?;
    if x.is_atom() && y.is_atom() {
        return (function.atoms)(&x, &y);
    }
    paired(function, x, y, agreement).map(Value::Array)
}

fn of_arrays(function: &ScalarDyad, x: Value, y: Value) -> Result<Value> {
    if let Some(result) = by_kernel(function, &x, &y)? {
        return Ok(Value::Array(result));
    }
    let agreement = agree(&x.layout(), &y.layout())?;
    paired(function, x, y, agreement).map(Value::Array)
}

/// The result for arguments that one call of a kernel can do: few items of one plain shape, or with an atom, both of one
/// lane. Nothing where [`dyad`] has to look closer.
#[inline]
pub fn short_dyad(function: &ScalarDyad, x: &Value, y: &Value) -> Result<Option<Value>> {
    let Some(layout) = short_layout(x, y) else { return Ok(None) };
    let storage = lanes::short_dyad(function, items_of(x), items_of(y), layout.count())?;
    Ok(storage.map(|storage| Value::Array(Array::new(layout.clone(), storage))))
}

/// The layout of the result, if few items of one plain shape meet, or an atom.
#[inline]
fn short_layout<'a>(x: &'a Value, y: &'a Value) -> Option<&'a Layout> {
    let layout = match (x, y) {
        (Value::Array(a), Value::Array(b)) => {
            let (a, b) = (a.layout(), b.layout());
            if !a.is_plain() || !b.is_plain() || a.shape() != b.shape() {
                return None;
            }
            a
        }
        (Value::Array(a), _) => a.layout(),
        (_, Value::Array(b)) => b.layout(),
        _ => return None,
    };
    (1..REUSE_FROM).contains(&layout.count()).then_some(layout)
}

/// The same for arguments of any lanes that a kernel can do.
#[inline]
fn by_kernel(function: &ScalarDyad, x: &Value, y: &Value) -> Result<Option<Array>> {
    let Some(layout) = short_layout(x, y) else { return Ok(None) };
    let map = |value: &Value| if value.is_atom() { IndexMap::Unit } else { IndexMap::Same };
    let (left, right) = (map(x), map(y));
    let (left, right) = (Side { items: items_of(x), map: &left }, Side { items: items_of(y), map: &right });
    match lanes::dyad(function, &left, &right, layout)? {
        Progress::Done(storage) => Ok(Some(Array::new(layout.clone(), storage))),
        Progress::From(..) => Ok(None),
    }
}

fn paired(function: &ScalarDyad, mut x: Value, mut y: Value, agreement: Agreement) -> Result<Array> {
    let count = agreement.layout.count();
    if count == 0 {
        let fill = empty::dyad(function, &empty::fill_of(&x), &empty::fill_of(&y))?;
        return Ok(Array::empty(agreement.layout, fill));
    }
    if !agreement.left.is_total() || !agreement.right.is_total() {
        let [x, y] = completed(&x, &y, &agreement)?;
        let (left, right) =
            (Side { items: x.items(), map: &IndexMap::Same }, Side { items: y.items(), map: &IndexMap::Same });
        let progress = lanes::dyad(function, &left, &right, &agreement.layout)?;
        let storage = finish(function, progress, left, right, &agreement.layout)?;
        return Ok(Array::new(agreement.layout, storage));
    }
    let reused = dyad_in_place(function, &mut x, &mut y, &agreement)?;
    let left = Side { items: items_of(&x), map: &agreement.left };
    let right = Side { items: items_of(&y), map: &agreement.right };
    let progress = match reused {
        Some(progress) => progress,
        None => lanes::dyad(function, &left, &right, &agreement.layout)?,
    };
    let storage = finish(function, progress, left, right, &agreement.layout)?;
    Ok(Array::new(agreement.layout, storage))
}

/// The results for all positions: those that kernels gave, and the rest pair by pair.
fn finish(function: &ScalarDyad, progress: Progress, left: Side, right: Side, layout: &Layout) -> Result<Storage> {
    let (start, mut items) = match progress {
        Progress::Done(storage) => return Ok(storage),
        Progress::From(start, items) => (start, items),
    };
    reserve_result(layout, size_of::<Value>())?;
    for position in start..layout.count() {
        if position % BLOCK == 0 {
            poll()?;
        }
        let (x, y) = (left.value(position), right.value(position));
        items.push(match (&x, &y) {
            (Value::Array(_), _) | (_, Value::Array(_)) => nested(|| of_arrays(function, x, y))?,
            _ => (function.atoms)(&x, &y)?,
        });
    }
    Ok(items.finish())
}

/// Both arguments brought to the layout of the result, where keys are united: the partner that is missing is the
/// prototype of the value present, in the wider kind of two compact arguments.
fn completed(x: &Value, y: &Value, agreement: &Agreement) -> Result<[Storage; 2]> {
    reserve_result(&agreement.layout, 2 * size_of::<Value>())?;
    let count = agreement.layout.count();
    let (left, right) = (x.clone().into_array(), y.clone().into_array());
    let domains = [left.storage().lane().domain(), right.storage().lane().domain()];
    let numeric = |domain| matches!(domain, Domain::Integer | Domain::Float | Domain::Complex);
    if domains.into_iter().all(numeric) {
        let fill = if domains == [Domain::Integer; 2] { Value::Int(0) } else { Value::Float(0.0) };
        let taken = |array: &Array, map: &IndexMap| {
            let positions: Vec<Option<usize>> = (0..count).map(|position| map.index(position)).collect();
            array.storage().select_or_fill(&positions, &fill)
        };
        return Ok([taken(&left, &agreement.left), taken(&right, &agreement.right)]);
    }
    let (mut xs, mut ys) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for position in 0..count {
        if position % BLOCK == 0 {
            poll()?;
        }
        let present = [agreement.left.index(position), agreement.right.index(position)];
        let (a, b) = match present {
            [Some(i), Some(j)] => (left.item(i), right.item(j)),
            [Some(i), None] => (left.item(i), left.item(i).prototype()),
            [None, Some(j)] => (right.item(j).prototype(), right.item(j)),
            [None, None] => (left.fill(), right.fill()),
        };
        xs.push(a);
        ys.push(b);
    }
    Ok([Storage::Mixed(xs.into()), Storage::Mixed(ys.into())])
}

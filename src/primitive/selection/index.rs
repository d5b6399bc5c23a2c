//! Index `X⌷Y`, `X⌷⍠K Y` and application `Y I`.

use crate::array::{Array, Item, Items, Layout, Storage, Value, count_items, show_shape};
use crate::control::{Error, Result, reserve};
use crate::kernel::select;
use crate::primitive::argument::{axes, counted, describe, integers, text, whole};

use super::choose;
use super::offsets::{Selected, combine, gather_numbers};
use super::selector::{AxisSelection, FirstError, from_number, resolve};

/// The selectors that the left argument of Index or the coordinates that the left argument of Pick consists of: a
/// string, a character or any other atom is one, a scalar holds one, a vector has one in each item.
pub fn selectors(left: &Value, what: &str) -> Result<Vec<Value>> {
    match left {
        Value::Array(array) if array.rank() > 1 => {
            Err(Error::rank(format!("the left argument of {what} must be a unit or vector, not {}", describe(left))))
        }
        Value::Array(array) if text(left).is_none() => {
            reserve(array.len(), size_of::<Value>(), || format!("{} selectors", array.len()))?;
            Ok(array.storage().to_values())
        }
        one => Ok(vec![one.clone()]),
    }
}

/// The form that a left argument of Index has for an array.
pub enum Form {
    /// Selectors for the axes of the array, from the first.
    Axes(Vec<AxisSelection>),
    /// An array of coordinates, each of which chooses an item.
    Choose(Array),
}

/// Whether a selector is an array with an array other than a string among its items.
pub fn chooses(selector: &Value) -> Option<&Array> {
    let Value::Array(array) = selector else { return None };
    let nested = |item: Value| matches!(item, Value::Array(_)) && text(&item).is_none();
    (!array.is_simple() && !array.is_empty() && (0..array.len()).any(|i| nested(array.item(i)))).then_some(array)
}

/// Resolves the left argument of Index for an array of this layout. `RANK` and `LENGTH ERROR` for its form, else as
/// [`resolve`].
pub fn form(left: &Value, layout: &Layout) -> Result<Form> {
    let selectors = selectors(left, "Index")?;
    check_count(selectors.len(), layout.rank())?;
    if let [selector] = &selectors[..]
        && let Some(coordinates) = chooses(selector)
    {
        return Ok(Form::Choose(coordinates.clone()));
    }
    let order: Vec<usize> = (0..selectors.len()).collect();
    Ok(Form::Axes(on_axes(&selectors, &order, layout)?))
}

/// Resolves selectors for the axes `order`, in that order; the axes between are whole.
pub fn on_axes(selectors: &[Value], order: &[usize], layout: &Layout) -> Result<Vec<AxisSelection>> {
    on_axes_in(selectors, order, layout, layout)
}

/// As [`on_axes`] for an array that is growing: numbers are positions of the old layout, keys those of the grown one.
pub fn on_axes_in(selectors: &[Value], order: &[usize], old: &Layout, grown: &Layout) -> Result<Vec<AxisSelection>> {
    let reach = order[..selectors.len()].iter().max().map_or(0, |&last| last + 1);
    let mut selections = vec![AxisSelection::Whole; reach];
    let mut failed = FirstError::default();
    for (selector, &axis) in selectors.iter().zip(order) {
        let keys = grown.keys(axis).map(|keys| &**keys);
        if let Some(selection) = failed.keep(resolve(selector, old.shape()[axis], keys)) {
            selections[axis] = selection;
        }
    }
    failed.check()?;
    Ok(selections)
}

/// Fails where there are more selectors than axes.
pub fn check_count(selectors: usize, axes: usize) -> Result<()> {
    if selectors > axes {
        return Err(Error::length(format!("{} for {}", counted(selectors, "selector"), counted(axes, "axis"))));
    }
    Ok(())
}

/// `X⌷Y`
///
/// Each item of `X` (a unit or vector) selects on one axis of `Y`, from the first; or its only item, an array with an
/// array among its items, chooses items of `Y` by their coordinates.
pub fn index(left: &Value, right: Value) -> Result<Value> {
    if let (Value::Array(positions), Value::Array(array)) = (left, &right)
        && positions.rank() == 1
        && positions.len() == array.rank()
        && let Some(offset) = offset_of_numbers(array, &positions.storage().to_values())
    {
        return Ok(array.item(offset));
    }
    match right {
        Value::Array(array) if array.rank() > 0 => match form(left, array.layout())? {
            Form::Axes(selections) => select_part(array, &selections),
            Form::Choose(coordinates) => choose::choose(&coordinates, &array),
        },
        unit => {
            check_count(selectors(left, "Index")?.len(), 0)?;
            Ok(unit)
        }
    }
}

/// `X⌷⍠K Y`: the items of `X` select on the axes `K`.
pub fn index_along(operand: &Value, left: &Value, right: Value) -> Result<Value> {
    let layout = right.as_array().map_or_else(Layout::scalar, |array| array.layout().clone());
    let order = axes(operand, &layout)?;
    let selectors = selectors(left, "Index")?;
    check_count(selectors.len(), order.len())?;
    let selections = on_axes(&selectors, &order, &layout)?;
    match right {
        Value::Array(array) => select_part(array, &selections),
        atom => Ok(atom),
    }
}

/// The part of an array that selections on its axes give.
fn select_part(array: Array, selections: &[AxisSelection]) -> Result<Value> {
    if selections.iter().all(|selection| *selection == AxisSelection::Whole) {
        return Ok(Value::Array(array));
    }
    combine(array.layout(), selections)?.read(&array)
}

/// Application `Y I`: `[I]⌷Y`. A unit has no leading axis: `INDEX ERROR`.
pub fn apply(array: Value, index: Value) -> Result<Value> {
    let Value::Array(array) = array else { return Err(no_leading_axis(&array)) };
    match &index {
        Value::Int(_) | Value::Float(_) if array.rank() > 0 => {
            if let Some(position) = inside(&index, array.shape()[0]) {
                return Ok(array.major_cell(position));
            }
        }
        Value::Array(positions) if array.rank() == 1 && array.layout().keys(0).is_none() => {
            if let Items::Bit(_) | Items::I64(_) | Items::F64(_) = positions.items() {
                return gather(&array, positions);
            }
        }
        _ => {}
    }
    if array.rank() == 0 {
        return Err(no_leading_axis(&Value::Array(array)));
    }
    index_one(&index, array)
}

/// The position that a number means, if it is whole and inside: the common case, without the words for the others.
#[inline]
pub fn inside(number: &Value, length: usize) -> Option<usize> {
    match number {
        Value::Int(number) => from_number(*number, length).ok(),
        Value::Float(number) => from_number(whole(&Value::Float(*number), "").ok()?.as_position().ok()?, length).ok(),
        _ => None,
    }
}

/// The offset of an item if there is one number inside for each axis.
pub fn offset_of_numbers(array: &Array, numbers: &[Value]) -> Option<usize> {
    if numbers.len() != array.rank() || numbers.is_empty() {
        return None;
    }
    let shape = array.shape().iter();
    numbers.iter().zip(shape).try_fold(0, |offset, (number, &length)| Some(offset * length + inside(number, length)?))
}

/// `[I]⌷Y` in general.
fn index_one(selector: &Value, array: Array) -> Result<Value> {
    if let Some(coordinates) = chooses(selector) {
        return choose::choose(coordinates, &array);
    }
    let keys = array.layout().keys(0).map(|keys| &**keys);
    let selection = resolve(selector, array.shape()[0], keys)?;
    select_part(array, &[selection])
}

/// The items of an unkeyed vector at an array of machine integers.
fn gather(vector: &Array, positions: &Array) -> Result<Value> {
    let length = vector.len();
    let name = vector.layout().name(0).filter(|_| positions.rank() == 1).cloned();
    let layout = match name {
        None => positions.layout().plain(),
        Some(name) => {
            let axis = crate::array::Axis { keys: None, name: Some(name) };
            Layout::with_axes(positions.shape(), vec![axis])
        }
    };
    if positions.is_empty() {
        return Ok(Array::empty(layout, vector.fill()).into());
    }
    reserve(positions.len(), size_of::<usize>(), || format!("a selection of {} items", positions.len()))?;
    if let Some(items) = gather_compact(vector.storage(), positions.items())? {
        return Ok(Array::new(layout, items).into());
    }
    let numbers = &integers(positions, "a position")?;
    match gather_numbers(vector.storage(), numbers)? {
        Some(items) => Ok(Array::new(layout, items).into()),
        None => Err(numbers.iter().find_map(|&number| from_number(number, length).err()).expect("one is outside")),
    }
}

/// The items of a compact lane at numbers that lie as such. Nothing where that is not so, or a number is not whole or
/// outside.
fn gather_compact(items: &Storage, positions: Items) -> Result<Option<Storage>> {
    fn of<T: Item + Copy>(items: &[T], positions: Items) -> Result<Option<Storage>> {
        let selected = match positions {
            Items::I64(positions) => select::select(items, positions)?,
            Items::F64(positions) => select::select(items, positions)?,
            _ => None,
        };
        Ok(selected.map(|items| T::store(items.into())))
    }
    match items.items() {
        Items::I64(items) => of(items, positions),
        Items::F64(items) => of(items, positions),
        Items::C64(items) => of(items, positions),
        Items::Char8(items) => of(items, positions),
        Items::Char32(items) => of(items, positions),
        Items::Bit(_) | Items::Mixed(_) => Ok(None),
    }
}

/// The error of applying a unit.
pub fn no_leading_axis(unit: &Value) -> Error {
    Error::index(format!("{} has no leading axis to select from", describe(unit)))
}

/// An array without items that has this layout, or the cell filled with `fill`.
pub fn prototype_cell(layout: Layout, fill: &Value) -> Result<Value> {
    let count = count_items(layout.shape())?;
    if count == 0 {
        return Ok(Array::empty(layout, fill.clone()).into());
    }
    reserve(count, size_of::<Value>(), || format!("a cell of shape {}", show_shape(layout.shape())))?;
    Ok(Array::new(layout, Storage::repeat(fill, count)).into())
}

/// The value at a selection by single positions on some axes of an array.
pub fn read_at(array: &Array, selections: &[AxisSelection]) -> Result<Value> {
    match combine(array.layout(), selections)? {
        Selected::Item(offset) => Ok(array.item(offset)),
        selected => selected.read(array),
    }
}

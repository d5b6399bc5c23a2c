//! Pick `X⊃Y` and `X⊃⍠K Y`.

use crate::array::{Array, Domain, Items, Keys, Layout, Shape, Storage, Value, show_shape};
use crate::control::{Error, ErrorKind, Result, poll};
use crate::primitive::argument::{axes, counted, integers, text};

use super::index::{prototype_cell, read_at, selectors};
use super::offsets::{combine, gather_numbers, new_layout};
use super::selector::{AxisSelection, FirstError, from_number, position};

/// What Pick does with a position outside its axis and a missing key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// It fails.
    Fails,
    /// It gives the prototype, as calls on prototypes do.
    GivesPrototype,
}

/// Stands for a position whose pick is the prototype.
const NONE: usize = usize::MAX;

/// The coordinates on one axis.
#[derive(Debug)]
struct Coordinates {
    /// The shape of an array of coordinates.
    shape: Option<Shape>,
    /// The positions, or [`NONE`].
    positions: Vec<usize>,
}

/// What a Pick finds.
pub enum Picked {
    /// The item, or the cell of the other axes, at one position on each chosen axis, `None` for the prototype.
    One(Option<Vec<AxisSelection>>),
    /// Several items or cells, collected in this layout: the offset at which each begins, `None` for the prototype.
    Several(Layout, Vec<Option<usize>>),
}

/// `X⊃Y`: the item of `Y` at the coordinates `X`, or the cell of the axes without one; where coordinates are arrays, they
/// agree and their picks are collected.
pub fn pick(left: &Value, right: Value, outside: Outside) -> Result<Value> {
    let coordinates = selectors(left, "Pick")?;
    if let ([Value::Array(numbers)], Value::Array(vector)) = (&coordinates[..], &right)
        && let Some(picked) = by_numbers(numbers, vector)?
    {
        return Ok(picked);
    }
    let order: Vec<usize> = (0..coordinates.len()).collect();
    let axes = right.rank().max(1);
    if coordinates.len() > axes {
        return Err(Error::rank(counts(coordinates.len(), axes)));
    }
    read(&coordinates, &order, right, outside)
}

/// The items of a vector at an array of numbers, all of which are inside; nothing in all other cases.
fn by_numbers(numbers: &Array, vector: &Array) -> Result<Option<Value>> {
    if vector.rank() != 1 || numbers.is_empty() {
        return Ok(None);
    }
    let (Items::Bit(_) | Items::I64(_) | Items::F64(_)) = numbers.items() else { return Ok(None) };
    let items = gather_numbers(vector.storage(), &integers(numbers, "a coordinate")?)?;
    Ok(items.map(|items| Array::new(numbers.layout().plain(), single_items(items)).into()))
}

/// Items taken one by one: each keeps its kind.
fn single_items(items: Storage) -> Storage {
    if items.lane().domain() == Domain::Mixed { Storage::collect(items.to_values()) } else { items }
}

/// `X⊃⍠K Y`: the coordinates belong to the axes `K`.
pub fn pick_along(operand: &Value, left: &Value, right: Value, outside: Outside) -> Result<Value> {
    let layout = right.as_array().map_or_else(Layout::scalar, |array| array.layout().clone());
    let order = axes(operand, &layout)?;
    let coordinates = selectors(left, "Pick")?;
    check_count(coordinates.len(), order.len())?;
    read(&coordinates, &order, right, outside)
}

/// The words on numbers that do not fit.
pub fn counts(coordinates: usize, axes: usize) -> String {
    format!("{} for {}", counted(coordinates, "coordinate"), counted(axes, "axis"))
}

/// Fails unless there is one coordinate for each axis of the operand.
pub fn check_count(coordinates: usize, axes: usize) -> Result<()> {
    if coordinates > axes {
        return Err(Error::rank(counts(coordinates, axes)));
    }
    if coordinates < axes {
        return Err(Error::length(counts(coordinates, axes)));
    }
    Ok(())
}

fn read(coordinates: &[Value], order: &[usize], right: Value, outside: Outside) -> Result<Value> {
    if coordinates.is_empty() {
        return Ok(right);
    }
    // A unit counts as a vector of its content.
    let array = match right {
        Value::Array(array) if array.rank() > 0 => array,
        unit => Array::vector(vec![unit.content()]),
    };
    match resolve_in(coordinates, order, array.layout(), array.layout(), outside)? {
        Picked::One(Some(selections)) => read_at(&array, &selections),
        Picked::One(None) => prototype(&array, order),
        Picked::Several(layout, places) => several(&array, order, layout, &places),
    }
}

/// The prototype of the cells that coordinates on the axes `order` pick.
fn prototype(array: &Array, order: &[usize]) -> Result<Value> {
    let cell = cell_layout(array.layout(), order);
    if cell.rank() == 0 { Ok(array.fill()) } else { prototype_cell(cell, &array.fill()) }
}

fn cell_layout(layout: &Layout, order: &[usize]) -> Layout {
    layout.select_axes(&(0..layout.rank()).filter(|axis| !order.contains(axis)).collect::<Vec<_>>())
}

/// Resolves coordinates for the axes `order` of an array of rank 1 or more that may be growing: numbers are positions of
/// the old layout, keys those of the grown one.
pub fn resolve_in(
    coordinates: &[Value],
    order: &[usize],
    old: &Layout,
    grown: &Layout,
    outside: Outside,
) -> Result<Picked> {
    let frame = frame(coordinates)?;
    let mut failed = FirstError::default();
    let resolve = |(item, &axis): (&Value, &usize)| {
        failed.keep(on_axis(item, old.shape()[axis], grown.keys(axis).map(|keys| &**keys), outside))
    };
    let resolved: Vec<Coordinates> = coordinates.iter().zip(order).filter_map(resolve).collect();
    failed.check()?;
    let Some(frame) = frame else { return Ok(Picked::One(single(&resolved, order))) };
    let layout_of_picks = new_layout(frame.clone(), Vec::new())?;
    let mut places = vec![Some(0); layout_of_picks.count()];
    for (coordinates, &axis) in resolved.iter().zip(order) {
        poll()?;
        let stride: usize = grown.shape()[axis + 1..].iter().product();
        let map = Spread::new(coordinates.shape.as_deref().unwrap_or(&[]), &frame);
        for (i, place) in places.iter_mut().enumerate() {
            let position = coordinates.positions[map.place(i)];
            *place = place.filter(|_| position != NONE).map(|offset| offset + position * stride);
        }
    }
    Ok(Picked::Several(layout_of_picks, places))
}

/// The selections by one coordinate on each chosen axis, unless the prototype is picked.
fn single(resolved: &[Coordinates], order: &[usize]) -> Option<Vec<AxisSelection>> {
    let mut selections = vec![AxisSelection::Whole; order.iter().max().map_or(0, |&last| last + 1)];
    for (coordinates, &axis) in resolved.iter().zip(order) {
        if coordinates.positions[0] == NONE {
            return None;
        }
        selections[axis] = AxisSelection::One(coordinates.positions[0]);
    }
    Some(selections)
}

/// The shape in which coordinates agree, if any of them is an array.
fn frame(coordinates: &[Value]) -> Result<Option<Shape>> {
    let mut frame: Option<Shape> = None;
    for coordinate in coordinates {
        let Value::Array(array) = coordinate else { continue };
        if text(coordinate).is_some() {
            continue;
        }
        let joined = frame.get_or_insert_default();
        for (axis, &length) in array.shape().iter().enumerate() {
            if axis == joined.len() {
                joined.push(length);
            } else if joined[axis] == 1 {
                joined[axis] = length;
            } else if length != 1 && length != joined[axis] {
                let (a, b) = (show_shape(joined), show_shape(array.shape()));
                return Err(Error::length(format!("coordinates of shapes {a} and {b} do not agree")));
            }
        }
    }
    Ok(frame)
}

/// What one coordinate means on its axis.
fn on_axis(item: &Value, length: usize, keys: Option<&Keys>, outside: Outside) -> Result<Coordinates> {
    let forgive = |found: Result<usize>, is_end: bool| match found {
        // 0 and ¯1 on an axis without positions give the prototype.
        Err(error) if error.kind() == ErrorKind::Index => {
            if outside == Outside::GivesPrototype || (length == 0 && is_end) { Ok(NONE) } else { Err(error) }
        }
        found => found,
    };
    let one = |item: &Value| {
        let found = position(item, length, keys);
        let is_end = found.is_err() && matches!(position(item, 1, None), Ok(0));
        forgive(found, is_end)
    };
    match item {
        Value::Array(array) if text(item).is_none() => {
            let mut failed = FirstError::default();
            let positions: Vec<usize> = match array.items() {
                Items::Bit(_) | Items::I64(_) | Items::F64(_) => integers(array, "a coordinate")?
                    .iter()
                    .map(|&number| forgive(from_number(number, length), number == 0 || number == -1))
                    .collect::<Result<_>>()?,
                _ => (0..array.len()).filter_map(|i| failed.keep(one(&array.item(i)))).collect(),
            };
            failed.check()?;
            Ok(Coordinates { shape: Some(array.shape().into()), positions })
        }
        single => Ok(Coordinates { shape: None, positions: vec![one(single)?] }),
    }
}

/// Spreads an array over a frame with which it agrees.
struct Spread {
    /// For each axis of the frame from the last: its length, and how far one step goes in the array.
    steps: Vec<(usize, usize)>,
}

impl Spread {
    fn new(shape: &[usize], frame: &[usize]) -> Spread {
        let mut stride = 1;
        let mut steps = Vec::with_capacity(frame.len());
        for (axis, &length) in frame.iter().enumerate().rev() {
            let own = shape.get(axis).copied().unwrap_or(1);
            steps.push((length, if own == 1 { 0 } else { stride }));
            stride *= own;
        }
        Spread { steps }
    }

    fn place(&self, mut i: usize) -> usize {
        let mut place = 0;
        for &(length, step) in &self.steps {
            place += i % length * step;
            i /= length;
        }
        place
    }
}

/// Collects the picks at several places: single items keep their kind.
pub fn several(array: &Array, order: &[usize], layout: Layout, places: &[Option<usize>]) -> Result<Value> {
    if places.is_empty() {
        return Ok(Array::empty(layout, prototype(array, order)?).into());
    }
    if order.len() == array.rank() {
        let items = array.storage().select_or_fill(places, &array.fill());
        return Ok(Array::new(layout, single_items(items)).into());
    }
    let mut first = vec![AxisSelection::Whole; order.iter().max().map_or(0, |&last| last + 1)];
    for &axis in order {
        first[axis] = AxisSelection::One(0);
    }
    let pattern = combine(array.layout(), &first)?;
    let cell = |place: &Option<usize>| match place {
        None => prototype(array, order),
        Some(offset) => pattern.clone().moved(*offset).read(array),
    };
    let items = places.iter().map(cell).collect::<Result<Vec<_>>>()?;
    Ok(Array::new(layout, Storage::collect(items)).into())
}

//! `⌺`: neighbourhoods.

use super::frames::{Walk, strides};
use super::refuse_left;
use crate::array::{Array, Axis, Caller, Layout, Outcome, Shape, Storage, Value, count_items, show_shape};
use crate::control::{Error, Result, poll, reserve};
use crate::kernel::permute::Stride;
use crate::primitive::argument::{Whole, describe, whole};
use crate::primitive::assemble::{Rule, assemble};
use crate::primitive::structural::rearrange::rearranged;
use crate::primitive::table::Operands;

/// `f⌺S Y`: `p f w` for each neighbourhood `w`, `p` saying how far it reaches beyond `Y`.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let function = operands.left_function()?;
    refuse_left(&left, "a stencil")?;
    let windows = Windows::of(operands.right_operand()?, right)?;
    let frame = windows.frame();
    let count = count_items(frame.shape())?;
    reserve(count, size_of::<Value>(), || format!("the results of a frame of shape {}", show_shape(frame.shape())))?;
    let mut results = Vec::with_capacity(count);
    for position in 0..count {
        poll()?;
        let starts = windows.starts(position);
        let (padding, window) = (windows.padding(&starts), windows.window(&starts)?);
        results.push(caller.call_value(function, Some(padding), window)?);
    }
    assemble(frame, results, Rule::Join).map(Outcome::Value)
}

/// The windows along one axis.
struct WindowAxis {
    length: usize,
    size: usize,
    movement: usize,
}

impl WindowAxis {
    /// The number of positions.
    fn count(&self) -> usize {
        (self.length - self.size.is_multiple_of(2) as usize).div_ceil(self.movement)
    }

    /// Where the window at a position starts, negative before the beginning.
    fn start(&self, position: usize) -> isize {
        (position * self.movement) as isize - ((self.size - 1) / 2) as isize
    }

    fn places_before(&self, start: isize) -> usize {
        (-start).max(0) as usize
    }

    fn places_after(&self, start: isize) -> usize {
        (start + self.size as isize - self.length as isize).max(0) as usize
    }

    fn is_inside(&self, start: isize) -> bool {
        self.places_before(start) == 0 && self.places_after(start) == 0
    }
}

/// An argument with the windows along its leading axes.
struct Windows {
    array: Array,
    axes: Vec<WindowAxis>,
    /// Items of a cell on the axes without a size.
    cell_size: usize,
}

impl Windows {
    fn of(operand: &Value, right: Value) -> Result<Windows> {
        let (sizes, movements) = sizes_and_movements(operand)?;
        if sizes.is_empty() {
            return Err(Error::domain("a stencil needs a size for at least one axis"));
        }
        if sizes.len() > right.rank() {
            let (sizes, rank) = (sizes.len(), right.rank());
            return Err(Error::rank(format!("a stencil of {sizes} sizes for an argument of rank {rank}")));
        }
        let array = unpacked(right.into_array());
        let mut axes = Vec::with_capacity(sizes.len());
        for ((size, movement), &length) in sizes.iter().zip(&movements).zip(array.shape()) {
            let (size, movement) = (positive(size, "a size")?, positive(movement, "a movement")?);
            axes.push(WindowAxis { length, size, movement });
        }
        if let Some(axis) = axes.iter().find(|axis| axis.size >= axis.length.saturating_mul(2)) {
            let (size, length) = (axis.size, axis.length);
            return Err(Error::domain(format!("a window of size {size} is too large for an axis of length {length}")));
        }
        // Every size is below twice its length, so there is a position on every axis.
        let cell_size = count_items(&array.shape()[axes.len()..])?;
        Ok(Windows { array, axes, cell_size })
    }

    /// The positions, with the keys of the centres.
    fn frame(&self) -> Layout {
        let shape: Shape = self.axes.iter().map(WindowAxis::count).collect();
        let keys = |(i, axis): (usize, &WindowAxis)| {
            let keys = self.array.layout().keys(i)?;
            keys.select((0..axis.count()).map(|position| Some(position * axis.movement)))
        };
        let axes = self.axes.iter().enumerate().map(|axis| Axis { keys: keys(axis), name: None }).collect();
        Layout::with_axes(shape, axes)
    }

    /// Where the window at a position of the frame starts on each axis.
    fn starts(&self, mut position: usize) -> Vec<isize> {
        let mut starts = vec![0; self.axes.len()];
        for (start, axis) in starts.iter_mut().zip(&self.axes).rev() {
            *start = axis.start(position % axis.count());
            position /= axis.count();
        }
        starts
    }

    /// How many places are filled: positive at the start of an axis, negative at its end.
    fn padding(&self, starts: &[isize]) -> Value {
        let padding = |(axis, &start): (&WindowAxis, &isize)| match axis.places_before(start) {
            0 => -(axis.places_after(start) as f64) + 0.0,
            before => before as f64,
        };
        Array::floats(self.axes.iter().zip(starts).map(padding).collect()).into()
    }

    /// The shape of a window with the keys of the axes on which it lies inside.
    fn window_layout(&self, starts: &[isize]) -> Layout {
        let own = self.array.layout();
        let mut shape: Shape = self.axes.iter().map(|axis| axis.size).collect();
        shape.extend_from_slice(&own.shape()[self.axes.len()..]);
        if own.is_plain() {
            return Layout::new(shape);
        }
        let windowed = self.axes.iter().zip(starts).enumerate().map(|(i, (axis, &start))| {
            let keys = own.keys(i).filter(|_| axis.is_inside(start));
            let slice = (0..axis.size).map(|place| Some((start + place as isize) as usize));
            Axis { keys: keys.and_then(|keys| keys.select(slice)), name: None }
        });
        let whole = (self.axes.len()..own.rank()).map(|i| own.axis(i));
        Layout::with_axes(shape, windowed.chain(whole).collect())
    }

    fn window(&self, starts: &[isize]) -> Result<Value> {
        let layout = self.window_layout(starts);
        let count = count_items(layout.shape())?;
        if count == 0 {
            return Ok(Array::empty(layout, self.array.fill()).into());
        }
        // A window that lies inside and is whole on all axes but the first shares the buffer.
        let whole_behind =
            self.axes[1..].iter().zip(&starts[1..]).all(|(axis, &start)| start == 0 && axis.size == axis.length);
        if whole_behind && self.axes[0].is_inside(starts[0]) {
            let row = count / self.axes[0].size;
            return Ok(Array::new(layout, self.array.storage().slice(starts[0] as usize * row, count)).into());
        }
        if self.axes.iter().zip(starts).all(|(axis, &start)| axis.is_inside(start)) {
            let walk = self.walk(starts);
            return rearranged(&self.array, layout, &walk).map(Value::Array);
        }
        reserve(count, size_of::<Option<usize>>(), || format!("a window of shape {}", show_shape(layout.shape())))?;
        let storage = self.array.storage().select_or_fill(&self.places(starts), &self.array.fill());
        Ok(Array::new(layout, storage).into())
    }

    /// The walk over a window that lies inside.
    fn walk(&self, starts: &[isize]) -> Walk {
        let strides = strides(self.array.shape());
        let start: isize = starts.iter().zip(&strides).map(|(start, stride)| start * stride).sum();
        let sizes = self.axes.iter().map(|axis| axis.size);
        let lengths = sizes.chain(self.array.shape()[self.axes.len()..].iter().copied());
        let axes = lengths.zip(strides).map(|(length, step)| Stride { length, step }).collect();
        Walk { start: start as usize, axes }
    }

    /// The ravel positions that a window covers, nothing for those outside.
    fn places(&self, starts: &[isize]) -> Vec<Option<usize>> {
        let mut places = vec![Some(0)];
        for (axis, &start) in self.axes.iter().zip(starts) {
            let covered = (start..start + axis.size as isize)
                .map(|place| usize::try_from(place).ok().filter(|&place| place < axis.length));
            places = places
                .iter()
                .flat_map(|&base: &Option<usize>| covered.clone().map(move |place| Some(base? * axis.length + place?)))
                .collect();
        }
        if self.cell_size == 1 {
            return places;
        }
        let cells =
            places.iter().flat_map(|&cell| (0..self.cell_size).map(move |item| Some(cell? * self.cell_size + item)));
        cells.collect()
    }
}

/// Bits as integers, of which windows can be copied by the item.
fn unpacked(array: Array) -> Array {
    match array.storage() {
        Storage::Bit(bits) => Array::new(array.layout().clone(), Storage::I64(bits.to_integers().into())),
        _ => array,
    }
}

/// Sizes and movements as written: a unit or vector of sizes (moved by 1), or a matrix of both as rows.
fn sizes_and_movements(operand: &Value) -> Result<(Vec<Value>, Vec<Value>)> {
    let items: Vec<Value> = (0..operand.item_count()).map(|i| operand.item(i)).collect();
    match operand.shape() {
        [] | [_] => Ok((items.clone(), vec![Value::Int(1); items.len()])),
        [2, columns] => Ok((items[..*columns].to_vec(), items[*columns..].to_vec())),
        [rows, _] => Err(Error::length(format!("a stencil needs two rows, sizes and movements, not {rows}"))),
        _ => Err(Error::rank(format!("the sizes of a stencil must not be {}", describe(operand)))),
    }
}

fn positive(value: &Value, what: &str) -> Result<usize> {
    match whole(value, what)? {
        Whole::Small(size) if size > 0 => Ok(size as usize),
        Whole::Large => Ok(usize::MAX >> 1),
        _ => Err(Error::domain(format!("{what} of a stencil must be positive, not {}", describe(value)))),
    }
}

//! `↕`: all windows along the leading axes.

use super::axis::along_segments;
use super::rearrange::{Rearrange, rearranged};
use super::transpose::steps;
use crate::array::{Array, Axis, Caller, Keys, Layout, MAX_RANK, Shape, Value, count_items};
use crate::control::{Error, Result};
use crate::kernel::permute::{Segment, Stride, gather};
use crate::primitive::argument::{Whole, counted, describe, wholes};

/// The windows along one axis.
struct Window {
    /// How many there are.
    count: usize,
    /// How many positions each has.
    size: usize,
    /// How many positions one begins after the other.
    movement: usize,
    /// Fill before and after the axis, for windows of negative size.
    padding: Option<(usize, usize)>,
}

/// `X↕Y`: windows of the sizes `X` along the leading axes, or of the sizes in its first row by the movements in its
/// second. The position axes come first, then the window axes, then the others.
pub fn windows(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    all_windows(left, right)
}

/// As [`windows`].
pub fn all_windows(left: Value, right: Value) -> Result<Value> {
    if left.rank() > 2 {
        return Err(Error::rank(format!("window sizes must be a unit, vector or matrix, not {}", describe(&left))));
    }
    let sizes = left.shape().last().copied().unwrap_or(1);
    if sizes > right.rank() {
        return Err(Error::rank(format!("{} for an array of rank {}", counted(sizes, "window size"), right.rank())));
    }
    if left.rank() == 2 && left.shape()[0] != 2 {
        return Err(Error::length(format!(
            "a matrix of window sizes has two rows, sizes and movements, not {}",
            left.shape()[0]
        )));
    }
    let numbers = wholes(&flat(left), "a window size or movement")?;
    let (sizes, movements) = numbers.split_at(sizes);
    let array = match right {
        Value::Array(array) if !sizes.is_empty() => array,
        unchanged => return Ok(unchanged),
    };
    if array.rank() + sizes.len() > MAX_RANK {
        return Err(Error::limit(format!("the result would have more than {MAX_RANK} axes")));
    }
    let mut windows = Vec::with_capacity(sizes.len());
    for (axis, &size) in sizes.iter().enumerate() {
        let movement = movements.get(axis).copied().unwrap_or(Whole::Small(1));
        windows.push(window(size, movement, array.shape()[axis])?);
    }
    windowed(&array, &windows).map(Value::Array)
}

fn flat(value: Value) -> Value {
    match value {
        Value::Array(array) if array.rank() == 2 => Value::Array(array.ravel()),
        other => other,
    }
}

fn window(size: Whole, movement: Whole, length: usize) -> Result<Window> {
    let movement = match movement {
        Whole::Small(movement @ 1..) => movement as usize,
        Whole::Large => i64::MAX as usize,
        _ => return Err(Error::domain("a window movement must be at least 1")),
    };
    match size {
        Whole::Small(size @ 0..) => {
            let size = size as usize;
            let count = if size > length { 0 } else { 1 + (length - size) / movement };
            Ok(Window { count, size, movement, padding: None })
        }
        Whole::Large => Err(Error::limit("a window size is too large")),
        Whole::Small(negative) if (negative.unsigned_abs() as usize) < 2 * length => {
            let size = negative.unsigned_abs() as usize;
            let positions = length - usize::from(size.is_multiple_of(2));
            let padding = Some(((size - 1) / 2, size / 2));
            Ok(Window { count: positions.div_ceil(movement), size, movement, padding })
        }
        _ => Err(Error::domain(format!("a padded window must be shorter than twice the axis, which has {length}"))),
    }
}

struct Walk {
    strides: Vec<Stride>,
}

impl Rearrange for Walk {
    fn run<T: Clone>(&self, items: &[T], _: &T, out: &mut Vec<T>) -> Result<()> {
        gather(items, 0, &self.strides, out)
    }
}

fn windowed(array: &Array, windows: &[Window]) -> Result<Array> {
    let layout = window_layout(array.layout(), windows);
    if count_items(layout.shape())? == 0 {
        return Ok(Array::empty(layout, array.fill()));
    }
    let mut padded = array.clone().with_layout(array.layout().plain());
    for (axis, window) in windows.iter().enumerate() {
        if let Some((before, after)) = window.padding {
            let copy = Segment::Copy { start: 0, length: array.shape()[axis] };
            let fill = |length| Segment::Fill { length };
            padded = along_segments(&padded, axis, &[fill(before), copy, fill(after)])?;
        }
    }
    let steps = steps(padded.shape());
    let position = |(window, &step): (&Window, &isize)| Stride {
        length: window.count,
        step: if window.count > 1 { step * window.movement as isize } else { step },
    };
    let within = |(window, &step): (&Window, &isize)| Stride { length: window.size, step };
    let rest = windows.len()..array.rank();
    let mut strides: Vec<Stride> = windows.iter().zip(&steps).map(position).collect();
    strides.extend(windows.iter().zip(&steps).map(within));
    strides.extend(rest.map(|axis| Stride { length: array.shape()[axis], step: steps[axis] }));
    rearranged(&padded, layout, &Walk { strides })
}

/// Position axes have the keys of the centres of padded windows; window axes those of the only window there is.
fn window_layout(layout: &Layout, windows: &[Window]) -> Layout {
    let mut shape: Shape = windows.iter().map(|window| window.count).collect();
    shape.extend(windows.iter().map(|window| window.size));
    shape.extend_from_slice(&layout.shape()[windows.len()..]);
    if layout.is_plain() {
        return Layout::new(shape);
    }
    let keyed = |keys| Axis { keys, name: None };
    let centres = |(axis, window): (usize, &Window)| match (layout.keys(axis), window.padding) {
        (Some(keys), Some(_)) => keyed(keys.select((0..window.count).map(|i| Some(i * window.movement)))),
        _ => Axis::default(),
    };
    let within = |(axis, window): (usize, &Window)| match (layout.keys(axis), window.padding) {
        (Some(keys), None) if window.count == 1 => keyed(Keys::of_unique(keys.entries()[..window.size].to_vec())),
        _ => Axis::default(),
    };
    let mut axes: Vec<Axis> = windows.iter().enumerate().map(centres).collect();
    axes.extend(windows.iter().enumerate().map(within));
    axes.extend((windows.len()..layout.rank()).map(|axis| layout.axis(axis)));
    Layout::with_axes(shape, axes)
}

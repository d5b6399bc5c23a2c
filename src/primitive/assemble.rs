//! Assembling result cells into one array: for Mix, `⍤`, `⍠`, `⌸`, `⌺`, histories and rows `⋄`.
//!
//! Nothing here calls functions.

use super::structural::rearrange::{Rearrange, item_size, rearrange};
use std::sync::Arc;

use crate::array::{Array, Axis, Keys, Layout, MAX_RANK, Shape, Storage, Value, count_items, show_shape};
use crate::control::{Error, Result, poll, reserve};
use crate::kernel::permute::pad;

/// What kind the numbers of an assembled array have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Cells are joined: the widest of their compact kinds (rule J).
    Join,
    /// Cells were written: every number keeps its kind (rule W).
    Written,
}

/// Puts one cell for each position of a frame together (04 §4.1).
///
/// With a frame of rank 0 the one cell is the result as it is. Otherwise an atom is a cell of rank 0, and so is a rank-0
/// array, which gives its content; cells of lower rank get leading axes of length 1; each cell is padded to the common
/// shape with its own fill. The frame keeps keys and names; a cell axis keeps those that all cells have alike. There are
/// as many cells as the frame has positions, at least one (see [`assemble_empty`]). `LIMIT ERROR` where the result is too
/// large.
pub fn assemble(frame: Layout, mut cells: Vec<Value>, rule: Rule) -> Result<Value> {
    debug_assert_eq!(frame.count(), cells.len());
    if frame.rank() == 0 {
        return Ok(cells.pop().expect("a frame of rank 0 has one cell"));
    }
    assemble_array(frame, cells, rule).map(Value::Array)
}

/// The result for a frame without positions: its cells would have the shape, keys, names and prototype of this one.
pub fn assemble_empty(frame: &Layout, cell: &Value) -> Result<Value> {
    debug_assert_eq!(frame.count(), 0);
    let (layout, fill) = match cell {
        Value::Array(array) => (frame_and_cell(frame, array.layout())?, array.fill()),
        atom => (frame.clone(), atom.prototype()),
    };
    Ok(Value::Array(Array::empty(layout, fill)))
}

/// As [`assemble`], but the result is an array with a frame of rank 0 as well.
pub(super) fn assemble_array(frame: Layout, cells: Vec<Value>, rule: Rule) -> Result<Array> {
    if cells.iter().all(Value::is_atom) {
        let storage = match rule {
            Rule::Join => Storage::join_items(cells),
            Rule::Written => Storage::collect(cells),
        };
        return Ok(Array::new(frame, storage));
    }
    let cells: Vec<Array> = cells.into_iter().map(Value::into_array).collect();
    let cell = common_layout(&cells)?;
    let layout = frame_and_cell(&frame, &cell)?;
    let count = layout.count();
    if count == 0 {
        return Ok(Array::empty(layout, cells[0].fill()));
    }
    let widest = cells.iter().map(|cell| item_size(cell.storage().lane())).max().unwrap_or(1);
    reserve(count, widest, || format!("an array of shape {}", show_shape(layout.shape())))?;
    let join = |parts: &[&Storage]| match rule {
        Rule::Join => Storage::join(parts),
        Rule::Written => Storage::concatenate(parts),
    };
    let storage = if cells.iter().all(|array| array.shape() == cell.shape()) {
        join(&cells.iter().map(Array::storage).collect::<Vec<_>>())
    } else {
        let padded: Vec<Storage> =
            cells.iter().map(|array| padded_items(array, cell.shape())).collect::<Result<_>>()?;
        join(&padded.iter().collect::<Vec<_>>())
    };
    Ok(Array::new(layout, storage))
}

/// The frame's axes, then the cell's.
fn frame_and_cell(frame: &Layout, cell: &Layout) -> Result<Layout> {
    let rank = frame.rank() + cell.rank();
    if rank > MAX_RANK {
        return Err(Error::limit(format!("the result would have {rank} axes; the most is {MAX_RANK}")));
    }
    let layout = frame.join(cell);
    count_items(layout.shape())?;
    Ok(layout)
}

/// The greatest rank and, on each axis, the greatest length, with the keys and names that all cells share.
fn common_layout(cells: &[Array]) -> Result<Layout> {
    let first = cells[0].layout();
    if cells.iter().all(|cell| cell.layout().is_plain() && cell.shape() == first.shape()) {
        return Ok(first.clone());
    }
    let rank = cells.iter().map(Array::rank).max().unwrap_or(0);
    let mut shape: Shape = Shape::from_elem(0, rank);
    for (i, cell) in cells.iter().enumerate() {
        if i % 4096 == 0 {
            poll()?;
        }
        let (added, own) = shape.split_at_mut(rank - cell.rank());
        added.iter_mut().for_each(|length| *length = (*length).max(1));
        own.iter_mut().zip(cell.shape()).for_each(|(length, &own)| *length = (*length).max(own));
    }
    if cells.iter().all(|cell| cell.layout().is_plain()) {
        return Ok(Layout::new(shape));
    }
    let axes = (0..rank).map(|axis| shared_axis(cells, axis, shape[axis], rank)).collect();
    Ok(Layout::with_axes(shape, axes))
}

/// The keys and name that all cells have on an axis of the common shape.
fn shared_axis(cells: &[Array], axis: usize, length: usize, rank: usize) -> Axis {
    let own = |cell: &Array| (axis + cell.rank()).checked_sub(rank);
    let keys = |cell: &Array| own(cell).and_then(|axis| cell.layout().keys(axis).cloned());
    let name = |cell: &Array| own(cell).and_then(|axis| cell.layout().name(axis).cloned());
    let same_keys =
        |first: &Arc<Keys>, cell: &Array| keys(cell).is_some_and(|keys| Arc::ptr_eq(first, &keys) || *first == keys);
    let first_keys = keys(&cells[0]).filter(|first| first.len() == length);
    let first_name = name(&cells[0]);
    Axis {
        keys: first_keys.filter(|first| cells.iter().all(|cell| same_keys(first, cell))),
        name: first_name.filter(|first| cells.iter().all(|cell| name(cell).as_ref() == Some(first))),
    }
}

struct Pad<'a> {
    from: &'a [usize],
    to: &'a [usize],
}

impl Rearrange for Pad<'_> {
    fn run<T: Clone>(&self, items: &[T], fill: &T, out: &mut Vec<T>) -> Result<()> {
        pad(items, self.from, self.to, fill, out)
    }
}

/// The items of a cell padded to the common shape with the cell's own fill.
fn padded_items(cell: &Array, shape: &[usize]) -> Result<Storage> {
    if cell.shape() == shape {
        return Ok(cell.storage().clone());
    }
    let mut from: Shape = Shape::from_elem(1, shape.len() - cell.rank());
    from.extend_from_slice(cell.shape());
    if from[..] == *shape {
        return Ok(cell.storage().clone());
    }
    let count = shape.iter().product();
    rearrange(cell.storage(), &cell.fill(), count, shape, &Pad { from: &from, to: shape })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::Lane;
    use crate::array::compare::matches;
    use crate::control::ErrorKind;

    fn ints(items: &[i64]) -> Value {
        Array::integers(items.to_vec()).into()
    }

    fn floats(items: &[f64]) -> Value {
        Array::floats(items.to_vec()).into()
    }

    fn record(keys: &str, items: &[i64]) -> Value {
        let entries = keys.chars().map(|key| Some(Arc::from(key.to_string().as_str()))).collect();
        let axis = Axis { keys: Keys::new(entries).unwrap(), name: None };
        let layout = Layout::with_axes(vec![items.len()], vec![axis]);
        Array::new(layout, Storage::I64(items.to_vec().into())).into()
    }

    fn vector_of(cells: Vec<Value>, rule: Rule) -> Array {
        assemble(Layout::vector(cells.len()), cells, rule).unwrap().into_array()
    }

    #[test]
    fn unequal_cells_are_padded_with_their_own_fill() {
        let result = vector_of(vec![Value::string("ox"), ints(&[7, 8, 9]), Value::Float(1.5)], Rule::Join);
        assert_eq!(result.shape(), [3, 3]);
        let expected = [
            Value::Char('o'),
            Value::Char('x'),
            Value::Char(' '),
            Value::Int(7),
            Value::Int(8),
            Value::Int(9),
            Value::Float(1.5),
            Value::Float(0.0),
            Value::Float(0.0),
        ];
        assert!((0..9).all(|i| matches(&result.item(i), &expected[i])));
        assert!(matches!(result.item(7), Value::Float(_)));
    }

    #[test]
    fn kinds() {
        let lane = |cells, rule| vector_of(cells, rule).storage().lane();
        assert_eq!(lane(vec![ints(&[1, 2]), floats(&[0.5, 1.0])], Rule::Join), Lane::F64);
        assert_eq!(lane(vec![ints(&[1, 2]), floats(&[0.5, 1.0])], Rule::Written), Lane::Mixed);
        assert_eq!(lane(vec![ints(&[1]), floats(&[f64::INFINITY])], Rule::Join), Lane::Mixed);
        assert_eq!(lane(vec![Value::Int(1), Value::Float(0.5)], Rule::Join), Lane::F64);
        assert_eq!(lane(vec![Value::Int(1), Value::Float(f64::INFINITY)], Rule::Join), Lane::Mixed);
        assert_eq!(lane(vec![Value::Int(1), Value::Float(0.5)], Rule::Written), Lane::Mixed);
        assert_eq!(lane(vec![ints(&[]), floats(&[])], Rule::Join), Lane::I64);
    }

    #[test]
    fn lower_ranks_get_leading_axes() {
        let matrix = Array::new(Layout::new(vec![3, 2]), Storage::I64(vec![3, 4, 5, 6, 7, 8].into()));
        let result = vector_of(vec![ints(&[1, 2]), matrix.into()], Rule::Join);
        assert_eq!(result.shape(), [2, 3, 2]);
        let expected = Storage::I64(vec![1, 2, 0, 0, 0, 0, 3, 4, 5, 6, 7, 8].into());
        assert_eq!(result.storage().to_values().len(), expected.len());
        assert!((0..12).all(|i| matches(&result.item(i), &expected.get(i))));
        let empty = vector_of(vec![ints(&[]), Value::Int(5)], Rule::Join);
        assert_eq!(empty.shape(), [2, 1]);
    }

    #[test]
    fn keys_stay_where_all_cells_share_them() {
        assert!(vector_of(vec![record("ab", &[1, 2]), record("ab", &[3, 4])], Rule::Join).layout().keys(1).is_some());
        assert!(vector_of(vec![record("ab", &[1, 2]), record("ba", &[3, 4])], Rule::Join).layout().is_plain());
        assert!(vector_of(vec![record("ab", &[1, 2]), record("a", &[3])], Rule::Join).layout().is_plain());
        assert!(vector_of(vec![record("ab", &[1, 2]), ints(&[3, 4])], Rule::Join).layout().is_plain());
    }

    #[test]
    fn frames_of_rank_0_and_without_positions() {
        assert!(matches!(assemble(Layout::scalar(), vec![Value::Int(4)], Rule::Join).unwrap(), Value::Int(4)));
        let empty = assemble_empty(&Layout::new(vec![0, 2]), &ints(&[0, 0, 0])).unwrap().into_array();
        assert_eq!(empty.shape(), [0, 2, 3]);
        assert!(matches!(empty.fill(), Value::Int(0)));
    }

    #[test]
    fn too_large() {
        let cells = vec![Array::empty(Layout::new(vec![0; 128]), Value::Int(0)).into()];
        assert_eq!(assemble(Layout::vector(1), cells, Rule::Join).unwrap_err().kind(), ErrorKind::Limit);
    }
}

//! The cells of an array: its parts on trailing axes.

use crate::array::{Array, Domain, Layout, Storage, Value, count_items, show_shape};
use crate::control::{Result, reserve};

/// An array cut into cells of one rank. Cells share its buffer.
pub struct Cells {
    frame: Layout,
    cell: Layout,
    size: usize,
    array: Array,
}

impl Cells {
    /// The cells of rank `rank`, at most that of the value. Cells are arrays: an atom is the scalar that holds it. `LIMIT
    /// ERROR` where an array without items has a frame or cells that are too large to be called for.
    pub fn new(value: Value, rank: usize) -> Result<Cells> {
        let array = value.into_array();
        let leading = array.rank() - rank;
        let (frame, cell) = (array.layout().frame(leading), array.layout().cell(leading));
        count_items(frame.shape())?;
        Ok(Cells { frame, size: count_items(cell.shape())?, cell, array })
    }

    /// The layout of the leading axes.
    pub fn frame(&self) -> &Layout {
        &self.frame
    }

    /// What kind of items the array holds.
    pub fn domain(&self) -> Domain {
        self.array.storage().lane().domain()
    }

    /// Cell `i` in ravel order of the frame.
    pub fn get(&self, i: usize) -> Value {
        if self.frame.rank() == 0 {
            return Value::Array(self.array.clone());
        }
        Value::Array(match self.size {
            0 => Array::empty(self.cell.clone(), self.array.fill()),
            size => Array::new(self.cell.clone(), self.array.storage().slice(i * size, size)),
        })
    }

    /// A cell of fill.
    pub fn prototype(&self) -> Result<Value> {
        filled_array(self.cell.clone(), &self.array.fill())
    }
}

/// An array that holds nothing but fill.
pub fn filled_array(layout: Layout, fill: &Value) -> Result<Value> {
    let count = count_items(layout.shape())?;
    if count == 0 {
        return Ok(Array::empty(layout, fill.clone()).into());
    }
    reserve(count, size_of::<Value>(), || format!("a cell of shape {}", show_shape(layout.shape())))?;
    Ok(Array::new(layout, filled(fill, count)).into())
}

/// `count` times the same fill, numbers in the lane of their kind.
pub fn filled(fill: &Value, count: usize) -> Storage {
    match fill {
        Value::Int(fill) => Storage::I64(vec![*fill; count].into()),
        fill => Storage::repeat(fill, count),
    }
}

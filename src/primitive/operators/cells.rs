//! The cells of an array: its parts on trailing axes.

use crate::array::{Array, Domain, Layout, Storage, Value};

/// An array cut into cells of one rank. Cells share its buffer.
pub struct Cells {
    frame: Layout,
    cell: Layout,
    size: usize,
    array: Array,
}

impl Cells {
    /// The cells of rank `rank`, at most that of the value. Cells are arrays: an atom is the scalar that holds it.
    pub fn new(value: Value, rank: usize) -> Cells {
        let array = value.into_array();
        let leading = array.rank() - rank;
        let (frame, cell) = (array.layout().frame(leading), array.layout().cell(leading));
        Cells { frame, size: cell.count(), cell, array }
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
    pub fn prototype(&self) -> Value {
        let fill = self.array.fill();
        Value::Array(match self.size {
            0 => Array::empty(self.cell.clone(), fill),
            size => Array::new(self.cell.clone(), filled(&fill, size)),
        })
    }
}

/// `count` times the same fill, numbers in the lane of their kind.
pub fn filled(fill: &Value, count: usize) -> Storage {
    match fill {
        Value::Int(fill) => Storage::I64(vec![*fill; count].into()),
        fill => Storage::repeat(fill, count),
    }
}

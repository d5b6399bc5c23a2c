//! Where the items of a selection by axes lie in the ravel, and their collection.

use crate::array::{Array, Axis, Bits, Buffer, Item, Layout, MAX_RANK, Shape, Storage, count_items, show_shape};
use crate::control::{Error, Result, poll, reserve};
use crate::each_lane;

use super::selector::AxisSelection;

/// How many items a loop handles between two polls.
const BLOCK: usize = 1 << 16;

/// Offsets in three levels: for each of `outer`, for each of `inner`, `run` items that follow each other.
#[derive(Clone, Debug)]
pub struct Offsets {
    outer: Vec<usize>,
    inner: Vec<usize>,
    run: usize,
}

/// What selecting on the axes of an array gives.
#[derive(Clone, Debug)]
pub enum Selected {
    /// The item at this offset: every axis had one position.
    Item(usize),
    /// An array.
    Array(Layout, Offsets),
}

/// Combines the selections on the axes of a layout, one for each axis from the first; further axes are whole. `LIMIT
/// ERROR` where the result is too large.
pub fn combine(layout: &Layout, selections: &[AxisSelection]) -> Result<Selected> {
    let whole_from = selections.iter().rposition(|s| *s != AxisSelection::Whole).map_or(0, |last| last + 1);
    let (selections, rank) = (&selections[..whole_from], layout.rank());
    let shape = layout.shape();
    let run: usize = shape[whole_from..].iter().product();
    if whole_from == rank && selections.iter().all(|selection| matches!(selection, AxisSelection::One(_))) {
        return Ok(Selected::Item(place(shape, selections)));
    }
    let (mut lengths, mut axes) = (Shape::new(), Vec::new());
    for axis in 0..rank {
        let selection = selections.get(axis).unwrap_or(&AxisSelection::Whole);
        selection.extend_layout(layout, axis, &mut lengths, &mut axes);
    }
    let layout = new_layout(lengths, axes)?;
    if layout.count() == 0 {
        return Ok(Selected::Array(layout, Offsets { outer: Vec::new(), inner: Vec::new(), run: 0 }));
    }
    let mut tables: Vec<Vec<usize>> = Vec::with_capacity(whole_from);
    let (mut stride, mut base) = (run, 0);
    for (selection, &length) in selections.iter().zip(shape).rev() {
        match selection {
            AxisSelection::One(position) => base += position * stride,
            several => tables.push(several.offsets(length, stride)),
        }
        stride *= length;
    }
    let inner = if tables.is_empty() { vec![0] } else { tables.remove(0) };
    let mut outer = vec![base];
    for table in tables.iter().rev() {
        outer = outer.iter().flat_map(|&start| table.iter().map(move |&offset| start + offset)).collect();
    }
    Ok(Selected::Array(layout, Offsets { outer, inner, run }))
}

/// The layout of a result, or a `LIMIT ERROR` where its rank or its number of items is too large.
pub fn new_layout(lengths: Shape, axes: Vec<Axis>) -> Result<Layout> {
    if lengths.len() > MAX_RANK {
        return Err(Error::limit(format!("a result of rank {} is beyond the limit of {MAX_RANK}", lengths.len())));
    }
    let count = count_items(&lengths)?;
    reserve(count, size_of::<usize>(), || format!("a selection of shape {}", show_shape(&lengths)))?;
    Ok(if axes.iter().all(Axis::is_plain) { Layout::new(lengths) } else { Layout::with_axes(lengths, axes) })
}

/// The offset of the item at one position on each axis.
fn place(shape: &[usize], selections: &[AxisSelection]) -> usize {
    selections.iter().zip(shape).fold(0, |offset, (selection, length)| match selection {
        AxisSelection::One(position) => offset * length + position,
        _ => unreachable!("every axis has one position"),
    })
}

impl Selected {
    /// The same selection this many items further on.
    pub fn moved(self, by: usize) -> Selected {
        match self {
            Selected::Item(offset) => Selected::Item(offset + by),
            Selected::Array(layout, mut offsets) => {
                offsets.outer.iter_mut().for_each(|start| *start += by);
                Selected::Array(layout, offsets)
            }
        }
    }

    /// The selected part of `array`, whose layout this was made for.
    pub fn read(self, array: &Array) -> Result<crate::array::Value> {
        match self {
            Selected::Item(offset) => Ok(array.item(offset)),
            Selected::Array(layout, _) if layout.count() == 0 => Ok(Array::empty(layout, array.fill()).into()),
            Selected::Array(layout, offsets) => Ok(Array::new(layout, offsets.gather(array.storage())?).into()),
        }
    }
}

impl Offsets {
    /// The items at these offsets, in the lane of `storage`. A contiguous part shares its buffer.
    fn gather(&self, storage: &Storage) -> Result<Storage> {
        if let ([start], [first]) = (&self.outer[..], &self.inner[..]) {
            return Ok(storage.slice(start + first, self.run));
        }
        fn of<T: Item>(offsets: &Offsets, items: &Buffer<T>) -> Result<Storage> {
            let mut out: Vec<T> = Vec::with_capacity(offsets.count());
            if offsets.run == 1 {
                offsets
                    .each_block(|start, block| out.extend(block.iter().map(|offset| items[start + offset].clone())))?;
            } else {
                offsets.each_block(|start, block| {
                    for offset in block {
                        out.extend_from_slice(&items[start + offset..start + offset + offsets.run]);
                    }
                })?;
            }
            Ok(T::store(out.into()))
        }
        each_lane!(storage, items => of(self, items); bits => {
            Ok(Storage::Bit(Bits::from_bools(self.list()?.into_iter().map(|offset| bits.get(offset)))))
        })
    }

    /// All offsets in order.
    pub fn list(&self) -> Result<Vec<usize>> {
        let mut out = Vec::with_capacity(self.count());
        self.each_block(|start, block| {
            for offset in block {
                out.extend(start + offset..start + offset + self.run);
            }
        })?;
        Ok(out)
    }

    fn count(&self) -> usize {
        self.outer.len() * self.inner.len() * self.run
    }

    /// Calls `body` with each outer offset and a block of inner offsets, and polls now and then.
    fn each_block(&self, mut body: impl FnMut(usize, &[usize])) -> Result<()> {
        let mut handled = BLOCK;
        for &start in &self.outer {
            for block in self.inner.chunks(BLOCK) {
                if handled >= BLOCK {
                    poll()?;
                    handled = 0;
                }
                body(start, block);
                handled += block.len().saturating_mul(self.run);
            }
        }
        Ok(())
    }
}

/// The items at these positions of a vector of `items.len()` items, negative ones from the end. Nothing where one is
/// outside. No value is made for an item.
pub fn gather_numbers(storage: &Storage, positions: &[i64]) -> Result<Option<Storage>> {
    let length = storage.len();
    let inside = |block: &[i64]| block.iter().fold(true, |all, &p| all & (p < length as i64) & (p >= -(length as i64)));
    let wrap = |&position: &i64| if position < 0 { (position + length as i64) as usize } else { position as usize };
    for block in positions.chunks(BLOCK) {
        poll()?;
        if !inside(block) {
            return Ok(None);
        }
    }
    reserve(positions.len(), size_of::<usize>(), || format!("a selection of {} items", positions.len()))?;
    fn of<T: Item>(items: &[T], positions: &[i64], wrap: impl Fn(&i64) -> usize) -> Storage {
        T::store(positions.iter().map(|position| items[wrap(position)].clone()).collect::<Vec<T>>().into())
    }
    Ok(Some(each_lane!(storage, items => of(items, positions, wrap);
        bits => Storage::Bit(Bits::from_bools(positions.iter().map(|position| bits.get(wrap(position))))))))
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::{Items, Value};

    /// The ravel of a selection computed place by place.
    fn naive(shape: &[usize], selections: &[AxisSelection]) -> Vec<usize> {
        let mut offsets = vec![0];
        for (axis, &length) in shape.iter().enumerate() {
            let positions = selections.get(axis).unwrap_or(&AxisSelection::Whole).offsets(length, 1);
            offsets = offsets.iter().flat_map(|&offset| positions.iter().map(move |p| offset * length + p)).collect();
        }
        offsets
    }

    #[test]
    fn combinations_of_selections_agree_with_one_by_one() {
        let shape = [2, 3, 4];
        let several = |positions: &[usize], shape: &[usize]| AxisSelection::Several {
            positions: positions.into(),
            shape: shape.into(),
        };
        let choices = [
            AxisSelection::One(1),
            AxisSelection::Whole,
            AxisSelection::Reversed,
            several(&[1, 0, 1, 1], &[2, 2]),
            several(&[1], &[]),
            several(&[], &[0]),
        ];
        let array =
            Array::new(Layout::new(Shape::from_slice(&shape)), Storage::I64((0..24).collect::<Vec<_>>().into()));
        for a in &choices {
            for b in &choices {
                for c in &choices {
                    for selections in
                        [vec![a.clone(), b.clone(), c.clone()], vec![a.clone(), b.clone()], vec![c.clone()]]
                    {
                        let expected = naive(&shape, &selections);
                        match combine(array.layout(), &selections).unwrap().read(&array).unwrap() {
                            Value::Int(item) => assert_eq!(vec![item as usize], expected),
                            Value::Array(read) => {
                                assert!(read.check());
                                let Items::I64(items) = read.items() else { panic!() };
                                assert!(items.iter().map(|&item| item as usize).eq(expected.iter().copied()));
                            }
                            other => panic!("{other:?}"),
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_contiguous_selection_shares_its_buffer() {
        let array =
            Array::new(Layout::new(Shape::from_slice(&[3, 4])), Storage::I64((0..12).collect::<Vec<_>>().into()));
        let Items::I64(all) = array.items() else { panic!() };
        let Value::Array(row) = combine(array.layout(), &[AxisSelection::One(1)]).unwrap().read(&array).unwrap() else {
            panic!()
        };
        let Items::I64(row) = row.items() else { panic!() };
        assert_eq!(row.as_ptr(), all[4..].as_ptr());
    }

    #[test]
    fn numbers_are_gathered_in_every_lane() {
        for storage in [
            Storage::Bit(Bits::from_bools([true, false, true])),
            Storage::I64(vec![5, 6, 7].into()),
            Storage::F64(vec![0.5, 1.5, 2.5].into()),
            Storage::Char8(b"abc".to_vec().into()),
            Storage::Mixed(vec![Value::Int(1), Value::Char('x'), Value::Int(3)].into()),
        ] {
            let gathered = gather_numbers(&storage, &[-1, 0, 0]).unwrap().unwrap();
            assert_eq!(gathered.lane(), storage.lane());
            assert_eq!(format!("{:?}", gathered.to_values()), format!("{:?}", storage.select(&[2, 0, 0]).to_values()));
            assert!(gather_numbers(&storage, &[3]).unwrap().is_none());
            assert!(gather_numbers(&storage, &[-4]).unwrap().is_none());
        }
    }
}

//! From positions of a result to items of an argument.

use smallvec::SmallVec;

use crate::control::{Result, poll};

/// Marks a position for which the argument has no item.
pub(super) const MISSING: usize = usize::MAX;

/// For each position of a result in ravel order, the item of one argument (or the cell of its frame) that belongs there.
/// The compact forms are chosen whenever they say it all. Where the result has no positions, the form means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexMap {
    /// Position `i` takes item `i`: the argument has as many items as the result, in the same order.
    Same,
    /// Every position takes the one item there is.
    Unit,
    /// Position `i` takes item `i ÷ each`: each item serves `each` positions in a row.
    Repeat {
        /// How many positions one item serves.
        each: usize,
    },
    /// Position `i` takes item `i` modulo `count`: all items in order, again and again.
    Cycle {
        /// The number of items.
        count: usize,
    },
    /// Lengths and strides of the result's axes (adjacent ones merged): stretched and reordered axes.
    Strides(SmallVec<[(usize, usize); 4]>),
    /// The item of each position, with none marked: united keys.
    Table(Table),
}

/// The item of each position of the result, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table(Vec<usize>);

impl Table {
    /// The item at a position.
    #[inline]
    pub fn get(&self, position: usize) -> Option<usize> {
        Some(self.0[position]).filter(|&item| item != MISSING)
    }
}

/// How one axis of the result uses one axis of an argument.
#[derive(Debug)]
pub(super) enum AxisMap {
    /// Position by position.
    InOrder,
    /// One position (or none, for an axis that the argument lacks) for all.
    Repeated,
    /// The listed position, `MISSING` for none.
    Table(Vec<usize>),
}

/// An axis of the result with its map and the argument's stride along it.
#[derive(Debug)]
pub(super) struct Strided {
    pub length: usize,
    pub stride: usize,
    pub map: AxisMap,
}

impl Strided {
    /// The stride along an axis without table.
    pub fn step(&self) -> usize {
        if matches!(self.map, AxisMap::Repeated) { 0 } else { self.stride }
    }
}

impl IndexMap {
    /// The item for a position of the result, if the argument has one there.
    #[inline]
    pub fn index(&self, position: usize) -> Option<usize> {
        match self {
            IndexMap::Same => Some(position),
            IndexMap::Unit => Some(0),
            IndexMap::Repeat { each } => Some(position / each),
            IndexMap::Cycle { count } => Some(position % count),
            IndexMap::Strides(axes) => {
                let (mut rest, mut item) = (position, 0);
                for &(length, stride) in axes.iter().rev() {
                    item += rest % length * stride;
                    rest /= length;
                }
                Some(item)
            }
            IndexMap::Table(table) => table.get(position),
        }
    }

    /// Whether every position has an item.
    pub fn is_total(&self) -> bool {
        match self {
            IndexMap::Table(table) => !table.0.contains(&MISSING),
            _ => true,
        }
    }

    pub(super) fn of_axes(axes: &[Strided]) -> Result<IndexMap> {
        if axes.iter().any(|axis| axis.length == 0) {
            return Ok(IndexMap::Same);
        }
        if axes.iter().any(|axis| matches!(axis.map, AxisMap::Table(_))) {
            return Ok(IndexMap::Table(Table(table_of(axes)?)));
        }
        let mut merged: SmallVec<[(usize, usize); 4]> = SmallVec::new();
        for (length, stride) in axes.iter().map(|axis| (axis.length, axis.step())).filter(|axis| axis.0 != 1) {
            match merged.last_mut() {
                Some(outer) if outer.1 == stride * length => *outer = (outer.0 * length, stride),
                _ => merged.push((length, stride)),
            }
        }
        Ok(match merged[..] {
            [] | [(_, 1)] => IndexMap::Same,
            [(_, 0)] => IndexMap::Unit,
            [(_, 1), (each, 0)] => IndexMap::Repeat { each },
            [(_, 0), (count, 1)] => IndexMap::Cycle { count },
            _ => IndexMap::Strides(merged),
        })
    }
}

/// The item of each position, one axis after the other.
fn table_of(axes: &[Strided]) -> Result<Vec<usize>> {
    let mut items = vec![0];
    for axis in axes {
        poll()?;
        items = match &axis.map {
            AxisMap::Table(table) => {
                let place = |base: usize, position: usize| match (base, position) {
                    (MISSING, _) | (_, MISSING) => MISSING,
                    _ => base + position * axis.stride,
                };
                items.iter().flat_map(|&base| table.iter().map(move |&position| place(base, position))).collect()
            }
            _ => {
                let step = axis.step();
                let place = |base: usize, i: usize| if base == MISSING { MISSING } else { base + i * step };
                items.iter().flat_map(|&base| (0..axis.length).map(move |i| place(base, i))).collect()
            }
        };
    }
    Ok(items)
}

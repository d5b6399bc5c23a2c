//! Walking both arguments of an agreement at once, a block of positions at a time.

use smallvec::SmallVec;

use super::index_map::Strided;
use super::{Agreement, IndexMap};
use crate::control::Result;

/// A run of positions of the result along which both arguments move evenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The first position.
    pub start: usize,
    /// How many positions, at least 1.
    pub length: usize,
    /// What the left argument gives.
    pub left: Source,
    /// What the right argument gives.
    pub right: Source,
}

/// What one argument gives along a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Consecutive items from this one on.
    Run(usize),
    /// One item for the whole block.
    Item(usize),
    /// Items at equal distances.
    Stride {
        /// The first item.
        start: usize,
        /// How many items apart.
        step: usize,
    },
    /// No item: the prototype of what the other argument has there; its own fill where the other has none either.
    Missing,
}

/// One axis of the result, adjacent ones merged, with the stride of each argument along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub length: usize,
    pub left: usize,
    pub right: usize,
}

pub(super) fn common_steps(left: &[Strided], right: &[Strided]) -> SmallVec<[Step; 4]> {
    let mut steps: SmallVec<[Step; 4]> = SmallVec::new();
    for (a, b) in left.iter().zip(right).filter(|(a, _)| a.length != 1) {
        let step = Step { length: a.length, left: a.step(), right: b.step() };
        let fits = |outer: usize, inner: usize| outer == inner.wrapping_mul(step.length);
        match steps.last_mut() {
            Some(outer) if fits(outer.left, step.left) && fits(outer.right, step.right) => {
                *outer = Step { length: outer.length.wrapping_mul(step.length), ..step };
            }
            _ => steps.push(step),
        }
    }
    steps
}

impl Agreement {
    /// Whether both arguments have all their items in the order of the result.
    #[inline]
    pub fn is_one_to_one(&self) -> bool {
        self.left == IndexMap::Same && self.right == IndexMap::Same
    }

    /// Calls `visit` for consecutive blocks that cover the positions of the result in order.
    pub fn for_each_block(&self, mut visit: impl FnMut(Block) -> Result<()>) -> Result<()> {
        let count = self.layout.count();
        if count == 0 {
            return Ok(());
        }
        match &self.steps {
            Some(steps) => walk_steps(steps, visit),
            None => {
                let mut start = 0;
                while start < count {
                    let length = 1 + (start + 1..count).take_while(|&i| self.continues(start, i)).count();
                    let source = |map: &IndexMap| map.index(start).map_or(Source::Missing, Source::Run);
                    visit(Block { start, length, left: source(&self.left), right: source(&self.right) })?;
                    start += length;
                }
                Ok(())
            }
        }
    }

    /// Whether both maps at `i` go on in order from where they were at `start`.
    fn continues(&self, start: usize, i: usize) -> bool {
        [&self.left, &self.right].iter().all(|map| match (map.index(start), map.index(i)) {
            (None, None) => true,
            (Some(first), Some(item)) => item == first + (i - start),
            _ => false,
        })
    }
}

fn walk_steps(steps: &[Step], mut visit: impl FnMut(Block) -> Result<()>) -> Result<()> {
    let source = |start: usize, step: usize| match step {
        0 => Source::Item(start),
        1 => Source::Run(start),
        _ => Source::Stride { start, step },
    };
    let unit = Step { length: 1, left: 0, right: 0 };
    let (inner, outer) = steps.split_last().map_or((unit, steps), |(inner, outer)| (*inner, outer));
    let mut counters: SmallVec<[usize; 4]> = SmallVec::from_elem(0, outer.len());
    let (mut start, mut left, mut right) = (0, 0, 0);
    loop {
        visit(Block {
            start,
            length: inner.length,
            left: source(left, inner.left),
            right: source(right, inner.right),
        })?;
        start += inner.length;
        let mut axis = outer.len();
        loop {
            let Some(next) = axis.checked_sub(1) else { return Ok(()) };
            axis = next;
            let step = outer[axis];
            counters[axis] += 1;
            left += step.left;
            right += step.right;
            if counters[axis] < step.length {
                break;
            }
            left -= step.left * step.length;
            right -= step.right * step.length;
            counters[axis] = 0;
        }
    }
}

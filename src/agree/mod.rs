//! Agreement: how the axes and positions of two arguments pair.
//!
//! Scalar functions, `¨`, the frames of `⍤` and `⍠` and of the extending dyads all ask here. The answer is the layout of
//! the result and, for each argument, a map from positions of the result to its items. Nothing here knows element types
//! or functions.

mod blocks;
mod index_map;
mod pairs;

pub use blocks::{Block, Source};
pub use index_map::IndexMap;

use std::sync::Arc;

use smallvec::SmallVec;

use crate::array::{Axis, Keys, Layout, MAX_RANK, Shape, count_items, show_shape};
use crate::control::{Error, Result, reserve};
use blocks::Step;
use index_map::{AxisMap, MISSING, Strided};
use pairs::{Naming, Pair};

/// How two arguments agree.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// Shape, keys and names of the result.
    pub layout: Layout,
    /// Which item of the left argument each position of the result takes.
    pub left: IndexMap,
    /// Which item of the right argument each position of the result takes.
    pub right: IndexMap,
    /// Both maps by common axes, absent when keys are united.
    steps: Option<SmallVec<[Step; 4]>>,
}

/// Pairs the axes of two arguments (or of their frames) by names and order, and their positions by order and keys.
///
/// `LENGTH ERROR` where lengths or numbers of keyless positions disagree, `LIMIT ERROR` where the result is too large.
/// Where a map of the result gives no item, the caller takes the prototype of the value that the other argument has
/// there; where neither has one, each takes its own fill.
#[inline]
pub fn agree(left: &Layout, right: &Layout) -> Result<Agreement> {
    if left.is_plain() && right.is_plain() && left.shape() == right.shape() {
        return Ok(Agreement::one_to_one(left.clone()));
    }
    if left.rank() == 0 {
        return Ok(Agreement::with_unit(right, Unit::Left));
    }
    if right.rank() == 0 {
        return Ok(Agreement::with_unit(left, Unit::Right));
    }
    Agreement::of_pairs(left, right, &pairs::by_names_and_order(left, right), Naming::Either)
}

/// Pairs the axes of the argument of lower rank with the axes `axes` of the other, in the order given; with equal ranks,
/// the right argument's axes with the axes `axes` of the left one. The axes are distinct and in range. The result has
/// the other argument's axis order and names.
///
/// `LENGTH ERROR` unless there is an axis for each axis of the lower rank and the lengths are equal or 1.
pub fn agree_along(left: &Layout, right: &Layout, axes: &[usize]) -> Result<Agreement> {
    let lower = left.rank().min(right.rank());
    if axes.len() != lower {
        return Err(Error::length(format!(
            "the axis operand names {} of the one argument, but the other has rank {lower}",
            if axes.len() == 1 { "1 axis".into() } else { format!("{} axes", axes.len()) }
        )));
    }
    let right_is_lower = right.rank() <= left.rank();
    let higher = if right_is_lower { left } else { right };
    let pair = |axis: usize| {
        let partner = axes.iter().position(|&chosen| chosen == axis);
        if right_is_lower {
            Pair { left: Some(axis), right: partner }
        } else {
            Pair { left: partner, right: Some(axis) }
        }
    };
    let pairs: Vec<Pair> = (0..higher.rank()).map(pair).collect();
    let naming = if right_is_lower { Naming::LeftFirst } else { Naming::RightFirst };
    Agreement::of_pairs(left, right, &pairs, naming)
}

/// Which argument is a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Left,
    Right,
}

impl Agreement {
    fn one_to_one(layout: Layout) -> Agreement {
        let steps = SmallVec::from_slice(&[Step { length: layout.count(), left: 1, right: 1 }]);
        Agreement { layout, left: IndexMap::Same, right: IndexMap::Same, steps: Some(steps) }
    }

    fn with_unit(other: &Layout, unit: Unit) -> Agreement {
        let strides = if unit == Unit::Left { (0, 1) } else { (1, 0) };
        let steps = SmallVec::from_slice(&[Step { length: other.count(), left: strides.0, right: strides.1 }]);
        let (left, right) = match unit {
            Unit::Left => (IndexMap::Unit, IndexMap::Same),
            Unit::Right => (IndexMap::Same, IndexMap::Unit),
        };
        Agreement { layout: other.clone(), left, right, steps: Some(steps) }
    }

    fn of_pairs(left: &Layout, right: &Layout, pairs: &[Pair], naming: Naming) -> Result<Agreement> {
        if pairs.len() > MAX_RANK {
            return Err(Error::limit(format!("the result would have {} axes; the most is {MAX_RANK}", pairs.len())));
        }
        let strides = [strides(left), strides(right)];
        let mut shape = Shape::new();
        let mut axes = Vec::with_capacity(pairs.len());
        let mut maps = [Vec::new(), Vec::new()];
        for pair in pairs {
            let joined = join_axes(left, right, *pair, naming)?;
            shape.push(joined.length);
            axes.push(joined.axis);
            for (side, (map, source)) in joined.maps.into_iter().zip([pair.left, pair.right]).enumerate() {
                let stride = source.map_or(0, |axis| strides[side][axis]);
                maps[side].push(Strided { length: joined.length, stride, map });
            }
        }
        let count = count_items(&shape)?;
        let layout = if axes.iter().all(Axis::is_plain) { Layout::new(shape) } else { Layout::with_axes(shape, axes) };
        let united = maps.iter().flatten().any(|axis| matches!(axis.map, AxisMap::Table(_)));
        if united {
            reserve(count.saturating_mul(2), size_of::<usize>(), || {
                format!("united keys of shape {}", show_shape(layout.shape()))
            })?;
        }
        let steps = (!united).then(|| blocks::common_steps(&maps[0], &maps[1]));
        let [left, right] = [IndexMap::of_axes(&maps[0])?, IndexMap::of_axes(&maps[1])?];
        Ok(Agreement { layout, left, right, steps })
    }
}

/// How many items apart neighbours along each axis are.
fn strides(layout: &Layout) -> Vec<usize> {
    let mut strides = vec![1usize; layout.rank()];
    for axis in (0..layout.rank().saturating_sub(1)).rev() {
        // Arrays without items may have lengths whose product leaves the address space; their strides are never used.
        strides[axis] = strides[axis + 1].wrapping_mul(layout.shape()[axis + 1]);
    }
    strides
}

/// One axis of a result.
struct JoinedAxis {
    length: usize,
    axis: Axis,
    maps: [AxisMap; 2],
}

fn join_axes(left: &Layout, right: &Layout, pair: Pair, naming: Naming) -> Result<JoinedAxis> {
    let (a, b) = match (pair.left, pair.right) {
        (Some(a), Some(b)) => (a, b),
        (Some(a), None) => {
            let maps = [AxisMap::InOrder, AxisMap::Repeated];
            return Ok(JoinedAxis { length: left.shape()[a], axis: left.axis(a), maps });
        }
        (None, right_axis) => {
            let b = right_axis.expect("a pair has at least one axis");
            let maps = [AxisMap::Repeated, AxisMap::InOrder];
            return Ok(JoinedAxis { length: right.shape()[b], axis: right.axis(b), maps });
        }
    };
    let name = match naming {
        Naming::Either | Naming::LeftFirst => left.name(a).or(right.name(b)),
        Naming::RightFirst => right.name(b).or(left.name(a)),
    };
    let name = name.cloned();
    let (m, n) = (left.shape()[a], right.shape()[b]);
    if let (Some(left_keys), Some(right_keys)) = (left.keys(a), right.keys(b)) {
        let (keys, maps) = unite(left_keys, right_keys)?;
        let length = keys.as_ref().map_or(0, |keys| keys.len());
        return Ok(JoinedAxis { length, axis: Axis { keys, name }, maps });
    }
    let (length, maps) = match (m, n) {
        _ if m == n => (m, [AxisMap::InOrder, AxisMap::InOrder]),
        (1, _) => (n, [AxisMap::Repeated, AxisMap::InOrder]),
        (_, 1) => (m, [AxisMap::InOrder, AxisMap::Repeated]),
        _ => return Err(disagreement(left, right, m, n)),
    };
    // The keys of a position that is repeated would occur more than once (or never), so they are dropped.
    let kept = |layout: &Layout, axis: usize| layout.keys(axis).filter(|keys| keys.len() == length).cloned();
    let keys = kept(left, a).or_else(|| kept(right, b));
    Ok(JoinedAxis { length, axis: Axis { keys, name }, maps })
}

fn disagreement(left: &Layout, right: &Layout, m: usize, n: usize) -> Error {
    let (left, right) = (show_shape(left.shape()), show_shape(right.shape()));
    Error::length(format!("array shapes do not agree: {left} and {right} (axis lengths {m} and {n})"))
}

/// The union of two key lists: the left positions in order, then the keys found only on the right in theirs.
fn unite(left: &Arc<Keys>, right: &Arc<Keys>) -> Result<(Option<Arc<Keys>>, [AxisMap; 2])> {
    if Arc::ptr_eq(left, right) || left == right {
        return Ok((Some(left.clone()), [AxisMap::InOrder, AxisMap::InOrder]));
    }
    let keyless = |keys: &Keys| keys.entries().iter().filter(|entry| entry.is_none()).count();
    let (left_keyless, right_keyless) = (keyless(left), keyless(right));
    if left_keyless != right_keyless {
        return Err(Error::length(format!(
            "keyed axes do not agree: {left_keyless} and {right_keyless} positions have no key"
        )));
    }
    let mut next_keyless = (0..right.len()).filter(|&position| right.get(position).is_none());
    let mut from_right: Vec<usize> = left
        .entries()
        .iter()
        .map(|entry| match entry {
            Some(key) => right.position(key).unwrap_or(MISSING),
            None => next_keyless.next().expect("as many positions without key on both sides"),
        })
        .collect();
    let added = (0..right.len()).filter(|&p| right.get(p).is_some_and(|key| left.position(key).is_none()));
    let added: Vec<usize> = added.collect();
    let left_map = if added.is_empty() {
        AxisMap::InOrder
    } else {
        AxisMap::Table((0..left.len()).chain(added.iter().map(|_| MISSING)).collect())
    };
    from_right.extend(&added);
    let entries = left.entries().iter().cloned().chain(added.iter().map(|&p| right.get(p).cloned())).collect();
    Ok((Keys::of_unique(entries), [left_map, AxisMap::Table(from_right)]))
}

#[cfg(test)]
mod tests;

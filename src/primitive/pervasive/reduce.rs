//! Reductions and scans of compact arrays by scalar dyads, without calls.
//!
//! Both answer nothing where there is no typed path: no kernel for the lane, no items, or a result on the way that the
//! lane cannot hold. The caller then does the whole reduction item by item.

use super::side::reserve_result;
use super::{BitFold, ScalarDyad};
use crate::array::{Array, Bits, Item, Items, Layout, Storage, Value};
use crate::control::{Result, poll};
use crate::kernel::fold::{self as bit, Columns};
use crate::kernel::{BLOCK, Dyad, Fold, Operand, Scan, scan as running};

/// How many items are worked on between two polls.
pub(super) const SEGMENT: usize = 1 << 18;

/// The lanes along one axis: `outer` groups of `length` rows of `inner` items each.
#[derive(Clone, Copy)]
struct Lanes {
    outer: usize,
    length: usize,
    inner: usize,
}

impl Lanes {
    fn along(shape: &[usize], axis: usize) -> Lanes {
        Lanes { outer: shape[..axis].iter().product(), length: shape[axis], inner: shape[axis + 1..].iter().product() }
    }
}

/// `f/Y` along an axis (in range): each lane `a b c` gives `a f (b f c)`. A vector gives an atom, another array the array
/// of its remaining axes. Floats may be regrouped by `+` and `×`; all else is as if strictly from the right.
pub fn fold(function: &ScalarDyad, array: &Array, axis: usize) -> Result<Option<Value>> {
    if array.is_empty() {
        return Ok(None);
    }
    if array.rank() == 1
        && let Some(result) = fold_short(function, array)?
    {
        return Ok(Some(result));
    }
    let lanes = Lanes::along(array.shape(), axis);
    let kernels = &function.kernels;
    let storage = match array.items() {
        Items::Bit(bits) => fold_bits(function, bits, lanes)?,
        Items::I64(items) => match kernels.fold_integers {
            Some(fold) => fold_lanes(items, lanes, fold)?,
            None => None,
        },
        Items::F64(items) => match kernels.fold_floats {
            Some(fold) => fold_lanes(items, lanes, fold)?,
            None => None,
        },
        _ => None,
    };
    let Some(storage) = storage else { return Ok(None) };
    if array.rank() == 1 {
        return Ok(Some(storage.get(0)));
    }
    Ok(Some(Value::Array(Array::new(without(array.layout(), axis), storage))))
}

/// The reduction of a vector that one call of a kernel can do.
#[inline]
fn fold_short(function: &ScalarDyad, vector: &Array) -> Result<Option<Value>> {
    if vector.len() > SEGMENT {
        return Ok(None);
    }
    poll()?;
    Ok(match vector.items() {
        Items::I64(items) => function.kernels.fold_integers.and_then(|fold| fold.one(items)).map(Value::Int),
        Items::F64(items) => function.kernels.fold_floats.and_then(|fold| fold.one(items)).map(Value::Float),
        _ => None,
    })
}

/// `f\Y` along an axis (in range): each lane `a b c` gives `a`, `a f b`, `(a f b) f c`. The result has the layout of the
/// argument.
pub fn scan(function: &ScalarDyad, array: &Array, axis: usize) -> Result<Option<Array>> {
    if array.is_empty() {
        return Ok(None);
    }
    reserve_result(array.layout(), size_of::<i64>())?;
    let lanes = Lanes::along(array.shape(), axis);
    let kernels = &function.kernels;
    let storage = match array.items() {
        Items::Bit(bits) => scan_bits(function, bits, lanes)?,
        Items::I64(items) => match (kernels.scan_integers, kernels.integers) {
            (Some(scan), Some(dyad)) => scan_lanes(items, lanes, scan, dyad)?,
            _ => None,
        },
        Items::F64(items) => match (kernels.scan_floats, kernels.floats) {
            (Some(scan), Some(dyad)) => scan_lanes(items, lanes, scan, dyad)?,
            _ => None,
        },
        _ => None,
    };
    Ok(storage.map(|storage| Array::new(array.layout().clone(), storage)))
}

fn without(layout: &Layout, axis: usize) -> Layout {
    let rest: Vec<usize> = (0..layout.rank()).filter(|&other| other != axis).collect();
    layout.select_axes(&rest)
}

fn fold_lanes<T: Item + Copy>(items: &[T], lanes: Lanes, fold: Fold<T>) -> Result<Option<Storage>> {
    let mut out = Vec::with_capacity(lanes.outer * lanes.inner);
    let done = match lanes.inner {
        1 => fold_contiguous(items, lanes, fold, &mut out)?,
        _ => fold_rows(items, lanes, fold, &mut out)?,
    };
    Ok(done.then(|| T::store(out.into())))
}

fn fold_contiguous<T: Item + Copy>(items: &[T], lanes: Lanes, fold: Fold<T>, out: &mut Vec<T>) -> Result<bool> {
    if lanes.length <= SEGMENT {
        let group = (SEGMENT / lanes.length) * lanes.length;
        for lanes_of_group in items.chunks(group) {
            poll()?;
            if !fold.append(lanes_of_group, lanes.length, out) {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    if fold.is_associative {
        for lane in items.chunks_exact(lanes.length) {
            let mut results = Vec::with_capacity(lanes.length.div_ceil(SEGMENT));
            for segment in lane.chunks(SEGMENT) {
                poll()?;
                if !fold.append(segment, segment.len(), &mut results) {
                    return Ok(false);
                }
            }
            if !fold.append(&results, results.len(), out) {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    // A long lane folds from its last segment on; the result so far joins the segment before as its last item.
    let mut segment_and_rest = Vec::with_capacity(SEGMENT + 1);
    for lane in items.chunks_exact(lanes.length) {
        let mut result = Vec::with_capacity(1);
        for segment in lane.chunks(SEGMENT).rev() {
            poll()?;
            segment_and_rest.clear();
            segment_and_rest.extend_from_slice(segment);
            segment_and_rest.append(&mut result);
            if !fold.append(&segment_and_rest, segment_and_rest.len(), &mut result) {
                return Ok(false);
            }
        }
        out.append(&mut result);
    }
    Ok(true)
}

/// Folds rows from the last to the first, a block of columns at a time.
fn fold_rows<T: Item + Copy>(items: &[T], lanes: Lanes, fold: Fold<T>, out: &mut Vec<T>) -> Result<bool> {
    let Lanes { length, inner, .. } = lanes;
    for group in items.chunks_exact(length * inner) {
        let (before, last) = group.split_at((length - 1) * inner);
        for first in (0..inner).step_by(BLOCK) {
            let at = out.len();
            out.extend_from_slice(&last[first..inner.min(first + BLOCK)]);
            for rows in before.rchunks(SEGMENT.div_ceil(inner) * inner) {
                poll()?;
                if !fold.rows(rows, Columns { row: inner, first }, &mut out[at..]) {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

fn scan_lanes<T: Item + Copy>(items: &[T], lanes: Lanes, scan: Scan<T>, dyad: Dyad<T>) -> Result<Option<Storage>> {
    let mut out: Vec<T> = Vec::with_capacity(items.len());
    let Lanes { length, inner, .. } = lanes;
    if inner == 1 {
        let mut since_poll = 0;
        for lane in items.chunks_exact(length) {
            let mut accumulator = None;
            for segment in lane.chunks(SEGMENT) {
                since_poll += segment.len();
                if since_poll >= SEGMENT {
                    poll()?;
                    since_poll = 0;
                }
                if !scan.append(segment, accumulator, &mut out) {
                    return Ok(None);
                }
                accumulator = out.last().copied();
            }
        }
        return Ok(Some(T::store(out.into())));
    }
    let mut before = Vec::new();
    for group in items.chunks_exact(length * inner) {
        out.extend_from_slice(&group[..inner]);
        for row in group[inner..].chunks_exact(inner) {
            for block in row.chunks(BLOCK) {
                poll()?;
                before.clear();
                before.extend_from_slice(&out[out.len() - inner..][..block.len()]);
                if !dyad.append(Operand::Many(&before), Operand::Many(block), block.len(), &mut out) {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(T::store(out.into())))
}

impl BitFold {
    /// The reductions of lanes of `length` bits, of which so many are ones.
    pub(super) fn of_counts(self, counts: impl Iterator<Item = usize>, length: usize) -> Storage {
        let holds = |count: usize| match self {
            BitFold::Count => unreachable!("counts are kept as they are"),
            BitFold::All => count == length,
            BitFold::Any => count > 0,
            BitFold::Odd => count % 2 == 1,
            BitFold::EvenZeros => (length - count).is_multiple_of(2),
        };
        match self {
            BitFold::Count => Storage::I64(counts.map(|count| count as i64).collect::<Vec<_>>().into()),
            _ => Storage::Bit(Bits::from_bools(counts.map(holds))),
        }
    }
}

fn fold_bits(function: &ScalarDyad, bits: &Bits, lanes: Lanes) -> Result<Option<Storage>> {
    let Lanes { outer, length, inner } = lanes;
    let kernels = &function.kernels;
    match kernels.bit_fold {
        Some(how) if inner == 1 => {
            let mut counts = Vec::with_capacity(outer);
            for lane in 0..outer {
                if lane % BLOCK == 0 {
                    poll()?;
                }
                counts.push(bit::count_bits(bits.words(), lane * length, length));
            }
            Ok(Some(how.of_counts(counts.into_iter(), length)))
        }
        _ => match (kernels.fold_integers, kernels.bits) {
            (_, Some(dyad)) if inner > 1 => fold_bit_rows(bits, lanes, dyad),
            (Some(fold), _) => {
                crate::control::reserve(bits.len(), size_of::<i64>(), || "the integers of a reduction".into())?;
                fold_lanes(&bits.to_integers(), lanes, fold)
            }
            _ => Ok(None),
        },
    }
}

fn fold_bit_rows(bits: &Bits, lanes: Lanes, dyad: Dyad<u64>) -> Result<Option<Storage>> {
    let Lanes { outer, length, inner } = lanes;
    let mut out = Vec::new();
    for group in 0..outer {
        let row = |i: usize| bits.slice((group * length + i) * inner, inner);
        let mut accumulator = row(length - 1).words().to_vec();
        let mut next = vec![0; accumulator.len()];
        for i in (0..length - 1).rev() {
            if i % BLOCK == 0 {
                poll()?;
            }
            dyad.write(Operand::Many(row(i).words()), Operand::Many(&accumulator), &mut next);
            std::mem::swap(&mut accumulator, &mut next);
        }
        out.push(Bits::new(accumulator, inner));
    }
    let joined = match out.len() {
        1 => out.swap_remove(0),
        _ => Bits::from_bools(out.iter().flat_map(Bits::iter)),
    };
    Ok(Some(Storage::Bit(joined)))
}

fn scan_bits(function: &ScalarDyad, bits: &Bits, lanes: Lanes) -> Result<Option<Storage>> {
    let kernels = &function.kernels;
    match (kernels.bit_fold, lanes) {
        (Some(BitFold::Count), Lanes { outer: 1, inner: 1, length }) => {
            Ok(Some(Storage::I64(running::counts(bits.words(), length).into())))
        }
        (Some(how @ (BitFold::Odd | BitFold::Any | BitFold::All)), Lanes { outer: 1, inner: 1, length }) => {
            let words = match how {
                BitFold::Odd => running::parities(bits.words()),
                BitFold::Any => running::any_so_far(bits.words()),
                _ => {
                    let zeros: Vec<u64> = bits.words().iter().map(|word| !word).collect();
                    running::any_so_far(&zeros).iter().map(|word| !word).collect()
                }
            };
            Ok(Some(Storage::Bit(Bits::new(words, length))))
        }
        _ => match (kernels.scan_integers, kernels.integers) {
            (Some(scan), Some(dyad)) => scan_lanes(&bits.to_integers(), lanes, scan, dyad),
            _ => Ok(None),
        },
    }
}

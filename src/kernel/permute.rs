//! Moving items along axes: strided gathers (reversal, transposition, boxes), segments of one axis, rotations lane by
//! lane, padding.
//!
//! Every function appends its result to `out`, whose capacity the caller reserves, in ravel order.

use std::array;
use std::mem::MaybeUninit;

use smallvec::SmallVec;

use super::pace::Pace;
use crate::control::{Result, poll};

/// One axis of a walk over items: how many positions, and how many items apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// The number of positions.
    pub length: usize,
    /// The distance between neighbours, negative for a walk backwards.
    pub step: isize,
}

/// The side of the squares in which a transposition proceeds: their lines fit the first-level cache.
const TILE: usize = 32;

/// Gathers the items of a walk that begins at item `start` and steps along `axes`, the last one fastest.
pub fn gather<T: Clone>(items: &[T], start: usize, axes: &[Stride], out: &mut Vec<T>) -> Result<()> {
    if axes.iter().any(|axis| axis.length == 0) {
        return Ok(());
    }
    let mut merged: SmallVec<[Stride; 8]> = SmallVec::new();
    for &axis in axes.iter().filter(|axis| axis.length > 1) {
        match merged.last_mut() {
            Some(outer) if outer.step == axis.step * axis.length as isize => {
                *outer = Stride { length: outer.length * axis.length, step: axis.step };
            }
            _ => merged.push(axis),
        }
    }
    let Some((&last, outer)) = merged.split_last() else {
        out.push(items[start].clone());
        return Ok(());
    };
    let contiguous = outer.iter().rposition(|axis| axis.step.abs() == 1);
    match contiguous {
        Some(axis) if last.step.abs() > 1 && !std::mem::needs_drop::<T>() => {
            gather_tiles(items, start, &merged, axis, out)
        }
        _ => {
            let mut pace = Pace::new();
            for_each_start(start, outer, |start| push_line(items, start, last, out, &mut pace))
        }
    }
}

/// Calls `visit` with the first item of each line, in order.
fn for_each_start(start: usize, axes: &[Stride], mut visit: impl FnMut(usize) -> Result<()>) -> Result<()> {
    let mut counters: SmallVec<[usize; 8]> = SmallVec::from_elem(0, axes.len());
    let mut at = start as isize;
    loop {
        visit(at as usize)?;
        let mut axis = axes.len();
        loop {
            let Some(next) = axis.checked_sub(1) else { return Ok(()) };
            axis = next;
            counters[axis] += 1;
            at += axes[axis].step;
            if counters[axis] < axes[axis].length {
                break;
            }
            at -= axes[axis].step * axes[axis].length as isize;
            counters[axis] = 0;
        }
    }
}

fn push_line<T: Clone>(items: &[T], start: usize, line: Stride, out: &mut Vec<T>, pace: &mut Pace) -> Result<()> {
    match line.step {
        1 => pace.push_slice(out, &items[start..start + line.length]),
        0 => pace.push_copies(out, &items[start], line.length),
        -1 => {
            for block in items[start + 1 - line.length..=start].rchunks(1 << 16) {
                push_reversed(block, out);
                pace.advance(block.len())?;
            }
            Ok(())
        }
        step => {
            let mut at = start as isize;
            let mut left = line.length;
            while left > 0 {
                let block = left.min(1 << 16);
                out.extend((0..block as isize).map(|i| items[(at + i * step) as usize].clone()));
                at += block as isize * step;
                left -= block;
                pace.advance(block)?;
            }
            Ok(())
        }
    }
}

/// Appends a slice backwards.
fn push_reversed<T: Clone>(items: &[T], out: &mut Vec<T>) {
    if std::mem::needs_drop::<T>() {
        return out.extend(items.iter().rev().cloned());
    }
    out.reserve(items.len());
    let done = out.len();
    write_reversed(items, &mut out.spare_capacity_mut()[..items.len()]);
    // SAFETY: every one of these places was written.
    unsafe { out.set_len(done + items.len()) };
}

versions! {
    /// Writes each item to its place from the end.
    fn write_reversed<T: Clone>(items: &[T], space: &mut [MaybeUninit<T>]) {
        for (place, item) in space.iter_mut().zip(items.iter().rev()) {
            place.write(item.clone());
        }
    }
}

/// The gather whose axis `contiguous` runs through neighbouring items while the last one does not: square by square, so
/// that each cache line of the source is used up while it is near. Items need no drop.
fn gather_tiles<T: Clone>(
    items: &[T],
    start: usize,
    axes: &[Stride],
    contiguous: usize,
    out: &mut Vec<T>,
) -> Result<()> {
    let total: usize = axes.iter().map(|axis| axis.length).product();
    let last = axes.len() - 1;
    let mut places: SmallVec<[usize; 8]> = SmallVec::from_elem(1, axes.len());
    for axis in (0..last).rev() {
        places[axis] = places[axis + 1] * axes[axis + 1].length;
    }
    out.reserve(total);
    let done = out.len();
    let space = &mut out.spare_capacity_mut()[..total];
    let (rows, columns) = (axes[contiguous], axes[last]);
    let others: SmallVec<[usize; 8]> = (0..last).filter(|&axis| axis != contiguous).collect();
    let source_axes: SmallVec<[Stride; 8]> = others.iter().map(|&axis| axes[axis]).collect();
    let mut counter = 0;
    for_each_start(start, &source_axes, |from| {
        let (mut rest, mut to) = (counter, 0);
        for &axis in others.iter().rev() {
            to += rest % axes[axis].length * places[axis];
            rest /= axes[axis].length;
        }
        counter += 1;
        for row in (0..rows.length).step_by(TILE) {
            poll()?;
            let band = rows.length.min(row + TILE) - row;
            let plane = Plane { rows: Stride { length: band, ..rows }, columns, target_step: places[contiguous] };
            let source = (from as isize + row as isize * rows.step) as usize;
            let target = to + row * places[contiguous];
            transpose_plane(items, source, space, target, plane);
        }
        Ok(())
    })?;
    // SAFETY: the walk over all axes has written each of the `total` places once.
    unsafe { out.set_len(done + total) };
    Ok(())
}

/// Two axes of a walk: rows through neighbouring items, columns far apart, which lie the other way round in the target.
#[derive(Clone, Copy)]
struct Plane {
    rows: Stride,
    columns: Stride,
    /// How many places apart rows lie in the target; columns are neighbours there.
    target_step: usize,
}

impl Plane {
    /// Checks that the plane lies within its source and target.
    fn check(&self, source: usize, items: usize, target: usize, places: usize) {
        let reach = |axis: Stride| axis.step * (axis.length as isize - 1);
        let corners = [reach(self.rows), reach(self.columns)];
        let lowest = source as isize + corners.iter().map(|&corner| corner.min(0)).sum::<isize>();
        let highest = source as isize + corners.iter().map(|&corner| corner.max(0)).sum::<isize>();
        assert!(lowest >= 0 && highest < items as isize);
        assert!(target + self.target_step * (self.rows.length - 1) + self.columns.length <= places);
    }
}

/// The side of a square that is turned in registers.
const SQUARE: usize = 8;

versions! {
    /// Copies a plane from item `source` on to place `target` on.
    fn transpose_plane<T: Clone>(
        items: &[T], source: usize, space: &mut [MaybeUninit<T>], target: usize, plane: Plane,
    ) {
        plane.check(source, items.len(), target, space.len());
        let (source, target) = (&raw const items[source], (&raw mut space[target]).cast::<T>());
        // SAFETY: `check` has found all items and places of the plane in range.
        unsafe {
            if plane.rows.step == 1 {
                // The compiler sees that rows are neighbours.
                transpose_squares(source, target, Plane { rows: Stride { step: 1, ..plane.rows }, ..plane });
            } else {
                transpose_squares(source, target, plane);
            }
        }
    }
}

/// Copies a plane square by square.
///
/// # Safety
/// All items and places of the plane must be valid for reads and writes.
#[inline(always)]
unsafe fn transpose_squares<T: Clone>(source: *const T, target: *mut T, plane: Plane) {
    let Plane { rows, columns, target_step } = plane;
    let from = |row: usize, column: usize| {
        // SAFETY: the caller promises that the plane lies within the source.
        unsafe { (*source.offset(row as isize * rows.step + column as isize * columns.step)).clone() }
    };
    let to = |row: usize, column: usize, item: T| {
        // SAFETY: the caller promises that the plane lies within the target.
        unsafe { target.add(row * target_step + column).write(item) }
    };
    let (whole_rows, whole_columns) = (rows.length / SQUARE * SQUARE, columns.length / SQUARE * SQUARE);
    for row in (0..whole_rows).step_by(SQUARE) {
        for column in (0..whole_columns).step_by(SQUARE) {
            let square: [[T; SQUARE]; SQUARE] = array::from_fn(|j| array::from_fn(|i| from(row + i, column + j)));
            for i in 0..SQUARE {
                for (j, line) in square.iter().enumerate() {
                    to(row + i, column + j, line[i].clone());
                }
            }
        }
        for column in whole_columns..columns.length {
            for i in 0..SQUARE {
                to(row + i, column, from(row + i, column));
            }
        }
    }
    for row in whole_rows..rows.length {
        for column in 0..columns.length {
            to(row, column, from(row, column));
        }
    }
}

/// A run of positions of one axis of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Consecutive positions of the source.
    Copy {
        /// The first.
        start: usize,
        /// How many.
        length: usize,
    },
    /// One position of the source, several times.
    Repeat {
        /// Which.
        position: usize,
        /// How often.
        times: usize,
    },
    /// Positions that hold the fill.
    Fill {
        /// How many.
        length: usize,
    },
}

impl Segment {
    /// How many positions of the result it makes.
    pub fn length(self) -> usize {
        match self {
            Segment::Copy { length, .. } | Segment::Fill { length } => length,
            Segment::Repeat { times, .. } => times,
        }
    }
}

/// Three numbers that say how an array lies around one of its axes: the number of positions of the axes before it, its
/// own length, and the number of items of one position (the axes after it).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around {
    /// Positions of the axes before.
    pub outer: usize,
    /// The length of the axis.
    pub length: usize,
    /// Items of one position.
    pub inner: usize,
}

/// The array with one axis put together from segments.
pub fn along_axis<T: Clone>(
    items: &[T],
    around: Around,
    segments: &[Segment],
    fill: &T,
    out: &mut Vec<T>,
) -> Result<()> {
    let Around { outer, length, inner } = around;
    let mut pace = Pace::new();
    for lane in 0..outer {
        let lane = &items[lane * length * inner..(lane + 1) * length * inner];
        for &segment in segments {
            match segment {
                Segment::Copy { start, length } => {
                    pace.push_slice(out, &lane[start * inner..(start + length) * inner])?;
                }
                Segment::Repeat { position, times } if inner == 1 => {
                    pace.push_copies(out, &lane[position], times)?;
                }
                Segment::Repeat { position, times } => {
                    for _ in 0..times {
                        pace.push_slice(out, &lane[position * inner..(position + 1) * inner])?;
                    }
                }
                Segment::Fill { length } => pace.push_copies(out, fill, length * inner)?,
            }
        }
    }
    Ok(())
}

/// Each lane along an axis rotated by its own count: `counts` has one count below the axis length for each lane, in
/// order of the other axes.
pub fn rotate_lanes<T: Clone>(items: &[T], around: Around, counts: &[usize], out: &mut Vec<T>) -> Result<()> {
    let Around { outer, length, inner } = around;
    let mut pace = Pace::new();
    for lane in 0..outer {
        let block = &items[lane * length * inner..(lane + 1) * length * inner];
        let counts = &counts[lane * inner..(lane + 1) * inner];
        if let &[count] = counts {
            pace.push_slice(out, &block[count..])?;
            pace.push_slice(out, &block[..count])?;
            continue;
        }
        for i in 0..length {
            out.extend(counts.iter().enumerate().map(|(j, &count)| {
                let turned = if i >= length - count { i + count - length } else { i + count };
                block[turned * inner + j].clone()
            }));
            pace.advance(inner)?;
        }
    }
    Ok(())
}

/// The items of an array of shape `from` at the start of an array of shape `to` (of the same rank, no axis shorter),
/// with `fill` in the rest.
pub fn pad<T: Clone>(items: &[T], from: &[usize], to: &[usize], fill: &T, out: &mut Vec<T>) -> Result<()> {
    let total: usize = to.iter().product();
    let done = out.len();
    let mut pace = Pace::new();
    pace.push_copies(out, fill, total)?;
    let Some((&line, _)) = from.split_last() else {
        out[done] = items[0].clone();
        return Ok(());
    };
    if items.is_empty() {
        return Ok(());
    }
    let out = &mut out[done..];
    let mut at: SmallVec<[usize; 8]> = SmallVec::from_elem(0, from.len() - 1);
    for source in items.chunks(line) {
        let place = at.iter().zip(to).fold(0, |place, (&position, &length)| place * length + position);
        let place = place * to[to.len() - 1];
        out[place..place + line].clone_from_slice(source);
        pace.advance(line)?;
        for axis in (0..at.len()).rev() {
            at[axis] += 1;
            if at[axis] < from[axis] {
                break;
            }
            at[axis] = 0;
        }
    }
    Ok(())
}

/// The items again and again until there are `count`. There must be at least one.
pub fn cycle<T: Clone>(items: &[T], count: usize, out: &mut Vec<T>) -> Result<()> {
    let mut pace = Pace::new();
    if let [item] = items {
        return pace.push_copies(out, item, count);
    }
    let done = out.len();
    pace.push_slice(out, &items[..count.min(items.len())])?;
    // Whole periods are copied on from the result itself: twice as many each time, up to a block or so.
    let most = items.len() * 65536usize.div_ceil(items.len());
    while out.len() - done < count {
        let made = out.len() - done;
        if made >= most {
            poll()?;
        }
        out.extend_from_within(done..done + made.min(most).min(count - made));
    }
    Ok(())
}

/// Blocks of `m` items of the one and `n` items of the other in turn.
pub fn interleave<T: Clone>(left: &[T], right: &[T], m: usize, n: usize, out: &mut Vec<T>) -> Result<()> {
    if (m, n) == (1, 1) {
        for (left, right) in left.chunks(1 << 16).zip(right.chunks(1 << 16)) {
            out.extend(left.iter().zip(right).flat_map(|(a, b)| [a.clone(), b.clone()]));
            poll()?;
        }
        return Ok(());
    }
    let mut pace = Pace::new();
    let (mut left, mut right) = (left, right);
    while !left.is_empty() || !right.is_empty() {
        let (from_left, from_right) = (left.split_at(m), right.split_at(n));
        pace.push_slice(out, from_left.0)?;
        pace.push_slice(out, from_right.0)?;
        (left, right) = (from_left.1, from_right.1);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered(items: &[i64], start: usize, axes: &[(usize, isize)]) -> Vec<i64> {
        let axes: Vec<Stride> = axes.iter().map(|&(length, step)| Stride { length, step }).collect();
        let mut out = Vec::new();
        gather(items, start, &axes, &mut out).unwrap();
        out
    }

    #[test]
    fn gathers_reverse_and_transpose() {
        let items: Vec<i64> = (0..6).collect();
        assert_eq!(gathered(&items, 5, &[(6, -1)]), [5, 4, 3, 2, 1, 0]);
        assert_eq!(gathered(&items, 0, &[(3, 1), (2, 3)]), [0, 3, 1, 4, 2, 5]);
        assert_eq!(gathered(&items, 2, &[(2, 3), (3, -1)]), [2, 1, 0, 5, 4, 3]);
        assert_eq!(gathered(&items, 0, &[(2, 4)]), [0, 4]);
        assert_eq!(gathered(&items, 1, &[]), [1]);
        assert_eq!(gathered(&items, 1, &[(2, 0), (2, 1)]), [1, 2, 1, 2]);
        assert_eq!(gathered(&[], 0, &[(0, 1), (2, 1)]), []);
    }

    #[test]
    fn tiles_equal_the_plain_walk() {
        let (a, b, c) = (3, 37, 41);
        let items: Vec<i64> = (0..(a * b * c) as i64).collect();
        for order in [[2, 1, 0], [1, 2, 0], [0, 2, 1], [2, 0, 1], [1, 0, 2]] {
            let lengths = [a, b, c];
            let steps = [b * c, c, 1];
            let axes: Vec<(usize, isize)> = order.iter().map(|&i| (lengths[i], steps[i] as isize)).collect();
            let mut expected = Vec::new();
            for i in 0..axes[0].0 {
                for j in 0..axes[1].0 {
                    for k in 0..axes[2].0 {
                        let at = [i, j, k].iter().zip(&axes).map(|(&i, axis)| i as isize * axis.1).sum::<isize>();
                        expected.push(items[at as usize]);
                    }
                }
            }
            assert_eq!(gathered(&items, 0, &axes), expected, "{order:?}");
        }
    }

    #[test]
    fn pads_a_box() {
        let mut out = vec![9];
        pad(&[1, 2, 3, 4], &[2, 2], &[3, 3], &0, &mut out).unwrap();
        assert_eq!(out, [9, 1, 2, 0, 3, 4, 0, 0, 0, 0]);
        let mut out = Vec::new();
        pad(&[], &[0, 2], &[2, 2], &7, &mut out).unwrap();
        assert_eq!(out, [7; 4]);
        let mut out = Vec::new();
        pad(&[5], &[], &[], &7, &mut out).unwrap();
        assert_eq!(out, [5]);
    }
}

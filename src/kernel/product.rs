//! Matrix products of floats: rows of the left factor against columns of the right one.

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

use crate::control::{Result, poll};

/// Multiplications between two polls.
const WORK: usize = 1 << 26;
/// Up to this many multiplications the plain loop is as fast as the blocked product.
const SMALL: usize = 1 << 12;

/// The product of `rows` × `length` and `length` × `columns` items, row by row. `length` is at least 1. The terms of each
/// item are added from the right, as written; in large products they are regrouped.
pub fn matrix_product(a: &[f64], b: &[f64], rows: usize, length: usize, columns: usize) -> Result<Vec<f64>> {
    let mut out = vec![0.0; rows * columns];
    if rows == 0 || columns == 0 {
        return Ok(out);
    }
    let is_dot = columns == 1 && length >= LANES;
    if !is_dot && rows.saturating_mul(length).saturating_mul(columns) <= SMALL {
        add_from_the_right(a, b, length, columns, &mut out);
        return Ok(out);
    }
    if columns == 1 {
        for (row, item) in a.chunks_exact(length).zip(&mut out) {
            for (a, b) in row.chunks(WORK).zip(b.chunks(WORK)) {
                poll()?;
                *item += dot(a, b);
            }
        }
        return Ok(out);
    }
    let at_once = (WORK / (length * columns).max(1)).max(1);
    for (a, out) in a.chunks(at_once * length).zip(out.chunks_mut(at_once * columns)) {
        poll()?;
        if a.len() == length {
            add_rows(a, b, length, columns, out);
        } else {
            let rows = a.len() / length;
            matmul(
                MatMut::from_row_major_slice_mut(out, rows, columns),
                Accum::Replace,
                MatRef::from_row_major_slice(a, rows, length),
                MatRef::from_row_major_slice(b, length, columns),
                1.0,
                Par::Seq,
            );
        }
    }
    Ok(out)
}

/// Partial sums that are kept apart, so that they do not wait for each other.
const LANES: usize = 32;

versions! {
    /// The sum of the products of two slices of one length.
    fn dot(a: &[f64], b: &[f64]) -> f64 {
        let mut sums = [0.0; LANES];
        let (a_blocks, b_blocks) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
        let rest: f64 = a_blocks.remainder().iter().zip(b_blocks.remainder()).map(|(a, b)| a * b).sum();
        for (a, b) in a_blocks.zip(b_blocks) {
            for i in 0..LANES {
                sums[i] = Isa::multiply_add(a[i], b[i], sums[i]);
            }
        }
        let mut width = LANES / 2;
        while width > 0 {
            for i in 0..width {
                sums[i] += sums[i + width];
            }
            width /= 2;
        }
        sums[0] + rest
    }

    /// Every item as its definition says, without regrouping or fusing.
    fn add_from_the_right(a: &[f64], b: &[f64], length: usize, columns: usize, out: &mut [f64]) {
        for (a, out) in a.chunks_exact(length).zip(out.chunks_exact_mut(columns)) {
            for (&a, b) in a.iter().zip(b.chunks_exact(columns)).rev() {
                for (out, &b) in out.iter_mut().zip(b) {
                    *out += a * b;
                }
            }
        }
    }

    /// Adds multiples of the rows of `b` to the rows of `out`.
    fn add_rows(a: &[f64], b: &[f64], length: usize, columns: usize, out: &mut [f64]) {
        for (a, out) in a.chunks_exact(length).zip(out.chunks_exact_mut(columns)) {
            for (&a, b) in a.iter().zip(b.chunks_exact(columns)) {
                for (out, &b) in out.iter_mut().zip(b) {
                    *out = Isa::multiply_add(a, b, *out);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, item by item.
    fn plain(a: &[f64], b: &[f64], rows: usize, length: usize, columns: usize) -> Vec<f64> {
        let item = |i: usize, j: usize| (0..length).map(|k| a[i * length + k] * b[k * columns + j]).sum();
        (0..rows * columns).map(|place| item(place / columns, place % columns)).collect()
    }

    #[test]
    fn products_of_all_sizes() {
        for (rows, length, columns) in [(1, 1, 1), (1, 100, 1), (3, 70, 1), (1, 9, 40), (5, 4, 3), (40, 33, 50)] {
            let a: Vec<f64> = (0..rows * length).map(|i| (i % 17) as f64 - 5.0).collect();
            let b: Vec<f64> = (0..length * columns).map(|i| (i % 13) as f64 - 6.0).collect();
            let product = matrix_product(&a, &b, rows, length, columns).unwrap();
            assert_eq!(product, plain(&a, &b, rows, length, columns));
        }
    }
}

//! `⌹`: inverse and matrix division.
//!
//! Exact arguments are solved by fraction-free elimination (Bareiss) over the integers, rectangular ones through the
//! normal equations. Everything else goes to `faer`: LU with partial pivoting for square systems, the singular value
//! decomposition for least squares; small real systems then get one step of iterative refinement.

use faer::linalg::solvers::{DenseSolveCore, Solve, SolveCore};
use faer::traits::ComplexField;
use faer::{Conj, Mat, MatRef};
use num_bigint::BigInt;
use num_complex::Complex64;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::array::compare::{key_alignment, same_keys};
use crate::array::{Array, Axis, Caller, Items, Lane, Layout, Storage, Value};
use crate::control::{self, Error, Result};
use crate::number::Number;
use crate::number::tolerance::real_float;
use crate::primitive::argument::{check_numbers, counted, describe};

/// An argument as a matrix: a unit or vector is one column.
struct Matrix {
    array: Array,
    rows: usize,
    columns: usize,
    rank: usize,
    row_axis: Axis,
    column_axis: Axis,
    /// Whether it is an identity matrix, whose items are nowhere stored, so that a solution is an inverse.
    is_identity: bool,
}

impl Matrix {
    fn new(value: Value, what: &str) -> Result<Matrix> {
        if value.rank() > 2 {
            return Err(Error::rank(format!("{what} must be a matrix at most, not {}", describe(&value))));
        }
        let array = value.into_array();
        check_numbers(&array, what)?;
        let shape = array.shape();
        let rank = shape.len();
        let (rows, columns) = (shape.first().copied().unwrap_or(1), shape.get(1).copied().unwrap_or(1));
        let axis = |i: usize| if i < rank { array.layout().axis(i) } else { Axis::default() };
        let (row_axis, column_axis) = (axis(0), axis(1));
        Ok(Matrix { rows, columns, rank, row_axis, column_axis, array, is_identity: false })
    }

    fn identity(like: &Matrix) -> Matrix {
        let axis = like.row_axis.clone();
        Matrix {
            array: Array::integers(Vec::new()),
            rows: like.rows,
            columns: like.rows,
            rank: 2,
            row_axis: axis.clone(),
            column_axis: axis,
            is_identity: true,
        }
    }

    fn number(&self, i: usize) -> Number {
        if self.is_identity {
            return Number::Int(i64::from(i / self.columns == i % self.columns));
        }
        self.array.item(i).as_number().expect("the items were checked")
    }

    fn is_exact(&self) -> bool {
        match self.array.items() {
            Items::Bit(_) | Items::I64(_) => true,
            Items::Mixed(items) => items.iter().all(|item| matches!(item, Value::Int(_) | Value::Exact(_))),
            _ => false,
        }
    }

    fn is_complex(&self) -> bool {
        match self.array.items() {
            Items::C64(_) => true,
            Items::Mixed(items) => items.iter().any(|item| matches!(item, Value::Complex(_))),
            _ => false,
        }
    }

    fn complex(&self, i: usize) -> Complex64 {
        match self.number(i) {
            Number::Complex(value) => value,
            real => Complex64::new(real_float(&real).expect("the number is real"), 0.0),
        }
    }

    fn real(&self, i: usize) -> f64 {
        match self.array.items() {
            Items::F64(items) => items[i],
            _ => self.complex(i).re,
        }
    }

    fn rational(&self, i: usize) -> BigRational {
        match self.number(i) {
            Number::Int(value) => BigRational::from_integer(value.into()),
            Number::Exact(value) => (*value).clone(),
            _ => unreachable!("the matrix is exact"),
        }
    }

    /// Reorders the rows to stand in the order of another matrix, where both are keyed.
    fn align_rows(&mut self, other: &Matrix) -> Result<()> {
        let (Some(keys), Some(wanted)) = (&self.row_axis.keys, &other.row_axis.keys) else { return Ok(()) };
        if !same_keys(wanted, keys) {
            return Err(Error::length("the keys of the rows differ"));
        }
        let rows = key_alignment(wanted, keys);
        let places: Vec<usize> = rows.iter().flat_map(|&row| row * self.columns..(row + 1) * self.columns).collect();
        let layout = self.array.layout().plain();
        self.array = Array::new(layout, self.array.storage().select(&places));
        Ok(())
    }
}

/// `⌹Y`: the inverse, or the pseudo-inverse of a matrix with more rows than columns. A unit gives a number, inside a
/// scalar when it is one.
pub fn inverse(_caller: &mut dyn Caller, value: Value) -> Result<Value> {
    let in_scalar = is_scalar(&value);
    let matrix = Matrix::new(value, "the argument of ⌹")?;
    let mut right = Matrix::identity(&matrix);
    right.rank = if matrix.rank == 0 { 0 } else { 2 };
    let solution = solve_numbers(&matrix, &right)?;
    Ok(result(&matrix, &right, solution, in_scalar))
}

/// `X⌹Y`: `Z` with `Y+.×Z = X`, or the least squares solution. `RANK ERROR` above rank 2, `LENGTH ERROR` for different
/// numbers of rows or more columns than rows, `DOMAIN ERROR` without full column rank.
pub fn divide(_caller: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    let in_scalar = is_scalar(&left) || is_scalar(&right);
    let matrix = Matrix::new(right, "the right argument of ⌹")?;
    let mut target = Matrix::new(left, "the left argument of ⌹")?;
    if matrix.rows != target.rows {
        return Err(Error::length(format!(
            "{} cannot be divided by {}",
            counted(target.rows, "row"),
            counted(matrix.rows, "row")
        )));
    }
    target.align_rows(&matrix)?;
    let solution = solve_numbers(&matrix, &target)?;
    Ok(result(&matrix, &target, solution, in_scalar))
}

fn is_scalar(value: &Value) -> bool {
    value.as_array().is_some_and(|array| array.rank() == 0)
}

/// The solution with the column axis of `Y`, if it has one, then the second axis of `X`, if it has one.
fn result(matrix: &Matrix, target: &Matrix, solution: Storage, in_scalar: bool) -> Value {
    let (mut shape, mut axes) = (Vec::new(), Vec::new());
    if matrix.rank == 2 {
        shape.push(matrix.columns);
        axes.push(matrix.column_axis.clone());
    }
    if target.rank == 2 {
        shape.push(target.columns);
        axes.push(target.column_axis.clone());
    }
    let exact = matrix.is_exact() && target.is_exact();
    let fill = if exact { Value::Int(0) } else { Value::Float(0.0) };
    if shape.is_empty() {
        let number = solution.get(0);
        return if in_scalar { Value::Array(Array::scalar(number)) } else { number };
    }
    Value::Array(Array::with_prototype(Layout::with_axes(shape, axes), solution, &fill))
}

/// The solution in row-major order, columns of `Y` by columns of `X`.
fn solve_numbers(matrix: &Matrix, target: &Matrix) -> Result<Storage> {
    if matrix.columns > matrix.rows {
        let (rows, unknowns) = (counted(matrix.rows, "row"), counted(matrix.columns, "unknown"));
        let are = if matrix.rows == 1 { "is" } else { "are" };
        let message = format!("{rows} {are} too few for {unknowns}");
        return Err(Error::length(message));
    }
    if matrix.columns == 0 {
        return Ok(Storage::empty(Lane::F64));
    }
    let count = matrix.columns.saturating_mul(target.columns);
    control::reserve(count, 3 * size_of::<Complex64>(), || {
        format!("a solution of shape {} {}", matrix.columns, target.columns)
    })?;
    if matrix.is_exact() && target.is_exact() {
        return Ok(Storage::collect_numbers(solve_exact(matrix, target)?));
    }
    if matrix.is_complex() || target.is_complex() {
        let (y, x) =
            (to_faer(matrix, Matrix::complex), (!target.is_identity).then(|| to_faer(target, Matrix::complex)));
        let solution = solve_approximate(y, x, |value: &Complex64| value.re.is_finite() && value.im.is_finite())?;
        let numbers = in_rows(&solution).into_iter().map(Number::from_complex);
        return Ok(Storage::collect_numbers(numbers.collect::<Result<Vec<_>>>()?));
    }
    let (y, x) = (reals(matrix), (!target.is_identity).then(|| reals(target)));
    let is_finite = |value: &f64| value.is_finite();
    let small = matrix.rows.saturating_mul(count) <= REFINED;
    let system = small.then(|| (y.clone(), reals(target)));
    let mut solution = solve_approximate(y, x, is_finite)?;
    if let Some((y, x)) = system {
        let rest = residual(&x, &y, &solution);
        if let Ok(correction) = solve_approximate(y, Some(rest), is_finite) {
            refine(&mut solution, &correction);
        }
    }
    Ok(Storage::F64(in_rows(&solution).into()))
}

fn to_faer<T>(matrix: &Matrix, item: impl Fn(&Matrix, usize) -> T) -> Mat<T> {
    Mat::from_fn(matrix.rows, matrix.columns, |row, column| item(matrix, row * matrix.columns + column))
}

fn reals(matrix: &Matrix) -> Mat<f64> {
    match matrix.array.items() {
        Items::F64(items) => MatRef::from_row_major_slice(items, matrix.rows, matrix.columns).to_owned(),
        _ => to_faer(matrix, Matrix::real),
    }
}

/// The items in row-major order.
fn in_rows<T: ComplexField>(matrix: &Mat<T>) -> Vec<T> {
    let transposed = matrix.transpose().to_owned();
    let mut items = Vec::with_capacity(matrix.nrows() * matrix.ncols());
    (0..matrix.nrows()).for_each(|row| items.extend_from_slice(transposed.col_as_slice(row)));
    items
}

/// Systems with at most this many products in their residual are refined; for larger ones it would cost more than
/// solving them.
const REFINED: usize = 1 << 15;

/// `x - y z`, summed in twice the working precision (Ogita, Rump and Oishi, "Accurate sum and dot product", 2005).
fn residual(x: &Mat<f64>, y: &Mat<f64>, z: &Mat<f64>) -> Mat<f64> {
    Mat::from_fn(x.nrows(), x.ncols(), |row, column| {
        let (mut sum, mut rest) = (x[(row, column)], 0.0);
        for k in 0..y.ncols() {
            let (a, b) = (-y[(row, k)], z[(k, column)]);
            let product = a * b;
            let total = sum + product;
            let part = total - sum;
            rest += (sum - (total - part)) + (product - part) + a.mul_add(b, -product);
            sum = total;
        }
        sum + rest
    })
}

/// One step of iterative refinement. A correction that cancels a component to the last bits leaves 0.
fn refine(solution: &mut Mat<f64>, correction: &Mat<f64>) {
    for column in 0..solution.ncols() {
        for row in 0..solution.nrows() {
            let (old, change) = (solution[(row, column)], correction[(row, column)]);
            let new = old + change;
            if new.is_finite() {
                solution[(row, column)] = if new.abs() <= 4.0 * f64::EPSILON * change.abs() { 0.0 } else { new };
            }
        }
    }
}

fn singular() -> Error {
    Error::domain("the matrix is singular: its columns depend on each other")
}

/// Solves `y × z = x`, or `y × z` = the identity.
fn solve_approximate<T: ComplexField<Real = f64>>(
    y: Mat<T>,
    x: Option<Mat<T>>,
    is_finite: impl Fn(&T) -> bool,
) -> Result<Mat<T>> {
    let all_finite = |matrix: &Mat<T>| {
        (0..matrix.ncols()).all(|c| matrix.col_as_slice(c).iter().fold(true, |all, v| all & is_finite(v)))
    };
    if !all_finite(&y) || !x.as_ref().is_none_or(all_finite) {
        return Err(Error::domain("⌹ needs finite numbers"));
    }
    control::poll()?;
    let (rows, columns) = (y.nrows(), y.ncols());
    if columns == 0 {
        return Ok(Mat::zeros(0, x.map_or(rows, |x| x.ncols())));
    }
    if rows == columns {
        let factors = y.partial_piv_lu();
        let condition = norm_1(&y) * inverse_norm_estimate(&factors, rows);
        // The estimate may be off by a factor; only near the border are the singular values worth their cost.
        if condition * 1e4 < 1.0 / (rows as f64 * RANK_TOLERANCE) || !is_rank_deficient(&y)? {
            let solution = x.map_or_else(|| factors.inverse(), |x| factors.solve(&x));
            return if all_finite(&solution) { Ok(solution) } else { Err(singular()) };
        }
        return Err(singular());
    }
    let svd = y.thin_svd().map_err(|_| Error::domain("the singular values did not converge"))?;
    let values = svd.S().column_vector();
    let real = |i: usize| T::real_part_impl(&values[i]);
    if real(columns - 1) <= rows as f64 * RANK_TOLERANCE * real(0) {
        return Err(singular());
    }
    let mut projected = match &x {
        Some(x) => svd.U().adjoint() * x,
        None => svd.U().adjoint().to_owned(),
    };
    for row in 0..columns {
        let scale = 1.0 / real(row);
        for column in 0..projected.ncols() {
            projected[(row, column)] = T::mul_real_impl(&projected[(row, column)], &scale);
        }
    }
    Ok(svd.V() * &projected)
}

/// Singular values below `rows ×` this times the largest count as zero.
const RANK_TOLERANCE: f64 = 2.2e-16;

fn is_rank_deficient<T: ComplexField<Real = f64>>(matrix: &Mat<T>) -> Result<bool> {
    let values = matrix.singular_values().map_err(|_| Error::domain("the singular values did not converge"))?;
    let (largest, smallest) = (values.first().copied().unwrap_or(0.0), values.last().copied().unwrap_or(0.0));
    Ok(smallest <= matrix.nrows() as f64 * RANK_TOLERANCE * largest)
}

/// The greatest sum of magnitudes of a column, infinite where an item is undefined.
fn norm_1<T: ComplexField<Real = f64>>(matrix: &Mat<T>) -> f64 {
    let column = |c: usize| matrix.col_as_slice(c).iter().map(T::abs1_impl).sum::<f64>();
    let greater = |norm: f64, sum: f64| if sum.is_nan() { f64::INFINITY } else { norm.max(sum) };
    (0..matrix.ncols()).map(column).fold(0.0, greater)
}

/// A lower bound of the 1-norm of the inverse, usually within a small factor (Hager's method).
fn inverse_norm_estimate<T: ComplexField<Real = f64>>(factors: &impl SolveCore<T>, size: usize) -> f64 {
    let mut vector = Mat::from_fn(size, 1, |_, _| T::from_real_impl(&(1.0 / size as f64)));
    let mut estimate = 0.0;
    for _ in 0..5 {
        factors.solve_in_place_with_conj(Conj::No, vector.as_mut());
        let norm = norm_1(&vector);
        if !norm.is_finite() {
            return f64::INFINITY;
        }
        if norm <= estimate {
            break;
        }
        estimate = norm;
        let mut signs = Mat::from_fn(size, 1, |r, _| sign(&vector[(r, 0)]));
        factors.solve_transpose_in_place_with_conj(Conj::Yes, signs.as_mut());
        let largest = (0..size).max_by(|&a, &b| T::abs1_impl(&signs[(a, 0)]).total_cmp(&T::abs1_impl(&signs[(b, 0)])));
        let largest = largest.unwrap_or(0);
        vector = Mat::from_fn(size, 1, |r, _| if r == largest { T::one_impl() } else { T::zero_impl() });
    }
    estimate
}

fn sign<T: ComplexField<Real = f64>>(value: &T) -> T {
    let magnitude = T::abs_impl(value);
    if magnitude == 0.0 { T::one_impl() } else { T::mul_real_impl(value, &(1.0 / magnitude)) }
}

/// Exact elimination. Rectangular systems through the normal equations, which have the same least squares solution.
fn solve_exact(matrix: &Matrix, target: &Matrix) -> Result<Vec<Number>> {
    let (rows, columns, width) = (matrix.rows, matrix.columns, target.columns);
    let y = |r: usize, c: usize| matrix.rational(r * columns + c);
    let x = |r: usize, c: usize| target.rational(r * width + c);
    let mut system: Vec<Vec<BigRational>> = if rows == columns {
        (0..rows).map(|r| (0..columns).map(|c| y(r, c)).chain((0..width).map(|c| x(r, c))).collect()).collect()
    } else {
        let dot = |a: &dyn Fn(usize) -> BigRational, b: &dyn Fn(usize) -> BigRational| {
            (0..rows).try_fold(BigRational::zero(), |sum, r| {
                if r % 1024 == 0 {
                    control::poll()?;
                }
                Ok(sum + a(r) * b(r))
            })
        };
        let normal = |i: usize, c: usize| match c.checked_sub(columns) {
            None => dot(&|r| y(r, i), &|r| y(r, c)),
            Some(c) if target.is_identity => Ok(y(c, i)),
            Some(c) => dot(&|r| y(r, i), &|r| x(r, c)),
        };
        let mut system = Vec::with_capacity(columns);
        for i in 0..columns {
            control::poll()?;
            system.push((0..columns + width).map(|c| normal(i, c)).collect::<Result<_>>()?);
        }
        system
    };
    let mut integers: Vec<Vec<BigInt>> = system.drain(..).map(clear_denominators).collect();
    triangulate(&mut integers)?;
    back_substitute(&integers, width)
}

/// A row scaled to integers: the solution of the system stays the same.
fn clear_denominators(row: Vec<BigRational>) -> Vec<BigInt> {
    let common = row.iter().fold(BigInt::one(), |common, item| common.lcm(item.denom()));
    row.into_iter().map(|item| item.numer() * (&common / item.denom())).collect()
}

/// Fraction-free elimination with exchange of rows. Every division is exact.
fn triangulate(system: &mut [Vec<BigInt>]) -> Result<()> {
    let size = system.len();
    let mut previous = BigInt::one();
    for pivot in 0..size {
        // The smallest pivot keeps the numbers short.
        let candidates = (pivot..size).filter(|&r| !system[r][pivot].is_zero());
        let row = candidates.min_by_key(|&r| system[r][pivot].abs()).ok_or_else(singular)?;
        system.swap(pivot, row);
        let (above, below) = system.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for row in below {
            control::poll()?;
            let factor = row[pivot].clone();
            for column in pivot..row.len() {
                let value = &pivot_row[pivot] * &row[column] - &factor * &pivot_row[column];
                row[column] = value / &previous;
            }
        }
        previous = pivot_row[pivot].clone();
    }
    Ok(())
}

/// The last pivot is the determinant `d` but for its sign, so by Cramer's rule `d` times the solution is integral: it is
/// found by exact divisions, and fractions are reduced only at the end.
fn back_substitute(system: &[Vec<BigInt>], width: usize) -> Result<Vec<Number>> {
    let size = system.len();
    let Some(determinant) = system.last().map(|row| &row[size - 1]) else { return Ok(Vec::new()) };
    let mut scaled = vec![vec![BigInt::zero(); width]; size];
    for row in (0..size).rev() {
        control::poll()?;
        for column in 0..width {
            let mut value = determinant * &system[row][size + column];
            for (later, known) in scaled.iter().enumerate().skip(row + 1) {
                value -= &known[column] * &system[row][later];
            }
            scaled[row][column] = value / &system[row][row];
        }
    }
    let mut solution = Vec::with_capacity(size * width);
    for row in scaled {
        control::poll()?;
        solution.extend(row.into_iter().map(|z| Number::from_rational(BigRational::new(z, determinant.clone()))));
    }
    Ok(solution)
}

//! `⍋ ⍒` and `X⍸Y`: structural order without tolerance.

use std::cmp::Ordering;

use crate::array::compare::{compare, compare_items};
use crate::array::{Array, Caller, Glyph, Item, Items, Layout, Storage, Value};
use crate::control::{self, Error, Result};
use crate::kernel::lookup::KeyTable;
use crate::kernel::sort::{
    float_key, grade_narrow, integer_key, mapped, refine, sort_bytes, sort_floats, sort_integers,
};
use crate::primitive::argument::describe_items;
use crate::primitive::search::cells::{Cells, queries, reserve_cells};
use crate::primitive::search::iota::positions_as_selectors;

/// The most columns of a table that are graded by radix passes.
const MOST_COLUMNS: usize = 16;

/// Which way a grade goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

impl Direction {
    fn key(self, key: u64) -> u64 {
        if self == Direction::Up { key } else { !key }
    }

    fn order(self, order: Ordering) -> Ordering {
        if self == Direction::Up { order } else { order.reverse() }
    }
}

/// `⍋Y`: the positions (or keys) of the major cells in ascending order, equal cells in order of position. A unit is a
/// `RANK ERROR`, a function among the compared items a `DOMAIN ERROR`.
pub fn grade_up(_caller: &mut dyn Caller, value: Value) -> Result<Value> {
    grade(value, Direction::Up)
}

/// `⍒Y`: as [`grade_up`] in descending order.
pub fn grade_down(_caller: &mut dyn Caller, value: Value) -> Result<Value> {
    grade(value, Direction::Down)
}

fn grade(value: Value, direction: Direction) -> Result<Value> {
    let Value::Array(array) = value else { return Err(unit()) };
    if array.rank() == 0 {
        return Err(unit());
    }
    let cells = Cells::new(array, 1);
    reserve_cells(cells.count, size_of::<u32>() + size_of::<i64>())?;
    if let (Items::I64(items), 1) = (cells.array.items(), cells.size) {
        control::reserve(2 * cells.count, 8, || "the keys of a grade".into())?;
        if let Some(positions) = grade_narrow(items, direction == Direction::Down)? {
            let selectors = positions_as_selectors(positions, cells.array.layout().keys(0));
            return Ok(Value::Array(Array::new(Layout::vector(cells.count), selectors)));
        }
    }
    let columns = if cells.size <= MOST_COLUMNS { columns(&cells, direction)? } else { None };
    let order = match columns {
        Some(columns) => by_columns(cells.count, &columns)?,
        None => by_comparison(&cells, direction)?,
    };
    let keys = cells.array.layout().keys(0);
    let positions = order.into_iter().map(|i| i as i64).collect();
    Ok(Value::Array(Array::new(Layout::vector(cells.count), positions_as_selectors(positions, keys))))
}

/// `Y(⍋Y)` or `Y(⍒Y)` of a compact vector without keys and names, without the grade. Nothing for every other `Y`.
pub fn sorted(value: &Value, grade: Glyph) -> Result<Option<Value>> {
    let Value::Array(array) = value else { return Ok(None) };
    if array.rank() != 1 || array.is_empty() || !array.layout().is_plain() {
        return Ok(None);
    }
    control::reserve(2 * array.len(), 8, || "a sorted vector".into())?;
    let is_down = grade.symbol == '⍒';
    fn directed<T: Item>(mut items: Vec<T>, is_down: bool) -> Storage {
        if is_down {
            items.reverse();
        }
        T::store(items.into())
    }
    let storage = match array.items() {
        Items::I64(items) => directed(sort_integers(items)?, is_down),
        Items::Char8(items) => directed(sort_bytes(items), is_down),
        Items::F64(items) => match sort_floats(items)? {
            Some(sorted) => directed(sorted, is_down),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(Some(Value::Array(Array::new(array.layout().clone(), storage))))
}

fn unit() -> Error {
    Error::rank("a unit has no cells to put in order")
}

/// The radix keys of each column of the cells, where the items are compact and have keys.
fn columns(cells: &Cells, direction: Direction) -> Result<Option<Vec<Vec<u64>>>> {
    /// The keys of the items from each of the first `size` on, `size` apart.
    fn of<T: Copy>(items: &[T], size: usize, key: impl Fn(T) -> u64 + Copy) -> Result<Vec<Vec<u64>>> {
        let column = |i: usize| match size {
            1 => mapped(items, key),
            _ => Ok(items[i.min(items.len())..].iter().step_by(size).map(|&item| key(item)).collect()),
        };
        (0..size).map(column).collect()
    }
    let size = cells.size;
    control::reserve(cells.count * size, 8, || "the keys of a grade".into())?;
    let columns = match cells.array.items() {
        Items::Bit(bits) => of(&bits.to_integers(), size, |item| direction.key(item as u64)),
        Items::I64(items) => of(items, size, |item| direction.key(integer_key(item))),
        Items::F64(items) => of(items, size, |item| direction.key(float_key(item))),
        Items::Char8(items) => of(items, size, |item| direction.key(item as u64)),
        Items::Char32(items) => of(items, size, |item| direction.key(item as u64)),
        Items::C64(items) => {
            let re = of(items, size, |item| direction.key(float_key(item.re)))?;
            let im = of(items, size, |item| direction.key(float_key(item.im)))?;
            Ok(re.into_iter().zip(im).flat_map(|(re, im)| [re, im]).collect())
        }
        Items::Mixed(_) => return Ok(None),
    };
    columns.map(Some)
}

fn by_columns(count: usize, columns: &[Vec<u64>]) -> Result<Vec<u32>> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    for column in columns.iter().rev() {
        control::poll()?;
        order = refine(order, column)?;
    }
    Ok(order)
}

/// A stable merge sort whose comparisons can fail.
fn by_comparison(cells: &Cells, direction: Direction) -> Result<Vec<u32>> {
    check_orderable(cells)?;
    let values: Vec<Value> = if cells.frame == cells.array.rank() {
        cells.array.storage().to_values()
    } else {
        (0..cells.count).map(|i| cells.cell(i)).collect()
    };
    let mut failure = None;
    let mut comparisons = 0u32;
    let mut order: Vec<u32> = (0..cells.count as u32).collect();
    order.sort_by(|&a, &b| {
        comparisons = comparisons.wrapping_add(1);
        if failure.is_none() && comparisons.is_multiple_of(4096) {
            failure = control::poll().err();
        }
        if failure.is_some() {
            return Ordering::Equal;
        }
        match compare_cells(&values[a as usize], &values[b as usize], cells.frame == cells.array.rank()) {
            Ok(order) => direction.order(order),
            Err(error) => {
                failure = Some(error);
                Ordering::Equal
            }
        }
    });
    failure.map_or(Ok(order), Err)
}

/// A single cell, or cells whose first items already decide, never reach a function: they are looked for first, so that
/// the error does not depend on the order of the comparisons.
fn check_orderable(cells: &Cells) -> Result<()> {
    if cells.count < 2 || cells.size == 0 {
        return Ok(());
    }
    let firsts = (0..cells.count).map(|i| cells.array.item(i * cells.size));
    for first in firsts {
        if matches!(first, Value::Function(_)) {
            return Err(Error::domain("functions have no order"));
        }
    }
    Ok(())
}

/// Cells are compared by their ravels; items by structural order.
fn compare_cells(a: &Value, b: &Value, are_items: bool) -> Result<Ordering> {
    match (a, b) {
        (Value::Array(x), Value::Array(y)) if !are_items => compare_items(x.storage(), y.storage()),
        _ => compare(a, b),
    }
}

/// `C⍋Y`: a grade by the places of the characters of `Y` in the collation array `C`.
pub fn grade_up_by(_caller: &mut dyn Caller, collation: Value, value: Value) -> Result<Value> {
    grade_by(collation, value, Direction::Up)
}

/// `C⍒Y`: as [`grade_up_by`] in descending order.
pub fn grade_down_by(_caller: &mut dyn Caller, collation: Value, value: Value) -> Result<Value> {
    grade_by(collation, value, Direction::Down)
}

fn grade_by(collation: Value, value: Value, direction: Direction) -> Result<Value> {
    let collation = characters(collation, "the collation array")?;
    let array = characters(value, "the right argument")?;
    let cells = Cells::new(array, 1);
    reserve_cells(cells.count, size_of::<u32>() + 2 * size_of::<u64>())?;
    let places = Places::new(&collation);
    let codes = codes(cells.array.storage());
    let mut order: Vec<u32> = (0..cells.count as u32).collect();
    // The last axis of the collation decides first, so its keys are refined by last.
    for axis in 0..collation.rank() {
        for column in (0..cells.size).rev() {
            control::poll()?;
            let key = |cell: usize| direction.key(places.place(codes[cell * cells.size + column], axis));
            order = refine(order, &(0..cells.count).map(key).collect::<Vec<u64>>())?;
        }
    }
    let positions = order.into_iter().map(|i| i as i64).collect();
    let selectors = positions_as_selectors(positions, cells.array.layout().keys(0));
    Ok(Value::Array(Array::new(Layout::vector(cells.count), selectors)))
}

fn characters(value: Value, what: &str) -> Result<Array> {
    match value {
        Value::Array(array) if array.rank() > 0 => {
            let only_characters =
                array.storage().text().is_some() || (array.is_empty() && matches!(array.fill(), Value::Char(_)));
            if only_characters {
                Ok(array)
            } else {
                Err(Error::domain(format!("{what} must be simple characters, not {}", describe_items(&array))))
            }
        }
        _ => Err(Error::rank(format!("{what} must have at least one axis"))),
    }
}

fn codes(storage: &Storage) -> Vec<u32> {
    match storage.items() {
        Items::Char8(items) => items.iter().map(|&byte| byte as u32).collect(),
        Items::Char32(items) => items.iter().map(|&character| character as u32).collect(),
        _ => storage.text().unwrap_or_default().chars().map(|character| character as u32).collect(),
    }
}

/// The place of each character on each axis of a collation array: that of its first occurrence in ravel order.
struct Places {
    first: KeyTable,
    shape: Vec<usize>,
}

impl Places {
    fn new(collation: &Array) -> Places {
        let mut first = KeyTable::with_capacity(256);
        for (i, code) in codes(collation.storage()).into_iter().enumerate() {
            first.find_or_insert(code as u64, i as u32);
        }
        Places { first, shape: collation.shape().to_vec() }
    }

    /// The place on one axis; a missing character comes after all others.
    fn place(&self, code: u32, axis: usize) -> u64 {
        match self.first.find(code as u64) {
            None => self.shape[axis] as u64,
            Some(position) => {
                let below: usize = self.shape[axis + 1..].iter().product();
                (position as usize / below % self.shape[axis]) as u64
            }
        }
    }
}

/// `X⍸Y`: how many major cells of the ascending `X` are at or before each query; with keys, the key of the last of them.
/// `DOMAIN ERROR` unless `X` is sorted.
pub fn interval_index(_caller: &mut dyn Caller, bounds: Value, query: Value) -> Result<Value> {
    let bounds = Cells::major(bounds, "the left argument")?;
    let queries = queries(query, &bounds)?;
    control::reserve(queries.count, size_of::<i64>(), || format!("the positions of {} cells", queries.count))?;
    let counts = match (bounds.array.items(), queries.array.items(), bounds.size) {
        (Items::F64(bounds), Items::F64(queries), 1) => interval_counts(bounds, queries, |a, b| a <= b)?,
        (Items::I64(bounds), Items::I64(queries), 1) => interval_counts(bounds, queries, |a, b| a <= b)?,
        _ => {
            reserve_cells(bounds.count, size_of::<Value>())?;
            interval_counts_by_comparison(&bounds, &queries)?
        }
    };
    let keys = bounds.array.layout().keys(0);
    let storage = match keys {
        None => Storage::I64(counts.into()),
        Some(keys) => Storage::collect(counts.into_iter().map(|count| bound_selector(keys, count)).collect()),
    };
    let frame = queries.frame_layout();
    if frame.rank() == 0 {
        return Ok(storage.get(0));
    }
    Ok(Value::Array(Array::with_prototype(frame, storage, &Value::Int(0))))
}

/// The selector of the last bound at or below a query, numbered as a count.
fn bound_selector(keys: &crate::array::Keys, count: i64) -> Value {
    let key = usize::try_from(count - 1).ok().and_then(|last| keys.get(last));
    key.map_or(Value::Int(count), |key| Value::string(key))
}

fn not_sorted() -> Error {
    Error::domain("the left argument must be sorted in ascending order")
}

fn interval_counts<T: Copy>(bounds: &[T], queries: &[T], at_or_before: impl Fn(T, T) -> bool) -> Result<Vec<i64>> {
    if !bounds.windows(2).all(|pair| at_or_before(pair[0], pair[1])) {
        return Err(not_sorted());
    }
    let mut counts = Vec::with_capacity(queries.len());
    for block in queries.chunks(4096) {
        control::poll()?;
        counts.extend(block.iter().map(|&query| bounds.partition_point(|&bound| at_or_before(bound, query)) as i64));
    }
    Ok(counts)
}

fn interval_counts_by_comparison(bounds: &Cells, queries: &Cells) -> Result<Vec<i64>> {
    let are_items = bounds.array.rank() == 1;
    let cells: Vec<Value> = (0..bounds.count).map(|i| bounds.cell(i)).collect();
    for pair in cells.windows(2) {
        if compare_cells(&pair[0], &pair[1], are_items)? == Ordering::Greater {
            return Err(not_sorted());
        }
    }
    let mut counts = Vec::with_capacity(queries.count);
    for i in 0..queries.count {
        control::poll()?;
        let query = queries.cell(i);
        let (mut low, mut high) = (0, cells.len());
        while low < high {
            let middle = low.midpoint(high);
            if compare_cells(&cells[middle], &query, are_items)? == Ordering::Greater {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        counts.push(low as i64);
    }
    Ok(counts)
}

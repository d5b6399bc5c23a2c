//! The search engine: first matching cells, membership and groups of major cells, by match with tolerance.
//!
//! Compact atoms go to the typed tables of [`kernel::lookup`](crate::kernel::lookup), rows of exact items are hashed as
//! slices, everything else as whole cells ([`super::hash`]). Linear on average in all cases.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use super::hash::{CellHasher, CellHashes};
use crate::array::compare::{compare, matches, nested};
use crate::array::{Array, Bits, Domain, Items, Layout, Storage, Value};
use crate::control::{self, Error, Result};
use crate::kernel::lookup::{Groups, KeyTable, float_matches, integer_firsts, integer_matches, narrow_members};
use crate::kernel::tolerance::equal_reals;

/// Cells between two looks at the control block.
const BLOCK: usize = 4096;
/// The end of a chain of entries.
const END: u32 = u32::MAX;

/// The cells of an array on the axes from `frame` on.
#[derive(Clone)]
pub struct Cells {
    /// The array.
    pub array: Array,
    /// The number of leading axes in front of the cells.
    pub frame: usize,
    /// The number of cells.
    pub count: usize,
    /// The items of each cell.
    pub size: usize,
}

impl Cells {
    /// The cells of `array` behind its first `frame` axes.
    pub fn new(array: Array, frame: usize) -> Cells {
        // Beside an axis of length 0 the others may be too long to multiply.
        let product =
            |lengths: &[usize]| lengths.iter().fold(1usize, |product, &length| product.saturating_mul(length));
        let (count, size) = (product(&array.shape()[..frame]), product(&array.shape()[frame..]));
        Cells { array, frame, count, size }
    }

    /// The major cells of an array, which must not be a unit.
    pub fn major(value: Value, what: &str) -> Result<Cells> {
        match value {
            Value::Array(array) if array.rank() > 0 => Ok(Cells::new(array, 1)),
            _ => Err(Error::rank(format!("{what} must not be a unit: there is no axis to search"))),
        }
    }

    /// The layout of one cell.
    pub fn layout(&self) -> Layout {
        self.array.layout().cell(self.frame)
    }

    /// The layout of the axes in front.
    pub fn frame_layout(&self) -> Layout {
        self.array.layout().frame(self.frame)
    }

    /// Cell `i`: an item where the cells have rank 0.
    pub fn cell(&self, i: usize) -> Value {
        if self.frame == self.array.rank() {
            return self.array.item(i);
        }
        let layout = self.layout();
        if self.size == 0 {
            return Value::Array(Array::empty(layout, self.array.fill()));
        }
        Value::Array(Array::new(layout, self.array.storage().slice(i * self.size, self.size)))
    }

    fn has_keyed_cells(&self) -> bool {
        (self.frame..self.array.rank()).any(|axis| self.array.layout().keys(axis).is_some())
    }

    /// The cells at these positions along a single frame axis, whose keys follow them.
    pub fn select(&self, positions: &[usize]) -> Value {
        let axis = self.array.layout().axis(0);
        let keys = axis.keys.as_ref().and_then(|keys| keys.select(positions.iter().map(|&p| Some(p))));
        let layout = self.array.layout().with_axis(0, positions.len(), crate::array::Axis { keys, name: axis.name });
        let storage = if self.size == 1 {
            self.array.storage().select(positions)
        } else {
            let places: Vec<usize> = positions.iter().flat_map(|&p| p * self.size..(p + 1) * self.size).collect();
            self.array.storage().select(&places)
        };
        Value::Array(Array::with_prototype(layout, storage, &self.array.fill()))
    }
}

/// Asks for room for something of this size for each cell. `LIMIT ERROR` where there is none, and for more cells than 32
/// bits can number.
pub fn reserve_cells(count: usize, size: usize) -> Result<()> {
    if count >= END as usize {
        return Err(Error::limit(format!("{count} cells are too many")));
    }
    control::reserve(count, size, || format!("a search or an order of {count} cells"))
}

/// The cells of `queries` that have the rank and shape of a major cell of the searched array. A query of lower rank is a
/// `RANK ERROR`, cells of another shape a `LENGTH ERROR`.
pub fn queries(value: Value, searched: &Cells) -> Result<Cells> {
    let rank = searched.array.rank() - 1;
    let array = value.into_array();
    if array.rank() < rank {
        let message = format!("cells of rank {rank} are searched, but the query has rank {}", array.rank());
        return Err(Error::rank(message));
    }
    let frame = array.rank() - rank;
    if array.shape()[frame..] != searched.array.shape()[1..] {
        return Err(Error::length(format!(
            "cells of shape {} are searched, but the query has cells of shape {}",
            crate::array::show_shape(&searched.array.shape()[1..]),
            crate::array::show_shape(&array.shape()[frame..]),
        )));
    }
    Ok(Cells::new(array, frame))
}

/// Asks for the room of items that are searched as numbers of 64 bits and do not lie as such.
fn reserve_codes(storage: &Storage) -> Result<()> {
    match storage.items() {
        Items::Bit(_) | Items::Char8(_) | Items::Char32(_) => {
            control::reserve(storage.len(), size_of::<i64>(), || format!("a search among {} items", storage.len()))
        }
        _ => Ok(()),
    }
}

/// Exact items as integers: numbers, or code points of characters.
pub(super) fn exact_codes(storage: &Storage) -> Option<(Domain, Cow<'_, [i64]>)> {
    Some(match storage.items() {
        Items::Bit(bits) => (Domain::Integer, bits.to_integers().into()),
        Items::I64(items) => (Domain::Integer, items.into()),
        Items::Char8(items) => (Domain::Character, items.iter().map(|&byte| byte as i64).collect()),
        Items::Char32(items) => (Domain::Character, items.iter().map(|&character| character as i64).collect()),
        _ => return None,
    })
}

/// The reals of a compact array.
pub(super) fn floats(storage: &Storage) -> Option<Cow<'_, [f64]>> {
    Some(match storage.items() {
        Items::Bit(bits) => bits.iter().map(|bit| bit as u8 as f64).collect(),
        Items::I64(items) => items.iter().map(|&item| item as f64).collect(),
        Items::F64(items) => items.into(),
        _ => return None,
    })
}

/// Up to this many queries, or items to search, are compared directly.
const FEW: usize = 4;

/// First positions by comparison of every query with the items in turn, for few of either.
fn direct<T: Copy>(items: &[T], queries: &[T], missing: i64, equal: impl Fn(T, T) -> bool) -> Vec<i64> {
    let find = |&query: &T| items.iter().position(|&item| equal(item, query)).map_or(missing, |i| i as i64);
    queries.iter().map(find).collect()
}

/// For each query the first matching cell of `searched`, or its count where there is none.
pub fn first_matches(searched: &Cells, queries: &Cells) -> Result<Vec<i64>> {
    let missing = searched.count as i64;
    reserve_cells(searched.count, 0)?;
    control::reserve(queries.count, size_of::<i64>(), || format!("the positions of {} cells", queries.count))?;
    if searched.count == 0 || queries.count == 0 {
        return Ok(vec![missing; queries.count]);
    }
    if searched.size == 0 {
        // All cells of either argument are one.
        let found = matches(&searched.cell(0), &queries.cell(0));
        return Ok(vec![if found { 0 } else { missing }; queries.count]);
    }
    let (a, b) = (searched.array.storage(), queries.array.storage());
    reserve_codes(a)?;
    reserve_codes(b)?;
    if queries.count == 1 && (searched.size > 1 || a.lane().domain() == Domain::Mixed) {
        return Ok(vec![scan(searched, &queries.cell(0))?.map_or(missing, |i| i as i64)]);
    }
    let plain = !searched.has_keyed_cells() && !queries.has_keyed_cells();
    if plain {
        if let (Some((domain, a)), Some((other, b))) = (exact_codes(a), exact_codes(b)) {
            if domain != other {
                return Ok(vec![missing; queries.count]);
            }
            if searched.size == 1 {
                if a.len() <= FEW || b.len() <= FEW {
                    return Ok(direct(&a, &b, missing, |a, b| a == b));
                }
                return integer_matches(&a, &b, missing);
            }
            return RowIndex::new(&a, searched.size)?.find_all(&b, missing);
        }
        if searched.size == 1
            && let (Some(a), Some(b)) = (floats(a), floats(b))
        {
            if a.len() <= FEW || b.len() <= FEW {
                return Ok(direct(&a, &b, missing, equal_reals));
            }
            return float_matches(&a, &b, missing);
        }
    }
    let index = CellIndex::new(searched)?;
    let mut hasher = CellHasher::default();
    let mut found = Vec::with_capacity(queries.count);
    for i in 0..queries.count {
        if i % BLOCK == 0 {
            control::poll()?;
        }
        let cell = queries.cell(i);
        found.push(index.find(&hasher.hash(&cell), &cell).map_or(missing, |i| i as i64));
    }
    Ok(found)
}

/// Which of the queries have a matching cell.
pub fn found(searched: &Cells, queries: &Cells) -> Result<Bits> {
    let (a, b) = (searched.array.storage(), queries.array.storage());
    reserve_codes(a)?;
    reserve_codes(b)?;
    if searched.size == 1
        && !searched.has_keyed_cells()
        && !queries.has_keyed_cells()
        && let (Some((domain, a)), Some((other, b))) = (exact_codes(a), exact_codes(b))
        && domain == other
        && let Some(words) = narrow_members(&a, &b)?
    {
        return Ok(Bits::new(words, b.len()));
    }
    let missing = searched.count as i64;
    Ok(Bits::from_bools(first_matches(searched, queries)?.into_iter().map(|position| position != missing)))
}

fn scan(searched: &Cells, query: &Value) -> Result<Option<usize>> {
    for i in 0..searched.count {
        if i % BLOCK == 0 {
            control::poll()?;
        }
        if matches(&searched.cell(i), query) {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

/// The representatives among the cells, in order.
pub fn representatives(cells: &Cells) -> Result<Vec<u32>> {
    reserve_codes(cells.array.storage())?;
    if cells.size == 1
        && !cells.has_keyed_cells()
        && let Some((_, codes)) = exact_codes(cells.array.storage())
    {
        return integer_firsts(&codes);
    }
    Ok(groups(cells)?.first)
}

/// The groups of the cells: a cell belongs to the first representative that it matches, and is one itself where there is
/// none.
pub fn groups(cells: &Cells) -> Result<Groups> {
    reserve_cells(cells.count, size_of::<u32>())?;
    if cells.size == 0 && cells.count > 0 {
        return Ok(Groups { group_of: vec![0; cells.count], first: vec![0] });
    }
    if !cells.has_keyed_cells() && cells.count > 0 {
        let storage = cells.array.storage();
        reserve_codes(storage)?;
        if let Some((_, codes)) = exact_codes(storage) {
            if cells.size == 1 {
                return Groups::of_integers(&codes);
            }
            return RowIndex::groups(&codes, cells.size);
        }
        if cells.size == 1
            && let Items::F64(items) = storage.items()
        {
            return Groups::of_floats(items);
        }
    }
    let mut groups = Groups::default();
    let mut index = CellIndex::empty();
    let mut hasher = CellHasher::default();
    for i in 0..cells.count {
        if i % BLOCK == 0 {
            control::poll()?;
        }
        let cell = cells.cell(i);
        let hashes = hasher.hash(&cell);
        let group = index.find(&hashes, &cell).unwrap_or_else(|| {
            index.push(hashes.own(), cell);
            groups.first.len() as u32
        });
        groups.add(i, group);
    }
    Ok(groups)
}

/// Rows of exact items by hash.
struct RowIndex<'a> {
    rows: &'a [i64],
    width: usize,
    heads: KeyTable,
    /// Row number and the next entry with the same hash.
    entries: Vec<(u32, u32)>,
}

impl<'a> RowIndex<'a> {
    fn empty(rows: &'a [i64], width: usize) -> RowIndex<'a> {
        RowIndex { rows, width, heads: KeyTable::with_capacity(16), entries: Vec::new() }
    }

    fn new(rows: &'a [i64], width: usize) -> Result<RowIndex<'a>> {
        let mut index = RowIndex::empty(rows, width);
        for (i, row) in rows.chunks_exact(width).enumerate() {
            if i % BLOCK == 0 {
                control::poll()?;
            }
            index.find_or_insert(row, i as u32);
        }
        Ok(index)
    }

    fn row(&self, i: u32) -> &'a [i64] {
        &self.rows[i as usize * self.width..(i as usize + 1) * self.width]
    }

    fn find(&self, hash: u64, row: &[i64]) -> Option<u32> {
        let mut entry = self.heads.find(hash).unwrap_or(END);
        while entry != END {
            let (i, next) = self.entries[entry as usize];
            if self.row(i) == row {
                return Some(i);
            }
            entry = next;
        }
        None
    }

    /// The first row stored that equals this one; it is stored as number `i` if there is none.
    fn find_or_insert(&mut self, row: &[i64], i: u32) -> u32 {
        let hash = FixedState::default().hash_one(row);
        if let Some(found) = self.find(hash, row) {
            return found;
        }
        let head = self.heads.replace(hash, self.entries.len() as u32).unwrap_or(END);
        self.entries.push((i, head));
        i
    }

    fn find_all(&self, rows: &[i64], missing: i64) -> Result<Vec<i64>> {
        let mut found = Vec::with_capacity(rows.len() / self.width);
        for (i, row) in rows.chunks_exact(self.width).enumerate() {
            if i % BLOCK == 0 {
                control::poll()?;
            }
            found.push(self.find(FixedState::default().hash_one(row), row).map_or(missing, |i| i as i64));
        }
        Ok(found)
    }

    fn groups(rows: &[i64], width: usize) -> Result<Groups> {
        let mut index = RowIndex::empty(rows, width);
        let mut groups = Groups::default();
        // The group of each row that represents one.
        let mut group_of_first: Vec<u32> = Vec::new();
        for (i, row) in rows.chunks_exact(width).enumerate() {
            if i % BLOCK == 0 {
                control::poll()?;
            }
            let first = index.find_or_insert(row, i as u32) as usize;
            let group = if first == i { groups.first.len() as u32 } else { group_of_first[first] };
            group_of_first.push(group);
            groups.add(i, group);
        }
        Ok(groups)
    }
}

/// Whole cells by hash, with their numbers in order of insertion.
struct CellIndex {
    heads: KeyTable,
    /// Cell, its number, and the next entry with the same hash.
    entries: Vec<(Value, u32, u32)>,
}

impl CellIndex {
    fn empty() -> CellIndex {
        CellIndex { heads: KeyTable::with_capacity(16), entries: Vec::new() }
    }

    /// An index of all distinct cells by their positions. Cells that are the same without tolerance are stored once.
    fn new(cells: &Cells) -> Result<CellIndex> {
        let mut index = CellIndex::empty();
        let mut hasher = CellHasher::default();
        for i in 0..cells.count {
            if i % BLOCK == 0 {
                control::poll()?;
            }
            let cell = cells.cell(i);
            let hash = hasher.hash(&cell).own();
            if !index.chain(hash).any(|(stored, _)| identical(stored, &cell)) {
                let head = index.heads.replace(hash, index.entries.len() as u32).unwrap_or(END);
                index.entries.push((cell, i as u32, head));
            }
        }
        Ok(index)
    }

    /// Stores a cell with the next number.
    fn push(&mut self, hash: u64, cell: Value) {
        let number = self.entries.len() as u32;
        let head = self.heads.replace(hash, number).unwrap_or(END);
        self.entries.push((cell, number, head));
    }

    fn chain(&self, hash: u64) -> impl Iterator<Item = (&Value, u32)> {
        let mut entry = self.heads.find(hash).unwrap_or(END);
        std::iter::from_fn(move || {
            let (cell, number, next) = self.entries.get(entry as usize)?;
            entry = *next;
            Some((cell, *number))
        })
    }

    /// The least number of a stored cell that matches.
    fn find(&self, hashes: &CellHashes, cell: &Value) -> Option<u32> {
        match hashes {
            CellHashes::Few(hashes) => {
                let candidates = hashes.iter().flat_map(|&hash| self.chain(hash));
                candidates.filter(|(stored, _)| matches(stored, cell)).map(|(_, number)| number).min()
            }
            CellHashes::Many(_) => {
                let candidates = self.entries.iter();
                candidates.filter(|(stored, ..)| matches(stored, cell)).map(|&(_, number, _)| number).min()
            }
        }
    }
}

/// Whether two cells are the same without tolerance, so that they match the same cells.
fn identical(a: &Value, b: &Value) -> bool {
    matches(a, b) && same_numbers(a, b)
}

/// Whether matching cells have the same numbers in the same places. An exact and an approximate number of one value are
/// not the same: another exact number may be near them and equals the approximate one alone.
fn same_numbers(a: &Value, b: &Value) -> bool {
    let is_exact = |value: &Value| match value {
        Value::Array(array) => array.storage().lane().domain() == Domain::Integer,
        atom => matches!(atom, Value::Int(_) | Value::Exact(_)),
    };
    let is_mixed = |array: &Array| matches!(array.items(), Items::Mixed(_));
    match (a, b) {
        (Value::Function(_), _) => true,
        (Value::Array(x), Value::Array(y)) if is_mixed(x) || is_mixed(y) => {
            (0..x.len()).all(|i| nested(|| same_numbers(&x.item(i), &y.item(i))))
        }
        _ => is_exact(a) == is_exact(b) && compare(a, b).is_ok_and(|order| order == Ordering::Equal),
    }
}

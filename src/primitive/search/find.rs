//! `X⍷Y`: where copies of an array start in another.
//!
//! Strings are searched as bytes, vectors of whole numbers and characters in one pass; anything else item by item, as
//! long as items match.

use std::borrow::Cow;

use super::cells::{exact_codes, floats};
use crate::array::compare::matches;
use crate::array::{Array, Bits, Caller, Domain, Items, Storage, Value};
use crate::control::{self, Result, reserve};
use crate::kernel::pace::Pace;
use crate::kernel::tolerance::equal_reals;

/// Whole numbers up to this magnitude are further apart than the tolerance reaches.
const DISTINCT: f64 = (1u64 << 46) as f64;
/// Items between two looks at the control block.
const BLOCK: usize = 4096;

/// `X⍷Y`: 1 where a copy of the whole of `X` starts in `Y`, in the shape of `Y` with its keys and names. An `X` of higher
/// rank or longer on an axis is found nowhere, an empty one that fits everywhere.
pub fn find(_caller: &mut dyn Caller, pattern: Value, value: Value) -> Result<Value> {
    let pattern = pattern.into_array();
    if value.is_atom() {
        let found = pattern.rank() == 0 && matches(&pattern.item(0), &value);
        return Ok(Value::from(found));
    }
    let array = value.into_array();
    let bits = match Places::new(&pattern, &array)? {
        None => Bits::from_bools(vec![false; array.len()]),
        Some(_) if pattern.is_empty() => Bits::from_bools(vec![true; array.len()]),
        Some(places) => search(&pattern, &array, &places)?,
    };
    Ok(Value::Array(Array::with_prototype(array.layout().clone(), Storage::Bit(bits), &Value::Int(0))))
}

/// Where a pattern with items starts in an array into which it fits.
fn search(pattern: &Array, array: &Array, places: &Places) -> Result<Bits> {
    if let (Items::Char8(pattern), Items::Char8(text), 1) = (pattern.items(), array.items(), array.rank()) {
        return find_bytes(pattern, text);
    }
    let count = pattern.len() + array.len();
    reserve(count, size_of::<i64>() + size_of::<bool>(), || format!("a search among {count} items"))?;
    let (wanted, items) = (pattern.storage(), array.storage());
    let found = if let (Some((kind, wanted)), Some((other, items))) = (codes(wanted), codes(items)) {
        match array.rank() {
            _ if kind != other => vec![false; array.len()],
            1 => find_codes(&wanted, &items)?,
            _ => places.compare(&wanted, &items, |a, b| a == b)?,
        }
    } else if let (Some(wanted), Some(items)) = (floats(wanted), floats(items)) {
        places.compare(&wanted, &items, |&a, &b| equal_reals(a, b))?
    } else {
        places.compare(&values(pattern)?, &values(array)?, matches)?
    };
    Ok(Bits::from_bools(found))
}

/// Where the pattern starts in the text, overlaps included.
fn find_bytes(pattern: &[u8], text: &[u8]) -> Result<Bits> {
    let mut words = vec![0u64; text.len().div_ceil(64)];
    let finder = memchr::memmem::Finder::new(pattern);
    let (mut from, mut pace) = (0, Pace::new());
    while let Some(offset) = text.get(from..).and_then(|rest| finder.find(rest)) {
        pace.advance(pattern.len())?;
        let at = from + offset;
        words[at / 64] |= 1 << (at % 64);
        from = at + 1;
    }
    Ok(Bits::new(words, text.len()))
}

/// Items that are equal just when their codes are: characters, exact integers, and floats that are whole and so small that
/// the tolerance tells them apart.
fn codes(storage: &Storage) -> Option<(Domain, Cow<'_, [i64]>)> {
    let Items::F64(items) = storage.items() else { return exact_codes(storage) };
    let code = |&item: &f64| (item.abs() <= DISTINCT && item.trunc() == item).then_some(item as i64);
    let codes: Option<Vec<i64>> = items.iter().map(code).collect();
    Some((Domain::Integer, codes?.into()))
}

/// Where a vector starts in another, in one pass after Knuth, Morris and Pratt.
fn find_codes(wanted: &[i64], items: &[i64]) -> Result<Vec<bool>> {
    reserve(wanted.len(), size_of::<usize>(), || format!("a search for {} items", wanted.len()))?;
    // How many of the first items are matched again at the end of each beginning of the pattern.
    let mut again = vec![0; wanted.len()];
    let mut matched = 0;
    for (i, item) in wanted.iter().enumerate().skip(1) {
        while matched > 0 && *item != wanted[matched] {
            matched = again[matched - 1];
        }
        matched += usize::from(*item == wanted[matched]);
        again[i] = matched;
    }
    let mut found = vec![false; items.len()];
    matched = 0;
    for (i, item) in items.iter().enumerate() {
        if i % BLOCK == 0 {
            control::poll()?;
        }
        while matched > 0 && (matched == wanted.len() || *item != wanted[matched]) {
            matched = again[matched - 1];
        }
        matched += usize::from(*item == wanted[matched]);
        if matched == wanted.len() {
            found[i + 1 - matched] = true;
        }
    }
    Ok(found)
}

/// The items of an array as values.
fn values(array: &Array) -> Result<Cow<'_, [Value]>> {
    if let Items::Mixed(items) = array.items() {
        return Ok(items.into());
    }
    reserve(array.len(), size_of::<Value>(), || format!("a search in {} items", array.len()))?;
    Ok(array.storage().to_values().into())
}

/// The places of an array at which a pattern can start, and where its items lie from there.
struct Places<'a> {
    shape: &'a [usize],
    /// The shape of the pattern, with axes of length 1 in front where it has fewer.
    wanted: Vec<usize>,
    /// How far each item of the pattern lies from its first.
    offsets: Vec<usize>,
}

impl<'a> Places<'a> {
    /// Nothing where the pattern fits nowhere.
    fn new(pattern: &Array, array: &'a Array) -> Result<Option<Places<'a>>> {
        let shape = array.shape();
        let Some(missing) = array.rank().checked_sub(pattern.rank()) else { return Ok(None) };
        let mut wanted = vec![1; missing];
        wanted.extend_from_slice(pattern.shape());
        if wanted.iter().zip(shape).any(|(&wanted, &length)| wanted > length) {
            return Ok(None);
        }
        if pattern.is_empty() {
            return Ok(Some(Places { shape, wanted, offsets: Vec::new() }));
        }
        reserve(pattern.len(), size_of::<usize>(), || format!("a search for {} items", pattern.len()))?;
        let mut offsets = vec![0];
        let mut stride = 1;
        for (&wanted, &length) in wanted.iter().zip(shape).rev() {
            offsets = (0..wanted).flat_map(|i| offsets.iter().map(move |offset| offset + i * stride)).collect();
            stride *= length;
        }
        Ok(Some(Places { shape, wanted, offsets }))
    }

    /// Whether the pattern, starting at item `i`, ends within the array on every axis.
    fn fits(&self, mut i: usize) -> bool {
        self.wanted.iter().zip(self.shape).rev().all(|(&wanted, &length)| {
            let place = i % length;
            i /= length;
            place + wanted <= length
        })
    }

    /// At each place the items in turn, until one differs.
    fn compare<T>(&self, wanted: &[T], items: &[T], equal: impl Fn(&T, &T) -> bool) -> Result<Vec<bool>> {
        let mut found = vec![false; items.len()];
        let mut pace = Pace::new();
        for (i, item) in items.iter().enumerate() {
            if !equal(item, &wanted[0]) || !self.fits(i) {
                pace.advance(1)?;
                continue;
            }
            let same = self.offsets.iter().zip(wanted).take_while(|&(&offset, item)| equal(&items[i + offset], item));
            let same = same.count();
            pace.advance(same + 1)?;
            found[i] = same == wanted.len();
        }
        Ok(found)
    }
}

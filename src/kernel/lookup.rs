//! Finding equal items: tables by value for narrow integers, hash tables for the rest, tolerant buckets for floats.
//!
//! Everything here is linear on average. Positions are below `u32::MAX`: longer arrays do not fit the memory that a
//! table of them would need.

use super::clusters;
use super::sort::mapped;
use super::tolerance::equal_reals;
use crate::control::{Result, poll};

const EMPTY: u32 = u32::MAX;

/// A table of more keys than this does not fit a near cache.
const MANY: usize = 1 << 15;

/// A table of more slots than this takes longer to grow than a block of items between two polls.
const LARGE: usize = 1 << 20;

/// Items between two looks at the control block.
const BLOCK: usize = 1 << 14;

/// Calls `visit` for every item with its position, looking at the control block now and then.
#[inline]
fn each<T: Copy>(items: &[T], mut visit: impl FnMut(usize, T)) -> Result<()> {
    for (block, items) in items.chunks(BLOCK).enumerate() {
        poll()?;
        for (i, &item) in items.iter().enumerate() {
            visit(block * BLOCK + i, item);
        }
    }
    Ok(())
}

/// An open-addressing table from 64-bit keys to numbers below `u32::MAX`.
pub struct KeyTable {
    slots: Vec<(u64, u32)>,
    shift: u32,
    used: usize,
}

impl KeyTable {
    /// A table that has room for `expected` keys before it grows.
    pub fn with_capacity(expected: usize) -> KeyTable {
        let size = (expected * 2).next_power_of_two().max(16);
        KeyTable { slots: vec![(0, EMPTY); size], shift: 64 - size.trailing_zeros(), used: 0 }
    }

    /// The slot of a key, or the free slot where it belongs.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing of the folded key: the high bits of the product depend on all bits.
        let mut slot = ((key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        while self.slots[slot].1 != EMPTY && self.slots[slot].0 != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The number stored for a key.
    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        let number = self.slots[self.slot(key)].1;
        (number != EMPTY).then_some(number)
    }

    /// The number stored for a key, which becomes `number` if there is none yet.
    #[inline]
    pub fn find_or_insert(&mut self, key: u64, number: u32) -> u32 {
        let slot = self.slot(key);
        if self.slots[slot].1 == EMPTY {
            self.fill(slot, key, number);
            return number;
        }
        self.slots[slot].1
    }

    /// Stores `number` for a key, whatever was there, and returns what was.
    pub fn replace(&mut self, key: u64, number: u32) -> Option<u32> {
        let slot = self.slot(key);
        if self.slots[slot].1 == EMPTY {
            self.fill(slot, key, number);
            return None;
        }
        Some(std::mem::replace(&mut self.slots[slot].1, number))
    }

    #[inline]
    fn fill(&mut self, slot: usize, key: u64, number: u32) {
        self.slots[slot] = (key, number);
        self.used += 1;
        if self.used * 2 > self.slots.len() {
            self.grow();
        }
    }

    /// Doubles the slots. What moving the keys of a large table takes is too long for whoever wants to stop the evaluation:
    /// a signal ends it half way. The table is then of no use but holds as many keys as go in until its owner polls.
    #[cold]
    fn grow(&mut self) {
        let size = 2 * self.slots.len();
        let is_stopped = || size > LARGE && poll().is_err();
        let mut slots = Vec::with_capacity(size);
        while slots.len() < size {
            if is_stopped() {
                return;
            }
            slots.resize((slots.len() + LARGE).min(size), (0, EMPTY));
        }
        let old = std::mem::replace(&mut self.slots, slots);
        (self.shift, self.used) = (self.shift - 1, 0);
        for block in old.chunks(BLOCK) {
            if is_stopped() {
                return;
            }
            for &(key, number) in block.iter().filter(|&&(_, number)| number != EMPTY) {
                let slot = self.slot(key);
                self.slots[slot] = (key, number);
                self.used += 1;
            }
        }
    }
}

/// The first position among `items` of each query, or `missing`: by a table, or by sorting where the table would be large
/// and is not looked into seldom.
pub fn integer_matches(items: &[i64], queries: &[i64], missing: i64) -> Result<Vec<i64>> {
    match IntegerIndex::table(items, queries.len(), most_keys(items, queries))? {
        Some(index) => index.find_all(queries, missing),
        None => clusters::matches(items, queries, missing),
    }
}

/// Whether each query is among `items`, in the bits of words: by a table of bits, where the items lie in a narrow range.
pub fn narrow_members(items: &[i64], queries: &[i64]) -> Result<Option<Vec<u64>>> {
    let Some((low, high)) = range(items) else { return Ok(None) };
    let Some(span) = narrow(low, high, 8 * (items.len() + queries.len())) else { return Ok(None) };
    let mut present = vec![0u64; span.div_ceil(64)];
    each(items, |_, item| {
        let offset = item.wrapping_sub(low) as usize;
        present[offset / 64] |= 1 << (offset % 64);
    })?;
    let is_present = |item: i64| {
        let offset = item.wrapping_sub(low) as u64 as usize;
        present.get(offset / 64).map_or(0, |word| word >> (offset % 64) & 1)
    };
    let mut found = Vec::with_capacity(queries.len().div_ceil(64));
    for block in queries.chunks(BLOCK) {
        poll()?;
        let words = block.chunks(64);
        found.extend(words.map(|items| items.iter().rev().fold(0, |word, &item| word << 1 | is_present(item))));
    }
    Ok(Some(found))
}

/// As [`integer_matches`], with tolerance.
pub fn float_matches(items: &[f64], queries: &[f64], missing: i64) -> Result<Vec<i64>> {
    match FloatIndex::table(items, most_keys(items, queries))? {
        Some(index) => index.find_all(queries, missing),
        None => clusters::matches(items, queries, missing),
    }
}

fn most_keys<T>(items: &[T], queries: &[T]) -> usize {
    if queries.len() < items.len() / 16 { usize::MAX } else { MANY }
}

/// The least and the greatest of some integers.
pub fn range(items: &[i64]) -> Option<(i64, i64)> {
    (!items.is_empty()).then(|| ends(items))
}

versions! {
    fn ends(items: &[i64]) -> (i64, i64) {
        items.iter().fold((i64::MAX, i64::MIN), |(low, high), &item| (low.min(item), high.max(item)))
    }
}

/// The first positions of distinct integers, in order.
pub fn integer_firsts(items: &[i64]) -> Result<Vec<u32>> {
    let Some((low, high)) = range(items) else { return Ok(Vec::new()) };
    let Some(span) = narrow(low, high, items.len()) else { return Ok(Groups::of_integers(items)?.first) };
    let mut seen = vec![false; span];
    // Every position is written, and only those of new values are kept: a branch would often be guessed wrong.
    let mut first = vec![0; items.len()];
    let mut count = 0;
    each(items, |i, item| {
        let seen = &mut seen[item.wrapping_sub(low) as usize];
        first[count] = i as u32;
        count += usize::from(!std::mem::replace(seen, true));
    })?;
    first.truncate(count);
    Ok(first)
}

/// The number of values between two bounds, if a table of them is worth while for `count` items.
fn narrow(low: i64, high: i64, count: usize) -> Option<usize> {
    let span = usize::try_from(high.checked_sub(low)?).ok()?.checked_add(1)?;
    (span <= 2 * count + 1024).then_some(span)
}

/// First positions of distinct integers.
pub enum IntegerIndex {
    /// By value, from the least one.
    Direct {
        /// The value of slot 0.
        low: i64,
        /// The first position of each value, [`u32::MAX`] for none.
        slots: Vec<u32>,
    },
    /// By hash.
    Hashed(KeyTable),
}

impl IntegerIndex {
    /// An index of the first positions of these items.
    pub fn new(items: &[i64]) -> Result<IntegerIndex> {
        Ok(IntegerIndex::table(items, 0, usize::MAX)?.expect("there is no bound"))
    }

    /// The same for so many queries, or nothing where more than so many keys would have to be hashed.
    fn table(items: &[i64], queries: usize, most: usize) -> Result<Option<IntegerIndex>> {
        let Some((low, high)) = range(items) else {
            return Ok(Some(IntegerIndex::Hashed(KeyTable::with_capacity(0))));
        };
        if let Some(span) = narrow(low, high, items.len() + queries) {
            let mut slots = vec![EMPTY; span];
            // From the last on, so that the first stays.
            for (block, part) in items.chunks(BLOCK).enumerate().rev() {
                poll()?;
                for (i, &item) in part.iter().enumerate().rev() {
                    slots[item.wrapping_sub(low) as usize] = (block * BLOCK + i) as u32;
                }
            }
            return Ok(Some(IntegerIndex::Direct { low, slots }));
        }
        let mut table = KeyTable::with_capacity(items.len().min(MANY));
        for (block, part) in items.chunks(BLOCK).enumerate() {
            poll()?;
            if table.used > most {
                return Ok(None);
            }
            for (i, &item) in (block * BLOCK..).zip(part) {
                table.find_or_insert(item as u64, i as u32);
            }
        }
        Ok(Some(IntegerIndex::Hashed(table)))
    }

    /// The first position of a value.
    #[inline]
    pub fn find(&self, item: i64) -> Option<u32> {
        match self {
            IntegerIndex::Direct { low, slots } => {
                slots.get(item.wrapping_sub(*low) as u64 as usize).copied().filter(|&position| position != EMPTY)
            }
            IntegerIndex::Hashed(table) => table.find(item as u64),
        }
    }

    /// The first positions of many values, with `missing` for those that are not there.
    pub fn find_all(&self, items: &[i64], missing: i64) -> Result<Vec<i64>> {
        let IntegerIndex::Direct { low, slots } = self else {
            return mapped(items, |item| self.find(item).map_or(missing, |position| position as i64));
        };
        mapped(items, |item| match slots.get(item.wrapping_sub(*low) as u64 as usize) {
            Some(&position) if position != EMPTY => position as i64,
            _ => missing,
        })
    }
}

/// The groups of equal items: for each item the number of its group, and for each group its first position. Groups are
/// numbered by first occurrence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// The group of each item.
    pub group_of: Vec<u32>,
    /// The first position of each group.
    pub first: Vec<u32>,
}

impl Groups {
    /// Groups of integers.
    pub fn of_integers(items: &[i64]) -> Result<Groups> {
        Groups::integers(items, MANY)
    }

    /// Groups of integers, whatever their number.
    pub fn of_integers_by_table(items: &[i64]) -> Result<Groups> {
        Groups::integers(items, usize::MAX)
    }

    /// Groups of integers: by a table up to so many groups.
    fn integers(items: &[i64], most: usize) -> Result<Groups> {
        let Some((low, high)) = range(items) else { return Ok(Groups::default()) };
        if let Some(span) = narrow(low, high, items.len()) {
            let first = integer_firsts(items)?;
            let mut slots = vec![EMPTY; span];
            for (group, &first) in (0..).zip(&first) {
                slots[items[first as usize].wrapping_sub(low) as usize] = group;
            }
            let group_of = mapped(items, |item| slots[item.wrapping_sub(low) as usize])?;
            return Ok(Groups { group_of, first });
        }
        let mut groups = Groups { group_of: Vec::with_capacity(items.len()), first: Vec::new() };
        let mut table = KeyTable::with_capacity(items.len().min(MANY));
        for block in items.chunks(BLOCK) {
            poll()?;
            if groups.first.len() > most {
                return clusters::groups(items);
            }
            for &item in block {
                let group = table.find_or_insert(item as u64, groups.first.len() as u32);
                groups.add(groups.group_of.len(), group);
            }
        }
        Ok(groups)
    }

    /// Groups of floats: an item belongs to the first representative that it equals within the tolerance.
    pub fn of_floats(items: &[f64]) -> Result<Groups> {
        Groups::floats(items, MANY)
    }

    /// Groups of floats, whatever their number.
    pub fn of_floats_by_table(items: &[f64]) -> Result<Groups> {
        Groups::floats(items, usize::MAX)
    }

    /// Groups of floats: by a table up to so many groups.
    fn floats(items: &[f64], most: usize) -> Result<Groups> {
        let mut groups = Groups { group_of: Vec::with_capacity(items.len()), first: Vec::new() };
        let mut index = FloatIndex::with_capacity(items.len().min(MANY));
        for block in items.chunks(BLOCK) {
            poll()?;
            if groups.first.len() > most {
                return clusters::groups(items);
            }
            for &item in block {
                let group = index.find(item).unwrap_or_else(|| {
                    index.insert(item, groups.first.len() as u32);
                    groups.first.len() as u32
                });
                groups.add(groups.group_of.len(), group);
            }
        }
        Ok(groups)
    }

    /// Puts the next item into a group, which may be a new one.
    #[inline]
    pub fn add(&mut self, item: usize, group: u32) {
        if group as usize == self.first.len() {
            self.first.push(item as u32);
        }
        self.group_of.push(group);
    }

    /// The positions of each group, one group after the other, in order, and where each group starts there.
    pub fn positions(&self) -> (Vec<usize>, Vec<usize>) {
        let mut starts = vec![0; self.first.len() + 1];
        for &group in &self.group_of {
            starts[group as usize + 1] += 1;
        }
        for group in 0..self.first.len() {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut positions = vec![0; self.group_of.len()];
        for (i, &group) in self.group_of.iter().enumerate() {
            positions[next[group as usize]] = i;
            next[group as usize] += 1;
        }
        (positions, starts)
    }
}

/// How many neighbouring floats (on either side) can be tolerantly equal to one: below 1E¯14 × 2*53, twice that across a
/// power of two.
pub const REACH: i64 = 192;
/// Floats of one bucket differ in these low bits of their rank only.
const BUCKET_BITS: u32 = 13;

/// The rank of a float among all floats; neighbouring floats have neighbouring ranks, both zeros the same.
#[inline]
pub fn float_rank(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
}

/// Floats by tolerant value: each is stored in the bucket of its rank, and found from its own and, near a border, the
/// neighbouring bucket. Several stored floats may equal a query; the one with the least number is found.
pub struct FloatIndex {
    buckets: KeyTable,
    /// Value, number, and the next entry of the same bucket.
    entries: Vec<(f64, u32, u32)>,
}

impl FloatIndex {
    /// An index with room for `expected` floats.
    pub fn with_capacity(expected: usize) -> FloatIndex {
        FloatIndex { buckets: KeyTable::with_capacity(expected), entries: Vec::with_capacity(expected) }
    }

    /// An index of first positions of all distinct items.
    pub fn new(items: &[f64]) -> Result<FloatIndex> {
        Ok(FloatIndex::table(items, usize::MAX)?.expect("there is no bound"))
    }

    /// The same, or nothing where there are more than so many distinct ones.
    fn table(items: &[f64], most: usize) -> Result<Option<FloatIndex>> {
        let mut index = FloatIndex::with_capacity(items.len().min(MANY));
        for (block, part) in items.chunks(BLOCK).enumerate() {
            poll()?;
            if index.entries.len() > most {
                return Ok(None);
            }
            for (i, &item) in (block * BLOCK..).zip(part) {
                index.insert(item, i as u32);
            }
        }
        Ok(Some(index))
    }

    /// The least numbers of stored floats that equal these, with `missing` where there is none.
    pub fn find_all(&self, items: &[f64], missing: i64) -> Result<Vec<i64>> {
        let mut found = Vec::with_capacity(items.len());
        each(items, |_, item| found.push(self.find(item).map_or(missing, |number| number as i64)))?;
        Ok(found)
    }

    fn bucket(rank: i64) -> u64 {
        // Round floats have ranks that end in zeros: half a bucket keeps them away from the borders.
        (rank.wrapping_add(1 << (BUCKET_BITS - 1)) >> BUCKET_BITS) as u64
    }

    /// Stores a float with a number, greater than those stored before; an identical float keeps its first number.
    pub fn insert(&mut self, value: f64, number: u32) {
        let bucket = FloatIndex::bucket(float_rank(value));
        let head = self.buckets.find(bucket).unwrap_or(EMPTY);
        let mut entry = head;
        while entry != EMPTY {
            let (stored, _, next) = self.entries[entry as usize];
            if stored == value {
                return;
            }
            entry = next;
        }
        self.buckets.replace(bucket, self.entries.len() as u32);
        self.entries.push((value, number, head));
    }

    /// The least number of a stored float that equals this one.
    pub fn find(&self, value: f64) -> Option<u32> {
        let rank = float_rank(value);
        let own = FloatIndex::bucket(rank);
        let mut best = self.best_in(own, value);
        for near in [rank.saturating_sub(REACH), rank.saturating_add(REACH)] {
            let bucket = FloatIndex::bucket(near);
            if bucket != own {
                best = best.min(self.best_in(bucket, value));
            }
        }
        (best != EMPTY).then_some(best)
    }

    fn best_in(&self, bucket: u64, value: f64) -> u32 {
        let mut best = EMPTY;
        let mut entry = self.buckets.find(bucket).unwrap_or(EMPTY);
        while entry != EMPTY {
            let (stored, number, next) = self.entries[entry as usize];
            if number < best && equal_reals(stored, value) {
                best = number;
            }
            entry = next;
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_by_table_and_by_hash() {
        for scale in [1, 1 << 40] {
            let items: Vec<i64> = [5, 3, 5, -2, 3, 9].iter().map(|i| i * scale).collect();
            let index = IntegerIndex::new(&items).unwrap();
            let found: Vec<i64> = index.find_all(&[9 * scale, 3 * scale, 4 * scale, i64::MIN, i64::MAX], 6).unwrap();
            assert_eq!(found, [5, 1, 6, 6, 6]);
            let groups = Groups::of_integers(&items).unwrap();
            assert_eq!(groups.group_of, [0, 1, 0, 2, 1, 3]);
            assert_eq!(groups.first, [0, 1, 3, 5]);
            assert_eq!(groups.positions(), (vec![0, 2, 1, 4, 3, 5], vec![0, 2, 4, 5, 6]));
        }
        assert_eq!(Groups::of_integers(&[]).unwrap(), Groups::default());
    }

    #[test]
    fn floats_within_tolerance_and_no_chains() {
        let step = 6e-15;
        // The third equals the second but not the first, which represents the second.
        let groups =
            Groups::of_floats(&[1.0, 1.0 + step, 1.0 + 2.0 * step, 0.0, -0.0, f64::INFINITY, f64::MAX]).unwrap();
        assert_eq!(groups.group_of, [0, 0, 1, 2, 2, 3, 4]);
        let index = FloatIndex::new(&[1.0, 1.0 + step]).unwrap();
        assert_eq!(index.find(1.0 + 2.0 * step), Some(1));
        assert_eq!(index.find(1.0 + 0.5 * step), Some(0));
        assert_eq!(index.find(2.0), None);
    }

    #[test]
    fn float_index_agrees_with_a_direct_search() {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as i64
        };
        let near_one = |offset: i64| f64::from_bits((1.0f64.to_bits() as i64 + offset) as u64);
        let items: Vec<f64> = (0..400).map(|_| near_one(next() % 4000 - 2000)).collect();
        let index = FloatIndex::new(&items).unwrap();
        for _ in 0..400 {
            let query = near_one(next() % 4400 - 2200);
            let direct = items.iter().position(|&item| equal_reals(item, query)).map(|i| i as u32);
            assert_eq!(index.find(query), direct);
        }
    }
}

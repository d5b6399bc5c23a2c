//! Equal and nearly equal items of long vectors, found by sorting.
//!
//! A table of many items does not fit the caches, and every look into it waits for memory. Sorting goes through memory in
//! order: items that may be equal come to stand side by side, and only those are compared.

use super::lookup::{Groups, float_rank};
use super::sort::{Words, integer_key, mapped};
use crate::control::{Result, reserve};

/// Clusters of so few items, or pairs of them, are compared directly.
const FEW: usize = 16;

/// Items that sorting brings together.
pub trait Sortable: Copy {
    /// How far the keys of equal items may lie apart.
    const REACH: u64;
    /// A key whose order is that of the items.
    fn key(self) -> u64;
    /// Whether the first of two items may stand for the second.
    fn equals(self, other: Self) -> bool;
    /// Groups by a table.
    fn groups(items: &[Self]) -> Result<Groups>;
    /// First positions by a table.
    fn matches(items: &[Self], queries: &[Self], missing: i64) -> Result<Vec<i64>>;
}

/// The groups of equal items: see [`Groups`].
pub fn groups<T: Sortable>(items: &[T]) -> Result<Groups> {
    reserve(3 * items.len(), size_of::<u64>(), || "what a search works on".into())?;
    // The position of the first item that equals this one, for each item.
    let mut first: Vec<u32> = (0..items.len() as u32).collect();
    clusters::<T>(mapped(items, T::key)?, |places| {
        if places.len() <= FEW {
            for (i, &place) in places.iter().enumerate() {
                let stands = |&&other: &&u32| {
                    first[other as usize] == other && items[other as usize].equals(items[place as usize])
                };
                if let Some(&other) = places[..i].iter().find(stands) {
                    first[place as usize] = other;
                }
            }
            return Ok(());
        }
        let groups = T::groups(&part(items, places, 0))?;
        for (&place, &group) in places.iter().zip(&groups.group_of) {
            first[place as usize] = places[groups.first[group as usize] as usize];
        }
        Ok(())
    })?;
    let mut groups = Groups { group_of: Vec::with_capacity(items.len()), first: Vec::new() };
    for (i, &first) in first.iter().enumerate() {
        let group = if first as usize == i { groups.first.len() as u32 } else { groups.group_of[first as usize] };
        groups.add(i, group);
    }
    Ok(groups)
}

/// The first position among `items` of an item that equals each query, or `missing`.
pub fn matches<T: Sortable>(items: &[T], queries: &[T], missing: i64) -> Result<Vec<i64>> {
    reserve(3 * (items.len() + queries.len()), size_of::<u64>(), || "what a search works on".into())?;
    let mut keys = mapped(items, T::key)?;
    keys.append(&mut mapped(queries, T::key)?);
    let mut found = vec![missing; queries.len()];
    let count = items.len();
    clusters::<T>(keys, |places| {
        let (here, asked) = places.split_at(places.partition_point(|&place| (place as usize) < count));
        if here.is_empty() || asked.is_empty() {
            return Ok(());
        }
        if here.len() * asked.len() <= FEW {
            for &query in asked {
                let query = query as usize - count;
                if let Some(&first) = here.iter().find(|&&place| items[place as usize].equals(queries[query])) {
                    found[query] = first as i64;
                }
            }
            return Ok(());
        }
        let (here_items, asked_items) = (part(items, here, 0), part(queries, asked, count));
        for (&query, place) in asked.iter().zip(T::matches(&here_items, &asked_items, -1)?) {
            if let Ok(place) = usize::try_from(place) {
                found[query as usize - count] = here[place] as i64;
            }
        }
        Ok(())
    })?;
    Ok(found)
}

fn part<T: Copy>(items: &[T], places: &[u32], start: usize) -> Vec<T> {
    places.iter().map(|&place| items[place as usize - start]).collect()
}

/// Calls `visit` with the places, in order, of every two or more items that may be equal to one another.
fn clusters<T: Sortable>(keys: Vec<u64>, mut visit: impl FnMut(&[u32]) -> Result<()>) -> Result<()> {
    let words = Words::sorted(&keys)?;
    drop(keys);
    let mut places: Vec<u32> = Vec::new();
    words.each_near(T::REACH, |near| {
        places.clear();
        places.extend(near.iter().map(|&word| words.place(word)));
        places.sort_unstable();
        visit(&places)
    })
}

impl Sortable for i64 {
    const REACH: u64 = 0;

    fn key(self) -> u64 {
        integer_key(self)
    }

    fn equals(self, other: i64) -> bool {
        self == other
    }

    fn groups(items: &[i64]) -> Result<Groups> {
        Groups::of_integers_by_table(items)
    }

    fn matches(items: &[i64], queries: &[i64], missing: i64) -> Result<Vec<i64>> {
        super::lookup::IntegerIndex::new(items)?.find_all(queries, missing)
    }
}

impl Sortable for f64 {
    const REACH: u64 = super::lookup::REACH as u64;

    fn key(self) -> u64 {
        integer_key(float_rank(self))
    }

    fn equals(self, other: f64) -> bool {
        super::tolerance::equal_reals(self, other)
    }

    fn groups(items: &[f64]) -> Result<Groups> {
        Groups::of_floats_by_table(items)
    }

    fn matches(items: &[f64], queries: &[f64], missing: i64) -> Result<Vec<i64>> {
        super::lookup::FloatIndex::new(items)?.find_all(queries, missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_finds_what_tables_find() {
        let mut seed = 11u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 33
        };
        for (range, scale) in [(50, 1), (5000, 1), (1 << 30, 1 << 30), (3000, 1 << 50)] {
            let integers: Vec<i64> = (0..3000).map(|_| (next() % range) as i64 * scale - (1 << 40)).collect();
            assert_eq!(groups(&integers).unwrap(), Groups::of_integers_by_table(&integers).unwrap());
            let (items, queries) = integers.split_at(1000);
            let found = i64::matches(items, queries, 1000).unwrap();
            assert_eq!(matches(items, queries, 1000).unwrap(), found);
            if let Some(words) = super::super::lookup::narrow_members(items, queries).unwrap() {
                assert!((0..queries.len()).all(|i| (words[i / 64] >> (i % 64) & 1 == 1) == (found[i] != 1000)));
            }
            let near = |i: u64| f64::from_bits((1.0f64.to_bits() as i64 + (i as i64 - 1000) * 7) as u64);
            let mut floats: Vec<f64> = (0..3000).map(|_| near(next() % range)).collect();
            floats.extend([0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 0.0]);
            assert_eq!(groups(&floats).unwrap(), Groups::of_floats_by_table(&floats).unwrap());
            let (items, queries) = floats.split_at(1500);
            assert_eq!(matches(items, queries, -7).unwrap(), f64::matches(items, queries, -7).unwrap());
        }
        let many: Vec<f64> =
            (0..40_000).map(|i| ((i * 7919) % 37_000) as f64 * (1.0 + 4e-15 * (i % 3) as f64)).collect();
        assert_eq!(Groups::of_floats(&many).unwrap(), Groups::of_floats_by_table(&many).unwrap());
        assert_eq!(groups::<i64>(&[]).unwrap(), Groups::default());
        assert_eq!(groups(&[5.0; 300]).unwrap().first, [0]);
        assert_eq!(matches(&[2.0, 5.0], &[], 2).unwrap(), []);
    }
}

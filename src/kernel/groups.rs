//! Reductions of the groups of a vector in one pass, without bringing the items of a group together.

use super::lookup::Groups;
use crate::control::{Result, poll};

/// Items between two looks at the control block.
const BLOCK: usize = 1 << 16;

impl Groups {
    /// How many items each group has.
    pub fn counts(&self) -> Result<Vec<i64>> {
        let mut counts = vec![0; self.first.len()];
        for groups in self.group_of.chunks(BLOCK) {
            poll()?;
            groups.iter().for_each(|&group| counts[group as usize] += 1);
        }
        Ok(counts)
    }

    /// For each group its items combined one after the other, from the first on; nothing where a result is none.
    pub fn fold<T: Copy>(&self, items: &[T], combine: impl Fn(T, T) -> Option<T>) -> Result<Option<Vec<T>>> {
        // Each first item is put in place when it comes, so that `combine` sees every later one once.
        let mut results: Vec<T> = self.first.iter().map(|&first| items[first as usize]).collect();
        let mut next = 0;
        for (items, groups) in items.chunks(BLOCK).zip(self.group_of.chunks(BLOCK)) {
            poll()?;
            for (&item, &group) in items.iter().zip(groups) {
                if group as usize == next {
                    next += 1;
                    continue;
                }
                let result = &mut results[group as usize];
                match combine(*result, item) {
                    Some(combined) => *result = combined,
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(results))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_folded_in_order() {
        let keys = [5, 3, 5, -2, 3, 5];
        let groups = Groups::of_integers(&keys).unwrap();
        assert_eq!(groups.counts().unwrap(), [3, 2, 1]);
        let items = [1, 10, 2, 100, 20, 3];
        assert_eq!(groups.fold(&items, i64::checked_add).unwrap().unwrap(), [6, 30, 100]);
        assert_eq!(groups.fold(&items, |a, b| Some(a * 10 + b)).unwrap().unwrap(), [123, 120, 100]);
        assert_eq!(groups.fold(&[i64::MAX; 6], i64::checked_add).unwrap(), None);
    }
}

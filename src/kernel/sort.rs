//! Stable grades of compact keys: counting for narrow ranges, radix passes for the rest.
//!
//! Keys are unsigned 64-bit numbers whose order is the order wanted; see the `*_key` functions.

use super::lookup::float_rank;
use crate::control::{Result, poll};

/// The key of an integer.
#[inline]
pub fn integer_key(value: i64) -> u64 {
    value as u64 ^ 1 << 63
}

/// The key of a float; both zeros have the same.
#[inline]
pub fn float_key(value: f64) -> u64 {
    integer_key(float_rank(value))
}

/// The float of a key.
#[inline]
fn float_of_key(key: u64) -> f64 {
    let rank = (key ^ 1 << 63) as i64;
    f64::from_bits(if rank < 0 { i64::MIN.wrapping_sub(rank) } else { rank } as u64)
}

/// Bits of a radix digit.
const DEALT_BITS: u32 = 10;
/// More keys than this do not fit a near cache.
const MANY: usize = 1 << 14;
/// Fewer keys than this are sorted by comparison.
const FEW: usize = 64;
/// Words that the leading bits do not tell apart, up to so many, are put in order one by one.
const SHORT: usize = 16;
/// Keys between two looks at the control block.
const BLOCK: usize = 1 << 16;

/// The positions of the keys in ascending order, equal keys in order of position.
pub fn grade(keys: &[u64]) -> Result<Vec<u32>> {
    refine((0..keys.len() as u32).collect(), keys)
}

/// Sorts an order of positions by their keys, stably: positions of equal keys stay in the order given. Grading by
/// several columns is refining by each of them, the last one first.
pub fn refine(order: Vec<u32>, keys: &[u64]) -> Result<Vec<u32>> {
    if order.len() < FEW {
        let mut order = order;
        order.sort_by_key(|&i| keys[i as usize]);
        return Ok(order);
    }
    let (low, high) = match order.len() == keys.len() {
        true => range(keys)?,
        false => range(&mapped(&order, |i| keys[i as usize])?)?,
    };
    let span = high - low;
    if span == 0 {
        return Ok(order);
    }
    if is_narrow(span, order.len()) {
        return count(&order, keys, low, span as usize + 1);
    }
    by_words(&order, keys, low, span)
}

/// The floats in ascending order. Nothing where a negative zero is among them, which no key tells from the positive one.
pub fn sort_floats(items: &[f64]) -> Result<Option<Vec<f64>>> {
    let mut keys = Vec::with_capacity(items.len());
    for block in items.chunks(BLOCK) {
        poll()?;
        if push_float_keys(block, &mut keys) {
            return Ok(None);
        }
    }
    mapped(&sort_keys(keys)?, float_of_key).map(Some)
}

/// The integers in ascending order.
pub fn sort_integers(items: &[i64]) -> Result<Vec<i64>> {
    let keys = mapped(items, integer_key)?;
    let (low, high) = range(&keys)?;
    if keys.len() < FEW || !is_narrow(high - low, keys.len()) {
        return mapped(&sort_keys(keys)?, |key| integer_key(key as i64) as i64);
    }
    let low = integer_key(low as i64) as i64;
    let high = integer_key(high as i64) as i64;
    let mut counts = vec![0u32; (high - low) as usize + 1];
    for block in items.chunks(BLOCK) {
        poll()?;
        block.iter().for_each(|&item| counts[(item - low) as usize] += 1);
    }
    let mut sorted = vec![0; items.len()];
    let mut places = sorted.iter_mut();
    for (value, &count) in (low..).zip(&counts) {
        places.by_ref().take(count as usize).for_each(|place| *place = value);
    }
    Ok(sorted)
}

/// The positions of integers in ascending or descending order, equal ones in order of position, where they lie in a narrow
/// range.
pub fn grade_narrow(items: &[i64], is_descending: bool) -> Result<Option<Vec<i64>>> {
    let Some((low, high)) = super::lookup::range(items) else { return Ok(None) };
    let span = high.wrapping_sub(low) as u64;
    if !is_narrow(span, items.len()) {
        return Ok(None);
    }
    let slot = |item: i64| if is_descending { high - item } else { item - low } as usize;
    let mut next = vec![0u32; span as usize + 2];
    for block in items.chunks(BLOCK) {
        poll()?;
        block.iter().for_each(|&item| next[slot(item) + 1] += 1);
    }
    let mut start = 0;
    for place in &mut next {
        start += *place;
        *place = start;
    }
    let mut positions = vec![0; items.len()];
    for (block, part) in items.chunks(BLOCK).enumerate() {
        poll()?;
        for (i, &item) in (block * BLOCK..).zip(part) {
            let place = &mut next[slot(item)];
            positions[*place as usize] = i as i64;
            *place += 1;
        }
    }
    Ok(Some(positions))
}

/// Bytes in ascending order.
pub fn sort_bytes(items: &[u8]) -> Vec<u8> {
    let mut counts = [0usize; 256];
    items.iter().for_each(|&item| counts[item as usize] += 1);
    let mut sorted = Vec::with_capacity(items.len());
    for (value, &count) in (0..=u8::MAX).zip(&counts) {
        sorted.resize(sorted.len() + count, value);
    }
    sorted
}

fn sort_keys(mut keys: Vec<u64>) -> Result<Vec<u64>> {
    let (low, high) = range(&keys)?;
    sort_words(&mut keys, low, high.wrapping_sub(low))?;
    Ok(keys)
}

/// Every item through a function.
pub fn mapped<T: Copy, R>(items: &[T], function: impl Fn(T) -> R) -> Result<Vec<R>> {
    let mut out = Vec::with_capacity(items.len());
    for block in items.chunks(BLOCK) {
        poll()?;
        out.extend(block.iter().map(|&item| function(item)));
    }
    Ok(out)
}

/// The least and the greatest key; of none, the first is above the last.
fn range(keys: &[u64]) -> Result<(u64, u64)> {
    let (mut low, mut high) = (u64::MAX, 0);
    for block in keys.chunks(BLOCK) {
        poll()?;
        let (least, greatest) = block_range(block);
        (low, high) = (low.min(least), high.max(greatest));
    }
    Ok((low, high))
}

versions! {
    fn block_range(keys: &[u64]) -> (u64, u64) {
        keys.iter().fold((u64::MAX, 0), |(low, high), &key| (low.min(key), high.max(key)))
    }

    /// Appends the keys of floats, and says whether a negative zero is among them.
    fn push_float_keys(items: &[f64], keys: &mut Vec<u64>) -> bool {
        keys.extend(items.iter().map(|&item| float_key(item)));
        items.iter().fold(false, |any, item| any | (item.to_bits() == 1 << 63))
    }
}

/// Whether values in so wide a range are counted.
fn is_narrow(span: u64, count: usize) -> bool {
    span < (4 * count as u64).min(1 << 20)
}

/// One counting pass over keys in `low..low + span`.
fn count(order: &[u32], keys: &[u64], low: u64, span: usize) -> Result<Vec<u32>> {
    let mut next = vec![0u32; span + 1];
    for block in order.chunks(BLOCK) {
        poll()?;
        block.iter().for_each(|&i| next[(keys[i as usize] - low) as usize + 1] += 1);
    }
    for value in 0..span {
        next[value + 1] += next[value];
    }
    let mut sorted = vec![0; order.len()];
    for block in order.chunks(BLOCK) {
        poll()?;
        for &i in block {
            let slot = &mut next[(keys[i as usize] - low) as usize];
            sorted[*slot as usize] = i;
            *slot += 1;
        }
    }
    Ok(sorted)
}

/// Keys in order, each as a word of its leading bits above its place.
pub struct Words {
    words: Vec<u64>,
    place_bits: u32,
    /// How many low bits of the keys there is no room for.
    left_out: u32,
}

impl Words {
    /// The words of all keys.
    pub fn sorted(keys: &[u64]) -> Result<Words> {
        let (low, high) = range(keys)?;
        Words::of(keys.len(), low, high.wrapping_sub(low), keys.iter().copied())
    }

    /// The words of so many keys, which lie in `low..=low + span`.
    fn of(count: usize, low: u64, span: u64, mut keys: impl Iterator<Item = u64>) -> Result<Words> {
        let last = count.saturating_sub(1) as u64;
        let place_bits = u64::BITS - last.leading_zeros();
        let key_bits = u64::BITS - span.leading_zeros();
        let left_out = (key_bits + place_bits).saturating_sub(u64::BITS);
        let mut words = Vec::with_capacity(count);
        for start in (0..count).step_by(BLOCK) {
            poll()?;
            let keys = keys.by_ref().take(BLOCK).zip(start as u64..);
            words.extend(keys.map(|(key, place)| (key - low) >> left_out << place_bits | place));
        }
        sort_words(&mut words, 0, span >> left_out << place_bits | last)?;
        Ok(Words { words, place_bits, left_out })
    }

    /// The place of a key.
    pub fn place(&self, word: u64) -> u32 {
        (word & ((1 << self.place_bits) - 1)) as u32
    }

    /// Calls `visit` with every run of two or more words each of whose keys may lie at most `reach` above the one before.
    pub fn each_near(&self, reach: u64, mut visit: impl FnMut(&[u64]) -> Result<()>) -> Result<()> {
        let reach = (reach >> self.left_out) + u64::from(self.left_out > 0);
        let mut start = 0;
        for i in 1..=self.words.len() {
            if i % BLOCK == 0 {
                poll()?;
            }
            let goes_on = i < self.words.len()
                && (self.words[i] >> self.place_bits) - (self.words[i - 1] >> self.place_bits) <= reach;
            if !goes_on {
                if i - start > 1 {
                    visit(&self.words[start..i])?;
                }
                start = i;
            }
        }
        Ok(())
    }
}

/// Sorts words that hold the leading bits of the keys above the places of the positions in `order`. Where bits of the keys
/// had to be left out, the words that agree in the others are put in order by the keys themselves.
fn by_words(order: &[u32], keys: &[u64], low: u64, span: u64) -> Result<Vec<u32>> {
    let words = Words::of(order.len(), low, span, order.iter().map(|&i| keys[i as usize]))?;
    let at = |word: u64| order[words.place(word) as usize];
    if words.left_out == 0 {
        return mapped(&words.words, at);
    }
    let mut sorted = Vec::with_capacity(order.len());
    let leading = |word: u64| word >> words.place_bits;
    for run in words.words.chunk_by(|&a, &b| leading(a) == leading(b)) {
        // Within a run the places are in order.
        match run {
            [only] => sorted.push(at(*only)),
            _ => sorted.extend(refine(run.iter().map(|&word| at(word)).collect(), keys)?),
        }
    }
    Ok(sorted)
}

/// Sorts words in `low..=low + span`.
fn sort_words(words: &mut [u64], low: u64, span: u64) -> Result<()> {
    let mut spare = if words.len() < FEW { Vec::new() } else { vec![0; words.len()] };
    sort_beside(words, &mut spare, low, span)
}

/// Sorts words, with a spare slice as long. Many are dealt out by their first bits, so that what remains fits a near cache.
/// Fewer are ordered by as many of their first bits as tell most of them apart, and then within each run that agrees in
/// these.
fn sort_beside(words: &mut [u64], spare: &mut [u64], low: u64, span: u64) -> Result<()> {
    let bits = u64::BITS - span.leading_zeros();
    if words.len() < FEW {
        words.sort_unstable();
    } else if words.len() > MANY {
        let shift = bits.saturating_sub(DEALT_BITS);
        let ends = deal(words, spare, 1 << DEALT_BITS, |word| ((word - low) >> shift) as usize)?;
        let mut start = 0;
        for (digit, &end) in (0..).zip(&ends) {
            let (part, beside) = (&mut spare[start..end as usize], &mut words[start..end as usize]);
            if shift > 0 && part.len() > 1 {
                sort_beside(part, beside, low + (digit << shift), (1 << shift) - 1)?;
            }
            beside.copy_from_slice(part);
            start = end as usize;
        }
    } else if span > 0 {
        let leading = bits.min(words.len().ilog2() + 4);
        let (half, shift) = (leading.div_ceil(2), bits - leading);
        let digits = 1 << half;
        deal(words, spare, digits, |word| ((word - low) >> shift) as usize & (digits - 1))?;
        deal(spare, words, digits, |word| ((word - low) >> shift >> half) as usize)?;
        if shift > 0 {
            sort_runs(words, low, shift)?;
        }
    }
    Ok(())
}

/// Deals words out by a digit below `digits`, at most `1 << DEALT_BITS`, stably, and gives the end of each digit's part.
#[inline(always)]
fn deal(from: &[u64], to: &mut [u64], digits: usize, digit: impl Fn(u64) -> usize) -> Result<[u32; 1 << DEALT_BITS]> {
    const MASK: usize = (1 << DEALT_BITS) - 1;
    let mut places = [0; 1 << DEALT_BITS];
    for block in from.chunks(BLOCK) {
        poll()?;
        block.iter().for_each(|&word| places[digit(word) & MASK] += 1);
    }
    let mut start = 0;
    for place in &mut places[..digits] {
        start += std::mem::replace(place, start);
    }
    for block in from.chunks(BLOCK) {
        poll()?;
        for &word in block {
            let place = &mut places[digit(word) & MASK];
            to[*place as usize] = word;
            *place += 1;
        }
    }
    Ok(places)
}

/// Sorts the runs of words whose bits from `shift` on, counted from `low`, are the same.
fn sort_runs(words: &mut [u64], low: u64, shift: u32) -> Result<()> {
    let leading = |word: u64| (word - low) >> shift;
    let mut i = 1;
    let mut next_poll = BLOCK;
    while i < words.len() {
        if words[i - 1] <= words[i] {
            i += 1;
            continue;
        }
        // The first of a run that is out of order: all of the run is put right at once.
        let run = leading(words[i]);
        let start = words[..i].iter().rposition(|&word| leading(word) != run).map_or(0, |before| before + 1);
        let end = i + words[i..].iter().position(|&word| leading(word) != run).unwrap_or(words.len() - i);
        let words = &mut words[start..end];
        if words.len() <= SHORT {
            insert_each(words)
        } else {
            words.sort_unstable()
        }
        i = end + 1;
        if i > next_poll {
            poll()?;
            next_poll = i + BLOCK;
        }
    }
    Ok(())
}

fn insert_each(words: &mut [u64]) {
    for i in 1..words.len() {
        let word = words[i];
        let mut at = i;
        while at > 0 && words[at - 1] > word {
            words[at] = words[at - 1];
            at -= 1;
        }
        words[at] = word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(keys: &[u64]) {
        let mut expected: Vec<u32> = (0..keys.len() as u32).collect();
        expected.sort_by_key(|&i| keys[i as usize]);
        assert!(grade(keys).unwrap() == expected);
    }

    #[test]
    fn grades_agree_with_a_stable_sort() {
        let mut seed = 7u64;
        let mut next = move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 20
        };
        for count in [0, 1, 2, 199, 200, 3000] {
            check(&(0..count).map(|_| next()).collect::<Vec<_>>());
            check(&(0..count).map(|_| next() % 7).collect::<Vec<_>>());
            check(&(0..count).map(|_| (next() % 50) << 58).collect::<Vec<_>>());
            check(&(0..count).map(|_| integer_key(next() as i64 - (1 << 43))).collect::<Vec<_>>());
        }
    }

    #[test]
    fn sorts_agree_with_the_standard_library() {
        let mut seed = 3u64;
        let mut next = move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 20
        };
        for count in [0, 1, 2, 63, 64, 1000, 5000] {
            let words: Vec<i64> = (0..count).map(|_| next() as i64).collect();
            for shift in [0, 20, 30, 40, 44] {
                let integers: Vec<i64> = words.iter().map(|&word| (word >> shift) - (1 << 10)).collect();
                let floats: Vec<f64> = words.iter().map(|&word| ((word >> shift) - 300) as f64 / 7.0).collect();
                let mut outlying = integers.clone();
                outlying.extend([i64::MIN, i64::MAX]);
                for integers in [integers, outlying] {
                    let mut expected = integers.clone();
                    expected.sort_unstable();
                    assert!(sort_integers(&integers).unwrap() == expected);
                    check(&integers.iter().map(|&item| integer_key(item)).collect::<Vec<_>>());
                    let mut order: Vec<i64> = (0..integers.len() as i64).collect();
                    order.sort_by_key(|&i| integers[i as usize]);
                    assert!(grade_narrow(&integers, false).unwrap().is_none_or(|grade| grade == order));
                    order.sort_unstable_by_key(|&i| (std::cmp::Reverse(integers[i as usize]), i));
                    assert!(grade_narrow(&integers, true).unwrap().is_none_or(|grade| grade == order));
                }
                let mut expected = floats.clone();
                expected.sort_unstable_by(f64::total_cmp);
                assert!(sort_floats(&floats).unwrap().unwrap() == expected);
                let bytes: Vec<u8> = words.iter().map(|&word| (word >> shift) as u8).collect();
                let mut expected = bytes.clone();
                expected.sort_unstable();
                assert!(sort_bytes(&bytes) == expected);
            }
        }
        assert!(sort_floats(&[1.0, -0.0]).unwrap().is_none());
        let ends = [f64::INFINITY, f64::NEG_INFINITY, 0.0, f64::MAX, -5e-324];
        let repeated: Vec<f64> = ends.iter().cycle().take(200).copied().collect();
        let mut expected = repeated.clone();
        expected.sort_unstable_by(f64::total_cmp);
        assert!(sort_floats(&repeated).unwrap().unwrap() == expected);
    }

    #[test]
    fn keys_keep_the_order_of_floats() {
        let floats = [f64::NEG_INFINITY, -1.5, -1.0, -5e-324, 0.0, 5e-324, 1.0, f64::INFINITY];
        assert!(floats.windows(2).all(|pair| float_key(pair[0]) < float_key(pair[1])));
        assert_eq!(float_key(0.0), float_key(-0.0));
    }
}

//! Hashes of whole cells that agree with tolerant match: cells that match have a hash in common.
//!
//! Exact parts of a cell (shape, characters, functions) enter its hash as they are. A number enters by the bucket of its
//! magnitude. A number so near to a border of its bucket that a tolerantly equal one may lie beyond it gives the cell a
//! second hash to be looked up by; cells with many such numbers are compared with all others instead.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::FixedState;
use smallvec::{SmallVec, smallvec};

use crate::array::compare::nested;
use crate::array::{Array, Items, Value};
use crate::kernel::lookup::{REACH, float_rank};
use crate::number::{Number, tolerance};

/// Buckets are wide, so that few numbers lie near a border.
const BUCKET_BITS: u32 = 22;
/// How many numbers near a border a cell may have before it is compared with everything.
const MOST_BORDERS: usize = 4;

/// The hashes under which the partners of a cell may be stored: the first is its own.
pub enum CellHashes {
    /// The cell's own hash, then those of its neighbours.
    Few(SmallVec<[u64; 2]>),
    /// Too many to list; the cell's own hash.
    Many(u64),
}

impl CellHashes {
    /// The hash under which the cell itself is stored.
    pub fn own(&self) -> u64 {
        match self {
            CellHashes::Few(hashes) => hashes[0],
            CellHashes::Many(own) => *own,
        }
    }
}

/// Collects what a cell is made of, and hashes it.
#[derive(Default)]
pub struct CellHasher {
    tokens: Vec<u64>,
    /// Token number and the alternative token, for numbers near a border.
    borders: Vec<(usize, u64)>,
}

impl CellHasher {
    /// The hashes of one cell.
    pub fn hash(&mut self, cell: &Value) -> CellHashes {
        self.tokens.clear();
        self.borders.clear();
        self.value(cell);
        let own = hash_tokens(&self.tokens);
        if self.borders.len() > MOST_BORDERS {
            return CellHashes::Many(own);
        }
        let mut hashes: SmallVec<[u64; 2]> = smallvec![own];
        for choice in 1..1usize << self.borders.len() {
            let swap = |hasher: &mut CellHasher| {
                for (i, (token, other)) in hasher.borders.iter_mut().enumerate() {
                    if choice >> i & 1 == 1 {
                        std::mem::swap(&mut hasher.tokens[*token], other);
                    }
                }
            };
            swap(self);
            hashes.push(hash_tokens(&self.tokens));
            swap(self);
        }
        CellHashes::Few(hashes)
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Int(value) => self.magnitude((*value as f64).abs()),
            Value::Float(value) => self.magnitude(value.abs()),
            Value::Complex(value) => self.magnitude(value.norm()),
            Value::Exact(value) => {
                let float = tolerance::real_float(&Number::Exact(value.clone())).unwrap_or(f64::INFINITY);
                self.magnitude(float.abs());
            }
            Value::Char(value) => self.tokens.push(1 << 40 | *value as u64),
            Value::Function(function) => self.tokens.push(1 << 41 | function.identity() as u64),
            Value::Array(array) => nested(|| self.array(array)),
        }
    }

    fn array(&mut self, array: &Array) {
        self.tokens.push(1 << 42 | array.rank() as u64);
        self.tokens.extend(array.shape().iter().map(|&length| length as u64));
        if array.layout().has_keys() {
            return self.keyed(array);
        }
        match array.items() {
            Items::Bit(bits) => bits.iter().for_each(|bit| self.magnitude(bit as u8 as f64)),
            Items::I64(items) => items.iter().for_each(|&item| self.magnitude((item as f64).abs())),
            Items::F64(items) => items.iter().for_each(|&item| self.magnitude(item.abs())),
            Items::C64(items) => items.iter().for_each(|item| self.magnitude(item.norm())),
            Items::Char8(items) => self.tokens.extend(items.iter().map(|&byte| 1 << 40 | byte as u64)),
            Items::Char32(items) => self.tokens.extend(items.iter().map(|&character| 1 << 40 | character as u64)),
            Items::Mixed(items) => items.iter().for_each(|item| self.value(item)),
        }
    }

    /// Items of keyed arrays pair by key: they enter in the order of their keys.
    fn keyed(&mut self, array: &Array) {
        let mut positions = vec![0];
        for (axis, &length) in array.shape().iter().enumerate() {
            let mut order: Vec<usize> = (0..length).collect();
            if let Some(keys) = array.layout().keys(axis) {
                // Positions without a key stay in order behind the others.
                order.sort_by_key(|&p| (keys.get(p).is_none(), keys.get(p)));
                let keys = order.iter().filter_map(|&p| keys.get(p));
                self.tokens.extend(keys.map(|key| FixedState::default().hash_one(&**key)));
            }
            positions = positions.iter().flat_map(|&base| order.iter().map(move |&p| base * length + p)).collect();
        }
        positions.into_iter().for_each(|p| self.value(&array.item(p)));
    }

    fn magnitude(&mut self, magnitude: f64) {
        let rank = float_rank(magnitude);
        let bucket = |rank: i64| rank.wrapping_add(1 << (BUCKET_BITS - 1)) as u64 >> BUCKET_BITS;
        let own = bucket(rank);
        let neighbours = [bucket(rank.saturating_sub(REACH)), bucket(rank.saturating_add(REACH))];
        if let Some(other) = neighbours.into_iter().find(|&near| near != own)
            && magnitude != 0.0
        {
            self.borders.push((self.tokens.len(), other));
        }
        self.tokens.push(own);
    }
}

fn hash_tokens(tokens: &[u64]) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    tokens.iter().for_each(|&token| hasher.write_u64(token));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(value: &Value) -> u64 {
        CellHasher::default().hash(value).own()
    }

    #[test]
    fn matching_cells_share_a_hash() {
        let exact = Value::Array(Array::integers(vec![4, 5]));
        let float = Value::Array(Array::floats(vec![4.0, 5.0 + 4e-15]));
        assert_eq!(own(&exact), own(&float));
        assert_ne!(own(&exact), own(&Value::Array(Array::integers(vec![5, 4]))));
        assert_ne!(own(&Value::Int(5)), own(&Value::Array(Array::scalar(Value::Int(5)))));
    }

    #[test]
    fn numbers_near_a_border_are_found_from_both_sides() {
        let border = 1.0f64.to_bits() + (1 << (BUCKET_BITS - 1));
        let (below, above) = (f64::from_bits(border - 3), f64::from_bits(border + 3));
        assert_ne!(own(&Value::Float(below)), own(&Value::Float(above)));
        let CellHashes::Few(hashes) = CellHasher::default().hash(&Value::Float(above)) else { panic!("one number") };
        assert!(hashes.contains(&own(&Value::Float(below))));
        let many = Value::Array(Array::floats(vec![above; 9]));
        assert!(matches!(CellHasher::default().hash(&many), CellHashes::Many(_)));
    }
}

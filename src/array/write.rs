//! Writing into arrays: items take the place of others, in place where nobody else holds the array.
//!
//! Kinds of numbers follow rule J: the widest lane of the array and of what is written, when both are compact (and the
//! whole array converts); otherwise mixed, and every item keeps its kind. Exact integers beside nothing but infinities
//! stay exact in a mixed storage.

use std::sync::Arc;

use super::array::Facts;
use super::storage::{is_infinite, joined_lane, lane_of};
use super::{Array, Bits, Buffer, Domain, Item, Lane, Layout, Storage, Value};

/// The lane that items of `lane` need in `storage`, by rule J; `infinite` says that they are all infinities.
fn lane_after(storage: &Storage, lane: Lane, infinite: bool) -> Lane {
    let own = storage.lane();
    let kept_exact = match (own.domain(), lane.domain()) {
        (Domain::Integer, Domain::Float | Domain::Complex) => infinite,
        (Domain::Float | Domain::Complex, Domain::Integer) => is_infinite(storage),
        _ => false,
    };
    if kept_exact { Lane::Mixed } else { joined_lane(own, lane) }
}

/// The lane of an item that is written on its own: truth values stay bits in bits.
fn lane_in(storage: &Storage, item: &Value) -> Lane {
    match (storage, item) {
        (Storage::Bit(_), Value::Int(0 | 1)) => Lane::Bit,
        (_, item) => lane_of(item),
    }
}

/// The item as it lies in a lane that holds it after conversion.
fn convert<T: Item>(item: &Value) -> T {
    let wider = |number: f64| T::from_value(&Value::Float(number));
    let converted = match item {
        Value::Int(number) => T::from_value(item).or_else(|| wider(*number as f64)),
        _ => T::from_value(item),
    };
    converted.expect("the lane holds the item")
}

impl Storage {
    /// The lane after this item is written.
    pub fn lane_with(&self, item: &Value) -> Lane {
        let infinite = matches!(item, Value::Float(number) if number.is_infinite());
        lane_after(self, lane_in(self, item), infinite)
    }

    /// The lane after items of `part` are written.
    pub fn lane_with_part(&self, part: &Storage) -> Lane {
        if part.is_empty() { self.lane() } else { lane_after(self, part.lane(), is_infinite(part)) }
    }

    fn widen_to(&mut self, lane: Lane) {
        if self.lane() != lane {
            *self = std::mem::replace(self, Storage::empty_placeholder()).widen(lane);
        }
    }

    /// Writes one item to each of these positions.
    pub fn fill_at(&mut self, positions: &[usize], item: &Value) {
        fn of<T: Item>(items: &mut Buffer<T>, positions: &[usize], item: T) {
            let items = items.make_mut();
            positions.iter().for_each(|&position| items[position] = item.clone());
        }
        self.widen_to(self.lane_with(item));
        match self {
            Storage::Bit(bits) => positions.iter().for_each(|&position| bits.set(position, is_one(item))),
            Storage::I64(items) => of(items, positions, convert(item)),
            Storage::F64(items) => of(items, positions, convert(item)),
            Storage::C64(items) => of(items, positions, convert(item)),
            Storage::Char8(items) => of(items, positions, convert(item)),
            Storage::Char32(items) => of(items, positions, convert(item)),
            Storage::Mixed(items) => of(items, positions, item.clone()),
        }
    }

    /// Writes the items of `part` to these positions, one after the other.
    pub fn scatter(&mut self, positions: &[usize], part: &Storage) {
        fn of<T: Item>(items: &mut Buffer<T>, positions: &[usize], part: &Buffer<T>) {
            let items = items.make_mut();
            positions.iter().zip(part.iter()).for_each(|(&position, item)| items[position] = item.clone());
        }
        debug_assert_eq!(positions.len(), part.len());
        let lane = self.lane_with_part(part);
        self.widen_to(lane);
        match (self, part.clone().widen(lane)) {
            (Storage::Bit(bits), Storage::Bit(part)) => scatter_bits(bits, positions, &part),
            (Storage::I64(items), Storage::I64(part)) => of(items, positions, &part),
            (Storage::F64(items), Storage::F64(part)) => of(items, positions, &part),
            (Storage::C64(items), Storage::C64(part)) => of(items, positions, &part),
            (Storage::Char8(items), Storage::Char8(part)) => of(items, positions, &part),
            (Storage::Char32(items), Storage::Char32(part)) => of(items, positions, &part),
            (Storage::Mixed(items), Storage::Mixed(part)) => of(items, positions, &part),
            _ => unreachable!("both are of one lane"),
        }
    }

    /// Adds one item at the end.
    fn push(&mut self, item: Value) {
        if self.is_empty() {
            *self = Storage::collect(vec![item]);
            return;
        }
        self.widen_to(self.lane_with(&item));
        match self {
            Storage::Bit(bits) => bits.extend(&Bits::from_bools([is_one(&item)])),
            Storage::I64(items) => items.push(convert(&item)),
            Storage::F64(items) => items.push(convert(&item)),
            Storage::C64(items) => items.push(convert(&item)),
            Storage::Char8(items) => items.push(convert(&item)),
            Storage::Char32(items) => items.push(convert(&item)),
            Storage::Mixed(items) => items.push(item),
        }
    }
}

fn scatter_bits(bits: &mut Bits, positions: &[usize], part: &Bits) {
    for (&position, bit) in positions.iter().zip(part.iter()) {
        bits.set(position, bit);
    }
}

impl Array {
    /// Writes one item at a position.
    pub fn set(&mut self, position: usize, item: &Value) {
        let overwritten = Facts::around(&self.item(position));
        self.edit(|_, storage| storage.fill_at(&[position], item), Facts::around(item), Some(overwritten));
    }

    /// Writes an atom at a position and returns true, where nobody else holds the items and their lane is just the one
    /// for the atom; writes nothing and returns false elsewhere.
    #[inline]
    pub fn set_in_place(&mut self, position: usize, atom: &Value) -> bool {
        fn set<T: Item>(items: &mut Buffer<T>, position: usize, item: T) -> bool {
            let unique = items.is_unique();
            if unique {
                items.make_mut()[position] = item;
            }
            unique
        }
        match (self.own_storage(), atom) {
            (Some(Storage::I64(items)), Value::Int(item)) => set(items, position, *item),
            (Some(Storage::F64(items)), Value::Float(item)) if item.is_finite() => set(items, position, *item),
            (Some(Storage::Char32(items)), Value::Char(item)) => set(items, position, *item),
            (Some(Storage::Char8(items)), Value::Char(item)) => match u8::try_from(*item as u32) {
                Ok(item) => set(items, position, item),
                Err(_) => false,
            },
            _ => false,
        }
    }

    /// Writes one item to each of these positions.
    pub fn fill_at(&mut self, positions: &[usize], item: &Value) {
        self.edit(|_, storage| storage.fill_at(positions, item), Facts::around(item), None);
    }

    /// Writes the items of `part` to these positions, one after the other.
    pub fn scatter(&mut self, positions: &[usize], part: &Storage) {
        self.edit(|_, storage| storage.scatter(positions, part), Facts::of(part), None);
    }

    /// Changes the item at a position of a mixed array, taken out of it meanwhile so that it can be written in place.
    pub fn update(&mut self, position: usize, change: impl FnOnce(&mut Value)) {
        let before = Facts::around(&self.item(position));
        if self.storage().lane() != Lane::Mixed {
            let mut item = self.item(position);
            change(&mut item);
            return self.set(position, &item);
        }
        let mut item = Value::Int(0);
        let swap = |array: &mut Array, item: &mut Value, written: Facts| {
            let mut write = |storage: &mut Storage| {
                let Storage::Mixed(items) = storage else { unreachable!("the array is mixed") };
                std::mem::swap(&mut items.make_mut()[position], item);
            };
            array.edit(|_, storage| write(storage), written, Some(before));
        };
        // The place holder counts as what it replaces until the changed item comes back.
        swap(self, &mut item, before);
        change(&mut item);
        let after = Facts::around(&item);
        swap(self, &mut item, after);
    }

    /// Adds items at the end of a vector without keys and name.
    pub fn extend(&mut self, items: &Storage) {
        let written = Facts::of(items);
        let extend = |layout: &mut Layout, storage: &mut Storage| {
            if storage.is_empty() {
                *storage = items.clone();
            } else {
                let lane = storage.lane_with_part(items);
                storage.widen_to(lane);
                storage.extend(&items.clone().widen(lane));
            }
            *layout = Layout::vector(storage.len());
        };
        self.edit(extend, written, Some(Facts::NONE));
    }

    /// Adds an item at the end of a vector without keys and name that has items already.
    pub fn push(&mut self, item: &Value) {
        let longer = Layout::vector(self.len() + 1);
        let push = |layout: &mut Layout, storage: &mut Storage| {
            *layout = longer;
            storage.push(item.clone());
        };
        self.edit(push, Facts::around(item), Some(Facts::NONE));
    }

    /// Adds the items of `tail`, which lie in the same lane and are at least one, in a layout for all of them.
    pub fn append(&mut self, layout: Layout, tail: &Storage) {
        if self.is_empty() {
            *self = Array::new(layout, tail.clone());
            return;
        }
        let append = |own: &mut Layout, storage: &mut Storage| {
            *own = layout;
            storage.extend(tail);
        };
        self.edit(append, Facts::of(tail), Some(Facts::NONE));
    }

    /// Adds the items of `head`, which lie in the same lane, or of any lane before mixed ones, to the front of an array that
    /// is not empty, in a layout for all of them.
    pub fn prepend(&mut self, layout: Layout, head: &Storage) {
        let prepend = |own: &mut Layout, storage: &mut Storage| {
            *own = layout;
            storage.prepend(head);
        };
        self.edit(prepend, Facts::of(head), Some(Facts::NONE));
    }

    /// Adds an item with a key at the end of a vector. The key must be new.
    pub fn push_keyed(&mut self, key: Arc<str>, item: Value) {
        let written = Facts::around(&item);
        // No item is overwritten, so the others stay as they are.
        let overwritten = Some(Facts::NONE);
        let push = |layout: &mut Layout, storage: &mut Storage| {
            layout.push_position(key);
            storage.push(item);
        };
        self.edit(push, written, overwritten);
    }
}

fn is_one(item: &Value) -> bool {
    matches!(item, Value::Int(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::Items;

    fn storage_of(array: &Array) -> Lane {
        array.storage().lane()
    }

    #[test]
    fn writing_converts_by_rule_j() {
        let mut array = Array::integers(vec![0, 1, 2]);
        array.set(1, &Value::Float(0.25));
        assert!(matches!(array.items(), Items::F64([0.0, 0.25, 2.0])));
        array.set(0, &Value::Int(9));
        assert!(matches!(array.items(), Items::F64([9.0, 0.25, 2.0])));
        let mut array = Array::integers(vec![0, 1, 2]);
        array.set(2, &Value::Float(f64::INFINITY));
        assert_eq!(storage_of(&array), Lane::Mixed);
        array.set(2, &Value::Int(3));
        assert_eq!(storage_of(&array), Lane::Mixed);
        let mut array = Array::floats(vec![f64::INFINITY, f64::INFINITY]);
        array.set(0, &Value::Int(5));
        assert!(matches!(array.item(0), Value::Int(5)));
        let mut bits = Array::new(Layout::vector(2), Storage::Bit(Bits::from_bools([true, false])));
        bits.set(1, &Value::Int(1));
        assert_eq!(storage_of(&bits), Lane::Bit);
        bits.scatter(&[0], &Storage::I64(vec![7].into()));
        assert!(matches!(bits.items(), Items::I64([7, 1])));
        let mut text = Array::string("ab");
        text.set(0, &Value::Char('√'));
        assert_eq!(text.storage().text().unwrap(), "√b");
    }

    #[test]
    fn a_unique_array_is_written_in_place() {
        let mut array = Array::integers((0..1000).collect());
        let Items::I64(before) = array.items() else { panic!() };
        let before = before.as_ptr();
        array.set(5, &Value::Int(-1));
        array.scatter(&[1, 2], &Storage::I64(vec![8, 9].into()));
        let Items::I64(after) = array.items() else { panic!() };
        assert_eq!(before, after.as_ptr());
        let copy = array.clone();
        array.set(0, &Value::Int(77));
        assert!(matches!((copy.item(0), array.item(0)), (Value::Int(0), Value::Int(77))));
    }

    #[test]
    fn depth_follows_writes() {
        let vector = |n: i64| Value::Array(Array::integers(vec![n]));
        let mut array = Array::vector(vec![vector(1), vector(2)]);
        array.set(0, &Value::Int(4));
        assert_eq!(array.depth(), 2);
        array.set(1, &Value::Int(4));
        assert_eq!(array.depth(), 1);
        array.set(1, &Value::Array(Array::vector(vec![vector(1)])));
        assert_eq!(array.depth(), 3);
        array.update(1, |item| *item = Value::Char('x'));
        assert_eq!(array.depth(), 1);
        array.update(0, |item| *item = vector(3));
        assert_eq!(array.depth(), 2);
    }

    #[test]
    fn nested_items_are_written_in_place() {
        let mut array = Array::vector(vec![Value::Array(Array::integers(vec![1, 2, 3])), Value::Int(0)]);
        let pointer = |array: &Array| match array.item(0).as_array().unwrap().items() {
            Items::I64(items) => items.as_ptr(),
            _ => panic!(),
        };
        let before = pointer(&array);
        array.update(0, |item| {
            let Value::Array(inner) = item else { panic!() };
            inner.set(2, &Value::Int(9));
        });
        assert_eq!(pointer(&array), before);
    }

    #[test]
    fn keyed_items_are_added_at_the_end() {
        let mut array = Array::zilde();
        for i in 0..20 {
            array.push_keyed(format!("k{i}").into(), Value::Int(i));
        }
        assert_eq!(array.shape(), [20]);
        assert_eq!(storage_of(&array), Lane::I64);
        assert_eq!(array.layout().keys(0).unwrap().position("k17"), Some(17));
        let copy = array.clone();
        array.push_keyed("last".into(), Value::Char('c'));
        assert_eq!((copy.len(), array.len()), (20, 21));
        assert_eq!(array.layout().keys(0).unwrap().position("last"), Some(20));
        assert!(copy.layout().keys(0).unwrap().position("last").is_none());
    }
}

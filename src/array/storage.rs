//! How the items of an array lie in memory: one typed lane for all of them, or mixed values.
//!
//! This file is the one dispatch over lanes. Other code asks for a typed view with [`Storage::items`], or writes one
//! generic expression for all lanes with [`each_lane!`].

use std::sync::{Arc, LazyLock};

use num_complex::Complex64;

use super::{Bits, Buffer, Value};
use crate::number::Number;

/// The items of an array in ravel order.
///
/// The lane is not the domain: exact integers may lie in `Bit` or `I64`, and characters in `Char8` (code points below
/// 256) or `Char32`. `C64` also holds reals (imaginary part 0). `Mixed` may hold anything, also items that a compact
/// lane could hold: an array that has become mixed stays so under operations that only move items.
#[derive(Clone, Debug)]
pub enum Storage {
    /// Exact integers 0 and 1.
    Bit(Bits),
    /// Exact integers of 64 bits.
    I64(Buffer<i64>),
    /// Approximate reals.
    F64(Buffer<f64>),
    /// Complex numbers and approximate reals.
    C64(Buffer<Complex64>),
    /// Characters with code points below 256.
    Char8(Buffer<u8>),
    /// Characters.
    Char32(Buffer<char>),
    /// Anything.
    Mixed(Buffer<Value>),
}

/// A borrowed typed view of the items of a [`Storage`].
#[derive(Clone, Copy, Debug)]
pub enum Items<'a> {
    /// Exact integers 0 and 1.
    Bit(&'a Bits),
    /// Exact integers of 64 bits.
    I64(&'a [i64]),
    /// Approximate reals.
    F64(&'a [f64]),
    /// Complex numbers and approximate reals.
    C64(&'a [Complex64]),
    /// Characters with code points below 256.
    Char8(&'a [u8]),
    /// Characters.
    Char32(&'a [char]),
    /// Anything.
    Mixed(&'a [Value]),
}

/// The lanes, narrowest first within a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// See [`Storage::Bit`].
    Bit,
    /// See [`Storage::I64`].
    I64,
    /// See [`Storage::F64`].
    F64,
    /// See [`Storage::C64`].
    C64,
    /// See [`Storage::Char8`].
    Char8,
    /// See [`Storage::Char32`].
    Char32,
    /// See [`Storage::Mixed`].
    Mixed,
}

/// What kind of items a lane holds, as the language sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Exact integers of 64 bits.
    Integer,
    /// Approximate reals.
    Float,
    /// Complex numbers.
    Complex,
    /// Characters.
    Character,
    /// Anything.
    Mixed,
}

impl Lane {
    /// The domain of its items.
    pub fn domain(self) -> Domain {
        match self {
            Lane::Bit | Lane::I64 => Domain::Integer,
            Lane::F64 => Domain::Float,
            Lane::C64 => Domain::Complex,
            Lane::Char8 | Lane::Char32 => Domain::Character,
            Lane::Mixed => Domain::Mixed,
        }
    }
}

/// An item type of a lane: how one item becomes a [`Value`], and how a buffer of them becomes a [`Storage`].
pub trait Item: Clone + Send + Sync + 'static {
    /// The item as a value.
    fn to_value(&self) -> Value;
    /// A storage of these items.
    fn store(items: Buffer<Self>) -> Storage;
    /// The fill of the lane. For mixed values the caller must supply the fill of the array instead.
    fn blank() -> Self;
    /// The item that a value is, where the lane can hold it.
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! item {
    ($type:ty, $lane:ident, $blank:expr, |$item:ident| $to:expr, |$value:ident| $from:expr) => {
        impl Item for $type {
            #[inline]
            fn to_value(&self) -> Value {
                let $item = self;
                $to
            }
            fn store(items: Buffer<Self>) -> Storage {
                Storage::$lane(items)
            }
            fn blank() -> Self {
                $blank
            }
            #[inline]
            fn from_value($value: &Value) -> Option<Self> {
                $from
            }
        }
    };
}

item!(i64, I64, 0, |item| Value::Int(*item), |value| match value {
    Value::Int(value) => Some(*value),
    _ => None,
});
item!(f64, F64, 0.0, |item| Value::Float(*item), |value| match value {
    Value::Float(value) => Some(*value),
    _ => None,
});
item!(
    Complex64,
    C64,
    Complex64::new(0.0, 0.0),
    |item| if item.im == 0.0 { Value::Float(item.re) } else { Value::Complex(Arc::new(*item)) },
    |value| match value {
        Value::Float(value) => Some(Complex64::new(*value, 0.0)),
        Value::Complex(value) => Some(**value),
        _ => None,
    }
);
item!(u8, Char8, b' ', |item| Value::Char(*item as char), |value| match value {
    Value::Char(value) => u8::try_from(*value as u32).ok(),
    _ => None,
});
item!(char, Char32, ' ', |item| Value::Char(*item), |value| match value {
    Value::Char(value) => Some(*value),
    _ => None,
});
item!(Value, Mixed, Value::Int(0), |item| item.clone(), |value| Some(value.clone()));

/// Runs one expression for whatever lane a storage has: `each_lane!(storage, items => expr; bits => expr)`. `items` is
/// the [`Buffer`] of the lane by reference, generic in its item type; `bits` the [`Bits`].
#[macro_export]
macro_rules! each_lane {
    ($storage:expr, $items:ident => $body:expr; $bits:ident => $bit_body:expr) => {
        match $storage {
            $crate::array::Storage::Bit($bits) => $bit_body,
            $crate::array::Storage::I64($items) => $body,
            $crate::array::Storage::F64($items) => $body,
            $crate::array::Storage::C64($items) => $body,
            $crate::array::Storage::Char8($items) => $body,
            $crate::array::Storage::Char32($items) => $body,
            $crate::array::Storage::Mixed($items) => $body,
        }
    };
}

fn take<T: Item>(items: &Buffer<T>, positions: &[usize]) -> Storage {
    T::store(Buffer::from(positions.iter().map(|&p| items[p].clone()).collect::<Vec<T>>()))
}

impl Storage {
    /// No items of this lane.
    pub fn empty(lane: Lane) -> Storage {
        match lane {
            Lane::Bit => Storage::Bit(Bits::new(Vec::new(), 0)),
            Lane::I64 => Storage::I64(Vec::new().into()),
            Lane::F64 => Storage::F64(Vec::new().into()),
            Lane::C64 => Storage::C64(Vec::new().into()),
            Lane::Char8 => Storage::Char8(Vec::new().into()),
            Lane::Char32 => Storage::Char32(Vec::new().into()),
            Lane::Mixed => Storage::Mixed(Vec::new().into()),
        }
    }

    /// Stands in for a storage that has been taken away. Allocates only once in the life of the process.
    pub(crate) fn empty_placeholder() -> Storage {
        static EMPTY: LazyLock<Storage> = LazyLock::new(|| Storage::empty(Lane::I64));
        EMPTY.clone()
    }

    /// The lane.
    pub fn lane(&self) -> Lane {
        match self {
            Storage::Bit(_) => Lane::Bit,
            Storage::I64(_) => Lane::I64,
            Storage::F64(_) => Lane::F64,
            Storage::C64(_) => Lane::C64,
            Storage::Char8(_) => Lane::Char8,
            Storage::Char32(_) => Lane::Char32,
            Storage::Mixed(_) => Lane::Mixed,
        }
    }

    /// The number of items.
    #[inline]
    pub fn len(&self) -> usize {
        each_lane!(self, items => items.len(); bits => bits.len())
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A typed view of the items.
    #[inline]
    pub fn items(&self) -> Items<'_> {
        match self {
            Storage::Bit(bits) => Items::Bit(bits),
            Storage::I64(items) => Items::I64(items),
            Storage::F64(items) => Items::F64(items),
            Storage::C64(items) => Items::C64(items),
            Storage::Char8(items) => Items::Char8(items),
            Storage::Char32(items) => Items::Char32(items),
            Storage::Mixed(items) => Items::Mixed(items),
        }
    }

    /// Item `i`.
    #[inline]
    pub fn get(&self, i: usize) -> Value {
        each_lane!(self, items => items[i].to_value(); bits => Value::Int(bits.get(i) as i64))
    }

    /// All items as values.
    pub fn to_values(&self) -> Vec<Value> {
        each_lane!(self, items => items.iter().map(Item::to_value).collect();
            bits => bits.iter().map(|bit| Value::Int(bit as i64)).collect())
    }

    /// `len` items from `start`, sharing the buffer (bits are copied).
    pub fn slice(&self, start: usize, len: usize) -> Storage {
        fn of<T: Item>(items: &Buffer<T>, start: usize, len: usize) -> Storage {
            T::store(items.slice(start, len))
        }
        each_lane!(self, items => of(items, start, len); bits => Storage::Bit(bits.slice(start, len)))
    }

    /// The items at these positions, all in range.
    pub fn select(&self, positions: &[usize]) -> Storage {
        each_lane!(self, items => take(items, positions);
            bits => Storage::Bit(Bits::from_bools(positions.iter().map(|&p| bits.get(p)))))
    }

    /// The items at these positions, with `fill` where there is no position. The lane stays unless it cannot hold the
    /// fill.
    pub fn select_or_fill(&self, positions: &[Option<usize>], fill: &Value) -> Storage {
        fn of<T: Item>(items: &[T], positions: &[Option<usize>], fill: T) -> Storage {
            let pick = |p: &Option<usize>| p.map_or_else(|| fill.clone(), |p| items[p].clone());
            T::store(Buffer::from(positions.iter().map(pick).collect::<Vec<T>>()))
        }
        fn with_value<T: Item>(items: &[T], positions: &[Option<usize>], fill: &Value) -> Option<Storage> {
            T::from_value(fill).map(|fill| of(items, positions, fill))
        }
        let same_lane = each_lane!(self, items => with_value(items, positions, fill); bits => match fill {
            Value::Int(fill @ (0 | 1)) => {
                let pick = |p: &Option<usize>| p.map_or(*fill == 1, |p| bits.get(p));
                Some(Storage::Bit(Bits::from_bools(positions.iter().map(pick))))
            }
            Value::Int(_) => with_value(&bits.to_integers(), positions, fill),
            _ => None,
        });
        same_lane.unwrap_or_else(|| of(&self.to_values(), positions, fill.clone()))
    }

    /// Adds the items of `head`, which lie in the same lane, at the front, in place when nobody else holds the buffer. Mixed
    /// items take a head of any lane.
    pub fn prepend(&mut self, head: &Storage) {
        fn of<T: Item>(items: &mut Buffer<T>, head: &[T]) {
            items.prepend(head, T::blank());
        }
        match (self, head.items()) {
            (Storage::I64(items), Items::I64(head)) => of(items, head),
            (Storage::F64(items), Items::F64(head)) => of(items, head),
            (Storage::C64(items), Items::C64(head)) => of(items, head),
            (Storage::Char8(items), Items::Char8(head)) => of(items, head),
            (Storage::Char32(items), Items::Char32(head)) => of(items, head),
            (Storage::Mixed(items), Items::Mixed(head)) => of(items, head),
            (Storage::Mixed(items), _) => of(items, &head.to_values()),
            (storage, _) => {
                let mut all = head.clone();
                all.extend(storage);
                *storage = all;
            }
        }
    }

    /// Appends the items of `tail`, which lie in the same lane, in place when nobody else holds the buffer.
    pub fn extend(&mut self, tail: &Storage) {
        match (self, tail.items()) {
            (Storage::Bit(head), Items::Bit(tail)) => head.extend(tail),
            (Storage::I64(head), Items::I64(tail)) => head.extend_from_slice(tail),
            (Storage::F64(head), Items::F64(tail)) => head.extend_from_slice(tail),
            (Storage::C64(head), Items::C64(tail)) => head.extend_from_slice(tail),
            (Storage::Char8(head), Items::Char8(tail)) => head.extend_from_slice(tail),
            (Storage::Char32(head), Items::Char32(tail)) => head.extend_from_slice(tail),
            (Storage::Mixed(head), Items::Mixed(tail)) => head.extend_from_slice(tail),
            (head, _) => panic!("items of lane {:?} do not follow lane {:?}", tail.lane(), head.lane()),
        }
    }

    /// How many bytes adding so many items of its lane at the end allocates.
    pub fn growth(&self, more: usize) -> usize {
        each_lane!(self, items => items.growth(more); bits => bits.growth(more))
    }

    /// Cycles through the items until there are `count`. There must be at least one item, unless `count` is 0.
    pub fn cycle(&self, count: usize) -> Storage {
        fn of<T: Item>(items: &Buffer<T>, count: usize) -> Storage {
            if count <= items.len() {
                return T::store(items.slice(0, count));
            }
            let mut out: Vec<T> = Vec::with_capacity(count);
            while out.len() < count {
                let take = (count - out.len()).min(items.len());
                out.extend_from_slice(&items[..take]);
            }
            T::store(out.into())
        }
        each_lane!(self, items => of(items, count); bits => {
            if count <= bits.len() {
                Storage::Bit(bits.slice(0, count))
            } else if bits.count() == 0 || bits.count() == bits.len() {
                let word = if bits.count() == 0 { 0 } else { u64::MAX };
                Storage::Bit(Bits::new(vec![word; count.div_ceil(64)], count))
            } else {
                Storage::Bit(Bits::from_bools(bits.iter().collect::<Vec<_>>().into_iter().cycle().take(count)))
            }
        })
    }

    /// `count` copies of one item, in the narrowest lane for it.
    pub fn repeat(item: &Value, count: usize) -> Storage {
        match item {
            Value::Int(bit @ (0 | 1)) => {
                let word = if *bit == 0 { 0 } else { u64::MAX };
                Storage::Bit(Bits::new(vec![word; count.div_ceil(64)], count))
            }
            Value::Int(value) => Storage::I64(vec![*value; count].into()),
            Value::Float(value) => Storage::F64(vec![*value; count].into()),
            Value::Complex(value) => Storage::C64(vec![**value; count].into()),
            Value::Char(value) => match u8::try_from(*value as u32) {
                Ok(byte) => Storage::Char8(vec![byte; count].into()),
                Err(_) => Storage::Char32(vec![*value; count].into()),
            },
            other => Storage::Mixed(vec![other.clone(); count].into()),
        }
    }

    /// The string that the items are, if all of them are characters (an empty mixed storage is none).
    pub fn text(&self) -> Option<String> {
        match self {
            Storage::Char8(items) => Some(items.iter().map(|&byte| byte as char).collect()),
            Storage::Char32(items) => Some(items.iter().collect()),
            Storage::Mixed(items) if !items.is_empty() => items
                .iter()
                .map(|item| match item {
                    Value::Char(character) => Some(*character),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    }

    /// The items in a wider lane of the same or a wider domain: integers become floats, floats complex, anything mixed.
    /// `lane` must be able to hold them.
    pub fn widen(self, lane: Lane) -> Storage {
        let from = self.lane();
        if from == lane {
            return self;
        }
        match (&self, lane) {
            (Storage::Bit(bits), Lane::I64) => Storage::I64(bits.to_integers().into()),
            (Storage::Bit(bits), Lane::F64) => {
                Storage::F64(bits.to_integers().into_iter().map(|i| i as f64).collect::<Vec<_>>().into())
            }
            (Storage::I64(items), Lane::F64) => {
                Storage::F64(items.iter().map(|&i| i as f64).collect::<Vec<_>>().into())
            }
            (Storage::Bit(_) | Storage::I64(_), Lane::C64) => self.widen(Lane::F64).widen(Lane::C64),
            (Storage::F64(items), Lane::C64) => {
                Storage::C64(items.iter().map(|&re| Complex64::new(re, 0.0)).collect::<Vec<_>>().into())
            }
            (Storage::Char8(items), Lane::Char32) => {
                Storage::Char32(items.iter().map(|&byte| byte as char).collect::<Vec<_>>().into())
            }
            (_, Lane::Mixed) => Storage::Mixed(self.to_values().into()),
            _ => panic!("items of lane {from:?} do not fit lane {lane:?}"),
        }
    }

    /// The lane of what is joined from these parts by rule J, none where all are empty. See [`Storage::join`].
    pub fn common_lane(parts: &[&Storage]) -> Option<Lane> {
        let full = || parts.iter().copied().filter(|part| !part.is_empty());
        let lane = full().map(Storage::lane).reduce(joined_lane)?;
        let has_integers = full().any(|part| part.lane().domain() == Domain::Integer);
        let stays_exact =
            has_integers && lane > Lane::I64 && full().all(|part| part.lane() <= Lane::I64 || is_infinite(part));
        Some(if stays_exact { Lane::Mixed } else { lane })
    }

    /// Single items that are joined by rule J, each of them a part.
    pub fn join_items(mut items: Vec<Value>) -> Storage {
        let lane = items.iter().map(lane_of).reduce(joined_lane);
        let is_exact = |item: &Value| matches!(item, Value::Int(_));
        let is_finite = |item: &Value| matches!(item, Value::Float(value) if value.is_finite());
        let widens = match lane {
            Some(Lane::F64) => items.iter().any(is_finite),
            Some(Lane::C64) => true,
            _ => false,
        };
        if widens && items.iter().any(is_exact) {
            for item in &mut items {
                if let Value::Int(value) = item {
                    *item = Value::Float(*value as f64);
                }
            }
        }
        Storage::collect(items)
    }

    /// Joins parts one after the other by rule J: the widest domain of the parts, when all are compact, and every item
    /// converts to it; otherwise mixed, and every item keeps its kind. Parts without items do not count. Exact integers
    /// beside nothing but infinities stay exact in a mixed storage.
    pub fn join(parts: &[&Storage]) -> Storage {
        let full: Vec<&Storage> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
        let Some(lane) = Storage::common_lane(&full) else {
            return parts.first().map_or(Storage::empty(Lane::F64), |part| (*part).clone());
        };
        Storage::join_as(&full, lane)
    }

    /// Joins written parts one after the other (rule W): every item keeps its kind.
    pub fn concatenate(parts: &[&Storage]) -> Storage {
        let full: Vec<&Storage> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
        let Some(lane) = full.iter().map(|part| part.lane()).reduce(collected_lane) else {
            return Storage::join(parts);
        };
        Storage::join_as(&full, lane)
    }

    /// The items of all parts in a lane that holds them.
    fn join_as(parts: &[&Storage], lane: Lane) -> Storage {
        macro_rules! lane {
            ($lane:ident) => {{
                let mut out = Vec::with_capacity(parts.iter().map(|part| part.len()).sum());
                for part in parts {
                    match part {
                        Storage::$lane(items) => out.extend_from_slice(items),
                        other => match (*other).clone().widen(Lane::$lane) {
                            Storage::$lane(items) => out.extend_from_slice(&items),
                            _ => unreachable!("widen gives the lane asked for"),
                        },
                    }
                }
                Storage::$lane(out.into())
            }};
        }
        match lane {
            Lane::Bit => {
                let mut joined = parts[0].clone();
                parts[1..].iter().for_each(|part| joined.extend(part));
                joined
            }
            Lane::I64 => lane!(I64),
            Lane::F64 => lane!(F64),
            Lane::C64 => lane!(C64),
            Lane::Char8 => lane!(Char8),
            Lane::Char32 => lane!(Char32),
            Lane::Mixed => lane!(Mixed),
        }
    }

    /// Collects computed or written items (rules C and W): every item keeps its kind. The lane is the narrowest that
    /// holds all of them as they are; reals beside complex numbers are complex storage.
    pub fn collect(items: Vec<Value>) -> Storage {
        let Some(lane) = items.iter().map(lane_of).reduce(collected_lane) else { return Storage::empty(Lane::F64) };
        fn of<T: Item>(items: &[Value]) -> Storage {
            let cast = |item: &Value| T::from_value(item).expect("the lane holds every item");
            T::store(items.iter().map(cast).collect::<Vec<T>>().into())
        }
        match lane {
            Lane::Bit | Lane::I64 => of::<i64>(&items),
            Lane::F64 => of::<f64>(&items),
            Lane::C64 => of::<Complex64>(&items),
            Lane::Char8 => of::<u8>(&items),
            Lane::Char32 => of::<char>(&items),
            Lane::Mixed => Storage::Mixed(items.into()),
        }
    }

    /// Numbers, each keeping its kind.
    pub fn collect_numbers(items: impl IntoIterator<Item = Number>) -> Storage {
        Storage::collect(items.into_iter().map(Value::from).collect())
    }
}

/// The lane of an item on its own.
pub(super) fn lane_of(item: &Value) -> Lane {
    match item {
        Value::Int(_) => Lane::I64,
        Value::Float(_) => Lane::F64,
        Value::Complex(_) => Lane::C64,
        Value::Char(character) if (*character as u32) < 256 => Lane::Char8,
        Value::Char(_) => Lane::Char32,
        Value::Exact(_) | Value::Function(_) | Value::Array(_) => Lane::Mixed,
    }
}

/// The lane that holds items of both as they are.
fn collected_lane(a: Lane, b: Lane) -> Lane {
    match (a.min(b), a.max(b)) {
        (a, b) if a == b => a,
        (Lane::Bit, Lane::I64) => Lane::I64,
        (Lane::F64, Lane::C64) => Lane::C64,
        (Lane::Char8, Lane::Char32) => Lane::Char32,
        _ => Lane::Mixed,
    }
}

/// The lane to which items of both convert when they are joined.
pub(super) fn joined_lane(a: Lane, b: Lane) -> Lane {
    match (a.min(b), a.max(b)) {
        (Lane::Bit | Lane::I64, wider @ (Lane::F64 | Lane::C64)) => wider,
        _ => collected_lane(a, b),
    }
}

/// Whether these items, of any approximate lane, are all infinities. Looks at the last first.
pub(super) fn is_infinite(storage: &Storage) -> bool {
    fn all<T>(items: &[T], infinite: impl Fn(&T) -> bool) -> bool {
        items.last().is_some_and(&infinite) && items.iter().all(infinite)
    }
    match storage {
        Storage::F64(items) => all(items, |item| item.is_infinite()),
        Storage::C64(items) => all(items, |item| item.re.is_infinite()),
        _ => false,
    }
}

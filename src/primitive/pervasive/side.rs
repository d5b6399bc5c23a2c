//! The arguments of kernels: items of some lane, brought to the lane that is worked on and spread out to the positions of
//! the result, a block at a time.

use num_complex::Complex64;

use crate::agree::IndexMap;
use crate::array::{Array, Bits, Domain, Gather, Item, Items, Layout, Storage, Value, show_shape};
use crate::control::{Result, reserve};
use crate::kernel::{Operand, convert};

use super::in_place::REUSE_FROM;

/// One argument: its items, and which of them each result takes (every result has one).
#[derive(Clone, Copy)]
pub struct Side<'a> {
    pub items: Items<'a>,
    pub map: &'a IndexMap,
}

/// Fails where the memory budget cannot hold the result.
pub fn reserve_result(layout: &Layout, item_size: usize) -> Result<()> {
    reserve(layout.count(), item_size, || format!("a result of shape {}", show_shape(layout.shape())))
}

/// The items of a value; an atom is its own only item.
pub fn items_of(value: &Value) -> Items<'_> {
    match value {
        Value::Array(array) => array.items(),
        Value::Int(item) => Items::I64(std::slice::from_ref(item)),
        Value::Float(item) => Items::F64(std::slice::from_ref(item)),
        Value::Complex(item) => Items::C64(std::slice::from_ref(&**item)),
        Value::Char(item) => Items::Char32(std::slice::from_ref(item)),
        Value::Exact(_) | Value::Function(_) => Items::Mixed(std::slice::from_ref(value)),
    }
}

impl Side<'_> {
    /// The item for a position of the result.
    #[inline]
    pub fn value(&self, position: usize) -> Value {
        let i = self.index(position);
        match self.items {
            Items::Bit(bits) => Value::Int(bits.get(i) as i64),
            Items::I64(items) => Value::Int(items[i]),
            Items::F64(items) => Value::Float(items[i]),
            Items::C64(items) => items[i].to_value(),
            Items::Char8(items) => Value::Char(items[i] as char),
            Items::Char32(items) => Value::Char(items[i]),
            Items::Mixed(items) => items[i].clone(),
        }
    }

    #[inline]
    fn index(&self, position: usize) -> usize {
        self.map.index(position).expect("every position has an item")
    }

    pub fn domain(&self) -> Domain {
        match self.items {
            Items::Bit(_) | Items::I64(_) => Domain::Integer,
            Items::F64(_) => Domain::Float,
            Items::C64(_) => Domain::Complex,
            Items::Char8(_) | Items::Char32(_) => Domain::Character,
            Items::Mixed(_) => Domain::Mixed,
        }
    }
}

/// An item type that blocks of arguments are brought to.
pub trait Worked: Copy + 'static {
    /// The block of an argument, converted and expanded in `scratch` where it does not lie there as such.
    fn block<'b>(side: &Side<'b>, start: usize, count: usize, scratch: &'b mut Vec<Self>) -> Operand<'b, Self>;
    fn store(items: Vec<Self>) -> Storage;
    fn gather(items: Vec<Self>, capacity: usize) -> Gather;
    /// The items, if they are of this lane.
    fn lane(items: Items<'_>) -> Option<&[Self]>;
    /// The items of an array of this lane, if it is large and nobody else holds them.
    fn owned(array: Array) -> std::result::Result<Vec<Self>, Array>;
}

/// A block of items as they lie in memory, or spread out in `scratch`.
fn spread<'b, S: Copy, T: Copy>(
    source: &[S],
    map: &IndexMap,
    start: usize,
    count: usize,
    scratch: &'b mut Vec<T>,
    convert: impl Fn(S) -> T,
) -> Operand<'b, T> {
    scratch.clear();
    let end = start + count;
    match map {
        IndexMap::Unit => return Operand::One(convert(source[0])),
        IndexMap::Same => scratch.extend(source[start..end].iter().map(|&item| convert(item))),
        IndexMap::Repeat { each } => {
            let mut position = start;
            while position < end {
                let item = position / each;
                let stop = ((item + 1) * each).min(end);
                scratch.resize(stop - start, convert(source[item]));
                position = stop;
            }
        }
        IndexMap::Cycle { count } => {
            let mut position = start;
            while position < end {
                let first = position % count;
                let run = (count - first).min(end - position);
                scratch.extend(source[first..first + run].iter().map(|&item| convert(item)));
                position += run;
            }
        }
        IndexMap::Strides(axes) => {
            // Runs along the last axis; one look-up for each.
            let &(length, stride) = axes.last().expect("a map by strides has axes");
            let mut position = start;
            while position < end {
                let stop = (position - position % length + length).min(end);
                let first = map.index(position).expect("every position has an item");
                match stride {
                    0 => scratch.resize(stop - start, convert(source[first])),
                    _ => scratch.extend((0..stop - position).map(|i| convert(source[first + i * stride]))),
                }
                position = stop;
            }
        }
        IndexMap::Table(_) => {
            scratch.extend((start..end).map(|p| convert(source[map.index(p).expect("every position has an item")])));
        }
    }
    Operand::Many(scratch)
}

/// A block of bits as numbers.
fn spread_bits<'b, T: Copy>(
    bits: &Bits,
    map: &IndexMap,
    start: usize,
    count: usize,
    scratch: &'b mut Vec<T>,
    [zero, one]: [T; 2],
) -> Operand<'b, T> {
    let number = |bit| if bit { one } else { zero };
    scratch.clear();
    match map {
        IndexMap::Unit => return Operand::One(number(bits.get(0))),
        IndexMap::Same => {
            scratch.resize(count, zero);
            convert::bits_to(bits.words(), start, zero, one, scratch);
        }
        _ => {
            let item = |p| number(bits.get(map.index(p).expect("every position has an item")));
            scratch.extend((start..start + count).map(item));
        }
    }
    Operand::Many(scratch)
}

macro_rules! worked {
    ($type:ty, $lane:ident, $gather:ident, [$zero:expr, $one:expr], $($narrower:ident => $convert:expr),*) => {
        impl Worked for $type {
            fn block<'b>(side: &Side<'b>, start: usize, count: usize, scratch: &'b mut Vec<Self>) -> Operand<'b, Self> {
                match (side.items, side.map) {
                    (Items::$lane(items), IndexMap::Same) => Operand::Many(&items[start..start + count]),
                    (Items::$lane(items), map) => spread(items, map, start, count, scratch, |item| item),
                    (Items::Bit(bits), map) => spread_bits(bits, map, start, count, scratch, [$zero, $one]),
                    $((Items::$narrower(items), map) => spread(items, map, start, count, scratch, $convert),)*
                    _ => unreachable!("the lane is one that converts"),
                }
            }
            fn store(items: Vec<Self>) -> Storage {
                Storage::$lane(items.into())
            }
            fn gather(items: Vec<Self>, capacity: usize) -> Gather {
                Gather::$gather(items, capacity)
            }
            fn lane(items: Items<'_>) -> Option<&[Self]> {
                match items {
                    Items::$lane(items) => Some(items),
                    _ => None,
                }
            }
            fn owned(array: Array) -> std::result::Result<Vec<Self>, Array> {
                let held = |storage: &Storage| match storage {
                    Storage::$lane(items) => items.is_unique(),
                    _ => false,
                };
                if array.len() < REUSE_FROM || !array.is_unique() || !held(array.storage()) {
                    return Err(array);
                }
                match array.into_parts().1 {
                    Storage::$lane(items) => Ok(items.into_vec()),
                    _ => unreachable!("the lane was just checked"),
                }
            }
        }
    };
}

worked!(i64, I64, from_integers, [0, 1],);
worked!(f64, F64, from_floats, [0.0, 1.0], I64 => |item| item as f64);
worked!(
    Complex64, C64, from_complex, [Complex64::new(0.0, 0.0), Complex64::new(1.0, 0.0)],
    I64 => |item| Complex64::new(item as f64, 0.0),
    F64 => |item| Complex64::new(item, 0.0)
);

/// Repeated items and repeated runs of this length are worked on as they lie; shorter ones are spread out.
const LONG_RUN: usize = 64;

/// The block of an argument inside a run: [`run_length`] says how far it may go.
pub fn run_block<'b, T: Worked>(
    side: &Side<'b>,
    start: usize,
    length: usize,
    scratch: &'b mut Vec<T>,
) -> Operand<'b, T> {
    match (T::lane(side.items), side.map) {
        (Some(items), IndexMap::Repeat { each }) if *each >= LONG_RUN => Operand::One(items[start / each]),
        (Some(items), IndexMap::Cycle { count }) if *count >= LONG_RUN => {
            Operand::Many(&items[start % count..][..length])
        }
        _ => T::block(side, start, length, scratch),
    }
}

/// How many of the `most` positions from `start` on lie before the next item or turn of a long run.
pub fn run_length(map: &IndexMap, start: usize, most: usize) -> usize {
    match *map {
        IndexMap::Repeat { each: length } | IndexMap::Cycle { count: length } if length >= LONG_RUN => {
            most.min(length - start % length)
        }
        _ => most,
    }
}

/// A block of items that need no conversion.
pub fn lend<'b, T: Copy>(
    source: &'b [T],
    map: &IndexMap,
    start: usize,
    count: usize,
    scratch: &'b mut Vec<T>,
) -> Operand<'b, T> {
    match map {
        IndexMap::Same => Operand::Many(&source[start..start + count]),
        map => spread(source, map, start, count, scratch, |item| item),
    }
}

pub fn characters<'b>(side: &Side<'b>, start: usize, count: usize, scratch: &'b mut Vec<char>) -> Operand<'b, char> {
    match side.items {
        Items::Char8(items) => spread(items, side.map, start, count, scratch, |byte| byte as char),
        Items::Char32(items) => lend(items, side.map, start, count, scratch),
        _ => unreachable!("the items are characters"),
    }
}

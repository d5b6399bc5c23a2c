//! Running kernels block by block over the lanes of an argument pair.

use num_complex::Complex64;

use super::{ClassTests, DyadKernels, Kind, MonadKernels, Numbered, ScalarDyad, ScalarMonad, Tests};
use crate::agree::{Agreement, IndexMap};
use crate::array::{Array, Bits, Domain, Gather, Items, Layout, Storage, Value, show_shape};
use crate::control::{Result, poll, reserve};
use crate::kernel::{BLOCK, Compare, Dyad, Monad, Operand, compare, convert};

/// From how many items on the vector code of elementary functions is used. Shorter arguments, and so the numbers that
/// people look at one by one, have the last digit that the standard library gives.
const VECTOR_FROM: usize = 16;

/// One argument: its items, and which of them each result takes (every result has one).
#[derive(Clone, Copy)]
pub struct Side<'a> {
    pub items: Items<'a>,
    pub map: &'a IndexMap,
}

/// How far the kernels came.
pub enum Progress {
    /// All the way.
    Done(Storage),
    /// Up to this position; the results before it are gathered.
    From(usize, Gather),
}

impl Progress {
    fn none(count: usize) -> Progress {
        Progress::From(0, Gather::with_capacity(count))
    }
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
        use crate::array::Item;
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

    fn domain(&self) -> Domain {
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
trait Worked: Copy + 'static {
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
fn run_block<'b, T: Worked>(side: &Side<'b>, start: usize, length: usize, scratch: &'b mut Vec<T>) -> Operand<'b, T> {
    match (T::lane(side.items), side.map) {
        (Some(items), IndexMap::Repeat { each }) if *each >= LONG_RUN => Operand::One(items[start / each]),
        (Some(items), IndexMap::Cycle { count }) if *count >= LONG_RUN => {
            Operand::Many(&items[start % count..][..length])
        }
        _ => T::block(side, start, length, scratch),
    }
}

/// How many of the `most` positions from `start` on lie before the next item or turn of a long run.
fn run_length(map: &IndexMap, start: usize, most: usize) -> usize {
    match *map {
        IndexMap::Repeat { each: length } | IndexMap::Cycle { count: length } if length >= LONG_RUN => {
            most.min(length - start % length)
        }
        _ => most,
    }
}

fn run_dyad<T: Worked>(kernel: Dyad<T>, x: &Side, y: &Side, layout: &Layout) -> Result<Progress> {
    reserve_result(layout, size_of::<T>())?;
    let count = layout.count();
    let mut out: Vec<T> = Vec::with_capacity(count);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    while out.len() < count {
        poll()?;
        let start = out.len();
        let length = run_length(y.map, start, run_length(x.map, start, BLOCK.min(count - start)));
        let x = run_block(x, start, length, &mut left);
        let y = run_block(y, start, length, &mut right);
        if !kernel.append(x, y, length, &mut out) {
            return Ok(Progress::From(start, T::gather(out, count)));
        }
    }
    Ok(Progress::Done(T::store(out)))
}

/// From how many items on an argument that nobody else holds is overwritten with the results. Below, a fresh block of
/// memory is as near to the processor.
pub const REUSE_FROM: usize = 4096;

/// The argument that is overwritten.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reused {
    Left,
    Right,
}

/// How far an in-place run came, and the items of the argument if not all the way: results before the position that it
/// came to, arguments from there on.
enum InPlace<T> {
    Done(Vec<T>),
    From(usize, Vec<T>),
}

fn run_in_place<T: Worked>(
    mut items: Vec<T>,
    mut step: impl FnMut(usize, &[T], &mut Vec<T>) -> bool,
) -> Result<InPlace<T>> {
    // Results are copied into place only when a whole block has them, so that a failing block keeps its arguments.
    let mut results = Vec::with_capacity(BLOCK.min(items.len()));
    let mut start = 0;
    while start < items.len() {
        poll()?;
        let end = (start + BLOCK).min(items.len());
        results.clear();
        if !step(start, &items[start..end], &mut results) {
            return Ok(InPlace::From(start, items));
        }
        items[start..end].copy_from_slice(&results);
        start = end;
    }
    Ok(InPlace::Done(items))
}

/// Runs a kernel with one argument overwritten by the results. Nothing where the arguments are not of such a kind; then
/// they are as they were. The layout is that of the result.
pub fn dyad_in_place(
    function: &ScalarDyad,
    x: &mut Value,
    y: &mut Value,
    agreement: &Agreement,
) -> Result<Option<Progress>> {
    if agreement.layout.count() < REUSE_FROM {
        return Ok(None);
    }
    let lanes = [items_of(x), items_of(y)].map(|items| match items {
        Items::Bit(_) | Items::I64(_) => Domain::Integer,
        Items::F64(_) => Domain::Float,
        _ => Domain::Mixed,
    });
    let kernels = &function.kernels;
    match (
        lanes,
        kernels.tests.is_some() || kernels.numbered.is_some() || kernels.square.is_some() || kernels.only_truths,
    ) {
        (_, true) => Ok(None),
        ([Domain::Integer, Domain::Integer], _) => match kernels.integers {
            Some(kernel) => either_in_place(kernel, x, y, agreement),
            None => Ok(None),
        },
        ([Domain::Integer, Domain::Float] | [Domain::Float, Domain::Integer], _)
            if kernels.keeps_exact_beside_infinity =>
        {
            Ok(None)
        }
        ([Domain::Integer | Domain::Float, Domain::Integer | Domain::Float], _) => {
            match kernels.floats.or(kernels.vector) {
                Some(kernel) => either_in_place(kernel, x, y, agreement),
                None => Ok(None),
            }
        }
        _ => Ok(None),
    }
}

fn either_in_place<T: Worked>(
    kernel: Dyad<T>,
    x: &mut Value,
    y: &mut Value,
    agreement: &Agreement,
) -> Result<Option<Progress>> {
    for (reused, map) in [(Reused::Left, &agreement.left), (Reused::Right, &agreement.right)] {
        let value = if reused == Reused::Left { &mut *x } else { &mut *y };
        if *map != IndexMap::Same || !matches!(value, Value::Array(_)) {
            continue;
        }
        let Value::Array(array) = std::mem::replace(value, Value::Int(0)) else { continue };
        let items = match T::owned(array) {
            Ok(items) => items,
            Err(array) => {
                *value = Value::Array(array);
                continue;
            }
        };
        let (other, map) = if reused == Reused::Left { (&*y, &agreement.right) } else { (&*x, &agreement.left) };
        let other = Side { items: items_of(other), map };
        let mut scratch = Vec::new();
        let step = |start: usize, mine: &[T], results: &mut Vec<T>| {
            let (mine, other) = (Operand::Many(mine), T::block(&other, start, mine.len(), &mut scratch));
            let count = match mine {
                Operand::Many(items) => items.len(),
                Operand::One(_) => 1,
            };
            match reused {
                Reused::Left => kernel.append(mine, other, count, results),
                Reused::Right => kernel.append(other, mine, count, results),
            }
        };
        return match run_in_place(items, step)? {
            InPlace::Done(items) => Ok(Some(Progress::Done(T::store(items)))),
            InPlace::From(start, items) => {
                let results = T::gather(items[..start].to_vec(), items.len());
                let restored = Array::new(agreement.layout.plain(), T::store(items));
                *(if reused == Reused::Left { x } else { y }) = Value::Array(restored);
                Ok(Some(Progress::From(start, results)))
            }
        };
    }
    Ok(None)
}

fn run_monad<T: Worked, R: Worked>(kernel: Monad<T, R>, y: &Side, layout: &Layout) -> Result<Progress> {
    reserve_result(layout, size_of::<R>())?;
    let count = layout.count();
    let mut out: Vec<R> = Vec::with_capacity(count);
    let mut scratch = Vec::new();
    while out.len() < count {
        poll()?;
        let start = out.len();
        let length = BLOCK.min(count - start);
        let Operand::Many(y) = T::block(y, start, length, &mut scratch) else { unreachable!("a monad's map is Same") };
        if !kernel.append(y, &mut out) {
            return Ok(Progress::From(start, R::gather(out, count)));
        }
    }
    Ok(Progress::Done(R::store(out)))
}

fn run_test<T: Copy>(
    kernel: Compare<T>,
    count: usize,
    mut block: impl FnMut(usize, usize, &mut dyn FnMut(Operand<T>, Operand<T>)),
) -> Result<Progress> {
    let mut words: Vec<u64> = Vec::with_capacity(count.div_ceil(64));
    let mut start = 0;
    while start < count {
        poll()?;
        let length = BLOCK.min(count - start);
        block(start, length, &mut |x, y| kernel.append(x, y, length, &mut words));
        start += length;
    }
    Ok(Progress::Done(Storage::Bit(Bits::new(words, count))))
}

fn run_worked_test<T: Worked>(kernel: Compare<T>, x: &Side, y: &Side, count: usize) -> Result<Progress> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    run_test(kernel, count, |start, length, run| {
        run(T::block(x, start, length, &mut left), T::block(y, start, length, &mut right));
    })
}

/// The truth values of a whole argument, one for each result, or nothing where an item is none.
fn truths(side: &Side, count: usize) -> Option<(Bits, bool)> {
    let bits = match side.items {
        Items::Bit(bits) => bits.clone(),
        Items::I64(items) => truth_words(items)?,
        Items::F64(items) => truth_words(items)?,
        _ => return None,
    };
    match side.map {
        IndexMap::Same => Some((bits, false)),
        IndexMap::Unit => Some((bits, true)),
        map => {
            let item = |p| bits.get(map.index(p).expect("every position has an item"));
            Some((Bits::from_bools((0..count).map(item)), false))
        }
    }
}

fn truth_words<T: compare::Truth>(items: &[T]) -> Option<Bits> {
    let mut words = vec![0; items.len().div_ceil(64)];
    compare::truths(items, &mut words).then(|| Bits::new(words, items.len()))
}

/// A block of truth words, or the word for all.
fn words_of((bits, is_unit): &(Bits, bool), start: usize, length: usize) -> Operand<'_, u64> {
    match is_unit {
        true => Operand::One(if bits.get(0) { u64::MAX } else { 0 }),
        false => Operand::Many(&bits.words()[start..start + length]),
    }
}

fn run_bits(kernel: Dyad<u64>, x: &Side, y: &Side, count: usize) -> Result<Progress> {
    let (Some(x), Some(y)) = (truths(x, count), truths(y, count)) else { return Ok(Progress::none(count)) };
    let total = count.div_ceil(64);
    let mut words = Vec::with_capacity(total);
    while words.len() < total {
        poll()?;
        let start = words.len();
        let length = BLOCK.min(total - start);
        kernel.append(words_of(&x, start, length), words_of(&y, start, length), length, &mut words);
    }
    Ok(Progress::Done(Storage::Bit(Bits::new(words, count))))
}

/// Runs the kernels of a dyad as far as they come.
pub fn dyad(function: &ScalarDyad, x: &Side, y: &Side, layout: &Layout) -> Result<Progress> {
    let kernels: &DyadKernels = &function.kernels;
    let count = layout.count();
    if let (Items::Bit(_), Items::Bit(_), Some(kernel)) = (x.items, y.items, kernels.bits) {
        return run_bits(kernel, x, y, count);
    }
    if let Some(tests) = &kernels.tests {
        return test(tests, x, y, count);
    }
    let floats = kernels.floats.or(kernels.vector.filter(|_| count >= VECTOR_FROM));
    if let (Some(square), Items::F64(_), IndexMap::Same) = (kernels.square, x.items, x.map)
        && count >= VECTOR_FROM
        && is_two(y)
    {
        return run_monad(square, x, layout);
    }
    match (x.domain(), y.domain()) {
        (Domain::Integer | Domain::Float, Domain::Integer | Domain::Float) if kernels.only_truths => match kernels.bits
        {
            Some(kernel) => run_bits(kernel, x, y, count),
            None => Ok(Progress::none(count)),
        },
        (Domain::Integer | Domain::Float, Domain::Integer | Domain::Float) if kernels.numbered.is_some() => {
            run_numbered(kernels.numbered, x, y, layout)
        }
        (Domain::Integer, Domain::Integer) => match (kernels.integers, floats) {
            (Some(kernel), _) => run_dyad(kernel, x, y, layout),
            (None, Some(kernel)) if function.kind == Kind::Approximate => run_dyad(kernel, x, y, layout),
            _ => Ok(Progress::none(count)),
        },
        (Domain::Integer | Domain::Float, Domain::Integer | Domain::Float) => match floats {
            Some(kernel) if !(kernels.keeps_exact_beside_infinity && exact_meets_infinity(x, y)) => {
                run_dyad(kernel, x, y, layout)
            }
            _ => Ok(Progress::none(count)),
        },
        (Domain::Complex, Domain::Integer | Domain::Float | Domain::Complex)
        | (Domain::Integer | Domain::Float, Domain::Complex) => match kernels.complex {
            Some(kernel) => run_dyad(kernel, x, y, layout),
            None => Ok(Progress::none(count)),
        },
        _ => Ok(Progress::none(count)),
    }
}

/// Runs the kernel that one left argument for all numbers.
fn run_numbered(numbered: Option<Numbered>, x: &Side, y: &Side, layout: &Layout) -> Result<Progress> {
    let count = layout.count();
    let number = match (x.map, x.value(0)) {
        (IndexMap::Unit, Value::Int(number)) => number,
        (IndexMap::Unit, Value::Float(number)) if number.trunc() == number => number as i64,
        _ => return Ok(Progress::none(count)),
    };
    match numbered.and_then(|kernel_of| kernel_of(number)) {
        Some(kernel) if count >= VECTOR_FROM && *y.map == IndexMap::Same => run_monad(kernel, y, layout),
        _ => Ok(Progress::none(count)),
    }
}

/// Whether an argument is the number 2 for all.
fn is_two(side: &Side) -> bool {
    *side.map == IndexMap::Unit && matches!(side.value(0), Value::Int(2) | Value::Float(2.0))
}

fn exact_meets_infinity(x: &Side, y: &Side) -> bool {
    match (x.items, y.items) {
        (Items::F64(items), Items::I64(_) | Items::Bit(_)) | (Items::I64(_) | Items::Bit(_), Items::F64(items)) => {
            items.iter().any(|item| item.is_infinite())
        }
        _ => false,
    }
}

fn test(tests: &Tests, x: &Side, y: &Side, count: usize) -> Result<Progress> {
    match (x.domain(), y.domain(), &tests.classes) {
        (Domain::Integer, Domain::Integer, _) => run_worked_test(tests.integers, x, y, count),
        (Domain::Integer | Domain::Float, Domain::Integer | Domain::Float, _) => {
            run_worked_test(tests.floats, x, y, count)
        }
        (Domain::Character, Domain::Character, Some(classes)) => test_characters(classes, x, y, count),
        (Domain::Character, Domain::Integer | Domain::Float | Domain::Complex, Some(classes))
        | (Domain::Integer | Domain::Float | Domain::Complex, Domain::Character, Some(classes)) => {
            Ok(Progress::Done(Storage::repeat(&Value::from(classes.between_classes), count)))
        }
        _ => Ok(Progress::none(count)),
    }
}

fn test_characters(classes: &ClassTests, x: &Side, y: &Side, count: usize) -> Result<Progress> {
    if let (Items::Char8(a), Items::Char8(b)) = (x.items, y.items) {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        return run_test(classes.bytes, count, |start, length, run| {
            run(lend(a, x.map, start, length, &mut left), lend(b, y.map, start, length, &mut right));
        });
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    run_test(classes.characters, count, |start, length, run| {
        run(characters(x, start, length, &mut left), characters(y, start, length, &mut right));
    })
}

/// A block of items that need no conversion.
fn lend<'b, T: Copy>(
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

fn characters<'b>(side: &Side<'b>, start: usize, count: usize, scratch: &'b mut Vec<char>) -> Operand<'b, char> {
    match side.items {
        Items::Char8(items) => spread(items, side.map, start, count, scratch, |byte| byte as char),
        Items::Char32(items) => lend(items, side.map, start, count, scratch),
        _ => unreachable!("the items are characters"),
    }
}

/// How far a run came and the array as it is then, or the array untouched.
type Overwritten = std::result::Result<(Progress, Array), Array>;

/// Runs a kernel with the argument overwritten by the results, as [`dyad_in_place`]; the array itself where it is not of
/// such a kind.
pub fn monad_in_place(function: &ScalarMonad, array: Array) -> Result<Overwritten> {
    fn run<T: Worked>(kernel: Monad<T>, array: Array) -> Result<Overwritten> {
        let layout = array.layout().clone();
        let items = match T::owned(array) {
            Ok(items) => items,
            Err(array) => return Ok(Err(array)),
        };
        Ok(Ok(match run_in_place(items, |_, items, results| kernel.append(items, results))? {
            InPlace::Done(items) => {
                let array = Array::new(layout, T::store(items));
                (Progress::Done(array.storage().clone()), array)
            }
            InPlace::From(start, items) => {
                let results = T::gather(items[..start].to_vec(), items.len());
                (Progress::From(start, results), Array::new(layout, T::store(items)))
            }
        }))
    }
    if array.len() < REUSE_FROM {
        return Ok(Err(array));
    }
    let kernels = &function.kernels;
    match (array.items(), kernels.floats.or(kernels.vector), kernels.integers) {
        (Items::F64(_), Some(kernel), _) if !kernels.keeps_floats_and_characters => run(kernel, array),
        (Items::I64(_), _, Some(kernel)) if !kernels.keeps_integers => run(kernel, array),
        _ => Ok(Err(array)),
    }
}

/// Runs the kernels of a monad as far as they come.
pub fn monad(function: &ScalarMonad, storage: &Storage, layout: &Layout) -> Result<Progress> {
    let kernels: &MonadKernels = &function.kernels;
    let side = Side { items: storage.items(), map: &IndexMap::Same };
    let count = layout.count();
    let floats = kernels.floats.or(kernels.vector.filter(|_| count >= VECTOR_FROM));
    match side.items {
        Items::Bit(_) | Items::I64(_) if kernels.keeps_integers => Ok(Progress::Done(storage.clone())),
        Items::F64(_) | Items::Char8(_) | Items::Char32(_) if kernels.keeps_floats_and_characters => {
            Ok(Progress::Done(storage.clone()))
        }
        Items::Bit(_) | Items::I64(_) | Items::F64(_) if kernels.bits.is_some() => {
            match (truths(&side, count), kernels.bits) {
                (Some((bits, _)), Some(kernel)) => {
                    let mut words = Vec::with_capacity(bits.words().len());
                    kernel.append(bits.words(), &mut words);
                    Ok(Progress::Done(Storage::Bit(Bits::new(words, count))))
                }
                _ => Ok(Progress::none(count)),
            }
        }
        Items::Bit(_) | Items::I64(_) => match (kernels.integers, floats) {
            (Some(kernel), _) => run_monad(kernel, &side, layout),
            (None, Some(kernel)) if function.kind == Kind::Approximate => run_monad(kernel, &side, layout),
            _ => Ok(Progress::none(count)),
        },
        Items::F64(_) => match (floats, kernels.floats_to_integers) {
            (Some(kernel), _) => run_monad(kernel, &side, layout),
            (None, Some(kernel)) => run_monad(kernel, &side, layout),
            _ => Ok(Progress::none(count)),
        },
        Items::C64(_) => match kernels.complex {
            Some(kernel) => run_monad(kernel, &side, layout),
            None => Ok(Progress::none(count)),
        },
        Items::Char8(_) | Items::Char32(_) | Items::Mixed(_) => Ok(Progress::none(count)),
    }
}

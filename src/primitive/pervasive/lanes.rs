//! Running kernels block by block over the lanes of an argument pair.

use super::side::{Side, Worked, characters, lend, reserve_result, run_block, run_length};
use super::{ClassTests, DyadKernels, Kind, MonadKernels, Numbered, ScalarDyad, ScalarMonad, Tests};
use crate::agree::IndexMap;
use crate::array::{Bits, Domain, Gather, Items, Layout, Storage, Value};
use crate::control::{Result, poll};
use crate::kernel::parts::MANY;
use crate::kernel::{BLOCK, Compare, Dyad, Monad, Operand, compare};

/// From how many items on the vector code of elementary functions is used. Shorter arguments, and so the numbers that
/// people look at one by one, have the last digit that the standard library gives.
const VECTOR_FROM: usize = 16;

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

/// The results of an elementary function for many floats, which cores share; nothing where they do not, or the kernel
/// cannot give every item.
fn monad_in_parts(kernel: Option<Monad<f64>>, y: &Side) -> Result<Option<Storage>> {
    let (Some(kernel), Items::F64(items), IndexMap::Same) = (kernel, y.items, y.map) else { return Ok(None) };
    let mut out = Vec::new();
    let done = items.len() >= MANY && kernel.append_parts(items, &mut out)?;
    Ok(done.then(|| Storage::F64(out.into())))
}

fn dyad_in_parts(kernel: Option<Dyad<f64>>, x: &Side, y: &Side, count: usize) -> Result<Option<Storage>> {
    fn operand<'a>(side: &Side<'a>) -> Option<Operand<'a, f64>> {
        match (side.items, side.map) {
            (Items::F64(items), IndexMap::Same) => Some(Operand::Many(items)),
            (Items::F64(items), IndexMap::Unit) => Some(Operand::One(items[0])),
            _ => None,
        }
    }
    let (Some(kernel), Some(x), Some(y)) = (kernel, operand(x), operand(y)) else { return Ok(None) };
    let mut out = Vec::new();
    let done = count >= MANY && kernel.append_parts(x, y, count, &mut out)?;
    Ok(done.then(|| Storage::F64(out.into())))
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
    if let (true, Some(kernel), Domain::Integer, Domain::Integer) =
        (is_divisor(function), kernels.bits, x.domain(), y.domain())
        && let done @ Progress::Done(_) = run_bits(kernel, x, y, count)?
    {
        return Ok(done);
    }
    let floats = kernels.floats.or(kernels.vector.filter(|_| count >= VECTOR_FROM));
    if let (Some(square), Items::F64(_), IndexMap::Same) = (kernels.square, x.items, x.map)
        && count >= VECTOR_FROM
        && is_two(y)
    {
        return run_monad(square, x, layout);
    }
    if let Some(storage) = dyad_in_parts(kernels.vector, x, y, count)? {
        return Ok(Progress::Done(storage));
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

/// The results of one call of a kernel for arguments of one lane, each of `count` items or one for all, or nothing where
/// that is not enough. There are few: they fit one block.
pub fn short_dyad(function: &ScalarDyad, x: Items, y: Items, count: usize) -> Result<Option<Storage>> {
    fn operand<T: Copy>(items: &[T], count: usize) -> Operand<'_, T> {
        if items.len() == count { Operand::Many(items) } else { Operand::One(items[0]) }
    }
    fn run<T: Worked>(kernel: Option<Dyad<T>>, x: &[T], y: &[T], count: usize) -> Option<Storage> {
        let mut out = Vec::with_capacity(count);
        kernel?.append(operand(x, count), operand(y, count), count, &mut out).then(|| T::store(out))
    }
    fn test<T: Copy>(kernel: Compare<T>, x: &[T], y: &[T], count: usize) -> Option<Storage> {
        let mut words = Vec::with_capacity(count.div_ceil(64));
        kernel.append(operand(x, count), operand(y, count), count, &mut words);
        Some(Storage::Bit(Bits::new(words, count)))
    }
    let kernels = &function.kernels;
    if kernels.numbered.is_some() || kernels.square.is_some() {
        return Ok(None);
    }
    poll()?;
    Ok(match (x, y, &kernels.tests) {
        (Items::F64(x), Items::F64(y), Some(tests)) => test(tests.floats, x, y, count),
        (Items::I64(x), Items::I64(y), Some(tests)) => test(tests.integers, x, y, count),
        (Items::F64(x), Items::F64(y), None) => {
            run(kernels.floats.or(kernels.vector.filter(|_| count >= VECTOR_FROM)), x, y, count)
        }
        (Items::I64(x), Items::I64(y), None) if !is_divisor(function) => run(kernels.integers, x, y, count),
        (Items::Bit(x), Items::Bit(y), _) if x.len() == y.len() => {
            let words = x.words().len();
            let mut out = Vec::with_capacity(words);
            let (x, y) = (Operand::Many(x.words()), Operand::Many(y.words()));
            let done = kernels.bits.is_some_and(|kernel| kernel.append(x, y, words, &mut out));
            done.then(|| Storage::Bit(Bits::new(out, count)))
        }
        _ => None,
    })
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
        Some(kernel) if count >= VECTOR_FROM && *y.map == IndexMap::Same => match monad_in_parts(Some(kernel), y)? {
            Some(storage) => Ok(Progress::Done(storage)),
            None => run_monad(kernel, y, layout),
        },
        _ => Ok(Progress::none(count)),
    }
}

/// Whether it is a greatest common divisor or least common multiple, which of truth values takes no division.
fn is_divisor(function: &ScalarDyad) -> bool {
    matches!(function.glyph, '∨' | '∧')
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
        (Domain::Complex, Domain::Integer | Domain::Float | Domain::Complex, Some(classes))
        | (Domain::Integer | Domain::Float, Domain::Complex, Some(classes)) => {
            run_worked_test(classes.complex, x, y, count)
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

/// Runs the kernels of a monad as far as they come.
pub fn monad(function: &ScalarMonad, storage: &Storage, layout: &Layout) -> Result<Progress> {
    let kernels: &MonadKernels = &function.kernels;
    let side = Side { items: storage.items(), map: &IndexMap::Same };
    let count = layout.count();
    let floats = kernels.floats.or(kernels.vector.filter(|_| count >= VECTOR_FROM));
    if let Some(storage) = monad_in_parts(kernels.vector, &side)? {
        return Ok(Progress::Done(storage));
    }
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
        Items::C64(_) => match (kernels.complex, kernels.complex_to_floats.filter(|_| count >= VECTOR_FROM)) {
            (Some(kernel), _) => run_monad(kernel, &side, layout),
            (None, Some(kernel)) => run_monad(kernel, &side, layout),
            _ => Ok(Progress::none(count)),
        },
        Items::Char8(_) | Items::Char32(_) | Items::Mixed(_) => Ok(Progress::none(count)),
    }
}

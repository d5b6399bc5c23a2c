//! Results written over an argument that nobody else holds.

use super::lanes::Progress;
use super::side::{Side, Worked, items_of};
use super::{ScalarDyad, ScalarMonad};
use crate::agree::{Agreement, IndexMap};
use crate::array::{Array, Domain, Items, Value};
use crate::control::{Result, poll};
use crate::kernel::parts::MANY;
use crate::kernel::{BLOCK, Dyad, Monad, Operand};

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
    let kernels = &function.kernels;
    if array.len() < REUSE_FROM || kernels.vector.is_some() && array.len() >= MANY {
        return Ok(Err(array));
    }
    match (array.items(), kernels.floats.or(kernels.vector), kernels.integers) {
        (Items::F64(_), Some(kernel), _) if !kernels.keeps_floats_and_characters => run(kernel, array),
        (Items::I64(_), _, Some(kernel)) if !kernels.keeps_integers => run(kernel, array),
        _ => Ok(Err(array)),
    }
}

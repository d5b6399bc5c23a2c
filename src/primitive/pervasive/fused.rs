//! Trees of scalar functions over compact arrays in one pass, without arrays between.
//!
//! An optimisation only: [`evaluate`] gives what the functions give one after the other, or nothing, and then they must
//! be called one after the other. It takes on trees over floats (and integers beside floats) of one plain shape, where every
//! function has a float kernel that can give every item. Each function then works on a block of items at a time; what
//! passes between functions never leaves the first-level cache.

use super::{ScalarDyad, ScalarMonad};
use crate::array::{Array, Items, Layout, Storage, Value};
use crate::control::{Result, poll};
use crate::kernel::{Dyad, Fold, Monad, Operand};
use crate::number::tolerance::real_float;
use crate::primitive::argument::{Whole, whole};

use super::side::reserve_result;

/// Fewer items than this are not worth the start.
pub const FEW: usize = 256;

/// The items of a block: some six blocks are in use at a time, and fit the first-level cache with room to spare.
const BLOCK: usize = 256;

/// Blocks between two looks at the control block.
const BLOCKS_PER_POLL: usize = 64;

/// What a function of a tree is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A leaf.
    Leaf(usize),
    /// The result of a step before, which is used once.
    Step(usize),
}

/// One function of a tree.
#[derive(Clone, Copy)]
pub enum Step {
    /// A function of one argument.
    Monad(&'static ScalarMonad, Input),
    /// A function of two arguments, left and right.
    Dyad(&'static ScalarDyad, Input, Input),
}

/// A tree of scalar functions: its steps in the order in which they are carried out, the last one giving the result, and
/// the function by which that is reduced in the end, if it is.
#[derive(Clone, Default)]
pub struct Tree {
    /// At least one.
    pub steps: Vec<Step>,
    /// `f/` of the result.
    pub fold: Option<&'static ScalarDyad>,
}

/// What is known of an input before the blocks are worked on.
#[derive(Clone, Copy)]
enum Source<'a> {
    Floats(&'a [f64]),
    Integers(&'a [i64]),
    /// An atom as a float, and whether it is exact.
    Atom(f64, bool),
    Scratch(usize),
}

/// A function with its kernel and its inputs found.
enum Kernel<'a> {
    Monad(Monad<f64>, Source<'a>),
    Dyad(Dyad<f64>, Source<'a>, Source<'a>),
}

/// A kernel with the scratch block that it writes.
struct Work<'a> {
    kernel: Kernel<'a>,
    to: usize,
}

/// The value of a tree over these leaves, or nothing where it is to be worked out one function after the other.
pub fn evaluate(tree: &Tree, leaves: &[Value]) -> Result<Option<Value>> {
    let Some(layout) = common_layout(leaves) else { return Ok(None) };
    let Some((works, scratch_count)) = prepare(&tree.steps, leaves) else { return Ok(None) };
    let count = layout.count();
    let mut scratch = vec![vec![0.0; BLOCK]; scratch_count + 2];
    match tree.fold {
        None => {
            reserve_result(&layout, size_of::<f64>())?;
            let mut out = Vec::with_capacity(count);
            let done = each_block(&works, count, &mut scratch, |work, scratch, at, length| {
                out.len() == at && append(work, scratch, at, length, &mut out)
            })?;
            Ok(done.then(|| Value::Array(Array::new(layout, Storage::F64(out.into())))))
        }
        Some(function) => {
            let Some(fold) = regrouped_fold(function).filter(|_| layout.rank() == 1) else { return Ok(None) };
            let mut partial = Vec::with_capacity(count.div_ceil(BLOCK));
            let done = each_block(&works, count, &mut scratch, |work, scratch, at, length| {
                write(work, scratch, at, length) && fold.append(&scratch[work.to][..length], length, &mut partial)
            })?;
            let mut total = Vec::with_capacity(1);
            let done = done && fold.append(&partial, partial.len(), &mut total);
            Ok(done.then(|| Value::Float(total[0])))
        }
    }
}

/// The shape that all arrays among the leaves have, if they are plain, large enough, and some of them floats.
fn common_layout(leaves: &[Value]) -> Option<Layout> {
    let mut arrays = leaves.iter().filter_map(Value::as_array);
    let layout = arrays.next()?.layout();
    let fits = layout.is_plain() && layout.rank() > 0 && layout.count() >= FEW;
    (fits && arrays.all(|array| array.layout() == layout)).then(|| layout.clone())
}

/// Kernels that may be applied to blocks of a lane in any grouping.
fn regrouped_fold(function: &ScalarDyad) -> Option<Fold<f64>> {
    if matches!(function.glyph, '+' | '×' | '⌊' | '⌈') { function.kernels.fold_floats } else { None }
}

/// Finds the kernels of all steps and gives each a scratch block; steps over atoms alone are worked out.
fn prepare<'a>(steps: &[Step], leaves: &'a [Value]) -> Option<(Vec<Work<'a>>, usize)> {
    let mut results: Vec<Source> = Vec::with_capacity(steps.len());
    let mut works = Vec::with_capacity(steps.len());
    let (mut free, mut used): (Vec<usize>, usize) = (Vec::new(), 0);
    for step in steps {
        let source = |input: Input, results: &[Source<'a>]| match input {
            Input::Leaf(leaf) => leaf_source(&leaves[leaf]),
            Input::Step(step) => Some(results[step]),
        };
        let kernel = match *step {
            Step::Monad(function, y) => monad_kernel(function, source(y, &results)?)?,
            Step::Dyad(function, x, y) => {
                let number = match x {
                    Input::Leaf(leaf) => whole_atom(&leaves[leaf]),
                    Input::Step(_) => None,
                };
                dyad_kernel(function, number, source(x, &results)?, source(y, &results)?)?
            }
        };
        let to = free.pop().unwrap_or_else(|| {
            used += 1;
            used - 1
        });
        let inputs = match &kernel {
            Kernel::Monad(_, y) => [Some(*y), None],
            Kernel::Dyad(_, x, y) => [Some(*x), Some(*y)],
        };
        // A block is free again once it has been read.
        free.extend(inputs.into_iter().flatten().filter_map(|source| match source {
            Source::Scratch(block) => Some(block),
            _ => None,
        }));
        results.push(Source::Scratch(to));
        works.push(Work { kernel, to });
    }
    Some((works, used))
}

fn leaf_source(value: &Value) -> Option<Source<'_>> {
    match value {
        Value::Array(array) => match array.items() {
            Items::F64(items) => Some(Source::Floats(items)),
            Items::I64(items) => Some(Source::Integers(items)),
            _ => None,
        },
        atom => {
            let number = atom.as_number()?;
            let float = real_float(&number)?;
            (float.is_finite() || !number.is_exact()).then_some(Source::Atom(float, number.is_exact()))
        }
    }
}

fn whole_atom(value: &Value) -> Option<i64> {
    if value.as_array().is_some() {
        return None;
    }
    match whole(value, "a function number").ok()? {
        Whole::Small(number) => Some(number),
        _ => None,
    }
}

fn is_float(source: Source) -> bool {
    matches!(source, Source::Floats(_) | Source::Scratch(_))
}

fn monad_kernel<'a>(function: &ScalarMonad, y: Source<'a>) -> Option<Kernel<'a>> {
    let kernel = function.kernels.floats.or(function.kernels.vector)?;
    is_float(y).then_some(Kernel::Monad(kernel, y))
}

fn dyad_kernel<'a>(function: &ScalarDyad, number: Option<i64>, x: Source<'a>, y: Source<'a>) -> Option<Kernel<'a>> {
    let kernels = &function.kernels;
    if let (Some(numbered), Some(number)) = (kernels.numbered, number) {
        return is_float(y).then_some(Kernel::Monad(numbered(number)?, y));
    }
    let has_exact = |source| matches!(source, Source::Atom(_, true) | Source::Integers(_));
    if kernels.keeps_exact_beside_infinity && (has_exact(x) || has_exact(y)) {
        return None;
    }
    let kernel = kernels.floats.or(kernels.vector)?;
    let approximate = match (x, y) {
        (Source::Integers(_) | Source::Atom(..), Source::Atom(_, exact)) => !exact && !matches!(x, Source::Atom(..)),
        (Source::Atom(_, exact), Source::Integers(_)) => !exact,
        _ => is_float(x) || is_float(y),
    };
    approximate.then_some(Kernel::Dyad(kernel, x, y))
}

type Scratch = [Vec<f64>];

/// Runs all kernels on one block after the other; `last` runs the last one. False as soon as a kernel gives up.
fn each_block(
    works: &[Work],
    count: usize,
    scratch: &mut Scratch,
    mut last: impl FnMut(&Work, &mut Scratch, usize, usize) -> bool,
) -> Result<bool> {
    let (final_work, before) = works.split_last().expect("a tree has a step");
    for (block, at) in (0..count).step_by(BLOCK).enumerate() {
        if block % BLOCKS_PER_POLL == 0 {
            poll()?;
        }
        let length = BLOCK.min(count - at);
        if !(before.iter().all(|work| write(work, scratch, at, length)) && last(final_work, scratch, at, length)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Integers of the block at `at` as floats, in one of the last two scratch blocks.
fn convert(source: Source, scratch: &mut Scratch, spare: usize, at: usize, length: usize) {
    if let Source::Integers(items) = source {
        let block = scratch.len() - 1 - spare;
        for (float, &item) in scratch[block].iter_mut().zip(&items[at..at + length]) {
            *float = item as f64;
        }
    }
}

/// What a kernel reads at a block.
fn operand<'s>(source: Source<'s>, scratch: &'s Scratch, spare: usize, at: usize, length: usize) -> Operand<'s, f64> {
    match source {
        Source::Floats(items) => Operand::Many(&items[at..at + length]),
        Source::Integers(_) => Operand::Many(&scratch[scratch.len() - 1 - spare][..length]),
        Source::Atom(value, _) => Operand::One(value),
        Source::Scratch(block) => Operand::Many(&scratch[block][..length]),
    }
}

/// Runs a kernel on a block into its scratch block.
fn write(work: &Work, scratch: &mut Scratch, at: usize, length: usize) -> bool {
    // Taken out, so that the others can be read while it is written.
    let mut out = std::mem::take(&mut scratch[work.to]);
    let done = run(&work.kernel, scratch, at, length, |kernel| match kernel {
        Ready::Monad(kernel, y) => kernel.write(y, &mut out[..length]),
        Ready::Dyad(kernel, x, y) => kernel.write(x, y, &mut out[..length]),
    });
    scratch[work.to] = out;
    done
}

/// Runs a kernel on a block and appends its results.
fn append(work: &Work, scratch: &mut Scratch, at: usize, length: usize, out: &mut Vec<f64>) -> bool {
    run(&work.kernel, scratch, at, length, |kernel| match kernel {
        Ready::Monad(kernel, y) => kernel.append(y, out),
        Ready::Dyad(kernel, x, y) => kernel.append(x, y, length, out),
    })
}

/// A kernel with the blocks that it reads.
enum Ready<'s> {
    Monad(Monad<f64>, &'s [f64]),
    Dyad(Dyad<f64>, Operand<'s, f64>, Operand<'s, f64>),
}

fn run(kernel: &Kernel, scratch: &mut Scratch, at: usize, length: usize, go: impl FnOnce(Ready) -> bool) -> bool {
    match *kernel {
        Kernel::Monad(kernel, y) => match operand(y, scratch, 0, at, length) {
            Operand::Many(items) => go(Ready::Monad(kernel, items)),
            Operand::One(_) => false,
        },
        Kernel::Dyad(kernel, x, y) => {
            convert(x, scratch, 0, at, length);
            convert(y, scratch, 1, at, length);
            let scratch = &*scratch;
            go(Ready::Dyad(kernel, operand(x, scratch, 0, at, length), operand(y, scratch, 1, at, length)))
        }
    }
}

//! Trees of scalar functions over compact arrays in one pass, without arrays between.
//!
//! An optimisation only: [`evaluate`] gives what the functions give one after the other, or nothing, and then they must
//! be called one after the other. It takes on trees over floats (and integers beside floats) of one plain shape, where every
//! function has a float kernel that can give every item. The functions work on a block of items at a time; what passes
//! between them never leaves the first-level cache, and between two or three arithmetic functions never the registers.

use std::ops::Range;

use smallvec::SmallVec;

use super::reduce::SEGMENT;
use super::side::reserve_result;
use super::{ScalarDyad, ScalarMonad};
use crate::array::{Array, Items, Layout, Storage, Value};
use crate::control::{Result, poll};
use crate::kernel::parts::append_parts;
use crate::kernel::{self, Arithmetic, Combined, Dyad, Fold, Monad, Operand};
use crate::number::tolerance::real_float;
use crate::primitive::argument::{Whole, whole};

/// Fewer items than this are not worth the start.
pub const FEW: usize = 128;

/// The items of a block: a few blocks are in use at a time, and fit the first-level cache with room to spare.
const BLOCK: usize = 512;

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

/// A tree of scalar functions.
pub struct Tree {
    /// In the order in which they are carried out, the last one giving the result.
    steps: Vec<Step>,
    /// `f/` of the result.
    fold: Option<&'static ScalarDyad>,
    /// The scratch block that the result of each step goes to.
    to: Vec<usize>,
    groups: Vec<Group>,
    /// How many scratch blocks there are.
    blocks: usize,
    /// Whether it has an elementary function. Without one the memory sets the pace, and further cores do not help.
    is_costly: bool,
}

/// Functions that are worked out together: the last step gives the result, the others its inputs.
struct Group {
    steps: SmallVec<[usize; 3]>,
    /// One kernel for all of them.
    combined: Option<(Combined, [Input; 4])>,
}

impl Tree {
    /// A tree of at least one step, in the order in which they are carried out, and the function by which the last
    /// result is reduced in the end, if it is.
    pub fn new(steps: Vec<Step>, fold: Option<&'static ScalarDyad>) -> Tree {
        let is_costly = steps.iter().any(Step::is_elementary);
        let mut tree = Tree { steps, fold, to: Vec::new(), groups: Vec::new(), blocks: 0, is_costly };
        let (mut waiting, mut free) = (Vec::new(), Vec::new());
        for step in 0..tree.steps.len() {
            let block = free.pop().unwrap_or_else(|| {
                tree.blocks += 1;
                tree.blocks - 1
            });
            tree.to.push(block);
            let inputs = tree.steps[step].inputs();
            let is_arithmetic = tree.arithmetic(step).is_some();
            let mut used = Vec::new();
            for other in std::mem::take(&mut waiting) {
                let is_input = inputs.contains(&Some(Input::Step(other)));
                let reads_leaves =
                    !tree.steps[other].inputs().iter().any(|input| matches!(input, Some(Input::Step(_))));
                match (is_input, reads_leaves || other + 1 == step) {
                    (true, true) if is_arithmetic => used.push(other),
                    (false, true) if reads_leaves => waiting.push(other),
                    _ => tree.finish(SmallVec::from_slice(&[other]), &mut free),
                }
            }
            // Arithmetic may become a part of what uses it.
            if used.is_empty() && is_arithmetic {
                waiting.push(step);
            } else {
                tree.finish(used.into_iter().chain([step]).collect(), &mut free);
            }
        }
        for step in waiting {
            tree.finish(SmallVec::from_slice(&[step]), &mut free);
        }
        tree
    }

    /// Makes a group, after which the scratch blocks that it has read are free.
    fn finish(&mut self, steps: SmallVec<[usize; 3]>, free: &mut Vec<usize>) {
        let inputs = steps.iter().flat_map(|&step| self.steps[step].inputs()).flatten();
        free.extend(inputs.filter_map(|input| match input {
            Input::Step(step) => Some(self.to[step]),
            Input::Leaf(_) => None,
        }));
        let combined = self.combine(&steps);
        self.groups.push(Group { steps, combined });
    }

    /// The kernel for several steps of which the last uses the others.
    fn combine(&self, steps: &[usize]) -> Option<(Combined, [Input; 4])> {
        let (&last, before) = steps.split_last()?;
        let (outer, [Some(x), Some(y)]) = (self.arithmetic(last)?, self.steps[last].inputs()) else { return None };
        let inner = |input: Input| match input {
            Input::Step(step) if before.contains(&step) => match self.steps[step].inputs() {
                [Some(x), Some(y)] => Some((self.arithmetic(step)?, x, y)),
                _ => None,
            },
            _ => None,
        };
        match (inner(x), inner(y)) {
            (Some((left, a, b)), Some((right, c, d))) => Some((Combined::both(outer, left, right), [a, b, c, d])),
            (Some((inner, a, b)), None) => Some((Combined::left(outer, inner), [a, b, y, y])),
            (None, Some((inner, b, c))) => Some((Combined::right(outer, inner), [x, b, c, c])),
            (None, None) => None,
        }
    }

    fn arithmetic(&self, step: usize) -> Option<Arithmetic> {
        match self.steps[step] {
            Step::Dyad(function, ..) => function.kernels.arithmetic,
            Step::Monad(..) => None,
        }
    }
}

impl Step {
    fn is_elementary(&self) -> bool {
        match self {
            Step::Monad(function, _) => function.kernels.vector.is_some(),
            Step::Dyad(function, ..) => function.kernels.vector.is_some() || function.kernels.numbered.is_some(),
        }
    }

    fn inputs(&self) -> [Option<Input>; 2] {
        match *self {
            Step::Monad(_, y) => [Some(y), None],
            Step::Dyad(_, x, y) => [Some(x), Some(y)],
        }
    }
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

/// The kernel of a step.
#[derive(Clone, Copy)]
enum Kernel {
    /// Of the last input.
    Monad(Monad<f64>),
    /// Of the first input; the other one has chosen the kernel.
    First(Monad<f64>),
    Dyad(Dyad<f64>),
}

/// A tree with the leaves that it is applied to.
struct Run<'a> {
    tree: &'a Tree,
    leaves: SmallVec<[Source<'a>; 8]>,
    kernels: SmallVec<[Kernel; 8]>,
    /// Whether no leaf must be converted.
    may_combine: bool,
}

/// The value of a tree over these leaves, or nothing where it is to be worked out one function after the other.
pub fn evaluate(tree: &Tree, leaves: &[&Value]) -> Result<Option<Value>> {
    let Some(layout) = common_layout(leaves) else { return Ok(None) };
    let mut run = Run { tree, leaves: SmallVec::new(), kernels: SmallVec::new(), may_combine: true };
    if run.prepare(leaves).is_none() {
        return Ok(None);
    }
    match tree.fold {
        None => {
            reserve_result(layout, size_of::<f64>())?;
            let mut out = Vec::with_capacity(layout.count());
            let count = layout.count();
            let done = tree.is_costly && run.all_in_parts(count, &mut out)? || run.all(count, &mut out)?;
            Ok(done.then(|| Value::Array(Array::new(layout.clone(), Storage::F64(out.into())))))
        }
        Some(function) => {
            let Some(fold) = regrouped_fold(function).filter(|_| layout.rank() == 1) else { return Ok(None) };
            Ok(run.reduced(fold, layout.count(), &mut run.scratch())?.map(Value::Float))
        }
    }
}

/// The shape that all arrays among the leaves have, if they are plain, large enough, and some of them floats.
fn common_layout<'a>(leaves: &[&'a Value]) -> Option<&'a Layout> {
    let mut arrays = leaves.iter().filter_map(|leaf| leaf.as_array());
    let layout = arrays.next()?.layout();
    let fits = layout.is_plain() && layout.rank() > 0 && layout.count() >= FEW;
    (fits && arrays.all(|array| array.layout() == layout)).then_some(layout)
}

/// Kernels that may be applied to blocks of a lane in any grouping.
fn regrouped_fold(function: &ScalarDyad) -> Option<Fold<f64>> {
    if matches!(function.glyph, '+' | '×' | '⌊' | '⌈') { function.kernels.fold_floats } else { None }
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

fn monad_kernel(function: &ScalarMonad, y: Source) -> Option<Kernel> {
    let kernel = function.kernels.floats.or(function.kernels.vector)?;
    is_float(y).then_some(Kernel::Monad(kernel))
}

fn dyad_kernel(function: &ScalarDyad, number: Option<i64>, x: Source, y: Source) -> Option<Kernel> {
    let kernels = &function.kernels;
    if let (Some(numbered), Some(number)) = (kernels.numbered, number) {
        return is_float(y).then_some(Kernel::Monad(numbered(number)?));
    }
    if let (Some(square), true, Source::Atom(2.0, _)) = (kernels.square, is_float(x), y) {
        return Some(Kernel::First(square));
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
    approximate.then_some(Kernel::Dyad(kernel))
}

type Scratch = [Vec<f64>];

/// A block: its first position and its length.
type Place = (usize, usize);

impl<'a> Run<'a> {
    /// Finds the kernels of all steps; nothing where there is none.
    fn prepare(&mut self, leaves: &[&'a Value]) -> Option<()> {
        for leaf in leaves {
            let source = leaf_source(leaf)?;
            self.may_combine &= !matches!(source, Source::Integers(_));
            self.leaves.push(source);
        }
        for step in &self.tree.steps {
            let kernel = match *step {
                Step::Monad(function, y) => monad_kernel(function, self.source(y)),
                Step::Dyad(function, x, y) => {
                    let number = match x {
                        Input::Leaf(leaf) if function.kernels.numbered.is_some() => whole_atom(leaves[leaf]),
                        _ => None,
                    };
                    dyad_kernel(function, number, self.source(x), self.source(y))
                }
            };
            self.kernels.push(kernel?);
        }
        Some(())
    }

    #[inline]
    fn source(&self, input: Input) -> Source<'a> {
        match input {
            Input::Leaf(leaf) => self.leaves[leaf],
            Input::Step(step) => Source::Scratch(self.tree.to[step]),
        }
    }

    fn scratch(&self) -> SmallVec<[Vec<f64>; 6]> {
        let mut scratch = SmallVec::new();
        scratch.resize_with(self.tree.blocks + 2, Vec::new);
        scratch
    }

    /// Appends the results for all items; false as soon as a kernel gives up.
    fn all(&self, count: usize, out: &mut Vec<f64>) -> Result<bool> {
        self.each_block(0..count, BLOCK, &mut self.scratch(), |group, scratch, place| {
            self.append(group, scratch, place, out)
        })
    }

    /// The same for many items, which cores share; false also where they do not.
    fn all_in_parts(&self, count: usize, out: &mut Vec<f64>) -> Result<bool> {
        append_parts(count, out, |start, spare| {
            let mut block = Vec::with_capacity(BLOCK);
            let range = start..start + spare.len();
            let done = self.each_block(range, BLOCK, &mut self.scratch(), |group, scratch, (at, length)| {
                block.clear();
                let done = self.append(group, scratch, (at, length), &mut block);
                spare[at - start..].iter_mut().zip(&block).for_each(|(spare, &item)| {
                    spare.write(item);
                });
                done && block.len() == length
            });
            done.unwrap_or(false)
        })
    }

    /// Runs all groups on one block after the other; `last` runs the last one. False as soon as a kernel gives up.
    fn each_block(
        &self,
        range: Range<usize>,
        block: usize,
        scratch: &mut Scratch,
        mut last: impl FnMut(&Group, &mut Scratch, Place) -> bool,
    ) -> Result<bool> {
        let Some((final_group, before)) = self.tree.groups.split_last() else { return Ok(false) };
        let end = range.end;
        for (number, at) in range.step_by(block).enumerate() {
            if number % BLOCKS_PER_POLL == 0 {
                poll()?;
            }
            let place = (at, block.min(end - at));
            let write = |group: &Group, scratch: &mut Scratch| {
                let to = group.steps.last().map_or(0, |&step| self.tree.to[step]);
                into_scratch(scratch, to, |scratch, out| self.append(group, scratch, place, out))
            };
            if !(before.iter().all(|group| write(group, scratch)) && last(final_group, scratch, place)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The reduction of a tree, grouped as [`super::fold`] groups the items of an array.
    fn reduced(&self, fold: Fold<f64>, count: usize, scratch: &mut Scratch) -> Result<Option<f64>> {
        let (mut block, mut segments) = (Vec::with_capacity(kernel::BLOCK), Vec::<f64>::new());
        let done = self.each_block(0..count, kernel::BLOCK, scratch, |group, scratch, (at, length)| {
            block.clear();
            let before = if at % SEGMENT == 0 { None } else { segments.pop() };
            let result = match self.append(group, scratch, (at, length), &mut block) {
                true => fold.one(&block),
                false => None,
            };
            let total = match (before, result) {
                (Some(before), Some(result)) => fold.one(&[before, result]),
                _ => result,
            };
            segments.extend(total);
            total.is_some()
        })?;
        Ok(if done { fold.one(&segments) } else { None })
    }

    /// Appends the results of a group for a block; false where a kernel cannot give one.
    fn append(&self, group: &Group, scratch: &mut Scratch, place: Place, out: &mut Vec<f64>) -> bool {
        if let Some((kernel, inputs)) = &group.combined
            && self.may_combine
            && self.append_combined(*kernel, inputs, scratch, place, out)
        {
            return true;
        }
        let Some((&last, before)) = group.steps.split_last() else { return false };
        let write = |step: usize, scratch: &mut Scratch| {
            into_scratch(scratch, self.tree.to[step], |scratch, out| self.append_step(step, scratch, place, out))
        };
        before.iter().all(|&step| write(step, scratch)) && self.append_step(last, scratch, place, out)
    }

    #[inline]
    fn append_combined(
        &self,
        kernel: Combined,
        inputs: &[Input; 4],
        scratch: &Scratch,
        place: Place,
        out: &mut Vec<f64>,
    ) -> bool {
        let (start, length) = place;
        let operand = |input: &Input| match input {
            Input::Leaf(leaf) => match &self.leaves[*leaf] {
                Source::Floats(items) => Operand::Many(&items[start..start + length]),
                Source::Atom(item, _) => Operand::One(*item),
                Source::Integers(_) | Source::Scratch(_) => unreachable!("leaves that need no conversion"),
            },
            Input::Step(step) => Operand::Many(&scratch[self.tree.to[*step]][..]),
        };
        let [a, b, c, d] = inputs;
        kernel.append(&[operand(a), operand(b), operand(c), operand(d)], length, out)
    }

    fn append_step(&self, step: usize, scratch: &mut Scratch, place: Place, out: &mut Vec<f64>) -> bool {
        let [x, y] = self.tree.steps[step].inputs().map(|input| input.map(|input| self.source(input)));
        match (self.kernels[step], x, y) {
            (Kernel::Dyad(kernel), Some(x), Some(y)) => {
                convert(x, scratch, 0, place);
                convert(y, scratch, 1, place);
                kernel.append(operand(x, scratch, 0, place), operand(y, scratch, 1, place), place.1, out)
            }
            (Kernel::First(kernel), Some(y), _)
            | (Kernel::Monad(kernel), Some(y), None)
            | (Kernel::Monad(kernel), _, Some(y)) => match operand(y, scratch, 0, place) {
                Operand::Many(items) => kernel.append(items, out),
                Operand::One(_) => false,
            },
            _ => false,
        }
    }
}

/// Runs what fills a scratch block and may read the others.
fn into_scratch(scratch: &mut Scratch, to: usize, fill: impl FnOnce(&mut Scratch, &mut Vec<f64>) -> bool) -> bool {
    let mut out = std::mem::take(&mut scratch[to]);
    out.clear();
    let done = fill(scratch, &mut out);
    scratch[to] = out;
    done
}

/// Integers of a block as floats, in one of the last two scratch blocks.
fn convert(source: Source, scratch: &mut Scratch, spare: usize, (at, length): Place) {
    if let Source::Integers(items) = source {
        let block = scratch.len() - 1 - spare;
        scratch[block].clear();
        scratch[block].extend(items[at..at + length].iter().map(|&item| item as f64));
    }
}

/// What a kernel reads at a block.
fn operand<'s>(source: Source<'s>, scratch: &'s Scratch, spare: usize, (at, length): Place) -> Operand<'s, f64> {
    match source {
        Source::Floats(items) => Operand::Many(&items[at..at + length]),
        Source::Integers(_) => Operand::Many(&scratch[scratch.len() - 1 - spare]),
        Source::Atom(value, _) => Operand::One(value),
        Source::Scratch(block) => Operand::Many(&scratch[block]),
    }
}

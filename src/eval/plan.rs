//! Plans: what the binder has found out about a sequence, made into operations that run without binding.
//!
//! The first run of a sequence in a body records what the binder read and how it joined it, of which
//! [`compile`](super::compile) makes the plan. A plan holds only as long as every item and result has the category that it had when
//! it was recorded. Where one has another, the plan stops before anything that depends on it: a [`Resume`] says what the
//! binder's stack is at that moment, and the binder goes on from there. Nothing is evaluated twice.

use super::binder::Reduction;
use super::code::Name;
use super::entity::{Category, Entity};
use crate::array::{Function, Glyph};
use crate::control::Span;
use crate::primitive::pervasive::{ScalarDyad, ScalarMonad};

/// One step of the binder, as it happened.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next item to the left was evaluated and has this category.
    Read(Category),
    /// The item read last went on the stack.
    Push,
    /// Two entities joined.
    Reduce {
        /// How.
        reduction: Reduction,
        /// Whether the top of the stack stayed out of it.
        below_top: bool,
        /// The category of what came out.
        result: Category,
    },
}

/// The recorded reductions of a sequence, ready to run.
pub struct Plan {
    /// In order.
    pub operations: Vec<Operation>,
    /// How many registers they use.
    pub registers: usize,
    /// What the sequence gives.
    pub result: Source,
    /// States of the binder to go on from.
    pub resumes: Vec<Resume>,
}

/// Where an operand comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A value known beforehand.
    Constant(Entity),
    /// A register, which is empty afterwards.
    Register(usize),
    /// `⍵`
    Right,
    /// `⍺`, which must be data.
    Left,
    /// A local name, which must hold data.
    Slot(u32),
    /// A name from outside, which must hold data.
    Outer(Box<Name>),
}

/// The function of a call.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A function known beforehand.
    Constant(Function),
    /// A register.
    Register(usize),
    /// `∇`
    Running,
}

/// One operation.
pub enum Operation {
    /// Evaluates an item.
    Load(Load),
    /// Calls a pervasive primitive with two arguments.
    Dyad {
        /// Its row.
        scalar: &'static ScalarDyad,
        /// The left argument.
        left: Source,
        /// The right argument.
        right: Source,
        /// Where the result goes.
        to: usize,
        /// Where errors point.
        span: Span,
        /// The state to go on from when an argument is no data.
        resume: usize,
    },
    /// Calls a pervasive primitive with one argument.
    Monad {
        /// Its row.
        scalar: &'static ScalarMonad,
        /// The argument.
        right: Source,
        /// Where the result goes.
        to: usize,
        /// Where errors point.
        span: Span,
        /// The state to go on from when the argument is no data.
        resume: usize,
    },
    /// Calls a function.
    Call(Call),
    /// Applies data to data.
    Apply(Apply),
    /// Derives a function.
    Derive(Derive),
    /// Builds a train from its items, right to left.
    Train(Train),
}

/// See [`Operation::Load`].
pub struct Load {
    /// Its position in the sequence.
    pub item: usize,
    /// Where it goes.
    pub to: usize,
    /// What it must be.
    pub category: Category,
    /// Whether it is a run that must not end in a dyadic operator.
    pub run: bool,
    /// The state before it is read.
    pub resume: usize,
}

/// See [`Operation::Call`].
pub struct Call {
    /// The function.
    pub callee: Callee,
    /// The left argument.
    pub left: Option<Source>,
    /// The right argument.
    pub right: Source,
    /// Where the result goes.
    pub to: usize,
    /// What the result must be.
    pub category: Category,
    /// Where errors point.
    pub span: Span,
    /// Whether it is a call of `↕` and the function called next may take windows that have not been made.
    pub deferred: bool,
    /// The state to go on from when an argument is no data.
    pub resume: usize,
    /// The state afterwards.
    pub after: usize,
    /// What it does to a compact array, where the function is a reduction or scan by a scalar function.
    pub along: Option<Along>,
}

/// A reduction or scan by a scalar function.
#[derive(Clone, Copy)]
pub struct Along {
    /// The function.
    pub scalar: &'static ScalarDyad,
    /// The glyph of the operator: `/ ⌿ \ ⍀`.
    pub operator: char,
}

/// See [`Operation::Apply`].
pub struct Apply {
    /// What is selected from.
    pub array: Source,
    /// What is selected.
    pub index: Source,
    /// Where the result goes.
    pub to: usize,
    /// What the result must be.
    pub category: Category,
    /// Where errors point.
    pub span: Span,
    /// The state to go on from when an operand is no data.
    pub resume: usize,
    /// The state afterwards.
    pub after: usize,
}

/// See [`Operation::Derive`].
pub struct Derive {
    /// The operator.
    pub operator: Source,
    /// The left operand.
    pub left: Source,
    /// The right operand.
    pub right: Option<Source>,
    /// Where the function goes.
    pub to: usize,
    /// Where errors point.
    pub span: Span,
    /// The state to go on from when an operand is no data.
    pub resume: usize,
}

/// See [`Operation::Train`].
pub struct Train {
    /// The items.
    pub items: Vec<Source>,
    /// Where the function goes.
    pub to: usize,
    /// The state to go on from when an item is no data.
    pub resume: usize,
}

/// A state of the binder.
#[derive(Clone, Debug)]
pub struct Resume {
    /// How many items are unread.
    pub unread: usize,
    /// The stack, leftmost entity last.
    pub stack: Vec<Symbolic>,
    /// The item read last.
    pub z: Option<Symbolic>,
}

/// An entity of the binder whose value is not known yet.
#[derive(Clone, Debug)]
pub struct Symbolic {
    /// What it is.
    pub kind: SymbolicKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of symbolic entities.
#[derive(Clone, Debug)]
pub enum SymbolicKind {
    /// A single thing.
    Plain(Operand),
    /// A dyadic operator with its right operand.
    Partial(Operand, Operand),
    /// A function with its left argument.
    Bound(Operand, Operand),
    /// Right to left.
    Train(Vec<Operand>),
}

/// A single thing whose value is not known yet.
#[derive(Clone, Debug)]
pub enum Operand {
    /// It comes from here.
    From(Source),
    /// Local data or `⍺` that is read where it is used: the item, and the state before it is read.
    Deferred(Source, usize, usize),
    /// `∇`
    Running,
    /// A function that glyphs derive from what is known beforehand. It is made anew unless it is only called.
    Folded(Box<Folded>),
}

/// A function known beforehand, and how to make it anew.
#[derive(Clone, Debug)]
pub struct Folded {
    /// The function.
    pub function: Function,
    /// The operator that makes it.
    pub operator: Glyph,
    /// Its left operand.
    pub left: Operand,
    /// Its right operand.
    pub right: Option<Operand>,
}

//! The primitive table: the one place where a glyph is declared.
//!
//! From these rows come the lexer's glyphs, the binder's categories, calls, completion, help, the reference pages and
//! the tests that run every primitive. Adding a primitive is adding a row and a function.

mod functions;
mod operators;
pub mod page;
mod symbols;

pub use functions::FUNCTIONS;
pub use operators::OPERATORS;
pub use symbols::SYMBOLS;

use super::pervasive::{ScalarDyad, ScalarMonad};
use crate::array::{Caller, Function, Glyph, Outcome, Value};
use crate::control::Result;

/// A monadic primitive that works on its whole argument.
pub type MonadCall = fn(&mut dyn Caller, Value) -> Result<Value>;
/// A dyadic primitive that works on its whole arguments, left and right.
pub type DyadCall = fn(&mut dyn Caller, Value, Value) -> Result<Value>;
/// A primitive's own meaning with `⍠`: axes, left argument if any, right argument.
pub type AxisCall = fn(&mut dyn Caller, &Value, Option<Value>, Value) -> Result<Value>;
/// A function derived by an operator: operands, left argument if any, right argument.
pub type OperatorCall = fn(&mut dyn Caller, Operands<'_>, Option<Value>, Value) -> Result<Outcome>;
/// Checks the operands when a function is derived.
pub type OperandCheck = fn(&Value, Option<&Value>) -> Result<()>;

/// The operands of a derived function.
#[derive(Clone, Copy)]
pub struct Operands<'a> {
    /// The left operand: a function or data.
    pub left: &'a Value,
    /// The right operand of a dyadic operator.
    pub right: Option<&'a Value>,
}

/// Natural rank of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Cells of this rank.
    Cells(usize),
    /// The whole argument.
    Whole,
}

/// The kind of number that a form gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exactness {
    /// Always exact.
    Exact,
    /// Exact when every number that takes part is.
    Preserved,
    /// Always approximate.
    Approximate,
    /// Items are moved, not computed.
    Moved,
}

/// What a reduction of an empty axis gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// There is none: `DOMAIN ERROR`.
    None,
    /// 0 in the kind of the prototype.
    Zero,
    /// 1 in the kind of the prototype.
    One,
    /// `0ₓ`
    ExactZero,
    /// `1ₓ`
    ExactOne,
    /// `∞`
    Infinity,
    /// `¯∞`
    NegativeInfinity,
    /// An empty vector with the type of the prototype.
    EmptyVector,
}

/// How a monad is carried out.
#[derive(Clone, Copy)]
pub enum MonadMeaning {
    /// Item by item, at every depth.
    Pervasive(&'static ScalarMonad),
    /// On the whole argument.
    Whole(MonadCall),
    /// By the evaluator itself (`⍎`).
    Evaluated,
}

/// How a dyad is carried out.
#[derive(Clone, Copy)]
pub enum DyadMeaning {
    /// Item by item over agreeing arguments, at every depth.
    Pervasive(&'static ScalarDyad),
    /// On the whole arguments.
    Whole(DyadCall),
}

/// The monadic form of a primitive.
#[derive(Clone, Copy)]
pub struct Monad {
    /// Its name.
    pub name: &'static str,
    /// Natural rank.
    pub rank: Rank,
    /// Kind of its numbers.
    pub exactness: Exactness,
    /// How it is carried out.
    pub meaning: MonadMeaning,
}

/// The dyadic form of a primitive.
#[derive(Clone, Copy)]
pub struct Dyad {
    /// Its name.
    pub name: &'static str,
    /// Natural ranks, left and right.
    pub ranks: [Rank; 2],
    /// Kind of its numbers.
    pub exactness: Exactness,
    /// How it is carried out.
    pub meaning: DyadMeaning,
}

/// Whether a glyph is a function only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A function beside anything.
    Function,
    /// A function beside data, an operator beside a function.
    Hybrid,
}

/// One row: a function or hybrid glyph in its role as a function.
#[derive(Clone, Copy)]
pub struct Primitive {
    /// The glyph.
    pub glyph: char,
    /// The canonical name.
    pub name: &'static str,
    /// Further words that find it.
    pub search_words: &'static [&'static str],
    /// The keyboard chord, empty for keys that type the glyph directly.
    pub chord: &'static str,
    /// Function or hybrid.
    pub class: Class,
    /// The form with one argument.
    pub monad: Option<Monad>,
    /// The form with two arguments.
    pub dyad: Option<Dyad>,
    /// What reducing an empty axis gives.
    pub identity: Identity,
    /// Own meaning with `⍠`, for primitives that are not pervasive.
    pub axis: Option<AxisCall>,
    /// Which forms have that meaning; the other form follows the general rule of `⍠`.
    pub axis_forms: AxisForms,
}

/// Which forms of a primitive have an own meaning with `⍠`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisForms {
    /// Both.
    Both,
    /// The monad only.
    Monad,
    /// The dyad only.
    Dyad,
}

/// How many operands an operator takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorValence {
    /// A left operand.
    Monadic,
    /// A left and a right operand.
    Dyadic,
}

/// One row: an operator, or a hybrid glyph in its role as an operator.
#[derive(Clone, Copy)]
pub struct Operator {
    /// The glyph.
    pub glyph: char,
    /// The canonical name.
    pub name: &'static str,
    /// Further words that find it.
    pub search_words: &'static [&'static str],
    /// The keyboard chord.
    pub chord: &'static str,
    /// How many operands.
    pub valence: OperatorValence,
    /// Operand check when a function is derived.
    pub check: Option<OperandCheck>,
    /// What the derived function does.
    pub call: OperatorCall,
}

/// One row: a glyph of the syntax.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// The glyph.
    pub glyph: char,
    /// The canonical name.
    pub name: &'static str,
    /// Further words that find it.
    pub search_words: &'static [&'static str],
    /// The keyboard chord.
    pub chord: &'static str,
}

const fn row(
    glyph: char,
    name: &'static str,
    words: &'static [&'static str],
    chord: &'static str,
    class: Class,
) -> Primitive {
    Primitive {
        glyph,
        name,
        search_words: words,
        chord,
        class,
        monad: None,
        dyad: None,
        identity: Identity::None,
        axis: None,
        axis_forms: AxisForms::Both,
    }
}

const fn function(glyph: char, name: &'static str, words: &'static [&'static str], chord: &'static str) -> Primitive {
    row(glyph, name, words, chord, Class::Function)
}

const fn hybrid(glyph: char, name: &'static str, words: &'static [&'static str], chord: &'static str) -> Primitive {
    row(glyph, name, words, chord, Class::Hybrid)
}

impl Primitive {
    /// Its form with one argument, if that is a scalar function.
    pub fn scalar_monad(&self) -> Option<&'static ScalarMonad> {
        match self.monad.as_ref()?.meaning {
            MonadMeaning::Pervasive(function) => Some(function),
            _ => None,
        }
    }

    /// Its form with two arguments, if that is a scalar function.
    pub fn scalar_dyad(&self) -> Option<&'static ScalarDyad> {
        match self.dyad.as_ref()?.meaning {
            DyadMeaning::Pervasive(function) => Some(function),
            DyadMeaning::Whole(_) => None,
        }
    }

    const fn monad(mut self, name: &'static str, rank: Rank, exactness: Exactness, meaning: MonadMeaning) -> Self {
        self.monad = Some(Monad { name, rank, exactness, meaning });
        self
    }

    const fn dyad(mut self, name: &'static str, ranks: [Rank; 2], exactness: Exactness, meaning: DyadMeaning) -> Self {
        self.dyad = Some(Dyad { name, ranks, exactness, meaning });
        self
    }

    const fn identity(mut self, identity: Identity) -> Self {
        self.identity = identity;
        self
    }

    const fn axis(mut self, forms: AxisForms, call: AxisCall) -> Self {
        self.axis = Some(call);
        self.axis_forms = forms;
        self
    }

    /// The own meaning with `⍠` of the form with or without a left argument.
    pub fn axis_call(&self, has_left: bool) -> Option<AxisCall> {
        match (self.axis_forms, has_left) {
            (AxisForms::Monad, true) | (AxisForms::Dyad, false) => None,
            _ => self.axis,
        }
    }

    /// The function with this glyph.
    pub fn of(symbol: char) -> Option<&'static Primitive> {
        FUNCTIONS.iter().find(|row| row.glyph == symbol)
    }

    /// Calls the dyad of a glyph from another primitive.
    pub fn call_dyad(symbol: char, caller: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
        let function = Primitive::function(symbol).expect("the glyph has a row");
        caller.call_value(&function, Some(left), right)
    }

    /// The row of a glyph value.
    #[inline]
    pub fn row_of(glyph: Glyph) -> &'static Primitive {
        &FUNCTIONS[glyph.row as usize]
    }

    /// The function value of a glyph.
    pub fn function(symbol: char) -> Option<Function> {
        let row = FUNCTIONS.iter().position(|row| row.glyph == symbol)?;
        Some(Function::primitive(Glyph { symbol, row: row as u8 }))
    }
}

type Words = &'static [&'static str];

const fn monadic(glyph: char, name: &'static str, words: Words, chord: &'static str, call: OperatorCall) -> Operator {
    let valence = OperatorValence::Monadic;
    Operator { glyph, name, search_words: words, chord, valence, check: None, call }
}

const fn dyadic(glyph: char, name: &'static str, words: Words, chord: &'static str, call: OperatorCall) -> Operator {
    let valence = OperatorValence::Dyadic;
    Operator { glyph, name, search_words: words, chord, valence, check: None, call }
}

impl Operator {
    const fn check(mut self, check: OperandCheck) -> Self {
        self.check = Some(check);
        self
    }

    /// The operator with this glyph.
    pub fn of(symbol: char) -> Option<&'static Operator> {
        OPERATORS.iter().find(|row| row.glyph == symbol)
    }

    /// The row of a glyph value.
    #[inline]
    pub fn row_of(glyph: Glyph) -> &'static Operator {
        &OPERATORS[glyph.row as usize]
    }

    /// The glyph value of an operator glyph.
    pub fn glyph(symbol: char) -> Option<Glyph> {
        let row = OPERATORS.iter().position(|row| row.glyph == symbol)?;
        Some(Glyph { symbol, row: row as u8 })
    }
}

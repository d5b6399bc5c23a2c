//! Functions that work item by item, at every depth.
//!
//! A row names a function's meaning for two atoms and, where it has them, its kernels for typed lanes. The drivers pair
//! the arguments ([`crate::agree`]), run a kernel block by block over compact lanes, and go item by item through the
//! meaning for atoms where there is no kernel, or from the block on in which one gave up. Both ways give the same
//! results: exactness and errors are always those of the meaning for atoms.

mod atoms;
mod dyad;
mod empty;
pub mod fused;
mod in_place;
mod lanes;
mod monad;
mod parts;
mod reduce;
pub mod rows;
mod side;
mod windows;

use num_complex::Complex64;

use crate::array::Value;
use crate::control::Result;
use crate::kernel::{Arithmetic, Compare, Dyad, Fold, Monad, Scan};

pub use dyad::{dyad, dyad_along_axes, short_dyad};
pub use empty::monad as fill_of_monad;
pub use monad::monad;
pub use parts::{polar, real_imaginary};
pub use reduce::{fold, scan};
pub use rows::*;
pub use windows::fold_windows;

/// The kind of the numbers that a function gives, and what it does to characters: what decides the prototype of an empty
/// result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Always exact.
    Exact,
    /// Exact when every number that takes part is.
    Preserved,
    /// As `Preserved`; and a character and a number, in either order, give a character.
    Plus,
    /// As `Preserved`; a character and a number give a character, two characters an exact number.
    Minus,
    /// As `Preserved`; a character gives a character.
    KeepsCharacters,
    /// Always approximate.
    Approximate,
}

/// A scalar monad.
pub struct ScalarMonad {
    /// Its glyph.
    pub glyph: char,
    /// Its meaning for one atom.
    pub atom: fn(&Value) -> Result<Value>,
    /// The kind of its results.
    pub kind: Kind,
    /// Its kernels.
    pub(crate) kernels: MonadKernels,
}

/// A scalar dyad.
pub struct ScalarDyad {
    /// Its glyph.
    pub glyph: char,
    /// Its meaning for two atoms.
    pub atoms: fn(&Value, &Value) -> Result<Value>,
    /// The kind of its results.
    pub kind: Kind,
    /// Its kernels.
    pub(crate) kernels: DyadKernels,
}

/// The kernels of a scalar monad, each for the lane of its argument.
#[derive(Clone, Copy)]
pub(crate) struct MonadKernels {
    /// Whether integers are returned as they are.
    pub keeps_integers: bool,
    /// Whether floats and characters are returned as they are.
    pub keeps_floats_and_characters: bool,
    pub bits: Option<Monad<u64>>,
    pub integers: Option<Monad<i64>>,
    pub floats: Option<Monad<f64>>,
    /// For floats too, but only worth its start (and the last digit that may differ) from a few items on.
    pub vector: Option<Monad<f64>>,
    pub floats_to_integers: Option<Monad<f64, i64>>,
    /// Worth its start, and the last digit that may differ, from a few items on.
    pub complex_to_floats: Option<Monad<Complex64, f64>>,
    pub complex: Option<Monad<Complex64>>,
}

/// The kernels of a scalar dyad, each for the lane that both arguments are brought to.
#[derive(Clone, Copy)]
pub(crate) struct DyadKernels {
    pub bits: Option<Dyad<u64>>,
    /// Whether both arguments must be truth values, which are then worked on as bits.
    pub only_truths: bool,
    pub integers: Option<Dyad<i64>>,
    pub floats: Option<Dyad<f64>>,
    /// As for monads.
    pub vector: Option<Dyad<f64>>,
    /// What it is in a kernel of several functions of floats.
    pub arithmetic: Option<Arithmetic>,
    /// For functions numbered by their left argument: the kernel of a number.
    pub numbered: Option<Numbered>,
    /// For powers: the kernel of the power 2.
    pub square: Option<Monad<f64>>,
    pub complex: Option<Dyad<Complex64>>,
    /// Whether an exact argument beside an infinity stays exact.
    pub keeps_exact_beside_infinity: bool,
    pub tests: Option<Tests>,
    pub fold_integers: Option<Fold<i64>>,
    pub fold_floats: Option<Fold<f64>>,
    pub scan_integers: Option<Scan<i64>>,
    pub scan_floats: Option<Scan<f64>>,
    /// What reducing and scanning bits amounts to.
    pub bit_fold: Option<BitFold>,
}

/// Reductions and scans of bits that have a short cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BitFold {
    Count,
    All,
    Any,
    /// Whether the number of ones is odd.
    Odd,
    /// Whether the number of zeros is even.
    EvenZeros,
}

/// The kernel of a function number.
pub(crate) type Numbered = fn(i64) -> Option<Monad<f64>>;

/// The comparison kernels of a relation.
#[derive(Clone, Copy)]
pub(crate) struct Tests {
    pub integers: Compare<i64>,
    pub floats: Compare<f64>,
    /// For `=` and `≠`: what has no order, and what items of different classes give.
    pub classes: Option<ClassTests>,
}

/// The kernels of `=` and `≠` for complex numbers and characters.
#[derive(Clone, Copy)]
pub(crate) struct ClassTests {
    pub complex: Compare<Complex64>,
    pub bytes: Compare<u8>,
    pub characters: Compare<char>,
    pub between_classes: bool,
}

impl MonadKernels {
    pub(crate) const NONE: MonadKernels = MonadKernels {
        keeps_integers: false,
        keeps_floats_and_characters: false,
        bits: None,
        integers: None,
        floats: None,
        vector: None,
        floats_to_integers: None,
        complex_to_floats: None,
        complex: None,
    };
}

impl DyadKernels {
    pub(crate) const NONE: DyadKernels = DyadKernels {
        bits: None,
        only_truths: false,
        integers: None,
        floats: None,
        vector: None,
        arithmetic: None,
        numbered: None,
        square: None,
        complex: None,
        keeps_exact_beside_infinity: false,
        tests: None,
        fold_integers: None,
        fold_floats: None,
        scan_integers: None,
        scan_floats: None,
        bit_fold: None,
    };
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod properties;

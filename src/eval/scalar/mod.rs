//! Functions of numbers, one at a time: code that runs without values, frames and binding.
//!
//! An optimisation only. [`compile`] takes what the text alone shows to be scalar functions of numbers, names and
//! arguments: a sequence of items, or a whole body with its guards, local names and calls. The code works on numbers of 64
//! bits. It does nothing that can be noticed, so wherever it meets something else (a name that holds an array, a result
//! that is no such number, an error) there is no result, and everything is worked out in the ordinary way from the start.

mod arithmetic;
mod compile;
mod run;
#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::code::Name;
use crate::array::Value;
use crate::primitive::pervasive::{ScalarDyad, ScalarMonad};

use arithmetic::{DyadCode, MonadCode};

pub use compile::of_sequence;

/// A number of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// An exact integer.
    Int(i64),
    /// An approximate real, never NaN.
    Float(Real),
}

/// A float by its bits: a pair of whole numbers travels in registers, where an enum of an integer and a float would go
/// through memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real(u64);

impl From<f64> for Real {
    #[inline(always)]
    fn from(value: f64) -> Real {
        Real(value.to_bits())
    }
}

impl From<Real> for f64 {
    #[inline(always)]
    fn from(real: Real) -> f64 {
        f64::from_bits(real.0)
    }
}

impl Scalar {
    /// The number that a value is, if it is one.
    #[inline]
    pub fn of(value: &Value) -> Option<Scalar> {
        match value {
            Value::Int(value) => Some(Scalar::Int(*value)),
            Value::Float(value) => Some(Scalar::Float((*value).into())),
            _ => None,
        }
    }
}

impl Scalar {
    /// The truth value that it is, if it is 0 or 1.
    #[inline]
    fn truth(self) -> Option<bool> {
        match self {
            Scalar::Int(0) => Some(false),
            Scalar::Int(1) => Some(true),
            Scalar::Int(_) => None,
            Scalar::Float(real) => match f64::from(real) {
                0.0 => Some(false),
                1.0 => Some(true),
                _ => None,
            },
        }
    }
}

impl From<Scalar> for Value {
    #[inline]
    fn from(scalar: Scalar) -> Value {
        match scalar {
            Scalar::Int(value) => Value::Int(value),
            Scalar::Float(value) => Value::Float(value.into()),
        }
    }
}

/// A register of the running call, or with [`CONSTANT`] added a constant of the program. The first registers hold `⍵` and
/// `⍺`.
type Operand = u8;

const CONSTANT: Operand = 128;
const RIGHT: Operand = 0;
const LEFT: Operand = 1;

/// What is called.
#[derive(Clone, Copy, Debug)]
enum Callee {
    /// `∇`
    Running,
    /// The function that a name holds, by the number of the name in the program.
    Name(u8),
}

/// One operation. Results go to the register `to`.
#[derive(Clone, Copy)]
enum Operation {
    Dyad {
        code: DyadCode,
        left: Operand,
        right: Operand,
        to: u8,
        function: &'static ScalarDyad,
    },
    Monad {
        code: MonadCode,
        right: Operand,
        to: u8,
        function: &'static ScalarMonad,
    },
    /// The number that a name holds.
    Load {
        name: u8,
        to: u8,
    },
    /// Goes on at `otherwise` where the condition does not hold.
    Guard {
        condition: Operand,
        otherwise: u16,
    },
    Call {
        callee: Callee,
        left: Option<Operand>,
        right: Operand,
        to: u8,
    },
    /// A call that replaces this one.
    TailCall {
        callee: Callee,
        left: Option<Operand>,
        right: Operand,
    },
    Return {
        value: Operand,
    },
}

/// The code of a sequence or body.
pub struct Program {
    operations: Vec<Operation>,
    constants: Vec<Scalar>,
    /// Names from outside.
    names: Vec<Name>,
    registers: usize,
    /// Whether it needs `⍺`.
    uses_left: bool,
}

/// The programs of a body, made when they are first asked for, and how often they have led to nothing.
#[derive(Default)]
pub struct Programs {
    monadic: OnceLock<Option<Box<Program>>>,
    dyadic: OnceLock<Option<Box<Program>>>,
    failures: Failures,
}

/// Registers, kept from one run to the next.
pub type Registers = Cell<Vec<Scalar>>;

/// Keeps code that leads to nothing from being tried over and over: after each failure it rests, each time for longer.
#[derive(Default)]
struct Failures {
    /// Calls for which it still rests.
    rest: AtomicU32,
    /// Calls for which it has rested last.
    last: AtomicU32,
}

impl Failures {
    /// Whether the code may be tried.
    #[inline]
    fn may_try(&self) -> bool {
        match self.rest.load(Ordering::Relaxed) {
            0 => true,
            rest => {
                self.rest.store(rest - 1, Ordering::Relaxed);
                false
            }
        }
    }

    #[cold]
    fn failed(&self) {
        let rest = (2 * self.last.load(Ordering::Relaxed)).clamp(1, 1 << 20);
        self.last.store(rest, Ordering::Relaxed);
        self.rest.store(rest, Ordering::Relaxed);
    }
}

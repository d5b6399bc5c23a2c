//! What the operators mean: one file an operator, and what several of them share.
//!
//! Calls of operands go through [`Caller`], in the order and number that the language promises. Whole-array paths are
//! taken only for primitives, and only where nobody can tell the difference.

mod agenda;
mod at;
mod atop;
mod axis;
mod bind;
mod catenate;
mod cells;
mod collect;
mod commute;
mod each;
mod elementwise;
mod frames;
mod identity;
mod inner;
mod key;
mod lanes;
mod lanewise;
mod outer;
mod pair;
mod pairing;
mod power;
mod rank;
mod reduce;
mod scan;
mod stencil;
mod under;
mod windows;

use super::pervasive::{ScalarDyad, ScalarMonad};
use super::table::{Operands, Primitive};
use crate::array::{Caller, Function, Value};
use crate::control::{Error, Result};

pub use collect::Collector;
pub use inner::Contraction;
pub use lanes::Lanes;
pub use power::{count_of as count_of_steps, state_after as steps_of};
pub use rank::ranks as ranks_of;
pub use windows::Windows;

/// The calls and operand checks of the rows of the operator table.
pub mod rows {
    pub use super::agenda::{call as agenda, check as check_agenda};
    pub use super::at::call as at;
    pub use super::atop::{call as atop, over};
    pub use super::axis::call as axis;
    pub use super::bind::{after, before};
    pub use super::commute::call as commute;
    pub use super::each::call as each;
    pub use super::inner::call as inner;
    pub use super::key::call as key;
    pub use super::outer::call as outer;
    pub use super::pair::call as inverse_pair;
    pub use super::power::call as power;
    pub use super::reduce::{first as reduce_first, last as reduce_last};
    pub use super::scan::{first as scan_first, last as scan_last};
    pub use super::stencil::call as stencil;
    pub use super::under::call as under;
    pub use super::{
        check_after, check_before, check_left_function, check_left_function_right_array, check_two_functions,
    };
}

/// The operand of every monadic operator but `⍨`: a function on the left.
pub fn check_left_function(left: &Value, _right: Option<&Value>) -> Result<()> {
    needs_function(left, "left")
}

/// `⍥ . ⇄ ⌾`: functions on both sides.
pub fn check_two_functions(left: &Value, right: Option<&Value>) -> Result<()> {
    needs_function(left, "left")?;
    right.map_or(Ok(()), |right| needs_function(right, "right"))
}

/// `⍠ ⌺`: a function on the left, an array on the right.
pub fn check_left_function_right_array(left: &Value, right: Option<&Value>) -> Result<()> {
    needs_function(left, "left")?;
    match right {
        Some(Value::Function(_)) => Err(Error::domain("the right operand must be an array, not a function")),
        _ => Ok(()),
    }
}

/// `⊸`: a function on the right.
pub fn check_before(_left: &Value, right: Option<&Value>) -> Result<()> {
    right.map_or(Ok(()), |right| needs_function(right, "right"))
}

/// `⟜`: a function on the left.
pub fn check_after(left: &Value, _right: Option<&Value>) -> Result<()> {
    needs_function(left, "left")
}

fn needs_function(operand: &Value, side: &str) -> Result<()> {
    match operand {
        Value::Function(_) => Ok(()),
        _ => Err(Error::domain(format!("the {side} operand must be a function, not an array"))),
    }
}

impl<'a> Operands<'a> {
    /// The left operand, which is a function.
    pub fn left_function(self) -> Result<&'a Function> {
        as_function(self.left, "left")
    }

    /// The right operand, which is a function.
    pub fn right_function(self) -> Result<&'a Function> {
        as_function(self.right_operand()?, "right")
    }

    /// The right operand.
    pub fn right_operand(self) -> Result<&'a Value> {
        self.right.ok_or_else(|| Error::syntax("the operator needs a right operand"))
    }
}

fn as_function<'a>(operand: &'a Value, side: &str) -> Result<&'a Function> {
    needs_function(operand, side)?;
    match operand {
        Value::Function(function) => Ok(function),
        _ => unreachable!("the operand was checked"),
    }
}

/// A `SYNTAX ERROR`: the derived function has no form with a left argument.
fn refuse_left(left: &Option<Value>, what: &str) -> Result<()> {
    match left {
        None => Ok(()),
        Some(_) => Err(Error::syntax(format!("{what} takes one argument"))),
    }
}

/// A `SYNTAX ERROR`: the derived function has no form without a left argument.
fn need_left(left: Option<Value>, what: &str) -> Result<Value> {
    left.ok_or_else(|| Error::syntax(format!("{what} takes two arguments")))
}

/// Runs `work` in prototype mode and restores the mode before, also on an error.
fn on_prototypes<T>(caller: &mut dyn Caller, work: impl FnOnce(&mut dyn Caller) -> Result<T>) -> Result<T> {
    let before = caller.set_prototype_mode(true);
    let result = work(caller);
    caller.set_prototype_mode(before);
    result
}

/// The row of a function that is a primitive.
fn primitive_row(function: &Function) -> Option<&'static Primitive> {
    function.as_primitive().map(Primitive::row_of)
}

/// The scalar monad that a function is.
fn scalar_monad(function: &Function) -> Option<&'static ScalarMonad> {
    primitive_row(function)?.scalar_monad()
}

/// The scalar dyad that a function is.
fn scalar_dyad(function: &Function) -> Option<&'static ScalarDyad> {
    primitive_row(function)?.scalar_dyad()
}

#[cfg(test)]
pub(crate) mod tests;

//! Inverses: what undoes a function, for `⍣` with negative counts, `⌾` and `⇄`.
//!
//! [`undo`] answers three questions: which `Z` gives `f Z`, `X f Z` or `Z f X` matching `Y`. The answers of primitives
//! are rows of [`table`]; those of derived functions follow from the answers of their operands ([`derived`]). Formulas
//! are evaluated with the language's own functions, so that pervasion, agreement, keys, exactness and errors follow.

mod circle;
mod counts;
mod derived;
mod digits;
mod lambert;
mod product;
mod scan;
mod table;

use crate::array::{Caller, Form, Function, Glyph, Native, Outcome, Value};
use crate::control::{Error, Result};
use crate::primitive::table::{Operator, Primitive};

/// The argument that is given, beside the result.
#[derive(Clone, Copy)]
pub enum Fixed<'a> {
    /// The function is called with one argument, which is looked for.
    Nothing,
    /// The left argument; the right one is looked for.
    Left(&'a Value),
    /// The right argument; the left one is looked for.
    Right(&'a Value),
}

/// The argument for which a function gives `value`; a `DOMAIN ERROR` where the tables have no inverse.
pub fn undo(caller: &mut dyn Caller, function: &Function, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    match function.form() {
        Form::Primitive(glyph) => table::undo(&mut Scope { caller, axes: None }, *glyph, fixed, value),
        Form::Derived { operator, left, right } => {
            let operands = crate::primitive::table::Operands { left, right: right.as_ref() };
            derived::undo_derived(caller, *operator, operands, fixed, value)
        }
        Form::Fork { left: Value::Function(_), .. } => Err(no_inverse("this train")),
        Form::Fork { left, middle, right } => {
            // `A g h` with h called last undone first: `h⁻(A g⁻L Y)`.
            let value = undo(caller, middle, Fixed::Left(left), value)?;
            undo(caller, right, fixed, value)
        }
        Form::Defined(_) => Err(no_inverse("a defined function")),
        Form::Native(_) => Err(no_inverse("a system function")),
    }
}

fn no_inverse(what: impl std::fmt::Display) -> Error {
    Error::domain(format!("{what} has no inverse"))
}

/// Where formulas are evaluated: the caller, and the axes of `⍠` along which scalar dyads work.
struct Scope<'a> {
    caller: &'a mut dyn Caller,
    axes: Option<&'a Value>,
}

impl Scope<'_> {
    /// `f Y`.
    fn monad(&mut self, symbol: char, right: Value) -> Result<Value> {
        self.caller.call_value(&function(symbol), None, right)
    }

    /// `X f Y`, along the axes if there are some.
    fn dyad(&mut self, symbol: char, left: Value, right: Value) -> Result<Value> {
        match self.axes {
            None => self.plain_dyad(symbol, left, right),
            Some(axes) => {
                let along = along_axes(symbol, axes)?;
                self.caller.call_value(&along, Some(left), right)
            }
        }
    }

    /// `X f Y` by the ordinary agreement.
    fn plain_dyad(&mut self, symbol: char, left: Value, right: Value) -> Result<Value> {
        self.caller.call_value(&function(symbol), Some(left), right)
    }
}

/// The primitive with this glyph.
fn function(symbol: char) -> Function {
    Primitive::function(symbol).expect("the glyph is in the table")
}

/// The primitive with this glyph and `⍠`.
fn along_axes(symbol: char, axes: &Value) -> Result<Function> {
    let axis = Operator::glyph('⍠').expect("the operator is in the table");
    Function::derived(axis, Value::Function(function(symbol)), Some(axes.clone()))
}

/// The inverse of a function as a function: with one argument `f⁻ Y`, with two the answer for that side.
struct Inverse {
    function: Function,
    side: Side,
}

/// Which argument stays fixed when there are two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Inverse {
    fn of(function: &Function, side: Side) -> Value {
        let native = Inverse { function: function.clone(), side };
        Value::Function(Function::native(std::sync::Arc::new(native)))
    }
}

impl Native for Inverse {
    fn name(&self) -> String {
        "⟨inverse⟩".into()
    }

    fn is_system(&self) -> bool {
        false
    }

    fn call(&self, caller: &mut dyn Caller, left: Option<Value>, right: Value) -> Result<Outcome> {
        let fixed = match (&left, self.side) {
            (None, _) => Fixed::Nothing,
            (Some(left), Side::Left) => Fixed::Left(left),
            (Some(left), Side::Right) => Fixed::Right(left),
        };
        undo(caller, &self.function, fixed, right).map(Outcome::Value)
    }
}

/// The glyph of an operator by its symbol, for comparisons with a derived function's.
fn is(operator: Glyph, symbols: &str) -> bool {
    symbols.contains(operator.symbol)
}

#[cfg(test)]
mod tests;

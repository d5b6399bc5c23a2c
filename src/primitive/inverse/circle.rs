//! The inverses of `○`.

use super::{Scope, no_inverse};
use crate::array::{Array, Value};
use crate::control::{Result, poll};
use crate::primitive::argument::{Whole, whole};

/// `0j¯1×⍟Y`: the angle whose `cos + i sin` is `Y`.
pub(super) fn turn(scope: &mut Scope<'_>, y: Value) -> Result<Value> {
    let logarithm = scope.monad('⍟', y)?;
    scope.plain_dyad('×', imaginary(-1.0), logarithm)
}

fn imaginary(part: f64) -> Value {
    Value::Complex(std::sync::Arc::new(num_complex::Complex64::new(0.0, part)))
}

/// `X○⁻L Y`: each code has its own inverse.
pub(super) fn undo_code(scope: &mut Scope<'_>, x: Value, y: Value) -> Result<Value> {
    if x.is_atom() {
        return undo_one(scope, &x, y);
    }
    // Codes and values pair by agreement, at every depth.
    let native = crate::array::Function::native(std::sync::Arc::new(Codes));
    let operand = Value::Function(native);
    let operands = crate::primitive::table::Operands { left: &operand, right: None };
    poll()?;
    crate::primitive::operators::rows::each(scope.caller, operands, Some(x), y)?.value()
}

/// `X○⁻L Y` as a function for `¨`.
struct Codes;

impl crate::array::Native for Codes {
    fn name(&self) -> String {
        "⟨inverse⟩".into()
    }

    fn is_system(&self) -> bool {
        false
    }

    fn call(
        &self,
        caller: &mut dyn crate::array::Caller,
        left: Option<Value>,
        right: Value,
    ) -> Result<crate::array::Outcome> {
        let left = left.unwrap_or_else(|| Array::zilde().into());
        undo_code(&mut Scope { caller, axes: None }, left, right).map(crate::array::Outcome::Value)
    }
}

fn undo_one(scope: &mut Scope<'_>, code: &Value, y: Value) -> Result<Value> {
    let Whole::Small(number) = whole(code, "a circle code")? else { return Err(no_inverse("this circle code")) };
    match number {
        -8..=12 => scope.plain_dyad('○', Value::Int(-number), y),
        -9 => scope.monad('⊢', y),
        -10 => scope.monad('+', y),
        -11 => scope.plain_dyad('÷', y, imaginary(1.0)),
        -12 => turn(scope, y),
        _ => Err(no_inverse(format!("circle code {number}").replace('-', "¯"))),
    }
}

//! What scalar functions mean for atoms: numbers by [`crate::number`], characters by their own few rules.

use crate::array::Value;
use crate::array::compare::equal_atoms;
use crate::control::{Error, Result};
use crate::kernel::compare::float_less;
use crate::number::{self, Number};
use crate::primitive::argument::{Whole, describe, truth, whole};

/// Applies a number function to an atom; anything but a number is a `DOMAIN ERROR`.
#[inline]
pub fn of_number(glyph: char, function: impl Fn(&Number) -> Result<Number>, y: &Value) -> Result<Value> {
    match y.as_number() {
        Some(y) => function(&y).map(Value::from),
        None => Err(needs_a_number(glyph, y)),
    }
}

/// Applies a number function to two atoms; anything but a number is a `DOMAIN ERROR`.
#[inline]
pub fn of_numbers(
    glyph: char,
    function: impl Fn(&Number, &Number) -> Result<Number>,
    x: &Value,
    y: &Value,
) -> Result<Value> {
    match (x.as_number(), y.as_number()) {
        (Some(x), Some(y)) => function(&x, &y).map(Value::from),
        (None, _) => Err(not_a_number(glyph, x, "left")),
        _ => Err(not_a_number(glyph, y, "right")),
    }
}

#[cold]
fn needs_a_number(glyph: char, value: &Value) -> Error {
    Error::domain(format!("{glyph} needs a number, not {}", describe(value)))
}

#[cold]
fn not_a_number(glyph: char, value: &Value, side: &str) -> Error {
    Error::domain(format!("the {side} argument of {glyph} must be a number, not {}", describe(value)))
}

/// The character `offset` code points after `character`.
fn shift(character: char, offset: &Value, backwards: bool) -> Result<Value> {
    let Whole::Small(offset) = whole(offset, "a character offset")? else { return Err(no_character()) };
    let offset = if backwards { offset.checked_neg() } else { Some(offset) };
    let code = offset.and_then(|offset| (character as i64).checked_add(offset));
    let shifted = code.and_then(|code| u32::try_from(code).ok()).and_then(char::from_u32);
    shifted.map(Value::Char).ok_or_else(no_character)
}

#[cold]
fn no_character() -> Error {
    Error::domain("the result is no Unicode character")
}

/// `X+Y`
pub fn add(x: &Value, y: &Value) -> Result<Value> {
    match (x, y) {
        (Value::Int(a), Value::Int(b)) => match a.checked_add(*b) {
            Some(sum) => Ok(Value::Int(sum)),
            None => of_numbers('+', number::add, x, y),
        },
        (Value::Float(a), Value::Float(b)) if !(a + b).is_nan() => Ok(Value::Float(a + b)),
        (Value::Char(_), Value::Char(_)) => Err(Error::domain("two characters have no sum")),
        (Value::Char(character), offset) | (offset, Value::Char(character)) => shift(*character, offset, false),
        _ => of_numbers('+', number::add, x, y),
    }
}

/// `X-Y`
pub fn subtract(x: &Value, y: &Value) -> Result<Value> {
    match (x, y) {
        (Value::Int(a), Value::Int(b)) => match a.checked_sub(*b) {
            Some(difference) => Ok(Value::Int(difference)),
            None => of_numbers('-', number::subtract, x, y),
        },
        (Value::Float(a), Value::Float(b)) if !(a - b).is_nan() => Ok(Value::Float(a - b)),
        (Value::Char(a), Value::Char(b)) => Ok(Value::Int(*a as i64 - *b as i64)),
        (Value::Char(character), offset) => shift(*character, offset, true),
        _ => of_numbers('-', number::subtract, x, y),
    }
}

/// `X×Y`
pub fn multiply(x: &Value, y: &Value) -> Result<Value> {
    match (x, y) {
        (Value::Int(a), Value::Int(b)) => match a.checked_mul(*b) {
            Some(product) => Ok(Value::Int(product)),
            None => of_numbers('×', number::multiply, x, y),
        },
        (Value::Float(a), Value::Float(b)) if !(a * b).is_nan() => Ok(Value::Float(a * b)),
        _ => of_numbers('×', number::multiply, x, y),
    }
}

/// `X÷Y`
pub fn divide(x: &Value, y: &Value) -> Result<Value> {
    match (x, y) {
        (Value::Float(a), Value::Float(b)) if *b != 0.0 && !(a / b).is_nan() => Ok(Value::Float(a / b)),
        _ => of_numbers('÷', number::divide, x, y),
    }
}

/// `+Y`: characters are returned unchanged.
pub fn conjugate(y: &Value) -> Result<Value> {
    match y {
        Value::Char(_) | Value::Int(_) | Value::Float(_) | Value::Exact(_) => Ok(y.clone()),
        _ => of_number('+', number::conjugate, y),
    }
}

/// `≥Y`: characters move one code point.
pub fn increment(y: &Value) -> Result<Value> {
    match y {
        Value::Function(_) => Err(needs_a_number('≥', y)),
        _ => add(y, &Value::Int(1)),
    }
}

/// `≤Y`: characters move one code point.
pub fn decrement(y: &Value) -> Result<Value> {
    match y {
        Value::Function(_) => Err(needs_a_number('≤', y)),
        _ => subtract(y, &Value::Int(1)),
    }
}

/// `X=Y`: never fails.
pub fn equal(x: &Value, y: &Value) -> Result<Value> {
    Ok(Value::from(equal_atoms(x, y)))
}

/// `X≠Y`: never fails.
pub fn not_equal(x: &Value, y: &Value) -> Result<Value> {
    Ok(Value::from(!equal_atoms(x, y)))
}

macro_rules! relations {
    ($($name:ident $glyph:literal, $general:ident, |$a:ident, $b:ident| $integers:expr, $floats:expr;)+) => { $(
        #[doc = concat!("`X", $glyph, "Y`")]
        pub fn $name(x: &Value, y: &Value) -> Result<Value> {
            match (x, y) {
                (Value::Int($a), Value::Int($b)) => Ok(Value::from($integers)),
                (&Value::Float($a), &Value::Float($b)) => Ok(Value::from($floats)),
                _ => of_numbers($glyph, |x, y| Ok(Number::Int(number::$general(x, y)? as i64)), x, y),
            }
        }
    )+ };
}

relations! {
    less '<', less, |a, b| a < b, float_less(a, b);
    less_or_equal '≤', less_or_equal, |a, b| a <= b, !float_less(b, a);
    greater '>', greater, |a, b| a > b, float_less(b, a);
    greater_or_equal '≥', greater_or_equal, |a, b| a >= b, !float_less(a, b);
}

/// `X⌊Y`
pub fn minimum(x: &Value, y: &Value) -> Result<Value> {
    match (x, y) {
        (Value::Int(a), Value::Int(b)) => Ok(Value::Int(*a.min(b))),
        (Value::Float(a), Value::Float(b)) => Ok(Value::Float(if b < a { *b } else { *a })),
        _ => of_numbers('⌊', number::minimum, x, y),
    }
}

/// `X⌈Y`
pub fn maximum(x: &Value, y: &Value) -> Result<Value> {
    match (x, y) {
        (Value::Int(a), Value::Int(b)) => Ok(Value::Int(*a.max(b))),
        (Value::Float(a), Value::Float(b)) => Ok(Value::Float(if b > a { *b } else { *a })),
        _ => of_numbers('⌈', number::maximum, x, y),
    }
}

/// `~Y`
pub fn not(y: &Value) -> Result<Value> {
    Ok(Value::from(!truth(y, "the argument of ~")?))
}

/// `X⍲Y`
pub fn nand(x: &Value, y: &Value) -> Result<Value> {
    let (x, y) = (truth(x, "the left argument of ⍲")?, truth(y, "the right argument of ⍲")?);
    Ok(Value::from(!(x && y)))
}

/// `X⍱Y`
pub fn nor(x: &Value, y: &Value) -> Result<Value> {
    let (x, y) = (truth(x, "the left argument of ⍱")?, truth(y, "the right argument of ⍱")?);
    Ok(Value::from(!(x || y)))
}

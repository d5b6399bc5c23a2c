//! `⍕`: the text of a value, and numbers by specification.

use crate::array::{Caller, Value, show_shape};
use crate::control::{Error, Result, reserve};
use crate::display::{self, Digits, Field};
use crate::primitive::argument::{Whole, wholes};

/// Fields and precisions beyond this are a `LIMIT ERROR`.
const MOST: i64 = 1 << 30;

/// `⍕Y`
pub fn format(_: &mut dyn Caller, value: Value) -> Result<Value> {
    display::format(&value)
}

/// `X⍕Y`: `X` is a precision, a width and a precision, or such a pair for each item of the last axis of `Y`.
pub fn format_by_specification(_: &mut dyn Caller, specification: Value, value: Value) -> Result<Value> {
    let array = value.into_array();
    let columns = array.shape().last().copied().unwrap_or(1);
    let given = specification.item_count();
    if specification.rank() < 2 && !(given == 1 || given == 2 || given == columns.saturating_mul(2)) {
        return Err(Error::length(format!(
            "a format specification has 1 or 2 numbers, or a pair for each column ({columns}), not {given} (the \
             right argument has shape {})",
            show_shape(array.shape())
        )));
    }
    reserve(columns, size_of::<Field>(), || format!("the format of {columns} columns"))?;
    let fields = match *wholes(&specification, "a format specification")?.as_slice() {
        [precision] => vec![field(Whole::Small(0), precision)?; columns],
        [width, precision] => vec![field(width, precision)?; columns],
        ref pairs => pairs.chunks(2).map(|pair| field(pair[0], pair[1])).collect::<Result<_>>()?,
    };
    display::format_by_specification(&array, &fields).map(Value::Array)
}

fn field(width: Whole, precision: Whole) -> Result<Field> {
    let width = match width.saturated() {
        width @ 0..=MOST => width as usize,
        ..0 => return Err(Error::domain("a field width must not be negative")),
        _ => return Err(Error::limit("the field width is too large")),
    };
    let form = match precision.saturated() {
        decimals @ 0..=MOST => Digits::Fixed(decimals as usize),
        digits if (-MOST..0).contains(&digits) => Digits::Scientific(digits.unsigned_abs() as usize),
        _ => return Err(Error::limit("the precision is too large")),
    };
    Ok(Field { width, form })
}

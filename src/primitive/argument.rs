//! Reading arguments: whole numbers, counts, positions, truth values, axis operands, text.
//!
//! Every function names the argument (`what`) in its errors and says what would be right.

use std::borrow::Cow;
use std::sync::Arc;

use num_traits::{Signed, ToPrimitive};

use crate::array::{Array, Items, Layout, Value};
use crate::control::{Error, ErrorKind, Result, reserve};
use crate::number::text::format_float;
use crate::number::tolerance::near_integer;

/// A whole number, which may be too large for a machine integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// It fits.
    Small(i64),
    /// It is above 64 bits.
    Large,
    /// It is below 64 bits.
    NegativeLarge,
}

impl Whole {
    /// The number as a size or count, or a `LIMIT ERROR` where it cannot be honoured.
    pub fn as_count(self, what: &str) -> Result<i64> {
        match self {
            Whole::Small(value) => Ok(value),
            _ => Err(Error::limit(format!("{what} is too large"))),
        }
    }

    /// The number as a position, or an `INDEX ERROR` where no axis is that long.
    pub fn as_position(self) -> Result<i64> {
        match self {
            Whole::Small(value) => Ok(value),
            _ => Err(Error::index("index is outside the array")),
        }
    }

    /// The number, or the nearest machine integer.
    pub fn saturated(self) -> i64 {
        match self {
            Whole::Small(value) => value,
            Whole::Large => i64::MAX,
            Whole::NegativeLarge => i64::MIN,
        }
    }
}

/// Why a float is not whole, or the whole number that it counts as.
#[inline]
fn whole_float(value: f64) -> Option<Whole> {
    // Most floats that count as whole are: up to 2^53 the conversion to an integer and back says so.
    let direct = value as i64;
    if direct as f64 == value && direct.unsigned_abs() <= 1 << 53 {
        return Some(Whole::Small(direct));
    }
    let nearest = near_integer(value)?;
    // The range of i64 as floats: [-2^63, 2^63).
    if (-9223372036854775808.0..9223372036854775808.0).contains(&nearest) {
        Some(Whole::Small(nearest as i64))
    } else {
        Some(if nearest > 0.0 { Whole::Large } else { Whole::NegativeLarge })
    }
}

fn not_whole(value: &Value, what: &str) -> Error {
    Error::domain(format!("{what} must be a whole number, not {}", describe(value)))
}

/// A count with its noun for messages: `1 mark`, `2 marks`, `2 axes`.
pub fn counted(count: usize, noun: &str) -> String {
    match noun.strip_suffix("is") {
        _ if count == 1 => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}es"),
        None => format!("{count} {noun}s"),
    }
}

/// A few words on a value for messages: its kind, or its kind and shape.
pub fn describe(value: &Value) -> String {
    match value {
        Value::Int(value) => format!("{value}").replace('-', "¯"),
        Value::Float(value) => format_float(*value),
        Value::Exact(value) if value.is_integer() => "a huge integer".into(),
        Value::Exact(_) => "a fraction".into(),
        Value::Complex(_) => "a complex number".into(),
        Value::Char(_) => "a character".into(),
        Value::Function(_) => "a function".into(),
        Value::Array(array) => describe_array(array),
    }
}

fn describe_array(array: &Array) -> String {
    match (array.rank(), array.items()) {
        (0, _) => "a scalar".into(),
        (1, Items::Char8(_) | Items::Char32(_)) => format!("a string of length {}", array.len()),
        (1, _) => format!("a vector of length {}", array.len()),
        _ => format!("an array of shape {}", crate::array::show_shape(array.shape())),
    }
}

/// The whole number that an atom is: exact, or a float near an integer. Anything else is a `DOMAIN ERROR`.
pub fn whole(value: &Value, what: &str) -> Result<Whole> {
    match value {
        Value::Int(value) => Ok(Whole::Small(*value)),
        Value::Float(float) => whole_float(*float).ok_or_else(|| not_whole(value, what)),
        Value::Exact(exact) if exact.is_integer() => match exact.numer().to_i64() {
            Some(small) => Ok(Whole::Small(small)),
            None => Ok(if exact.is_negative() { Whole::NegativeLarge } else { Whole::Large }),
        },
        _ => Err(not_whole(value, what)),
    }
}

/// The whole numbers of a unit or vector. Other ranks are a `RANK ERROR`, other items a `DOMAIN ERROR`.
pub fn wholes(value: &Value, what: &str) -> Result<Vec<Whole>> {
    let Value::Array(array) = value else { return Ok(vec![whole(value, what)?]) };
    if array.rank() > 1 {
        return Err(Error::rank(format!("{what} must be a unit or vector, not {}", describe(value))));
    }
    reserve(array.len(), size_of::<Whole>(), || format!("{} whole numbers", array.len()))?;
    match array.items() {
        Items::Bit(bits) => Ok(bits.iter().map(|bit| Whole::Small(bit as i64)).collect()),
        Items::I64(items) => Ok(items.iter().map(|&item| Whole::Small(item)).collect()),
        _ => (0..array.len()).map(|i| whole(&array.item(i), what)).collect(),
    }
}

/// The items of an array of any rank as machine integers, without copying where they lie as such. `DOMAIN ERROR` for an
/// item that is not whole; numbers beyond 64 bits are the nearest machine integer, which no axis can honour.
pub fn integers<'a>(array: &'a Array, what: &str) -> Result<Cow<'a, [i64]>> {
    if !matches!(array.items(), Items::I64(_)) {
        reserve(array.len(), size_of::<i64>(), || format!("{} whole numbers", array.len()))?;
    }
    match array.items() {
        Items::I64(items) => Ok(Cow::Borrowed(items)),
        Items::Bit(bits) => Ok(Cow::Owned(bits.to_integers())),
        Items::F64(items) => {
            let cast = |&item: &f64| whole_float(item).map(Whole::saturated);
            let cast: Option<Vec<i64>> = items.iter().map(cast).collect();
            match cast {
                Some(cast) => Ok(Cow::Owned(cast)),
                None => {
                    let bad = items.iter().find(|&&item| whole_float(item).is_none()).expect("an item is not whole");
                    Err(not_whole(&Value::Float(*bad), what))
                }
            }
        }
        _ => (0..array.len()).map(|i| whole(&array.item(i), what).map(Whole::saturated)).collect(),
    }
}

/// The lengths that a unit or vector of whole numbers ≥ 0 gives: `RANK`, `DOMAIN` or `LIMIT ERROR` otherwise.
pub fn lengths(value: &Value, what: &str) -> Result<Vec<usize>> {
    wholes(value, what)?
        .into_iter()
        .map(|whole| match whole {
            Whole::NegativeLarge | Whole::Small(i64::MIN..0) => {
                Err(Error::domain(format!("{what} must not be negative")))
            }
            whole => whole.as_count(what).map(|count| count as usize),
        })
        .collect()
}

/// A truth value: a number that counts as 0 or 1.
pub fn truth(value: &Value, what: &str) -> Result<bool> {
    match value {
        Value::Int(0) => Ok(false),
        Value::Int(1) => Ok(true),
        Value::Float(_) | Value::Int(_) | Value::Exact(_) => match whole(value, what) {
            Ok(Whole::Small(0)) => Ok(false),
            Ok(Whole::Small(1)) => Ok(true),
            _ => Err(Error::domain(format!("{what} must be 0 or 1, not {}", describe(value)))),
        },
        _ => Err(Error::domain(format!("{what} must be 0 or 1, not {}", describe(value)))),
    }
}

/// Checks that an array holds numbers and nothing else; an empty one by its prototype. `DOMAIN ERROR` otherwise.
pub fn check_numbers(array: &Array, what: &str) -> Result<()> {
    let numeric = match array.items() {
        Items::Char8(_) | Items::Char32(_) => false,
        Items::Mixed(items) => !items.is_empty() && items.iter().all(|item| item.as_number().is_some()),
        _ => true,
    };
    if numeric {
        return Ok(());
    }
    Err(Error::domain(format!("{what} must be simple numbers, not {}", describe_items(array))))
}

/// A few words on what an array holds, for messages about its items: the first that is no number or no character.
pub fn describe_items(array: &Array) -> String {
    let unsuitable = |item: &Value| matches!(item, Value::Array(_) | Value::Function(_));
    match array.items() {
        Items::Char8(_) | Items::Char32(_) => "characters".into(),
        Items::Mixed([]) if unsuitable(&array.fill()) => format!("items like {}", describe(&array.fill())),
        Items::Mixed(items) => match items.iter().find(|item| unsuitable(item)) {
            Some(item) => describe(item),
            None => "numbers beside characters".into(),
        },
        _ => "numbers".into(),
    }
}

/// The string that a value is when it is used as a key or name: a character vector or a character atom.
pub fn text(value: &Value) -> Option<Arc<str>> {
    value.as_text().map(Arc::from)
}

/// An axis operand taken apart: numbers or names in the order written.
fn axis_items(operand: &Value) -> Result<Vec<Value>> {
    match operand {
        Value::Array(array) if array.rank() > 1 => {
            Err(Error::rank(format!("an axis specification must be a unit or vector, not {}", describe(operand))))
        }
        Value::Array(array) if array.rank() == 1 && array.storage().text().is_none_or(|text| text.is_empty()) => {
            Ok(array.storage().to_values())
        }
        Value::Array(array) if array.rank() == 0 => Ok(vec![array.item(0)]),
        _ => Ok(vec![operand.clone()]),
    }
}

/// How many axes a `⍠` operand gives. `RANK ERROR` for rank 2 and more.
pub fn axis_count(operand: &Value) -> Result<usize> {
    axis_items(operand).map(|items| items.len())
}

/// The axes that a `⍠` operand names in a layout, in the order given: a unit or vector of whole numbers (negative from
/// the end) or axis names. `RANK ERROR` for rank 2 and more, `DOMAIN ERROR` for a number outside, a repeated axis or
/// anything else, `INDEX ERROR` for an unknown name.
pub fn axes(operand: &Value, layout: &Layout) -> Result<Vec<usize>> {
    let rank = layout.rank();
    let mut axes = Vec::new();
    for item in axis_items(operand)? {
        let axis = match text(&item) {
            Some(name) => layout.axis_named(&name).ok_or_else(|| Error::index(format!("no axis is named: {name}")))?,
            None => axis_number(&item, rank)?,
        };
        if axes.contains(&axis) {
            return Err(Error::domain(format!("axis {axis} is given twice")));
        }
        axes.push(axis);
    }
    Ok(axes)
}

/// The axis that a whole number means in an array of this rank: negative numbers count from the end.
pub fn axis_number(value: &Value, rank: usize) -> Result<usize> {
    let number = whole(value, "an axis")?.saturated();
    let axis = if number < 0 { number.saturating_add(rank as i64) } else { number };
    if axis < 0 || axis >= rank as i64 {
        return Err(Error::domain(format!("axis {} is outside an array of rank {rank}", describe(value))));
    }
    Ok(axis as usize)
}

/// The axes that a `⍠` operand names for a primitive with two arguments: axes of the argument of higher rank. Where the
/// ranks are equal they are those of the left argument, and names that it does not have are those of the right one.
pub fn axes_of_either(operand: &Value, left: &Layout, right: &Layout) -> Result<Vec<usize>> {
    match axes(operand, if left.rank() >= right.rank() { left } else { right }) {
        Err(error) if error.kind() == ErrorKind::Index && left.rank() == right.rank() => axes(operand, right),
        found => found,
    }
}

/// The one axis that a `⍠` operand names; another number of axes is a `RANK ERROR`.
pub fn one_axis(operand: &Value, layout: &Layout) -> Result<usize> {
    only(&axes(operand, layout)?)
}

/// The only one of the axes that an operand names.
pub fn only(axes: &[usize]) -> Result<usize> {
    match axes {
        [axis] => Ok(*axis),
        several => Err(Error::rank(format!("one axis is needed, not {}", several.len()))),
    }
}

/// Whether an axis operand consists of names.
pub fn names_axes(operand: &Value) -> bool {
    axis_items(operand).is_ok_and(|items| !items.is_empty() && items.iter().all(|item| text(item).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::{Axis, Shape};

    #[test]
    fn whole_numbers() {
        assert_eq!(whole(&Value::Float(3.0 - 1e-15), "x").unwrap(), Whole::Small(3));
        assert_eq!(whole(&Value::Float(1e30), "x").unwrap(), Whole::Large);
        assert_eq!(whole(&Value::Float(0.5), "x").unwrap_err().kind(), ErrorKind::Domain);
        assert_eq!(whole(&Value::Float(f64::INFINITY), "x").unwrap_err().kind(), ErrorKind::Domain);
        assert_eq!(whole(&Value::Char('1'), "x").unwrap_err().kind(), ErrorKind::Domain);
    }

    #[test]
    fn lengths_are_checked() {
        assert_eq!(lengths(&Value::Array(Array::floats(vec![2.0, 3.0])), "x").unwrap(), [2, 3]);
        assert_eq!(lengths(&Value::Float(-2.0), "x").unwrap_err().kind(), ErrorKind::Domain);
        assert_eq!(lengths(&Value::Float(1e30), "x").unwrap_err().kind(), ErrorKind::Limit);
    }

    #[test]
    fn axes_by_number_and_name() {
        let named = |name: &str| Axis { keys: None, name: Some(name.into()) };
        let layout = Layout::with_axes(Shape::from_slice(&[2, 3]), vec![named("city"), named("month")]);
        assert_eq!(axes(&Value::string("month"), &layout).unwrap(), [1]);
        assert_eq!(axes(&Value::Int(-1), &layout).unwrap(), [1]);
        assert_eq!(axes(&Value::Array(Array::zilde()), &layout).unwrap(), []);
        assert_eq!(axes(&Value::Int(2), &layout).unwrap_err().kind(), ErrorKind::Domain);
        assert_eq!(axes(&Value::string("year"), &layout).unwrap_err().kind(), ErrorKind::Index);
        assert_eq!(axes(&Value::Array(Array::integers(vec![0, 0])), &layout).unwrap_err().kind(), ErrorKind::Domain);
        assert_eq!(one_axis(&Value::Array(Array::integers(vec![0, 1])), &layout).unwrap_err().kind(), ErrorKind::Rank);
    }
}

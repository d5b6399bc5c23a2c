//! `•vfi`: numbers in the fields of a text. Fields are parsed, never executed.

use num_bigint::BigInt;
use num_complex::Complex64;
use num_rational::BigRational;
use num_traits::Zero;

use crate::array::{Array, Caller, Outcome, Value};
use crate::control::{Error, Result, poll};
use crate::number::Number;
use crate::number::tolerance::{to_float, to_rational};
use crate::primitive::argument::describe;

/// `•vfi T`, `S •vfi T`: which fields are numbers, and the numbers.
pub fn numbers_of_fields(_: &mut dyn Caller, left: Option<Value>, right: Value) -> Result<Outcome> {
    let text = text_of(&right)?;
    let fields: Vec<&str> = match &left {
        None => text.split_whitespace().collect(),
        Some(_) if text.is_empty() => Vec::new(),
        Some(separators) => {
            let separators: Vec<char> = text_of(separators)?.chars().collect();
            text.split(|character| separators.contains(&character)).map(str::trim).collect()
        }
    };
    let mut flags = Vec::with_capacity(fields.len());
    let mut entries = Vec::with_capacity(fields.len());
    for (i, field) in fields.into_iter().enumerate() {
        if i % 1024 == 0 {
            poll()?;
        }
        let number = if field.is_empty() { Some(Number::Float(0.0)) } else { parse(field) };
        flags.push(number.is_some() as i64);
        entries.push(match number {
            Some(number) => Entry { number, is_fill: false },
            None => Entry { number: Number::Float(0.0), is_fill: true },
        });
    }
    let pair = vec![Array::integers(flags).into(), Array::vector(imported(entries)).into()];
    Ok(Value::Array(Array::vector(pair)).into())
}

fn text_of(value: &Value) -> Result<String> {
    value.as_text().ok_or_else(|| Error::domain(format!("•vfi takes text, not {}", describe(value))))
}

/// A number that was read, or the fill in place of one that is missing.
pub struct Entry {
    /// The number.
    pub number: Number,
    /// Whether it stands in for a missing one.
    pub is_fill: bool,
}

/// The import rule: all become floats if one that is no fill is a finite float and every one equals a float; otherwise each
/// keeps its kind.
pub fn imported(entries: Vec<Entry>) -> Vec<Value> {
    let is_finite_float = |entry: &Entry| !entry.is_fill && matches!(entry.number, Number::Float(x) if x.is_finite());
    let as_float = |number: &Number| match number {
        Number::Float(value) => Some(*value),
        Number::Int(value) => (*value as f64 as i128 == *value as i128).then_some(*value as f64),
        Number::Exact(value) => {
            let float = to_float(value);
            (float.is_finite() && to_rational(float) == **value).then_some(float)
        }
        Number::Complex(_) => None,
    };
    if entries.iter().any(is_finite_float)
        && let Some(floats) = entries.iter().map(|entry| as_float(&entry.number)).collect::<Option<Vec<f64>>>()
    {
        return floats.into_iter().map(Value::Float).collect();
    }
    entries.into_iter().map(|entry| entry.number.into()).collect()
}

/// The number that a field is.
fn parse(field: &str) -> Option<Number> {
    if let Some(infinity) = infinity(field) {
        return Some(Number::Float(infinity));
    }
    if let Some(digits) = field.strip_suffix(['x', 'ₓ']) {
        return whole(digits).map(Number::from_integer);
    }
    if let Some((numerator, denominator)) = field.split_once('r') {
        let (numerator, denominator) = (whole(numerator)?, whole(denominator)?);
        return (!denominator.is_zero()).then(|| Number::from_rational(BigRational::new(numerator, denominator)));
    }
    if let Some((real, imaginary)) = field.split_once(['j', 'J']) {
        return Number::from_complex(Complex64::new(self::real(real)?, self::real(imaginary)?)).ok();
    }
    real(field).map(Number::Float)
}

/// Whether a component is negative, and what follows its sign.
fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix(['-', '¯']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn infinity(text: &str) -> Option<f64> {
    let (negative, rest) = signed(text);
    let is_infinity = rest == "∞" || rest.eq_ignore_ascii_case("inf") || rest.eq_ignore_ascii_case("infinity");
    is_infinity.then_some(if negative { f64::NEG_INFINITY } else { f64::INFINITY })
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn whole(text: &str) -> Option<BigInt> {
    let (negative, digits) = signed(text);
    let magnitude: BigInt = are_digits(digits).then(|| digits.parse().ok())??;
    Some(if negative { -magnitude } else { magnitude })
}

/// A decimal number: too large gives an infinity, too small 0.
fn real(text: &str) -> Option<f64> {
    let (negative, magnitude) = signed(text);
    let (mantissa, exponent) = match magnitude.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (magnitude, None),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |part: &str| part.is_empty() || are_digits(part);
    if !digits(before) || !digits(after) || (before.is_empty() && after.is_empty()) {
        return None;
    }
    let exponent = match exponent {
        Some(exponent) => {
            let (negative, digits) = signed(exponent);
            if !are_digits(digits) {
                return None;
            }
            format!("{}{digits}", if negative { "-" } else { "" })
        }
        None => "0".into(),
    };
    let value: f64 = format!("0{before}.{after}0e{exponent}").parse().ok()?;
    Some(if negative { 0.0 - value } else { value })
}

//! Values of the language as JSON, both ways.

use std::fmt::Write;
use std::sync::Arc;

use num_bigint::BigInt;
use num_complex::Complex64;
use num_rational::BigRational;
use num_traits::Zero;

use super::json::{Json, write_string};
use crate::array::{Array, Axis, Gather, Keys, Layout, MAX_RANK, Value};
use crate::control::{Error, Result, poll};
use crate::number::{Number, text};

const RED_ZONE: usize = 64 * 1024;
const STACK_STEP: usize = 1024 * 1024;

/// Appends the JSON of a value; a `DOMAIN ERROR` for functions other than entries of keyed vectors.
pub fn encode(out: &mut String, value: &Value) -> Result<()> {
    match value {
        Value::Int(value) => {
            let _ = write!(out, "{value}");
        }
        Value::Float(value) => encode_float(out, *value),
        Value::Char(character) => write_string(out, character.encode_utf8(&mut [0; 4])),
        Value::Exact(value) if value.is_integer() => out.push_str(&value.numer().to_string()),
        Value::Exact(value) => {
            let _ = write!(out, "{{\"rational\":[\"{}\",\"{}\"]}}", value.numer(), value.denom());
        }
        Value::Complex(value) => {
            out.push_str("{\"complex\":[");
            encode_float(out, value.re);
            out.push(',');
            encode_float(out, value.im);
            out.push_str("]}");
        }
        Value::Function(_) => return Err(Error::domain("a function has no JSON form")),
        Value::Array(array) => stacker::maybe_grow(RED_ZONE, STACK_STEP, || encode_array(out, array))?,
    }
    Ok(())
}

fn encode_float(out: &mut String, value: f64) {
    let _ = match value {
        f64::INFINITY => write!(out, "{{\"infinity\":1}}"),
        f64::NEG_INFINITY => write!(out, "{{\"infinity\":-1}}"),
        // Negative zero is 0.
        _ if value == 0.0 => write!(out, "0.0"),
        _ => write!(out, "{value:?}"),
    };
}

fn encode_array(out: &mut String, array: &Array) -> Result<()> {
    let layout = array.layout();
    // Entries of keyed vectors that hold functions are left out.
    let drops_functions = array.rank() == 1 && layout.has_keys();
    let is_left_out = |item: &Value| drops_functions && matches!(item, Value::Function(_));
    let kept: Option<Vec<usize>> = drops_functions
        .then(|| (0..array.len()).filter(|&i| !is_left_out(&array.item(i))).collect())
        .filter(|kept: &Vec<usize>| kept.len() < array.len());
    let positions = || kept.clone().unwrap_or_else(|| (0..array.len()).collect());
    out.push_str("{\"shape\":[");
    match &kept {
        Some(kept) => {
            let _ = write!(out, "{}", kept.len());
        }
        None => separated(out, array.shape().iter(), |out, length| {
            let _ = write!(out, "{length}");
            Ok(())
        })?,
    }
    out.push_str("],\"data\":[");
    separated(out, positions().into_iter(), |out, i| {
        if i % 1024 == 0 {
            poll()?;
        }
        encode(out, &array.item(i))
    })?;
    out.push_str("],\"prototype\":");
    match &kept {
        Some(kept) => match kept.first() {
            Some(&first) => encode(out, &Array::vector(vec![array.item(first)]).fill())?,
            None => out.push('0'),
        },
        None => encode(out, &array.fill())?,
    }
    if layout.has_keys() {
        out.push_str(",\"axis_keys\":[");
        separated(out, 0..array.rank(), |out, axis| {
            let Some(keys) = layout.keys(axis) else {
                out.push_str("null");
                return Ok(());
            };
            out.push('[');
            let entries: Vec<usize> = if kept.is_some() { positions() } else { (0..keys.len()).collect() };
            separated(out, entries.into_iter(), |out, i| name_or_null(out, keys.get(i)))?;
            out.push(']');
            Ok(())
        })?;
        out.push(']');
    }
    if layout.has_names() {
        out.push_str(",\"axis_names\":[");
        separated(out, 0..array.rank(), |out, axis| name_or_null(out, layout.name(axis)))?;
        out.push(']');
    }
    out.push('}');
    Ok(())
}

fn name_or_null(out: &mut String, name: Option<&Arc<str>>) -> Result<()> {
    match name {
        Some(name) => write_string(out, name),
        None => out.push_str("null"),
    }
    Ok(())
}

fn separated<T>(
    out: &mut String,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut String, T) -> Result<()>,
) -> Result<()> {
    for (i, item) in items.enumerate() {
        if i > 0 {
            out.push(',');
        }
        write(out, item)?;
    }
    Ok(())
}

/// Why JSON is no value.
pub type Refusal = &'static str;

/// The value that this JSON encodes.
pub fn decode(json: &Json) -> std::result::Result<Value, Refusal> {
    match json {
        Json::Bool(truth) => Ok(Value::Int(*truth as i64)),
        Json::Number(text) => number(text),
        Json::String(text) => {
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(character), None) => Ok(Value::Char(character)),
                _ => Err("a string must hold one character"),
            }
        }
        Json::Null => Err("null is no value"),
        Json::List(_) => Err("a bare list is no value"),
        Json::Object(fields) => match &fields[..] {
            [(name, infinity)] if name == "infinity" => match infinity {
                Json::Number(sign) if sign == "1" => Ok(Value::Float(f64::INFINITY)),
                Json::Number(sign) if sign == "-1" => Ok(Value::Float(f64::NEG_INFINITY)),
                _ => Err("an infinity is 1 or -1"),
            },
            [(name, Json::List(parts))] if name == "rational" => rational(parts),
            [(name, Json::List(parts))] if name == "complex" => complex(parts),
            _ => stacker::maybe_grow(RED_ZONE, STACK_STEP, || array(json)),
        },
    }
}

fn number(text: &str) -> std::result::Result<Value, Refusal> {
    if text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()) {
        return Ok(Number::from_integer(integer(text)).into());
    }
    real(text).map(Value::Float)
}

fn integer(text: &str) -> BigInt {
    match text.strip_prefix('-') {
        Some(digits) => -text::parse_digits(digits),
        None => text::parse_digits(text),
    }
}

fn real(text: &str) -> std::result::Result<f64, Refusal> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err("a number beyond the range of floats"),
    }
}

fn rational(parts: &[Json]) -> std::result::Result<Value, Refusal> {
    let is_integer = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    match parts {
        [Json::String(numerator), Json::String(denominator)] if is_integer(numerator) && is_integer(denominator) => {
            let denominator = integer(denominator);
            if denominator.is_zero() {
                return Err("the denominator is zero");
            }
            Ok(Number::from_rational(BigRational::new(integer(numerator), denominator)).into())
        }
        _ => Err("a rational is two strings of digits"),
    }
}

fn complex(parts: &[Json]) -> std::result::Result<Value, Refusal> {
    match parts {
        [Json::Number(re), Json::Number(im)] => {
            let value = Complex64::new(real(re)?, real(im)?);
            Number::from_complex(value).map(Value::from).map_err(|_| "a complex number with an infinite part")
        }
        _ => Err("a complex number is two numbers"),
    }
}

fn array(json: &Json) -> std::result::Result<Value, Refusal> {
    let (Some(Json::List(shape)), Some(Json::List(data)), Some(prototype)) =
        (json.field("shape"), json.field("data"), json.field("prototype"))
    else {
        return Err("an array needs shape, data and prototype");
    };
    let length = |length: &Json| match length {
        Json::Number(text) => text.parse::<usize>().map_err(|_| "a length is a whole number from 0 on"),
        _ => Err("a length is a whole number from 0 on"),
    };
    let shape: Vec<usize> = shape.iter().map(length).collect::<std::result::Result<_, _>>()?;
    if shape.len() > MAX_RANK {
        return Err("an array of too many axes");
    }
    let count = shape.iter().try_fold(1usize, |count, &length| count.checked_mul(length));
    if count != Some(data.len()) {
        return Err("the number of items does not fit the shape");
    }
    let prototype = decode(prototype)?;
    let mut keys = per_axis(json.field("axis_keys"), shape.len())?;
    let mut names = per_axis(json.field("axis_names"), shape.len())?;
    let mut axes = Vec::new();
    for (axis, &length) in shape.iter().enumerate() {
        let keys = match std::mem::replace(&mut keys[axis], Json::Null) {
            Json::Null => None,
            Json::List(entries) if entries.len() == length => {
                let entries = entries.iter().map(text_or_null).collect::<std::result::Result<Vec<_>, _>>()?;
                Keys::new(entries).map_err(|_| "a key occurs twice")?
            }
            _ => return Err("the keys do not fit the shape"),
        };
        let name = text_or_null(&std::mem::replace(&mut names[axis], Json::Null))?;
        if name.is_some() && axes.iter().any(|other: &Axis| other.name == name) {
            return Err("an axis name occurs twice");
        }
        axes.push(Axis { keys, name });
    }
    let mut items = Gather::with_capacity(data.len());
    for item in data {
        items.push(decode(item)?);
    }
    let layout = Layout::with_axes(shape, axes);
    Ok(Array::with_prototype(layout, items.finish(), &prototype).into())
}

/// One entry for each axis; `null` for all where the field is absent.
fn per_axis(field: Option<&Json>, rank: usize) -> std::result::Result<Vec<Json>, Refusal> {
    match field {
        None | Some(Json::Null) => Ok(vec![Json::Null; rank]),
        Some(Json::List(entries)) if entries.len() == rank => Ok(entries.clone()),
        Some(_) => Err("axis keys and names need one entry for each axis"),
    }
}

fn text_or_null(json: &Json) -> std::result::Result<Option<Arc<str>>, Refusal> {
    match json {
        Json::Null => Ok(None),
        Json::String(text) => Ok(Some(Arc::from(text.as_str()))),
        _ => Err("a key or name is a string"),
    }
}

//! Files: `•nget`, `•nput`.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};

use super::options::Options;
use crate::array::{Array, Outcome, Value};
use crate::control::{Error, Result};
use crate::eval::state::Evaluator;
use crate::primitive::argument::{Whole, describe, whole};

/// `•nget P`, `O •nget P`: the content of a file, or of what is left of standard input for `"-"`.
pub fn get(evaluator: &mut Evaluator<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let options = Options::read(left.as_ref(), &["binary", "encoding"], "•nget")?;
    let binary = is_binary(&options)?;
    let Some(path) = right.as_text() else {
        return Err(Error::domain(format!("•nget takes a path, not {}", describe(&right))));
    };
    let bytes = match path.as_str() {
        "-" => evaluator.state.host.read_rest()?,
        path => fs::read(path).map_err(|error| failed(path, &error))?,
    };
    if binary {
        return Ok(Value::Array(Array::integers(bytes.into_iter().map(i64::from).collect())).into());
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Value::string(&text).into()),
        Err(_) => Err(Error::value(format!("{path}: not valid UTF-8"))),
    }
}

/// `P •nput D`, `O •nput D`: writes a file and gives the number of bytes.
pub fn put(_: &mut Evaluator<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let Some(left) = left else { return Err(Error::syntax("•nput takes a path or options on its left")) };
    let (path, overwrite, binary) = match left.as_text() {
        Some(path) if !path.is_empty() => (path, false, false),
        _ => {
            let options = Options::read(Some(&left), &["path", "overwrite", "binary", "encoding"], "•nput")?;
            let binary = is_binary(&options)?;
            let overwrite = options.flag("overwrite")?;
            let path = options.text("path")?.ok_or_else(|| Error::domain("•nput needs the option path"))?;
            (path, overwrite, binary)
        }
    };
    let bytes = if binary { bytes_of(&right)? } else { text_of(&right)?.into_bytes() };
    let mut open = OpenOptions::new();
    open.write(true);
    let open = if overwrite { open.create(true).truncate(true) } else { open.create_new(true) };
    let written = open.open(&path).and_then(|mut file| file.write_all(&bytes));
    written.map_err(|error| failed(&path, &error))?;
    Ok(Value::count(bytes.len()).into())
}

fn is_binary(options: &Options) -> Result<bool> {
    let binary = options.flag("binary")?;
    match options.text("encoding")? {
        Some(_) if binary => Err(Error::domain("bytes have no encoding")),
        Some(encoding) if !encoding.eq_ignore_ascii_case("UTF-8") => {
            Err(Error::domain(format!("the only encoding is UTF-8, not {encoding}")))
        }
        _ => Ok(binary),
    }
}

fn text_of(value: &Value) -> Result<String> {
    value.as_text().ok_or_else(|| Error::domain(format!("•nput writes text, not {}", describe(value))))
}

fn bytes_of(value: &Value) -> Result<Vec<u8>> {
    let Some(array) = value.as_array().filter(|array| array.rank() == 1) else {
        return Err(Error::rank(format!("bytes are a vector, not {}", describe(value))));
    };
    let byte = |item: Value| match whole(&item, "a byte")? {
        Whole::Small(byte @ 0..=255) => Ok(byte as u8),
        _ => Err(Error::domain("a byte lies between 0 and 255")),
    };
    (0..array.len()).map(|i| byte(array.item(i))).collect()
}

fn failed(path: &str, error: &io::Error) -> Error {
    // The system's words, without its number.
    let reason = error.to_string();
    let reason = reason.split(" (os error").next().unwrap_or_default().to_string();
    Error::value(format!("{path}: {reason}"))
}

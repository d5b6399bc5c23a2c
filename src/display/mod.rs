//! The text of values: plain display, source form, the layouts of `⍕`, boxes and function trees.
//!
//! Nothing here evaluates. Text is built in time linear in its length, can be interrupted, and ends in a `LIMIT ERROR`
//! before it outgrows the memory budget; values of any depth are walked without overflowing the stack.

mod boxed;
mod classic;
mod drawing;
mod excerpt;
mod function;
mod grid;
mod plain;
mod settings;
mod source;
mod specified;
mod table;
mod text;
mod tree;

#[cfg(test)]
mod boxed_tests;
#[cfg(test)]
mod format_tests;
#[cfg(test)]
mod tests;

use crate::array::{Function, Value};
use crate::control::Result;
pub use classic::format;
pub use excerpt::shortened;
pub use settings::{BoxSettings, Edges, Length, Presentation, Setting, Trains};
use source::Level;
pub use specified::{Digits, Field, format as format_by_specification};
pub use text::ALL_DIGITS;
use text::Writer;

/// What a result prints as, without a line feed at the end.
pub fn plain(value: &Value) -> Result<String> {
    plain_rounded(value, ALL_DIGITS)
}

/// As [`plain`], with at most so many significant digits of each approximate number.
pub fn plain_rounded(value: &Value, digits: usize) -> Result<String> {
    let mut writer = Writer::new(digits);
    plain::write_plain(&mut writer, value)?;
    Ok(writer.text)
}

/// The source form of a value as an item: text that reads back as the value.
pub fn source(value: &Value) -> Result<String> {
    let mut writer = Writer::new(ALL_DIGITS);
    source::write_source(&mut writer, value, Level::Inner)?;
    Ok(writer.text)
}

/// The source of a function, in which names are replaced by what they hold.
pub fn function_source(function: &Function) -> Result<String> {
    source::function_text(function)
}

/// The boxed display of a value, without a line feed at the end, whether the settings have boxes on or not; approximate
/// numbers show at most so many significant digits.
pub fn boxed(value: &Value, settings: &BoxSettings, digits: usize) -> Result<String> {
    let mut writer = Writer::new(digits);
    boxed::write_boxed(&mut writer, value, settings)?;
    Ok(writer.text)
}

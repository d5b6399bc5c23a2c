//! Source form: text that reads back as the value.

use super::function::{Grouping, write_function};
use super::text::{ExactMark, Writer, characters, is_number, is_text};
use crate::array::compare::nested;
use crate::array::{Array, Axis, Function, Items, Keys, Layout, Value};
use crate::control::Result;

/// Whether a strand stands alone or within other source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// At top level: without brackets.
    Top,
    /// As an item: in brackets.
    Inner,
}

/// The forms that source takes, in the order in which they are tried.
#[derive(Debug)]
pub enum SourceForm {
    /// A number atom.
    Number,
    /// A printable character atom.
    Character,
    /// A control character atom: `•ucs 10`.
    ControlCharacter,
    /// A function, with its text.
    Function(String),
    /// A scalar that holds a literal: the literal in parentheses.
    LiteralScalar,
    /// A scalar that holds function glyphs: in parentheses.
    GlyphScalar,
    /// A scalar that holds another function: `⍬⍴[f]`.
    FunctionScalar(Function),
    /// Another scalar: `⊂` and the item.
    Enclosed,
    /// An array with axis names: `["name":length]⍴`.
    Named,
    /// An array of rank 2 or more with keys: `[lists]:`.
    Keyed,
    /// `⍬`
    Zilde,
    /// `""`
    EmptyString,
    /// `⍬:⍬`
    EmptyRecord,
    /// Another array without items: `0 3⍴0`.
    Empty,
    /// `["key":item]`
    Record,
    /// `"text"`
    Text,
    /// `,•ucs 97 10`
    ControlText,
    /// `1 2`, in brackets within other source.
    Strand,
    /// `(1 ⋄ 1 2)`
    Rows,
    /// Another vector: `[item item]`.
    List,
    /// Rank 2: `[1 2 ⋄ 3 4]`.
    Matrix,
    /// Rank 3 and more.
    Cells,
}

impl SourceForm {
    /// The form of a value.
    pub fn of(value: &Value) -> Result<SourceForm> {
        Ok(match value {
            Value::Char(character) if character.is_control() => SourceForm::ControlCharacter,
            Value::Char(_) => SourceForm::Character,
            Value::Function(function) => SourceForm::Function(function_text(function)?),
            Value::Array(array) if array.rank() == 0 => scalar_form(&array.item(0))?,
            Value::Array(array) => array_form(array),
            _ => SourceForm::Number,
        })
    }

    /// Whether it needs no parentheses as the left operand of an operator: a literal, a strand, or a group.
    pub fn is_closed(&self) -> bool {
        !matches!(
            self,
            SourceForm::ControlCharacter
                | SourceForm::FunctionScalar(_)
                | SourceForm::Enclosed
                | SourceForm::Named
                | SourceForm::Keyed
                | SourceForm::EmptyRecord
                | SourceForm::Empty
                | SourceForm::ControlText
        )
    }

    /// Whether it needs parentheses as an item: where a blank or a colon stands outside quotes and groups.
    fn is_open(&self, value: &Value) -> Result<bool> {
        Ok(match (self, value) {
            (SourceForm::ControlCharacter | SourceForm::ControlText, _) => true,
            (SourceForm::Keyed | SourceForm::EmptyRecord, _) => true,
            (SourceForm::Empty, value) => value.rank() > 1,
            (SourceForm::Function(text), _) => text.contains(char::is_whitespace) || has_outer_colon(text),
            (SourceForm::Named, Value::Array(array)) => {
                let plain = Value::Array(without_names(array));
                let form = SourceForm::of(&plain)?;
                match form {
                    SourceForm::Strand => true,
                    SourceForm::ControlText => false,
                    form => form.is_open(&plain)?,
                }
            }
            _ => false,
        })
    }
}

fn scalar_form(content: &Value) -> Result<SourceForm> {
    Ok(match content {
        Value::Function(function) if is_glyph(function) => SourceForm::GlyphScalar,
        Value::Function(function) => SourceForm::FunctionScalar(function.clone()),
        Value::Array(array) if is_glyph_vector(array) => SourceForm::GlyphScalar,
        Value::Array(array) if array.rank() == 0 => SourceForm::Enclosed,
        _ => match SourceForm::of(content)? {
            SourceForm::Number
            | SourceForm::Character
            | SourceForm::Text
            | SourceForm::EmptyString
            | SourceForm::Zilde
            | SourceForm::Strand => SourceForm::LiteralScalar,
            _ => SourceForm::Enclosed,
        },
    })
}

/// The form of an array of rank 1 or more.
fn array_form(array: &Array) -> SourceForm {
    let layout = array.layout();
    if layout.has_names() {
        return SourceForm::Named;
    }
    if layout.has_keys() {
        return match (array.rank(), array.is_empty()) {
            (1, true) => SourceForm::EmptyRecord,
            (1, false) => SourceForm::Record,
            _ => SourceForm::Keyed,
        };
    }
    if array.is_empty() {
        return match (array.rank(), array.fill()) {
            (1, Value::Float(_)) => SourceForm::Zilde,
            (1, Value::Char(_)) => SourceForm::EmptyString,
            _ => SourceForm::Empty,
        };
    }
    match array.rank() {
        1 => vector_form(array),
        2 => SourceForm::Matrix,
        _ => SourceForm::Cells,
    }
}

/// The form of a vector with items, without keys and name.
fn vector_form(array: &Array) -> SourceForm {
    let items = match array.items() {
        Items::Mixed(items) => items,
        Items::Char8(_) | Items::Char32(_) => return text_form(array),
        _ if array.len() == 1 => return SourceForm::List,
        _ => return SourceForm::Strand,
    };
    if is_text(array) {
        text_form(array)
    } else if items.len() == 1 {
        SourceForm::List
    } else if items.iter().all(is_strand_item) {
        SourceForm::Strand
    } else if items.iter().all(is_row) {
        SourceForm::Rows
    } else {
        SourceForm::List
    }
}

fn text_form(array: &Array) -> SourceForm {
    if has_control_characters(array) { SourceForm::ControlText } else { SourceForm::Text }
}

/// Whether a character array has control characters.
fn has_control_characters(array: &Array) -> bool {
    match array.items() {
        Items::Char8(items) => items.iter().any(|&byte| (byte as char).is_control()),
        Items::Char32(items) => items.iter().any(|character| character.is_control()),
        Items::Mixed(items) => items.iter().any(|item| matches!(item, Value::Char(c) if c.is_control())),
        _ => false,
    }
}

/// A number, a printable character or a printable string.
fn is_strand_item(item: &Value) -> bool {
    match item {
        Value::Char(character) => !character.is_control(),
        Value::Array(array) => is_string(array) && !has_control_characters(array),
        item => is_number(item),
    }
}

/// Whether it is a character vector without keys and name.
fn is_string(array: &Array) -> bool {
    let is_empty_text = array.is_empty() && matches!(array.fill(), Value::Char(_));
    array.rank() == 1 && array.layout().is_plain() && (is_empty_text || is_text(array))
}

/// Whether it may be a row of `(row ⋄ row)`: a vector with items and without a name that is no string. A bare `:` among
/// several items would need `;`, which rows do not have.
fn is_row(item: &Value) -> bool {
    match item {
        Value::Array(array) => {
            let is_vector = array.rank() == 1 && !array.is_empty() && !array.layout().has_names();
            is_vector && !is_string(array) && !has_bare_colon(array)
        }
        _ => false,
    }
}

fn has_bare_colon(array: &Array) -> bool {
    matches!(array.items(), Items::Mixed(items) if items.iter().any(is_bare_colon))
}

fn is_bare_colon(item: &Value) -> bool {
    matches!(item, Value::Function(function) if function.as_primitive().is_some_and(|glyph| glyph.symbol == ':'))
}

/// Whether it is a primitive that is no hybrid.
fn is_glyph(function: &Function) -> bool {
    function.as_primitive().is_some_and(|glyph| !matches!(glyph.symbol, '/' | '⌿' | '\\' | '⍀'))
}

fn is_glyph_vector(array: &Array) -> bool {
    let Items::Mixed(items) = array.items() else { return false };
    let is_plain_vector = array.rank() == 1 && array.layout().is_plain() && items.len() > 1;
    is_plain_vector && items.iter().all(|item| matches!(item, Value::Function(function) if is_glyph(function)))
}

/// Whether a function's text has a colon outside quotes and groups.
fn has_outer_colon(text: &str) -> bool {
    let mut depth = 0usize;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '\'' => drop(characters.nth(1)),
            '"' => drop(characters.find(|&next| next == '"')),
            '⍝' => drop(characters.find(|&next| next == '\n')),
            ':' if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

/// The same array without axis names.
pub fn without_names(array: &Array) -> Array {
    let axes = array.layout().axes().into_iter().map(|axis| Axis { keys: axis.keys, name: None }).collect();
    array.clone().with_layout(Layout::with_axes(array.shape(), axes))
}

/// The source of a function.
pub fn function_text(function: &Function) -> Result<String> {
    let mut writer = Writer::new(super::text::ALL_DIGITS);
    write_function(&mut writer, function, Grouping::Needed)?;
    Ok(writer.text)
}

/// Appends the source of a value.
pub fn write_source(w: &mut Writer, value: &Value, level: Level) -> Result<()> {
    write_form(w, value, &SourceForm::of(value)?, level)
}

/// Appends the source of a value as an item: in parentheses where it is open.
pub fn write_item(w: &mut Writer, value: &Value) -> Result<()> {
    w.step()?;
    match value {
        Value::Int(_) | Value::Float(_) => {
            w.atom(value);
            Ok(())
        }
        _ => nested(|| {
            let form = SourceForm::of(value)?;
            let is_open = form.is_open(value)?;
            w.push(if is_open { "(" } else { "" });
            write_form(w, value, &form, Level::Inner)?;
            w.push(if is_open { ")" } else { "" });
            Ok(())
        }),
    }
}

/// Appends the source of a value of this form.
pub fn write_form(w: &mut Writer, value: &Value, form: &SourceForm, level: Level) -> Result<()> {
    let array = match value {
        Value::Array(array) => array,
        Value::Char(character) => {
            write_character(w, *character);
            return Ok(());
        }
        _ => {
            if let SourceForm::Function(text) = form {
                w.push(text);
            }
            w.atom(value);
            return Ok(());
        }
    };
    match form {
        SourceForm::LiteralScalar => in_group(w, "(", ")", |w| write_source(w, &array.item(0), Level::Top)),
        SourceForm::GlyphScalar => in_group(w, "(", ")", |w| write_glyphs(w, &array.item(0))),
        SourceForm::FunctionScalar(function) => {
            in_group(w, "⍬⍴[", "]", |w| write_item(w, &Value::Function(function.clone())))
        }
        SourceForm::Enclosed => {
            w.push("⊂");
            write_item(w, &array.item(0))
        }
        SourceForm::Named => write_named(w, array),
        SourceForm::Keyed => write_keyed(w, array),
        SourceForm::Zilde => in_group(w, "⍬", "", |_| Ok(())),
        SourceForm::EmptyString => in_group(w, "\"\"", "", |_| Ok(())),
        SourceForm::EmptyRecord => in_group(w, "⍬:⍬", "", |_| Ok(())),
        SourceForm::Empty => write_empty(w, array),
        SourceForm::Record => in_group(w, "[", "]", |w| write_entries(w, array)),
        SourceForm::Text => write_text(w, array),
        SourceForm::ControlText => write_codes(w, array),
        SourceForm::Strand if level == Level::Top => write_entries(w, array),
        SourceForm::Strand | SourceForm::List => in_group(w, "[", "]", |w| write_entries(w, array)),
        SourceForm::Rows => in_group(w, "(", ")", |w| write_rows(w, array)),
        SourceForm::Matrix | SourceForm::Cells => write_cells(w, array),
        SourceForm::Number | SourceForm::Character | SourceForm::ControlCharacter | SourceForm::Function(_) => Ok(()),
    }
}

fn in_group(w: &mut Writer, open: &str, close: &str, inner: impl FnOnce(&mut Writer) -> Result<()>) -> Result<()> {
    w.push(open);
    inner(w)?;
    w.push(close);
    Ok(())
}

/// A character atom: `'c'`, or `•ucs 10` for a control character.
fn write_character(w: &mut Writer, character: char) {
    if character.is_control() {
        w.push("•ucs ");
        w.length(character as usize);
    } else {
        w.text.extend(['\'', character, '\'']);
    }
}

fn write_glyphs(w: &mut Writer, content: &Value) -> Result<()> {
    let functions = match content {
        Value::Array(array) => array.storage().to_values(),
        function => vec![function.clone()],
    };
    for (i, function) in functions.iter().enumerate() {
        w.step()?;
        w.push(if i > 0 { " " } else { "" });
        if let Value::Function(function) = function {
            write_function(w, function, Grouping::Needed)?;
        }
    }
    Ok(())
}

fn write_text(w: &mut Writer, array: &Array) -> Result<()> {
    write_quoted(w, &characters(array).unwrap_or_default());
    Ok(())
}

/// Appends a string in quotes, with quotes inside doubled.
pub fn write_quoted(w: &mut Writer, text: &str) {
    w.push("\"");
    for (i, part) in text.split('"').enumerate() {
        w.push(if i > 0 { "\"\"" } else { "" });
        w.push(part);
    }
    w.push("\"");
}

fn write_codes(w: &mut Writer, array: &Array) -> Result<()> {
    w.push(",•ucs");
    for character in characters(array).unwrap_or_default().chars() {
        w.step()?;
        w.push(" ");
        w.length(character as usize);
    }
    Ok(())
}

fn write_shape(w: &mut Writer, shape: &[usize]) {
    for (axis, &length) in shape.iter().enumerate() {
        w.push(if axis > 0 { " " } else { "" });
        w.length(length);
    }
}

/// An array without items: its shape and its prototype.
fn write_empty(w: &mut Writer, array: &Array) -> Result<()> {
    write_shape(w, array.shape());
    w.push("⍴");
    match array.fill() {
        function @ Value::Function(_) => in_group(w, "[", "]", |w| {
            if is_bare_colon(&function) { in_group(w, ":", "", |_| Ok(())) } else { write_item(w, &function) }
        }),
        prototype @ Value::Array(_) => {
            nested(|| write_source(w, &Value::Array(Array::scalar(prototype.clone())), Level::Inner))
        }
        atom => write_item(w, &atom),
    }
}

/// The items of a vector one after the other, with the keys of those that have one.
pub fn write_entries(w: &mut Writer, array: &Array) -> Result<()> {
    let keys = array.layout().keys(0);
    let separator = if array.len() > 1 && has_bare_colon(array) { ";" } else { " " };
    write_run(w, array, 0, array.len(), keys.map(|keys| &**keys), separator)
}

/// `length` items from `start`, separated, with keys.
fn write_run(
    w: &mut Writer,
    array: &Array,
    start: usize,
    length: usize,
    keys: Option<&Keys>,
    separator: &str,
) -> Result<()> {
    if let (None, Items::I64(items)) = (keys, array.items()) {
        return write_each(w, &items[start..start + length], |w, &item| w.integer(item, ExactMark::Shown));
    }
    if let (None, Items::F64(items)) = (keys, array.items()) {
        return write_each(w, &items[start..start + length], |w, &item| w.float(item));
    }
    for i in 0..length {
        if i > 0 {
            w.push(separator);
        }
        let key = keys.and_then(|keys| keys.get(i));
        if let Some(key) = key {
            write_item(w, &Value::string(key))?;
            w.push(":");
        }
        match array.item(start + i) {
            // In parentheses a glyph would be a scalar.
            item if is_bare_colon(&item) => w.push(if key.is_some() { "↑(:)" } else { ":" }),
            item => write_item(w, &item)?,
        }
    }
    Ok(())
}

/// Items of a compact lane, separated by blanks.
fn write_each<T>(w: &mut Writer, items: &[T], write: impl Fn(&mut Writer, &T)) -> Result<()> {
    for (i, item) in items.iter().enumerate() {
        w.step()?;
        w.push(if i > 0 { " " } else { "" });
        write(w, item);
    }
    Ok(())
}

fn write_rows(w: &mut Writer, array: &Array) -> Result<()> {
    for (i, row) in array.storage().to_values().iter().enumerate() {
        w.step()?;
        w.push(if i > 0 { " ⋄ " } else { "" });
        if let Value::Array(row) = row {
            nested(|| write_entries(w, row))?;
        }
    }
    Ok(())
}

/// An array of rank 2 or more with items, without keys and names: its major cells in brackets.
fn write_cells(w: &mut Writer, array: &Array) -> Result<()> {
    write_cell(w, array, 0, 0)
}

/// The cell from `start` whose first axis is `axis`.
fn write_cell(w: &mut Writer, array: &Array, axis: usize, start: usize) -> Result<()> {
    let shape = &array.shape()[axis..];
    let size: usize = shape[1..].iter().product();
    in_group(w, "[", "]", |w| {
        for i in 0..shape[0] {
            w.push(if i > 0 { " ⋄ " } else { "" });
            if shape.len() == 2 {
                write_matrix_row(w, array, start + i * size, size)?;
            } else {
                write_cell(w, array, axis + 1, start + i * size)?;
            }
        }
        w.push(if shape[0] == 1 { " ⋄" } else { "" });
        Ok(())
    })
}

/// A row of a matrix: its items, in brackets if it is one item, a string if all are characters.
fn write_matrix_row(w: &mut Writer, array: &Array, start: usize, length: usize) -> Result<()> {
    let row = Array::new(Layout::vector(length), array.storage().slice(start, length));
    if is_text(&row) {
        write_item(w, &Value::Array(row))
    } else if length == 1 {
        in_group(w, "[", "]", |w| write_entries(w, &row))
    } else {
        write_run(w, array, start, length, None, " ")
    }
}

/// An array of rank 2 or more with keys: one list for each axis, and the array without keys.
fn write_keyed(w: &mut Writer, array: &Array) -> Result<()> {
    in_group(w, "[", "]:", |w| {
        for (axis, &length) in array.shape().iter().enumerate() {
            w.push(if axis > 0 { ";" } else { "" });
            write_key_list(w, array.layout().keys(axis).map(|keys| &**keys), length)?;
        }
        Ok(())
    })?;
    let plain = array.clone().with_layout(array.layout().plain());
    write_source(w, &Value::Array(plain), Level::Inner)
}

fn write_key_list(w: &mut Writer, keys: Option<&Keys>, length: usize) -> Result<()> {
    let key = |i: usize| keys.and_then(|keys| keys.get(i));
    let is_control = |i: usize| key(i).is_some_and(|key| key.contains(char::is_control));
    let in_brackets = length == 1 || (0..length).any(is_control);
    w.push(if in_brackets { "[" } else { "" });
    w.push(if length == 0 { "⍬" } else { "" });
    for i in 0..length {
        w.step()?;
        w.push(if i > 0 { " " } else { "" });
        match key(i) {
            Some(key) => write_item(w, &Value::string(key))?,
            None => w.length(i),
        }
    }
    w.push(if in_brackets { "]" } else { "" });
    Ok(())
}

/// An array with axis names: names and lengths, and the array without names.
fn write_named(w: &mut Writer, array: &Array) -> Result<()> {
    in_group(w, "[", "]⍴", |w| {
        for (axis, &length) in array.shape().iter().enumerate() {
            w.push(if axis > 0 { " " } else { "" });
            if let Some(name) = array.layout().name(axis) {
                write_item(w, &Value::string(name))?;
                w.push(":");
            }
            w.length(length);
        }
        Ok(())
    })?;
    let plain = Value::Array(without_names(array));
    match SourceForm::of(&plain)? {
        // After the first blank of `,•ucs 97 10` the `⍴` would belong to a train.
        SourceForm::ControlText => write_item(w, &plain),
        form => write_form(w, &plain, &form, Level::Top),
    }
}

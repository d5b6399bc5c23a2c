//! Text under construction: what all forms of display share.

use num_complex::Complex64;
use unicode_width::UnicodeWidthStr;

use crate::array::{Array, Items, Value};
use crate::control::{Error, Result, poll, reserve};
use crate::number::{Number, text};

/// How many significant digits approximate numbers show when nothing shortens them: as many as read back.
pub const ALL_DIGITS: usize = 17;

/// Whether integers of the integer storage show their `ₓ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactMark {
    /// They do.
    Shown,
    /// A marker elsewhere tells it.
    Hidden,
}

/// How control characters are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controls {
    /// As they are.
    Raw,
    /// As `\n`, `\t`, `\r` or `\u{hex}`.
    Escaped,
}

/// How the atoms of an array are written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The most significant digits of approximate numbers.
    pub digits: usize,
    /// Whether the integers of integer storage show their `ₓ`.
    pub mark: ExactMark,
    /// How control characters are drawn.
    pub controls: Controls,
}

impl Style {
    /// Everything as it is.
    pub const fn plain(digits: usize) -> Style {
        Style { digits, mark: ExactMark::Shown, controls: Controls::Raw }
    }
}

/// Text that grows item by item. It can be interrupted, and fails with a `LIMIT ERROR` before it outgrows the memory
/// budget.
#[derive(Debug)]
pub struct Writer {
    /// What has been written.
    pub text: String,
    digits: usize,
    countdown: u32,
    limit: usize,
}

/// Items between two looks at the control block.
const BLOCK: u32 = 1024;

impl Writer {
    /// An empty text whose approximate numbers show at most so many significant digits.
    pub fn new(digits: usize) -> Writer {
        Writer::with_limit(digits, usize::MAX)
    }

    /// An empty text that fails soon after it has grown beyond so many bytes.
    pub fn with_limit(digits: usize, limit: usize) -> Writer {
        Writer { text: String::new(), digits, countdown: BLOCK, limit }
    }

    /// Whether it has outgrown its limit.
    pub fn is_full(&self) -> bool {
        self.text.len() > self.limit
    }

    /// The significant digits of approximate numbers.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// To be called once for each item.
    #[inline]
    pub fn step(&mut self) -> Result<()> {
        self.countdown -= 1;
        if self.countdown == 0 { self.check() } else { Ok(()) }
    }

    /// Looks at the control block, and asks whether the text may grow to double its length, as its buffer would.
    #[cold]
    fn check(&mut self) -> Result<()> {
        self.countdown = BLOCK;
        poll()?;
        if self.is_full() {
            return Err(Error::limit("the text is too long"));
        }
        reserve(self.text.len(), 1, || "the text of a value".into())
    }

    /// Draws the control characters of what has been written since `start` as asked for.
    pub fn escape_from(&mut self, start: usize, controls: Controls) {
        if controls == Controls::Escaped && self.text[start..].contains(char::is_control) {
            let tail = self.text.split_off(start);
            self.text.push_str(&escaped(tail, controls));
        }
    }

    /// Appends text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends the text of an exact integer.
    pub fn integer(&mut self, value: i64, mark: ExactMark) {
        text::write_integer(&mut self.text, value);
        if mark == ExactMark::Hidden {
            self.text.pop();
        }
    }

    /// Appends the text of an approximate real.
    pub fn float(&mut self, value: f64) {
        text::write_float_rounded(&mut self.text, value, self.digits);
    }

    /// Appends the text of a complex number, or of the approximate real that it is.
    pub fn complex(&mut self, value: Complex64) {
        self.float(value.re);
        if value.im != 0.0 {
            self.text.push('j');
            self.float(value.im);
        }
    }

    /// Appends the text of an atom that is a number.
    pub fn atom(&mut self, atom: &Value) {
        match atom {
            Value::Int(value) => self.integer(*value, ExactMark::Shown),
            Value::Float(value) => self.float(*value),
            atom => {
                if let Some(number) = atom.as_number() {
                    self.number(&number);
                }
            }
        }
    }

    /// Appends the text of a number.
    pub fn number(&mut self, number: &Number) {
        match number {
            Number::Int(value) => self.integer(*value, ExactMark::Shown),
            Number::Float(value) => self.float(*value),
            Number::Complex(value) => self.complex(*value),
            Number::Exact(_) => text::write_number(&mut self.text, number),
        }
    }

    /// Appends a length: its digits alone.
    pub fn length(&mut self, length: usize) {
        self.push(&length.to_string());
    }
}

/// How many columns a text takes: 2 for East Asian wide characters and emoji, 0 for combining marks.
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// The characters of an array if all of its items are, an empty array with a character prototype included.
pub fn characters(array: &Array) -> Option<String> {
    match array.items() {
        Items::Mixed([]) => None,
        _ => array.storage().text(),
    }
}

/// Whether all items are characters and there is at least one.
pub fn is_text(array: &Array) -> bool {
    match array.items() {
        Items::Char8(items) => !items.is_empty(),
        Items::Char32(items) => !items.is_empty(),
        Items::Mixed(items) => !items.is_empty() && items.iter().all(|item| matches!(item, Value::Char(_))),
        _ => false,
    }
}

/// Whether all items are numbers and there is at least one.
pub fn is_numeric(array: &Array) -> bool {
    match array.items() {
        Items::Char8(_) | Items::Char32(_) => false,
        Items::Mixed(items) => !items.is_empty() && items.iter().all(is_number),
        _ => !array.is_empty(),
    }
}

/// Whether it is a number.
pub fn is_number(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Float(_) | Value::Exact(_) | Value::Complex(_))
}

/// The text with its control characters drawn as asked for.
pub fn escaped(text: String, controls: Controls) -> String {
    if controls == Controls::Raw || !text.contains(char::is_control) {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            control if control.is_control() => out.push_str(&format!("\\u{{{:x}}}", control as u32)),
            other => out.push(other),
        }
    }
    out
}

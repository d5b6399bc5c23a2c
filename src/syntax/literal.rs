//! Character and string literals. Numbers are read by `number::text`.

use std::sync::Arc;

use super::tree::Literal;
use crate::control::ErrorKind;
use crate::number::text;

/// Why a literal is wrong.
#[derive(Debug)]
pub struct LiteralFault {
    /// The kind of error.
    pub kind: ErrorKind,
    /// One line for people.
    pub message: &'static str,
    /// Bytes from the start of the literal up to the fault.
    pub length: usize,
}

/// Whether a number literal begins here.
pub fn begins_number(text: &str) -> bool {
    let mut characters = text.chars();
    match characters.next() {
        Some('¯' | '∞') => true,
        Some('.') => characters.next().is_some_and(|next| next.is_ascii_digit()),
        Some(first) => first.is_ascii_digit(),
        None => false,
    }
}

/// Reads the number at the start of the text, and how many bytes it takes.
pub fn number(text: &str) -> Result<(Literal, usize), LiteralFault> {
    match text::read(text) {
        Ok((number, length)) => Ok((Literal::Number(number), length)),
        Err(fault) => Err(LiteralFault { kind: fault.kind, message: fault.message, length: fault.length }),
    }
}

/// Reads the character literal at the start of the text, which begins with an apostrophe.
pub fn character(text: &str) -> Result<(Literal, usize), LiteralFault> {
    let fault = |message, length| Err(LiteralFault { kind: ErrorKind::Syntax, message, length });
    let line = line_of(text);
    let mut characters = line[1..].chars();
    let Some(content) = characters.next() else { return fault("unclosed character literal", line.len()) };
    let length = 1 + content.len_utf8();
    if characters.next() == Some('\'') {
        return Ok((Literal::Character(content), length + 1));
    }
    match (content, line[length..].contains('\'')) {
        ('\'', _) => fault("empty character literal: the empty string is \"\"", length),
        (_, true) => fault("a character literal holds one character: write \"text\" for a string", length),
        (_, false) => fault("unclosed character literal", length),
    }
}

/// Reads the string literal at the start of the text, which begins with a double quote.
pub fn string(text: &str) -> Result<(Literal, usize), LiteralFault> {
    let line = line_of(text);
    let mut at = 1;
    let mut doubled = false;
    while let Some(length) = line[at..].find('"') {
        at += length + 1;
        if !line[at..].starts_with('"') {
            let content = &line[1..at - 1];
            let content = if doubled { Arc::from(content.replace("\"\"", "\"")) } else { Arc::from(content) };
            return Ok((Literal::String(content), at));
        }
        doubled = true;
        at += 1;
    }
    Err(LiteralFault { kind: ErrorKind::Syntax, message: "unclosed string", length: line.len() })
}

/// The text up to its first line end.
fn line_of(text: &str) -> &str {
    match memchr::memchr(b'\n', text.as_bytes()) {
        Some(end) => text[..end].strip_suffix('\r').unwrap_or(&text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string_of(text: &str) -> Option<(String, usize)> {
        match string(text) {
            Ok((Literal::String(content), length)) => Some((content.to_string(), length)),
            _ => None,
        }
    }

    #[test]
    fn strings_double_their_quotes_and_end_at_the_line() {
        assert_eq!(string_of("\"ab\"c"), Some(("ab".into(), 4)));
        assert_eq!(string_of("\"\""), Some((String::new(), 2)));
        assert_eq!(string_of("\"\"\"\""), Some(("\"".into(), 4)));
        assert_eq!(string_of("\"a\"\"b\" \"c\""), Some(("a\"b".into(), 6)));
        assert_eq!(string_of("\"a\\n\""), Some(("a\\n".into(), 5)));
        assert_eq!(string_of("\"a\rb\""), Some(("a\rb".into(), 5)));
        assert_eq!(string("\"ab\r\n\"").unwrap_err().length, 3);
        assert_eq!(string("\"ab\"\"").unwrap_err().length, 5);
    }

    #[test]
    fn characters_hold_exactly_one() {
        for (text, content) in [("'a'", 'a'), ("'''", '\''), ("'\"'", '"'), ("'寸'1", '寸'), ("'⍝'", '⍝'), ("' '", ' ')]
        {
            assert!(matches!(character(text), Ok((Literal::Character(found), _)) if found == content), "{text}");
        }
        for text in ["''", "'ab'", "'a", "'", "'\n'", "'a\n'", "'' "] {
            assert_eq!(character(text).unwrap_err().kind, ErrorKind::Syntax, "{text}");
        }
        assert!(matches!(character("'\r'"), Ok((Literal::Character('\r'), 3))));
    }
}

//! Token classes of a text that is being typed, for colours and for what may be typed where. Never fails.

use std::ops::Range;

use crate::number::text;
use crate::syntax::glyphs::{GlyphClass, begins_name, class_of, continues_name};

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenClass {
    /// `⍝` to the end of the line.
    Comment,
    /// `"` to `"`, or to the end of the line.
    String,
    /// `'c'`
    Character,
    /// `]` and a word at the start of a line.
    Command,
    /// `•name`
    SystemName,
    /// A number or `⍬`.
    Number,
    /// A name, or a key after a dot.
    Name,
    /// A function glyph.
    Function,
    /// An operator or hybrid glyph.
    Operator,
    /// `⍺ ⍵ ⍶ ⍹ ∇ ⍢`
    Argument,
    /// `← → ⋄ ⎕ : ::`
    Keyword,
    /// `( ) [ ] { } ;`
    Bracket,
    /// Anything else: blanks, and what is outside the language.
    Other,
}

/// The tokens of a text in order; together they are the whole text.
pub fn classify(text: &str) -> Vec<(Range<usize>, TokenClass)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut line_start = true;
    let mut depth = 0i32;
    while let Some(first) = text[at..].chars().next() {
        let (class, length) = token(&text[at..], first, line_start && depth == 0);
        match first {
            _ if class != TokenClass::Bracket => {}
            '(' | '[' | '{' => depth += 1,
            ';' => {}
            _ => depth -= 1,
        }
        line_start = first == '\n' || line_start && first.is_whitespace();
        tokens.push((at..at + length, class));
        at += length;
    }
    tokens
}

/// Whether the end of the text lies inside a string, a character literal or a comment.
pub fn ends_in_literal_or_comment(text: &str) -> bool {
    let line = text.rsplit('\n').next().unwrap_or("");
    match classify(line).last() {
        Some((_, TokenClass::Comment)) => true,
        Some((range, TokenClass::String)) => !closes(&line[range.clone()]),
        // An apostrophe alone, or with the one character that it takes.
        Some((range, TokenClass::Other)) => line[range.clone()].starts_with('\''),
        _ => false,
    }
}

fn closes(string: &str) -> bool {
    string.bytes().filter(|&byte| byte == b'"').count() % 2 == 0
}

fn token(rest: &str, first: char, at_line_start: bool) -> (TokenClass, usize) {
    let length = first.len_utf8();
    let line = rest.find('\n').map_or(rest, |end| &rest[..end]);
    match first {
        '⍝' => (TokenClass::Comment, line.len()),
        '"' => (TokenClass::String, string_length(line)),
        '\'' => {
            let content = line[1..].chars().next().map_or(0, char::len_utf8);
            match line[1 + content..].starts_with('\'') {
                true if content > 0 => (TokenClass::Character, content + 2),
                _ => (TokenClass::Other, 1 + content),
            }
        }
        ']' if at_line_start => (TokenClass::Command, 1 + name_length(&line[1..])),
        '(' | ')' | '[' | ']' | '{' | '}' | ';' => (TokenClass::Bracket, length),
        '•' if line[length..].starts_with(begins_name) => {
            (TokenClass::SystemName, length + name_length(&line[length..]))
        }
        '⍺' | '⍵' | '⍶' | '⍹' | '∇' | '⍢' => (TokenClass::Argument, length),
        ':' if line.starts_with("::") => (TokenClass::Keyword, 2),
        '←' | '→' | '⋄' | '⎕' | ':' => (TokenClass::Keyword, length),
        '⍬' => (TokenClass::Number, length),
        '¯' | '∞' | '.' | '0'..='9' => match text::read(line) {
            Ok((_, length)) => (TokenClass::Number, length),
            Err(_) if first == '.' => (TokenClass::Operator, length),
            Err(fault) => (TokenClass::Other, fault.length.max(length)),
        },
        _ if begins_name(first) => (TokenClass::Name, name_length(line)),
        _ => match class_of(first) {
            Some(GlyphClass::Function) => (TokenClass::Function, length),
            Some(_) => (TokenClass::Operator, length),
            None => (TokenClass::Other, length),
        },
    }
}

fn name_length(text: &str) -> usize {
    text.find(|character| !continues_name(character)).unwrap_or(text.len())
}

fn string_length(line: &str) -> usize {
    let mut at = 1;
    while let Some(quote) = line[at..].find('"') {
        at += quote + 1;
        if !line[at..].starts_with('"') {
            return at;
        }
        at += 1;
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use TokenClass::*;

    fn shown(text: &str) -> Vec<(&str, TokenClass)> {
        classify(text).into_iter().filter(|token| token.1 != Other).map(|token| (&text[token.0], token.1)).collect()
    }

    #[test]
    fn classes() {
        assert_eq!(
            shown("x←•UCS \"a⍝\"\"\",'⍝' ⍝ c"),
            [
                ("x", Name),
                ("←", Keyword),
                ("•UCS", SystemName),
                ("\"a⍝\"\"\"", String),
                (",", Function),
                ("'⍝'", Character),
                ("⍝ c", Comment)
            ]
        );
        assert_eq!(
            shown("]box on\n[1]"),
            [("]box", Command), ("on", Name), ("[", Bracket), ("1", Number), ("]", Bracket)]
        );
        assert_eq!(shown("(\n]"), [("(", Bracket), ("]", Bracket)]);
        assert_eq!(
            shown("¯1.5E2+.×⍵ ⍬"),
            [("¯1.5E2", Number), ("+", Function), (".", Operator), ("×", Function), ("⍵", Argument), ("⍬", Number)]
        );
        let whole = "f← {⍵:'\n1E ` #";
        assert_eq!(classify(whole).last().unwrap().0.end, whole.len());
    }

    #[test]
    fn inside_of_literals() {
        for text in ["\"ab", "x ⍝ c", "'", "'a", "\"a\"\"", "1\n\"b"] {
            assert!(ends_in_literal_or_comment(text), "{text}");
        }
        for text in ["\"ab\"", "'a'", "x", "", "\"a\n", "⍝ c\nx", "\"a\"\"\""] {
            assert!(!ends_in_literal_or_comment(text), "{text}");
        }
    }
}

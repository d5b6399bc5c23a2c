//! From text to tokens, with the delimiters paired up.
//!
//! A token knows whether a blank stands before it; blanks and comments are not tokens themselves. A line end is a token
//! only where it ends a statement: inside parentheses and brackets it is a blank.

use std::ops::Range;
use std::sync::Arc;

use super::foreign::character_hint;
use super::glyphs::{GlyphClass, begins_name, class_of, continues_name};
use super::literal::{self, LiteralFault};
use super::tree::{Argument, Literal};
use crate::control::{Error, ErrorKind, Location, Result, Source, Span};

/// Delimiters may be nested this deep.
pub const MAX_NESTING: usize = 1024;

/// The three pairs of delimiters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    /// `( )`
    Parenthesis,
    /// `[ ]`
    Bracket,
    /// `{ }`
    Brace,
}

/// What a token is.
#[derive(Clone, Debug)]
pub enum TokenKind {
    /// One literal.
    Literal(Literal),
    /// A name.
    Name(Arc<str>),
    /// A system name without its bullet, in lower case.
    SystemName(Arc<str>),
    /// `⍺ ⍵ ⍶ ⍹ ∇ ⍢`
    Argument(Argument),
    /// `⎕`
    Quad,
    /// A function or operator glyph.
    Glyph(char, GlyphClass),
    /// An opening delimiter, with the index of the token that closes it, if one does.
    Open(Delimiter, Option<usize>),
    /// A closing delimiter.
    Close,
    /// `⋄`
    Diamond,
    /// `;`
    Semicolon,
    /// `:`
    Colon,
    /// `::`
    Colons,
    /// A line end that ends a statement.
    LineEnd,
    /// `←`
    Assign,
    /// `→`
    Pipe,
}

/// One token.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
    /// Whether a blank stands before it.
    pub after_blank: bool,
}

/// The tokens of a text, and the opening delimiters that are never closed (indices of tokens, outermost first).
#[derive(Debug)]
pub struct Tokens {
    /// All tokens in order.
    pub list: Vec<Token>,
    /// Those that still wait for their closer.
    pub open: Vec<usize>,
}

/// Reads this part of a source into tokens.
pub fn tokens(source: &Arc<Source>, part: Range<usize>) -> Result<Tokens> {
    let mut lexer = Lexer {
        source,
        text: &source.text[..part.end],
        at: part.start,
        blank: true,
        list: Vec::new(),
        open: Vec::new(),
    };
    if source.text.len() > u32::MAX as usize {
        return Err(lexer.error(ErrorKind::Limit, "the source text is too long", 0..0));
    }
    if part.start == 0 {
        lexer.at = opening(lexer.text);
    }
    while lexer.at < lexer.text.len() {
        lexer.token()?;
    }
    Ok(Tokens { list: lexer.list, open: lexer.open.iter().map(|level| level.token).collect() })
}

/// The length of what is ignored at the start of a source: a byte-order mark and a `#!` line (without its line end).
pub fn opening(text: &str) -> usize {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    if text[mark..].starts_with("#!") { mark + line_length(&text[mark..]) } else { mark }
}

fn line_length(text: &str) -> usize {
    memchr::memchr(b'\n', text.as_bytes()).unwrap_or(text.len())
}

struct Lexer<'a> {
    source: &'a Arc<Source>,
    /// The text up to the end of the part.
    text: &'a str,
    at: usize,
    /// Whether a blank has been read since the last token.
    blank: bool,
    list: Vec<Token>,
    open: Vec<OpenLevel>,
}

/// An opening delimiter that waits for its closer.
struct OpenLevel {
    delimiter: Delimiter,
    token: usize,
    diamond: bool,
    semicolon: bool,
}

impl<'a> Lexer<'a> {
    fn error(&self, kind: ErrorKind, message: impl Into<std::borrow::Cow<'static, str>>, place: Range<usize>) -> Error {
        let span = Span::new(place.start, place.end);
        Error::new(kind, message).at(Location { source: self.source.clone(), span })
    }

    fn syntax<T>(&self, message: &'static str, length: usize) -> Result<T> {
        Err(self.error(ErrorKind::Syntax, message, self.at..self.at + length))
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let span = Span::new(self.at, self.at + length);
        self.list.push(Token { kind, span, after_blank: self.blank });
        self.blank = false;
        self.at += length;
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn token(&mut self) -> Result<()> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok(()) };
        let length = first.len_utf8();
        match first {
            '\n' => self.line_end(length),
            '\r' if rest.starts_with("\r\n") => self.line_end(2),
            '⍝' => {
                self.at += line_length(rest);
                self.blank = true;
            }
            '"' => self.literal(literal::string)?,
            '\'' => self.literal(literal::character)?,
            '⍬' => self.push(TokenKind::Literal(Literal::Zilde), length),
            '•' => self.system_name()?,
            '⎕' => self.push(TokenKind::Quad, length),
            '⍺' => self.push(TokenKind::Argument(Argument::Left), length),
            '⍵' => self.push(TokenKind::Argument(Argument::Right), length),
            '⍶' => self.push(TokenKind::Argument(Argument::LeftOperand), length),
            '⍹' => self.push(TokenKind::Argument(Argument::RightOperand), length),
            '∇' => self.push(TokenKind::Argument(Argument::SelfFunction), length),
            '⍢' => self.push(TokenKind::Argument(Argument::SelfOperator), length),
            '←' => self.push(TokenKind::Assign, length),
            '→' => self.push(TokenKind::Pipe, length),
            '(' => self.open(Delimiter::Parenthesis)?,
            '[' => self.open(Delimiter::Bracket)?,
            '{' => self.open(Delimiter::Brace)?,
            ')' => self.close(Delimiter::Parenthesis)?,
            ']' => self.close(Delimiter::Bracket)?,
            '}' => self.close(Delimiter::Brace)?,
            '⋄' => self.diamond()?,
            ';' => self.semicolon()?,
            ':' if rest.starts_with("::") => match self.open.last() {
                Some(level) if level.delimiter == Delimiter::Brace => self.push(TokenKind::Colons, 2),
                _ => return self.syntax("an error guard :: stands directly in braces only", 2),
            },
            ':' => self.push(TokenKind::Colon, length),
            _ if literal::begins_number(rest) => self.literal(literal::number)?,
            _ if begins_name(first) => {
                let name = self.name_at(self.at);
                let kind = TokenKind::Name(Arc::from(name));
                self.push(kind, name.len());
            }
            _ if first.is_whitespace() => {
                self.at += length;
                self.blank = true;
            }
            _ => match class_of(first) {
                Some(class) => self.push(TokenKind::Glyph(first, class), length),
                None => return Err(self.outside(first)),
            },
        }
        Ok(())
    }

    fn line_end(&mut self, length: usize) {
        match self.open.last() {
            Some(level) if level.delimiter != Delimiter::Brace => self.at += length,
            _ => self.push(TokenKind::LineEnd, length),
        }
        self.blank = true;
    }

    fn literal(&mut self, read: fn(&str) -> std::result::Result<(Literal, usize), LiteralFault>) -> Result<()> {
        match read(self.rest()) {
            Ok((literal, length)) => {
                self.push(TokenKind::Literal(literal), length);
                Ok(())
            }
            Err(fault) => Err(self.error(fault.kind, fault.message, self.at..self.at + fault.length)),
        }
    }

    fn name_at(&self, start: usize) -> &'a str {
        let rest = &self.text[start..];
        let length = rest.find(|character| !continues_name(character)).unwrap_or(rest.len());
        &rest[..length]
    }

    fn system_name(&mut self) -> Result<()> {
        let start = self.at + '•'.len_utf8();
        if !self.text[start..].starts_with(begins_name) {
            let place = self.at..start;
            return Err(self.error(ErrorKind::Unsupported, "• needs a name directly after it: •name", place));
        }
        let name = self.name_at(start);
        let (kind, length) = (TokenKind::SystemName(Arc::from(name.to_lowercase())), name.len());
        self.push(kind, '•'.len_utf8() + length);
        Ok(())
    }

    fn outside(&self, character: char) -> Error {
        let message = match character_hint(character) {
            Some(hint) => format!("{character} is not in the language: {hint}"),
            None if character.is_control() || unseen(character) => {
                format!("a character outside the language: U+{:04X}", character as u32)
            }
            None => format!("a character outside the language: {character}"),
        };
        self.error(ErrorKind::Unsupported, message, self.at..self.at + character.len_utf8())
    }

    fn open(&mut self, delimiter: Delimiter) -> Result<()> {
        if self.open.len() == MAX_NESTING {
            let message = "delimiters are nested deeper than 1024";
            return Err(self.error(ErrorKind::Limit, message, self.at..self.at + 1));
        }
        self.open.push(OpenLevel { delimiter, token: self.list.len(), diamond: false, semicolon: false });
        self.push(TokenKind::Open(delimiter, None), 1);
        Ok(())
    }

    fn close(&mut self, delimiter: Delimiter) -> Result<()> {
        match self.open.last() {
            None => return self.syntax("a closing delimiter without its opener", 1),
            Some(level) if level.delimiter != delimiter => {
                return self.syntax("a closing delimiter of another kind than its opener", 1);
            }
            Some(level) => {
                let (opener, closer) = (level.token, self.list.len());
                self.open.pop();
                self.list[opener].kind = TokenKind::Open(delimiter, Some(closer));
            }
        }
        self.push(TokenKind::Close, 1);
        Ok(())
    }

    fn diamond(&mut self) -> Result<()> {
        let length = '⋄'.len_utf8();
        if let Some(level) = self.open.last_mut() {
            level.diamond = true;
            if level.semicolon {
                return self.syntax(MIXED_SEPARATORS, length);
            }
        }
        self.push(TokenKind::Diamond, length);
        Ok(())
    }

    fn semicolon(&mut self) -> Result<()> {
        match self.open.last_mut() {
            Some(level) if level.delimiter == Delimiter::Bracket => {
                level.semicolon = true;
                if level.diamond {
                    return self.syntax(MIXED_SEPARATORS, 1);
                }
            }
            _ => return self.syntax("a semicolon separates items in brackets only", 1),
        }
        self.push(TokenKind::Semicolon, 1);
        Ok(())
    }
}

const MIXED_SEPARATORS: &str = "brackets hold either ; or ⋄, not both";

/// Whether a character would not be seen in a message.
fn unseen(character: char) -> bool {
    unicode_width::UnicodeWidthChar::width(character).unwrap_or(0) == 0
}

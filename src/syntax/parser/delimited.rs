//! Parentheses, brackets and braces.

use std::ops::Range;
use std::sync::Arc;

use super::{Body, Parser};
use crate::control::{Error, Result, Span};
use crate::syntax::glyphs::GlyphClass;
use crate::syntax::lexer::{Delimiter, TokenKind};
use crate::syntax::tree::{Argument, Braces, BracesKind, BracketItem, Item, ItemKind, Row};

/// What must be left of the stack before one more level is read.
const RED_ZONE: usize = 64 * 1024;
/// How much the stack grows by.
const STACK_STEP: usize = 1024 * 1024;

/// What `⋄` and `;` at the level of a delimiter make of it.
enum Separators {
    None,
    Semicolons,
    Diamonds,
}

impl Parser<'_> {
    /// What stands between a delimiter and its closer.
    pub(super) fn delimited(&self, delimiter: Delimiter, open: usize, close: usize) -> Result<Item> {
        let span = self.tokens[open].span.to(self.tokens[close].span);
        let inside = open + 1..close;
        let kind = stacker::maybe_grow(RED_ZONE, STACK_STEP, || match delimiter {
            Delimiter::Parenthesis => self.parentheses(inside, span),
            Delimiter::Bracket => self.brackets(inside, span),
            Delimiter::Brace => self.braces(inside, span),
        })?;
        Ok(Item { kind, span })
    }

    fn parentheses(&self, inside: Range<usize>, span: Span) -> Result<ItemKind> {
        if inside.is_empty() {
            return Err(self.error("empty parentheses", span));
        }
        if self.level(inside.clone()).any(|at| matches!(self.kind(at), TokenKind::Diamond)) {
            return Ok(ItemKind::Rows(self.rows(inside, span)?));
        }
        if self.tokens[inside.clone()].iter().all(|token| matches!(token.kind, TokenKind::Literal(_))) {
            return Ok(ItemKind::ScalarLiteral(self.strand(inside)));
        }
        if let Some(glyphs) = self.lone_glyphs(&inside) {
            return Ok(ItemKind::ScalarGlyphs(glyphs));
        }
        Ok(ItemKind::Group(Box::new(self.expression(inside)?)))
    }

    /// The function glyphs of the range, if there is nothing else and every one is a run of its own.
    fn lone_glyphs(&self, range: &Range<usize>) -> Option<Vec<char>> {
        range
            .clone()
            .map(|at| match self.kind(at) {
                _ if at > range.start && !self.tokens[at].after_blank => None,
                TokenKind::Glyph(glyph, GlyphClass::Function) => Some(*glyph),
                TokenKind::Colon => Some(':'),
                _ => None,
            })
            .collect()
    }

    fn brackets(&self, inside: Range<usize>, span: Span) -> Result<ItemKind> {
        if inside.is_empty() {
            return Ok(ItemKind::Bracket(Vec::new()));
        }
        match self.separators(inside.clone()) {
            Separators::Diamonds => Ok(ItemKind::BracketRows(self.rows(inside, span)?)),
            Separators::None => Ok(ItemKind::Bracket(self.blank_separated(inside)?)),
            Separators::Semicolons => {
                let parts = self.split(inside, |kind| matches!(kind, TokenKind::Semicolon));
                let items: Result<_> = parts.into_iter().map(|part| self.semicolon_item(part, span)).collect();
                Ok(ItemKind::Bracket(items?))
            }
        }
    }

    fn separators(&self, inside: Range<usize>) -> Separators {
        self.level(inside)
            .find_map(|at| match self.kind(at) {
                TokenKind::Semicolon => Some(Separators::Semicolons),
                TokenKind::Diamond => Some(Separators::Diamonds),
                _ => None,
            })
            .unwrap_or(Separators::None)
    }

    /// One part between semicolons; `brackets` is the span of the whole.
    pub(super) fn semicolon_item(&self, part: Range<usize>, brackets: Span) -> Result<BracketItem> {
        if part.is_empty() {
            let hint = "an empty item in brackets; ∞ takes a whole axis";
            return Err(self.error(hint, brackets));
        }
        self.bracket_item(part)
    }

    /// Rows separated by `⋄`; only the last one may be missing.
    fn rows(&self, inside: Range<usize>, span: Span) -> Result<Vec<Row>> {
        let mut pieces = self.split(inside, |kind| matches!(kind, TokenKind::Diamond));
        if pieces.len() > 1 && pieces.last().is_some_and(Range::is_empty) {
            pieces.pop();
        }
        pieces.into_iter().map(|piece| self.row(piece, span)).collect()
    }

    /// One row; `delimiters` is the span of the whole.
    pub(super) fn row(&self, piece: Range<usize>, delimiters: Span) -> Result<Row> {
        if piece.is_empty() {
            return Err(self.error("an empty row", delimiters));
        }
        let span = self.span(&piece);
        Ok(Row { items: self.blank_separated(piece)?, span })
    }

    /// Items that blanks separate.
    fn blank_separated(&self, range: Range<usize>) -> Result<Vec<BracketItem>> {
        self.chunks(range).into_iter().map(|chunk| self.bracket_item(chunk)).collect()
    }

    /// The pieces of a range that is not empty between blanks of this level.
    pub(super) fn chunks(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut chunks = Vec::new();
        let mut start = range.start;
        for at in self.level(range.clone()) {
            if at > start && self.tokens[at].after_blank {
                chunks.push(start..at);
                start = at;
            }
        }
        chunks.push(start..range.end);
        chunks
    }

    /// An item of brackets or of a row, not empty, with its key if it has one.
    pub(super) fn bracket_item(&self, range: Range<usize>) -> Result<BracketItem> {
        let span = self.span(&range);
        let Some(colon) = self.key_colon(range.clone()) else {
            return Ok(BracketItem { key: None, value: self.expression(range)?, span });
        };
        if colon + 1 == range.end {
            return Err(self.error_without_value(colon));
        }
        let key = Some(self.expression(range.start..colon)?);
        Ok(BracketItem { key, value: self.expression(colon + 1..range.end)?, span })
    }

    fn error_without_value(&self, colon: usize) -> Error {
        self.error("a key without a value", self.tokens[colon].span)
    }

    /// The first `:` of an item, if only values stand before it and there is one.
    fn key_colon(&self, range: Range<usize>) -> Option<usize> {
        let start = range.start;
        let stop = self.level(range).find(|&at| !self.is_value_token(at))?;
        (stop > start && matches!(self.kind(stop), TokenKind::Colon)).then_some(stop)
    }

    /// Whether this token is data by its text, or a dot of a path.
    fn is_value_token(&self, at: usize) -> bool {
        match self.kind(at) {
            TokenKind::Literal(_) | TokenKind::Name(_) | TokenKind::Quad => true,
            TokenKind::Argument(argument) => !matches!(argument, Argument::SelfFunction | Argument::SelfOperator),
            TokenKind::SystemName(name) => matches!(&**name, "a" | "d" | "args"),
            TokenKind::Open(delimiter, _) => *delimiter != Delimiter::Brace,
            TokenKind::Glyph('.', _) => at > 0 && self.selector(at, self.tokens.len()).is_some(),
            _ => false,
        }
    }

    fn braces(&self, inside: Range<usize>, span: Span) -> Result<ItemKind> {
        let kind = self.braces_kind(inside.clone());
        let statements = self.statements(inside, Body::Braces)?;
        Ok(ItemKind::Definition(Arc::new(Braces { kind, statements, source: self.source.clone(), span })))
    }

    /// What braces define: decided by the operand glyphs in them, outside nested braces.
    fn braces_kind(&self, inside: Range<usize>) -> BracesKind {
        let mut kind = BracesKind::Function;
        let mut at = inside.start;
        while at < inside.end {
            match self.kind(at) {
                TokenKind::Argument(Argument::RightOperand) => return BracesKind::DyadicOperator,
                TokenKind::Argument(Argument::LeftOperand) => kind = BracesKind::MonadicOperator,
                TokenKind::Open(Delimiter::Brace, Some(close)) => at = *close,
                _ => {}
            }
            at += 1;
        }
        kind
    }
}

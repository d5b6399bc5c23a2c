//! Whether a text whose delimiters are not all closed is wrong already.
//!
//! Only what more text cannot cure counts: everything that is closed, every statement, row and item that a separator
//! has ended, and in the rest what is wrong whatever follows.

use std::ops::Range;

use super::{Body, Parser};
use crate::control::{Result, Span};
use crate::syntax::lexer::{Delimiter, TokenKind};

/// What an unfinished piece is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    /// A statement of the source, or an item between semicolons.
    Expression,
    /// A statement in braces.
    BracesStatement,
    /// A row: items between blanks.
    Row,
    /// The first piece of parentheses or brackets, of which it is not known yet what separates its items.
    Unknown,
}

impl Parser<'_> {
    /// Fails if something is wrong besides the delimiters that are open (indices of tokens, outermost first).
    pub(super) fn check_unfinished(&self, open: &[usize]) -> Result<()> {
        let mut start = 0;
        for level in 0..=open.len() {
            let delimiter = level.checked_sub(1).map(|outer| open[outer]);
            let end = open.get(level).copied();
            // The opener of the next level is the last thing on this one.
            let range = start..end.map_or(self.tokens.len(), |inner| inner + 1);
            self.check_level(delimiter, range)?;
            start = end.map_or(start, |inner| inner + 1);
        }
        Ok(())
    }

    fn check_level(&self, open: Option<usize>, range: Range<usize>) -> Result<()> {
        let span = open.map_or_else(Span::default, |open| self.tokens[open].span);
        let delimiter = open.and_then(|open| match self.kind(open) {
            TokenKind::Open(delimiter, _) => Some(*delimiter),
            _ => None,
        });
        let separates = |kind: &TokenKind| match delimiter {
            None | Some(Delimiter::Brace) => matches!(kind, TokenKind::Diamond | TokenKind::LineEnd),
            _ => matches!(kind, TokenKind::Diamond | TokenKind::Semicolon),
        };
        let mut pieces = self.split(range, separates);
        let last = pieces.pop().unwrap_or(0..0);
        let semicolons = pieces.last().is_some_and(|piece| matches!(self.kind(piece.end), TokenKind::Semicolon));
        let kind = match delimiter {
            None => Piece::Expression,
            Some(Delimiter::Brace) => Piece::BracesStatement,
            Some(_) if pieces.is_empty() => Piece::Unknown,
            Some(_) if semicolons => Piece::Expression,
            Some(_) => Piece::Row,
        };
        for piece in pieces {
            match (delimiter, kind) {
                (None | Some(Delimiter::Brace), _) if piece.is_empty() => {}
                (None, _) => drop(self.statement(piece, Body::Source)?),
                (Some(Delimiter::Brace), _) => drop(self.statement(piece, Body::Braces)?),
                (_, Piece::Expression) => drop(self.semicolon_item(piece, span)?),
                _ => drop(self.row(piece, span)?),
            }
        }
        self.check_piece(last, kind)
    }

    /// The last piece of a level, which may go on.
    fn check_piece(&self, piece: Range<usize>, kind: Piece) -> Result<()> {
        if kind == Piece::Row && !piece.is_empty() {
            let mut chunks = self.chunks(piece);
            let last = chunks.pop().unwrap_or(0..0);
            for chunk in chunks {
                self.bracket_item(chunk)?;
            }
            return self.check_expression(last, Piece::Expression);
        }
        if kind == Piece::BracesStatement
            && let Some(guard) = self.guard(&piece)?
        {
            self.expression(piece.start..guard)?;
            return self.check_expression(guard + 1..piece.end, kind);
        }
        self.check_expression(piece, kind)
    }

    /// An expression that may go on: what is closed in it, its pipes and its arrows.
    fn check_expression(&self, range: Range<usize>, kind: Piece) -> Result<()> {
        let mut part_is_empty = true;
        let mut piped = false;
        for at in self.level(range) {
            match self.kind(at) {
                TokenKind::Pipe if part_is_empty => return Err(self.empty_stage(at)),
                TokenKind::Assign if piped && kind != Piece::Unknown => {
                    return Err(self.error("an assignment after a pipe needs parentheses", self.tokens[at].span));
                }
                TokenKind::Open(delimiter, Some(close)) => drop(self.delimited(*delimiter, at, *close)?),
                _ => {}
            }
            piped |= matches!(self.kind(at), TokenKind::Pipe);
            part_is_empty = matches!(self.kind(at), TokenKind::Pipe | TokenKind::Assign);
        }
        Ok(())
    }
}

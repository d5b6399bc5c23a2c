//! From tokens to the tree: statements, expressions, runs and items.
//!
//! Every function takes the range of tokens that it reads, inside one pair of delimiters. Nesting is bounded by the
//! lexer, so recursion is too.

mod delimited;
#[cfg(test)]
mod tests;
mod unfinished;

use std::ops::Range;
use std::sync::Arc;

use super::ParseFailure;
use super::glyphs::GlyphClass;
use super::lexer::{Delimiter, Token, TokenKind};
use super::tree::{
    AssignmentPart, Expression, Item, ItemKind, Literal, PathStep, Program, Run, Stage, Statement, StatementKind,
};
use crate::control::{Error, Location, Result, Source, Span};

/// Reads the tokens of one source.
pub struct Parser<'a> {
    source: &'a Arc<Source>,
    tokens: &'a [Token],
}

/// What holds the statements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    /// The source itself: `:` is the function.
    Source,
    /// Braces: `:` and `::` make guards.
    Braces,
}

impl<'a> Parser<'a> {
    pub fn new(source: &'a Arc<Source>, tokens: &'a [Token]) -> Parser<'a> {
        Parser { source, tokens }
    }

    /// The whole program. `open` are the opening delimiters without a closer, outermost first.
    pub fn program(&self, open: &[usize]) -> std::result::Result<Program, ParseFailure> {
        if let Some(&innermost) = open.last() {
            self.check_unfinished(open)?;
            let error = self.error("unclosed delimiter", self.tokens[innermost].span);
            return Err(ParseFailure::Incomplete(error));
        }
        let statements = self.statements(0..self.tokens.len(), Body::Source)?;
        Ok(Program { source: self.source.clone(), statements })
    }

    fn error(&self, message: &'static str, span: Span) -> Error {
        Error::syntax(message).at(self.location(span))
    }

    fn location(&self, span: Span) -> Location {
        Location { source: self.source.clone(), span }
    }

    fn kind(&self, at: usize) -> &TokenKind {
        &self.tokens[at].kind
    }

    /// The token after this one on the same level.
    fn after(&self, at: usize) -> usize {
        match self.kind(at) {
            TokenKind::Open(_, Some(close)) => close + 1,
            _ => at + 1,
        }
    }

    /// The tokens of this level in the range.
    fn level(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let mut at = range.start;
        std::iter::from_fn(move || {
            let here = at;
            (here < range.end).then(|| {
                at = self.after(here);
                here
            })
        })
    }

    /// The pieces of the range between tokens of this level for which `separates` holds; one more than there are
    /// separators.
    fn split(&self, range: Range<usize>, separates: impl Fn(&TokenKind) -> bool) -> Vec<Range<usize>> {
        let mut pieces = Vec::new();
        let mut start = range.start;
        for at in self.level(range.clone()) {
            if separates(self.kind(at)) {
                pieces.push(start..at);
                start = at + 1;
            }
        }
        pieces.push(start..range.end);
        pieces
    }

    /// From the first to the last token of a range that is not empty.
    fn span(&self, range: &Range<usize>) -> Span {
        self.tokens[range.start].span.to(self.tokens[range.end - 1].span)
    }

    fn statements(&self, range: Range<usize>, body: Body) -> Result<Vec<Statement>> {
        let mut statements = Vec::new();
        for piece in self.split(range, |kind| matches!(kind, TokenKind::Diamond | TokenKind::LineEnd)) {
            if !piece.is_empty() {
                statements.push(self.statement(piece, body)?);
            }
        }
        Ok(statements)
    }

    fn statement(&self, range: Range<usize>, body: Body) -> Result<Statement> {
        let span = self.span(&range);
        let guard = match body {
            Body::Source => None,
            Body::Braces => self.guard(&range)?,
        };
        let Some(guard) = guard else {
            return Ok(Statement { kind: StatementKind::Expression(self.expression(range)?), span });
        };
        let condition = self.expression(range.start..guard)?;
        let result = guard + 1..range.end;
        let result = if result.is_empty() { None } else { Some(self.expression(result)?) };
        let place = self.tokens[guard].span;
        let kind = match self.kind(guard) {
            TokenKind::Colons => StatementKind::ErrorGuard { numbers: condition, result, colons: place },
            _ => StatementKind::Guard { condition, result, colon: place },
        };
        Ok(Statement { kind, span })
    }

    /// The `:` or `::` of a statement in braces.
    fn guard(&self, range: &Range<usize>) -> Result<Option<usize>> {
        let mut colons =
            self.level(range.clone()).filter(|&at| matches!(self.kind(at), TokenKind::Colon | TokenKind::Colons));
        let Some(first) = colons.next() else { return Ok(None) };
        if first == range.start {
            let message = "a guard without a condition";
            return Err(self.error(message, self.tokens[first].span));
        }
        if let Some(second) = colons.next() {
            return Err(self.error("a second guard in one statement", self.tokens[second].span));
        }
        Ok(Some(first))
    }

    /// `{ runs "←" } pipeline` of a range that is not empty.
    fn expression(&self, range: Range<usize>) -> Result<Expression> {
        let span = self.span(&range);
        let mut assignments = Vec::new();
        let mut stages: Vec<Stage> = Vec::new();
        let mut start = range.start;
        let mut pipe: Option<usize> = None;
        for at in self.level(range.clone()) {
            match self.kind(at) {
                TokenKind::Assign if pipe.is_some() => {
                    return Err(self.error("an assignment after a pipe needs parentheses", self.tokens[at].span));
                }
                TokenKind::Assign => {
                    assignments.push(AssignmentPart { runs: self.runs(start..at)?, arrow: self.tokens[at].span });
                    start = at + 1;
                }
                TokenKind::Pipe => {
                    if start == at {
                        return Err(self.empty_stage(at));
                    }
                    let arrow = pipe.map(|pipe| self.tokens[pipe].span);
                    stages.push(Stage { runs: self.runs(start..at)?, arrow });
                    start = at + 1;
                    pipe = Some(at);
                }
                _ => {}
            }
        }
        if let Some(pipe) = pipe
            && start == range.end
        {
            return Err(self.empty_stage(pipe));
        }
        stages.push(Stage { runs: self.runs(start..range.end)?, arrow: pipe.map(|pipe| self.tokens[pipe].span) });
        Ok(Expression { assignments, stages, span })
    }

    fn empty_stage(&self, pipe: usize) -> Error {
        self.error("a pipe needs an expression on both sides", self.tokens[pipe].span)
    }

    fn runs(&self, range: Range<usize>) -> Result<Vec<Run>> {
        let mut runs: Vec<Run> = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let begins = self.tokens[at].after_blank || at == range.start;
            let item = self.item(&mut at, range.end)?;
            match runs.last_mut() {
                Some(run) if !begins => {
                    run.span = run.span.to(item.span);
                    run.items.push(item);
                }
                _ => runs.push(Run { span: item.span, items: vec![item] }),
            }
        }
        Ok(runs)
    }

    /// The item at `at`, with its dot path; moves `at` behind it.
    fn item(&self, at: &mut usize, end: usize) -> Result<Item> {
        let base = self.base(at, end)?;
        let has_path = matches!(
            base.kind,
            ItemKind::Literal(_)
                | ItemKind::Name(_)
                | ItemKind::SystemName(_)
                | ItemKind::Argument(_)
                | ItemKind::Group(_)
                | ItemKind::ScalarLiteral(_)
                | ItemKind::ScalarGlyphs(_)
                | ItemKind::Rows(_)
                | ItemKind::Bracket(_)
                | ItemKind::BracketRows(_)
        );
        let mut steps = Vec::new();
        while has_path && let Some(selector) = self.selector(*at, end) {
            let dot = self.tokens[*at].span;
            *at = selector;
            steps.push(PathStep { dot, selector: self.base(at, end)? });
        }
        let Some(last) = steps.last() else { return Ok(base) };
        let span = base.span.to(last.selector.span);
        Ok(Item { kind: ItemKind::Path { base: Box::new(base), steps }, span })
    }

    /// The token that a dot at `at` selects with, if the dot touches both sides and a name, `(` or `[` follows.
    fn selector(&self, at: usize, end: usize) -> Option<usize> {
        let touches = |at: usize| at < end && !self.tokens[at].after_blank;
        let is_dot = touches(at) && matches!(self.kind(at), TokenKind::Glyph('.', _));
        let selects = |at| {
            matches!(
                self.kind(at),
                TokenKind::Name(_) | TokenKind::Open(Delimiter::Parenthesis | Delimiter::Bracket, _)
            )
        };
        (is_dot && touches(at + 1) && selects(at + 1)).then_some(at + 1)
    }

    /// The item at `at` without a path; moves `at` behind it.
    fn base(&self, at: &mut usize, end: usize) -> Result<Item> {
        let start = *at;
        let span = self.tokens[start].span;
        *at = self.after(start);
        let kind = match self.kind(start) {
            TokenKind::Literal(_) => {
                while *at < end && matches!(self.kind(*at), TokenKind::Literal(_)) {
                    *at += 1;
                }
                let range = start..*at;
                return Ok(Item { kind: ItemKind::Literal(self.strand(range.clone())), span: self.span(&range) });
            }
            TokenKind::Name(name) => ItemKind::Name(name.clone()),
            TokenKind::SystemName(name) => ItemKind::SystemName(name.clone()),
            TokenKind::Argument(argument) => ItemKind::Argument(*argument),
            TokenKind::Quad => ItemKind::Quad,
            TokenKind::Colon => ItemKind::Function(':'),
            TokenKind::Glyph(glyph, class) => match class {
                GlyphClass::Function => ItemKind::Function(*glyph),
                GlyphClass::Hybrid => ItemKind::Hybrid(*glyph),
                GlyphClass::MonadicOperator => ItemKind::MonadicOperator(*glyph),
                GlyphClass::DyadicOperator => ItemKind::DyadicOperator(*glyph),
            },
            TokenKind::Open(delimiter, Some(close)) => return self.delimited(*delimiter, start, *close),
            // Separators split ranges before items are read.
            _ => return Err(self.error("misplaced separator", span)),
        };
        Ok(Item { kind, span })
    }

    /// One literal, or the strand of several.
    fn strand(&self, range: Range<usize>) -> Literal {
        let mut literals: Vec<Literal> = self.tokens[range]
            .iter()
            .filter_map(|token| match &token.kind {
                TokenKind::Literal(literal) => Some(literal.clone()),
                _ => None,
            })
            .collect();
        if literals.len() == 1 { literals.remove(0) } else { Literal::Strand(literals) }
    }
}

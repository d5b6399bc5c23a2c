//! The tree of a source: statements, expressions, runs and items, each with its byte span.
//!
//! The tree says what the text alone decides. What a name holds, and so how the items of a run bind, is found out by the
//! binder of `eval`.

use std::sync::Arc;

use crate::control::{Source, Span};
use crate::number::Number;

/// A whole source text.
#[derive(Debug)]
pub struct Program {
    /// The text.
    pub source: Arc<Source>,
    /// Its statements in order.
    pub statements: Vec<Statement>,
}

/// One statement of a source or of a body.
#[derive(Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// From its first to its last token.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug)]
pub enum StatementKind {
    /// An expression, assignments included.
    Expression(Expression),
    /// `C:R`, in braces only.
    Guard {
        /// The condition.
        condition: Expression,
        /// The result, if one is written.
        result: Option<Expression>,
        /// The `:`.
        colon: Span,
    },
    /// `E::R`, in braces only.
    ErrorGuard {
        /// The error numbers.
        numbers: Expression,
        /// The result, if one is written.
        result: Option<Expression>,
        /// The `::`.
        colons: Span,
    },
}

/// `{ runs "←" } stage { "→" stage }`: assignments are made from the last arrow to the first, each with the value of all
/// that stands to its right.
#[derive(Debug)]
pub struct Expression {
    /// What stands before each `←`, first to last. The target is taken from the end of the last run of each.
    pub assignments: Vec<AssignmentPart>,
    /// The pipeline after the last `←`: at least one stage. The only stage of an unfinished `x←` has no runs.
    pub stages: Vec<Stage>,
    /// From the first to the last token.
    pub span: Span,
}

/// What stands before one `←`.
#[derive(Debug)]
pub struct AssignmentPart {
    /// The runs, of which there may be none (`←3`).
    pub runs: Vec<Run>,
    /// The arrow.
    pub arrow: Span,
}

/// One part of a pipeline.
#[derive(Debug)]
pub struct Stage {
    /// The runs.
    pub runs: Vec<Run>,
    /// The `→` before it, for all but the first.
    pub arrow: Option<Span>,
}

/// Items without blanks between them. A strand is one item.
#[derive(Debug)]
pub struct Run {
    /// At least one item.
    pub items: Vec<Item>,
    /// From the first to the last item.
    pub span: Span,
}

/// One item of a run.
#[derive(Debug)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Where it stands, delimiters included.
    pub span: Span,
}

/// The glyphs that stand for parts of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// `⍺`
    Left,
    /// `⍵`
    Right,
    /// `⍶`
    LeftOperand,
    /// `⍹`
    RightOperand,
    /// `∇`
    SelfFunction,
    /// `⍢`
    SelfOperator,
}

/// The kinds of items.
#[derive(Debug)]
pub enum ItemKind {
    /// A literal or a strand of literals.
    Literal(Literal),
    /// A name.
    Name(Arc<str>),
    /// A system name without its bullet, in lower case.
    SystemName(Arc<str>),
    /// `⍺ ⍵ ⍶ ⍹ ∇ ⍢`
    Argument(Argument),
    /// `⎕`
    Quad,
    /// A function glyph, `:` included.
    Function(char),
    /// `/ ⌿ \ ⍀`
    Hybrid(char),
    /// A monadic operator glyph.
    MonadicOperator(char),
    /// A dyadic operator glyph, `.` between functions included.
    DyadicOperator(char),
    /// `( … )` that groups.
    Group(Box<Expression>),
    /// `( … )` round one literal or strand: a rank-0 array that holds it.
    ScalarLiteral(Literal),
    /// `( … )` round one function glyph, or round several that are runs of their own: a rank-0 array that holds the
    /// function, or the vector of them.
    ScalarGlyphs(Vec<char>),
    /// `( … ⋄ … )`: a vector whose items are the rows.
    Rows(Vec<Row>),
    /// `[ … ]` without `⋄`; empty for `⍬`. A record if any item has a key.
    Bracket(Vec<BracketItem>),
    /// `[ … ⋄ … ]`: an array whose major cells are the rows.
    BracketRows(Vec<Row>),
    /// `{ … }`
    Definition(Arc<Braces>),
    /// A dot path. Whether a step selects or the dot is the inner-product operator depends on whether what stands before
    /// it is data when the path is evaluated.
    Path {
        /// What the path starts from.
        base: Box<Item>,
        /// At least one step.
        steps: Vec<PathStep>,
    },
}

/// One step of a dot path.
#[derive(Debug)]
pub struct PathStep {
    /// The `.`.
    pub dot: Span,
    /// What follows it: a name (a literal key), a parenthesised item or a bracket.
    pub selector: Item,
}

/// A row of `( … ⋄ … )` or `[ … ⋄ … ]`: at least one item.
#[derive(Debug)]
pub struct Row {
    /// The items, first to last.
    pub items: Vec<BracketItem>,
    /// From the first to the last item.
    pub span: Span,
}

/// One item of brackets or of a row.
#[derive(Debug)]
pub struct BracketItem {
    /// What stands before the `:` of a keyed entry.
    pub key: Option<Expression>,
    /// The value.
    pub value: Expression,
    /// From the first to the last token.
    pub span: Span,
}

/// A definition: `{ … }`.
#[derive(Debug)]
pub struct Braces {
    /// Whether it is a function or an operator.
    pub kind: BracesKind,
    /// The body.
    pub statements: Vec<Statement>,
    /// The source in which it stands.
    pub source: Arc<Source>,
    /// From `{` to `}`.
    pub span: Span,
}

/// What braces define, by whether `⍶` and `⍹` stand in them (outside nested braces).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BracesKind {
    /// A dfn.
    Function,
    /// A monadic operator.
    MonadicOperator,
    /// A dyadic operator.
    DyadicOperator,
}

/// A literal value.
#[derive(Clone, Debug)]
pub enum Literal {
    /// A number, infinities included.
    Number(Number),
    /// A character.
    Character(char),
    /// A string.
    String(Arc<str>),
    /// `⍬`
    Zilde,
    /// Two or more literals side by side.
    Strand(Vec<Literal>),
}

impl Braces {
    /// The text from `{` to `}`, verbatim.
    pub fn text(&self) -> &str {
        &self.source.text[self.span.start as usize..self.span.end as usize]
    }
}

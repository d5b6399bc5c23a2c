//! The tree made ready to run: names resolved to slots, literals to values, glyphs to their rows.
//!
//! Code is immutable and shared by every call that runs it. What the binder has found out about a sequence is kept beside
//! it as its plan.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::entity::Entity;
use super::fuse::Fused;
use super::plan::Plan;
use super::scalar::{Program, Programs};
use super::sorting::Sorting;
use crate::control::{Location, Source, Span};
use crate::syntax::tree::{Argument, BracesKind};

/// A name of a session by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// The code of braces or of a whole source.
pub struct Body {
    /// Function or operator; a source counts as a function.
    pub kind: BracesKind,
    /// The statements.
    pub statements: Vec<Statement>,
    /// The names that are local to it.
    pub scope: Arc<Scope>,
    /// The text in which it stands.
    pub source: Arc<Source>,
    /// From `{` to `}`.
    pub span: Span,
    /// Whether it is that of braces.
    pub is_braces: bool,
    /// The code for numbers that it is, if it is such.
    pub scalar: Programs,
}

/// The names that a body assigns, one slot each, inside the scopes around it.
#[derive(Debug)]
pub struct Scope {
    /// The name of each slot.
    pub names: Vec<Symbol>,
    /// The scope around it; none for braces at top level.
    pub parent: Option<Arc<Scope>>,
}

/// One statement.
#[derive(Debug)]
pub enum Statement {
    /// An expression, assignments included.
    Expression(Expression),
    /// `⍺←Y`: what stands on the right.
    DefaultLeft(Expression),
    /// `C:R`
    Guard {
        /// The condition.
        condition: Expression,
        /// The result, if one is written.
        result: Option<Expression>,
        /// The `:`.
        colon: Span,
    },
    /// `E::R`
    ErrorGuard {
        /// The error numbers.
        numbers: Expression,
        /// The result, if one is written.
        result: Option<Expression>,
        /// The `::`.
        colons: Span,
    },
}

/// `{ runs "←" } stage { "→" stage }`
#[derive(Debug)]
pub struct Expression {
    /// What stands before each `←`, first to last.
    pub assignments: Vec<AssignmentPart>,
    /// The pipeline on the right of the last `←`.
    pub stages: Vec<Stage>,
    /// From the first to the last token.
    pub span: Span,
    /// How often it reads the arguments of the call that it ends; unknown where it does not end one.
    pub uses: Uses,
}

/// How often each argument is read: `⍵`, `⍺`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uses(pub [u32; 2]);

impl Uses {
    /// Nobody has counted.
    pub const UNKNOWN: Uses = Uses([u32::MAX; 2]);
}

/// What stands before one `←`.
#[derive(Debug)]
pub struct AssignmentPart {
    /// The runs before the one that holds the target.
    pub before: Sequence,
    /// The run that holds the target, if there is one.
    pub run: Option<Sequence>,
    /// The arrow.
    pub arrow: Span,
}

/// One part of a pipeline.
#[derive(Debug)]
pub struct Stage {
    /// Its runs.
    pub sequence: Sequence,
    /// The `→` before it, for all but the first.
    pub arrow: Option<Span>,
}

/// Items that the binder reduces together: those of a run, or the runs of an expression.
pub struct Sequence {
    /// The items, first to last.
    pub items: Vec<Item>,
    /// From the first to the last token.
    pub span: Span,
    /// The recorded reductions, once it has run.
    pub plan: OnceLock<Plan>,
    /// The code for numbers that it is, if it is such.
    pub scalar: Option<Box<Program>>,
    /// The tree of scalar functions that it is, if it is one.
    pub fused: Option<Box<Fused>>,
    /// The sorting that it ends in, if it ends in one.
    pub sorting: Option<Box<Sorting>>,
}

/// One item.
#[derive(Debug)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of items.
#[derive(Debug)]
pub enum ItemKind {
    /// A literal, a glyph, or a scalar of glyphs.
    Constant(Entity),
    /// A name.
    Name(Name),
    /// A system name, in lower case.
    SystemName(Arc<str>),
    /// `⍺ ⍵ ⍶ ⍹ ∇ ⍢`
    Argument(Argument),
    /// `⎕`
    Quad,
    /// `( … )`
    Group(Box<Expression>),
    /// A run of several items among other runs.
    Run(Sequence),
    /// `[ … ]` without `⋄`
    Vector(Vec<Element>),
    /// `( … ⋄ … )`
    Rows(Vec<Row>),
    /// `[ … ⋄ … ]`
    Cells(Vec<Row>),
    /// `{ … }`
    Definition(Arc<Body>),
    /// A dot path.
    Path(Box<Path>),
}

/// A dot path.
#[derive(Debug)]
pub struct Path {
    /// What it starts from.
    pub base: Item,
    /// At least one step.
    pub steps: Vec<Step>,
}

/// One step of a dot path.
#[derive(Debug)]
pub struct Step {
    /// The `.`.
    pub dot: Span,
    /// What follows.
    pub selector: Selector,
}

/// What follows a dot.
#[derive(Debug)]
pub enum Selector {
    /// `.name`: the key, and the name as an operand where the dot is the inner product.
    Key(Arc<str>, Item),
    /// `.(I)` or `.[I J]`
    Index(Item),
}

/// One item of brackets or of a row.
#[derive(Debug)]
pub struct Element {
    /// What stands before the `:` of a keyed entry.
    pub key: Option<Expression>,
    /// The value.
    pub value: Expression,
    /// From the first to the last token.
    pub span: Span,
}

/// A row.
#[derive(Debug)]
pub struct Row {
    /// Its items.
    pub elements: Vec<Element>,
    /// From the first to the last token.
    pub span: Span,
}

/// A reference to a name: where to look for it, nearest first, before the globals.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub symbol: Symbol,
    /// Slots in the frames outwards from the running one.
    pub places: Vec<Place>,
}

/// A slot in a frame on the lexical chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// How many frames outwards.
    pub depth: u32,
    /// The slot in that frame.
    pub slot: u32,
}

impl Body {
    /// The text from `{` to `}`, verbatim.
    pub fn text(&self) -> &str {
        &self.source.text[self.span.start as usize..self.span.end as usize]
    }

    /// A place in its source.
    pub fn locate(&self, span: Span) -> Location {
        Location { source: self.source.clone(), span }
    }
}

impl Name {
    /// The slot of the running frame, if the name is local to it.
    #[inline]
    pub fn local_slot(&self) -> Option<u32> {
        self.places.first().filter(|place| place.depth == 0).map(|place| place.slot)
    }
}

impl Expression {
    /// Its only sequence, if it is neither assignment nor pipeline.
    #[inline]
    pub fn as_sequence(&self) -> Option<&Sequence> {
        match &self.stages[..] {
            [stage] if self.assignments.is_empty() => Some(&stage.sequence),
            _ => None,
        }
    }

    /// The name and the sequence of `name ← sequence`, if it is just that.
    #[inline]
    pub fn as_binding(&self) -> Option<(&Name, &Sequence)> {
        match (&self.assignments[..], &self.stages[..]) {
            ([part], [stage]) if part.before.items.is_empty() && !stage.sequence.items.is_empty() => {
                match &part.run.as_ref()?.items[..] {
                    [Item { kind: ItemKind::Name(name), .. }] => Some((name, &stage.sequence)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}

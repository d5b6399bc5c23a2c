//! Source texts and places in them.

use std::sync::Arc;

/// A named source text, kept as long as anything points into it.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The name that diagnostics print: `<repl>`, `<expression>` or a path as it was given.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A shared source with this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Arc::new(Source { name: name.into(), text: text.into() })
    }
}

/// A half-open range of byte offsets into one source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The smallest range that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A span with the source that it points into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The text.
    pub source: Arc<Source>,
    /// The range in it.
    pub span: Span,
}

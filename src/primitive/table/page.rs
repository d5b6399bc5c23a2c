//! The heads of the reference pages, written from the table.

use std::fmt::Write;

use super::{Exactness, Identity, Operator, OperatorValence, Primitive, Rank};

/// The first line of the part of a page that the table writes.
pub const HEAD_START: &str = "<!-- from the primitive table -->";
/// Its last line.
pub const HEAD_END: &str = "<!-- end of the table's part -->";

fn rank(rank: Rank) -> String {
    match rank {
        Rank::Cells(rank) => rank.to_string(),
        Rank::Whole => "whole".into(),
    }
}

fn exactness(exactness: Exactness) -> &'static str {
    match exactness {
        Exactness::Exact => "always exact",
        Exactness::Preserved => "exact when all that take part are",
        Exactness::Approximate => "always approximate",
        Exactness::Moved => "each keeps its kind",
    }
}

fn identity(identity: Identity) -> Option<&'static str> {
    Some(match identity {
        Identity::None => return None,
        Identity::Zero => "0",
        Identity::One => "1",
        Identity::ExactZero => "0ₓ",
        Identity::ExactOne => "1ₓ",
        Identity::Infinity => "∞",
        Identity::NegativeInfinity => "¯∞",
        Identity::EmptyVector => "an empty vector",
    })
}

fn typing(name: &str, search_words: &[&str], chord: &str) -> String {
    let mut text = format!("Type `` `{name} ``");
    for word in search_words {
        write!(text, " or `` `{word} ``").expect("text can grow");
    }
    if !chord.is_empty() {
        write!(text, ", or press {chord}").expect("text can grow");
    }
    text + "."
}

impl Primitive {
    /// What the table says of this glyph, in Markdown.
    pub fn page_head(&self) -> String {
        let glyph = self.glyph.to_string().replace('|', "\\|");
        let mut head = format!("{HEAD_START}\n| form | name | ranks | numbers |\n|---|---|---|---|\n");
        if let Some(monad) = &self.monad {
            let (rank, exactness) = (rank(monad.rank), exactness(monad.exactness));
            writeln!(head, "| `{glyph}Y` | {} | {rank} | {exactness} |", monad.name).expect("text can grow");
        }
        if let Some(dyad) = &self.dyad {
            let [left, right] = dyad.ranks.map(rank);
            let exactness = exactness(dyad.exactness);
            writeln!(head, "| `X{glyph}Y` | {} | {left}, {right} | {exactness} |", dyad.name).expect("text can grow");
        }
        head.push('\n');
        if let Some(identity) = identity(self.identity) {
            let reduction = format!("`{}/` of an empty axis is {identity}. ", self.glyph);
            head.push_str(&reduction);
        }
        head + &typing(self.name, self.search_words, self.chord) + "\n" + HEAD_END + "\n"
    }
}

impl Operator {
    /// What the table says of this glyph, in Markdown.
    pub fn page_head(&self) -> String {
        let operands = match self.valence {
            OperatorValence::Monadic => "A left operand.",
            OperatorValence::Dyadic => "A left and a right operand.",
        };
        format!("{HEAD_START}\n{operands} {}\n{HEAD_END}\n", typing(self.name, self.search_words, self.chord))
    }
}

//! The editor's completion, hints and colours.

use std::borrow::Cow;
use std::rc::Rc;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Helper};

use super::keys::{Purpose, Shared};
use super::paths;
use crate::frontend::completion::{self, Names};
use crate::frontend::glyph_names;
use crate::frontend::tokens::{TokenClass, classify};

/// Whether text is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// It is.
    On,
    /// It is not: the terminal cannot, or the user does not want it.
    Off,
}

const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";
const ERROR: &str = "\x1b[1;31m";
const MATCH: &str = "\x1b[1;4m";

/// Dims a text.
pub fn dimmed(text: &str, colours: Colours) -> String {
    match colours {
        Colours::On => format!("{DIM}{text}{RESET}"),
        Colours::Off => text.to_string(),
    }
}

/// Colours the kind of a diagnostic.
pub fn error_text(diagnostic: &str, colours: Colours) -> String {
    let kind = diagnostic.find(':').unwrap_or(0);
    match colours {
        Colours::On => format!("{ERROR}{}{RESET}{}", &diagnostic[..kind], &diagnostic[kind..]),
        Colours::Off => diagnostic.to_string(),
    }
}

/// Helps to edit one line.
pub struct LineHelper {
    /// The typing state.
    pub typing: Shared,
    /// The names to complete.
    pub names: Rc<dyn Names>,
    /// Whether to colour.
    pub colours: Colours,
}

/// A hint that cannot be taken over into the line.
pub struct Note(String);

impl Hint for Note {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Helper for LineHelper {}

impl Validator for LineHelper {}

impl Hinter for LineHelper {
    type Hint = Note;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Note> {
        let (start, end) = self.typing.lock().pending?;
        let typed = line.get(start + 1..end).filter(|_| end == pos)?;
        Some(Note(format!(" {}", glyph_names::hint(typed))))
    }
}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        if let Some((start, text)) = self.typing.lock().substitute.take() {
            return Ok((start, vec![Pair { display: text.clone(), replacement: text }]));
        }
        let found = paths::complete(line, pos);
        let (start, candidates) = found.unwrap_or_else(|| completion::complete(&line[..pos], &*self.names));
        let pair = |found: completion::Candidate| Pair { display: found.shown, replacement: found.inserted };
        Ok((start, candidates.into_iter().map(pair).collect()))
    }
}

impl Highlighter for LineHelper {
    fn highlight<'l>(&self, line: &'l str, pos: usize) -> Cow<'l, str> {
        let (replaced, purpose) = {
            let typing = self.typing.lock();
            (typing.replaced, typing.purpose)
        };
        let line = match replaced {
            Some(((start, end), glyph)) => Cow::Owned(replace_name(line, start, end, glyph)),
            None => Cow::Borrowed(line),
        };
        match self.colours {
            Colours::On if purpose != Purpose::Data => Cow::Owned(coloured(&line, replaced.is_none().then_some(pos))),
            _ => line,
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(dimmed(hint, self.colours))
    }

    fn highlight_candidate<'c>(&self, candidate: &'c str, _: CompletionType) -> Cow<'c, str> {
        Cow::Borrowed(candidate)
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.colours == Colours::On || self.typing.lock().replaced.is_some()
    }
}

/// The line with a backtick name replaced by its glyph.
pub fn replace_name(line: &str, start: usize, end: usize, glyph: char) -> String {
    format!("{}{glyph}{}", &line[..start], &line[end..])
}

/// The line with colours; `cursor` marks the bracket that matches the one at or before it.
fn coloured(line: &str, cursor: Option<usize>) -> String {
    let tokens = classify(line);
    let partner = cursor.and_then(|pos| matching_bracket(line, &tokens, pos));
    let lonely = unmatched_closers(line, &tokens);
    let mut text = String::with_capacity(line.len() * 2);
    for (range, class) in tokens {
        let style = match class {
            _ if Some(range.start) == partner => MATCH,
            _ if lonely.contains(&range.start) => ERROR,
            _ => style_of(class),
        };
        if style.is_empty() {
            text.push_str(&line[range]);
        } else {
            text.push_str(style);
            text.push_str(&line[range]);
            text.push_str(RESET);
        }
    }
    text
}

fn style_of(class: TokenClass) -> &'static str {
    match class {
        TokenClass::Comment => "\x1b[90m",
        TokenClass::String | TokenClass::Character => "\x1b[32m",
        TokenClass::Command | TokenClass::SystemName => "\x1b[35m",
        TokenClass::Number => "\x1b[36m",
        TokenClass::Function => "\x1b[34m",
        TokenClass::Operator => "\x1b[33m",
        TokenClass::Argument => "\x1b[1m",
        TokenClass::Keyword => "\x1b[31m",
        TokenClass::Name | TokenClass::Bracket | TokenClass::Other => "",
    }
}

type Tokens = [(std::ops::Range<usize>, TokenClass)];

/// The brackets of a line in order: where they stand and what they are.
fn brackets<'a>(line: &'a str, tokens: &'a Tokens) -> impl Iterator<Item = (usize, char)> + 'a {
    let is_bracket = |(_, class): &&(_, TokenClass)| *class == TokenClass::Bracket;
    tokens.iter().filter(is_bracket).filter_map(|(range, _)| {
        line[range.clone()].chars().next().filter(|&bracket| bracket != ';').map(|bracket| (range.start, bracket))
    })
}

fn opener_of(closer: char) -> Option<char> {
    match closer {
        ')' => Some('('),
        ']' => Some('['),
        '}' => Some('{'),
        _ => None,
    }
}

/// Pairs of matching brackets, and the closing ones that have no partner.
fn pairs(line: &str, tokens: &Tokens) -> (Vec<(usize, usize)>, Vec<usize>) {
    let (mut open, mut found, mut lonely) = (Vec::new(), Vec::new(), Vec::new());
    for (at, bracket) in brackets(line, tokens) {
        match opener_of(bracket) {
            None => open.push((at, bracket)),
            Some(opener) => match open.pop_if(|last| last.1 == opener) {
                Some((start, _)) => found.push((start, at)),
                None => lonely.push(at),
            },
        }
    }
    (found, lonely)
}

fn unmatched_closers(line: &str, tokens: &Tokens) -> Vec<usize> {
    pairs(line, tokens).1
}

/// The partner of the bracket at the cursor, or else before it.
fn matching_bracket(line: &str, tokens: &Tokens, cursor: usize) -> Option<usize> {
    let found = pairs(line, tokens).0;
    let partner = |place: usize| {
        found.iter().find_map(|&(start, end)| match place {
            _ if place == start => Some(end),
            _ if place == end => Some(start),
            _ => None,
        })
    };
    partner(cursor).or_else(|| partner(cursor.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_find_their_partners() {
        let line = "f(\"(\" [x])";
        let tokens = classify(line);
        assert_eq!(matching_bracket(line, &tokens, 1), Some(9));
        assert_eq!(matching_bracket(line, &tokens, 10), Some(1));
        assert_eq!(matching_bracket(line, &tokens, 3), None);
        assert_eq!(unmatched_closers("(])", &classify("(])")), [1]);
        assert_eq!(coloured("", Some(0)), "");
    }

    #[test]
    fn diagnostics_colour_their_kind() {
        assert_eq!(error_text("SYNTAX ERROR: m", Colours::Off), "SYNTAX ERROR: m");
        assert_eq!(error_text("SYNTAX ERROR: m", Colours::On), "\x1b[1;31mSYNTAX ERROR\x1b[0m: m");
    }
}

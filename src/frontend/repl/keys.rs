//! What each key does while a line is edited.
//!
//! The editor runs in its insert mode, in which it takes no numeric arguments, so that Alt and a digit can be chords; all
//! editing keys are given here.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustyline::{
    Anchor, At, Cmd, ConditionalEventHandler, Event, EventContext, KeyCode, KeyEvent, Modifiers, Movement, RepeatCount,
    Word,
};

use crate::frontend::glyph_names::{by_chord, only_match};
use crate::frontend::tokens::ends_in_literal_or_comment;

/// What a line is read for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// The first line of an input.
    #[default]
    Input,
    /// A line that goes on an unfinished input.
    Continuation,
    /// A line for `⎕`: no names are resolved or completed, and there is no history.
    Data,
}

/// What the keys, the hints and the colours know about the line that is being edited.
#[derive(Debug, Default)]
pub struct Typing {
    /// The backtick name that is being typed: from its backtick to its end.
    pub pending: Option<(usize, usize)>,
    /// The name that Enter has replaced in a line that is submitted, and its glyph.
    pub replaced: Option<((usize, usize), char)>,
    /// What the next completion puts in place of the text from there to the cursor: the editor has no other command that
    /// replaces text left of the cursor.
    pub substitute: Option<(usize, String)>,
    /// What the line is read for.
    pub purpose: Purpose,
    /// The text left of the cursor when browsing of the history began.
    browsing: Option<String>,
}

/// The typing state, shared by the editor's parts.
#[derive(Clone, Debug, Default)]
pub struct Shared(Arc<Mutex<Typing>>);

impl Shared {
    /// The state, for as short as possible.
    pub fn lock(&self) -> MutexGuard<'_, Typing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a new line.
    pub fn start_line(&self, purpose: Purpose) {
        *self.lock() = Typing { purpose, ..Typing::default() };
    }
}

/// Handles every key.
pub struct Keys(pub Shared);

impl ConditionalEventHandler for Keys {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let key = event.get(0)?;
        self.0.lock().key(*key, context.line(), context.pos())
    }
}

impl Typing {
    /// The command for a key; nothing for what the editor does by itself.
    fn key(&mut self, key: KeyEvent, line: &str, pos: usize) -> Option<Cmd> {
        let pending = self.pending.take().filter(|&(start, end)| end == pos && is_name(line, start, end));
        let browsing = self.browsing.take();
        self.substitute = None;
        let KeyEvent(code, modifiers) = key;
        match (code, modifiers) {
            (KeyCode::Char(typed), Modifiers::NONE | Modifiers::SHIFT) => self.character(typed, pending, line, pos),
            (KeyCode::Char(typed), Modifiers::ALT) => Some(match by_chord(typed) {
                Some(glyph) => self.resolve(glyph, pending, line).unwrap_or(Cmd::Insert(1, glyph.to_string())),
                None => Cmd::Noop,
            }),
            (KeyCode::Char('J' | 'M'), Modifiers::CTRL) | (KeyCode::Enter, _) => {
                self.replaced =
                    pending.and_then(|(start, end)| Some(((start, end), only_match(&line[start + 1..end])?)));
                Some(Cmd::AcceptLine)
            }
            (KeyCode::Tab, Modifiers::NONE) | (KeyCode::Char('I'), Modifiers::CTRL) => {
                self.pending = pending;
                let before = line[..pos].rsplit('\n').next().unwrap_or("");
                Some(if before.trim().is_empty() || self.purpose == Purpose::Data {
                    Cmd::Insert(1, "    ".into())
                } else {
                    Cmd::Complete
                })
            }
            (KeyCode::Backspace, Modifiers::NONE) | (KeyCode::Char('H'), Modifiers::CTRL) => {
                self.pending = pending.filter(|&(start, end)| end > start + 1).map(|(start, end)| (start, end - 1));
                Some(Cmd::Kill(Movement::BackwardChar(1)))
            }
            (KeyCode::Esc, _) if pending.is_some() => Some(Cmd::Repaint),
            (KeyCode::Up | KeyCode::Down, Modifiers::NONE)
            | (KeyCode::Char('P' | 'N' | 'R' | 'S'), Modifiers::CTRL)
                if self.purpose == Purpose::Data =>
            {
                Some(Cmd::Noop)
            }
            (KeyCode::Up, Modifiers::NONE) | (KeyCode::Char('P'), Modifiers::CTRL) => {
                Some(self.older(browsing, line, pos))
            }
            (KeyCode::Down, Modifiers::NONE) | (KeyCode::Char('N'), Modifiers::CTRL) => {
                Some(self.newer(browsing, line, pos))
            }
            (KeyCode::Char('D'), Modifiers::CTRL) => self.end_of_input(line),
            _ => editing(code, modifiers),
        }
    }

    fn character(&mut self, typed: char, pending: Option<(usize, usize)>, line: &str, pos: usize) -> Option<Cmd> {
        if let Some((start, end)) = pending
            && typed.is_ascii_alphabetic()
        {
            self.pending = Some((start, end + 1));
            return None;
        }
        let resolved = self.resolve(typed, pending, line);
        if resolved.is_some() {
            return resolved;
        }
        if typed == '`' && self.purpose != Purpose::Data && !ends_in_literal_or_comment(&line[..pos]) {
            self.pending = Some((pos, pos + 1));
        }
        None
    }

    /// Puts the one glyph that a pending name stands for in its place, and the character that ends the name behind it.
    fn resolve(&mut self, typed: char, pending: Option<(usize, usize)>, line: &str) -> Option<Cmd> {
        let (start, end) = pending?;
        let glyph = only_match(&line[start + 1..end])?;
        let next_name = start + glyph.len_utf8();
        self.pending = (typed == '`').then_some((next_name, next_name + 1));
        self.substitute = Some((start, format!("{glyph}{typed}")));
        Some(Cmd::Complete)
    }

    /// Up: the line above, or the older entries that begin with the text left of the cursor.
    fn older(&mut self, browsing: Option<String>, line: &str, pos: usize) -> Cmd {
        if browsing.is_none() && line[..pos].contains('\n') {
            return Cmd::Move(Movement::LineUp(1));
        }
        let prefix = browsing.unwrap_or_else(|| line[..pos].to_string());
        let command = if prefix.is_empty() { Cmd::PreviousHistory } else { Cmd::HistorySearchBackward };
        self.browsing = Some(prefix);
        command
    }

    /// Down: the line below, or the newer entries.
    fn newer(&mut self, browsing: Option<String>, line: &str, pos: usize) -> Cmd {
        if browsing.is_none() && line[pos..].contains('\n') {
            return Cmd::Move(Movement::LineDown(1));
        }
        let prefix = browsing.unwrap_or_else(|| line[..pos].to_string());
        let command = if prefix.is_empty() { Cmd::NextHistory } else { Cmd::HistorySearchForward };
        self.browsing = Some(prefix);
        command
    }

    /// Ctrl-D: leaves from an empty first line, drops the input on an empty continuation line, else deletes.
    fn end_of_input(&self, line: &str) -> Option<Cmd> {
        Some(match self.purpose {
            _ if !line.is_empty() => Cmd::Kill(Movement::ForwardChar(1)),
            Purpose::Continuation => Cmd::Interrupt,
            Purpose::Input | Purpose::Data => Cmd::EndOfFile,
        })
    }
}

/// The usual editing keys.
fn editing(code: KeyCode, modifiers: Modifiers) -> Option<Cmd> {
    let control = modifiers == Modifiers::CTRL;
    Some(match code {
        KeyCode::Char('A') if control => Cmd::Move(Movement::BeginningOfLine),
        KeyCode::Char('B') if control => Cmd::Move(Movement::BackwardChar(1)),
        KeyCode::Char('E') if control => Cmd::Move(Movement::EndOfLine),
        KeyCode::Char('F') if control => Cmd::Move(Movement::ForwardChar(1)),
        KeyCode::Char('G') if control => Cmd::Abort,
        KeyCode::Char('K') if control => Cmd::Kill(Movement::EndOfLine),
        KeyCode::Char('L') if control => Cmd::ClearScreen,
        KeyCode::Char('R') if control => Cmd::ReverseSearchHistory,
        KeyCode::Char('S') if control => Cmd::ForwardSearchHistory,
        KeyCode::Char('T') if control => Cmd::TransposeChars,
        KeyCode::Char('U') if control => Cmd::Kill(Movement::BeginningOfLine),
        KeyCode::Char('W') if control => Cmd::Kill(Movement::BackwardWord(1, Word::Big)),
        KeyCode::Char('Y') if control => Cmd::Yank(1, Anchor::Before),
        KeyCode::Char('_') if control => Cmd::Undo(1),
        KeyCode::Left if !modifiers.is_empty() => Cmd::Move(Movement::BackwardWord(1, Word::Emacs)),
        KeyCode::Right if !modifiers.is_empty() => Cmd::Move(Movement::ForwardWord(1, At::AfterEnd, Word::Emacs)),
        KeyCode::Right => Cmd::Move(Movement::ForwardChar(1)),
        KeyCode::Backspace => Cmd::Kill(Movement::BackwardWord(1, Word::Emacs)),
        KeyCode::Esc => Cmd::Abort,
        _ => return None,
    })
}

/// Whether a backtick and letters stand there.
fn is_name(line: &str, start: usize, end: usize) -> bool {
    line.get(start..end)
        .and_then(|text| text.strip_prefix('`'))
        .is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line in which keys are typed, as far as names go.
    #[derive(Default)]
    struct Line {
        typing: Typing,
        text: String,
    }

    impl Line {
        fn press(&mut self, key: KeyEvent) {
            match (self.typing.key(key, &self.text, self.text.len()), key) {
                (None, KeyEvent(KeyCode::Char(typed), _)) => self.text.push(typed),
                (Some(Cmd::Insert(_, text)), _) => self.text.push_str(&text),
                (Some(Cmd::Complete), _) => {
                    let (start, text) = self.typing.substitute.take().unwrap();
                    self.text.truncate(start);
                    self.text.push_str(&text);
                }
                (Some(Cmd::Kill(Movement::BackwardChar(_))), _) => drop(self.text.pop()),
                _ => {}
            }
        }

        fn type_text(text: &str) -> Line {
            let mut line = Line::default();
            text.chars().for_each(|typed| line.press(KeyEvent(KeyCode::Char(typed), Modifiers::NONE)));
            line
        }
    }

    #[test]
    fn names_are_replaced_by_the_next_character() {
        for (typed, shown) in [
            ("`iota9", "⍳9"),
            ("3`mul4", "3×4"),
            ("q`assign ", "q← "),
            ("`iota`rho ", "⍳⍴ "),
            ("`gr ", "`gr "),
            ("`zzz1", "`zzz1"),
            ("` ", "` "),
            ("\"`iota9", "\"`iota9"),
            ("⍝ `iota9", "⍝ `iota9"),
            ("\"a\"`iota9", "\"a\"⍳9"),
            ("`grup-", "⍋-"),
        ] {
            assert_eq!(Line::type_text(typed).text, shown, "{typed}");
        }
    }

    #[test]
    fn escape_and_movement_end_a_name() {
        for code in [KeyCode::Esc, KeyCode::Left, KeyCode::Home, KeyCode::Up] {
            let mut line = Line::type_text("`iota");
            line.press(KeyEvent(code, Modifiers::NONE));
            line.press(KeyEvent(KeyCode::Char('9'), Modifiers::NONE));
            assert_eq!(line.text, "`iota9");
        }
        let mut line = Line::type_text("`iotx");
        line.press(KeyEvent(KeyCode::Backspace, Modifiers::NONE));
        line.press(KeyEvent(KeyCode::Char('9'), Modifiers::NONE));
        assert_eq!(line.text, "⍳9");
    }

    #[test]
    fn chords_insert_glyphs_anywhere() {
        let mut line = Line::type_text("\"");
        for key in ['h', '3', '*', '-', 'Q'] {
            line.press(KeyEvent(KeyCode::Char(key), Modifiers::ALT));
        }
        assert_eq!(line.text, "\"←√⍟×");
    }

    #[test]
    fn enter_replaces_the_name_before_it_submits() {
        let mut line = Line::type_text("1+`iota");
        line.press(KeyEvent(KeyCode::Enter, Modifiers::NONE));
        assert_eq!(line.typing.replaced, Some(((2, 7), '⍳')));
        let mut line = Line::type_text("1+`gr");
        line.press(KeyEvent(KeyCode::Enter, Modifiers::NONE));
        assert_eq!(line.typing.replaced, None);
    }
}

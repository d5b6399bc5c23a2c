//! Diagnostics: the text that an error is reported as.
//!
//! Columns and carets count display columns of the line as it is printed: tabs expanded, control characters escaped.

use std::fmt::Write;

use unicode_width::UnicodeWidthChar;

use crate::control::{Error, Location};

/// With more call sites than this, those in the middle are only counted.
const SHOWN_SITES: usize = 6;
const TAB_STOP: usize = 4;

/// The lines of a diagnostic, without a final line feed.
pub fn render(error: &Error) -> String {
    let mut text = format!("{}: ", error.kind().name());
    error.message().chars().for_each(|character| push_escaped(&mut text, character));
    if let Some(location) = error.location() {
        push_place(&mut text, "\n --> ", location);
    }
    let calls = error.calls();
    let left_out = if calls.len() > SHOWN_SITES { calls.len() - SHOWN_SITES } else { 0 };
    let half = SHOWN_SITES / 2;
    for (index, site) in calls.iter().enumerate() {
        if left_out > 0 && index == half {
            let _ = write!(text, "\n ... {left_out} more calls");
        }
        if left_out == 0 || index < half || index >= calls.len() - half {
            push_place(&mut text, "\n called from ", site);
        }
    }
    text
}

/// Appends a place: its name, line and column, the line, and carets under the span.
fn push_place(text: &mut String, heading: &str, location: &Location) {
    let line = SourceLine::at(location);
    let source = &location.source;
    let (before, marked) = (line.column_of(line.start), line.column_of(line.end));
    text.push_str(heading);
    source.name.chars().for_each(|character| push_escaped(text, character));
    let _ = writeln!(text, ":{}:{}", line.number, before + 1);
    line.push_printed(text);
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', before));
    text.extend(std::iter::repeat_n('^', (marked - before).max(1)));
}

/// The first line of a span.
struct SourceLine<'a> {
    number: usize,
    text: &'a str,
    /// Where the span begins and ends in the line.
    start: usize,
    end: usize,
}

impl<'a> SourceLine<'a> {
    fn at(location: &'a Location) -> SourceLine<'a> {
        let text = location.source.text.as_str();
        let start = text.floor_char_boundary(location.span.start as usize);
        let end = text.floor_char_boundary(location.span.end as usize).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |feed| feed + 1);
        let number = 1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..line_start]).count();
        let rest = &text[line_start..];
        let line = match rest.find('\n') {
            Some(feed) => rest[..feed].strip_suffix('\r').unwrap_or(&rest[..feed]),
            None => rest,
        };
        // A byte-order mark is not part of what is shown.
        let mark = if line_start == 0 && line.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let within = |place: usize| (place - line_start).clamp(mark, line.len()) - mark;
        SourceLine { number, text: &line[mark..], start: within(start), end: within(end) }
    }

    /// How many columns are printed before this place.
    fn column_of(&self, place: usize) -> usize {
        self.text[..place].chars().fold(0, |column, character| column + width_at(character, column))
    }

    fn push_printed(&self, text: &mut String) {
        let mut column = 0;
        for character in self.text.chars() {
            let width = width_at(character, column);
            match character {
                '\t' => text.extend(std::iter::repeat_n(' ', width)),
                _ => push_escaped(text, character),
            }
            column += width;
        }
    }
}

/// The columns that a character takes when it is printed at this column.
fn width_at(character: char, column: usize) -> usize {
    match character {
        '\t' => TAB_STOP - column % TAB_STOP,
        _ if character.is_control() => {
            let mut escape = String::new();
            push_escaped(&mut escape, character);
            escape.len()
        }
        _ => character.width().unwrap_or(0),
    }
}

/// Appends a character, a control character as an escape.
fn push_escaped(text: &mut String, character: char) {
    match character {
        '\r' => text.push_str("\\r"),
        _ if character.is_control() => {
            let _ = write!(text, "\\u{{{:x}}}", character as u32);
        }
        _ => text.push(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Source, Span};

    /// The place of the piece between two `|` of the text.
    fn marked(name: &str, text: &str) -> Location {
        let start = text.find('‖').unwrap();
        let rest = text.replacen('‖', "", 1);
        let end = rest.find('‖').unwrap();
        Location { source: Source::new(name, rest.replacen('‖', "", 1)), span: Span::new(start, end) }
    }

    fn shown(text: &str) -> String {
        render(&Error::syntax("m").at(marked("w.apl", text)))
    }

    #[test]
    fn columns_count_what_is_printed() {
        let expected = "SYNTAX ERROR: m\n --> w.apl:2:16\n⎕←\"寸\"  ⋄ 1 2 3+幅\n               ^";
        assert_eq!(shown("幅←2 3\n⎕←\"寸\"\t⋄ 1 2 3‖+‖幅\n\t幅[7]"), expected);
        let expected = "SYNTAX ERROR: m\n --> w.apl:1:5\n    幅[7]\n    ^^";
        assert_eq!(shown("\t‖幅‖[7]\r\n"), expected);
        assert_eq!(shown("e\u{301}‖x‖"), "SYNTAX ERROR: m\n --> w.apl:1:2\ne\u{301}x\n ^");
        assert_eq!(shown("a\u{7}\r‖b‖"), "SYNTAX ERROR: m\n --> w.apl:1:9\na\\u{7}\\rb\n        ^");
        assert_eq!(shown("\u{feff}‖b‖"), "SYNTAX ERROR: m\n --> w.apl:1:1\nb\n^");
    }

    #[test]
    fn spans_of_several_lines_mark_the_first() {
        assert_eq!(shown("f ‖{⍵\n+1}‖"), "SYNTAX ERROR: m\n --> w.apl:1:3\nf {⍵\n  ^^");
        assert_eq!(shown("f ‖{⍵\r\n+1}‖"), "SYNTAX ERROR: m\n --> w.apl:1:3\nf {⍵\n  ^^");
        assert_eq!(shown("f‖‖"), "SYNTAX ERROR: m\n --> w.apl:1:2\nf\n ^");
        assert_eq!(shown("f‖\n‖g"), "SYNTAX ERROR: m\n --> w.apl:1:2\nf\n ^");
        assert_eq!(shown("\u{301}‖\u{301}‖g"), "SYNTAX ERROR: m\n --> w.apl:1:1\n\u{301}\u{301}g\n^");
    }

    #[test]
    fn messages_are_one_line() {
        assert_eq!(render(&Error::value("a\nb\tc")), "VALUE ERROR: a\\u{a}b\\u{9}c");
    }

    #[test]
    fn many_call_sites_are_counted() {
        let site = |letter: &str| marked("f", &format!("‖{letter}‖"));
        let mut error = Error::domain("m").at(site("x"));
        for letter in ["a", "b", "c", "d", "e", "g"] {
            error.push_call(site(letter));
        }
        assert_eq!(render(&error).matches("called from").count(), 6);
        error.push_call(site("h"));
        let text = render(&error);
        assert_eq!(text.matches("called from").count(), 6);
        assert!(text.contains("c\n^\n ... 1 more calls\n called from f:1:1\ne\n^"), "{text}");
    }
}

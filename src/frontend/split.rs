//! User commands cut a source into parts: a line that begins with `]` where no delimiter is open is a command.

use std::ops::Range;

use crate::syntax::lexer::opening;

/// A part of a source, by its byte range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Source text, whole lines.
    Source(Range<usize>),
    /// A command, from its `]` on, without a comment and blanks after it.
    Command(Range<usize>),
}

/// Cuts a whole source at its commands.
pub fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut depth = 0i64;
    let mut source_start = 0;
    let mut at = opening(text);
    while at < text.len() {
        let end = memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |feed| at + feed + 1);
        let line = &text[at..end];
        let scan = scan_line(line);
        if depth == 0 && line.trim_start().starts_with(']') {
            if source_start < at {
                parts.push(Part::Source(source_start..at));
            }
            let start = at + line.len() - line.trim_start().len();
            parts.push(Part::Command(start..start.max(at + line[..scan.code].trim_end().len())));
            source_start = end;
        } else {
            depth += scan.depth;
        }
        at = end;
    }
    if source_start < text.len() {
        parts.push(Part::Source(source_start..text.len()));
    }
    parts
}

/// What a line holds, literals and the comment left out of account.
pub struct LineScan {
    /// Bytes before the comment.
    pub code: usize,
    /// Opening less closing delimiters.
    pub depth: i64,
}

/// Scans one line, forgiving what the lexer would refuse.
pub fn scan_line(line: &str) -> LineScan {
    let mut depth = 0;
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let at = line.len() - rest.len();
        let mut length = first.len_utf8();
        match first {
            '⍝' => return LineScan { code: at, depth },
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '"' => length += rest[1..].find('"').map_or(rest.len() - 1, |end| end + 1),
            '\'' => {
                let content = rest[1..].chars().next().map_or(0, char::len_utf8);
                if rest[1 + content..].starts_with('\'') {
                    length += content + 1;
                }
            }
            _ => {}
        }
        rest = &rest[length..];
    }
    LineScan { code: line.len(), depth }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let show = |part| match part {
            Part::Source(range) => format!("S{}", &text[range]),
            Part::Command(range) => format!("C{}", &text[range]),
        };
        parts(text).into_iter().map(show).collect()
    }

    #[test]
    fn commands_cut_the_source() {
        assert_eq!(shown("1+2"), ["S1+2"]);
        assert_eq!(shown(""), [""; 0]);
        assert_eq!(shown("a\n ]box on ⍝ boxes \r\nb"), ["Sa\n", "C]box on", "Sb"]);
        assert_eq!(shown("]a\n]b"), ["C]a", "C]b"]);
        assert_eq!(shown("(1\n]"), ["S(1\n]"]);
        assert_eq!(shown("[1\n]\n]box"), ["S[1\n]\n", "C]box"]);
        assert_eq!(shown("x←\"[\" ⍝ [\n']' '(' '''\n]box"), ["Sx←\"[\" ⍝ [\n']' '(' '''\n", "C]box"]);
        assert_eq!(shown("]display \"a⍝b\" ⍝ c"), ["C]display \"a⍝b\""]);
        assert_eq!(shown("#!x (\n]box"), ["S#!x (\n", "C]box"]);
        assert_eq!(shown("\u{feff}]box"), ["S\u{feff}", "C]box"]);
        assert_eq!(shown("\"open [\n]box"), ["S\"open [\n", "C]box"]);
    }
}

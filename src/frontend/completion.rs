//! Completion: what may stand at the cursor, from the text left of it.

use super::glyph_names::{describe, matches};
use super::tokens::ends_in_literal_or_comment;
use crate::syntax::glyphs::{begins_name, continues_name};

/// The user commands.
pub const COMMANDS: [&str; 10] = ["box", "clear", "digits", "display", "exit", "help", "names", "plan", "plot", "time"];

/// One candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// As it is listed.
    pub shown: String,
    /// What replaces the text.
    pub inserted: String,
}

/// What names there are to complete.
pub trait Names {
    /// The visible user names.
    fn user_names(&self) -> Vec<String>;
    /// The system names without bullets, in lower case.
    fn system_names(&self) -> Vec<String>;
    /// The string keys of the record that this dot path holds, found without evaluating anything.
    fn keys(&self, path: &str) -> Vec<String>;
}

/// Where the text to be replaced begins, and the candidates in order. `before` is the input up to the cursor.
pub fn complete(before: &str, names: &dyn Names) -> (usize, Vec<Candidate>) {
    let line_start = before.rfind('\n').map_or(0, |feed| feed + 1);
    let line = &before[line_start..];
    if ends_in_literal_or_comment(before) {
        return (before.len(), Vec::new());
    }
    if let Some(command) = line.trim_start().strip_prefix(']') {
        let start = before.len() - command.len();
        return match command.rfind(' ') {
            None => (start, plain(COMMANDS.iter().map(|name| name.to_string()), command)),
            Some(blank) => {
                let typed = &command[blank + 1..];
                let words = option_words(command.split(' ').next().unwrap_or(""));
                (before.len() - typed.len(), plain(words.iter().map(|word| word.to_string()), typed))
            }
        };
    }
    let letters = before.len() - before.chars().rev().take_while(char::is_ascii_alphabetic).count();
    if before[..letters].ends_with('`') {
        let found = matches(&before[letters..]);
        let candidate = |row: &&_| Candidate { shown: describe(row), inserted: row.glyph.to_string() };
        return (letters - 1, found.iter().map(candidate).collect());
    }
    let start = name_start(before);
    let typed = &before[start..];
    let ahead = &before[..start];
    if ahead.ends_with('•') {
        return (start, plain(names.system_names().into_iter(), &typed.to_lowercase()));
    }
    if let Some(path) = ahead.strip_suffix('.').map(path_before).filter(|path| !path.is_empty()) {
        return (start, plain(names.keys(path).into_iter().filter(|key| is_name(key)), typed));
    }
    if typed.is_empty() || !typed.starts_with(begins_name) {
        return (before.len(), Vec::new());
    }
    (start, plain(names.user_names().into_iter(), typed))
}

fn plain(words: impl Iterator<Item = String>, typed: &str) -> Vec<Candidate> {
    let mut words: Vec<String> = words.filter(|word| word.starts_with(typed)).collect();
    words.sort();
    words.into_iter().map(|word| Candidate { shown: word.clone(), inserted: word }).collect()
}

fn option_words(command: &str) -> &'static [&'static str] {
    match command.to_lowercase().as_str() {
        "box" => &[
            "off",
            "on",
            "reset",
            "-fns=off",
            "-fns=on",
            "-style=max",
            "-style=mid",
            "-style=min",
            "-trains=def",
            "-trains=parens",
            "-trains=tree",
        ],
        "plot" => &["off", "on"],
        "help" => &["-source"],
        _ => &[],
    }
}

/// Where the run of name characters at the end of the text begins.
fn name_start(text: &str) -> usize {
    text.char_indices()
        .rev()
        .take_while(|&(_, character)| continues_name(character))
        .last()
        .map_or(text.len(), |(at, _)| at)
}

/// The names and dots at the end of the text.
fn path_before(text: &str) -> &str {
    let start = text
        .char_indices()
        .rev()
        .take_while(|&(_, character)| continues_name(character) || character == '.')
        .last()
        .map_or(text.len(), |(at, _)| at);
    &text[start..]
}

fn is_name(text: &str) -> bool {
    text.starts_with(begins_name) && text.chars().all(continues_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sample;

    impl Names for Sample {
        fn user_names(&self) -> Vec<String> {
            ["rate", "rest", "area"].map(String::from).into()
        }

        fn system_names(&self) -> Vec<String> {
            ["ucs", "a", "args"].map(String::from).into()
        }

        fn keys(&self, path: &str) -> Vec<String> {
            if path == "t.sub" { ["size", "my key", "side"].map(String::from).into() } else { Vec::new() }
        }
    }

    fn found(before: &str) -> String {
        let (start, candidates) = complete(before, &Sample);
        let words: Vec<String> = candidates.into_iter().map(|candidate| candidate.inserted).collect();
        format!("{start} {}", words.join(" "))
    }

    #[test]
    fn candidates() {
        assert_eq!(found("1+r"), "2 rate rest");
        assert_eq!(found("x←•A"), "7 a args");
        assert_eq!(found("t.sub.si"), "6 side size");
        assert_eq!(found("t.other."), "8 ");
        assert_eq!(found("`grup"), "0 ⍋");
        assert_eq!(found("]b"), "1 box");
        assert_eq!(found("]box -st"), "5 -style=max -style=mid -style=min");
        assert_eq!(found("\"r"), "2 ");
        assert_eq!(found("x ⍝ r"), "7 ");
        assert_eq!(found("12"), "2 ");
        assert_eq!(found(""), "0 ");
        assert_eq!(found("(\nar"), "2 area");
    }
}

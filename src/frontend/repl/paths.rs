//! Completion of the paths of files: in the string behind `•nget` or `•load`, and in the path of a `•nput`.

use std::fs;

use crate::frontend::completion::Candidate;
use crate::frontend::tokens::{TokenClass, classify};

/// Where the last part of the path at the cursor begins, and what there is in its folder that begins so; nothing if the
/// cursor is not in the path of a file.
pub fn complete(line: &str, cursor: usize) -> Option<(usize, Vec<Candidate>)> {
    let start = path_start(line, cursor)?;
    let typed = &line[start..cursor];
    let name_start = typed.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, name) = (unquoted(&typed[..name_start]), unquoted(&typed[name_start..]));
    let entries = fs::read_dir(if folder.is_empty() { "." } else { &folder }).ok()?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let mark = if entry.path().is_dir() { "/" } else { "" };
            Some(entry.file_name().into_string().ok()? + mark)
        })
        .filter(|entry| entry.starts_with(&name) && (name.starts_with('.') || !entry.starts_with('.')))
        .collect();
    names.sort();
    let candidate = |name: String| Candidate { inserted: name.replace('"', "\"\""), shown: name };
    Some((start + name_start, names.into_iter().map(candidate).collect()))
}

/// The text that stands for a piece of a string.
fn unquoted(piece: &str) -> String {
    piece.replace("\"\"", "\"")
}

/// Where the content of the string at the cursor begins, if it is the path of a file.
fn path_start(line: &str, cursor: usize) -> Option<usize> {
    let row_start = line[..cursor].rfind('\n').map_or(0, |feed| feed + 1);
    let row = &line[row_start..cursor];
    let tokens = classify(row);
    let ((range, TokenClass::String), ahead) = tokens.split_last()? else { return None };
    let is_open = row[range.clone()].bytes().filter(|&byte| byte == b'"').count() % 2 == 1;
    let mut words = ahead.iter().map(|(range, _)| &row[range.clone()]).filter(|word| !word.trim().is_empty()).rev();
    let before = words.next().unwrap_or("").to_lowercase();
    let is_path = match &*before {
        "•nget" | "•load" => true,
        ":" => words.next() == Some("\"path\""),
        _ => is_left_of_nput(&line[cursor..]),
    };
    (is_open && is_path).then_some(row_start + range.start + 1)
}

/// Whether the rest of a string is followed by `•nput`.
fn is_left_of_nput(rest: &str) -> bool {
    let rest = rest.split('\n').next().unwrap_or("");
    let behind = rest.split_once('"').map_or("", |(_, behind)| behind);
    behind.trim_start().to_lowercase().starts_with("•nput")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path before `‖` that is completed.
    fn path(marked: &str) -> Option<String> {
        let cursor = marked.find('‖').unwrap();
        let line = marked.replace('‖', "");
        path_start(&line, cursor).map(|start| line[start..cursor].to_string())
    }

    #[test]
    fn paths_are_found() {
        for (marked, expected) in [
            ("•nget \"a/b‖", "a/b"),
            ("x←•LOAD \"‖", ""),
            ("(\n•nget \"a\"\"b‖", "a\"\"b"),
            ("\"out‖\" •nput 5", "out"),
            ("[\"path\":\"o‖", "o"),
        ] {
            assert_eq!(path(marked).as_deref(), Some(expected), "{marked}");
        }
        for other in ["\"a‖", "•nget a‖", "•nget \"a\"‖", "⍝ •nget \"a‖", "•csv \"a‖\"", "[\"name\":\"o‖"]
        {
            assert_eq!(path(other), None, "{other}");
        }
    }

    #[test]
    fn folders_end_in_a_slash() {
        let (start, found) = complete("•nget \"src/fronten", 20).unwrap();
        assert_eq!((start, &*found[0].inserted, found.len()), (13, "frontend/", 1));
        assert!(complete("•nget \"no/such/", 17).is_none());
    }
}

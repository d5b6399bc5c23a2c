//! Runs the examples of the documents in `nbs/` and checks their links.
//!
//! Each `apl` block is a session of its own. A line without `⍝` at its end is set-up and must not fail. In a line
//! `code  ⍝ expected` both sides are evaluated, the expectation in a fresh session, and must match in kind as well;
//! floats may differ by 1E¯13. `⍝ error: KIND` expects that error, and `⍝ ⎕: a\nb` on the next line that explicit output.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use aplomb::{Array, EventKind, Session, Value};

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// The `apl` blocks of a page, with the number of the line before each.
fn blocks(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Vec<&str>)> = None;
    let mut in_other = false;
    for (number, line) in text.lines().enumerate() {
        match (&mut open, line.trim_end()) {
            (Some(_), "```") => blocks.extend(open.take()),
            (Some((_, lines)), line) => lines.push(line),
            (None, "```") if in_other => in_other = false,
            (None, "```apl") if !in_other => open = Some((number + 1, Vec::new())),
            (None, line) if line.starts_with("```") => in_other = true,
            _ => {}
        }
    }
    blocks
}

/// A line cut at the comment that ends it: the last `⍝` outside quotes.
fn split_comment(line: &str) -> (&str, Option<&str>) {
    let (mut in_string, mut characters) = (false, line.char_indices().peekable());
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => in_string = !in_string,
            '\'' if !in_string => {
                // A character literal: skip what it holds and its end.
                characters.next();
                characters.next();
            }
            '⍝' if !in_string => return (&line[..at], Some(line[at + '⍝'.len_utf8()..].trim())),
            _ => {}
        }
    }
    (line, None)
}

fn close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-13 * a.abs().max(b.abs()).max(1.0)
}

/// Whether two values agree in shape, keys, names, nesting, prototype, exactness and items.
fn agree(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => arrays_agree(a, b),
        (Value::Float(a), Value::Float(b)) => close(*a, *b),
        (Value::Complex(a), Value::Complex(b)) => close(a.re, b.re) && close(a.im, b.im),
        (Value::Function(_), Value::Function(_)) => format!("{a:?}") == format!("{b:?}"),
        _ => std::mem::discriminant(a) == std::mem::discriminant(b) && format!("{a:?}") == format!("{b:?}"),
    }
}

fn arrays_agree(a: &Array, b: &Array) -> bool {
    a.layout() == b.layout()
        && (0..a.len()).all(|i| agree(&a.item(i), &b.item(i)))
        && (!a.is_empty() || agree(&a.fill(), &b.fill()))
}

fn explicit_output(session: &mut Session, code: &str) -> (String, Option<Value>, Option<String>) {
    let evaluation = session.evaluate(code);
    let explicit = evaluation.events.iter().filter(|event| event.kind == EventKind::Explicit);
    let output = explicit.map(|event| event.text().to_string()).collect::<Vec<_>>().join("\n");
    (output, evaluation.value, evaluation.error.map(|error| error.to_string()))
}

/// Runs one block and describes what is wrong with it.
fn run_block(lines: &[&str]) -> Result<(), String> {
    let mut session = Session::new();
    let mut last_output = String::new();
    let mut pending = String::new();
    for line in lines {
        let (code, comment) = split_comment(line);
        if let (true, Some(expected)) = (code.trim().is_empty(), comment.and_then(|c| c.strip_prefix("⎕: "))) {
            if last_output != expected.replace("\\n", "\n") {
                return Err(format!("{line}\n  printed {last_output}"));
            }
            continue;
        }
        // A definition may go on over several lines.
        pending = if pending.is_empty() { code.to_string() } else { format!("{pending}\n{code}") };
        if pending.trim().is_empty() {
            pending.clear();
            continue;
        }
        let source = std::mem::take(&mut pending);
        let (output, value, error) = explicit_output(&mut session, &source);
        if error.as_ref().is_some_and(|error| error.contains("unclosed") && comment.is_none()) {
            pending = source;
            continue;
        }
        last_output = output;
        match (comment, error) {
            (Some(comment), Some(error)) if comment.starts_with("error: ") => {
                if !error.starts_with(&comment["error: ".len()..]) {
                    return Err(format!("{line}\n  raised {error}"));
                }
            }
            (_, Some(error)) => return Err(format!("{line}\n  raised {error}")),
            (None, None) => {}
            (Some(expected), None) => {
                let wanted = Session::new().evaluate(expected);
                let agrees = match (&value, &wanted.value) {
                    (Some(value), Some(wanted)) => agree(value, wanted),
                    _ => false,
                };
                if !agrees {
                    let shown = value.map_or("nothing".into(), |value| format!("{value:?}"));
                    return Err(format!("{line}\n  gave {shown}\n  expectation: {:?}", wanted.error));
                }
            }
        }
    }
    if pending.is_empty() { Ok(()) } else { Err(format!("unfinished: {pending}")) }
}

#[test]
fn examples_of_the_documents() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nbs");
    let mut found = Vec::new();
    pages(&folder, &mut found);
    found.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
    found.sort();
    let mut failures = String::new();
    let mut count = 0;
    for page in &found {
        for (line, lines) in blocks(&fs::read_to_string(page).unwrap()) {
            count += 1;
            if let Err(failure) = run_block(&lines) {
                writeln!(failures, "{}:{line}: {failure}", page.display()).unwrap();
            }
        }
    }
    assert!(count > 0, "no examples found");
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn links_between_pages_resolve() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nbs");
    let mut found = Vec::new();
    pages(&folder, &mut found);
    for page in found {
        let text = fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = target.split('#').next().unwrap();
            if path.is_empty() || path.contains("://") || !path.ends_with(".md") {
                continue;
            }
            assert!(page.parent().unwrap().join(path).exists(), "{}: no page {path}", page.display());
        }
    }
}

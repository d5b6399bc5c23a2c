//! Runs the language cases of `tests/cases/*.cases` and `tests/kinds/*.cases`; the README in each folder gives their form.

use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use aplomb::Session;
use aplomb::primitive::table::FUNCTIONS;

/// The kinds of argument that a file of `tests/kinds` shows for each form of its function.
const KINDS: [&str; 10] =
    ["empty", "unit", "one item", "rank 3", "nested", "keyed", "exact", "complex", "huge", "error"];

/// One program and what it is to print.
struct Case {
    line: usize,
    /// The last comment above it that names a form and a kind of argument.
    heading: String,
    source: String,
    expected: String,
}

fn read_cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let (mut in_source, mut heading) = (false, "");
    for (number, line) in text.lines().enumerate() {
        if let Some(source) = line.strip_prefix("      ").filter(|source| !source.trim().is_empty()) {
            match cases.last_mut() {
                Some(case) if in_source => write!(case.source, "\n{source}").unwrap(),
                _ => cases.push(Case {
                    line: number + 1,
                    heading: heading.into(),
                    source: source.into(),
                    expected: String::new(),
                }),
            }
            in_source = true;
        } else if let Some(comment) = line.strip_prefix('⍝') {
            let comment = comment.trim();
            if comment.starts_with("monad: ") || comment.starts_with("dyad: ") {
                heading = comment;
            }
        } else {
            in_source = false;
            if let Some(case) = cases.last_mut() {
                writeln!(case.expected, "{}", line.trim_end()).unwrap();
            }
        }
    }
    cases
}

/// What a program prints, with the error that ended it as its last line.
fn printed(source: &str) -> String {
    let evaluation = Session::new().evaluate(source);
    let mut printed = String::new();
    for event in &evaluation.events {
        for line in event.text().split('\n') {
            writeln!(printed, "{}", line.trim_end()).unwrap();
        }
    }
    if let Some(error) = &evaluation.error {
        writeln!(printed, "{error}").unwrap();
    }
    printed
}

/// Output must be the same but for empty lines at the end; of an error's line, the beginning that is expected.
fn agrees(printed: &str, expected: &str) -> bool {
    let (printed, expected) = (printed.trim_end(), expected.trim_end());
    let last_line =
        |text: &str| text.rsplit_once('\n').map_or(("".to_string(), text.to_string()), |(a, b)| (a.into(), b.into()));
    let ((before, last), (expected_before, expected_last)) = (last_line(printed), last_line(expected));
    let is_error = ["ERROR", "UNSUPPORTED", "INTERRUPT", "TIMEOUT"].iter().any(|kind| expected_last.contains(kind));
    printed == expected || (is_error && before == expected_before && last.starts_with(&expected_last))
}

/// The cases of each file of a folder of `tests`, with the file's name.
fn files_of(folder: &str) -> Vec<(String, Vec<Case>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cases"));
    files.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), read_cases(&fs::read_to_string(path).unwrap()))).collect()
}

/// Runs the cases of a folder and shows those that print something else.
fn run_folder(folder: &str) {
    let (mut count, mut failures) = (0, String::new());
    for (name, cases) in files_of(folder) {
        for Case { line, source, expected, .. } in cases {
            count += 1;
            let got = printed(&source);
            if !agrees(&got, &expected) {
                write!(failures, "{name}:{line}\n{source}\n-- expected\n{expected}-- printed\n{got}\n").unwrap();
            }
        }
    }
    assert!(count > 0, "no cases found");
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn language_cases() {
    run_folder("cases");
}

#[test]
fn functions_and_kinds_of_arguments() {
    run_folder("kinds");
}

/// Each form of each function of the table is shown for every kind of argument.
#[test]
fn every_function_is_shown_every_kind_of_argument() {
    let files = files_of("kinds");
    let mut missing = Vec::new();
    for row in FUNCTIONS {
        let Some((_, cases)) = files.iter().find(|(name, _)| name == row.name) else {
            missing.push(format!("{} has no file", row.name));
            continue;
        };
        let headings: HashSet<&str> = cases.iter().map(|case| case.heading.as_str()).collect();
        for (valence, exists) in [("monad", row.monad.is_some()), ("dyad", row.dyad.is_some())] {
            let wanted = KINDS.iter().filter(|_| exists).map(|kind| format!("{valence}: {kind}"));
            let lacking = wanted.filter(|heading| !headings.contains(heading.as_str()));
            missing.extend(lacking.map(|heading| format!("{}, {heading}: no case", row.name)));
        }
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

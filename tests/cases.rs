//! Runs the language cases of `tests/cases/*.cases`; `tests/cases/README.md` gives their form.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use aplomb::Session;

/// One program and what it is to print.
struct Case {
    line: usize,
    source: String,
    expected: String,
}

fn read_cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut in_source = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(source) = line.strip_prefix("      ").filter(|source| !source.trim().is_empty()) {
            match cases.last_mut() {
                Some(case) if in_source => write!(case.source, "\n{source}").unwrap(),
                _ => cases.push(Case { line: number + 1, source: source.into(), expected: String::new() }),
            }
            in_source = true;
        } else if !line.starts_with('⍝') {
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

#[test]
fn language_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cases"));
    files.sort();
    let (mut count, mut failures) = (0, String::new());
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for case in read_cases(&fs::read_to_string(&path).unwrap()) {
            count += 1;
            let got = printed(&case.source);
            if !agrees(&got, &case.expected) {
                let Case { line, source, expected } = case;
                write!(failures, "{name}:{line}\n{source}\n-- expected\n{expected}-- printed\n{got}\n").unwrap();
            }
        }
    }
    assert!(count > 0, "no cases found");
    assert!(failures.is_empty(), "\n{failures}");
}

//! Properties of reading source text: nothing panics, every error has its place, and what is wrong stays wrong.

use aplomb::Source;
use aplomb::frontend::{diagnostic, split, tokens};
use aplomb::syntax::{ParseFailure, parse};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const PIECES: &[&str] = &[
    "(", ")", "[", "]", "{", "}", "⋄", ";", ":", "::", "←", "→", "\n", "\r\n", " ", "\t", "x", "ab", "1", "2.5", "3r4",
    "1j2", "5x", "¯", "∞", ".", "..", "\"", "\"s\"", "'", "'c'", "⍝", "+", "/", "¨", "⍤", "⍣", "⍵", "⍺", "⍶", "∇", "⎕",
    "•ucs", "•", "#", "∘", "`", "寸", "e\u{301}", "\u{feff}", "#!", "⍬", "_", "E", "π", "]box", "⌿", "\\",
];

fn text() -> impl Strategy<Value = String> {
    vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

/// What reading a text comes to.
#[derive(Debug, PartialEq)]
enum Outcome {
    Complete,
    Incomplete,
    Wrong,
}

fn read(text: &str) -> Outcome {
    let failure = match parse(&Source::new("<test>", text)) {
        Ok(_) => return Outcome::Complete,
        Err(failure) => failure,
    };
    let outcome = if matches!(failure, ParseFailure::Incomplete(_)) { Outcome::Incomplete } else { Outcome::Wrong };
    let error = failure.into_error();
    let span = error.location().expect("an error has its place").span;
    assert!(text.get(span.start as usize..span.end as usize).is_some_and(|marked| !marked.is_empty()), "{error}");
    let lines = diagnostic::render(&error);
    assert_eq!(lines.lines().count(), 4, "{lines}");
    outcome
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn what_is_wrong_stays_wrong(start in text(), rest in text()) {
        let outcome = read(&start);
        let longer = read(&format!("{start}\n{rest}"));
        match outcome {
            Outcome::Wrong => prop_assert_eq!(longer, Outcome::Wrong),
            Outcome::Complete => prop_assert_eq!(longer, read(&rest_alone(&rest))),
            Outcome::Incomplete => {}
        }
    }

    #[test]
    fn unfinished_text_stays_unfinished_without_closers(start in text()) {
        if read(&start) == Outcome::Incomplete {
            prop_assert_eq!(read(&format!("{start} (x")), Outcome::Incomplete);
        }
    }

    #[test]
    fn tokens_cover_the_text(text in text()) {
        let mut end = 0;
        for (range, _) in tokens::classify(&text) {
            prop_assert_eq!(range.start, end);
            end = range.end;
        }
        prop_assert_eq!(end, text.len());
        tokens::ends_in_literal_or_comment(&text);
    }

    #[test]
    fn parts_are_whole_lines(text in text()) {
        let mut end = 0;
        for part in split::parts(&text) {
            let (split::Part::Source(range) | split::Part::Command(range)) = part;
            prop_assert!(range.start >= end && text.get(range.clone()).is_some());
            end = range.end;
        }
    }
}

/// The rest as it stands behind other text, where a byte-order mark or `#!` is nothing special.
fn rest_alone(rest: &str) -> String {
    format!("\n{rest}")
}

//! The library in `lib/`: every example in the comments of its functions holds.
//!
//! An example is a comment `⍝ EXPRESSION  → EXPECTED`; both sides are evaluated and must match.

use std::fs;
use std::path::Path;

use aplomb::Session;

#[test]
fn examples_of_the_library() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lib");
    let (mut count, mut wrong) = (0, String::new());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let mut session = Session::new();
        let loaded = session.evaluate(&text);
        assert!(loaded.error.is_none() && loaded.events.is_empty(), "{}: {:?}", path.display(), loaded.error);
        for example in text.lines().filter_map(|line| line.strip_prefix("⍝ ")) {
            let Some((expression, expected)) = example.split_once("  → ") else { continue };
            count += 1;
            let evaluation = session.evaluate(&format!("({expression})≡{expected}"));
            let printed = evaluation.events.first().map(|event| event.text().to_string());
            if printed.as_deref() != Some("1ₓ") {
                let got = session.evaluate(expression);
                let shown = got.events.first().map(|event| event.text().to_string());
                wrong += &format!("{}: {example}\n  {shown:?} {:?}\n", path.display(), got.error.or(evaluation.error));
            }
        }
    }
    assert!(count > 0, "no examples");
    assert!(wrong.is_empty(), "\n{wrong}");
}

//! One meaning, however it is spelt and whatever path carries it out: operators with a scalar primitive, with a
//! definition that wraps it (which no fast path knows), with a name for it, and with it in a group, give the same.

use aplomb::primitive::table::{DyadMeaning, FUNCTIONS};
use aplomb::{ErrorKind, Session};

/// Arrays with items, of every kind of storage.
const ARRAYS: &[&str] = &[
    "5",
    "3x",
    "(⊂4)",
    "[7]",
    "1 2 3",
    "1x 2x 3x",
    "1x 0.5 2x",
    "\"abc\"",
    "(2 3⍴⍳6)",
    "(2 3⍴⍳6x)",
    "(3 2⍴1r2 1x)",
    "[1 2;3 4 5]",
    "(\"a\" \"b\" \"c\":1x 2x 3x)",
    "([\"r\":2 \"c\":3]⍴⍳6)",
    "(1=1 0 1)",
    "(2 2 2⍴⍳8)",
    "(∞ 1x)",
    "(1j1 2)",
    "(2 3⍴1=1 0 0 1)",
    "(1 3⍴5x 6x 7x)",
    "(40⍴⍳7)",
    "(40⍴⍳7x)",
];

/// What a program prints, and the kind of its error.
fn outcome(session: &mut Session, text: &str) -> (Vec<String>, Option<ErrorKind>) {
    let evaluation = session.evaluate(text);
    let printed = evaluation.events.iter().map(|event| event.text().to_string()).collect();
    (printed, evaluation.error.map(|error| error.kind()))
}

fn scalar_dyads() -> impl Iterator<Item = char> {
    let is_scalar = |row: &&aplomb::primitive::table::Primitive| {
        row.dyad.is_some_and(|dyad| matches!(dyad.meaning, DyadMeaning::Pervasive(_)))
    };
    FUNCTIONS.iter().filter(is_scalar).map(|row| row.glyph)
}

#[test]
fn spellings_of_an_operand_agree() {
    let mut session = Session::new();
    let mut wrong = Vec::new();
    let pick = |i: usize| ARRAYS[i % ARRAYS.len()];
    for (i, glyph) in scalar_dyads().enumerate() {
        session.evaluate(&format!("named←{glyph}"));
        // Two statements, so that the definition is not taken for an expression of scalar functions.
        let wrapped = format!("{{r←⍺{glyph}⍵ ⋄ r}}");
        for step in 0..ARRAYS.len() {
            let (x, y) = (pick(i + 7 * step), pick(3 * i + step));
            let forms: [&dyn Fn(&str) -> String; 8] = [
                &|f| format!("{x}({f}¨){y}"),
                &|f| format!("{x}({f}⌝){y}"),
                &|f| format!("{x}({f}⍤0){y}"),
                &|f| format!("({f}/){y}"),
                &|f| format!("({f}⌿){y}"),
                &|f| format!("({f}\\){y}"),
                &|f| format!("{x}({f}/){y}"),
                &|f| format!("{x}({f}\\){y}"),
            ];
            for form in forms {
                let plain = form(&glyph.to_string());
                let expected = outcome(&mut session, &plain);
                for other in [form(&wrapped), form("named"), form(&format!("(⊣{glyph}⊢)"))] {
                    let found = outcome(&mut session, &other);
                    if found != expected {
                        wrong.push(format!("{plain}: {expected:?}\n{other}: {found:?}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n\n"));
}

//! Reductions of windows give the same whether the windows are made or not.

use aplomb::{Session, Value};

/// What two ways of writing the same give.
fn outcome(session: &mut Session, source: &str) -> (Option<Value>, Option<String>) {
    let evaluation = session.evaluate(source);
    (evaluation.value, evaluation.error.map(|error| error.to_string()))
}

/// Whether two items are the same, floats up to their last digits.
fn close(x: &Value, y: &Value) -> bool {
    let near = |x: f64, y: f64, size: f64| x == y || (x - y).abs() <= 1e-13 * size.max(1e-3);
    match (x, y) {
        (Value::Float(x), Value::Float(y)) => near(*x, *y, x.abs().max(y.abs())),
        (Value::Complex(x), Value::Complex(y)) => near(x.re, y.re, x.norm()) && near(x.im, y.im, x.norm()),
        (x, y) => format!("{x:?}") == format!("{y:?}"),
    }
}

fn agree(one: &Value, other: &Value) -> bool {
    let (Value::Array(a), Value::Array(b)) = (one, other) else { return close(one, other) };
    a.layout() == b.layout() && (0..a.len()).all(|i| close(&a.item(i), &b.item(i)))
}

const SET_UP: &str = "v←(120⍴3 1 4 1 5 9 ¯2)÷7 ⋄ i←(120⍴3 1 ¯4 1 5)×1x ⋄ b←0<120⍴3 ¯1 4 1 ¯5 ⋄ big←20⍴4000000000000000000x 1x
inf←9⍴1 ∞ 2 ¯3 ⋄ both←9⍴1 ∞ 2 ¯∞ ⋄ large←9⍴1E308 1E308 ¯1E308 ⋄ zeros←40⍴0 5 ¯0 1 ⋄ tiny←40⍴1E¯200 1E200 ⋄ halves←20⍴1r2 1x
text←\"abcab\" ⋄ nested←\"ab\" \"c\" \"ab\" ⋄ complex←9⍴1j2 3 ⋄ keyed←[\"a\":3 \"b\":1 \"c\":2] ⋄ m←4 5⍴v ⋄ none←⍬ ⋄ one←5";

const VECTORS: &[&str] = &[
    "v", "i", "b", "big", "inf", "both", "large", "zeros", "tiny", "halves", "text", "nested", "complex", "keyed", "m",
    "none", "one",
];
const REDUCTIONS: &[&str] = &[
    "+/",
    "×/",
    "⌈/",
    "⌊/",
    "-/",
    "÷/",
    "∧/",
    "∨/",
    "=/",
    "≠/",
    "</",
    "|/",
    "*/",
    "+⌿",
    "⌈⌿",
    "-⌿",
    "≠⌿",
    "(+/⍤1)",
    "(+/⍤¯1)",
    "(+⌿⍤1)",
    "{+/⍵}⍤1",
    "((+/÷≢)⍤1)",
    "({(⌈/⍵)-⌊/⍵}⍤1)",
    "({(+/⍵×2)÷3}⍤1)",
    "({(×/⍵)*÷≢⍵}⍤1)",
    "({3}⍤1)",
    "{≢⍵}⍤1",
    "+/⍤2",
    "(10+/⊢)",
    ",/",
    "{⍺+⍵}/",
    "+/¨",
    "({√+/⍵}⍤1)",
];

#[test]
fn reductions_of_windows_agree_with_those_of_the_array_of_windows() {
    let mut session = Session::new();
    assert!(session.evaluate(SET_UP).error.is_none());
    let mut compared = 0;
    for vector in VECTORS {
        let sizes: &[&str] = match *vector {
            "v" | "i" | "b" => &["1", "3", "7", "50", "120", "121", "0", "¯3"],
            _ => &["1", "2", "3x", "9", "[3]", "[[3] ⋄ [2]]", "2.5"],
        };
        for size in sizes {
            session.evaluate(&format!("n←{size}"));
            for reduction in REDUCTIONS {
                let made = outcome(&mut session, &format!("{reduction}⊢(n↕{vector})"));
                let ways = [
                    format!("{reduction} n↕{vector}"),
                    format!("{reduction}⊢n↕{vector}"),
                    format!("(({reduction})⍤(n↕⊢)){vector}"),
                    format!("(({reduction})⍤(n⊸↕)){vector}"),
                    format!("n(({reduction})⍤↕){vector}"),
                    format!("f←{{{reduction}⊢⍺↕⍵}} ⋄ _←{{n f {vector}}}⍣2⊢0 ⋄ n f {vector}"),
                    format!("f←{{{reduction} ⍺↕⍵}} ⋄ _←{{n f {vector}}}⍣2⊢0 ⋄ n f {vector}"),
                ];
                for way in &ways {
                    let fused = outcome(&mut session, way);
                    match (&made, &fused) {
                        ((Some(made), None), (Some(fused), None)) => {
                            assert!(agree(made, fused), "{way} with n←{size}");
                            compared += 1;
                        }
                        ((_, made), (_, fused)) => {
                            let kind = |error: &Option<String>| {
                                error.as_ref().map(|text| text.split(':').next().unwrap().to_string())
                            };
                            assert_eq!(kind(made), kind(fused), "{way} with n←{size}");
                        }
                    }
                }
            }
        }
    }
    assert!(compared > 5000, "only {compared} have values");
}

#[test]
fn reductions_of_groups_and_rows_agree_with_calls_for_each() {
    let mut session = Session::new();
    assert!(session.evaluate(SET_UP).error.is_none());
    session.evaluate("rows←12 10⍴v ⋄ deep←3 4 10⍴i ⋄ named←:⍠\"r\"⊢rows ⋄ small←2 2⍴1 ⋄ empty←0 5⍴0 ⋄ thin←5 0⍴0");
    let bodies = [
        "+/⍵",
        "⌈/⍵",
        "⌊/⍵",
        "-/⍵",
        "≢⍵",
        "(+/⍵)÷≢⍵",
        "(⌈/⍵)-⌊/⍵",
        "2×+/⍵",
        "√+/⍵",
        "3-(+/⍵)÷2",
        "+/⍵×⍵",
        "×/⍵",
        "5",
        "=/⍵",
        "+⌿⍵",
        "÷+/⍵",
        "(≢⍵)⌊+/⍵",
    ];
    let mut compared = 0;
    for body in bodies {
        let calls =
            |form: &str| [form.replace('#', &format!("{{{body}}}")), form.replace('#', &format!("{{r←{body} ⋄ r}}"))];
        let mut forms = Vec::new();
        for keys in
            ["(≢⍤0 3|⍳≢x)", "(3|⍳120)", "(⌊3|⍳120)", "(120⍴\"abca\")", "(120⍴(2*¯48)+1 1 2)", "(120⍴\"ab\" \"c\")"]
        {
            forms.extend(
                ["v", "i", "b", "(120⍴∞ 1 ¯∞)", "(120⍴4000000000000000000x)", "(120⍴'a')", "v⍪v"]
                    .map(|x| format!("{keys}#⌸{x}")),
            );
        }
        forms.extend(["i", "v", "\"mississippi\""].map(|x| format!("#⌸{x}")));
        forms.extend(
            ["rows", "deep", "named", "small", "empty", "thin", "(3 4⍴halves)", "(12 10⍴i>2)"]
                .map(|x| format!("#⍤1⊢{x}")),
        );
        for form in forms {
            let [one, other] = calls(&form).map(|source| outcome(&mut session, &source));
            match (&one, &other) {
                ((Some(one), None), (Some(other), None)) => {
                    assert!(agree(one, other), "{form} with {body}");
                    compared += 1;
                }
                ((_, one), (_, other)) => {
                    let kind =
                        |error: &Option<String>| error.as_ref().map(|text| text.split(':').next().unwrap().to_string());
                    assert_eq!(kind(one), kind(other), "{form} with {body}");
                }
            }
        }
    }
    assert!(compared > 300, "only {compared} have values");
}

//! Vectors in the order of their own grade are the same whether the grade is made or not.

use aplomb::Session;

const SET_UP: &str = "n←3000 ⋄ v←(n⍴3 1 4 1 5 9 ¯2 6)÷1+⍳n ⋄ i←n⍴3 1 ¯4 1000000x 5 ⋄ wide←n⍴9223372036854775807x ¯9223372036854775808x 0x
narrow←n⍴3 1 ¯4 0 5 2 2x ⋄ b←n⍴1 0 0x=1 ⋄ bytes←n⍴\"the quick\" ⋄ text←n⍴\"λ⍋a\" ⋄ inf←n⍴∞ 1 ¯∞ ⋄ huge←n⍴1E300 ¯1E¯300 7
zeros←n⍴0,(-0),1 ⋄ short←5 2 9 ⋄ one←[7] ⋄ none←⍬ ⋄ unit←5 ⋄ m←20 30⍴v ⋄ keyed←[\"c\":3 \"a\":1 \"b\":2] ⋄ nested←\"b\" \"abc\" \"a\"
z←n⍴1j2 1j1 0 ⋄ r←n⍴1r2 1x 1r3 ⋄ mixed←'a' 3 'b' ⋄ near←(1+⍳n)×2*¯52 ⋄ near←1E300,1+near ⋄ functions←[- +]";

const VECTORS: &[&str] = &[
    "v",
    "i",
    "wide",
    "narrow",
    "b",
    "bytes",
    "text",
    "inf",
    "huge",
    "zeros",
    "short",
    "one",
    "none",
    "unit",
    "m",
    "keyed",
    "nested",
    "z",
    "r",
    "mixed",
    "near",
    "functions",
];

#[test]
fn sorting_agrees_with_selecting_by_the_grade() {
    let mut session = Session::new();
    let error = session.evaluate(SET_UP).error;
    assert!(error.is_none(), "{error:?}");
    let mut show = |source: String| {
        let evaluation = session.evaluate(&source);
        let error = evaluation.error.map(|error| error.to_string().split(':').next().unwrap_or_default().to_string());
        (format!("{:?}", evaluation.value), error)
    };
    for vector in VECTORS {
        for grade in ["⍋", "⍒"] {
            let apart = show(format!("g←{grade}{vector} ⋄ {vector} g"));
            for way in [
                format!("{vector}({grade}{vector})"),
                format!("{vector} {grade}{vector}"),
                format!("{{⍵({grade}⍵)}}{vector}"),
                format!("5{{⍺({grade}⍺)}}⍨{vector}"),
                format!("⊢{vector}({grade}{vector})"),
                format!("(⊂{grade}{vector})⌷{vector}"),
                format!("(⊂⍤{grade}⌷⊢){vector}"),
                format!("f←{{x←⍵ ⋄ x({grade}x)}} ⋄ _←f {vector} ⋄ f {vector}"),
            ] {
                assert_eq!(show(way.clone()), apart, "{way}");
            }
            let doubled = show(format!("g←{grade}{vector} ⋄ ≢({vector} g)"));
            assert_eq!(show(format!("≢{vector}({grade}{vector})")), doubled, "{vector}");
        }
    }
    assert_eq!(show("v←3 1 2 ⋄ w←10 20 30 ⋄ w(⍋v)".into()), show("20 30 10".into()));
    assert_eq!(show("v←3 1 2 ⋄ ⌽v(⍋v)".into()), show("3 2 1".into()));
}

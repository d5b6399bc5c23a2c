//! Laws of inverses, under and derivatives, on arguments of several kinds.

use aplomb::Session;

/// Evaluates a program that must give 1.
fn holds(session: &mut Session, law: &str) -> Result<(), String> {
    let evaluation = session.evaluate(law);
    match (&evaluation.error, evaluation.events.last()) {
        (None, Some(event)) if event.text() == "1ₓ" => Ok(()),
        (Some(error), _) => Err(format!("{law}: {error}")),
        (None, event) => Err(format!("{law}: {:?}", event.map(|event| event.text().to_string()))),
    }
}

fn all_hold(laws: impl IntoIterator<Item = String>) {
    let mut session = Session::new();
    let wrong: Vec<String> = laws.into_iter().filter_map(|law| holds(&mut session, &law).err()).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Arguments above 1, exact and approximate, of several shapes, keyed and named.
const POSITIVE: &[&str] = &[
    "3x",
    "7r2",
    "2.5",
    "[4x]",
    "2x 3x 5x",
    "1.5 2.25 8",
    "[2x 3r2 ⋄ 5x 7x]",
    "(2 2 2⍴2+⍳8)",
    "[\"a\":2 \"b\":3]",
    "[\"n\":3]⍴2 4 8",
    "(5x)",
    "(0⍴0x)",
    "⍬",
    "[[2 3] 4]",
];

#[test]
fn inverses_undo_scalar_functions() {
    let monads = ["+", "-", "÷", "*", "⍟", "√", "⍲", "⍱", "≤", "≥", "π", "⊢", "⊣"];
    let bound = ["3x+", "10x-", "2x×", "6x÷", "2x*", "2⍟", "3x√", "2π"];
    let after = ["+⟜3x", "-⟜3x", "×⟜2x", "÷⟜2x", "*⟜2x", "√⟜5", "⍟⟜5"];
    let functions = monads.iter().chain(&bound).chain(&after);
    all_hold(functions.flat_map(|f| POSITIVE.iter().map(move |x| format!("x←{x} ⋄ f←{f} ⋄ g←f⍣¯1 ⋄ x≡(g f x)"))));
}

#[test]
fn inverses_undo_structural_functions() {
    let arrays = ["1 2 3 4", "\"text\"", "[1x 2x ⋄ 3x 4x]", "(2 3 2⍴⍳12)", "[\"a\":1 \"b\":2]", "[[1 2] \"ab\"]"];
    let functions = ["⌽", "⊖", "⍉", "⊂", "1⌽", "¯2⊖", "⌽⍠0", "⌽¨", "⌽⍤1", "⌽⊖", "⌽⍉", "⊂⍠0"];
    all_hold(functions.iter().flat_map(|f| arrays.iter().map(move |x| format!("x←{x} ⋄ f←{f} ⋄ g←f⍣¯1 ⋄ x≡(g f x)"))));
    let lawful = [
        ("3 4x", "⍳"),
        ("4x 7x 2x 9x", "+\\"),
        ("4x 7x 2x 9x", "×\\"),
        ("1 0 0 1x", "≠\\"),
        ("4 7 1", "100-\\"),
        ("3 5", "×⌝⟜2 7"),
        ("7 8 9", "2 0 1 3\\"),
        ("7 8 9", "2 1 3/"),
        ("5 3 7", "10 10 10⊤⊢"),
        ("[2x 1x ⋄ 5x 3x]", "⌹"),
        ("5", "(2+3×)⍣4"),
    ];
    all_hold(lawful.map(|(x, f)| format!("x←{x} ⋄ f←{f} ⋄ g←f⍣¯1 ⋄ x≡(g f x)")));
    // Of these the inverse comes first: what it takes is in a normal form.
    let backwards = [
        ("0x 2x 2x 5x", "⍸"),
        ("1 0 1 1", "⊤"),
        ("2x 2x 3x 5x", "⨸"),
        ("7x 19x", "ℙ"),
        ("27", "8⊥"),
        ("500", "24 60 60⊥"),
    ];
    all_hold(backwards.map(|(y, f)| format!("y←{y} ⋄ f←{f} ⋄ g←f⍣¯1 ⋄ y≡(f g y)")));
}

#[test]
fn under_is_its_definition() {
    let outer = ["(3x+)", "(2x×)", "⍱", "⌽", "(10x-)"];
    let inner = ["√", "(5x×)", "-", "⌽", "(2x*)"];
    let laws = outer.iter().flat_map(|f| {
        inner.iter().map(move |g| format!("x←4x 9x 16x ⋄ f←{f} ⋄ g←{g} ⋄ u←f⌾g ⋄ i←g⍣¯1 ⋄ (u x)≡(i f g x)"))
    });
    all_hold(laws);
    let dyads = ["+", "×", "⌊", "-"];
    all_hold(dyads.map(|f| format!("x←4x 9x ⋄ y←25x 36x ⋄ g←10x× ⋄ u←{f}⌾g ⋄ i←g⍣¯1 ⋄ (y u x)≡(i (10x×y){f}10x×x)")));
}

#[test]
fn derivatives_are_limits_of_differences() {
    // Of quadratics the central difference is the derivative, exactly.
    let quadratics =
        ["×⍨", "(3x×)", "(2x-5x××⍨)", "(1x 4x ¯3x⊛)", "(⊢×2x+⊢)", "((5x+3x×)⍣2)", "(⍲⍤(2x×))", "(⊢-⍲)", "(7x⊸-)"];
    let points = ["0x", "3x", "¯7r2", "1r1000"];
    all_hold(
        quadratics
            .iter()
            .flat_map(|f| points.iter().map(move |x| format!("x←{x} ⋄ h←1r7 ⋄ ({f}∂ x)≡(({f} x+h)-({f} x-h))÷2x×h"))),
    );
    // Of others it is so up to a small error.
    let functions =
        ["*", "⍟", "√", "÷", "(1⊸○)", "(2⊸○)", "(3⊸○)", "(5⊸○)", "(2x*)", "(*⟜3x)", "(⊢×*)", "(⍟⍤×⍨)", "(⊢÷1x+×⍨)"];
    all_hold(functions.iter().flat_map(|f| {
        ["0.7", "1.9", "3x"]
            .iter()
            .map(move |x| format!("x←{x} ⋄ h←1E¯5 ⋄ d←{f}∂ x ⋄ (1E¯6×1+|d)>|d-(({f} x+h)-({f} x-h))÷2×h"))
    }));
    // A gradient has a partial derivative for each item.
    let gradients = ["(+/×⍨)", "(×/)", "(+/÷≢)", "(+/⊢×⌽)", "(3x 1x 2x+.×⊢)", "(+/+\\)"];
    all_hold(
        gradients
            .iter()
            .map(|f| format!("x←2x 5x 3x ⋄ h←1r9 ⋄ f←{f} ⋄ ({f}∂ x)≡{{e←h×⍵=⍳3 ⋄ ((f x+e)-(f x-e))÷2x×h}}¨⍳3")),
    );
}

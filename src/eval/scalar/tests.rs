//! The code gives what the ordinary way gives.

use crate::{Session, Value};

/// What a text prints, or its error.
fn run(text: &str) -> String {
    let evaluation = Session::new().evaluate(text);
    match &evaluation.error {
        Some(error) => format!("{}: {}", error.kind().name(), error.message()),
        None => evaluation.events.iter().map(|event| event.text().to_string()).collect::<Vec<_>>().join("\n"),
    }
}

/// Numbers of all kinds that the code knows, and of some that it does not.
const ARGUMENTS: &[&str] = &[
    "0",
    "3",
    "¯2.5",
    "∞",
    "¯∞",
    "1E308",
    "1E¯320",
    "3.00000000000000001",
    "0x",
    "1x",
    "2x",
    "¯7x",
    "9223372036854775807x",
    "1r3",
    "2j1",
    "'a'",
];

#[test]
fn a_body_gives_what_its_functions_give() {
    // The argument of the second is a vector, which the code does not take.
    let bodies = [
        "⍵×⍵+1",
        "1+÷⍵",
        "-⍵-2",
        "⍵<2",
        "(⍵×2)=⍵+⍵",
        "⍵ - 1",
        "(⍵+1) × ⍵-1",
        "⍵⌊3",
        "|⍵-9",
        "÷⍵",
        "⍵÷0×⍵",
        "⍵÷⍵",
        "3≠⍵+⍵",
        "(⍵-⍵)×⍵",
        "⍵×⍵+1x",
        "⍵-3x",
        "⍵÷2x",
        "(⍵<2)+⍵",
        "⍵*2",
        "2|⍵",
        "⍵∨4",
        "√⍵",
        "⌊⍵+0.5",
        "*⍵⌊3",
        "×⍵",
        "~⍵<1",
        "a←⍵+1 ⋄ b←a×a ⋄ b-a",
        "a←⍵ ⋄ a←a+1 ⋄ a",
        "k+⍵",
        "⍵×k-1",
        "{⍵+1}⍵",
        "twice ⍵",
        "2 plus ⍵",
        "1 plus ⍵-k",
    ];
    let setup = "k←4 ⋄ twice←{⍵+⍵} ⋄ plus←{⍺+⍵}";
    for body in bodies {
        for argument in ARGUMENTS {
            let code = run(&format!("{setup} ⋄ {{{body}}}{argument}"));
            let vector = run(&format!("{setup} ⋄ ↑{{{body}}},{argument}"));
            assert_eq!(code, vector, "{{{body}}}{argument}");
        }
    }
}

/// The same body where a statement keeps it from being code.
fn compare(before: &str, body: &str, arguments: &str) {
    let code = run(&format!("{before} ⋄ f←{{{body}}} ⋄ f¨{arguments}"));
    let ordinary = run(&format!("{before} ⋄ f←{{_←⍬ ⋄ {body}}} ⋄ f¨{arguments}"));
    assert_eq!(code, ordinary, "{body}");
}

#[test]
fn guards_locals_and_calls_give_what_the_ordinary_way_gives() {
    for (before, body) in [
        ("0", "⍵<2:⍵ ⋄ (∇⍵-1)+∇⍵-2"),
        ("fib←{⍵<2:⍵ ⋄ (fib ⍵-1)+fib ⍵-2}", "fib ⍵"),
        ("fib←{⍵<2:⍵ ⋄ (fib ⍵-1)+ fib ⍵-2}", "1+2×fib ⍵"),
        ("add←{⍺+2×⍵}", "1+ ⍵ add ⍵"),
        ("add←{⍺+2×⍵}", "5 add 3×⍵"),
        ("k←- ⋄ twice←{2×⍵}", "⍵ k twice ⍵+1"),
        ("0", "⍵≤1x:1x ⋄ ⍵×∇⍵-1x"),
        ("0", "⍵=0:1 ⋄ half←⌊⍵÷2 ⋄ part←∇half ⋄ 2|⍵:part×part×3 ⋄ part×part"),
        ("0", "⍵>1000:⍵ ⋄ ∇1+⍵×2"),
        ("even←{⍵=0:1 ⋄ odd ⍵-1} ⋄ odd←{⍵=0:0 ⋄ even ⍵-1}", "even ⍵"),
        ("gcd←{⍵=0:⍺ ⋄ ⍵ gcd ⍵|⍺}", "36 gcd ⍵"),
        ("add←{⍺←10 ⋄ ⍺+⍵}", "(add ⍵)+2 add ⍵"),
        ("k←3", "⍵<k:k ⋄ ⍵-k"),
        ("0", "⍵<3:0 ⋄ ⍵>5:1 ⋄ 2"),
        ("0", "⍵:10 ⋄ 20"),
    ] {
        compare(before, body, "0 1 2 3 4 7");
        compare(before, body, "0x 1x 2x 3x 9x");
        compare(before, body, "[0 1x 5x 6]");
    }
    compare("0", "⍵:1 ⋄ 2", "0 1 1 0");
    assert_eq!(run("{⍵≤1x:1x ⋄ ⍵×∇⍵-1x}25x"), "15511210043330985984000000ₓ");
    assert_eq!(run("{⍵=0:'e' ⋄ ∇⍵-1}100"), "'e'");
}

#[test]
fn anything_but_numbers_goes_the_ordinary_way() {
    assert_eq!(run("{⍵+1}3x"), "4");
    assert_eq!(run("{⍵+1x}3x"), "4ₓ");
    assert_eq!(run("{⍵+1}'a'"), "'b'");
    assert_eq!(run("{⍵+1}(3)"), "(4)");
    assert!(run("{⍺+⍵}3").starts_with("VALUE ERROR"));
    assert_eq!(run("2{⍺+⍵}3"), "5");
    assert_eq!(run("2{⍵+1}3"), "4");
    assert_eq!(run("k←2 ⋄ {⍵+k×2}3"), "7");
    assert_eq!(run("k←+ ⋄ {⍵-k×2}3"), "2");
    assert_eq!(run("k←5 6 7 8 ⋄ {k ⍵}3"), "8");
    assert!(run("{⍵+nope×2}3").starts_with("VALUE ERROR"));
    assert!(run("{⍵÷0}3").starts_with("DOMAIN ERROR"));
    assert!(run("{⍵:1 ⋄ 2}3").starts_with("DOMAIN ERROR"));
    assert!(matches!(Session::new().evaluate("{⍵=3}3").value, Some(Value::Int(1))));
    assert_eq!(run("f←{⍵+1} ⋄ f¨1 2x 'a'"), "2 3 'b'");
    assert_eq!(run("f←{⍵+1} ⋄ g←{f ⍵} ⋄ a←g 1 ⋄ f←{⍵-1} ⋄ a,g 1"), "2 0");
    assert_eq!(run("f←{k←⍵ ⋄ {⍵+k}⍵+1} ⋄ f 3"), "7");
    assert_eq!(run("{k←⍵ ⋄ g←{⍵+k} ⋄ g 10}3"), "13");
}

#[test]
fn recursion_has_its_limits() {
    assert!(run("{1+∇⍵}0").starts_with("LIMIT ERROR"));
    assert_eq!(run("{⍵=0:0 ⋄ 1+∇⍵-1}50000"), "50000");
    assert_eq!(run("{⍵=0:0 ⋄ ∇⍵-1}3000000"), "0");
    // The result that no code can hold is at the bottom of a deep recursion.
    assert_eq!(run("{⍵=0:'z' ⋄ ⊢∇⍵-1}2000"), "'z'");
    assert_eq!(run("≢{⍵=0:⍬ ⋄ 1+∇⍵-1}2000"), "0ₓ");
}

#[test]
fn steps_of_power_give_what_single_calls_give() {
    assert_eq!(run("{⍵+1÷⍵}⍣3⊢1"), run("f←{⍵+1÷⍵} ⋄ f f f 1"));
    assert_eq!(run("2x{⍺×⍵}⍣10⊢1x"), "1024ₓ");
    // From some step on the results are beyond 64 bits.
    assert_eq!(run("{⍵×10x}⍣30⊢1x"), "1000000000000000000000000000000ₓ");
    assert_eq!(run("{⍵>5:⍬ ⋄ ⍵+1}⍣6⊢0"), "6");
    assert_eq!(run("{⍵>5:⍬ ⋄ ⍵+1}⍣7⊢0"), "⍬");
    assert_eq!(run("{_←⍵+1}⍣3⊢0"), run("f←{_←⍵+1} ⋄ f f f 0"));
}

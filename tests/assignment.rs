//! Assignment through selections: in place where nobody else holds the value, and the same items for every selection
//! function as the function itself moves.

use aplomb::Session;
use aplomb::array::{Items, Value};

fn run(session: &mut Session, source: &str) {
    let evaluation = session.evaluate(source);
    assert!(evaluation.error.is_none(), "{source}: {:?}", evaluation.error);
}

fn printed(source: &str) -> String {
    let evaluation = Session::new().evaluate(source);
    assert!(evaluation.error.is_none(), "{source}: {:?}", evaluation.error);
    evaluation.events.iter().map(|event| event.text()).collect::<Vec<_>>().join("\n")
}

/// Where the items of an array lie.
fn address(value: &Value) -> usize {
    match value.as_array().expect("an array").items() {
        Items::Bit(bits) => bits.words().as_ptr() as usize,
        Items::I64(items) => items.as_ptr() as usize,
        Items::F64(items) => items.as_ptr() as usize,
        Items::C64(items) => items.as_ptr() as usize,
        Items::Char8(items) => items.as_ptr() as usize,
        Items::Char32(items) => items.as_ptr() as usize,
        Items::Mixed(items) => items.as_ptr() as usize,
    }
}

#[test]
fn a_variable_is_written_in_place() {
    let programs = [
        ("v←1000⍴5", "v[3]←7"),
        ("v←1000⍴5x", "v[3 4 5]←7x"),
        ("v←1000⍴5x", "(v 3)←7x"),
        ("v←1000⍴5", "v[3]+←7"),
        ("v←1000⍴5", "v[3 4]{⍺+⍵+≢v}←7"),
        ("v←1000⍴5=5", "v[3]←0x"),
        ("v←1000⍴'a'", "v[3]←'b'"),
        ("v←1000⍴5 'a'", "v[3]←'b'"),
        ("v←1000⍴⊂1 2", "v[3]←⊂4 5"),
        ("v←1000⍴⊂1 2", "(0⊃3⊃v)←9"),
        ("v←100 10⍴5", "v.[3 4]←9"),
        ("v←100 10⍴5", "v.[3 ∞]←9"),
        ("v←100 10⍴5", "(⌽v)←9"),
        ("v←1000⍴5", "(2↑v)←9"),
        ("v←1000⍴5", "{v[⍵]←9 ⋄ 0}3"),
        ("v←(⍕¨⍳100):100⍴5", "v.7←9"),
    ];
    for (make, write) in programs {
        let write = write.replace("v.7", "v.(\"7\")");
        let mut session = Session::new();
        run(&mut session, make);
        let before = address(&session.get("v").unwrap());
        run(&mut session, &write);
        assert_eq!(address(&session.get("v").unwrap()), before, "{make} ⋄ {write}");
    }
}

#[test]
fn a_nested_array_is_written_in_place() {
    let mut session = Session::new();
    run(&mut session, "t←[\"data\":1000⍴0]");
    let inner = |session: &Session| address(&session.get("t").unwrap().item(0));
    let before = inner(&session);
    run(&mut session, "t.data[5]←1 ⋄ (3↑t.data)←9");
    assert_eq!(inner(&session), before);
}

#[test]
fn a_copy_is_left_alone() {
    assert_eq!(printed("v←1000⍴5 ⋄ w←v ⋄ v[0]←1 ⋄ [(w 0) (v 0)]"), "5 1");
    assert_eq!(printed("v←[1 2;3] ⋄ w←0⊃v ⋄ (0⊃0⊃v)←9 ⋄ w"), "1 2");
    assert_eq!(printed("v←2 2⍴⍳4 ⋄ w←,v ⋄ v.[0 0]←9 ⋄ w"), "0 1 2 3");
    assert_eq!(printed("t←[\"a\":1] ⋄ u←t ⋄ t.b←2 ⋄ u"), "[\"a\":1]");
    assert_eq!(printed("v←1 2 ⋄ w←v ⋄ v,←3 ⋄ w"), "1 2");
}

#[test]
fn growing_a_variable_is_amortised() {
    let mut session = Session::new();
    run(&mut session, "v←⍬ ⋄ t←⍬:⍬");
    let mut moves = (0, 0);
    let mut last = (0, 0);
    for i in 0..2000 {
        run(&mut session, &format!("v,←{i} ⋄ t.k{i}←{i}"));
        let now = (address(&session.get("v").unwrap()), address(&session.get("t").unwrap()));
        moves.0 += (now.0 != last.0) as usize;
        moves.1 += (now.1 != last.1) as usize;
        last = now;
    }
    assert!(moves.0 < 40 && moves.1 < 40, "{moves:?}");
}

/// What a selection function writes is what it gives for the labels of the items, fill left out.
#[test]
fn selections_write_what_they_read() {
    let vectors = ["5⍴7", "1⍴7", "12⍴7 8 9", "\"abcdef\""];
    let matrices = ["3 4⍴7", "1 6⍴7", "4 4⍴⍳16", "2 2⍴\"abcd\""];
    let of_vectors = [
        "2↑W",
        "¯2↑W",
        "9↑W",
        "¯9↑W",
        "1↓W",
        "¯1↓W",
        "⌽W",
        "2⌽W",
        "⊖W",
        "⍉W",
        ",W",
        "⍪W",
        "∊W",
        "3 2⍴W",
        "0⍴W",
        "0↑W",
        "⌽1↓W",
        "W[0 ¯1]",
        "(2⍴W)[1]",
        "(⊂0 0 ¯1)⊃W",
        "(2|⍳≢W)/W",
        "(¯1*⍳≢W)/W",
        "(1⊸⌽)W",
        "[[0 ¯1 ⋄ 0 0]]⌷W",
        "∞⌷W",
        "¯∞⌷W",
        "2/W",
    ];
    let of_matrices = [
        "1 ¯1↑W",
        "1 ¯1↓W",
        "⌽W",
        "⊖W",
        "1⌽W",
        "1⊖W",
        "⍉W",
        "0 0⍉W",
        ",W",
        "⍪W",
        "∊W",
        "5⍴W",
        "2↑⍠1 W",
        "↑W",
        "¯1⌷W",
        "∞ ¯1⌷W",
        "[¯1 0;1]⌷W",
        "1⌷⍠1 W",
        "1⊃⍠1 W",
        "0⊃W",
        "(⊂0 0)⊃W",
        "[0 0;¯1 0]⊃W",
        "W[[0 0] [0 1]]",
        "1⌿W",
        "⌽⍉W",
        "(2|⍳¯1⊃⍴W)/W",
        "↑⍠0 W",
        "⊖⍠1 W",
    ];
    let mut session = Session::new();
    let mut check = |array: &str, selection: &str| {
        let selected = |name: &str| selection.replace('W', name);
        let source = format!(
            "v←{array} ⋄ labels←(⍴v)⍴1+⍳×/⍴v ⋄ w←v ⋄ ({})←¯1 ⋄ l←(∪∊({}))~[0] ⋄ w≡(⍴v)⍴(¯1@(l-1)),v",
            selected("w"),
            selected("labels"),
        );
        let evaluation = session.evaluate(&source);
        if let Some(error) = &evaluation.error {
            // What cannot be read cannot be written either.
            assert!(session.evaluate(&selected("labels")).error.is_some(), "{source}: {error}");
            return;
        }
        assert_eq!(evaluation.events[0].text(), "1ₓ", "{source}");
    };
    for selection in of_vectors {
        vectors.iter().for_each(|array| check(array, selection));
    }
    for selection in of_matrices {
        matrices.iter().for_each(|array| check(array, selection));
    }
}

/// Whatever is assigned through whatever: a failure changes nothing, and a copy taken before stays as it was.
#[test]
fn failures_change_nothing_and_copies_stay() {
    let arrays = [
        "5",
        "(5)",
        "⍬",
        "\"\"",
        "1 2 3",
        "1x 2x",
        "\"abc\"",
        "[1 2;\"ab\";3]",
        "2 3⍴⍳6",
        "0 3⍴5",
        "2 2 2⍴⍳8",
        "⍬:⍬",
        "[\"a\":1 \"b\":[\"c\":2]]",
        "[\"a\":1 5]",
        "[\"r\" \"s\";\"x\" \"y\"]:2 2⍴⍳4",
        "(1 2 3)",
        "[[[1 2] 3] 4]",
        "0⍴⊂1 2",
        "[⌽ ⊖]",
        "1=1 0 1",
    ];
    let targets = [
        "v[0]",
        "v[0 1]",
        "(v 0)",
        "(v ¯1)",
        "v.a",
        "v.z",
        "v.a.b.c",
        "v[\"a\" \"z\"]",
        "v.[0 1]",
        "v.[∞ 0]",
        "v.[\"q\" \"x\"]",
        "v(0)",
        "(↑v)",
        "(2↑v)",
        "(¯5↑v)",
        "(1↓v)",
        "(⌽v)",
        "(⊖v)",
        "(⍉v)",
        "(,v)",
        "(⍪v)",
        "(∊v)",
        "(3⍴v)",
        "(0⍴v)",
        "(⊢v)",
        "(⍬⊃v)",
        "(0⊃v)",
        "(0 1⊃v)",
        "((⊂0 0)⊃v)",
        "((⊂\"a\" \"n\")⊃v)",
        "(1 0/v)",
        "(2/v)",
        "(¯2/v)",
        "(1 0 1\\v)",
        "(↑¨v)",
        "(⌽¨v)",
        "(1↑¨v)",
        "(⊢¨v)",
        "(∊¨v)",
        "(0⊃¨v)",
        "v[[0 1] [1 0]]",
        "v[[0 0] 1]",
        "(0⌷⍠1 v)",
        "(\"z\"⌷⍠0 v)",
        "(1⊃⍠0 v)",
        "(⌽v)[0]",
        "(2↑v).a",
        "(0⊃v)[0]",
        "(-v)",
        "(⊂v)",
        "v[9]",
        "v[0.5]",
        "v['a']",
        "v[⍬]",
        "(v ⍬)",
        "(,⍠0 v)",
        "(↑⍠0 v)",
        "(⌽0⊃v)",
        "(2⊸↑v)",
        "(⌽¨¨v)",
        "(∞⌷v)",
        "(¯∞⌷v)",
        "([0 1 ⋄ 1 0]⊃v)",
    ];
    let operators = ["", "+", ",", "{⍵}", "{⍺}", "{÷0}"];
    let values = ["0", "1r2", "'q'", "7 8", "[7]", "⊂7 8", "⍬", "[\"a\":5 \"z\":6]", "2 2⍴7", "∞", "⌽"];
    let mut session = Session::new();
    let mut number = 0;
    for array in arrays {
        for target in targets {
            for operator in operators {
                for value in values {
                    // A sample of the combinations, in which every pair occurs.
                    number += 1;
                    if number % 13 != 0 {
                        continue;
                    }
                    run(&mut session, &format!("v←{array} ⋄ w←v"));
                    let before = session.evaluate("⎕←v").events[0].text().to_string();
                    let statement = format!("{target}{operator}←{value}");
                    let failed = session.evaluate(&statement).error.is_some();
                    let show = |session: &mut Session, name: &str| {
                        let shown = session.evaluate(&format!("⎕←{name}"));
                        shown.events.first().map_or(String::new(), |event| event.text().to_string())
                    };
                    assert_eq!(show(&mut session, "w"), before, "the copy after v←{array} ⋄ w←v ⋄ {statement}");
                    let after = show(&mut session, "v");
                    assert!(!failed || after == before, "v←{array} ⋄ {statement} failed and left {after}");
                    assert!(session.get("v").unwrap().as_array().is_none_or(|array| array.check()), "{statement}");
                }
            }
        }
    }
}

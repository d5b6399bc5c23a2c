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

//! Trees of scalar functions give the same whether they run in one pass or one function after the other.

use aplomb::{Session, Value};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

const LEAVES: &[&str] = &["v", "w", "i", "j", "b", "2", "0.5", "3x", "1r3", "m", "u", "0", "1j2", "'a'", "z", "h", "k"];
const DYADS: &[&str] = &["+", "-", "×", "÷", "⌊", "⌈", "|", "*", "=", "<", "∧", "∨", "≥", "√"];
const MONADS: &[&str] = &["-", "÷", "|", "√", "*", "⌊", "×", "π", "⍲", "~", "⍟"];

/// A tree as text that can run in one pass, and as text whose functions are kept apart by calls of the name `apart`.
fn tree(random: &mut Random, depth: usize) -> (String, String) {
    if depth == 0 || random.below(5) == 0 {
        let choices = if random.below(3) > 0 { 3 } else { LEAVES.len() };
        let leaf = LEAVES[random.below(choices)];
        return (leaf.into(), leaf.into());
    }
    let (right, right_apart) = tree(random, depth - 1);
    if random.below(3) == 0 {
        let function = MONADS[random.below(MONADS.len())];
        return (format!("({function}{right})"), format!("(apart {function} {right_apart})"));
    }
    if random.below(8) == 0 {
        return (format!("(1○{right})"), format!("(apart 1 ○ {right_apart})"));
    }
    let (left, left_apart) = tree(random, depth - 1);
    let function = DYADS[random.below(DYADS.len())];
    (format!("({left}{function}{right})"), format!("(apart {left_apart} {function} {right_apart})"))
}

/// What a text gives: the items of an array as they lie, or the message of its error.
fn outcome(session: &mut Session, source: &str) -> String {
    let evaluation = session.evaluate(source);
    match (evaluation.value, evaluation.error) {
        (_, Some(error)) => error.to_string(),
        (Some(Value::Array(array)), None) => format!("{:?} {:?}", array.layout(), array.storage()),
        (value, None) => format!("{value:?}"),
    }
}

#[test]
fn one_pass_gives_what_single_functions_give() {
    let mut random = Random(5);
    let mut session = Session::new();
    let setup = "apart←{⍵}\nv←(2000⍴3 1 4 1 5)÷7 ⋄ w←(2000⍴2 7 1 8)-3.5 ⋄ i←⍳2000x ⋄ j←2000⍴9223372036854775807x 1x\n\
                 b←2000⍴1 0x=1 ⋄ m←40 50⍴v ⋄ u←1999⍴v ⋄ z←2000⍴0 1.5 ⋄ h←2000⍴∞ 1 ⋄ k←[\"n\":2000]⍴v";
    assert!(session.evaluate(setup).error.is_none());
    let mut values = 0;
    for _ in 0..300 {
        let (tree, apart) = tree(&mut random, 4);
        for fold in ["", "+/", "×/", "⌈/", "⌊/"] {
            let one = outcome(&mut session, &format!("{fold}{tree}"));
            assert_eq!(one, outcome(&mut session, &format!("{fold} apart {apart}")), "{fold}{tree}\n{apart}");
            values += usize::from(!one.contains("ERROR"));
        }
    }
    assert!(values > 300, "only {values} trees have values");
}

#[test]
fn many_items_give_what_single_functions_give() {
    let mut session = Session::new();
    let setup = "apart←{⍵}\nv←(300000⍴3 1 4 1 5)÷7 ⋄ w←(300000⍴2 7 1 8)-3.5 ⋄ z←v ⋄ z[299999]←0 ⋄ i←⍳300000x";
    assert!(session.evaluate(setup).error.is_none());
    for (tree, apart) in [
        ("((v×2)+w-0.5)÷1+v", "apart ((apart v×2)+apart w-0.5)÷apart 1+v"),
        ("v÷z×w", "apart v÷apart z×w"),
        ("(z÷z)+w", "(apart z÷z)+apart w"),
        ("1○v×v+1", "1○apart v×apart v+1"),
        ("(*v)×w*2", "(apart *v)×apart w*2"),
        ("v*w+4", "v*apart w+4"),
        ("√w-v", "√apart w-v"),
        ("v+i×w", "v+apart i×w"),
        ("+/v×w", "+/apart v×w"),
        ("+/(v-w)×v-w", "+/apart (apart v-w)×apart v-w"),
        ("⍟z", "⍟apart z"),
    ] {
        // Compared by match: their texts are long.
        let same = session.evaluate(&format!("({tree})≡({apart})"));
        let errors =
            [tree, apart].map(|source| session.evaluate(source).error.map(|error| error.message().to_string()));
        match same.error {
            None => assert!(matches!(same.value, Some(Value::Int(1))), "{tree}"),
            Some(_) => assert!(errors[0].is_some() && errors[0] == errors[1], "{tree}: {errors:?}"),
        }
    }
}

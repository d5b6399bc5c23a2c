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

#[test]
fn one_pass_gives_what_single_functions_give() {
    let mut random = Random(5);
    let mut compared = 0;
    let mut session = Session::new();
    let setup = "apart←{⍵}\nv←(2000⍴3 1 4 1 5)÷7 ⋄ w←(2000⍴2 7 1 8)-3.5 ⋄ i←⍳2000x ⋄ j←2000⍴9223372036854775807x 1x\n\
                 b←2000⍴1 0x=1 ⋄ m←40 50⍴v ⋄ u←1999⍴v ⋄ z←2000⍴0 1.5 ⋄ h←2000⍴∞ 1 ⋄ k←[\"n\":2000]⍴v";
    assert!(session.evaluate(setup).error.is_none());
    for _ in 0..300 {
        let (tree, apart) = tree(&mut random, 4);
        for fold in ["", "⌈/", "⌊/"] {
            let results =
                [format!("{fold}{tree}"), format!("{fold} apart {apart}")].map(|source| session.evaluate(&source));
            let [one, other] =
                results.map(|evaluation| (evaluation.value, evaluation.error.map(|error| error.to_string())));
            let same = match (&one, &other) {
                ((Some(Value::Array(a)), None), (Some(Value::Array(b)), None)) => {
                    a.layout() == b.layout() && format!("{:?}", a.storage()) == format!("{:?}", b.storage())
                }
                ((a, None), (b, None)) => format!("{a:?}") == format!("{b:?}"),
                ((_, a), (_, b)) => a == b,
            };
            compared += usize::from(one.1.is_none());
            assert!(same, "{fold}{tree}\n{apart}\n{:?}\n{:?}", one.1, other.1);
        }
    }
    assert!(compared > 100, "only {compared} trees have values");
}

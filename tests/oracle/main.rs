//! The interpreter against a small, slow reference that works item by item.
//!
//! Random expressions over plain and nested arrays must give the reference's value or its kind of error.
//! `ORACLE_PROGRAMS=100000 ORACLE_SEED=7 cargo test --test oracle` runs more of them.

mod derived;
mod empty;
mod model;
mod scalar;
mod whole;

use std::panic::{AssertUnwindSafe, catch_unwind};

use aplomb::Session;
use aplomb::number::Number;

use model::{Failure, Kinds, Model, Result, count, int};

/// A small generator of our own, so that a seed gives the same programs everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn glyph(&mut self, glyphs: &str) -> char {
        let glyphs: Vec<char> = glyphs.chars().collect();
        glyphs[self.below(glyphs.len())]
    }
}

/// What the items of the arguments of a program are.
#[derive(Clone, Copy, PartialEq)]
enum Domain {
    /// Small exact integers, and arrays of them: kinds of numbers are compared.
    Exact,
    /// Anything: exact, approximate, characters, arrays.
    Mixed,
}

fn atom(random: &mut Random, domain: Domain) -> Model {
    if random.below(60) == 0 {
        return Model::Number(Number::Int([i64::MAX, i64::MIN, 1 << 62, -3037000500, 1 << 53][random.below(5)]));
    }
    match random.below(if domain == Domain::Exact { 6 } else { 10 }) {
        0..=2 => Model::Number(Number::Int(random.below(6) as i64 - 2)),
        3..=5 => int(random.below(2)),
        6 | 7 => Model::Number(Number::Float(random.below(9) as f64 / 2.0 - 1.0)),
        _ => Model::Char(random.glyph("abc ")),
    }
}

fn argument(random: &mut Random, domain: Domain, nesting: usize) -> Model {
    let rank = match random.below(12) {
        0 => return atom(random, domain),
        1 => 0,
        2..=7 => 1,
        8..=10 => 2,
        _ => 3,
    };
    let mut shape: Vec<usize> = (0..rank).map(|_| [0, 1, 2, 2, 3, 3, 4][random.below(7)]).collect();
    let nested = nesting > 0 && random.below(5) == 0;
    // Some are long enough for the fast loops.
    if !nested && nesting > 1 && rank > 0 && random.below(12) == 0 {
        let axis = random.below(rank);
        shape[axis] = [8, 33, 64, 130][random.below(4)];
    }
    // Most arrays are of one kind.
    let sample = atom(random, domain);
    let uniform = random.below(4) > 0;
    let item = |random: &mut Random| loop {
        if nested && random.below(2) == 0 {
            return argument(random, domain, nesting - 1);
        }
        let item = atom(random, domain);
        if !uniform || item.prototype().matches(&sample.prototype()) && is_exact(&item) == is_exact(&sample) {
            return item;
        }
    };
    let items = (0..count(&shape)).map(|_| item(random)).collect();
    let blank = item(random).prototype();
    Model::array(shape, items, blank)
}

fn is_exact(value: &Model) -> bool {
    matches!(value, Model::Number(number) if number.is_exact())
}

const FOLDS: &str = "+-×÷⌊⌈|∨∧=≠<≤>≥,";
const MONADS: &str = "+-×÷⌊⌈|≤≥~⍴≢≡,⌽⊖⍉↑↓⊂⊃∪≠⍸⍋⍒∊";
const DYADS: &str = "⍴,⍪⌽⊖⍉↑↓/⌿\\⍀⍳∊∪≡≢⊣⊢~∩";

/// A random expression: its text and what the reference makes of it. Some arguments are held by names, which stand in
/// several places.
fn expression(random: &mut Random, domain: Domain, depth: usize, names: &mut Vec<Model>) -> (String, Result<Model>) {
    if depth == 0 {
        if random.below(2) == 0 {
            let value = argument(random, domain, 2);
            return (value.text(), Ok(value));
        }
        let place = random.below(names.len() + 1);
        if place == names.len() {
            names.push(argument(random, domain, 2));
        }
        return (format!("v{place}"), Ok(names[place].clone()));
    }
    let (right_text, right) = expression(random, domain, depth - 1, names);
    if random.below(2) == 0 {
        type Call = Box<dyn Fn(&Model) -> Result<Model>>;
        let (function, call): (String, Call) = match random.below(8) {
            0 | 1 => {
                let (f, glyph) = (random.glyph(FOLDS), random.glyph("/⌿"));
                let axis = move |y: &Model| if glyph == '/' { y.rank().max(1) - 1 } else { 0 };
                (format!("{f}{glyph}"), Box::new(move |y| derived::reduce(f, y, axis(y))))
            }
            2 => {
                let (f, glyph) = (random.glyph(FOLDS), random.glyph("\\⍀"));
                let axis = move |y: &Model| if glyph == '\\' { y.rank().max(1) - 1 } else { 0 };
                (format!("{f}{glyph}"), Box::new(move |y| derived::scan(f, y, axis(y))))
            }
            3 => {
                let f = random.glyph(MONADS);
                (format!("{f}¨"), Box::new(move |y| derived::each(f, y)))
            }
            _ => {
                let f = random.glyph(MONADS);
                (f.to_string(), Box::new(move |y| derived::monad(f, y)))
            }
        };
        return (format!("({function} {right_text})"), right.and_then(|y| call(&y)));
    }
    let left_depth = random.below(depth);
    let (left_text, left) = expression(random, domain, left_depth, names);
    type Call = Box<dyn Fn(&Model, &Model) -> Result<Model>>;
    let (function, call): (String, Call) = match random.below(8) {
        0..=2 => {
            let f = random.glyph(derived::SCALAR_DYADS);
            (f.to_string(), Box::new(move |x, y| scalar::dyad(f, x, y)))
        }
        3 => {
            let glyphs = if random.below(2) == 0 { FOLDS } else { DYADS };
            let f = random.glyph(glyphs);
            (format!("{f}¨"), Box::new(move |x, y| derived::each_dyad(f, x, y)))
        }
        4 => {
            let f = random.glyph(FOLDS);
            (format!("{f}⌝"), Box::new(move |x, y| derived::outer(f, x, y)))
        }
        5 => {
            let (f, g) = (random.glyph(FOLDS), random.glyph(FOLDS));
            (format!("{f}.{g}"), Box::new(move |x, y| derived::inner(f, g, x, y)))
        }
        _ => {
            let f = random.glyph(DYADS);
            (f.to_string(), Box::new(move |x, y| derived::dyad(f, x, y)))
        }
    };
    // The right argument is evaluated first, so its error counts.
    let result = right.and_then(|y| left.and_then(|x| call(&x, &y)));
    (format!("({left_text} {function} {right_text})"), result)
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn run(domain: Domain, kinds: Kinds) {
    let mut random = Random(setting("ORACLE_SEED", 1));
    let mut session = Session::new();
    let (mut differences, mut values) = (Vec::new(), 0);
    let programs = setting("ORACLE_PROGRAMS", 2000);
    for _ in 0..programs {
        let depth = 1 + random.below(3);
        let mut names = Vec::new();
        let (text, expected) = expression(&mut random, domain, depth, &mut names);
        let assign = |(i, value): (usize, &Model)| format!("v{i}←{} ⋄ ", value.text());
        let text = names.iter().enumerate().map(assign).collect::<String>() + &text;
        if matches!(expected, Err(Failure::Unknown)) {
            continue;
        }
        let Ok(answer) = catch_unwind(AssertUnwindSafe(|| session.evaluate(&text))) else {
            differences.push(format!("{text}\n  panics"));
            session = Session::new();
            continue;
        };
        let error = answer.error.as_ref().map(|error| error.kind());
        let same = match (&expected, &answer.value, error) {
            (Ok(expected), Some(value), None) => expected.is(value, kinds),
            (Err(Failure::Error(kind)), None, Some(error)) => *kind == error,
            _ => false,
        };
        values += expected.is_ok() as u64;
        for (i, value) in names.iter().enumerate() {
            if !session.get(&format!("v{i}")).is_some_and(|held| value.is(&held, Kinds::Compared)) {
                differences.push(format!("{text}\n  changes v{i}"));
            }
        }
        if !same {
            let expected = expected.map(|value| value.text());
            let printed: Vec<&str> = answer.events.iter().map(|event| event.text()).collect();
            differences.push(format!("{text}\n  is {}{:?}\n  not {expected:?}", printed.join(" "), answer.error));
        }
    }
    let count = differences.len();
    assert!(count == 0, "{count} differences:\n{}", differences.join("\n"));
    assert!(values > programs / 4, "only {values} programs have a value");
}

#[test]
fn exact_expressions() {
    run(Domain::Exact, Kinds::Compared);
}

#[test]
fn mixed_expressions() {
    run(Domain::Mixed, Kinds::Ignored);
}

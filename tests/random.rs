//! Random programs, generated from the primitive table: whatever they mean, they end with a value or an error.
//!
//! `RANDOM_PROGRAMS=100000 RANDOM_SEED=7 cargo test --release --test random` runs more of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use aplomb::primitive::table::{FUNCTIONS, OPERATORS, OperatorValence};
use aplomb::{ErrorKind, EvalOptions, Session};

/// A small generator of our own, so that a seed gives the same programs everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// Arguments of every domain and shape, borders of every kind.
const VALUES: &[&str] = &[
    "0",
    "1",
    "2",
    "¯1",
    "3x",
    "0x",
    "¯7x",
    "2.5",
    "¯0.5",
    "1r3",
    "¯7r2",
    "2j3",
    "0j1",
    "∞",
    "¯∞",
    "1E300",
    "5E¯324",
    "9223372036854775807x",
    "¯9223372036854775808x",
    "100000000000000000000x",
    "'a'",
    "'é'",
    "'💡'",
    "⍬",
    "\"\"",
    "\"abc\"",
    "\"x\"",
    "(0⍴0x)",
    "1 2 3",
    "3x 1x 2x",
    "0 1 1",
    "1x 0x 1x",
    "2.5 ¯1 0",
    "1r2 3x 0.5",
    "1j2 3",
    "'a' 1",
    "(5)",
    "(1 2)",
    "(⊂\"ab\")",
    "[7]",
    "[[1 2] 3]",
    "[[1 2] [3 4]]",
    "[1 2 ⋄ 3 4]",
    "[1x 2x 3x ⋄ 4x 5x 6x]",
    "[\"ab\" ⋄ \"cd\"]",
    "(2 2 2⍴⍳8)",
    "(0 3⍴0)",
    "(3 0⍴0)",
    "(0⍴⊂1 2)",
    "(0⍴[[\"a\" 1]])",
    "(1 1⍴5)",
    "[\"a\":1 \"b\":2]",
    "[\"b\":5 \"a\":7 3]",
    "(⍬:⍬)",
    "([\"r\" \"s\";\"x\" \"y\"]:[1 2 ⋄ 3 4])",
    "([\"n\":3]⍴1 2 3)",
    "([\"n\":2 \"m\":3]⍴⍳6)",
    "[+ -]",
    "\"p\" \"q\"",
    "(⍳20)",
    "(⍳10x)",
    "(20⍴0 1)",
    "(100⍴\"wxyz\")",
    "[1 [2 [3 \"q\"]]]",
    "(⊂⊂5)",
    "1E¯15",
    "9007199254740993x",
];

fn value(random: &mut Random, depth: usize) -> String {
    if depth > 0 && random.below(4) == 0 {
        return format!("({})", call(random, depth - 1));
    }
    random.pick(VALUES).to_string()
}

fn function(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(3) > 0 {
        return match random.below(12) {
            0 => random
                .pick(&["{⍵}", "{⍺⍵}", "{⍵,⍵}", "{⍺+⍵}", "{⍵=0:1 ⋄ ⍵}", "{⍺←2 ⋄ ⍺×⍵}", "{}", "{[⍵ ⍵]}"])
                .to_string(),
            _ => random.pick(FUNCTIONS).glyph.to_string(),
        };
    }
    let operator = random.pick(OPERATORS);
    let left = if random.below(5) == 0 { value(random, 0) } else { function(random, depth - 1) };
    match operator.valence {
        OperatorValence::Monadic => format!("({left}{})", operator.glyph),
        OperatorValence::Dyadic => {
            let right = match random.below(3) {
                0 => function(random, depth - 1),
                1 => format!("[{}]", random.pick(&["0", "1", "2", "¯1", "0;1", "1;2", "∞", "\"n\""])),
                _ => value(random, 0),
            };
            format!("({left}{}{right})", operator.glyph)
        }
    }
}

fn call(random: &mut Random, depth: usize) -> String {
    let function = match random.below(8) {
        0 => format!("({} {})", function(random, depth), function(random, depth)),
        1 => format!("({} {} {})", function(random, depth), function(random, depth), function(random, depth)),
        _ => function(random, depth),
    };
    let right = value(random, depth);
    if random.below(2) == 0 {
        format!("{function} {right}")
    } else {
        format!("{} {function} {right}", value(random, depth))
    }
}

fn program(random: &mut Random) -> String {
    match random.below(10) {
        0 => format!("v←{} ⋄ v[{}]←{} ⋄ v", value(random, 0), value(random, 0), value(random, 1)),
        1 => format!(
            "v←{} ⋄ ({} {} v)←{} ⋄ v",
            value(random, 0),
            value(random, 0),
            function(random, 0),
            value(random, 0)
        ),
        2 => format!("v←{} ⋄ v{}←{} ⋄ v", value(random, 0), function(random, 1), value(random, 0)),
        3 => format!("⍕{}", call(random, 2)),
        _ => call(random, 2),
    }
}

#[test]
fn random_programs_end_well() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count = setting("RANDOM_PROGRAMS").unwrap_or(if cfg!(debug_assertions) { 4000 } else { 20_000 });
    let mut random = Random(setting("RANDOM_SEED").unwrap_or(1));
    let options = EvalOptions { deadline: Some(Duration::from_secs(2)), ..EvalOptions::default() };
    let mut failures = Vec::new();
    for _ in 0..count {
        let source = program(&mut random);
        let start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut session = Session::new();
            session.set_memory_budget(1 << 28);
            session.evaluate_with(&source, &options).error.map(|error| error.kind())
        }));
        match outcome {
            Err(_) => failures.push(format!("panic: {source}")),
            // A loop without end is what `⍣` is for; that it stops when told to is what counts.
            Ok(Some(ErrorKind::Timeout)) if start.elapsed() > Duration::from_secs(10) => {
                failures.push(format!("stops late: {source}"));
            }
            Ok(_) => {}
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

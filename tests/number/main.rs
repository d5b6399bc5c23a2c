//! Tests of the arithmetic of one number, as a user of the library sees it.

mod accuracy;
mod laws;
mod rules;

use aplomb::control::{ErrorKind, Result};
use aplomb::number::{self, Number, text};

/// The number that a literal of the language stands for.
fn read(literal: &str) -> Number {
    text::parse(literal).unwrap_or_else(|| panic!("{literal} is no number"))
}

type Monad = fn(&Number) -> Result<Number>;
type Dyad = fn(&Number, &Number) -> Result<Number>;

const MONADS: &[(char, Monad)] = &[
    ('+', number::conjugate),
    ('-', number::negate),
    ('×', number::sign),
    ('÷', number::reciprocal),
    ('⌊', number::floor),
    ('⌈', number::ceiling),
    ('|', number::magnitude),
    ('*', number::exponential),
    ('⍟', number::logarithm),
    ('○', number::cis),
    ('π', number::pi_times),
    ('√', number::square_root),
    ('!', number::factorial),
    ('⍲', number::square),
    ('⍱', number::double),
    ('~', number::not),
    ('≤', number::decrement),
    ('≥', number::increment),
];

fn truth(value: Result<bool>) -> Result<Number> {
    value.map(|value| Number::Int(value.into()))
}

const DYADS: &[(char, Dyad)] = &[
    ('+', number::add),
    ('-', number::subtract),
    ('×', number::multiply),
    ('÷', number::divide),
    ('⌊', number::minimum),
    ('⌈', number::maximum),
    ('|', number::residue),
    ('*', number::power),
    ('⍟', number::log),
    ('○', number::circle),
    ('π', number::pi_ratio),
    ('√', number::root),
    ('!', number::binomial),
    ('∨', number::gcd),
    ('∧', number::lcm),
    ('⍲', number::nand),
    ('⍱', number::nor),
    ('=', |x, y| truth(Ok(number::equal(x, y)))),
    ('≠', |x, y| truth(Ok(number::not_equal(x, y)))),
    ('<', |x, y| truth(number::less(x, y))),
    ('≤', |x, y| truth(number::less_or_equal(x, y))),
    ('>', |x, y| truth(number::greater(x, y))),
    ('≥', |x, y| truth(number::greater_or_equal(x, y))),
];

fn named<T: Copy>(table: &[(char, T)], glyph: char) -> T {
    table.iter().find(|row| row.0 == glyph).unwrap_or_else(|| panic!("no function {glyph}")).1
}

fn is_glyph(c: char) -> bool {
    MONADS.iter().any(|row| row.0 == c) || DYADS.iter().any(|row| row.0 == c)
}

/// Evaluates numbers and functions from right to left, without parentheses: `3x⌊√2`.
fn evaluate(expression: &str) -> Result<Number> {
    let Some((place, glyph)) = expression.char_indices().find(|(_, c)| is_glyph(*c)) else {
        return Ok(read(expression));
    };
    let right = evaluate(&expression[place + glyph.len_utf8()..])?;
    match &expression[..place] {
        "" => named(MONADS, glyph)(&right),
        left => named(DYADS, glyph)(&read(left), &right),
    }
}

/// What an expression gives, as text.
fn outcome(expression: &str) -> String {
    match evaluate(expression) {
        Ok(number) => text::format(&number),
        Err(error) if error.kind() == ErrorKind::Domain => "DOMAIN".into(),
        Err(error) if error.kind() == ErrorKind::Limit => "LIMIT".into(),
        Err(error) => panic!("{expression}: {error}"),
    }
}

/// Checks lines of the form `expression → result`; several expressions with one result are separated by blanks.
fn check(table: &str) {
    let mut faults = Vec::new();
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (expressions, expected) = line.split_once('→').expect("a line has an arrow");
        for expression in expressions.split_whitespace() {
            let found = outcome(expression);
            if found != expected.trim() {
                faults.push(format!("{expression} gives {found}, not {}", expected.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

//! The inverses of primitives, as rows of formulas.

use super::{Fixed, Scope, circle, counts, digits, no_inverse, product};
use crate::array::{Glyph, Value};
use crate::control::{Error, Result};
use crate::primitive::argument::{truth, whole};

/// `f⁻ Y`.
pub(super) enum Monad {
    /// The function undoes itself.
    Itself,
    /// Another primitive monad undoes it.
    By(char),
    /// A formula.
    Formula(fn(&mut Scope<'_>, Value) -> Result<Value>),
}

/// `X f⁻L Y` or `X f⁻R Y`, of `X` and `Y`.
pub(super) type Formula = fn(&mut Scope<'_>, Value, Value) -> Result<Value>;

/// The inverses of one primitive.
pub(super) struct Row {
    symbols: &'static str,
    monad: Option<Monad>,
    left: Option<Formula>,
    right: Option<Formula>,
}

const fn row(symbols: &'static str) -> Row {
    Row { symbols, monad: None, left: None, right: None }
}

impl Row {
    const fn monad(mut self, monad: Monad) -> Row {
        self.monad = Some(monad);
        self
    }

    const fn by(self, symbol: char) -> Row {
        self.monad(Monad::By(symbol))
    }

    const fn formula(self, formula: fn(&mut Scope<'_>, Value) -> Result<Value>) -> Row {
        self.monad(Monad::Formula(formula))
    }

    const fn left(mut self, formula: Formula) -> Row {
        self.left = Some(formula);
        self
    }

    const fn right(mut self, formula: Formula) -> Row {
        self.right = Some(formula);
        self
    }
}

static ROWS: &[Row] = &[
    row("+").monad(Monad::Itself).left(|s, x, y| s.dyad('-', y, x)).right(|s, x, y| s.dyad('-', y, x)),
    row("-").monad(Monad::Itself).left(|s, x, y| s.dyad('-', x, y)).right(|s, x, y| s.dyad('+', y, x)),
    row("×").left(|s, x, y| s.dyad('÷', y, nonzero(x)?)).right(|s, x, y| s.dyad('÷', y, nonzero(x)?)),
    row("÷").monad(Monad::Itself).left(|s, x, y| s.dyad('÷', nonzero(x)?, y)).right(|s, x, y| {
        let x = nonzero(x)?;
        s.dyad('×', y, x)
    }),
    row("*").by('⍟').left(|s, x, y| s.dyad('⍟', x, y)).right(|s, x, y| s.dyad('√', x, y)),
    row("⍟").by('*').left(|s, x, y| s.dyad('*', x, y)).right(|s, x, y| s.dyad('√', y, x)),
    row("√")
        .formula(|s, y| s.plain_dyad('×', y.clone(), y))
        .left(|s, x, y| s.dyad('*', y, x))
        .right(|s, x, y| s.dyad('⍟', y, x)),
    row("π")
        .formula(|s, y| {
            let pi = s.monad('π', Value::Float(1.0))?;
            s.plain_dyad('÷', y, pi)
        })
        .left(|s, x, y| {
            let multiple = s.monad('π', x)?;
            s.dyad('÷', multiple, y)
        })
        .right(|s, x, y| {
            let multiple = s.dyad('×', y, x)?;
            let pi = s.monad('π', Value::Float(1.0))?;
            s.plain_dyad('÷', multiple, pi)
        }),
    row("○").formula(circle::turn).left(circle::undo_code),
    row("⍲").by('√'),
    row("⍱").formula(|s, y| s.plain_dyad('÷', y, Value::Int(2))),
    row("≤").by('≥'),
    row("≥").by('≤'),
    row("≠").left(unequal).right(unequal),
    row("⌽").monad(Monad::Itself).left(|s, x, y| rotate_back(s, '⌽', x, y)),
    row("⊖").monad(Monad::Itself).left(|s, x, y| rotate_back(s, '⊖', x, y)),
    row("⍉").monad(Monad::Itself).left(reorder_back),
    row("⌹⊛").monad(Monad::Itself),
    row("⊢⊣⌷").formula(|_, y| Ok(y)),
    row("⊂").by('↑'),
    row("↑").by('⊂'),
    row("⊆").formula(|_, y| Ok(y.content())),
    row("↓").by('⊃'),
    row("⊃").by('↓'),
    row("⍳").formula(counts::iota),
    row("⍸").formula(counts::where_),
    row("⊤").by('⊥').left(|s, x, y| s.plain_dyad('⊥', x, y)),
    row("⊥").by('⊤').left(digits::undo_decode),
    row("ℙ").formula(|s, y| s.plain_dyad('ℙ', Value::Int(-1), y)),
    row("⨸").formula(product::factors),
    row("/").left(|s, x, y| product::undo_replicate(s, x, y, None)),
    row("⌿").left(|s, x, y| product::undo_replicate(s, x, y, Some(0))),
    row("\\").left(|s, x, y| product::undo_expand(s, x, y, None)),
    row("⍀").left(|s, x, y| product::undo_expand(s, x, y, Some(0))),
];

/// The answer of a primitive.
pub(super) fn undo(scope: &mut Scope<'_>, glyph: Glyph, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    let symbol = glyph.symbol;
    let row = ROWS.iter().find(|row| row.symbols.contains(symbol));
    let row = row.ok_or_else(|| no_inverse(symbol))?;
    match fixed {
        Fixed::Nothing => match &row.monad {
            Some(Monad::Itself) => scope.monad(symbol, value),
            Some(Monad::By(other)) => scope.monad(*other, value),
            Some(Monad::Formula(formula)) => formula(scope, value),
            None => Err(no_inverse(format!("{symbol} with one argument"))),
        },
        Fixed::Left(left) => match row.left {
            Some(formula) => formula(scope, left.clone(), value),
            None => Err(no_inverse(format!("{symbol} with its left argument fixed"))),
        },
        Fixed::Right(right) => match row.right {
            Some(formula) => formula(scope, right.clone(), value),
            None => Err(no_inverse(format!("{symbol} with its right argument fixed"))),
        },
    }
}

/// The factor or dividend, which must have no zero in it.
fn nonzero(value: Value) -> Result<Value> {
    each_atom(&value, &mut |atom| match atom {
        Value::Int(0) => Err(Error::domain("a fixed argument of 0 cannot be undone")),
        Value::Float(number) if *number == 0.0 => Err(Error::domain("a fixed argument of 0 cannot be undone")),
        _ => Ok(()),
    })?;
    Ok(value)
}

/// `X≠Y` undoes itself for truth values.
fn unequal(scope: &mut Scope<'_>, x: Value, y: Value) -> Result<Value> {
    for value in [&x, &y] {
        each_atom(value, &mut |atom| truth(atom, "an argument of the inverse of ≠").map(drop))?;
    }
    scope.dyad('≠', x, y)
}

fn rotate_back(scope: &mut Scope<'_>, symbol: char, x: Value, y: Value) -> Result<Value> {
    let back = scope.monad('-', x)?;
    scope.dyad(symbol, back, y)
}

fn reorder_back(scope: &mut Scope<'_>, x: Value, y: Value) -> Result<Value> {
    let rank = y.rank();
    let mut seen = vec![false; rank];
    for i in 0..x.item_count() {
        let axis = whole(&x.item(i), "an axis")?.saturated();
        match usize::try_from(axis).ok().and_then(|axis| seen.get_mut(axis)) {
            Some(seen) if !*seen => *seen = true,
            _ => return Err(Error::domain("only a permutation of all axes can be undone")),
        }
    }
    if x.rank() > 1 || seen.contains(&false) {
        return Err(Error::domain("only a permutation of all axes can be undone"));
    }
    let axes = Value::Array(x.into_array().ravel());
    let order = scope.monad('⍋', axes)?;
    scope.plain_dyad('⍉', order, y)
}

/// Visits every atom of a value, however deep.
fn each_atom(value: &Value, visit: &mut dyn FnMut(&Value) -> Result<()>) -> Result<()> {
    let Value::Array(array) = value else { return visit(value) };
    for i in 0..array.len() {
        if i % 4096 == 0 {
            crate::control::poll()?;
        }
        match array.item(i) {
            item @ Value::Array(_) => crate::array::compare::nested(|| each_atom(&item, visit))?,
            atom => visit(&atom)?,
        }
    }
    Ok(())
}

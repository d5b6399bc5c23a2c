//! Scalar functions: agreement, pervasion, and the prototypes of empty results.

use aplomb::number::{self, Number};

use crate::model::{DOMAIN, Failure, LENGTH, Model, Result, approximate_zero, count, int, positions};
use Model::{Array, Char};

/// The shape in which two shapes agree.
pub fn agree(a: &[usize], b: &[usize]) -> Result<Vec<usize>> {
    let length = |shape: &[usize], axis: usize| shape.get(axis).copied().unwrap_or(1);
    (0..a.len().max(b.len()))
        .map(|axis| match (length(a, axis), length(b, axis)) {
            (n, m) if n == m || m == 1 => Ok(n),
            (1, m) => Ok(m),
            _ => Err(LENGTH),
        })
        .collect()
}

pub fn monad(glyph: char, y: &Model) -> Result<Model> {
    match y {
        Array(shape, items, blank) => {
            let items = items.iter().map(|item| monad(glyph, item)).collect::<Result<_>>()?;
            Ok(Model::array(shape.clone(), items, monad_prototype(glyph, blank)))
        }
        Char(character) => match glyph {
            '+' => Ok(y.clone()),
            '≥' => shifted(*character, &Number::Int(1)),
            '≤' => shifted(*character, &Number::Int(-1)),
            _ => Err(DOMAIN),
        },
        Model::Number(y) => numeric(match glyph {
            '+' => Ok(y.clone()),
            '-' => number::negate(y),
            '÷' => number::reciprocal(y),
            '×' => number::sign(y),
            '|' => number::magnitude(y),
            '⌊' => number::floor(y),
            '⌈' => number::ceiling(y),
            '≥' => number::increment(y),
            '≤' => number::decrement(y),
            '~' => number::not(y),
            _ => panic!("{glyph} is no scalar monad"),
        }),
    }
}

fn monad_prototype(glyph: char, y: &Model) -> Model {
    match y {
        Array(shape, items, blank) => {
            let items = items.iter().map(|item| monad_prototype(glyph, item)).collect();
            Model::array(shape.clone(), items, monad_prototype(glyph, blank))
        }
        _ if "×⌊⌈~".contains(glyph) => int(0),
        _ if "*⍟○π".contains(glyph) => approximate_zero(),
        Char(_) if "+≥≤".contains(glyph) => y.clone(),
        Char(_) => approximate_zero(),
        _ => y.clone(),
    }
}

pub fn dyad(glyph: char, x: &Model, y: &Model) -> Result<Model> {
    if x.is_atom() && y.is_atom() {
        return atoms(glyph, x, y);
    }
    let shape = agree(&x.shape(), &y.shape())?;
    let blank = if count(&shape) == 0 { prototype(glyph, &x.fill(), &y.fill())? } else { int(0) };
    let items = positions(&shape).iter().map(|i| dyad(glyph, &x.at(i), &y.at(i))).collect::<Result<_>>()?;
    Ok(Model::array(shape, items, blank))
}

/// The prototype of an empty result whose arguments have these prototypes.
pub fn prototype(glyph: char, x: &Model, y: &Model) -> Result<Model> {
    if !x.is_atom() || !y.is_atom() {
        let shape = agree(&x.shape(), &y.shape())?;
        let blank = if count(&shape) == 0 { prototype(glyph, &x.fill(), &y.fill())? } else { int(0) };
        let items = positions(&shape).iter().map(|i| prototype(glyph, &x.at(i), &y.at(i))).collect::<Result<_>>()?;
        return Ok(Model::array(shape, items, blank));
    }
    Ok(match (glyph, x, y) {
        ('=' | '≠' | '<' | '≤' | '>' | '≥' | '⍲' | '⍱', ..) => int(0),
        ('⍟' | '○' | 'π', ..) => approximate_zero(),
        ('+', Char(_), Model::Number(_)) | ('+', Model::Number(_), Char(_)) | ('-', Char(_), Model::Number(_)) => {
            Char(' ')
        }
        ('-', Char(_), Char(_)) => int(0),
        (_, Model::Number(a), Model::Number(b)) if a.is_exact() && b.is_exact() => int(0),
        _ => approximate_zero(),
    })
}

fn atoms(glyph: char, x: &Model, y: &Model) -> Result<Model> {
    let (a, b) = match (x, y) {
        (Model::Number(a), Model::Number(b)) => (a, b),
        _ if glyph == '=' => return Ok(int(x.matches(y) as usize)),
        _ if glyph == '≠' => return Ok(int(!x.matches(y) as usize)),
        (Char(c), Model::Number(n)) | (Model::Number(n), Char(c)) if glyph == '+' => return shifted(*c, n),
        (Char(c), Model::Number(n)) if glyph == '-' => return shifted(*c, &number::negate(n).expect("a real")),
        (Char(a), Char(b)) if glyph == '-' => return Ok(Model::Number(Number::Int(*a as i64 - *b as i64))),
        _ => return Err(DOMAIN),
    };
    numeric(match glyph {
        '+' => number::add(a, b),
        '-' => number::subtract(a, b),
        '×' => number::multiply(a, b),
        '÷' => number::divide(a, b),
        '⌊' => number::minimum(a, b),
        '⌈' => number::maximum(a, b),
        '|' => number::residue(a, b),
        '∨' => number::gcd(a, b),
        '∧' => number::lcm(a, b),
        '<' => number::less(a, b).map(truth),
        '≤' => number::less_or_equal(a, b).map(truth),
        '>' => number::greater(a, b).map(truth),
        '≥' => number::greater_or_equal(a, b).map(truth),
        '=' => Ok(truth(number::equal(a, b))),
        '≠' => Ok(truth(!number::equal(a, b))),
        _ => panic!("{glyph} is no scalar dyad"),
    })
}

fn truth(truth: bool) -> Number {
    Number::Int(truth as i64)
}

fn numeric(result: aplomb::control::Result<Number>) -> Result<Model> {
    result.map(Model::Number).map_err(|error| Failure::Error(error.kind()))
}

/// The character this many code points later.
fn shifted(character: char, by: &Number) -> Result<Model> {
    let by = match by {
        Number::Int(by) => *by,
        Number::Float(by) if by.fract() == 0.0 && by.abs() < 1e9 => *by as i64,
        _ => return Err(DOMAIN),
    };
    let code = (character as i64).checked_add(by).and_then(|code| u32::try_from(code).ok()).ok_or(DOMAIN)?;
    char::from_u32(code).map(Char).ok_or(DOMAIN)
}

//! Reduce, scan, each, outer and inner product.

use aplomb::number::Number;

use crate::model::{DOMAIN, Failure, LENGTH, MOST_ITEMS, Model, Result, approximate_zero, count, int, positions};
use crate::scalar::{self, agree};
use crate::whole;

/// Glyphs whose dyads pervade.
pub const SCALAR_DYADS: &str = "+-×÷⌊⌈|∨∧=≠<≤>≥";
/// Glyphs whose monads pervade.
pub const SCALAR_MONADS: &str = "+-×÷⌊⌈|≤≥~";

pub fn monad(glyph: char, y: &Model) -> Result<Model> {
    if SCALAR_MONADS.contains(glyph) { scalar::monad(glyph, y) } else { whole::monad(glyph, y) }
}

pub fn dyad(glyph: char, x: &Model, y: &Model) -> Result<Model> {
    if SCALAR_DYADS.contains(glyph) { scalar::dyad(glyph, x, y) } else { whole::dyad(glyph, x, y) }
}

/// The lanes along an axis, and the shape of the others.
fn lanes(y: &Model, axis: usize) -> (Vec<usize>, Vec<Vec<Model>>) {
    let (mut frame, length) = (y.shape(), y.shape()[axis]);
    frame.remove(axis);
    let lane = |place: Vec<usize>| {
        let at = |i| y.at(&[&place[..axis], &[i], &place[axis..]].concat());
        (0..length).map(at).collect()
    };
    let all = positions(&frame).into_iter().map(lane).collect();
    (frame, all)
}

pub fn reduce(glyph: char, y: &Model, axis: usize) -> Result<Model> {
    if y.rank() == 0 {
        return Ok(y.items()[0].clone());
    }
    let (frame, lanes) = lanes(y, axis);
    let results: Vec<Model> = lanes.iter().map(|lane| fold(glyph, lane, &y.fill())).collect::<Result<_>>()?;
    if y.rank() == 1 { Ok(results[0].clone()) } else { Ok(Model::array(frame, results, y.fill())) }
}

/// `a f (b f (c f d))`.
fn fold(glyph: char, lane: &[Model], fill: &Model) -> Result<Model> {
    match lane {
        [] => identity(glyph, fill),
        [only] => Ok(only.clone()),
        [first, rest @ ..] => dyad(glyph, first, &fold(glyph, rest, fill)?),
    }
}

fn identity(glyph: char, fill: &Model) -> Result<Model> {
    if glyph == ',' {
        let leaf = leaf(fill);
        let blank = if let Model::Number(_) | Model::Char(_) = leaf { leaf } else { return Err(Failure::Unknown) };
        return Ok(Model::array(vec![0], vec![], blank));
    }
    if let Model::Array(shape, items, blank) = fill {
        let items = items.iter().map(|item| identity(glyph, item)).collect::<Result<_>>()?;
        return Ok(Model::array(shape.clone(), items, identity(glyph, blank)?.prototype()));
    }
    let exact = matches!(fill, Model::Number(number) if number.is_exact());
    let kind = |n: i64| if exact { Number::Int(n) } else { Number::Float(n as f64) };
    Ok(Model::Number(match glyph {
        '+' | '-' | '∨' | '|' => kind(0),
        '×' | '÷' | '∧' => kind(1),
        '<' | '>' | '≠' => Number::Int(0),
        '=' | '≤' | '≥' => Number::Int(1),
        '⌊' => Number::Float(f64::INFINITY),
        '⌈' => Number::Float(f64::NEG_INFINITY),
        _ => return Err(DOMAIN),
    }))
}

fn leaf(value: &Model) -> Model {
    match value {
        Model::Array(..) => leaf(&value.fill()),
        atom => atom.clone(),
    }
}

pub fn scan(glyph: char, y: &Model, axis: usize) -> Result<Model> {
    if y.rank() == 0 || y.items().is_empty() {
        return Ok(y.clone());
    }
    let (_, lanes) = lanes(y, axis);
    let mut scanned = Vec::new();
    for lane in lanes {
        let mut results = vec![lane[0].clone()];
        for item in &lane[1..] {
            results.push(dyad(glyph, results.last().expect("the first"), item)?);
        }
        scanned.push(results);
    }
    let frame: Vec<usize> = [&y.shape()[..axis], &y.shape()[axis + 1..]].concat();
    let lane_of = |place: &[usize]| {
        let without = [&place[..axis], &place[axis + 1..]].concat();
        positions(&frame).iter().position(|other| *other == without).expect("in the frame")
    };
    let items = positions(&y.shape()).iter().map(|place| scanned[lane_of(place)][place[axis]].clone()).collect();
    Ok(Model::array(y.shape(), items, y.fill()))
}

pub fn each(glyph: char, y: &Model) -> Result<Model> {
    let Model::Array(shape, items, blank) = y else { return monad(glyph, y) };
    if SCALAR_MONADS.contains(glyph) {
        return monad(glyph, y);
    }
    let blank = if items.is_empty() { monad(glyph, blank)?.prototype() } else { int(0) };
    Ok(Model::array(shape.clone(), items.iter().map(|item| monad(glyph, item)).collect::<Result<_>>()?, blank))
}

/// The prototype of an empty result of single calls.
fn called_on_prototypes(glyph: char, x: &Model, y: &Model) -> Result<Model> {
    if SCALAR_DYADS.contains(glyph) {
        return scalar::prototype(glyph, &x.fill(), &y.fill());
    }
    let argument = |value: &Model| value.items().first().cloned().unwrap_or_else(|| value.fill());
    Ok(dyad(glyph, &argument(x), &argument(y))?.prototype())
}

pub fn each_dyad(glyph: char, x: &Model, y: &Model) -> Result<Model> {
    if x.is_atom() && y.is_atom() {
        return dyad(glyph, x, y);
    }
    let shape = agree(&x.shape(), &y.shape())?;
    let blank = if count(&shape) == 0 { called_on_prototypes(glyph, x, y)? } else { int(0) };
    let items = positions(&shape).iter().map(|i| dyad(glyph, &x.at(i), &y.at(i))).collect::<Result<_>>()?;
    Ok(Model::array(shape, items, blank))
}

pub fn outer(glyph: char, x: &Model, y: &Model) -> Result<Model> {
    if x.is_atom() && y.is_atom() {
        return dyad(glyph, x, y);
    }
    let shape = [x.shape(), y.shape()].concat();
    if count(&shape) > MOST_ITEMS {
        return Err(Failure::Unknown);
    }
    let blank = if count(&shape) == 0 { called_on_prototypes(glyph, x, y)? } else { int(0) };
    let mut items = Vec::new();
    for a in x.items() {
        for b in y.items() {
            items.push(dyad(glyph, &a, &b)?);
        }
    }
    Ok(Model::array(shape, items, blank))
}

pub fn inner(fold_by: char, glyph: char, x: &Model, y: &Model) -> Result<Model> {
    let unit = |value: &Model| if value.rank() == 0 { vec![1] } else { value.shape() };
    let (s, t) = (unit(x), unit(y));
    let length = match (s[s.len() - 1], t[0]) {
        (n, m) if n == m || m == 1 => n,
        (1, m) => m,
        _ => return Err(LENGTH),
    };
    let (frame, cell) = (s[..s.len() - 1].to_vec(), t[1..].to_vec());
    let shape = [frame.clone(), cell.clone()].concat();
    if count(&shape) == 0 {
        return Err(Failure::Unknown);
    }
    let fill = match length {
        0 if SCALAR_DYADS.contains(glyph) => scalar::prototype(glyph, &x.fill(), &y.fill())?,
        0 => return Err(Failure::Unknown),
        _ => approximate_zero(),
    };
    let mut items = Vec::new();
    for row in positions(&frame) {
        let mut calls = Vec::new();
        for i in 0..length {
            let cells = positions(&cell).into_iter();
            let call = |column: Vec<usize>| {
                dyad(glyph, &x.at(&[row.clone(), vec![i]].concat()), &y.at(&[vec![i], column].concat()))
            };
            calls.push(cells.map(call).collect::<Result<Vec<_>>>()?);
        }
        for column in 0..count(&cell) {
            let lane: Vec<Model> = calls.iter().map(|row| row[column].clone()).collect();
            items.push(fold(fold_by, &lane, &fill)?);
        }
    }
    if shape.is_empty() { Ok(items[0].clone()) } else { Ok(Model::array(shape, items, int(0))) }
}

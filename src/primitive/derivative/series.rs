//! Truncated power series along a tape: all derivatives of a function of one variable at once.
//!
//! The series of a value holds its Taylor coefficients in the point's distance. A coefficient that nothing reaches is
//! absent, so that it makes nothing approximate. Functions with a derivative `F` come from `k·y[k] = Σ i·x[i]·F[k-i]`
//! (Moore, "Interval Analysis", 1966, chapter 11).

use super::reverse::{check_circle, circle_code, is_positive, is_zero, needs};
use super::tape::{Origin, Tape};
use super::{add_to, factorial, finite, polynomial};
use crate::array::{Caller, Function, Value};
use crate::control::{Error, Result, poll};
use crate::number::{self, Number};
use crate::primitive::argument::describe;

/// Coefficients from order 0 on; the first one is always there.
pub(super) type Series = Vec<Option<Number>>;

const ONE: Number = Number::Int(1);

/// The Taylor coefficients of a function at a unit, up to an order. `RANK ERROR` unless its result is a unit.
pub(super) fn taylor(caller: &mut dyn Caller, function: &Function, at: Number, order: usize) -> Result<Series> {
    let mut tape = Tape::new(caller);
    let point = tape.point(Value::from(at))?;
    let result = tape.run(function, None, point)?;
    let value = &tape.node(result).value;
    if value.rank() != 0 {
        return Err(Error::rank(format!("a repeated derivative needs a unit result, not {}", describe(value))));
    }
    let mut all: Vec<Vec<Series>> = Vec::new();
    for id in 0..=result {
        poll()?;
        let mut series = if id == point {
            let mut variable = constant(&tape.node(id).items[0], order);
            if order > 0 {
                variable[1] = Some(ONE);
            }
            vec![variable]
        } else if tape.node(id).depends {
            of_node(&mut tape, id, &all, order)?
        } else {
            tape.node(id).items.iter().map(|item| constant(item, order)).collect()
        };
        for (series, item) in series.iter_mut().zip(&tape.node(id).items) {
            series[0] = Some(item.clone());
            for coefficient in series.iter().flatten() {
                finite(coefficient.clone())?;
            }
        }
        all.push(series);
    }
    Ok(all.swap_remove(result).swap_remove(0))
}

fn constant(value: &Number, order: usize) -> Series {
    let mut series = vec![None; order + 1];
    series[0] = Some(value.clone());
    series
}

/// The series of each item of a value that depends on the point.
fn of_node(tape: &mut Tape<'_>, id: usize, all: &[Vec<Series>], order: usize) -> Result<Vec<Series>> {
    if let Origin::Derivative(function, lower, source) = &tape.node(id).origin {
        let (function, lower, source) = (function.clone(), *lower, *source);
        let at = tape.node(source).items[0].clone();
        let whole = taylor(tape.caller, &function, at, lower + order)?;
        let mut own = Vec::with_capacity(order + 1);
        for (k, coefficient) in whole.into_iter().skip(lower).enumerate() {
            let factor = number::divide(&factorial(lower + k)?, &factorial(k)?)?;
            own.push(coefficient.map(|coefficient| number::multiply(&coefficient, &factor)).transpose()?);
        }
        return Ok(vec![compose(&own, &all[source][0])?]);
    }
    let node = tape.node(id);
    let items = &node.items;
    match &node.origin {
        Origin::Given | Origin::Derivative(..) => Ok(items.iter().map(|item| constant(item, order)).collect()),
        Origin::Monad(symbol, source) => all[*source].iter().zip(items).map(|(x, y)| monad(*symbol, x, y)).collect(),
        Origin::Dyad(symbol, left, right, agreement) => {
            let zero = constant(&Number::Int(0), order);
            let side = |id: usize, at: Option<usize>| at.map_or(&zero, |at| &all[id][at]);
            (0..items.len())
                .map(|position| {
                    let a = side(*left, agreement.left.index(position));
                    let b = side(*right, agreement.right.index(position));
                    dyad(*symbol, a, b, &items[position])
                })
                .collect()
        }
        Origin::Moved(source, places) => {
            let fill = |i: usize| constant(&items[i], order);
            let pick =
                |(i, place): (usize, &Option<usize>)| place.map_or_else(|| fill(i), |at| all[*source][at].clone());
            Ok(places.iter().enumerate().map(pick).collect())
        }
        Origin::Sum(source, groups) => fold(&all[*source], groups, items, order, add),
        Origin::Product(source, groups) => fold(&all[*source], groups, items, order, multiply),
        Origin::RunningSum(source, lanes) => {
            let mut sums = all[*source].clone();
            for lane in 0..lanes.count() {
                for position in 1..lanes.length {
                    let place = lanes.start(lane) + position * lanes.stride;
                    sums[place] = add(&sums[place - lanes.stride], &sums[place])?;
                }
            }
            Ok(sums)
        }
        Origin::Contraction(left, right, terms) => (0..items.len())
            .map(|place| {
                let mut sum: Option<Series> = None;
                for k in 0..terms.length() {
                    let (i, j) = terms.places(place, k);
                    let term = multiply(&all[*left][i], &all[*right][j])?;
                    sum = Some(sum.map_or_else(|| Ok(term.clone()), |sum| add(&sum, &term))?);
                }
                Ok(sum.unwrap_or_else(|| constant(&items[place], order)))
            })
            .collect(),
        Origin::Polynomial(coefficients, source) => {
            let points = &tape.node(*source).value;
            let own = polynomial::taylor(coefficients, points, order)?;
            own.iter().map(|(point, own)| compose(own, &all[*source][*point])).collect()
        }
    }
}

/// Items of one group combined from the right.
fn fold(
    source: &[Series],
    groups: &[usize],
    items: &[Number],
    order: usize,
    combine: fn(&Series, &Series) -> Result<Series>,
) -> Result<Vec<Series>> {
    let mut results: Vec<Option<Series>> = vec![None; items.len()];
    for (series, &group) in source.iter().zip(groups).rev() {
        results[group] = Some(match &results[group] {
            None => series.clone(),
            Some(after) => combine(series, after)?,
        });
    }
    Ok(results.into_iter().zip(items).map(|(result, item)| result.unwrap_or_else(|| constant(item, order))).collect())
}

fn add(a: &Series, b: &Series) -> Result<Series> {
    a.iter()
        .zip(b)
        .map(|pair| match pair {
            (Some(a), Some(b)) => number::add(a, b).map(Some),
            (a, b) => Ok(a.clone().or(b.clone())),
        })
        .collect()
}

fn each(a: &Series, make: impl Fn(&Number) -> Result<Number>) -> Result<Series> {
    a.iter().map(|coefficient| coefficient.as_ref().map(&make).transpose()).collect()
}

fn negate(a: &Series) -> Result<Series> {
    each(a, number::negate)
}

fn multiply(a: &Series, b: &Series) -> Result<Series> {
    let mut product = vec![None; a.len()];
    for (i, a) in a.iter().enumerate() {
        let Some(a) = a else { continue };
        for (j, b) in b.iter().enumerate().take(product.len() - i) {
            if let Some(b) = b {
                add_to(&mut product[i + j], number::multiply(a, b)?)?;
            }
        }
    }
    Ok(product)
}

fn divide(a: &Series, b: &Series) -> Result<Series> {
    let divisor = b[0].as_ref().expect("a series has a constant term");
    needs(!is_zero(divisor))?;
    let mut quotient: Series = vec![None; a.len()];
    for k in 0..a.len() {
        let mut rest = a[k].clone();
        for i in 0..k {
            if let (Some(q), Some(b)) = (&quotient[i], &b[k - i]) {
                add_to(&mut rest, number::negate(&number::multiply(q, b)?)?)?;
            }
        }
        quotient[k] = rest.map(|rest| number::divide(&rest, divisor)).transpose()?;
    }
    Ok(quotient)
}

/// Whether a series does not vary.
fn is_constant(a: &Series) -> bool {
    a[1..].iter().all(Option::is_none)
}

/// The function with value `y` whose derivative `factor` gives, from its series so far.
fn integrate(y: &Number, x: &Series, factor: impl Fn(&Series) -> Result<Series>) -> Result<Series> {
    let mut series = constant(y, x.len() - 1);
    if is_constant(x) {
        return Ok(series);
    }
    for k in 1..x.len() {
        let factor = factor(&series)?;
        series[k] = next_coefficient(x, &factor, k)?;
    }
    Ok(series)
}

/// `(Σ i·x[i]·F[k-i])÷k`.
fn next_coefficient(x: &Series, factor: &Series, k: usize) -> Result<Option<Number>> {
    let mut sum = None;
    for i in 1..=k {
        if let (Some(x), Some(factor)) = (&x[i], &factor[k - i]) {
            add_to(&mut sum, number::multiply(&number::multiply(&Number::Int(i as i64), x)?, factor)?)?;
        }
    }
    sum.map(|sum| number::divide(&sum, &Number::Int(k as i64))).transpose()
}

/// A function given by its Taylor coefficients at the constant term of `x`, applied to `x`.
fn compose(function: &[Option<Number>], x: &Series) -> Result<Series> {
    let mut distance = x.clone();
    distance[0] = None;
    let mut result: Series = vec![None; x.len()];
    for coefficient in function.iter().rev() {
        result = multiply(&result, &distance)?;
        if let Some(coefficient) = coefficient {
            add_to(&mut result[0], coefficient.clone())?;
        }
    }
    Ok(result)
}

fn one(order: usize) -> Series {
    constant(&ONE, order)
}

fn reciprocal(a: &Series) -> Result<Series> {
    divide(&one(a.len() - 1), a)
}

fn logarithm(x: &Series) -> Result<Series> {
    let value = x[0].as_ref().expect("a series has a constant term");
    needs(is_positive(value))?;
    integrate(&number::logarithm(value)?, x, |_| reciprocal(x))
}

/// `*x` with a known value.
fn exponential(y: &Number, x: &Series) -> Result<Series> {
    integrate(y, x, |series| Ok(series.clone()))
}

fn monad(symbol: char, x: &Series, y: &Number) -> Result<Series> {
    match symbol {
        '-' => negate(x),
        '⍱' => each(x, number::double),
        '⍲' => multiply(x, x),
        '÷' => reciprocal(x),
        '*' => exponential(y, x),
        '⍟' => logarithm(x),
        '√' => integrate(y, x, |series| reciprocal(&each(series, number::double)?)),
        'π' => each(x, number::pi_times),
        _ => Ok(x.clone()),
    }
}

fn dyad(symbol: char, a: &Series, b: &Series, y: &Number) -> Result<Series> {
    let (first, second) = (a[0].as_ref(), b[0].as_ref());
    let (x, z) = (first.expect("a constant term"), second.expect("a constant term"));
    match symbol {
        _ if is_constant(a) && is_constant(b) => Ok(constant(y, a.len() - 1)),
        '+' => add(a, b),
        '-' => add(a, &negate(b)?),
        '×' => multiply(a, b),
        '÷' => divide(a, b),
        'π' => divide(&each(a, number::pi_times)?, b),
        '*' if is_constant(b) => compose(&power_coefficients(x, z, a.len())?, a),
        '*' => exponential(y, &multiply(b, &logarithm(a)?)?),
        '⍟' => divide(&logarithm(b)?, &logarithm(a)?),
        '√' if is_constant(a) => {
            needs(!is_zero(z))?;
            integrate(y, b, |series| divide(series, &multiply(a, b)?))
        }
        '√' => exponential(y, &divide(&logarithm(b)?, a)?),
        '○' => circle(circle_code(x)?, b, y),
        _ => Err(Error::domain("the function has no derivative")),
    }
}

/// The Taylor coefficients of `x*e` in `x`: `e·(e-1)·…·(e-k+1)÷k!` times `x*e-k`, absent where that product is 0.
fn power_coefficients(x: &Number, exponent: &Number, count: usize) -> Result<Series> {
    let mut falling = ONE;
    let mut coefficients = Vec::with_capacity(count);
    for k in 0..count {
        if k > 0 && is_zero(&falling) {
            coefficients.push(None);
            continue;
        }
        let lowered = number::subtract(exponent, &Number::Int(k as i64))?;
        let term = number::multiply(&falling, &number::power(x, &lowered)?)?;
        coefficients.push(Some(number::divide(&term, &factorial(k)?)?));
        falling = number::multiply(&falling, &lowered)?;
    }
    Ok(coefficients)
}

/// `code○x` with a known value.
fn circle(code: i64, x: &Series, y: &Number) -> Result<Series> {
    let at = x[0].as_ref().expect("a constant term");
    check_circle(code, at)?;
    let order = x.len() - 1;
    let value = |code: i64| number::circle(&Number::Int(code), at);
    let one_minus_square = || add(&one(order), &negate(&multiply(x, x)?)?);
    let one_plus_square = || add(&one(order), &multiply(x, x)?);
    match code {
        1 => Ok(pair(x, y, &value(2)?, -1)?.0),
        2 => Ok(pair(x, &value(1)?, y, -1)?.1),
        5 => Ok(pair(x, y, &value(6)?, 1)?.0),
        6 => Ok(pair(x, &value(5)?, y, 1)?.1),
        0 => integrate(y, x, |series| negate(&divide(x, series)?)),
        3 => integrate(y, x, |series| add(&one(order), &multiply(series, series)?)),
        4 | -4 => integrate(y, x, |series| divide(x, series)),
        7 => integrate(y, x, |series| add(&one(order), &negate(&multiply(series, series)?)?)),
        -1 => integrate(y, x, |_| reciprocal(&circle(0, x, &value(0)?)?)),
        -2 => integrate(y, x, |_| negate(&reciprocal(&circle(0, x, &value(0)?)?)?)),
        -3 => integrate(y, x, |_| reciprocal(&one_plus_square()?)),
        -5 => integrate(y, x, |_| reciprocal(&circle(4, x, &value(4)?)?)),
        -6 => integrate(y, x, |_| reciprocal(&circle(-4, x, &value(-4)?)?)),
        -7 => integrate(y, x, |_| reciprocal(&one_minus_square()?)),
        10 => {
            let sign = number::sign(at)?;
            each(x, |coefficient| number::multiply(&sign, coefficient))
        }
        11 => each(x, |coefficient| number::multiply(&Number::Int(0), coefficient)),
        _ => Ok(x.clone()),
    }
}

/// Sine and cosine (`sign` -1), or their hyperbolic kin (`sign` 1), which are each other's derivatives up to the sign.
fn pair(x: &Series, sine: &Number, cosine: &Number, sign: i64) -> Result<(Series, Series)> {
    let order = x.len() - 1;
    let (mut sines, mut cosines) = (constant(sine, order), constant(cosine, order));
    for k in 1..=order {
        let next_sine = next_coefficient(x, &cosines, k)?;
        let next_cosine = next_coefficient(x, &sines, k)?;
        cosines[k] = next_cosine.map(|next| number::multiply(&Number::Int(sign), &next)).transpose()?;
        sines[k] = next_sine;
    }
    Ok((sines, cosines))
}

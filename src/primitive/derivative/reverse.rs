//! Passing cotangents back from a result to the point.

use super::tape::{Id, Origin, Tape};
use super::{add_to, factorial, finite, polynomial, series};
use crate::array::{Function, Value};
use crate::control::{Error, Result, poll};
use crate::number::{self, Number};
use crate::primitive::operators::{Contraction, Lanes};

/// What has reached each item of a value so far.
type Cotangents = Vec<Option<Number>>;

/// The cotangent of each item of the point, given that of each item of the result.
pub(super) fn pass_back(tape: &mut Tape<'_>, result: Id, cotangent: Cotangents, point: Id) -> Result<Cotangents> {
    let mut reached = Reached((0..tape.nodes().len()).map(|_| None).collect());
    reached.0[result] = Some(cotangent);
    for id in (point + 1..=result).rev() {
        poll()?;
        match reached.0[id].take() {
            Some(own) if tape.node(id).depends => {
                if let Origin::Derivative(function, order, source) = &tape.node(id).origin {
                    let (function, order, source) = (function.clone(), *order, *source);
                    pass_derivative(tape, &function, order, source, &own, &mut reached)?;
                } else {
                    pass_node(tape, id, &own, &mut reached)?;
                }
            }
            _ => {}
        }
    }
    let items = tape.node(point).items.len();
    Ok(reached.0[point].take().unwrap_or_else(|| vec![None; items]))
}

/// What has reached each value so far.
struct Reached(Vec<Option<Cotangents>>);

impl Reached {
    /// Adds to the cotangent of an item, if its value depends on the point.
    fn give(&mut self, tape: &Tape<'_>, to: Id, at: usize, value: Number) -> Result<()> {
        let node = tape.node(to);
        if !node.depends {
            return Ok(());
        }
        let cotangents = self.0[to].get_or_insert_with(|| vec![None; node.items.len()]);
        add_to(&mut cotangents[at], finite(value)?)
    }

    /// Adds to all items of a value that something reaches.
    fn give_all(&mut self, tape: &Tape<'_>, to: Id, cotangents: Cotangents) -> Result<()> {
        for (at, cotangent) in cotangents.into_iter().enumerate() {
            if let Some(value) = cotangent {
                self.give(tape, to, at, value)?;
            }
        }
        Ok(())
    }
}

/// Passes the cotangents of a value on to those that it was computed from.
fn pass_node(tape: &Tape<'_>, id: Id, own: &Cotangents, reached: &mut Reached) -> Result<()> {
    let node = tape.node(id);
    match &node.origin {
        Origin::Given | Origin::Derivative(..) => Ok(()),
        Origin::Monad(symbol, source) => present(own).try_for_each(|(i, u)| {
            let (x, y) = (&tape.node(*source).items[i], &node.items[i]);
            reached.give(tape, *source, i, monad_rule(*symbol, u, x, y)?)
        }),
        Origin::Dyad(symbol, left, right, agreement) => present(own).try_for_each(|(position, u)| {
            let y = &node.items[position];
            let (i, j) = (agreement.left.index(position), agreement.right.index(position));
            let a = i.map_or(Number::Int(0), |i| tape.node(*left).items[i].clone());
            let b = j.map_or(Number::Int(0), |j| tape.node(*right).items[j].clone());
            if let Some(i) = i.filter(|_| tape.node(*left).depends) {
                reached.give(tape, *left, i, left_rule(*symbol, u, &a, &b, y)?)?;
            }
            if let Some(j) = j.filter(|_| tape.node(*right).depends) {
                reached.give(tape, *right, j, right_rule(*symbol, u, &a, &b, y)?)?;
            }
            Ok(())
        }),
        Origin::Moved(source, places) => present(own).try_for_each(|(i, u)| match places[i] {
            Some(place) => reached.give(tape, *source, place, u.clone()),
            None => Ok(()),
        }),
        Origin::Sum(source, groups) => {
            reached.give_all(tape, *source, groups.iter().map(|&group| own[group].clone()).collect())
        }
        Origin::Product(source, groups) => {
            let others = products_of_others(&tape.node(*source).items, groups, own.len())?;
            let given = groups.iter().zip(others).map(|(&group, others)| match (&own[group], others) {
                (Some(u), Some(others)) => number::multiply(u, &others).map(Some),
                (u, _) => Ok(u.clone()),
            });
            reached.give_all(tape, *source, given.collect::<Result<_>>()?)
        }
        Origin::RunningSum(source, lanes) => reached.give_all(tape, *source, sums_from_the_end(own, *lanes)?),
        Origin::Contraction(left, right, terms) => contraction_rule(tape, *left, *right, terms, own, reached),
        Origin::Polynomial(coefficients, source) => {
            let given = polynomial::pass_back(coefficients, &tape.node(*source).value, own)?;
            reached.give_all(tape, *source, given)
        }
    }
}

/// `f∂` inside a function: its derivative is the next one of `f`.
fn pass_derivative(
    tape: &mut Tape<'_>,
    function: &Function,
    order: usize,
    source: Id,
    own: &Cotangents,
    reached: &mut Reached,
) -> Result<()> {
    let Some(u) = &own[0] else { return Ok(()) };
    let at = tape.node(source).items[0].clone();
    let Some(coefficient) = series::taylor(tape.caller, function, at, order + 1)?.pop().flatten() else {
        return Ok(());
    };
    let derivative = number::multiply(&coefficient, &factorial(order + 1)?)?;
    reached.give(tape, source, 0, number::multiply(u, &derivative)?)
}

fn present(cotangents: &Cotangents) -> impl Iterator<Item = (usize, &Number)> {
    cotangents.iter().enumerate().filter_map(|(i, u)| u.as_ref().map(|u| (i, u)))
}

/// A `DOMAIN ERROR` unless the condition of a rule holds.
pub(super) fn needs(condition: bool) -> Result<()> {
    if condition { Ok(()) } else { Err(Error::domain("the function is not differentiable at this point")) }
}

pub(super) fn is_positive(x: &Number) -> bool {
    number::tolerance::order(x, &Number::Int(0)).is_gt()
}

pub(super) fn is_zero(x: &Number) -> bool {
    number::tolerance::order(x, &Number::Int(0)).is_eq()
}

/// Whether `|x|` is below 1.
fn is_below_one(x: &Number) -> Result<bool> {
    Ok(number::tolerance::order(&number::magnitude(x)?, &Number::Int(1)).is_lt())
}

fn is_above_one(x: &Number) -> bool {
    number::tolerance::order(x, &Number::Int(1)).is_gt()
}

const ONE: Number = Number::Int(1);
const TWO: Number = Number::Int(2);

fn monad_rule(symbol: char, u: &Number, x: &Number, y: &Number) -> Result<Number> {
    use number::{divide, multiply, negate};
    match symbol {
        '-' => negate(u),
        '⍱' => multiply(&TWO, u),
        '⍲' => multiply(&TWO, &multiply(u, x)?),
        '÷' => negate(&multiply(u, &multiply(y, y)?)?),
        '*' => multiply(u, y),
        '⍟' => {
            needs(is_positive(x))?;
            divide(u, x)
        }
        '√' => {
            needs(is_positive(x))?;
            divide(u, &multiply(&TWO, y)?)
        }
        'π' => number::pi_times(u),
        _ => Ok(u.clone()),
    }
}

/// The cotangent of `a` in `y←a f b`.
fn left_rule(symbol: char, u: &Number, a: &Number, b: &Number, y: &Number) -> Result<Number> {
    use number::{divide, logarithm, multiply, negate, power, subtract};
    match symbol {
        '×' => multiply(u, b),
        '÷' => {
            needs(!is_zero(b))?;
            divide(u, b)
        }
        '*' if is_zero(b) => multiply(u, &multiply(b, a)?),
        '*' => multiply(u, &multiply(b, &power(a, &subtract(b, &ONE)?)?)?),
        '⍟' => {
            needs(is_positive(a) && !is_one(a) && is_positive(b))?;
            negate(&multiply(u, &divide(y, &multiply(a, &logarithm(a)?)?)?)?)
        }
        '√' => {
            needs(is_positive(b))?;
            negate(&multiply(u, &multiply(y, &divide(&logarithm(b)?, &multiply(a, a)?)?)?)?)
        }
        'π' => {
            needs(!is_zero(b))?;
            multiply(u, &number::pi_ratio(&ONE, b)?)
        }
        _ => Ok(u.clone()),
    }
}

fn is_one(x: &Number) -> bool {
    number::tolerance::order(x, &ONE).is_eq()
}

/// The cotangent of `b` in `y←a f b`.
fn right_rule(symbol: char, u: &Number, a: &Number, b: &Number, y: &Number) -> Result<Number> {
    use number::{divide, logarithm, multiply, negate};
    match symbol {
        '-' => negate(u),
        '×' => multiply(u, a),
        '÷' | 'π' => {
            needs(!is_zero(b))?;
            negate(&multiply(u, &divide(y, b)?)?)
        }
        '*' => {
            needs(is_positive(a))?;
            multiply(u, &multiply(y, &logarithm(a)?)?)
        }
        '⍟' => {
            needs(is_positive(a) && !is_one(a) && is_positive(b))?;
            divide(u, &multiply(b, &logarithm(a)?)?)
        }
        '√' => {
            needs(!is_zero(b))?;
            multiply(u, &divide(y, &multiply(a, b)?)?)
        }
        '○' => match circle_factor(a, b, y)? {
            Some(factor) => multiply(u, &factor),
            None => Ok(u.clone()),
        },
        _ => Ok(u.clone()),
    }
}

/// The whole circle code that a number is.
pub(super) fn circle_code(code: &Number) -> Result<i64> {
    let code = Value::from(code.clone());
    Ok(crate::primitive::argument::whole(&code, "a circle code")?.saturated())
}

/// A `DOMAIN ERROR` unless `code○` is differentiable at `x`.
pub(super) fn check_circle(code: i64, x: &Number) -> Result<()> {
    needs(match code {
        0 | -1 | -2 | -7 => is_below_one(x)?,
        -4 => is_above_one(&number::magnitude(x)?),
        -6 => is_above_one(x),
        10 => !is_zero(x),
        1..=7 | 9 | 11 | -3 | -5 | -9 | -10 => true,
        _ => false,
    })
}

/// The factor at `x` of the derivative of `code○`, `y` being its value; nothing where it is 1.
fn circle_factor(code: &Number, x: &Number, y: &Number) -> Result<Option<Number>> {
    use number::{add, circle, divide, multiply, negate, reciprocal, subtract};
    let code = circle_code(code)?;
    check_circle(code, x)?;
    let at = |code: i64| circle(&Number::Int(code), x);
    Ok(Some(match code {
        0 => negate(&divide(x, y)?)?,
        1 => at(2)?,
        2 => negate(&at(1)?)?,
        3 => add(&ONE, &multiply(y, y)?)?,
        4 | -4 => divide(x, y)?,
        5 => at(6)?,
        6 => at(5)?,
        7 => subtract(&ONE, &multiply(y, y)?)?,
        -1 => reciprocal(&at(0)?)?,
        -2 => negate(&reciprocal(&at(0)?)?)?,
        -3 => reciprocal(&add(&ONE, &multiply(x, x)?)?)?,
        -5 => reciprocal(&at(4)?)?,
        -6 => reciprocal(&at(-4)?)?,
        -7 => reciprocal(&subtract(&ONE, &multiply(x, x)?)?)?,
        10 => number::sign(x)?,
        11 => Number::Int(0),
        _ => return Ok(None),
    }))
}

/// For each item the product of the other items of its group; nothing where it is alone.
fn products_of_others(items: &[Number], groups: &[usize], count: usize) -> Result<Vec<Option<Number>>> {
    fn extended(product: &Option<Number>, item: &Number) -> Result<Option<Number>> {
        Ok(Some(product.as_ref().map_or_else(|| Ok(item.clone()), |product| number::multiply(product, item))?))
    }
    // From the front, then from the back: what stands before an item times what stands after it.
    let mut others = vec![None; items.len()];
    let mut before = vec![None; count];
    for (i, &group) in groups.iter().enumerate() {
        others[i] = before[group].clone();
        before[group] = extended(&before[group], &items[i])?;
    }
    let mut after: Vec<Option<Number>> = vec![None; count];
    for (i, &group) in groups.iter().enumerate().rev() {
        if let Some(product) = &after[group] {
            others[i] = extended(&others[i], product)?;
        }
        after[group] = extended(&after[group], &items[i])?;
    }
    Ok(others)
}

fn sums_from_the_end(own: &Cotangents, lanes: Lanes) -> Result<Cotangents> {
    let mut sums = vec![None; own.len()];
    for lane in 0..lanes.count() {
        let mut sum: Option<Number> = None;
        for position in (0..lanes.length).rev() {
            let place = lanes.start(lane) + position * lanes.stride;
            if let Some(u) = &own[place] {
                add_to(&mut sum, u.clone())?;
            }
            sums[place] = sum.clone();
        }
    }
    Ok(sums)
}

fn contraction_rule(
    tape: &Tape<'_>,
    left: Id,
    right: Id,
    terms: &Contraction,
    own: &Cotangents,
    reached: &mut Reached,
) -> Result<()> {
    for (place, u) in present(own) {
        for k in 0..terms.length() {
            let (i, j) = terms.places(place, k);
            if tape.node(left).depends {
                reached.give(tape, left, i, number::multiply(u, &tape.node(right).items[j])?)?;
            }
            if tape.node(right).depends {
                reached.give(tape, right, j, number::multiply(&tape.node(left).items[i], u)?)?;
            }
        }
    }
    Ok(())
}

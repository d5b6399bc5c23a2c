//! Derivatives of polynomials: `C⊛`.

use super::{add_to, cotangent_of, factorial, finite, in_structure, real, unit_cotangent};
use crate::agree::agree;
use crate::array::{Array, Caller, Form, Function, Layout, Storage, Value};
use crate::control::{Error, Result, poll};
use crate::number::{self, Number};
use crate::primitive::argument::describe;
use crate::primitive::polynomial::{Argument, Polynomial, evaluate};

/// The polynomial argument of a function `C⊛`.
pub(super) fn of(function: &Function) -> Option<&Value> {
    match function.form() {
        Form::Derived { operator, left, right: Some(Value::Function(right)) } => {
            let is_polynomial = right.as_primitive().is_some_and(|glyph| glyph.symbol == '⊛');
            (operator.symbol == '⊸' && is_polynomial && !matches!(left, Value::Function(_))).then_some(left)
        }
        _ => None,
    }
}

/// `(C⊛)∂ X`, `U(C⊛∂)X` and their repetitions.
pub(super) fn derivative(
    caller: &mut dyn Caller,
    coefficients: &Value,
    order: usize,
    left: Option<Value>,
    right: Value,
) -> Result<Value> {
    check_points(&right)?;
    let evaluator = Evaluator::new(coefficients)?;
    if order > 1 {
        return repeated(caller, &evaluator, coefficients, order, left, right);
    }
    let value = evaluate(caller, coefficients.clone(), right.clone())?;
    super::reals(&value)?;
    let cotangent = cotangent_of(left, &value)?;
    let mut reached: Vec<Point> = (0..right.item_count()).map(|i| Point::of(&right.item(i))).collect();
    for (polynomial, point, u) in evaluator.pairs(&right, &cotangent)? {
        poll()?;
        let Some(u) = u else { continue };
        reached[point].add(&polynomial, u)?;
    }
    structured(reached, &right)
}

/// Every number of the point must be real and finite.
fn check_points(point: &Value) -> Result<()> {
    for i in 0..point.item_count() {
        let item = point.item(i);
        match &item {
            Value::Array(coordinates) => {
                (0..coordinates.len()).try_for_each(|i| real(&coordinates.item(i)).map(drop))?
            }
            atom => real(atom).map(drop)?,
        }
    }
    Ok(())
}

fn repeated(
    caller: &mut dyn Caller,
    evaluator: &Evaluator,
    coefficients: &Value,
    order: usize,
    left: Option<Value>,
    right: Value,
) -> Result<Value> {
    if let Evaluator::One(Polynomial::Terms { variables: 2.., .. }) = evaluator {
        return Err(Error::domain("a repeated derivative is of one variable"));
    }
    if right.rank() != 0 {
        return Err(Error::rank(format!(
            "the point of a repeated derivative must be a unit, not {}",
            describe(&right)
        )));
    }
    let value = evaluate(caller, coefficients.clone(), right.clone())?;
    super::reals(&value)?;
    let Evaluator::One(polynomial) = evaluator else {
        return Err(Error::rank("a repeated derivative needs a unit result"));
    };
    let factor = unit_cotangent(left)?;
    let mut reached = Point::of(&right.item(0));
    let derivative = nth(polynomial, reached.coordinate(0), order)?;
    if let Some(derivative) = derivative {
        add_to(&mut reached.sums[0], finite(number::multiply(&factor, &finite(derivative)?)?)?)?;
    }
    structured(vec![reached], &right)
}

/// A point with what has reached each of its coordinates.
struct Point {
    coordinates: Vec<Number>,
    layout: Option<Layout>,
    sums: Vec<Option<Number>>,
}

impl Point {
    fn of(value: &Value) -> Point {
        let layout = value.as_array().map(|array| array.layout().clone());
        let coordinates: Vec<Number> = (0..value.item_count()).filter_map(|i| value.item(i).as_number()).collect();
        Point { sums: vec![None; coordinates.len()], layout, coordinates }
    }

    /// The coordinate of a variable: one number serves all.
    fn coordinate(&self, variable: usize) -> &Number {
        if self.layout.is_none() { &self.coordinates[0] } else { &self.coordinates[variable] }
    }

    /// Adds `u` times the partial derivatives.
    fn add(&mut self, polynomial: &Polynomial, u: &Number) -> Result<()> {
        match polynomial {
            Polynomial::Terms { variables, rows } => {
                for variable in 0..*variables {
                    if let Some(partial) = partial(rows, variable, |v| self.coordinate(v))? {
                        let to = if self.layout.is_none() { 0 } else { variable };
                        add_to(&mut self.sums[to], finite(number::multiply(u, &partial)?)?)?;
                    }
                }
                Ok(())
            }
            one_variable => match nth(one_variable, self.coordinate(0), 1)? {
                Some(derivative) => add_to(&mut self.sums[0], finite(number::multiply(u, &derivative)?)?),
                None => Ok(()),
            },
        }
    }
}

/// The gradients in the structure of the point: coordinate vectors stay enclosed.
fn structured(reached: Vec<Point>, point: &Value) -> Result<Value> {
    if reached.iter().all(|point| point.layout.is_none()) {
        return Ok(in_structure(reached.into_iter().map(|mut point| point.sums.remove(0)).collect(), point));
    }
    let items = reached.into_iter().map(|point| {
        let sums = point.sums.into_iter().map(|sum| Value::from(sum.unwrap_or(Number::Int(0))));
        match point.layout {
            Some(layout) if layout.count() == 0 => Value::Array(Array::empty(layout, Value::Int(0))),
            Some(layout) => Value::Array(Array::new(layout, Storage::collect(sums.collect()))),
            None => sums.into_iter().next().expect("an atom has one derivative"),
        }
    });
    Ok(Array::new(point.layout(), Storage::collect(items.collect())).into())
}

/// One polynomial for all points, or one for each row.
enum Evaluator {
    One(Polynomial),
    Rows(Array),
}

impl Evaluator {
    fn new(coefficients: &Value) -> Result<Evaluator> {
        let evaluator = match Argument::read(coefficients.clone())? {
            Argument::One(polynomial) => Evaluator::One(polynomial),
            Argument::Rows(rows) => Evaluator::Rows(rows),
        };
        match &evaluator {
            Evaluator::One(Polynomial::Coefficients(numbers)) => check_numbers(numbers)?,
            Evaluator::One(Polynomial::Factored(multiplier, roots)) => {
                finite(multiplier.clone())?;
                check_numbers(roots)?;
            }
            Evaluator::One(Polynomial::Terms { rows, .. }) => rows.iter().try_for_each(|row| check_numbers(row))?,
            Evaluator::Rows(rows) => check_numbers(&super::reals(&rows.clone().into())?)?,
        }
        Ok(evaluator)
    }

    /// Each output: its polynomial, the number of its point, and its cotangent.
    fn pairs<'a>(
        &self,
        points: &Value,
        cotangent: &'a [Option<Number>],
    ) -> Result<Vec<(Polynomial, usize, Option<&'a Number>)>> {
        let rows = match self {
            Evaluator::One(polynomial) => {
                let pair = |(i, u): (usize, &'a Option<Number>)| (polynomial.clone(), i, u.as_ref());
                return Ok(cotangent.iter().enumerate().map(pair).collect());
            }
            Evaluator::Rows(rows) => rows,
        };
        let leading = rows.rank() - 1;
        let width = rows.shape()[leading];
        let agreement = agree(&rows.layout().frame(leading), &points.layout())?;
        let mut pairs = Vec::with_capacity(cotangent.len());
        for (position, u) in cotangent.iter().enumerate() {
            // A row without a point takes no part.
            let Some(point) = agreement.right.index(position) else { continue };
            let row = match agreement.left.index(position) {
                Some(row) => (row * width..(row + 1) * width).map(|i| real(&rows.item(i))).collect::<Result<_>>()?,
                None => vec![Number::Int(0); width],
            };
            pairs.push((Polynomial::Coefficients(row), point, u.as_ref()));
        }
        Ok(pairs)
    }
}

fn check_numbers(numbers: &[Number]) -> Result<()> {
    numbers.iter().try_for_each(|number| finite(number.clone()).map(drop))
}

/// The derivative of an order from 1 on, of a polynomial of one variable; nothing where there is no term.
fn nth(polynomial: &Polynomial, x: &Number, order: usize) -> Result<Option<Number>> {
    match polynomial {
        Polynomial::Coefficients(coefficients) => {
            let exponent = |k: usize| Number::Int(k as i64);
            sum_of_terms(coefficients.iter().enumerate().skip(order).map(|(k, c)| (c, exponent(k))), x, order)
        }
        Polynomial::Terms { rows, .. } => sum_of_terms(rows.iter().map(|row| (&row[0], row[1].clone())), x, order),
        Polynomial::Factored(multiplier, roots) => {
            // The coefficient of t^order in Π (t + x - root), times order! and the multiplier.
            let mut series: Vec<Option<Number>> = vec![None; order + 1];
            series[0] = Some(Number::Int(1));
            let mut is_empty = true;
            for root in roots {
                let distance = number::subtract(x, root)?;
                for k in (0..=order).rev() {
                    let mut next = None;
                    if let Some(same) = &series[k] {
                        let product = if is_empty { distance.clone() } else { number::multiply(same, &distance)? };
                        next = Some(product);
                    }
                    if k > 0
                        && let Some(lower) = &series[k - 1]
                    {
                        add_to(&mut next, lower.clone())?;
                    }
                    series[k] = next;
                }
                is_empty = false;
            }
            if roots.len() < order {
                return Ok(None);
            }
            let Some(coefficient) = series.pop().flatten() else { return Ok(None) };
            let scaled = number::multiply(&coefficient, &factorial(order)?)?;
            number::multiply(multiplier, &scaled).map(Some)
        }
    }
}

/// `Σ c·e·(e-1)·…·(e-n+1)·x*(e-n)`, terms whose factor is 0 left out.
fn sum_of_terms<'a>(
    terms: impl Iterator<Item = (&'a Number, Number)>,
    x: &Number,
    order: usize,
) -> Result<Option<Number>> {
    let mut sum = None;
    for (coefficient, exponent) in terms {
        let mut factor = Number::Int(1);
        let mut lowered = exponent;
        for _ in 0..order {
            factor = number::multiply(&factor, &lowered)?;
            lowered = number::subtract(&lowered, &Number::Int(1))?;
        }
        if super::reverse::is_zero(&factor) {
            continue;
        }
        let power = number::power(x, &lowered)?;
        let term = number::multiply(&number::multiply(coefficient, &factor)?, &power)?;
        add_to(&mut sum, finite(term)?)?;
    }
    Ok(sum)
}

/// The partial derivative of an exponent table with respect to one variable.
fn partial<'a>(
    rows: &[Vec<Number>],
    variable: usize,
    coordinate: impl Fn(usize) -> &'a Number,
) -> Result<Option<Number>> {
    let mut sum = None;
    for row in rows {
        let exponent = &row[variable + 1];
        if super::reverse::is_zero(exponent) {
            continue;
        }
        let mut term = number::multiply(&row[0], exponent)?;
        for (other, exponent) in row[1..].iter().enumerate() {
            let exponent =
                if other == variable { number::subtract(exponent, &Number::Int(1))? } else { exponent.clone() };
            term = number::multiply(&term, &number::power(coordinate(other), &exponent)?)?;
        }
        add_to(&mut sum, finite(term)?)?;
    }
    Ok(sum)
}

/// The cotangent of each point inside a composition, where points are numbers.
pub(super) fn pass_back(coefficients: &Value, points: &Value, own: &[Option<Number>]) -> Result<Vec<Option<Number>>> {
    let evaluator = Evaluator::new(coefficients)?;
    let mut reached: Vec<Point> = (0..points.item_count()).map(|i| Point::of(&points.item(i))).collect();
    for (polynomial, point, u) in evaluator.pairs(points, own)? {
        if let Some(u) = u {
            reached[point].add(&polynomial, u)?;
        }
    }
    Ok(reached.into_iter().map(|mut point| point.sums.remove(0)).collect())
}

/// For each output the number of its point and its Taylor coefficients there.
pub(super) fn taylor(coefficients: &Value, points: &Value, order: usize) -> Result<Vec<(usize, Vec<Option<Number>>)>> {
    let evaluator = Evaluator::new(coefficients)?;
    if let Evaluator::One(Polynomial::Terms { variables: 2.., .. }) = evaluator {
        return Err(Error::domain("a repeated derivative is of one variable"));
    }
    let count = match &evaluator {
        Evaluator::One(_) => points.item_count(),
        Evaluator::Rows(rows) => agree(&rows.layout().frame(rows.rank() - 1), &points.layout())?.layout.count(),
    };
    let every = vec![Some(Number::Int(1)); count];
    let mut all = Vec::with_capacity(count);
    for (polynomial, point, _) in evaluator.pairs(points, &every)? {
        let x = real(&points.item(point))?;
        let mut own = vec![None; order + 1];
        for (k, coefficient) in own.iter_mut().enumerate().skip(1) {
            if let Some(derivative) = nth(&polynomial, &x, k)? {
                *coefficient = Some(number::divide(&derivative, &factorial(k)?)?);
            }
        }
        all.push((point, own));
    }
    Ok(all)
}

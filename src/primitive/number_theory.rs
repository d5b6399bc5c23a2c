//! `ℙ` and `⨸`: primes and factors of whole numbers of any size.
//!
//! Both extend: they work on each item of their arguments, which agree, and the results assemble with fill 0.

use num_bigint::{BigInt, BigUint};
use num_traits::{FromPrimitive, One, Signed, ToPrimitive, Zero};

use crate::agree::agree;
use crate::array::{Array, Caller, Items, Layout, Storage, Value};
use crate::control::{self, Error, Result};
use crate::number::prime::{self, count_below, factors, is_prime, nth, nth_of_each};
use crate::number::{Number, tolerance::near_integer};
use crate::primitive::argument::{Whole, check_numbers, describe, whole};
use crate::primitive::assemble::{Rule, assemble, assemble_empty};

/// `ℙN`: the prime with `N` smaller primes.
pub fn prime(_caller: &mut dyn Caller, value: Value) -> Result<Value> {
    if let Value::Array(array) = &value
        && let (Items::I64(_) | Items::F64(_), 2..) = (array.items(), array.len())
    {
        let index = |i| prime_index(&integer(&array.item(i))?);
        let indices: Vec<u64> = (0..array.len()).map(index).collect::<Result<_>>()?;
        let primes = nth_of_each(&indices)?.into_iter().map(|prime| prime as i64).collect::<Vec<_>>();
        return Ok(Value::Array(Array::new(array.layout().clone(), Storage::I64(primes.into()))));
    }
    each(value, Value::Int(0), |number| prime_number(&number))
}

/// `⨸N`: the prime factors of `N ≥ 1` with repetition, ascending.
pub fn prime_factors(_caller: &mut dyn Caller, value: Value) -> Result<Value> {
    each(value, Value::Int(1), |number| factor_vector(&positive(&number)?))
}

/// `KℙN`: by the mode `K`, see [`mode`].
pub fn prime_mode(_caller: &mut dyn Caller, modes: Value, value: Value) -> Result<Value> {
    each_pair(modes, value, |mode_value, number| {
        let kind = whole(mode_value, "the mode of ℙ")?;
        mode(kind, &number)
    })
}

/// `K⨸N`: exponents of the first `K` primes, or the last `-K` distinct factors and their exponents.
pub fn factor_spec(_caller: &mut dyn Caller, specs: Value, value: Value) -> Result<Value> {
    each_pair(specs, value, |spec, number| {
        let number = positive(&number)?;
        match spec {
            Value::Float(infinite) if *infinite == f64::INFINITY => all_exponents(&number),
            Value::Float(infinite) if *infinite == f64::NEG_INFINITY => last_factors(&number, usize::MAX),
            spec => match whole(spec, "the left argument of ⨸")? {
                Whole::Small(count @ 0..) => first_exponents(&number, count as usize),
                Whole::Small(count) => last_factors(&number, count.unsigned_abs() as usize),
                Whole::NegativeLarge => last_factors(&number, usize::MAX),
                Whole::Large => Err(Error::limit("there is no room for the exponents of so many primes")),
            },
        }
    })
}

/// The whole number that an item is, of any size.
fn integer(value: &Value) -> Result<BigInt> {
    match (whole(value, "a number")?, value) {
        (Whole::Small(small), _) => Ok(BigInt::from(small)),
        (_, Value::Float(float)) => {
            Ok(BigInt::from_f64(near_integer(*float).unwrap_or(*float)).expect("the float is whole"))
        }
        (_, Value::Exact(exact)) => Ok(exact.to_integer()),
        _ => Err(Error::domain(format!("expected a whole number, not {}", describe(value)))),
    }
}

fn positive(number: &BigInt) -> Result<BigUint> {
    match number.to_biguint() {
        Some(number) if !number.is_zero() => Ok(number),
        _ => Err(Error::domain("factors need a whole number of 1 or more")),
    }
}

fn whole_value(number: BigUint) -> Value {
    Value::from(Number::from_integer(number.into()))
}

fn each(value: Value, blank: Value, mut function: impl FnMut(BigInt) -> Result<Value>) -> Result<Value> {
    let is_scalar = !value.is_atom();
    let array = value.into_array();
    check_numbers(&array, "the argument")?;
    reserve_cells(array.len())?;
    let mut cells = Vec::with_capacity(array.len());
    for i in 0..array.len() {
        control::poll()?;
        cells.push(function(integer(&array.item(i))?)?);
    }
    finish(array.layout().clone(), cells, is_scalar, || function(integer(&blank)?))
}

fn reserve_cells(count: usize) -> Result<()> {
    control::reserve(count, 2 * size_of::<Value>(), || format!("the results of {count} numbers"))
}

fn each_pair(left: Value, right: Value, mut function: impl FnMut(&Value, BigInt) -> Result<Value>) -> Result<Value> {
    let is_scalar = !(left.is_atom() && right.is_atom());
    let (left, right) = (left.into_array(), right.into_array());
    check_numbers(&left, "the left argument")?;
    check_numbers(&right, "the right argument")?;
    let frames = agree(left.layout(), right.layout())?;
    reserve_cells(frames.layout.count())?;
    let mut cells = Vec::with_capacity(frames.layout.count());
    for position in 0..frames.layout.count() {
        control::poll()?;
        let mode = frames.left.index(position).map_or(Value::Int(0), |i| left.item(i));
        let number = frames.right.index(position).map_or(Value::Int(0), |i| right.item(i));
        cells.push(function(&mode, integer(&number)?)?);
    }
    // Nothing is computed without items: the cell shape is that of the first mode, if there is one.
    let mode = if left.is_empty() { Value::Int(0) } else { left.item(0) };
    finish(frames.layout, cells, is_scalar, || function(&mode, BigInt::one()))
}

/// Results that are numbers keep the container of a scalar argument; vectors and tables assemble.
fn finish(frame: Layout, cells: Vec<Value>, is_scalar: bool, blank: impl FnOnce() -> Result<Value>) -> Result<Value> {
    if frame.count() == 0 {
        return assemble_empty(&frame, &blank().unwrap_or(Value::Int(0)).prototype());
    }
    if frame.rank() == 0 && is_scalar && cells[0].is_atom() {
        return Ok(Value::Array(Array::new(frame, Storage::collect(cells))));
    }
    assemble(frame, cells, Rule::Join)
}

fn prime_number(index: &BigInt) -> Result<Value> {
    Ok(whole_value(nth(prime_index(index)?)?.into()))
}

/// How many smaller primes a prime is to have.
fn prime_index(index: &BigInt) -> Result<u64> {
    if index.is_negative() {
        return Err(Error::domain("ℙ counts primes from 0: its argument must not be negative"));
    }
    index.to_u64().ok_or_else(|| Error::limit("there is no prime of so large a number within reach"))
}

/// One of the modes of `KℙN`: ¯4 and 4 the neighbouring primes, ¯1 the number of primes below, 0 and 1 tests, 2 distinct
/// factors over exponents, 3 factors, 5 Euler's totient. Any other is a `DOMAIN ERROR`.
fn mode(mode: Whole, number: &BigInt) -> Result<Value> {
    let natural = number.to_biguint().unwrap_or_default();
    match mode {
        Whole::Small(-4) => match prime::previous(&natural)? {
            Some(prime) => Ok(whole_value(prime)),
            None => Err(Error::domain("there is no prime below 2")),
        },
        Whole::Small(-1) => {
            let limit = natural.to_u64().ok_or_else(|| Error::limit("there are too many primes to count"))?;
            Ok(whole_value(count_below(limit)?.into()))
        }
        Whole::Small(0) => Ok(Value::from(!is_prime(&natural)?)),
        Whole::Small(1) => Ok(Value::from(is_prime(&natural)?)),
        Whole::Small(2) => last_factors(&positive(number)?, usize::MAX),
        Whole::Small(3) => factor_vector(&positive(number)?),
        Whole::Small(4) => Ok(whole_value(prime::next(&natural)?)),
        Whole::Small(5) => Ok(whole_value(prime::totient(&positive(number)?)?)),
        _ => Err(Error::domain("the mode of ℙ is one of ¯4 ¯1 0 1 2 3 4 5")),
    }
}

fn factor_vector(number: &BigUint) -> Result<Value> {
    let factors: Vec<Value> = factors(number)?.into_iter().map(whole_value).collect();
    Ok(exact_vector(factors))
}

fn exact_vector(items: Vec<Value>) -> Value {
    let layout = Layout::vector(items.len());
    if items.is_empty() {
        return Value::Array(Array::empty(layout, Value::Int(0)));
    }
    Value::Array(Array::new(layout, Storage::collect(items)))
}

/// Distinct factors and how often each occurs.
fn with_exponents(number: &BigUint) -> Result<Vec<(BigUint, i64)>> {
    let mut pairs: Vec<(BigUint, i64)> = Vec::new();
    for factor in factors(number)? {
        match pairs.last_mut() {
            Some((last, exponent)) if *last == factor => *exponent += 1,
            _ => pairs.push((factor, 1)),
        }
    }
    Ok(pairs)
}

/// A table of two rows: the last `count` distinct factors over their exponents.
fn last_factors(number: &BigUint, count: usize) -> Result<Value> {
    let mut pairs = with_exponents(number)?;
    let pairs = pairs.split_off(pairs.len().saturating_sub(count));
    let layout = Layout::new(vec![2, pairs.len()]);
    if pairs.is_empty() {
        return Ok(Value::Array(Array::empty(layout, Value::Int(0))));
    }
    let exponents: Vec<Value> = pairs.iter().map(|(_, exponent)| Value::Int(*exponent)).collect();
    let items = pairs.into_iter().map(|(factor, _)| whole_value(factor)).chain(exponents).collect();
    Ok(Value::Array(Array::new(layout, Storage::collect(items))))
}

/// Exponents of the first `count` primes.
fn first_exponents(number: &BigUint, count: usize) -> Result<Value> {
    control::reserve(count, 16, || format!("the exponents of {count} primes"))?;
    let mut exponents = vec![0; count];
    if count == 0 {
        return Ok(exact_vector(Vec::new()));
    }
    let last = nth(count as u64 - 1)?;
    for (factor, exponent) in with_exponents(number)? {
        if let Some(factor) = factor.to_u64().filter(|&factor| factor <= last) {
            exponents[count_below(factor)? as usize] = exponent;
        }
    }
    Ok(Value::Array(Array::integers(exponents)))
}

/// Exponents of all primes up to the largest factor.
fn all_exponents(number: &BigUint) -> Result<Value> {
    match factors(number)?.last() {
        None => Ok(exact_vector(Vec::new())),
        Some(largest) => {
            let largest =
                largest.to_u64().ok_or_else(|| Error::limit("there is no room for the exponents of so many primes"))?;
            first_exponents(number, count_below(largest)? as usize + 1)
        }
    }
}

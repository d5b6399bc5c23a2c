//! `?`: roll and deal.

use std::collections::HashMap;

use crate::array::compare::nested;
use crate::array::{Array, Caller, Items, Storage, Value, show_shape};
use crate::control::{self, Error, Result, reserve};
use crate::primitive::argument::{self, Whole};
use crate::primitive::pervasive::{Kind, fill_of_monad};

/// `?Y`: for each whole number `n ≥ 1` a draw from 0 … `n-1`, for 0 a float strictly between 0 and 1; at every depth.
/// `DOMAIN ERROR` for anything else, `LIMIT ERROR` from 2*63 on.
pub fn roll(caller: &mut dyn Caller, value: Value) -> Result<Value> {
    // Everything is checked before anything is drawn.
    check(&value)?;
    draw(caller, &value)
}

fn check(value: &Value) -> Result<()> {
    match value {
        Value::Array(array) => {
            let whole = |bound: &f64| (0.0..9e18).contains(bound) && bound.trunc() == *bound;
            match array.items() {
                Items::F64(bounds) if bounds.iter().all(whole) => return Ok(()),
                Items::I64(bounds) if bounds.iter().all(|&bound| bound >= 0) => return Ok(()),
                _ => {}
            }
            for i in 0..array.len() {
                if i % 4096 == 0 {
                    control::poll()?;
                }
                nested(|| check(&array.item(i)))?;
            }
            Ok(())
        }
        atom => match argument::whole(atom, "the bound of a draw")? {
            Whole::Small(0..) => Ok(()),
            Whole::Large => Err(Error::limit("the bound of a draw must be below 2*63")),
            _ => Err(Error::domain("the bound of a draw must not be negative")),
        },
    }
}

fn draw(caller: &mut dyn Caller, value: &Value) -> Result<Value> {
    let Value::Array(array) = value else {
        let bound = argument::whole(value, "the bound of a draw")?.saturated();
        return Ok(match (bound, value) {
            (0, _) => Value::Float(unit_interval(caller)),
            (_, Value::Int(_) | Value::Exact(_)) => Value::Int(below(caller, bound as u64) as i64),
            _ => Value::Float(below(caller, bound as u64) as f64),
        });
    };
    if array.is_empty() {
        let fill = fill_of_monad(Kind::Preserved, &array.fill());
        return Ok(Array::empty(array.layout().clone(), fill).into());
    }
    let what = || format!("draws of shape {}", show_shape(array.shape()));
    if let Some(storage) = draw_compact(caller, array.items(), what)? {
        return Ok(Array::new(array.layout().clone(), storage).into());
    }
    reserve(array.len(), 2 * size_of::<Value>(), what)?;
    let mut items = Vec::with_capacity(array.len());
    for i in 0..array.len() {
        if i % 4096 == 0 {
            control::poll()?;
        }
        items.push(nested(|| draw(caller, &array.item(i)))?);
    }
    Ok(Value::Array(Array::new(array.layout().clone(), Storage::collect(items))))
}

/// Draws for compact bounds of one kind, which were checked before, as they lie in a lane.
fn draw_compact(caller: &mut dyn Caller, bounds: Items, what: impl FnOnce() -> String) -> Result<Option<Storage>> {
    Ok(match bounds {
        Items::F64(bounds) => {
            let draw = |caller: &mut dyn Caller, bits, bound: f64| match bound.round() as u64 {
                0 => unit_from(caller, bits),
                bound => below_from(caller, bits, bound) as f64,
            };
            Some(Storage::F64(draw_each(caller, bounds, what, draw)?.into()))
        }
        Items::I64(bounds) if bounds.iter().all(|&bound| bound == 0) => {
            let draw = |caller: &mut dyn Caller, bits, _| unit_from(caller, bits);
            Some(Storage::F64(draw_each(caller, bounds, what, draw)?.into()))
        }
        Items::I64(bounds) if bounds.iter().all(|&bound| bound > 0) => {
            let draw = |caller: &mut dyn Caller, bits, bound| below_from(caller, bits, bound as u64) as i64;
            Some(Storage::I64(draw_each(caller, bounds, what, draw)?.into()))
        }
        _ => None,
    })
}

/// A draw for each bound from bits that are asked for a block at a time.
fn draw_each<T: Copy, R>(
    caller: &mut dyn Caller,
    bounds: &[T],
    what: impl FnOnce() -> String,
    draw: impl Fn(&mut dyn Caller, u64, T) -> R,
) -> Result<Vec<R>> {
    reserve(bounds.len(), size_of::<R>(), what)?;
    let mut drawn = Vec::with_capacity(bounds.len());
    let mut bits = [0; 1024];
    for block in bounds.chunks(bits.len()) {
        control::poll()?;
        let bits = &mut bits[..block.len()];
        caller.fill_random(bits);
        drawn.extend(bits.iter().zip(block).map(|(&bits, &bound)| draw(caller, bits, bound)));
    }
    Ok(drawn)
}

/// A uniform float strictly between 0 and 1.
pub fn unit_interval(caller: &mut dyn Caller) -> f64 {
    let bits = caller.random_bits();
    unit_from(caller, bits)
}

/// The same from these bits, or further ones where they give 0.
#[inline]
fn unit_from(caller: &mut dyn Caller, bits: u64) -> f64 {
    let mut value = (bits >> 11) as f64;
    while value == 0.0 {
        value = (caller.random_bits() >> 11) as f64;
    }
    value * 2f64.powi(-53)
}

/// A uniform draw from 0 … `bound-1` without bias.
pub fn below(caller: &mut dyn Caller, bound: u64) -> u64 {
    let bits = caller.random_bits();
    below_from(caller, bits, bound)
}

/// The same from these bits, or further ones: the high half of a product, rejected where it would favour a value.
#[inline]
fn below_from(caller: &mut dyn Caller, bits: u64, bound: u64) -> u64 {
    let mut product = bits as u128 * bound as u128;
    // Few products are so small that the exact border, which takes a division, matters.
    if (product as u64) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u64) < threshold {
            product = caller.random_bits() as u128 * bound as u128;
        }
    }
    (product >> 64) as u64
}

/// `X?Y`: `X` distinct draws from 0 … `Y-1` in random order. Exact when both are. `LENGTH ERROR` unless both hold one
/// number, `DOMAIN ERROR` unless both are whole, not negative, and `X ≤ Y`.
pub fn deal(caller: &mut dyn Caller, count: Value, bound: Value) -> Result<Value> {
    let (count, exact_count) = single(&count, "the number of draws")?;
    let (bound, exact_bound) = single(&bound, "the bound of a deal")?;
    let bound = match bound {
        Whole::Small(bound) => bound,
        whole => whole.as_count("the bound of a deal")?,
    };
    let count = count.as_count("the number of draws")?;
    if count < 0 || bound < 0 {
        return Err(Error::domain("a deal needs numbers that are not negative"));
    }
    if count > bound {
        return Err(Error::domain(format!("cannot deal {count} distinct numbers below {bound}")));
    }
    reserve(count as usize, 32, || format!("a deal of {count} numbers"))?;
    let drawn = distinct(caller, count as usize, bound as u64)?;
    Ok(Value::Array(if exact_count && exact_bound {
        Array::integers(drawn.into_iter().map(|number| number as i64).collect())
    } else {
        Array::floats(drawn.into_iter().map(|number| number as f64).collect())
    }))
}

fn single(value: &Value, what: &str) -> Result<(Whole, bool)> {
    if value.item_count() != 1 {
        return Err(Error::length(format!("{what} must be one number, not {}", argument::describe(value))));
    }
    let item = value.item(0);
    Ok((argument::whole(&item, what)?, matches!(item, Value::Int(_) | Value::Exact(_))))
}

/// The first `count` steps of a shuffle of 0 … `bound-1`. Only places that have been touched are stored when they are
/// few, so that the cost is that of the draws.
fn distinct(caller: &mut dyn Caller, count: usize, bound: u64) -> Result<Vec<u64>> {
    let mut drawn = Vec::with_capacity(count);
    if bound <= 4 * count as u64 {
        let mut places: Vec<u64> = (0..bound).collect();
        for i in 0..count {
            if i % 4096 == 0 {
                control::poll()?;
            }
            let j = i + below(caller, bound - i as u64) as usize;
            places.swap(i, j);
            drawn.push(places[i]);
        }
        return Ok(drawn);
    }
    let mut moved: HashMap<u64, u64, foldhash::fast::FixedState> = HashMap::default();
    for i in 0..count as u64 {
        if i % 4096 == 0 {
            control::poll()?;
        }
        let j = i + below(caller, bound - i);
        let at_i = moved.get(&i).copied().unwrap_or(i);
        drawn.push(moved.insert(j, at_i).unwrap_or(j));
    }
    Ok(drawn)
}

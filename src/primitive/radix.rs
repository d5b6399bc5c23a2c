//! `⊥` and `⊤`: numbers from digits and digits of numbers, in any bases.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

use crate::agree::agree;
use crate::array::compare::{key_alignment, same_keys};
use crate::array::{Array, Axis, Bits, Caller, Items, Layout, Storage, Value, count_items, show_shape};
use crate::control::{self, Error, Result, reserve};
use crate::kernel::digits;
use crate::number::tolerance::{near_integer, real_float};
use crate::number::{self, Number};
use crate::primitive::argument::{Whole, check_numbers, describe, whole};

/// Numbers between two looks at the control block.
const BLOCK: usize = 1024;

/// Whether all numbers are exact.
fn is_exact(array: &Array) -> bool {
    match array.items() {
        Items::Bit(_) | Items::I64(_) => true,
        Items::Mixed(items) => items.iter().all(|item| matches!(item, Value::Int(_) | Value::Exact(_))),
        _ => false,
    }
}

fn number_at(array: &Array, i: usize) -> Number {
    array.item(i).as_number().expect("the items were checked")
}

/// An argument cut into vectors along its last axis: a unit is one vector of one number.
struct Lanes {
    array: Array,
    frame: Layout,
    axis: Axis,
    length: usize,
}

impl Lanes {
    fn new(value: Value, what: &str) -> Result<Lanes> {
        let array = value.into_array();
        check_numbers(&array, what)?;
        Ok(match array.rank() {
            0 => Lanes { frame: Layout::scalar(), axis: Axis::default(), length: 1, array },
            rank => Lanes {
                frame: array.layout().frame(rank - 1),
                axis: array.layout().axis(rank - 1),
                length: array.shape()[rank - 1],
                array,
            },
        })
    }

    fn is_exact(&self) -> bool {
        is_exact(&self.array)
    }
}

/// `⊥Y`: [`decode`] with base 2.
pub fn binary_decode(caller: &mut dyn Caller, digits: Value) -> Result<Value> {
    decode(caller, Value::Int(2), digits)
}

/// `X⊥Y`: the value of the digits along the last axis of `Y` in the bases along the last axis of `X`. Frames agree; one
/// base serves all digits, one digit all bases, other lengths must be equal (`LENGTH ERROR`); axes that are keyed on both
/// sides pair by key. No digits give 0.
pub fn decode(_caller: &mut dyn Caller, bases: Value, digits: Value) -> Result<Value> {
    let bases = Lanes::new(bases, "the bases")?;
    let digits = Lanes::new(digits, "the digits")?;
    let length = match (bases.length, digits.length) {
        (a, b) if a == b => a,
        (1, b) if !(bases.axis.keys.is_some() && digits.axis.keys.is_some()) => b,
        (a, 1) if !(bases.axis.keys.is_some() && digits.axis.keys.is_some()) => a,
        (a, b) => return Err(Error::length(format!("{a} bases do not fit {b} digits"))),
    };
    let alignment = match (&bases.axis.keys, &digits.axis.keys) {
        (Some(a), Some(b)) if !same_keys(a, b) => {
            return Err(Error::length("the keys of the bases and of the digits differ"));
        }
        (Some(a), Some(b)) => Some(key_alignment(a, b)),
        _ => None,
    };
    let frames = agree(&bases.frame, &digits.frame)?;
    let exact = bases.is_exact() && digits.is_exact();
    let zero = if exact { Number::Int(0) } else { Number::Float(0.0) };
    let count = count_items(frames.layout.shape())?;
    if count == 0 {
        return Ok(Value::Array(Array::empty(frames.layout, zero.into())));
    }
    reserve(count, 16, || format!("an array of shape {}", show_shape(frames.layout.shape())))?;
    if bases.array.len() == 1
        && alignment.is_none()
        && let Some(values) = in_one_base(&bases.array.item(0), &digits)
    {
        return Ok(if frames.layout.rank() == 0 {
            values.get(0)
        } else {
            Value::Array(Array::new(frames.layout, values))
        });
    }
    let mut items = Vec::with_capacity(count);
    for position in 0..count {
        if position % BLOCK == 0 {
            control::poll()?;
        }
        // A frame position that one side lacks counts as zeros there.
        let (base, digit) = (frames.left.index(position), frames.right.index(position));
        let base_at = |i: usize| base.map(|lane| (lane * bases.length) + if bases.length == 1 { 0 } else { i });
        let digit_at = |i: usize| {
            let i = alignment.as_ref().map_or(i, |alignment| alignment[i]);
            digit.map(|lane| lane * digits.length + if digits.length == 1 { 0 } else { i })
        };
        items.push(match length {
            0 => zero.clone(),
            _ => decode_lane(&bases.array, base_at, &digits.array, digit_at, length)?,
        });
    }
    if frames.layout.rank() == 0 {
        return Ok(Value::from(items.pop().expect("one lane")));
    }
    Ok(Value::Array(Array::new(frames.layout, Storage::collect_numbers(items))))
}

/// The values of compact digits in one base, where they are of its kind and can be held in its lane.
fn in_one_base(base: &Value, digits: &Lanes) -> Option<Storage> {
    let (width, count) = (digits.length, digits.frame.count());
    if width == 0 {
        return None;
    }
    match (base, digits.array.items()) {
        (Value::Int(2), Items::Bit(bits)) if width < 64 => {
            Some(Storage::I64(digits::from_bits(bits.words(), count, width).into()))
        }
        (Value::Int(base), Items::I64(items)) => Some(Storage::I64(digits::in_base(*base, items, width)?.into())),
        (Value::Float(base), Items::F64(items)) if base.is_finite() => {
            Some(Storage::F64(digits::in_float_base(*base, items, width)?.into()))
        }
        _ => None,
    }
}

fn decode_lane(
    bases: &Array,
    base_at: impl Fn(usize) -> Option<usize>,
    digits: &Array,
    digit_at: impl Fn(usize) -> Option<usize>,
    length: usize,
) -> Result<Number> {
    if let (Items::I64(bases), Items::I64(digits)) = (bases.items(), digits.items()) {
        let step = |value: i64, i: usize| {
            let (base, digit) = (base_at(i).map_or(0, |p| bases[p]), digit_at(i).map_or(0, |p| digits[p]));
            base.checked_mul(value)?.checked_add(digit)
        };
        if let Some(value) = (0..length).try_fold(0, step) {
            return Ok(Number::Int(value));
        }
    }
    let zero = Number::Int(0);
    let mut value = Number::Int(0);
    for i in 0..length {
        let base = base_at(i).map_or(zero.clone(), |p| number_at(bases, p));
        let digit = digit_at(i).map_or(zero.clone(), |p| number_at(digits, p));
        // The first base has no effect but on the kind of the result.
        let shifted = match (i, &base) {
            (0, base) if base.is_exact() => zero.clone(),
            (0, _) => Number::Float(0.0),
            _ => number::multiply(&base, &value)?,
        };
        value = number::add(&shifted, &digit)?;
    }
    Ok(value)
}

/// `⊤Y`: the base-2 digits of whole numbers ≥ 0 along a new last axis, most significant first, as many as the largest
/// needs. Digits are exact or approximate as their number is.
pub fn binary_encode(_caller: &mut dyn Caller, value: Value) -> Result<Value> {
    let array = value.into_array();
    check_numbers(&array, "the argument of ⊤")?;
    if let Some(result) = encode_integers(&array)? {
        return Ok(result);
    }
    if let Some(result) = encode_floats(&array)? {
        return Ok(result);
    }
    reserve(array.len(), size_of::<num_bigint::BigUint>(), || format!("{} numbers to encode", array.len()))?;
    let mut numbers = Vec::with_capacity(array.len());
    for i in 0..array.len() {
        if i % BLOCK == 0 {
            control::poll()?;
        }
        numbers.push(natural(&array.item(i))?);
    }
    let width = numbers.iter().map(|number| number.bits() as usize).max().unwrap_or(0);
    let layout = array.layout().join(&Layout::vector(width));
    let count = count_items(layout.shape())?;
    reserve(count, 1, || format!("digits of shape {}", show_shape(layout.shape())))?;
    if count == 0 {
        return Ok(Value::Array(Array::empty(layout, array.fill())));
    }
    let digits = numbers.iter().flat_map(|number| (0..width as u64).rev().map(|bit| number.bit(bit)));
    let storage = match array.items() {
        Items::Bit(_) | Items::I64(_) => Storage::Bit(Bits::from_bools(digits)),
        Items::F64(_) | Items::C64(_) => Storage::F64(digits.map(|bit| bit as u8 as f64).collect::<Vec<_>>().into()),
        _ => {
            let exact = |i: usize| number_at(&array, i / width).is_exact();
            let digit =
                |(i, bit): (usize, bool)| if exact(i) { Value::from(bit) } else { Value::Float(bit as u8 as f64) };
            Storage::collect(digits.enumerate().map(digit).collect())
        }
    };
    Ok(Value::Array(Array::new(layout, storage)))
}

/// The digits of machine integers that are not negative.
fn encode_integers(array: &Array) -> Result<Option<Value>> {
    let Items::I64(items) = array.items() else { return Ok(None) };
    let all = items.iter().fold(0, |all, item| all | item);
    if all <= 0 {
        return Ok(None);
    }
    let width = 64 - all.leading_zeros() as usize;
    let layout = array.layout().join(&Layout::vector(width));
    let count = count_items(layout.shape())?;
    reserve(count.div_ceil(8), 1, || format!("digits of shape {}", show_shape(layout.shape())))?;
    let bits = Bits::new(digits::to_bits(items, width), count);
    Ok(Some(Value::Array(Array::new(layout, Storage::Bit(bits)))))
}

/// The digits of floats that are whole numbers from 0 on and hold every bit of theirs.
fn encode_floats(array: &Array) -> Result<Option<Value>> {
    let Items::F64(items) = array.items() else { return Ok(None) };
    let natural = |&item: &f64| match near_integer(item) {
        Some(whole) if (0.0..9_007_199_254_740_992.0).contains(&whole) => Some(whole as u64),
        _ => None,
    };
    let Some(numbers) = items.iter().map(natural).collect::<Option<Vec<u64>>>() else { return Ok(None) };
    let width = 64 - numbers.iter().fold(0, |all, number| all | number).leading_zeros() as usize;
    let layout = array.layout().join(&Layout::vector(width));
    let count = count_items(layout.shape())?;
    if count == 0 {
        return Ok(None);
    }
    reserve(count, size_of::<f64>(), || format!("digits of shape {}", show_shape(layout.shape())))?;
    let mut digits: Vec<f64> = Vec::with_capacity(count);
    for block in numbers.chunks(BLOCK) {
        control::poll()?;
        for number in block {
            digits.extend((0..width).rev().map(|place| (number >> place & 1) as f64));
        }
    }
    Ok(Some(Value::Array(Array::new(layout, Storage::F64(digits.into())))))
}

fn natural(value: &Value) -> Result<num_bigint::BigUint> {
    let integer = match (whole(value, "a number to encode")?, value) {
        (Whole::Small(small), _) => BigInt::from(small),
        (_, Value::Float(float)) => BigInt::from_f64(*float).expect("the float is whole"),
        (_, Value::Exact(exact)) => exact.to_integer(),
        _ => return Err(Error::domain(format!("cannot encode {}", describe(value)))),
    };
    integer.to_biguint().ok_or_else(|| Error::domain("a number to encode must not be negative"))
}

/// `X⊤Y`: for a unit `X` the residues of `Y`; for vectors along the last axis of `X` the digits of each number of `Y` in
/// these bases along a new last axis, which has the keys and name of that axis. Frames agree.
pub fn encode(_caller: &mut dyn Caller, bases: Value, value: Value) -> Result<Value> {
    let unit_base = bases.rank() == 0;
    let both_atoms = bases.is_atom() && value.is_atom();
    let bases = Lanes::new(bases, "the bases")?;
    let numbers = value.into_array();
    check_numbers(&numbers, "the numbers to encode")?;
    let frames = agree(&bases.frame, numbers.layout())?;
    let axis = Layout::with_axes(vec![bases.length], vec![bases.axis.clone()]);
    let layout = if unit_base { frames.layout.clone() } else { frames.layout.join(&axis) };
    let count = count_items(layout.shape())?;
    if count == 0 {
        let exact = bases.is_exact() && is_exact(&numbers);
        let prototype = if exact { Value::Int(0) } else { Value::Float(0.0) };
        return Ok(Value::Array(Array::empty(layout, prototype)));
    }
    reserve(count, 16, || format!("digits of shape {}", show_shape(layout.shape())))?;
    if !both_atoms
        && bases.frame.rank() == 0
        && let Some(digits) = in_bases(&bases.array, &numbers)?
    {
        return Ok(Value::Array(Array::new(layout, digits)));
    }
    let mut digits = Vec::with_capacity(count);
    let mut lane = Vec::with_capacity(bases.length);
    for position in 0..frames.layout.count() {
        if position % BLOCK == 0 {
            control::poll()?;
        }
        let number = frames.right.index(position).map_or(Number::Int(0), |i| number_at(&numbers, i));
        let base = |i: usize| match frames.left.index(position) {
            Some(frame) => number_at(&bases.array, frame * bases.length + i),
            None => Number::Int(0),
        };
        encode_lane(bases.length, base, number, &mut lane)?;
        digits.extend(lane.drain(..).rev());
    }
    if both_atoms {
        return Ok(Value::from(digits.pop().expect("one digit")));
    }
    Ok(Value::Array(Array::new(layout, Storage::collect_numbers(digits))))
}

/// The digits of compact whole numbers in compact whole bases above 0, number by number: exact where both are. Nothing for
/// others.
fn in_bases(bases: &Array, numbers: &Array) -> Result<Option<Storage>> {
    let whole = |item: f64| (item.trunc() == item).then_some(item);
    let (Some(wholes), Some(values)) = (small_wholes(bases, whole), small_wholes(numbers, near_integer)) else {
        return Ok(None);
    };
    if wholes.iter().any(|&base| base < 1.0) {
        return Ok(None);
    }
    let mut digits = Vec::with_capacity(wholes.len() * values.len());
    for block in values.chunks(BLOCK) {
        control::poll()?;
        digits::in_bases(block, &wholes, &mut digits);
    }
    Ok(Some(match is_exact(bases) && is_exact(numbers) {
        true => Storage::I64(digits.into_iter().map(|digit| digit as i64).collect::<Vec<_>>().into()),
        false => Storage::F64(digits.into()),
    }))
}

/// Compact numbers that are, or by `whole` count as, integers below 2*52 in magnitude.
fn small_wholes(array: &Array, whole: impl Fn(f64) -> Option<f64>) -> Option<Vec<f64>> {
    const BOUND: f64 = 4_503_599_627_370_496.0;
    match array.items() {
        Items::Bit(bits) => Some(bits.iter().map(|bit| bit as u8 as f64).collect()),
        Items::I64(items) => {
            let small = |&item: &i64| (item.unsigned_abs() < BOUND as u64).then_some(item as f64);
            items.iter().map(small).collect()
        }
        Items::F64(items) => items.iter().map(|&item| whole(item).filter(|whole| whole.abs() < BOUND)).collect(),
        _ => None,
    }
}

/// The digits of one number, last base first. Whole numbers are taken apart as exact ones, so that large floats keep all
/// their bits; a digit is exact when the number and the bases from it on are.
fn encode_lane(length: usize, base: impl Fn(usize) -> Number, number: Number, digits: &mut Vec<Number>) -> Result<()> {
    let mut exact = number.is_exact();
    let mut rest = match number {
        Number::Float(float) => exactly(Number::Float(near_integer(float).unwrap_or(float))),
        number => number,
    };
    for i in (0..length).rev() {
        let base = base(i);
        exact &= base.is_exact();
        let (digit, next) = divide(&exactly(base), &rest)?;
        digits.push(match real_float(&digit) {
            Some(digit) if !exact => Number::Float(digit),
            _ => digit,
        });
        rest = exactly(next);
    }
    Ok(())
}

/// The digit `b|y` and what is left, `(y-digit)÷b`, without tolerance; base 0 takes everything.
fn divide(base: &Number, rest: &Number) -> Result<(Number, Number)> {
    if let (Number::Int(base), Number::Int(rest)) = (base, rest)
        && *base != 0
        && *base != -1
    {
        return Ok((Number::Int(rest.mod_floor(base)), Number::Int(rest.div_floor(base))));
    }
    if number::equal(base, &Number::Int(0)) {
        return Ok((rest.clone(), Number::Int(0)));
    }
    if let (Some(base), Some(rest)) = (whole_part(base), whole_part(rest)) {
        let (quotient, digit) = rest.div_mod_floor(&base);
        return Ok((Number::from_integer(digit), Number::from_integer(quotient)));
    }
    if !(base.is_exact() && rest.is_exact())
        && let (Some(base), Some(rest)) = (real_float(base), real_float(rest))
        && base.is_finite()
        && rest.is_finite()
    {
        let quotient = (rest / base).floor();
        let digit = rest - base * quotient;
        let digit = if digit == base { 0.0 } else { digit };
        return Ok((Number::from_float(digit)?, Number::from_float((rest - digit) / base)?));
    }
    let digit = number::residue(base, rest)?;
    let next = number::divide(&number::subtract(rest, &digit)?, base)?;
    Ok((digit, next))
}

/// A whole float as the exact integer that it is; other numbers as they are.
fn exactly(number: Number) -> Number {
    match (&number, whole_part(&number)) {
        (Number::Float(_), Some(whole)) => Number::from_integer(whole),
        _ => number,
    }
}

/// The exact integer that a number is, if it is whole without tolerance.
fn whole_part(value: &Number) -> Option<BigInt> {
    match value {
        Number::Int(value) => Some(BigInt::from(*value)),
        Number::Exact(value) => value.is_integer().then(|| value.to_integer()),
        Number::Float(value) if value.is_finite() && value.fract() == 0.0 => match value.to_i64() {
            Some(small) => Some(BigInt::from(small)),
            None => BigInt::from_f64(*value),
        },
        _ => None,
    }
    .filter(|value| !(value.is_zero() && value.is_negative()))
}

//! Dyadic `⍕`: numbers with so many decimals or significant digits, in fields of given widths.

use std::fmt::Write;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::grid::pad;
use super::text::width;
use crate::array::{Array, Items, Layout, Shape, Value};
use crate::control::{Error, Result, poll, reserve};

/// How the numbers of one column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The columns of the field; 0 for one more than its widest text.
    pub width: usize,
    /// The form of the numbers.
    pub form: Digits,
}

/// The form of numbers in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// So many decimals.
    Fixed(usize),
    /// So many significant digits (at least one) and an exponent.
    Scientific(usize),
}

/// The significant digits that an approximate number has.
const SIGNIFICANT: usize = 16;

/// A number as text, and whether its sign has been rounded away.
struct Text {
    text: String,
    lost_sign: bool,
}

/// The array (of real numbers) as characters, one field for each item of the last axis.
pub fn format(array: &Array, fields: &[Field]) -> Result<Array> {
    let length = array.shape().last().copied().unwrap_or(1);
    debug_assert_eq!(fields.len(), length);
    if matches!(array.items(), Items::Char8([_, ..]) | Items::Char32([_, ..])) || !array.is_simple() {
        return Err(Error::domain("format by specification needs a simple array of real numbers"));
    }
    let widest = fields.iter().map(|field| field.size()).max().unwrap_or(0);
    reserve(array.len(), widest.saturating_add(size_of::<Text>()), || "numbers of that many digits".into())?;
    let mut texts = Vec::with_capacity(array.len());
    let mut widths: Vec<usize> = fields.iter().map(|field| field.width.max(1)).collect();
    for i in 0..array.len() {
        if i % 256 == 0 {
            poll()?;
        }
        let field = &fields[i % length];
        let text = field.text(&array.item(i))?;
        if field.width == 0 {
            let column = &mut widths[i % length];
            *column = (*column).max(1 + width(&text.text) + usize::from(text.lost_sign));
        }
        texts.push(text);
    }
    let total = widths.iter().try_fold(0usize, |total, &width| total.checked_add(width));
    let rows = array.len() / length.max(1);
    reserve(rows, total.unwrap_or(usize::MAX), || "fields of those widths".into())?;
    let mut out = String::new();
    for (i, text) in texts.iter().enumerate() {
        if i % 256 == 0 {
            poll()?;
        }
        fields[i % length].place(&text.text, widths[i % length], &mut out);
    }
    let mut shape: Shape = array.shape().into();
    match shape.last_mut() {
        Some(last) => *last = total.unwrap_or(0),
        None => shape.push(total.unwrap_or(0)),
    }
    let layout = Layout::new(shape);
    Ok(if out.is_empty() { Array::empty(layout, Value::Char(' ')) } else { Array::string(&out).with_layout(layout) })
}

impl Field {
    /// About how many bytes a text takes.
    fn size(&self) -> usize {
        match self.form {
            Digits::Fixed(decimals) => decimals,
            Digits::Scientific(digits) => digits,
        }
    }

    fn text(&self, item: &Value) -> Result<Text> {
        let (negative, digits) = match item {
            Value::Float(value) if value.is_infinite() => {
                return Ok(Text { text: if *value > 0.0 { "∞" } else { "¯∞" }.into(), lost_sign: false });
            }
            Value::Float(value) => (*value < 0.0, Decimal::of_float(*value, self.form)),
            Value::Int(value) => {
                (*value < 0, Decimal::of_exact(&BigRational::from_integer((*value).into()), self.form))
            }
            Value::Exact(value) => (value.is_negative(), Decimal::of_exact(value, self.form)),
            _ => return Err(Error::domain("format by specification needs real numbers")),
        };
        let lost_sign = negative && digits.is_zero();
        let mut text = String::new();
        if negative && !lost_sign {
            text.push('¯');
        }
        digits.write(self.form, &mut text);
        Ok(Text { text, lost_sign })
    }

    /// Appends a text in a field of this width.
    fn place(&self, text: &str, field: usize, out: &mut String) {
        let length = width(text);
        if self.width > 0 && length > field {
            return out.extend(std::iter::repeat_n('*', field));
        }
        let before = match self.form {
            Digits::Fixed(_) => field - length,
            Digits::Scientific(_) => usize::from(self.width == 0),
        };
        pad(out, before);
        out.push_str(text);
        pad(out, field - length - before);
    }
}

/// The digits of a number, rounded as asked for.
struct Decimal {
    /// The digits from the first that is not zero; none for zero.
    digits: String,
    /// How many of them stand before the point; negative for zeros after it.
    point: i64,
    /// From which digit on nothing is known.
    known: usize,
}

impl Decimal {
    fn is_zero(&self) -> bool {
        self.digits.bytes().all(|digit| digit == b'0')
    }

    /// Rounds the shortest digits of a number, half away from zero.
    fn of_float(value: f64, form: Digits) -> Decimal {
        let mut shortest = String::new();
        let _ = write!(shortest, "{:e}", value.abs());
        let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
        let mut digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
        let mut point = exponent.parse::<i64>().unwrap_or(0) + 1;
        if value == 0.0 {
            return Decimal { digits: String::new(), point: 1, known: usize::MAX };
        }
        let asked = match form {
            Digits::Fixed(decimals) => point.saturating_add(i64::try_from(decimals).unwrap_or(i64::MAX)),
            Digits::Scientific(digits) => i64::try_from(digits).unwrap_or(i64::MAX),
        };
        let kept = asked.min(SIGNIFICANT as i64);
        if kept < digits.len() as i64 {
            let up = kept >= 0 && digits[kept as usize] >= b'5';
            digits.truncate(kept.max(0) as usize);
            if up && round_up(&mut digits) {
                point += 1;
            }
        }
        Decimal { digits: String::from_utf8(digits).unwrap_or_default(), point, known: SIGNIFICANT }
    }

    /// Rounds an exact number, half away from zero.
    fn of_exact(value: &BigRational, form: Digits) -> Decimal {
        let value = value.abs();
        if value.is_zero() {
            return Decimal { digits: String::new(), point: 1, known: usize::MAX };
        }
        let (numerator, denominator) = (value.numer().magnitude(), value.denom().magnitude());
        let (scaled, point) = match form {
            Digits::Fixed(decimals) => (scaled(numerator, denominator, decimals as i64), -(decimals as i64)),
            Digits::Scientific(digits) => {
                let magnitude = magnitude(numerator, denominator);
                let places = digits as i64 - magnitude;
                let rounded = scaled(numerator, denominator, places);
                // Rounding up to the next power of ten gives one digit more; it is a zero.
                (rounded, -places)
            }
        };
        let digits = if scaled.is_zero() { String::new() } else { scaled.to_string() };
        Decimal { point: digits.len() as i64 + point, digits, known: usize::MAX }
    }

    /// The digit at a place, counted from the first digit of the number.
    fn digit(&self, place: i64) -> char {
        match usize::try_from(place) {
            Err(_) => '0',
            Ok(_) if self.is_empty() => '0',
            Ok(place) if place >= self.known => '_',
            Ok(place) => self.digits.as_bytes().get(place).map_or('0', |&digit| digit as char),
        }
    }

    fn is_empty(&self) -> bool {
        self.digits.is_empty()
    }

    fn write(&self, form: Digits, out: &mut String) {
        match form {
            Digits::Fixed(decimals) => {
                let point = if self.is_empty() { 0 } else { self.point };
                if point <= 0 {
                    out.push('0');
                }
                out.extend((0..point.max(0)).map(|place| self.digit(place)));
                if decimals > 0 {
                    out.push('.');
                    out.extend((0..decimals as i64).map(|place| self.digit(point + place)));
                }
            }
            Digits::Scientific(digits) => {
                out.push(self.digit(0));
                if digits > 1 {
                    out.push('.');
                    out.extend((1..digits as i64).map(|place| self.digit(place)));
                }
                let exponent = if self.is_empty() { 0 } else { self.point - 1 };
                out.push('E');
                if exponent < 0 {
                    out.push('¯');
                }
                let _ = write!(out, "{}", exponent.unsigned_abs());
            }
        }
    }
}

/// Adds one to the last digit; whether that made the number one digit longer.
fn round_up(digits: &mut Vec<u8>) -> bool {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return false;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
    true
}

/// The ratio times 10 to the power `places`, rounded half up.
fn scaled(numerator: &BigUint, denominator: &BigUint, places: i64) -> BigUint {
    let power = BigUint::from(10u32).pow(u32::try_from(places.unsigned_abs()).unwrap_or(u32::MAX));
    let (numerator, denominator) =
        if places >= 0 { (numerator * power, denominator.clone()) } else { (numerator.clone(), denominator * power) };
    if denominator.is_one() {
        return numerator;
    }
    (numerator * 2u32 + &denominator) / (denominator * 2u32)
}

/// How many digits stand before the point of a positive ratio; 0 or less for zeros after it.
fn magnitude(numerator: &BigUint, denominator: &BigUint) -> i64 {
    // The numbers of bits give the decimal logarithm up to one; comparing decides.
    let bits = numerator.bits() as f64 - denominator.bits() as f64;
    let mut guess = (bits * std::f64::consts::LOG10_2).floor() as i64 - 1;
    let reaches = |exponent: i64| {
        let power = BigUint::from(10u32).pow(exponent.unsigned_abs() as u32);
        if exponent >= 0 { *numerator >= denominator * power } else { numerator * power >= *denominator }
    };
    while reaches(guess) {
        guess += 1;
    }
    guess
}

//! Numbers as text, both ways: the text that a number prints as, and the literals of the language.
//!
//! Printing gives the shortest digits that read back to the same double; reading rounds correctly. Both take time that
//! grows less than quadratically with the length of an exact number.

use std::fmt::Write;

use num_bigint::{BigInt, BigUint};
use num_complex::Complex64;
use num_rational::BigRational;
use num_traits::Zero;

use super::Number;
use crate::control::ErrorKind;

/// The text of a number, which reads back as the same number.
pub fn format(number: &Number) -> String {
    let mut text = String::new();
    write_number(&mut text, number);
    text
}

/// The text of an approximate real.
pub fn format_float(value: f64) -> String {
    let mut text = String::new();
    write_float(&mut text, value);
    text
}

/// The text of an exact number.
pub fn format_rational(value: &BigRational) -> String {
    let mut text = String::new();
    write_rational(&mut text, value);
    text
}

/// The text of a complex number.
pub fn format_complex(value: Complex64) -> String {
    let mut text = String::new();
    write_complex(&mut text, value);
    text
}

/// Appends the text of a number.
pub fn write_number(out: &mut String, number: &Number) {
    match number {
        Number::Int(value) => write_integer(out, *value),
        Number::Exact(value) => write_rational(out, value),
        Number::Float(value) => write_float(out, *value),
        Number::Complex(value) => write_complex(out, *value),
    }
}

/// Appends an exact integer: `¯12ₓ`.
pub fn write_integer(out: &mut String, value: i64) {
    if value < 0 {
        out.push('¯');
    }
    let _ = write!(out, "{}ₓ", value.unsigned_abs());
}

/// Appends an exact number: `12ₓ` or `¯3r4`.
pub fn write_rational(out: &mut String, value: &BigRational) {
    if value.numer().sign() == num_bigint::Sign::Minus {
        out.push('¯');
    }
    out.push_str(&value.numer().magnitude().to_string());
    if value.is_integer() {
        out.push('ₓ');
    } else {
        out.push('r');
        out.push_str(&value.denom().to_string());
    }
}

/// Appends a complex number: both parts and `j` between them.
pub fn write_complex(out: &mut String, value: Complex64) {
    write_float(out, value.re);
    out.push('j');
    write_float(out, value.im);
}

/// Appends an approximate real in the shortest digits that read back: positional from 1E¯6 up to 1E17, otherwise with an
/// exponent.
pub fn write_float(out: &mut String, value: f64) {
    // Whole numbers below 2*53 print all of their digits, which are the shortest.
    if value.abs() < 9_007_199_254_740_992.0 && value.fract() == 0.0 {
        if value < 0.0 {
            out.push('¯');
        }
        let _ = write!(out, "{}", value.abs() as u64);
        return;
    }
    write_digits(out, value, |digits, magnitude| write!(digits, "{magnitude:e}"));
}

/// Appends an approximate real rounded to at most `significant` digits (at least one), without trailing zeros, in the
/// layout of [`write_float`].
pub fn write_float_rounded(out: &mut String, value: f64, significant: usize) {
    if significant >= 17 {
        return write_float(out, value);
    }
    let decimals = significant.max(1) - 1;
    // The shortest digits may be fewer than asked for; rounding to more digits than that would show noise.
    let mut shortest = String::new();
    let _ = write!(shortest, "{:e}", value.abs());
    let digits = shortest.split('e').next().unwrap_or("").bytes().filter(u8::is_ascii_digit).count();
    if digits <= significant {
        return write_float(out, value);
    }
    write_digits(out, value, |digits, magnitude| write!(digits, "{magnitude:.decimals$e}"));
}

/// Lays out the digits that `scientific` writes as `d.ddde±x`.
fn write_digits(out: &mut String, value: f64, scientific: impl Fn(&mut String, f64) -> std::fmt::Result) {
    if value < 0.0 {
        out.push('¯');
    }
    if value.is_infinite() {
        out.push('∞');
        return;
    }
    let mut scratch = String::with_capacity(32);
    let _ = scientific(&mut scratch, value.abs());
    let (mantissa, exponent) = scratch.split_once('e').unwrap_or((&scratch, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (first, rest) = mantissa.split_at(1);
    let rest = rest.strip_prefix('.').unwrap_or(rest).trim_end_matches('0');
    let zeros = |out: &mut String, count: usize| out.extend(std::iter::repeat_n('0', count));
    if value == 0.0 {
        out.push('0');
    } else if !(-6..=16).contains(&exponent) {
        out.push_str(first);
        if !rest.is_empty() {
            out.push('.');
            out.push_str(rest);
        }
        out.push('E');
        if exponent < 0 {
            out.push('¯');
        }
        let _ = write!(out, "{}", exponent.unsigned_abs());
    } else if exponent < 0 {
        out.push_str("0.");
        zeros(out, exponent.unsigned_abs() as usize - 1);
        out.push_str(first);
        out.push_str(rest);
    } else {
        let whole = exponent as usize;
        out.push_str(first);
        if rest.len() <= whole {
            out.push_str(rest);
            zeros(out, whole - rest.len());
        } else {
            out.push_str(&rest[..whole]);
            out.push('.');
            out.push_str(&rest[whole..]);
        }
    }
}

/// Why a number literal is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberFault {
    /// `SYNTAX` or `DOMAIN`.
    pub kind: ErrorKind,
    /// One line for people.
    pub message: &'static str,
    /// Bytes from the start of the literal up to and with the fault.
    pub length: usize,
}

/// Reads the number literal at the start of the text: the number and how many bytes it takes. The text must begin with a
/// digit, `¯`, `∞`, or a point and a digit.
pub fn read(text: &str) -> Result<(Number, usize), NumberFault> {
    let mut scanner = Scanner { text, at: 0 };
    let number = scanner.number()?;
    Ok((number, scanner.at))
}

/// The number that the whole text is a literal of.
pub fn parse(text: &str) -> Option<Number> {
    let begins = text.chars().next()?;
    if !(begins.is_ascii_digit() || matches!(begins, '¯' | '∞' | '.')) {
        return None;
    }
    read(text).ok().filter(|&(_, length)| length == text.len()).map(|(number, _)| number)
}

/// The exact integer written in these decimal digits.
pub fn parse_digits(digits: &str) -> BigInt {
    /// Below this many digits the schoolbook method is the fastest.
    const SMALL: usize = 1500;
    fn small(digits: &str) -> BigUint {
        BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default()
    }
    // `powers[k]` is 10 to the power SMALL×2*k, and serves to join halves of that length.
    fn join(digits: &str, powers: &[BigUint]) -> BigUint {
        let Some((power, smaller)) = powers.split_last() else { return small(digits) };
        let low = SMALL << smaller.len();
        if digits.len() <= low {
            return join(digits, smaller);
        }
        let (head, tail) = digits.split_at(digits.len() - low);
        join(head, smaller) * power + join(tail, smaller)
    }
    let mut powers = Vec::new();
    let mut length = SMALL;
    while length < digits.len() {
        let power = powers.last().map_or_else(|| BigUint::from(10u32).pow(SMALL as u32), |last: &BigUint| last * last);
        powers.push(power);
        length *= 2;
    }
    join(digits, &powers).into()
}

/// Walks over a number literal.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

/// A real part as it is written.
struct Real {
    value: f64,
    form: RealForm,
}

/// How a real part is written, which decides what may follow it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RealForm {
    /// Digits only: may turn out to be exact.
    Digits,
    /// With a point, an exponent or `∞`.
    Approximate,
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.text[self.at..].starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn digits(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.at += length;
        &rest[..length]
    }

    fn syntax<T>(&self, message: &'static str) -> Result<T, NumberFault> {
        Err(NumberFault { kind: ErrorKind::Syntax, message, length: self.at })
    }

    fn domain<T>(&self, message: &'static str) -> Result<T, NumberFault> {
        Err(NumberFault { kind: ErrorKind::Domain, message, length: self.at })
    }

    fn number(&mut self) -> Result<Number, NumberFault> {
        let real = self.real()?;
        match self.peek() {
            Some('x' | 'ₓ') if real.form == RealForm::Digits => {
                let (negative, digits) = self.written();
                self.at += self.peek().map_or(0, char::len_utf8);
                self.ends("malformed exact number")?;
                Ok(Number::from_integer(signed(negative, digits)))
            }
            Some('r') if real.form == RealForm::Digits => self.rational(),
            Some('j' | 'J') => {
                self.at += 1;
                self.complex(real.value)
            }
            _ => {
                self.not_followed_by(&['E', 'e', 'r', 'x', 'ₓ'], "malformed number")?;
                Ok(Number::Float(real.value))
            }
        }
    }

    /// The sign and the digits of what has been read, which is an integer.
    fn written(&self) -> (bool, &'a str) {
        let text = &self.text[..self.at];
        text.strip_prefix('¯').map_or((false, text), |digits| (true, digits))
    }

    fn real(&mut self) -> Result<Real, NumberFault> {
        let start = self.at;
        let negative = self.eat('¯');
        if self.eat('∞') {
            let value = if negative { f64::NEG_INFINITY } else { f64::INFINITY };
            return Ok(Real { value, form: RealForm::Approximate });
        }
        let mut form = RealForm::Digits;
        let whole = self.digits();
        let bytes = self.text.as_bytes();
        if bytes.get(self.at) == Some(&b'.') && bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) {
            form = RealForm::Approximate;
            self.at += 1;
            self.digits();
        } else if whole.is_empty() {
            return self.syntax("malformed number: digits are missing");
        }
        if self.eat('E') || self.eat('e') {
            form = RealForm::Approximate;
            self.eat('¯');
            if self.digits().is_empty() {
                return self.syntax("malformed number: the exponent has no digits");
            }
        }
        let text = &self.text[start..self.at];
        let value = if text.contains('¯') { text.replace('¯', "-").parse() } else { text.parse() };
        let value: f64 = value.unwrap_or(0.0);
        // The literal ¯0 is 0.
        Ok(Real { value: if value == 0.0 { 0.0 } else { value }, form })
    }

    fn rational(&mut self) -> Result<Number, NumberFault> {
        let (negative, numerator) = self.written();
        self.at += 1;
        let inverted = self.eat('¯');
        let denominator = self.digits();
        if denominator.is_empty() {
            return self.syntax("malformed rational number: the denominator has no digits");
        }
        self.ends("malformed rational number")?;
        let denominator = parse_digits(denominator);
        if denominator.is_zero() {
            return self.domain("the denominator is zero");
        }
        let numerator = signed(negative != inverted, numerator);
        Ok(Number::from_rational(BigRational::new(numerator, denominator)))
    }

    fn complex(&mut self, re: f64) -> Result<Number, NumberFault> {
        let im = self.real()?.value;
        self.ends("malformed complex number")?;
        if !(re.is_finite() && im.is_finite()) {
            return self.domain("a part of the complex number is not finite");
        }
        Ok(if im == 0.0 { Number::Float(re) } else { Number::Complex(Complex64::new(re, im)) })
    }

    /// Checks what may not follow an exact or complex number.
    fn ends(&mut self, message: &'static str) -> Result<(), NumberFault> {
        self.not_followed_by(&['.', 'E', 'e', 'r', 'j', 'J', 'x', 'ₓ'], message)?;
        if self.peek().is_some_and(|next| next.is_ascii_digit()) {
            self.at += 1;
            return self.syntax(message);
        }
        Ok(())
    }

    fn not_followed_by(&mut self, letters: &[char], message: &'static str) -> Result<(), NumberFault> {
        match self.peek().filter(|next| letters.contains(next)) {
            Some(next) => {
                self.at += next.len_utf8();
                self.syntax(message)
            }
            None => Ok(()),
        }
    }
}

fn signed(negative: bool, digits: &str) -> BigInt {
    let value =
        if digits.len() <= 18 { BigInt::from(digits.parse::<u64>().unwrap_or(0)) } else { parse_digits(digits) };
    if negative { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str) -> String {
        match read(text) {
            Ok((number, length)) if length == text.len() => format(&number),
            Ok((number, length)) => format!("{} then {}", format(&number), &text[length..]),
            Err(fault) => format!("{} {}", fault.kind.name(), &text[..fault.length]),
        }
    }

    #[test]
    fn floats_print_in_the_shortest_digits() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (2.0 / 3.0, "0.6666666666666666"),
            (0.1 * 7.0, "0.7000000000000001"),
            (1e-6, "0.000001"),
            (9.99e-7, "9.99E¯7"),
            (2.5e-7, "2.5E¯7"),
            (1e16, "10000000000000000"),
            (1e17, "1E17"),
            (99999999999999984.0, "99999999999999980"),
            (1.152921504606847e18, "1.152921504606847E18"),
            (9007199254740993.0, "9007199254740992"),
            (9007199254740994.0, "9007199254740994"),
            (12345.678, "12345.678"),
            (-1.5, "¯1.5"),
            (-2e200, "¯2E200"),
            (5e-324, "5E¯324"),
            (f64::MAX, "1.7976931348623157E308"),
            (f64::INFINITY, "∞"),
            (f64::NEG_INFINITY, "¯∞"),
            (100.0, "100"),
            (1e15 + 0.5, "1000000000000000.5"),
            (0.00012, "0.00012"),
        ] {
            assert_eq!(format_float(value), text);
        }
    }

    #[test]
    fn floats_round_to_significant_digits() {
        let rounded = |value, digits| {
            let mut text = String::new();
            write_float_rounded(&mut text, value, digits);
            text
        };
        assert_eq!(rounded(2.0 / 3.0, 3), "0.667");
        assert_eq!(rounded(0.1 * 7.0, 15), "0.7");
        assert_eq!(rounded(1234567.0, 3), "1230000");
        assert_eq!(rounded(9.99, 1), "10");
        assert_eq!(rounded(0.5, 16), "0.5");
        assert_eq!(rounded(9.9999e-7, 2), "0.000001");
        assert_eq!(rounded(-1.23456e200, 2), "¯1.2E200");
        assert_eq!(rounded(f64::INFINITY, 2), "∞");
        assert_eq!(rounded(1e17 - 16.0, 3), "1E17");
        assert_eq!(rounded(0.0, 1), "0");
    }

    #[test]
    fn literals_of_every_form() {
        for (text, shown) in [
            ("12", "12"),
            (".25", "0.25"),
            ("¯.5", "¯0.5"),
            ("¯0", "0"),
            ("1E400", "∞"),
            ("¯1E400", "¯∞"),
            ("1E¯400", "0"),
            ("1e99999999999999999999999", "∞"),
            ("2e3", "2000"),
            ("2e¯3", "0.002"),
            ("18r12", "3r2"),
            ("5r¯10", "¯1r2"),
            ("¯3r¯4", "3r4"),
            ("8r4", "2ₓ"),
            ("0r5", "0ₓ"),
            ("007x", "7ₓ"),
            ("¯0x", "0ₓ"),
            ("9223372036854775807ₓ", "9223372036854775807ₓ"),
            ("¯9223372036854775808ₓ", "¯9223372036854775808ₓ"),
            ("9223372036854775808ₓ", "9223372036854775808ₓ"),
            ("2j3", "2j3"),
            ("4j0", "4"),
            ("1E1J¯.5", "10j¯0.5"),
            ("1.5j¯2E3", "1.5j¯2000"),
            ("∞", "∞"),
            ("¯∞", "¯∞"),
            ("5¯3", "5 then ¯3"),
            ("3x¯4", "3ₓ then ¯4"),
            ("2.", "2 then ."),
            ("2.k", "2 then .k"),
            ("1.5.5", "1.5 then .5"),
            ("1E2.5", "100 then .5"),
            ("2ab", "2 then ab"),
            ("2X", "2 then X"),
            ("1-2", "1 then -2"),
            ("∞5", "∞ then 5"),
            ("1_0", "1 then _0"),
        ] {
            assert_eq!(show(text), shown, "{text}");
        }
    }

    #[test]
    fn wrong_literals() {
        for text in [
            "1E", "1E+2", "1e", "¯", "¯¯3", "1r", "1r∞", "1j", "1j2j3", "1j2x", "1r2j3", "1r2.5", "1x2", "5xx", "1.5x",
            "1E2x", "1.0r2", "∞x", "3rows", "1E2E3", "1j2.5.5", "3x.k", "1r2x", "1j-2", "¯.", "¯x", "1r¯", "∞E2",
            "1x.5", "¯∞r2", "1r.5", "1j1E", "1r0x",
        ] {
            assert_eq!(read(text).unwrap_err().kind, ErrorKind::Syntax, "{text}");
        }
        for text in ["1r0", "0r0", "1r¯0", "1j∞", "∞j0", "1E309j1", "1j¯∞", "¯∞j¯∞"] {
            assert_eq!(read(text).unwrap_err().kind, ErrorKind::Domain, "{text}");
        }
        assert_eq!(show("5xx"), "SYNTAX ERROR 5xx");
        assert_eq!(show("1E+2"), "SYNTAX ERROR 1E");
        assert_eq!(show("5r0+1"), "DOMAIN ERROR 5r0");
    }

    #[test]
    fn huge_exact_numbers_read_back() {
        for length in [17, 18, 19, 20, 1500, 1501, 3000, 3001, 40_000] {
            let digits: String = (0..length).map(|place| char::from(b'1' + (place % 9) as u8)).collect();
            let text = format!("¯{digits}ₓ");
            assert_eq!(show(&text), text);
            assert_eq!(parse_digits(&digits), digits.parse::<BigInt>().unwrap());
        }
    }

    #[test]
    fn only_whole_literals_parse() {
        assert_eq!(parse("3r6"), Some(Number::from_rational(BigRational::new(1.into(), 2.into()))));
        for text in ["", " 1", "1 ", "1.", "-1", "x", ".", "+1", "nan", "inf"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}

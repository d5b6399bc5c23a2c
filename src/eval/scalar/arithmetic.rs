//! Scalar functions of two numbers of the same kind; all others are left to the table.

use super::Scalar;
use crate::number::tolerance::equal_reals;

/// A function of two numbers that has a short way, or any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DyadCode {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `×`
    Multiply,
    /// `÷`
    Divide,
    /// `⌊`
    Minimum,
    /// `⌈`
    Maximum,
    /// `<`
    Less,
    /// `≤`
    LessOrEqual,
    /// `=`
    Equal,
    /// `≥`
    GreaterOrEqual,
    /// `>`
    Greater,
    /// `≠`
    NotEqual,
    /// One that the table works out.
    Other,
}

/// A function of one number that has a short way, or any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MonadCode {
    /// `-`
    Negate,
    /// `÷`
    Reciprocal,
    /// `|`
    Magnitude,
    /// One that the table works out.
    Other,
}

impl DyadCode {
    /// That of a glyph.
    pub fn of(glyph: char) -> DyadCode {
        match glyph {
            '+' => DyadCode::Add,
            '-' => DyadCode::Subtract,
            '×' => DyadCode::Multiply,
            '÷' => DyadCode::Divide,
            '⌊' => DyadCode::Minimum,
            '⌈' => DyadCode::Maximum,
            '<' => DyadCode::Less,
            '≤' => DyadCode::LessOrEqual,
            '=' => DyadCode::Equal,
            '≥' => DyadCode::GreaterOrEqual,
            '>' => DyadCode::Greater,
            '≠' => DyadCode::NotEqual,
            _ => DyadCode::Other,
        }
    }

    /// The result of the short way, if there is one.
    #[inline(always)]
    pub fn apply(self, x: Scalar, y: Scalar) -> Option<Scalar> {
        match (x, y) {
            (Scalar::Float(x), Scalar::Float(y)) => self.of_floats(x.into(), y.into()),
            (Scalar::Int(x), Scalar::Int(y)) => self.of_integers(x, y),
            _ => None,
        }
    }

    #[inline(always)]
    fn of_floats(self, x: f64, y: f64) -> Option<Scalar> {
        let result = match self {
            DyadCode::Add => x + y,
            DyadCode::Subtract => x - y,
            DyadCode::Multiply => x * y,
            // Division by zero has its own rules.
            DyadCode::Divide if y != 0.0 => x / y,
            DyadCode::Minimum => x.min(y),
            DyadCode::Maximum => x.max(y),
            DyadCode::Less => return truth(x < y && !equal_reals(x, y)),
            DyadCode::LessOrEqual => return truth(x < y || equal_reals(x, y)),
            DyadCode::Equal => return truth(equal_reals(x, y)),
            DyadCode::GreaterOrEqual => return truth(x > y || equal_reals(x, y)),
            DyadCode::Greater => return truth(x > y && !equal_reals(x, y)),
            DyadCode::NotEqual => return truth(!equal_reals(x, y)),
            DyadCode::Divide | DyadCode::Other => return None,
        };
        if result.is_nan() { None } else { float(result) }
    }

    #[inline(always)]
    fn of_integers(self, x: i64, y: i64) -> Option<Scalar> {
        let result = match self {
            DyadCode::Add => x.checked_add(y)?,
            DyadCode::Subtract => x.checked_sub(y)?,
            DyadCode::Multiply => x.checked_mul(y)?,
            DyadCode::Minimum => x.min(y),
            DyadCode::Maximum => x.max(y),
            DyadCode::Less => return truth(x < y),
            DyadCode::LessOrEqual => return truth(x <= y),
            DyadCode::Equal => return truth(x == y),
            DyadCode::GreaterOrEqual => return truth(x >= y),
            DyadCode::Greater => return truth(x > y),
            DyadCode::NotEqual => return truth(x != y),
            DyadCode::Divide | DyadCode::Other => return None,
        };
        Some(Scalar::Int(result))
    }
}

impl MonadCode {
    /// That of a glyph.
    pub fn of(glyph: char) -> MonadCode {
        match glyph {
            '-' => MonadCode::Negate,
            '÷' => MonadCode::Reciprocal,
            '|' => MonadCode::Magnitude,
            _ => MonadCode::Other,
        }
    }

    /// The result of the short way, if there is one.
    #[inline(always)]
    pub fn apply(self, y: Scalar) -> Option<Scalar> {
        match (self, y) {
            (MonadCode::Negate, Scalar::Float(y)) => float(0.0 - f64::from(y)),
            (MonadCode::Negate, Scalar::Int(y)) => y.checked_neg().map(Scalar::Int),
            (MonadCode::Reciprocal, Scalar::Float(y)) if f64::from(y) != 0.0 => float(1.0 / f64::from(y)),
            (MonadCode::Magnitude, Scalar::Float(y)) => float(f64::from(y).abs()),
            (MonadCode::Magnitude, Scalar::Int(y)) => y.checked_abs().map(Scalar::Int),
            _ => None,
        }
    }
}

#[inline(always)]
fn float(value: f64) -> Option<Scalar> {
    Some(Scalar::Float(value.into()))
}

#[inline(always)]
fn truth(holds: bool) -> Option<Scalar> {
    Some(Scalar::Int(holds as i64))
}

//! The value of the language: an atom or an array.

use std::sync::Arc;

use num_complex::Complex64;
use num_rational::BigRational;

use super::{Array, Function, Layout};
use crate::number::Number;

/// An atom (number, character, function) or an array. 16 bytes; atoms allocate nothing, except big exact and complex
/// numbers. The normal forms of [`Number`] hold here too.
#[derive(Clone, Debug)]
pub enum Value {
    /// An exact integer of 64 bits.
    Int(i64),
    /// An approximate real, never NaN.
    Float(f64),
    /// A character.
    Char(char),
    /// An exact number that is no 64-bit integer.
    Exact(Arc<BigRational>),
    /// A complex number with a nonzero imaginary part.
    Complex(Arc<Complex64>),
    /// A function.
    Function(Function),
    /// An array.
    Array(Array),
}

const _: () = assert!(size_of::<Value>() == 16);

impl From<Number> for Value {
    #[inline]
    fn from(number: Number) -> Value {
        match number {
            Number::Int(value) => Value::Int(value),
            Number::Float(value) => Value::Float(value),
            Number::Exact(value) => Value::Exact(value),
            Number::Complex(value) => Value::Complex(Arc::new(value)),
        }
    }
}

impl From<Array> for Value {
    fn from(array: Array) -> Value {
        Value::Array(array)
    }
}

impl From<Function> for Value {
    fn from(function: Function) -> Value {
        Value::Function(function)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Int(truth as i64)
    }
}

impl Value {
    /// A string: a character vector.
    pub fn string(text: &str) -> Value {
        Value::Array(Array::string(text))
    }

    /// The exact integer of a count.
    pub fn count(count: usize) -> Value {
        Value::Int(count as i64)
    }

    /// The number that this atom is, if it is one.
    pub fn as_number(&self) -> Option<Number> {
        match self {
            Value::Int(value) => Some(Number::Int(*value)),
            Value::Float(value) => Some(Number::Float(*value)),
            Value::Exact(value) => Some(Number::Exact(value.clone())),
            Value::Complex(value) => Some(Number::Complex(**value)),
            Value::Char(_) | Value::Function(_) | Value::Array(_) => None,
        }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&Array> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }

    /// Whether it is an atom.
    pub fn is_atom(&self) -> bool {
        !matches!(self, Value::Array(_))
    }

    /// Whether it has rank 0: an atom or a scalar.
    pub fn is_unit(&self) -> bool {
        self.rank() == 0
    }

    /// The rank, 0 for an atom.
    pub fn rank(&self) -> usize {
        self.shape().len()
    }

    /// The lengths of the axes, none for an atom.
    pub fn shape(&self) -> &[usize] {
        match self {
            Value::Array(array) => array.shape(),
            _ => &[],
        }
    }

    /// Shape, keys and names; none for an atom.
    pub fn layout(&self) -> Layout {
        self.as_array().map_or_else(Layout::scalar, |array| array.layout().clone())
    }

    /// The number of items, 1 for an atom.
    pub fn item_count(&self) -> usize {
        match self {
            Value::Array(array) => array.len(),
            _ => 1,
        }
    }

    /// Item `i` in ravel order; the only item of an atom is itself.
    pub fn item(&self, i: usize) -> Value {
        match self {
            Value::Array(array) => array.item(i),
            atom => atom.clone(),
        }
    }

    /// The atom itself, or what a rank-0 array holds; any other array is returned as it is.
    pub fn content(self) -> Value {
        match &self {
            Value::Array(array) if array.rank() == 0 => array.item(0),
            _ => self,
        }
    }

    /// The value as an array: an atom becomes the scalar that holds it.
    pub fn into_array(self) -> Array {
        match self {
            Value::Array(array) => array,
            atom => Array::scalar(atom),
        }
    }

    /// Nesting: 0 for an atom.
    pub fn depth(&self) -> usize {
        match self {
            Value::Array(array) => array.depth(),
            _ => 0,
        }
    }

    /// The depth of the deepest frame on which a function in this value depends; 0 when none does.
    #[inline]
    pub fn dependency(&self) -> u32 {
        match self {
            Value::Function(function) => function.dependency(),
            Value::Array(array) => array.dependency(),
            _ => 0,
        }
    }

    /// The text, if this is a string (a character vector, empty ones with a character prototype included) or a
    /// character atom.
    pub fn as_text(&self) -> Option<String> {
        match self {
            Value::Char(character) => Some(character.to_string()),
            Value::Array(array) if array.rank() == 1 => array.storage().text(),
            _ => None,
        }
    }

    /// The prototype: what fill of this value's kind looks like.
    pub fn prototype(&self) -> Value {
        match self {
            Value::Int(_) | Value::Exact(_) => Value::Int(0),
            Value::Float(_) | Value::Complex(_) => Value::Float(0.0),
            Value::Char(_) => Value::Char(' '),
            Value::Function(function) => Value::Function(function.clone()),
            Value::Array(array) => Value::Array(array.as_prototype()),
        }
    }
}

//! Collecting computed items one at a time.

use std::sync::Arc;

use num_complex::Complex64;

use super::{Storage, Value};

/// Collects items by rule C: each keeps its kind, in the narrowest lane that holds them all. Items of one kind lie
/// typed from the start, so that a compact result never passes through a vector of values.
#[derive(Debug)]
pub struct Gather {
    items: Gathered,
    capacity: usize,
}

#[derive(Debug)]
enum Gathered {
    Nothing,
    Integers(Vec<i64>),
    Floats(Vec<f64>),
    Complex(Vec<Complex64>),
    Bytes(Vec<u8>),
    Characters(Vec<char>),
    Values(Vec<Value>),
}

impl Gather {
    /// Nothing yet; room for `capacity` items is made when the first one shows the lane.
    pub fn with_capacity(capacity: usize) -> Gather {
        Gather { items: Gathered::Nothing, capacity }
    }

    /// Starts from integers that are there already.
    pub fn from_integers(items: Vec<i64>, capacity: usize) -> Gather {
        Gather { items: if items.is_empty() { Gathered::Nothing } else { Gathered::Integers(items) }, capacity }
    }

    /// Starts from floats that are there already.
    pub fn from_floats(items: Vec<f64>, capacity: usize) -> Gather {
        Gather { items: if items.is_empty() { Gathered::Nothing } else { Gathered::Floats(items) }, capacity }
    }

    /// Starts from complex numbers that are there already.
    pub fn from_complex(items: Vec<Complex64>, capacity: usize) -> Gather {
        Gather { items: if items.is_empty() { Gathered::Nothing } else { Gathered::Complex(items) }, capacity }
    }

    /// Adds an item.
    #[inline]
    pub fn push(&mut self, item: Value) {
        match (&mut self.items, &item) {
            (Gathered::Integers(items), Value::Int(item)) => items.push(*item),
            (Gathered::Floats(items), Value::Float(item)) => items.push(*item),
            (Gathered::Bytes(items), Value::Char(item)) if (*item as u32) < 256 => items.push(*item as u8),
            (Gathered::Characters(items), Value::Char(item)) => items.push(*item),
            (Gathered::Values(items), _) => items.push(item),
            _ => self.push_other(item),
        }
    }

    /// Adds an item that may change the lane.
    fn push_other(&mut self, item: Value) {
        let capacity = self.capacity;
        fn start<T>(capacity: usize, item: T) -> Vec<T> {
            let mut items = Vec::with_capacity(capacity);
            items.push(item);
            items
        }
        self.items = match (std::mem::replace(&mut self.items, Gathered::Nothing), item) {
            (Gathered::Nothing, item) => match item {
                Value::Int(item) => Gathered::Integers(start(capacity, item)),
                Value::Float(item) => Gathered::Floats(start(capacity, item)),
                Value::Complex(item) => Gathered::Complex(start(capacity, *item)),
                Value::Char(item) if (item as u32) < 256 => Gathered::Bytes(start(capacity, item as u8)),
                Value::Char(item) => Gathered::Characters(start(capacity, item)),
                other => Gathered::Values(start(capacity, other)),
            },
            (Gathered::Complex(mut items), Value::Complex(item)) => {
                items.push(*item);
                Gathered::Complex(items)
            }
            (Gathered::Complex(mut items), Value::Float(item)) => {
                items.push(Complex64::new(item, 0.0));
                Gathered::Complex(items)
            }
            (Gathered::Floats(items), Value::Complex(item)) => {
                let mut complex = Vec::with_capacity(capacity);
                complex.extend(items.iter().map(|&re| Complex64::new(re, 0.0)));
                complex.push(*item);
                Gathered::Complex(complex)
            }
            (Gathered::Bytes(items), Value::Char(item)) => {
                let mut characters = Vec::with_capacity(capacity);
                characters.extend(items.iter().map(|&byte| byte as char));
                characters.push(item);
                Gathered::Characters(characters)
            }
            (gathered, item) => {
                let mut values = Vec::with_capacity(capacity);
                gathered.drain_into(&mut values);
                values.push(item);
                Gathered::Values(values)
            }
        };
    }

    /// The items collected.
    pub fn finish(self) -> Storage {
        match self.items {
            Gathered::Nothing => Storage::F64(Vec::new().into()),
            Gathered::Integers(items) => Storage::I64(items.into()),
            Gathered::Floats(items) => Storage::F64(items.into()),
            Gathered::Complex(items) => Storage::C64(items.into()),
            Gathered::Bytes(items) => Storage::Char8(items.into()),
            Gathered::Characters(items) => Storage::Char32(items.into()),
            Gathered::Values(items) => Storage::Mixed(items.into()),
        }
    }
}

impl Gathered {
    fn drain_into(self, values: &mut Vec<Value>) {
        match self {
            Gathered::Nothing => {}
            Gathered::Integers(items) => values.extend(items.into_iter().map(Value::Int)),
            Gathered::Floats(items) => values.extend(items.into_iter().map(Value::Float)),
            Gathered::Complex(items) => values.extend(items.into_iter().map(|item| match item.im {
                0.0 => Value::Float(item.re),
                _ => Value::Complex(Arc::new(item)),
            })),
            Gathered::Bytes(items) => values.extend(items.into_iter().map(|byte| Value::Char(byte as char))),
            Gathered::Characters(items) => values.extend(items.into_iter().map(Value::Char)),
            Gathered::Values(items) => values.extend(items),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Lane;
    use super::*;

    fn gather(items: &[Value]) -> Storage {
        let mut gather = Gather::with_capacity(items.len());
        items.iter().for_each(|item| gather.push(item.clone()));
        gather.finish()
    }

    #[test]
    fn lanes_are_the_narrowest() {
        let (int, float, complex) = (Value::Int(3), Value::Float(0.5), Value::Complex(Complex64::new(1.0, 2.0).into()));
        let (byte, wide) = (Value::Char('a'), Value::Char('π'));
        for (items, lane) in [
            (vec![int.clone(), int.clone()], Lane::I64),
            (vec![float.clone(), complex.clone(), float.clone()], Lane::C64),
            (vec![complex.clone(), float.clone()], Lane::C64),
            (vec![byte.clone(), wide.clone(), byte.clone()], Lane::Char32),
            (vec![byte.clone(), byte.clone()], Lane::Char8),
            (vec![int.clone(), float.clone()], Lane::Mixed),
            (vec![complex.clone(), int.clone(), byte.clone()], Lane::Mixed),
        ] {
            let storage = gather(&items);
            assert_eq!(storage.lane(), lane);
            assert_eq!(format!("{:?}", storage.to_values()), format!("{items:?}"));
        }
    }
}

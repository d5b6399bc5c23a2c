//! Amending a copy of an array, for At.

use crate::array::{Array, Caller, Layout, Value};
use crate::control::Result;

use super::index::apply;
use super::store::Pairing;
use super::write::{MissingKeys, SelectionStep, Writer};

/// The part of an array that is amended.
pub enum Amended {
    /// What a selector for the leading axis selects, in any of its forms.
    Selected(Value),
    /// The items at these offsets, as a vector.
    Items(Vec<usize>),
}

impl Amended {
    /// The part as a value.
    pub fn read(&self, array: &Array) -> Result<Value> {
        match self {
            Amended::Selected(selector) => apply(Value::Array(array.clone()), selector.clone()),
            Amended::Items(offsets) if offsets.is_empty() => Ok(Array::empty(Layout::vector(0), array.fill()).into()),
            Amended::Items(offsets) => {
                let items = array.storage().select(offsets);
                Ok(Array::new(Layout::vector(offsets.len()), items).into())
            }
        }
    }

    /// The array with the part replaced, position by position: by a value of its shape, the content of a unit or of an
    /// array of one item (`LENGTH ERROR` otherwise), or, if it is a single item, by the value as it is. Repeated positions
    /// take the last; a keyed one is a `DOMAIN ERROR`.
    pub fn replace(self, caller: &mut dyn Caller, array: Array, replacement: &Value) -> Result<Value> {
        let mut amended = Value::Array(array);
        let mut writer = Writer::new(&amended, MissingKeys::Fail);
        match (self, &amended) {
            (Amended::Items(offsets), Value::Array(array)) => writer.select_offsets(array, offsets),
            (Amended::Items(_), _) => {}
            (Amended::Selected(selector), _) => writer.step(caller, &SelectionStep::Apply(selector))?,
        }
        let change = writer.finish(caller, None, replacement, Pairing::ByPosition).map_err(|failure| failure.error)?;
        change.apply(&mut amended)?;
        Ok(amended)
    }
}

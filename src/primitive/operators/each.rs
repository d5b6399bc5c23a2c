//! `¨`: apply to items.

use super::collect::Collector;
use super::elementwise::{at_once, pairs_at_once};
use super::pairing::{Pairing, call_on_prototypes};
use super::{scalar_dyad, scalar_monad};
use crate::array::{Array, Caller, Function, Outcome, Value};
use crate::control::{Result, poll};
use crate::primitive::table::Operands;

/// `f¨Y`, `X f¨Y`.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let function = operands.left_function()?;
    match (left, right) {
        (None, Value::Array(array)) => each(caller, function, array),
        (None, atom) => caller.call(function, None, atom).map(Outcome::displayed),
        (Some(left), right) if left.is_atom() && right.is_atom() => {
            caller.call(function, Some(left), right).map(Outcome::displayed)
        }
        (Some(left), right) => each_pair(caller, function, left, right),
    }
}

fn each(caller: &mut dyn Caller, function: &Function, array: Array) -> Result<Outcome> {
    if scalar_monad(function).is_some() {
        return caller.call(function, None, Value::Array(array));
    }
    if array.is_empty() {
        let outcome = call_on_prototypes(caller, function, None, array.fill())?;
        return Ok(outcome.map(|value| Array::empty(array.layout().clone(), value.prototype()).into()));
    }
    let array = Value::Array(array);
    if let Some(result) = at_once(caller, function, &array)? {
        return Ok(result.into());
    }
    let array = array.into_array();
    let mut results = Results::new(Collector::new(array.layout())?);
    for position in 0..array.len() {
        poll()?;
        results.push(caller.call(function, None, array.item(position))?);
    }
    Ok(results.finish(|items| items.into_array(array.layout().clone())))
}

fn each_pair(caller: &mut dyn Caller, function: &Function, left: Value, right: Value) -> Result<Outcome> {
    if scalar_dyad(function).is_some() {
        return caller.call(function, Some(left), right);
    }
    if let Some(result) = pairs_at_once(caller, function, &left, &right)? {
        return Ok(result.into());
    }
    let pairing = Pairing::of_items(&left, &right)?;
    let layout = pairing.layout().clone();
    if layout.count() == 0 {
        let sample = |value: &Value| if value.item_count() == 0 { fill_of(value) } else { value.item(0) };
        let outcome = call_on_prototypes(caller, function, Some(sample(&left)), sample(&right))?;
        return Ok(outcome.map(|value| Array::empty(layout, value.prototype()).into()));
    }
    let mut results = Results::new(Collector::new(&layout)?);
    for position in 0..layout.count() {
        poll()?;
        let (x, y) = pairing.items_at(&left, &right, position);
        results.push(caller.call(function, Some(x), y)?);
    }
    Ok(results.finish(|items| items.into_array(layout)))
}

/// The fill of an array, the prototype of an atom.
pub(super) fn fill_of(value: &Value) -> Value {
    match value {
        Value::Array(array) => array.fill(),
        atom => atom.prototype(),
    }
}

/// What many calls gave: their values, or nothing at all when one of them gave nothing.
pub(super) struct Results {
    items: Collector,
    is_whole: bool,
}

impl Results {
    pub(super) fn new(items: Collector) -> Results {
        Results { items, is_whole: true }
    }

    #[inline]
    pub(super) fn push(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Value(value) | Outcome::Silent(value) => self.items.push(value),
            Outcome::Nothing => self.is_whole = false,
        }
    }

    pub(super) fn finish(self, build: impl FnOnce(Collector) -> Value) -> Outcome {
        if self.is_whole { Outcome::Value(build(self.items)) } else { Outcome::Nothing }
    }
}

impl Outcome {
    /// The same outcome, not silent.
    pub(super) fn displayed(self) -> Outcome {
        self.map(|value| value)
    }

    /// Another value made of this one, not silent.
    pub(super) fn map(self, make: impl FnOnce(Value) -> Value) -> Outcome {
        match self {
            Outcome::Value(value) | Outcome::Silent(value) => Outcome::Value(make(value)),
            Outcome::Nothing => Outcome::Nothing,
        }
    }
}

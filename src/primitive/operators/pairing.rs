//! Pairing the items, or the cells, of two arguments; calls on prototypes.

use super::cells::Cells;
use super::{on_prototypes, scalar_dyad, scalar_monad};
use crate::agree::{Agreement, agree};
use crate::array::{Array, Caller, Domain, Function, Layout, Outcome, Storage, Value};
use crate::control::Result;

/// How two arguments pair, and in what kind an absent partner is completed.
pub struct Pairing {
    agreement: Agreement,
    /// Whether one argument is compact and approximate and the other compact and numeric: absent numbers are floats.
    absent_are_floats: bool,
}

impl Pairing {
    /// Pairs items.
    pub fn of_items(left: &Value, right: &Value) -> Result<Pairing> {
        let agreement = agree(&left.layout(), &right.layout())?;
        Ok(Pairing { agreement, absent_are_floats: meet_as_floats(domain_of(left), domain_of(right)) })
    }

    /// Pairs cells by their frames.
    pub fn of_cells(left: &Cells, right: &Cells) -> Result<Pairing> {
        let agreement = agree(left.frame(), right.frame())?;
        Ok(Pairing { agreement, absent_are_floats: meet_as_floats(left.domain(), right.domain()) })
    }

    /// Shape, keys and names of the result (or its frame).
    pub fn layout(&self) -> &Layout {
        &self.agreement.layout
    }

    /// The items that meet at a position of the result.
    #[inline]
    pub fn items_at(&self, left: &Value, right: &Value, position: usize) -> (Value, Value) {
        match (self.agreement.left.index(position), self.agreement.right.index(position)) {
            (Some(i), Some(j)) => (left.item(i), right.item(j)),
            (Some(i), None) => {
                let present = left.item(i);
                let absent = self.completed(&present);
                (present, absent)
            }
            (None, Some(j)) => {
                let present = right.item(j);
                (self.completed(&present), present)
            }
            (None, None) => (super::each::fill_of(left), super::each::fill_of(right)),
        }
    }

    /// The cells that meet at a position of the frame.
    pub fn cells_at(&self, left: &Cells, right: &Cells, position: usize) -> Result<(Value, Value)> {
        Ok(match (self.agreement.left.index(position), self.agreement.right.index(position)) {
            (Some(i), Some(j)) => (left.get(i), right.get(j)),
            (Some(i), None) => (left.get(i), self.completed(&left.get(i))),
            (None, Some(j)) => (self.completed(&right.get(j)), right.get(j)),
            (None, None) => (left.prototype()?, right.prototype()?),
        })
    }

    /// What stands in for the missing partner of a value.
    fn completed(&self, present: &Value) -> Value {
        match present.prototype() {
            Value::Int(0) if self.absent_are_floats => Value::Float(0.0),
            Value::Array(array) if self.absent_are_floats && array.storage().lane().domain() == Domain::Integer => {
                let storage = Storage::F64(vec![0.0; array.len()].into());
                Value::Array(Array::new(array.layout().clone(), storage))
            }
            prototype => prototype,
        }
    }
}

fn domain_of(value: &Value) -> Domain {
    match value {
        Value::Array(array) => array.storage().lane().domain(),
        Value::Int(_) => Domain::Integer,
        Value::Float(_) => Domain::Float,
        Value::Complex(_) => Domain::Complex,
        Value::Char(_) => Domain::Character,
        Value::Exact(_) | Value::Function(_) => Domain::Mixed,
    }
}

fn meet_as_floats(a: Domain, b: Domain) -> bool {
    let numeric = |domain| matches!(domain, Domain::Integer | Domain::Float | Domain::Complex);
    numeric(a) && numeric(b) && (a != Domain::Integer || b != Domain::Integer)
}

/// What a function gives for prototypes. A scalar primitive is not called: it has its own rule for empty arguments.
pub fn call_on_prototypes(
    caller: &mut dyn Caller,
    function: &Function,
    left: Option<Value>,
    right: Value,
) -> Result<Outcome> {
    let is_scalar = match left {
        None => scalar_monad(function).is_some(),
        Some(_) => scalar_dyad(function).is_some(),
    };
    if !is_scalar {
        return on_prototypes(caller, |caller| caller.call(function, left, right));
    }
    let none_of = |value: &Value| Value::Array(Array::empty(Layout::vector(0), value.prototype()));
    let result = caller.call_value(function, left.as_ref().map(none_of), none_of(&right))?;
    Ok(Outcome::Value(super::each::fill_of(&result)))
}

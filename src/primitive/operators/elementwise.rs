//! Functions that work item by item although they are no primitives: trains of scalar functions, and definitions that are
//! one expression of them. For every item of a compact array they can be called at once.

use super::{primitive_row, scalar_dyad, scalar_monad};
use crate::array::{Caller, Domain, Form, Function, Uses, Value};
use crate::control::Result;

/// Below this many items the calls themselves are as fast.
pub(super) const WORTHWHILE: usize = 32;

/// `f¨Y` in one call, if the function works item by item on the compact array `Y`. A call that fails is answered by
/// nothing: made item by item, it fails in the right place.
pub fn at_once(caller: &mut dyn Caller, function: &Function, right: &Value) -> Result<Option<Value>> {
    if !is_worthwhile(right) || !is_item_by_item(function) {
        return Ok(None);
    }
    Ok(finished(caller.call_value(function, None, right.clone())))
}

/// Whether a function of one argument works item by item.
pub fn is_item_by_item(function: &Function) -> bool {
    uses(function, Valence::Monadic) == Some(RIGHT)
}

/// `X f¨Y` in one call, if the arguments are compact, without keys and names, and the function works item by item on both.
pub fn pairs_at_once(
    caller: &mut dyn Caller,
    function: &Function,
    left: &Value,
    right: &Value,
) -> Result<Option<Value>> {
    let fits = |value: &Value| match value {
        Value::Array(array) => array.layout().is_plain() && array.storage().lane().domain() != Domain::Mixed,
        atom => atom.as_number().is_some(),
    };
    let worthwhile = is_worthwhile(left) || is_worthwhile(right);
    if !worthwhile || !fits(left) || !fits(right) || uses(function, Valence::Dyadic) != Some(BOTH) {
        return Ok(None);
    }
    Ok(finished(caller.call_value(function, Some(left.clone()), right.clone())))
}

/// Whether it is an interrupt that stopped the call does not matter here: the next poll finds it again.
fn finished(result: Result<Value>) -> Option<Value> {
    result.ok()
}

fn is_worthwhile(value: &Value) -> bool {
    value.as_array().is_some_and(|array| array.len() >= WORTHWHILE && array.storage().lane().domain() != Domain::Mixed)
}

const BOTH: Uses = Uses { left: true, right: true };
const RIGHT: Uses = Uses { left: false, right: true };

#[derive(Clone, Copy, PartialEq, Eq)]
enum Valence {
    Monadic,
    Dyadic,
}

/// Which arguments take part, if the function works item by item. All of them do, each item of the result being made of
/// the items at its place.
fn uses(function: &Function, valence: Valence) -> Option<Uses> {
    match function.form() {
        Form::Primitive(_) => match valence {
            Valence::Dyadic => scalar_dyad(function).map(|_| BOTH),
            Valence::Monadic => {
                let is_random = primitive_row(function).is_some_and(|row| row.glyph == '?');
                scalar_monad(function).filter(|_| !is_random).map(|_| RIGHT)
            }
        },
        Form::Fork { left, middle, right } => {
            let second = uses(right, valence)?;
            uses(middle, Valence::Dyadic)?;
            match left {
                Value::Function(left) => Some(second.or(uses(left, valence)?)),
                constant => constant.as_number().map(|_| second),
            }
        }
        Form::Derived { operator, left, right } => derived(operator.symbol, left, right.as_ref(), valence),
        Form::Defined(definition) => definition.item_by_item().filter(|uses| uses.left == (valence == Valence::Dyadic)),
        Form::Native(_) => None,
    }
}

fn derived(symbol: char, left: &Value, right: Option<&Value>, valence: Valence) -> Option<Uses> {
    let own = if valence == Valence::Dyadic { BOTH } else { RIGHT };
    match (symbol, left, right) {
        ('⍨', Value::Function(f), None) => uses(f, Valence::Dyadic).map(|_| own),
        ('⊸', Value::Function(f), Some(Value::Function(g))) | ('⟜', Value::Function(g), Some(Value::Function(f))) =>
        {
            uses(f, Valence::Monadic)?;
            uses(g, Valence::Dyadic).map(|_| own)
        }
        ('⊸', atom, Some(Value::Function(g))) | ('⟜', Value::Function(g), Some(atom))
            if valence == Valence::Monadic && atom.as_number().is_some() =>
        {
            uses(g, Valence::Dyadic).map(|_| RIGHT)
        }
        ('⍤', Value::Function(f), Some(Value::Function(g))) => {
            uses(f, Valence::Monadic)?;
            uses(g, valence)
        }
        ('⍥', Value::Function(f), Some(Value::Function(g))) => {
            uses(g, Valence::Monadic)?;
            uses(f, valence).map(|_| own)
        }
        _ => None,
    }
}

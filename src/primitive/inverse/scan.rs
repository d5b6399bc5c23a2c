//! Undoing scans: in each lane `y(i-1) f⁻L yᵢ`.

use super::{Fixed, no_inverse, undo as undo_function};
use crate::array::{Array, Caller, Function, Storage, Value};
use crate::control::{Result, poll, reserve};
use crate::primitive::argument::one_axis;
use crate::primitive::operators::{Collector, Lanes};

/// Along which axis the scan went.
#[derive(Clone, Copy)]
pub(super) enum Along<'a> {
    /// The first one.
    First,
    /// The last one.
    Last,
    /// The one that an axis operand names.
    Axis(&'a Value),
}

/// The array whose scan, from the seed that is fixed on the left if there is one, is `value`.
pub(super) fn undo(
    caller: &mut dyn Caller,
    function: &Function,
    fixed: Fixed<'_>,
    value: Value,
    along: Along<'_>,
) -> Result<Value> {
    let seed = match fixed {
        Fixed::Nothing => None,
        Fixed::Left(seed) => Some(seed.clone().content()),
        Fixed::Right(_) => return Err(no_inverse("a scan with its right argument fixed")),
    };
    let axis = match (&value, along) {
        (_, Along::Axis(operand)) => one_axis(operand, &value.layout())?,
        (_, Along::First) => 0,
        (value, Along::Last) => value.rank().saturating_sub(1),
    };
    let array = match value {
        Value::Array(array) if array.rank() > 0 => array,
        unit => {
            return match seed {
                None => Ok(unit),
                Some(seed) => undo_function(caller, function, Fixed::Left(&seed), unit),
            };
        }
    };
    if array.is_empty() {
        return Ok(array.into());
    }
    let lanes = Lanes::along(array.layout(), axis);
    let mut results = Collector::new(array.layout())?;
    for lane in 0..lanes.count() {
        let start = lanes.start(lane);
        let mut before = seed.clone();
        for position in 0..lanes.length {
            poll()?;
            let item = array.item(start + position * lanes.stride);
            results.push(match &before {
                None => item.clone(),
                Some(before) => undo_function(caller, function, Fixed::Left(before), item.clone())?,
            });
            before = Some(item);
        }
    }
    let storage = in_ravel_order(results.finish(), lanes)?;
    Ok(Array::new(array.layout().clone(), storage).into())
}

/// Items that come lane by lane, put in ravel order.
fn in_ravel_order(storage: Storage, lanes: Lanes) -> Result<Storage> {
    if lanes.stride == 1 {
        return Ok(storage);
    }
    reserve(storage.len(), size_of::<usize>(), || format!("{} positions", storage.len()))?;
    Ok(storage.select(&lanes.places()))
}

//! Which functions may touch the items that a selective assignment selects, and what they mean there.

use crate::array::{Form, Function, Value};
use crate::control::{Error, Result};
use crate::primitive::argument::text;

use super::index::{chooses, selectors};

/// What a selection function does.
pub(super) enum Meaning {
    /// It leaves the selection as it is; under `¨` so many times.
    Same { levels: usize },
    /// Index with a left argument, along axes if given.
    Index(Option<Value>),
    /// Pick with a left argument, along axes if given.
    Pick(Option<Value>),
    /// Index under `¨` where a left argument chooses by paths.
    ChoosesEach,
    /// First: the item it gives is selected as a whole.
    First,
    /// It is computed on the labels, those of nested items included this many levels deep.
    Moves { levels: usize },
}

/// Takes a function bound to its left argument apart.
pub(super) fn unbind<'a>(function: &'a Function, left: Option<&'a Value>) -> Result<(&'a Function, Option<&'a Value>)> {
    match function.form() {
        Form::Derived { operator, left: bound, right: Some(Value::Function(inner)) }
            if operator.symbol == '⊸' && !matches!(bound, Value::Function(_)) =>
        {
            if left.is_some() {
                return Err(Error::syntax("a function bound to its left argument takes no other"));
            }
            unbind(inner, Some(bound))
        }
        _ => Ok((function, left)),
    }
}

/// What a function means as a selection function, if it is one.
pub(super) fn meaning(function: &Function, left: Option<&Value>) -> Option<Meaning> {
    let has_left = left.is_some();
    match function.form() {
        Form::Primitive(glyph) => match (glyph.symbol, has_left) {
            ('⊢' | '⊣' | '⌷', false) => Some(Meaning::Same { levels: 0 }),
            ('⊃', true) if left.is_some_and(is_no_coordinates) => Some(Meaning::Same { levels: 0 }),
            ('⌷', true) => Some(Meaning::Index(None)),
            ('⊃', true) => Some(Meaning::Pick(None)),
            ('↑', false) => Some(Meaning::First),
            ('∊', false) => Some(Meaning::Moves { levels: usize::MAX }),
            (',' | '⍪', false) | ('↑' | '↓' | '⍴' | '/' | '⌿' | '\\' | '⍀', true) | ('⌽' | '⊖' | '⍉', _) => {
                Some(Meaning::Moves { levels: 0 })
            }
            _ => None,
        },
        Form::Derived { operator, left: Value::Function(inner), right: Some(axes) } if operator.symbol == '⍠' => {
            match (inner.as_primitive()?.symbol, has_left) {
                ('⌷', true) => Some(Meaning::Index(Some(axes.clone()))),
                ('⊃', true) => Some(Meaning::Pick(Some(axes.clone()))),
                ('↑', false) => Some(Meaning::First),
                (',', false) | ('↑' | '↓' | '/' | '⌿' | '\\' | '⍀', true) | ('⌽' | '⊖', _) => {
                    Some(Meaning::Moves { levels: 0 })
                }
                _ => None,
            }
        }
        Form::Derived { operator, left: Value::Function(inner), .. } if operator.symbol == '¨' => {
            // An enclosed left argument is the left argument for each item.
            let each = left.map(|left| if left.is_unit() { left.clone().content() } else { Value::Int(0) });
            let whole_left = left;
            let (inner, left) = unbind(inner, each.as_ref()).ok()?;
            Some(match meaning(inner, left)? {
                Meaning::Same { levels } => Meaning::Same { levels: levels + 1 },
                Meaning::Moves { levels } => Meaning::Moves { levels: levels.saturating_add(1) },
                Meaning::Index(None) if whole_left.is_some_and(some_choose) => Meaning::ChoosesEach,
                _ => Meaning::Moves { levels: 1 },
            })
        }
        _ => None,
    }
}

/// Whether a left argument of Pick has no coordinates.
fn is_no_coordinates(left: &Value) -> bool {
    left.rank() == 1 && left.item_count() == 0 && text(left).is_none()
}

/// Whether a left argument for each item has a choosing left argument of Index among its items.
fn some_choose(left: &Value) -> bool {
    let is_choosing = |left: &Value| {
        selectors(left, "Index").is_ok_and(|selectors| matches!(&selectors[..], [one] if chooses(one).is_some()))
    };
    match left {
        Value::Array(array) => !array.is_simple() && (0..array.len()).any(|i| is_choosing(&array.item(i))),
        _ => false,
    }
}

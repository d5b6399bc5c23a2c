//! The inverses of derived functions, from those of their operands.

use super::{Fixed, Inverse, Scope, Side, along_axes, is, lambert, no_inverse, scan, table, undo};
use crate::array::compare::matches;
use crate::array::{Array, Caller, Form, Function, Glyph, Value};
use crate::control::{Error, Result, poll};
use crate::primitive::argument;
use crate::primitive::operators::{Collector, count_of_steps, ranks_of, rows, steps_of};
use crate::primitive::table::Operands;

/// The answer of a derived function.
pub(super) fn undo_derived(
    caller: &mut dyn Caller,
    operator: Glyph,
    operands: Operands<'_>,
    fixed: Fixed<'_>,
    value: Value,
) -> Result<Value> {
    match operator.symbol {
        '⊸' => before(caller, operands, fixed, value),
        '⟜' => after(caller, operands, fixed, value),
        '⍤' => atop_or_rank(caller, operands, fixed, value),
        '⍥' => over(caller, operands, fixed, value),
        '⍨' => commute(caller, operands, fixed, value),
        '¨' => each(caller, operands, fixed, value),
        '\\' => scan::undo(caller, operands.left_function()?, fixed, value, scan::Along::Last),
        '⍀' => scan::undo(caller, operands.left_function()?, fixed, value, scan::Along::First),
        '⌝' => outer(caller, operands.left_function()?, fixed, value),
        '⍣' => power(caller, operands, fixed, value),
        '⇄' => match fixed {
            Fixed::Nothing => caller.call_value(operands.right_function()?, None, value),
            Fixed::Left(left) => caller.call_value(operands.right_function()?, Some(left.clone()), value),
            Fixed::Right(_) => Err(no_inverse("⇄ with its right argument fixed")),
        },
        '⌾' => under(caller, operands, fixed, value),
        '⍠' => along(caller, operands, fixed, value),
        symbol => Err(no_inverse(format!("a function made by {symbol}"))),
    }
}

/// A bound function takes one argument.
fn refuse_fixed(fixed: Fixed<'_>) -> Result<()> {
    match fixed {
        Fixed::Nothing => Ok(()),
        _ => Err(Error::syntax("a function with a bound argument takes one argument")),
    }
}

fn before(caller: &mut dyn Caller, operands: Operands<'_>, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    let main = operands.right_function()?;
    let Value::Function(first) = operands.left else {
        refuse_fixed(fixed)?;
        return undo(caller, main, Fixed::Left(operands.left), value);
    };
    match fixed {
        Fixed::Nothing => Err(no_inverse("f⊸g with one argument")),
        Fixed::Left(left) => {
            let left = caller.call_value(first, None, left.clone())?;
            undo(caller, main, Fixed::Left(&left), value)
        }
        Fixed::Right(_) => {
            let first_result = undo(caller, main, fixed, value)?;
            undo(caller, first, Fixed::Nothing, first_result)
        }
    }
}

fn after(caller: &mut dyn Caller, operands: Operands<'_>, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    let main = operands.left_function()?;
    let right_operand = operands.right_operand()?;
    let Value::Function(first) = right_operand else {
        refuse_fixed(fixed)?;
        return undo(caller, main, Fixed::Right(right_operand), value);
    };
    match fixed {
        Fixed::Nothing if is_primitive(main, '×') && is_primitive(first, '*') => lambert::lambert(&value),
        Fixed::Nothing => Err(no_inverse("f⟜g with one argument")),
        Fixed::Left(_) => {
            let first_result = undo(caller, main, fixed, value)?;
            undo(caller, first, Fixed::Nothing, first_result)
        }
        Fixed::Right(right) => {
            let right = caller.call_value(first, None, right.clone())?;
            undo(caller, main, Fixed::Right(&right), value)
        }
    }
}

fn is_primitive(function: &Function, symbol: char) -> bool {
    function.as_primitive().is_some_and(|glyph| glyph.symbol == symbol)
}

fn atop_or_rank(caller: &mut dyn Caller, operands: Operands<'_>, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    let outer = operands.left_function()?;
    if let Value::Function(inner) = operands.right_operand()? {
        let middle = undo(caller, outer, Fixed::Nothing, value)?;
        return undo(caller, inner, fixed, middle);
    }
    let (side, left) = match fixed {
        Fixed::Nothing => (Side::Left, None),
        Fixed::Left(left) => (Side::Left, Some(left.clone())),
        Fixed::Right(right) => (Side::Right, Some(right.clone())),
    };
    // The fixed argument stands on the left of the inverse, with the ranks of its own side.
    let [monad, left_rank, right_rank] = ranks_of(operands.right_operand()?)?;
    let ranks = match side {
        Side::Left => vec![monad, left_rank, right_rank],
        Side::Right => vec![monad, right_rank, left_rank],
    };
    let inverse = Inverse::of(outer, side);
    let ranks = Value::Array(Array::vector(ranks));
    rows::atop(caller, Operands { left: &inverse, right: Some(&ranks) }, left, value)?.value()
}

fn over(caller: &mut dyn Caller, operands: Operands<'_>, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    let (outer, inner) = (operands.left_function()?, operands.right_function()?);
    let changed = match fixed {
        Fixed::Nothing => None,
        Fixed::Left(argument) | Fixed::Right(argument) => Some(caller.call_value(inner, None, argument.clone())?),
    };
    let middle = undo(caller, outer, with_argument(fixed, &changed), value)?;
    undo(caller, inner, Fixed::Nothing, middle)
}

/// The same side, another argument.
fn with_argument<'a>(fixed: Fixed<'_>, argument: &'a Option<Value>) -> Fixed<'a> {
    match (fixed, argument) {
        (Fixed::Left(_), Some(argument)) => Fixed::Left(argument),
        (Fixed::Right(_), Some(argument)) => Fixed::Right(argument),
        _ => Fixed::Nothing,
    }
}

fn commute(caller: &mut dyn Caller, operands: Operands<'_>, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    let Value::Function(function) = operands.left else { return Err(no_inverse("a constant function")) };
    match fixed {
        Fixed::Left(left) => undo(caller, function, Fixed::Right(left), value),
        Fixed::Right(right) => undo(caller, function, Fixed::Left(right), value),
        Fixed::Nothing => {
            let mut scope = Scope { caller, axes: None };
            match function.as_primitive().map(|glyph| glyph.symbol) {
                Some('+') => scope.plain_dyad('÷', value, Value::Int(2)),
                Some('×') => scope.monad('√', value),
                Some('⌊' | '⌈') => Ok(value),
                _ if is_times_exponential(function) => lambert::lambert(&value),
                _ => Err(no_inverse("f⍨ with one argument")),
            }
        }
    }
}

/// `×⟜*`.
fn is_times_exponential(function: &Function) -> bool {
    match function.form() {
        Form::Derived { operator, left: Value::Function(left), right: Some(Value::Function(right)) } => {
            operator.symbol == '⟜' && is_primitive(left, '×') && is_primitive(right, '*')
        }
        _ => false,
    }
}

fn each(caller: &mut dyn Caller, operands: Operands<'_>, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    let function = operands.left_function()?;
    let (side, left) = match fixed {
        Fixed::Nothing => (Side::Left, None),
        Fixed::Left(left) => (Side::Left, Some(left.clone())),
        Fixed::Right(right) => (Side::Right, Some(right.clone())),
    };
    let inverse = Inverse::of(function, side);
    rows::each(caller, Operands { left: &inverse, right: None }, left, value)?.value()
}

/// `A f⌝`: the items of the other argument, each of which all items of `A` must agree on.
fn outer(caller: &mut dyn Caller, function: &Function, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    let (known, side) = match fixed {
        Fixed::Nothing => return Err(no_inverse("f⌝ without an argument")),
        Fixed::Left(known) => (known, Side::Left),
        Fixed::Right(known) => (known, Side::Right),
    };
    let table = value.into_array();
    let rank = known.rank();
    let others = table.rank().checked_sub(rank);
    let matching = others.is_some_and(|others| match side {
        Side::Left => table.shape()[..rank] == *known.shape(),
        Side::Right => table.shape()[others..] == *known.shape(),
    });
    if !matching {
        return Err(Error::domain("the table does not have the axes of the fixed argument"));
    }
    let count = known.item_count();
    if count == 0 {
        return Err(Error::domain("nothing can be recovered from an empty argument"));
    }
    let layout = match side {
        Side::Left => table.layout().cell(rank),
        Side::Right => table.layout().frame(table.rank() - rank),
    };
    let unknowns = layout.count();
    if unknowns == 0 {
        return Ok(Array::empty(layout, table.fill()).into());
    }
    let mut found: Vec<Option<Value>> = vec![None; unknowns];
    for place in 0..table.len() {
        poll()?;
        let (i, j) = match side {
            Side::Left => (place / unknowns, place % unknowns),
            Side::Right => (place % count, place / count),
        };
        let argument = known.item(i);
        let fixed = if side == Side::Left { Fixed::Left(&argument) } else { Fixed::Right(&argument) };
        let item = undo(caller, function, fixed, table.item(place))?;
        match &found[j] {
            None => found[j] = Some(item),
            Some(first) if matches(first, &item) => {}
            Some(_) => return Err(Error::domain("the table is not an outer product with the fixed argument")),
        }
    }
    let mut items = Collector::new(&layout)?;
    found.into_iter().for_each(|item| items.push(item.expect("every unknown was found")));
    Ok(items.into_array(layout))
}

fn power(caller: &mut dyn Caller, operands: Operands<'_>, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    let function = operands.left_function()?;
    let left = match fixed {
        Fixed::Nothing => None,
        Fixed::Left(left) => Some(left.clone()),
        Fixed::Right(_) => return Err(no_inverse("f⍣n with its right argument fixed")),
    };
    let count = operands.right_operand()?;
    if matches!(count, Value::Function(_)) || count.rank() > 0 {
        return Err(no_inverse("f⍣ with anything but one count"));
    }
    steps_of(caller, function, left, count_of_steps(&count.clone().content())?.reversed(), value)
}

fn under(caller: &mut dyn Caller, operands: Operands<'_>, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    let (main, transform) = (operands.left_function()?, operands.right_function()?);
    let value = caller.call_value(transform, None, value)?;
    let changed = match fixed {
        Fixed::Nothing => None,
        Fixed::Left(argument) | Fixed::Right(argument) => Some(caller.call_value(transform, None, argument.clone())?),
    };
    let middle = undo(caller, main, with_argument(fixed, &changed), value)?;
    undo(caller, transform, Fixed::Nothing, middle)
}

/// `+ - × ÷ * ⍟ √ π`.
fn is_arithmetic(function: &Function) -> bool {
    function.as_primitive().is_some_and(|glyph| "+-×÷*⍟√π".contains(glyph.symbol))
}

/// `f⍠A`.
fn along(caller: &mut dyn Caller, operands: Operands<'_>, fixed: Fixed<'_>, value: Value) -> Result<Value> {
    let (function, axes) = (operands.left_function()?, operands.right_operand()?);
    if matches!(fixed, Fixed::Nothing) && is_arithmetic(function) {
        // The axes of a scalar monad are checked and not used.
        argument::axes(axes, &value.layout())?;
        return undo(caller, function, fixed, value);
    }
    match function.form() {
        Form::Derived { operator, left: Value::Function(scanned), .. } if is(*operator, "\\⍀") => {
            scan::undo(caller, scanned, fixed, value, scan::Along::Axis(axes))
        }
        Form::Primitive(glyph) => {
            let symbol = glyph.symbol;
            match (symbol, fixed) {
                ('+' | '-' | '×' | '÷' | '*' | '⍟' | '√' | 'π', _) | ('/' | '⌿' | '\\' | '⍀', Fixed::Left(_)) =>
                {
                    let mut scope = Scope { caller, axes: Some(axes) };
                    table::undo(&mut scope, *glyph, fixed, value)
                }
                ('⌽' | '⊖', Fixed::Nothing) => caller.call_value(&along_axes(symbol, axes)?, None, value),
                ('⌽' | '⊖', Fixed::Left(_)) => {
                    let mut scope = Scope { caller, axes: Some(axes) };
                    table::undo(&mut scope, *glyph, fixed, value)
                }
                ('⊂' | '↓', Fixed::Nothing) => caller.call_value(&along_axes('⊃', axes)?, None, value),
                ('⊃', Fixed::Nothing) => caller.call_value(&along_axes('⊂', axes)?, None, value),
                _ => Err(no_inverse(format!("{symbol}⍠"))),
            }
        }
        _ => Err(no_inverse("f⍠")),
    }
}

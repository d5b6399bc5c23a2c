//! `⍠`: apply along axes.

use super::cells::Cells;
use super::frames::{Framed, on_cell_pairs, on_cells, with_axis_order};
use super::reduce::reduce_axes;
use super::scan::scan_axis;
use super::{primitive_row, scalar_dyad, scalar_monad};
use crate::array::{Array, Caller, Form, Function, Layout, Outcome, Value};
use crate::control::{Error, Result};
use crate::primitive::argument::{axes, describe, names_axes};
use crate::primitive::pervasive::{ScalarDyad, dyad_along_axes};
use crate::primitive::table::{Operands, Primitive};

/// `f⍠A Y`, `X f⍠A Y`.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let (function, operand) = (operands.left_function()?, operands.right_operand()?);
    match own_meaning(function, left.is_some()) {
        Own::Fold(folded) => reduce_axes(caller, folded, operand, left, right),
        Own::Scan(scanned) => scan_axis(caller, scanned, operand, left, right),
        Own::ScalarMonad => {
            // The axes are checked and not used.
            axes(operand, &right.layout())?;
            caller.call_value(function, None, right)
        }
        Own::ScalarDyad(scalar) => {
            let left = left.ok_or_else(|| Error::syntax("the function takes two arguments"))?;
            dyad_along_axes(scalar, operand, left, right)
        }
        Own::Primitive(row) => own_call(caller, row, operand, left, right),
        Own::None => general(caller, function, operand, left, right),
    }
    .map(Outcome::Value)
}

/// What a function does with axes by itself.
enum Own<'a> {
    /// Reduction by this function.
    Fold(&'a Function),
    /// Scan by this function.
    Scan(&'a Function),
    /// A scalar monad: nothing.
    ScalarMonad,
    /// A scalar dyad: pair the axes of one argument with those of the other.
    ScalarDyad(&'static ScalarDyad),
    /// What the row says.
    Primitive(&'static Primitive),
    /// Nothing of its own: the general rule.
    None,
}

fn own_meaning(function: &Function, is_dyad: bool) -> Own<'_> {
    match function.form() {
        Form::Derived { operator, left: Value::Function(operand), .. } => match operator.symbol {
            '/' | '⌿' => Own::Fold(operand),
            '\\' | '⍀' => Own::Scan(operand),
            _ => Own::None,
        },
        Form::Primitive(_) => {
            let row = primitive_row(function).expect("a primitive has a row");
            let own = if is_dyad { ",⍪⌽⊖↑↓⊂⊆⊃⌷:/⌿\\⍀" } else { ",⌽⊖↓⊂⊆⊃⍳:" };
            match scalar_dyad(function) {
                Some(scalar) if is_dyad => Own::ScalarDyad(scalar),
                _ if !is_dyad && scalar_monad(function).is_some() => Own::ScalarMonad,
                _ if own.contains(row.glyph) => Own::Primitive(row),
                _ => Own::None,
            }
        }
        _ => Own::None,
    }
}

fn own_call(
    caller: &mut dyn Caller,
    row: &'static Primitive,
    operand: &Value,
    left: Option<Value>,
    right: Value,
) -> Result<Value> {
    if left.is_none() && row.monad.is_none() {
        return Err(Error::syntax(format!("{} takes two arguments", row.glyph)));
    }
    if row.glyph == '⊆' && left.is_none() {
        return Err(Error::syntax("⊆ with one argument has no axes"));
    }
    match row.axis {
        Some(call) => call(caller, operand, left, right),
        None => Err(Error::unsupported(format!("{}⍠ is not there", row.glyph))),
    }
}

/// The general rule: the function gets the cells on the axes, the results go back to their places.
fn general(
    caller: &mut dyn Caller,
    function: &Function,
    operand: &Value,
    left: Option<Value>,
    right: Value,
) -> Result<Value> {
    let Some(left) = left else {
        let chosen = axes(operand, &right.layout())?;
        let cells = cells_along(right, &chosen)?;
        return put_back(on_cells(caller, function, &cells)?, &chosen);
    };
    let (left_axes, right_axes) = axes_of_both(operand, &left.layout(), &right.layout())?;
    // The result has its axes where the argument of higher rank has them.
    let chosen = match (&left_axes, &right_axes) {
        (Some(left_axes), Some(_)) if left.rank() >= right.rank() => left_axes.clone(),
        (Some(left_axes), None) => left_axes.clone(),
        (_, Some(right_axes)) => right_axes.clone(),
        (None, None) => return Err(Error::index(format!("no argument has the axes {}", describe(operand)))),
    };
    let (left, right) = (cells_or_whole(left, left_axes)?, cells_or_whole(right, right_axes)?);
    put_back(on_cell_pairs(caller, function, &left, &right)?, &chosen)
}

/// The axes in an argument, nothing for one that is taken whole.
type Chosen = Option<Vec<usize>>;

/// The axes in each of two arguments, nothing for one that lacks some of them and is taken whole.
fn axes_of_both(operand: &Value, left: &Layout, right: &Layout) -> Result<(Chosen, Chosen)> {
    if names_axes(operand) {
        return match (axes(operand, left), axes(operand, right)) {
            (Err(error), Err(_)) => Err(error),
            (left, right) => Ok((left.ok(), right.ok())),
        };
    }
    let higher = if left.rank() >= right.rank() { left } else { right };
    let chosen = axes(operand, higher)?;
    let has_them = |layout: &Layout| chosen.iter().all(|&axis| axis < layout.rank());
    Ok((has_them(left).then(|| chosen.clone()), has_them(right).then(|| chosen.clone())))
}

fn cells_or_whole(value: Value, chosen: Chosen) -> Result<Cells> {
    match chosen {
        Some(chosen) => cells_along(value, &chosen),
        None => {
            let rank = value.rank();
            Cells::new(value, rank)
        }
    }
}

/// The cells on these axes, in the order given.
pub(super) fn cells_along(value: Value, chosen: &[usize]) -> Result<Cells> {
    Cells::new(moved_last(value.into_array(), chosen)?.into(), chosen.len())
}

/// The array with these axes moved last, in the order given.
pub(super) fn moved_last(array: Array, chosen: &[usize]) -> Result<Array> {
    let mut order: Vec<usize> = (0..array.rank()).filter(|axis| !chosen.contains(axis)).collect();
    order.extend_from_slice(chosen);
    with_axis_order(array, &order)
}

/// Result cells of as many axes as were chosen go back to those axes; others are placed as a block where the first of
/// the axes was.
fn put_back(framed: Framed, chosen: &[usize]) -> Result<Value> {
    let Framed { value, frame_rank } = framed;
    let Value::Array(array) = value else { return Ok(value) };
    let cell_rank = array.rank() - frame_rank;
    let mut frame = 0..frame_rank;
    let order: Vec<usize> = if cell_rank == chosen.len() {
        let place = |axis: usize| chosen.iter().position(|&to| to == axis);
        (0..array.rank())
            .map(|axis| match place(axis) {
                Some(i) => frame_rank + i,
                None => frame.next().expect("every other axis is one of the frame"),
            })
            .collect()
    } else {
        let before =
            chosen.first().map_or(frame_rank, |&first| first - chosen.iter().filter(|&&axis| axis < first).count());
        let (before, after) = ((0..before.min(frame_rank)), (before.min(frame_rank)..frame_rank));
        before.chain(frame_rank..array.rank()).chain(after).collect()
    };
    Ok(with_axis_order(array, &order)?.into())
}

//! `⍤` with an array: apply to cells.

use super::cells::Cells;
use super::elementwise::{WORTHWHILE, at_once, pairs_at_once};
use super::frames::{on_cell_pairs, on_cells};
use super::lanewise::{LastAxis, lanewise};
use super::{primitive_row, scalar_dyad, scalar_monad};
use crate::array::{Caller, Domain, Function, Outcome, Value};
use crate::control::{Error, Result};
use crate::primitive::argument::{describe, whole};
use crate::primitive::table::{MonadMeaning, Operands, Rank};

/// `f⍤A Y`, `X f⍤A Y`.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let function = operands.left_function()?;
    let ranks = Ranks::of(operands.right_operand()?)?;
    let result = match left {
        None => monad(caller, function, ranks.monad, right),
        Some(left) => dyad(caller, function, ranks.dyad, left, right),
    };
    result.map(Outcome::Value)
}

/// The cell ranks as written: negative ones count from the argument's rank.
struct Ranks {
    monad: i64,
    dyad: [i64; 2],
}

/// The three ranks, for one argument and for the left and the right one of two, as an operand says them.
pub fn ranks(operand: &Value) -> Result<[Value; 3]> {
    let ranks = Ranks::of(operand)?;
    Ok([ranks.monad, ranks.dyad[0], ranks.dyad[1]].map(Value::Int))
}

impl Ranks {
    /// One to three ranks: whole numbers or infinities.
    fn of(operand: &Value) -> Result<Ranks> {
        if operand.rank() > 1 {
            return Err(Error::rank(format!("ranks must be a unit or vector, not {}", describe(operand))));
        }
        let count = operand.item_count();
        if !(1..=3).contains(&count) {
            return Err(Error::length(format!("there must be one to three ranks, not {count}")));
        }
        let ranks = (0..count).map(|i| rank_of(&operand.item(i))).collect::<Result<Vec<i64>>>()?;
        Ok(match ranks[..] {
            [all] => Ranks { monad: all, dyad: [all, all] },
            [left, right] => Ranks { monad: right, dyad: [left, right] },
            _ => Ranks { monad: ranks[0], dyad: [ranks[1], ranks[2]] },
        })
    }
}

fn rank_of(value: &Value) -> Result<i64> {
    match value {
        Value::Float(rank) if *rank == f64::INFINITY => Ok(i64::MAX),
        Value::Float(rank) if *rank == f64::NEG_INFINITY => Ok(i64::MIN),
        _ => Ok(whole(value, "a rank")?.saturated()),
    }
}

/// The rank of the cells that a rank as written takes of a value.
fn cell_rank(rank: i64, value: &Value) -> usize {
    let most = value.rank() as i64;
    let rank = if rank < 0 { rank.saturating_add(most).max(0) } else { rank.min(most) };
    rank as usize
}

fn monad(caller: &mut dyn Caller, function: &Function, rank: i64, right: Value) -> Result<Value> {
    let rank = cell_rank(rank, &right);
    if !right.is_atom() {
        if right.item_count() == 0 && extends_from(function, rank) {
            return caller.call_value(function, None, right);
        }
        // A scalar primitive may work on the whole array, unless its cells differ in kind and have to be joined.
        if is_pure_scalar_monad(function) {
            let result = caller.call_value(function, None, right.clone())?;
            if is_compact(&result) {
                return Ok(result);
            }
        }
    }
    if rank == 1
        && let Value::Array(array) = &right
        && array.rank() > 1
        && array.layout().is_plain()
        && array.len() >= WORTHWHILE
        && let Some(result) = lanewise(caller, function, &LastAxis(array))?
    {
        return Ok(result);
    }
    if rank == 0
        && let Some(result) = at_once(caller, function, &right)?.filter(is_compact)
    {
        return Ok(result);
    }
    Ok(on_cells(caller, function, &Cells::new(right, rank)?)?.value)
}

fn dyad(caller: &mut dyn Caller, function: &Function, ranks: [i64; 2], left: Value, right: Value) -> Result<Value> {
    let (left_rank, right_rank) = (cell_rank(ranks[0], &left), cell_rank(ranks[1], &right));
    let at_items = left_rank == 0 && right_rank == 0 && scalar_dyad(function).is_some();
    if at_items && !(left.is_atom() && right.is_atom()) {
        let has_items = left.item_count() > 0 && right.item_count() > 0;
        let result = caller.call_value(function, Some(left.clone()), right.clone())?;
        if !has_items || is_compact(&result) {
            return Ok(result);
        }
    }
    if left_rank == 0
        && right_rank == 0
        && let Some(result) = pairs_at_once(caller, function, &left, &right)?.filter(is_compact)
    {
        return Ok(result);
    }
    let (left, right) = (Cells::new(left, left_rank)?, Cells::new(right, right_rank)?);
    Ok(on_cell_pairs(caller, function, &left, &right)?.value)
}

/// Whether a function is a primitive monad that applies itself to cells of its natural rank, at most `rank`.
fn extends_from(function: &Function, rank: usize) -> bool {
    let Some(row) = primitive_row(function) else { return false };
    let Some(monad) = row.monad else { return false };
    let extends = matches!(monad.meaning, MonadMeaning::Pervasive(_)) || "∨∧⊤⊥ℙ⨸⊛".contains(row.glyph);
    extends && matches!(monad.rank, Rank::Cells(natural) if natural <= rank)
}

/// Whether a function is a scalar monad that may be called twice.
fn is_pure_scalar_monad(function: &Function) -> bool {
    scalar_monad(function).is_some() && primitive_row(function).is_some_and(|row| row.glyph != '?')
}

fn is_compact(value: &Value) -> bool {
    value.as_array().is_some_and(|array| array.storage().lane().domain() != Domain::Mixed)
}

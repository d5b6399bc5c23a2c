//! `.`: inner products.

use std::borrow::Cow;

use super::collect::Collector;
use super::identity::identity;
use super::outer::joined_layout;
use super::pairing::call_on_prototypes;
use super::reduce::reduce;
use super::{need_left, on_prototypes, scalar_dyad};
use crate::array::compare::{key_alignment, same_keys};
use crate::array::{Array, Caller, Domain, Function, Items, Layout, Outcome, Storage, Value, count_items, show_shape};
use crate::control::{Error, Result, poll, reserve};
use crate::kernel::product::matrix_product;
use crate::primitive::table::Operands;

/// `X f.g Y`: the last axis of `X` against the first of `Y`.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let (fold, pair) = (operands.left_function()?, operands.right_function()?);
    let left = need_left(left, "an inner product")?;
    let product = Product::new(left.into_array(), right.into_array())?;
    let result = if product.layout.count() == 0 {
        product.without_items(caller, fold, pair)
    } else if product.contracted == 0 {
        product.of_identities(caller, fold, pair)
    } else if scalar_dyad(fold).is_some() && scalar_dyad(pair).is_some() {
        match product.of_matrices(fold, pair)? {
            Some(result) => Ok(result),
            None => product.by_lanes(caller, fold, pair),
        }
    } else {
        product.by_items(caller, fold, pair)
    };
    result.map(Outcome::Value)
}

/// The arguments with their contracted axes found and aligned.
struct Product {
    /// The result: the other axes of both.
    layout: Layout,
    /// `lanes` lanes of `left_length` items.
    left: Array,
    lanes: usize,
    left_length: usize,
    /// `right_length` major cells of `columns` items.
    right: Array,
    columns: usize,
    right_length: usize,
    /// The common length; an argument of length 1 serves every position.
    contracted: usize,
}

impl Product {
    fn new(left: Array, right: Array) -> Result<Product> {
        let leading = left.rank().saturating_sub(1);
        let (frame, cell) = (left.layout().frame(leading), right.layout().cell(right.rank().min(1)));
        let left_length = left.shape().last().copied().unwrap_or(1);
        let right_length = right.tally();
        let left_keys = if left.rank() > 0 { left.layout().keys(leading) } else { None };
        let right_keys = if right.rank() > 0 { right.layout().keys(0) } else { None };
        let order = match (left_keys, right_keys) {
            (Some(left), Some(right)) if !same_keys(left, right) => {
                return Err(Error::length("the contracted axes have different keys"));
            }
            (Some(left), Some(right)) if left != right => Some(key_alignment(left, right)),
            _ => None,
        };
        if left_length != right_length && left_length != 1 && right_length != 1 {
            return Err(Error::length(format!(
                "the contracted axes do not agree: shapes {} and {} (lengths {left_length} and {right_length})",
                show_shape(left.shape()),
                show_shape(right.shape())
            )));
        }
        let layout = joined_layout(&frame, &cell)?;
        let columns = count_items(cell.shape())?;
        let lanes = count_items(frame.shape())?;
        let right = match order {
            None => right,
            Some(order) => {
                let items: Vec<usize> = order.iter().flat_map(|&cell| cell * columns..(cell + 1) * columns).collect();
                Array::with_prototype(right.layout().plain(), right.storage().select(&items), &right.fill())
            }
        };
        let contracted = if left_length == 1 { right_length } else { left_length };
        Ok(Product { layout, lanes, left, left_length, right, columns, right_length, contracted })
    }

    fn left_item(&self, lane: usize, i: usize) -> Value {
        self.left.item(lane * self.left_length + if self.left_length == 1 { 0 } else { i })
    }

    fn right_item(&self, i: usize, column: usize) -> Value {
        self.right.item(if self.right_length == 1 { 0 } else { i } * self.columns + column)
    }

    /// The result of these items: bare when it has no axes.
    fn collected(&self, mut items: Collector) -> Value {
        if self.layout.rank() == 0 {
            return std::mem::replace(&mut items, Collector::Empty(0)).finish().get(0);
        }
        items.into_array(self.layout.clone())
    }

    /// Item by item, in the order promised: all pairs of a lane, then the reductions of its columns.
    fn by_items(&self, caller: &mut dyn Caller, fold: &Function, pair: &Function) -> Result<Value> {
        let mut results = Collector::new(&self.layout)?;
        for lane in 0..self.lanes {
            let x = |i| self.left_item(lane, i);
            let y = |i, column| self.right_item(i, column);
            for result in run_lane(caller, fold, pair, x, y, self.contracted, self.columns)? {
                results.push(result);
            }
        }
        Ok(self.collected(results))
    }

    /// `+.×` of compact real numbers as a matrix product, if every item of it is finite, and exact where it has to be.
    fn of_matrices(&self, fold: &Function, pair: &Function) -> Result<Option<Value>> {
        let is = |function: &Function, symbol| function.as_primitive().is_some_and(|glyph| glyph.symbol == symbol);
        if !is(fold, '+') || !is(pair, '×') || self.left_length != self.right_length {
            return Ok(None);
        }
        let (left, right) = (self.left.storage(), self.right.storage());
        let is_exact = |storage: &Storage| storage.lane().domain() == Domain::Integer;
        let all_exact = is_exact(left) && is_exact(right);
        let (Some(a), Some(b)) = (as_floats(left), as_floats(right)) else { return Ok(None) };
        if all_exact && greatest(&a) * greatest(&b) * self.contracted as f64 > MOST_EXACT {
            return Ok(None);
        }
        reserve(self.layout.count(), size_of::<f64>(), || {
            format!("an array of shape {}", show_shape(self.layout.shape()))
        })?;
        let items = matrix_product(&a, &b, self.lanes, self.contracted, self.columns)?;
        if !all_exact && items.iter().any(|item| !item.is_finite()) {
            return Ok(None);
        }
        let storage = if all_exact {
            Storage::I64(items.iter().map(|&item| item as i64).collect::<Vec<_>>().into())
        } else {
            Storage::F64(items.into())
        };
        Ok(Some(match self.layout.rank() {
            0 => storage.get(0),
            _ => Array::new(self.layout.clone(), storage).into(),
        }))
    }

    /// Scalar primitives: a whole lane against all cells, then the first axis reduced.
    fn by_lanes(&self, caller: &mut dyn Caller, fold: &Function, pair: &Function) -> Result<Value> {
        let cells = self.right.clone().with_layout(Layout::new([self.right_length, self.columns].as_slice()));
        let mut parts = Vec::with_capacity(self.lanes);
        for lane in 0..self.lanes {
            poll()?;
            let x = self.left.storage().slice(lane * self.left_length, self.left_length);
            let x = Array::new(Layout::vector(self.left_length), x);
            let pairs = caller.call_value(pair, Some(x.into()), cells.clone().into())?;
            match reduce(caller, fold, None, pairs, 0)? {
                Value::Array(array) => parts.push(array.into_parts().1),
                _ => unreachable!("a matrix reduces to a vector"),
            }
        }
        if let [part] = &parts[..] {
            let storage = part.clone();
            return Ok(match self.layout.rank() {
                0 => storage.get(0),
                _ => Array::new(self.layout.clone(), storage).into(),
            });
        }
        let storage = if parts.iter().all(|part| part.lane() == parts[0].lane()) {
            Storage::join(&parts.iter().collect::<Vec<_>>())
        } else {
            Storage::collect(parts.iter().flat_map(Storage::to_values).collect())
        };
        Ok(Array::new(self.layout.clone(), storage).into())
    }

    /// A contracted axis of length 0: the identity of `fold`, in the structure of what `pair` gives for prototypes.
    fn of_identities(&self, caller: &mut dyn Caller, fold: &Function, pair: &Function) -> Result<Value> {
        let mut results = Collector::new(&self.layout)?;
        if scalar_dyad(pair).is_some() {
            let sample = self.identity_item(caller, fold, pair)?;
            for _ in 0..self.layout.count() {
                results.push(sample.clone());
            }
            return Ok(self.collected(results));
        }
        for _ in 0..self.lanes {
            let mut samples = Vec::with_capacity(self.columns);
            for _ in 0..self.columns {
                poll()?;
                samples.push(self.pair_of_prototypes(caller, pair)?);
            }
            for sample in samples {
                results.push(identity(fold, &sample.prototype())?);
            }
        }
        Ok(self.collected(results))
    }

    fn pair_of_prototypes(&self, caller: &mut dyn Caller, pair: &Function) -> Result<Value> {
        call_on_prototypes(caller, pair, Some(self.left.fill()), self.right.fill())?.value()
    }

    fn identity_item(&self, caller: &mut dyn Caller, fold: &Function, pair: &Function) -> Result<Value> {
        let sample = self.pair_of_prototypes(caller, pair)?;
        identity(fold, &sample.prototype())
    }

    /// No items in the result: one lane is run for its fill.
    fn without_items(&self, caller: &mut dyn Caller, fold: &Function, pair: &Function) -> Result<Value> {
        let (left_fill, right_fill) = (self.left.fill(), self.right.fill());
        let is_scalar = scalar_dyad(fold).is_some() && scalar_dyad(pair).is_some();
        let sample = if is_scalar && self.contracted > 0 {
            // No calls: what one pair gives is reduced with itself.
            let sample = self.pair_of_prototypes(caller, pair)?;
            match self.contracted {
                1 => sample,
                _ => call_on_prototypes(caller, fold, Some(sample.clone()), sample)?.value()?,
            }
        } else if self.contracted == 0 {
            let columns = self.columns.max(1);
            let lanes = self.lanes.max(1);
            let mut sample = None;
            for _ in 0..lanes.saturating_mul(columns) {
                poll()?;
                let next = self.identity_item(caller, fold, pair)?;
                sample.get_or_insert(next);
                if scalar_dyad(pair).is_some() {
                    break;
                }
            }
            sample.expect("at least one pair was made")
        } else {
            let has_columns = self.columns > 0;
            let mut first = None;
            for lane in 0..self.lanes.max(1) {
                let x = |i| if self.lanes == 0 { left_fill.clone() } else { self.left_item(lane, i) };
                let y = |i, column| if has_columns { self.right_item(i, column) } else { right_fill.clone() };
                let columns = self.columns.max(1);
                let results = on_prototypes(caller, |caller| {
                    run_prototype_lane(caller, fold, pair, x, y, self.contracted, columns)
                })?;
                first.get_or_insert_with(|| results.into_iter().next().expect("there is a column"));
            }
            first.expect("at least one lane was run")
        };
        Ok(Array::empty(self.layout.clone(), sample.prototype()).into())
    }
}

/// Integers up to here are exact as floats, and so are sums of products that stay below.
const MOST_EXACT: f64 = 9007199254740992.0;

/// Compact real numbers as floats.
fn as_floats(storage: &Storage) -> Option<Cow<'_, [f64]>> {
    match storage.items() {
        Items::F64(items) => Some(Cow::Borrowed(items)),
        Items::I64(items) => Some(items.iter().map(|&item| item as f64).collect()),
        Items::Bit(bits) => Some(bits.iter().map(|bit| bit as u8 as f64).collect()),
        _ => None,
    }
}

fn greatest(items: &[f64]) -> f64 {
    items.iter().fold(0.0, |greatest: f64, item| greatest.max(item.abs()))
}

/// One lane of items `x` against cells of items `y`: every pair, cell by cell, then each column reduced from the right.
fn run_lane(
    caller: &mut dyn Caller,
    fold: &Function,
    pair: &Function,
    x: impl Fn(usize) -> Value,
    y: impl Fn(usize, usize) -> Value,
    length: usize,
    columns: usize,
) -> Result<Vec<Value>> {
    let mut pairs = room_for_pairs(length, columns)?;
    for i in 0..length {
        let x = x(i);
        for column in 0..columns {
            poll()?;
            pairs.push(caller.call_value(pair, Some(x.clone()), y(i, column))?);
        }
    }
    fold_columns(pairs, columns, |item, accumulator| caller.call_value(fold, Some(item), accumulator))
}

fn room_for_pairs(length: usize, columns: usize) -> Result<Vec<Value>> {
    let count = length.saturating_mul(columns);
    reserve(count, size_of::<Value>(), || format!("the pairs of a lane, of shape {}", show_shape(&[length, columns])))?;
    Ok(Vec::with_capacity(count))
}

/// The same for prototypes: scalar primitives are not called.
fn run_prototype_lane(
    caller: &mut dyn Caller,
    fold: &Function,
    pair: &Function,
    x: impl Fn(usize) -> Value,
    y: impl Fn(usize, usize) -> Value,
    length: usize,
    columns: usize,
) -> Result<Vec<Value>> {
    let mut pairs = room_for_pairs(length, columns)?;
    for i in 0..length {
        for column in 0..columns {
            poll()?;
            pairs.push(call_on_prototypes(caller, pair, Some(x(i)), y(i, column))?.value()?);
        }
    }
    fold_columns(pairs, columns, |item, accumulator| call_on_prototypes(caller, fold, Some(item), accumulator)?.value())
}

fn fold_columns(
    mut rows: Vec<Value>,
    columns: usize,
    mut fold: impl FnMut(Value, Value) -> Result<Value>,
) -> Result<Vec<Value>> {
    let mut results = rows.split_off(rows.len() - columns);
    for (column, result) in results.iter_mut().enumerate() {
        let mut accumulator = std::mem::replace(result, Value::Int(0));
        for i in (0..rows.len() / columns).rev() {
            poll()?;
            accumulator = fold(rows[i * columns + column].clone(), accumulator)?;
        }
        *result = accumulator;
    }
    Ok(results)
}

/// Which items meet in `X+.×Y`, for whoever needs to know them one by one.
pub struct Contraction(Product);

impl Contraction {
    /// The contraction of two values; `LENGTH ERROR` where they do not fit.
    pub fn of(left: &Value, right: &Value) -> Result<Contraction> {
        let right = right.clone().into_array();
        let positions = Storage::I64((0..right.len() as i64).collect::<Vec<_>>().into());
        let right = Array::new(right.layout().clone(), positions);
        Product::new(left.clone().into_array(), right).map(Contraction)
    }

    /// How many pairs meet in one item.
    pub fn length(&self) -> usize {
        self.0.contracted
    }

    /// The places, in the left and the right argument, of pair `k` of an item of the result.
    pub fn places(&self, item: usize, k: usize) -> (usize, usize) {
        let (lane, column) = (item / self.0.columns, item % self.0.columns);
        let i = lane * self.0.left_length + if self.0.left_length == 1 { 0 } else { k };
        match self.0.right_item(k, column) {
            Value::Int(j) => (i, j as usize),
            _ => unreachable!("positions are integers"),
        }
    }
}

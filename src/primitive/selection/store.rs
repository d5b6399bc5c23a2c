//! Pairing the selected items with the new values, and calling the function of a modified assignment.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::iter::repeat_n;

use crate::array::compare::nested;
use crate::array::{Array, Caller, Function, Items, Keys, Layout, Storage, Value, show_shape};
use crate::control::{Error, Result, poll, reserve};
use crate::primitive::table::{DyadMeaning, Primitive};

use super::change::Edit;
use super::choose::Path;
use super::labels::{Base, Bases};

/// How positions of the selection and of the new value pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pairing {
    /// By key on axes that are keyed in both, else by position.
    ByKey,
    /// By position.
    ByPosition,
}

/// The new values of some positions.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// One for all.
    One(Value),
    /// One for each, in order.
    Many(Storage),
}

impl Source {
    pub fn get(&self, i: usize) -> Value {
        match self {
            Source::One(item) => item.clone(),
            Source::Many(items) => items.get(i),
        }
    }

    fn select(&self, positions: &[usize]) -> Source {
        match self {
            Source::One(item) => Source::One(item.clone()),
            Source::Many(items) => Source::Many(items.select(positions)),
        }
    }
}

/// Labels of items, each with a new value.
struct Batch {
    labels: Vec<i64>,
    values: Source,
}

/// Positions of one array, each with a new value.
pub(super) struct Run {
    /// Where the array is.
    pub path: Path,
    /// The array as it is, or the value at the path if that itself is written.
    pub value: Value,
    /// Whether the value itself is written.
    pub is_itself: bool,
    /// The positions, in the order of writing.
    pub positions: Vec<usize>,
    /// Their new values.
    pub values: Source,
}

/// The new values for a selection of this layout: `value` of the same shape, paired by key or position, or the content of
/// a unit or one-item `value` for all.
pub(super) fn source(layout: &Layout, value: &Value, pairing: Pairing) -> Result<Source> {
    let Value::Array(array) = value else { return Ok(Source::One(value.clone())) };
    let keyed = |axis: usize| Some((&**layout.keys(axis)?, &**array.layout().keys(axis)?));
    let same_rank = array.rank() == layout.rank();
    let by_key = pairing == Pairing::ByKey && same_rank && (0..layout.rank()).any(|axis| keyed(axis).is_some());
    if array.len() == 1 && !by_key {
        return Ok(Source::One(array.item(0)));
    }
    let disagree = || {
        let (selection, value) = (show_shape(layout.shape()), show_shape(array.shape()));
        Error::length(format!("a selection of shape {selection} cannot take a value of shape {value}"))
    };
    if !same_rank {
        return Err(disagree());
    }
    if !by_key {
        return if array.shape() == layout.shape() {
            Ok(Source::Many(array.storage().clone()))
        } else {
            Err(disagree())
        };
    }
    let mut orders: Vec<Option<Vec<usize>>> = Vec::with_capacity(layout.rank());
    for axis in 0..layout.rank() {
        orders.push(match keyed(axis) {
            Some((selected, given)) => Some(align(selected, given)?),
            None if array.shape()[axis] == layout.shape()[axis] => None,
            None => return Err(disagree()),
        });
    }
    let mut places = vec![0];
    for (order, (&length, &given)) in orders.iter().zip(layout.shape().iter().zip(array.shape())) {
        let position = |i: usize| order.as_ref().map_or(i, |order| order[i]);
        places = places.iter().flat_map(|&place| (0..length).map(move |i| place * given + position(i))).collect();
    }
    Ok(Source::Many(array.storage().select(&places)))
}

/// For each selected position the position of the new value with the same key. Positions without key pair in order.
fn align(selected: &Keys, given: &Keys) -> Result<Vec<usize>> {
    let mut unkeyed = given.entries().iter().enumerate().filter(|(_, key)| key.is_none()).map(|(i, _)| i);
    let mut order = Vec::with_capacity(selected.len());
    for key in selected.entries() {
        order.push(match key {
            Some(key) => given
                .position(key)
                .ok_or_else(|| Error::index(format!("the new value has no key \"{key}\", which is selected")))?,
            None => unkeyed.next().ok_or_else(unkeyed_differ)?,
        });
    }
    if unkeyed.next().is_some() {
        return Err(unkeyed_differ());
    }
    Ok(order)
}

fn unkeyed_differ() -> Error {
    Error::length("the selection and the new value have different numbers of positions without key")
}

/// Pairs an array of labels (or one) with the new value, going into nested labels.
fn pair(labels: &Value, value: &Value, pairing: Pairing, out: &mut Vec<Batch>) -> Result<()> {
    let Value::Array(array) = labels else {
        let values = source(&Layout::scalar(), value, pairing)?;
        out.push(Batch { labels: label(labels).into_iter().collect(), values });
        return Ok(());
    };
    let values = source(array.layout(), value, pairing)?;
    if let Items::I64(labels) = array.items() {
        out.push(Batch { labels: labels.to_vec(), values });
        return Ok(());
    }
    let items = array.storage().to_values();
    let leaves: Vec<usize> = (0..items.len()).filter(|&i| items[i].is_atom()).collect();
    let labels = leaves.iter().filter_map(|&i| label(&items[i])).collect();
    out.push(Batch { labels, values: values.select(&leaves) });
    for (i, item) in items.iter().enumerate().filter(|(_, item)| !item.is_atom()) {
        nested(|| pair(item, &values.get(i), pairing, out))?;
    }
    Ok(())
}

fn label(value: &Value) -> Option<i64> {
    match value {
        Value::Int(label) => Some(*label),
        _ => None,
    }
}

/// The writes of `value` to the items that labels stand for, in order, by the arrays in which the items lie. Labels of
/// fill are skipped.
pub(super) fn runs(labels: &Value, value: &Value, pairing: Pairing, bases: &Bases) -> Result<Vec<Run>> {
    let mut batches = Vec::new();
    pair(labels, value, pairing, &mut batches)?;
    let mut runs = Vec::new();
    for batch in batches {
        split(batch, bases, &mut runs)?;
    }
    Ok(runs)
}

/// Cuts a batch where the labels go on in another array.
fn split(batch: Batch, bases: &Bases, runs: &mut Vec<Run>) -> Result<()> {
    let written: Vec<usize> = (0..batch.labels.len()).filter(|&i| batch.labels[i] != 0).collect();
    let places: Vec<(usize, usize)> = written.iter().map(|&i| bases.find(batch.labels[i])).collect();
    let whole = written.len() == batch.labels.len();
    let (mut start, mut steps) = (0, 0);
    while start < places.len() {
        poll()?;
        let base = places[start].0;
        let end = places[start..].iter().position(|place| place.0 != base).map_or(places.len(), |n| start + n);
        let values = if whole && start == 0 && end == places.len() {
            batch.values.clone()
        } else {
            batch.values.select(&written[start..end])
        };
        let positions = places[start..end].iter().map(|place| place.1).collect();
        let path = bases.path(base);
        steps += path.len();
        reserve(steps, size_of::<usize>(), || "the paths of deeply nested items".into())?;
        let Base { value, is_itself, .. } = bases.base(base);
        runs.push(Run { path, value: value.clone(), is_itself: *is_itself, positions, values });
        start = end;
    }
    Ok(())
}

impl Run {
    /// The edits that write the new values.
    pub fn into_edit(self) -> Option<Edit> {
        let Run { path, is_itself, mut positions, values, .. } = self;
        if positions.is_empty() {
            return None;
        }
        if is_itself {
            let item = values.get(positions.len() - 1);
            return Some(Edit::Replace { path, item });
        }
        Some(match values {
            Source::One(item) if positions.len() == 1 => {
                let mut path = path;
                path.push(positions.remove(0));
                Edit::Replace { path, item }
            }
            Source::One(item) => Edit::Fill { path, positions, item },
            Source::Many(items) => Edit::Scatter { path, positions, items },
        })
    }

    /// The item at the n-th position as it is.
    fn item(&self, n: usize) -> Value {
        if self.is_itself { self.value.clone() } else { self.value.item(self.positions[n]) }
    }
}

/// Replaces the new values of runs by the results of `function`, called for each position in order on the item and its
/// new value; a position that occurs again has its new item by then.
pub(super) fn modify(caller: &mut dyn Caller, function: &Function, runs: &mut [Run]) -> Result<()> {
    let repeats = runs.len() > 1 || runs.first().is_some_and(|run| has_repeats(&run.positions));
    if !repeats
        && let [run] = runs
        && !run.is_itself
        && run.positions.len() > 1
        && is_pervasive(function)
    {
        return modify_at_once(caller, function, run);
    }
    let mut changed: HashMap<(Path, usize), Value> = HashMap::new();
    for run in runs {
        let mut results = Vec::with_capacity(run.positions.len());
        for n in 0..run.positions.len() {
            let place = (run.path.clone(), if run.is_itself { usize::MAX } else { run.positions[n] });
            let item = if repeats { changed.get(&place).cloned() } else { None };
            let item = item.unwrap_or_else(|| run.item(n));
            let result = caller.call_value(function, Some(item), run.values.get(n))?;
            if repeats {
                changed.insert(place, result.clone());
            }
            results.push(result);
        }
        run.values = match results.len() {
            1 => Source::One(results.remove(0)),
            _ => Source::Many(Storage::collect(results)),
        };
    }
    Ok(())
}

/// Modifies by one call on all items: nobody can tell where the function works item by item.
fn modify_at_once(caller: &mut dyn Caller, function: &Function, run: &mut Run) -> Result<()> {
    let Value::Array(array) = &run.value else { return Ok(()) };
    let vector = |items: Storage| Value::Array(Array::new(Layout::vector(items.len()), items));
    let items = vector(array.storage().select(&run.positions));
    let value = match &run.values {
        Source::One(Value::Array(array)) => Value::Array(Array::scalar(Value::Array(array.clone()))),
        Source::One(atom) => atom.clone(),
        Source::Many(values) => vector(values.clone()),
    };
    let result = caller.call_value(function, Some(items), value)?;
    run.values = Source::Many(result.into_array().storage().clone());
    Ok(())
}

fn is_pervasive(function: &Function) -> bool {
    function
        .as_primitive()
        .and_then(|glyph| Primitive::row_of(glyph).dyad)
        .is_some_and(|dyad| matches!(dyad.meaning, DyadMeaning::Pervasive(_)))
}

/// Whether a position occurs twice.
pub(super) fn has_repeats(positions: &[usize]) -> bool {
    if positions.is_sorted_by(|a, b| a < b) {
        return false;
    }
    let greatest = positions.iter().max().copied().unwrap_or(0);
    if greatest / 8 <= positions.len() {
        let mut seen = vec![false; greatest + 1];
        return positions.iter().any(|&position| std::mem::replace(&mut seen[position], true));
    }
    let mut seen: HashSet<usize, foldhash::fast::FixedState> = HashSet::default();
    positions.iter().any(|&position| !seen.insert(position))
}

/// Fails where places of picks repeat and a position of theirs on one of these axes has a key.
pub(super) fn check_repeated(layout: &Layout, axes: &[usize], places: &[Option<usize>]) -> Result<()> {
    if !layout.has_keys() {
        return Ok(());
    }
    let mut seen = HashSet::new();
    for &place in places.iter().flatten() {
        if seen.insert(place) {
            continue;
        }
        for &axis in axes {
            let stride: usize = layout.shape()[axis + 1..].iter().product();
            let position = place / stride % layout.shape()[axis];
            if let Some(key) = layout.keys(axis).and_then(|keys| keys.get(position)) {
                return Err(Error::domain(format!("the key \"{key}\" is assigned twice")));
            }
        }
    }
    Ok(())
}

/// The items of a vector that had none before, once every position has its new value; nothing if one has not.
pub(super) fn fresh_items(length: usize, positions: &[usize], values: &Source) -> Option<Storage> {
    if positions.len() != length || has_repeats(positions) {
        return None;
    }
    match values {
        Source::One(item) => Some(Storage::collect(repeat_n(item.clone(), length).collect())),
        Source::Many(items) => {
            let mut inverse = vec![0; length];
            positions.iter().enumerate().for_each(|(i, &position)| inverse[position] = i);
            let order: Cow<[usize]> = Cow::Owned(inverse);
            Some(items.select(&order))
        }
    }
}

//! The choosing form of Index in selective assignment: coordinates and paths, also those for each item under `¨`.

use std::collections::HashSet;

use crate::array::{Array, Caller, Form, Function, Storage, Value};
use crate::control::{Error, Result};
use crate::primitive::table::Primitive;

use super::choose::{self, Path};
use super::index::{check_count, chooses, selectors};
use super::labels::label_array;
use super::selector::keyed_step;
use super::write::{Part, State, Writer};

impl Writer {
    /// The choosing form of Index.
    pub fn choose(&mut self, state: State, coordinates: &Array) -> Result<State> {
        let layout = coordinates.layout().plain();
        let place = match state {
            State::Place(place) => place,
            state => {
                let labels = self.labels(state)?.into_array();
                return Ok(State::Labels(self.choose_labels(labels, coordinates)?));
            }
        };
        let (path, array) = self.open(place);
        let paths = choose::locate(coordinates, &array)?;
        check_repeated_paths(&array, &paths)?;
        if let Some(offsets) = paths.iter().map(|found| single(found)).collect::<Option<Vec<usize>>>() {
            return Ok(State::Part(Part { path, array, layout, offsets, is_fresh: false }));
        }
        // Paths lead from the variable, so that all labels of one array are alike.
        let variable = Value::Array(array);
        let labels = paths.iter().map(|found| self.bases.label_at(&variable, &path, found)).collect();
        Ok(State::Labels(label_array(layout, labels)))
    }

    /// The choosing form of Index on labels: the first step of a coordinate is among the labels, the others are in the item
    /// found.
    fn choose_labels(&mut self, labels: Array, coordinates: &Array) -> Result<Value> {
        check_count(1, labels.rank())?;
        let items = (0..labels.len()).map(|i| match labels.item(i) {
            Value::Int(label @ 1..) => self.bases.value(label),
            other => other,
        });
        let values = Array::new(labels.layout().clone(), Storage::collect(items.collect()));
        let paths = choose::locate(coordinates, &values)?;
        check_repeated_paths(&values, &paths)?;
        let mut chosen = Vec::with_capacity(coordinates.len());
        for found in paths {
            chosen.push(match (&found[..], labels.item(found.first().copied().unwrap_or(0))) {
                ([_], label) => label,
                ([_, inner @ ..], Value::Int(label @ 1..)) => {
                    let (path, value) = self.bases.place(label);
                    Value::Int(self.bases.label_at(&value, &path, inner))
                }
                _ => return Err(Error::rank("a coordinate does not lead to an item of the selection")),
            });
        }
        let layout = coordinates.layout().plain();
        Ok(Array::new(layout, Storage::collect(chosen)).into())
    }

    /// `k⌷¨` where a `k` chooses: a path may lead on into what the items of an item hold, which has no labels yet.
    pub fn choose_each(
        &mut self,
        caller: &mut dyn Caller,
        state: State,
        each: &Function,
        left: &Value,
    ) -> Result<State> {
        let labels = self.labels(state)?;
        let labels = self.bases.expand(labels, 1);
        let Form::Derived { operator, left: Value::Function(index), .. } = each.form() else {
            unreachable!("Index under Each is a derived function")
        };
        // `⊣¨` and `⊢¨` pair left arguments and items as any function under `¨` does.
        let mut paired = |symbol: char| {
            let side = Primitive::function(symbol).expect("a primitive");
            let side = Function::derived(*operator, side.into(), None)?;
            caller.call_value(&side, Some(left.clone()), labels.clone())
        };
        let (lefts, items) = (paired('⊣')?.into_array(), paired('⊢')?.into_array());
        let mut selected = Vec::with_capacity(items.len());
        for i in 0..items.len() {
            let (left, item) = (lefts.item(i), items.item(i));
            selected.push(match (&selectors(&left, "Index")?[..], item) {
                ([selector], Value::Array(item)) if chooses(selector).is_some() => {
                    let coordinates = chooses(selector).expect("coordinates");
                    self.choose_labels(item, &coordinates.clone())?
                }
                (_, item) => caller.call_value(index, Some(left), item)?,
            });
        }
        Ok(State::Labels(Array::new(items.layout().clone(), Storage::collect(selected)).into()))
    }
}

fn single(path: &[usize]) -> Option<usize> {
    if let [offset] = path { Some(*offset) } else { None }
}

/// Fails where a path occurs twice that leads through a position with a key.
fn check_repeated_paths(array: &Array, paths: &[Path]) -> Result<()> {
    if !array.layout().has_keys() && paths.iter().all(|path| path.len() <= 1) {
        return Ok(());
    }
    let mut seen = HashSet::with_capacity(paths.len());
    for path in paths.iter().filter(|path| !seen.insert(*path)) {
        let mut value = Value::Array(array.clone());
        for &offset in path {
            let key = value.as_array().and_then(|array| keyed_step(array.layout(), offset));
            if let Some(key) = key {
                return Err(Error::domain(format!("the key \"{key}\" is assigned twice")));
            }
            value = value.item(offset);
        }
    }
    Ok(())
}

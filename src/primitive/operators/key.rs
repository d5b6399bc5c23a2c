//! `⌸`: group major cells by key.

use super::cells::filled_array;
use super::lanewise::{Folder, lanewise};
use super::pairing::call_on_prototypes;
use crate::array::{Array, Caller, Form, Items, Layout, Outcome, Storage, Value};
use crate::control::{Error, Result, poll};
use crate::kernel::lookup::Groups;
use crate::primitive::assemble::{Rule, assemble, assemble_empty};
use crate::primitive::pervasive::ScalarDyad;
use crate::primitive::search::cells::{Cells, groups};
use crate::primitive::table::Operands;

/// `K f⌸Y`: `key f group` for each distinct major cell of `K`. `f⌸Y`: the groups are of positions of `Y`.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let function = operands.left_function()?;
    let (keys, values) = match left {
        Some(left) => (Cells::major(left, "the keys of ⌸")?, Cells::major(right, "the values of ⌸")?),
        None => {
            let keys = Cells::major(right, "the argument of ⌸")?;
            let positions = Cells::major(positions(&keys.array), "positions")?;
            (keys, positions)
        }
    };
    if keys.count != values.count {
        let (keys, values) = (keys.count, values.count);
        return Err(Error::length(format!("⌸ needs a key for each cell, not {keys} keys for {values} cells")));
    }
    if keys.count == 0 {
        let sample = call_on_prototypes(caller, function, Some(prototype_cell(&keys)?), values.select(&[]))?.value()?;
        return assemble_empty(&Layout::vector(0), &sample).map(Outcome::Value);
    }
    let groups = groups(&keys)?;
    let is_plain_vector = values.array.rank() == 1 && values.array.layout().is_plain();
    if is_plain_vector
        && matches!(function.form(), Form::Defined(_))
        && let Some(result) = lanewise(caller, function, &GroupLanes { groups: &groups, items: values.array.items() })?
    {
        return Ok(Outcome::Value(result));
    }
    let (positions, starts) = groups.positions();
    let sorted = Sorted::new(&values, &positions);
    let mut results = Vec::with_capacity(groups.first.len());
    for (group, &first) in groups.first.iter().enumerate() {
        poll()?;
        let members = starts[group]..starts[group + 1];
        let cells = sorted.slice(&values, &positions, members);
        results.push(caller.call_value(function, Some(keys.cell(first as usize)), cells)?);
    }
    assemble(Layout::vector(results.len()), results, Rule::Join).map(Outcome::Value)
}

/// The groups of a vector as lanes.
struct GroupLanes<'a> {
    groups: &'a Groups,
    items: Items<'a>,
}

impl Folder for GroupLanes<'_> {
    fn fold(&self, function: &ScalarDyad) -> Result<Option<Value>> {
        let groups = self.groups;
        let storage = match (self.items, function.glyph) {
            (Items::F64(items), '+') => {
                let sums = groups.fold(items, |x, y| Some(x + y))?;
                sums.filter(|sums| sums.iter().all(|sum| sum.is_finite())).map(|sums| Storage::F64(sums.into()))
            }
            (Items::F64(items), '⌈') => {
                groups.fold(items, |x, y| Some(if y > x { y } else { x }))?.map(|most| Storage::F64(most.into()))
            }
            (Items::F64(items), '⌊') => {
                groups.fold(items, |x, y| Some(if y < x { y } else { x }))?.map(|least| Storage::F64(least.into()))
            }
            (Items::I64(items), '+') => groups.fold(items, i64::checked_add)?.map(|sums| Storage::I64(sums.into())),
            (Items::I64(items), '⌈') => {
                groups.fold(items, |x, y| Some(x.max(y)))?.map(|most| Storage::I64(most.into()))
            }
            (Items::I64(items), '⌊') => {
                groups.fold(items, |x, y| Some(x.min(y)))?.map(|least| Storage::I64(least.into()))
            }
            _ => None,
        };
        Ok(storage.map(|storage| Value::Array(Array::new(self.frame(), storage))))
    }

    fn tally(&self) -> Result<Value> {
        Ok(Array::integers(self.groups.counts()?).into())
    }

    fn frame(&self) -> Layout {
        Layout::vector(self.groups.first.len())
    }
}

/// The positions of major cells: keys where there are some, exact integers elsewhere.
fn positions(array: &Array) -> Value {
    let count = array.tally();
    let Some(keys) = array.layout().keys(0) else {
        return Array::integers((0..count as i64).collect()).into();
    };
    let entry = |i: usize| keys.get(i).map_or(Value::Int(i as i64), |key| Value::string(key));
    if count == 0 {
        return Array::integers(Vec::new()).into();
    }
    Array::vector((0..count).map(entry).collect()).into()
}

fn prototype_cell(cells: &Cells) -> Result<Value> {
    let (layout, fill) = (cells.layout(), cells.array.fill());
    if layout.rank() == 0 { Ok(fill) } else { filled_array(layout, &fill) }
}

/// The cells in order of their groups, so that each group is a slice. Cells with keys are selected group by group.
enum Sorted {
    Slices(Array),
    Selections,
}

impl Sorted {
    fn new(cells: &Cells, positions: &[usize]) -> Sorted {
        if cells.array.layout().keys(0).is_some() || cells.size == 0 {
            return Sorted::Selections;
        }
        match cells.select(positions) {
            Value::Array(array) => Sorted::Slices(array),
            _ => Sorted::Selections,
        }
    }

    fn slice(&self, cells: &Cells, positions: &[usize], members: std::ops::Range<usize>) -> Value {
        match self {
            Sorted::Slices(array) => {
                let layout = array.layout().with_axis(0, members.len(), array.layout().axis(0));
                let items: Storage = array.storage().slice(members.start * cells.size, members.len() * cells.size);
                Array::new(layout, items).into()
            }
            Sorted::Selections => cells.select(&positions[members]),
        }
    }
}

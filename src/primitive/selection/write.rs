//! Selective assignment: from a variable, the steps that select in it and a new value to the change of the variable.
//!
//! A step is applied to what the steps before it have selected: the whole variable or one stored item (a *place*), or a
//! selection of items (*labels*). Index, Pick and application know from the layout alone what they select, so that they
//! cost as much as the selection; other functions are computed on labels by the primitives themselves.
//!
//! Nothing is written here. The variable may be read by the functions that a modified assignment calls, and an error
//! leaves it as it was.

use std::sync::Arc;

use crate::array::{Array, Axis, Caller, Function, Items, Keys, Layout, Shape, Value};
use crate::control::{Error, Result, reserve};
use crate::display;
use crate::primitive::argument::{axes, describe, integers, text};

use super::change::{Change, Edit};
use super::choose::Path;
use super::index::{check_count, chooses, no_leading_axis, offset_of_numbers, on_axes, on_axes_in, selectors};
use super::insert::Growth;
use super::labels::{Bases, deeper, label_array, root};
use super::meaning::{Meaning, meaning, unbind};
use super::offsets::{Selected, combine};
use super::pick::{self, Outside, Picked, counts};
use super::selector::{AxisSelection, from_number};
use super::store::{Pairing, Run, check_repeated, fresh_items, modify, runs, source};

/// One step of a selection, from the variable outwards.
#[derive(Clone, Debug)]
pub enum SelectionStep {
    /// Application `v i`.
    Apply(Value),
    /// The dot step `v.name`.
    Member(Arc<str>),
    /// The dot steps `v.(I)` and `v.[I J]`: Index with this left argument.
    Index(Value),
    /// A selection function, with its left argument if it has one.
    Call {
        /// The function: a primitive, or one under `⍠`, `¨` or bound by `⊸`.
        function: Function,
        /// The left argument.
        left: Option<Value>,
    },
}

/// A failed selective assignment.
#[derive(Debug)]
pub struct Failure {
    /// Which part of the assignment failed.
    pub part: FailedPart,
    /// What went wrong.
    pub error: Error,
}

/// A part of a selective assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedPart {
    /// The step with this number.
    Step(usize),
    /// The pairing of the selection and the new value.
    Pairing,
    /// The function of a modified assignment.
    Modifier,
}

/// Works out the assignment of `value` to what `steps` select in `variable`; with a modifier, of its results for the old
/// items and `value`. The function is called here, and nothing is changed.
///
/// The caller keeps the variable readable until this returns, then gives up other references to its old value and lets
/// [`Change::apply`] write it, in place if nobody else holds it.
pub fn prepare<'a>(
    caller: &mut dyn Caller,
    variable: &Value,
    steps: impl IntoIterator<Item = &'a SelectionStep>,
    modifier: Option<&Function>,
    value: &Value,
) -> std::result::Result<Change, Failure> {
    let missing = if modifier.is_some() { MissingKeys::Fail } else { MissingKeys::AreInserted };
    let mut writer = Writer::new(variable, missing);
    for (number, step) in steps.into_iter().enumerate() {
        let failed = |error| Failure { part: FailedPart::Step(number), error };
        writer.step(caller, step).map_err(failed)?;
    }
    writer.finish(caller, modifier, value, Pairing::ByKey)
}

/// What becomes of keys that do not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MissingKeys {
    /// Index, Pick, application and dot steps add them.
    AreInserted,
    /// They are errors.
    Fail,
}

/// What the steps so far have selected.
pub(super) enum State {
    /// The whole variable or one stored item.
    Place(Place),
    /// Items of one array.
    Part(Part),
    /// Items of any arrays, by their labels.
    Labels(Value),
    /// A position of fill, which belongs to no item.
    Nothing,
}

/// The whole variable or one stored item.
pub(super) struct Place {
    pub path: Path,
    pub value: Value,
    /// The key under which the item is still to be inserted in the vector around it.
    pub new_key: Option<Arc<str>>,
}

/// Items of one array.
pub(super) struct Part {
    pub path: Path,
    pub array: Array,
    /// The layout of the selection.
    pub layout: Layout,
    pub offsets: Vec<usize>,
    /// Whether the array had no items before these were inserted, so that kinds of numbers are theirs alone.
    pub is_fresh: bool,
}

/// What is selected and what is known to be written so far.
pub(super) struct Writer {
    state: State,
    pub bases: Bases,
    edits: Vec<Edit>,
    missing: MissingKeys,
}

impl Writer {
    pub fn new(variable: &Value, missing: MissingKeys) -> Writer {
        let state = State::Place(Place { path: root(), value: variable.clone(), new_key: None });
        Writer { state, bases: Bases::default(), edits: Vec::new(), missing }
    }

    /// Selects these items of the variable, an array, as a vector.
    pub fn select_offsets(&mut self, array: &Array, offsets: Vec<usize>) {
        let layout = Layout::vector(offsets.len());
        self.state = State::Part(Part { path: root(), array: array.clone(), layout, offsets, is_fresh: false });
    }

    /// Applies one step.
    pub fn step(&mut self, caller: &mut dyn Caller, step: &SelectionStep) -> Result<()> {
        let state = std::mem::replace(&mut self.state, State::Nothing);
        self.state = match step {
            SelectionStep::Apply(index) => self.apply(state, index)?,
            SelectionStep::Member(name) => self.member(caller, state, name)?,
            SelectionStep::Index(left) => self.index(state, left, None)?,
            SelectionStep::Call { function, left } => {
                let (function, left) = unbind(function, left.as_ref())?;
                let unknown = || match display::function_source(function) {
                    Ok(source) => Error::domain(format!("{source} does not select what is assigned")),
                    Err(error) => error,
                };
                match (meaning(function, left).ok_or_else(unknown)?, left) {
                    (Meaning::Same { levels: 0 }, _) => state,
                    (Meaning::Same { levels }, _) => {
                        let labels = self.labels(state)?;
                        State::Labels(self.bases.expand(labels, levels - 1))
                    }
                    (Meaning::Index(axes), Some(left)) => self.index(state, left, axes.as_ref())?,
                    (Meaning::Pick(axes), Some(left)) => self.pick(caller, state, left, axes.as_ref())?,
                    (Meaning::First, _) => self.first(caller, state, function)?,
                    (Meaning::ChoosesEach, Some(left)) => self.choose_each(caller, state, function, left)?,
                    (Meaning::Moves { levels }, left) => {
                        let labels = self.labels(state)?;
                        let labels = self.bases.expand(labels, levels);
                        State::Labels(caller.call_value(function, left.cloned(), labels)?)
                    }
                    _ => return Err(unknown()),
                }
            }
        };
        Ok(())
    }

    /// First: one stored item, or the first cell.
    fn first(&mut self, caller: &mut dyn Caller, state: State, function: &Function) -> Result<State> {
        let labels = self.labels(state)?;
        if labels.shape().first() == Some(&0) || labels.rank() == 1 && labels.item_count() == 0 {
            return Err(Error::index("an array without items has no first item to assign"));
        }
        match caller.call_value(function, None, labels)? {
            Value::Int(label) => Ok(self.place(label)),
            labels => Ok(State::Labels(labels)),
        }
    }

    fn place(&self, label: i64) -> State {
        if label == 0 {
            return State::Nothing;
        }
        let (path, value) = self.bases.place(label);
        State::Place(Place { path, value, new_key: None })
    }

    /// Application of what is selected to an index.
    fn apply(&mut self, state: State, index: &Value) -> Result<State> {
        let is_unit = match &state {
            State::Place(place) => place.value.is_unit(),
            State::Part(part) => part.layout.rank() == 0,
            State::Labels(labels) => labels.is_unit(),
            State::Nothing => return Ok(State::Nothing),
        };
        if is_unit {
            return Err(no_leading_axis(&self.value(state)?));
        }
        self.index_by(state, std::slice::from_ref(index), None)
    }

    /// What the selection consists of, for messages.
    fn value(&mut self, state: State) -> Result<Value> {
        match state {
            State::Place(place) => Ok(place.value),
            state => self.labels(state),
        }
    }

    fn index(&mut self, state: State, left: &Value, axes: Option<&Value>) -> Result<State> {
        self.index_by(state, &selectors(left, "Index")?, axes)
    }

    /// Index by selectors for the leading axes, or for these axes.
    fn index_by(&mut self, state: State, selectors: &[Value], along: Option<&Value>) -> Result<State> {
        if let State::Place(Place { value, .. }) = &state
            && value.is_unit()
        {
            check_count(selectors.len(), 0)?;
            return Ok(state);
        }
        if let (None, [selector]) = (along, selectors)
            && let Some(coordinates) = chooses(selector)
        {
            return self.choose(state, coordinates);
        }
        let State::Place(place) = state else {
            let labels = match self.labels(state)? {
                Value::Array(labels) if labels.rank() > 0 => labels,
                unit => {
                    check_count(selectors.len(), 0)?;
                    return Ok(State::Labels(unit));
                }
            };
            let order = order(along, selectors.len(), labels.layout())?;
            check_count(selectors.len(), order.len().min(labels.rank()))?;
            let selections = on_axes(selectors, &order, labels.layout())?;
            return self.read_labels(&labels, combine(labels.layout(), &selections)?);
        };
        let (path, array) = self.open(place);
        if let Some(found) = by_numbers(&path, &array, selectors, along) {
            return Ok(found);
        }
        let order = order(along, selectors.len(), array.layout())?;
        check_count(selectors.len(), order.len().min(array.rank()))?;
        if let Some(new) = self.new_entry(&path, &array, selectors) {
            return Ok(new);
        }
        let growth = self.growth(selectors, &order, array.layout());
        let grown =
            growth.as_ref().map_or_else(|| Ok(array.layout().clone()), |growth| growth.layout(array.layout()))?;
        let selections = on_axes_in(selectors, &order, array.layout(), &grown)?;
        self.select(path, array, growth, grown, &selections)
    }

    /// The place of a new entry of a vector, if the only selector is a key that the vector does not have.
    fn new_entry(&self, path: &Path, array: &Array, selectors: &[Value]) -> Option<State> {
        let [selector] = selectors else { return None };
        let key = text(selector).filter(|_| self.missing == MissingKeys::AreInserted && array.rank() == 1)?;
        if array.layout().keys(0).is_some_and(|keys| keys.position(&key).is_some()) {
            return None;
        }
        let (path, value) = (deeper(path, array.len()), Value::Array(empty_record()));
        Some(State::Place(Place { path, value, new_key: Some(key) }))
    }

    /// The keys to insert, if a missing key is inserted at all.
    fn growth(&self, selectors: &[Value], order: &[usize], layout: &Layout) -> Option<Growth> {
        match self.missing {
            MissingKeys::AreInserted => Growth::needed(selectors, order, layout),
            MissingKeys::Fail => None,
        }
    }

    /// Selects on the axes of an array, in its grown layout if it grows.
    fn select(
        &mut self,
        path: Path,
        array: Array,
        growth: Option<Growth>,
        grown: Layout,
        selections: &[AxisSelection],
    ) -> Result<State> {
        let selected = combine(&grown, selections)?;
        let (array, is_fresh) = self.grow(&path, array, growth, grown);
        Ok(match selected {
            Selected::Item(offset) => {
                let (path, value) = (deeper(&path, offset), array.item(offset));
                State::Place(Place { path, value, new_key: None })
            }
            Selected::Array(layout, offsets) => {
                State::Part(Part { path, array, layout, offsets: offsets.list()?, is_fresh })
            }
        })
    }

    /// The array with its new positions, and whether it had no items before.
    fn grow(&mut self, path: &Path, array: Array, growth: Option<Growth>, grown: Layout) -> (Array, bool) {
        let Some(growth) = growth else { return (array, false) };
        let is_fresh = array.rank() == 1 && array.is_empty();
        let array = growth.array(&array, grown);
        self.edits.push(Edit::Replace { path: path.clone(), item: Value::Array(array.clone()) });
        (array, is_fresh)
    }

    /// What a selection in an array of labels gives.
    fn read_labels(&mut self, labels: &Array, selected: Selected) -> Result<State> {
        let is_item = matches!(selected, Selected::Item(_));
        Ok(match selected.read(labels)? {
            Value::Int(label) if is_item => self.place(label),
            labels => State::Labels(labels),
        })
    }

    /// The dot step: Pick by one key.
    fn member(&mut self, caller: &dyn Caller, state: State, name: &Arc<str>) -> Result<State> {
        if let State::Place(Place { path, value: Value::Array(array), new_key: None }) = &state
            && array.rank() == 1
            && let Some(position) = array.layout().keys(0).and_then(|keys| keys.position(name))
        {
            let (path, value) = (deeper(path, position), array.item(position));
            return Ok(State::Place(Place { path, value, new_key: None }));
        }
        self.pick(caller, state, &Value::string(name), None)
    }

    /// Pick by coordinates for the leading axes, or for these axes.
    fn pick(&mut self, caller: &dyn Caller, state: State, left: &Value, along: Option<&Value>) -> Result<State> {
        let coordinates = selectors(left, "Pick")?;
        let outside = if caller.prototype_mode() { Outside::GivesPrototype } else { Outside::Fails };
        let State::Place(place) = state else {
            let labels = match self.labels(state)? {
                Value::Array(labels) if labels.rank() > 0 => labels,
                unit => Array::vector(vec![unit.content()]),
            };
            return self.pick_labels(&labels, &coordinates, along, outside);
        };
        if place.value.is_unit() {
            let takes_key = coordinates.len() == 1 && text(&coordinates[0]).is_some();
            if takes_key && self.missing == MissingKeys::AreInserted {
                return Err(Error::rank(format!("{} cannot take a key", describe(&place.value))));
            }
            let labels = self.labels(State::Place(place))?.content();
            return self.pick_labels(&Array::vector(vec![labels]), &coordinates, along, outside);
        }
        let (path, array) = self.open(place);
        let order = pick_order(along, coordinates.len(), array.layout())?;
        if let Some(new) = self.new_entry(&path, &array, &coordinates) {
            return Ok(new);
        }
        let growth = self.growth(&coordinates, &order, array.layout());
        let grown =
            growth.as_ref().map_or_else(|| Ok(array.layout().clone()), |growth| growth.layout(array.layout()))?;
        match pick::resolve_in(&coordinates, &order, array.layout(), &grown, outside)? {
            Picked::One(Some(selections)) => self.select(path, array, growth, grown, &selections),
            Picked::One(None) => self.picked_fill(&array, outside),
            Picked::Several(layout, places) => {
                check_repeated(&grown, &order, &places)?;
                let (array, is_fresh) = self.grow(&path, array, growth, grown);
                if order.len() == array.rank()
                    && let Some(offsets) = places.iter().copied().collect()
                {
                    return Ok(State::Part(Part { path, array, layout, offsets, is_fresh }));
                }
                let Value::Array(labels) = self.bases.labels(&path, &Value::Array(array)) else {
                    unreachable!("an array has an array of labels")
                };
                Ok(State::Labels(pick::several(&labels, &order, layout, &places)?))
            }
        }
    }

    fn pick_labels(
        &mut self,
        labels: &Array,
        coordinates: &[Value],
        along: Option<&Value>,
        outside: Outside,
    ) -> Result<State> {
        let order = pick_order(along, coordinates.len(), labels.layout())?;
        match pick::resolve_in(coordinates, &order, labels.layout(), labels.layout(), outside)? {
            Picked::One(Some(selections)) => self.read_labels(labels, combine(labels.layout(), &selections)?),
            Picked::One(None) => self.picked_fill(labels, outside),
            Picked::Several(layout, places) => {
                check_repeated(labels.layout(), &order, &places)?;
                Ok(State::Labels(pick::several(labels, &order, layout, &places)?))
            }
        }
    }

    /// A Pick that gives the prototype selects no item.
    fn picked_fill(&self, array: &Array, outside: Outside) -> Result<State> {
        if array.is_empty() && outside == Outside::Fails {
            return Err(Error::index("an array without items has no item to assign"));
        }
        Ok(State::Nothing)
    }

    /// The array at a place, which is an array, inserted first if it is new.
    pub fn open(&mut self, place: Place) -> (Path, Array) {
        let Place { path, value, new_key } = place;
        if let Some(key) = new_key {
            let parent = path[..path.len() - 1].into();
            self.edits.push(Edit::Insert { path: parent, key, item: value.clone() });
        }
        (path, value.into_array())
    }

    /// The labels of what is selected.
    pub fn labels(&mut self, state: State) -> Result<Value> {
        let count = match &state {
            State::Place(place) => place.value.item_count(),
            State::Part(part) => part.offsets.len(),
            State::Labels(_) | State::Nothing => 0,
        };
        reserve(count, size_of::<i64>(), || format!("a selection of {count} items"))?;
        Ok(match state {
            State::Place(place) if place.value.is_atom() => self.bases.labels(&place.path, &place.value),
            State::Place(place) => {
                let (path, array) = self.open(place);
                self.bases.labels(&path, &Value::Array(array))
            }
            State::Part(part) => {
                let before = self.bases.items(&part.path, &part.array);
                let labels = part.offsets.iter().map(|&offset| before + 1 + offset as i64).collect();
                label_array(part.layout, labels)
            }
            State::Labels(labels) => labels,
            State::Nothing => Value::Int(0),
        })
    }

    /// Pairs what is selected with the new value, and calls the modifier.
    pub fn finish(
        mut self,
        caller: &mut dyn Caller,
        modifier: Option<&Function>,
        value: &Value,
        pairing: Pairing,
    ) -> std::result::Result<Change, Failure> {
        let unpaired = |error| Failure { part: FailedPart::Pairing, error };
        let failed = |error| Failure { part: FailedPart::Modifier, error };
        let mut runs = match std::mem::replace(&mut self.state, State::Nothing) {
            State::Nothing => Vec::new(),
            State::Place(Place { path, value: old, .. }) if modifier.is_some_and(|f| appends(f, &old, value)) => {
                let items = value.clone().into_array().storage().clone();
                self.edits.push(Edit::Append { path, items });
                return Ok(Change { edits: self.edits });
            }
            State::Place(Place { path, value: old, new_key }) => {
                let item = match modifier {
                    Some(function) => caller.call_value(function, Some(old), value.clone()).map_err(failed)?,
                    None => value.clone(),
                };
                self.edits.push(match new_key {
                    Some(key) => Edit::Insert { path: path[..path.len() - 1].into(), key, item },
                    None => Edit::Replace { path, item },
                });
                Vec::new()
            }
            State::Part(part) => {
                let values = source(&part.layout, value, pairing).map_err(unpaired)?;
                if part.is_fresh
                    && let Some(items) = fresh_items(part.array.len(), &part.offsets, &values)
                {
                    let item = Value::Array(Array::new(part.array.layout().clone(), items));
                    self.edits.push(Edit::Replace { path: part.path, item });
                    return Ok(Change { edits: self.edits });
                }
                let Part { path, array, offsets: positions, .. } = part;
                vec![Run { path, value: Value::Array(array), is_itself: false, positions, values }]
            }
            State::Labels(labels) => runs(&labels, value, pairing, &self.bases).map_err(unpaired)?,
        };
        if let Some(function) = modifier {
            modify(caller, function, &mut runs).map_err(failed)?;
        }
        self.edits.extend(runs.into_iter().filter_map(Run::into_edit));
        Ok(Change { edits: self.edits })
    }
}

/// Whether `old f new` does nothing but add items at the end of a vector without keys and name.
fn appends(function: &Function, old: &Value, new: &Value) -> bool {
    let is_plain = |value: &Value| value.as_array().is_none_or(|array| array.layout().is_plain());
    function.as_primitive().is_some_and(|glyph| matches!(glyph.symbol, ',' | '⍪'))
        && old.rank() == 1
        && is_plain(old)
        && new.rank() <= 1
        && is_plain(new)
        && new.item_count() > 0
}

/// What selectors select in the common cases: a number for each axis, or an array of numbers in a vector without keys.
/// Nothing in all others, errors included.
fn by_numbers(path: &Path, array: &Array, selectors: &[Value], along: Option<&Value>) -> Option<State> {
    if along.is_some() {
        return None;
    }
    if let Some(offset) = offset_of_numbers(array, selectors) {
        let (path, value) = (deeper(path, offset), array.item(offset));
        return Some(State::Place(Place { path, value, new_key: None }));
    }
    let [Value::Array(numbers)] = selectors else { return None };
    if array.rank() != 1 || !array.layout().is_plain() {
        return None;
    }
    let (Items::Bit(_) | Items::I64(_) | Items::F64(_)) = numbers.items() else { return None };
    let positions = integers(numbers, "a position").ok()?;
    let offsets = positions.iter().map(|&number| from_number(number, array.len()).ok()).collect::<Option<_>>()?;
    let (path, array, layout) = (path.clone(), array.clone(), numbers.layout().plain());
    Some(State::Part(Part { path, array, layout, offsets, is_fresh: false }))
}

/// The record without entries.
fn empty_record() -> Array {
    let keys = Keys::of_unique(Vec::new());
    let axis = Axis { keys, name: None };
    Array::empty(Layout::with_axes(Shape::from_slice(&[0]), vec![axis]), Value::Float(0.0))
}

/// The axes to which selectors belong: the leading ones, or those of an axis operand.
fn order(along: Option<&Value>, count: usize, layout: &Layout) -> Result<Vec<usize>> {
    match along {
        None => Ok((0..count).collect()),
        Some(operand) => axes(operand, layout),
    }
}

fn pick_order(along: Option<&Value>, count: usize, layout: &Layout) -> Result<Vec<usize>> {
    let order = order(along, count, layout)?;
    pick::check_count(count, order.len())?;
    if order.len() > layout.rank() {
        return Err(Error::rank(counts(count, layout.rank())));
    }
    Ok(order)
}

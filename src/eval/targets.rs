//! What stands before `←`: finding the target at the end of its run, and carrying out the assignment.
//!
//! The right side has been evaluated before. The target is found by categories alone; then its index expressions are
//! evaluated, then the modifier is called, and last the variable is written. A failed assignment changes nothing.

use super::code::{AssignmentPart, Element, Expression, Item, ItemKind, Name, Path, Selector, Sequence};
use super::entity::{Category, Entity};
use super::frames::Variable;
use super::host::EventKind;
use super::reduce::{Part, Position};
use super::selective::Step;
use super::state::Evaluator;
use crate::array::{Function, Value};
use crate::control::{Error, Result, Span};
use crate::primitive::argument::counted;
use crate::primitive::selection::SelectionStep;
use crate::syntax::tree::{Argument, BracesKind};

/// Where the parts of a target lie in its run.
struct Extent {
    /// The first item of the target.
    target: usize,
    /// The first item of the modifier, or the length of the run.
    modifier: usize,
}

/// The variable of a target, and the selections from it, innermost first.
struct Selected<'c> {
    variable: &'c Name,
    span: Span,
    steps: Vec<Step>,
}

impl Evaluator<'_> {
    /// Carries out one assignment. Gives the value assigned, and how many items of the run stand before the target.
    pub fn assign(&mut self, part: &AssignmentPart, value: Entity) -> Result<(Entity, usize)> {
        let Some(run) = &part.run else {
            return Err(Error::syntax("nothing on the left of ←").at(self.here.locate(part.arrow)));
        };
        if !value.is_bound() {
            return Err(Error::value("the right side of ← has no value").at(self.here.locate(part.arrow)));
        }
        if let [Item { kind: ItemKind::Name(name), .. }] = &run.items[..] {
            self.bind_name(name, value.clone());
            return Ok((value, 0));
        }
        if let [Item { kind: ItemKind::Name(name), .. }, index] = &run.items[..]
            && self.assign_item(name, index, &value)
        {
            return Ok((value, 0));
        }
        let extent = self.extent(&run.items);
        let items = &run.items[extent.target..extent.modifier];
        let Some(first) = items.first() else {
            let before = extent.target.checked_sub(1).map_or(part.arrow, |before| run.items[before].span);
            return Err(Error::syntax("nothing before ← that can be assigned to").at(self.here.locate(before)));
        };
        match &run.items[extent.modifier..] {
            [] => self.assign_plain(items, value.clone()).map_err(|error| error.at(self.here.locate(first.span)))?,
            modifier => {
                let span = modifier.iter().map(|item| item.span).reduce(Span::to).unwrap_or(first.span);
                self.assign_modified(items, (modifier, span), value.clone())
                    .map_err(|error| error.at(self.here.locate(first.span)))?;
            }
        }
        Ok((value, extent.target))
    }

    /// Binds a name by plain assignment: a local of the running frame, or a global.
    #[inline]
    pub fn bind_name(&mut self, name: &Name, entity: Entity) {
        match name.local_slot() {
            Some(slot) => self.state.frames.set_slot(self.here.base + slot as usize, entity),
            None => {
                let variable = self.state.frames.local(name, self.here.frame);
                *self.state.frames.get_mut(variable) = entity;
            }
        }
    }

    /// How an item binds, found without evaluating it. A name that is not bound counts as data.
    pub fn peek(&self, item: &Item) -> Category {
        match &item.kind {
            ItemKind::Constant(entity) => entity.category(),
            ItemKind::Name(name) => match self.state.frames.look_up(name, self.here.frame).category() {
                Category::Nothing => Category::Data,
                category => category,
            },
            ItemKind::SystemName(name) => match (self.state.system_names)(name, self.state) {
                Some(Value::Function(_)) => Category::Function,
                _ => Category::Data,
            },
            ItemKind::Argument(argument) => match argument {
                Argument::SelfFunction => Category::Function,
                Argument::Right => Category::Data,
                Argument::Left => self.left().map_or(Category::Data, Entity::category),
                Argument::SelfOperator => match self.here.definition() {
                    Some(running) if running.right.is_some() => Category::Dyadic,
                    _ => Category::Monadic,
                },
                Argument::LeftOperand | Argument::RightOperand => {
                    let operands = self.here.definition().map(|running| (&running.left, &running.right));
                    let is_left = *argument == Argument::LeftOperand;
                    match operands.and_then(|(left, right)| if is_left { left.as_ref() } else { right.as_ref() }) {
                        Some(Value::Function(_)) => Category::Function,
                        _ => Category::Data,
                    }
                }
            },
            ItemKind::Definition(body) => match body.kind {
                BracesKind::Function => Category::Function,
                BracesKind::MonadicOperator => Category::Monadic,
                BracesKind::DyadicOperator => Category::Dyadic,
            },
            ItemKind::Group(expression) => self.peek_expression(expression),
            ItemKind::Run(run) => self.peek_sequence(&run.items),
            ItemKind::Path(path) => self.peek(&path.base),
            ItemKind::Quad | ItemKind::Vector(_) | ItemKind::Rows(_) | ItemKind::Cells(_) => Category::Data,
        }
    }

    fn peek_expression(&self, expression: &Expression) -> Category {
        match expression.as_sequence() {
            Some(sequence) => self.peek_sequence(&sequence.items),
            None => Category::Data,
        }
    }

    /// A sequence gives what its last item is: a function for a function or a derived one, else data.
    fn peek_sequence(&self, items: &[Item]) -> Category {
        match items {
            [] => Category::Nothing,
            [item] => self.peek(item),
            items => match self.function_start(items) {
                Some(_) => Category::Function,
                None => Category::Data,
            },
        }
    }

    /// Where the function that ends the items begins, operators bound; nothing if they end in data.
    fn function_start(&self, items: &[Item]) -> Option<usize> {
        let (last, before) = items.split_last()?;
        if before.last().is_some_and(|item| self.peek(item) == Category::Dyadic) {
            return self.operand_start(&before[..before.len() - 1]);
        }
        match self.peek(last) {
            Category::Function => Some(before.len()),
            Category::Hybrid => self.function_start(before).or(Some(before.len())),
            Category::Monadic => self.operand_start(before),
            _ => None,
        }
    }

    fn operand_start(&self, items: &[Item]) -> Option<usize> {
        self.function_start(items).or_else(|| {
            let last = items.last()?;
            (self.peek(last) == Category::Data).then_some(items.len() - 1)
        })
    }

    fn extent(&self, items: &[Item]) -> Extent {
        let (last, before) = items.split_last().expect("a run has an item");
        let data_before = before.last().is_some_and(|item| self.peek(item) == Category::Data);
        let operator_before = before.last().is_some_and(|item| self.peek(item) == Category::Dyadic);
        let modifier = match &last.kind {
            ItemKind::Name(_) if !operator_before => match self.peek(last) {
                Category::Function if data_before => before.len(),
                Category::Monadic if self.operand_start(before).is_some() => {
                    self.function_start(items).unwrap_or(before.len())
                }
                Category::Data => items.len(),
                _ => return Extent { target: before.len(), modifier: items.len() },
            },
            // A name in parentheses that nothing could be modified before is the target too.
            ItemKind::Group(_)
                if !data_before && !operator_before && matches!(unwrapped(last).kind, ItemKind::Name(_)) =>
            {
                return Extent { target: before.len(), modifier: items.len() };
            }
            _ => self.function_start(items).unwrap_or(items.len()),
        };
        let mut target = modifier;
        while target > 0 && self.peek(&items[target - 1]) == Category::Data {
            if target > 1 && self.peek(&items[target - 2]) == Category::Dyadic {
                break;
            }
            target -= 1;
        }
        Extent { target, modifier }
    }

    fn assign_plain(&mut self, items: &[Item], value: Entity) -> Result<()> {
        if let [item] = items {
            match &unwrapped(item).kind {
                ItemKind::Name(name) => {
                    self.bind_name(name, value);
                    return Ok(());
                }
                ItemKind::Quad if matches!(item.kind, ItemKind::Quad) => return self.output(value.into_value()?),
                ItemKind::Vector(elements) if matches!(item.kind, ItemKind::Vector(_)) => {
                    let mut bindings = Vec::new();
                    self.take_apart(elements, value.into_value()?, &mut bindings)?;
                    for (name, item) in bindings.into_iter().rev() {
                        self.bind_name(name, item.into());
                    }
                    return Ok(());
                }
                _ => {}
            }
        }
        let value = value.into_value()?;
        let selected = self.selected(items)?;
        self.write(&selected, None, value)
    }

    fn assign_modified(&mut self, items: &[Item], modifier: (&[Item], Span), value: Entity) -> Result<()> {
        let value = value.into_value()?;
        let (modifier_items, span) = modifier;
        if let [item] = items
            && let ItemKind::Vector(elements) = &item.kind
        {
            let mut bindings = Vec::new();
            self.take_apart(elements, value, &mut bindings)?;
            let function = self.modifier(modifier_items, span)?;
            return self.modify_names(bindings, &function, span);
        }
        let selected = self.selected(items)?;
        let function = self.modifier(modifier_items, span)?;
        self.write(&selected, Some((&function, span)), value)
    }

    /// The function of a modified assignment.
    fn modifier(&mut self, items: &[Item], span: Span) -> Result<Function> {
        let entity = self.bind(items, None, &mut None, span, Position::Inner)?.into_entity();
        match entity.into_value() {
            Ok(Value::Function(function)) => Ok(function),
            _ => Err(Error::syntax("a modified assignment needs a function before ←").at(self.here.locate(span))),
        }
    }

    /// `⎕←Y`
    fn output(&mut self, value: Value) -> Result<()> {
        if let Value::Function(_) = value {
            return Err(Error::domain("⎕← prints arrays and atoms, not functions"));
        }
        let mut bundle = (self.state.renderer)(self, &value, EventKind::Explicit)?;
        bundle.retain(|(mime, _)| mime == "text/plain");
        self.state.output(EventKind::Explicit, bundle)
    }

    /// Pairs the names of a destructuring pattern with the items of a value, first to last.
    fn take_apart<'c>(&self, elements: &'c [Element], value: Value, found: &mut Vec<(&'c Name, Value)>) -> Result<()> {
        let count = elements.len();
        let item = |i: usize| match &value {
            Value::Array(array) if array.rank() == 0 || (array.rank() == 1 && array.len() == 1) => Ok(array.item(0)),
            Value::Array(array) if array.rank() == 1 && array.len() == count => Ok(array.item(i)),
            Value::Array(array) => Err(Error::length(format!(
                "{} cannot take an array of shape {}",
                counted(count, "name"),
                crate::array::show_shape(array.shape())
            ))),
            atom => Ok(atom.clone()),
        };
        for (i, element) in elements.iter().enumerate() {
            let target = element.value.as_sequence().filter(|_| element.key.is_none());
            let Some([target]) = target.map(|sequence| &sequence.items[..]) else {
                return Err(
                    Error::syntax("a destructuring pattern holds names only").at(self.here.locate(element.span))
                );
            };
            match &unwrapped(target).kind {
                ItemKind::Name(name) => found.push((name, item(i)?)),
                ItemKind::Vector(inner) if matches!(target.kind, ItemKind::Vector(_)) => {
                    super::deep(|| self.take_apart(inner, item(i)?, found))?;
                }
                _ => return Err(not_a_pattern()),
            }
        }
        Ok(())
    }

    /// `[a b]f←Y`: every name must hold data; all are written once all calls have been made.
    fn modify_names(&mut self, bindings: Vec<(&Name, Value)>, function: &Function, span: Span) -> Result<()> {
        let mut written: Vec<(Variable, Value)> = Vec::with_capacity(bindings.len());
        for (name, _) in &bindings {
            self.data_of(name)?;
        }
        for (name, item) in bindings {
            let variable = self.data_of(name)?;
            let earlier = written.iter().rposition(|(other, _)| *other == variable);
            let old = match earlier {
                Some(i) => written[i].1.clone(),
                None => self.state.frames.get(variable).clone().into_value()?,
            };
            let new = self.modified(function, old, item, span)?;
            match earlier {
                Some(i) => written[i].1 = new,
                None => written.push((variable, new)),
            }
        }
        for (variable, new) in &written {
            self.check_stays(*variable, new)?;
        }
        for (variable, new) in written {
            *self.state.frames.get_mut(variable) = new.into();
        }
        Ok(())
    }

    fn modified(&mut self, function: &Function, old: Value, value: Value, span: Span) -> Result<Value> {
        let result = self.call_function(function, Some(old), value).and_then(|outcome| outcome.value());
        result.map_err(|error| error.at(self.here.locate(span)))
    }

    /// The nearest binding of a name, which must hold data.
    fn data_of(&self, name: &Name) -> Result<Variable> {
        let text = self.state.symbols.name(name.symbol);
        let Some(variable) = self.state.frames.find(name, self.here.frame) else {
            return Err(Error::value(format!("undefined name: {text}")));
        };
        match self.state.frames.get(variable) {
            Entity::Data(_) => Ok(variable),
            _ => Err(Error::syntax(format!("{text} holds no data that could be changed"))),
        }
    }

    /// A function that depends on a frame may not be stored in a variable outside it.
    fn check_stays(&self, variable: Variable, value: &Value) -> Result<()> {
        self.check_dependency(variable, value.dependency())
    }

    fn check_dependency(&self, variable: Variable, dependency: u32) -> Result<()> {
        if dependency > variable.frame() {
            return Err(Error::domain("a function that depends on the frame of this call may not leave it"));
        }
        Ok(())
    }

    /// The variable and the selections of a target that is no plain name.
    fn selected<'c>(&mut self, items: &'c [Item]) -> Result<Selected<'c>> {
        let (first, indexes) = items.split_first().expect("a target has an item");
        let mut selected = match &first.kind {
            ItemKind::Name(name) => Selected { variable: name, span: first.span, steps: Vec::new() },
            ItemKind::Path(path) => self.selected_by_path(path)?,
            ItemKind::Group(expression) => self.selected_by_expression(expression)?,
            _ => return Err(Error::syntax("this cannot be assigned to")),
        };
        if !indexes.is_empty() {
            let span = indexes.iter().map(|item| item.span).reduce(Span::to).unwrap_or(first.span);
            let index = self.bind(indexes, None, &mut None, span, Position::Inner)?.into_entity().into_value()?;
            selected.steps.push(Step { kind: SelectionStep::Apply(index), span: first.span });
        }
        Ok(selected)
    }

    fn selected_by_path<'c>(&mut self, path: &'c Path) -> Result<Selected<'c>> {
        let mut selected = self.selected(std::slice::from_ref(&path.base))?;
        for step in &path.steps {
            let kind = match &step.selector {
                Selector::Key(key, _) => SelectionStep::Member(key.clone()),
                Selector::Index(item) => SelectionStep::Index(self.item(item)?.into_value()?),
            };
            selected.steps.push(Step { kind, span: step.dot });
        }
        Ok(selected)
    }

    /// `(S)←`: the variable stands at the end of the last run, or first where all of `S` is data.
    fn selected_by_expression<'c>(&mut self, expression: &'c Expression) -> Result<Selected<'c>> {
        let Some(sequence) = expression.as_sequence() else { return Err(no_variable()) };
        super::deep(|| self.selected_by_sequence(sequence))
    }

    fn selected_by_sequence<'c>(&mut self, sequence: &'c Sequence) -> Result<Selected<'c>> {
        let items = &sequence.items[..];
        let all_data = items.iter().all(|item| self.peek(item) == Category::Data);
        if all_data && items.len() > 1 {
            let (first, indexes) = items.split_first().expect("there are several items");
            let index =
                self.bind(indexes, None, &mut None, sequence.span, Position::Inner)?.into_entity().into_value()?;
            let mut selected = match &first.kind {
                ItemKind::Run(run) => self.selected_by_sequence(run)?,
                _ => self.selected(std::slice::from_ref(first))?,
            };
            selected.steps.push(Step { kind: SelectionStep::Apply(index), span: first.span });
            return Ok(selected);
        }
        let (last, before) = items.split_last().expect("a sequence has an item");
        if let ItemKind::Run(run) = &last.kind {
            let selected = self.selected_by_sequence(run)?;
            return self.select_by_calls(before, selected, sequence.span);
        }
        let mut start = items.len() - 1;
        while start > 0
            && self.peek(&items[start - 1]) == Category::Data
            && !matches!(items[start].kind, ItemKind::Name(_))
        {
            start -= 1;
        }
        let selected = self.selected(&items[start..])?;
        self.select_by_calls(&items[..start], selected, sequence.span)
    }

    /// The calls of selection functions on what is selected so far.
    fn select_by_calls<'c>(&mut self, items: &[Item], selected: Selected<'c>, span: Span) -> Result<Selected<'c>> {
        if items.is_empty() {
            return Ok(selected);
        }
        let Selected { variable, span: place, steps } = selected;
        let steps = self.bind_selection(items, Part::selection(steps, place), span)?;
        Ok(Selected { variable, span: place, steps })
    }

    /// Writes a variable through its selections.
    fn write(&mut self, selected: &Selected<'_>, modifier: Option<(&Function, Span)>, value: Value) -> Result<()> {
        let at = self.here.locate(selected.span);
        let variable = self.data_of(selected.variable).map_err(|error| error.at(at))?;
        self.check_stays(variable, &value)?;
        let mut held = self.state.frames.get(variable).clone().into_value()?;
        let change = super::selective::change(self, &held, &selected.steps, modifier, &value)?;
        self.check_dependency(variable, change.dependency())?;
        // The variable gives its value up while it is written, so that this happens in place.
        *self.state.frames.get_mut(variable) = Entity::default();
        let written = change.apply(&mut held);
        *self.state.frames.get_mut(variable) = held.into();
        written
    }
}

/// The error of a selection that is none.
pub fn no_variable() -> Error {
    Error::syntax("a selection to assign to has its variable at the end")
}

fn not_a_pattern() -> Error {
    Error::syntax("a destructuring pattern holds names only")
}

/// An item without the parentheses round a single item.
fn unwrapped(item: &Item) -> &Item {
    let mut item = item;
    while let ItemKind::Group(expression) = &item.kind
        && let Some([inner]) = expression.as_sequence().map(|sequence| &sequence.items[..])
    {
        item = inner;
    }
    item
}

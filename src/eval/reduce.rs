//! Drives the binder over a sequence: evaluates items, makes calls, keeps the stack.

use std::sync::Arc;

use super::apply::Called;
use super::binder::{Move, Reduction, RightEnd, Stack, next_move};
use super::code::{Item, ItemKind, Sequence};
use super::compile::compile;
use super::entity::{Category, Entity, OperatorValue, hybrid_function};
use super::plan::Event;
use super::selective::Step;
use super::state::Evaluator;
use super::targets::no_variable;
use crate::array::{Function, Value};
use crate::control::{Error, Result, Span};
use crate::primitive::operators::Windows;
use crate::primitive::selection::SelectionStep;
use crate::primitive::table::Operator;

/// Whether a call whose result is the result of the running call may replace it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// It may.
    Tail,
    /// Its result is needed here.
    Inner,
}

/// What evaluating an expression gives.
#[derive(Debug)]
pub enum Answer {
    /// A value, function, hybrid or operator, or nothing.
    Entity(Entity),
    /// A value that a top-level statement does not display.
    Silent(Value),
    /// The value of an assignment statement.
    Assigned(Entity),
    /// A call that replaces the running one: [`State::tail_call`](super::state::State::tail_call).
    TailCall,
}

/// A call that replaces the running one.
#[derive(Debug)]
pub struct TailCall {
    /// The function: a defined one.
    pub function: Function,
    /// The left argument.
    pub left: Option<Value>,
    /// The right argument.
    pub right: Value,
    /// Where the call stands.
    pub span: Span,
    /// The text in which it stands.
    pub source: Arc<crate::control::Source>,
    /// Whether its result is not silent even if the function gives it silently.
    pub shown: bool,
}

impl Answer {
    /// What it holds, as for use in a larger expression.
    pub fn into_entity(self) -> Entity {
        match self {
            Answer::Entity(entity) | Answer::Assigned(entity) => entity,
            Answer::Silent(value) => value.into(),
            Answer::TailCall => unreachable!("only expressions in tail position give tail calls"),
        }
    }
}

/// An entity on the stack of the binder.
#[derive(Debug)]
pub struct Part {
    kind: PartKind,
    span: Span,
}

#[derive(Debug)]
enum PartKind {
    Plain(Entity),
    Partial {
        operator: OperatorValue,
        right: Value,
    },
    Bound {
        left: Value,
        function: Function,
    },
    /// Right to left.
    Train(Vec<Value>),
    /// The variable of a selective assignment, with what is selected from it.
    Selection(Vec<Step>),
}

/// What the binder has not read yet.
struct Unread<'a> {
    items: &'a [Item],
    /// The parts of a path that turned out to be an inner product; they stand to the right of `items`.
    expanded: Vec<Part>,
    /// What has happened so far, where a plan is to be made of it.
    record: Option<Vec<Event>>,
}

impl<'a> Unread<'a> {
    fn new(items: &'a [Item]) -> Unread<'a> {
        Unread { items, expanded: Vec::new(), record: None }
    }

    #[inline]
    fn note(&mut self, event: Event) {
        if let Some(record) = &mut self.record {
            record.push(event);
        }
    }

    fn is_empty(&self) -> bool {
        self.items.is_empty() && self.expanded.is_empty()
    }
}

impl Part {
    /// A part that is read as it is.
    pub fn new(entity: Entity, span: Span) -> Part {
        Part { kind: PartKind::Plain(entity), span }
    }

    fn category(&self) -> Category {
        match &self.kind {
            PartKind::Plain(entity) => entity.category(),
            PartKind::Partial { .. } => Category::Partial,
            PartKind::Bound { .. } => Category::Bound,
            PartKind::Train(_) => Category::Train,
            PartKind::Selection(_) => Category::Data,
        }
    }

    /// What has been read.
    pub fn into_entity(self) -> Entity {
        match self.kind {
            PartKind::Plain(entity) => entity,
            _ => unreachable!("the binder joins only what it has read"),
        }
    }

    /// The variable of a selective assignment with what is selected from it so far.
    pub fn selection(steps: Vec<Step>, span: Span) -> Part {
        Part { kind: PartKind::Selection(steps), span }
    }

    /// A dyadic operator with its right operand.
    pub fn partial(operator: Entity, right: Value, span: Span) -> Part {
        let operator = operator.as_operator().expect("the binder gives an operator its operand");
        Part { kind: PartKind::Partial { operator, right }, span }
    }

    /// A function with its left argument.
    pub fn bound(left: Value, function: Entity, span: Span) -> Part {
        let (function, span) = function_of((PartKind::Plain(function), span));
        Part { kind: PartKind::Bound { left, function }, span }
    }

    /// A train under construction.
    pub fn train(items: Vec<Value>, span: Span) -> Part {
        Part { kind: PartKind::Train(items), span }
    }

    /// The function that it makes of its left operand as an operator.
    fn derive(self, left: Value) -> Result<Function> {
        match self.kind {
            PartKind::Partial { operator, right } => operator.derive(left, Some(right)),
            PartKind::Plain(operator) => {
                operator.as_operator().expect("the binder gives an operator its operand").derive(left, None)
            }
            _ => unreachable!("an operator stands on the right"),
        }
    }

    fn is_selection(&self) -> bool {
        matches!(self.kind, PartKind::Selection(_))
    }
}

impl Evaluator<'_> {
    /// Reduces a sequence to its result.
    #[inline]
    pub fn reduce(&mut self, sequence: &Sequence, position: Position) -> Result<Answer> {
        match &sequence.items[..] {
            [item] if !matches!(item.kind, ItemKind::Path(_)) => self.item(item).map(Answer::Entity),
            _ => self.reduce_items(sequence, &mut None, position),
        }
    }

    /// Reduces the items of a sequence, by its plan if it has one. `outer` is as for [`Evaluator::bind`].
    pub fn reduce_items(
        &mut self,
        sequence: &Sequence,
        outer: &mut Option<Part>,
        position: Position,
    ) -> Result<Answer> {
        if let Some(program) = &sequence.scalar
            && let Some(value) = self.scalar_sequence(program)?
        {
            return Ok(Answer::Entity(Entity::Data(value)));
        }
        if let Some(fused) = &sequence.fused
            && let Some(value) = self.fused(fused).map_err(|error| error.at(self.here.locate(sequence.span)))?
        {
            return Ok(Answer::Entity(Entity::Data(value)));
        }
        if let Some(sorting) = &sequence.sorting
            && let Some((sorted, before)) =
                self.sorted(sorting, &sequence.items).map_err(|error| error.at(self.here.locate(sequence.span)))?
        {
            let (before, taken) = sequence.items.split_at(before);
            let sorted = Entity::Data(sorted);
            if before.is_empty() {
                return Ok(Answer::Entity(sorted));
            }
            return self.bind(before, Some(Part::new(sorted, taken[0].span)), outer, sequence.span, position);
        }
        if let Some(plan) = sequence.plan.get() {
            return self.run_plan(plan, sequence, outer, position);
        }
        let mut unread = Unread::new(&sequence.items);
        // What stands outside braces runs once.
        if self.here.function.is_some() && self.here.body.is_braces {
            unread.record = Some(Vec::new());
        }
        let answer = self.bind_unread(&mut unread, Vec::new(), None, outer, sequence.span, position)?;
        if let Some(record) = unread.record
            && let Some(plan) = compile(self, sequence, &record)
        {
            let _ = sequence.plan.set(plan);
        }
        Ok(answer)
    }

    /// Runs the binder over `items`, after `given` as the last item of all if there is one. `outer` is the part to the right
    /// of the whole: a sequence of several items that ends in a dyadic operator takes it as its own last item.
    pub fn bind(
        &mut self,
        items: &[Item],
        given: Option<Part>,
        outer: &mut Option<Part>,
        whole: Span,
        position: Position,
    ) -> Result<Answer> {
        self.bind_unread(&mut Unread::new(items), Vec::new(), given, outer, whole, position)
    }

    /// Goes on binding from a stack and the item `z` read last, if there is one.
    pub fn bind_on(
        &mut self,
        items: &[Item],
        stack: Vec<Part>,
        z: Option<Part>,
        outer: &mut Option<Part>,
        whole: Span,
        position: Position,
    ) -> Result<Answer> {
        self.bind_unread(&mut Unread::new(items), stack, z, outer, whole, position)
    }

    fn bind_unread(
        &mut self,
        unread: &mut Unread<'_>,
        mut stack: Vec<Part>,
        mut z: Option<Part>,
        outer: &mut Option<Part>,
        whole: Span,
        position: Position,
    ) -> Result<Answer> {
        if z.is_none() {
            z = self.next_part(unread, &mut stack)?;
        }
        if stack.is_empty() {
            let ends_in_operator = z.as_ref().is_some_and(|last| last.category() == Category::Dyadic);
            if ends_in_operator && !unread.is_empty() && outer.is_some() {
                unread.record = None;
                stack.extend(outer.take());
            } else {
                stack.extend(z.take());
                unread.note(Event::Push);
                z = self.next_part(unread, &mut stack)?;
            }
        }
        loop {
            let x = &stack[stack.len() - 1];
            if x.category() == Category::Nothing && (stack.len() > 1 || z.is_some()) {
                return Err(self.no_value(x.span));
            }
            let end = if stack[0].category() == Category::Data { RightEnd::Data } else { RightEnd::Train };
            let (reduction, kept) =
                match next_move(z.as_ref().map(Part::category), Stack::of(&stack, Part::category), end) {
                    Move::Push => {
                        stack.extend(z.take());
                        unread.note(Event::Push);
                        z = self.next_part(unread, &mut stack)?;
                        continue;
                    }
                    Move::Stop => break,
                    Move::Reduce(reduction) => (reduction, None),
                    Move::ReduceBelow(reduction) => (reduction, stack.pop()),
                };
            let x = stack.pop().expect("two parts are on the stack");
            let y = stack.pop().expect("two parts are on the stack");
            let is_last = stack.is_empty() && z.is_none() && kept.is_none();
            let position = if is_last { position } else { Position::Inner };
            let joined = match x.is_selection() || y.is_selection() {
                true => Joined::Part(self.join_selection(x, y)?),
                false => self.join(reduction, x, y, position)?,
            };
            match joined {
                Joined::Part(part) => stack.push(part),
                Joined::Answer(answer, _) if is_last => {
                    unread.note(Event::Reduce { reduction, below_top: false, result: Category::Data });
                    return Ok(answer);
                }
                Joined::Answer(Answer::Entity(Entity::Nothing), span) => return Err(self.no_value(span)),
                Joined::Answer(answer, span) => stack.push(Part::new(answer.into_entity(), span)),
            }
            let result = stack[stack.len() - 1].category();
            unread.note(Event::Reduce { reduction, below_top: kept.is_some(), result });
            stack.extend(kept);
        }
        let left_over = self.made(stack.pop().expect("the stack is never empty"))?;
        if !stack.is_empty() {
            return Err(self.does_not_bind(&left_over));
        }
        self.bound(left_over, outer, whole)
    }

    /// What the only part that is left over gives.
    fn bound(&mut self, left_over: Part, outer: &mut Option<Part>, whole: Span) -> Result<Answer> {
        match left_over.kind {
            PartKind::Plain(entity) => Ok(Answer::Entity(entity)),
            PartKind::Train(items) => {
                let function = build_train(items).map_err(|error| error.at(self.here.locate(whole)))?;
                Ok(Answer::Entity(Entity::Function(function)))
            }
            PartKind::Partial { .. } => {
                Err(Error::syntax("an operator without its left operand").at(self.here.locate(whole)))
            }
            PartKind::Selection(steps) => {
                *outer = Some(Part::selection(steps, left_over.span));
                Ok(Answer::Entity(Entity::Nothing))
            }
            PartKind::Bound { .. } => unreachable!("a function with its left argument stands beside data"),
        }
    }

    /// Binds items to the left of the variable of a selective assignment and gives all that is selected from it.
    pub fn bind_selection(&mut self, items: &[Item], variable: Part, whole: Span) -> Result<Vec<Step>> {
        let mut selection = None;
        self.bind(items, Some(variable), &mut selection, whole, Position::Inner)?;
        match selection.map(|part| part.kind) {
            Some(PartKind::Selection(steps)) => Ok(steps),
            _ => Err(no_variable()),
        }
    }

    /// A call of a selection function on the variable of a selective assignment.
    fn join_selection(&mut self, x: Part, y: Part) -> Result<Part> {
        let span = x.span;
        let PartKind::Selection(mut steps) = y.kind else { return Err(no_variable()) };
        let (function, left) = match x.kind {
            PartKind::Bound { left, function } => (function, Some(left)),
            PartKind::Plain(Entity::Function(function)) => (function, None),
            _ => return Err(no_variable()),
        };
        steps.push(Step { kind: SelectionStep::Call { function, left }, span });
        Ok(Part { kind: PartKind::Selection(steps), span })
    }

    /// Binds parts that have been read already.
    pub fn bind_parts(&mut self, parts: Vec<Part>, whole: Span) -> Result<Answer> {
        let mut unread = Unread { items: &[], expanded: parts, record: None };
        self.bind_unread(&mut unread, Vec::new(), None, &mut None, whole, Position::Inner)
    }

    #[cold]
    pub fn no_value(&self, span: Span) -> Error {
        Error::value("no value where one is needed").at(self.here.locate(span))
    }

    #[cold]
    fn does_not_bind(&self, part: &Part) -> Error {
        let what = match part.category() {
            Category::Monadic | Category::Dyadic | Category::Partial => "an operator without an operand",
            Category::Hybrid => "a hybrid has nothing on its left: an array for replicate, a function for reduce",
            _ => "these items do not bind",
        };
        Error::syntax(what).at(self.here.locate(part.span))
    }

    /// Evaluates the next unread item to the left. A run that ends in a dyadic operator takes the part on top of the stack,
    /// and its result stands in place of both.
    fn next_part(&mut self, unread: &mut Unread<'_>, stack: &mut Vec<Part>) -> Result<Option<Part>> {
        loop {
            if let Some(part) = unread.expanded.pop() {
                return Ok(Some(part));
            }
            let Some((item, rest)) = unread.items.split_last() else { return Ok(None) };
            unread.items = rest;
            let part = match &item.kind {
                ItemKind::Run(run) => {
                    let mut outer = stack.pop();
                    let had_outer = outer.is_some();
                    let answer = self.reduce_items(run, &mut outer, Position::Inner)?;
                    let part = Part::new(answer.into_entity(), run.span);
                    if had_outer && outer.is_none() {
                        unread.record = None;
                        stack.push(part);
                        continue;
                    }
                    stack.extend(outer);
                    part
                }
                ItemKind::Path(path) => {
                    let mut parts = self.path_parts(path, item.span)?;
                    if parts.len() > 1 {
                        unread.record = None;
                        unread.expanded = parts;
                        continue;
                    }
                    parts.remove(0)
                }
                _ => Part::new(self.item(item)?, item.span),
            };
            unread.note(Event::Read(part.category()));
            return Ok(Some(part));
        }
    }

    fn join(&mut self, reduction: Reduction, x: Part, y: Part, position: Position) -> Result<Joined> {
        let span = x.span;
        if let Some(entity) = self.applied_to_windows(&x, &y)? {
            return Ok(Joined::Part(Part::new(entity, span)));
        }
        let y = self.made(y)?;
        let kind = match (reduction, x.kind) {
            (Reduction::Operand, PartKind::Plain(operator)) => {
                let operator = operator.as_operator().expect("the binder gives an operator its operand");
                let right = self.value_at(y)?;
                PartKind::Partial { operator, right }
            }
            (Reduction::Derive, PartKind::Plain(operand)) => {
                let left = operand.into_value().map_err(|error| error.at(self.here.locate(span)))?;
                let place = y.span;
                let derived = y.derive(left).map_err(|error| error.at(self.here.locate(place)))?;
                PartKind::Plain(Entity::Function(derived))
            }
            (Reduction::LeftArgument, PartKind::Plain(left)) => {
                let left = left.into_value()?;
                let function = function_of(y.into_part_kind());
                return Ok(Joined::Part(Part {
                    kind: PartKind::Bound { left, function: function.0 },
                    span: function.1,
                }));
            }
            (Reduction::Apply, PartKind::Plain(array)) => {
                let (array, index) = (array.into_value()?, y.into_entity().into_value()?);
                let selected = crate::primitive::selection::apply(array, index);
                let selected = selected.map_err(|error| error.at(self.here.locate(span)))?;
                return Ok(Joined::Answer(Answer::Entity(selected.into()), span));
            }
            (Reduction::Call, function) => {
                let (left, function) = match function {
                    PartKind::Bound { left, function } => (Some(left), function),
                    other => (None, function_of((other, span)).0),
                };
                let right = y.into_entity().into_value()?;
                if let Some(windows) = Windows::of_call(&function, left.as_ref(), &right) {
                    return Ok(Joined::Part(Part::new(windows.into(), span)));
                }
                let answer = self.call_item(Called { function: &function, left, right, span }, position)?;
                return Ok(Joined::Answer(answer, span));
            }
            (Reduction::Join, PartKind::Plain(item)) => {
                let item = item.into_value().map_err(|error| error.at(self.here.locate(span)))?;
                let mut items = match y.kind {
                    PartKind::Train(items) => items,
                    PartKind::Plain(first) => vec![first.into_value()?],
                    _ => unreachable!("a train begins with a function"),
                };
                items.push(item);
                PartKind::Train(items)
            }
            _ => unreachable!("the binder joins what its table allows"),
        };
        Ok(Joined::Part(Part { kind, span }))
    }

    /// What a function gives for windows that have not been made, if it can do without them.
    fn applied_to_windows(&mut self, x: &Part, y: &Part) -> Result<Option<Entity>> {
        let (PartKind::Plain(Entity::Function(function)), PartKind::Plain(Entity::Windows(windows))) =
            (&x.kind, &y.kind)
        else {
            return Ok(None);
        };
        if function.as_primitive().is_some_and(|glyph| glyph.symbol == '⊢') {
            return Ok(Some(Entity::Windows(windows.clone())));
        }
        let reduced = windows.reduced(self, function).map_err(|error| error.at(self.here.locate(x.span)))?;
        Ok(reduced.map(Entity::from))
    }

    /// A part that is no longer windows that have not been made.
    fn made(&self, part: Part) -> Result<Part> {
        match part.kind {
            PartKind::Plain(Entity::Windows(windows)) => match windows.made() {
                Ok(value) => Ok(Part::new(value.into(), part.span)),
                Err(error) => Err(error.at(self.here.locate(part.span))),
            },
            _ => Ok(part),
        }
    }

    fn value_at(&self, part: Part) -> Result<Value> {
        let span = part.span;
        part.into_entity().into_value().map_err(|error| error.at(self.here.locate(span)))
    }
}

enum Joined {
    Part(Part),
    Answer(Answer, Span),
}

impl Part {
    fn into_part_kind(self) -> (PartKind, Span) {
        (self.kind, self.span)
    }
}

fn function_of((kind, span): (PartKind, Span)) -> (Function, Span) {
    match kind {
        PartKind::Plain(Entity::Function(function)) => (function, span),
        PartKind::Plain(Entity::Hybrid(glyph)) => (hybrid_function(glyph), span),
        _ => unreachable!("the binder calls functions only"),
    }
}

/// Builds a train from its items, right to left.
pub fn build_train(items: Vec<Value>) -> Result<Function> {
    let mut items = items.into_iter();
    let Some(Value::Function(mut built)) = items.next() else { unreachable!("the last item of a train is a function") };
    while let Some(item) = items.next() {
        built = match item {
            Value::Function(middle) => match items.next() {
                Some(left) => Function::fork(left, middle, built)?,
                None => glyph_function('⍤', middle.into(), built)?,
            },
            array => glyph_function('⊸', array, built)?,
        };
    }
    Ok(built)
}

fn glyph_function(symbol: char, left: Value, right: Function) -> Result<Function> {
    let glyph = Operator::glyph(symbol).expect("the operator is in the table");
    Function::derived(glyph, left, Some(right.into()))
}

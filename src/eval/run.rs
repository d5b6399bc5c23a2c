//! Runs plans: the operations of a sequence without binding, and the way back to the binder.

use super::apply::Called;
use super::arguments::Side;
use super::code::{ItemKind, Sequence};
use super::entity::{Category, Entity};
use super::plan::{
    Along, Apply, Call, Callee, Derive, Load, Operand, Operation, Plan, Source, Symbolic, SymbolicKind, Train,
};
use super::reduce::{Answer, Part, Position, build_train};
use super::state::Evaluator;
use crate::array::{Function, Value};
use crate::control::Result;
use crate::primitive::operators::Windows;
use crate::primitive::pervasive::{self, ScalarDyad, ScalarMonad};
use crate::primitive::selection;

/// What an operation relies on.
const HELD: &str = "the plan holds";

/// Registers that lie on the stack.
const FEW: usize = 4;

/// How an operation ends.
enum Step {
    /// Its result is in place.
    Done,
    /// This is the answer of the sequence.
    Answer(Answer),
    /// The plan does not hold: go on from this state, with the item read last if there is one.
    Leave(usize, Option<Entity>),
}

impl Evaluator<'_> {
    /// Whether a local slot of the running frame holds data.
    pub fn holds_data(&self, slot: u32) -> bool {
        matches!(self.state.frames.slot(self.here.base + slot as usize), Entity::Data(_))
    }

    /// Runs the plan of a sequence. `outer` is the part to its right, see [`Evaluator::bind`].
    pub fn run_plan(
        &mut self,
        plan: &Plan,
        sequence: &Sequence,
        outer: &mut Option<Part>,
        position: Position,
    ) -> Result<Answer> {
        if let [operation @ (Operation::Dyad { resume, .. } | Operation::Monad { resume, .. })] = &plan.operations[..] {
            return match self.scalar(operation, &mut [])? {
                Some(value) => Ok(Answer::Entity(Entity::Data(value))),
                None => self.leave(plan, sequence, &mut [], (*resume, None), outer, position),
            };
        }
        if plan.registers <= FEW {
            let mut registers = [const { Entity::Nothing }; FEW];
            self.run_operations(plan, sequence, &mut registers, outer, position)
        } else {
            let mut registers = vec![Entity::Nothing; plan.registers];
            self.run_operations(plan, sequence, &mut registers, outer, position)
        }
    }

    fn run_operations(
        &mut self,
        plan: &Plan,
        sequence: &Sequence,
        registers: &mut [Entity],
        outer: &mut Option<Part>,
        position: Position,
    ) -> Result<Answer> {
        let last = plan.operations.len().wrapping_sub(1);
        for (i, operation) in plan.operations.iter().enumerate() {
            let position = if i == last { position } else { Position::Inner };
            match self.operation(operation, sequence, registers, (i == last, position))? {
                Step::Done => {}
                Step::Answer(answer) => return Ok(answer),
                Step::Leave(resume, z) => return self.leave(plan, sequence, registers, (resume, z), outer, position),
            }
        }
        Ok(Answer::Entity(match &plan.result {
            Source::Register(register) => std::mem::take(&mut registers[*register]),
            Source::Constant(entity) => entity.clone(),
            other => self.take(other, registers).map_or(Entity::Nothing, Entity::Data),
        }))
    }

    #[inline]
    fn operation(
        &mut self,
        operation: &Operation,
        sequence: &Sequence,
        registers: &mut [Entity],
        (is_last, position): (bool, Position),
    ) -> Result<Step> {
        match operation {
            Operation::Dyad { to, resume, .. } | Operation::Monad { to, resume, .. } => {
                match self.scalar(operation, registers)? {
                    Some(value) if is_last => return Ok(Step::Answer(Answer::Entity(Entity::Data(value)))),
                    Some(value) => registers[*to] = Entity::Data(value),
                    None => return Ok(Step::Leave(*resume, None)),
                }
            }
            Operation::Call(call) => return self.call_operation(call, registers, (is_last, position)),
            Operation::Load(load) => return self.load(load, sequence, registers),
            Operation::Apply(apply) => return self.apply(apply, registers),
            Operation::Derive(derive) => return self.derive(derive, registers),
            Operation::Train(Train { items, to, resume }) => {
                if !items.iter().all(|item| self.is_ready(item)) {
                    return Ok(Step::Leave(*resume, None));
                }
                let items = items.iter().map(|item| self.take_operand(item, registers)).collect::<Result<_>>()?;
                let train = build_train(items).map_err(|error| error.at(self.here.locate(sequence.span)))?;
                registers[*to] = Entity::Function(train);
            }
        }
        Ok(Step::Done)
    }

    #[inline]
    fn call_operation(
        &mut self,
        call: &Call,
        registers: &mut [Entity],
        (is_last, position): (bool, Position),
    ) -> Result<Step> {
        let Call { left, right, to, category, span, resume, after, .. } = call;
        if let Some(value) = self.along(call, registers)? {
            if is_last {
                return Ok(Step::Answer(Answer::Entity(Entity::Data(value))));
            }
            // What a register gives away is given up.
            self.take(right, registers);
            registers[*to] = Entity::Data(value);
            return Ok(Step::Done);
        }
        if call.deferred
            && let Some(sizes) = left.as_ref().and_then(|left| self.data(left, registers))
            && let Some(windows) = self.data(right, registers).and_then(|right| Windows::of(sizes, right))
        {
            self.take(right, registers);
            registers[*to] = windows.into();
            return Ok(Step::Done);
        }
        let Some(answer) = self.planned_call(call, registers, position)? else {
            return Ok(Step::Leave(*resume, None));
        };
        if is_last {
            return Ok(Step::Answer(answer));
        }
        let entity = answer.into_entity();
        let found = entity.category();
        registers[*to] = entity;
        match found {
            _ if found == *category => Ok(Step::Done),
            Category::Nothing => Err(self.no_value(*span)),
            _ => Ok(Step::Leave(*after, None)),
        }
    }

    /// The reduction or scan of a compact array.
    #[inline]
    fn along(&self, call: &Call, registers: &[Entity]) -> Result<Option<Value>> {
        let (Some(Along { scalar, operator }), Some(Value::Array(array))) =
            (call.along, self.data(&call.right, registers))
        else {
            return Ok(None);
        };
        if array.rank() == 0 {
            return Ok(None);
        }
        let last = array.rank() - 1;
        let result = match operator {
            '/' => pervasive::fold(scalar, array, last),
            '⌿' => pervasive::fold(scalar, array, 0),
            '\\' => pervasive::scan(scalar, array, last).map(|scanned| scanned.map(Value::Array)),
            _ => pervasive::scan(scalar, array, 0).map(|scanned| scanned.map(Value::Array)),
        };
        result.map_err(|error| error.at(self.here.locate(call.span)))
    }

    fn load(&mut self, load: &Load, sequence: &Sequence, registers: &mut [Entity]) -> Result<Step> {
        let item = &sequence.items[load.item];
        if load.run && self.ends_in_operator(item) {
            return Ok(Step::Leave(load.resume, None));
        }
        let entity = self.item(item)?;
        if entity.category() != load.category {
            return Ok(Step::Leave(load.resume, Some(entity)));
        }
        registers[load.to] = entity;
        Ok(Step::Done)
    }

    fn apply(&mut self, apply: &Apply, registers: &mut [Entity]) -> Result<Step> {
        let Apply { array, index, to, category, span, resume, after } = apply;
        if !self.is_ready(index) || !self.is_ready(array) {
            return Ok(Step::Leave(*resume, None));
        }
        let (index, array) = (self.take(index, registers), self.take(array, registers));
        let (index, array) = (index.expect(HELD), array.expect(HELD));
        let selected = selection::apply(array, index).map_err(|error| error.at(self.here.locate(*span)))?;
        let entity = Entity::from(selected);
        let found = entity.category();
        registers[*to] = entity;
        Ok(if found == *category { Step::Done } else { Step::Leave(*after, None) })
    }

    fn derive(&mut self, derive: &Derive, registers: &mut [Entity]) -> Result<Step> {
        let Derive { operator, left, right, to, span, resume } = derive;
        if !self.is_ready(left) || !right.as_ref().is_none_or(|right| self.is_ready(right)) {
            return Ok(Step::Leave(*resume, None));
        }
        let operator = match operator {
            Source::Register(register) => registers[*register].as_operator(),
            Source::Constant(entity) => entity.as_operator(),
            _ => None,
        };
        let left = self.take_operand(left, registers)?;
        let second = right.as_ref().map(|right| self.take_operand(right, registers)).transpose()?;
        let function = operator.expect(HELD).derive(left, second);
        let function = function.map_err(|error| error.at(self.here.locate(*span)))?;
        registers[*to] = Entity::Function(function);
        Ok(Step::Done)
    }

    /// Calls the pervasive primitive of an operation; nothing if an argument is no data.
    #[inline]
    fn scalar(&mut self, operation: &Operation, registers: &mut [Entity]) -> Result<Option<Value>> {
        let (value, span) = match operation {
            Operation::Dyad { scalar, left, right, span, .. } => (self.dyad(scalar, left, right, registers), span),
            Operation::Monad { scalar, right, span, .. } => (self.monad(scalar, right, registers), span),
            _ => unreachable!("the operation is one of these"),
        };
        value.map_err(|error| error.at(self.here.locate(*span)))
    }

    #[inline]
    fn dyad(
        &mut self,
        scalar: &'static ScalarDyad,
        left: &Source,
        right: &Source,
        registers: &mut [Entity],
    ) -> Result<Option<Value>> {
        let (Some(x), Some(y)) = (self.data(left, registers), self.data(right, registers)) else { return Ok(None) };
        if !matches!((x, y), (Value::Array(_), _) | (_, Value::Array(_))) {
            return (scalar.atoms)(x, y).map(Some);
        }
        if let Some(value) = pervasive::short_dyad(scalar, x, y)? {
            return Ok(Some(value));
        }
        let (y, x) = (self.take(right, registers).expect(HELD), self.take(left, registers).expect(HELD));
        pervasive::dyad(scalar, x, y).map(Some)
    }

    #[inline]
    fn monad(
        &mut self,
        scalar: &'static ScalarMonad,
        right: &Source,
        registers: &mut [Entity],
    ) -> Result<Option<Value>> {
        match self.take(right, registers) {
            Some(y) => pervasive::monad(scalar, y).map(Some),
            None => Ok(None),
        }
    }

    #[inline]
    fn planned_call(&mut self, call: &Call, registers: &mut [Entity], position: Position) -> Result<Option<Answer>> {
        let Call { callee, left, right, span, .. } = call;
        if !self.is_ready(right) || !left.as_ref().is_none_or(|left| self.is_ready(left)) {
            return Ok(None);
        }
        let windows = match right {
            Source::Register(register) => registers[*register].take_windows(),
            _ => None,
        };
        let held: Function;
        let function = match callee {
            Callee::Constant(function) => function,
            Callee::Running => self.here.function.expect("plans are made in braces"),
            Callee::Register(register) => match std::mem::take(&mut registers[*register]).into_value()? {
                Value::Function(function) => {
                    held = function;
                    &held
                }
                _ => unreachable!("the register was checked when it was filled"),
            },
        };
        let right = match windows {
            None => self.take(right, registers).expect(HELD),
            Some(windows) => {
                let reduced = windows.reduced(self, function).map_err(|error| error.at(self.here.locate(*span)))?;
                if let Some(value) = reduced {
                    return Ok(Some(Answer::Entity(value.into())));
                }
                windows.made().map_err(|error| error.at(self.here.locate(*span)))?
            }
        };
        let left = left.as_ref().map(|left| self.take(left, registers).expect(HELD));
        self.call_item(Called { function, left, right, span: *span }, position).map(Some)
    }

    /// The data of a source, where it lies; nothing if it is no data.
    #[inline]
    fn data<'s>(&'s self, source: &'s Source, registers: &'s [Entity]) -> Option<&'s Value> {
        let entity = match source {
            Source::Register(register) => &registers[*register],
            Source::Right => return self.right(),
            Source::Constant(entity) => entity,
            Source::Slot(slot) => self.state.frames.slot(self.here.base + *slot as usize),
            Source::Outer(name) => self.state.frames.look_up(name, self.here.frame),
            Source::Left => self.left()?,
        };
        match entity {
            Entity::Data(value) => Some(value),
            _ => None,
        }
    }

    /// Whether an argument that is read where it is used is data. Registers were checked when they were filled.
    #[inline]
    fn is_ready(&self, source: &Source) -> bool {
        match source {
            Source::Left | Source::Slot(_) | Source::Outer(_) => self.data(source, &[]).is_some(),
            _ => true,
        }
    }

    /// The data of a source by value. A register gives its content away, and so does an argument at its last use.
    #[inline]
    fn take(&mut self, source: &Source, registers: &mut [Entity]) -> Option<Value> {
        if let Source::Register(register) = source {
            return match std::mem::take(&mut registers[*register]) {
                Entity::Data(value) => Some(value),
                _ => None,
            };
        }
        let argument = match source {
            Source::Right => self.read_argument(Side::Right),
            Source::Left => self.read_argument(Side::Left),
            _ => return self.data(source, registers).cloned(),
        };
        match argument {
            Some(Entity::Data(value)) => Some(value),
            _ => None,
        }
    }

    /// An operand or an item of a train by value: data or a function.
    fn take_operand(&mut self, source: &Source, registers: &mut [Entity]) -> Result<Value> {
        match source {
            Source::Register(register) => std::mem::take(&mut registers[*register]).into_value(),
            Source::Constant(entity) => entity.clone().into_value(),
            other => Ok(self.take(other, registers).expect(HELD)),
        }
    }

    /// Goes back to the binder where a plan does not hold.
    #[cold]
    fn leave(
        &mut self,
        plan: &Plan,
        sequence: &Sequence,
        registers: &mut [Entity],
        (resume, read): (usize, Option<Entity>),
        outer: &mut Option<Part>,
        position: Position,
    ) -> Result<Answer> {
        let resume = &plan.resumes[resume];
        let mut unread = resume.unread;
        let mut stack = Vec::with_capacity(resume.stack.len() + 1);
        for symbolic in &resume.stack {
            stack.push(self.part(symbolic, sequence, registers)?);
        }
        let z = match (&resume.z, read) {
            (_, Some(entity)) => {
                unread -= 1;
                Some(Part::new(entity, sequence.items[unread].span))
            }
            (Some(symbolic), None) => Some(self.part(symbolic, sequence, registers)?),
            (None, None) => None,
        };
        self.bind_on(&sequence.items[..unread], stack, z, outer, sequence.span, position)
    }

    fn part(&mut self, symbolic: &Symbolic, sequence: &Sequence, registers: &mut [Entity]) -> Result<Part> {
        let mut entity = |operand: &Operand| match operand {
            Operand::From(Source::Register(register)) => Ok(std::mem::take(&mut registers[*register])),
            Operand::From(Source::Constant(entity)) => Ok(entity.clone()),
            Operand::From(Source::Right) => Ok(self.right().cloned().map_or(Entity::Nothing, Entity::Data)),
            Operand::From(_) => Ok(Entity::Nothing),
            Operand::Deferred(_, item, _) => self.item(&sequence.items[*item]),
            Operand::Running => Ok(self.here.function.cloned().map_or(Entity::Nothing, Entity::Function)),
            Operand::Folded(folded) => Ok(Entity::Function(folded.function.clone())),
        };
        let span = symbolic.span;
        Ok(match &symbolic.kind {
            SymbolicKind::Plain(operand) => Part::new(entity(operand)?, span),
            SymbolicKind::Partial(operator, right) => {
                let operator = entity(operator)?;
                Part::partial(operator, entity(right)?.into_value()?, span)
            }
            SymbolicKind::Bound(left, function) => {
                let left = entity(left)?.into_value()?;
                Part::bound(left, entity(function)?, span)
            }
            SymbolicKind::Train(items) => {
                let items = items.iter().map(|item| entity(item)?.into_value()).collect::<Result<_>>()?;
                Part::train(items, span)
            }
        })
    }

    /// Whether an item is a run that ends in a dyadic operator.
    fn ends_in_operator(&self, item: &super::code::Item) -> bool {
        match &item.kind {
            ItemKind::Run(run) => run.items.last().is_some_and(|last| self.peek(last) == Category::Dyadic),
            _ => false,
        }
    }
}

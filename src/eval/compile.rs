//! Making plans: the record of a sequence followed with symbolic parts.
//!
//! Constants are folded in, arguments and names that hold data are read where they are used, everything else goes through
//! numbered registers.

use super::binder::Reduction;
use super::code::{Item, ItemKind, Sequence};
use super::entity::{Category, Entity, OperatorValue, hybrid_function};
use super::plan::{
    Along, Apply, Call, Callee, Derive, Event, Folded, Load, Operand, Operation, Plan, Resume, Source, Symbolic,
    SymbolicKind, Train,
};
use super::state::Evaluator;
use crate::array::{Form, Value};
use crate::control::Span;
use crate::primitive::table::Primitive;
use crate::syntax::tree::Argument;

/// Makes a plan of a record, or nothing where the sequence is not worth one.
pub fn compile(evaluator: &Evaluator<'_>, sequence: &Sequence, record: &[Event]) -> Option<Plan> {
    let mut compiler = Compiler {
        evaluator,
        items: &sequence.items,
        unread: sequence.items.len(),
        stack: Vec::new(),
        z: None,
        plan: Plan {
            operations: Vec::new(),
            registers: 0,
            result: Source::Constant(Entity::Nothing),
            resumes: Vec::new(),
        },
        free: Vec::new(),
    };
    for event in record {
        match *event {
            Event::Read(category) => compiler.read(category),
            Event::Push => {
                let z = compiler.z.take()?;
                compiler.stack.push(z);
            }
            Event::Reduce { reduction, below_top, result } => compiler.reduce(reduction, below_top, result)?,
        }
    }
    compiler.finish()
}

struct Compiler<'a> {
    evaluator: &'a Evaluator<'a>,
    items: &'a [Item],
    unread: usize,
    stack: Vec<Symbolic>,
    z: Option<Symbolic>,
    plan: Plan,
    free: Vec<usize>,
}

impl Compiler<'_> {
    fn register(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.plan.registers += 1;
            self.plan.registers - 1
        })
    }

    fn release(&mut self, operand: &Operand) {
        if let Operand::From(Source::Register(register)) = operand {
            self.free.push(*register);
        }
    }

    /// Keeps the present state for a plan that does not hold.
    fn resume(&mut self) -> usize {
        self.plan.resumes.push(Resume { unread: self.unread, stack: self.stack.clone(), z: self.z.clone() });
        self.plan.resumes.len() - 1
    }

    fn read(&mut self, category: Category) {
        let position = self.unread - 1;
        let item = &self.items[position];
        let operand = match &item.kind {
            ItemKind::Constant(entity) => Operand::From(Source::Constant(entity.clone())),
            ItemKind::Argument(Argument::Right) if self.evaluator.right().is_some() => Operand::From(Source::Right),
            ItemKind::Argument(Argument::SelfFunction) => Operand::Running,
            ItemKind::Argument(Argument::Left) if category == Category::Data => {
                Operand::Deferred(Source::Left, position, self.resume())
            }
            ItemKind::Name(name) => match name.local_slot() {
                Some(slot) if category == Category::Data && self.evaluator.holds_data(slot) => {
                    Operand::Deferred(Source::Slot(slot), position, self.resume())
                }
                None if category == Category::Data => {
                    Operand::Deferred(Source::Outer(Box::new(name.clone())), position, self.resume())
                }
                _ => self.load(position, category),
            },
            _ => self.load(position, category),
        };
        self.unread = position;
        self.z = Some(Symbolic { kind: SymbolicKind::Plain(operand), span: item.span });
    }

    fn load(&mut self, item: usize, category: Category) -> Operand {
        self.settle();
        let resume = self.resume();
        self.load_from(item, category, resume)
    }

    fn load_from(&mut self, item: usize, category: Category, resume: usize) -> Operand {
        let run = match &self.items[item].kind {
            ItemKind::Run(run) => !matches!(run.items.last().map(|item| &item.kind), Some(ItemKind::Constant(_))),
            _ => false,
        };
        let to = self.register();
        self.plan.operations.push(Operation::Load(Load { item, to, category, run, resume }));
        Operand::From(Source::Register(to))
    }

    /// Reads what has been deferred, before an operation that may change it or that cannot be undone.
    fn settle(&mut self) {
        let mut stack = std::mem::take(&mut self.stack);
        let mut z = self.z.take();
        for symbolic in stack.iter_mut().chain(&mut z) {
            let operands: Vec<&mut Operand> = match &mut symbolic.kind {
                SymbolicKind::Plain(operand) => vec![operand],
                SymbolicKind::Partial(first, second) | SymbolicKind::Bound(first, second) => vec![first, second],
                SymbolicKind::Train(items) => items.iter_mut().collect(),
            };
            for operand in operands {
                if let Operand::Deferred(_, item, resume) = *operand {
                    *operand = self.load_from(item, Category::Data, resume);
                }
            }
        }
        self.stack = stack;
        self.z = z;
    }

    /// The source of an operand in an operation, and the state to go on from if it is no data. Functions that were folded
    /// are made anew.
    fn source(&mut self, operand: Operand, resume: &mut Option<usize>) -> Option<Source> {
        match operand {
            Operand::From(source) => Some(source),
            Operand::Deferred(source, _, before) => {
                *resume = Some(resume.map_or(before, |other| other.min(before)));
                Some(source)
            }
            // The running function as a value: rare enough to leave to the binder.
            Operand::Running => None,
            Operand::Folded(folded) => {
                let Folded { operator, left, right, .. } = *folded;
                let left = self.source(left, resume)?;
                let right = match right {
                    Some(right) => Some(self.source(right, resume)?),
                    None => None,
                };
                let to = self.register();
                let operator = Source::Constant(Entity::Operator(operator));
                let span = Span::default();
                self.plan.operations.push(Operation::Derive(Derive { operator, left, right, to, span, resume: 0 }));
                Some(Source::Register(to))
            }
        }
    }

    fn reduce(&mut self, reduction: Reduction, below_top: bool, result: Category) -> Option<()> {
        let kept = if below_top { self.stack.pop() } else { None };
        let x = self.stack.pop()?;
        let y = self.stack.pop()?;
        let span = x.span;
        let kind = match (reduction, x.kind, y.kind) {
            (Reduction::Operand, SymbolicKind::Plain(operator), SymbolicKind::Plain(right)) => {
                SymbolicKind::Partial(operator, right)
            }
            (Reduction::LeftArgument, SymbolicKind::Plain(left), SymbolicKind::Plain(function)) => {
                let kind = SymbolicKind::Bound(left, function);
                self.stack.push(Symbolic { kind, span: y.span });
                self.stack.extend(kept);
                return Some(());
            }
            (Reduction::Join, SymbolicKind::Plain(item), SymbolicKind::Train(mut items)) => {
                items.push(item);
                SymbolicKind::Train(items)
            }
            (Reduction::Join, SymbolicKind::Plain(item), SymbolicKind::Plain(first)) => {
                SymbolicKind::Train(vec![first, item])
            }
            (Reduction::Derive, SymbolicKind::Plain(left), operator) => {
                let (operator, right) = match operator {
                    SymbolicKind::Plain(operator) => (operator, None),
                    SymbolicKind::Partial(operator, right) => (operator, Some(right)),
                    _ => return None,
                };
                self.stack.extend(kept);
                let operand = self.derive(operator, left, right, y.span)?;
                return self.put(operand, span, below_top);
            }
            (Reduction::Apply, SymbolicKind::Plain(array), SymbolicKind::Plain(index)) => {
                self.stack.extend(kept);
                let place = Place { span, below_top, result };
                let operand = self.apply(array, index, place)?;
                return self.put(operand, span, below_top);
            }
            (Reduction::Call, function, SymbolicKind::Plain(right)) => {
                let (left, function) = match function {
                    SymbolicKind::Plain(function) => (None, function),
                    SymbolicKind::Bound(left, function) => (Some(left), function),
                    _ => return None,
                };
                self.stack.extend(kept);
                return self.call(function, left, right, Place { span, below_top, result });
            }
            _ => return None,
        };
        self.stack.push(Symbolic { kind, span });
        self.stack.extend(kept);
        Some(())
    }

    /// Puts the result of an operation on the stack.
    fn put(&mut self, operand: Operand, span: Span, below_top: bool) -> Option<()> {
        let kept = if below_top { self.stack.pop() } else { None };
        self.stack.push(Symbolic { kind: SymbolicKind::Plain(operand), span });
        self.stack.extend(kept);
        Some(())
    }

    fn derive(&mut self, operator: Operand, left: Operand, right: Option<Operand>, span: Span) -> Option<Operand> {
        if let Operand::From(Source::Constant(operator)) = &operator
            && let Some(OperatorValue::Glyph(glyph)) = operator.as_operator()
            && let Some(known) = known(&left)
            && right.as_ref().is_none_or(known_value)
        {
            let second = right.as_ref().and_then(self::known);
            let function = OperatorValue::Glyph(glyph).derive(known, second).ok()?;
            return Some(Operand::Folded(Box::new(Folded { function, operator: glyph, left, right })));
        }
        self.settle();
        let mut resume = None;
        let used = [Some(&operator), Some(&left), right.as_ref()].map(|operand| operand.cloned());
        let operator = match operator {
            Operand::From(source) => source,
            _ => return None,
        };
        let left = self.source(left, &mut resume)?;
        let right = match right {
            Some(right) => Some(self.source(right, &mut resume)?),
            None => None,
        };
        used.iter().flatten().for_each(|operand| self.release(operand));
        let to = self.register();
        let resume = resume.unwrap_or(0);
        self.plan.operations.push(Operation::Derive(Derive { operator, left, right, to, span, resume }));
        Some(Operand::From(Source::Register(to)))
    }

    fn apply(&mut self, array: Operand, index: Operand, place: Place) -> Option<Operand> {
        self.settle();
        let mut resume = None;
        let used = [array.clone(), index.clone()];
        let index = self.source(index, &mut resume)?;
        let array = self.source(array, &mut resume)?;
        used.iter().for_each(|operand| self.release(operand));
        let to = self.register();
        let operand = Operand::From(Source::Register(to));
        let after = self.resume_with(&operand, place);
        let Place { span, result: category, .. } = place;
        let resume = resume.unwrap_or(0);
        self.plan.operations.push(Operation::Apply(Apply { array, index, to, category, span, resume, after }));
        Some(operand)
    }

    fn call(&mut self, function: Operand, left: Option<Operand>, right: Operand, place: Place) -> Option<()> {
        self.settle();
        let mut resume = None;
        let used = [Some(&function), left.as_ref(), Some(&right)].map(|operand| operand.cloned());
        let right = self.source(right, &mut resume)?;
        let left = match left {
            Some(left) => Some(self.source(left, &mut resume)?),
            None => None,
        };
        if let (Operand::From(Source::Constant(Entity::Function(function))), None, Source::Register(_)) =
            (&function, &left, &right)
            && function.as_primitive().is_some_and(|glyph| glyph.symbol == '⊢')
        {
            return self.put(Operand::From(right), place.span, place.below_top);
        }
        let callee = match function {
            Operand::Running => Callee::Running,
            Operand::Folded(folded) => Callee::Constant(folded.function),
            Operand::From(Source::Constant(Entity::Function(function))) => Callee::Constant(function),
            Operand::From(Source::Constant(Entity::Hybrid(glyph))) => Callee::Constant(hybrid_function(glyph)),
            Operand::From(Source::Register(register)) => Callee::Register(register),
            _ => return None,
        };
        used.iter().flatten().for_each(|operand| self.release(operand));
        let to = self.register();
        let operand = Operand::From(Source::Register(to));
        let (span, category) = (place.span, place.result);
        let resume = resume.unwrap_or(0);
        let row = primitive(&callee);
        let scalars = (row.and_then(Primitive::scalar_dyad), row.and_then(Primitive::scalar_monad));
        let operation = match (scalars.0, scalars.1, left) {
            (Some(scalar), _, Some(left)) => Operation::Dyad { scalar, left, right, to, span, resume },
            (_, Some(scalar), None) => Operation::Monad { scalar, right, to, span, resume },
            (_, _, left) => {
                let after = self.resume_with(&operand, place);
                if left.is_none() {
                    self.defer_windows(&right);
                }
                let along = along(&callee).filter(|_| left.is_none());
                let deferred = false;
                Operation::Call(Call { callee, left, right, to, category, span, resume, after, along, deferred })
            }
        };
        self.plan.operations.push(operation);
        self.put(operand, span, place.below_top)
    }

    /// Where a source is what a call of `↕` gives, that call may leave the windows to the function called with them.
    fn defer_windows(&mut self, right: &Source) {
        let Source::Register(register) = right else { return };
        for operation in self.plan.operations.iter_mut().rev() {
            match operation {
                Operation::Call(Call { callee: Callee::Constant(function), left: Some(_), to, deferred, .. })
                    if to == register =>
                {
                    *deferred = function.as_primitive().is_some_and(|glyph| glyph.symbol == '↕');
                    return;
                }
                // What is made of items on the left leaves the register as it is.
                Operation::Load(Load { to, .. })
                | Operation::Derive(Derive { to, .. })
                | Operation::Train(Train { to, .. })
                    if to != register => {}
                _ => return,
            }
        }
    }

    /// Keeps the state after an operation.
    fn resume_with(&mut self, result: &Operand, place: Place) -> usize {
        let before = self.stack.clone();
        let _ = self.put(result.clone(), place.span, place.below_top);
        let resume = self.resume();
        self.stack = before;
        resume
    }

    fn finish(mut self) -> Option<Plan> {
        let only = self.stack.pop()?;
        if !self.stack.is_empty() || self.z.is_some() {
            return None;
        }
        let mut resume = None;
        self.plan.result = match only.kind {
            SymbolicKind::Plain(operand) => self.source(operand, &mut resume)?,
            SymbolicKind::Train(items) => {
                let items = items.into_iter().map(|item| self.source(item, &mut resume)).collect::<Option<_>>()?;
                let to = self.register();
                self.plan.operations.push(Operation::Train(Train { items, to, resume: resume.unwrap_or(0) }));
                Source::Register(to)
            }
            _ => return None,
        };
        Some(self.plan)
    }
}

/// Where the result of an operation goes.
#[derive(Clone, Copy)]
struct Place {
    span: Span,
    below_top: bool,
    result: Category,
}

/// The value of an operand that is known beforehand.
fn known(operand: &Operand) -> Option<Value> {
    match operand {
        Operand::From(Source::Constant(entity)) => entity.clone().into_value().ok(),
        Operand::Folded(folded) => Some(Value::Function(folded.function.clone())),
        _ => None,
    }
}

fn known_value(operand: &Operand) -> bool {
    known(operand).is_some()
}

fn primitive(callee: &Callee) -> Option<&'static Primitive> {
    match callee {
        Callee::Constant(function) => function.as_primitive().map(Primitive::row_of),
        _ => None,
    }
}

/// The reduction or scan by a scalar function that a function is.
fn along(callee: &Callee) -> Option<Along> {
    let Callee::Constant(function) = callee else { return None };
    match function.form() {
        Form::Derived { operator, left: Value::Function(operand), right: None }
            if matches!(operator.symbol, '/' | '⌿' | '\\' | '⍀') =>
        {
            let scalar = Primitive::row_of(operand.as_primitive()?).scalar_dyad()?;
            Some(Along { scalar, operator: operator.symbol })
        }
        _ => None,
    }
}

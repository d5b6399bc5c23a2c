//! Finding code in items and bodies: by their text alone.

use super::arithmetic::{DyadCode, MonadCode};
use super::{CONSTANT, Callee, LEFT, Operand, Operation, Program, RIGHT, Scalar};
use crate::array::compare::nested;
use crate::eval::code::{Body, Expression, Item, ItemKind, Name, Sequence, Statement, Symbol};
use crate::eval::entity::Entity;
use crate::primitive::pervasive::ScalarMonad;
use crate::primitive::table::Primitive;
use crate::syntax::tree::Argument;

/// The most registers of a program.
const MOST_REGISTERS: usize = 64;

/// The most operations of a program.
const MOST_OPERATIONS: usize = 256;

/// What the text belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// A sequence that runs in some call: all names are looked up, and nothing is called.
    Sequence,
    /// A body that is called with one argument.
    Monadic,
    /// A body that is called with two.
    Dyadic,
}

/// The code of a sequence of two items or more, if it is all scalar functions.
pub fn of_sequence(items: &[Item]) -> Option<Box<Program>> {
    let mut compiler = Compiler::new(Mode::Sequence);
    let value = compiler.sequence(items)?;
    if compiler.program.operations.is_empty() {
        return None;
    }
    compiler.finish(value)
}

/// The code of a body that is called with or without a left argument, if all that it does is to compute with numbers.
pub fn of_body(body: &Body, has_left: bool) -> Option<Box<Program>> {
    if !body.is_braces {
        return None;
    }
    let mut compiler = Compiler::new(if has_left { Mode::Dyadic } else { Mode::Monadic });
    compiler.locals = vec![None; body.scope.names.len()];
    for statement in &body.statements {
        match statement {
            Statement::Expression(expression) => match expression.as_binding() {
                Some((name, sequence)) => {
                    let value = compiler.sequence(&sequence.items)?;
                    *compiler.locals.get_mut(name.local_slot()? as usize)? = Some(value);
                }
                // The first expression that is no assignment is the result.
                None => {
                    compiler.result(expression)?;
                    return Some(Box::new(compiler.program));
                }
            },
            Statement::Guard { condition, result, .. } => compiler.guard(condition, result.as_ref()?)?,
            Statement::DefaultLeft(default) => {
                if compiler.left.is_none() {
                    compiler.left = Some(compiler.expression(default)?);
                }
            }
            Statement::ErrorGuard { .. } => return None,
        }
    }
    None
}

struct Compiler {
    mode: Mode,
    program: Program,
    /// What the local names of a body hold so far.
    locals: Vec<Option<Operand>>,
    /// What `⍺` holds.
    left: Option<Operand>,
    /// Names that have been looked up.
    loaded: Vec<(Symbol, Operand)>,
}

/// What stands in the place of a function.
enum Called {
    Glyph(&'static Primitive),
    Function(Callee),
}

impl Compiler {
    fn new(mode: Mode) -> Compiler {
        let program = Program {
            operations: Vec::new(),
            constants: Vec::new(),
            names: Vec::new(),
            registers: 2,
            uses_left: mode == Mode::Dyadic,
        };
        let left = (mode != Mode::Monadic).then_some(LEFT);
        Compiler { mode, program, locals: Vec::new(), left, loaded: Vec::new() }
    }

    fn finish(mut self, value: Operand) -> Option<Box<Program>> {
        self.emit(Operation::Return { value })?;
        Some(Box::new(self.program))
    }

    fn emit(&mut self, operation: Operation) -> Option<()> {
        self.program.operations.push(operation);
        (self.program.operations.len() <= MOST_OPERATIONS).then_some(())
    }

    fn register(&mut self) -> Option<u8> {
        self.program.registers += 1;
        (self.program.registers <= MOST_REGISTERS).then(|| (self.program.registers - 1) as u8)
    }

    /// `condition : result`
    fn guard(&mut self, condition: &Expression, result: &Expression) -> Option<()> {
        let condition = self.expression(condition)?;
        let guard = self.program.operations.len();
        self.emit(Operation::Guard { condition, otherwise: 0 })?;
        // What is looked up for the result is not there where the condition does not hold.
        let loaded = self.loaded.len();
        self.result(result)?;
        self.loaded.truncate(loaded);
        let otherwise = self.program.operations.len() as u16;
        self.program.operations[guard] = Operation::Guard { condition, otherwise };
        Some(())
    }

    /// The result of a body. A call that gives it replaces the running one.
    fn result(&mut self, expression: &Expression) -> Option<()> {
        let value = self.expression(expression)?;
        match self.program.operations.last_mut() {
            Some(last @ Operation::Call { .. }) => {
                let Operation::Call { callee, left, right, to } = *last else { return None };
                if to != value {
                    return self.emit(Operation::Return { value });
                }
                *last = Operation::TailCall { callee, left, right };
                Some(())
            }
            _ => self.emit(Operation::Return { value }),
        }
    }

    fn expression(&mut self, expression: &Expression) -> Option<Operand> {
        let sequence = expression.as_sequence()?;
        nested(|| self.sequence(&sequence.items))
    }

    fn inner(&mut self, sequence: &Sequence) -> Option<Operand> {
        nested(|| self.sequence(&sequence.items))
    }

    /// Items read from the right: a number, then functions, each with a number on its left or without.
    fn sequence(&mut self, items: &[Item]) -> Option<Operand> {
        let (last, mut rest) = items.split_last()?;
        let mut value = self.operand(last)?;
        while let Some((item, before)) = rest.split_last() {
            let left = match before.last() {
                Some(item) if self.is_number(item) => Some(self.operand(item)?),
                _ => None,
            };
            rest = &before[..before.len() - usize::from(left.is_some())];
            value = match &item.kind {
                ItemKind::Run(run) => self.run(&run.items, left, value)?,
                _ => {
                    let called = self.called(item)?;
                    self.apply(called, left, value)?
                }
            };
        }
        Some(value)
    }

    /// A run that is a function, applied: `A f` gives `A f y`, a train `A f (B g h)` gives `A f (B g (h y))`.
    fn run(&mut self, items: &[Item], left: Option<Operand>, right: Operand) -> Option<Operand> {
        let (last, before) = items.split_last()?;
        let called = self.called(last)?;
        if let [data] = before {
            let data = self.number(data)?;
            return if left.is_none() { self.apply(called, Some(data), right) } else { None };
        }
        let mut value = self.apply(called, left, right)?;
        if left.is_some() || before.len() % 2 != 0 {
            return None;
        }
        for pair in before.rchunks(2) {
            let [data, function] = pair else { return None };
            let data = self.number(data)?;
            let called = self.called(function)?;
            value = self.apply(called, Some(data), value)?;
        }
        Some(value)
    }

    fn number(&mut self, item: &Item) -> Option<Operand> {
        if self.is_number(item) { self.operand(item) } else { None }
    }

    fn called(&mut self, item: &Item) -> Option<Called> {
        match &item.kind {
            ItemKind::Constant(Entity::Function(function)) => {
                function.as_primitive().map(|glyph| Called::Glyph(Primitive::row_of(glyph)))
            }
            _ if self.mode == Mode::Sequence => None,
            ItemKind::Argument(Argument::SelfFunction) => Some(Called::Function(Callee::Running)),
            ItemKind::Name(name) if name.local_slot().is_none() => {
                Some(Called::Function(Callee::Name(self.name(name)?)))
            }
            _ => None,
        }
    }

    /// Whether an item on the left of a function is its argument. A name is taken to hold a number.
    fn is_number(&self, item: &Item) -> bool {
        match &item.kind {
            ItemKind::Constant(Entity::Data(_)) | ItemKind::Name(_) | ItemKind::Group(_) => true,
            ItemKind::Run(run) => run.items.last().is_some_and(|last| self.is_number(last)),
            ItemKind::Argument(argument) => matches!(argument, Argument::Left | Argument::Right),
            _ => false,
        }
    }

    fn operand(&mut self, item: &Item) -> Option<Operand> {
        match &item.kind {
            ItemKind::Constant(Entity::Data(value)) => self.constant(Scalar::of(value)?),
            ItemKind::Argument(Argument::Right) => Some(RIGHT),
            ItemKind::Argument(Argument::Left) => {
                self.program.uses_left |= self.left == Some(LEFT);
                self.left
            }
            ItemKind::Name(name) => match (self.mode, name.local_slot()) {
                (Mode::Monadic | Mode::Dyadic, Some(slot)) => *self.locals.get(slot as usize)?,
                _ => self.load(name),
            },
            ItemKind::Group(expression) => self.expression(expression),
            ItemKind::Run(sequence) => self.inner(sequence),
            _ => None,
        }
    }

    fn constant(&mut self, value: Scalar) -> Option<Operand> {
        let constants = &mut self.program.constants;
        let position = constants.iter().position(|&constant| constant == value).unwrap_or_else(|| {
            constants.push(value);
            constants.len() - 1
        });
        (position < MOST_REGISTERS).then(|| CONSTANT + position as u8)
    }

    fn name(&mut self, name: &Name) -> Option<u8> {
        let names = &mut self.program.names;
        let position = names.iter().position(|other| other.symbol == name.symbol).unwrap_or_else(|| {
            names.push(name.clone());
            names.len() - 1
        });
        u8::try_from(position).ok()
    }

    fn load(&mut self, name: &Name) -> Option<Operand> {
        if let Some((_, operand)) = self.loaded.iter().find(|(symbol, _)| *symbol == name.symbol) {
            return Some(*operand);
        }
        let (number, to) = (self.name(name)?, self.register()?);
        self.emit(Operation::Load { name: number, to })?;
        self.loaded.push((name.symbol, to));
        Some(to)
    }

    fn apply(&mut self, called: Called, left: Option<Operand>, right: Operand) -> Option<Operand> {
        let to = self.register()?;
        self.emit(match (called, left) {
            (Called::Function(callee), left) => Operation::Call { callee, left, right, to },
            (Called::Glyph(primitive), Some(left)) => Operation::Dyad {
                code: DyadCode::of(primitive.glyph),
                left,
                right,
                to,
                function: primitive.scalar_dyad()?,
            },
            (Called::Glyph(primitive), None) => {
                Operation::Monad { code: MonadCode::of(primitive.glyph), right, to, function: monad(primitive)? }
            }
        })?;
        Some(to)
    }
}

/// A scalar monad whose result depends on its argument alone.
fn monad(primitive: &'static Primitive) -> Option<&'static ScalarMonad> {
    primitive.scalar_monad().filter(|_| primitive.glyph != '?')
}

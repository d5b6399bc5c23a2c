//! Running the code: one loop, with a stack of registers and one of calls.

use super::{CONSTANT, Callee, Operand, Operation, Program, Programs, Scalar, compile};
use crate::array::{Function, Value};
use crate::control::{Result, reserve};
use crate::eval::code::{Body, Name};
use crate::eval::entity::{DefinedFunction, Entity, definition_of};
use crate::eval::state::{Evaluator, State};

impl Programs {
    /// The program for a call with or without a left argument, if there is one.
    #[inline]
    fn program(&self, body: &Body, has_left: bool) -> Option<&Program> {
        let made = if has_left { &self.dyadic } else { &self.monadic };
        made.get_or_init(|| compile::of_body(body, has_left)).as_deref()
    }
}

/// The most registers that are kept from one run to the next.
const MOST_KEPT: usize = 1 << 14;

/// Where names are looked up.
#[derive(Clone, Copy)]
struct Surroundings {
    frame: u32,
    /// How many frames further in the code would run.
    depth: u32,
}

/// A call that waits for the result of another.
struct Waiting<'p> {
    program: &'p Program,
    definition: Option<&'p DefinedFunction>,
    surroundings: Surroundings,
    next: usize,
    base: usize,
    /// The register that waits.
    to: u8,
}

/// The code that runs.
struct Machine<'p> {
    state: &'p State,
    registers: Vec<Scalar>,
    waiting: Vec<Waiting<'p>>,
    program: &'p Program,
    /// What `∇` is.
    definition: Option<&'p DefinedFunction>,
    surroundings: Surroundings,
    next: usize,
    base: usize,
}

impl<'p> Machine<'p> {
    fn new(state: &'p State, program: &'p Program, surroundings: Surroundings) -> Machine<'p> {
        Machine {
            state,
            registers: state.registers.take(),
            waiting: Vec::new(),
            program,
            definition: None,
            surroundings,
            next: 0,
            base: 0,
        }
    }

    #[inline]
    fn get(&self, operand: Operand) -> Scalar {
        match operand.checked_sub(CONSTANT) {
            Some(constant) => self.program.constants[constant as usize],
            None => self.registers[self.base + operand as usize],
        }
    }

    #[inline]
    fn set(&mut self, to: u8, value: Scalar) {
        self.registers[self.base + to as usize] = value;
    }

    /// Makes room for the registers of the program and puts its arguments there; fails where the memory budget cannot
    /// serve a deep recursion.
    #[inline]
    fn begin(&mut self, left: Option<Scalar>, right: Scalar) -> Result<()> {
        let end = self.base + self.program.registers;
        if self.registers.len() < end {
            reserve(end, 2 * size_of::<Scalar>(), || "the registers of nested calls".into())?;
            self.registers.resize(end, Scalar::Int(0));
        }
        self.set(super::RIGHT, right);
        if let Some(left) = left {
            self.set(super::LEFT, left);
        }
        self.next = 0;
        Ok(())
    }

    /// The result for these arguments, or nothing where the ordinary way is to be gone. It ends the machine.
    fn finish(mut self, left: Option<Scalar>, right: Scalar) -> Result<Option<Scalar>> {
        let result = self.run(left, right);
        self.release();
        result
    }

    /// Keeps the registers for the next run, unless a deep recursion has made them many.
    fn release(self) {
        if self.registers.len() <= MOST_KEPT {
            self.state.registers.set(self.registers);
        }
    }

    fn run(&mut self, left: Option<Scalar>, right: Scalar) -> Result<Option<Scalar>> {
        self.begin(left, right)?;
        loop {
            let operation = self.program.operations[self.next];
            self.next += 1;
            match operation {
                Operation::Dyad { code, left, right, to, function } => {
                    let (x, y) = (self.get(left), self.get(right));
                    let short = code.apply(x, y);
                    match short.or_else(|| computed((function.atoms)(&x.into(), &y.into()))) {
                        Some(result) => self.set(to, result),
                        None => return Ok(None),
                    }
                }
                Operation::Monad { code, right, to, function } => {
                    let y = self.get(right);
                    match code.apply(y).or_else(|| computed((function.atom)(&y.into()))) {
                        Some(result) => self.set(to, result),
                        None => return Ok(None),
                    }
                }
                Operation::Load { name, to } => match self.held(&self.program.names[name as usize]) {
                    Some(Entity::Data(value)) => match Scalar::of(value) {
                        Some(value) => self.set(to, value),
                        None => return Ok(None),
                    },
                    _ => return Ok(None),
                },
                Operation::Guard { condition, otherwise } => match self.get(condition).truth() {
                    Some(true) => {}
                    Some(false) => self.next = otherwise as usize,
                    None => return Ok(None),
                },
                Operation::Call { callee, left, right, to } => {
                    let (left, right) = (left.map(|left| self.get(left)), self.get(right));
                    self.wait(to);
                    if self.state.level + self.waiting.len() > self.state.max_levels
                        || !self.enter(callee, left.is_some())?
                    {
                        return Ok(None);
                    }
                    self.begin(left, right)?;
                }
                Operation::TailCall { callee, left, right } => {
                    let (left, right) = (left.map(|left| self.get(left)), self.get(right));
                    if !self.enter(callee, left.is_some())? {
                        return Ok(None);
                    }
                    self.begin(left, right)?;
                }
                Operation::Return { value } => {
                    let value = self.get(value);
                    let Some(waiting) = self.waiting.pop() else { return Ok(Some(value)) };
                    self.go_on(waiting, value);
                }
            }
        }
    }

    /// Lets the running call wait for a result in a register.
    #[inline]
    fn wait(&mut self, to: u8) {
        self.waiting.push(Waiting {
            program: self.program,
            definition: self.definition,
            surroundings: self.surroundings,
            next: self.next,
            base: self.base,
            to,
        });
        self.base += self.program.registers;
    }

    /// Goes on with a call that has waited.
    #[inline]
    fn go_on(&mut self, waiting: Waiting<'p>, value: Scalar) {
        let Waiting { program, definition, surroundings, next, base, to } = waiting;
        (self.program, self.definition, self.surroundings) = (program, definition, surroundings);
        (self.next, self.base) = (next, base);
        self.set(to, value);
    }

    /// Makes the program of what is called the running one; false where it has none.
    #[inline]
    fn enter(&mut self, callee: Callee, has_left: bool) -> Result<bool> {
        self.state.control.poll()?;
        let called = match callee {
            Callee::Running => self.definition,
            Callee::Name(name) => match self.held(&self.program.names[name as usize]) {
                Some(Entity::Function(function)) => definition_of(function),
                _ => None,
            },
        };
        let Some(called) = called else { return Ok(false) };
        let Some(program) = called.body.scalar.program(&called.body, has_left) else { return Ok(false) };
        (self.program, self.definition) = (program, Some(called));
        self.surroundings = Surroundings { frame: called.frame, depth: 1 };
        Ok(true)
    }

    /// What a name holds.
    #[inline]
    fn held(&self, name: &Name) -> Option<&'p Entity> {
        self.state.frames.look_up_from(name, self.surroundings.frame, self.surroundings.depth)
    }
}

/// A result that is a number of 64 bits. Errors are found again in the ordinary way.
fn computed(result: Result<Value>) -> Option<Scalar> {
    Scalar::of(&result.ok()?)
}

impl Evaluator<'_> {
    /// The value of a sequence in the running call, or nothing where it is to be worked out in the ordinary way.
    #[inline]
    pub fn scalar_sequence(&self, program: &Program) -> Result<Option<Value>> {
        let right = self.right().map(Scalar::of);
        let left = match (program.uses_left, self.left()) {
            (false, _) => None,
            (true, Some(Entity::Data(left))) => Scalar::of(left),
            (true, _) => return Ok(None),
        };
        if right == Some(None) || program.uses_left && left.is_none() {
            return Ok(None);
        }
        let right = right.flatten().unwrap_or(Scalar::Int(0));
        if let Some(Operation::Load { name, .. }) = program.operations.first()
            && let Entity::Data(Value::Array(_)) =
                self.state.frames.look_up(&program.names[*name as usize], self.here.frame)
        {
            return Ok(None);
        }
        let surroundings = Surroundings { frame: self.here.frame, depth: 0 };
        let value = Machine::new(self.state, program, surroundings).finish(left, right)?;
        Ok(value.map(Value::from))
    }

    /// The value of a call that only computes with numbers, or nothing where it is to be made in the ordinary way.
    #[inline]
    pub fn scalar_call(
        &self,
        definition: &DefinedFunction,
        left: Option<&Value>,
        right: &Value,
    ) -> Result<Option<Value>> {
        let Some(right) = Scalar::of(right) else { return Ok(None) };
        let left = match left {
            None => None,
            Some(left) => match Scalar::of(left) {
                Some(left) => Some(left),
                None => return Ok(None),
            },
        };
        let programs = &definition.body.scalar;
        let Some(program) = programs.program(&definition.body, left.is_some()) else { return Ok(None) };
        if !programs.failures.may_try() {
            return Ok(None);
        }
        let surroundings = Surroundings { frame: definition.frame, depth: 1 };
        let mut machine = Machine::new(self.state, program, surroundings);
        machine.definition = Some(definition);
        let value = machine.finish(left, right)?;
        if value.is_none() {
            programs.failures.failed();
        }
        Ok(value.map(Value::from))
    }

    /// The state after up to `count` steps of a function, as far as they only compute with numbers, and how many were
    /// made.
    pub fn scalar_steps(
        &self,
        function: &Function,
        left: Option<&Value>,
        count: u64,
        state: &Value,
    ) -> Result<(u64, Option<Value>)> {
        let nothing = Ok((0, None));
        let (Some(definition), Some(mut state)) = (definition_of(function), Scalar::of(state)) else { return nothing };
        let left = match left.map(Scalar::of) {
            Some(None) => return nothing,
            left => left.flatten(),
        };
        let programs = &definition.body.scalar;
        let Some(program) = programs.program(&definition.body, left.is_some()) else { return nothing };
        if !programs.failures.may_try() {
            return nothing;
        }
        let surroundings = Surroundings { frame: definition.frame, depth: 1 };
        let mut machine = Machine::new(self.state, program, surroundings);
        for step in 0..count {
            self.state.control.poll()?;
            (machine.program, machine.definition) = (program, Some(definition));
            (machine.surroundings, machine.base) = (surroundings, 0);
            match machine.run(left, state)? {
                Some(next) => state = next,
                None => {
                    programs.failures.failed();
                    machine.release();
                    return Ok((step, (step > 0).then(|| state.into())));
                }
            }
        }
        machine.release();
        Ok((count, Some(state.into())))
    }
}

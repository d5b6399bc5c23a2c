//! What lives as long as a session, and what lives as long as one call.

use std::any::Any;
use std::cell::Cell;
use std::sync::Arc;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::code::{Body, Scope, Uses};
use super::entity::{DefinedFunction, definition_of};
use super::frames::{Frames, Symbols};
use super::host::{Event, EventKind, Host};
use super::reduce::TailCall;
use super::scalar::Registers;
use crate::array::{Caller, Function, Native, Outcome, Value};
use crate::control::{Control, Location, Result, Span};
use crate::display::Presentation;

/// How a system name is looked up: its value in this session, or nothing for a name that there is not.
pub type SystemNames = fn(&str, &State) -> Option<Value>;

/// Makes the representations of a result that is displayed.
pub type Renderer = fn(&mut Evaluator<'_>, &Value, EventKind) -> Result<Vec<(String, String)>>;

/// How deep calls of defined functions may nest, unless the session says otherwise.
pub const DEFAULT_LEVELS: usize = 100_000;

/// The state of a session.
pub struct State {
    /// All names that have occurred.
    pub symbols: Symbols,
    /// Running frames and bindings.
    pub frames: Frames,
    /// Calls of defined functions under way.
    pub level: usize,
    /// The most levels.
    pub max_levels: usize,
    /// Whether calls are made on prototypes.
    pub prototype_mode: bool,
    /// Whether results of statements are displayed.
    pub echo: bool,
    /// The control block.
    pub control: Control,
    /// The outside.
    pub host: Box<dyn Host>,
    /// The system names.
    pub system_names: SystemNames,
    /// What makes the representations of displayed results.
    pub renderer: Renderer,
    /// How results are drawn.
    pub presentation: Presentation,
    /// `•args`
    pub arguments: Vec<String>,
    /// The call that replaces the one that has just ended by a tail call.
    pub tail_call: Option<TailCall>,
    /// The output of the evaluation that runs, where it is wanted.
    pub collected: Option<Vec<Event>>,
    /// Registers of the code for numbers.
    pub registers: Registers,
    generator: Option<Xoshiro256PlusPlus>,
}

/// One call of a defined function, or the run of a source.
pub struct Activation<'a> {
    /// The code that runs.
    pub body: &'a Body,
    /// `∇`: the function that runs, none outside braces.
    pub function: Option<&'a Function>,
    /// The slot of `⍵`, after which comes that of `⍺`; none outside braces.
    pub arguments: Option<usize>,
    /// How often the arguments will still be read, once the expression that ends the call has begun.
    pub uses: Cell<Uses>,
    /// The frame of the names.
    pub frame: u32,
    /// The first slot of that frame.
    pub base: usize,
}

/// The running call with the session that it runs in. Everything that evaluates goes through this.
pub struct Evaluator<'a> {
    /// The session.
    pub state: &'a mut State,
    /// The call.
    pub here: &'a Activation<'a>,
}

/// A system function that reaches into its session.
#[derive(Clone, Copy)]
pub struct SessionFunction {
    /// The name in lower case, without the bullet.
    pub name: &'static str,
    /// What it does: left argument, right argument.
    pub call: fn(&mut Evaluator<'_>, Option<Value>, Value) -> Result<Outcome>,
}

impl Native for SessionFunction {
    fn name(&self) -> String {
        format!("•{}", self.name)
    }

    fn is_system(&self) -> bool {
        true
    }

    fn call(&self, _: &mut dyn Caller, _: Option<Value>, _: Value) -> Result<Outcome> {
        unreachable!("the evaluator calls session functions itself")
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

impl State {
    /// A new session that reaches the outside through `host`.
    pub fn new(host: Box<dyn Host>, control: Control, system_names: SystemNames, renderer: Renderer) -> State {
        State {
            symbols: Symbols::default(),
            frames: Frames::default(),
            level: 0,
            max_levels: DEFAULT_LEVELS,
            prototype_mode: false,
            echo: true,
            control,
            host,
            system_names,
            renderer,
            presentation: Presentation::default(),
            arguments: Vec::new(),
            tail_call: None,
            collected: None,
            registers: Registers::default(),
            generator: None,
        }
    }

    /// The session's generator of random numbers, seeded when it is first used.
    pub fn generator(&mut self) -> &mut Xoshiro256PlusPlus {
        let host = &mut self.host;
        self.generator.get_or_insert_with(|| Xoshiro256PlusPlus::seed_from_u64(host.seed()))
    }

    /// Hands one piece of output to the host.
    pub fn output(&mut self, kind: EventKind, bundle: Vec<(String, String)>) -> Result<()> {
        let event = Event { kind, bundle };
        self.host.output(&event)?;
        if let Some(collected) = &mut self.collected {
            collected.push(event);
        }
        Ok(())
    }
}

impl<'a> Activation<'a> {
    /// The run of a source in the frame of the top level.
    pub fn top_level(body: &'a Body) -> Activation<'a> {
        Activation { body, function: None, arguments: None, uses: Cell::new(Uses::UNKNOWN), frame: 0, base: 0 }
    }

    /// The definition of the running function.
    pub fn definition(&self) -> Option<&'a DefinedFunction> {
        self.function.and_then(definition_of)
    }

    /// A place in the text that runs.
    pub fn locate(&self, span: Span) -> Location {
        self.body.locate(span)
    }

    /// The scope for text that is read while this runs; none at top level.
    pub fn scope(&self) -> Option<Arc<Scope>> {
        (self.frame != 0).then(|| self.body.scope.clone())
    }
}

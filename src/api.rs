//! The embedding interface: sessions, evaluations and their options.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::array::{Function, Value};
use crate::control::{Control, Error, InterruptHandle, Result, Signal, Source, default_budget};
use crate::display::Setting;
use crate::eval::entity::Entity;
use crate::eval::frames::Variable;
use crate::eval::host::{Detached, Event, EventKind, Host};
use crate::eval::state::{Evaluator, State};
use crate::syntax::foreign::with_hint;
use crate::syntax::tree::Program;
use crate::system;

/// Names, generator and settings that last from one evaluation to the next.
pub struct Session {
    state: State,
}

/// How one source is evaluated.
#[derive(Clone, Debug)]
pub struct EvalOptions {
    /// The name that diagnostics print.
    pub name: String,
    /// Whether the results of statements make display events. `⎕←` always prints.
    pub echo: bool,
    /// After how long the evaluation stops with `TIMEOUT`.
    pub deadline: Option<Duration>,
    /// Whether the output is kept for [`Evaluation::events`]. The host gets it in any case.
    pub collect: bool,
}

/// What an evaluation has done.
#[derive(Debug)]
pub struct Evaluation {
    /// The output, in order, if it was to be kept.
    pub events: Vec<Event>,
    /// The value of the last statement, if it has one. Assignments display nothing but have a value.
    pub value: Option<Value>,
    /// The error that ended it.
    pub error: Option<Error>,
}

impl Default for EvalOptions {
    fn default() -> EvalOptions {
        EvalOptions { name: "<input>".into(), echo: true, deadline: None, collect: true }
    }
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl Session {
    /// A session without input, whose output is found in each [`Evaluation`].
    pub fn new() -> Session {
        Session::with_host(Box::new(Detached))
    }

    /// A session that reaches the outside through `host`, which gets every output event when it happens.
    pub fn with_host(host: Box<dyn Host>) -> Session {
        let control = Control::new(default_budget());
        Session { state: State::new(host, control, system::lookup, display_text) }
    }

    /// Evaluates a text with the default options.
    pub fn evaluate(&mut self, text: &str) -> Evaluation {
        self.evaluate_with(text, &EvalOptions::default())
    }

    /// Evaluates a text as one source: reads all of it, then runs its statements.
    pub fn evaluate_with(&mut self, text: &str, options: &EvalOptions) -> Evaluation {
        let source = Source::new(options.name.clone(), text);
        self.run(options, |state| state.evaluate(&source))
    }

    /// Runs a program that has been read already, such as a part of a longer source.
    pub fn evaluate_program(&mut self, program: &Program, options: &EvalOptions) -> Evaluation {
        self.run(options, |state| state.evaluate_program(program))
    }

    fn run(&mut self, options: &EvalOptions, work: impl FnOnce(&mut State) -> Result<Option<Value>>) -> Evaluation {
        self.state.echo = options.echo;
        self.state.collected = options.collect.then(Vec::new);
        let watchdog = options.deadline.map(|deadline| Watchdog::start(deadline, self.interrupt_handle()));
        let result = self.state.control.poll().and_then(|()| work(&mut self.state));
        drop(watchdog);
        self.state.control.set_signal(Signal::None);
        let events = self.state.collected.take().unwrap_or_default();
        let (value, error) = match result {
            Ok(value) => (value, None),
            Err(error) => (None, Some(with_hint(error))),
        };
        Evaluation { events, value, error }
    }

    /// Calls a function that an evaluation of this session has given.
    pub fn call(&mut self, function: &Function, left: Option<Value>, right: Value) -> Result<Option<Value>> {
        let result = self.state.call(function, left, right);
        self.state.control.set_signal(Signal::None);
        result
    }

    /// Calls a function as [`Session::call`] does, under the deadline of these options.
    pub fn call_with(
        &mut self,
        function: &Function,
        left: Option<Value>,
        right: Value,
        options: &EvalOptions,
    ) -> Evaluation {
        self.run(options, |state| state.call(function, left, right))
    }

    /// The data or function that a global name holds.
    pub fn get(&self, name: &str) -> Option<Value> {
        let symbol = self.state.symbols.find(name)?;
        self.state.frames.get(Variable::Global(symbol)).clone().into_value().ok()
    }

    /// Makes a global name hold a value.
    pub fn set(&mut self, name: &str, value: Value) {
        let symbol = self.state.symbols.intern(name);
        *self.state.frames.get_mut(Variable::Global(symbol)) = value.into();
    }

    /// Erases every global name.
    pub fn clear(&mut self) {
        let symbols: Vec<_> = self.state.symbols.iter().map(|(symbol, _)| symbol).collect();
        for symbol in symbols {
            *self.state.frames.get_mut(Variable::Global(symbol)) = Entity::Nothing;
        }
    }

    /// A handle by which another thread or a signal handler stops the evaluation that runs.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        self.state.control.interrupt_handle()
    }

    /// The most bytes that the arrays of this session may take.
    pub fn set_memory_budget(&mut self, bytes: usize) {
        self.state.control.set_budget(bytes);
    }

    /// How deep calls of defined functions may nest.
    pub fn set_level_limit(&mut self, levels: usize) {
        self.state.max_levels = levels;
    }

    /// The arguments of the program, for `•args`.
    pub fn set_arguments(&mut self, arguments: Vec<String>) {
        self.state.arguments = arguments;
    }

    /// The state behind the session, for front ends.
    pub fn state(&mut self) -> &mut State {
        &mut self.state
    }
}

/// The text of a result.
fn display_text(evaluator: &mut Evaluator<'_>, value: &Value, kind: EventKind) -> Result<Vec<(String, String)>> {
    let setting = if evaluator.here.function.is_some() { Setting::Function } else { Setting::TopLevel };
    let presentation = evaluator.state.presentation;
    let text = match kind {
        EventKind::Display => presentation.result(value, setting)?,
        EventKind::Explicit => presentation.output(value, setting)?,
    };
    Ok(vec![("text/plain".into(), text)])
}

/// Sets the timeout signal when a deadline has passed, unless it is dropped before.
struct Watchdog {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watchdog {
    fn start(deadline: Duration, handle: InterruptHandle) -> Watchdog {
        if deadline.is_zero() {
            handle.signal(Signal::Timeout);
            return Watchdog { stop: None, thread: None };
        }
        let (stop, stopped) = channel();
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(deadline) == Err(RecvTimeoutError::Timeout) {
                handle.signal(Signal::Timeout);
            }
        });
        Watchdog { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[allow(dead_code, reason = "sessions move between threads")]
fn sessions_are_send(session: Session) -> Arc<std::sync::Mutex<dyn Send>> {
    Arc::new(std::sync::Mutex::new(session))
}

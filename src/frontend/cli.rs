//! The program: reads its arguments and drives a session with the source they name.

use std::ffi::OsString;
use std::fs;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::arguments::{self, HistoryFile, Origin, Task, USAGE};
use super::commands::Settings;
use super::driver::Driver;
use super::host::{self, Closed};
use super::{diagnostic, piped, repl, worker};
use crate::Session;
use crate::control::{Error, ErrorKind, Result, Source};
use crate::eval::host::{Event, Host};
use crate::kernel::signals::{self, SecondInterrupt};

/// Exit status of a program that has failed.
pub const FAILED: u8 = 1;
/// Exit status after wrong arguments.
pub const USAGE_ERROR: u8 = 2;
/// Exit status after Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Runs the program with these arguments (its own name left out) and gives the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    match arguments::parse(arguments) {
        Task::Help => print(USAGE),
        Task::Version => print(concat!("aplomb ", env!("CARGO_PKG_VERSION"))),
        Task::Worker(protocol) => worker::run(protocol),
        Task::Wrong => {
            eprintln!("{USAGE}");
            USAGE_ERROR
        }
        Task::Program(origin, arguments) => run_program(origin, arguments),
        Task::Interactive(history) => interactive(history),
    }
}

fn print(text: &str) -> u8 {
    let _ = host::print_line(text, &AtomicBool::new(false));
    0
}

fn interactive(history: HistoryFile) -> u8 {
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() { repl::run(history) } else { piped::run() }
}

fn run_program(origin: Origin, arguments: Vec<String>) -> u8 {
    let input = if origin == Origin::StandardInput { Input::Unavailable } else { Input::Standard };
    let mut program = Program::start(input);
    program.driver.session.set_arguments(arguments);
    let (name, text) = match &origin {
        Origin::StandardInput => ("<stdin>".into(), read_standard_input()),
        Origin::File(path) => (path.to_string_lossy(), read_file(path)),
        Origin::Expression(expression) => ("<expression>".into(), utf8(expression.as_encoded_bytes().to_vec())),
    };
    match text {
        Ok(text) => {
            let result = program.driver.run(&Source::new(name, text));
            program.status(result.map(|_| ()))
        }
        Err(_) if signals::take_interrupt() => INTERRUPTED,
        Err(reason) => {
            eprintln!("I/O error: {name}: {reason}");
            FAILED
        }
    }
}

fn read_file(path: &Path) -> std::result::Result<String, String> {
    fs::read(path).map_err(|error| reason(&error)).and_then(utf8)
}

fn read_standard_input() -> std::result::Result<String, String> {
    host::read_rest().map_err(|error| error.message().to_string()).and_then(utf8)
}

fn utf8(bytes: Vec<u8>) -> std::result::Result<String, String> {
    String::from_utf8(bytes).map_err(|error| format!("not valid UTF-8 at byte {}", error.utf8_error().valid_up_to()))
}

/// What the system says about a failure, without its number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}

/// Where `⎕` and `•nget "-"` read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Standard,
    /// Nowhere: standard input holds the program.
    Unavailable,
}

/// A session without a terminal.
pub struct Program {
    /// Runs sources in the session.
    pub driver: Driver,
    closed: Closed,
}

impl Program {
    /// A new session that prints to standard output.
    pub fn start(input: Input) -> Program {
        let closed = Closed::default();
        let mut session = Session::with_host(Box::new(ProcessHost { input, closed: closed.clone() }));
        session.state().control.enter();
        signals::interrupt_on_ctrl_c(session.interrupt_handle(), SecondInterrupt::Ends);
        Program { driver: Driver::new(session, Settings::batch()), closed }
    }

    /// Whether the reader of standard output has gone.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Reports an error and gives the exit status.
    pub fn status(&self, result: Result<()>) -> u8 {
        match result {
            _ if self.is_closed() => 0,
            Ok(()) => 0,
            Err(error) => {
                eprintln!("{}", diagnostic::render(&error));
                if error.kind() == ErrorKind::Interrupt && signals::take_interrupt() { INTERRUPTED } else { FAILED }
            }
        }
    }
}

/// Standard output and input.
struct ProcessHost {
    input: Input,
    closed: Closed,
}

impl Host for ProcessHost {
    fn output(&mut self, event: &Event) -> Result<()> {
        host::print_line(event.text(), &self.closed)
    }

    fn read_line(&mut self) -> Result<Option<String>> {
        match self.input {
            Input::Standard => host::read_line(),
            Input::Unavailable => Err(Error::value("standard input is unavailable here")),
        }
    }

    fn read_rest(&mut self) -> Result<Vec<u8>> {
        match self.input {
            Input::Standard => host::read_rest(),
            Input::Unavailable => Err(Error::value("standard input is unavailable here")),
        }
    }
}

//! The interactive REPL: a line editor on a terminal in front of a session.

mod helper;
mod history;
mod host;
mod keys;
mod line;
mod paths;

use std::cell::RefCell;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::rc::Rc;

use rustyline::error::ReadlineError;

use super::arguments::HistoryFile;
use super::cli::FAILED;
use super::commands::Settings;
use super::completion::Names;
use super::diagnostic;
use super::driver::{Driver, Flow};
use super::names::{keys_of, visible};
use super::piped::{Completeness, completeness};
use crate::Session;
use crate::control::{Result, Signal, Source};
use crate::kernel::signals::{self, SecondInterrupt};
use helper::{Colours, LineHelper, dimmed, error_text};
use host::TerminalHost;
use keys::{Purpose, Shared};

/// Runs the REPL and gives the exit status.
pub fn run(history: HistoryFile) -> u8 {
    match Repl::new(history) {
        Ok(mut repl) => repl.run(),
        Err(error) => {
            eprintln!("I/O error: terminal: {error}");
            FAILED
        }
    }
}

struct Repl {
    driver: Rc<RefCell<Driver>>,
    colours: Colours,
    history: Option<PathBuf>,
}

/// The names of the session behind the REPL.
struct SessionNames(Rc<RefCell<Driver>>);

impl Names for SessionNames {
    fn user_names(&self) -> Vec<String> {
        visible(&mut self.0.borrow_mut().session)
    }

    fn system_names(&self) -> Vec<String> {
        crate::system::names().map(String::from).collect()
    }

    fn keys(&self, path: &str) -> Vec<String> {
        keys_of(&self.0.borrow().session, path)
    }
}

impl Repl {
    fn new(history: HistoryFile) -> std::result::Result<Repl, ReadlineError> {
        let mut session = Session::with_host(Box::new(TerminalHost::default()));
        session.state().control.enter();
        signals::interrupt_on_ctrl_c(session.interrupt_handle(), SecondInterrupt::Waits);
        let driver = Rc::new(RefCell::new(Driver::new(session, Settings::interactive())));
        let typing = Shared::default();
        let colours = colours();
        let names = Rc::new(SessionNames(driver.clone()));
        line::open(LineHelper { typing: typing.clone(), names, colours }, typing)?;
        let history = if history == HistoryFile::None { None } else { history::path() };
        if let Some(path) = &history {
            history::prepare(path);
            // A history that cannot be read lasts for the session.
            let _ = line::load_history(path);
        }
        Ok(Repl { driver, colours, history })
    }

    fn run(&mut self) -> u8 {
        let greeting = concat!("aplomb ", env!("CARGO_PKG_VERSION"), "   ]help for help, Ctrl-D to leave");
        println!("{}", dimmed(greeting, self.colours));
        let mut lines: Vec<String> = Vec::new();
        loop {
            match line::read(if lines.is_empty() { Purpose::Input } else { Purpose::Continuation }) {
                Ok(line) => lines.push(line.replace('\t', "    ")),
                Err(ReadlineError::Interrupted) => {
                    lines.clear();
                    continue;
                }
                Err(ReadlineError::Eof) => return 0,
                Err(error) => {
                    eprintln!("I/O error: terminal: {error}");
                    return FAILED;
                }
            }
            let text = lines.join("\n");
            if completeness(&text) == Completeness::Incomplete {
                continue;
            }
            lines.clear();
            if text.trim().is_empty() {
                continue;
            }
            // A file that cannot be written is done without.
            let _ = line::remember(&text, self.history.as_deref());
            if self.evaluate(text) == Flow::Exit {
                return 0;
            }
        }
    }

    fn evaluate(&mut self, text: String) -> Flow {
        let result = self.run_source(text);
        signals::take_interrupt();
        result.unwrap_or_else(|error| {
            let colours = if std::io::stderr().is_terminal() { self.colours } else { Colours::Off };
            eprintln!("{}", error_text(&diagnostic::render(&error), colours));
            Flow::Continue
        })
    }

    fn run_source(&mut self, text: String) -> Result<Flow> {
        let mut driver = self.driver.borrow_mut();
        // A Ctrl-C that came while nothing was running stops nothing.
        driver.session.state().control.set_signal(Signal::None);
        driver.run(&Source::new("<repl>", text))
    }
}

fn colours() -> Colours {
    let dumb = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
    if dumb || std::env::var_os("NO_COLOR").is_some() { Colours::Off } else { Colours::On }
}

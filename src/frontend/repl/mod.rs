//! The interactive REPL: a line editor on a terminal in front of a session.

mod helper;
mod history;
mod host;
mod keys;

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, EditMode, Editor, Event, EventHandler};

use super::arguments::HistoryFile;
use super::cli::FAILED;
use super::commands::Settings;
use super::completion::Names;
use super::diagnostic;
use super::driver::{Driver, Flow};
use super::host::Closed;
use super::names::{keys_of, visible};
use super::piped::{Completeness, completeness};
use crate::Session;
use crate::control::{Result, Signal, Source};
use crate::kernel::signals::{self, SecondInterrupt};
use helper::{Colours, LineHelper, dimmed, error_text, replace_name};
use host::TerminalHost;
use keys::{Keys, Shared};

const PROMPT: &str = "      ";
const CONTINUATION: &str = "    · ";
/// How long an ESC may be ahead of the rest of its sequence, in milliseconds.
const ESCAPE_WAIT: u16 = 50;

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
    editor: Editor<LineHelper, FileHistory>,
    typing: Shared,
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
        let mut session = Session::with_host(Box::new(TerminalHost::new(Closed::default())));
        session.state().control.enter();
        signals::interrupt_on_ctrl_c(session.interrupt_handle(), SecondInterrupt::Waits);
        let driver = Rc::new(RefCell::new(Driver::new(session, Settings::interactive())));
        let config = Config::builder()
            .edit_mode(EditMode::Vi)
            .keyseq_timeout(Some(ESCAPE_WAIT))
            .completion_type(CompletionType::List)
            .completion_prompt_limit(1000)
            .max_history_size(history::ENTRIES)?
            .history_ignore_dups(true)?
            .history_ignore_space(true)
            .auto_add_history(false)
            .build();
        let mut editor = Editor::with_config(config)?;
        let typing = Shared::default();
        let colours = colours();
        let names = Rc::new(SessionNames(driver.clone()));
        editor.set_helper(Some(LineHelper { typing: typing.clone(), names, colours }));
        editor.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(Keys(typing.clone()))));
        let history = if history == HistoryFile::None { None } else { history::path() };
        if let Some(path) = &history {
            history::prepare(path);
            // A history that cannot be read lasts for the session.
            let _ = editor.load_history(path);
        }
        Ok(Repl { driver, editor, typing, colours, history })
    }

    fn run(&mut self) -> u8 {
        let greeting = concat!("aplomb ", env!("CARGO_PKG_VERSION"), "   ]help for help, Ctrl-D to leave");
        println!("{}", dimmed(greeting, self.colours));
        let mut lines: Vec<String> = Vec::new();
        loop {
            match self.read_line(!lines.is_empty()) {
                Ok(line) => lines.push(line),
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
            self.remember(&text);
            if self.evaluate(text) == Flow::Exit {
                return 0;
            }
        }
    }

    /// Reads one line; `continues` says whether an unfinished input is above it.
    fn read_line(&mut self, continues: bool) -> rustyline::Result<String> {
        self.typing.start_line(continues);
        let line = self.editor.readline(if continues { CONTINUATION } else { PROMPT })?;
        let line = match self.typing.lock().replaced {
            Some(((start, end), glyph)) => replace_name(&line, start, end, glyph),
            None => line,
        };
        Ok(line.replace('\t', "    "))
    }

    /// Adds an input to the history and its file.
    fn remember(&mut self, text: &str) {
        let added = self.editor.add_history_entry(text).unwrap_or(false);
        if let (true, Some(path)) = (added, &self.history) {
            let _ = self.editor.append_history(path);
        }
    }

    fn evaluate(&mut self, text: String) -> Flow {
        let result = self.run_source(text);
        signals::take_interrupt();
        result.unwrap_or_else(|error| {
            eprintln!("{}", error_text(&diagnostic::render(&error), self.colours));
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

//! User commands: lines that begin with `]`. They act on the session and its settings, and give no value.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use super::driver::{Driver, Echo, Flow};
use super::help::{self, Detail, Help};
use super::{names, plan};
use crate::Session;
use crate::control::{Error, Result, Source, usage};
use crate::display::{self, ALL_DIGITS, BoxSettings, Length, Presentation};
use crate::eval::entity::Entity;
use crate::eval::frames::Variable;
use crate::eval::host::EventKind;

/// What the front end keeps besides the session.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What `]box reset` and `]clear` restore.
    start: BoxSettings,
    /// Whether this front end is the interactive REPL.
    frontend: Frontend,
    /// Whether plots are drawn in the terminal.
    pub plot: bool,
}

/// The kinds of front ends that commands tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frontend {
    /// The interactive REPL.
    Repl,
    /// All others.
    Batch,
}

impl Settings {
    /// The settings at the start of scripts, `-e` and piped input.
    pub fn batch() -> Settings {
        Settings { start: BoxSettings::BATCH, frontend: Frontend::Batch, plot: true }
    }

    /// The settings at the start of the interactive REPL.
    pub fn interactive() -> Settings {
        Settings { start: BoxSettings::INTERACTIVE, frontend: Frontend::Repl, plot: true }
    }

    /// Puts the session's display in its starting state.
    pub fn apply_start(&self, session: &mut Session) {
        let length = if self.frontend == Frontend::Repl { Length::Shortened } else { Length::Whole };
        session.state().presentation = Presentation { boxes: self.start, digits: ALL_DIGITS, length };
    }
}

/// A user command. Ranges are the places of expressions in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `]box` and its words.
    Box(String),
    /// `]display EXPR`
    Display(Range<usize>),
    /// `]help`, with the name and what is wanted of it.
    Help(Option<(String, Detail)>),
    /// `]clear`
    Clear,
    /// `]plot`, with what to change it to.
    Plot(Option<bool>),
    /// `]time EXPR`
    Time(Range<usize>),
    /// `]plan EXPR`
    Plan(Range<usize>),
    /// `]names`, with the prefix of those that are wanted.
    Names(String),
    /// `]digits`, with the new number.
    Digits(Option<usize>),
    /// `]exit`
    Exit,
}

impl Command {
    /// Reads the command that stands at this place of a source.
    pub fn parse(text: &str, range: Range<usize>) -> Result<Command> {
        let line = &text[range.start + 1..range.end];
        let length = line.find(char::is_whitespace).unwrap_or(line.len());
        let (name, rest) = line.split_at(length);
        let argument = rest.trim();
        let expression = range.end - rest.trim_start().len()..range.end;
        let usage = |usage: &'static str| Err(Error::syntax(format!("usage: {usage}")));
        let words: Vec<String> = argument.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match name.to_lowercase().as_str() {
            "box" => Ok(Command::Box(argument.to_string())),
            "display" => Ok(Command::Display(expression)),
            "time" if argument.is_empty() => usage("]time expression"),
            "time" => Ok(Command::Time(expression)),
            "help" => match argument.split_whitespace().collect::<Vec<_>>()[..] {
                [] => Ok(Command::Help(None)),
                [name] if !name.starts_with("-source") => Ok(Command::Help(Some((name.into(), Detail::Description)))),
                [name, option] if option.eq_ignore_ascii_case("-source") => {
                    Ok(Command::Help(Some((name.into(), Detail::Source))))
                }
                _ => usage("]help name [-source]"),
            },
            "plan" if argument.is_empty() => usage("]plan expression"),
            "plan" => Ok(Command::Plan(expression)),
            "clear" if words.is_empty() => Ok(Command::Clear),
            "clear" => usage("]clear"),
            "plot" => match words[..] {
                [] => Ok(Command::Plot(None)),
                ["on"] => Ok(Command::Plot(Some(true))),
                ["off"] => Ok(Command::Plot(Some(false))),
                _ => usage("]plot [on|off]"),
            },
            "names" if words.len() <= 1 => Ok(Command::Names(argument.to_string())),
            "names" => usage("]names [prefix]"),
            "digits" => match words[..] {
                [] => Ok(Command::Digits(None)),
                [word] if word.bytes().all(|byte| byte.is_ascii_digit()) => match word.parse() {
                    Ok(digits @ 1..=ALL_DIGITS) => Ok(Command::Digits(Some(digits))),
                    _ => usage("]digits [1 to 17]"),
                },
                _ => usage("]digits [1 to 17]"),
            },
            "exit" if words.is_empty() => Ok(Command::Exit),
            "exit" => usage("]exit"),
            _ => Err(Error::syntax("unknown user command")),
        }
    }
}

/// Carries out a command of this source.
pub fn run(driver: &mut Driver, source: &Arc<Source>, command: Command) -> Result<Flow> {
    match command {
        Command::Box(words) => {
            let boxes = &mut driver.session.state().presentation.boxes;
            *boxes = boxes.changed_by(&words, driver.settings.start)?;
            let settings = boxes.to_string();
            print(driver, settings)?;
        }
        Command::Display(expression) => {
            if let Some(value) = driver.evaluate(source, expression, Echo::Off)? {
                let boxes = driver.session.state().presentation.boxes;
                let text = display::boxed(&value, &boxes, ALL_DIGITS)?;
                print(driver, text)?;
            }
        }
        Command::Help(None) => print(driver, help::overview())?,
        Command::Help(Some((name, detail))) => {
            let help = help_on(driver, &name, detail)?;
            let bundle = vec![("text/plain".into(), help.plain()), ("text/markdown".into(), help.body)];
            driver.session.state().output(EventKind::Display, bundle)?;
        }
        Command::Clear => {
            driver.session.clear();
            driver.settings.apply_start(&mut driver.session);
            driver.settings.plot = true;
        }
        Command::Plot(change) => {
            driver.settings.plot = change.unwrap_or(driver.settings.plot);
            print(driver, if driver.settings.plot { "ON" } else { "OFF" })?;
        }
        Command::Time(expression) => {
            let before = usage::restart_peak();
            let start = Instant::now();
            driver.evaluate(source, expression, Echo::On)?;
            let seconds = start.elapsed().as_secs_f64();
            let bytes = usage::peak().saturating_sub(before);
            print(driver, format!("{seconds:.6} seconds, {bytes} bytes in large blocks"))?;
        }
        Command::Plan(expression) => {
            let text = plan::explain(&mut driver.session, source, expression)?;
            print(driver, text)?;
        }
        Command::Names(prefix) => {
            let text = names::list(&mut driver.session, &prefix)?;
            if !text.is_empty() {
                print(driver, text)?;
            }
        }
        Command::Digits(change) => {
            let digits = &mut driver.session.state().presentation.digits;
            *digits = change.unwrap_or(*digits);
            if change.is_none() {
                let digits = digits.to_string();
                print(driver, digits)?;
            }
        }
        Command::Exit if driver.settings.frontend == Frontend::Repl => return Ok(Flow::Exit),
        Command::Exit => return Err(Error::syntax("]exit leaves the interactive REPL only")),
    }
    Ok(Flow::Continue)
}

/// Help on a user name first, then on what the language has.
fn help_on(driver: &mut Driver, name: &str, detail: Detail) -> Result<Help> {
    let state = driver.session.state();
    let entity = state.symbols.find(name).map(|symbol| state.frames.get(Variable::Global(symbol)));
    match entity {
        Some(entity) if !matches!(entity, Entity::Nothing) => help::on_value(entity, detail),
        _ => help::on_language(name, |system| crate::system::names().any(|known| known == system)),
    }
}

fn print(driver: &mut Driver, text: impl Into<String>) -> Result<()> {
    driver.session.state().output(EventKind::Display, vec![("text/plain".into(), text.into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> std::result::Result<Command, String> {
        Command::parse(line, 0..line.len()).map_err(|error| error.to_string())
    }

    #[test]
    fn commands_ignore_case() {
        assert_eq!(parsed("]Box ON -Style=min"), Ok(Command::Box("ON -Style=min".into())));
        assert_eq!(parsed("]DISPLAY  1 2"), Ok(Command::Display(10..13)));
        assert_eq!(parsed("]display"), Ok(Command::Display(8..8)));
        assert_eq!(parsed("]digits 4"), Ok(Command::Digits(Some(4))));
        assert_eq!(parsed("]plot Off"), Ok(Command::Plot(Some(false))));
        assert_eq!(parsed("]names Ab"), Ok(Command::Names("Ab".into())));
        assert_eq!(parsed("]time +/⍳9"), Ok(Command::Time(6..12)));
        assert_eq!(parsed("]exit"), Ok(Command::Exit));
    }

    #[test]
    fn wrong_commands_show_their_usage() {
        for line in [
            "]clear x",
            "]help a b",
            "]help a b c",
            "]help -source",
            "]digits 0",
            "]digits 18",
            "]digits x",
            "]digits 1 2",
            "]plot maybe",
            "]exit 1",
            "]time",
            "]plan",
            "]names a b",
        ] {
            assert!(parsed(line).unwrap_err().starts_with("SYNTAX ERROR: usage: ]"), "{line}");
        }
        assert_eq!(parsed("]bogus"), Err("SYNTAX ERROR: unknown user command".into()));
        assert_eq!(parsed("]"), Err("SYNTAX ERROR: unknown user command".into()));
    }
}

//! The outside of a session: output, input, clock, entropy. Everything goes through [`Host`], so that an embedder, a test
//! or a browser can replace it.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::control::{Error, Result};

/// One piece of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What caused it.
    pub kind: EventKind,
    /// The representations: MIME type and content, `text/plain` first.
    pub bundle: Vec<(String, String)>,
}

/// What caused an output event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The result of a top-level statement, or a command that prints.
    Display,
    /// `⎕←`
    Explicit,
}

impl Event {
    /// An event of text only.
    pub fn plain(kind: EventKind, text: impl Into<String>) -> Event {
        Event { kind, bundle: vec![("text/plain".into(), text.into())] }
    }

    /// The `text/plain` representation.
    pub fn text(&self) -> &str {
        self.bundle.iter().find(|(mime, _)| mime == "text/plain").map_or("", |(_, text)| text)
    }
}

/// What a session asks of the program around it.
pub trait Host: Send {
    /// Takes one piece of output, before the evaluation goes on. An error stops the evaluation.
    fn output(&mut self, event: &Event) -> Result<()>;

    /// The next line of input without its line end, nothing at the end of input.
    fn read_line(&mut self) -> Result<Option<String>> {
        Err(Error::value("standard input is unavailable here"))
    }

    /// The rest of the input.
    fn read_rest(&mut self) -> Result<Vec<u8>> {
        Err(Error::value("standard input is unavailable here"))
    }

    /// Seconds on a clock that never goes back.
    fn seconds(&mut self) -> f64 {
        thread_local!(static START: Instant = Instant::now());
        START.with(|start| start.elapsed().as_secs_f64())
    }

    /// A number to seed the random generator with.
    fn seed(&mut self) -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        now ^ (std::process::id() as u64).rotate_left(32)
    }
}

/// A host without input whose output goes nowhere: sessions keep their output themselves.
#[derive(Debug, Default)]
pub struct Detached;

impl Host for Detached {
    fn output(&mut self, _: &Event) -> Result<()> {
        Ok(())
    }
}

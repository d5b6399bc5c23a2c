//! Piped input: a REPL without prompts. Lines are gathered until they are complete; each complete input is a source.

use std::collections::VecDeque;
use std::sync::Arc;

use super::cli::{FAILED, INTERRUPTED, Input, Program};
use super::driver::Flow;
use super::split::scan_line;
use super::{diagnostic, host};
use crate::control::{Result, Source};
use crate::kernel::signals;
use crate::syntax::{self, ParseFailure};

/// Evaluates standard input, one complete input after the other, and gives the exit status.
pub fn run() -> u8 {
    let mut program = Program::start(Input::Unavailable);
    let mut lines = Lines::default();
    let mut status = 0;
    loop {
        let outcome = match lines.next_input() {
            Ok(None) => return status,
            Ok(Some(text)) => program.driver.run(&Source::new("<repl>", text)),
            Err(error) => Err(error),
        };
        match outcome {
            _ if program.is_closed() => return 0,
            Ok(Flow::Exit) => return status,
            Ok(Flow::Continue) => {}
            Err(error) => {
                eprintln!("{}", diagnostic::render(&error));
                status = FAILED;
            }
        }
        // Also where the evaluation had ended just before.
        if signals::take_interrupt() {
            return INTERRUPTED;
        }
    }
}

/// What the lines so far are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// More lines are needed.
    Incomplete,
    /// An input that can be evaluated, or that is wrong whatever follows.
    Complete,
}

/// Whether these lines make an input.
pub fn completeness(text: &str) -> Completeness {
    if text.trim_start().starts_with(']') {
        return Completeness::Complete;
    }
    let source: Arc<Source> = Source::new("<repl>", text);
    match syntax::parse(&source) {
        Err(ParseFailure::Incomplete(_)) => Completeness::Incomplete,
        _ => Completeness::Complete,
    }
}

/// Gathers the lines of standard input.
#[derive(Default)]
struct Lines {
    /// Lines that were read but belong to a later input.
    ahead: VecDeque<String>,
}

impl Lines {
    fn next_line(&mut self) -> Result<Option<String>> {
        match self.ahead.pop_front() {
            Some(line) => Ok(Some(line)),
            None => host::read_line(),
        }
    }

    /// The next complete input; the unfinished rest at the end of the input; nothing after that.
    fn next_input(&mut self) -> Result<Option<String>> {
        let mut lines: Vec<String> = Vec::new();
        let (mut depth, mut checked) = (0, 0);
        while let Some(line) = self.next_line()? {
            depth += scan_line(&line).depth;
            lines.push(line);
            // Reading all lines again for each new one would take quadratic time: while delimiters are open, they are
            // only read again when an eighth has been added.
            if depth > 0 && (lines.len() - checked) * 8 < lines.len() {
                continue;
            }
            if completeness(&lines.join("\n")) == Completeness::Complete {
                self.give_back(&mut lines, checked);
                return Ok(Some(lines.join("\n")));
            }
            checked = lines.len();
        }
        Ok((!lines.is_empty()).then(|| lines.join("\n")))
    }

    /// Keeps the fewest lines that make an input, given that the first `incomplete` do not.
    fn give_back(&mut self, lines: &mut Vec<String>, incomplete: usize) {
        let (mut low, mut high) = (incomplete, lines.len());
        while high - low > 1 {
            let middle = low.midpoint(high);
            match completeness(&lines[..middle].join("\n")) {
                Completeness::Incomplete => low = middle,
                Completeness::Complete => high = middle,
            }
        }
        for line in lines.drain(high..).rev() {
            self.ahead.push_front(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(text: &str) -> Vec<String> {
        let mut lines = Lines { ahead: text.lines().map(String::from).collect() };
        let mut inputs = Vec::new();
        while !lines.ahead.is_empty() {
            inputs.extend(lines.next_input().unwrap());
        }
        inputs
    }

    #[test]
    fn lines_are_gathered_until_they_are_complete() {
        assert_eq!(inputs("1\n{\n2\n}\n\n3"), ["1", "{\n2\n}", "", "3"]);
        assert_eq!(inputs("(1\n)2)\n3"), ["(1\n)2)", "3"]);
        assert_eq!(inputs("]box (\n4"), ["]box (", "4"]);
        let long = format!("{{\n{}}}\n5", "x\n".repeat(1000));
        assert_eq!(inputs(&long).len(), 2);
        let wrong = format!("{{\n{}1E\n{}7", "x\n".repeat(500), "]box\n".repeat(3));
        assert_eq!(inputs(&wrong)[0].lines().count(), 502);
        assert_eq!(inputs(&wrong)[1..], ["]box", "]box", "]box", "7"]);
    }
}

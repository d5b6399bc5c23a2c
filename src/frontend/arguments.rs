//! The command line: what the program is asked to do.

use std::ffi::OsString;
use std::path::PathBuf;

use super::worker::Protocol;

/// Printed by `--help`, and on standard error for wrong arguments.
pub const USAGE: &str = "\
usage: aplomb                     start the REPL, or evaluate piped input line by line
       aplomb --no-history        the REPL without a history file
       aplomb -e EXPR [ARG...]    evaluate the argument
       aplomb FILE [ARG...]       evaluate a file
       aplomb - [ARG...]          evaluate standard input as one source
       aplomb --worker            answer requests, one JSON object a line
       aplomb --json              evaluate JSON strings, one a line
       aplomb --help              print this text
       aplomb --version           print the version
The arguments of a program are the strings in •args.";

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// The REPL, or piped input if standard input or output is no terminal.
    Interactive(HistoryFile),
    /// Evaluate one source, with these program arguments.
    Program(Origin, Vec<String>),
    /// Answer requests, one a line.
    Worker(Protocol),
    /// Print the usage.
    Help,
    /// Print the version.
    Version,
    /// The arguments are wrong.
    Wrong,
}

/// Whether the REPL keeps its history in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryFile {
    /// It does, unless the environment says otherwise.
    Kept,
    /// It does not.
    None,
}

/// Where a program comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The argument after `-e`.
    Expression(OsString),
    /// A file.
    File(PathBuf),
    /// All of standard input.
    StandardInput,
}

/// Reads the arguments (without the program's own name).
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Task {
    let mut rest = arguments.into_iter();
    let Some(first) = rest.next() else { return Task::Interactive(HistoryFile::Kept) };
    let alone = |task: Task, mut rest: std::vec::IntoIter<OsString>| match rest.next() {
        None => task,
        Some(_) => Task::Wrong,
    };
    let mut rest = rest.collect::<Vec<_>>().into_iter();
    let origin = match first.to_str() {
        Some("--no-history") => return alone(Task::Interactive(HistoryFile::None), rest),
        Some("--help" | "-h") => return alone(Task::Help, rest),
        Some("--worker") => return alone(Task::Worker(Protocol::Worker), rest),
        Some("--json") => return alone(Task::Worker(Protocol::Strings), rest),
        Some("--version") => return alone(Task::Version, rest),
        Some("-e") => match rest.next() {
            Some(expression) => Origin::Expression(expression),
            None => return Task::Wrong,
        },
        Some("-") => Origin::StandardInput,
        _ if first.as_encoded_bytes().starts_with(b"-") || first.is_empty() => return Task::Wrong,
        _ => Origin::File(PathBuf::from(first)),
    };
    Task::Program(origin, rest.map(|argument| argument.to_string_lossy().into_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(arguments: &[&str]) -> Task {
        parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn tasks() {
        let program = |origin, arguments: &[&str]| {
            Task::Program(origin, arguments.iter().map(|argument| argument.to_string()).collect())
        };
        assert_eq!(task(&[]), Task::Interactive(HistoryFile::Kept));
        assert_eq!(task(&["--no-history"]), Task::Interactive(HistoryFile::None));
        assert_eq!(task(&["-e", "1+2"]), program(Origin::Expression("1+2".into()), &[]));
        assert_eq!(task(&["-e", "-e", "-e", "--help"]), program(Origin::Expression("-e".into()), &["-e", "--help"]));
        assert_eq!(task(&["-e", ""]), program(Origin::Expression("".into()), &[]));
        assert_eq!(task(&["a.apl", "-x", ""]), program(Origin::File("a.apl".into()), &["-x", ""]));
        assert_eq!(task(&["-", "b"]), program(Origin::StandardInput, &["b"]));
        assert_eq!(task(&["-h"]), Task::Help);
        assert_eq!(task(&["--version"]), Task::Version);
    }

    #[test]
    fn wrong_arguments() {
        for arguments in [
            &["-e"][..],
            &["--bogus"],
            &["-x"],
            &["--version", "--version"],
            &["--no-history", "--no-history"],
            &["--help", "a"],
            &[""],
        ] {
            assert_eq!(task(arguments), Task::Wrong, "{arguments:?}");
        }
    }
}

//! The program as a process: arguments, sources, streams and exit statuses.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_aplomb");

/// What a finished process has left behind.
struct Finished {
    status: i32,
    out: String,
    err: String,
}

fn start(arguments: &[&str]) -> Child {
    Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn finish(mut child: Child, input: &[u8]) -> Finished {
    let mut stdin = child.stdin.take().unwrap();
    // A program that does not read its input may end first.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    Finished {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn run(arguments: &[&str], input: &str) -> Finished {
    finish(start(arguments), input.as_bytes())
}

/// Checks output, the beginning of the diagnostics, and the status.
fn check(arguments: &[&str], input: &str, out: &str, err: &str, status: i32) {
    let finished = run(arguments, input);
    assert_eq!(finished.out, out, "{arguments:?}");
    let as_expected = if err.is_empty() { finished.err.is_empty() } else { finished.err.starts_with(err) };
    assert!(as_expected, "{arguments:?}: {}", finished.err);
    assert_eq!(finished.status, status, "{arguments:?}");
}

/// A file with this content that is removed in the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, content: &[u8]) -> File {
        let path = std::env::temp_dir().join(format!("aplomb-{}-{name}", std::process::id()));
        fs::write(&path, content).unwrap();
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn expressions() {
    check(&["-e", "+/⍳5"], "", "10\n", "", 0);
    check(&["-e", "x←4 ⋄ x×x\nx"], "", "16\n4\n", "", 0);
    check(&["-e", ""], "", "", "", 0);
    check(&["-e", "⎕←3 ⋄ 1÷0 ⋄ ⎕←4"], "", "3\n", "DOMAIN ERROR: ", 1);
    check(&["-e", "⎕←3 ⋄ )"], "", "", "SYNTAX ERROR: ", 1);
    check(&["-e", "("], "", "", "SYNTAX ERROR: unclosed delimiter\n --> <expression>:1:1\n(\n^\n", 1);
    check(&["-e", "a#b"], "", "", "UNSUPPORTED: ", 1);
}

#[test]
fn files() {
    let script = File::new("a.apl", "\u{feff}#!/usr/bin/env aplomb (\r\nx←3\r\n⎕←x\r\nx÷0\r\n".as_bytes());
    let place = format!(" --> {}:4:2", script.path());
    let finished = run(&[script.path()], "");
    assert_eq!(finished.out, "3\n");
    assert!(finished.err.contains(&place), "{}", finished.err);
    let no_utf8 = File::new("b.apl", b"1\n\xff");
    let message = format!("I/O error: {}: ", no_utf8.path());
    check(&[no_utf8.path()], "", "", &message, 1);
    check(&["/nonexistent.apl"], "", "", "I/O error: /nonexistent.apl: No such file or directory\n", 1);
}

#[test]
fn diagnostics_show_every_call() {
    let script = File::new("pay.apl", "rate←{⍺÷⍵}\nnet←{\n  5 rate ⍵\n}\nnet 'x'\n".as_bytes());
    let finished = run(&[script.path()], "");
    let text = finished.err.replace(script.path(), "pay.apl");
    let (message, rest) = text.split_once('\n').unwrap();
    assert!(message.starts_with("DOMAIN ERROR: "));
    let expected = " --> pay.apl:1:8\nrate←{⍺÷⍵}\n       ^\n called from pay.apl:3:5\n  5 rate ⍵\n    ^^^^\n \
                    called from pay.apl:5:1\nnet 'x'\n^^^\n";
    assert_eq!(rest, expected);
}

#[test]
fn program_arguments() {
    check(&["-e", "•args", "-e", "two words", "--help"], "", "\"-e\" \"two words\" \"--help\"\n", "", 0);
    check(&["-e", "⍴•args"], "", "[0ₓ]\n", "", 0);
    check(&["-", "a"], "≢•args\n", "1ₓ\n", "", 0);
    let script = File::new("c.apl", "≢•args".as_bytes());
    check(&[script.path(), "", "-", "b"], "", "3ₓ\n", "", 0);
}

#[test]
fn usage() {
    assert!(run(&["--help"], "").out.starts_with("usage: aplomb"));
    assert_eq!(run(&["-h"], "").out, run(&["--help"], "").out);
    let version = format!("aplomb {}\n", env!("CARGO_PKG_VERSION"));
    check(&["--version"], "", &version, "", 0);
    for arguments in [&["-e"][..], &["--bogus"], &["-x"], &["--help", "--help"], &["--no-history", "--no-history"]] {
        check(arguments, "", "", "usage: aplomb", 2);
    }
}

#[test]
fn standard_input_as_one_source() {
    check(&["-"], "x←4\n{\n⍵×x\n}3\n", "12\n", "", 0);
    check(&["-"], "1\n)\n", "", "SYNTAX ERROR: ", 1);
    check(&["-"], "2\n1÷0\n3\n", "2\n", "DOMAIN ERROR: division of a nonzero number by zero\n --> <stdin>:2:2\n", 1);
    check(&["-"], "x←⎕\n", "", "VALUE ERROR: standard input is unavailable here\n", 1);
    let finished = finish(start(&["-"]), b"\xff");
    assert_eq!((finished.status, finished.err.starts_with("I/O error: <stdin>: ")), (1, true));
}

#[test]
fn piped_input_goes_on_after_errors() {
    check(&[], "w←4\nw×w\n", "16\n", "", 0);
    check(&[], "f←{\n⍵+1\n}\nf 1\n", "2\n", "", 0);
    check(&[], "1÷0\n5\n)\n6", "5\n6\n", "DOMAIN ERROR: division of a nonzero number by zero\n --> <repl>:1:2\n", 1);
    check(&[], "5\n(1 2\n", "5\n", "SYNTAX ERROR: unclosed delimiter\n --> <repl>:1:1\n", 1);
    check(&[], "", "", "", 0);
    check(&[], "x←⎕\n7\n", "7\n", "VALUE ERROR: standard input is unavailable here\n", 1);
    check(&["--no-history"], "3\n", "3\n", "", 0);
    check(&[], "`iota\n", "", "UNSUPPORTED: ", 1);
    let finished = finish(start(&[]), b"1\n\xff\n2\n");
    assert_eq!((finished.status, finished.out.as_str()), (1, "1\n2\n"));
}

#[test]
fn lines_of_standard_input() {
    check(&["-e", "⎕←⎕ ⋄ ⎕←⌽⎕ ⋄ ⎕←≢⎕ ⋄ ⎕"], "ab\r\nxyz\n\n", "ab\nzyx\n0ₓ\n⍬\n", "", 0);
    check(&["-e", "a←⎕ ⋄ a"], "last", "last\n", "", 0);
    let script = File::new("d.apl", "⎕".as_bytes());
    check(&[script.path()], "in\n", "in\n", "", 0);
    let finished = finish(start(&["-e", "⎕"]), b"\xff\n");
    assert!(finished.err.starts_with("VALUE ERROR: "), "{}", finished.err);
}

#[test]
fn output_streams() {
    let mut child = start(&["-e", "⎕←1 ⋄ x←⎕ ⋄ 2"]);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    // The first line arrives while the program still waits for its input.
    out.read_line(&mut line).unwrap();
    assert_eq!(line, "1\n");
    child.stdin.take().unwrap().write_all(b"\n").unwrap();
    out.read_to_string(&mut line).unwrap();
    assert_eq!(line, "1\n2\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_closed_output_ends_quietly() {
    let mut child = start(&["-e", "{⎕←⍵ ⋄ ∇⍵+1}0"]);
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "0\n");
    let finished = finish(child, b"");
    assert_eq!((finished.status, finished.err.as_str()), (0, ""));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_130() {
    let interrupt = |child: &Child| {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    };
    for program in ["⎕←0 ⋄ {∇⍵}1", "⎕←0 ⋄ {0::1 ⋄ ∇⍵}1", "⎕←0 ⋄ ⎕"] {
        let mut child = start(&["-e", program]);
        let stdin = child.stdin.take();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut String::new()).unwrap();
        let begin = Instant::now();
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert!(begin.elapsed() < Duration::from_millis(500), "{program}");
        assert_eq!(output.status.code(), Some(130), "{program}");
        assert!(output.stderr.starts_with(b"INTERRUPT: evaluation interrupted\n --> "), "{program}");
        drop(stdin);
    }
    // Piped input that waits for a line.
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all("⎕←1\n".as_bytes()).unwrap();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn user_commands() {
    check(&["-e", "]box ?"], "", "OFF -style=max -trains=def -fns=off\n", "", 0);
    check(&["-e", "x←3\n ]Display x 0.5 ⍝ no selection\n]display [x 0.5]\nx"], "", "", "INDEX ERROR", 1);
    check(&["-e", "]display 6 0.5"], "", "┌→────┐\n│6 0.5│\n└~────┘\n", "", 0);
    check(&["-e", "]display y←5 6\ny"], "", "┌→──┐\n│5 6│\n└~──┘\n5 6\n", "", 0);
    check(&["-e", "]display ⎕←5\n]display {}0"], "", "5\n5\n", "", 0);
    let on = "ON -style=min -trains=def -fns=off\n┌───┐\n│5 6│\n└───┘\n{5 6}\n";
    check(
        &["-e", "]box on -style=min\n5 6\n{5 6}\n]box OFF\n5 6"],
        "",
        &format!("{on}OFF -style=min -trains=def -fns=off\n5 6\n"),
        "",
        0,
    );
    check(&["-e", "]box on bogus\n1"], "", "", "DOMAIN ERROR: ", 1);
    check(
        &["-e", "1\n]bogus"],
        "",
        "1\n",
        "SYNTAX ERROR: unknown user command\n --> <expression>:2:1\n]bogus\n^^^^^^\n",
        1,
    );
    check(&["-e", "x←1\n]clear\nx"], "", "", "VALUE ERROR: undefined name: x\n --> <expression>:3:1\n", 1);
    check(&["-e", "]clear now"], "", "", "SYNTAX ERROR: usage: ", 1);
    check(&["-e", "]digits 3\n2÷3\n⎕←2÷3\n]digits"], "", "0.667\n0.6666666666666666\n3\n", "", 0);
    check(&["-e", "]plot off\n]plot"], "", "OFF\nOFF\n", "", 0);
    check(&["-e", "]exit"], "", "", "SYNTAX ERROR: ", 1);
    check(&["-e", "[1\n]display 2"], "", "", "VALUE ERROR: undefined name: display", 1);
    check(&["-e", "1 ⋄ ⎕←2\n]box\n)"], "", "1\n2\nOFF -style=max -trains=def -fns=off\n", "SYNTAX ERROR: ", 1);
    let names = run(&["-e", "rate←2 3 ⋄ mean←+/÷≢ ⋄ op←{⍶ ⍵}\n]names\n]names ra"], "").out;
    let lines: Vec<&str> = names.lines().collect();
    assert_eq!(lines.len(), 4, "{names}");
    assert!(lines[0].starts_with("rate ") && lines[0].ends_with("2 3"), "{names}");
    assert!(lines[1].starts_with("mean ") && lines[1].ends_with("+/÷≢"), "{names}");
    assert!(run(&["-e", "v←⍳5\n]plan +/v×v"], "").out.contains("+/"));
    check(&["-e", "]plan 1÷0"], "", "", "DOMAIN ERROR: ", 1);
    let time = run(&["-e", "]time +/⍳5"], "").out;
    assert!(time.starts_with("10\n") && time.contains("second"), "{time}");
}

#[test]
fn help() {
    let double = "dbl←{⍝ Twice the argument.\n⍝ Pervasive.\n2×⍵}\n";
    let text = "function\n\nCalls: `f Y` or `X f Y`\n\nTwice the argument.\nPervasive.\n";
    check(&["-e", &format!("{double}]help dbl")], "", text, "", 0);
    let source = "function\n\n```apl\n{⍝ Twice the argument.\n⍝ Pervasive.\n2×⍵}\n```\n";
    check(&["-e", &format!("{double}]Help dbl -Source")], "", source, "", 0);
    check(&["-e", "op←{⍶ ⍵}\n]help op"], "", "operator\n\n{⍶ ⍵}\n", "", 0);
    check(&["-e", "f←2×\n]help f"], "", "function\n\nCalls: `f Y` or `X f Y`\n\n2⊸×\n", "", 0);
    check(&["-e", "v←5 6\n]help v"], "", "array\n\n5 6\n", "", 0);
    let long = run(&["-e", "v←100 1⍴⍳100\n]help v"], "").out;
    assert_eq!(long.lines().count(), 43);
    assert!(long.ends_with("\n39\n…\n"), "{long}");
    assert!(run(&["-e", "]help ⍳"], "").out.starts_with("function\n\n# `⍳` — "));
    assert_eq!(run(&["-e", "]help iota"], "").out, run(&["-e", "j←⍳\n]help j"], "").out);
    assert!(run(&["-e", "]help /"], "").out.starts_with("hybrid\n"));
    assert!(run(&["-e", "]help"], "").out.contains("]help NAME"));
    check(&["-e", "]help nosuchname"], "", "", "VALUE ERROR: name not found: nosuchname\n", 1);
    check(&["-e", "]help a b c"], "", "", "SYNTAX ERROR: usage: ]help name [-source]\n", 1);
}

#[test]
fn memory_that_is_used_up_can_be_freed() {
    let child = Command::new(PROGRAM)
        .env("APLOMB_MEMORY", "50M")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let items = "x←⍬ ⋄ {x,←⊂1000⍴⍵ ⋄ ∇⍵+1}0\n";
    let frames = "f←{x←1000⍴⍵ ⋄ 1+∇⍵+1} ⋄ {10::\"deep\" ⋄ f ⍵}0\n";
    let finished = finish(child, format!("{items}1000<≢x\nx←0\n{frames}≢1E6⍴1\n").as_bytes());
    assert_eq!(finished.out, "1ₓ\ndeep\n1000000ₓ\n");
    assert!(finished.err.starts_with("LIMIT ERROR: "), "{}", finished.err);
}

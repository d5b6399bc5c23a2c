//! The REPL in a real pseudo-terminal.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a text at most.
const PATIENCE: Duration = Duration::from_secs(20);
const ALT: &str = "\x1b";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const ENTER: &str = "\r";
const UP: &str = "\x1b[A";
/// A new prompt, drawn on a cleared line.
const PROMPT: &str = "\x1b[K      ";

/// A folder for the history, removed in the end.
struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Home {
        let path = std::env::temp_dir().join(format!("aplomb-repl-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Home(path)
    }

    fn history(&self) -> String {
        fs::read_to_string(self.0.join("aplomb/history")).unwrap_or_default()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program in a terminal.
struct Terminal {
    child: Child,
    keyboard: File,
    screen: Arc<Mutex<String>>,
    /// What has been looked at already.
    seen: usize,
}

/// Both ends of a new pseudo-terminal of 80 columns.
fn open_terminal() -> (OwnedFd, OwnedFd) {
    let (mut outer, mut inner) = (0, 0);
    let mut size = libc::winsize { ws_row: 40, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: the pointers are to live variables, or null where the system's defaults are wanted.
    let result =
        unsafe { libc::openpty(&mut outer, &mut inner, std::ptr::null_mut(), std::ptr::null_mut(), &raw mut size) };
    assert_eq!(result, 0);
    // SAFETY: both were opened just now and belong to nobody else.
    unsafe { (OwnedFd::from_raw_fd(outer), OwnedFd::from_raw_fd(inner)) }
}

impl Terminal {
    fn start(home: &Path, arguments: &[&str]) -> Terminal {
        let (outer, inner) = open_terminal();
        let mut command = Command::new(env!("CARGO_BIN_EXE_aplomb"));
        command.args(arguments).env("TERM", "xterm").env("NO_COLOR", "1").env("XDG_STATE_HOME", home);
        command.env_remove("APLOMB_HISTORY").env("LANG", "C.UTF-8");
        command.stdin(Stdio::from(inner.try_clone().unwrap()));
        command.stdout(Stdio::from(inner.try_clone().unwrap())).stderr(Stdio::from(inner));
        // SAFETY: only system calls that may be made between fork and exec.
        unsafe {
            command.pre_exec(|| {
                libc::setsid();
                libc::ioctl(0, libc::TIOCSCTTY, 0);
                Ok(())
            });
        }
        let child = command.spawn().unwrap();
        // The inner end must be open in the child only, so that the screen ends with it.
        drop(command);
        let screen = Arc::new(Mutex::new(String::new()));
        let keyboard = File::from(outer);
        let mut output = keyboard.try_clone().unwrap();
        let copy = screen.clone();
        thread::spawn(move || {
            let (mut bytes, mut block) = (Vec::new(), [0; 4096]);
            while let Ok(length @ 1..) = output.read(&mut block) {
                bytes.extend_from_slice(&block[..length]);
                *copy.lock().unwrap() = String::from_utf8_lossy(&bytes).into_owned();
            }
        });
        let mut terminal = Terminal { child, keyboard, screen, seen: 0 };
        terminal.expect("]help for help");
        terminal.expect(PROMPT);
        terminal
    }

    fn send(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits until this text has come out after what was expected before.
    fn expect(&mut self, text: &str) {
        let begin = Instant::now();
        loop {
            let screen = self.screen.lock().unwrap().clone();
            let start = screen.len().min(self.seen);
            if let Some(place) = screen.get(start..).and_then(|rest| rest.find(text)) {
                self.seen = start + place + text.len();
                return;
            }
            assert!(begin.elapsed() < PATIENCE, "{text:?} in {:?}", screen.get(start..));
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Submits an input and waits for what it prints.
    fn submit(&mut self, text: &str, printed: &str) {
        self.send(text);
        self.send(ENTER);
        self.expect(printed);
        self.expect(PROMPT);
    }

    /// Leaves with Ctrl-D.
    fn leave(mut self) {
        self.send(CTRL_D);
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn prompts_and_results() {
    let home = Home::new("prompts");
    let mut terminal = Terminal::start(&home.0, &[]);
    terminal.submit("1+2", "\r\n3\r\n");
    terminal.send("sq←{\r");
    terminal.expect("    · ");
    terminal.send("⍵×⍵\r");
    terminal.expect("    · ");
    terminal.send("}\r");
    terminal.expect(PROMPT);
    terminal.submit("sq 12", "\r\n144\r\n");
    terminal.submit("3 1", "\r\n┌→──┐\r\n│3 1│\r\n└~──┘\r\n");
    terminal.submit("1÷0", "DOMAIN ERROR: ");
    terminal.submit(")", "SYNTAX ERROR: ");
    terminal.submit("]box ?", "ON -style=max -trains=tree -fns=on\r\n");
    terminal.submit("≢⎕\rfour", "\r\n4ₓ\r\n");
    terminal.send("]exit\r");
    assert_eq!(terminal.child.wait().unwrap().code(), Some(0));
}

#[test]
fn names_and_chords() {
    let home = Home::new("names");
    let mut terminal = Terminal::start(&home.0, &["--no-history"]);
    terminal.submit("+/`iota5", "\r\n10\r\n");
    // Enter resolves, too, and the line that stays shows the glyph.
    terminal.send("5`mul3`r");
    terminal.expect("[√ root 3");
    terminal.send("h");
    terminal.expect("[⍴ rho r]");
    terminal.send(CTRL_C);
    terminal.expect(PROMPT);
    terminal.send("`iota");
    terminal.send(ENTER);
    terminal.expect("      ⍳\r");
    terminal.expect("\r\n⍳\r\n");
    terminal.submit("\"`iota", "SYNTAX ERROR: unclosed string");
    terminal.submit("≢\"`iota \"", "\r\n6ₓ\r\n");
    terminal.submit("`gr ", "UNSUPPORTED: ");
    terminal.send("`fold\t2 3\r");
    terminal.expect("SYNTAX ERROR: ");
    terminal.expect(PROMPT);
    terminal.submit(&format!("5{ALT}-3{ALT}t"), "      5×3⟜\r");
    terminal.submit(&format!("{ALT}3 16"), "\r\n4\r\n");
    terminal.submit(&format!("{ALT}8{ALT}9"), "      ≠∨\r");
    terminal.leave();
}

#[test]
fn completion() {
    let home = Home::new("completion");
    let mut terminal = Terminal::start(&home.0, &["--no-history"]);
    terminal.submit("averylongname←7", "\r\n");
    terminal.submit("2×avery\t", "\r\n14\r\n");
    terminal.submit("rec←[\"side\":5 \"x y\":3]", "\r\n");
    terminal.submit("rec.s\t+1", "\r\n6\r\n");
    terminal.submit("•arg\t", "\r\n");
    terminal.submit("]plo\t", "\r\nON\r\n");
    terminal.submit("≢•nget \"tests/programs/ban\tout\"", "ₓ\r\n");
    terminal.leave();
}

#[test]
fn pasted_text_is_one_source() {
    let home = Home::new("paste");
    let mut terminal = Terminal::start(&home.0, &["--no-history"]);
    terminal.submit("\x1b[200~a←{\n\t⍵+1\n}\na 4\x1b[201~", "\r\n5\r\n");
    terminal.submit("\x1b[200~1\n`iota 3\x1b[201~", "UNSUPPORTED: ");
    terminal.leave();
}

#[test]
fn ctrl_c_and_ctrl_d() {
    let home = Home::new("control");
    let mut terminal = Terminal::start(&home.0, &["--no-history"]);
    terminal.send("x←(1");
    terminal.send(CTRL_C);
    terminal.expect(PROMPT);
    terminal.send("{\r");
    terminal.expect("    · ");
    terminal.send("⍵");
    terminal.send(CTRL_C);
    terminal.expect(PROMPT);
    terminal.send("{\r");
    terminal.expect("    · ");
    terminal.send(CTRL_D);
    terminal.expect(PROMPT);
    terminal.submit("7", "\r\n7\r\n");
    terminal.send("y←5 ⋄ ⎕←1 ⋄ {0::2 ⋄ ∇⍵}1\r");
    terminal.expect("\r\n1\r\n");
    let begin = Instant::now();
    terminal.send(CTRL_C);
    terminal.expect("INTERRUPT: evaluation interrupted\r\n --> <repl>:1:");
    assert!(begin.elapsed() < Duration::from_secs(1));
    terminal.expect(PROMPT);
    terminal.submit("y", "\r\n5\r\n");
    terminal.leave();
}

#[test]
fn history_lasts() {
    let home = Home::new("history");
    let mut terminal = Terminal::start(&home.0, &[]);
    terminal.submit("111+1", "\r\n112\r\n");
    terminal.submit("222+1", "\r\n223\r\n");
    terminal.submit(" 333+1", "\r\n334\r\n");
    terminal.submit("222+1", "\r\n223\r\n");
    terminal.leave();
    let kept = home.history();
    assert_eq!(kept.matches("222+1").count(), 1, "{kept}");
    assert!(!kept.contains("333"), "{kept}");
    let mut terminal = Terminal::start(&home.0, &[]);
    terminal.submit(&format!("1{UP}"), "\r\n112\r\n");
    terminal.submit(&format!("{UP}{UP}"), "\r\n223\r\n");
    terminal.submit(&format!("≢⎕\rnot kept{UP}"), "ₓ\r\n");
    terminal.leave();
    assert!(!home.history().contains("not kept"));
    let before = home.history();
    let mut terminal = Terminal::start(&home.0, &["--no-history"]);
    terminal.submit("444+1", "\r\n445\r\n");
    terminal.leave();
    assert_eq!(home.history(), before);
}

#[test]
fn long_results_are_shortened() {
    let home = Home::new("long");
    let mut terminal = Terminal::start(&home.0, &["--no-history"]);
    terminal.submit("]box off", "OFF");
    terminal.submit("205 1⍴1", "⋯ 5 more lines (⎕← shows all)\r\n");
    terminal.leave();
}

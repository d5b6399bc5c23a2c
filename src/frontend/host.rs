//! The outside of a session that runs in a process: standard output and standard input.

use std::io::{self, BufRead, ErrorKind as IoErrorKind, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::control::{self, Error, ErrorKind, Result};

/// Writes text and a line feed to standard output at once.
///
/// When the reader has gone, `closed` is set and the error stops the evaluation past every guard.
pub fn print_line(text: &str, closed: &AtomicBool) -> Result<()> {
    let mut line = String::with_capacity(text.len() + 1);
    line.push_str(text);
    line.push('\n');
    let mut out = io::stdout().lock();
    match out.write_all(line.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == IoErrorKind::BrokenPipe => {
            closed.store(true, Ordering::Relaxed);
            Err(Error::new(ErrorKind::Interrupt, "standard output is closed"))
        }
        Err(error) => Err(Error::new(ErrorKind::Interrupt, format!("cannot write to standard output: {error}"))),
    }
}

/// The next line of standard input without its line end; nothing at the end of input. Ctrl-C ends the wait.
pub fn read_line() -> Result<Option<String>> {
    let mut line = Vec::new();
    let found = read_until_line_feed(&mut line)?;
    if !found && line.is_empty() {
        return Ok(None);
    }
    if found {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    }
    String::from_utf8(line).map(Some).map_err(|_| Error::value("standard input is not valid UTF-8"))
}

/// The rest of standard input.
pub fn read_rest() -> Result<Vec<u8>> {
    let mut rest = Vec::new();
    loop {
        // `read_to_end` would go on waiting after an interrupt.
        let mut block = [0; 64 * 1024];
        match io::stdin().lock().read(&mut block) {
            Ok(0) => return Ok(rest),
            Ok(length) => rest.extend_from_slice(&block[..length]),
            Err(error) => retry(error)?,
        }
        control::poll()?;
    }
}

/// Appends bytes up to and with the next line feed; whether there was one.
fn read_until_line_feed(line: &mut Vec<u8>) -> Result<bool> {
    let mut input = io::stdin().lock();
    loop {
        let block = match input.fill_buf() {
            Ok(block) => block,
            Err(error) => {
                retry(error)?;
                continue;
            }
        };
        let (length, found) = match memchr::memchr(b'\n', block) {
            Some(feed) => (feed + 1, true),
            None => (block.len(), false),
        };
        line.extend_from_slice(&block[..length]);
        input.consume(length);
        if found || length == 0 {
            return Ok(found);
        }
        control::poll()?;
    }
}

/// Fails unless the read is to be tried again.
fn retry(error: io::Error) -> Result<()> {
    match error.kind() {
        IoErrorKind::Interrupted => control::poll(),
        _ => Err(Error::value(format!("cannot read standard input: {error}"))),
    }
}

/// Whether the reader of standard output has gone; shared by a host and the front end that made it.
pub type Closed = Arc<AtomicBool>;

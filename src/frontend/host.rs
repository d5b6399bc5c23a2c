//! The outside of a session that runs in a process: standard output and standard input.

use std::io::{self, BufRead, BufReader, ErrorKind as IoErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::control::{self, Error, ErrorKind, Result};
#[cfg(unix)]
use crate::kernel::signals;

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

/// Standard input, with what has been read ahead.
#[cfg(unix)]
type StandardInput = BufReader<std::fs::File>;
#[cfg(not(unix))]
type StandardInput = BufReader<io::Stdin>;

static INPUT: LazyLock<io::Result<Mutex<StandardInput>>> = LazyLock::new(|| {
    #[cfg(unix)]
    let input = std::fs::File::from(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?);
    #[cfg(not(unix))]
    let input = io::stdin();
    Ok(Mutex::new(BufReader::new(input)))
});

/// The next line of standard input without its line end; nothing at the end of input. Ctrl-C ends the wait.
pub fn read_line() -> Result<Option<String>> {
    let mut line = Vec::new();
    let mut found = false;
    while !found {
        let length = with_block(|block| {
            let feed = memchr::memchr(b'\n', block);
            found = feed.is_some();
            let length = feed.map_or(block.len(), |feed| feed + 1);
            line.extend_from_slice(&block[..length]);
            length
        })?;
        if length == 0 {
            break;
        }
    }
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
    let mut take = |block: &[u8]| {
        rest.extend_from_slice(block);
        block.len()
    };
    while with_block(&mut take)? > 0 {}
    Ok(rest)
}

/// Gives the next bytes of standard input to `take`, which says how many it takes; none at the end of input. Gives that
/// number. Ctrl-C ends the wait.
fn with_block(take: impl FnOnce(&[u8]) -> usize) -> Result<usize> {
    let input = INPUT.as_ref().map_err(cannot_read)?;
    let mut input = input.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        control::poll()?;
        #[cfg(unix)]
        if input.buffer().is_empty() && !signals::wait_for_input(std::os::fd::AsFd::as_fd(input.get_ref()), WAIT) {
            continue;
        }
        match input.fill_buf() {
            Ok(block) => {
                let length = take(block);
                input.consume(length);
                return Ok(length);
            }
            Err(error) if error.kind() == IoErrorKind::Interrupted => {}
            Err(error) => return Err(cannot_read(&error)),
        }
    }
}

/// Milliseconds between two looks at the signal while waiting for input.
#[cfg(unix)]
const WAIT: u16 = 50;

fn cannot_read(error: &io::Error) -> Error {
    Error::value(format!("cannot read standard input: {error}"))
}

/// Whether the reader of standard output has gone; shared by a host and the front end that made it.
pub type Closed = Arc<AtomicBool>;

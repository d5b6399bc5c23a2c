//! Ctrl-C: SIGINT becomes the signal of an evaluation, and no wait for input outlasts it.
//!
//! The one process-wide handler only sets atomic flags, so it may run at any moment.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::control::InterruptHandle;

/// What a second Ctrl-C does that comes before the first one has been taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondInterrupt {
    /// It ends the process with status 130.
    Ends,
    /// Nothing more.
    Waits,
}

static HANDLE: OnceLock<(InterruptHandle, SecondInterrupt)> = OnceLock::new();
static RAISED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C interrupts the evaluation of this handle. Only the first call in a process has an effect.
pub fn interrupt_on_ctrl_c(handle: InterruptHandle, second: SecondInterrupt) {
    if HANDLE.set((handle, second)).is_ok() {
        install();
    }
}

/// Whether Ctrl-C has been pressed since the last time this was asked.
pub fn take_interrupt() -> bool {
    RAISED.swap(false, Ordering::Relaxed)
}

/// Waits until something can be read from here (its end counts), at most so many milliseconds. Also ends at a signal.
#[cfg(unix)]
pub fn wait_for_input(input: std::os::fd::BorrowedFd<'_>, milliseconds: u16) -> bool {
    use std::os::fd::AsRawFd;
    let mut request = libc::pollfd { fd: input.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: one request is passed, and it lives through the call.
    unsafe { libc::poll(&mut request, 1, milliseconds.into()) > 0 }
}

#[cfg(unix)]
fn install() {
    extern "C" fn on_sigint(_: libc::c_int) {
        let Some((handle, second)) = HANDLE.get() else { return };
        if RAISED.swap(true, Ordering::Relaxed) && *second == SecondInterrupt::Ends {
            // SAFETY: `_exit` may be called from a signal handler.
            unsafe { libc::_exit(130) }
        }
        handle.interrupt();
    }
    let handler: extern "C" fn(libc::c_int) = on_sigint;
    // SAFETY: the action is fully initialised (all zero but for the handler: no flags, so that a blocked read returns),
    // and the handler does nothing but atomic loads and stores.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as libc::sighandler_t;
        libc::sigaction(libc::SIGINT, &action, std::ptr::null_mut());
    }
}

#[cfg(not(unix))]
fn install() {}

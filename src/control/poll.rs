//! The control block: cancellation, deadlines and the memory budget.
//!
//! One evaluation runs on a thread at a time, and its control block is *current* there ([`Control::enter`]). Loops call
//! [`poll`] once for each block of items, and whoever is about to allocate calls [`reserve`]; neither needs the block
//! passed down to it. Polling costs a few relaxed loads. Deadlines are turned into a signal by whoever sets them (a
//! watchdog), so that polling never asks for the time.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use super::{Error, ErrorKind, Result, usage};

/// Why an evaluation is to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Nothing: go on.
    None = 0,
    /// A cancel request, `INTERRUPT`.
    Interrupt = 1,
    /// The deadline has passed, `TIMEOUT`.
    Timeout = 2,
    /// The reader of the output has gone: stop quietly.
    OutputClosed = 3,
}

#[derive(Debug)]
struct Shared {
    signal: AtomicU8,
    /// Bytes that one session may hold.
    budget: AtomicUsize,
    /// Bytes that must not be held while this is current.
    ceiling: AtomicUsize,
}

/// Shared between a session, its loops and whoever may stop them. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Control(Arc<Shared>);

/// Stops the evaluation of a session from another thread or a signal handler.
#[derive(Clone, Debug)]
pub struct InterruptHandle(Arc<Shared>);

thread_local! {
    static CURRENT: RefCell<Control> = RefCell::new(Control::new(usize::MAX));
}

/// Fails when the evaluation that runs on this thread is to stop. To be called once for each block of items.
#[inline]
pub fn poll() -> Result<()> {
    CURRENT.with_borrow(Control::poll)
}

/// The control block of the evaluation that runs on this thread, for loops that other threads share.
pub fn current() -> Control {
    CURRENT.with_borrow(Control::clone)
}

/// Fails with a `LIMIT ERROR` when the memory budget cannot serve another allocation of `items` items of `item_size`
/// bytes, `what` naming the result (its shape). To be called before every allocation whose size comes from data.
pub fn reserve(items: usize, item_size: usize, what: impl FnOnce() -> String) -> Result<()> {
    let bytes = items.checked_mul(item_size).filter(|&bytes| bytes <= isize::MAX as usize);
    // Small requests are always served: the common case costs one comparison.
    if bytes.is_some_and(|bytes| bytes < 1 << 16) {
        return Ok(());
    }
    let budget = CURRENT.with_borrow(Control::budget);
    let free = budget.saturating_sub(usage::held());
    match bytes {
        Some(bytes) if bytes <= free => Ok(()),
        _ => Err(Error::limit(format!("not enough memory for {}", what()))),
    }
}

impl Control {
    /// Makes this the current control block of the thread and returns the one before, to be entered again afterwards.
    pub fn enter(&self) -> Control {
        self.set_ceiling();
        CURRENT.replace(self.clone())
    }

    /// What is held now leaves room in any case, so that a session that has used up its memory can free it.
    fn set_ceiling(&self) {
        let budget = self.budget();
        let room = budget / 16 + (8 << 20);
        self.0.ceiling.store(budget.max(usage::held()).saturating_add(room), Ordering::Relaxed);
    }

    /// A control block with this memory budget in bytes and no signal.
    pub fn new(budget: usize) -> Control {
        let shared = Shared {
            signal: AtomicU8::new(0),
            budget: AtomicUsize::new(budget),
            ceiling: AtomicUsize::new(usize::MAX),
        };
        Control(Arc::new(shared))
    }

    /// Fails when the evaluation is to stop: a signal is set, or many blocks that were too small to reserve have used
    /// up the memory.
    #[inline]
    pub fn poll(&self) -> Result<()> {
        match self.0.signal.load(Ordering::Relaxed) {
            0 if usage::held() <= self.0.ceiling.load(Ordering::Relaxed) => Ok(()),
            signal => Err(stopped(signal)),
        }
    }

    /// The signal that is set, without clearing it.
    pub fn signal(&self) -> Signal {
        match self.0.signal.load(Ordering::Relaxed) {
            1 => Signal::Interrupt,
            2 => Signal::Timeout,
            3 => Signal::OutputClosed,
            _ => Signal::None,
        }
    }

    /// Sets or clears the signal.
    pub fn set_signal(&self, signal: Signal) {
        self.0.signal.store(signal as u8, Ordering::Relaxed);
    }

    /// A handle that can interrupt from elsewhere.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        InterruptHandle(self.0.clone())
    }

    /// The memory budget in bytes.
    pub fn budget(&self) -> usize {
        self.0.budget.load(Ordering::Relaxed)
    }

    /// Changes the memory budget.
    pub fn set_budget(&self, bytes: usize) {
        self.0.budget.store(bytes, Ordering::Relaxed);
        self.set_ceiling();
    }
}

impl InterruptHandle {
    /// Asks the running evaluation to stop.
    pub fn interrupt(&self) {
        self.signal(Signal::Interrupt);
    }

    /// Sets this signal, unless another one is set already.
    pub fn signal(&self, signal: Signal) {
        let _ = self.0.signal.compare_exchange(0, signal as u8, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cold]
fn stopped(signal: u8) -> Error {
    match signal {
        0 => Error::limit("the memory budget is used up"),
        2 => Error::new(ErrorKind::Timeout, "evaluation deadline exceeded"),
        _ => Error::new(ErrorKind::Interrupt, "evaluation interrupted"),
    }
}

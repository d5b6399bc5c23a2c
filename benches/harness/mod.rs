//! Timing of programs of the language beside plain Rust in one run.

use std::hint::black_box;

use aplomb::Session;

/// The time that the processors have worked for this program, on all its threads, in nanoseconds: what other programs on
/// the machine take does not count, and several cores do not make it less.
pub fn now() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes to `time`.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// The least time of several runs of `work`, in nanoseconds.
pub fn least(runs: usize, mut work: impl FnMut()) -> f64 {
    let time = |_| {
        let start = now();
        work();
        now() - start
    };
    (0..runs).map(time).fold(f64::MAX, f64::min)
}

/// Runs a program that must not fail.
pub fn run(session: &mut Session, text: &str) {
    let evaluation = session.evaluate(text);
    assert!(evaluation.error.is_none(), "{text}: {:?}", evaluation.error);
    black_box(evaluation.value);
}

/// The words of the command line that choose what is measured.
pub fn filter() -> String {
    std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default()
}

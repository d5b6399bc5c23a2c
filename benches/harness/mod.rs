//! Timing of programs of the language beside plain Rust in one run.

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

use aplomb::Session;

/// The time that this thread has run, in nanoseconds: what other programs on the machine take does not count. Where the
/// system does not tell, the time of day.
pub fn now() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let scheduled = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let running = scheduled.and_then(|text| text.split(' ').next().and_then(|time| time.parse().ok()));
    running.unwrap_or_else(|| START.elapsed().as_secs_f64() * 1e9)
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

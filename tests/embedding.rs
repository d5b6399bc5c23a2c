//! The embedding interface: sessions, events, limits, retained functions.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use aplomb::control::Result;
use aplomb::{Array, ErrorKind, EvalOptions, Event, EventKind, Host, Items, Session, Value};

fn texts(events: &[Event]) -> Vec<&str> {
    events.iter().map(Event::text).collect()
}

#[test]
fn events_value_and_error_are_apart() {
    let mut session = Session::new();
    let evaluation = session.evaluate("x←3 ⋄ x+1 ⋄ ⎕←\"out\" ⋄ x←9 ⋄ 1÷0 ⋄ x←10");
    assert_eq!(texts(&evaluation.events), ["4", "out"]);
    assert_eq!(evaluation.events[0].kind, EventKind::Display);
    assert_eq!(evaluation.events[1].kind, EventKind::Explicit);
    assert_eq!(evaluation.error.expect("a division by zero").kind(), ErrorKind::Domain);
    // What came before the error stays.
    assert!(matches!(session.get("x"), Some(Value::Float(x)) if x == 9.0));
    let assigned = session.evaluate("y←5");
    assert!(assigned.events.is_empty() && matches!(assigned.value, Some(Value::Float(y)) if y == 5.0));
    assert!(session.evaluate("1 ⋄ (").events.is_empty());
}

#[test]
fn echo_switches_results_off_but_not_output() {
    let mut session = Session::new();
    let options = EvalOptions { echo: false, ..EvalOptions::default() };
    let evaluation = session.evaluate_with("1 ⋄ ⎕←2 ⋄ 3", &options);
    assert_eq!(texts(&evaluation.events), ["2"]);
    assert!(matches!(evaluation.value, Some(Value::Float(x)) if x == 3.0));
}

#[test]
fn functions_are_retained() {
    let mut session = Session::new();
    let Some(Value::Function(add)) = session.evaluate("n←10 ⋄ {n+⍵}").value else { panic!("a function") };
    session.evaluate("n←20");
    let result = session.call(&add, None, Value::from(Array::floats(vec![1.0, 2.0]))).expect("no error");
    let Some(Value::Array(array)) = result else { panic!("an array") };
    assert!(matches!(array.items(), Items::F64([21.0, 22.0])));
    let failed = session.call(&add, None, Value::Char('x').clone().content()).expect("characters can be shifted");
    assert!(matches!(failed, Some(Value::Char(_))));
    assert!(session.call(&add, None, Value::Function(add.clone())).is_err());
    session.set("w", Value::from(Array::integers(vec![1, 2, 3])));
    assert_eq!(texts(&session.evaluate("+/w").events), ["6ₓ"]);
}

#[test]
fn deadlines_stop_any_program_and_leave_the_session_usable() {
    let mut session = Session::new();
    for endless in ["{∇⍵}0", "({⍵+1}⍣{0})0", "{0::1 ⋄ ({⍵+1}⍣∞)0}0", "f←{1+g ⍵} ⋄ g←{{∇⍵+1}⍵} ⋄ f 0"]
    {
        let options = EvalOptions { deadline: Some(Duration::from_millis(50)), ..EvalOptions::default() };
        let start = Instant::now();
        let evaluation = session.evaluate_with(endless, &options);
        assert_eq!(evaluation.error.expect(endless).kind(), ErrorKind::Timeout, "{endless}");
        assert!(start.elapsed() < Duration::from_secs(10), "{endless}");
    }
    let at_once = EvalOptions { deadline: Some(Duration::ZERO), ..EvalOptions::default() };
    assert_eq!(session.evaluate_with("1", &at_once).error.expect("no time").kind(), ErrorKind::Timeout);
    assert_eq!(texts(&session.evaluate("1+1").events), ["2"]);
}

#[test]
fn an_interrupt_passes_every_guard() {
    let mut session = Session::new();
    let handle = session.interrupt_handle();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        handle.interrupt();
    });
    let evaluation = session.evaluate("{0::1 ⋄ {∇⍵}0}0");
    thread.join().expect("the thread ends");
    assert_eq!(evaluation.error.expect("an interrupt").kind(), ErrorKind::Interrupt);
    assert_eq!(texts(&session.evaluate("1+1").events), ["2"]);
}

#[test]
fn limits_are_errors_that_can_be_caught() {
    let mut session = Session::new();
    session.set_memory_budget(50_000_000);
    assert_eq!(texts(&session.evaluate("{10::\"large\" ⋄ ⍵⍴5}1E9").events), ["large"]);
    let growing = "{10::\"full\" ⋄ x←⍬ ⋄ {x,←1000⍴⍵ ⋄ ∇⍵}1}0";
    assert_eq!(texts(&session.evaluate(growing).events), ["full"]);
    session.set_level_limit(100);
    assert_eq!(texts(&session.evaluate("f←{⍵=0:0 ⋄ 1+∇⍵-1} ⋄ {10::\"deep\" ⋄ f ⍵}¨90 110").events), ["90 \"deep\""]);
}

struct Shared(Arc<Mutex<Vec<String>>>);

impl Host for Shared {
    fn output(&mut self, event: &Event) -> Result<()> {
        self.0.lock().expect("the lock").push(event.text().to_string());
        Ok(())
    }

    fn read_line(&mut self) -> Result<Option<String>> {
        Ok(Some("typed".into()))
    }

    fn seed(&mut self) -> u64 {
        1
    }
}

#[test]
fn a_host_stands_between_the_session_and_the_outside() {
    let run = || {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let mut session = Session::with_host(Box::new(Shared(lines.clone())));
        session.evaluate("⌽⎕ ⋄ ⎕←3 ⋄ ?5⍴1000");
        lines.lock().expect("the lock").clone()
    };
    let first = run();
    assert_eq!(first[..2], ["depyt", "3"]);
    assert_eq!(first, run());
    let mut plain = Session::new();
    assert_eq!(plain.evaluate("⎕").error.expect("no input").message(), "standard input is unavailable here");
}

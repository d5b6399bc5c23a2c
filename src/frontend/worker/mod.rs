//! The process interface: one JSON object a line in, one out.
//!
//! A thread reads the requests and takes interrupts at once; the session works on them in order, on the thread that
//! writes the replies.

mod json;
mod request;
mod values;

use std::collections::HashSet;
use std::fmt::Write;
use std::io::BufRead;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use self::json::write_string;
use self::request::{Action, Line, Request};
use super::commands::Settings;
use super::driver::{Driver, Echo};
use super::{diagnostic, host};
use crate::array::Value;
use crate::control::{Error, ErrorKind, InterruptHandle, Location, Result, Signal, Source, Span};
use crate::display::Setting;
use crate::eval::host::{Event, EventKind, Host};
use crate::{EvalOptions, Session};

/// What the lines are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// `--worker`: requests with ids, deadlines, bindings and interrupts.
    Worker,
    /// `--json`: strings of source.
    Strings,
}

/// Answers the requests on standard input and gives the exit status.
pub fn run(protocol: Protocol) -> u8 {
    let events = Arc::new(Mutex::new(Vec::new()));
    let mut session = Session::with_host(Box::new(Recording(events.clone())));
    let requests = Requests { ids: Arc::default(), handle: session.interrupt_handle() };
    let (sender, receiver) = channel();
    let of_reader = requests.clone();
    thread::spawn(move || read_lines(protocol, &of_reader, &sender));
    session.state().control.enter();
    let mut worker = Worker { driver: Driver::new(session, Settings::batch()), events, requests };
    worker.answer(protocol, &receiver);
    0
}

/// The ids of requests that run or wait.
#[derive(Debug, Default)]
struct Ids {
    running: Option<u64>,
    waiting: HashSet<u64>,
    cancelled: HashSet<u64>,
}

#[derive(Clone)]
struct Requests {
    ids: Arc<Mutex<Ids>>,
    handle: InterruptHandle,
}

impl Requests {
    fn lock(&self) -> MutexGuard<'_, Ids> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cancels a request that runs or waits.
    fn cancel(&self, id: u64) {
        let mut ids = self.lock();
        if ids.running == Some(id) {
            self.handle.interrupt();
        } else if ids.waiting.contains(&id) {
            ids.cancelled.insert(id);
        }
    }

    /// Marks a request as the one that runs; whether it has been cancelled before.
    fn begin(&self, id: Option<u64>) -> bool {
        let mut ids = self.lock();
        ids.running = id;
        id.is_some_and(|id| {
            ids.waiting.remove(&id);
            ids.cancelled.remove(&id)
        })
    }
}

/// Reads lines until the end of input. Interrupts are carried out at once.
fn read_lines(protocol: Protocol, requests: &Requests, sender: &Sender<Line>) {
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = match protocol {
            Protocol::Worker => request::read(&line),
            Protocol::Strings => request::read_string(&line),
        };
        match &line {
            Line::Interrupt(id) => {
                requests.cancel(*id);
                continue;
            }
            Line::Request(Request { id: Some(id), .. }) => drop(requests.lock().waiting.insert(*id)),
            _ => {}
        }
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// Keeps the output of a request.
struct Recording(Arc<Mutex<Vec<Event>>>);

impl Host for Recording {
    fn output(&mut self, event: &Event) -> Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(event.clone());
        Ok(())
    }
}

struct Worker {
    driver: Driver,
    events: Arc<Mutex<Vec<Event>>>,
    requests: Requests,
}

impl Worker {
    /// Answers until the end of input, or until nobody reads the replies.
    fn answer(&mut self, protocol: Protocol, lines: &Receiver<Line>) {
        for line in lines {
            let (id, result) = match line {
                Line::Request(request) => (request.id, self.perform(request)),
                Line::Refused(id, message) => (id, refusal(message)),
                Line::Interrupt(_) => continue,
            };
            let reply = match (protocol, id) {
                (Protocol::Strings, _) => result,
                (Protocol::Worker, Some(id)) => format!("{{\"id\":{id},\"result\":{result}}}"),
                (Protocol::Worker, None) => format!("{{\"id\":null,\"result\":{result}}}"),
            };
            if host::print_line(&reply, &AtomicBool::new(false)).is_err() {
                return;
            }
        }
    }

    /// Carries out a request and gives the result object.
    fn perform(&mut self, request: Request) -> String {
        let source = request.source();
        let cancelled = self.requests.begin(request.id);
        let outcome = if cancelled {
            Err(Error::new(ErrorKind::Interrupt, "evaluation interrupted"))
        } else {
            self.evaluate(request, &source)
        };
        {
            let mut ids = self.requests.lock();
            ids.running = None;
            self.driver.session.state().control.set_signal(Signal::None);
        }
        let events = std::mem::take(&mut *self.events.lock().unwrap_or_else(PoisonError::into_inner));
        let start = Location { source, span: Span::default() };
        let mut value = String::from("null");
        let mut error = outcome.as_ref().err().map(|error| error.clone().at(start));
        if let Ok(Some(result)) = &outcome {
            let mut text = String::new();
            match values::encode(&mut text, result) {
                Ok(()) => value = text,
                Err(refused) => {
                    let nowhere = Location { source: Source::new("<json>", ""), span: Span::default() };
                    error = Some(refused.at(nowhere));
                }
            }
        }
        result_object(&value, &events, error.as_ref())
    }

    /// The value of a request that is to be encoded, if there is one.
    fn evaluate(&mut self, request: Request, source: &Arc<Source>) -> Result<Option<Value>> {
        for (name, value) in request.bindings {
            self.driver.session.set(&name, value);
        }
        let deadline = request.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        self.driver.deadline = deadline;
        self.driver.echo = request.echo;
        match request.action {
            Action::None => Ok(None),
            Action::Code(_) => {
                self.driver.run(source)?;
                Ok(self.driver.last_value.take())
            }
            Action::Call(_, arguments) => self.call(source, arguments, request.echo, deadline),
        }
    }

    fn call(
        &mut self,
        source: &Arc<Source>,
        mut arguments: Vec<Value>,
        echo: Echo,
        deadline: Option<Instant>,
    ) -> Result<Option<Value>> {
        let place = || Location { source: source.clone(), span: Span::new(0, source.text.len()) };
        if !(1..=2).contains(&arguments.len()) {
            return Err(Error::length("a call takes one or two arguments").at(place()));
        }
        let function = match self.driver.evaluate(source, 0..source.text.len(), Echo::Off)? {
            Some(Value::Function(function)) => function,
            _ => return Err(Error::syntax("the expression to call gives no function").at(place())),
        };
        let right = arguments.pop().unwrap_or(Value::Int(0));
        let options = EvalOptions {
            deadline: deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            collect: false,
            ..EvalOptions::default()
        };
        let evaluation = self.driver.session.call_with(&function, arguments.pop(), right, &options);
        if let Some(error) = evaluation.error {
            return Err(error.at(place()));
        }
        if let (Some(value), Echo::On) = (&evaluation.value, echo) {
            let state = self.driver.session.state();
            let text = state.presentation.result(value, Setting::TopLevel)?;
            state.output(EventKind::Display, vec![("text/plain".into(), text)])?;
        }
        Ok(evaluation.value)
    }
}

fn refusal(message: &str) -> String {
    let mut text = String::from("{\"value\":null,\"output\":[],\"error\":{\"kind\":\"REQUEST ERROR\",\"message\":");
    write_string(&mut text, message);
    text + "}}"
}

fn result_object(value: &str, events: &[Event], error: Option<&Error>) -> String {
    let mut out = format!("{{\"value\":{value},\"output\":[");
    for (i, event) in events.iter().enumerate() {
        let kind = match event.kind {
            EventKind::Display => "display",
            EventKind::Explicit => "explicit",
        };
        let _ = write!(out, "{}{{\"kind\":\"{kind}\",\"data\":{{", if i > 0 { "," } else { "" });
        for (i, (mime, content)) in event.bundle.iter().enumerate() {
            out.push_str(if i > 0 { "," } else { "" });
            write_string(&mut out, mime);
            out.push(':');
            write_string(&mut out, content);
        }
        out.push_str("}}");
    }
    out.push_str("],\"error\":");
    match error {
        Some(error) => error_object(&mut out, error),
        None => out.push_str("null"),
    }
    out.push('}');
    out
}

fn error_object(out: &mut String, error: &Error) {
    let _ = write!(out, "{{\"kind\":\"{}\",\"message\":", error.kind().name());
    write_string(out, error.message());
    out.push_str(",\"display\":");
    write_string(out, &diagnostic::render(error));
    if let Some(location) = error.location() {
        out.push(',');
        place(out, location);
    }
    out.push_str(",\"calls\":[");
    for (i, site) in error.calls().iter().enumerate() {
        out.push_str(if i > 0 { ",{" } else { "{" });
        place(out, site);
        out.push('}');
    }
    out.push_str("]}");
}

/// The fields `source` and `span` of a place.
fn place(out: &mut String, location: &Location) {
    out.push_str("\"source\":{\"name\":");
    write_string(out, &location.source.name);
    out.push_str(",\"text\":");
    write_string(out, &location.source.text);
    let _ = write!(out, "}},\"span\":[{},{}]", location.span.start, location.span.end);
}

/// A deadline so many milliseconds from now.
fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count)
}

//! Requests: what a line asks for.

use std::sync::Arc;
use std::time::Duration;

use super::json::Json;
use super::milliseconds;
use super::values::{Refusal, decode};
use crate::array::Value;
use crate::control::Source;
use crate::frontend::driver::Echo;
use crate::syntax::glyphs::{begins_name, continues_name};

/// One line of input.
#[derive(Debug)]
pub enum Line {
    /// Something to evaluate.
    Request(Request),
    /// Cancels the request with this id.
    Interrupt(u64),
    /// No valid request: its id, if that could be read, and what is wrong.
    Refused(Option<u64>, Refusal),
}

/// Something to evaluate.
#[derive(Debug)]
pub struct Request {
    /// Repeated in the reply.
    pub id: Option<u64>,
    /// What to do after the bindings.
    pub action: Action,
    /// Names to bind as globals first.
    pub bindings: Vec<(String, Value)>,
    /// How long the evaluation may take.
    pub timeout: Option<Duration>,
    /// Whether results of statements are output.
    pub echo: Echo,
}

/// What a request does.
#[derive(Debug)]
pub enum Action {
    /// Nothing but its bindings.
    None,
    /// Evaluates a source.
    Code(String),
    /// Calls the function that an expression gives.
    Call(String, Vec<Value>),
}

impl Request {
    /// The source that diagnostics point into.
    pub fn source(&self) -> Arc<Source> {
        match &self.action {
            Action::None => Source::new("<input>", ""),
            Action::Code(code) => Source::new("<input>", code.as_str()),
            Action::Call(call, _) => Source::new("<call>", call.as_str()),
        }
    }
}

/// Reads a line of the worker.
pub fn read(line: &[u8]) -> Line {
    let json = match std::str::from_utf8(line).map_err(|_| "the line is not valid UTF-8").and_then(Json::parse) {
        Ok(json) => json,
        Err(message) => return Line::Refused(None, message),
    };
    if !matches!(json, Json::Object(_)) {
        return Line::Refused(None, "a request is a JSON object");
    }
    if let Some(interrupt) = json.field("interrupt") {
        return match whole(interrupt) {
            Some(id) => Line::Interrupt(id),
            None => Line::Refused(None, "interrupt needs the id of a request"),
        };
    }
    let id = match json.field("id") {
        None => None,
        Some(id) => match whole(id) {
            Some(id) => Some(id),
            None => return Line::Refused(None, "an id is a whole number from 0 to 18446744073709551615"),
        },
    };
    match request(id, &json) {
        Ok(request) => Line::Request(request),
        Err(message) => Line::Refused(id, message),
    }
}

/// Reads a line of the form for pipelines: a JSON string that holds source.
pub fn read_string(line: &[u8]) -> Line {
    let json = std::str::from_utf8(line).map_err(|_| "the line is not valid UTF-8").and_then(Json::parse);
    match json {
        Ok(Json::String(code)) => Line::Request(Request {
            id: None,
            action: Action::Code(code),
            bindings: Vec::new(),
            timeout: None,
            echo: Echo::On,
        }),
        Ok(_) => Line::Refused(None, "a line is a JSON string that holds source"),
        Err(message) => Line::Refused(None, message),
    }
}

fn whole(json: &Json) -> Option<u64> {
    match json {
        Json::Number(text) => text.parse().ok(),
        _ => None,
    }
}

fn request(id: Option<u64>, json: &Json) -> Result<Request, Refusal> {
    let text = |name| match json.field(name) {
        None => Ok(None),
        Some(Json::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err("code and call are strings"),
    };
    let arguments = match json.field("args") {
        None => Vec::new(),
        Some(Json::List(arguments)) => arguments.iter().map(decode).collect::<Result<_, _>>()?,
        Some(_) => return Err("args is a list of encoded values"),
    };
    let bindings = json.field("bindings").map(bindings).transpose()?;
    let timeout = match json.field("timeout_ms").map(whole) {
        None => None,
        Some(Some(count)) => Some(milliseconds(count)),
        Some(None) => return Err("timeout_ms is a whole number from 0 on"),
    };
    let echo = match json.field("echo") {
        None | Some(Json::Bool(true)) => Echo::On,
        Some(Json::Bool(false)) => Echo::Off,
        Some(_) => return Err("echo is true or false"),
    };
    let action = match (text("code")?, text("call")?) {
        (Some(_), Some(_)) => return Err("code and call do not go together"),
        (Some(code), None) => Action::Code(code),
        (None, Some(call)) => Action::Call(call, arguments),
        (None, None) if bindings.is_some() => Action::None,
        (None, None) => return Err("one of code, call and bindings is needed"),
    };
    Ok(Request { id, action, bindings: bindings.unwrap_or_default(), timeout, echo })
}

fn bindings(json: &Json) -> Result<Vec<(String, Value)>, Refusal> {
    let Json::Object(fields) = json else { return Err("bindings is an object") };
    let bind = |(name, value): &(String, Json)| {
        if !(name.starts_with(begins_name) && name.chars().all(continues_name)) {
            return Err("a binding needs an ordinary name");
        }
        Ok((name.clone(), decode(value)?))
    };
    fields.iter().map(bind).collect()
}

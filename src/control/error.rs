//! The one error type of the interpreter.

use std::borrow::Cow;
use std::fmt;

use super::Location;

/// The result of anything that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// What class of failure happened. The class decides the printed name and which guard numbers catch it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// Text or a call of a wrong form.
    Syntax,
    /// A position outside its axis or a missing key.
    Index,
    /// A rank that is not allowed.
    Rank,
    /// Shapes or counts that do not agree.
    Length,
    /// An unbound name or a missing value.
    Value,
    /// Memory, depth or another resource.
    Limit,
    /// Values of a wrong kind or outside a function's domain.
    Domain,
    /// Something that the language leaves out on purpose.
    Unsupported,
    /// A cancel request.
    Interrupt,
    /// A deadline that has passed.
    Timeout,
}

impl ErrorKind {
    /// The name as diagnostics print it.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Syntax => "SYNTAX ERROR",
            ErrorKind::Index => "INDEX ERROR",
            ErrorKind::Rank => "RANK ERROR",
            ErrorKind::Length => "LENGTH ERROR",
            ErrorKind::Value => "VALUE ERROR",
            ErrorKind::Limit => "LIMIT ERROR",
            ErrorKind::Domain => "DOMAIN ERROR",
            ErrorKind::Unsupported => "UNSUPPORTED",
            ErrorKind::Interrupt => "INTERRUPT",
            ErrorKind::Timeout => "TIMEOUT",
        }
    }

    /// The number that error guards use; kinds without one are never caught.
    pub fn guard_number(self) -> Option<i64> {
        match self {
            ErrorKind::Syntax => Some(2),
            ErrorKind::Index => Some(3),
            ErrorKind::Rank => Some(4),
            ErrorKind::Length => Some(5),
            ErrorKind::Value => Some(6),
            ErrorKind::Limit => Some(10),
            ErrorKind::Domain => Some(11),
            ErrorKind::Unsupported | ErrorKind::Interrupt | ErrorKind::Timeout => None,
        }
    }
}

/// One call of a defined function that was under way when an error happened.
pub type CallSite = Location;

/// A failure: its kind, a message for people, and where it happened as far as that is known.
///
/// Primitives make errors without a place; the evaluator adds the span of the item that was being used and the call
/// sites. One pointer wide, so that results stay small.
#[derive(Clone, Debug)]
pub struct Error(Box<ErrorData>);

#[derive(Clone, Debug)]
struct ErrorData {
    kind: ErrorKind,
    message: Cow<'static, str>,
    location: Option<Location>,
    calls: Vec<CallSite>,
    /// Whether the error has left a call whose site is not known yet.
    leaves_call: bool,
}

impl Error {
    /// An error of the given kind without a place.
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Error {
        Error(Box::new(ErrorData {
            kind,
            message: message.into(),
            location: None,
            calls: Vec::new(),
            leaves_call: false,
        }))
    }

    /// A `SYNTAX ERROR`.
    pub fn syntax(message: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Syntax, message)
    }

    /// An `INDEX ERROR`.
    pub fn index(message: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Index, message)
    }

    /// A `RANK ERROR`.
    pub fn rank(message: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Rank, message)
    }

    /// A `LENGTH ERROR`.
    pub fn length(message: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Length, message)
    }

    /// A `VALUE ERROR`.
    pub fn value(message: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Value, message)
    }

    /// A `LIMIT ERROR`.
    pub fn limit(message: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Limit, message)
    }

    /// A `DOMAIN ERROR`.
    pub fn domain(message: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Domain, message)
    }

    /// An `UNSUPPORTED` error.
    pub fn unsupported(message: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Unsupported, message)
    }

    /// The kind.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The message, one line without the kind.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where the error happened, if that is known yet.
    pub fn location(&self) -> Option<&Location> {
        self.0.location.as_ref()
    }

    /// The call sites from the innermost outwards.
    pub fn calls(&self) -> &[CallSite] {
        &self.0.calls
    }

    /// The error as it passes the item at this place: the place where it happened, unless that is known already, or
    /// the site of the call that it has just left.
    pub fn at(mut self, location: Location) -> Error {
        if std::mem::take(&mut self.0.leaves_call) {
            self.0.calls.push(location);
        } else {
            self.0.location.get_or_insert(location);
        }
        self
    }

    /// Marks that the error leaves a call of a defined function. Whoever made the call knows its site and adds it with
    /// [`Error::at`].
    pub fn leave_call(mut self) -> Error {
        self.0.leaves_call = self.0.location.is_some();
        self
    }

    /// The same error with another message.
    pub fn with_message(mut self, message: impl Into<Cow<'static, str>>) -> Error {
        self.0.message = message.into();
        self
    }

    /// Adds the next outer call site.
    pub fn push_call(&mut self, site: CallSite) {
        self.0.calls.push(site);
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.kind.name(), self.0.message)
    }
}

impl std::error::Error for Error {}

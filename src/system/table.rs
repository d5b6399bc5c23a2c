//! The list of system names.

use std::sync::Arc;

use super::{fields, files, introspect, text, time};
use crate::array::{Array, Caller, Function, Layout, Native, Outcome, Value};
use crate::control::Result;
use crate::eval::state::{SessionFunction, State};

/// A system function of one or two arguments.
type SystemCall = fn(&mut dyn Caller, Option<Value>, Value) -> Result<Outcome>;

/// One row: a system function.
struct SystemFunction {
    /// The name in lower case, without the bullet.
    name: &'static str,
    call: SystemCall,
}

/// Every system function.
#[rustfmt::skip]
static FUNCTIONS: &[SystemFunction] = &[
    SystemFunction { name: "c", call: text::case },
    SystemFunction { name: "ucs", call: text::unicode },
    SystemFunction { name: "vfi", call: fields::numbers_of_fields },
];

/// Every system function that reaches into its session.
#[rustfmt::skip]
static SESSION_FUNCTIONS: &[SessionFunction] = &[
    SessionFunction { name: "load", call: introspect::load },
    SessionFunction { name: "nget", call: files::get },
    SessionFunction { name: "nput", call: files::put },
    SessionFunction { name: "signal", call: introspect::signal },
    SessionFunction { name: "nc", call: introspect::classes },
    SessionFunction { name: "nl", call: introspect::names },
    SessionFunction { name: "src", call: introspect::sources },
    SessionFunction { name: "ex", call: introspect::erase },
    SessionFunction { name: "storage", call: introspect::storage },
    SessionFunction { name: "time", call: time::time },
];

impl Native for &'static SystemFunction {
    fn name(&self) -> String {
        format!("•{}", self.name)
    }

    fn is_system(&self) -> bool {
        true
    }

    fn call(&self, caller: &mut dyn Caller, left: Option<Value>, right: Value) -> Result<Outcome> {
        (self.call)(caller, left, right)
    }
}

/// All system names in lower case, without bullets, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    let session = SESSION_FUNCTIONS.iter().map(|row| row.name);
    let mut names: Vec<&str> = FUNCTIONS.iter().map(|row| row.name).chain(session).chain(["a", "d", "args"]).collect();
    names.sort_unstable();
    names.into_iter()
}

/// What a system name (in lower case) means in this session; nothing for a name that there is not.
pub fn lookup(name: &str, state: &State) -> Option<Value> {
    match name {
        "a" => Some(Value::string("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
        "d" => Some(Value::string("0123456789")),
        "args" => Some(arguments(&state.arguments)),
        _ => {
            if let Some(row) = SESSION_FUNCTIONS.iter().find(|row| row.name == name) {
                return Some(Function::native(Arc::new(*row)).into());
            }
            let row = FUNCTIONS.iter().find(|row| row.name == name)?;
            Some(Function::native(Arc::new(row)).into())
        }
    }
}

/// The arguments as a vector of strings, `0⍴⊂""` when there are none.
fn arguments(arguments: &[String]) -> Value {
    if arguments.is_empty() {
        return Array::empty(Layout::vector(0), Value::string("")).into();
    }
    Array::vector(arguments.iter().map(|argument| Value::string(argument)).collect()).into()
}

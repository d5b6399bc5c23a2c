//! Aplomb: a native interpreter of an array language.
//!
//! A [`Session`] evaluates source texts one after the other and keeps their names:
//!
//! ```
//! use aplomb::{Session, Value};
//!
//! let mut session = Session::new();
//! let first = session.evaluate("mean←+/÷≢ ⋄ mean 1 2 6");
//! assert_eq!(first.events[0].text(), "3");
//!
//! // A function stays usable after the evaluation that made it.
//! let Some(Value::Function(mean)) = session.evaluate("mean").value else { panic!("mean is a function") };
//! let result = session.call(&mean, None, Value::from(aplomb::Array::floats(vec![2.0, 4.0]))).unwrap();
//! assert!(matches!(result, Some(Value::Float(mean)) if mean == 3.0));
//!
//! let failed = session.evaluate("1 2+1 2 3");
//! assert_eq!(failed.error.unwrap().kind(), aplomb::ErrorKind::Length);
//! ```

pub mod agree;
mod api;
pub mod array;
pub mod control;
pub mod display;
pub mod eval;
pub mod frontend;
pub mod kernel;
pub mod number;
pub mod primitive;
pub mod syntax;
pub mod system;

pub use api::{EvalOptions, Evaluation, Session};
pub use array::{Array, Function, Items, Value};
pub use control::{Error, ErrorKind, InterruptHandle, Source};
pub use eval::host::{Event, EventKind, Host};

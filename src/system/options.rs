//! Option records: the settings on the left of a system function.

use crate::array::Value;
use crate::control::{Error, Result};
use crate::primitive::argument::describe;

/// The settings that were given, by name in lower case.
#[derive(Debug, Default)]
pub struct Options {
    given: Vec<(String, Value)>,
    /// The function that they belong to, for messages.
    function: &'static str,
}

impl Options {
    /// Reads a record, every entry of which has one of the `known` names as its key, once, whatever its case. An empty
    /// string stands for no settings, as does nothing at all; anything else is a `DOMAIN ERROR`.
    pub fn read(left: Option<&Value>, known: &[&str], function: &'static str) -> Result<Options> {
        let mut options = Options { given: Vec::new(), function };
        let Some(left) = left else { return Ok(options) };
        let no_record = || Error::domain(format!("the options of {function} are a record, not {}", describe(left)));
        let Value::Array(array) = left else { return Err(no_record()) };
        if array.rank() != 1 {
            return Err(no_record());
        }
        let Some(keys) = array.layout().keys(0) else {
            return if left.as_text().is_some_and(|text| text.is_empty()) { Ok(options) } else { Err(no_record()) };
        };
        for (i, key) in keys.entries().iter().enumerate() {
            let Some(key) = key else {
                return Err(Error::domain(format!("an option of {function} has no name")));
            };
            let name = key.to_lowercase();
            if !known.contains(&name.as_str()) {
                return Err(Error::domain(format!("{function} has no option {key}")));
            }
            if options.value(&name).is_some() {
                return Err(Error::domain(format!("the option {key} occurs twice")));
            }
            options.given.push((name, array.item(i)));
        }
        Ok(options)
    }

    /// The value given for a name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.given.iter().find(|(given, _)| given == name).map(|(_, value)| value)
    }

    /// A flag: the number 0 or 1, 0 where it is not given.
    pub fn flag(&self, name: &str) -> Result<bool> {
        match self.value(name) {
            None | Some(Value::Int(0)) => Ok(false),
            Some(Value::Int(1)) => Ok(true),
            Some(Value::Float(value)) if *value == 0.0 || *value == 1.0 => Ok(*value == 1.0),
            Some(other) => {
                Err(Error::domain(format!("the option {name} of {} is 0 or 1, not {}", self.function, describe(other))))
            }
        }
    }

    /// Text, where it is given.
    pub fn text(&self, name: &str) -> Result<Option<String>> {
        match self.value(name) {
            None => Ok(None),
            Some(value) => value.as_text().map(Some).ok_or_else(|| {
                Error::domain(format!("the option {name} of {} is text, not {}", self.function, describe(value)))
            }),
        }
    }
}

//! `:`: keys attached to axes and removed from them, descriptions included.

use std::sync::Arc;

use crate::array::{Array, Axis, Caller, Keys, Layout, Storage, Value};
use crate::control::{Error, Result, reserve};
use crate::primitive::argument::{Whole, axes, counted, describe, text, whole};

/// `:Y`: without keys; axis names stay.
pub fn unkey(_: &mut dyn Caller, right: Value) -> Result<Value> {
    Ok(match right {
        Value::Array(array) if array.layout().has_keys() => {
            let every: Vec<usize> = (0..array.rank()).collect();
            unkeyed(array, &every).into()
        }
        unchanged => unchanged,
    })
}

fn unkeyed(array: Array, chosen: &[usize]) -> Array {
    let layout = array.layout();
    let mut axes = layout.axes();
    for &axis in chosen {
        axes[axis].keys = None;
    }
    let layout = Layout::with_axes(layout.shape(), axes);
    array.with_layout(layout)
}

/// `K:Y`: keys for the leading axes, or a record of one entry.
pub fn keyed(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    attach(&left, right)
}

/// `:⍠A Y` and `K:⍠A Y`: keys of the axes `A` removed or attached.
pub fn keys_along(_: &mut dyn Caller, operand: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    let array = right.into_array();
    let Some(left) = left else {
        let chosen = axes(operand, array.layout())?;
        return Ok(unkeyed(array, &chosen).into());
    };
    let lists = KeyLists::of(&left)?;
    let chosen = axes(operand, array.layout())?;
    if lists.len() != chosen.len() {
        return Err(Error::length(format!(
            "{} for {}",
            counted(lists.len(), "key list"),
            counted(chosen.len(), "axis")
        )));
    }
    on_axes(&lists, array, &chosen).map(Value::Array)
}

/// What the left argument of `:` means.
enum KeyLists {
    /// One string or character.
    Key(Arc<str>),
    /// One key list.
    List(Value),
    /// A key list for each of several axes.
    Lists(Vec<Value>),
    /// A record: axis names, and a key list for each.
    Description(Vec<Option<Arc<str>>>, Vec<Value>),
}

impl KeyLists {
    fn of(left: &Value) -> Result<KeyLists> {
        let left = left.clone().content();
        if let Some(key) = text(&left).filter(|_| !is_record(&left)) {
            return Ok(KeyLists::Key(key));
        }
        let Value::Array(array) = &left else {
            return Err(Error::domain(format!("a key must be a string, not {}", describe(&left))));
        };
        if array.rank() > 1 {
            return Err(Error::rank(format!("keys must be a string or a vector, not {}", describe(&left))));
        }
        if array.rank() == 0 {
            return Err(Error::domain(format!("a key must be a string, not {}", describe(&array.item(0)))));
        }
        if let Some(names) = array.layout().keys(0) {
            return Ok(KeyLists::Description(names.entries().to_vec(), array.storage().to_values()));
        }
        reserve(array.len(), size_of::<Value>(), || format!("{} keys", array.len()))?;
        let items = array.storage().to_values();
        if items.iter().any(|item| matches!(item, Value::Array(_)) && text(item).is_none()) {
            return Ok(KeyLists::Lists(items));
        }
        match &items[..] {
            [only] if let Some(key) = text(only) => Ok(KeyLists::Key(key)),
            _ => Ok(KeyLists::List(left)),
        }
    }

    /// For how many axes there is a key list.
    fn len(&self) -> usize {
        match self {
            KeyLists::Key(_) | KeyLists::List(_) => 1,
            KeyLists::Lists(lists) | KeyLists::Description(_, lists) => lists.len(),
        }
    }
}

fn is_record(value: &Value) -> bool {
    value.as_array().is_some_and(|array| array.rank() == 1 && array.layout().keys(0).is_some())
}

/// `K:Y` (05 §5.2): a record of one entry for one string, otherwise keys for the leading axes.
pub fn attach(left: &Value, right: Value) -> Result<Value> {
    let lists = KeyLists::of(left)?;
    if let KeyLists::Key(key) = lists {
        let axis = Axis { keys: Keys::of_unique(vec![Some(key)]), name: None };
        return Ok(Array::new(Layout::with_axes(vec![1], vec![axis]), Storage::collect(vec![right])).into());
    }
    if lists.len() > right.rank() || right.rank() == 0 {
        return Err(Error::rank(format!("{} for an array of rank {}", counted(lists.len(), "key list"), right.rank())));
    }
    let leading: Vec<usize> = (0..lists.len()).collect();
    on_axes(&lists, right.into_array(), &leading).map(Value::Array)
}

/// The array with a key list for each of the axes.
fn on_axes(lists: &KeyLists, array: Array, chosen: &[usize]) -> Result<Array> {
    let layout = array.layout();
    let one;
    let values: &[Value] = match lists {
        KeyLists::Key(key) => {
            one = [Value::string(key)];
            &one
        }
        KeyLists::List(list) => std::slice::from_ref(list),
        KeyLists::Lists(lists) | KeyLists::Description(_, lists) => lists,
    };
    for (list, &axis) in values.iter().zip(chosen) {
        check_list(list, layout.shape()[axis])?;
    }
    let mut axes = layout.axes();
    for (list, &axis) in values.iter().zip(chosen) {
        axes[axis].keys = key_list(list)?;
    }
    if let KeyLists::Description(names, _) = lists {
        for (name, &axis) in names.iter().zip(chosen) {
            axes[axis].name = name.clone();
        }
        check_names(&axes)?;
    }
    let layout = Layout::with_axes(layout.shape(), axes);
    Ok(array.with_layout(layout))
}

fn check_names(axes: &[Axis]) -> Result<()> {
    for (i, axis) in axes.iter().enumerate() {
        if let Some(name) = &axis.name
            && axes[..i].iter().any(|before| before.name.as_ref() == Some(name))
        {
            return Err(Error::domain(format!("two axes would have the name: {name}")));
        }
    }
    Ok(())
}

/// Rank and length of a key list; a string is a list of one key.
fn check_list(list: &Value, length: usize) -> Result<()> {
    let keys = match list {
        Value::Array(array) if array.rank() > 1 => {
            return Err(Error::rank(format!("a key list must be a vector, not {}", describe(list))));
        }
        Value::Array(array) if array.rank() == 1 && text(list).is_none() => array.len(),
        _ => 1,
    };
    if keys == length {
        Ok(())
    } else {
        Err(Error::length(format!("{} for an axis of length {length}", counted(keys, "key"))))
    }
}

/// The keys of a list that has the length of its axis.
fn key_list(list: &Value) -> Result<Option<Arc<Keys>>> {
    if let Some(key) = text(list) {
        return Ok(Keys::of_unique(vec![Some(key)]));
    }
    let Value::Array(array) = list else {
        return Err(Error::domain(format!("a key must be a string, not {}", describe(list))));
    };
    if array.rank() == 0 {
        return key_list(&array.item(0)).and_then(|keys| match text(&array.item(0)) {
            Some(_) => Ok(keys),
            None => Err(Error::domain("a key must be a string")),
        });
    }
    let entries = (0..array.len()).map(|position| entry(&array.item(position), position)).collect::<Result<_>>()?;
    Keys::new(entries)
}

/// One entry of a key list: a string, or its own position for none.
fn entry(item: &Value, position: usize) -> Result<Option<Arc<str>>> {
    if let Some(key) = text(item) {
        return Ok(Some(key));
    }
    match whole(item, "a key that is no string")? {
        Whole::Small(number) if number == position as i64 => Ok(None),
        _ => Err(Error::domain(format!("position {position} has no key: it must be written as its own number"))),
    }
}

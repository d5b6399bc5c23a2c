//! Functions of a vector that are made of reductions by scalar functions, of its length, and of scalar functions of these:
//! `+/`, `+/÷≢`, `{(⌈/⍵)-⌊/⍵}`. For all lanes of an array they can be called at once.

use super::elementwise::is_item_by_item;
use super::scalar_dyad;
use crate::array::{Array, Caller, Domain, Form, Function, Layout, Value};
use crate::control::Result;
use crate::primitive::pervasive::{ScalarDyad, fold};

/// Lanes that can be reduced all at once.
pub trait Folder {
    /// The reductions of all lanes, in the layout of the frame; nothing where there is no path without calls.
    fn fold(&self, function: &ScalarDyad) -> Result<Option<Value>>;
    /// The length of each lane, in the layout of the frame, or of all of them.
    fn tally(&self) -> Result<Value>;
    /// The axes that are not reduced.
    fn frame(&self) -> Layout;
}

/// The lanes of the last axis of an array of rank 2 or more.
pub struct LastAxis<'a>(pub &'a Array);

impl Folder for LastAxis<'_> {
    fn fold(&self, function: &ScalarDyad) -> Result<Option<Value>> {
        fold(function, self.0, self.0.rank() - 1)
    }

    fn tally(&self) -> Result<Value> {
        Ok(Value::Int(self.0.shape()[self.0.rank() - 1] as i64))
    }

    fn frame(&self) -> Layout {
        self.0.layout().frame(self.0.rank() - 1)
    }
}

/// What the function gives for every lane, in the layout of the frame. Nothing where the function is of another kind, and
/// where its results are not all of one: called lane by lane, it then gives the right array or error.
pub fn lanewise(caller: &mut dyn Caller, function: &Function, lanes: &dyn Folder) -> Result<Option<Value>> {
    let is_joined = |value: &Value| match value {
        Value::Array(array) => {
            array.storage().lane().domain() != Domain::Mixed && array.shape() == lanes.frame().shape()
        }
        _ => false,
    };
    let tacit = match function.form() {
        Form::Defined(definition) => match definition.as_reductions() {
            Some(tacit) => tacit,
            None => return Ok(None),
        },
        _ => function.clone(),
    };
    Ok(of_lanes(caller, &tacit, lanes)?.filter(is_joined))
}

fn of_lanes(caller: &mut dyn Caller, function: &Function, lanes: &dyn Folder) -> Result<Option<Value>> {
    match function.form() {
        Form::Primitive(glyph) if glyph.symbol == '≢' => lanes.tally().map(Some),
        Form::Derived { operator, left: Value::Function(operand), right: None }
            if matches!(operator.symbol, '/' | '⌿') =>
        {
            scalar_dyad(operand).map_or(Ok(None), |scalar| lanes.fold(scalar))
        }
        Form::Derived { operator, left: Value::Function(outer), right: Some(Value::Function(inner)) }
            if operator.symbol == '⍤' && is_item_by_item(outer) =>
        {
            let Some(value) = of_lanes(caller, inner, lanes)? else { return Ok(None) };
            Ok(caller.call_value(outer, None, value).ok())
        }
        Form::Fork { left, middle, right } if scalar_dyad(middle).is_some() => {
            let Some(second) = of_lanes(caller, right, lanes)? else { return Ok(None) };
            let first = match left {
                Value::Function(left) => of_lanes(caller, left, lanes)?,
                constant => constant.as_number().map(|_| constant.clone()),
            };
            let Some(first) = first else { return Ok(None) };
            Ok(caller.call_value(middle, Some(first), second).ok())
        }
        _ => Ok(None),
    }
}

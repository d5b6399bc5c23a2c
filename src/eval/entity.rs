//! What names hold and items evaluate to: data, functions, hybrids and operators.

use std::any::Any;
use std::sync::Arc;

use super::code::Body;
use crate::array::{Definition, Form, Function, Glyph, Uses, Value};
use crate::control::{Error, Result};
use crate::primitive::operators::Windows;
use crate::primitive::table::{Operator, OperatorValence, Primitive};
use crate::syntax::tree::BracesKind;

/// What a name holds or an expression gives. 16 bytes.
#[derive(Clone, Debug, Default)]
pub enum Entity {
    /// No value; of a name: unbound.
    #[default]
    Nothing,
    /// Data: an array or an atom, an argument that is a function included.
    Data(Value),
    /// Data on its way to the next function: windows that are made only where that needs them. No name holds it.
    Windows(Box<Windows>),
    /// A function.
    Function(Function),
    /// `/ ⌿ \ ⍀`, function or operator by its neighbours. The row is that of its role as a function.
    Hybrid(Glyph),
    /// An operator glyph.
    Operator(Glyph),
    /// A defined operator.
    DefinedOperator(Arc<DefinedOperator>),
}

const _: () = assert!(size_of::<Entity>() == 16);

/// The categories by which the binder joins neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// No value; binds with nothing.
    Nothing,
    /// A: data.
    Data,
    /// F: a function.
    Function,
    /// H: a function beside data, an operator beside a function.
    Hybrid,
    /// M: a monadic operator.
    Monadic,
    /// D: a dyadic operator.
    Dyadic,
    /// P: a dyadic operator with its right operand.
    Partial,
    /// B: a function with its left argument.
    Bound,
    /// T: a train under construction.
    Train,
}

/// A defined function, or a defined operator with its operands.
#[derive(Debug)]
pub struct DefinedFunction {
    /// The code.
    pub body: Arc<Body>,
    /// The frame in which the braces were evaluated, 0 for the top level.
    pub frame: u32,
    /// The left operand.
    pub left: Option<Value>,
    /// The right operand.
    pub right: Option<Value>,
}

/// A defined operator without operands.
#[derive(Debug)]
pub struct DefinedOperator {
    /// The code.
    pub body: Arc<Body>,
    /// The frame in which the braces were evaluated, 0 for the top level.
    pub frame: u32,
}

/// An operator, by glyph or defined.
#[derive(Clone, Debug)]
pub enum OperatorValue {
    /// A glyph.
    Glyph(Glyph),
    /// A definition.
    Defined(Arc<DefinedOperator>),
}

impl Definition for DefinedFunction {
    fn source_text(&self) -> &str {
        self.body.text()
    }

    fn operands(&self) -> (Option<&Value>, Option<&Value>) {
        (self.left.as_ref(), self.right.as_ref())
    }

    fn frame(&self) -> u32 {
        self.frame
    }

    fn item_by_item(&self) -> Option<Uses> {
        super::elementwise::uses(&self.body)
    }

    fn as_reductions(&self) -> Option<Function> {
        super::reductions::as_train(&self.body)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The definition behind a function, if it is a defined one.
#[inline]
pub fn definition_of(function: &Function) -> Option<&DefinedFunction> {
    match function.form() {
        Form::Defined(definition) => definition.as_any().downcast_ref(),
        _ => None,
    }
}

impl OperatorValue {
    /// How many operands it takes.
    pub fn valence(&self) -> OperatorValence {
        match self {
            OperatorValue::Glyph(glyph) => Operator::row_of(*glyph).valence,
            OperatorValue::Defined(operator) => operator.valence(),
        }
    }

    /// The function that this operator makes of its operands; a `DOMAIN ERROR` for operands of a wrong kind.
    pub fn derive(&self, left: Value, right: Option<Value>) -> Result<Function> {
        match self {
            OperatorValue::Glyph(glyph) => {
                if let Some(check) = Operator::row_of(*glyph).check {
                    check(&left, right.as_ref())?;
                }
                Function::derived(*glyph, left, right)
            }
            OperatorValue::Defined(operator) => Function::defined(Arc::new(DefinedFunction {
                body: operator.body.clone(),
                frame: operator.frame,
                left: Some(left),
                right,
            })),
        }
    }
}

impl DefinedOperator {
    fn valence(&self) -> OperatorValence {
        match self.body.kind {
            BracesKind::DyadicOperator => OperatorValence::Dyadic,
            _ => OperatorValence::Monadic,
        }
    }
}

impl From<Value> for Entity {
    /// The result of a call: data, or a function.
    #[inline]
    fn from(value: Value) -> Entity {
        match value {
            Value::Function(function) => Entity::Function(function),
            data => Entity::Data(data),
        }
    }
}

impl From<Windows> for Entity {
    fn from(windows: Windows) -> Entity {
        Entity::Windows(Box::new(windows))
    }
}

impl From<OperatorValue> for Entity {
    fn from(operator: OperatorValue) -> Entity {
        match operator {
            OperatorValue::Glyph(glyph) => Entity::Operator(glyph),
            OperatorValue::Defined(operator) => Entity::DefinedOperator(operator),
        }
    }
}

impl Entity {
    /// How it binds.
    #[inline]
    pub fn category(&self) -> Category {
        match self {
            Entity::Nothing => Category::Nothing,
            Entity::Data(_) | Entity::Windows(_) => Category::Data,
            Entity::Function(_) => Category::Function,
            Entity::Hybrid(_) => Category::Hybrid,
            Entity::Operator(glyph) => category_of(Operator::row_of(*glyph).valence),
            Entity::DefinedOperator(operator) => category_of(operator.valence()),
        }
    }

    /// Whether a name that holds it is bound.
    #[inline]
    pub fn is_bound(&self) -> bool {
        !matches!(self, Entity::Nothing)
    }

    /// As an argument, item or operand: data as it is, a function as an atom, a hybrid as its function. An operator is a
    /// `SYNTAX ERROR`, no value a `VALUE ERROR`.
    #[inline]
    pub fn into_value(self) -> Result<Value> {
        match self {
            Entity::Data(value) => Ok(value),
            Entity::Windows(windows) => windows.made(),
            Entity::Function(function) => Ok(Value::Function(function)),
            Entity::Hybrid(glyph) => Ok(Value::Function(hybrid_function(glyph))),
            Entity::Nothing => Err(Error::value("no value where one is needed")),
            Entity::Operator(_) | Entity::DefinedOperator(_) => Err(Error::syntax("an operator is no value")),
        }
    }

    /// The operator that it is, a hybrid in its role as one included.
    pub fn as_operator(&self) -> Option<OperatorValue> {
        match self {
            Entity::Operator(glyph) => Some(OperatorValue::Glyph(*glyph)),
            Entity::DefinedOperator(operator) => Some(OperatorValue::Defined(operator.clone())),
            Entity::Hybrid(glyph) => Operator::glyph(glyph.symbol).map(OperatorValue::Glyph),
            _ => None,
        }
    }

    /// The windows that have not been made, if it is that, which it then no longer is.
    #[inline]
    pub fn take_windows(&mut self) -> Option<Box<Windows>> {
        if !matches!(self, Entity::Windows(_)) {
            return None;
        }
        match std::mem::take(self) {
            Entity::Windows(windows) => Some(windows),
            _ => None,
        }
    }

    /// The deepest frame on which it depends, 0 for none.
    pub fn dependency(&self) -> u32 {
        match self {
            Entity::Data(value) => value.dependency(),
            Entity::Function(function) => function.dependency(),
            Entity::DefinedOperator(operator) => operator.frame,
            Entity::Nothing | Entity::Windows(_) | Entity::Hybrid(_) | Entity::Operator(_) => 0,
        }
    }
}

/// A hybrid glyph in its role as a function.
pub fn hybrid_function(glyph: Glyph) -> Function {
    Primitive::function(glyph.symbol).expect("every hybrid has a row as a function")
}

fn category_of(valence: OperatorValence) -> Category {
    match valence {
        OperatorValence::Monadic => Category::Monadic,
        OperatorValence::Dyadic => Category::Dyadic,
    }
}

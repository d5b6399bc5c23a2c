//! Functions as values: what they are made of, not what they do.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::Value;
use crate::control::{Error, Result};

/// The most operator, train and binding steps that one function may be built of.
pub const MAX_STEPS: u32 = 1024;

/// A function or operator glyph with the number of its row in the primitive table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Glyph {
    /// The glyph.
    pub symbol: char,
    /// The row in the table of functions (or operators) that declares it.
    pub row: u8,
}

/// A function value. Copies are the same function; a new one is made each time its expression is evaluated.
#[derive(Clone)]
pub struct Function(Arc<FunctionNode>);

/// What a function is made of.
pub struct FunctionNode {
    /// The form.
    pub form: Form,
    /// The deepest frame that this function depends on, 0 for none.
    dependency: u32,
    /// How many operator, train and binding steps it is built of.
    steps: u32,
}

/// The forms of functions.
pub enum Form {
    /// A function glyph, or a hybrid glyph in its role as a function.
    Primitive(Glyph),
    /// An operator with its operands. Atops of trains are `⍤`, bound arrays `⊸` (and `⟜`).
    Derived {
        /// The operator glyph.
        operator: Glyph,
        /// The left operand, a function or data.
        left: Value,
        /// The right operand of a dyadic operator.
        right: Option<Value>,
    },
    /// A fork `e f g`; `e` is data in a constant fork.
    Fork {
        /// The left arm: a function, or data.
        left: Value,
        /// The function between.
        middle: Function,
        /// The right arm.
        right: Function,
    },
    /// A dfn, or a defined operator with its operands.
    Defined(Arc<dyn Definition>),
    /// A system function, or a function made by one.
    Native(Arc<dyn Native>),
}

/// Which arguments take part in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uses {
    /// The left one.
    pub left: bool,
    /// The right one.
    pub right: bool,
}

impl Uses {
    /// What takes part in one or the other.
    pub fn or(self, other: Uses) -> Uses {
        Uses { left: self.left || other.left, right: self.right || other.right }
    }
}

/// A function that evaluation defines.
pub trait Definition: Any + Send + Sync {
    /// The source text of the braces, verbatim.
    fn source_text(&self) -> &str;
    /// The operands of a defined operator, left and right.
    fn operands(&self) -> (Option<&Value>, Option<&Value>);
    /// The frame in which the braces were evaluated, 0 for the top level.
    fn frame(&self) -> u32;
    /// Which arguments the result is made of, if it is made item by item: by scalar functions of the arguments and of
    /// atoms, with nothing else to notice.
    fn item_by_item(&self) -> Option<Uses> {
        None
    }
    /// The same function as a train of reductions of its right argument, of its tally and of scalar functions, if it is
    /// made of nothing else.
    fn as_reductions(&self) -> Option<Function> {
        None
    }
    /// For the evaluator to find its own data again.
    fn as_any(&self) -> &dyn Any;
}

/// A function that the host implements.
pub trait Native: Send + Sync {
    /// The name it prints as: `•csv`, or `⟨match⟩` for a function without spelling.
    fn name(&self) -> String;
    /// Whether the name can be read back, so that equal names are the same function.
    fn is_system(&self) -> bool;
    /// Calls it.
    fn call(&self, caller: &mut dyn Caller, left: Option<Value>, right: Value) -> Result<Outcome>;
    /// For the evaluator to find a function again that needs more than a [`Caller`].
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }
}

/// What a call gives.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// No value.
    Nothing,
    /// A value.
    Value(Value),
    /// A value that a top-level statement does not display.
    Silent(Value),
}

impl Outcome {
    /// The value, or a `VALUE ERROR` where there is none.
    #[inline]
    pub fn value(self) -> Result<Value> {
        match self {
            Outcome::Value(value) | Outcome::Silent(value) => Ok(value),
            Outcome::Nothing => Err(Error::value("the function returned no value")),
        }
    }
}

impl From<Value> for Outcome {
    fn from(value: Value) -> Outcome {
        Outcome::Value(value)
    }
}

/// How primitives, operators and natives call functions and reach their session, without knowing evaluation.
pub trait Caller {
    /// Calls a function with one or two arguments.
    fn call(&mut self, function: &Function, left: Option<Value>, right: Value) -> Result<Outcome>;

    /// Calls a function that must give a value.
    fn call_value(&mut self, function: &Function, left: Option<Value>, right: Value) -> Result<Value> {
        self.call(function, left, right)?.value()
    }

    /// Makes up to `count` steps of a function, each applied to the result of the one before, as far as there is a short
    /// way, and gives how many were made with the state after them. To go on from there with calls.
    fn steps(
        &mut self,
        _function: &Function,
        _left: Option<&Value>,
        _count: u64,
        _state: &Value,
    ) -> Result<(u64, Option<Value>)> {
        Ok((0, None))
    }

    /// Whether calls are made on prototypes only, to learn the shape of a result.
    fn prototype_mode(&self) -> bool;

    /// Enters or leaves prototype mode and returns the mode before.
    fn set_prototype_mode(&mut self, on: bool) -> bool;

    /// The next 64 random bits of the session's generator.
    fn random_bits(&mut self) -> u64;

    /// The next random bits for each word.
    fn fill_random(&mut self, words: &mut [u64]) {
        words.iter_mut().for_each(|word| *word = self.random_bits());
    }
}

impl Function {
    /// A primitive.
    pub fn primitive(glyph: Glyph) -> Function {
        Function(Arc::new(FunctionNode { form: Form::Primitive(glyph), dependency: 0, steps: 0 }))
    }

    /// A host function.
    pub fn native(native: Arc<dyn Native>) -> Function {
        Function(Arc::new(FunctionNode { form: Form::Native(native), dependency: 0, steps: 0 }))
    }

    /// A defined function or a defined operator with its operands.
    pub fn defined(definition: Arc<dyn Definition>) -> Result<Function> {
        let (left, right) = definition.operands();
        let operands = [left, right];
        let dependency = operands.iter().flatten().map(|v| v.dependency()).max().unwrap_or(0).max(definition.frame());
        let steps = operands.iter().flatten().map(|v| steps_of(v)).sum();
        Function::build(Form::Defined(definition), dependency, steps)
    }

    /// An operator with its operands, or a `LIMIT ERROR` where the function would be built of too many steps.
    pub fn derived(operator: Glyph, left: Value, right: Option<Value>) -> Result<Function> {
        let dependency = left.dependency().max(right.as_ref().map_or(0, Value::dependency));
        let steps = steps_of(&left) + right.as_ref().map_or(0, steps_of);
        Function::build(Form::Derived { operator, left, right }, dependency, steps)
    }

    /// A fork, or a `LIMIT ERROR` as for [`Function::derived`].
    pub fn fork(left: Value, middle: Function, right: Function) -> Result<Function> {
        let dependency = left.dependency().max(middle.dependency()).max(right.dependency());
        let steps = steps_of(&left) + middle.0.steps + right.0.steps;
        Function::build(Form::Fork { left, middle, right }, dependency, steps)
    }

    fn build(form: Form, dependency: u32, steps: u32) -> Result<Function> {
        if steps >= MAX_STEPS {
            return Err(Error::limit(format!("a function of more than {MAX_STEPS} steps")));
        }
        Ok(Function(Arc::new(FunctionNode { form, dependency, steps: steps + 1 })))
    }

    /// What it is made of.
    #[inline]
    pub fn form(&self) -> &Form {
        &self.0.form
    }

    /// The deepest frame that it depends on, 0 for none.
    #[inline]
    pub fn dependency(&self) -> u32 {
        self.0.dependency
    }

    /// The glyph, if it is a primitive.
    pub fn as_primitive(&self) -> Option<Glyph> {
        match self.0.form {
            Form::Primitive(glyph) => Some(glyph),
            _ => None,
        }
    }

    /// Whether both are the same function: the same primitive or system function wherever it is written, or copies of
    /// one value.
    pub fn is_same(&self, other: &Function) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        match (&self.0.form, &other.0.form) {
            (Form::Primitive(a), Form::Primitive(b)) => a.symbol == b.symbol,
            (Form::Native(a), Form::Native(b)) => a.is_system() && b.is_system() && a.name() == b.name(),
            _ => false,
        }
    }

    /// A number that is equal for copies of one function.
    pub fn identity(&self) -> usize {
        match &self.0.form {
            Form::Primitive(glyph) => glyph.symbol as usize,
            Form::Native(native) if native.is_system() => native.name().len(),
            _ => Arc::as_ptr(&self.0) as usize,
        }
    }
}

fn steps_of(value: &Value) -> u32 {
    match value {
        Value::Function(function) => function.0.steps,
        _ => 0,
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form() {
            Form::Primitive(glyph) => write!(f, "{}", glyph.symbol),
            Form::Derived { operator, left, right } => write!(f, "({left:?} {} {right:?})", operator.symbol),
            Form::Fork { left, middle, right } => write!(f, "({left:?} {middle:?} {right:?})"),
            Form::Defined(definition) => f.write_str(definition.source_text()),
            Form::Native(native) => f.write_str(&native.name()),
        }
    }
}

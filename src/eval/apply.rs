//! The call path: every call of a function, from whatever it is made of, goes through here.

use rand_core::Rng;

use super::entity::Entity;
use super::reduce::{Answer, Position, TailCall};
use super::sorting;
use super::state::{Evaluator, SessionFunction};
use crate::array::{Caller, Form, Function, Glyph, Outcome, Value};
use crate::control::{Error, Result, Span};
use crate::primitive::table::{DyadMeaning, MonadMeaning, Operands, Operator, Primitive};
use crate::primitive::{pervasive, sort};

/// A call that stands in the text.
pub struct Called<'a> {
    /// The function.
    pub function: &'a Function,
    /// The left argument.
    pub left: Option<Value>,
    /// The right argument.
    pub right: Value,
    /// Where errors of the call point.
    pub span: Span,
}

impl Evaluator<'_> {
    /// Makes a call that stands in the text. In tail position a call of a defined function is handed back instead.
    pub fn call_item(&mut self, called: Called<'_>, position: Position) -> Result<Answer> {
        let Called { function, left, right, span } = called;
        let answer = match function.form() {
            Form::Primitive(glyph) => match left {
                None => match monad(*glyph) {
                    Ok(MonadMeaning::Evaluated) => self.execute(&right, position),
                    Ok(MonadMeaning::Pervasive(scalar)) => pervasive::monad(scalar, right).map(answered),
                    Ok(MonadMeaning::Whole(call)) => call(self, right).map(answered),
                    Err(error) => Err(error),
                },
                Some(left) => self.call_dyad(*glyph, left, right).map(answered),
            },
            Form::Defined(_) if position == Position::Tail => {
                let source = self.here.body.source.clone();
                self.state.tail_call =
                    Some(TailCall { function: function.clone(), left, right, span, source, shown: false });
                return Ok(Answer::TailCall);
            }
            _ => self.call_function(function, left, right).map(|outcome| match outcome {
                Outcome::Nothing => Answer::Entity(Entity::Nothing),
                Outcome::Value(value) => Answer::Entity(value.into()),
                Outcome::Silent(value) => Answer::Silent(value),
            }),
        };
        answer.map_err(|error| error.at(self.here.locate(span)))
    }

    /// Calls a function.
    pub fn call_function(&mut self, function: &Function, left: Option<Value>, right: Value) -> Result<Outcome> {
        match function.form() {
            Form::Primitive(glyph) => match left {
                Some(left) => self.call_dyad(*glyph, left, right).map(Outcome::Value),
                None => match monad(*glyph)? {
                    MonadMeaning::Evaluated => self.execute(&right, Position::Inner)?.into_outcome(),
                    MonadMeaning::Pervasive(scalar) => pervasive::monad(scalar, right).map(Outcome::Value),
                    MonadMeaning::Whole(call) => call(self, right).map(Outcome::Value),
                },
            },
            Form::Derived { operator, left: operand, right: second } => {
                let operands = Operands { left: operand, right: second.as_ref() };
                let call = Operator::row_of(*operator).call;
                super::deep(|| call(self, operands, left, right))
            }
            Form::Fork { left: arm, middle, right: other } => {
                super::deep(|| self.fork(arm, middle, other, left, right))
            }
            Form::Defined(_) => self.call_defined(function, left, right),
            Form::Native(native) => match native.as_any().and_then(|any| any.downcast_ref::<SessionFunction>()) {
                Some(function) => (function.call)(self, left, right),
                None => native.call(self, left, right),
            },
        }
    }

    fn fork(
        &mut self,
        arm: &Value,
        middle: &Function,
        other: &Function,
        left: Option<Value>,
        right: Value,
    ) -> Result<Outcome> {
        if left.is_none()
            && let Some(grade) = sorting::train(arm, middle, other)
            && let Some(sorted) = sort::sorted(&right, grade)?
        {
            return Ok(Outcome::Value(sorted));
        }
        let Value::Function(function) = arm else {
            let second = self.call_function(other, left, right)?.value()?;
            return self.call_function(middle, Some(arm.clone()), second);
        };
        let second = self.call_function(other, left.clone(), right.clone())?.value()?;
        let first = self.call_function(function, left, right)?.value()?;
        self.call_function(middle, Some(first), second)
    }

    fn call_dyad(&mut self, glyph: Glyph, left: Value, right: Value) -> Result<Value> {
        let Some(dyad) = &Primitive::row_of(glyph).dyad else {
            return Err(Error::syntax(format!("{} takes one argument", glyph.symbol)));
        };
        match dyad.meaning {
            DyadMeaning::Pervasive(scalar) => pervasive::dyad(scalar, left, right),
            DyadMeaning::Whole(call) => call(self, left, right),
        }
    }
}

fn answered(value: Value) -> Answer {
    Answer::Entity(value.into())
}

/// How the monadic form of a glyph is carried out; a `SYNTAX ERROR` where it has none.
fn monad(glyph: Glyph) -> Result<MonadMeaning> {
    match &Primitive::row_of(glyph).monad {
        Some(monad) => Ok(monad.meaning),
        None => Err(Error::syntax(format!("{} takes two arguments", glyph.symbol))),
    }
}

impl Caller for Evaluator<'_> {
    fn call(&mut self, function: &Function, left: Option<Value>, right: Value) -> Result<Outcome> {
        self.call_function(function, left, right)
    }

    fn steps(
        &mut self,
        function: &Function,
        left: Option<&Value>,
        count: u64,
        state: &Value,
    ) -> Result<(u64, Option<Value>)> {
        self.scalar_steps(function, left, count, state)
    }

    fn prototype_mode(&self) -> bool {
        self.state.prototype_mode
    }

    fn set_prototype_mode(&mut self, on: bool) -> bool {
        std::mem::replace(&mut self.state.prototype_mode, on)
    }

    fn random_bits(&mut self) -> u64 {
        self.state.generator().next_u64()
    }

    fn fill_random(&mut self, words: &mut [u64]) {
        let generator = self.state.generator();
        words.iter_mut().for_each(|word| *word = generator.next_u64());
    }
}

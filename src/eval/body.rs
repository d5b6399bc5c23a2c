//! The statements of a body: guards, error guards, defaults, and what a call returns.

use super::code::{Expression, Name, Sequence, Statement};
use super::entity::Entity;
use super::frames::Snapshot;
use super::reduce::{Answer, Position};
use super::state::Evaluator;
use crate::array::{Outcome, Value};
use crate::control::{Error, Result, Span};
use crate::primitive::argument::{text, truth, wholes};

/// How a body ends.
pub enum Flow {
    /// With a result, or without one.
    Return(Outcome),
    /// By a call that replaces it.
    TailCall,
}

/// An armed error guard.
struct Handler<'a> {
    /// The error numbers that it takes; 0 stands for all.
    numbers: Vec<i64>,
    result: Option<&'a Expression>,
    /// The locals when it was armed.
    locals: Snapshot,
}

/// What a statement of a body does next.
enum Next {
    GoOn,
    Assigned(Entity),
    End(Flow),
}

impl Evaluator<'_> {
    /// Runs the statements of the running body.
    pub fn run_body(&mut self) -> Result<Flow> {
        let body = self.here.body;
        let mode = self.state.prototype_mode;
        let mut handlers = Vec::new();
        let mut last = None;
        for (i, statement) in body.statements.iter().enumerate() {
            last = None;
            let next = match statement {
                Statement::Expression(expression) if i + 1 < body.statements.len() => match expression.as_binding() {
                    Some((name, sequence)) => self.bind_and_go_on(name, sequence, expression),
                    None => self.body_statement(statement, &mut handlers),
                },
                _ => self.body_statement(statement, &mut handlers),
            };
            match next {
                Ok(Next::GoOn) => {}
                Ok(Next::Assigned(entity)) => last = Some((entity, statement)),
                Ok(Next::End(flow)) => return Ok(flow),
                Err(error) if handlers.is_empty() => return Err(error),
                Err(error) => return self.handle(error, handlers, mode),
            }
        }
        match last {
            None => Ok(Flow::Return(Outcome::Nothing)),
            Some((entity, Statement::Expression(expression))) => {
                self.end(Answer::Assigned(entity), expression).map(Flow::Return)
            }
            Some(_) => unreachable!("only expressions assign"),
        }
    }

    /// `name ← sequence` where the value is not what the body gives.
    #[inline]
    fn bind_and_go_on(&mut self, name: &Name, sequence: &Sequence, whole: &Expression) -> Result<Next> {
        let entity = self.reduce(sequence, Position::Inner)?.into_entity();
        if entity.is_bound() {
            self.bind_name(name, entity);
        } else {
            self.assign(&whole.assignments[0], entity)?;
        }
        Ok(Next::GoOn)
    }

    fn body_statement<'c>(&mut self, statement: &'c Statement, handlers: &mut Vec<Handler<'c>>) -> Result<Next> {
        let position = if handlers.is_empty() { Position::Tail } else { Position::Inner };
        match statement {
            Statement::Expression(expression) => match self.ending(expression, position)? {
                Answer::Assigned(entity) => Ok(Next::Assigned(entity)),
                Answer::TailCall => Ok(Next::End(Flow::TailCall)),
                answer => Ok(Next::End(Flow::Return(self.end(answer, expression)?))),
            },
            Statement::Guard { condition, result, colon } => {
                if !self.condition(condition, *colon)? {
                    return Ok(Next::GoOn);
                }
                self.result(result.as_ref(), position).map(Next::End)
            }
            Statement::DefaultLeft(default) => {
                if self.left().is_none() {
                    let entity = self.expression(default, Position::Inner)?.into_entity();
                    if !entity.is_bound() {
                        return Err(Error::value("the default of ⍺ has no value").at(self.here.locate(default.span)));
                    }
                    self.set_left(entity);
                }
                Ok(Next::GoOn)
            }
            Statement::ErrorGuard { numbers, result, colons } => {
                let numbers = self.error_numbers(numbers, *colons)?;
                let locals = self.state.frames.snapshot(self.here.frame);
                handlers.push(Handler { numbers, result: result.as_ref(), locals });
                Ok(Next::GoOn)
            }
        }
    }

    /// Evaluates an expression that ends the call, unless it is an assignment.
    #[inline]
    fn ending(&mut self, expression: &Expression, position: Position) -> Result<Answer> {
        if position == Position::Tail {
            self.begin_last(expression);
        }
        self.expression(expression, position)
    }

    /// What a guard or handler returns.
    fn result(&mut self, result: Option<&Expression>, position: Position) -> Result<Flow> {
        let Some(result) = result else { return Ok(Flow::Return(Outcome::Nothing)) };
        match self.ending(result, position)? {
            Answer::TailCall => Ok(Flow::TailCall),
            answer => self.end(answer, result).map(Flow::Return),
        }
    }

    /// What a call returns when it ends by this expression.
    fn end(&self, answer: Answer, expression: &Expression) -> Result<Outcome> {
        answer.into_outcome().map_err(|error| error.at(self.here.locate(expression.span)))
    }

    fn condition(&mut self, condition: &Expression, colon: Span) -> Result<bool> {
        let value = match self.expression(condition, Position::Inner)?.into_entity() {
            Entity::Data(Value::Int(0)) => return Ok(false),
            Entity::Data(Value::Int(1)) => return Ok(true),
            entity => entity.into_value(),
        };
        let truth = value.and_then(|value| {
            let truth = match value.item_count() {
                1 => truth(&value.item(0), "a condition"),
                count => Err(Error::length(format!("a condition must have one item, not {count}"))),
            };
            truth.map_err(|error| match may_be_keys(&value) {
                true => {
                    let message = format!("{} (the function : is written in parentheses: (K:Y))", error.message());
                    error.with_message(message)
                }
                false => error,
            })
        });
        truth.map_err(|error| error.at(self.here.locate(colon)))
    }

    fn error_numbers(&mut self, numbers: &Expression, colons: Span) -> Result<Vec<i64>> {
        let value = self.expression(numbers, Position::Inner)?.into_entity().into_value();
        let numbers = value.and_then(|value| {
            if value.rank() > 1 {
                return Err(Error::rank("error numbers must be a unit or vector"));
            }
            let numbers: Vec<i64> = wholes(&value, "an error number")?.into_iter().map(|n| n.saturated()).collect();
            match numbers.iter().any(|&number| number < 0) {
                true => Err(Error::domain("an error number must not be negative")),
                false => Ok(numbers),
            }
        });
        numbers.map_err(|error| error.at(self.here.locate(colons)))
    }

    /// Finds the newest handler for an error, restores the locals, and gives what it gives. Its errors go to older handlers.
    #[cold]
    fn handle(&mut self, mut error: Error, mut handlers: Vec<Handler<'_>>, mode: bool) -> Result<Flow> {
        while let Some(handler) = handlers.pop() {
            let Some(number) = error.kind().guard_number() else { return Err(error) };
            if !handler.numbers.iter().any(|&wanted| wanted == 0 || wanted == number) {
                continue;
            }
            self.state.prototype_mode = mode;
            self.state.frames.restore(self.here.frame, handler.locals);
            let position = if handlers.is_empty() { Position::Tail } else { Position::Inner };
            match self.result(handler.result, position) {
                Ok(flow) => return Ok(flow),
                Err(next) => error = next,
            }
        }
        Err(error)
    }
}

impl Answer {
    /// As the result of a call: a hybrid is its function, an operator a `SYNTAX ERROR`.
    pub fn into_outcome(self) -> Result<Outcome> {
        match self {
            Answer::Entity(Entity::Nothing) => Ok(Outcome::Nothing),
            Answer::Entity(entity) => entity.into_value().map(Outcome::Value),
            Answer::Silent(value) => Ok(Outcome::Silent(value)),
            Answer::Assigned(entity) => entity.into_value().map(Outcome::Silent),
            Answer::TailCall => unreachable!("tail calls are handed back before"),
        }
    }
}

/// Whether the left side of a colon may be meant as keys for what follows: it has characters or strings among its items.
fn may_be_keys(value: &Value) -> bool {
    text(value).is_some() || (0..value.item_count()).any(|i| text(&value.item(i)).is_some())
}

//! Running a function at a point while noting what each value was computed from.

use super::check::{is_one_of, step_count};
use super::{reals, series};
use crate::agree::{Agreement, agree};
use crate::array::compare::nested;
use crate::array::{Array, Caller, Form, Function, Layout, Storage, Value};
use crate::control::{Error, Result, poll};
use crate::number::{self, Number};
use crate::primitive::argument::{axes, describe};
use crate::primitive::operators::{Contraction, Lanes};

/// A value on the tape, by its number.
pub(super) type Id = usize;

/// A value with what it was computed from.
pub(super) struct Node {
    /// The value.
    pub value: Value,
    /// Its items.
    pub items: Vec<Number>,
    /// How it was computed from other values.
    pub origin: Origin,
    /// Whether it depends on the point.
    pub depends: bool,
}

/// How a value was computed.
pub(super) enum Origin {
    /// The point, a constant, or something that does not depend on the values of the point.
    Given,
    /// A scalar monad.
    Monad(char, Id),
    /// A scalar dyad with the pairing of its arguments.
    Dyad(char, Id, Id, Box<Agreement>),
    /// Each item is an item of the source, or a fill.
    Moved(Id, Vec<Option<usize>>),
    /// Sums of groups of items; the group of each item of the source.
    Sum(Id, Vec<usize>),
    /// Products of groups of items.
    Product(Id, Vec<usize>),
    /// Running sums along lanes.
    RunningSum(Id, Lanes),
    /// `X+.×Y`: the terms of each item.
    Contraction(Id, Id, Box<Contraction>),
    /// `C⊛Y`.
    Polynomial(Value, Id),
    /// A derivative of this order, at a unit.
    Derivative(Function, usize, Id),
}

/// The values computed so far.
pub(super) struct Tape<'a> {
    pub caller: &'a mut dyn Caller,
    nodes: Vec<Node>,
}

impl<'a> Tape<'a> {
    pub fn new(caller: &'a mut dyn Caller) -> Tape<'a> {
        Tape { caller, nodes: Vec::new() }
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Puts the point on the tape.
    pub fn point(&mut self, value: Value) -> Result<Id> {
        self.push(value, Origin::Given, true)
    }

    /// A value that does not depend on the point: finite real numbers, nested only where a polynomial is written.
    fn constant(&mut self, value: Value) -> Result<Id> {
        if value.as_array().is_none_or(Array::is_simple) {
            return self.push(value, Origin::Given, false);
        }
        check_leaves(&value)?;
        self.nodes.push(Node { value, items: Vec::new(), origin: Origin::Given, depends: false });
        Ok(self.nodes.len() - 1)
    }

    fn push(&mut self, value: Value, origin: Origin, depends: bool) -> Result<Id> {
        poll()?;
        let items = reals(&value)?;
        self.nodes.push(Node { value, items, origin, depends });
        Ok(self.nodes.len() - 1)
    }

    fn value(&self, id: Id) -> Value {
        self.nodes[id].value.clone()
    }

    fn layout(&self, id: Id) -> Layout {
        self.nodes[id].value.layout()
    }

    /// Runs a function that [`super::check`] has accepted.
    pub fn run(&mut self, function: &Function, left: Option<Id>, right: Id) -> Result<Id> {
        match function.form() {
            Form::Primitive(glyph) => match left {
                None => self.monad(function, glyph.symbol, right),
                Some(left) => self.dyad(function, glyph.symbol, left, right),
            },
            Form::Fork { left: arm, middle, right: other } => {
                let second = self.run(other, left, right)?;
                let first = self.operand(arm, left, right)?;
                self.run(middle, Some(first), second)
            }
            Form::Derived { operator, left: first, right: second } => {
                self.derived(function, operator.symbol, first, second.as_ref(), left, right)
            }
            Form::Defined(_) | Form::Native(_) => Err(Error::domain("the function has no derivative")),
        }
    }

    /// A function operand run on the arguments, or a constant.
    fn operand(&mut self, operand: &Value, left: Option<Id>, right: Id) -> Result<Id> {
        match operand {
            Value::Function(function) => self.run(function, left, right),
            constant => self.constant(constant.clone()),
        }
    }

    fn derived(
        &mut self,
        whole: &Function,
        symbol: char,
        first: &Value,
        second: Option<&Value>,
        left: Option<Id>,
        right: Id,
    ) -> Result<Id> {
        match (symbol, first, second) {
            ('⍨', Value::Function(f), _) => match left {
                None => self.run(f, Some(right), right),
                Some(left) => self.run(f, Some(right), left),
            },
            ('⍨', constant, _) => self.constant(constant.clone()),
            ('⊸', first, Some(Value::Function(g))) => {
                let argument = left.unwrap_or(right);
                let first = self.operand(first, None, argument)?;
                self.run(g, Some(first), right)
            }
            ('⟜', Value::Function(f), Some(Value::Function(g))) => {
                let second = self.run(g, None, right)?;
                self.run(f, Some(left.unwrap_or(right)), second)
            }
            ('⟜', Value::Function(f), Some(constant)) => {
                let second = self.constant(constant.clone())?;
                self.run(f, Some(right), second)
            }
            ('⍤', Value::Function(f), Some(Value::Function(g))) => {
                let middle = self.run(g, left, right)?;
                self.run(f, None, middle)
            }
            ('⍥', Value::Function(f), Some(Value::Function(g))) => {
                let second = self.run(g, None, right)?;
                let first = left.map(|left| self.run(g, None, left)).transpose()?;
                self.run(f, first, second)
            }
            ('⇄' | '¨', Value::Function(f), _) => self.run(f, left, right),
            ('⍣', Value::Function(f), Some(count)) => {
                let mut state = right;
                for _ in 0..step_count(count)? {
                    state = self.run(f, left, state)?;
                }
                Ok(state)
            }
            ('.', ..) => self.contraction(whole, left, right),
            ('∂', Value::Function(f), _) => self.derivative(f, right),
            _ => self.along_axes(whole, symbol, first, second, right),
        }
    }

    /// Folds and running sums.
    fn along_axes(
        &mut self,
        whole: &Function,
        symbol: char,
        first: &Value,
        second: Option<&Value>,
        right: Id,
    ) -> Result<Id> {
        let rank = self.nodes[right].value.rank();
        match (symbol, first, second) {
            ('\\', ..) => self.running_sum(whole, right, rank.saturating_sub(1)),
            ('⍀', ..) => self.running_sum(whole, right, 0),
            ('/', Value::Function(f), _) => self.fold(whole, f, right, (rank.saturating_sub(1)..rank).collect()),
            ('⌿', Value::Function(f), _) => self.fold(whole, f, right, (0..rank.min(1)).collect()),
            ('⍠', Value::Function(reduction), Some(operand)) => {
                let chosen = axes(operand, &self.layout(right))?;
                let Form::Derived { left: Value::Function(f), .. } = reduction.form() else {
                    return Err(Error::domain("the function has no derivative"));
                };
                self.fold(whole, f, right, chosen)
            }
            _ => Err(Error::domain("the function has no derivative")),
        }
    }

    fn monad(&mut self, function: &Function, symbol: char, right: Id) -> Result<Id> {
        match symbol {
            '+' | '⊢' | '⊣' => Ok(right),
            ',' | '⌽' | '⊖' | '⍉' => self.moved(function, None, right),
            _ => {
                let value = self.caller.call_value(function, None, self.value(right))?;
                let depends = self.nodes[right].depends && !matches!(symbol, '≢' | '⍴' | '≡');
                let origin = if depends { Origin::Monad(symbol, right) } else { Origin::Given };
                self.push(value, origin, depends)
            }
        }
    }

    fn dyad(&mut self, function: &Function, symbol: char, left: Id, right: Id) -> Result<Id> {
        match symbol {
            '⊣' => return Ok(left),
            '⊢' => return Ok(right),
            '⌽' | '⊖' | '⍉' | '↑' | '↓' | '⍴' | '⌷' | '⊃' | '/' | '⌿' => {
                return self.moved(function, Some(left), right);
            }
            _ => {}
        }
        let value = self.caller.call_value(function, Some(self.value(left)), self.value(right))?;
        let depends = self.nodes[left].depends || self.nodes[right].depends;
        if !depends {
            return self.constant(value);
        }
        let origin = match symbol {
            '⊛' => Origin::Polynomial(self.value(left), right),
            _ => {
                let agreement = agree(&self.layout(left), &self.layout(right))?;
                Origin::Dyad(symbol, left, right, Box::new(agreement))
            }
        };
        self.push(value, origin, depends)
    }

    /// A function that moves items: the same call on their positions says where each came from.
    fn moved(&mut self, function: &Function, left: Option<Id>, right: Id) -> Result<Id> {
        let left = left.map(|left| self.value(left));
        let value = self.caller.call_value(function, left.clone(), self.value(right))?;
        if !self.nodes[right].depends {
            return self.constant(value);
        }
        let positions = positions_of(&self.nodes[right].value);
        let moved = self.caller.call_value(function, left, positions)?;
        let places = (0..moved.item_count())
            .map(|i| match moved.item(i) {
                Value::Int(place) => Ok(usize::try_from(place - 1).ok()),
                other => Err(Error::domain(format!("the result must be simple, not hold {}", describe(&other)))),
            })
            .collect::<Result<Vec<Option<usize>>>>()?;
        self.push(value, Origin::Moved(right, places), true)
    }

    fn fold(&mut self, whole: &Function, operand: &Function, right: Id, reduced: Vec<usize>) -> Result<Id> {
        let value = self.caller.call_value(whole, None, self.value(right))?;
        if !self.nodes[right].depends {
            return self.constant(value);
        }
        let groups = groups_without(self.nodes[right].value.shape(), &reduced);
        let origin = if is_one_of(operand, "+") { Origin::Sum(right, groups) } else { Origin::Product(right, groups) };
        self.push(value, origin, true)
    }

    fn running_sum(&mut self, whole: &Function, right: Id, axis: usize) -> Result<Id> {
        let value = self.caller.call_value(whole, None, self.value(right))?;
        if !self.nodes[right].depends || value.rank() == 0 {
            return if value.rank() == 0 { Ok(right) } else { self.constant(value) };
        }
        let lanes = Lanes::along(&value.layout(), axis);
        self.push(value, Origin::RunningSum(right, lanes), true)
    }

    fn contraction(&mut self, whole: &Function, left: Option<Id>, right: Id) -> Result<Id> {
        let left = left.ok_or_else(|| Error::syntax("an inner product takes two arguments"))?;
        let value = self.caller.call_value(whole, Some(self.value(left)), self.value(right))?;
        if !self.nodes[left].depends && !self.nodes[right].depends {
            return self.constant(value);
        }
        let terms = Contraction::of(&self.nodes[left].value, &self.nodes[right].value)?;
        self.push(value, Origin::Contraction(left, right, Box::new(terms)), true)
    }

    /// `f∂` inside another function: of a unit.
    fn derivative(&mut self, function: &Function, right: Id) -> Result<Id> {
        let (function, order) = super::unrepeated(function);
        let function = function.clone();
        let at = super::unit_number(&self.nodes[right].value, "the point of a derivative inside a derivative")?;
        let coefficients = series::taylor(self.caller, &function, at, order)?;
        let derivative = match coefficients.into_iter().nth(order).flatten() {
            Some(coefficient) => number::multiply(&coefficient, &super::factorial(order)?)?,
            None => Number::Int(0),
        };
        let value = match &self.nodes[right].value {
            Value::Array(array) => Array::new(array.layout().clone(), Storage::collect_numbers([derivative])).into(),
            _ => derivative.into(),
        };
        let depends = self.nodes[right].depends;
        let origin = if depends { Origin::Derivative(function, order, right) } else { Origin::Given };
        self.push(value, origin, depends)
    }
}

fn check_leaves(value: &Value) -> Result<()> {
    match value {
        Value::Array(array) => (0..array.len()).try_for_each(|i| nested(|| check_leaves(&array.item(i)))),
        atom => super::real(atom).map(drop),
    }
}

/// An array of the same layout that holds the number of each item, counted from 1: fill is 0.
fn positions_of(value: &Value) -> Value {
    match value {
        Value::Array(array) => {
            let positions: Vec<i64> = (1..=array.len() as i64).collect();
            Array::new(array.layout().clone(), Storage::I64(positions.into())).into()
        }
        _ => Value::Int(1),
    }
}

/// For each item of a shape its position on the axes that are not reduced.
fn groups_without(shape: &[usize], reduced: &[usize]) -> Vec<usize> {
    let mut groups = vec![0];
    for (axis, &length) in shape.iter().enumerate() {
        let stays = !reduced.contains(&axis);
        groups = groups
            .iter()
            .flat_map(|&group| (0..length).map(move |i| if stays { group * length + i } else { group }))
            .collect();
    }
    groups
}

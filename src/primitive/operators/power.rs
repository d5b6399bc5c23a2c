//! `⍣`: repeat, invert, until, history.

use std::collections::BTreeMap;

use crate::array::compare::matches;
use crate::array::{Array, Caller, Function, Layout, Outcome, Value};
use crate::control::{Error, Result, poll};
use crate::primitive::argument::{describe, truth, whole};
use crate::primitive::assemble::{Rule, assemble};
use crate::primitive::inverse::{Fixed, undo};
use crate::primitive::table::Operands;

/// How many steps, in which direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// This many steps of the function.
    Steps(u64),
    /// This many steps of its inverse.
    Back(u64),
    /// Until a state matches the one before.
    Converged,
    /// The same with the inverse.
    BackConverged,
}

impl Count {
    /// As many steps in the other direction.
    pub fn reversed(self) -> Count {
        match self {
            Count::Steps(count) => Count::Back(count),
            Count::Back(count) => Count::Steps(count),
            Count::Converged => Count::BackConverged,
            Count::BackConverged => Count::Converged,
        }
    }
}

/// `f⍣n`, `f⍣p`, `f⍣[p]`, `f⍣N`; each step is `f state` or `X f state`.
pub fn call(caller: &mut dyn Caller, operands: Operands<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    let mut run = Run { function: operands.left_function()?, left };
    match operands.right_operand()? {
        Value::Function(done) => run.until(caller, done, right, |_| Ok(())).map(Outcome::Value),
        Value::Array(counts) if counts.rank() > 0 => {
            if let [Value::Function(done)] = &first_items(counts)[..] {
                return run.history(caller, done, right).map(Outcome::Value);
            }
            let parsed = (0..counts.len()).map(|i| count_of(&counts.item(i))).collect::<Result<Vec<Count>>>()?;
            run.states(caller, counts.layout(), &parsed, right).map(Outcome::Value)
        }
        unit => match count_of(&unit.clone().content())? {
            Count::Steps(count) => run.steps(caller, count, right),
            count => run.state(caller, count, right).map(Outcome::Value),
        },
    }
}

/// The items of a one-item vector, nothing of any other array.
fn first_items(array: &Array) -> Vec<Value> {
    if array.rank() == 1 && array.len() == 1 { vec![array.item(0)] } else { Vec::new() }
}

/// The count that an atom is: a whole number, negative for the inverse, or an infinity.
pub fn count_of(value: &Value) -> Result<Count> {
    match value {
        Value::Float(count) if *count == f64::INFINITY => Ok(Count::Converged),
        Value::Float(count) if *count == f64::NEG_INFINITY => Ok(Count::BackConverged),
        _ => {
            let count = whole(value, "a count of steps")?.saturated();
            Ok(if count < 0 { Count::Back(count.unsigned_abs()) } else { Count::Steps(count as u64) })
        }
    }
}

/// The state after as many steps of a function, with its left argument if there is one.
pub fn state_after(
    caller: &mut dyn Caller,
    function: &Function,
    left: Option<Value>,
    count: Count,
    state: Value,
) -> Result<Value> {
    Run { function, left }.state(caller, count, state)
}

/// A function that is applied again and again, with its left argument if there is one.
struct Run<'a> {
    function: &'a Function,
    left: Option<Value>,
}

impl Run<'_> {
    fn step(&mut self, caller: &mut dyn Caller, state: Value) -> Result<Value> {
        poll()?;
        caller.call_value(self.function, self.left.clone(), state)
    }

    fn step_back(&mut self, caller: &mut dyn Caller, state: Value) -> Result<Value> {
        poll()?;
        let fixed = self.left.as_ref().map_or(Fixed::Nothing, Fixed::Left);
        undo(caller, self.function, fixed, state)
    }

    /// A finite number of steps; the last one may give no value.
    fn steps(&mut self, caller: &mut dyn Caller, count: u64, mut state: Value) -> Result<Outcome> {
        if count == 0 {
            return Ok(state.into());
        }
        let (made, reached) = caller.steps(self.function, self.left.as_ref(), count, &state)?;
        state = reached.unwrap_or(state);
        if made == count {
            return Ok(state.into());
        }
        for _ in made + 1..count {
            state = self.step(caller, state)?;
        }
        poll()?;
        caller.call(self.function, self.left.take(), state)
    }

    /// The state for one count.
    fn state(&mut self, caller: &mut dyn Caller, count: Count, mut state: Value) -> Result<Value> {
        match count {
            Count::Steps(count) => self.steps(caller, count, state)?.value(),
            Count::Back(count) => {
                for _ in 0..count {
                    state = self.step_back(caller, state)?;
                }
                Ok(state)
            }
            Count::Converged => converge(state, |state| self.step(caller, state)),
            Count::BackConverged => converge(state, |state| self.step_back(caller, state)),
        }
    }

    /// Steps until `new done old` is true; `visit` sees every new state.
    fn until(
        &mut self,
        caller: &mut dyn Caller,
        done: &Function,
        mut state: Value,
        mut visit: impl FnMut(&Value) -> Result<()>,
    ) -> Result<Value> {
        loop {
            let next = self.step(caller, state.clone())?;
            visit(&next)?;
            let verdict = caller.call_value(done, Some(next.clone()), state)?;
            if is_true(&verdict)? {
                return Ok(next);
            }
            state = next;
        }
    }

    /// All states of [`Run::until`], the first one included.
    fn history(&mut self, caller: &mut dyn Caller, done: &Function, first: Value) -> Result<Value> {
        let mut states = vec![first.clone()];
        self.until(caller, done, first, |state| {
            states.push(state.clone());
            Ok(())
        })?;
        assemble(Layout::vector(states.len()), states, Rule::Join)
    }

    /// The states for an array of counts: all steps forward first, then all steps back, each made once.
    fn states(&mut self, caller: &mut dyn Caller, frame: &Layout, counts: &[Count], first: Value) -> Result<Value> {
        if counts.is_empty() {
            let layout = super::outer::joined_layout(frame, &first.layout())?;
            return Ok(Array::empty(layout, super::each::fill_of(&first)).into());
        }
        let mut found = BTreeMap::new();
        let forward = |count: &Count| matches!(count, Count::Steps(_) | Count::Converged);
        let (forward, back): (Vec<Count>, Vec<Count>) = counts.iter().partition(|count| forward(count));
        walk(&forward, Count::Steps, Count::Converged, &first, &mut found, |state| self.step(caller, state))?;
        walk(&back, Count::Back, Count::BackConverged, &first, &mut found, |state| self.step_back(caller, state))?;
        assemble(frame.clone(), counts.iter().map(|count| found[count].clone()).collect(), Rule::Join)
    }
}

/// Steps until a state matches the one before.
fn converge(mut state: Value, mut step: impl FnMut(Value) -> Result<Value>) -> Result<Value> {
    loop {
        let next = step(state.clone())?;
        if matches(&next, &state) {
            return Ok(next);
        }
        state = next;
    }
}

/// Makes the steps for counts of one direction and notes the states asked for.
fn walk(
    counts: &[Count],
    finite: fn(u64) -> Count,
    limit: Count,
    first: &Value,
    found: &mut BTreeMap<Count, Value>,
    mut step: impl FnMut(Value) -> Result<Value>,
) -> Result<()> {
    let mut wanted: Vec<Count> = counts.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    let greatest = wanted.iter().filter_map(|&count| steps_in(count)).max().unwrap_or(0);
    let mut seeks_limit = wanted.contains(&limit);
    let mut state = first.clone();
    let mut made = 0;
    loop {
        if wanted.binary_search(&finite(made)).is_ok() {
            found.insert(finite(made), state.clone());
        }
        if made >= greatest && !seeks_limit {
            return Ok(());
        }
        let next = step(if seeks_limit { state.clone() } else { std::mem::replace(&mut state, Value::Int(0)) })?;
        if seeks_limit && matches(&next, &state) {
            found.insert(limit, next.clone());
            seeks_limit = false;
        }
        state = next;
        made += 1;
    }
}

fn steps_in(count: Count) -> Option<u64> {
    match count {
        Count::Steps(count) | Count::Back(count) => Some(count),
        Count::Converged | Count::BackConverged => None,
    }
}

/// What an until-function says: one item, 0 or 1.
fn is_true(verdict: &Value) -> Result<bool> {
    if verdict.item_count() != 1 {
        return Err(Error::length(format!("an until-function must give one item, not {}", describe(verdict))));
    }
    truth(&verdict.item(0), "the result of an until-function")
}

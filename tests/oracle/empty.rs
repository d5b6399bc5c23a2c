//! Every function on arrays without items: all shapes with a zero up to rank 3, prototypes of every kind.

use std::panic::{AssertUnwindSafe, catch_unwind};

use aplomb::primitive::table::FUNCTIONS;
use aplomb::{Function, Session, Value};

use crate::derived;
use crate::model::{Failure, Kinds, Model, Result, approximate_zero, count, int, positions};
use crate::{DYADS, FOLDS, MONADS, scalar};

/// Scalar functions that the random programs leave out, since here no item is ever computed.
const MORE_MONADS: &str = "÷*⍟○π√!⍲⍱";
const MORE_DYADS: &str = MORE_MONADS;

/// An argument as the interpreter and as the reference hold it.
struct Argument {
    model: Model,
    value: Value,
}

fn arguments(session: &mut Session, models: Vec<Model>) -> Vec<Argument> {
    let argument = |model: Model| {
        let value = session.evaluate(&model.text()).value.unwrap_or_else(|| panic!("{} is a value", model.text()));
        assert!(model.is(&value, Kinds::Compared), "{} is not read back", model.text());
        Argument { model, value }
    };
    models.into_iter().map(argument).collect()
}

fn empties(session: &mut Session) -> Vec<Argument> {
    let pair = Model::array(vec![2], vec![int(0), Model::Char(' ')], int(0));
    let table = Model::array(vec![2, 1], vec![approximate_zero(); 2], int(0));
    let hollow = Model::array(vec![0, 2], vec![], Model::Char(' '));
    let prototypes = [int(0), approximate_zero(), Model::Char(' '), pair, table, hollow];
    let shapes = (1..=3).flat_map(|rank| positions(&vec![3; rank])).filter(|shape| count(shape) == 0);
    let models = shapes.flat_map(|shape| prototypes.iter().map(move |blank| (shape.clone(), blank.clone())));
    let models = models.map(|(shape, blank)| Model::array(shape, vec![], blank)).collect();
    arguments(session, models)
}

fn partners(session: &mut Session) -> Vec<Argument> {
    let vector = |items: &[Model]| Model::array(vec![items.len()], items.to_vec(), int(0));
    let empty = |shape: &[usize], blank: Model| Model::array(shape.to_vec(), vec![], blank);
    let models = vec![
        int(2),
        Model::Char('a'),
        Model::array(vec![], vec![vector(&[int(1), int(2)])], int(0)),
        vector(&[int(1)]),
        vector(&[int(0), int(2)]),
        vector(&[approximate_zero(), int(1)]),
        vector(&[Model::Char('x'), Model::Char('y')]),
        vector(&[int(3), vector(&[int(4), Model::Char('b')])]),
        Model::array(vec![2, 2], (0..4).map(int).collect(), int(0)),
        Model::array(vec![1, 2, 2], (0..4).map(int).collect(), int(0)),
        empty(&[0], int(0)),
        empty(&[0], Model::Char(' ')),
        empty(&[0, 2], approximate_zero()),
        empty(&[2, 0], vector(&[int(0), int(0)])),
    ];
    arguments(session, models)
}

/// Calls, and what went wrong with them.
struct Trial {
    session: Session,
    differences: Vec<String>,
}

impl Trial {
    fn function(&mut self, text: &str) -> (String, Function) {
        match self.session.evaluate(text).value {
            Some(Value::Function(function)) => (text.into(), function),
            other => panic!("{text} is no function: {other:?}"),
        }
    }

    fn call(
        &mut self,
        (text, function): &(String, Function),
        left: Option<&Argument>,
        right: &Argument,
        expected: Option<Result<Model>>,
    ) {
        let name = || format!("({}) {text} {}", left.map_or(String::new(), |x| x.model.text()), right.model.text());
        let (x, y) = (left.map(|left| left.value.clone()), right.value.clone());
        let Ok(answer) = catch_unwind(AssertUnwindSafe(|| self.session.call(function, x, y))) else {
            self.differences.push(format!("{} panics", name()));
            self.session = Session::new();
            return;
        };
        if let Ok(Some(Value::Array(array))) = &answer
            && !array.check()
        {
            self.differences.push(format!("{} is unsound", name()));
        }
        let fits = match (&expected, &answer) {
            (None | Some(Err(Failure::Unknown)), _) => true,
            (Some(Ok(expected)), Ok(Some(value))) => expected.is(value, Kinds::Compared),
            (Some(Err(Failure::Error(kind))), Err(error)) => *kind == error.kind(),
            _ => false,
        };
        if !fits {
            let expected = expected.map(|expected| expected.map(|value| value.text()));
            self.differences.push(format!("{}\n  is {answer:?}\n  not {expected:?}", name()));
        }
    }

    fn report(self) {
        let count = self.differences.len();
        assert!(count == 0, "{count} differences:\n{}", self.differences.join("\n"));
    }
}

#[test]
fn monads_of_empty_arrays() {
    let mut session = Session::new();
    let empties = empties(&mut session);
    let mut trial = Trial { session, differences: Vec::new() };
    for row in FUNCTIONS.iter().filter(|row| row.monad.is_some() && row.glyph != '?') {
        let function = trial.function(&row.glyph.to_string());
        for y in &empties {
            let expected = if MORE_MONADS.contains(row.glyph) {
                Some(scalar::monad(row.glyph, &y.model))
            } else {
                MONADS.contains(row.glyph).then(|| derived::monad(row.glyph, &y.model))
            };
            trial.call(&function, None, y, expected);
        }
    }
    for glyph in FOLDS.chars() {
        let [reduce, reduce_first, scan] =
            ["/", "⌿", "\\"].map(|operator| trial.function(&format!("{glyph}{operator}")));
        for y in &empties {
            let last = y.model.rank() - 1;
            trial.call(&reduce, None, y, Some(derived::reduce(glyph, &y.model, last)));
            trial.call(&reduce_first, None, y, Some(derived::reduce(glyph, &y.model, 0)));
            trial.call(&scan, None, y, Some(derived::scan(glyph, &y.model, last)));
        }
    }
    trial.report();
}

#[test]
fn dyads_of_empty_arrays() {
    let mut session = Session::new();
    let (empties, partners) = (empties(&mut session), partners(&mut session));
    let mut trial = Trial { session, differences: Vec::new() };
    for row in FUNCTIONS.iter().filter(|row| row.dyad.is_some() && row.glyph != '?') {
        let glyph = row.glyph;
        let function = trial.function(&glyph.to_string());
        let expect = |x: &Argument, y: &Argument| {
            if MORE_DYADS.contains(glyph) {
                Some(scalar::dyad(glyph, &x.model, &y.model))
            } else {
                let known = DYADS.contains(glyph) || derived::SCALAR_DYADS.contains(glyph);
                known.then(|| derived::dyad(glyph, &x.model, &y.model))
            }
        };
        for empty in &empties {
            for partner in &partners {
                for (x, y) in [(empty, partner), (partner, empty)] {
                    trial.call(&function, Some(x), y, expect(x, y));
                }
            }
        }
    }
    trial.report();
}

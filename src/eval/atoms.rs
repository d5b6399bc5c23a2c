//! Sequences that compute one float from a few: found when code is made, worked out without values in between.
//!
//! An optimisation only. [`recognise`] takes what the text alone shows to be a tree of simple scalar functions over
//! numbers, arguments and names. Where every operand is a float atom and every step gives a float (or the last one a truth
//! value), the result is that of the functions called one after the other. In every other case, and wherever a step could
//! fail or leave the floats, there is no result, and the sequence is worked out in the ordinary way from the start:
//! looking at its operands has no effect.

use super::code::{Body, Expression, Item, ItemKind, Name, Sequence, Statement};
use super::entity::Entity;
use super::state::Evaluator;
use crate::array::Value;
use crate::number::tolerance::equal_reals;
use crate::syntax::tree::Argument;

/// The most operands and steps of a tree.
const MOST: usize = 16;

/// A tree of scalar functions over float atoms.
pub struct Atoms {
    leaves: Vec<Leaf>,
    /// In the order in which they are carried out; operands are numbered from the leaves on.
    steps: Vec<Step>,
    /// Whether no leaf is a name.
    arguments_only: bool,
}

enum Leaf {
    Constant(f64),
    Right,
    Left,
    Name(Name),
}

#[derive(Clone, Copy)]
struct Step {
    function: Function,
    /// The left operand; for a function of one argument that argument.
    left: usize,
    right: usize,
}

/// The functions that trees are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    Add,
    Subtract,
    Multiply,
    Divide,
    Minimum,
    Maximum,
    Negate,
    Reciprocal,
    Magnitude,
    Less,
    LessOrEqual,
    Equal,
    GreaterOrEqual,
    Greater,
    NotEqual,
}

impl Function {
    fn dyad(glyph: char) -> Option<Function> {
        Some(match glyph {
            '+' => Function::Add,
            '-' => Function::Subtract,
            '×' => Function::Multiply,
            '÷' => Function::Divide,
            '⌊' => Function::Minimum,
            '⌈' => Function::Maximum,
            '<' => Function::Less,
            '≤' => Function::LessOrEqual,
            '=' => Function::Equal,
            '≥' => Function::GreaterOrEqual,
            '>' => Function::Greater,
            '≠' => Function::NotEqual,
            _ => return None,
        })
    }

    fn monad(glyph: char) -> Option<Function> {
        Some(match glyph {
            '-' => Function::Negate,
            '÷' => Function::Reciprocal,
            '|' => Function::Magnitude,
            _ => return None,
        })
    }

    /// Whether it gives a truth value, which is exact.
    fn is_test(self) -> bool {
        matches!(
            self,
            Function::Less
                | Function::LessOrEqual
                | Function::Equal
                | Function::GreaterOrEqual
                | Function::Greater
                | Function::NotEqual
        )
    }

    /// The result; NaN where the function fails or the result is no float.
    #[inline]
    fn of(self, x: f64, y: f64) -> f64 {
        let truth = |truth: bool| truth as u8 as f64;
        match self {
            Function::Add => x + y,
            Function::Subtract => x - y,
            Function::Multiply => x * y,
            // Division by zero has its own rules.
            Function::Divide if y == 0.0 => f64::NAN,
            Function::Divide => x / y,
            Function::Minimum => x.min(y),
            Function::Maximum => x.max(y),
            Function::Negate => 0.0 - x,
            Function::Reciprocal if x == 0.0 => f64::NAN,
            Function::Reciprocal => 1.0 / x,
            Function::Magnitude => x.abs(),
            Function::Less => truth(x < y && !equal_reals(x, y)),
            Function::LessOrEqual => truth(x < y || equal_reals(x, y)),
            Function::Equal => truth(equal_reals(x, y)),
            Function::GreaterOrEqual => truth(x > y || equal_reals(x, y)),
            Function::Greater => truth(x > y && !equal_reals(x, y)),
            Function::NotEqual => truth(!equal_reals(x, y)),
        }
    }
}

/// The tree that these items are, if they are one.
pub fn recognise(items: &[Item]) -> Option<Box<Atoms>> {
    // Steps are numbered after all leaves, which are not counted yet.
    let mut atoms = Atoms { leaves: Vec::new(), steps: Vec::new(), arguments_only: true };
    atoms.sequence(items)?;
    let leaves = atoms.leaves.len();
    if atoms.steps.is_empty() || leaves + atoms.steps.len() > MOST {
        return None;
    }
    let (_, before) = atoms.steps.split_last()?;
    if before.iter().any(|step| step.function.is_test()) {
        return None;
    }
    for step in &mut atoms.steps {
        step.left = numbered(step.left, leaves);
        step.right = numbered(step.right, leaves);
    }
    atoms.arguments_only = !atoms.leaves.iter().any(|leaf| matches!(leaf, Leaf::Name(_)));
    Some(Box::new(atoms))
}

/// Marks the number of a step until the leaves are counted.
const STEP: usize = 1 << 16;

fn numbered(operand: usize, leaves: usize) -> usize {
    if operand >= STEP { operand - STEP + leaves } else { operand }
}

/// The tree that a body is, if that is all it does and it needs no names.
pub fn of_body(body: &Body) -> Option<&Atoms> {
    match &body.statements[..] {
        [Statement::Expression(expression)] if body.is_braces => {
            expression.as_sequence()?.atoms.as_deref().filter(|atoms| atoms.arguments_only)
        }
        _ => None,
    }
}

impl Atoms {
    /// Adds the steps of a sequence, read from right to left, and gives the number of its result.
    fn sequence(&mut self, items: &[Item]) -> Option<usize> {
        let (last, mut rest) = items.split_last()?;
        let mut value = self.operand(last)?;
        while let Some((function, before)) = rest.split_last() {
            let glyph = glyph(function)?;
            let left = before.last().filter(|item| !is_function(item));
            let (function, left, right) = match left {
                Some(left) => (Function::dyad(glyph)?, self.operand(left)?, value),
                None => (Function::monad(glyph)?, value, value),
            };
            rest =
                if before.last().is_some_and(|item| !is_function(item)) { &before[..before.len() - 1] } else { before };
            self.steps.push(Step { function, left, right });
            if self.leaves.len() + self.steps.len() > MOST {
                return None;
            }
            value = STEP + self.steps.len() - 1;
        }
        Some(value)
    }

    fn operand(&mut self, item: &Item) -> Option<usize> {
        let leaf = match &item.kind {
            ItemKind::Constant(Entity::Data(Value::Float(value))) => Leaf::Constant(*value),
            ItemKind::Argument(Argument::Right) => Leaf::Right,
            ItemKind::Argument(Argument::Left) => Leaf::Left,
            ItemKind::Name(name) => Leaf::Name(name.clone()),
            ItemKind::Group(expression) => return self.inner(Expression::as_sequence(expression)?),
            ItemKind::Run(sequence) => return self.inner(sequence),
            _ => return None,
        };
        self.leaves.push(leaf);
        Some(self.leaves.len() - 1)
    }

    fn inner(&mut self, sequence: &Sequence) -> Option<usize> {
        crate::array::compare::nested(|| self.sequence(&sequence.items))
    }

    /// The result for these operands, or nothing where it is not a matter of floats alone.
    #[inline]
    pub fn evaluate(
        &self,
        leaf: impl Fn(&Name) -> Option<f64>,
        left: Option<f64>,
        right: Option<f64>,
    ) -> Option<Value> {
        let mut values = [0.0; MOST];
        for (i, operand) in self.leaves.iter().enumerate() {
            values[i] = match operand {
                Leaf::Constant(value) => *value,
                Leaf::Right => right?,
                Leaf::Left => left?,
                Leaf::Name(name) => leaf(name)?,
            };
        }
        let leaves = self.leaves.len();
        let mut result = 0.0;
        for (i, step) in self.steps.iter().enumerate() {
            result = step.function.of(values[step.left], values[step.right]);
            if result.is_nan() {
                return None;
            }
            values[leaves + i] = result;
        }
        let gives_truth = self.steps.last().is_some_and(|step| step.function.is_test());
        Some(if gives_truth { Value::Int(result as i64) } else { Value::Float(result) })
    }
}

fn glyph(item: &Item) -> Option<char> {
    match &item.kind {
        ItemKind::Constant(Entity::Function(function)) => function.as_primitive().map(|glyph| glyph.symbol),
        _ => None,
    }
}

fn is_function(item: &Item) -> bool {
    matches!(&item.kind, ItemKind::Constant(Entity::Function(_)))
}

/// The float that a value is.
#[inline]
pub fn float(value: &Value) -> Option<f64> {
    match value {
        Value::Float(value) => Some(*value),
        _ => None,
    }
}

impl Evaluator<'_> {
    /// The value of a tree in the running call, or nothing where it is to be worked out in the ordinary way.
    #[inline]
    pub fn atoms(&self, atoms: &Atoms) -> Option<Value> {
        let held = |entity: &Entity| match entity {
            Entity::Data(value) => float(value),
            _ => None,
        };
        let name = |name: &Name| held(self.state.frames.look_up(name, self.here.frame));
        let left = self.here.left.get().and_then(held);
        atoms.evaluate(name, left, self.here.right.as_ref().and_then(float))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Session, Value};

    /// What a text prints, or the kind of its error.
    fn run(text: &str) -> String {
        let evaluation = Session::new().evaluate(text);
        match &evaluation.error {
            Some(error) => error.kind().name().to_string(),
            None => evaluation.events.iter().map(|event| event.text().to_string()).collect::<Vec<_>>().join("\n"),
        }
    }

    #[test]
    fn a_tree_gives_what_its_functions_give() {
        // The argument of the second is a vector, which no tree takes.
        let bodies = [
            "⍵×⍵+1",
            "1+÷⍵",
            "-⍵-2",
            "⍵<2",
            "(⍵×2)=⍵+⍵",
            "⍵ - 1",
            "(⍵+1) × ⍵-1",
            "⍵⌊3",
            "|⍵-9",
            "÷⍵",
            "⍵÷0×⍵",
            "⍵÷⍵",
            "3≠⍵+⍵",
            "(⍵-⍵)×⍵",
        ];
        let arguments = ["0", "3", "¯2.5", "∞", "¯∞", "1E308", "1E¯320", "3.00000000000000001"];
        for body in bodies {
            for argument in arguments {
                let tree = run(&format!("{{{body}}}{argument}"));
                let vector = run(&format!("↑{{{body}}},{argument}"));
                assert_eq!(tree, vector, "{{{body}}}{argument}");
            }
        }
    }

    #[test]
    fn anything_but_floats_goes_the_ordinary_way() {
        assert_eq!(run("{⍵+1}3x"), "4");
        assert_eq!(run("{⍵+1x}3x"), "4ₓ");
        assert_eq!(run("{⍵+1}'a'"), "'b'");
        assert_eq!(run("{⍵+1}(3)"), "(4)");
        assert_eq!(run("{⍺+⍵}3"), "VALUE ERROR");
        assert_eq!(run("2{⍺+⍵}3"), "5");
        assert_eq!(run("2{⍵+1}3"), "4");
        assert_eq!(run("k←2 ⋄ {⍵+k×2}3"), "7");
        assert_eq!(run("k←+ ⋄ {⍵-k×2}3"), "2");
        assert_eq!(run("{⍵+nope×2}3"), "VALUE ERROR");
        assert_eq!(run("{⍵÷0}3"), "DOMAIN ERROR");
        assert!(matches!(Session::new().evaluate("{⍵=3}3").value, Some(Value::Int(1))));
        assert_eq!(run("f←{⍵+1} ⋄ f¨1 2x 'a'"), "2 3 'b'");
    }
}

//! Sequences that are trees of scalar functions: found when code is made, worked out in one pass when it runs.
//!
//! A sequence is such a tree where its text alone says so: operands (names, constants, arguments, groups and runs of the
//! same kind) with glyphs of scalar functions between and before them, and at most one `f/` in front. Looking up its
//! operands has no effect, so nothing is lost where a name turns out to be no data or the arrays do not suit: the binder
//! then does everything from the start.

use smallvec::SmallVec;

use super::code::{Expression, Item, ItemKind, Name, Sequence};
use super::entity::Entity;
use super::state::Evaluator;
use crate::array::Value;
use crate::control::Result;
use crate::primitive::pervasive::ScalarDyad;
use crate::primitive::pervasive::fused::{self, FEW, Input, Step, Tree};
use crate::primitive::table::Primitive;
use crate::syntax::tree::Argument;

/// The tree of a sequence.
pub struct Fused {
    tree: Tree,
    leaves: Vec<Leaf>,
}

/// An operand of a tree.
enum Leaf {
    Constant(Value),
    Name(Name),
    Argument(Argument),
}

/// The tree that these items are, if they are one of two functions or more.
pub fn recognise(items: &[Item]) -> Option<Box<Fused>> {
    let mut found = Found { steps: Vec::new(), fold: None, leaves: Vec::new() };
    found.sequence(items, Place::Outermost)?;
    let Found { steps, fold, leaves } = found;
    let functions = steps.len() + usize::from(fold.is_some());
    (functions >= 2 && !steps.is_empty()).then(|| Box::new(Fused { tree: Tree::new(steps, fold), leaves }))
}

/// What has been found of a tree.
struct Found {
    steps: Vec<Step>,
    fold: Option<&'static ScalarDyad>,
    leaves: Vec<Leaf>,
}

/// Where a sequence stands in a tree: only the outermost may be reduced.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Outermost,
    Inside,
}

impl Found {
    /// Adds the steps of a sequence, read from right to left.
    fn sequence(&mut self, items: &[Item], place: Place) -> Option<Input> {
        let (last, mut rest) = items.split_last()?;
        let mut value = self.operand(last)?;
        while let Some((function, before)) = rest.split_last() {
            if let [operand] = before
                && place == Place::Outermost
                && is_reduction(function)
            {
                self.fold = Some(scalar_dyad(operand)?);
                return Some(value);
            }
            let left = before.last().and_then(|item| self.operand(item));
            let step = match left {
                Some(left) => Step::Dyad(scalar_dyad(function)?, left, value),
                None => Step::Monad(glyph(function)?.scalar_monad()?, value),
            };
            rest = if left.is_some() { &before[..before.len() - 1] } else { before };
            self.steps.push(step);
            value = Input::Step(self.steps.len() - 1);
        }
        Some(value)
    }

    fn operand(&mut self, item: &Item) -> Option<Input> {
        let leaf = match &item.kind {
            ItemKind::Constant(Entity::Data(value)) => Leaf::Constant(value.clone()),
            ItemKind::Name(name) => Leaf::Name(name.clone()),
            ItemKind::Argument(argument @ (Argument::Left | Argument::Right)) => Leaf::Argument(*argument),
            ItemKind::Group(expression) => return self.inner(Expression::as_sequence(expression)?),
            ItemKind::Run(sequence) => return self.inner(sequence),
            _ => return None,
        };
        self.leaves.push(leaf);
        Some(Input::Leaf(self.leaves.len() - 1))
    }

    fn inner(&mut self, sequence: &Sequence) -> Option<Input> {
        let (steps, leaves) = (self.steps.len(), self.leaves.len());
        let input = self.sequence(&sequence.items, Place::Inside);
        if input.is_none() {
            self.steps.truncate(steps);
            self.leaves.truncate(leaves);
        }
        input
    }
}

fn glyph(item: &Item) -> Option<&'static Primitive> {
    match &item.kind {
        ItemKind::Constant(Entity::Function(function)) => function.as_primitive().map(Primitive::row_of),
        _ => None,
    }
}

fn scalar_dyad(item: &Item) -> Option<&'static ScalarDyad> {
    glyph(item)?.scalar_dyad()
}

fn is_reduction(item: &Item) -> bool {
    matches!(&item.kind, ItemKind::Constant(Entity::Hybrid(glyph)) if matches!(glyph.symbol, '/' | '⌿'))
}

impl Evaluator<'_> {
    /// The value of a sequence by its tree, or nothing where the binder is to evaluate it.
    pub fn fused(&mut self, fused: &Fused) -> Result<Option<Value>> {
        let mut leaves: SmallVec<[&Value; 8]> = SmallVec::new();
        for leaf in &fused.leaves {
            let Some(value) = self.leaf(leaf) else { return Ok(None) };
            leaves.push(value);
        }
        if !leaves.iter().any(|value| value.item_count() >= FEW) {
            return Ok(None);
        }
        fused::evaluate(&fused.tree, &leaves)
    }

    #[inline]
    fn leaf<'v>(&'v self, leaf: &'v Leaf) -> Option<&'v Value> {
        let entity = match leaf {
            Leaf::Constant(value) => return Some(value),
            Leaf::Argument(Argument::Right) => return self.right(),
            Leaf::Argument(_) => self.left()?,
            Leaf::Name(name) => self.state.frames.look_up(name, self.here.frame),
        };
        match entity {
            Entity::Data(value) => Some(value),
            _ => None,
        }
    }
}

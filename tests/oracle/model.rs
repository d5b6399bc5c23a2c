//! Values as a list of items with a shape: nothing shared, nothing packed.

use std::cmp::Ordering;

use aplomb::number::{self, Number};
use aplomb::{ErrorKind, Value};

/// An atom or an array without keys and names.
#[derive(Clone, Debug)]
pub enum Model {
    Number(Number),
    Char(char),
    Array(Vec<usize>, Vec<Model>, Box<Model>),
}

use Model::{Array, Char};

/// Why there is no value: an error of the language, or a corner that the reference leaves out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    Error(ErrorKind),
    Unknown,
}

/// Results of higher rank are left out: beyond some rank there is an error.
pub const MOST_AXES: usize = 32;

/// Larger results are left out.
pub const MOST_ITEMS: usize = 2000;

pub type Result<T> = std::result::Result<T, Failure>;

pub const DOMAIN: Failure = Failure::Error(ErrorKind::Domain);
pub const LENGTH: Failure = Failure::Error(ErrorKind::Length);
pub const RANK: Failure = Failure::Error(ErrorKind::Rank);

pub fn int(value: usize) -> Model {
    Model::Number(Number::Int(value as i64))
}

pub fn approximate_zero() -> Model {
    Model::Number(Number::Float(0.0))
}

/// The number of items of a shape.
pub fn count(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// The coordinates of all positions of a shape, in ravel order.
pub fn positions(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &length in shape {
        all = all.iter().flat_map(|start| (0..length).map(|i| [start.clone(), vec![i]].concat())).collect();
    }
    all
}

impl Model {
    /// An array of these items, with the prototype `blank` if there are none.
    pub fn array(shape: Vec<usize>, items: Vec<Model>, blank: Model) -> Model {
        assert_eq!(count(&shape), items.len());
        let blank = items.first().map_or(blank, Model::prototype);
        Array(shape, items, Box::new(blank))
    }

    /// A vector of exact integers.
    pub fn counts(items: impl IntoIterator<Item = usize>) -> Model {
        let items: Vec<Model> = items.into_iter().map(int).collect();
        Model::array(vec![items.len()], items, int(0))
    }

    pub fn shape(&self) -> Vec<usize> {
        match self {
            Array(shape, ..) => shape.clone(),
            _ => vec![],
        }
    }

    pub fn rank(&self) -> usize {
        self.shape().len()
    }

    /// All items; an atom is its own.
    pub fn items(&self) -> Vec<Model> {
        match self {
            Array(_, items, _) => items.clone(),
            atom => vec![atom.clone()],
        }
    }

    pub fn is_atom(&self) -> bool {
        !matches!(self, Array(..))
    }

    /// The prototype of the items.
    pub fn fill(&self) -> Model {
        match self {
            Array(_, _, blank) => (**blank).clone(),
            atom => atom.prototype(),
        }
    }

    /// What fill of this value's kind looks like.
    pub fn prototype(&self) -> Model {
        match self {
            Model::Number(number) if number.is_exact() => int(0),
            Model::Number(_) => approximate_zero(),
            Char(_) => Char(' '),
            Array(shape, items, blank) => {
                Model::array(shape.clone(), items.iter().map(Model::prototype).collect(), (**blank).clone())
            }
        }
    }

    /// The item at a position. Axes that are missing at the end, or have length 1, repeat.
    pub fn at(&self, position: &[usize]) -> Model {
        let offset = |shape: &[usize]| {
            shape.iter().zip(position).fold(0, |offset, (&n, &i)| offset * n + if n == 1 { 0 } else { i })
        };
        match self {
            Array(shape, items, _) => items[offset(shape)].clone(),
            atom => atom.clone(),
        }
    }

    /// The item at each position of a new shape.
    pub fn gather(&self, shape: Vec<usize>, place: impl Fn(&[usize]) -> Vec<usize>) -> Model {
        let items = positions(&shape).iter().map(|position| self.at(&place(position))).collect();
        Model::array(shape, items, self.fill())
    }

    /// The cells of rank `rank`: items for 0.
    pub fn cells(&self, rank: usize) -> Vec<Model> {
        if rank == 0 {
            return self.items();
        }
        let shape = self.shape();
        let (frame, cell) = shape.split_at(self.rank() - rank);
        let cut = |start: Vec<usize>| self.gather(cell.to_vec(), |place| [start.clone(), place.to_vec()].concat());
        positions(frame).into_iter().map(cut).collect()
    }

    pub fn matches(&self, other: &Model) -> bool {
        match (self, other) {
            (Model::Number(a), Model::Number(b)) => number::equal(a, b),
            (Char(a), Char(b)) => a == b,
            (Array(s, a, p), Array(t, b, q)) => {
                s == t && if a.is_empty() { p.matches(q) } else { a.iter().zip(b).all(|(a, b)| a.matches(b)) }
            }
            _ => false,
        }
    }

    /// The structural order, for exact numbers.
    pub fn order(&self, other: &Model) -> Ordering {
        let class = |value: &Model| match value {
            Model::Number(_) => 0,
            Char(_) => 1,
            Array(..) => 2,
        };
        match (self, other) {
            (Model::Number(a), Model::Number(b)) if number::equal(a, b) => Ordering::Equal,
            (Model::Number(a), Model::Number(b)) => match number::less(a, b) {
                Ok(true) => Ordering::Less,
                _ => Ordering::Greater,
            },
            (Char(a), Char(b)) => a.cmp(b),
            (Array(s, a, _), Array(t, b, _)) => s.len().cmp(&t.len()).then_with(|| order_items(a, b)).then(s.cmp(t)),
            _ => class(self).cmp(&class(other)),
        }
    }

    pub fn depth(&self) -> usize {
        match self {
            Array(_, items, blank) => 1 + items.iter().map(Model::depth).max().unwrap_or_else(|| blank.depth()),
            _ => 0,
        }
    }

    /// Whether the interpreter's value is this one, in shape, items, kinds and prototype.
    pub fn is(&self, value: &Value, kinds: Kinds) -> bool {
        match (self, value) {
            (Char(a), Value::Char(b)) => a == b,
            (Array(shape, items, blank), Value::Array(array)) => {
                let same = |(i, item): (usize, &Model)| item.is(&array.item(i), kinds);
                shape == array.shape()
                    && items.iter().enumerate().all(same)
                    && (!items.is_empty() || blank.is(&array.fill(), kinds))
            }
            (Model::Number(a), value) => value
                .as_number()
                .is_some_and(|b| number::equal(a, &b) && (kinds == Kinds::Ignored || a.is_exact() == b.is_exact())),
            _ => false,
        }
    }

    /// Source text that makes this value.
    pub fn text(&self) -> String {
        match self {
            Model::Number(Number::Int(value)) => format!("{value}x").replace('-', "¯"),
            Model::Number(Number::Float(value)) => format!("{value}").replace('-', "¯"),
            Model::Number(other) => format!("{other:?}"),
            Char(character) => format!("'{character}'"),
            Array(shape, items, blank) => {
                let list = if items.is_empty() { vec![blank.text()] } else { items.iter().map(Model::text).collect() };
                let list = format!("[{}]", list.join(";"));
                match shape.as_slice() {
                    [] => format!("(⍬⍴{list})"),
                    [length] if *length > 0 => list,
                    shape => {
                        format!("({}⍴{list})", shape.iter().map(|n| format!("{n}x")).collect::<Vec<_>>().join(" "))
                    }
                }
            }
        }
    }
}

/// Whether exact and approximate numbers are told apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kinds {
    Compared,
    Ignored,
}

fn order_items(a: &[Model], b: &[Model]) -> Ordering {
    let differing = a.iter().zip(b).map(|(a, b)| a.order(b)).find(|order| order.is_ne());
    differing.unwrap_or_else(|| a.len().cmp(&b.len()))
}

//! Shape, keys and axis names of an array: everything but its items.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use crate::control::{Error, Result};

/// The lengths of the axes, inline up to rank 4.
pub type Shape = SmallVec<[usize; 4]>;

/// The most axes that an array may have.
pub const MAX_RANK: usize = 128;

/// The product of the lengths, or a `LIMIT ERROR` where it leaves the address space. Zero lengths do not excuse other
/// lengths of 2*63 and more, which the type rules out.
pub fn count_items(shape: &[usize]) -> Result<usize> {
    if shape.contains(&0) {
        return Ok(0);
    }
    shape
        .iter()
        .try_fold(1usize, |product, &length| product.checked_mul(length))
        .filter(|&count| count <= isize::MAX as usize)
        .ok_or_else(|| Error::limit(format!("an array of shape {} is too large", show_shape(shape))))
}

/// A shape for messages: `2 3`, or `(unit)` for rank 0.
pub fn show_shape(shape: &[usize]) -> String {
    if shape.is_empty() {
        return "(unit)".into();
    }
    shape.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// The keys of one axis: a string or nothing for each position. Keys are unique. A non-empty list has at least one key;
/// the list of an axis of length 0 may be empty.
#[derive(Debug)]
pub struct Keys {
    entries: Vec<Option<Arc<str>>>,
    positions: OnceLock<HashMap<Arc<str>, usize, foldhash::fast::FixedState>>,
}

impl PartialEq for Keys {
    fn eq(&self, other: &Keys) -> bool {
        self.entries == other.entries
    }
}

impl Keys {
    /// A key list, or a `DOMAIN ERROR` where a key occurs twice. `None` where no position has a key and the axis is not
    /// empty: such an axis is unkeyed.
    pub fn new(entries: Vec<Option<Arc<str>>>) -> Result<Option<Arc<Keys>>> {
        let Some(keys) = Keys::of_unique(entries) else { return Ok(None) };
        let distinct = keys.positions().len();
        if distinct != keys.entries.iter().flatten().count() {
            let mut seen = std::collections::HashSet::new();
            let twice = keys.entries.iter().flatten().find(|key| !seen.insert(*key)).expect("a key occurs twice");
            return Err(Error::domain(format!("duplicate key: {twice}")));
        }
        Ok(Some(keys))
    }

    /// A key list whose keys are known to be unique, with the same rule for lists without any key.
    pub fn of_unique(entries: Vec<Option<Arc<str>>>) -> Option<Arc<Keys>> {
        if !entries.is_empty() && entries.iter().all(Option::is_none) {
            return None;
        }
        Some(Arc::new(Keys { entries, positions: OnceLock::new() }))
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the axis has no positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The key of each position.
    pub fn entries(&self) -> &[Option<Arc<str>>] {
        &self.entries
    }

    /// The key at a position.
    pub fn get(&self, position: usize) -> Option<&Arc<str>> {
        self.entries[position].as_ref()
    }

    /// The position of a key.
    pub fn position(&self, key: &str) -> Option<usize> {
        // Building the index costs more than one search of a short list.
        if self.entries.len() <= 8 {
            return self.entries.iter().position(|entry| entry.as_deref() == Some(key));
        }
        self.positions().get(key).copied()
    }

    fn positions(&self) -> &HashMap<Arc<str>, usize, foldhash::fast::FixedState> {
        self.positions.get_or_init(|| {
            let entries = self.entries.iter().enumerate();
            entries.filter_map(|(i, key)| key.clone().map(|key| (key, i))).collect()
        })
    }

    /// Adds a position with this key, which must be new.
    fn push(&mut self, key: Option<Arc<str>>) {
        if let (Some(positions), Some(key)) = (self.positions.get_mut(), &key) {
            positions.insert(key.clone(), self.entries.len());
        }
        self.entries.push(key);
    }

    /// The keys at these positions, which must not repeat a keyed one; `None` positions (fill) have no key.
    pub fn select(&self, positions: impl IntoIterator<Item = Option<usize>>) -> Option<Arc<Keys>> {
        Keys::of_unique(positions.into_iter().map(|p| p.and_then(|p| self.entries[p].clone())).collect())
    }
}

/// Keys and name of one axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// The keys of its positions, if it is keyed.
    pub keys: Option<Arc<Keys>>,
    /// Its name.
    pub name: Option<Arc<str>>,
}

impl Axis {
    /// Whether it has neither keys nor name.
    pub fn is_plain(&self) -> bool {
        self.keys.is_none() && self.name.is_none()
    }
}

/// The layout of an array. Arrays without keys and names pay one empty pointer for them.
#[derive(Debug, Default, PartialEq)]
pub struct Layout {
    shape: Shape,
    /// One entry for each axis, present only when at least one axis has keys or a name.
    axes: Option<Box<[Axis]>>,
}

impl Clone for Layout {
    /// Every result has a layout of its own; the lengths are copied as a whole, not one by one.
    #[inline]
    fn clone(&self) -> Layout {
        Layout { shape: Shape::from_slice(&self.shape), axes: self.axes.clone() }
    }
}

impl Layout {
    /// A plain layout of this shape.
    pub fn new(shape: impl Into<Shape>) -> Layout {
        Layout { shape: shape.into(), axes: None }
    }

    /// Rank 0.
    pub fn scalar() -> Layout {
        Layout::default()
    }

    /// A plain vector layout.
    pub fn vector(length: usize) -> Layout {
        let mut shape = Shape::new();
        shape.push(length);
        Layout { shape, axes: None }
    }

    /// A layout with one [`Axis`] for each length. A key list has the length of its axis; a name that occurs twice is
    /// dropped from every axis that has it.
    pub fn with_axes(shape: impl Into<Shape>, mut axes: Vec<Axis>) -> Layout {
        let shape = shape.into();
        assert_eq!(shape.len(), axes.len());
        debug_assert!(axes.iter().zip(&shape).all(|(axis, &n)| axis.keys.as_ref().is_none_or(|keys| keys.len() == n)));
        drop_repeated_names(&mut axes);
        let axes = if axes.iter().all(Axis::is_plain) { None } else { Some(axes.into_boxed_slice()) };
        Layout { shape, axes }
    }

    /// The lengths of the axes.
    #[inline]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The number of axes.
    #[inline]
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The number of items. The product is known to fit, since the layout belongs to an array or was checked.
    #[inline]
    pub fn count(&self) -> usize {
        // A zero length makes the product 0 whatever the other lengths are.
        self.shape.iter().fold(1, |product: usize, &length| product.wrapping_mul(length))
    }

    /// Whether no axis has keys or a name.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.axes.is_none()
    }

    /// Keys and name of one axis.
    pub fn axis(&self, axis: usize) -> Axis {
        self.axes.as_ref().map_or_else(Axis::default, |axes| axes[axis].clone())
    }

    /// Keys and names of all axes.
    pub fn axes(&self) -> Vec<Axis> {
        match &self.axes {
            Some(axes) => axes.to_vec(),
            None => vec![Axis::default(); self.rank()],
        }
    }

    /// The keys of an axis.
    pub fn keys(&self, axis: usize) -> Option<&Arc<Keys>> {
        self.axes.as_ref()?[axis].keys.as_ref()
    }

    /// The name of an axis.
    pub fn name(&self, axis: usize) -> Option<&Arc<str>> {
        self.axes.as_ref()?[axis].name.as_ref()
    }

    /// Whether any axis is keyed.
    pub fn has_keys(&self) -> bool {
        self.axes.as_ref().is_some_and(|axes| axes.iter().any(|axis| axis.keys.is_some()))
    }

    /// Whether any axis is named.
    pub fn has_names(&self) -> bool {
        self.axes.as_ref().is_some_and(|axes| axes.iter().any(|axis| axis.name.is_some()))
    }

    /// The axis with this name.
    pub fn axis_named(&self, name: &str) -> Option<usize> {
        self.axes.as_ref()?.iter().position(|axis| axis.name.as_deref() == Some(name))
    }

    /// The layout of the given axes of this one, in the order given.
    pub fn select_axes(&self, axes: &[usize]) -> Layout {
        let shape: Shape = axes.iter().map(|&axis| self.shape[axis]).collect();
        match self.axes {
            None => Layout { shape, axes: None },
            Some(_) => Layout::with_axes(shape, axes.iter().map(|&axis| self.axis(axis)).collect()),
        }
    }

    /// The layout of the leading `rank` axes.
    pub fn frame(&self, rank: usize) -> Layout {
        self.select_axes(&(0..rank).collect::<SmallVec<[usize; 8]>>())
    }

    /// The layout of the axes from `rank` on.
    pub fn cell(&self, rank: usize) -> Layout {
        self.select_axes(&(rank..self.rank()).collect::<SmallVec<[usize; 8]>>())
    }

    /// Adds a position with this new key at the end of a vector, in place where nobody else holds its keys.
    pub fn push_position(&mut self, key: Arc<str>) {
        let length = self.shape[0];
        let axes = self.axes.get_or_insert_with(|| Box::new([Axis::default()]));
        match &mut axes[0].keys {
            Some(keys) => match Arc::get_mut(keys) {
                Some(keys) => keys.push(Some(key)),
                None => {
                    let mut entries = Vec::with_capacity((2 * length).max(4));
                    entries.extend_from_slice(keys.entries());
                    entries.push(Some(key));
                    *keys = Arc::new(Keys { entries, positions: OnceLock::new() });
                }
            },
            none => {
                let mut entries = vec![None; length];
                entries.push(Some(key));
                *none = Keys::of_unique(entries);
            }
        }
        self.shape[0] += 1;
    }

    /// The axes of this layout followed by those of another; a name in both is dropped.
    pub fn join(&self, other: &Layout) -> Layout {
        let shape: Shape = self.shape.iter().chain(&other.shape).copied().collect();
        if self.is_plain() && other.is_plain() {
            return Layout { shape, axes: None };
        }
        let mut axes = self.axes();
        axes.extend(other.axes());
        Layout::with_axes(shape, axes)
    }

    /// The same layout without keys and names.
    pub fn plain(&self) -> Layout {
        Layout { shape: self.shape.clone(), axes: None }
    }

    /// The same layout with one axis replaced.
    pub fn with_axis(&self, index: usize, length: usize, axis: Axis) -> Layout {
        let mut shape = self.shape.clone();
        shape[index] = length;
        let mut axes = self.axes();
        axes[index] = axis;
        Layout::with_axes(shape, axes)
    }
}

fn drop_repeated_names(axes: &mut [Axis]) {
    let repeated: Vec<Arc<str>> = axes
        .iter()
        .enumerate()
        .filter_map(|(i, axis)| {
            let name = axis.name.as_ref()?;
            axes[..i].iter().any(|before| before.name.as_ref() == Some(name)).then(|| name.clone())
        })
        .collect();
    for axis in axes.iter_mut() {
        if axis.name.as_ref().is_some_and(|name| repeated.contains(name)) {
            axis.name = None;
        }
    }
}

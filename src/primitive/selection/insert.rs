//! Insertion: positions that a plain assignment adds for keys that do not exist.

use std::sync::Arc;

use crate::array::{Array, Axis, Keys, Layout, Value, count_items, show_shape};
use crate::control::{Result, reserve};
use crate::primitive::argument::text;

/// The keys that axes are to gain.
pub(super) struct Growth {
    /// For each axis the new keys in selector order.
    axes: Vec<Vec<Arc<str>>>,
}

impl Growth {
    /// The keys among the selectors that their axes do not have: one key, or those in a vector of them. Nothing if all
    /// are there.
    pub fn needed(selectors: &[Value], order: &[usize], layout: &Layout) -> Option<Growth> {
        let mut axes = vec![Vec::new(); layout.rank()];
        for (selector, &axis) in selectors.iter().zip(order) {
            let mut add = |key: Arc<str>| {
                let is_known = layout.keys(axis).is_some_and(|keys| keys.position(&key).is_some());
                let new: &mut Vec<Arc<str>> = &mut axes[axis];
                if !is_known && !new.contains(&key) {
                    new.push(key);
                }
            };
            match (text(selector), selector) {
                (Some(key), _) => add(key),
                (None, Value::Array(array)) if array.rank() == 1 => {
                    (0..array.len()).filter_map(|i| text(&array.item(i))).for_each(add);
                }
                _ => {}
            }
        }
        axes.iter().any(|new| !new.is_empty()).then_some(Growth { axes })
    }

    /// The layout with the new positions at the ends of their axes.
    pub fn layout(&self, layout: &Layout) -> Result<Layout> {
        let mut grown = layout.clone();
        for (axis, new) in self.axes.iter().enumerate().filter(|(_, new)| !new.is_empty()) {
            let length = layout.shape()[axis];
            let mut entries = layout.keys(axis).map_or_else(|| vec![None; length], |keys| keys.entries().to_vec());
            entries.extend(new.iter().cloned().map(Some));
            let keys = Keys::of_unique(entries);
            grown = grown.with_axis(axis, length + new.len(), Axis { keys, name: layout.name(axis).cloned() });
        }
        let count = count_items(grown.shape())?;
        reserve(count, size_of::<Value>(), || format!("an array of shape {}", show_shape(grown.shape())))?;
        Ok(grown)
    }

    /// The array in the grown layout. New cells hold its fill; the new items of a vector, all of which are about to be
    /// written, hold whatever does not change the kinds of its numbers.
    pub fn array(&self, array: &Array, grown: Layout) -> Array {
        if grown.count() == 0 {
            return Array::empty(grown, array.fill());
        }
        let mut places = vec![Some(0)];
        for (&new, &old) in grown.shape().iter().zip(array.shape()) {
            let step = |place: Option<usize>, position: usize| Some(place? * old + position).filter(|_| position < old);
            places = places.iter().flat_map(|&place| (0..new).map(move |position| step(place, position))).collect();
        }
        let filler = if array.rank() == 1 && !array.is_empty() { array.item(0) } else { array.fill() };
        Array::new(grown, array.storage().select_or_fill(&places, &filler))
    }
}

//! Primitives that move items without computing them: shape, order, nesting, repetition, keys.

pub mod rearrange;

//! Aplomb: a native interpreter of an array language.

pub mod agree;
pub mod array;
pub mod control;
pub mod display;
pub mod frontend;
pub mod kernel;
pub mod number;
pub mod primitive;
pub mod syntax;

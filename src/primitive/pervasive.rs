//! Functions that work item by item, at every depth.

use crate::array::Value;
use crate::control::Result;

/// A scalar monad.
pub struct ScalarMonad {
    /// Its glyph.
    pub glyph: char,
    /// Its meaning for one atom.
    pub atom: fn(&Value) -> Result<Value>,
}

/// A scalar dyad.
pub struct ScalarDyad {
    /// Its glyph.
    pub glyph: char,
    /// Its meaning for two atoms.
    pub atoms: fn(&Value, &Value) -> Result<Value>,
}

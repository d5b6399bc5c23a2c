//! The rows of operator glyphs, hybrids in their role as operators included.

use super::{Operator, dyadic, monadic};

/// Every glyph that is an operator.
#[rustfmt::skip]
pub static OPERATORS: &[Operator] = &[
    monadic('¨', "each", &["dieresis"], "Alt-1"),
    monadic('⍨', "commute", &[], "Alt-Shift-t"),
    dyadic('⊸', "before", &["bind"], "Alt-u"),
    dyadic('⟜', "after", &["bind-right", "hook"], "Alt-t"),
    dyadic('⍤', "rank", &["atop"], "Alt-Shift-j"),
    dyadic('⍠', "axis", &[], "Alt-Shift-/"),
    dyadic('⍥', "over", &[], "Alt-Shift-v"),
    dyadic('.', "dot", &["inner-product"], ""),
    monadic('⌝', "outer-product", &[], "Alt-7"),
    monadic('⌸', "key", &[], "Alt-Shift-k"),
    dyadic('⍣', "power", &["repeat", "iterate", "history"], "Alt-Shift-p"),
    dyadic('⇄', "inverse-pair", &[], "Alt-5"),
    dyadic('⌾', "under", &[], "Alt-m"),
    monadic('∂', "derivative", &[], "Alt-f"),
    dyadic('◶', "agenda", &["choose"], "Alt-y"),
    dyadic('@', "at", &[], ""),
    dyadic('⌺', "stencil", &[], "Alt-Shift-Backtick"),
    monadic('/', "slash", &["reduce", "fold", "compress"], ""),
    monadic('⌿', "slash-bar", &["reduce-first"], "Alt-/"),
    monadic('\\', "backslash", &["scan"], ""),
    monadic('⍀', "backslash-bar", &["scan-first"], "Alt-."),
];

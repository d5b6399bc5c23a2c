//! The rows of operator glyphs, hybrids in their role as operators included.

use super::{Operator, dyadic, monadic};
use crate::primitive::derivative;
use crate::primitive::operators::rows;

/// Every glyph that is an operator.
#[rustfmt::skip]
pub static OPERATORS: &[Operator] = &[
    monadic('¨', "each", &["dieresis"], "Alt-1", rows::each).check(rows::check_left_function),
    monadic('⍨', "commute", &[], "Alt-Shift-t", rows::commute),
    dyadic('⊸', "before", &["bind"], "Alt-u", rows::before).check(rows::check_before),
    dyadic('⟜', "after", &["bind-right", "hook"], "Alt-t", rows::after).check(rows::check_after),
    dyadic('⍤', "rank", &["atop"], "Alt-Shift-j", rows::atop).check(rows::check_left_function),
    dyadic('⍠', "axis", &[], "Alt-Shift-/", rows::axis).check(rows::check_left_function_right_array),
    dyadic('⍥', "over", &[], "Alt-Shift-v", rows::over).check(rows::check_two_functions),
    dyadic('.', "dot", &["inner-product"], "", rows::inner).check(rows::check_two_functions),
    monadic('⌝', "outer-product", &[], "Alt-7", rows::outer).check(rows::check_left_function),
    monadic('⌸', "key", &[], "Alt-Shift-k", rows::key).check(rows::check_left_function),
    dyadic('⍣', "power", &["repeat", "iterate", "history"], "Alt-Shift-p", rows::power).check(rows::check_left_function),
    dyadic('⇄', "inverse-pair", &[], "Alt-5", rows::inverse_pair).check(rows::check_two_functions),
    dyadic('⌾', "under", &[], "Alt-m", rows::under).check(rows::check_two_functions),
    monadic('∂', "derivative", &[], "Alt-f", derivative::call).check(rows::check_left_function),
    dyadic('◶', "agenda", &["choose"], "Alt-y", rows::agenda).check(rows::check_agenda),
    dyadic('@', "at", &[], "", rows::at),
    dyadic('⌺', "stencil", &[], "Alt-Shift-Backtick", rows::stencil).check(rows::check_left_function_right_array),
    monadic('/', "slash", &["reduce", "fold", "compress"], "", rows::reduce_last).check(rows::check_left_function),
    monadic('⌿', "slash-bar", &["reduce-first"], "Alt-/", rows::reduce_first).check(rows::check_left_function),
    monadic('\\', "backslash", &["scan"], "", rows::scan_last).check(rows::check_left_function),
    monadic('⍀', "backslash-bar", &["scan-first"], "Alt-.", rows::scan_first).check(rows::check_left_function),
];

//! The rows of operator glyphs, hybrids in their role as operators included.

use super::{Operator, dyadic, monadic};
use crate::primitive::derivative;
use crate::primitive::operators::rows;

/// Every glyph that is an operator.
#[rustfmt::skip]
pub static OPERATORS: &[Operator] = &[
    monadic('¨', "each", &["dieresis"], "Alt-1").check(rows::check_left_function).call(rows::each),
    monadic('⍨', "commute", &[], "Alt-Shift-t").call(rows::commute),
    dyadic('⊸', "before", &["bind"], "Alt-u").check(rows::check_before).call(rows::before),
    dyadic('⟜', "after", &["bind-right", "hook"], "Alt-t").check(rows::check_after).call(rows::after),
    dyadic('⍤', "rank", &["atop"], "Alt-Shift-j").check(rows::check_left_function).call(rows::atop),
    dyadic('⍠', "axis", &[], "Alt-Shift-/").check(rows::check_left_function_right_array).call(rows::axis),
    dyadic('⍥', "over", &[], "Alt-Shift-v").check(rows::check_two_functions).call(rows::over),
    dyadic('.', "dot", &["inner-product"], "").check(rows::check_two_functions).call(rows::inner),
    monadic('⌝', "outer-product", &[], "Alt-7").check(rows::check_left_function).call(rows::outer),
    monadic('⌸', "key", &[], "Alt-Shift-k").check(rows::check_left_function).call(rows::key),
    dyadic('⍣', "power", &["repeat", "iterate", "history"], "Alt-Shift-p").check(rows::check_left_function).call(rows::power),
    dyadic('⇄', "inverse-pair", &[], "Alt-5").check(rows::check_two_functions).call(rows::inverse_pair),
    dyadic('⌾', "under", &[], "Alt-m").check(rows::check_two_functions).call(rows::under),
    monadic('∂', "derivative", &[], "Alt-f").check(rows::check_left_function).call(derivative::call),
    dyadic('◶', "agenda", &["choose"], "Alt-y").check(rows::check_agenda).call(rows::agenda),
    dyadic('@', "at", &[], "").call(rows::at),
    dyadic('⌺', "stencil", &[], "Alt-Shift-Backtick").check(rows::check_left_function_right_array).call(rows::stencil),
    monadic('/', "slash", &["reduce", "fold", "compress"], "").check(rows::check_left_function).call(rows::reduce_last),
    monadic('⌿', "slash-bar", &["reduce-first"], "Alt-/").check(rows::check_left_function).call(rows::reduce_first),
    monadic('\\', "backslash", &["scan"], "").check(rows::check_left_function).call(rows::scan_last),
    monadic('⍀', "backslash-bar", &["scan-first"], "Alt-.").check(rows::check_left_function).call(rows::scan_first),
];

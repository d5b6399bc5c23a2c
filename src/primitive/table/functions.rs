//! The rows of function and hybrid glyphs.

use crate::primitive::format;
use crate::primitive::linear;
use crate::primitive::number_theory;
use crate::primitive::pervasive::{self, rows::*};
use crate::primitive::polynomial;
use crate::primitive::radix;
use crate::primitive::random;
use crate::primitive::search::{find, iota, locate, sets};
use crate::primitive::selection;
use crate::primitive::sort;
use crate::primitive::structural;

use super::{AxisForms, DyadMeaning, Exactness, Identity, MonadMeaning, Primitive, Rank, function, hybrid};

/// Every glyph that is a function, hybrids in their role as functions included.
#[rustfmt::skip]
pub static FUNCTIONS: &[Primitive] = &[
    function('+', "add", &[], "")
        .monad("conjugate", Rank::Cells(0), Exactness::Moved, MonadMeaning::Pervasive(&CONJUGATE))
        .dyad("plus", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&ADD))
        .identity(Identity::Zero),
    function('-', "dash", &[], "")
        .monad("negate", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Pervasive(&NEGATE))
        .dyad("subtract", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&SUBTRACT))
        .identity(Identity::Zero),
    function('×', "mul", &["multiply", "direction"], "Alt-Minus")
        .monad("sign", Rank::Cells(0), Exactness::Exact, MonadMeaning::Pervasive(&SIGN))
        .dyad("times", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&MULTIPLY))
        .identity(Identity::One),
    function('÷', "div", &[], "Alt-=")
        .monad("reciprocal", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Pervasive(&RECIPROCAL))
        .dyad("divide", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&DIVIDE))
        .identity(Identity::One),
    function('⌊', "floor", &[], "Alt-d")
        .monad("floor", Rank::Cells(0), Exactness::Exact, MonadMeaning::Pervasive(&FLOOR))
        .dyad("min", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&MINIMUM))
        .identity(Identity::Infinity),
    function('⌈', "ceiling", &[], "Alt-s")
        .monad("ceiling", Rank::Cells(0), Exactness::Exact, MonadMeaning::Pervasive(&CEILING))
        .dyad("max", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&MAXIMUM))
        .identity(Identity::NegativeInfinity),
    function('|', "stile", &["abs"], "")
        .monad("magnitude", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Pervasive(&MAGNITUDE))
        .dyad("residue", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&RESIDUE))
        .identity(Identity::Zero),
    function('*', "star", &["exp"], "")
        .monad("exponential", Rank::Cells(0), Exactness::Approximate, MonadMeaning::Pervasive(&EXPONENTIAL))
        .dyad("exponent", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&POWER))
        .identity(Identity::One),
    function('⍟', "log", &[], "Alt-Shift-8")
        .monad("logarithm", Rank::Cells(0), Exactness::Approximate, MonadMeaning::Pervasive(&LOGARITHM))
        .dyad("log", [Rank::Cells(0), Rank::Cells(0)], Exactness::Approximate, DyadMeaning::Pervasive(&LOG)),
    function('○', "circle", &[], "Alt-o")
        .monad("cis", Rank::Cells(0), Exactness::Approximate, MonadMeaning::Pervasive(&CIS))
        .dyad("circle", [Rank::Cells(0), Rank::Cells(0)], Exactness::Approximate, DyadMeaning::Pervasive(&CIRCLE)),
    function('π', "pi", &[], "Alt-p")
        .monad("pi-times", Rank::Cells(0), Exactness::Approximate, MonadMeaning::Pervasive(&PI_TIMES))
        .dyad("pi-ratio", [Rank::Cells(0), Rank::Cells(0)], Exactness::Approximate, DyadMeaning::Pervasive(&PI_RATIO)),
    function('√', "root", &[], "Alt-3")
        .monad("sqrt", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Pervasive(&SQUARE_ROOT))
        .dyad("root", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&ROOT)),
    function('!', "factorial", &[], "")
        .monad("factorial", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Pervasive(&FACTORIAL))
        .dyad("binomial", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&BINOMIAL))
        .identity(Identity::One),
    function('ℙ', "prime", &[], "Alt-Shift-r")
        .monad("prime", Rank::Cells(0), Exactness::Exact, MonadMeaning::Whole(number_theory::prime))
        .dyad("prime-mode", [Rank::Cells(0), Rank::Cells(0)], Exactness::Exact, DyadMeaning::Whole(number_theory::prime_mode)),
    function('⨸', "factor", &[], "Alt-Shift-c")
        .monad("factors", Rank::Cells(0), Exactness::Exact, MonadMeaning::Whole(number_theory::prime_factors))
        .dyad("factor-spec", [Rank::Cells(0), Rank::Cells(0)], Exactness::Exact, DyadMeaning::Whole(number_theory::factor_spec)),
    function('⊛', "polynomial", &[], "Alt-Shift-m")
        .monad("polynomial", Rank::Cells(1), Exactness::Preserved, MonadMeaning::Whole(polynomial::convert))
        .dyad("polyval", [Rank::Cells(1), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Whole(polynomial::evaluate)),
    function('?', "question", &[], "")
        .monad("roll", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Whole(random::roll))
        .dyad("deal", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Whole(random::deal)),
    function('∨', "or", &[], "Alt-9")
        .monad("real-imag", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Whole(pervasive::real_imaginary))
        .dyad("gcd", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&GCD))
        .identity(Identity::Zero),
    function('∧', "and", &[], "Alt-0")
        .monad("polar", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Whole(pervasive::polar))
        .dyad("lcm", [Rank::Cells(0), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Pervasive(&LCM))
        .identity(Identity::One),
    function('⍲', "nand", &[], "Alt-Shift-0")
        .monad("square", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Pervasive(&SQUARE))
        .dyad("nand", [Rank::Cells(0), Rank::Cells(0)], Exactness::Exact, DyadMeaning::Pervasive(&NAND)),
    function('⍱', "nor", &[], "Alt-Shift-9")
        .monad("double", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Pervasive(&DOUBLE))
        .dyad("nor", [Rank::Cells(0), Rank::Cells(0)], Exactness::Exact, DyadMeaning::Pervasive(&NOR)),
    function('~', "tilde", &[], "")
        .monad("not", Rank::Cells(0), Exactness::Exact, MonadMeaning::Pervasive(&NOT))
        .dyad("without", [Rank::Whole, Rank::Whole], Exactness::Moved, DyadMeaning::Whole(sets::without)),
    function('=', "equal", &[], "")
        .monad("classify", Rank::Whole, Exactness::Exact, MonadMeaning::Whole(sets::classify))
        .dyad("equal", [Rank::Cells(0), Rank::Cells(0)], Exactness::Exact, DyadMeaning::Pervasive(&EQUAL))
        .identity(Identity::ExactOne),
    function('≠', "not-equal", &[], "Alt-8")
        .monad("unique-mask", Rank::Whole, Exactness::Exact, MonadMeaning::Whole(sets::unique_mask))
        .dyad("not-equal", [Rank::Cells(0), Rank::Cells(0)], Exactness::Exact, DyadMeaning::Pervasive(&NOT_EQUAL))
        .identity(Identity::ExactZero),
    function('<', "less", &[], "")
        .dyad("less", [Rank::Cells(0), Rank::Cells(0)], Exactness::Exact, DyadMeaning::Pervasive(&LESS))
        .identity(Identity::ExactZero),
    function('≤', "less-or-equal", &[], "Alt-4")
        .monad("decrement", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Pervasive(&DECREMENT))
        .dyad("less-equal", [Rank::Cells(0), Rank::Cells(0)], Exactness::Exact, DyadMeaning::Pervasive(&LESS_OR_EQUAL))
        .identity(Identity::ExactOne),
    function('>', "greater", &[], "")
        .dyad("greater", [Rank::Cells(0), Rank::Cells(0)], Exactness::Exact, DyadMeaning::Pervasive(&GREATER))
        .identity(Identity::ExactZero),
    function('≥', "greater-or-equal", &[], "Alt-6")
        .monad("increment", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Pervasive(&INCREMENT))
        .dyad("greater-equal", [Rank::Cells(0), Rank::Cells(0)], Exactness::Exact, DyadMeaning::Pervasive(&GREATER_OR_EQUAL))
        .identity(Identity::ExactOne),
    function('≡', "match", &[], "Alt-Shift-;")
        .monad("depth", Rank::Whole, Exactness::Exact, MonadMeaning::Whole(structural::depth))
        .dyad("match", [Rank::Whole, Rank::Whole], Exactness::Exact, DyadMeaning::Whole(structural::match_)),
    function('≢', "tally", &[], "Alt-Shift-'")
        .monad("tally", Rank::Whole, Exactness::Exact, MonadMeaning::Whole(structural::tally))
        .dyad("not-match", [Rank::Whole, Rank::Whole], Exactness::Exact, DyadMeaning::Whole(structural::not_match)),
    function('⍴', "rho", &[], "Alt-r")
        .monad("shape", Rank::Whole, Exactness::Exact, MonadMeaning::Whole(structural::shape))
        .dyad("reshape", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::reshape)),
    function(',', "comma", &[], "")
        .monad("ravel", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::ravel))
        .dyad("catenate", [Rank::Whole, Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::catenate))
        .identity(Identity::EmptyVector)
        .axis(AxisForms::Both, structural::catenate_along),
    function('⍪', "table", &[], "Alt-Shift-,")
        .monad("table", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::table))
        .dyad("catenate-first", [Rank::Whole, Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::catenate_first))
        .identity(Identity::EmptyVector)
        .axis(AxisForms::Dyad, structural::catenate_along),
    function('⌽', "reverse", &[], "Alt-Shift-5")
        .monad("reverse", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::reverse))
        .dyad("rotate", [Rank::Whole, Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::rotate))
        .identity(Identity::Zero)
        .axis(AxisForms::Both, structural::reverse_along),
    function('⊖', "reverse-first", &[], "Alt-Shift-7")
        .monad("reverse-first", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::reverse_first))
        .dyad("rotate-first", [Rank::Whole, Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::rotate_first))
        .identity(Identity::Zero)
        .axis(AxisForms::Both, structural::reverse_along),
    function('⍉', "transpose", &[], "Alt-Shift-6")
        .monad("transpose", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::transpose))
        .dyad("reorder-axes", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::reorder_axes)),
    function('↑', "take", &["disclose"], "Alt-k")
        .monad("first", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::first))
        .dyad("take", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::take))
        .axis(AxisForms::Dyad, structural::take_along),
    function('↓', "drop", &[], "Alt-j")
        .monad("split", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::split))
        .dyad("drop", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::drop))
        .axis(AxisForms::Both, structural::split_along),
    function('↕', "windows", &[], "Alt-Shift-u")
        .dyad("windows", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::windows)),
    function('⊂', "enclose", &[], "Alt-z")
        .monad("enclose", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::enclose))
        .dyad("partitioned-enclose", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::partitioned_enclose))
        .axis(AxisForms::Both, structural::enclose_along),
    function('⊆', "nest", &[], "Alt-Shift-z")
        .monad("nest", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::nest))
        .dyad("partition", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::partition))
        .axis(AxisForms::Both, structural::nest_along),
    function('⊃', "mix", &[], "Alt-x")
        .monad("mix", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::mix))
        .dyad("pick", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(selection::pick))
        .axis(AxisForms::Both, structural::mix_or_pick_along),
    function('⌷', "squad", &[], "Alt-Shift-l")
        .monad("materialise", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(selection::materialise))
        .dyad("index", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(selection::index))
        .axis(AxisForms::Dyad, selection::index_along),
    function('⍳', "iota", &[], "Alt-i")
        .monad("iota", Rank::Whole, Exactness::Preserved, MonadMeaning::Whole(iota::iota))
        .dyad("index-of", [Rank::Whole, Rank::Whole], Exactness::Exact, DyadMeaning::Whole(sets::index_of))
        .axis(AxisForms::Monad, iota::selectors),
    function(':', "colon", &[], "")
        .monad("unkey", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::unkey))
        .dyad("keyed", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::keyed))
        .axis(AxisForms::Both, structural::keys_along),
    function('⍸', "where", &[], "Alt-Shift-i")
        .monad("where", Rank::Whole, Exactness::Exact, MonadMeaning::Whole(locate::where_))
        .dyad("interval-index", [Rank::Whole, Rank::Whole], Exactness::Exact, DyadMeaning::Whole(sort::interval_index)),
    function('∊', "member", &["epsilon"], "Alt-e")
        .monad("enlist", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(locate::enlist))
        .dyad("member", [Rank::Whole, Rank::Whole], Exactness::Exact, DyadMeaning::Whole(sets::member)),
    function('∪', "union", &[], "Alt-v")
        .monad("unique", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(sets::unique))
        .dyad("union", [Rank::Whole, Rank::Whole], Exactness::Moved, DyadMeaning::Whole(sets::union))
        .identity(Identity::EmptyVector),
    function('∩', "intersection", &[], "Alt-c")
        .dyad("intersection", [Rank::Whole, Rank::Whole], Exactness::Moved, DyadMeaning::Whole(sets::intersection)),
    function('⍷', "find", &[], "Alt-Shift-e")
        .dyad("find", [Rank::Whole, Rank::Whole], Exactness::Exact, DyadMeaning::Whole(find::find)),
    function('⍋', "grade-up", &[], "Alt-Shift-4")
        .monad("grade-up", Rank::Whole, Exactness::Exact, MonadMeaning::Whole(sort::grade_up))
        .dyad("grade-up-by", [Rank::Whole, Rank::Whole], Exactness::Exact, DyadMeaning::Whole(sort::grade_up_by)),
    function('⍒', "grade-down", &[], "Alt-Shift-3")
        .monad("grade-down", Rank::Whole, Exactness::Exact, MonadMeaning::Whole(sort::grade_down))
        .dyad("grade-down-by", [Rank::Whole, Rank::Whole], Exactness::Exact, DyadMeaning::Whole(sort::grade_down_by)),
    function('⊤', "encode", &[], "Alt-n")
        .monad("binary-encode", Rank::Cells(0), Exactness::Preserved, MonadMeaning::Whole(radix::binary_encode))
        .dyad("encode", [Rank::Cells(1), Rank::Cells(0)], Exactness::Preserved, DyadMeaning::Whole(radix::encode))
        .identity(Identity::Zero),
    function('⊥', "decode", &[], "Alt-b")
        .monad("binary-decode", Rank::Cells(1), Exactness::Preserved, MonadMeaning::Whole(radix::binary_decode))
        .dyad("decode", [Rank::Cells(1), Rank::Cells(1)], Exactness::Preserved, DyadMeaning::Whole(radix::decode)),
    function('⌹', "domino", &[], "Alt-Shift-=")
        .monad("inverse", Rank::Cells(2), Exactness::Preserved, MonadMeaning::Whole(linear::inverse))
        .dyad("matrix-divide", [Rank::Cells(2), Rank::Cells(2)], Exactness::Preserved, DyadMeaning::Whole(linear::divide)),
    function('⊣', "left", &[], "Alt-Shift-Backslash")
        .monad("same-left", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::same))
        .dyad("left", [Rank::Whole, Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::left)),
    function('⊢', "right", &[], "Alt-Backslash")
        .monad("same", Rank::Whole, Exactness::Moved, MonadMeaning::Whole(structural::same))
        .dyad("right", [Rank::Whole, Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::right)),
    function('⍎', "execute", &[], "Alt-;")
        .monad("execute", Rank::Cells(1), Exactness::Exact, MonadMeaning::Evaluated)
        .dyad("lookup", [Rank::Whole, Rank::Cells(1)], Exactness::Moved, DyadMeaning::Whole(selection::look_up)),
    function('⍕', "format", &[], "Alt-'")
        .monad("format", Rank::Whole, Exactness::Exact, MonadMeaning::Whole(format::format))
        .dyad("format-spec", [Rank::Cells(1), Rank::Whole], Exactness::Exact, DyadMeaning::Whole(format::format_by_specification)),
    hybrid('/', "slash", &["reduce", "fold", "compress"], "")
        .dyad("replicate", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::replicate))
        .identity(Identity::One)
        .axis(AxisForms::Dyad, structural::replicate_along),
    hybrid('⌿', "slash-bar", &["reduce-first"], "Alt-/")
        .dyad("replicate-first", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::replicate_first))
        .identity(Identity::One)
        .axis(AxisForms::Dyad, structural::replicate_along),
    hybrid('\\', "backslash", &["scan"], "")
        .dyad("expand", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::expand))
        .identity(Identity::One)
        .axis(AxisForms::Dyad, structural::expand_along),
    hybrid('⍀', "backslash-bar", &["scan-first"], "Alt-.")
        .dyad("expand-first", [Rank::Cells(1), Rank::Whole], Exactness::Moved, DyadMeaning::Whole(structural::expand_first))
        .identity(Identity::One)
        .axis(AxisForms::Dyad, structural::expand_along),
];

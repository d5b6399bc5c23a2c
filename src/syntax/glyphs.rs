//! The glyphs of the language by class, as the lexer needs them.

/// What a glyph is to the syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlyphClass {
    /// A function, whatever stands beside it.
    Function,
    /// A function beside data, an operator beside a function.
    Hybrid,
    /// An operator that takes a left operand.
    MonadicOperator,
    /// An operator that takes a left and a right operand.
    DyadicOperator,
}

/// Function glyphs. `:` is one too where it separates nothing.
pub const FUNCTIONS: &str = "+-×÷⌊⌈|*⍟○π√!ℙ⨸⊛?∨∧⍲⍱~=≠<≤>≥≡≢⍴,⍪⌽⊖⍉↑↓↕⊂⊆⊃⌷⍳⍸∊∪∩⍷⍋⍒⊤⊥⌹⊣⊢⍎⍕:";
/// Hybrid glyphs.
pub const HYBRIDS: &str = "/⌿\\⍀";
/// Monadic operator glyphs.
pub const MONADIC_OPERATORS: &str = "¨⍨⌝⌸∂";
/// Dyadic operator glyphs.
pub const DYADIC_OPERATORS: &str = "⊸⟜⍤⍥⍠.⍣⇄⌾◶@⌺";

/// The class of a glyph, if it is a function or an operator.
pub fn class_of(glyph: char) -> Option<GlyphClass> {
    if FUNCTIONS.contains(glyph) {
        Some(GlyphClass::Function)
    } else if HYBRIDS.contains(glyph) {
        Some(GlyphClass::Hybrid)
    } else if MONADIC_OPERATORS.contains(glyph) {
        Some(GlyphClass::MonadicOperator)
    } else if DYADIC_OPERATORS.contains(glyph) {
        Some(GlyphClass::DyadicOperator)
    } else {
        None
    }
}

/// Whether a name may begin with this character.
pub fn begins_name(character: char) -> bool {
    match character {
        '_' | '∆' | '⍙' => true,
        'π' | 'ℙ' => false,
        _ => character.is_alphabetic(),
    }
}

/// Whether a name may go on with this character.
pub fn continues_name(character: char) -> bool {
    begins_name(character) || character.is_numeric()
}

//! The rows of glyphs that belong to the syntax.

use super::Symbol;

/// Every glyph that is neither function nor operator and needs a name to be typed by.
#[rustfmt::skip]
pub static SYMBOLS: &[Symbol] = &[
    Symbol { glyph: '←', name: "assign", search_words: &["left-arrow"], chord: "Alt-h" },
    Symbol { glyph: '→', name: "pipe", search_words: &["right-arrow"], chord: "Alt-l" },
    Symbol { glyph: '⋄', name: "diamond", search_words: &[], chord: "Alt-Backtick" },
    Symbol { glyph: '⍝', name: "comment", search_words: &[], chord: "Alt-," },
    Symbol { glyph: '⎕', name: "quad", search_words: &[], chord: "Alt-]" },
    Symbol { glyph: '•', name: "bullet", search_words: &["system"], chord: "Alt-q" },
    Symbol { glyph: '⍺', name: "alpha", search_words: &[], chord: "Alt-a" },
    Symbol { glyph: '⍵', name: "omega", search_words: &[], chord: "Alt-w" },
    Symbol { glyph: '⍶', name: "alpha-underbar", search_words: &["left-operand"], chord: "Alt-Shift-a" },
    Symbol { glyph: '⍹', name: "omega-underbar", search_words: &["right-operand"], chord: "Alt-Shift-w" },
    Symbol { glyph: '∇', name: "del", search_words: &["recursion"], chord: "Alt-g" },
    Symbol { glyph: '⍢', name: "del-diaeresis", search_words: &["operator-recursion"], chord: "Alt-Shift-g" },
    Symbol { glyph: '¯', name: "overbar", search_words: &[], chord: "Alt-2" },
    Symbol { glyph: '∞', name: "infinity", search_words: &[], chord: "Alt-Shift-Minus" },
    Symbol { glyph: '⍬', name: "zilde", search_words: &["empty"], chord: "Alt-Shift-]" },
    Symbol { glyph: 'ₓ', name: "exact", search_words: &["subscript-x"], chord: "Alt-Shift-x" },
    Symbol { glyph: '∆', name: "delta", search_words: &[], chord: "Alt-Shift-h" },
    Symbol { glyph: '⍙', name: "delta-underbar", search_words: &[], chord: "Alt-Shift-." },
];

//! Typing glyphs by name or by chord, from the rows of the primitive table.

use std::sync::LazyLock;

use crate::primitive::table::{Class, FUNCTIONS, OPERATORS, SYMBOLS};
use crate::syntax::glyphs;

/// A glyph as it can be typed.
#[derive(Debug)]
pub struct GlyphName {
    /// The glyph.
    pub glyph: char,
    /// The canonical name.
    pub name: &'static str,
    /// Further words that find it, names of its meanings included.
    pub words: Vec<&'static str>,
    /// The key of its chord, with `S` before it for Shift; empty if there is none.
    pub key: String,
    /// The character that a terminal sends after ESC for its chord.
    pub chord: Option<char>,
}

/// All glyphs: syntax, functions, hybrids, operators.
pub static GLYPH_NAMES: LazyLock<Vec<GlyphName>> = LazyLock::new(|| {
    let symbols = SYMBOLS.iter().map(|row| entry(row.glyph, row.name, row.chord, row.search_words, &[]));
    let functions = |class: Class| {
        FUNCTIONS.iter().filter(move |row| row.class == class).map(|row| {
            let meanings = [row.monad.map(|monad| monad.name), row.dyad.map(|dyad| dyad.name)];
            entry(row.glyph, row.name, row.chord, row.search_words, &meanings)
        })
    };
    let operators = OPERATORS
        .iter()
        .filter(|row| !glyphs::HYBRIDS.contains(row.glyph))
        .map(|row| entry(row.glyph, row.name, row.chord, row.search_words, &[]));
    symbols.chain(functions(Class::Function)).chain(functions(Class::Hybrid)).chain(operators).collect()
});

fn entry(
    glyph: char,
    name: &'static str,
    chord: &'static str,
    search_words: &[&'static str],
    meanings: &[Option<&'static str>],
) -> GlyphName {
    let words = meanings.iter().flatten().chain(search_words).copied().collect();
    let (shifted, key) = match chord.strip_prefix("Alt-Shift-") {
        Some(key) => (true, key),
        None => (false, chord.strip_prefix("Alt-").unwrap_or("")),
    };
    let key = match key {
        "Backtick" => "`",
        "Minus" => "-",
        "Backslash" => "\\",
        _ => key,
    };
    let chord = key.chars().next().map(|key| if shifted { shift(key) } else { key });
    GlyphName { glyph, name, words, key: if shifted { format!("S{key}") } else { key.to_string() }, chord }
}

/// The character that a key of a US keyboard types with Shift.
fn shift(key: char) -> char {
    const PLAIN: &str = "`1234567890-=[]\\;',./";
    const SHIFTED: &str = "~!@#$%^&*()_+{}|:\"<>?";
    match PLAIN.find(key) {
        Some(place) => char::from(SHIFTED.as_bytes()[place]),
        None => key.to_ascii_uppercase(),
    }
}

/// The glyph whose chord makes a terminal send ESC and this character.
pub fn by_chord(character: char) -> Option<char> {
    GLYPH_NAMES.iter().find(|row| row.chord == Some(character)).map(|row| row.glyph)
}

/// The glyphs that the letters typed after a backtick stand for, in the order of the table.
pub fn matches(typed: &str) -> Vec<&'static GlyphName> {
    let typed = typed.to_lowercase();
    let steps: [&dyn Fn(&GlyphName) -> bool; 6] = [
        &|row| row.name == typed,
        &|row| row.words.iter().any(|word| *word == typed),
        &|row| row.name.starts_with(&typed),
        &|row| row.words.iter().any(|word| word.starts_with(&typed)),
        &|row| abbreviates(&typed, row.name),
        &|row| row.words.iter().any(|word| abbreviates(&typed, word)),
    ];
    for step in steps {
        let found: Vec<&GlyphName> = GLYPH_NAMES.iter().filter(|row| step(row)).collect();
        if let Some(stem) = found.iter().find(|row| found.iter().all(|other| other.name.starts_with(row.name))) {
            return vec![stem];
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// The one glyph that the letters stand for, if there is just one.
pub fn only_match(typed: &str) -> Option<char> {
    match matches(typed)[..] {
        [row] if !typed.is_empty() => Some(row.glyph),
        _ => None,
    }
}

/// Whether `typed` is made of nonempty prefixes of the parts of a hyphenated word, the first part first; the last parts
/// may be left out.
fn abbreviates(typed: &str, word: &str) -> bool {
    fn prefixes(typed: &str, parts: &[&str]) -> bool {
        let Some((part, others)) = parts.split_first() else { return false };
        let common = typed.bytes().zip(part.bytes()).take_while(|(a, b)| a == b).count();
        (1..=common).any(|length| length == typed.len() || prefixes(&typed[length..], others))
    }
    prefixes(typed, &word.split('-').collect::<Vec<_>>())
}

/// What the pending name may become, to be shown behind the input.
pub fn hint(typed: &str) -> String {
    const SHOWN: usize = 6;
    if typed.is_empty() {
        return "[Tab: symbol names]".into();
    }
    let found = matches(typed);
    if found.is_empty() {
        return "[unknown symbol]".into();
    }
    let shown: Vec<String> = found.iter().take(SHOWN).map(|row| describe(row)).collect();
    let more = if found.len() > SHOWN { ", … (Tab)" } else { "" };
    format!("[{}{more}]", shown.join(", "))
}

/// `glyph name chord`
pub fn describe(row: &GlyphName) -> String {
    format!("{} {} {}", row.glyph, row.name, row.key).trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(typed: &str) -> String {
        matches(typed).iter().map(|row| row.glyph).collect()
    }

    #[test]
    fn names_resolve_in_six_steps() {
        for (typed, glyphs) in [
            ("iota", "⍳"),
            ("IOTA", "⍳"),
            ("mul", "×"),
            ("multiply", "×"),
            ("fold", "/"),
            ("assign", "←"),
            ("om", "⍵"),
            ("omu", "⍹"),
            ("gr", ">≥⍋⍒"),
            ("grup", "⍋"),
            ("gru", "⍋"),
            ("resh", "⍴"),
            ("lar", "←"),
            ("notequal", "≠"),
            ("reduce", "/"),
            ("replicate", "/"),
            ("exp", "*"),
            ("zzz", ""),
        ] {
            assert_eq!(found(typed), glyphs, "{typed}");
        }
        assert!(abbreviates("gd", "grade-down") && !abbreviates("ro", "grade-down") && !abbreviates("grx", "grade-up"));
    }

    #[test]
    fn chords_are_those_of_a_us_keyboard() {
        for (sent, glyph) in [
            ('h', '←'),
            ('*', '⍟'),
            ('`', '⋄'),
            ('~', '⌺'),
            ('_', '∞'),
            ('+', '⌹'),
            ('-', '×'),
            ('|', '⊣'),
            ('\\', '⊢'),
            (':', '≡'),
            ('"', '≢'),
            ('?', '⍠'),
            ('>', '⍙'),
            ('}', '⍬'),
            ('H', '∆'),
            ('3', '√'),
            (')', '⍲'),
        ] {
            assert_eq!(by_chord(sent), Some(glyph), "{sent}");
        }
        assert_eq!(by_chord('['), None);
        assert_eq!(by_chord('O'), None);
    }

    #[test]
    fn hints() {
        assert_eq!(hint("resh"), "[⍴ rho r]");
        assert_eq!(hint("lar"), "[← assign h]");
        assert_eq!(hint("log"), "[⍟ log S8]");
        assert_eq!(hint("add"), "[+ add]");
        assert_eq!(hint(""), "[Tab: symbol names]");
        assert_eq!(hint("zzz"), "[unknown symbol]");
        assert!(hint("d").ends_with(", … (Tab)]"));
    }
}

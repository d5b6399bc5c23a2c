//! What to write instead of forms that other array languages have.
//!
//! Such a form may be wrong when it is read or only when it is evaluated, or it may have a meaning here and fail for
//! another reason; the hint depends on the text at the place of the error alone.

use super::glyphs::{FUNCTIONS, continues_name};
use crate::control::{Error, Span};

/// A word on a character that the language does not have, if another language uses it.
pub fn character_hint(character: char) -> Option<&'static str> {
    Some(match character {
        '∘' => "write ⍤ (atop) or ⟜ (after); the outer product is f⌝",
        '#' => "replicate is / or ⌿; a comment begins with ⍝",
        '$' => "format is ⍕",
        '&' => "write ∧, or ⊸ to bind",
        '%' => "write ÷ or |",
        '^' => "write ∧, or * for a power",
        '‿' => "write a strand of literals, or brackets: [a b]",
        '◇' | '◊' => "write ⋄",
        '⌶' => "system functions are named •name",
        '⍞' => "read a line with ⎕, print with ⎕←",
        '`' => "a backtick name is typed in the REPL; write the glyph itself",
        '∼' | '˜' => "write ~ for not, ⍨ for commute",
        '∣' | '∥' | '│' => "write |",
        '−' | '–' | '—' => "write - for the function, ¯ for a negative number",
        '∗' | '⋆' => "write *",
        '‾' | '⁻' | '¬' => "write ¯ for a negative number, ~ for not",
        '“' | '”' | '„' | '«' | '»' => "write \"text\"",
        '‘' | '’' | '´' => "write 'c' for a character, \"text\" for a string",
        '⍛' => "write ⊸ (before)",
        '⊑' => "write ⊃ (pick) or ↑ (first)",
        '⊏' => "write ⌷ (index)",
        '⟨' | '⟩' => "write brackets: [a b]",
        '𝕩' | '𝕨' | '𝕊' => "the arguments are ⍵ and ⍺, the function itself is ∇",
        '≔' => "write ←",
        '⇒' => "write → (pipe)",
        '⌻' | '⍁' | '⍂' | '⌼' | '⍐' | '⍗' | '⍇' | '⍈' => "file functions are named •name",
        _ => return None,
    })
}

const OPERANDS: &str = "operands are ⍶ and ⍹";
const OPERATOR: &str = "an operator names itself ⍢";
const SYSTEM: &str = "system names are written •name";
const GUARDS: &str = "write guards: {condition:result ⋄ otherwise}";
const COMMENT: &str = "a comment begins with ⍝";
const INDEX: &str = "to index several axes write i j⌷x or x.[i j]";
const AXIS: &str = "an axis is given with f⍠k";
const NAMES: &str = "to assign several names write [a b]←…";

/// The error with a word on the form of another language that stands at its place, if there is one.
pub fn with_hint(error: Error) -> Error {
    let hint = error.location().and_then(|location| hint_at(&location.source.text, location.span));
    match hint {
        Some(hint) if !error.message().contains(hint) => {
            let message = format!("{} ({hint})", error.message());
            error.with_message(message)
        }
        _ => error,
    }
}

/// A word on the form of another language that stands at this place, if there is one.
fn hint_at(text: &str, span: Span) -> Option<&'static str> {
    let (start, end) = (span.start as usize, span.end as usize);
    let before = text.get(..start)?;
    let (here, after) = (text.get(start..end)?, text.get(end..)?);
    let line = &before[before.rfind('\n').map_or(0, |feed| feed + 1)..];
    let run_start = before.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
    let run_start = text.ceil_char_boundary(run_start);
    let run_end = end + after.find(char::is_whitespace).unwrap_or(after.len());
    let run = &text[run_start..run_end];
    let touches = |mark: &[char]| before.ends_with(mark);
    if run.contains("⍺⍺") || run.contains("⍵⍵") {
        return Some(OPERANDS);
    }
    if run.contains("∇∇") {
        return Some(OPERATOR);
    }
    let is_letter = |text: &str| text.starts_with(|first: char| first.is_ascii_alphabetic());
    if (touches(&['⎕']) && is_letter(here)) || (here == "⎕" && is_letter(after)) {
        return Some(SYSTEM);
    }
    if (touches(&[':']) && is_keyword(here)) || (here == ":" && is_keyword(word(after))) {
        return Some(GUARDS);
    }
    if is_slash_comment(line, here, after) {
        return Some(COMMENT);
    }
    if after.starts_with('[') && holds_semicolon(after) && !here.ends_with(is_function) {
        return Some(INDEX);
    }
    if here.starts_with('[') && before.ends_with(|last| GLYPHS_WITH_AXES.contains(&last) || continues_name(last)) {
        return Some(if holds_semicolon(here) { INDEX } else { AXIS });
    }
    if has_bracketed_axis(here) {
        return Some(AXIS);
    }
    let starts_statement = line.trim_end().is_empty() || line.trim_end().ends_with(['⋄', '{']);
    (starts_statement && names_before_arrow(here, after)).then_some(NAMES)
}

/// Whether a character is the glyph of a function, in front of which brackets are an argument.
fn is_function(character: char) -> bool {
    FUNCTIONS.contains(character)
}

/// Whether a run ends in brackets right behind a glyph that takes an axis elsewhere: `⌽[0]`, `+/[1]`.
fn has_bracketed_axis(run: &str) -> bool {
    let mut depth = 0;
    for (at, character) in run.char_indices().rev() {
        match character {
            ']' | ')' | '}' => depth += 1,
            '[' | '(' | '{' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return character == '[' && run[..at].ends_with(GLYPHS_WITH_AXES);
        }
    }
    false
}

/// Whether a name and what follows it are several names with blanks between them and an arrow: `a b←`.
fn names_before_arrow(here: &str, after: &str) -> bool {
    let Some((names, _)) = after.split_once('←') else { return false };
    let names = names.trim_end_matches(' ');
    let is_name = |text: &str| !text.is_empty() && text.chars().all(continues_name);
    is_name(here) && names.starts_with(' ') && names.split(' ').skip(1).all(is_name)
}

/// Glyphs after which other languages write an axis in brackets.
const GLYPHS_WITH_AXES: [char; 16] = ['/', '⌿', '\\', '⍀', '⌽', '⊖', ',', '⍪', '↑', '↓', '⊂', '⊆', '⌷', '+', '-', '×'];

/// The letters at the start of a text.
fn word(text: &str) -> &str {
    &text[..text.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(text.len())]
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 20] = [
        "If",
        "ElseIf",
        "Else",
        "EndIf",
        "AndIf",
        "OrIf",
        "While",
        "EndWhile",
        "Repeat",
        "Until",
        "EndRepeat",
        "For",
        "EndFor",
        "Select",
        "Case",
        "CaseList",
        "EndSelect",
        "End",
        "Return",
        "Trap",
    ];
    KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
}

/// Whether `//` with a blank before it stands at the place or before it on the line.
fn is_slash_comment(line: &str, here: &str, after: &str) -> bool {
    let begins = |at: usize, text: &str| text[..at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices("//").any(|(at, _)| begins(at, line))
        || (begins(line.len(), line) && (here.starts_with("//") || (here == "/" && after.starts_with('/'))))
}

/// Whether the brackets at the start of the text hold a `;` of their own.
fn holds_semicolon(text: &str) -> bool {
    let mut depth = 0;
    for character in text.chars() {
        match character {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            ';' if depth == 1 => return true,
            _ => {}
        }
        if depth == 0 {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hint for the place between two `‖`.
    fn hint(marked: &str) -> Option<&'static str> {
        let start = marked.find('‖').unwrap();
        let rest = marked.replacen('‖', "", 1);
        let end = rest.find('‖').unwrap();
        hint_at(&rest.replacen('‖', "", 1), Span::new(start, end))
    }

    #[test]
    fn forms_are_recognised_at_the_place_of_the_error() {
        for (marked, expected) in [
            ("{‖⍺‖⍺ ⍵}3", OPERANDS),
            ("{⍵‖⍵‖ 3}", OPERANDS),
            ("f ∇‖∇‖ 3", OPERATOR),
            ("⎕‖IO‖", SYSTEM),
            ("‖⎕‖IO←0", SYSTEM),
            (":‖If‖ x", GUARDS),
            ("{‖:‖If x}", GUARDS),
            ("x←3 // ‖three‖", COMMENT),
            ("‖/‖/ three", COMMENT),
            ("‖x‖[1;2]", INDEX),
            ("⌽‖[0]‖m", AXIS),
            ("+/‖[0]‖m", AXIS),
            ("f‖[0]‖m", AXIS),
            ("‖⌽[0]‖ m", AXIS),
            ("‖+/[(0)]‖ m", AXIS),
            ("‖a‖ b←1 2", NAMES),
            ("x←1 ⋄ ‖a‖ b c ← 1 2", NAMES),
        ] {
            assert_eq!(hint(marked), Some(expected), "{marked}");
        }
        for plain in [
            "⎕←‖x‖",
            "‖[1 2]‖ 3",
            "‖x‖[1]",
            "f←‖[3]‖",
            "{⍵:‖x‖}",
            "‖a‖+//b",
            "\u{3000}‖é‖",
            "‖x‖[(1;2)]",
            "‖a‖ b+c←3",
            "1+‖a‖ b←3",
            "‖v[0]‖ 5",
            "‖a‖ ←3",
        ] {
            assert_eq!(hint(plain), None, "{plain}");
        }
    }
}

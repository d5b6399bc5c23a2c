//! What to write instead of forms that other array languages have.

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

/// A word on a form of another language that stands in this piece of a statement which has failed.
pub fn form_hint(text: &str) -> Option<&'static str> {
    let follows = |form: &str, wanted: fn(char) -> bool| {
        text.match_indices(form).any(|(place, _)| text[place + form.len()..].chars().next().is_some_and(wanted))
    };
    if text.contains("⍺⍺") || text.contains("⍵⍵") {
        Some("operands are ⍶ and ⍹")
    } else if text.contains("∇∇") {
        Some("an operator names itself ⍢")
    } else if follows("⎕", |next| next.is_ascii_alphabetic()) {
        Some("system names are written •name")
    } else if follows(":", |next| next.is_ascii_uppercase()) {
        Some("conditions are guards: {condition:result ⋄ otherwise}")
    } else if text.contains("//") {
        Some("a comment begins with ⍝")
    } else if has_index_brackets(text) {
        Some("index with i j⌷x or x.[i j]; axes are given with f⍠k")
    } else {
        None
    }
}

/// Whether brackets touch something on their left, as in `x[i;j]` and `f[k]`.
fn has_index_brackets(text: &str) -> bool {
    let mut before = ' ';
    text.chars().any(|character| {
        let found = character == '[' && !before.is_whitespace() && !"([{;⋄←→:.".contains(before);
        before = character;
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_recognised() {
        assert!(form_hint("{⍺⍺ ⍵}").unwrap().contains('⍶'));
        assert!(form_hint("f ∇∇ 3").unwrap().contains('⍢'));
        assert!(form_hint("⎕IO←0").unwrap().contains('•'));
        assert!(form_hint(":If x").unwrap().contains("guard"));
        assert!(form_hint("x←3 // three").unwrap().contains('⍝'));
        assert!(form_hint("x[1;2]").unwrap().contains('⌷'));
        assert!(form_hint("⌽[0]m").unwrap().contains('⍠'));
        for plain in ["⎕←3", "[1 2]", "x.[1 2]", "f←[3]", "(1 2)", "{⍵:1}", "[a:b]"] {
            assert_eq!(form_hint(plain), None, "{plain}");
        }
    }
}

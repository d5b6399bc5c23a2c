//! The files of `editors/` are those that the primitive table gives.
//!
//! `UPDATE_PAGES=1 cargo test --test editors` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use aplomb::frontend::glyph_names::GLYPH_NAMES;

/// The glyph of each chord, by the character that a US keyboard types for it without Alt.
fn chords() -> BTreeMap<char, char> {
    GLYPH_NAMES.iter().filter_map(|row| Some((row.chord?, row.glyph))).collect()
}

/// `layout.json`: the chords for other front ends.
fn layout() -> String {
    let quoted = |key: char| if matches!(key, '"' | '\\') { format!("\"\\{key}\"") } else { format!("\"{key}\"") };
    let lines: Vec<String> =
        chords().into_iter().map(|(key, glyph)| format!("    {}: {}", quoted(key), quoted(glyph))).collect();
    format!("{{\n  \"alt\": {{\n{}\n  }}\n}}\n", lines.join(",\n"))
}

#[test]
fn the_layout_is_that_of_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/layout.json");
    if std::env::var_os("UPDATE_PAGES").is_some() {
        fs::write(&path, layout()).unwrap();
    }
    assert!(fs::read_to_string(&path).is_ok_and(|text| text == layout()), "run with UPDATE_PAGES=1");
}

#[test]
fn no_two_glyphs_share_a_chord() {
    let with_chord = GLYPH_NAMES.iter().filter(|row| row.chord.is_some()).count();
    assert_eq!(chords().len(), with_chord);
}

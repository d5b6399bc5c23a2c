//! The glyph classes of the syntax agree with the primitive table.

use std::collections::BTreeSet;

use aplomb::primitive::table::{Class, FUNCTIONS, OPERATORS, OperatorValence, SYMBOLS};
use aplomb::syntax::glyphs;

fn set(glyphs: impl IntoIterator<Item = char>) -> BTreeSet<char> {
    glyphs.into_iter().collect()
}

#[test]
fn classes_are_those_of_the_table() {
    let functions = |class| FUNCTIONS.iter().filter(move |row| row.class == class).map(|row| row.glyph);
    let operators = |valence| {
        let hybrids = glyphs::HYBRIDS;
        OPERATORS.iter().filter(move |row| row.valence == valence && !hybrids.contains(row.glyph)).map(|row| row.glyph)
    };
    assert_eq!(set(glyphs::FUNCTIONS.chars()), set(functions(Class::Function)));
    assert_eq!(set(glyphs::HYBRIDS.chars()), set(functions(Class::Hybrid)));
    assert_eq!(set(glyphs::MONADIC_OPERATORS.chars()), set(operators(OperatorValence::Monadic)));
    assert_eq!(set(glyphs::DYADIC_OPERATORS.chars()), set(operators(OperatorValence::Dyadic)));
}

#[test]
fn names_and_chords_are_unique() {
    let hybrids = |glyph| glyphs::HYBRIDS.contains(glyph);
    let rows = FUNCTIONS.iter().map(|row| (row.name, row.chord));
    let rows = rows.chain(OPERATORS.iter().filter(|row| !hybrids(row.glyph)).map(|row| (row.name, row.chord)));
    let rows: Vec<_> = rows.chain(SYMBOLS.iter().map(|row| (row.name, row.chord))).collect();
    let names: BTreeSet<_> = rows.iter().map(|row| row.0).collect();
    assert_eq!(names.len(), rows.len());
    let chords: Vec<_> = rows.iter().map(|row| row.1).filter(|chord| !chord.is_empty()).collect();
    assert_eq!(chords.iter().collect::<BTreeSet<_>>().len(), chords.len());
}

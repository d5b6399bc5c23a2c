//! Every glyph of the primitive table has a reference page that begins with what the table says of it.
//!
//! `UPDATE_PAGES=1 cargo test --test pages` writes the heads anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use aplomb::primitive::table::page::{HEAD_END, HEAD_START};
use aplomb::primitive::table::{FUNCTIONS, OPERATORS, SYMBOLS};

/// The heads of each page by the name of the glyph; a hybrid has that of its function, then that of its operator.
fn heads() -> BTreeMap<&'static str, (char, String)> {
    let mut heads: BTreeMap<&str, (char, String)> = BTreeMap::new();
    for row in FUNCTIONS {
        heads.insert(row.name, (row.glyph, row.page_head()));
    }
    for row in OPERATORS {
        let head = row.page_head();
        heads.entry(row.name).and_modify(|(_, text)| text.push_str(&head)).or_insert((row.glyph, head));
    }
    heads
}

fn path_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("nbs/glyphs").join(format!("{name}.md"))
}

/// The page with its head put in place of the one it has.
fn with_head(page: &str, head: &str) -> String {
    let (title, rest) = page.split_once('\n').unwrap_or((page, ""));
    let body = match rest.rfind(HEAD_END) {
        Some(end) if rest.trim_start().starts_with(HEAD_START) => &rest[end + HEAD_END.len()..],
        _ => rest,
    };
    format!("{title}\n\n{head}\n{}\n", body.trim())
}

#[test]
fn pages_begin_with_the_table() {
    let update = std::env::var_os("UPDATE_PAGES").is_some();
    let mut wrong = Vec::new();
    for (name, (glyph, head)) in heads() {
        let path = path_of(name);
        let Ok(page) = fs::read_to_string(&path) else {
            wrong.push(format!("{name}: no page"));
            continue;
        };
        if !page.starts_with(&format!("# `{glyph}` — ")) {
            wrong.push(format!("{name}: the first line must be \"# `{glyph}` — Title\""));
        }
        let expected = with_head(&page, &head);
        if update {
            fs::write(&path, expected).unwrap();
        } else if page != expected {
            wrong.push(format!("{name}: the head differs from the table: run with UPDATE_PAGES=1"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn pages_have_examples() {
    for name in heads().into_keys() {
        let page = fs::read_to_string(path_of(name)).unwrap_or_default();
        assert!(page.contains("```apl"), "{name}: no example");
    }
}

/// The index of all glyphs, written from the table.
fn index() -> String {
    let cell = |text: &str| if text.is_empty() { "–".to_string() } else { text.replace('|', "\\|") };
    let glyph = |glyph: char| if glyph == '|' { "`\\|`".to_string() } else { format!("`{glyph}`") };
    let mut text = String::from(
        "# Glyphs\n\nEvery glyph of the language, with the name by which it is typed after a backtick and the chord that types it \
         directly. Functions and operators link to their pages.\n\n## Functions\n\n| glyph | name | monad | dyad | chord |\n\
         |---|---|---|---|---|\n",
    );
    for row in FUNCTIONS {
        let monad = row.monad.map_or("", |monad| monad.name);
        let dyad = row.dyad.map_or("", |dyad| dyad.name);
        let name = format!("[{0}](glyphs/{0}.md)", row.name);
        text +=
            &format!("| {} | {name} | {} | {} | {} |\n", glyph(row.glyph), cell(monad), cell(dyad), cell(row.chord));
    }
    text += "\n## Operators\n\n| glyph | name | found as | chord |\n|---|---|---|---|\n";
    for row in OPERATORS {
        let name = format!("[{0}](glyphs/{0}.md)", row.name);
        let words = cell(&row.search_words.join(", "));
        text += &format!("| {} | {name} | {words} | {} |\n", glyph(row.glyph), cell(row.chord));
    }
    text += "\n## Syntax\n\n| glyph | name | found as | chord |\n|---|---|---|---|\n";
    for row in SYMBOLS {
        let words = cell(&row.search_words.join(", "));
        text += &format!("| {} | {} | {words} | {} |\n", glyph(row.glyph), row.name, cell(row.chord));
    }
    text
}

#[test]
fn the_index_is_that_of_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("nbs/glyphs.md");
    if std::env::var_os("UPDATE_PAGES").is_some() {
        fs::write(&path, index()).unwrap();
    }
    assert!(fs::read_to_string(&path).is_ok_and(|text| text == index()), "run with UPDATE_PAGES=1");
}

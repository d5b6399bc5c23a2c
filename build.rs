//! Embeds the reference pages of `nbs/`, for `]help`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut text = String::new();
    for (list, folder) in [("GLYPH_PAGES", "nbs/glyphs"), ("SYSTEM_PAGES", "nbs/system")] {
        println!("cargo::rerun-if-changed={folder}");
        writeln!(text, "/// The pages of `{folder}` by name.\npub static {list}: &[(&str, &str)] = &[").unwrap();
        for page in pages(&root.join(folder)) {
            let name = page.file_stem().and_then(|name| name.to_str()).expect("pages have plain names");
            writeln!(text, "    ({name:?}, include_str!({page:?})),").unwrap();
        }
        text.push_str("];\n");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("pages.rs"), text).expect("the list of pages is written");
}

/// The Markdown files of a folder in order; none if there is no such folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut pages: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.sort();
    pages
}

//! A file of a layer uses its own layer and those below it, never one above.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, top first. What stands beside them in `src/` is above all of them.
const LAYERS: &[&str] =
    &["frontend", "system", "eval", "primitive", "display", "agree", "array", "syntax", "number", "kernel", "control"];

fn layer(room: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == room)
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The rooms that a line of code names: `crate::room::…` and the rooms of `crate::{room::…, …}`.
fn rooms_named(text: &str) -> Vec<&str> {
    let mut rooms = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let ends_word = |c: char| !c.is_alphanumeric() && c != '_';
        match rest.strip_prefix('{') {
            Some(list) => {
                let list = &list[..list.find('}').unwrap_or(list.len())];
                rooms.extend(list.split(',').map(|part| part.trim().split(ends_word).next().unwrap_or("")));
            }
            None => rooms.push(rest.split(ends_word).next().unwrap_or("")),
        }
    }
    rooms
}

#[test]
fn no_layer_uses_one_above() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut upward = Vec::new();
    for file in files {
        let path = file.strip_prefix(&root).expect("a file of src");
        let Some(own) = path.iter().next().and_then(|room| layer(&room.to_string_lossy())) else { continue };
        let text = fs::read_to_string(&file).expect("the file can be read");
        // Unit tests may look around.
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for room in rooms_named(line) {
                if layer(room).is_some_and(|used| used < own) {
                    upward.push(format!("{}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(upward.is_empty(), "files that use a layer above their own:\n{}", upward.join("\n"));
}

#[test]
fn every_room_is_a_layer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(root).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            let room = path.file_name().expect("a name").to_string_lossy().into_owned();
            assert!(layer(&room).is_some(), "src/{room} is in no layer");
        }
    }
}

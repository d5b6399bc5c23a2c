//! Where the history of the REPL is kept.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Entries that are kept.
pub const ENTRIES: usize = 10_000;

/// The history file that the environment asks for; none where the user does not want one or has no home.
pub fn path() -> Option<PathBuf> {
    match env::var_os("APLOMB_HISTORY") {
        Some(path) if path.is_empty() => None,
        Some(path) => Some(PathBuf::from(path)),
        None => default_path(|name| env::var_os(name).filter(|value| !value.is_empty())),
    }
}

fn default_path(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let home = || variable("HOME").map(PathBuf::from);
    let state = if cfg!(windows) {
        variable("LOCALAPPDATA").map(PathBuf::from)?
    } else if cfg!(target_os = "macos") {
        home()?.join("Library/Application Support")
    } else {
        let configured = variable("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        configured.or_else(|| Some(home()?.join(".local/state")))?
    };
    Some(state.join("aplomb").join("history"))
}

/// Makes the file and its folder, readable by the user only. Failures are left to the reads and writes that follow.
pub fn prepare(path: &Path) {
    if let Some(folder) = path.parent() {
        let _ = fs::create_dir_all(folder);
    }
    let mut options = fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
    #[cfg(unix)]
    let _ = fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600));
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_state_folder_follows_the_environment() {
        let place = |state: Option<&str>| {
            default_path(|name| match name {
                "XDG_STATE_HOME" => state.map(OsString::from),
                "HOME" => Some("/home/u".into()),
                _ => None,
            })
        };
        assert_eq!(place(Some("/s")), Some("/s/aplomb/history".into()));
        assert_eq!(place(Some("relative")), Some("/home/u/.local/state/aplomb/history".into()));
        assert_eq!(place(None), Some("/home/u/.local/state/aplomb/history".into()));
        assert_eq!(default_path(|_| None), None);
    }
}

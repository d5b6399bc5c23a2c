//! The line editor, shared by the prompt and by `⎕`, so that what is typed ahead goes to whoever reads next.

use std::cell::RefCell;
use std::path::Path;

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{ColorMode, CompletionType, Config, EditMode, Editor, Event, EventHandler, Result};

use super::helper::{LineHelper, replace_name};
use super::history;
use super::keys::{Keys, Purpose, Shared};

const PROMPT: &str = "      ";
const CONTINUATION: &str = "    · ";
/// How long an ESC may be ahead of the rest of its sequence, in milliseconds.
const ESCAPE_WAIT: u16 = 50;

/// The editor with the state of its keys.
struct Line {
    editor: Editor<LineHelper, FileHistory>,
    typing: Shared,
}

thread_local! {
    static LINE: RefCell<Option<Line>> = const { RefCell::new(None) };
}

/// Makes the editor of this thread. `typing` is the state that the helper shares.
pub fn open(helper: LineHelper, typing: Shared) -> Result<()> {
    let config = Config::builder()
        // The insert mode of this editor takes no numeric arguments, so that Alt and a digit are chords.
        .edit_mode(EditMode::Vi)
        .keyseq_timeout(Some(ESCAPE_WAIT))
        // The helper decides about colours; without this it would not be asked to show glyphs for names.
        .color_mode(ColorMode::Forced)
        .completion_type(CompletionType::List)
        .completion_prompt_limit(1000)
        .max_history_size(history::ENTRIES)?
        .history_ignore_dups(true)?
        .history_ignore_space(true)
        .auto_add_history(false)
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(helper));
    editor.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(Keys(typing.clone()))));
    LINE.set(Some(Line { editor, typing }));
    Ok(())
}

/// Reads one line for this purpose.
pub fn read(purpose: Purpose) -> Result<String> {
    with_line(|line| {
        line.typing.start_line(purpose);
        let text = line.editor.readline(match purpose {
            Purpose::Input => PROMPT,
            Purpose::Continuation => CONTINUATION,
            Purpose::Data => "",
        })?;
        let replaced = line.typing.lock().replaced;
        Ok(match replaced {
            Some(((start, end), glyph)) => replace_name(&text, start, end, glyph),
            None => text,
        })
    })
}

/// Reads the history of earlier sessions.
pub fn load_history(path: &Path) -> Result<()> {
    with_line(|line| line.editor.load_history(path))
}

/// Adds an input to the history, and to its file.
pub fn remember(text: &str, path: Option<&Path>) -> Result<()> {
    with_line(|line| match (line.editor.add_history_entry(text)?, path) {
        (true, Some(path)) => line.editor.append_history(path),
        _ => Ok(()),
    })
}

fn with_line<T>(work: impl FnOnce(&mut Line) -> Result<T>) -> Result<T> {
    LINE.with_borrow_mut(|line| line.as_mut().map_or(Err(ReadlineError::Eof), work))
}

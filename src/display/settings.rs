//! How results are drawn: the settings of `]box`.

use std::fmt;

use super::{ALL_DIGITS, boxed, plain, plain_rounded, shortened};
use crate::array::Value;
use crate::control::{Error, Result};

/// Which marks stand on the edges of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// Axes, storage and axis names.
    Max,
    /// Axes and axis names.
    Mid,
    /// None.
    Min,
}

/// How functions print while boxes are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trains {
    /// As trees.
    Tree,
    /// As source.
    Def,
    /// As source with every part of more than one token in parentheses.
    Parens,
}

/// The settings of `]box`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxSettings {
    /// Whether results are drawn boxed.
    pub on: bool,
    /// The marks on the edges.
    pub edges: Edges,
    /// How functions print.
    pub trains: Trains,
    /// Whether output made inside a running function is boxed, too.
    pub functions: bool,
}

impl BoxSettings {
    /// The start of the interactive front ends.
    pub const INTERACTIVE: BoxSettings =
        BoxSettings { on: true, edges: Edges::Max, trains: Trains::Tree, functions: true };

    /// The start of scripts, `-e` and piped input.
    pub const BATCH: BoxSettings = BoxSettings { on: false, edges: Edges::Max, trains: Trains::Def, functions: false };

    /// These settings changed by the words of a `]box` command, where `reset` restores `start`. Words may come in any
    /// order and case; an unknown word or value is a `DOMAIN ERROR`.
    pub fn changed_by(self, words: &str, start: BoxSettings) -> Result<BoxSettings> {
        let mut settings = self;
        for word in words.split_whitespace() {
            let lower = word.to_lowercase();
            let (option, value) = lower.split_once('=').unwrap_or((&lower, ""));
            match (option, value) {
                ("?", "") if lower == "?" => {}
                ("on", "") if lower == "on" => settings.on = true,
                ("off", "") if lower == "off" => settings.on = false,
                ("reset", "") if lower == "reset" => settings = start,
                ("-style", "max") => settings.edges = Edges::Max,
                ("-style", "mid") => settings.edges = Edges::Mid,
                ("-style", "min") => settings.edges = Edges::Min,
                ("-trains", "tree") => settings.trains = Trains::Tree,
                ("-trains", "def") => settings.trains = Trains::Def,
                ("-trains", "parens") => settings.trains = Trains::Parens,
                ("-fns", "on") => settings.functions = true,
                ("-fns", "off") => settings.functions = false,
                _ => return Err(Error::domain(format!("unknown box setting: {word}"))),
            }
        }
        Ok(settings)
    }
}

impl fmt::Display for BoxSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = if self.on { "ON" } else { "OFF" };
        let style = match self.edges {
            Edges::Max => "max",
            Edges::Mid => "mid",
            Edges::Min => "min",
        };
        let trains = match self.trains {
            Trains::Tree => "tree",
            Trains::Def => "def",
            Trains::Parens => "parens",
        };
        let functions = if self.functions { "on" } else { "off" };
        write!(f, "{on} -style={style} -trains={trains} -fns={functions}")
    }
}

/// How long a displayed result may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// As long as it is.
    Whole,
    /// Long lines are cut and many lines left out.
    Shortened,
}

/// How a front end draws results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// Boxes and function trees.
    pub boxes: BoxSettings,
    /// Significant digits of approximate numbers in results of statements.
    pub digits: usize,
    /// Whether long results of statements are shortened.
    pub length: Length,
}

impl Default for Presentation {
    fn default() -> Presentation {
        Presentation { boxes: BoxSettings::BATCH, digits: ALL_DIGITS, length: Length::Whole }
    }
}

/// Where output is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// At top level.
    TopLevel,
    /// In a running function.
    Function,
}

impl Presentation {
    /// The text of the result of a statement.
    pub fn result(&self, value: &Value, setting: Setting) -> Result<String> {
        let boxes = self.boxes_in(setting);
        match self.length {
            Length::Shortened => shortened(value, &boxes, self.digits),
            Length::Whole if boxes.on => boxed(value, &boxes, self.digits),
            Length::Whole => plain_rounded(value, self.digits),
        }
    }

    /// The text that `⎕←` prints: all of it, in all digits.
    pub fn output(&self, value: &Value, setting: Setting) -> Result<String> {
        let boxes = self.boxes_in(setting);
        if boxes.on { boxed(value, &boxes, ALL_DIGITS) } else { plain(value) }
    }

    fn boxes_in(&self, setting: Setting) -> BoxSettings {
        BoxSettings { on: self.boxes.on && (setting == Setting::TopLevel || self.boxes.functions), ..self.boxes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_change_what_they_name() {
        let batch = BoxSettings::BATCH;
        let change = |words| batch.changed_by(words, BoxSettings::INTERACTIVE).map(|settings| settings.to_string());
        for (words, shown) in [
            ("", "OFF -style=max -trains=def -fns=off"),
            ("?", "OFF -style=max -trains=def -fns=off"),
            ("on", "ON -style=max -trains=def -fns=off"),
            ("-Style=MID ON", "ON -style=mid -trains=def -fns=off"),
            ("-fns=on -trains=parens -style=min", "OFF -style=min -trains=parens -fns=on"),
            ("reset", "ON -style=max -trains=tree -fns=on"),
        ] {
            assert_eq!(change(words).unwrap(), shown);
        }
        for words in ["offf", "-style", "-style=", "-style=big", "on=", "-fns=maybe", "on -trains=x", "?=", "=on"] {
            assert_eq!(change(words).unwrap_err().kind().name(), "DOMAIN ERROR");
        }
    }
}

//! `]help`: what a name or a glyph is. Nothing here evaluates.

use std::fmt::Write;

use super::glyph_names::{GLYPH_NAMES, GlyphName};
use crate::array::{Form, Function, Value};
use crate::control::{Error, Result};
use crate::display;
use crate::eval::entity::{DefinedOperator, Entity};
use crate::primitive::table::page::{HEAD_END, HEAD_START};
use crate::primitive::table::{OPERATORS, Primitive};
use crate::syntax::glyphs::{self, GlyphClass};

mod pages {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}

/// Lines of an array that are shown.
const ARRAY_LINES: usize = 40;
const CALLS: &str = "Calls: `f Y` or `X f Y`";

/// Help on one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// `function`, `operator`, `hybrid`, `array` or `syntax`.
    pub class: &'static str,
    /// Markdown.
    pub body: String,
}

/// What is shown of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Its description.
    Description,
    /// Its text.
    Source,
}

impl Help {
    fn new(class: &'static str, body: impl Into<String>) -> Help {
        Help { class, body: body.into() }
    }

    /// As plain text: the class, an empty line, the body.
    pub fn plain(&self) -> String {
        format!("{}\n\n{}", self.class, self.body)
    }
}

/// Help on a name that is not a user name: a system name, a glyph, or a name of a glyph. `is_system` tells which system
/// names there are.
pub fn on_language(name: &str, is_system: impl Fn(&str) -> bool) -> Result<Help> {
    if let Some(system) = name.strip_prefix('•').map(str::to_lowercase).filter(|system| is_system(system)) {
        return Ok(on_system(&system));
    }
    let mut characters = name.chars();
    let glyph = match (characters.next(), characters.next()) {
        (Some(glyph), None) => GLYPH_NAMES.iter().find(|row| row.glyph == glyph),
        _ => None,
    };
    let lower = name.to_lowercase();
    let named = |test: &dyn Fn(&GlyphName) -> bool| GLYPH_NAMES.iter().find(|row| test(row));
    let row = glyph
        .or_else(|| named(&|row| row.name == lower))
        .or_else(|| named(&|row| row.words.iter().any(|word| *word == lower)));
    row.map(on_glyph).ok_or_else(|| Error::value(format!("name not found: {name}")))
}

/// Help on what a user name holds.
pub fn on_value(entity: &Entity, detail: Detail) -> Result<Help> {
    match entity {
        Entity::Function(function) | Entity::Data(Value::Function(function)) => on_function(function, detail),
        Entity::Data(value) => match detail {
            Detail::Source => Ok(Help::new("array", code_block(&display::source(value)?))),
            Detail::Description => Ok(Help::new("array", first_lines(&display::plain(value)?))),
        },
        Entity::DefinedOperator(operator) => Ok(on_operator(operator, detail)),
        Entity::Operator(glyph) | Entity::Hybrid(glyph) => Ok(on_symbol(glyph.symbol, detail)),
        Entity::Nothing | Entity::Windows(_) => Err(Error::value("the name has no value")),
    }
}

fn on_function(function: &Function, detail: Detail) -> Result<Help> {
    let text = match function.form() {
        Form::Primitive(glyph) => return Ok(on_symbol(glyph.symbol, detail)),
        Form::Native(native) if native.is_system() => {
            let name = native.name();
            return Ok(on_system(name.trim_start_matches('•')));
        }
        Form::Defined(definition) if definition.operands().0.is_none() => {
            let source = definition.source_text();
            return Ok(match detail {
                Detail::Source => Help::new("function", code_block(source)),
                Detail::Description => Help::new("function", format!("{CALLS}\n\n{}", description(source))),
            });
        }
        _ => display::function_source(function)?,
    };
    Ok(match detail {
        Detail::Source => Help::new("function", code_block(&text)),
        Detail::Description => Help::new("function", format!("{CALLS}\n\n{text}")),
    })
}

fn on_operator(operator: &DefinedOperator, detail: Detail) -> Help {
    let source = operator.body.text();
    match detail {
        Detail::Source => Help::new("operator", code_block(source)),
        Detail::Description => Help::new("operator", description(source)),
    }
}

fn on_symbol(symbol: char, detail: Detail) -> Help {
    match GLYPH_NAMES.iter().find(|row| row.glyph == symbol) {
        Some(row) if detail == Detail::Description => on_glyph(row),
        _ => Help::new(class_of(symbol), code_block(&symbol.to_string())),
    }
}

fn class_of(symbol: char) -> &'static str {
    match glyphs::class_of(symbol) {
        Some(GlyphClass::Function) => "function",
        Some(GlyphClass::Hybrid) => "hybrid",
        Some(GlyphClass::MonadicOperator | GlyphClass::DyadicOperator) => "operator",
        None => "syntax",
    }
}

fn on_glyph(row: &GlyphName) -> Help {
    let body = page(pages::GLYPH_PAGES, row.name).map_or_else(|| without_marks(&from_table(row)), without_marks);
    Help::new(class_of(row.glyph), body)
}

/// A page without the marks around the parts that are written from tables.
fn without_marks(page: &str) -> String {
    page.lines().filter(|line| *line != HEAD_START && *line != HEAD_END).collect::<Vec<_>>().join("\n")
}

/// What the tables say of a glyph that has no page.
fn from_table(row: &GlyphName) -> String {
    let mut body = format!("# `{}` — {}\n", row.glyph, row.name);
    if let Some(primitive) = Primitive::of(row.glyph) {
        body += &primitive.page_head();
    }
    if let Some(operator) = OPERATORS.iter().find(|operator| operator.glyph == row.glyph) {
        body += &operator.page_head();
    }
    if !row.key.is_empty() {
        let _ = write!(body, "\nChord: Alt and {}", row.key);
    }
    body.trim_end().to_string()
}

fn on_system(name: &str) -> Help {
    let class = if matches!(name, "a" | "d" | "args") { "array" } else { "function" };
    let body = page(pages::SYSTEM_PAGES, name).map_or_else(|| format!("# `•{name}`"), String::from);
    Help::new(class, body)
}

fn page(pages: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    pages.iter().find(|page| page.0 == name).map(|page| page.1.trim_end())
}

fn code_block(text: &str) -> String {
    format!("```apl\n{text}\n```")
}

/// The doc comment of a definition, or its text if there is none.
fn description(source: &str) -> String {
    let mut lines = Vec::new();
    let mut rest = source.strip_prefix('{').unwrap_or(source).trim_start();
    while let Some(comment) = rest.strip_prefix('⍝') {
        let end = comment.find('\n').unwrap_or(comment.len());
        let line = comment[..end].trim_end_matches('\r');
        let without_blank = line.strip_prefix(char::is_whitespace).unwrap_or(line);
        lines.push(without_blank);
        rest = comment[end..].trim_start();
    }
    if lines.is_empty() { source.to_string() } else { lines.join("\n") }
}

fn first_lines(text: &str) -> String {
    match text.match_indices('\n').nth(ARRAY_LINES - 1) {
        Some((end, _)) => format!("{}\n…", &text[..end]),
        None => text.to_string(),
    }
}

/// What `]help` alone shows.
pub fn overview() -> String {
    let mut text = String::from(
        "]help NAME            help on a user name, a system name, a glyph or the name of a glyph\n\
         ]help NAME -source    its definition\n\
         ]names [PREFIX]       the user names\n\
         ]box on|off|reset -style=max|mid|min -trains=tree|def|parens -fns=on|off\n\
         ]display EXPR         a value in boxes\n\
         ]digits [N]           significant digits of results\n\
         ]plot [on|off]        drawings of plots in the terminal\n\
         ]time EXPR            how long an expression takes\n\
         ]plan EXPR            how an expression is bound\n\
         ]clear                erases all names\n\
         ]exit                 leaves (also Ctrl-D)\n\
         \n\
         Keys: Tab completes, Up and Down find older inputs that begin alike, Ctrl-R searches, Ctrl-C drops or interrupts.\n\
         Glyphs are typed with ` and a name (then Tab, Enter or the next character), or with Alt and a key.\n\
         The reference is in nbs/, one page for each glyph.\n",
    );
    let groups = [
        ("Functions", Some(GlyphClass::Function)),
        ("Hybrids", Some(GlyphClass::Hybrid)),
        ("Monadic operators", Some(GlyphClass::MonadicOperator)),
        ("Dyadic operators", Some(GlyphClass::DyadicOperator)),
        ("Syntax", None),
    ];
    for (title, class) in groups {
        let _ = write!(text, "\n{title}\n");
        let rows = GLYPH_NAMES.iter().filter(|row| glyphs::class_of(row.glyph) == class);
        let names: Vec<String> = rows.map(|row| format!("{} {}", row.glyph, row.name)).collect();
        for line in names.chunks(6) {
            let cells: Vec<String> = line.iter().map(|name| format!("{name:<18}")).collect();
            let _ = writeln!(text, "  {}", cells.join(" ").trim_end());
        }
    }
    text.trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doc_comments_are_the_first_comments() {
        assert_eq!(description("{⍝ Twice the argument.\n⍝ Pervasive.\n2×⍵}"), "Twice the argument.\nPervasive.");
        assert_eq!(description("{\n  ⍝Close\r\n ⍝  far ⍝ x\n ⍵ ⍝ no}"), "Close\n far ⍝ x");
        assert_eq!(description("{⍵ ⍝ no\n}"), "{⍵ ⍝ no\n}");
    }

    #[test]
    fn glyphs_are_found_by_every_name() {
        let class = |name| on_language(name, |system| system == "ucs").map(|help| help.class);
        assert_eq!(class("⍳").unwrap(), "function");
        assert_eq!(class("iota").unwrap(), "function");
        assert_eq!(class("index-of").unwrap(), "function");
        assert_eq!(class("/").unwrap(), "hybrid");
        assert_eq!(class("¨").unwrap(), "operator");
        assert_eq!(class("←").unwrap(), "syntax");
        assert_eq!(class("•UCS").unwrap(), "function");
        assert_eq!(class("nosuch").unwrap_err().message(), "name not found: nosuch");
        assert_eq!(class("•nosuch").unwrap_err().kind().name(), "VALUE ERROR");
        for row in GLYPH_NAMES.iter() {
            assert!(on_glyph(row).body.starts_with("# "), "{}", row.name);
        }
    }

    #[test]
    fn long_arrays_are_cut() {
        let text = |lines: usize| vec!["x"; lines].join("\n");
        assert_eq!(first_lines(&text(40)), text(40));
        assert_eq!(first_lines(&text(41)), text(40) + "\n…");
    }
}

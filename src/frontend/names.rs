//! The list of user names.

use std::fmt::Write;

use crate::Session;
use crate::array::{Value, show_shape};
use crate::control::Result;
use crate::display::{ALL_DIGITS, BoxSettings, shortened};
use crate::eval::entity::Entity;
use crate::eval::frames::Variable;
use crate::primitive::table::{Operator, OperatorValence};
use crate::syntax::tree::BracesKind;

/// Characters of a value that are shown.
const SHOWN: usize = 50;

/// The global names that hold something, sorted.
pub fn visible(session: &mut Session) -> Vec<String> {
    let state = session.state();
    let is_bound = |symbol| !matches!(state.frames.get(Variable::Global(symbol)), Entity::Nothing);
    let mut names: Vec<String> =
        state.symbols.iter().filter(|&(symbol, _)| is_bound(symbol)).map(|(_, name)| name.to_string()).collect();
    names.sort();
    names
}

/// The string keys of the record that a dot path of names holds, found without evaluating anything.
pub fn keys_of(session: &Session, path: &str) -> Vec<String> {
    let mut steps = path.split('.');
    let mut value = steps.next().and_then(|name| session.get(name));
    for step in steps {
        let Some(Value::Array(record)) = &value else { return Vec::new() };
        let position = record.layout().keys(0).and_then(|keys| keys.position(step));
        value = position.filter(|_| record.rank() == 1).map(|position| record.item(position));
    }
    let Some(Value::Array(record)) = value else { return Vec::new() };
    let keys = record.layout().keys(0).filter(|_| record.rank() > 0);
    keys.map_or(Vec::new(), |keys| keys.entries().iter().flatten().map(|key| key.to_string()).collect())
}

/// The user names that begin with `prefix` by class, one line each: name, class, shape or valence, and the first
/// characters of the value.
pub fn list(session: &mut Session, prefix: &str) -> Result<String> {
    let mut rows = Vec::new();
    for name in visible(session).into_iter().filter(|name| name.starts_with(prefix)) {
        let state = session.state();
        let Some(symbol) = state.symbols.find(&name) else { continue };
        let entity = state.frames.get(Variable::Global(symbol)).clone();
        let (class, form) = class_and_form(&entity);
        rows.push((class, name, form, beginning(&entity)?));
    }
    rows.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let (mut names, mut classes, mut forms) = (0, 0, 0);
    for (class, name, form, _) in &rows {
        names = names.max(name.chars().count());
        classes = classes.max(class.len());
        forms = forms.max(form.chars().count());
    }
    let mut text = String::new();
    for (class, name, form, value) in &rows {
        let line = format!("{name:names$}  {class:classes$}  {form:forms$}  {value}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.pop();
    Ok(text)
}

fn class_and_form(entity: &Entity) -> (&'static str, String) {
    let operands = |count| if count == 1 { "1 operand".to_string() } else { "2 operands".to_string() };
    match entity {
        Entity::Nothing => ("", String::new()),
        Entity::Data(Value::Array(array)) => ("array", show_shape(array.shape())),
        Entity::Data(_) | Entity::Windows(_) => ("array", "atom".into()),
        Entity::Function(_) => ("function", "f Y or X f Y".into()),
        Entity::Hybrid(_) => ("hybrid", String::new()),
        Entity::Operator(glyph) => {
            ("operator", operands(if Operator::row_of(*glyph).valence == OperatorValence::Monadic { 1 } else { 2 }))
        }
        Entity::DefinedOperator(operator) => {
            ("operator", operands(if operator.body.kind == BracesKind::MonadicOperator { 1 } else { 2 }))
        }
    }
}

/// The first characters of the value on one line.
fn beginning(entity: &Entity) -> Result<String> {
    let text = match entity {
        Entity::DefinedOperator(operator) => operator.body.text().to_string(),
        Entity::Operator(glyph) | Entity::Hybrid(glyph) => glyph.symbol.to_string(),
        entity => match entity.clone().into_value() {
            Ok(value) => shortened(&value, &BoxSettings::BATCH, ALL_DIGITS)?,
            Err(_) => String::new(),
        },
    };
    let mut characters = text.chars().map(|character| if character.is_control() { ' ' } else { character });
    let mut shown: String = characters.by_ref().take(SHOWN).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    Ok(shown)
}

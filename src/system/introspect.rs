//! The session seen from inside: `•load`, `•signal`, `•nc`, `•nl`, `•src`, `•ex`, `•storage`.

use std::fs;

use num_traits::One;

use crate::array::{Array, Domain, Layout, Outcome, Storage, Value};
use crate::control::{Error, ErrorKind, Result, Source};
use crate::display;
use crate::eval::code::{Name, Symbol};
use crate::eval::entity::{Category, Entity};
use crate::eval::frames::Variable;
use crate::eval::lower::name_in;
use crate::eval::reduce::Position;
use crate::eval::state::Evaluator;
use crate::primitive::argument::{Whole, describe, wholes};
use crate::syntax::glyphs::{begins_name, continues_name};
use crate::syntax::tree::Argument;

/// `•load P`: runs a source file in the scope of the call.
pub fn load(evaluator: &mut Evaluator<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    refuse_left(&left, "•load")?;
    let Some(path) = right.as_text() else { return Err(Error::domain("•load takes a path")) };
    let bytes = fs::read(&path).map_err(|error| Error::value(format!("cannot read {path}: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| Error::value(format!("{path} is not valid UTF-8")))?;
    let source = Source::new(path, text);
    evaluator.enter_level()?;
    let answer = evaluator.run_text(&source, Position::Inner);
    evaluator.state.level -= 1;
    answer.and_then(|answer| answer.into_outcome()).map_err(Error::leave_call)
}

/// `•signal T`: raises the error of this name.
pub fn signal(_: &mut Evaluator<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    const KINDS: &[ErrorKind] = &[
        ErrorKind::Syntax,
        ErrorKind::Index,
        ErrorKind::Rank,
        ErrorKind::Length,
        ErrorKind::Value,
        ErrorKind::Limit,
        ErrorKind::Domain,
    ];
    refuse_left(&left, "•signal")?;
    if right.rank() > 1 {
        return Err(Error::rank(format!("•signal takes the name of an error, not {}", describe(&right))));
    }
    let text = right.as_text();
    match KINDS.iter().find(|kind| text.as_deref() == Some(kind.name())) {
        Some(kind) => Err(Error::new(*kind, "explicitly signalled")),
        None => Err(Error::domain("•signal takes the name of an error, such as \"LENGTH ERROR\"")),
    }
}

/// `•nc N`: the class of each name.
pub fn classes(evaluator: &mut Evaluator<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    refuse_left(&left, "•nc")?;
    for_each_name(&right, &Value::Int(0), |text| Ok(Value::Int(class_of_name(evaluator, text))))
}

/// `•nl C`, `X •nl C`: the visible names of these classes, sorted.
pub fn names(evaluator: &mut Evaluator<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    if right.rank() > 1 {
        return Err(Error::rank(format!("•nl takes classes, not {}", describe(&right))));
    }
    let prefix = match &left {
        Some(left) => left.as_text().ok_or_else(|| Error::domain("the prefix of •nl must be text"))?,
        None => String::new(),
    };
    let wanted = wholes(&right, "a class of names")?;
    if !wanted.iter().all(|class| matches!(class, Whole::Small(2..=4))) {
        return Err(Error::domain("the classes of names are 2, 3 and 4"));
    }
    let symbols: Vec<Symbol> = evaluator.state.symbols.iter().map(|(symbol, _)| symbol).collect();
    let mut found = Vec::new();
    for symbol in symbols {
        let text = evaluator.state.symbols.name(symbol).clone();
        let name = name_in(evaluator.here.scope().as_ref(), symbol);
        let class = class_of(bound(evaluator, &name));
        if text.starts_with(&prefix) && wanted.contains(&Whole::Small(class)) {
            found.push(text);
        }
    }
    found.sort_unstable();
    if found.is_empty() {
        return Ok(Value::Array(Array::empty(Layout::vector(0), Value::string(""))).into());
    }
    Ok(Value::Array(Array::vector(found.iter().map(|text| Value::string(text)).collect())).into())
}

/// `•src N`: the text of each function or operator.
pub fn sources(evaluator: &mut Evaluator<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    refuse_left(&left, "•src")?;
    for_each_name(&right, &Value::string(""), |text| source_of(evaluator, text).map(|text| Value::string(&text)))
}

/// `•ex N`: erases the nearest binding of each name.
pub fn erase(evaluator: &mut Evaluator<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    refuse_left(&left, "•ex")?;
    for_each_name(&right, &Value::Int(0), |text| {
        if !is_name(text) {
            return Ok(Value::Int(0));
        }
        let variable = name_of(evaluator, text).and_then(|name| find(evaluator, &name));
        if let Some(variable) = variable {
            *evaluator.state.frames.get_mut(variable) = Entity::Nothing;
        }
        Ok(Value::Int(1))
    })
}

/// `•storage Y`: the name of the storage of an array, or of the kind of an atom. A rank-0 array counts as its content.
pub fn storage(_: &mut Evaluator<'_>, left: Option<Value>, right: Value) -> Result<Outcome> {
    refuse_left(&left, "•storage")?;
    let name = match &right.content() {
        Value::Int(_) => "integer",
        Value::Exact(value) if value.denom().is_one() => "integer",
        Value::Exact(_) => "rational",
        Value::Float(_) => "float",
        Value::Complex(_) => "complex",
        Value::Char(_) => "character",
        Value::Function(_) => "function",
        Value::Array(array) => match array.storage().lane().domain() {
            Domain::Integer => "integer",
            Domain::Float => "float",
            Domain::Complex => "complex",
            Domain::Character => "character",
            Domain::Mixed => "mixed",
        },
    };
    Ok(Value::string(name).into())
}

fn refuse_left(left: &Option<Value>, what: &str) -> Result<()> {
    match left {
        None => Ok(()),
        Some(_) => Err(Error::syntax(format!("{what} takes one argument"))),
    }
}

/// Maps a name list: one name as text, or an array of names, whose layout the result keeps.
fn for_each_name(list: &Value, prototype: &Value, mut of: impl FnMut(&str) -> Result<Value>) -> Result<Outcome> {
    let no_names = || Error::domain(format!("names must be text or an array of strings, not {}", describe(list)));
    match list {
        Value::Array(array) if array.is_empty() => {
            Ok(Value::Array(Array::empty(array.layout().clone(), prototype.clone())).into())
        }
        text if text.as_text().is_some() => of(&text.as_text().unwrap_or_default()).map(Outcome::Value),
        Value::Array(array) => {
            let names = (0..array.len()).map(|i| array.item(i).as_text().ok_or_else(no_names));
            let names: Vec<String> = names.collect::<Result<_>>()?;
            let items = names.iter().map(|name| of(name)).collect::<Result<_>>()?;
            Ok(Value::Array(Array::new(array.layout().clone(), Storage::collect(items))).into())
        }
        _ => Err(no_names()),
    }
}

fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(begins_name) && characters.all(continues_name)
}

/// A name as it is looked up from the running call, if it has ever occurred.
fn name_of(evaluator: &Evaluator<'_>, text: &str) -> Option<Name> {
    let symbol = evaluator.state.symbols.find(text)?;
    Some(name_in(evaluator.here.scope().as_ref(), symbol))
}

fn find(evaluator: &Evaluator<'_>, name: &Name) -> Option<Variable> {
    evaluator.state.frames.find(name, evaluator.here.frame)
}

fn bound<'e>(evaluator: &'e Evaluator<'_>, name: &Name) -> &'e Entity {
    evaluator.state.frames.look_up(name, evaluator.here.frame)
}

/// What a name, a system name or an implicit name holds here; nothing for text that is no name.
fn held(evaluator: &mut Evaluator<'_>, text: &str) -> Option<Entity> {
    let argument = match text {
        "⍺" => Some(Argument::Left),
        "⍵" => Some(Argument::Right),
        "⍶" => Some(Argument::LeftOperand),
        "⍹" => Some(Argument::RightOperand),
        "∇" => Some(Argument::SelfFunction),
        "⍢" => Some(Argument::SelfOperator),
        _ => None,
    };
    if let Some(argument) = argument {
        return Some(evaluator.argument(argument).unwrap_or_default());
    }
    if let Some(word) = text.strip_prefix('•') {
        let value = (evaluator.state.system_names)(&word.to_lowercase(), evaluator.state);
        return is_name(word).then(|| value.map_or(Entity::Nothing, Entity::from));
    }
    if !is_name(text) {
        return None;
    }
    Some(name_of(evaluator, text).map_or(Entity::Nothing, |name| bound(evaluator, &name).clone()))
}

fn class_of(entity: &Entity) -> i64 {
    match entity.category() {
        Category::Nothing => 0,
        Category::Data => 2,
        Category::Function | Category::Hybrid => 3,
        _ => 4,
    }
}

fn class_of_name(evaluator: &mut Evaluator<'_>, text: &str) -> i64 {
    held(evaluator, text).map_or(-1, |entity| class_of(&entity))
}

fn source_of(evaluator: &mut Evaluator<'_>, text: &str) -> Result<String> {
    match held(evaluator, text) {
        None => Err(Error::value(format!("not a name: {text}"))),
        Some(Entity::Nothing) => Err(Error::value(format!("undefined name: {text}"))),
        Some(Entity::Data(_) | Entity::Windows(_)) => {
            Err(Error::domain(format!("{text} holds a value, not a function")))
        }
        Some(Entity::Function(function)) => display::function_source(&function),
        Some(Entity::Hybrid(glyph) | Entity::Operator(glyph)) => Ok(glyph.symbol.to_string()),
        Some(Entity::DefinedOperator(operator)) => Ok(operator.body.text().to_string()),
    }
}

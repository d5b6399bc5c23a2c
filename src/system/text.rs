//! Text: `•c`, `•ucs`.

use crate::array::{Array, Caller, Items, Layout, Outcome, Storage, Value};
use crate::control::{Error, Result, poll};
use crate::primitive::argument::{Whole, describe, whole};

/// `•c Y`, `M •c Y`: simple case folding, upper or lower case of every character inside.
pub fn case(_: &mut dyn Caller, left: Option<Value>, right: Value) -> Result<Outcome> {
    let mode = match &left {
        None => -3,
        Some(mode) if mode.item_count() == 1 => match whole(&mode.item(0), "the mode of •c") {
            Ok(Whole::Small(mode @ (-3 | -1 | 1))) => mode,
            _ => return Err(no_mode()),
        },
        Some(_) => return Err(no_mode()),
    };
    let map: fn(char) -> char = match mode {
        1 => upper,
        -1 => lower,
        _ => folded,
    };
    map_characters(right, map).map(Outcome::Value)
}

fn no_mode() -> Error {
    Error::domain("the mode of •c is 1 (upper case), ¯1 (lower case) or ¯3 (folded)")
}

/// The only character of a mapping, or the character itself where the mapping has several.
fn single(character: char, mut mapping: impl Iterator<Item = char>) -> char {
    match (mapping.next(), mapping.next()) {
        (Some(one), None) => one,
        _ => character,
    }
}

fn upper(character: char) -> char {
    match character {
        // Their simple mappings, where the full ones have several characters.
        '\u{1F80}'..='\u{1F87}' | '\u{1F90}'..='\u{1F97}' | '\u{1FA0}'..='\u{1FA7}' => {
            char::from_u32(character as u32 + 8).unwrap_or(character)
        }
        'ᾳ' => 'ᾼ',
        'ῃ' => 'ῌ',
        'ῳ' => 'ῼ',
        _ => single(character, character.to_uppercase()),
    }
}

fn lower(character: char) -> char {
    match character {
        'İ' => 'i',
        _ => single(character, character.to_lowercase()),
    }
}

fn folded(character: char) -> char {
    match character {
        // Cherokee folds to upper case, its small letters being the younger ones.
        '\u{13A0}'..='\u{13F5}' => character,
        '\u{13F8}'..='\u{13FD}' | '\u{AB70}'..='\u{ABBF}' => upper(character),
        'İ' | 'ı' => character,
        // Letters whose lower case is another lower-case letter fold through the upper case.
        _ => match lower(upper(character)) {
            small if lower(character) == character && upper(small) == upper(character) => small,
            _ => lower(character),
        },
    }
}

fn map_characters(value: Value, map: fn(char) -> char) -> Result<Value> {
    match value {
        Value::Char(character) => Ok(Value::Char(map(character))),
        Value::Array(array) => {
            let layout = array.layout().clone();
            let storage = match array.items() {
                Items::Char8(items) => collect_characters(items.iter().map(|&byte| map(byte as char))),
                Items::Char32(items) => collect_characters(items.iter().map(|&item| map(item))),
                Items::Mixed(items) if !items.is_empty() => {
                    poll()?;
                    let map_item = |item: &Value| match item {
                        Value::Array(_) => crate::array::compare::nested(|| map_characters(item.clone(), map)),
                        atom => map_characters(atom.clone(), map),
                    };
                    Storage::Mixed(items.iter().map(map_item).collect::<Result<Vec<_>>>()?.into())
                }
                _ => return Ok(Value::Array(array)),
            };
            Ok(Array::new(layout, storage).into())
        }
        other => Ok(other),
    }
}

fn collect_characters(characters: impl Iterator<Item = char>) -> Storage {
    let characters: Vec<char> = characters.collect();
    if characters.iter().all(|&character| (character as u32) < 256) {
        return Storage::Char8(characters.iter().map(|&character| character as u8).collect::<Vec<_>>().into());
    }
    Storage::Char32(characters.into())
}

/// `•ucs Y`, `E •ucs Y`: characters to code points or encoded units, and back.
pub fn unicode(_: &mut dyn Caller, left: Option<Value>, right: Value) -> Result<Outcome> {
    match left {
        None => code_points(right).map(Outcome::Value),
        Some(encoding) => {
            let encoding = Encoding::named(&encoding)?;
            encoded(encoding, &right).map(Outcome::Value)
        }
    }
}

fn code_points(value: Value) -> Result<Value> {
    match value {
        Value::Char(character) => Ok(Value::Int(character as i64)),
        Value::Array(array) => {
            let storage = match array.items() {
                Items::Char8(items) => Storage::I64(items.iter().map(|&byte| byte as i64).collect::<Vec<_>>().into()),
                Items::Char32(items) => Storage::I64(items.iter().map(|&item| item as i64).collect::<Vec<_>>().into()),
                _ if array.is_empty() => match array.fill() {
                    Value::Char(_) => Storage::I64(Vec::new().into()),
                    Value::Array(_) | Value::Function(_) => return Err(not_simple()),
                    _ => Storage::Char8(Vec::new().into()),
                },
                _ => convert_items(&array)?,
            };
            Ok(Array::new(array.layout().clone(), storage).into())
        }
        Value::Function(_) => Err(not_simple()),
        number => character(&number).map(Value::Char),
    }
}

fn convert_items(array: &Array) -> Result<Storage> {
    let first_is_character = matches!(array.item(0), Value::Char(_));
    let mut items = Vec::with_capacity(array.len());
    for i in 0..array.len() {
        if i % 1024 == 0 {
            poll()?;
        }
        items.push(match array.item(i) {
            Value::Char(character) if first_is_character => Value::Int(character as i64),
            Value::Char(_) | Value::Array(_) | Value::Function(_) => return Err(not_simple()),
            _ if first_is_character => return Err(not_simple()),
            number => Value::Char(character(&number)?),
        });
    }
    Ok(Storage::collect(items))
}

fn not_simple() -> Error {
    Error::domain("•ucs takes characters only or numbers only")
}

fn character(number: &Value) -> Result<char> {
    match whole(number, "a code point")? {
        Whole::Small(code) => u32::try_from(code).ok().and_then(char::from_u32),
        _ => None,
    }
    .ok_or_else(|| Error::domain("a code point lies between 0 and 1114111 and is no surrogate"))
}

#[derive(Clone, Copy)]
enum Encoding {
    Utf8,
    Utf16,
    Utf32,
}

impl Encoding {
    fn named(value: &Value) -> Result<Encoding> {
        let unknown = || Error::domain("the encoding must be \"UTF-8\", \"UTF-16\" or \"UTF-32\"");
        let content = value.clone().content();
        if let Value::Array(array) = &content
            && array.rank() == 1
            && array.len() == 2
            && let (Value::Array(_), mark) = (array.item(0), array.item(1))
        {
            return match whole(&mark, "the kind of units") {
                Ok(Whole::Small(0)) => Encoding::named(&array.item(0)),
                Ok(Whole::Small(83)) => Err(Error::unsupported("signed bytes are not supported")),
                _ => Err(unknown()),
            };
        }
        match content.as_text().as_deref() {
            Some("UTF-8") => Ok(Encoding::Utf8),
            Some("UTF-16") => Ok(Encoding::Utf16),
            Some("UTF-32") => Ok(Encoding::Utf32),
            _ => Err(unknown()),
        }
    }

    fn encode(self, text: &str) -> Vec<i64> {
        match self {
            Encoding::Utf8 => text.bytes().map(i64::from).collect(),
            Encoding::Utf16 => text.encode_utf16().map(i64::from).collect(),
            Encoding::Utf32 => text.chars().map(|character| character as i64).collect(),
        }
    }

    fn decode(self, units: &[i64]) -> Option<String> {
        match self {
            Encoding::Utf8 => {
                let bytes: Option<Vec<u8>> = units.iter().map(|&unit| u8::try_from(unit).ok()).collect();
                String::from_utf8(bytes?).ok()
            }
            Encoding::Utf16 => {
                let units: Option<Vec<u16>> = units.iter().map(|&unit| u16::try_from(unit).ok()).collect();
                String::from_utf16(&units?).ok()
            }
            Encoding::Utf32 => units.iter().map(|&unit| u32::try_from(unit).ok().and_then(char::from_u32)).collect(),
        }
    }
}

fn encoded(encoding: Encoding, value: &Value) -> Result<Value> {
    if value.rank() > 1 {
        return Err(Error::rank(format!("•ucs with an encoding takes a vector, not {}", describe(value))));
    }
    let vector = match value {
        Value::Array(array) => array.clone(),
        atom => Array::vector(vec![atom.clone()]),
    };
    let vector = {
        let length = vector.len();
        vector.with_layout(Layout::vector(length))
    };
    if let Some(text) = Value::Array(vector.clone()).as_text() {
        return Ok(Array::integers(encoding.encode(&text)).into());
    }
    let mut units = Vec::with_capacity(vector.len());
    for i in 0..vector.len() {
        match whole(&vector.item(i), "a unit")? {
            Whole::Small(unit) => units.push(unit),
            _ => return Err(Error::domain("a unit is outside its range")),
        }
    }
    match encoding.decode(&units) {
        Some(text) => Ok(Value::string(&text)),
        None => Err(Error::domain("the units are no valid text in this encoding")),
    }
}

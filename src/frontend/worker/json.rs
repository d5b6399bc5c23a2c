//! JSON text: a strict reader, and strings as they are written.

use std::fmt::Write;

/// A JSON value. Numbers keep their text, objects their fields in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as it is written.
    Number(String),
    /// A string.
    String(String),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

/// Lists and objects may be nested this deep.
const MAX_NESTING: usize = 10_000;
const RED_ZONE: usize = 64 * 1024;
const STACK_STEP: usize = 1024 * 1024;

impl Json {
    /// The value that the whole text is.
    pub fn parse(text: &str) -> Result<Json, &'static str> {
        let mut reader = Reader { text, at: 0, depth: 0 };
        let value = reader.value()?;
        reader.blanks();
        if reader.at == text.len() { Ok(value) } else { Err("text after the JSON value") }
    }

    /// The last field with this name of an object.
    pub fn field(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().rev().find(|field| field.0 == name).map(|field| &field.1),
            _ => None,
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, wanted: u8) -> bool {
        self.blanks();
        let found = self.peek() == Some(wanted);
        self.at += found as usize;
        found
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, &'static str> {
        if self.text[self.at..].starts_with(word) {
            self.at += word.len();
            Ok(value)
        } else {
            Err("malformed JSON")
        }
    }

    fn value(&mut self) -> Result<Json, &'static str> {
        self.blanks();
        match self.peek() {
            Some(b'n') => self.word("null", Json::Null),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'"') => self.string().map(Json::String),
            Some(b'[' | b'{') if self.depth == MAX_NESTING => Err("JSON is nested too deep"),
            Some(bracket @ (b'[' | b'{')) => {
                self.at += 1;
                self.depth += 1;
                let nested = stacker::maybe_grow(RED_ZONE, STACK_STEP, || {
                    if bracket == b'[' { self.list() } else { self.object() }
                });
                self.depth -= 1;
                nested
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err("malformed JSON"),
        }
    }

    fn list(&mut self) -> Result<Json, &'static str> {
        let mut items = Vec::new();
        if self.eat(b']') {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value()?);
            if self.eat(b']') {
                return Ok(Json::List(items));
            }
            if !self.eat(b',') {
                return Err("malformed JSON list");
            }
        }
    }

    fn object(&mut self) -> Result<Json, &'static str> {
        let mut fields = Vec::new();
        if self.eat(b'}') {
            return Ok(Json::Object(fields));
        }
        loop {
            self.blanks();
            if self.peek() != Some(b'"') {
                return Err("malformed JSON object");
            }
            let name = self.string()?;
            if !self.eat(b':') {
                return Err("malformed JSON object");
            }
            fields.push((name, self.value()?));
            if self.eat(b'}') {
                return Ok(Json::Object(fields));
            }
            if !self.eat(b',') {
                return Err("malformed JSON object");
            }
        }
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Result<Json, &'static str> {
        let start = self.at;
        self.at += (self.peek() == Some(b'-')) as usize;
        let leading_zero = self.peek() == Some(b'0');
        let whole = self.digits();
        if whole == 0 || (leading_zero && whole > 1) {
            return Err("malformed JSON number");
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            if self.digits() == 0 {
                return Err("malformed JSON number");
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += matches!(self.peek(), Some(b'+' | b'-')) as usize;
            if self.digits() == 0 {
                return Err("malformed JSON number");
            }
        }
        Ok(Json::Number(self.text[start..self.at].into()))
    }

    fn string(&mut self) -> Result<String, &'static str> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let Some(character) = self.text[self.at..].chars().next() else { return Err("unclosed JSON string") };
            self.at += character.len_utf8();
            match character {
                '"' => return Ok(string),
                '\\' => string.push(self.escape()?),
                '\0'..='\x1f' => return Err("a control character in a JSON string"),
                _ => string.push(character),
            }
        }
    }

    fn escape(&mut self) -> Result<char, &'static str> {
        let Some(letter) = self.peek() else { return Err("unclosed JSON string") };
        self.at += 1;
        Ok(match letter {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\x08',
            b'f' => '\x0c',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let mut code = self.unit()?;
                if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with("\\u") {
                    self.at += 2;
                    let low = self.unit()?;
                    if !(0xdc00..0xe000).contains(&low) {
                        return Err("a lone surrogate in a JSON string");
                    }
                    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                }
                char::from_u32(code).ok_or("a lone surrogate in a JSON string")?
            }
            _ => return Err("malformed JSON escape"),
        })
    }

    fn unit(&mut self) -> Result<u32, &'static str> {
        let digits = self.text.get(self.at..self.at + 4).filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()));
        self.at += 4;
        digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or("malformed JSON escape")
    }
}

/// Appends a JSON string.
pub fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\x1f' => {
                let _ = write!(out, "\\u{:04x}", character as u32);
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let text = " {\"a\": [1, -2.5e+3, true, null], \"b\\u00e9\\ud83d\\ude00\\n\": \"\", \"a\": {}} ";
        let Ok(Json::Object(fields)) = Json::parse(text) else { panic!() };
        assert_eq!(fields[1].0, "bé😀\n");
        assert_eq!(Json::Object(fields).field("a"), Some(&Json::Object(Vec::new())));
        assert_eq!(
            Json::parse("123456789012345678901234567890"),
            Ok(Json::Number("123456789012345678901234567890".into()))
        );
        assert!(Json::parse(&("[".repeat(9000) + &"]".repeat(9000))).is_ok());
    }

    #[test]
    fn malformed_text_is_refused() {
        for text in [
            "",
            "nul",
            "[1,]",
            "[1 2]",
            "{\"a\"}",
            "{a:1}",
            "01",
            "1.",
            ".5",
            "+1",
            "1e",
            "\"\\x\"",
            "\"\\ud800\"",
            "\"a",
            "1 2",
            "\"\\ud800\\u0041\"",
            "\"\n\"",
            "[",
            "{\"a\":1,}",
            "-",
            "'a'",
            "\"\\u12\"",
        ] {
            assert!(Json::parse(text).is_err(), "{text}");
        }
        assert!(Json::parse(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn strings_are_escaped() {
        let mut out = String::new();
        write_string(&mut out, "a\"\\\n\u{1}é");
        assert_eq!(out, "\"a\\\"\\\\\\n\\u0001é\"");
    }
}

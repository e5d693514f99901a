//! The values of literals.
//!
//! Source: cel-go `parser/parser.go`, `VisitInt` and its neighbours; `parser/unescape.go`.

use crate::ast::Literal;

/// Names that are no variables or functions.
pub(super) fn is_reserved(name: &str) -> bool {
    matches!(
        name,
        "as" | "break"
            | "const"
            | "continue"
            | "else"
            | "false"
            | "for"
            | "function"
            | "if"
            | "import"
            | "in"
            | "let"
            | "loop"
            | "package"
            | "namespace"
            | "null"
            | "return"
            | "true"
            | "var"
            | "void"
            | "while"
    )
}

type Read = Result<Literal, &'static str>;

pub(super) fn int(text: &str, is_negative: bool) -> Read {
    let sign = if is_negative { "-" } else { "" };
    let read = match text.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(&format!("{sign}{hex}"), 16),
        None => format!("{sign}{text}").parse(),
    };
    read.map(Literal::Int).map_err(|_| "invalid int literal")
}

pub(super) fn uint(text: &str) -> Read {
    let text = text.trim_end_matches(['u', 'U']);
    let read = match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    read.map(Literal::Uint).map_err(|_| "invalid uint literal")
}

pub(super) fn double(text: &str, is_negative: bool) -> Read {
    let read: f64 = text.parse().map_err(|_| "invalid double literal")?;
    if read.is_infinite() {
        return Err("invalid double literal");
    }
    Ok(Literal::Double(if is_negative { -read } else { read }))
}

pub(super) fn string(text: &str) -> Read {
    let mut made = String::new();
    for unit in Unescape::new(text, Of::Characters) {
        match unit? {
            Unit::Char(char) => made.push(char),
            Unit::Byte(_) => return Err("unable to unescape string"),
        }
    }
    Ok(Literal::Str(made))
}

pub(super) fn bytes(text: &str) -> Read {
    let mut made = Vec::new();
    for unit in Unescape::new(&text[1..], Of::Bytes) {
        match unit? {
            Unit::Char(char) => made.extend(char.encode_utf8(&mut [0; 4]).bytes()),
            Unit::Byte(byte) => made.push(byte),
        }
    }
    Ok(Literal::Bytes(made))
}

/// What numbers in escapes are.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Characters,
    Bytes,
}

enum Unit {
    Char(char),
    Byte(u8),
}

/// The units between the quotes.
struct Unescape<'t> {
    rest: &'t str,
    is_raw: bool,
    of: Of,
}

impl<'t> Unescape<'t> {
    fn new(text: &'t str, of: Of) -> Self {
        let inner = text.trim_start_matches(['r', 'R']);
        let is_raw = inner.len() < text.len();
        let quotes =
            if inner.len() >= 6 && (inner.starts_with("'''") || inner.starts_with("\"\"\"")) { 3 } else { 1 };
        Self { rest: &inner[quotes..inner.len() - quotes], is_raw, of }
    }

    fn number(&mut self, digits: usize, radix: u32) -> Result<u32, &'static str> {
        let (number, rest) = self.rest.split_at_checked(digits).ok_or("unable to unescape string")?;
        self.rest = rest;
        u32::from_str_radix(number, radix).map_err(|_| "unable to unescape string")
    }

    fn escape(&mut self, kind: char) -> Result<Unit, &'static str> {
        let char = match kind {
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            'x' | 'X' => return self.coded(2, 16),
            'u' | 'U' if self.of == Of::Bytes => return Err("unable to unescape string"),
            'u' => return self.coded(4, 16),
            'U' => return self.coded(8, 16),
            other => other,
        };
        Ok(Unit::Char(char))
    }

    fn coded(&mut self, digits: usize, radix: u32) -> Result<Unit, &'static str> {
        let number = self.number(digits, radix)?;
        if self.of == Of::Bytes {
            return u8::try_from(number).map(Unit::Byte).map_err(|_| "unable to unescape string");
        }
        char::from_u32(number).map(Unit::Char).ok_or("invalid unicode code point")
    }
}

impl Iterator for Unescape<'_> {
    type Item = Result<Unit, &'static str>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut chars = self.rest.chars();
        let char = chars.next()?;
        if self.is_raw || char != '\\' {
            self.rest = chars.as_str();
            return Some(Ok(Unit::Char(char)));
        }
        let kind = chars.next()?;
        if kind.is_digit(8) {
            self.rest = &self.rest[1..];
            return Some(self.coded(3, 8));
        }
        self.rest = chars.as_str();
        Some(self.escape(kind))
    }
}

//! What Go says of text that is no JSON.
//!
//! Source: `encoding/json scanner.go`, of which `sigs.k8s.io/json` has a copy.

use crate::go_text::quoted;

/// The first mistake in a string, in Go's words.
pub(super) fn error(text: &str) -> Option<String> {
    let mut scanner = Scanner { bytes: text.as_bytes(), at: 0, open: Vec::new() };
    let Mistake { context, place } = scanner.document().err()?;
    // Quirk: at its end Go reads a blank, and complains of that where it may not stand.
    let byte = scanner.peek().or_else(|| (place == Place::Token).then_some(b' '));
    Some(match byte {
        None => "unexpected end of JSON input".to_owned(),
        Some(byte) => format!("invalid character {} {context}", character(byte)),
    })
}

/// What Go says of the first number that no float can hold.
pub(super) fn number_out_of_range(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
    let mut numbers = outside_of_strings(text).flat_map(|part| part.split(move |c| !is_part(c)));
    let number = numbers.find(|number| number.parse().is_ok_and(|float: f64| float.is_infinite()))?;
    Some(format!("json: cannot unmarshal number {number} into Go value of type float64"))
}

/// The parts of a JSON text between its strings.
fn outside_of_strings(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (part, behind) = rest.split_once('"').unwrap_or((rest, ""));
        let mut escaped = false;
        let end = behind.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        rest = end.and_then(|end| behind.get(end + 1..)).unwrap_or_default();
        Some(part)
    })
}

/// Quirk: Go looks at single bytes, so half a character is shown as the character of that number.
fn character(byte: u8) -> String {
    match byte {
        b'\'' => r"'\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        _ => {
            let quoted = quoted(&char::from(byte).to_string());
            format!("'{}'", quoted.trim_matches('"'))
        }
    }
}

/// What was expected where the scanner stands.
struct Mistake {
    context: String,
    place: Place,
}

/// Where the scanner stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Inside a word, a number or an escape, which a blank ends.
    Token,
    /// Where a blank may stand.
    Elsewhere,
}

#[derive(Clone, Copy, PartialEq)]
enum Open {
    Object,
    List,
}

struct Scanner<'t> {
    bytes: &'t [u8],
    at: usize,
    /// What is open around the place, outermost first.
    open: Vec<Open>,
}

type Scan = Result<(), Mistake>;

impl Scanner<'_> {
    fn document(&mut self) -> Scan {
        let mut complete = self.begin_value()?;
        loop {
            complete = match (self.open.last(), complete) {
                (None, _) => return self.end(),
                (Some(Open::Object), true) => self.after_field()?,
                (Some(Open::Object), false) => self.first_field()?,
                (Some(Open::List), true) => self.after_item()?,
                (Some(Open::List), false) => self.first_item()?,
            };
        }
    }

    fn end(&mut self) -> Scan {
        self.blanks();
        if self.at == self.bytes.len() { Ok(()) } else { wrong("after top-level value") }
    }

    /// Reads a scalar and says that it is complete, or opens a container.
    fn begin_value(&mut self) -> Result<bool, Mistake> {
        self.blanks();
        match self.peek() {
            Some(b'{') => return Ok(self.opened(Open::Object)),
            Some(b'[') => return Ok(self.opened(Open::List)),
            Some(b'"') => self.string()?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word("true")?,
            Some(b'f') => self.word("false")?,
            Some(b'n') => self.word("null")?,
            _ => wrong("looking for beginning of value")?,
        }
        Ok(true)
    }

    fn opened(&mut self, open: Open) -> bool {
        self.open.push(open);
        self.at += 1;
        false
    }

    fn closed(&mut self) -> bool {
        self.open.pop();
        self.at += 1;
        true
    }

    fn first_field(&mut self) -> Result<bool, Mistake> {
        self.blanks();
        if self.peek() == Some(b'}') { Ok(self.closed()) } else { self.field() }
    }

    fn first_item(&mut self) -> Result<bool, Mistake> {
        self.blanks();
        if self.peek() == Some(b']') { Ok(self.closed()) } else { self.begin_value() }
    }

    fn after_field(&mut self) -> Result<bool, Mistake> {
        self.blanks();
        match self.peek() {
            Some(b'}') => Ok(self.closed()),
            Some(b',') => {
                self.at += 1;
                self.blanks();
                self.field()
            }
            _ => wrong("after object key:value pair").map(|()| true),
        }
    }

    fn after_item(&mut self) -> Result<bool, Mistake> {
        self.blanks();
        match self.peek() {
            Some(b']') => Ok(self.closed()),
            Some(b',') => {
                self.at += 1;
                self.begin_value()
            }
            _ => wrong("after array element").map(|()| true),
        }
    }

    fn field(&mut self) -> Result<bool, Mistake> {
        if self.peek() != Some(b'"') {
            wrong("looking for beginning of object key string")?;
        }
        self.string()?;
        self.blanks();
        if self.peek() != Some(b':') {
            wrong("after object key")?;
        }
        self.at += 1;
        self.begin_value()
    }

    fn string(&mut self) -> Scan {
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(b' '..) => self.at += 1,
                _ => wrong("in string literal")?,
            }
        }
        self.at += 1;
        Ok(())
    }

    fn escape(&mut self) -> Scan {
        self.at += 1;
        match self.peek() {
            Some(b'b' | b'f' | b'n' | b'r' | b't' | b'\\' | b'/' | b'"') => self.at += 1,
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        wrong_in_token("in \\u hexadecimal character escape")?;
                    }
                    self.at += 1;
                }
            }
            _ => wrong_in_token("in string escape code")?,
        }
        Ok(())
    }

    fn number(&mut self) -> Scan {
        self.skip(|byte| byte == b'-', 1);
        if self.skip(|byte| byte == b'0', 1) == 0 {
            self.digits("in numeric literal")?;
        }
        if self.skip(|byte| byte == b'.', 1) == 1 {
            self.digits("after decimal point in numeric literal")?;
        }
        if self.skip(|byte| matches!(byte, b'e' | b'E'), 1) == 1 {
            self.skip(|byte| matches!(byte, b'+' | b'-'), 1);
            self.digits("in exponent of numeric literal")?;
        }
        Ok(())
    }

    fn digits(&mut self, context: &str) -> Scan {
        let count = self.skip(|byte| byte.is_ascii_digit(), usize::MAX);
        if count == 0 { wrong_in_token(context) } else { Ok(()) }
    }

    fn word(&mut self, word: &str) -> Scan {
        for expected in word.bytes() {
            if self.peek() != Some(expected) {
                wrong_in_token(&format!("in literal {word} (expecting {})", character(expected)))?;
            }
            self.at += 1;
        }
        Ok(())
    }

    fn blanks(&mut self) {
        self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'), usize::MAX);
    }

    /// Goes over at most so many bytes, and says over how many.
    fn skip(&mut self, is_part: impl Fn(u8) -> bool, most: usize) -> usize {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let count = rest.iter().take(most).take_while(|byte| is_part(**byte)).count();
        self.at += count;
        count
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }
}

fn wrong(context: &str) -> Scan {
    Err(Mistake { context: context.to_owned(), place: Place::Elsewhere })
}

fn wrong_in_token(context: &str) -> Scan {
    Err(Mistake { context: context.to_owned(), place: Place::Token })
}

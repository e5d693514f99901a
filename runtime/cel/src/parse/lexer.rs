//! Cuts an expression into tokens.
//!
//! Source: cel-go `parser/gen/CEL.g4`, the rules in capitals; the messages and the way on are those of ANTLR's `Lexer`.
//!
//! Knows nothing of: grammar.

use std::ops::Range;

use super::token::{Kind, Token};
use crate::source::{Issues, Source};

/// All tokens, the last one the end of the input, and invalid tokens: they are reported and passed over.
pub(super) fn tokens(source: &Source, issues: &mut Issues) -> (Vec<Token>, Vec<Range<usize>>) {
    let (mut found, mut skipped) = (Vec::new(), Vec::new());
    let mut at = 0;
    loop {
        at = skip_hidden(source.chars(), at);
        if at >= source.chars().len() {
            found.push(Token { kind: Kind::Eof, start: at, end: at });
            return (found, skipped);
        }
        let scan = Scan { chars: source.chars(), start: at };
        match scan.token() {
            Ok((kind, end)) => {
                found.push(Token { kind, start: at, end });
                at = end;
            }
            // The message shows one character more than was looked at, which is passed over, too; line breaks are shown as they
            // are (antlr4-go `lexer.go`, `notifyListeners`).
            Err(failed) => {
                let text = source.slice(at, failed + 1);
                let message = format!("Syntax error: token recognition error at: '{text}'");
                issues.push(source, Some(at), message);
                let end = (failed + 1).min(source.chars().len());
                skipped.push(at..end);
                at = end;
            }
        }
    }
}

/// ANTLR's way to print line breaks and tabs of the input.
pub(super) fn escape(text: &str) -> String {
    text.replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

fn skip_hidden(chars: &[char], mut at: usize) -> usize {
    loop {
        match chars.get(at) {
            Some('\t' | ' ' | '\r' | '\n' | '\u{c}') => at += 1,
            Some('/') if chars.get(at + 1) == Some(&'/') => {
                at = chars[at..].iter().position(|char| *char == '\n').map_or(chars.len(), |more| at + more);
            }
            _ => return at,
        }
    }
}

/// One token from its first character on.
struct Scan<'c> {
    chars: &'c [char],
    start: usize,
}

/// The kind and where the token ends, or where no token goes on.
type Scanned = Result<(Kind, usize), usize>;

impl Scan<'_> {
    fn at(&self, at: usize) -> char {
        // A null character ends no token.
        self.chars.get(at).copied().unwrap_or('\0')
    }

    fn token(&self) -> Scanned {
        let (start, next) = (self.start, self.at(self.start + 1));
        let one = |kind| Ok((kind, start + 1));
        let two = |kind| Ok((kind, start + 2));
        match self.at(start) {
            '=' if next == '=' => two(Kind::Equals),
            '!' if next == '=' => two(Kind::NotEquals),
            '<' if next == '=' => two(Kind::LessEquals),
            '>' if next == '=' => two(Kind::GreaterEquals),
            '&' if next == '&' => two(Kind::And),
            '|' if next == '|' => two(Kind::Or),
            '=' | '&' | '|' => Err(start + 1),
            '!' => one(Kind::Exclam),
            '<' => one(Kind::Less),
            '>' => one(Kind::Greater),
            '[' => one(Kind::LeftBracket),
            ']' => one(Kind::RightBracket),
            '{' => one(Kind::LeftBrace),
            '}' => one(Kind::RightBrace),
            '(' => one(Kind::LeftParen),
            ')' => one(Kind::RightParen),
            '.' if next.is_ascii_digit() => Ok((Kind::Float, self.exponent(self.digits(start + 1)))),
            '.' => one(Kind::Dot),
            ',' => one(Kind::Comma),
            '-' => one(Kind::Minus),
            '?' => one(Kind::Question),
            ':' => one(Kind::Colon),
            '+' => one(Kind::Plus),
            '*' => one(Kind::Star),
            '/' => one(Kind::Slash),
            '%' => one(Kind::Percent),
            '`' => self.escaped_name(),
            '"' | '\'' => self.string(start, false).map(|end| (Kind::Str, end)),
            '0'..='9' => Ok(self.number()),
            char if char.is_ascii_alphabetic() || char == '_' => Ok(self.word()),
            _ => Err(start),
        }
    }

    fn digits(&self, mut at: usize) -> usize {
        while self.at(at).is_ascii_digit() {
            at += 1;
        }
        at
    }

    /// The end behind an exponent, or `at` where there is none.
    fn exponent(&self, at: usize) -> usize {
        if !matches!(self.at(at), 'e' | 'E') {
            return at;
        }
        let sign = usize::from(matches!(self.at(at + 1), '+' | '-'));
        let end = self.digits(at + 1 + sign);
        if end > at + 1 + sign { end } else { at }
    }

    fn number(&self) -> (Kind, usize) {
        if self.at(self.start) == '0' && self.at(self.start + 1) == 'x' {
            let mut end = self.start + 2;
            while self.at(end).is_ascii_hexdigit() {
                end += 1;
            }
            if end > self.start + 2 {
                return self.unsigned(end).unwrap_or((Kind::Int, end));
            }
        }
        let end = self.digits(self.start);
        if self.at(end) == '.' && self.at(end + 1).is_ascii_digit() {
            return (Kind::Float, self.exponent(self.digits(end + 1)));
        }
        match self.exponent(end) {
            exponent if exponent > end => (Kind::Float, exponent),
            _ => self.unsigned(end).unwrap_or((Kind::Int, end)),
        }
    }

    fn unsigned(&self, end: usize) -> Option<(Kind, usize)> {
        matches!(self.at(end), 'u' | 'U').then_some((Kind::Uint, end + 1))
    }

    fn word(&self) -> (Kind, usize) {
        if let Some(string) = self.prefixed_string() {
            return string;
        }
        let mut end = self.start;
        while self.at(end).is_ascii_alphanumeric() || self.at(end) == '_' {
            end += 1;
        }
        let kind = match self.chars[self.start..end] {
            ['i', 'n'] => Kind::In,
            ['t', 'r', 'u', 'e'] => Kind::True,
            ['f', 'a', 'l', 's', 'e'] => Kind::False,
            ['n', 'u', 'l', 'l'] => Kind::Null,
            _ => Kind::Ident,
        };
        (kind, end)
    }

    /// A string behind `r`, `b` or `br`; where it has no end the letters are a name.
    fn prefixed_string(&self) -> Option<(Kind, usize)> {
        let mut at = self.start;
        let is_bytes = matches!(self.at(at), 'b' | 'B');
        at += usize::from(is_bytes);
        let is_raw = matches!(self.at(at), 'r' | 'R');
        at += usize::from(is_raw);
        if at == self.start || !matches!(self.at(at), '"' | '\'') {
            return None;
        }
        let end = self.string(at, is_raw).ok()?;
        Some((if is_bytes { Kind::Bytes } else { Kind::Str }, end))
    }

    /// The end of a string whose quote stands at `at`, or where it cannot go on.
    fn string(&self, at: usize, is_raw: bool) -> Result<usize, usize> {
        let quote = self.at(at);
        let is_triple = self.at(at + 1) == quote && self.at(at + 2) == quote;
        if is_triple {
            // Without an end the first two quotes are an empty string.
            return Ok(self.long_string(at, quote, is_raw).unwrap_or(at + 2));
        }
        let mut at = at + 1;
        loop {
            match self.chars.get(at) {
                Some(char) if *char == quote => return Ok(at + 1),
                None | Some('\n' | '\r') => return Err(at),
                Some('\\') if !is_raw => at = self.escape(at)?,
                Some(_) => at += 1,
            }
        }
    }

    fn long_string(&self, at: usize, quote: char, is_raw: bool) -> Option<usize> {
        let mut at = at + 3;
        loop {
            let ends = (at..at + 3).all(|at| self.at(at) == quote);
            match self.chars.get(at)? {
                _ if ends => return Some(at + 3),
                '\\' if !is_raw => at = self.escape(at).ok()?,
                _ => at += 1,
            }
        }
    }

    /// The end of an escape, or the first character that does not belong to one.
    fn escape(&self, at: usize) -> Result<usize, usize> {
        let hex = |count| self.all(at + 2, count, |char| char.is_ascii_hexdigit());
        match self.at(at + 1) {
            'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '"' | '\'' | '\\' | '?' | '`' => Ok(at + 2),
            'x' | 'X' => hex(2),
            'u' => hex(4),
            'U' => hex(8),
            '0'..='3' => self.all(at + 2, 2, |char| matches!(char, '0'..='7')),
            _ => Err(at + 1),
        }
    }

    fn all(&self, from: usize, count: usize, is_part: impl Fn(char) -> bool) -> Result<usize, usize> {
        match (from..from + count).find(|at| !is_part(self.at(*at))) {
            Some(at) => Err(at),
            None => Ok(from + count),
        }
    }

    fn escaped_name(&self) -> Scanned {
        let mut at = self.start + 1;
        while self.at(at).is_ascii_alphanumeric() || matches!(self.at(at), '_' | '.' | '-' | '/' | ' ') {
            at += 1;
        }
        if self.at(at) == '`' && at > self.start + 1 { Ok((Kind::Escaped, at + 1)) } else { Err(at) }
    }
}

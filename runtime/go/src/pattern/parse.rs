//! Reads a pattern: Go's grammar with the flags of `regexp.Compile`.
//!
//! Source: Go `regexp/syntax/parse.go`, `parse`.

use std::collections::HashMap;
use std::rc::Rc;

use super::builder::{Builder, Outcome};
use super::error::{Reason, Stop};
use super::runes::{Class, MAX_RUNE, Rune};
use super::tree::{Arena, Flags, Id, Node, Op};

/// The greatest number in braces.
const MAX_COUNT: u16 = 1000;

/// The tree of a pattern, as Go would have it.
pub(super) fn parse(pattern: &str) -> Outcome<'_, (Arena, Id)> {
    let mut parser =
        Parser { builder: Builder::new(pattern), pattern, at: 0, last_repeat: None, classes: HashMap::new() };
    while !parser.rest().is_empty() {
        parser.step()?;
    }
    parser.builder.finish()
}

#[derive(Debug)]
pub(super) struct Parser<'p> {
    pub(super) builder: Builder<'p>,
    pattern: &'p str,
    /// The byte position of what is read next.
    pub(super) at: usize,
    /// Where the repetition operator begins that was read last, when nothing came after it.
    last_repeat: Option<usize>,
    /// Classes by name, whether they fold, whether they are negated.
    pub(super) classes: HashMap<(&'p str, bool, bool), Rc<Class>>,
}

/// A repetition in braces.
enum Braces {
    /// Not one: the brace is a literal.
    Literal,
    /// Out of range, and so many bytes long.
    Invalid(usize),
    Counted {
        min: u16,
        max: Option<u16>,
        length: usize,
    },
}

impl<'p> Parser<'p> {
    pub(super) fn rest(&self) -> &'p str {
        self.pattern.get(self.at..).unwrap_or_default()
    }

    /// The text from a position to what is read next.
    pub(super) fn since(&self, start: usize) -> &'p str {
        self.pattern.get(start..self.at).unwrap_or_default()
    }

    pub(super) fn since_to_end(&self, start: usize) -> &'p str {
        self.pattern.get(start..).unwrap_or_default()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.skip(next.len_utf8());
        Some(next)
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.skip(text.len());
        }
        found
    }

    fn step(&mut self) -> Outcome<'p> {
        let last_repeat = self.last_repeat.take();
        self.builder.limits.burn(1)?;
        let start = self.at;
        let Some(next) = self.bump() else { return Ok(()) };
        match next {
            '(' if self.eat("?") => self.perl_group(start),
            '(' => self.builder.op(Op::CapturingParen),
            ')' => self.builder.right_paren(),
            '|' => self.builder.vertical_bar(),
            '^' if self.builder.flags.one_line => self.builder.op(Op::BeginText),
            '^' => self.builder.op(Op::BeginLine),
            '$' if self.builder.flags.one_line => self.builder.op(Op::EndText),
            '$' => self.builder.op(Op::EndLine),
            '.' if self.builder.flags.dot_line_feed => self.builder.op(Op::Any),
            '.' => self.builder.op(Op::AnyButLineFeed),
            '*' => self.repeat(start, last_repeat, Node::new(Op::Star, Flags::NONE)),
            '+' => self.repeat(start, last_repeat, Node::new(Op::Plus, Flags::NONE)),
            '?' => self.repeat(start, last_repeat, Node::new(Op::Quest, Flags::NONE)),
            '{' => self.braces(start, last_repeat),
            '[' => {
                self.at = start;
                self.class()
            }
            '\\' => {
                self.at = start;
                self.backslash()
            }
            other => self.builder.literal(Rune::from(other)),
        }
    }

    fn repeat(&mut self, start: usize, last_repeat: Option<usize>, node: Node) -> Outcome<'p> {
        let lazy = self.eat("?");
        if let Some(last) = last_repeat {
            return Err(Stop::Refused(Reason::RepeatOp, self.since(last)));
        }
        let mut flags = self.builder.flags;
        flags.non_greedy ^= lazy;
        self.builder.repeat(Node { flags, ..node }, self.since(start))?;
        self.last_repeat = Some(start);
        Ok(())
    }

    fn braces(&mut self, start: usize, last_repeat: Option<usize>) -> Outcome<'p> {
        match read_braces(self.since_to_end(start)) {
            Braces::Literal => self.builder.literal(Rune::from('{')),
            Braces::Invalid(length) => {
                self.at = start + length;
                Err(Stop::Refused(Reason::RepeatSize, self.since(start)))
            }
            Braces::Counted { min, max, length } => {
                self.at = start + length;
                let node = Node { min, max, ..Node::new(Op::Repeat, Flags::NONE) };
                self.repeat(start, last_repeat, node)
            }
        }
    }

    fn backslash(&mut self) -> Outcome<'p> {
        let op = match self.rest().as_bytes().get(1) {
            Some(b'A') => Op::BeginText,
            Some(b'b') => Op::WordBoundary,
            Some(b'B') => Op::NoWordBoundary,
            Some(b'z') => Op::EndText,
            Some(b'C') => {
                return Err(Stop::Refused(Reason::Escape, self.rest().get(..2).unwrap_or_default()));
            }
            Some(b'Q') => return self.quoted(),
            _ => {
                if self.class_escape()? {
                    return Ok(());
                }
                let rune = self.escape()?;
                return self.builder.literal(rune);
            }
        };
        self.skip(2);
        self.builder.op(op)
    }

    /// `\Q…\E`; without an end it goes to the end of the pattern.
    fn quoted(&mut self) -> Outcome<'p> {
        self.skip(2);
        let text = self.rest();
        let (text, end) = text.split_once("\\E").map_or((text, 0), |(text, _)| (text, 2));
        for c in text.chars() {
            self.builder.limits.burn(1)?;
            self.builder.literal(Rune::from(c))?;
        }
        self.skip(text.len() + end);
        Ok(())
    }

    /// What follows `(?`: a name, flags, or flags of a group.
    fn perl_group(&mut self, start: usize) -> Outcome<'p> {
        let text = self.since_to_end(start);
        let named = text.strip_prefix("(?<").or_else(|| text.strip_prefix("(?P<"));
        match named {
            Some(name) if !name.is_empty() => self.named_group(start, name),
            _ => self.flags(start),
        }
    }

    fn named_group(&mut self, start: usize, after: &'p str) -> Outcome<'p> {
        let whole = self.since_to_end(start);
        let Some((name, _)) = after.split_once('>') else {
            return Err(Stop::Refused(Reason::NamedCapture, whole));
        };
        self.at = start + (whole.len() - after.len()) + name.len() + 1;
        let valid = name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric());
        if name.is_empty() || !valid {
            return Err(Stop::Refused(Reason::NamedCapture, self.since(start)));
        }
        self.builder.op(Op::CapturingParen)
    }

    fn flags(&mut self, start: usize) -> Outcome<'p> {
        let mut flags = self.builder.flags;
        let (mut on, mut saw_flag) = (true, false);
        while let Some(next) = self.bump() {
            saw_flag = saw_flag || matches!(next, 'i' | 'm' | 's' | 'U');
            match next {
                'i' => flags.fold_case = on,
                'm' => flags.one_line = !on,
                's' => flags.dot_line_feed = on,
                'U' => flags.non_greedy = on,
                '-' if on => (on, saw_flag) = (false, false),
                ':' | ')' if on || saw_flag => {
                    if next == ':' {
                        self.builder.op(Op::LeftParen)?;
                    }
                    self.builder.flags = flags;
                    return Ok(());
                }
                _ => break,
            }
        }
        Err(Stop::Refused(Reason::PerlOp, self.since(start)))
    }

    /// A backslash and what makes one code point with it.
    pub(super) fn escape(&mut self) -> Outcome<'p, Rune> {
        let start = self.at;
        self.skip(1);
        let Some(escaped) = self.bump() else {
            return Err(Stop::Refused(Reason::TrailingBackslash, ""));
        };
        let rune = match escaped {
            '1'..='7' if !self.rest().starts_with(|c| matches!(c, '0'..='7')) => None,
            '0'..='7' => Some(self.octal(escaped)),
            'x' => self.hexadecimal(),
            'a' => Some(0x07),
            'f' => Some(0x0C),
            'n' => Some(0x0A),
            'r' => Some(0x0D),
            't' => Some(0x09),
            'v' => Some(0x0B),
            other if other.is_ascii() && !other.is_ascii_alphanumeric() => Some(Rune::from(other)),
            _ => None,
        };
        rune.ok_or(Stop::Refused(Reason::Escape, self.since(start)))
    }

    fn octal(&mut self, first: char) -> Rune {
        let mut rune = first.to_digit(8).unwrap_or_default();
        for _ in 0..2 {
            let Some(digit) = self.rest().chars().next().and_then(|c| c.to_digit(8)) else { break };
            rune = rune * 8 + digit;
            self.skip(1);
        }
        rune
    }

    fn hexadecimal(&mut self) -> Option<Rune> {
        if self.eat("{") {
            return self.braced_hexadecimal();
        }
        let [high, low] = [self.bump(), self.bump()].map(|c| c.and_then(|c| c.to_digit(16)));
        Some(high? * 16 + low?)
    }

    fn braced_hexadecimal(&mut self) -> Option<Rune> {
        let start = self.at;
        let mut rune: Rune = 0;
        loop {
            match self.bump()? {
                '}' => return (self.at > start + 1).then_some(rune),
                digit => rune = rune * 16 + digit.to_digit(16)?,
            }
            if rune > MAX_RUNE {
                return None;
            }
        }
    }
}

/// `{2}`, `{2,}` or `{2,3}` at the beginning of the text.
fn read_braces(text: &str) -> Braces {
    let Some((min, rest)) = text.get(1..).and_then(count) else { return Braces::Literal };
    let (max, rest) = match rest.strip_prefix(',') {
        None => (Some(min), rest),
        Some(rest) if rest.starts_with('}') => (None, rest),
        Some(rest) => match count(rest) {
            Some((max, rest)) => (Some(max), rest),
            None => return Braces::Literal,
        },
    };
    let Some(rest) = rest.strip_prefix('}') else { return Braces::Literal };
    let length = text.len() - rest.len();
    if min > MAX_COUNT || max.is_some_and(|max| max > MAX_COUNT || max < min) {
        return Braces::Invalid(length);
    }
    Braces::Counted { min, max, length }
}

/// A decimal number without leading zeros; what is too great stays too great.
fn count(text: &str) -> Option<(u16, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits)?;
    if number.is_empty() || number.len() > 1 && number.starts_with('0') {
        return None;
    }
    Some((number.parse().unwrap_or(u16::MAX), rest))
}

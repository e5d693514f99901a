//! Addresses of e-mail.
//!
//! Source: Go `net/mail/message.go`, `ParseAddress`; `mime/encodedword.go`.

use super::net::is_strict_ip;

/// One mailbox, with a name or a comment, or a group of one; it nests only comments, which are counted.
pub(super) fn is_email(text: &str) -> bool {
    let mut parser = Parser { rest: text };
    let count = parser.address(Groups::Allowed);
    count == Some(1) && parser.skip_comments().is_some() && parser.rest.is_empty()
}

#[derive(Clone, Copy, PartialEq)]
enum Groups {
    Allowed,
    Nested,
}

#[derive(Clone, Copy, PartialEq)]
enum Dots {
    /// Not at an end, and not two together.
    Separate,
    Anywhere,
}

#[derive(Clone, Copy)]
struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    /// How many mailboxes stand here.
    fn address(&mut self, groups: Groups) -> Option<usize> {
        self.skip_space();
        if self.rest.is_empty() {
            return None;
        }
        let before = *self;
        if self.addr_spec().is_some() {
            self.skip_space();
            if self.consume('(') {
                is_readable(&self.comment()?).then_some(())?;
            }
            return Some(1);
        }
        *self = before;
        if !self.rest.starts_with('<') {
            self.phrase()?;
        }
        self.skip_space();
        if groups == Groups::Allowed && self.consume(':') {
            return self.group();
        }
        (self.consume('<') && self.addr_spec().is_some() && self.consume('>')).then_some(1)
    }

    fn group(&mut self) -> Option<usize> {
        self.skip_space();
        if self.consume(';') {
            return self.skip_comments().map(|()| 0);
        }
        let mut count = 0;
        loop {
            self.skip_space();
            count += self.address(Groups::Nested)?;
            self.skip_comments()?;
            if self.consume(';') {
                return self.skip_comments().map(|()| count);
            }
            self.consume(',').then_some(())?;
        }
    }

    fn addr_spec(&mut self) -> Option<()> {
        self.skip_space();
        if self.rest.starts_with('"') {
            let quoted = self.quoted()?;
            (!quoted.is_empty()).then_some(())?;
        } else {
            self.atom(Dots::Separate)?;
        }
        self.consume('@').then_some(())?;
        self.skip_space();
        if self.consume('[') {
            let (literal, rest) = self.rest.split_once(']')?;
            self.rest = rest;
            return is_strict_ip(literal).then_some(());
        }
        self.atom(Dots::Separate).map(|_| ())
    }

    /// One word or more; what spoils a later word is left for others.
    fn phrase(&mut self) -> Option<()> {
        let (mut words, mut encoded) = (0_usize, false);
        let complete = loop {
            if words > 0 {
                self.skip_comments()?;
            }
            self.skip_space();
            if self.rest.is_empty() {
                break true;
            }
            let word = if self.rest.starts_with('"') {
                self.quoted().map(|_| Word::Plain)
            } else {
                self.atom(Dots::Anywhere).map(Word::of)
            };
            match word {
                None | Some(Word::Unreadable) => break false,
                Some(Word::Encoded { is_empty }) => encoded |= !is_empty,
                Some(Word::Plain) => {
                    words += 1 + usize::from(encoded);
                    encoded = false;
                }
            }
        };
        (complete || words > 0 || encoded).then_some(())
    }

    /// What stands between quotes, escapes included.
    fn quoted(&mut self) -> Option<&'t str> {
        let inner = self.rest.strip_prefix('"')?;
        let mut is_escaped = false;
        for (position, c) in inner.char_indices() {
            match c {
                '"' if !is_escaped => {
                    let (quoted, rest) = inner.split_at_checked(position)?;
                    self.rest = rest.strip_prefix('"')?;
                    return Some(quoted);
                }
                '\\' if !is_escaped => is_escaped = true,
                c if is_visible(c) || is_space(c) => is_escaped = false,
                _ => return None,
            }
        }
        None
    }

    fn atom(&mut self, dots: Dots) -> Option<&'t str> {
        let end = self.rest.find(|c| !is_atom(c)).unwrap_or(self.rest.len());
        let (atom, rest) = self.rest.split_at_checked(end)?;
        if atom.is_empty() {
            return None;
        }
        self.rest = rest;
        let is_odd = atom.starts_with('.') || atom.ends_with('.') || atom.contains("..");
        (dots == Dots::Anywhere || !is_odd).then_some(atom)
    }

    fn skip_comments(&mut self) -> Option<()> {
        self.skip_space();
        while self.consume('(') {
            self.comment()?;
            self.skip_space();
        }
        Some(())
    }

    /// The rest of a comment, which nests.
    fn comment(&mut self) -> Option<String> {
        let (mut depth, mut comment) = (1_usize, String::new());
        let mut chars = self.rest.chars();
        while let Some(mut c) = chars.next() {
            match c {
                '\\' if !chars.as_str().is_empty() => c = chars.next()?,
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.rest = chars.as_str();
                return Some(comment);
            }
            comment.push(c);
        }
        None
    }

    fn consume(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches(is_space);
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

fn is_visible(c: char) -> bool {
    c.is_ascii_graphic() || !c.is_ascii()
}

fn is_atom(c: char) -> bool {
    is_visible(c) && !"()<>[]:;@\\,\"".contains(c)
}

/// Whether no word of a comment is in an unknown character set.
fn is_readable(comment: &str) -> bool {
    comment.split(is_space).all(|word| word.is_empty() || !matches!(Word::of(word), Word::Unreadable))
}

/// A word as RFC 2047 encodes it, or not.
enum Word {
    Plain,
    Encoded {
        is_empty: bool,
    },
    /// It is in a character set that Go does not know.
    Unreadable,
}

impl Word {
    fn of(word: &str) -> Self {
        let inner = word.strip_prefix("=?").and_then(|rest| rest.strip_suffix("?="));
        let parts = inner.filter(|_| word.len() >= 8).map(|inner| inner.split('?').collect::<Vec<_>>());
        let Some(&[charset, encoding, text]) = parts.as_deref() else { return Self::Plain };
        let is_decodable = match encoding {
            "b" | "B" => is_base64(text),
            "q" | "Q" => is_quoted_printable(text),
            _ => false,
        };
        if charset.is_empty() || !is_decodable {
            Self::Plain
        } else if ["utf-8", "iso-8859-1", "us-ascii"].contains(&folded(charset).as_str()) {
            Self::Encoded { is_empty: text.trim_matches(['\r', '\n']).is_empty() }
        } else {
            Self::Unreadable
        }
    }
}

/// `strings.EqualFold`: two characters beyond ASCII are variants of ones in it.
fn folded(text: &str) -> String {
    let fold = |c: char| match c {
        'ſ' => 's',
        '\u{212a}' => 'k',
        c => c.to_ascii_lowercase(),
    };
    text.chars().map(fold).collect()
}

/// Go's decoder skips line breaks.
fn is_base64(text: &str) -> bool {
    let text: String = text.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
    text.is_empty() || super::codes::is_base64(&text)
}

fn is_quoted_printable(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'=' => bytes.next().is_some_and(is_hex) && bytes.next().is_some_and(is_hex),
            b' '..=b'~' | b'\n' | b'\r' | b'\t' => true,
            _ => false,
        };
        if !fits {
            return false;
        }
    }
    true
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

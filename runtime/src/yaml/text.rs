//! Text that granit-parser reads otherwise than Go, found in the source before or beside parsing.

use super::position::{Position, ReadCause};

/// What is wrong in a chunk.
pub(super) struct Flaw {
    /// The byte offset.
    pub(super) at: usize,
    pub(super) message: String,
    pub(super) cause: ReadCause,
}

impl Flaw {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), cause: ReadCause::Other }
    }

    fn control_character(at: usize, c: char) -> Self {
        let message = format!("control characters are not allowed (U+{:04X})", u32::from(c));
        Self { at, message, cause: ReadCause::ControlCharacter }
    }

    /// The same flaw in a larger text, in which this one begins at `start`.
    pub(super) fn moved(self, start: usize) -> Self {
        Self { at: start + self.at, ..self }
    }
}

/// The text behind its byte-order mark, which takes no column and is no character of the text.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Characters that Go refuses, or takes for a line break.
pub(super) fn check_characters(chunk: &str) -> Result<(), Flaw> {
    // kubectl's line reader takes off one `\r`, and the two breaks become one.
    if let Some(at) = chunk.find("\r\r\n") {
        return Err(Flaw::new(at, "two carriage returns before a newline"));
    }
    let mut at = 0;
    // Nearly all text is plain.
    while let Some(found) =
        chunk.as_bytes().get(at..).and_then(|rest| rest.iter().position(|&b| !is_plain(b)))
    {
        at += found;
        let Some(c) = chunk.get(at..).and_then(|rest| rest.chars().next()) else { break };
        check_character(at, c)?;
        at += c.len_utf8();
    }
    Ok(())
}

/// Characters that Go's reader refuses wherever they stand.
///
/// Source: `go.yaml.in/yaml/v2` `readerc.go`, `yaml_parser_update_buffer`.
pub(super) fn check_readable(text: &str) -> Result<(), Flaw> {
    let is_refused = |c: &char| {
        matches!(c, '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{84}')
            || matches!(c, '\u{86}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}')
    };
    let found = text.char_indices().find(|(_, c)| is_refused(c));
    found.map_or(Ok(()), |(at, c)| Err(Flaw::control_character(at, c)))
}

fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')
}

fn check_character(at: usize, c: char) -> Result<(), Flaw> {
    let code = u32::from(c);
    let message = match c {
        '\u{85}' | '\u{2028}' | '\u{2029}' => format!(
            "a raw U+{code:04X} is a line break to kubectl; write it as \\u{code:04x} in double quotes"
        ),
        '\u{feff}' => "a byte order mark inside the document".to_owned(),
        '\u{0}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => return Err(Flaw::control_character(at, c)),
        _ => return Ok(()),
    };
    Err(Flaw::new(at, message))
}

/// The byte offset of a `...` line that stands before any content, which only Go refuses.
pub(super) fn early_end_marker(chunk: &str) -> Option<usize> {
    let mut start = 0;
    for line in chunk.split_inclusive(['\n', '\r']) {
        let text = line.trim();
        if !text.is_empty() && !text.starts_with('#') {
            let rest = line.strip_prefix("...")?;
            return (rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r'])).then_some(start);
        }
        start += line.len();
    }
    None
}

/// Escapes of a double-quoted scalar (`source` with its quotes) that granit reads and Go refuses.
pub(super) fn check_escapes(source: &str) -> Result<(), Flaw> {
    let mut chars = source.char_indices();
    while let Some((at, c)) = chars.next() {
        if c != '\\' {
            continue;
        }
        match chars.next() {
            Some((_, '/')) => {
                return Err(Flaw::new(at, "kubectl does not know the escape \\/ in YAML"));
            }
            Some((_, 'u')) if is_surrogate(&source[at + 2..]) => {
                let message = "kubectl does not read surrogate escapes in YAML; write the character itself";
                return Err(Flaw::new(at, message));
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_surrogate(digits: &str) -> bool {
    let code = digits.get(..4).and_then(|hex| u32::from_str_radix(hex, 16).ok());
    code.is_some_and(|code| (0xd800..0xe000).contains(&code))
}

/// Why a plain scalar inside `{ }` or `[ ]` would end elsewhere to Go (`scannerc.go`
/// `yaml_parser_scan_plain_scalar` and `yaml_parser_fetch_next_token`), if it would.
pub(super) fn flow_plain_flaw(scalar: &str, after: &str) -> Option<&'static str> {
    let glued_colon = after
        .trim_start_matches([' ', '\t', '\n', '\r'])
        .strip_prefix(':')
        .is_some_and(|rest| !rest.starts_with([' ', '\t', '\n', '\r']) && !rest.is_empty());
    if glued_colon || scalar.ends_with(':') {
        return Some("a `:` in { } or [ ] needs a space after it, or quotes around the string");
    }
    if scalar.starts_with(':') || scalar.contains('?') {
        return Some("text with `?` or a leading `:` in { } or [ ] needs quotes");
    }
    None
}

/// Why a scalar inside `{ }` or `[ ]` cannot be a key to Go, which wants it on one line with its `:`.
pub(super) fn flow_key_flaw(source: &str, after: &str) -> Option<&'static str> {
    let mut broken = source.contains(['\n', '\r']);
    let mut rest = after;
    loop {
        let content = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let (blanks, _) = rest.split_at_checked(rest.len() - content.len())?;
        broken |= blanks.contains(['\n', '\r']);
        if !content.starts_with('#') {
            rest = content;
            break;
        }
        rest = content.trim_start_matches(|c| c != '\n' && c != '\r');
    }
    (broken && rest.starts_with(':')).then_some("a key in { } or [ ] must stand on one line, with its `:`")
}

/// Why a tag would be none to Go, or end elsewhere (`scannerc.go` `yaml_parser_scan_tag`), if so.
pub(super) fn tag_flaw(tag: &str, after: &str) -> Option<&'static str> {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"!-_./:,<>".contains(&b);
    let ends = after.is_empty() || after.starts_with([' ', '\t', '\n', '\r']);
    let message = "a tag is made of letters, digits and !-_./:, and needs a space after it";
    (!ends || !tag.bytes().all(is_plain)).then_some(message)
}

/// Why an anchor's name would end elsewhere to Go (`scannerc.go` `yaml_parser_scan_anchor`), if so.
pub(super) fn anchor_flaw(name: &str, after: &str) -> Option<&'static str> {
    if !name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')) {
        return Some("kubectl takes only letters, digits, `_` and `-` in an anchor");
    }
    let ends = after.is_empty() || after.starts_with([' ', '\t', '\n', '\r', ',', ']', '}']);
    (!ends).then_some("an anchor needs a space after it")
}

/// A tab in front of a line of a plain scalar, where Go wants spaces (`scannerc.go` `yaml_parser_scan_plain_scalar`).
pub(super) fn plain_tab(source: &str, indent: usize) -> Option<Flaw> {
    if !source.contains('\t') {
        return None;
    }
    let mut start = 0;
    for (number, line) in source.split_inclusive('\n').enumerate() {
        let blanks = line.chars().take_while(|c| matches!(c, ' ' | '\t')).take(indent);
        if let Some(at) = blanks.enumerate().find_map(|(at, c)| (number > 0 && c == '\t').then_some(at)) {
            return Some(Flaw::new(start + at, "found a tab character that violates indentation"));
        }
        start += line.len();
    }
    None
}

/// Looks at what stands between scalars for tabs where Go allows none.
#[derive(Debug)]
pub(super) struct Gaps<'t> {
    chunk: &'t str,
    seen: usize,
    flow_depth: usize,
    /// Go's `simple_key_allowed`: a tab here is an error outside `{ }` and `[ ]`.
    key_allowed: bool,
}

impl<'t> Gaps<'t> {
    pub(super) fn new(chunk: &'t str) -> Self {
        Self { chunk, seen: 0, flow_depth: 0, key_allowed: true }
    }

    /// Checks the text up to a scalar and steps over the scalar.
    pub(super) fn scalar(&mut self, start: usize, end: usize, is_block: bool) -> Result<(), Flaw> {
        self.gap(start)?;
        self.seen = self.seen.max(end);
        self.key_allowed = is_block;
        Ok(())
    }

    /// Checks the text after the last scalar.
    pub(super) fn finish(mut self) -> Result<(), Flaw> {
        self.gap(self.chunk.len())
    }

    fn gap(&mut self, end: usize) -> Result<(), Flaw> {
        let text = self.chunk.get(self.seen..end).unwrap_or_default();
        let start = self.seen;
        // The span of a plain scalar can end behind its line.
        self.key_allowed |= self.chunk.get(..start).is_some_and(|before| before.ends_with(['\n', '\r']));
        self.seen = self.seen.max(end);
        let mut in_comment = false;
        let mut after_blank = self.key_allowed;
        for (at, c) in text.char_indices() {
            match c {
                '\n' | '\r' => {
                    in_comment = false;
                    self.key_allowed = true;
                }
                _ if in_comment => {}
                '#' if after_blank => in_comment = true,
                '\t' if self.flow_depth == 0 && self.key_allowed => {
                    let message = "found character that cannot start any token: a tab cannot indent";
                    return Err(Flaw::new(start + at, message));
                }
                ' ' | '\t' => {}
                // Also a `:` that begins a line: the value of an explicit key.
                '-' | '?' | ':' if self.key_allowed => {
                    let rest = &text[at + 1..];
                    self.key_allowed = rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']);
                }
                '[' | '{' => self.flow_depth += 1,
                ']' | '}' => {
                    self.flow_depth = self.flow_depth.saturating_sub(1);
                    self.key_allowed = false;
                }
                _ => self.key_allowed = false,
            }
            after_blank = matches!(c, ' ' | '\t' | '\n' | '\r');
        }
        Ok(())
    }
}

/// The position of a byte offset of `chunk`, in the chunk.
pub(super) fn position_in(chunk: &str, offset: usize) -> Position {
    super::position::Cursor::new(chunk).advance(offset)
}

//! What a line of YAML leaves open, where that can be reported from the line alone.
//!
//! It knows the block form that Kubernetes' tools write. Of anything else it says that it is not sure, which is never wrong.

/// What begins on a line and goes on behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// Nothing but lists and maps, which indentation ends.
    Nothing,
    /// A string without quotes, or a block scalar: lines that are indented more than this, and blank ones, belong to it.
    Text(usize),
    /// A string in these quotes.
    Quotes(u8),
    /// Perhaps a list in brackets; or there is an anchor, of which others may speak.
    Perhaps,
}

/// The line without its break; nothing where another break is in it.
pub(super) fn content(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    (!line.contains(&b'\r')).then_some(line)
}

pub(super) fn indent(content: &[u8]) -> usize {
    content.iter().take_while(|byte| **byte == b' ').count()
}

/// Nothing but blanks, or a comment.
pub(super) fn is_empty(content: &[u8]) -> bool {
    matches!(content.trim_ascii_start().first(), None | Some(b'#'))
}

/// What follows the dash of an item.
pub(super) fn item(rest: &[u8]) -> Option<&[u8]> {
    rest.strip_prefix(b"-").filter(|rest| ends_word(rest))
}

/// What the tokens of a line leave open.
pub(super) fn scan(content: &[u8]) -> Open {
    let (mut at, mut parent) = (0, None);
    loop {
        let rest = content.get(at..).unwrap_or_default();
        at += indent(rest);
        let rest = content.get(at..).unwrap_or_default();
        if matches!(rest.first(), None | Some(b'#')) {
            return Open::Nothing;
        }
        let length = if item(rest).is_some() { Some(1) } else { key(rest) };
        let Some(length) = length else { return parent.map_or(Open::Perhaps, |parent| value(rest, parent)) };
        parent = Some(at);
        at += length;
    }
}

/// What goes on behind the text in quotes that was open, if this line is more of it.
pub(super) fn scan_quoted(content: &[u8], quote: u8) -> Open {
    match after_quote(content, quote) {
        Some(after) if is_empty(after) => Open::Nothing,
        Some(_) => Open::Perhaps,
        None => Open::Quotes(quote),
    }
}

/// What begins behind a key or a dash, and is neither.
fn value(rest: &[u8], parent: usize) -> Open {
    match rest.split_first() {
        Some((quote @ (b'"' | b'\''), text)) => scan_quoted(text, *quote),
        Some((b'|' | b'>', header)) if is_header(header) => Open::Text(parent),
        _ if matches!(rest.trim_ascii_end(), b"[]" | b"{}") => Open::Nothing,
        Some((first, _)) if b"[{&*!?:%@`|>,]}\t".contains(first) => Open::Perhaps,
        _ => Open::Text(parent),
    }
}

/// Whether a `-` or `:` before this is one, and not part of a string.
fn ends_word(rest: &[u8]) -> bool {
    matches!(rest.first(), None | Some(b' '))
}

/// The length of a key, with its colon.
fn key(rest: &[u8]) -> Option<usize> {
    let (first, text) = rest.split_first()?;
    if matches!(first, b'"' | b'\'') {
        let value = after_quote(text, *first)?.trim_ascii_start().strip_prefix(b":")?;
        return ends_word(value).then_some(rest.len() - value.len());
    }
    if b"[{&*!?:%@`|>,]}#\t".contains(first) {
        return None;
    }
    let mut colons = rest.iter().enumerate().filter(|(_, byte)| **byte == b':').map(|(at, _)| at + 1);
    let length = colons.find(|after| ends_word(rest.get(*after..).unwrap_or_default()))?;
    let comment = rest.windows(2).position(|pair| matches!(pair, b" #" | b"\t#"));
    comment.is_none_or(|comment| length <= comment).then_some(length)
}

/// What follows the `|` or `>` of a block scalar.
fn is_header(header: &[u8]) -> bool {
    let marks = header.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-')).count();
    header.get(marks..).unwrap_or_default().trim_ascii().is_empty()
}

/// What follows the end of a string in quotes, if it ends.
fn after_quote(mut text: &[u8], quote: u8) -> Option<&[u8]> {
    loop {
        let (byte, after) = text.split_first()?;
        text = match (byte, after) {
            (b'\\', [_, after @ ..]) if quote == b'"' => after,
            (b'\'', [b'\'', after @ ..]) if quote == b'\'' => after,
            (byte, after) if *byte == quote => return Some(after),
            (_, after) => after,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{Open, content, scan, scan_quoted};

    #[test]
    fn lines() {
        for (line, open) in [
            ("a: b", Open::Text(0)),
            ("a:", Open::Nothing),
            ("  - a: {}", Open::Nothing),
            ("a: \"x \\\" y\"  # z", Open::Nothing),
            ("'it''s': []", Open::Nothing),
            ("\"a b\": c", Open::Text(0)),
            ("url: http://x?a=1&b=*", Open::Text(0)),
            ("a: b # c: |", Open::Text(0)),
            ("  - - 1", Open::Text(4)),
            ("# a: \"", Open::Nothing),
            ("a: |", Open::Text(0)),
            ("  - a: >-", Open::Text(4)),
            ("  - |2+  ", Open::Text(2)),
            ("  '|': |", Open::Text(2)),
            ("a: \"x", Open::Quotes(b'"')),
            ("a: 'x''", Open::Quotes(b'\'')),
            ("a: \"x\\", Open::Quotes(b'"')),
            ("a: | # c", Open::Perhaps),
            ("  |", Open::Perhaps),
            ("  text", Open::Perhaps),
            ("  \"text\"", Open::Perhaps),
            ("a: 'x' y", Open::Perhaps),
            ("a: [b", Open::Perhaps),
            ("a: [b]", Open::Perhaps),
            ("a: &b c", Open::Perhaps),
            ("- *b", Open::Perhaps),
            ("a: !!str b", Open::Perhaps),
            ("? a", Open::Perhaps),
            ("<<: *a", Open::Perhaps),
            ("a:\tb", Open::Perhaps),
            ("\ta: b", Open::Perhaps),
        ] {
            assert_eq!(scan(line.as_bytes()), open, "{line}");
        }
        assert_eq!(scan_quoted(b"it''s' # x", b'\''), Open::Nothing);
        assert_eq!(scan_quoted(b"x\\\" y", b'"'), Open::Quotes(b'"'));
        assert_eq!(scan_quoted(b"x\": y", b'"'), Open::Perhaps);
        assert_eq!(content(b"a\r\n"), Some(&b"a"[..]));
        assert_eq!(content(b"a\rb\n"), None);
    }
}

//! What a line of YAML leaves open, where that can be told from the line alone.
//!
//! It knows the block form that Kubernetes' tools write. Of anything else it says that it is not sure, which is never wrong.

/// What begins on a line and goes on behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// Nothing but lists and maps, which indentation ends.
    Nothing,
    /// A block scalar: lines that are indented more than this, and blank ones, belong to it.
    Block(usize),
    /// Perhaps a text in quotes or a list in brackets; or there is an anchor, of which others may speak.
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
        let Some(first) = rest.first() else { return Open::Nothing };
        let length = match first {
            b'#' => return Open::Nothing,
            b'-' if item(rest).is_some() => 1,
            b'|' | b'>' => return block(rest, parent),
            b'"' | b'\'' => match after_quotes(rest) {
                Some(after) if is_empty(after) => return Open::Nothing,
                Some(after) => match after.trim_ascii_start().strip_prefix(b":") {
                    Some(value) if ends_word(value) => rest.len() - value.len(),
                    _ => return Open::Perhaps,
                },
                None => return Open::Perhaps,
            },
            b'[' | b'{' if matches!(rest.trim_ascii_end(), b"[]" | b"{}") => return Open::Nothing,
            b'[' | b'{' | b'&' | b'*' | b'!' | b'?' | b':' | b'%' | b'@' | b'`' | b'\t' => {
                return Open::Perhaps;
            }
            _ => match key(rest) {
                Some(length) => length,
                None => return Open::Nothing,
            },
        };
        parent = Some(at);
        at += length;
    }
}

/// Whether a `-` or `:` before this is one, and not part of a text.
fn ends_word(rest: &[u8]) -> bool {
    matches!(rest.first(), None | Some(b' '))
}

/// The length of a key without quotes, with its colon.
fn key(rest: &[u8]) -> Option<usize> {
    let mut colons = rest.iter().enumerate().filter(|(_, byte)| **byte == b':').map(|(at, _)| at + 1);
    let length = colons.find(|after| ends_word(rest.get(*after..).unwrap_or_default()))?;
    let comment = rest.windows(2).position(|pair| matches!(pair, b" #" | b"\t#"));
    comment.is_none_or(|comment| length <= comment).then_some(length)
}

fn block(header: &[u8], parent: Option<usize>) -> Open {
    let marks = header.iter().skip(1).take_while(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-')).count();
    match (parent, header.get(1 + marks..)) {
        (Some(parent), Some(rest)) if rest.trim_ascii().is_empty() => Open::Block(parent),
        _ => Open::Perhaps,
    }
}

/// What follows a text in quotes, if it ends.
fn after_quotes(rest: &[u8]) -> Option<&[u8]> {
    let (quote, mut text) = rest.split_first()?;
    loop {
        let (byte, after) = text.split_first()?;
        text = match (byte, after) {
            (b'\\', [_, after @ ..]) if *quote == b'"' => after,
            (b'\'', [b'\'', after @ ..]) if *quote == b'\'' => after,
            (byte, after) if byte == quote => return Some(after),
            (_, after) => after,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{Open, content, scan};

    #[test]
    fn lines() {
        for (line, open) in [
            ("a: b", Open::Nothing),
            ("a:", Open::Nothing),
            ("  - a: {}", Open::Nothing),
            ("a: \"x \\\" y\"  # z", Open::Nothing),
            ("'it''s': []", Open::Nothing),
            ("\"a b\": c", Open::Nothing),
            ("url: http://x?a=1&b=*", Open::Nothing),
            ("a: b # c: |", Open::Nothing),
            ("  - - 1", Open::Nothing),
            ("# a: \"", Open::Nothing),
            ("a: |", Open::Block(0)),
            ("  - a: >-", Open::Block(4)),
            ("  - |2+  ", Open::Block(2)),
            ("  '|': |", Open::Block(2)),
            ("a: | # c", Open::Perhaps),
            ("  |", Open::Perhaps),
            ("a: \"x", Open::Perhaps),
            ("a: 'x''", Open::Perhaps),
            ("a: 'x' y", Open::Perhaps),
            ("a: \"x\\", Open::Perhaps),
            ("a: [b", Open::Perhaps),
            ("a: [b]", Open::Perhaps),
            ("a: &b c", Open::Perhaps),
            ("- *b", Open::Perhaps),
            ("a: !!str b", Open::Perhaps),
            ("? a", Open::Perhaps),
            ("<<: *a", Open::Perhaps),
            ("a:\tb", Open::Nothing),
            ("\ta: b", Open::Perhaps),
        ] {
            assert_eq!(scan(line.as_bytes()), open, "{line}");
        }
        assert_eq!(content(b"a\r\n"), Some(&b"a"[..]));
        assert_eq!(content(b"a\rb\n"), None);
    }
}

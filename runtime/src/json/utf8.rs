//! Bytes as text.

use std::borrow::Cow;

/// The text; each byte that belongs to no character becomes U+FFFD, as in Go.
pub(crate) fn text(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn each_byte_that_is_no_text_becomes_one_character() {
        assert_eq!(text("é".as_bytes()), "é");
        // Two bytes of a character of three: Go's decoder goes on after each of them.
        assert_eq!(text(b"a\xe2\x82b"), "a\u{fffd}\u{fffd}b");
        assert_eq!(text(b"\xed\xa0\x80"), "\u{fffd}\u{fffd}\u{fffd}");
    }
}

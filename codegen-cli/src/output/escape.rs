//! Text that comes from files, without what a terminal or a reader of lines would obey.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write as _;

/// The text with each character that does not show as itself spelled out, as `Debug` does: line breaks and other control
/// characters, DEL, marks that turn the direction of writing, and what else has no glyph.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) && !text.contains(LEGACY_COMMAND) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_hidden(c) { shown.extend(c.escape_debug()) } else { shown.push(c) }
    }
    Cow::Owned(shown.replace(LEGACY_COMMAND, "#\\u{23}["))
}

/// As [`escaped`], of a file name, which may be no UTF-8: its other bytes are shown as `\xff`.
pub(crate) fn escaped_name(name: &OsStr) -> String {
    let mut shown = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        shown.push_str(&escaped(chunk.valid()));
        for byte in chunk.invalid() {
            let _ = write!(shown, "\\x{byte:02x}");
        }
    }
    shown
}

/// JSON in which these characters are escapes, too, so that it says the same. Outside of strings there are none.
pub(crate) fn escaped_json(json: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| c != '\n' && is_hidden(c);
    if !json.chars().any(is_hidden) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// GitHub's runner finds commands of this form anywhere in a line (`actions/runner`, `ActionCommand.cs`, `TryParse`).
const LEGACY_COMMAND: &str = "##[";

fn is_hidden(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    // Behind a letter, marks that combine with it show, and `Debug` leaves them.
    let mut text = [b'a', 0, 0, 0, 0];
    let length = c.encode_utf8(&mut text[1..]).len();
    let text = str::from_utf8(text.get(..=length).unwrap_or_default()).unwrap_or_default();
    text.escape_debug().nth(1) == Some('\\')
}

#[cfg(test)]
mod tests {
    use super::{escaped, escaped_json, escaped_name};

    #[test]
    fn what_does_not_show_is_spelled_out() {
        for (text, shown) in [
            ("a\nb\r\tc", r"a\nb\r\tc"),
            ("\u{1b}[31m\0\u{7f}", r"\u{1b}[31m\0\u{7f}"),
            // C1: the one-character form of `ESC [`, and a line break.
            ("\u{9b}31m\u{85}", r"\u{9b}31m\u{85}"),
            ("a\u{202e}b\u{2066}c\u{200f}\u{61c}", r"a\u{202e}b\u{2066}c\u{200f}\u{61c}"),
            (
                "\u{2028}\u{2029}\u{feff}\u{ad}\u{200b}\u{e0001}",
                r"\u{2028}\u{2029}\u{feff}\u{ad}\u{200b}\u{e0001}",
            ),
            ("##[error]x", r"#\u{23}[error]x"),
            (r#"it's "a\n""#, r#"it's "a\n""#),
            ("größe 名前 e\u{301} 🚀 हिन्दी", "größe 名前 e\u{301} 🚀 हिन्दी"),
        ] {
            assert_eq!(escaped(text), shown);
        }
    }

    #[test]
    fn json_says_the_same() {
        let value = serde_json::json!({"a\u{7f}\u{9b}": "\u{202e}\n\u{1b}\u{e0001}é"});
        let text = format!("{value:#}");
        let shown = escaped_json(&text);
        assert_eq!(shown, "{\n  \"a\\u007f\\u009b\": \"\\u202e\\n\\u001b\\udb40\\udc01é\"\n}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).expect("it is JSON"), value);
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_are_shown() {
        use std::os::unix::ffi::OsStrExt as _;
        assert_eq!(escaped_name(std::ffi::OsStr::from_bytes(b"a\xff\n\xc3\xa9")), r"a\xff\né");
    }
}

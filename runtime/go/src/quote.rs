//! Strings as Go quotes them.
//!
//! Source: Go `strconv/quote.go`, `unicode/graphic.go`.
//!
//! Knows nothing of: any other module but the tables of `pattern`.

use std::fmt::{self, Write as _};
use std::sync::LazyLock;

use crate::pattern;

/// Writes a string as `strconv.Quote` quotes it.
///
/// # Errors
/// Those of the writer.
///
/// ```
/// let mut out = String::new();
/// crd_schema_go::quote::write_quoted(&mut out, "a\n")?;
/// assert_eq!(out, r#""a\n""#);
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn write_quoted(f: &mut impl fmt::Write, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\u{7}' => f.write_str("\\a")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{c}' => f.write_str("\\f")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\u{b}' => f.write_str("\\v")?,
            c if is_print(c) => f.write_char(c)?,
            c if u32::from(c) < 0x80 => write!(f, "\\x{:02x}", u32::from(c))?,
            c if u32::from(c) < 0x1_0000 => write!(f, "\\u{:04x}", u32::from(c))?,
            c => write!(f, "\\U{:08x}", u32::from(c))?,
        }
    }
    f.write_char('"')
}

/// `strconv.Quote`.
///
/// ```
/// assert_eq!(crd_schema_go::quote::quoted("a\"\u{200b}"), r#""a\"\u200b""#);
/// ```
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    // Writing to a `String` cannot fail.
    let _ = write_quoted(&mut out, text);
    out
}

/// Go's `unicode.IsPrint`, of the version of Unicode that Go has.
///
/// ```
/// use crd_schema_go::quote::is_print;
///
/// assert!(is_print('é') && !is_print('\u{a0}'));
/// ```
pub fn is_print(c: char) -> bool {
    if c.is_ascii() {
        return c == ' ' || c.is_ascii_graphic();
    }
    let c = u32::from(c);
    let at = PRINTED.partition_point(|&(_, last)| last < c);
    PRINTED.get(at).is_some_and(|&(first, _)| first <= c)
}

/// What Go prints beyond ASCII; the standard library knows more characters than Go does.
static PRINTED: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| pattern::categories(&["L", "M", "N", "P", "S"]));

/// `strconv.Quote` of bytes that need not be UTF-8.
///
/// ```
/// assert_eq!(crd_schema_go::quote::quoted_bytes(b"a\xff"), r#""a\xff""#);
/// ```
pub fn quoted_bytes(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        let valid = quoted(chunk.valid());
        out.push_str(valid.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(&valid));
        for byte in chunk.invalid() {
            // Writing to a `String` cannot fail.
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out.push('"');
    out
}

//! Colours.
//!
//! Source: `kube-openapi pkg/internal/third_party/govalidator/patterns.go`.

pub(super) fn is_hex(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or(text);
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// `rgb(r, g, b)`, with white space inside of the parentheses.
pub(super) fn is_rgb(text: &str) -> bool {
    let inner = text.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')'));
    inner.is_some_and(|inner| {
        inner.split(',').count() == 3 && inner.split(',').all(|part| is_part(part.trim_matches(is_space)))
    })
}

/// What Go's `\s` matches.
fn is_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\x0c' | '\r' | ' ')
}

/// A number up to 255 without leading zeros.
fn is_part(digits: &str) -> bool {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let has_zero = digits.len() > 1 && digits.starts_with('0');
    is_number && !has_zero && digits.parse::<u8>().is_ok()
}

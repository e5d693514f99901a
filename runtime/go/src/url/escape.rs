//! Escapes with percent signs.
//!
//! Source: Go `net/url/url.go`, `unescape`, `escape`; `gen_encoding_table.go`, `shouldEscape`.

use std::fmt::Write as _;

use crate::quote::{quoted, quoted_bytes};

/// Where a string stands in a URL.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Component {
    Host,
    Zone,
    User,
    Path,
    Query,
    Fragment,
}

/// What may stand in a host as it is, beyond letters, digits and what is not ASCII.
fn fits_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!\"$&'()*+,-.:;<=>[]_~".contains(&byte)
}

pub(super) fn unescape(text: &str, component: Component) -> Result<String, String> {
    unescape_bytes(text, component).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

pub(super) fn unescape_bytes(text: &str, component: Component) -> Result<Vec<u8>, String> {
    let bytes = text.as_bytes();
    let mut unescaped = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        if byte != b'%' {
            let is_in_host = matches!(component, Component::Host | Component::Zone);
            if is_in_host && byte.is_ascii() && !fits_host(byte) {
                return Err(format!(
                    "invalid character {} in host name",
                    quoted(&char::from(byte).to_string())
                ));
            }
            unescaped.push(if byte == b'+' && component == Component::Query { b' ' } else { byte });
            continue;
        }
        let digits = bytes.get(at..at.saturating_add(2)).unwrap_or_default();
        let value = std::str::from_utf8(digits).ok().filter(|_| digits.iter().all(u8::is_ascii_hexdigit));
        let value = value.filter(|digits| digits.len() == 2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let Some(value) = value.filter(|value| may_escape(*value, component)) else {
            let end = at.saturating_add(2).min(bytes.len());
            let escape = bytes.get(at.saturating_sub(1)..end).unwrap_or_default();
            return Err(format!("invalid URL escape {}", quoted_bytes(escape)));
        };
        unescaped.push(value);
        at += 2;
    }
    Ok(unescaped)
}

fn may_escape(value: u8, component: Component) -> bool {
    match component {
        Component::Host => !value.is_ascii() || value == b'%',
        Component::Zone => value == b'%' || value == b' ' || fits_host(value),
        _ => true,
    }
}

/// The bytes with those escaped that may not stand there.
pub(super) fn escape(bytes: &[u8], component: Component) -> String {
    let mut escaped = String::with_capacity(bytes.len());
    for &byte in bytes {
        if fits(byte, component) {
            escaped.push(char::from(byte));
        } else {
            // Writing to a `String` cannot fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

/// Whether Go leaves the byte as it is.
pub(super) fn fits(byte: u8, component: Component) -> bool {
    let more: &[u8] = match component {
        Component::Host | Component::Zone => return fits_host(byte),
        Component::User => b"$&+,;=",
        Component::Path => b"$&+,/:;=@",
        Component::Query => b"",
        Component::Fragment => b"$&+,/:;=?@!()*",
    };
    byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) || more.contains(&byte)
}

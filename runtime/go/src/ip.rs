//! What Go says of an address that is none.
//!
//! Source: `net/netip/netip.go`, `ParseAddr`.
//!
//! Knows nothing of: URLs, schemas.

use crate::quote::quoted;

/// What is wrong, and where Go says so.
struct Fault<'t> {
    message: &'static str,
    at: Option<&'t str>,
}

/// Why a string is no address, in Go's words; `None` when Go accepts it.
///
/// ```
/// use crd_schema_go::ip::parse_error;
///
/// assert_eq!(parse_error("fe80::1%eth0"), None);
/// assert_eq!(parse_error("abc"), Some("ParseAddr(\"abc\"): unable to parse IP".to_owned()));
/// ```
pub fn parse_error(text: &str) -> Option<String> {
    let first = text.find(['.', ':', '%']).and_then(|at| text.as_bytes().get(at));
    let fault = match first {
        Some(b'.') => dotted(text),
        Some(b':') => colons(text),
        Some(_) => Err(wrong("missing IPv6 address")),
        None => Err(wrong("unable to parse IP")),
    };
    let Fault { message, at } = fault.err()?;
    let place = at.filter(|at| !at.is_empty()).map_or_else(String::new, |at| format!(" (at {})", quoted(at)));
    Some(format!("ParseAddr({}): {message}{place}", quoted(text)))
}

fn wrong<'t>(message: &'static str) -> Fault<'t> {
    Fault { message, at: None }
}

fn wrong_at<'t>(message: &'static str, at: &'t str) -> Fault<'t> {
    Fault { message, at: Some(at) }
}

/// Four numbers with dots between them.
fn dotted(text: &str) -> Result<(), Fault<'_>> {
    let (mut value, mut digits, mut dots) = (0_u32, 0, 0);
    for (at, byte) in text.bytes().enumerate() {
        // A fault that has a place stands at the first byte of a character.
        let rest = text.get(at..).unwrap_or_default();
        match byte {
            b'0'..=b'9' if digits == 1 && value == 0 => {
                return Err(wrong("IPv4 field has octet with leading zero"));
            }
            b'0'..=b'9' => {
                (value, digits) = (value * 10 + u32::from(byte - b'0'), digits + 1);
                if value > 255 {
                    return Err(wrong("IPv4 field has value >255"));
                }
            }
            b'.' if digits == 0 || rest.len() == 1 => {
                return Err(wrong_at("IPv4 field must have at least one digit", rest));
            }
            b'.' if dots == 3 => return Err(wrong("IPv4 address too long")),
            b'.' => (value, digits, dots) = (0, 0, dots + 1),
            _ => return Err(wrong_at("unexpected character", rest)),
        }
    }
    if dots < 3 { Err(wrong("IPv4 address too short")) } else { Ok(()) }
}

/// Groups of hexadecimal digits with colons between them; the last two may be dotted.
fn colons(text: &str) -> Result<(), Fault<'_>> {
    let (mut rest, zone) = text.split_once('%').unwrap_or((text, "zone"));
    if zone.is_empty() {
        return Err(wrong("zone must be a non-empty string"));
    }
    let (mut bytes, mut has_gap) = (0, false);
    if let Some(behind) = rest.strip_prefix("::") {
        (rest, has_gap) = (behind, true);
        if rest.is_empty() {
            return Ok(());
        }
    }
    while bytes < 16 {
        let digits = group(rest)?;
        let behind = rest.get(digits..).unwrap_or_default();
        if behind.starts_with('.') {
            embedded(rest, bytes, has_gap)?;
            (rest, bytes) = ("", bytes + 4);
            break;
        }
        bytes += 2;
        rest = behind;
        if rest.is_empty() {
            break;
        }
        rest = next_group(rest)?;
        if let Some(behind) = rest.strip_prefix(':') {
            if has_gap {
                return Err(wrong_at("multiple :: in address", rest));
            }
            (rest, has_gap) = (behind, true);
            if rest.is_empty() {
                break;
            }
        }
    }
    end(rest, bytes, has_gap)
}

/// How many digits a group has.
fn group(rest: &str) -> Result<usize, Fault<'_>> {
    let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
    match digits {
        0 => Err(wrong_at("each colon-separated field must have at least one digit", rest)),
        1..=4 => Ok(digits),
        _ => Err(wrong_at("each group must have 4 or less digits", rest)),
    }
}

fn next_group(rest: &str) -> Result<&str, Fault<'_>> {
    match rest.strip_prefix(':') {
        None => Err(wrong_at("unexpected character, want colon", rest)),
        Some("") => Err(wrong_at("colon must be followed by more characters", rest)),
        Some(behind) => Ok(behind),
    }
}

/// Quirk: of a fault in the dotted part Go quotes the whole text, and the place within the part.
fn embedded(rest: &str, bytes: usize, has_gap: bool) -> Result<(), Fault<'_>> {
    if !has_gap && bytes != 12 {
        return Err(wrong_at("embedded IPv4 address must replace the final 2 fields of the address", rest));
    }
    if bytes + 4 > 16 {
        return Err(wrong_at("too many hex fields to fit an embedded IPv4 at the end of the address", rest));
    }
    dotted(rest)
}

fn end(rest: &str, bytes: usize, has_gap: bool) -> Result<(), Fault<'_>> {
    if !rest.is_empty() {
        return Err(wrong_at("trailing garbage after address", rest));
    }
    match (bytes < 16, has_gap) {
        (true, false) => Err(wrong("address string too short")),
        (false, true) => Err(wrong("the :: must expand to at least one field of zeros")),
        _ => Ok(()),
    }
}

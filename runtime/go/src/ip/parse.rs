//! The text of an address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::quote::quoted;

/// What is wrong, and where Go says so.
struct ParseError<'t> {
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
    parse(text).err()
}

/// An address, and its zone.
pub(super) struct Parsed<'t> {
    pub(super) ip: IpAddr,
    pub(super) zone: Option<&'t str>,
}

/// `netip.ParseAddr`.
///
/// # Errors
/// Go's message.
pub(super) fn parse(text: &str) -> Result<Parsed<'_>, String> {
    let first = text.find(['.', ':', '%']).and_then(|at| text.as_bytes().get(at));
    let parsed = match first {
        Some(b'.') => dotted(text).map(|bytes| Parsed { ip: Ipv4Addr::from(bytes).into(), zone: None }),
        Some(b':') => colons(text),
        Some(_) => Err(wrong("missing IPv6 address")),
        None => Err(wrong("unable to parse IP")),
    };
    parsed.map_err(|ParseError { message, at }| {
        let place =
            at.filter(|at| !at.is_empty()).map_or_else(String::new, |at| format!(" (at {})", quoted(at)));
        format!("ParseAddr({}): {message}{place}", quoted(text))
    })
}

fn wrong<'t>(message: &'static str) -> ParseError<'t> {
    ParseError { message, at: None }
}

fn wrong_at<'t>(message: &'static str, at: &'t str) -> ParseError<'t> {
    ParseError { message, at: Some(at) }
}

/// Four numbers with dots between them.
fn dotted(text: &str) -> Result<[u8; 4], ParseError<'_>> {
    let mut bytes = [0; 4];
    let (mut value, mut digits, mut dots) = (0_u32, 0, 0_usize);
    for (at, byte) in text.bytes().enumerate() {
        // An error that has a place stands at the first byte of a character.
        let rest = text.get(at..).unwrap_or_default();
        match byte {
            b'0'..=b'9' if digits == 1 && value == 0 => {
                return Err(wrong("IPv4 field has octet with leading zero"));
            }
            b'0'..=b'9' => {
                (value, digits) = (value * 10 + u32::from(byte - b'0'), digits + 1);
                let Ok(byte) = u8::try_from(value) else { return Err(wrong("IPv4 field has value >255")) };
                bytes[dots] = byte;
            }
            b'.' if digits == 0 || rest.len() == 1 => {
                return Err(wrong_at("IPv4 field must have at least one digit", rest));
            }
            b'.' if dots == 3 => return Err(wrong("IPv4 address too long")),
            b'.' => (value, digits, dots) = (0, 0, dots + 1),
            _ => return Err(wrong_at("unexpected character", rest)),
        }
    }
    if dots < 3 { Err(wrong("IPv4 address too short")) } else { Ok(bytes) }
}

/// Groups of hexadecimal digits with colons between them; the last two may be dotted.
fn colons(text: &str) -> Result<Parsed<'_>, ParseError<'_>> {
    let (mut rest, zone) = text.split_once('%').map_or((text, None), |(rest, zone)| (rest, Some(zone)));
    if zone == Some("") {
        return Err(wrong("zone must be a non-empty string"));
    }
    let mut groups = Groups::default();
    if let Some(behind) = rest.strip_prefix("::") {
        (rest, groups.gap) = (behind, Some(0));
        if rest.is_empty() {
            return Ok(Parsed { ip: Ipv6Addr::UNSPECIFIED.into(), zone });
        }
    }
    while groups.count < 16 {
        let digits = group(rest)?;
        let (digits, behind) = rest.split_at_checked(digits).unwrap_or((rest, ""));
        if behind.starts_with('.') {
            groups.push(&embedded(rest, &groups)?);
            rest = "";
            break;
        }
        groups.push(&u16::from_str_radix(digits, 16).unwrap_or_default().to_be_bytes());
        rest = behind;
        if rest.is_empty() {
            break;
        }
        rest = next_group(rest)?;
        if let Some(behind) = rest.strip_prefix(':') {
            if groups.gap.is_some() {
                return Err(wrong_at("multiple :: in address", rest));
            }
            (rest, groups.gap) = (behind, Some(groups.count));
            if rest.is_empty() {
                break;
            }
        }
    }
    let bytes = groups.end(rest)?;
    Ok(Parsed { ip: Ipv6Addr::from(bytes).into(), zone })
}

/// The bytes before and behind a gap.
#[derive(Default)]
struct Groups {
    bytes: [u8; 16],
    count: usize,
    gap: Option<usize>,
}

impl Groups {
    fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if let Some(place) = self.bytes.get_mut(self.count) {
                *place = *byte;
            }
            self.count += 1;
        }
    }

    /// The whole address, with zeros in the gap.
    fn end(mut self, rest: &str) -> Result<[u8; 16], ParseError<'_>> {
        if !rest.is_empty() {
            return Err(wrong_at("trailing garbage after address", rest));
        }
        match (self.count < 16, self.gap) {
            (true, None) => Err(wrong("address string too short")),
            (false, Some(_)) => Err(wrong("the :: must expand to at least one field of zeros")),
            (true, Some(gap)) => {
                self.bytes.copy_within(gap..self.count, 16 - (self.count - gap));
                self.bytes[gap..16 - (self.count - gap)].fill(0);
                Ok(self.bytes)
            }
            (false, None) => Ok(self.bytes),
        }
    }
}

/// How many digits a group has.
fn group(rest: &str) -> Result<usize, ParseError<'_>> {
    let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
    match digits {
        0 => Err(wrong_at("each colon-separated field must have at least one digit", rest)),
        1..=4 => Ok(digits),
        _ => Err(wrong_at("each group must have 4 or less digits", rest)),
    }
}

fn next_group(rest: &str) -> Result<&str, ParseError<'_>> {
    match rest.strip_prefix(':') {
        None => Err(wrong_at("unexpected character, want colon", rest)),
        Some("") => Err(wrong_at("colon must be followed by more characters", rest)),
        Some(behind) => Ok(behind),
    }
}

/// Quirk: of an error in the dotted part Go quotes the whole text, and the place within the part.
fn embedded<'t>(rest: &'t str, groups: &Groups) -> Result<[u8; 4], ParseError<'t>> {
    if groups.gap.is_none() && groups.count != 12 {
        return Err(wrong_at("embedded IPv4 address must replace the final 2 fields of the address", rest));
    }
    if groups.count + 4 > 16 {
        return Err(wrong_at("too many hex fields to fit an embedded IPv4 at the end of the address", rest));
    }
    dotted(rest)
}

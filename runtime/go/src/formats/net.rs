//! Addresses of networks.
//!
//! Source: `strfmt/default.go`; Go `net`, `net/url`; `k8s.io/utils/net`, which takes leading zeros.

use std::net::{IpAddr, Ipv6Addr};

use crate::url::Url;

pub(super) fn is_uri(text: &str) -> bool {
    Url::parse_request(text).is_ok()
}

/// **Quirk**: an address of IPv6 with one of IPv4 at its end will do.
pub(super) fn is_ipv4(text: &str) -> bool {
    text.contains('.')
        && match text.find(['.', ':']).and_then(|at| text.as_bytes().get(at)) {
            Some(b'.') => is_dotted(text),
            _ => is_sloppy_ipv6(text),
        }
}

pub(super) fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

pub(super) fn is_cidr(text: &str) -> bool {
    let Some((address, mask)) = text.split_once('/') else { return false };
    let bits = if is_dotted(address) {
        32
    } else if is_sloppy_ipv6(address) {
        128
    } else {
        return false;
    };
    decimal(mask).is_some_and(|mask| mask <= bits)
}

/// A number of digits only, as far as upstream reads one.
fn decimal(digits: &str) -> Option<u32> {
    const BIG: u32 = 0x00FF_FFFF;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let significant = digits.trim_start_matches('0');
    let number = if significant.is_empty() { 0 } else { significant.parse().ok()? };
    (is_number && number < BIG).then_some(number)
}

/// Four numbers, with leading zeros or without.
fn is_dotted(text: &str) -> bool {
    text.split('.').count() == 4 && text.split('.').all(|part| decimal(part).is_some_and(|part| part <= 255))
}

/// Groups and the address of IPv4 at the end, with leading zeros or without.
fn is_sloppy_ipv6(text: &str) -> bool {
    let (head, tail) = text.rsplit_once(':').unwrap_or(("", text));
    let (mut room, head) = if tail.contains('.') {
        if !is_dotted(tail) {
            return false;
        }
        (6, head)
    } else {
        (8, text)
    };
    // The colon before the dotted address belongs to an ellipsis, or separates.
    let head = if room == 6 && head.ends_with(':') { format!("{head}:") } else { head.to_owned() };
    let is_group = |group: &str| {
        let significant = group.trim_start_matches('0');
        !group.is_empty() && significant.len() <= 4 && group.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let mut count = |part: &str| {
        let groups = part.split(':').filter(|_| !part.is_empty());
        groups.fold(true, |fits, group| {
            room -= 1;
            fits && is_group(group)
        })
    };
    match head.split_once("::") {
        None => count(&head) && room == 0,
        Some((before, after)) => {
            let fits = !after.contains("::") && count(before) && count(after);
            fits && room > 0
        }
    }
}

/// Bytes of hexadecimal digits: 6, 8 or 20 of them, in one of three notations.
pub(super) fn is_mac(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (group, separator) = match (bytes.get(2), bytes.get(4)) {
        (Some(separator @ (b':' | b'-')), _) => (2, Some(*separator)),
        (_, Some(b'.')) => (4, Some(b'.')),
        _ => (2, None),
    };
    let step = group + usize::from(separator.is_some());
    let fits = |(position, byte): (usize, &u8)| match separator {
        Some(separator) if position % step == group => *byte == separator,
        _ => byte.is_ascii_hexdigit(),
    };
    let length = bytes.len() + usize::from(separator.is_some());
    let pairs = length / step * group / 2;
    length.is_multiple_of(step) && matches!(pairs, 6 | 8 | 20) && bytes.iter().enumerate().all(fits)
}

/// `net.ParseIP`.
pub(super) fn is_strict_ip(text: &str) -> bool {
    text.parse::<IpAddr>().is_ok()
}

//! URLs as Go's `net/url` parses them, with its errors.
//!
//! Source: Go `net/url/url.go`, `Parse`, `ParseRequestURI`.
//!
//! Knows nothing of: schemas, webhooks, annotations.

use std::fmt::Write as _;
use std::net::Ipv4Addr;

use crate::ip;
use crate::quote::{quoted, quoted_bytes};

/// The parts of a URL.
///
/// ```
/// use crd_schema_go::url::Url;
///
/// let url = Url::parse("https://u:p@example.com:443/x?q#f").unwrap();
/// assert_eq!((url.host.as_str(), url.user.as_deref()), ("example.com:443", Some("u:p")));
/// ```
#[derive(Debug, Default, PartialEq)]
pub struct Url {
    /// In lower case; empty when there is none.
    pub scheme: String,
    /// User and password, escaped.
    pub user: Option<String>,
    /// With the port, unescaped.
    pub host: String,
    /// Behind the question mark, as it is written.
    pub query: String,
    /// Behind the hash sign, unescaped.
    pub fragment: String,
}

/// Where a text stands in an URL; other bytes may stand there unescaped.
#[derive(Clone, Copy, PartialEq)]
enum Component {
    Host,
    Zone,
    Other,
}

impl Url {
    /// `url.Parse`.
    ///
    /// # Errors
    /// Go's message.
    ///
    /// ```
    /// use crd_schema_go::url::Url;
    ///
    /// assert_eq!(Url::parse(":").unwrap_err(), "parse \":\": missing protocol scheme");
    /// ```
    pub fn parse(raw: &str) -> Result<Self, String> {
        let (rest, fragment) = raw.split_once('#').unwrap_or((raw, ""));
        let mut url = parse(rest, false).map_err(|error| format!("parse {}: {error}", quoted(rest)))?;
        url.fragment = unescape(fragment, Component::Other)
            .map_err(|error| format!("parse {}: {error}", quoted(raw)))?;
        Ok(url)
    }

    /// `url.ParseRequestURI`.
    ///
    /// # Errors
    /// Go's message.
    ///
    /// ```
    /// use crd_schema_go::url::Url;
    ///
    /// assert!(Url::parse_request("/path").is_ok());
    /// assert_eq!(Url::parse_request("").unwrap_err(), "parse \"\": empty url");
    /// ```
    pub fn parse_request(raw: &str) -> Result<Self, String> {
        parse(raw, true).map_err(|error| format!("parse {}: {error}", quoted(raw)))
    }
}

fn parse(raw: &str, via_request: bool) -> Result<Url, String> {
    if raw.bytes().any(|byte| byte.is_ascii_control()) {
        return Err("net/url: invalid control character in URL".to_owned());
    }
    if raw.is_empty() && via_request {
        return Err("empty url".to_owned());
    }
    if raw == "*" {
        return Ok(Url::default());
    }
    let (scheme, rest) = scheme(raw)?;
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut url = Url { scheme: scheme.to_ascii_lowercase(), query: query.to_owned(), ..Url::default() };
    if !rest.starts_with('/') {
        if !url.scheme.is_empty() {
            return Ok(url);
        }
        if via_request {
            return Err("invalid URI for request".to_owned());
        }
        if rest.split('/').next().is_some_and(|segment| segment.contains(':')) {
            return Err("first path segment in URL cannot contain colon".to_owned());
        }
    }
    let path = match rest.strip_prefix("//") {
        Some(authority) if !url.scheme.is_empty() || !via_request && !rest.starts_with("///") => {
            let end = authority.find('/').unwrap_or(authority.len());
            let (authority, path) = authority.split_at_checked(end).unwrap_or((authority, ""));
            (url.user, url.host) = parse_authority(&url.scheme, authority)?;
            path
        }
        _ => rest,
    };
    unescape(path, Component::Other)?;
    Ok(url)
}

fn scheme(raw: &str) -> Result<(&str, &str), String> {
    for (index, c) in raw.char_indices() {
        match c {
            'a'..='z' | 'A'..='Z' => {}
            '0'..='9' | '+' | '-' | '.' if index > 0 => {}
            ':' if index == 0 => return Err("missing protocol scheme".to_owned()),
            ':' => return Ok(raw.split_once(':').unwrap_or(("", raw))),
            _ => break,
        }
    }
    Ok(("", raw))
}

fn parse_authority(scheme: &str, authority: &str) -> Result<(Option<String>, String), String> {
    let Some((user, host)) = authority.rsplit_once('@') else {
        return Ok((None, parse_host(scheme, authority)?));
    };
    let host = parse_host(scheme, host)?;
    if !user.chars().all(|c| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c)) {
        return Err("net/url: invalid userinfo".to_owned());
    }
    let user = match user.split_once(':') {
        None => escape_user(&unescape_bytes(user, Component::Other)?),
        Some((name, password)) => {
            let unescaped = |part| unescape_bytes(part, Component::Other);
            let (name, password) = (unescaped(name)?, unescaped(password)?);
            format!("{}:{}", escape_user(&name), escape_user(&password))
        }
    };
    Ok((Some(user), host))
}

fn parse_host(scheme: &str, host: &str) -> Result<String, String> {
    match host.rfind('[') {
        Some(0) => return parse_literal(host),
        Some(_) => return Err("invalid IP-literal".to_owned()),
        None => {}
    }
    let strict = matches!(scheme, "http" | "https");
    if let Some(colon) = if strict { host.find(':') } else { host.rfind(':') } {
        check_port(host.get(colon..).unwrap_or_default())?;
    }
    unescape(host, Component::Host)
}

/// An address of IPv6 in brackets, perhaps with a zone and a port.
fn parse_literal(host: &str) -> Result<String, String> {
    let (inner, port) = host.rsplit_once(']').ok_or("missing ']' in host")?;
    check_port(port)?;
    let inner = inner.strip_prefix('[').unwrap_or(inner);
    let zone_at = inner.find("%25").unwrap_or(inner.len());
    let (address, zone) = inner.split_at_checked(zone_at).unwrap_or((inner, ""));
    let address = format!("{}{}", unescape(address, Component::Host)?, unescape(zone, Component::Zone)?);
    if let Some(error) = ip::parse_error(&address) {
        return Err(format!("invalid host: {error}"));
    }
    if address.parse::<Ipv4Addr>().is_ok() {
        return Err("invalid IP-literal".to_owned());
    }
    Ok(format!("[{address}]{port}"))
}

fn check_port(port: &str) -> Result<(), String> {
    let fits = port.is_empty()
        || port.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    if fits { Ok(()) } else { Err(format!("invalid port {} after host", quoted(port))) }
}

/// What may stand in a host as it is, beyond letters, digits and what is not ASCII.
fn fits_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!\"$&'()*+,-.:;<=>[]_~".contains(&byte)
}

fn unescape(text: &str, component: Component) -> Result<String, String> {
    unescape_bytes(text, component).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn unescape_bytes(text: &str, component: Component) -> Result<Vec<u8>, String> {
    let bytes = text.as_bytes();
    let mut unescaped = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        if byte != b'%' {
            if component != Component::Other && byte.is_ascii() && !fits_host(byte) {
                return Err(format!(
                    "invalid character {} in host name",
                    quoted(&char::from(byte).to_string())
                ));
            }
            unescaped.push(byte);
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
        Component::Other => true,
    }
}

fn escape_user(bytes: &[u8]) -> String {
    let mut escaped = String::with_capacity(bytes.len());
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-_.~$&+,;=".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            // Writing to a `String` cannot fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::Url;

    /// Expected texts are those of Go 1.26.
    #[test]
    fn errors_are_gos() {
        let cases = [
            (":", "parse \":\": missing protocol scheme"),
            ("a b:c", "parse \"a b:c\": first path segment in URL cannot contain colon"),
            ("https://a:b", "parse \"https://a:b\": invalid port \":b\" after host"),
            ("https://a b", "parse \"https://a b\": invalid character \" \" in host name"),
            ("https://a/%zz", "parse \"https://a/%zz\": invalid URL escape \"%zz\""),
            ("https://[::1", "parse \"https://[::1\": missing ']' in host"),
            ("https://a#%", "parse \"https://a#%\": invalid URL escape \"%\""),
            ("https://%aü", "parse \"https://%aü\": invalid URL escape \"%a\\xc3\""),
            ("https://a\n", "parse \"https://a\\n\": net/url: invalid control character in URL"),
        ];
        for (raw, expected) in cases {
            assert_eq!(Url::parse(raw), Err(expected.to_owned()), "{raw}");
        }
    }

    #[test]
    fn parts_are_told() {
        let url = Url::parse("HTTPS://u:p@example.com:443/x?q#f").expect("it is an URL");
        assert_eq!((url.scheme.as_str(), url.host.as_str()), ("https", "example.com:443"));
        assert_eq!((url.user.as_deref(), url.query.as_str(), url.fragment.as_str()), (Some("u:p"), "q", "f"));
        assert!(Url::parse("https://[fe80::1%25en0]:80/").is_ok());
    }
}

//! URLs as Go's `net/url` parses them, with its errors.
//!
//! Source: Go `net/url/url.go`, `Parse`, `ParseRequestURI`.
//!
//! Knows nothing of: schemas, webhooks, annotations.

mod escape;
mod parts;

use escape::{Component, escape, unescape, unescape_bytes};

use crate::ip::Addr;
use crate::quote::quoted;

/// The parts of a URL; what is not UTF-8 once it is unescaped becomes U+FFFD.
///
/// ```
/// use crd_schema_go::url::Url;
///
/// let url = Url::parse("https://u:p@example.com:443/x?q#f").unwrap();
/// assert_eq!((url.host.as_str(), url.user.as_deref()), ("example.com:443", Some("u:p")));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// What stands behind the scheme, where it does not begin with a slash.
    opaque: String,
    /// As it is written.
    path: String,
    /// Whether it ends in a question mark.
    has_empty_query: bool,
    /// Whether there is a scheme and no authority.
    omits_host: bool,
    /// As it is written.
    raw_fragment: String,
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
        url.fragment = unescape(fragment, Component::Fragment)
            .map_err(|error| format!("parse {}: {error}", quoted(raw)))?;
        fragment.clone_into(&mut url.raw_fragment);
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
        return Ok(Url { path: "*".to_owned(), ..Url::default() });
    }
    let (scheme, rest) = scheme(raw)?;
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut url = Url { scheme: scheme.to_ascii_lowercase(), query: query.to_owned(), ..Url::default() };
    url.has_empty_query = query.is_empty() && raw.ends_with('?');
    if !rest.starts_with('/') {
        if !url.scheme.is_empty() {
            rest.clone_into(&mut url.opaque);
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
        _ => {
            url.omits_host = !url.scheme.is_empty() && rest.starts_with('/');
            rest
        }
    };
    unescape_bytes(path, Component::Path)?;
    path.clone_into(&mut url.path);
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
        None => escape(&unescape_bytes(user, Component::User)?, Component::User),
        Some((name, password)) => {
            let escaped =
                |part| unescape_bytes(part, Component::User).map(|part| escape(&part, Component::User));
            format!("{}:{}", escaped(name)?, escaped(password)?)
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
    let parsed = Addr::parse(&address).map_err(|error| format!("invalid host: {error}"))?;
    if parsed.ip().is_ipv4() {
        return Err("invalid IP-literal".to_owned());
    }
    Ok(format!("[{address}]{port}"))
}

fn check_port(port: &str) -> Result<(), String> {
    let fits = port.is_empty()
        || port.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    if fits { Ok(()) } else { Err(format!("invalid port {} after host", quoted(port))) }
}

#[cfg(test)]
mod tests {
    use super::Url;

    /// Expected strings are those of Go 1.26.
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
    fn parts_are_found() {
        let url = Url::parse("HTTPS://u:p@example.com:443/x?q#f").expect("it is an URL");
        assert_eq!((url.scheme.as_str(), url.host.as_str()), ("https", "example.com:443"));
        assert_eq!((url.user.as_deref(), url.query.as_str(), url.fragment.as_str()), (Some("u:p"), "q", "f"));
        assert!(Url::parse("https://[fe80::1%25en0]:80/").is_ok());
    }
}

//! What is asked of a URL, and how it is printed.

use std::collections::BTreeMap;
use std::fmt;

use super::Url;
use super::escape::{Component, escape, fits, unescape, unescape_bytes};

/// The most pairs of a query (Go 1.26, `urlmaxqueryparams`).
const MAX_PAIRS: usize = 10_000;

impl Url {
    /// `Hostname`: the host without port and brackets.
    ///
    /// ```
    /// use crd_schema_go::url::Url;
    ///
    /// assert_eq!(Url::parse("https://[::1]:443").unwrap().hostname(), "::1");
    /// ```
    pub fn hostname(&self) -> &str {
        let host = self.split_port().0;
        host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
    }

    /// `Port`: digits, or nothing.
    ///
    /// ```
    /// use crd_schema_go::url::Url;
    ///
    /// assert_eq!(Url::parse("https://a:443").unwrap().port(), "443");
    /// ```
    pub fn port(&self) -> &str {
        self.split_port().1
    }

    fn split_port(&self) -> (&str, &str) {
        let split = self.host.rsplit_once(':');
        split.filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or((&self.host, ""))
    }

    /// `EscapedPath`: the path as it is written, where that is a valid way to write it.
    ///
    /// ```
    /// use crd_schema_go::url::Url;
    ///
    /// assert_eq!(Url::parse("https://a/b c").unwrap().escaped_path(), "/b%20c");
    /// ```
    pub fn escaped_path(&self) -> String {
        as_written(&self.path, Component::Path)
    }

    /// `Query`: the values of each key, in their order; what is not UTF-8 becomes U+FFFD.
    ///
    /// **Quirk**: a part that is not a pair is left out without an error, and of more than 10,000 pairs all are.
    ///
    /// ```
    /// use crd_schema_go::url::Url;
    ///
    /// let values = Url::parse("https://a?k=1&k=x+y").unwrap().query_values();
    /// assert_eq!(values["k"], ["1", "x y"]);
    /// ```
    pub fn query_values(&self) -> BTreeMap<String, Vec<String>> {
        let mut values = BTreeMap::<_, Vec<_>>::new();
        if self.query.matches('&').count() >= MAX_PAIRS {
            return values;
        }
        for pair in self.query.split('&').filter(|pair| !pair.is_empty() && !pair.contains(';')) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            if let (Ok(key), Ok(value)) = (unescape(key, Component::Query), unescape(value, Component::Query))
            {
                values.entry(key).or_default().push(value);
            }
        }
        values
    }

    /// Authority and path.
    fn write_hierarchy(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_authority = !self.host.is_empty() || self.user.is_some();
        let has_slashes =
            has_authority || !self.scheme.is_empty() && !self.path.is_empty() && !self.omits_host;
        let path = self.escaped_path();
        if has_slashes {
            f.write_str("//")?;
        }
        if let Some(user) = &self.user {
            write!(f, "{user}@")?;
        }
        f.write_str(&escape(self.host.as_bytes(), Component::Host))?;
        if !self.host.is_empty() && !path.is_empty() && !path.starts_with('/') {
            f.write_str("/")?;
        }
        let is_first = self.scheme.is_empty() && !has_slashes;
        if is_first && path.split('/').next().is_some_and(|segment| segment.contains(':')) {
            f.write_str("./")?;
        }
        f.write_str(&path)
    }
}

/// What Go prints of a part that it keeps both unescaped and as it was written.
fn as_written(text: &str, component: Component) -> String {
    // Go leaves more bytes as they are than it would write itself.
    let is_valid = |byte| fits(byte, component) || b"!$&'()*+,;=:@[]%".contains(&byte);
    if text.bytes().all(is_valid) {
        return text.to_owned();
    }
    unescape_bytes(text, component).map_or_else(|_| text.to_owned(), |bytes| escape(&bytes, component))
}

/// `String`.
impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.scheme.is_empty() {
            write!(f, "{}:", self.scheme)?;
        }
        if self.opaque.is_empty() {
            self.write_hierarchy(f)?;
        } else {
            f.write_str(&self.opaque)?;
        }
        if self.has_empty_query || !self.query.is_empty() {
            write!(f, "?{}", self.query)?;
        }
        if !self.fragment.is_empty() {
            write!(f, "#{}", as_written(&self.raw_fragment, Component::Fragment))?;
        }
        Ok(())
    }
}

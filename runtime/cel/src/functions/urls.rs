//! URLs.
//!
//! Source: `apiserver pkg/cel/library/urls.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("getEscapedPath", "url_get_escaped_path", "kubernetes.URL.() -> string"),
    Row::new("getHost", "url_get_host", "kubernetes.URL.() -> string"),
    Row::new("getHostname", "url_get_hostname", "kubernetes.URL.() -> string"),
    Row::new("getPort", "url_get_port", "kubernetes.URL.() -> string"),
    Row::new("getQuery", "url_get_query", "kubernetes.URL.() -> map(string, list(string))"),
    Row::new("getScheme", "url_get_scheme", "kubernetes.URL.() -> string"),
    Row::new("isURL", "is_url_string", "(string) -> bool"),
    Row::new("url", "string_to_url", "(string) -> kubernetes.URL"),
];

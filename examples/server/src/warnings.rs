//! `Warning` headers.
//!
//! Source: `apiserver pkg/endpoints/filters/warning.go`, `apimachinery pkg/util/net/http.go`.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// All messages together may have so many characters; when they have more, each is cut.
const MAX_TOTAL: usize = 4096;
const MAX_EACH: usize = 256;

/// The warnings beside a response.
#[derive(Clone, Debug, Default)]
pub(crate) struct Warnings(Vec<String>);

impl Warnings {
    pub(crate) fn new(strings: Vec<String>) -> Self {
        Self(strings)
    }

    /// Adds the headers.
    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        let name: HeaderName = header::WARNING;
        let total: usize = self.0.iter().map(|text| text.chars().count()).sum();
        let mut written = 0;
        for text in &self.0 {
            let text: String =
                if total > MAX_TOTAL { text.chars().take(MAX_EACH).collect() } else { text.clone() };
            if written >= MAX_TOTAL {
                return;
            }
            if let Some(value) = header_value(&text) {
                written += text.chars().count();
                headers.append(&name, value);
            }
        }
    }
}

/// Quirk: a string with control characters is not sent at all.
fn header_value(text: &str) -> Option<HeaderValue> {
    if text.chars().any(char::is_control) {
        return None;
    }
    let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
    HeaderValue::from_bytes(format!("299 - \"{quoted}\"").as_bytes()).ok()
}

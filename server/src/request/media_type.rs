//! The media type of a body.

use axum::http::{HeaderMap, header};
use mime::Mime;

/// The media type of a body, without its parameters and in lower case; `None` where the request names none.
///
/// # Errors
/// The header or one of its parameters cannot be read.
///
/// Source: `ParseMediaType` in Go's `mime/mediatype.go`.
pub(crate) fn media_type(headers: &HeaderMap) -> Result<Option<String>, ()> {
    let Some(value) = headers.get(header::CONTENT_TYPE) else { return Ok(None) };
    let text = value.to_str().map_err(|_| ())?;
    if text.is_empty() {
        return Ok(None);
    }
    // Go allows spaces before a semicolon and a semicolon at the end.
    let (kind, parameters) = text.split_once(';').unwrap_or((text, ""));
    let parameters = parameters.trim().trim_end_matches(';');
    let text =
        if parameters.is_empty() { kind.trim().to_owned() } else { format!("{};{parameters}", kind.trim()) };
    let media_type: Mime = text.parse().map_err(|_| ())?;
    Ok(Some(media_type.essence_str().to_ascii_lowercase()))
}

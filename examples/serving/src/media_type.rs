//! The media type of a body.

use axum::http::{HeaderMap, header};
use mime::Mime;

/// A `Content-Type` that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the Content-Type is no media type")]
pub struct UnreadableMediaType;

/// The media type of a body, without its parameters and in lower case; `None` where the request names none.
///
/// # Errors
/// The header is no media type, or one of its parameters is none: such a type is not the one that it begins with.
///
/// ```
/// use axum::http::{HeaderMap, HeaderValue, header};
/// use serving::media_type;
///
/// let of = |text| HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(text))]);
/// assert_eq!(media_type(&of("Application/JSON; charset=utf-8")), Ok(Some("application/json".to_owned())));
/// assert_eq!(media_type(&of("application/jsonx")), Ok(Some("application/jsonx".to_owned())));
/// assert!(media_type(&of("application/json charset")).is_err());
/// ```
///
/// Source: `ParseMediaType` in Go's `mime/mediatype.go`, which servers use.
pub fn media_type(headers: &HeaderMap) -> Result<Option<String>, UnreadableMediaType> {
    let Some(value) = headers.get(header::CONTENT_TYPE) else { return Ok(None) };
    let text = value.to_str().map_err(|_| UnreadableMediaType)?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    // Go allows spaces before a semicolon and a semicolon at the end.
    let (kind, parameters) = text.split_once(';').unwrap_or((text, ""));
    let parameters = parameters.trim().trim_end_matches(';');
    let text =
        if parameters.is_empty() { kind.trim().to_owned() } else { format!("{};{parameters}", kind.trim()) };
    let media_type: Mime = text.parse().map_err(|_| UnreadableMediaType)?;
    Ok(Some(media_type.essence_str().to_ascii_lowercase()))
}

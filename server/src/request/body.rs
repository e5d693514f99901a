//! Bodies: how they are written, and their bytes.

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::http::{HeaderMap, HeaderValue, header};

use super::media_type::media_type;
use crate::failure::Failure;

/// The longest body, as in Kubernetes.
pub(crate) const MAX_BODY: usize = 3 * 1024 * 1024;

/// In what objects are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Yaml,
    /// Only of types that are built in.
    Protobuf,
}

/// The media types of objects, as an error lists them.
///
/// Quirk: protobuf is among them, which no server reads as a custom resource (it panics).
const OBJECTS: &str = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

impl Format {
    /// Without a media type it is JSON.
    ///
    /// # Errors
    /// It is neither JSON nor YAML.
    ///
    /// Source: `apiserver pkg/endpoints/handlers/negotiation/negotiate.go`, `NegotiateInputSerializer`.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, Failure> {
        match media_type(headers).as_ref().map(Option::as_deref) {
            Ok(None | Some("application/json")) => Ok(Self::Json),
            Ok(Some("application/yaml")) => Ok(Self::Yaml),
            _ => Err(Failure::unsupported_media_type(OBJECTS)),
        }
    }

    /// The same, for an object of a resource that may be written in protobuf, too.
    ///
    /// # Errors
    /// It is none of these.
    pub(crate) fn of_builtin(headers: &HeaderMap) -> Result<Self, Failure> {
        match media_type(headers).as_ref().map(Option::as_deref) {
            Ok(Some("application/vnd.kubernetes.protobuf")) => Ok(Self::Protobuf),
            _ => Self::of(headers),
        }
    }
}

/// The body of a request that has an object.
#[derive(Clone, Debug)]
pub(crate) struct ObjectBody {
    pub(crate) format: Format,
    pub(crate) bytes: Bytes,
}

/// What kind of patch a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatchKind {
    Apply,
    Json,
    Merge,
}

/// The kinds of patches, as an error lists them.
const PATCHES: &str =
    "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml";

/// Quirk: here servers compare the text before the first semicolon as it is
/// (`apiserver pkg/endpoints/handlers/patch.go`, `PatchResource`).
///
/// # Errors
/// It is another kind.
pub(crate) fn patch_kind(headers: &HeaderMap) -> Result<PatchKind, Failure> {
    let given = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    match given.split(|byte| *byte == b';').next().unwrap_or_default() {
        b"application/apply-patch+yaml" => Ok(PatchKind::Apply),
        b"application/json-patch+json" => Ok(PatchKind::Json),
        b"application/merge-patch+json" => Ok(PatchKind::Merge),
        _ => Err(Failure::unsupported_media_type(PATCHES)),
    }
}

/// Reads a body that is not longer than [`MAX_BODY`]; one that says that it is longer is not read at all.
///
/// # Errors
/// It is too long, or the client does not send it whole.
pub(crate) async fn read_body(body: Body) -> Result<Bytes, Failure> {
    let too_large = || Failure::too_large(&format!("limit is {MAX_BODY}"));
    if body.size_hint().lower() > MAX_BODY as u64 {
        return Err(too_large());
    }
    to_bytes(body, MAX_BODY).await.map_err(|error| {
        let mut source: Option<&dyn std::error::Error> = Some(&error);
        while let Some(error) = source {
            if error.is::<http_body_util::LengthLimitError>() {
                return too_large();
            }
            source = error.source();
        }
        Failure::bad_request(error.to_string())
    })
}

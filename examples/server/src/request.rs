//! What handlers take from a request; whatever is wrong with it becomes a `Status`.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::{Bytes, HttpBody as _};
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, RawPathParams, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header, request};
use crd_schema::Status;
use crd_schema::serve::FieldValidation;
use serving::media_type;

use crate::Api;
use crate::body;
use crate::error::Failure;
use crate::store::Key;

/// The longest body, as in Kubernetes.
pub(crate) const MAX_BODY: usize = 3 * 1024 * 1024;

/// What the path says: a namespace, a name, both or none.
pub(crate) struct Place {
    pub(crate) namespace: Option<String>,
    name: Option<String>,
}

impl Place {
    /// The object that the path names.
    pub(crate) fn key(self) -> Key {
        Key { namespace: self.namespace.unwrap_or_default(), name: self.name.unwrap_or_default() }
    }
}

impl FromRequestParts<Arc<Api>> for Place {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut request::Parts, api: &Arc<Api>) -> Result<Self, Failure> {
        let params = RawPathParams::from_request_parts(parts, api).await;
        let params = params.map_err(|error| Failure::bad_request(error.to_string()))?;
        let param =
            |wanted| params.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned());
        Ok(Self { namespace: param("namespace"), name: param("name") })
    }
}

/// The query.
pub(crate) struct Options(HashMap<String, String>);

impl Options {
    /// The value of a parameter; empty when there is none.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.get(name).map(String::as_str).unwrap_or_default()
    }

    /// What to do with unknown fields; `kind` is that of the options, `CreateOptions` for example.
    pub(crate) fn field_validation(&self, kind: &str) -> Result<FieldValidation, Failure> {
        let parsed = body::field_validation(self.get("fieldValidation"));
        parsed.map_err(|found| Status::invalid("meta.k8s.io", kind, "", &found).into())
    }

    /// Refuses what would change the meaning of the request, and is not done here.
    pub(crate) fn refuse(&self, names: &[&str]) -> Result<(), Failure> {
        match names.iter().find(|name| !self.get(name).is_empty()) {
            Some(name) => Err(Failure::bad_request(format!("{name} is not supported by this server"))),
            None => Ok(()),
        }
    }
}

impl FromRequestParts<Arc<Api>> for Options {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut request::Parts, api: &Arc<Api>) -> Result<Self, Failure> {
        let query = Query::<HashMap<String, String>>::from_request_parts(parts, api).await;
        let Query(options) = query.map_err(|error| Failure::bad_request(error.to_string()))?;
        Ok(Self(options))
    }
}

/// The formats of objects, as a refusal lists them.
const OBJECTS: &str = "application/json, application/yaml";
pub(crate) const MERGE_PATCH: &str = "application/merge-patch+json";

/// In what objects are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Yaml,
}

impl Format {
    /// Without a media type it is JSON.
    ///
    /// Source: `apiserver pkg/endpoints/handlers/negotiation/negotiate.go`, `NegotiateInputSerializer`.
    fn of(headers: &HeaderMap) -> Result<Self, Failure> {
        match media_type(headers).as_ref().map(Option::as_deref) {
            Ok(None | Some("application/json")) => Ok(Self::Json),
            Ok(Some("application/yaml")) => Ok(Self::Yaml),
            _ => Err(Failure::unsupported_media_type(OBJECTS)),
        }
    }
}

/// The body of a request that has an object.
pub(crate) struct ObjectBody {
    pub(crate) format: Format,
    pub(crate) bytes: Bytes,
}

/// The body of a JSON merge patch.
pub(crate) struct PatchBody(pub(crate) Bytes);

/// The body of a deletion, which is empty most often.
pub(crate) struct OptionsBody(pub(crate) Bytes);

// As in a server, what is refused for its media type is refused before the body is read.

impl FromRequest<Arc<Api>> for ObjectBody {
    type Rejection = Failure;

    async fn from_request(request: Request, api: &Arc<Api>) -> Result<Self, Failure> {
        let format = Format::of(request.headers())?;
        Ok(Self { format, bytes: read(request, api).await? })
    }
}

impl FromRequest<Arc<Api>> for PatchBody {
    type Rejection = Failure;

    /// Quirk: here servers compare the text before the first semicolon as it is
    /// (`apiserver pkg/endpoints/handlers/patch.go`, `PatchResource`).
    async fn from_request(request: Request, api: &Arc<Api>) -> Result<Self, Failure> {
        let given =
            request.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
        if given.split(|byte| *byte == b';').next() != Some(MERGE_PATCH.as_bytes()) {
            return Err(Failure::unsupported_media_type(MERGE_PATCH));
        }
        read(request, api).await.map(Self)
    }
}

impl FromRequest<Arc<Api>> for OptionsBody {
    type Rejection = Failure;

    async fn from_request(request: Request, api: &Arc<Api>) -> Result<Self, Failure> {
        let format = Format::of(request.headers());
        let bytes = read(request, api).await?;
        match format {
            Err(failure) if !bytes.is_empty() => Err(failure),
            _ => Ok(Self(bytes)),
        }
    }
}

/// Reads a body that is not longer than [`MAX_BODY`]; one that says that it is longer is not read at all.
async fn read(request: Request, api: &Arc<Api>) -> Result<Bytes, Failure> {
    if request.body().size_hint().lower() > MAX_BODY as u64 {
        return Err(Failure::too_large(MAX_BODY));
    }
    Bytes::from_request(request, api).await.map_err(|error| unreadable(&error))
}

fn unreadable(error: &BytesRejection) -> Failure {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Failure::too_large(MAX_BODY),
        _ => Failure::bad_request(error.body_text()),
    }
}

//! What handlers take from a request; whatever is wrong with it becomes a `Status`.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, RawPathParams, Request};
use axum::http::{StatusCode, header, request};

use crd_schema::{FieldValidation, Status};

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

    /// What to do with unknown members; `kind` is that of the options, `CreateOptions` for example.
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

/// The body, not longer than [`MAX_BODY`], and its media type.
pub(crate) struct Body {
    media_type: String,
    pub(crate) bytes: Bytes,
}

/// In what objects are written.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    Json,
    Yaml,
}

impl Body {
    /// The format of an object; without a media type it is JSON.
    ///
    /// Source: `apiserver pkg/endpoints/handlers/negotiation/negotiate.go`, `NegotiateInputSerializer`.
    pub(crate) fn format(&self) -> Result<Format, Failure> {
        match self.media_type.as_str() {
            "" | "application/json" => Ok(Format::Json),
            "application/yaml" => Ok(Format::Yaml),
            _ => Err(Failure::unsupported_media_type("application/json, application/yaml")),
        }
    }

    /// Refuses all media types but one.
    pub(crate) fn require(&self, media_type: &str) -> Result<(), Failure> {
        if self.media_type == media_type { Ok(()) } else { Err(Failure::unsupported_media_type(media_type)) }
    }
}

impl FromRequest<Arc<Api>> for Body {
    type Rejection = Failure;

    async fn from_request(request: Request, api: &Arc<Api>) -> Result<Self, Failure> {
        let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = media_type.and_then(|text| text.split(';').next()).unwrap_or_default();
        let media_type = media_type.trim().to_ascii_lowercase();
        let bytes = Bytes::from_request(request, api).await.map_err(|error| unreadable(&error))?;
        Ok(Self { media_type, bytes })
    }
}

fn unreadable(error: &BytesRejection) -> Failure {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Failure::too_large(MAX_BODY),
        _ => Failure::bad_request(error.body_text()),
    }
}

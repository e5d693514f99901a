//! The messages between a server and a webhook.
//!
//! Source: `k8s.io/api admission/v1/types.go`; `apiserver pkg/admission/plugin/webhook/request/admissionreview.go`.

use crd_schema::Status;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const API_VERSION: &str = "admission.k8s.io/v1";
const KIND: &str = "AdmissionReview";

/// What a server sends.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Review {
    #[serde(default)]
    api_version: String,
    #[serde(default)]
    kind: String,
    request: Option<Request>,
}

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Request {
    /// The answer has it, too.
    pub(crate) uid: String,
    pub(crate) kind: Kind,
    #[serde(default)]
    pub(crate) sub_resource: String,
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) operation: Operation,
    /// Null for a deletion.
    #[serde(default)]
    pub(crate) object: Value,
    /// Null for a creation.
    #[serde(default)]
    pub(crate) old_object: Value,
}

/// The type of the object.
#[derive(Debug, Deserialize)]
pub(crate) struct Kind {
    #[serde(default)]
    pub(crate) group: String,
    pub(crate) version: String,
    #[serde(rename = "kind")]
    pub(crate) name: String,
}

/// What is done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Operation {
    Create,
    Update,
    Delete,
    Connect,
}

/// Why a body is no review.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("no review: {0}")]
    Json(#[from] serde_json::Error),
    #[error("no {KIND} of {API_VERSION} but {kind:?} of {api_version:?}")]
    Type { kind: String, api_version: String },
    #[error("the review has no request")]
    Nothing,
}

impl Review {
    /// The request of a review.
    pub(crate) fn read(body: &[u8]) -> Result<Request, Unreadable> {
        let Self { api_version, kind, request } = serde_json::from_slice(body)?;
        if (kind.as_str(), api_version.as_str()) != (KIND, API_VERSION) {
            return Err(Unreadable::Type { kind, api_version });
        }
        request.ok_or(Unreadable::Nothing)
    }
}

/// What is said of a request.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    /// Why it is refused.
    pub(crate) refused: Option<Status>,
    /// A JSON patch in base64; empty when nothing is to be changed.
    pub(crate) patch: String,
    pub(crate) warnings: Vec<String>,
}

impl Answer {
    pub(crate) fn refused(status: Status) -> Self {
        Self { refused: Some(status), ..Self::default() }
    }

    /// The message to the server.
    pub(crate) fn review(self, uid: String) -> impl Serialize {
        let response = Response {
            uid,
            allowed: self.refused.is_none(),
            status: self.refused,
            patch_type: (!self.patch.is_empty()).then_some("JSONPatch"),
            patch: Some(self.patch).filter(|patch| !patch.is_empty()),
            warnings: self.warnings,
        };
        Reply { api_version: API_VERSION, kind: KIND, response }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reply {
    api_version: &'static str,
    kind: &'static str,
    response: Response,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    uid: String,
    allowed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    patch_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    patch: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

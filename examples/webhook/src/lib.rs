//! An admission webhook for custom resources.
//!
//! `/mutate` answers with a JSON patch that prunes and defaults, `/validate` with the `Status` of whatever must not be
//! stored. [`Definitions`] are replaced while requests run: a request keeps those that it has begun with.
//!
//! ```
//! use crd_schema::CustomResourceDefinition;
//! use serde_json::json;
//! use webhook::{Definitions, router};
//!
//! let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
//!     "group": "example.com",
//!     "names": {"kind": "Job", "plural": "jobs"},
//!     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}],
//! }}))?;
//! let definitions = Definitions::default();
//! definitions.replace(&crd)?;
//! let router = router(definitions.clone());
//! # let _: axum::Router = router;
//! // Later, while it serves:
//! definitions.replace(&crd)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod admit;
mod definitions;
mod review;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, body::Bytes};

pub use definitions::Definitions;

use review::{Answer, Request, Review, Unreadable};

/// Two objects of the largest size that storage takes, and what is around them.
const MAX_BODY: usize = 7 * 1024 * 1024;

/// The two endpoints.
pub fn router(definitions: Definitions) -> Router {
    Router::new()
        .route("/mutate", post(mutate))
        .route("/validate", post(validate))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(definitions)
}

async fn mutate(State(definitions): State<Definitions>, headers: HeaderMap, body: Bytes) -> Response {
    answer(&headers, &body, |request| admit::mutate(&definitions, &request))
}

async fn validate(State(definitions): State<Definitions>, headers: HeaderMap, body: Bytes) -> Response {
    answer(&headers, &body, |request| admit::validate(&definitions, request))
}

/// What is no review has no answer that a server would understand.
fn answer(headers: &HeaderMap, body: &[u8], judge: impl FnOnce(Request) -> Answer) -> Response {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if content_type.is_none_or(|content_type| !content_type.starts_with("application/json")) {
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, "a review is application/json\n").into_response();
    }
    match Review::read(body) {
        Ok(request) => {
            let uid = request.uid.clone();
            Json(judge(request).review(uid)).into_response()
        }
        Err(unreadable) => refusal(&unreadable),
    }
}

fn refusal(unreadable: &Unreadable) -> Response {
    (StatusCode::BAD_REQUEST, format!("{unreadable}\n")).into_response()
}

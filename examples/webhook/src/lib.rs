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

use axum::Json;
use axum::Router;
use axum::body::{Bytes, HttpBody as _};
use axum::extract::{DefaultBodyLimit, FromRequest, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serving::{Limits, Refusal, bounded, media_type};

pub use definitions::Definitions;

use review::{Answer, Request, Review, Unreadable};

/// Two objects of the largest size that storage takes, and what is around them.
const MAX_BODY: usize = 7 * 1024 * 1024;

/// The two endpoints, within the default [`Limits`] of requests.
pub fn router(definitions: Definitions) -> Router {
    router_within(definitions, &Limits::default())
}

/// The two endpoints, within other limits.
pub fn router_within(definitions: Definitions, limits: &Limits) -> Router {
    let router = Router::new()
        .route("/mutate", post(mutate))
        .route("/validate", post(validate))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(definitions);
    bounded(router, limits, refused)
}

async fn mutate(State(definitions): State<Definitions>, body: ReviewBody) -> Response {
    answer(&body, |request| admit::mutate(&definitions, &request))
}

async fn validate(State(definitions): State<Definitions>, body: ReviewBody) -> Response {
    answer(&body, |request| admit::validate(&definitions, request))
}

/// The body of a request that says it is JSON, not longer than [`MAX_BODY`].
///
/// What cannot be served is refused before the body is read.
struct ReviewBody(Bytes);

impl<S: Send + Sync> FromRequest<S> for ReviewBody {
    type Rejection = Response;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<Self, Response> {
        if media_type(request.headers()) != Ok(Some("application/json".to_owned())) {
            return Err(
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, "a review is application/json\n").into_response()
            );
        }
        if request.body().size_hint().lower() > MAX_BODY as u64 {
            return Err((StatusCode::PAYLOAD_TOO_LARGE, format!("a review has at most {MAX_BODY} bytes\n"))
                .into_response());
        }
        Bytes::from_request(request, state).await.map(Self).map_err(IntoResponse::into_response)
    }
}

/// A body that is not a review has no answer that a server would understand.
fn answer(ReviewBody(body): &ReviewBody, review: impl FnOnce(Request) -> Answer) -> Response {
    match Review::read(body) {
        Ok(request) => {
            let uid = request.uid.clone();
            Json(review(request).review(uid)).into_response()
        }
        Err(unreadable) => refusal(&unreadable),
    }
}

fn refusal(unreadable: &Unreadable) -> Response {
    (StatusCode::BAD_REQUEST, format!("{unreadable}\n")).into_response()
}

fn refused(why: Refusal) -> Response {
    match why {
        Refusal::Late => (StatusCode::REQUEST_TIMEOUT, "the review did not arrive in time\n").into_response(),
        _ => (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "1")], "too many reviews at once\n")
            .into_response(),
    }
}

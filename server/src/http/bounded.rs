//! What concerns requests, in front of a router.

use axum::error_handling::HandleErrorLayer;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{BoxError, Router, middleware};
use tower::ServiceBuilder;
use tower::limit::GlobalConcurrencyLimitLayer;
use tower::timeout::error::Elapsed;

use super::limits::Limits;
use super::respond;
use super::unread::close_after_unread;
use crate::failure::Failure;
use crate::request::Format;

/// Bounds the requests in flight and the time of each. A watch counts until its first line.
///
/// A reply that comes before the end of the body says `Connection: close`, as hyper closes the connection.
pub(super) fn bounded(router: Router, limits: &Limits) -> Router {
    let bounds = ServiceBuilder::new()
        .layer(middleware::from_fn(close_after_unread))
        .layer(HandleErrorLayer::new(refused))
        .load_shed()
        .layer(GlobalConcurrencyLimitLayer::new(limits.requests))
        .timeout(limits.request);
    router.layer(bounds)
}

/// The reply to a request that is not served. Quirk: that for too many requests is no `Status`
/// (`apiserver pkg/server/filters/maxinflight.go`).
async fn refused(error: BoxError) -> Response {
    const BUSY: &str = "Too many requests, please try again later.\n";
    if error.is::<Elapsed>() {
        return respond::failure(&Failure::late(), Format::Json);
    }
    (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "1")], BUSY).into_response()
}

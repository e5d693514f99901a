//! What concerns requests, in front of a router.

use axum::error_handling::HandleErrorLayer;
use axum::response::Response;
use axum::{BoxError, Router, middleware};
use tower::ServiceBuilder;
use tower::limit::GlobalConcurrencyLimitLayer;
use tower::timeout::error::Elapsed;

use crate::limits::Limits;
use crate::unread::close_after_unread;

/// Why a request is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// [`Limits::requests`] are in flight already.
    Busy,
    /// The reply was not there within [`Limits::request`]; most often the client is slow to send the body.
    Late,
}

/// Bounds the requests in flight and the time of each; `refuse` writes the reply for those that are not served.
///
/// A reply that comes before the end of the body says `Connection: close`, as hyper closes the connection.
pub fn bounded(router: Router, limits: &Limits, refuse: fn(Refusal) -> Response) -> Router {
    let refused = move |error: BoxError| async move {
        refuse(if error.is::<Elapsed>() { Refusal::Late } else { Refusal::Busy })
    };
    let bounds = ServiceBuilder::new()
        .layer(middleware::from_fn(close_after_unread))
        .layer(HandleErrorLayer::new(refused))
        .load_shed()
        .layer(GlobalConcurrencyLimitLayer::new(limits.requests))
        .timeout(limits.request);
    router.layer(bounds)
}

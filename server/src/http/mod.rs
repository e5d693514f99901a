//! HTTP: which request goes where, and how answers are written.

mod bounded;
mod connection;
mod dispatch;
mod health;
mod limits;
mod respond;
mod server;
mod unread;
mod warnings;

use std::sync::Arc;

use axum::Router;

pub use limits::Limits;
pub use server::Server;

use crate::api::Shared;

pub(crate) use dispatch::Intercept;
pub(crate) use respond::json;

/// Serves an API within limits; `intercept` may answer in its place.
pub(crate) fn router(api: Arc<Shared>, limits: &Limits, intercept: Option<Arc<dyn Intercept>>) -> Router {
    let state = dispatch::Served { api, intercept };
    bounded::bounded(Router::new().fallback(dispatch::handle).with_state(state), limits)
}

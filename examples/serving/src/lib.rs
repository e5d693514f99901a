//! What the example servers share: HTTP/1.1 over TCP or TLS.
//!
//! `axum::serve` waits for a client as long as the client likes, and closes a connection at once when a handler replied
//! before it read the body; the kernel then resets the connection, and the client loses the reply. [`Server`] has a time
//! limit for each step and a bound on connections, and closes in a way that the reply arrives. [`bounded`] adds what
//! concerns requests: a bound on how many are in flight, and a time limit.
//!
//! ```no_run
//! use axum::Router;
//! use axum::http::StatusCode;
//! use axum::response::IntoResponse as _;
//! use axum::routing::get;
//! use serving::{Limits, Server, bounded};
//!
//! # async fn serve() -> std::io::Result<()> {
//! let router = Router::new().route("/healthz", get(|| async { "ok" }));
//! let router = bounded(router, &Limits::default(), |_| StatusCode::SERVICE_UNAVAILABLE.into_response());
//! let server = Server::bind("127.0.0.1:0").await?;
//! println!("serving on {}", server.local_addr()?);
//! server.serve(router).await;
//! # Ok(())
//! # }
//! ```

mod bounded;
mod connection;
mod limits;
mod log;
mod media_type;
mod server;
mod tls;
mod unread;

pub use bounded::{Refusal, bounded};
pub use limits::Limits;
pub use log::log_to_stderr;
pub use media_type::{UnreadableMediaType, media_type};
pub use server::Server;
pub use tls::TlsError;

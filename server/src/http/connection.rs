//! One connection, from the first byte to the last.

use std::future::poll_fn;
use std::pin::Pin;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy, sink};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt as _;

use super::limits::Limits;

/// TCP with a time limit for writes.
type Transport = Pin<Box<TimeoutStream<TcpStream>>>;

/// Serves a connection until either side closes it.
pub(super) async fn serve(stream: TcpStream, router: Router, limits: &Limits) {
    // Replies are written at once; a failure costs time only.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.write));
    let reply = service_fn(move |request| Box::pin(router.clone().oneshot(request)));
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header)
        .max_buf_size(limits.header_bytes)
        .serve_connection(TokioIo::new(Box::pin(stream)), reply);
    let end = poll_fn(|context| connection.poll_without_shutdown(context)).await;
    let io = connection.into_parts().io.into_inner();
    match end {
        // Nothing was replied.
        Err(error) if error.is_timeout() => tracing::debug!("the head of a request: {error}"),
        _ => linger(io, limits).await,
    }
}

/// Closes so that the client gets what was written, even while it still sends a body.
///
/// A socket that is closed with bytes unread makes the kernel reset the connection, and the client loses what it has not
/// read yet. So the server ends its own side, and drops what still comes, within bounds.
async fn linger(mut io: Transport, limits: &Limits) {
    if io.shutdown().await.is_err() {
        return;
    }
    io.as_mut().set_read_timeout_pinned(Some(limits.linger_idle));
    let mut rest = io.take(limits.linger_bytes);
    // Whatever ends it, the connection is closed.
    let _ = timeout(limits.linger, copy(&mut rest, &mut sink())).await;
}

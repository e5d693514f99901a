//! One connection, from the handshake to the last byte.

use std::future::poll_fn;
use std::pin::Pin;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, copy, sink};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tower::ServiceExt as _;

use crate::limits::Limits;

/// TCP with a time limit for writes.
type Plain = Pin<Box<TimeoutStream<TcpStream>>>;

/// TCP, or TLS over it.
trait Transport: AsyncRead + AsyncWrite + Unpin {
    fn plain(&mut self) -> &mut Plain;
}

impl Transport for Plain {
    fn plain(&mut self) -> &mut Plain {
        self
    }
}

impl Transport for TlsStream<Plain> {
    fn plain(&mut self) -> &mut Plain {
        self.get_mut().0
    }
}

/// Serves a connection until either side closes it.
pub(crate) async fn serve(stream: TcpStream, tls: Option<TlsAcceptor>, router: Router, limits: &Limits) {
    // Replies are written at once; a failure costs time only.
    let _ = stream.set_nodelay(true);
    let mut plain = TimeoutStream::new(stream);
    plain.set_write_timeout(Some(limits.write));
    let plain = Box::pin(plain);
    let Some(acceptor) = tls else { return exchange(plain, router, limits).await };
    match timeout(limits.handshake, acceptor.accept(plain)).await {
        Ok(Ok(tls)) => exchange(tls, router, limits).await,
        Ok(Err(error)) => tracing::debug!("TLS handshake: {error}"),
        Err(_) => tracing::debug!("the TLS handshake took longer than {:?}", limits.handshake),
    }
}

async fn exchange(io: impl Transport, router: Router, limits: &Limits) {
    let reply = service_fn(move |request| Box::pin(router.clone().oneshot(request)));
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header)
        .serve_connection(TokioIo::new(io), reply);
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
async fn linger(mut io: impl Transport, limits: &Limits) {
    if io.shutdown().await.is_err() {
        return;
    }
    // What still comes need not be decrypted.
    let plain = io.plain();
    plain.as_mut().set_read_timeout_pinned(Some(limits.linger_idle));
    let mut rest = plain.take(limits.linger_bytes);
    // Whatever ends it, the connection is closed.
    let _ = timeout(limits.linger, copy(&mut rest, &mut sink())).await;
}

//! The listener.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tokio::sync::Semaphore;

use super::connection;
use super::limits::Limits;

/// After an error that the next connection would meet, too: no file descriptor is left, for example.
const PAUSE: Duration = Duration::from_millis(500);

/// A bound port, before it serves: plain HTTP/1.1, with a time limit for each step.
///
/// `axum::serve` waits for a client as long as the client likes, and closes a connection at once when a request was answered
/// before its body was read, so that the client loses the answer. This closes in a way that the answer arrives.
///
/// ```no_run
/// use crd_schema_server::{Api, Server};
///
/// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
/// let api = Api::builder().build().await?;
/// let server = Server::bind("127.0.0.1:8080").await?;
/// server.serve(api.router()).await;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    limits: Limits,
}

impl Server {
    /// Listens on an address; port 0 takes a free one.
    ///
    /// # Errors
    /// The operating system refuses the address.
    pub async fn bind(address: impl ToSocketAddrs) -> io::Result<Self> {
        Ok(Self { listener: TcpListener::bind(address).await?, limits: Limits::default() })
    }

    /// Has other limits than the default ones.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The address that it listens on.
    ///
    /// # Errors
    /// The operating system does not know.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the future is dropped.
    pub async fn serve(self, router: Router) {
        let slots = Arc::new(Semaphore::new(self.limits.connections));
        // The semaphore is never closed.
        while let Ok(slot) = Arc::clone(&slots).acquire_owned().await {
            let stream = accept(&self.listener).await;
            let (router, limits) = (router.clone(), self.limits);
            tokio::spawn(async move {
                connection::serve(stream, router, &limits).await;
                drop(slot);
            });
        }
    }
}

async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            // The client is gone already.
            Err(error)
                if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => {}
            Err(error) => {
                tracing::error!("a connection cannot be accepted: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

//! The listener.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;

use crate::connection;
use crate::limits::Limits;
use crate::tls::{self, TlsError};

/// After an error that the next connection would meet, too: no file descriptor is left, for example.
const PAUSE: Duration = Duration::from_millis(500);

/// A bound port, before it serves.
pub struct Server {
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    limits: Limits,
}

impl Server {
    /// Listens on an address; port 0 takes a free one.
    ///
    /// # Errors
    /// The operating system refuses the address.
    pub async fn bind(address: impl ToSocketAddrs) -> io::Result<Self> {
        Ok(Self { listener: TcpListener::bind(address).await?, tls: None, limits: Limits::default() })
    }

    /// Speaks TLS, with a certificate chain and its private key in PEM.
    ///
    /// # Errors
    /// They are no PEM, or do not belong together.
    pub fn tls(self, chain: &[u8], key: &[u8]) -> Result<Self, TlsError> {
        let config = tls::config(chain, key)?;
        Ok(Self { tls: Some(TlsAcceptor::from(Arc::new(config))), ..self })
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
            let (tls, router, limits) = (self.tls.clone(), router.clone(), self.limits);
            tokio::spawn(async move {
                connection::serve(stream, tls, router, &limits).await;
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

//! How long a client may take, and how much of it is served at once.

use std::time::Duration;

/// Bounds of a server. The defaults suit an example: memory stays below one gigabyte, whatever clients do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Open connections; further clients wait until one is closed.
    pub connections: usize,
    /// Requests in flight; further ones are refused.
    pub requests: usize,
    /// From the first byte of a connection to the end of the TLS handshake.
    pub handshake: Duration,
    /// From the end of the last reply to the end of the head of the next request.
    pub header: Duration,
    /// From the head of a request to its reply, the time for the body included.
    pub request: Duration,
    /// How long a client may leave a reply unread before the connection is closed.
    pub write: Duration,
    /// After a reply that came before the end of the body: how long the rest of the body is read and dropped.
    pub linger: Duration,
    /// The same: how long the server waits for the next byte.
    pub linger_idle: Duration,
    /// The same: how many bytes are read and dropped.
    pub linger_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 512,
            requests: 64,
            handshake: Duration::from_secs(10),
            header: Duration::from_secs(10),
            request: Duration::from_secs(30),
            write: Duration::from_secs(30),
            linger: Duration::from_secs(30),
            linger_idle: Duration::from_secs(5),
            linger_bytes: 64 << 20,
        }
    }
}

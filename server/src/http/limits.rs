//! How long a client may take, and how much of it is served at once.

use std::time::Duration;

/// Bounds of a server.
///
/// ```
/// use crd_schema_server::Limits;
///
/// let limits = Limits { requests: 16, ..Limits::default() };
/// assert!(limits.connections > limits.requests);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Open connections; further clients wait until one is closed.
    pub connections: usize,
    /// Requests in flight; further ones are refused. A watch that has begun does not count.
    pub requests: usize,
    /// From the end of the last reply to the end of the head of the next request.
    pub header: Duration,
    /// The bytes of a head.
    pub header_bytes: usize,
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
            connections: 4096,
            requests: 400,
            header: Duration::from_secs(30),
            header_bytes: 1 << 20,
            request: Duration::from_secs(60),
            write: Duration::from_secs(30),
            linger: Duration::from_secs(30),
            linger_idle: Duration::from_secs(5),
            linger_bytes: 64 << 20,
        }
    }
}

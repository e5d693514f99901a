//! What time it is.
//!
//! Knows nothing of: everything else.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// The clock of a server: that of the machine, or one that a test sets. Clones are the same clock.
///
/// ```
/// use crd_schema_server::Clock;
/// use std::time::Duration;
///
/// let clock = Clock::stopped("2026-01-02T03:04:05Z".parse()?);
/// clock.advance(Duration::from_secs(5));
/// assert_eq!(clock.now().to_string(), "2026-01-02T03:04:10Z");
/// # Ok::<(), jiff::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Clock(Arc<Mutex<Option<Timestamp>>>);

impl Clock {
    /// A clock that stands still until somebody sets it.
    pub fn stopped(at: Timestamp) -> Self {
        Self(Arc::new(Mutex::new(Some(at))))
    }

    /// The time now.
    pub fn now(&self) -> Timestamp {
        self.lock().unwrap_or_else(Timestamp::now)
    }

    /// Stops the clock at a time.
    pub fn set(&self, time: Timestamp) {
        *self.lock() = Some(time);
    }

    /// Stops the clock, so much later than it is now; beyond the year 9999 it stays where it is.
    pub fn advance(&self, by: std::time::Duration) {
        let mut time = self.lock();
        let now = time.unwrap_or_else(Timestamp::now);
        let later = SignedDuration::try_from(by).ok().and_then(|by| now.checked_add(by).ok());
        *time = Some(later.unwrap_or(now));
    }

    /// As metadata has it: in seconds (`apimachinery pkg/apis/meta/v1/time.go`).
    pub(crate) fn stamp(&self) -> String {
        self.now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

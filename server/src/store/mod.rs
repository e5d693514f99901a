//! Where objects are kept: keys, bytes and revisions, as etcd has them.
//!
//! Knows nothing of: objects, HTTP.

#[cfg(feature = "file-store")]
mod file;
mod log;
mod memory;

use std::fmt;
use std::sync::Arc;

use axum::body::Bytes;
use futures::future::BoxFuture;

#[cfg(feature = "file-store")]
pub use file::{FileLimits, FileStore};
pub use memory::{MemoryLimits, MemoryStore};

/// A store of objects. One revision counts the writes of all keys, as in etcd.
///
/// Keys are those of a Kubernetes API server without its prefix: `<group>/<plural>/<namespace>/<name>`, or
/// `<group>/<plural>/<name>` without namespaces. Values are JSON without a `resourceVersion`: that is the revision of the entry.
///
/// A write of a store is atomic and durable before it is answered. A watch has each event once, in the order of revisions.
///
/// Kubernetes: `Interface` in `apiserver pkg/storage/interfaces.go`.
pub trait Store: fmt::Debug + Send + Sync + 'static {
    /// Adds a value and gives its revision.
    ///
    /// # Errors
    /// [`StoreError::Exists`], or the store cannot be written.
    fn create<'s>(&'s self, key: &'s str, value: Bytes) -> BoxFuture<'s, Result<u64, StoreError>>;

    /// Replaces a value that is of the revision `expected`, and gives the new revision.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Conflict`], or the store cannot be written.
    fn update<'s>(
        &'s self,
        key: &'s str,
        expected: u64,
        value: Bytes,
    ) -> BoxFuture<'s, Result<u64, StoreError>>;

    /// Removes a value that is of the revision `expected`, and gives the revision of the removal.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Conflict`], or the store cannot be written.
    fn delete<'s>(&'s self, key: &'s str, expected: u64) -> BoxFuture<'s, Result<u64, StoreError>>;

    /// The newest value of a key.
    ///
    /// # Errors
    /// The store cannot be read.
    fn get<'s>(&'s self, key: &'s str) -> BoxFuture<'s, Result<Option<Entry>, StoreError>>;

    /// The values of all keys that begin with a prefix, as they were at one revision, in the order of their keys.
    ///
    /// # Errors
    /// [`StoreError::Compacted`], [`StoreError::Future`], or the store cannot be read.
    fn list<'s>(&'s self, query: ListQuery<'s>) -> BoxFuture<'s, Result<Page, StoreError>>;

    /// What happens to the keys that begin with a prefix, from the revision behind `after` on.
    ///
    /// # Errors
    /// [`StoreError::Compacted`], or the store cannot be read.
    fn watch<'s>(
        &'s self,
        prefix: &'s str,
        after: u64,
    ) -> BoxFuture<'s, Result<Box<dyn EventSource>, StoreError>>;

    /// The revision of the newest write.
    ///
    /// # Errors
    /// The store cannot be read.
    fn revision(&self) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// Forgets what was before a revision: it can neither be listed nor watched.
    ///
    /// # Errors
    /// The store cannot be written.
    fn compact(&self, revision: u64) -> BoxFuture<'_, Result<(), StoreError>>;
}

/// A watch of a store.
pub trait EventSource: Send {
    /// Waits for the next events; there is at least one.
    ///
    /// # Errors
    /// [`StoreError::Compacted`] when the watch is so slow that what it has not read yet is gone.
    fn next(&mut self) -> BoxFuture<'_, Result<Vec<Event>, StoreError>>;

    /// Every event up to this revision was given.
    fn progress(&self) -> u64;
}

/// A value with its key and its revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: Arc<str>,
    /// The value.
    pub value: Bytes,
    /// The revision of the write that it is of.
    pub revision: u64,
}

/// A write of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The revision of the write.
    pub revision: u64,
    /// What there was; none for a key that is created.
    pub before: Option<Entry>,
    /// What there is; none for a key that is deleted.
    pub after: Option<Entry>,
}

impl Event {
    /// The key that was written.
    pub fn key(&self) -> &str {
        self.after.as_ref().or(self.before.as_ref()).map(|entry| &*entry.key).unwrap_or_default()
    }
}

/// What is listed.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListQuery<'q> {
    /// How the keys begin.
    pub prefix: &'q str,
    /// Only keys that are not smaller than this one; all of them when it is empty.
    pub from: &'q str,
    /// At most so many; all of them when it is 0.
    pub limit: usize,
    /// As they were at this revision; the newest when there is none.
    pub revision: Option<u64>,
}

/// What was listed.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The entries, in the order of their keys.
    pub entries: Vec<Entry>,
    /// How many more there are.
    pub remaining: usize,
    /// The revision of the list.
    pub revision: u64,
}

/// Why a store does not do what it is asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The key exists.
    #[error("key exists")]
    Exists,
    /// The key does not exist.
    #[error("key not found")]
    NotFound,
    /// The value is of another revision than expected.
    #[error("resource version conflicts")]
    Conflict,
    /// The revision is compacted.
    #[error("etcdserver: mvcc: required revision has been compacted")]
    Compacted,
    /// The revision is newer than the newest one.
    #[error("Too large resource version: {asked}, current: {current}")]
    Future {
        /// The revision that was asked for.
        asked: u64,
        /// The newest one.
        current: u64,
    },
    /// The value has too many bytes.
    ///
    /// Source: etcd `api/v3rpc/rpctypes/error.go`, `ErrRequestTooLarge`.
    #[error("etcdserver: request is too large")]
    TooLarge,
    /// The store cannot be read or written.
    #[error("{0}")]
    Unavailable(String),
}

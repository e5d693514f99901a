//! The store of one machine: a file, written before a write is answered.
//!
//! redb and not fjall: it is one file and one crate, its transactions are serializable and checked for a crash at any point,
//! and reads see a snapshot, which is what a list at a revision asks for. fjall writes faster where nothing waits for the disk; here
//! every answer does, and writes that wait together share a transaction.

mod tables;
mod writer;

use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;
use futures::future::{BoxFuture, ready};
use redb::{Database, ReadableDatabase as _};
use tokio::sync::watch;

use super::{Entry, Event, EventSource, ListQuery, Page, Store, StoreError};
use tables::{BATCH, events_after, list, newest, value_of};
use writer::{Change, Expected, Writer};

/// How much a store in a file keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileLimits {
    /// Events that can be watched after they have happened.
    pub events: u64,
    /// The bytes of one value; as in etcd.
    pub value_bytes: usize,
}

impl Default for FileLimits {
    fn default() -> Self {
        Self { events: 1 << 16, value_bytes: 1536 << 10 }
    }
}

/// A store in a file. Clones are the same store; one process at a time has it open.
///
/// A write is on the disk before it is answered. After a crash the file is as it was after the last answered write, or one that was
/// about to be answered.
///
/// ```
/// use crd_schema_server::store::{FileStore, Store};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("objects.redb");
/// let store = FileStore::open(&path)?;
/// let revision = store.create("example.com/jobs/ns/a", "{}".into()).await?;
/// drop(store);
/// let store = FileStore::open(&path)?;
/// assert_eq!(store.get("example.com/jobs/ns/a").await?.map(|entry| entry.revision), Some(revision));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct FileStore(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    // Dropped first: it waits for the last transaction.
    writer: Writer,
    database: Arc<Database>,
    newest: watch::Sender<u64>,
}

pub(super) fn unavailable(error: impl Into<redb::Error>) -> StoreError {
    StoreError::Unavailable(error.into().to_string())
}

impl FileStore {
    /// Opens a file, which comes into being when there is none.
    ///
    /// # Errors
    /// The file is no store, another process has it open, or the disk cannot be read or written.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::with_limits(path, FileLimits::default())
    }

    /// The same, with other limits.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn with_limits(path: impl AsRef<Path>, limits: FileLimits) -> Result<Self, StoreError> {
        let database = Arc::new(Database::create(path).map_err(unavailable)?);
        tables::prepare(&database)?;
        let revision = newest(&database.begin_read().map_err(unavailable)?)?;
        let newest = watch::Sender::new(revision);
        let writer = Writer::start(Arc::clone(&database), limits, newest.clone())?;
        Ok(Self(Arc::new(Inner { writer, database, newest })))
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&redb::ReadTransaction) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        read(&self.0.database.begin_read().map_err(unavailable)?)
    }
}

impl Store for FileStore {
    fn create<'s>(&'s self, key: &'s str, value: Bytes) -> BoxFuture<'s, Result<u64, StoreError>> {
        let change = Change::Put { key: key.to_owned(), expected: Expected::Nothing, value };
        Box::pin(self.0.writer.send(change))
    }

    fn update<'s>(
        &'s self,
        key: &'s str,
        expected: u64,
        value: Bytes,
    ) -> BoxFuture<'s, Result<u64, StoreError>> {
        let change = Change::Put { key: key.to_owned(), expected: Expected::Revision(expected), value };
        Box::pin(self.0.writer.send(change))
    }

    fn delete<'s>(&'s self, key: &'s str, expected: u64) -> BoxFuture<'s, Result<u64, StoreError>> {
        Box::pin(self.0.writer.send(Change::Delete { key: key.to_owned(), expected }))
    }

    fn get<'s>(&'s self, key: &'s str) -> BoxFuture<'s, Result<Option<Entry>, StoreError>> {
        Box::pin(ready(self.read(|transaction| value_of(transaction, key))))
    }

    fn list<'s>(&'s self, query: ListQuery<'s>) -> BoxFuture<'s, Result<Page, StoreError>> {
        Box::pin(ready(self.read(|transaction| list(transaction, &query))))
    }

    fn watch<'s>(
        &'s self,
        prefix: &'s str,
        after: u64,
    ) -> BoxFuture<'s, Result<Box<dyn EventSource>, StoreError>> {
        let found = self.read(|transaction| tables::check(transaction, after)).map(|()| {
            let (database, newest) = (Arc::clone(&self.0.database), self.0.newest.subscribe());
            let source = Follower { database, newest, prefix: prefix.to_owned(), progress: after };
            Box::new(source) as Box<dyn EventSource>
        });
        Box::pin(ready(found))
    }

    fn revision(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(ready(self.read(newest)))
    }

    fn compact(&self, revision: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        let compacted = self.0.writer.send(Change::Compact { revision });
        Box::pin(async move { compacted.await.map(|_| ()) })
    }
}

/// Reads the log behind the writer.
struct Follower {
    database: Arc<Database>,
    newest: watch::Receiver<u64>,
    prefix: String,
    progress: u64,
}

impl Follower {
    fn take(&mut self) -> Result<Vec<Event>, StoreError> {
        let transaction = self.database.begin_read().map_err(unavailable)?;
        tables::check(&transaction, self.progress)?;
        let (events, progress) = events_after(&transaction, &self.prefix, self.progress, BATCH)?;
        self.progress = self.progress.max(progress);
        Ok(events)
    }
}

impl EventSource for Follower {
    fn next(&mut self) -> BoxFuture<'_, Result<Vec<Event>, StoreError>> {
        Box::pin(async move {
            loop {
                self.newest.borrow_and_update();
                let events = self.take()?;
                if !events.is_empty() {
                    return Ok(events);
                }
                if self.newest.changed().await.is_err() {
                    return Err(StoreError::Unavailable("the store is closed".to_owned()));
                }
            }
        })
    }

    fn progress(&self) -> u64 {
        self.progress
    }
}

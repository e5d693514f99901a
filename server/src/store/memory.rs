//! The store of tests: everything in memory.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use axum::body::Bytes;
use futures::future::{BoxFuture, ready};
use tokio::sync::watch;

use super::log::Log;
use super::{Entry, Event, EventSource, ListQuery, Page, Store, StoreError};

/// How much a store in memory keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryLimits {
    /// Events that can be watched after they have happened.
    pub events: usize,
    /// The bytes of these events.
    pub event_bytes: usize,
    /// The bytes of one value; as in etcd.
    pub value_bytes: usize,
}

impl Default for MemoryLimits {
    fn default() -> Self {
        Self { events: 1 << 16, event_bytes: 64 << 20, value_bytes: 1536 << 10 }
    }
}

/// A store in memory. Clones are the same store.
///
/// ```
/// use crd_schema_server::store::{ListQuery, MemoryStore, Store};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let store = MemoryStore::default();
/// let first = store.create("example.com/jobs/ns/a", "{}".into()).await?;
/// let second = store.update("example.com/jobs/ns/a", first, r#"{"spec":{}}"#.into()).await?;
/// let old = ListQuery { prefix: "example.com/jobs/", revision: Some(first), ..ListQuery::default() };
/// assert_eq!(store.list(old).await?.entries[0].value, "{}");
/// assert!(second > first);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct MemoryStore {
    state: Arc<RwLock<State>>,
    /// The newest revision, for those who wait.
    newest: watch::Sender<u64>,
}

#[derive(Debug)]
struct State {
    revision: u64,
    entries: BTreeMap<Arc<str>, Entry>,
    log: Log,
    max_value: usize,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::with_limits(MemoryLimits::default())
    }
}

impl MemoryStore {
    /// An empty store with other limits.
    pub fn with_limits(limits: MemoryLimits) -> Self {
        let log = Log::new(limits.events, limits.event_bytes);
        // As in an empty etcd, the first revision is 1.
        let state = State { revision: 1, entries: BTreeMap::new(), log, max_value: limits.value_bytes };
        Self { state: Arc::new(RwLock::new(state)), newest: watch::Sender::new(1) }
    }

    /// A thread that panicked left the state whole: it is changed by single calls.
    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, key: &str, expected: Expected, value: Option<Bytes>) -> Result<u64, StoreError> {
        let mut state = self.write();
        let revision = state.change(key, expected, value)?;
        self.newest.send_replace(revision);
        Ok(revision)
    }
}

/// What must be there before a write.
#[derive(Clone, Copy)]
enum Expected {
    Nothing,
    Revision(u64),
}

impl State {
    fn change(&mut self, key: &str, expected: Expected, value: Option<Bytes>) -> Result<u64, StoreError> {
        let before = self.entries.get(key).cloned();
        match (expected, &before) {
            (Expected::Nothing, Some(_)) => return Err(StoreError::Exists),
            (Expected::Revision(_), None) => return Err(StoreError::NotFound),
            (Expected::Revision(revision), Some(found)) if found.revision != revision => {
                return Err(StoreError::Conflict);
            }
            _ => {}
        }
        if value.as_ref().is_some_and(|value| value.len() > self.max_value) {
            return Err(StoreError::TooLarge);
        }
        self.revision = self.revision.saturating_add(1);
        let revision = self.revision;
        let key = before.as_ref().map_or_else(|| Arc::from(key), |entry| Arc::clone(&entry.key));
        let after = value.map(|value| Entry { key: Arc::clone(&key), value, revision });
        match &after {
            Some(entry) => self.entries.insert(key, entry.clone()),
            None => self.entries.remove(&key),
        };
        self.log.push(Event { revision, before, after });
        Ok(revision)
    }

    fn list(&self, query: &ListQuery<'_>) -> Result<Page, StoreError> {
        let revision = query.revision.unwrap_or(self.revision);
        if revision > self.revision {
            return Err(StoreError::Future { asked: revision, current: self.revision });
        }
        self.log.check(revision)?;
        // What was written later is undone, the newest first.
        let mut undone: BTreeMap<&str, Option<&Entry>> = BTreeMap::new();
        for event in self.log.after(revision).rev().filter(|event| event.key().starts_with(query.prefix)) {
            undone.insert(event.key(), event.before.as_ref());
        }
        let start = if query.from > query.prefix { query.from } else { query.prefix };
        let range = self.entries.range::<str, _>((Bound::Included(start), Bound::Unbounded));
        let newest = range.map(|(_, entry)| entry).take_while(|entry| entry.key.starts_with(query.prefix));
        let limit = if query.limit == 0 { usize::MAX } else { query.limit };
        if undone.is_empty() {
            let mut entries = newest;
            let taken = entries.by_ref().take(limit).cloned().collect();
            return Ok(Page { entries: taken, remaining: entries.count(), revision });
        }
        let unchanged = newest.filter(|entry| !undone.contains_key(&*entry.key));
        let old = undone.range(start..).filter_map(|(_, entry)| *entry);
        let mut entries: Vec<_> = unchanged.chain(old).collect();
        entries.sort_by(|one, other| one.key.cmp(&other.key));
        let remaining = entries.len().saturating_sub(limit);
        Ok(Page { entries: entries.into_iter().take(limit).cloned().collect(), remaining, revision })
    }
}

impl Store for MemoryStore {
    fn create<'s>(&'s self, key: &'s str, value: Bytes) -> BoxFuture<'s, Result<u64, StoreError>> {
        Box::pin(ready(self.change(key, Expected::Nothing, Some(value))))
    }

    fn update<'s>(
        &'s self,
        key: &'s str,
        expected: u64,
        value: Bytes,
    ) -> BoxFuture<'s, Result<u64, StoreError>> {
        Box::pin(ready(self.change(key, Expected::Revision(expected), Some(value))))
    }

    fn delete<'s>(&'s self, key: &'s str, expected: u64) -> BoxFuture<'s, Result<u64, StoreError>> {
        Box::pin(ready(self.change(key, Expected::Revision(expected), None)))
    }

    fn get<'s>(&'s self, key: &'s str) -> BoxFuture<'s, Result<Option<Entry>, StoreError>> {
        Box::pin(ready(Ok(self.read().entries.get(key).cloned())))
    }

    fn list<'s>(&'s self, query: ListQuery<'s>) -> BoxFuture<'s, Result<Page, StoreError>> {
        Box::pin(ready(self.read().list(&query)))
    }

    fn watch<'s>(
        &'s self,
        prefix: &'s str,
        after: u64,
    ) -> BoxFuture<'s, Result<Box<dyn EventSource>, StoreError>> {
        let found = self.read().log.check(after).map(|()| {
            let (prefix, newest) = (prefix.to_owned(), self.newest.subscribe());
            let source = Follower { state: Arc::clone(&self.state), newest, prefix, progress: after };
            Box::new(source) as Box<dyn EventSource>
        });
        Box::pin(ready(found))
    }

    fn revision(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(ready(Ok(self.read().revision)))
    }

    fn compact(&self, revision: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        let mut state = self.write();
        let newest = state.revision;
        state.log.compact(revision.min(newest));
        Box::pin(ready(Ok(())))
    }
}

/// Reads the log behind the writers: it holds nothing, however slow it is read.
struct Follower {
    state: Arc<RwLock<State>>,
    newest: watch::Receiver<u64>,
    prefix: String,
    progress: u64,
}

/// So many events are taken at once.
const BATCH: usize = 256;

impl Follower {
    /// The events behind the progress, which moves on.
    fn take(&mut self) -> Result<Vec<Event>, StoreError> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.log.check(self.progress)?;
        let mut taken = Vec::new();
        for event in state.log.after(self.progress) {
            if event.key().starts_with(&self.prefix) {
                taken.push(event.clone());
            }
            if taken.len() == BATCH {
                self.progress = event.revision;
                return Ok(taken);
            }
        }
        self.progress = self.progress.max(state.revision);
        Ok(taken)
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

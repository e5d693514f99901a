//! What is in the file, and how it is read.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use axum::body::Bytes;
use redb::{Database, ReadTransaction, ReadableTable, TableDefinition};

use super::super::{Entry, Event, ListQuery, Page, StoreError};
use super::unavailable;

/// Revision and value.
pub(super) type Value<'v> = (u64, &'v [u8]);
/// The key, what there was (its revision is 0 where there was nothing), and what there is, if there is anything.
pub(super) type Written<'w> = (&'w str, u64, &'w [u8], bool, &'w [u8]);

/// By key.
pub(super) const ENTRIES: TableDefinition<'_, &str, Value<'_>> = TableDefinition::new("entries");
/// By revision.
pub(super) const LOG: TableDefinition<'_, u64, Written<'_>> = TableDefinition::new("log");
/// [`REVISION`] and [`COMPACTED`].
pub(super) const NUMBERS: TableDefinition<'_, &str, u64> = TableDefinition::new("numbers");

pub(super) const REVISION: &str = "revision";
pub(super) const COMPACTED: &str = "compacted";

/// As in an empty etcd, the first revision is 1.
const FIRST_REVISION: u64 = 1;

/// So many events are taken at once.
pub(super) const BATCH: usize = 256;

/// Makes the tables of a new file.
pub(super) fn prepare(database: &Database) -> Result<(), StoreError> {
    let transaction = database.begin_write().map_err(unavailable)?;
    {
        transaction.open_table(ENTRIES).map_err(unavailable)?;
        transaction.open_table(LOG).map_err(unavailable)?;
        let mut numbers = transaction.open_table(NUMBERS).map_err(unavailable)?;
        if number(&numbers, REVISION)? == 0 {
            numbers.insert(REVISION, FIRST_REVISION).map_err(unavailable)?;
        }
    }
    transaction.commit().map_err(unavailable)
}

/// 0 where there is none.
pub(super) fn number(numbers: &impl ReadableTable<&'static str, u64>, name: &str) -> Result<u64, StoreError> {
    let found = numbers.get(name).map_err(unavailable)?;
    Ok(found.map(|found| found.value()).unwrap_or_default())
}

fn read_number(transaction: &ReadTransaction, name: &str) -> Result<u64, StoreError> {
    number(&transaction.open_table(NUMBERS).map_err(unavailable)?, name)
}

/// The newest revision.
pub(super) fn newest(transaction: &ReadTransaction) -> Result<u64, StoreError> {
    read_number(transaction, REVISION)
}

/// Whether the state at a revision is still known.
pub(super) fn check(transaction: &ReadTransaction, revision: u64) -> Result<(), StoreError> {
    if revision < read_number(transaction, COMPACTED)? { Err(StoreError::Compacted) } else { Ok(()) }
}

fn entry(key: &str, revision: u64, value: &[u8]) -> Entry {
    Entry { key: Arc::from(key), value: Bytes::copy_from_slice(value), revision }
}

pub(super) fn value_of(transaction: &ReadTransaction, key: &str) -> Result<Option<Entry>, StoreError> {
    let entries = transaction.open_table(ENTRIES).map_err(unavailable)?;
    let found = entries.get(key).map_err(unavailable)?;
    Ok(found.map(|found| {
        let (revision, value) = found.value();
        entry(key, revision, value)
    }))
}

/// The events behind a revision, at most so many, and up to which revision they are all.
pub(super) fn events_after(
    transaction: &ReadTransaction,
    prefix: &str,
    revision: u64,
    limit: usize,
) -> Result<(Vec<Event>, u64), StoreError> {
    let log = transaction.open_table(LOG).map_err(unavailable)?;
    let mut events = Vec::new();
    for found in log.range(revision.saturating_add(1)..).map_err(unavailable)? {
        let (at, event) = found.map_err(unavailable)?;
        let (at, (key, old, before, stays, after)) = (at.value(), event.value());
        if !key.starts_with(prefix) {
            continue;
        }
        events.push(Event {
            revision: at,
            before: (old > 0).then(|| entry(key, old, before)),
            after: stays.then(|| entry(key, at, after)),
        });
        if events.len() == limit {
            return Ok((events, at));
        }
    }
    Ok((events, newest(transaction)?))
}

pub(super) fn list(transaction: &ReadTransaction, query: &ListQuery<'_>) -> Result<Page, StoreError> {
    let current = newest(transaction)?;
    let revision = query.revision.unwrap_or(current);
    if revision > current {
        return Err(StoreError::Future { asked: revision, current });
    }
    check(transaction, revision)?;
    let undone = undone(transaction, query.prefix, revision)?;
    let start = query.from.max(query.prefix);
    let limit = if query.limit == 0 { usize::MAX } else { query.limit };
    let mut page = Page { revision, ..Page::default() };
    let mut old = undone
        .range::<str, _>((Bound::Included(start), Bound::Unbounded))
        .filter_map(|(_, entry)| entry.as_ref())
        .peekable();
    let mut add = |found: &dyn Fn() -> Entry| {
        if page.entries.len() < limit {
            page.entries.push(found());
        } else {
            page.remaining += 1;
        }
    };
    let entries = transaction.open_table(ENTRIES).map_err(unavailable)?;
    for found in entries.range(start..).map_err(unavailable)? {
        let (key, value) = found.map_err(unavailable)?;
        let key = key.value();
        if !key.starts_with(query.prefix) {
            break;
        }
        while let Some(entry) = old.next_if(|entry| &*entry.key < key) {
            add(&|| entry.clone());
        }
        if !undone.contains_key(key) {
            let (revision, value) = value.value();
            add(&|| entry(key, revision, value));
        }
    }
    old.for_each(|entry| add(&|| entry.clone()));
    Ok(page)
}

/// What the keys that were written later were at a revision.
fn undone(
    transaction: &ReadTransaction,
    prefix: &str,
    revision: u64,
) -> Result<BTreeMap<String, Option<Entry>>, StoreError> {
    let (events, _) = events_after(transaction, prefix, revision, usize::MAX)?;
    let mut undone = BTreeMap::new();
    for event in events.into_iter().rev() {
        undone.insert(event.key().to_owned(), event.before);
    }
    Ok(undone)
}

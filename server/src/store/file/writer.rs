//! One thread writes: those who wait at the same time share a transaction.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use axum::body::Bytes;
use redb::{Database, ReadableTable as _, Table, WriteTransaction};
use tokio::sync::{oneshot, watch};

use super::super::StoreError;
use super::FileLimits;
use super::tables::{COMPACTED, ENTRIES, LOG, NUMBERS, REVISION, Value, Written, number};
use super::unavailable;

/// So many changes share a transaction.
const MAX_SHARED: usize = 256;

/// What must be there before a write.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expected {
    Nothing,
    Revision(u64),
}

/// What is to be written.
#[derive(Debug)]
pub(super) enum Change {
    Put { key: String, expected: Expected, value: Bytes },
    Delete { key: String, expected: u64 },
    Compact { revision: u64 },
}

#[derive(Debug)]
struct Command {
    change: Change,
    answer: oneshot::Sender<Result<u64, StoreError>>,
}

/// The thread.
#[derive(Debug)]
pub(super) struct Writer {
    commands: Option<Sender<Command>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(
        database: Arc<Database>,
        limits: FileLimits,
        newest: watch::Sender<u64>,
    ) -> Result<Self, StoreError> {
        let (commands, received) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("crd-schema-store".to_owned())
            .spawn(move || run(&database, limits, &newest, &received))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self { commands: Some(commands), thread: Some(thread) })
    }

    pub(super) fn send(
        &self,
        change: Change,
    ) -> impl Future<Output = Result<u64, StoreError>> + Send + use<> {
        let (answer, answered) = oneshot::channel();
        let sent = self.commands.as_ref().is_some_and(|to| to.send(Command { change, answer }).is_ok());
        async move {
            let closed = || StoreError::Unavailable("the store is closed".to_owned());
            if sent { answered.await.unwrap_or_else(|_| Err(closed())) } else { Err(closed()) }
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            // What it has been asked for is written.
            let _ = thread.join();
        }
    }
}

fn run(database: &Database, limits: FileLimits, newest: &watch::Sender<u64>, commands: &Receiver<Command>) {
    while let Ok(first) = commands.recv() {
        let others = commands.try_iter().take(MAX_SHARED);
        let (changes, answers): (Vec<_>, Vec<_>) =
            std::iter::once(first).chain(others).map(|command| (command.change, command.answer)).unzip();
        match write(database, limits, &changes) {
            Ok((results, revision)) => {
                newest.send_replace(revision);
                // Who does not wait any longer needs no answer.
                for (answer, result) in answers.into_iter().zip(results) {
                    let _ = answer.send(result);
                }
            }
            Err(error) => answers.into_iter().for_each(|answer| drop(answer.send(Err(error.clone())))),
        }
    }
}

type Results = Vec<Result<u64, StoreError>>;

/// Writes changes in one transaction: the answer to each, and the newest revision.
fn write(database: &Database, limits: FileLimits, changes: &[Change]) -> Result<(Results, u64), StoreError> {
    let transaction = database.begin_write().map_err(unavailable)?;
    let mut tables = Tables::open(&transaction, limits)?;
    let mut results = Vec::with_capacity(changes.len());
    for change in changes {
        results.push(match tables.apply(change) {
            // Only part of a change may be written: nothing of the transaction is.
            Err(error @ StoreError::Unavailable(_)) => return Err(error),
            other => other,
        });
    }
    let revision = tables.finish()?;
    transaction.commit().map_err(unavailable)?;
    Ok((results, revision))
}

struct Tables<'t> {
    entries: Table<'t, &'static str, Value<'static>>,
    log: Table<'t, u64, Written<'static>>,
    numbers: Table<'t, &'static str, u64>,
    revision: u64,
    compacted: u64,
    limits: FileLimits,
}

impl<'t> Tables<'t> {
    fn open(transaction: &'t WriteTransaction, limits: FileLimits) -> Result<Self, StoreError> {
        let numbers = transaction.open_table(NUMBERS).map_err(unavailable)?;
        Ok(Self {
            entries: transaction.open_table(ENTRIES).map_err(unavailable)?,
            log: transaction.open_table(LOG).map_err(unavailable)?,
            revision: number(&numbers, REVISION)?,
            compacted: number(&numbers, COMPACTED)?,
            numbers,
            limits,
        })
    }

    fn apply(&mut self, change: &Change) -> Result<u64, StoreError> {
        match change {
            Change::Put { key, expected, value } => self.put(key, *expected, Some(value)),
            Change::Delete { key, expected } => self.put(key, Expected::Revision(*expected), None),
            Change::Compact { revision } => {
                self.compacted = self.compacted.max(revision.min(&self.revision).saturating_sub(1));
                Ok(self.revision)
            }
        }
    }

    fn put(&mut self, key: &str, expected: Expected, value: Option<&Bytes>) -> Result<u64, StoreError> {
        let found = self.entries.get(key).map_err(unavailable)?;
        let (old, before) = found.map_or((0, Vec::new()), |found| {
            let (revision, value) = found.value();
            (revision, value.to_vec())
        });
        match expected {
            Expected::Nothing if old > 0 => return Err(StoreError::Exists),
            Expected::Revision(_) if old == 0 => return Err(StoreError::NotFound),
            Expected::Revision(revision) if old != revision => return Err(StoreError::Conflict),
            _ => {}
        }
        if value.is_some_and(|value| value.len() > self.limits.value_bytes) {
            return Err(StoreError::TooLarge);
        }
        self.revision = self.revision.saturating_add(1);
        let after = value.map(AsRef::as_ref).unwrap_or_default();
        let event = (key, old, before.as_slice(), value.is_some(), after);
        self.log.insert(self.revision, event).map_err(unavailable)?;
        match value {
            Some(value) => self.entries.insert(key, (self.revision, value.as_ref())).map(|_| ()),
            None => self.entries.remove(key).map(|_| ()),
        }
        .map_err(unavailable)?;
        Ok(self.revision)
    }

    fn oldest(&self) -> Result<Option<u64>, StoreError> {
        Ok(self.log.first().map_err(unavailable)?.map(|(revision, _)| revision.value()))
    }

    /// Forgets what is compacted, or too old.
    fn finish(mut self) -> Result<u64, StoreError> {
        self.compacted = self.compacted.max(self.revision.saturating_sub(self.limits.events.max(1)));
        while self.oldest()?.is_some_and(|oldest| oldest <= self.compacted) {
            self.log.pop_first().map_err(unavailable)?;
        }
        self.numbers.insert(COMPACTED, self.compacted).map_err(unavailable)?;
        self.numbers.insert(REVISION, self.revision).map_err(unavailable)?;
        Ok(self.revision)
    }
}

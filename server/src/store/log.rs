//! The newest events of a store, within bounds.

use std::collections::VecDeque;

use super::{Event, StoreError};

/// Events in the order of their revisions.
#[derive(Debug)]
pub(super) struct Log {
    events: VecDeque<Event>,
    /// The newest revision that is compacted.
    compacted: u64,
    bytes: usize,
    max_events: usize,
    max_bytes: usize,
}

impl Log {
    pub(super) fn new(max_events: usize, max_bytes: usize) -> Self {
        Self { events: VecDeque::new(), compacted: 0, bytes: 0, max_events, max_bytes }
    }

    /// Adds the newest event; the oldest ones go where the bounds are exceeded.
    pub(super) fn push(&mut self, event: Event) {
        self.bytes = self.bytes.saturating_add(size(&event));
        self.events.push_back(event);
        while self.events.len() > self.max_events.max(1)
            || (self.bytes > self.max_bytes && self.events.len() > 1)
        {
            self.drop_oldest();
        }
    }

    fn drop_oldest(&mut self) {
        if let Some(event) = self.events.pop_front() {
            self.bytes = self.bytes.saturating_sub(size(&event));
            self.compacted = event.revision;
        }
    }

    /// Forgets the events before a revision; its own event stays.
    pub(super) fn compact(&mut self, revision: u64) {
        while self.events.front().is_some_and(|event| event.revision < revision) {
            self.drop_oldest();
        }
        self.compacted = self.compacted.max(revision.saturating_sub(1));
    }

    /// Whether the state at a revision is still known.
    pub(super) fn check(&self, revision: u64) -> Result<(), StoreError> {
        if revision < self.compacted { Err(StoreError::Compacted) } else { Ok(()) }
    }

    /// The events behind a revision.
    pub(super) fn after(&self, revision: u64) -> impl DoubleEndedIterator<Item = &Event> {
        let first = self.events.partition_point(|event| event.revision <= revision);
        self.events.range(first..)
    }
}

/// The old value is held for its event alone, the new one until it is replaced.
fn size(event: &Event) -> usize {
    let of = |entry: Option<&super::Entry>| entry.map_or(0, |entry| entry.value.len() + entry.key.len());
    of(event.before.as_ref()) + of(event.after.as_ref()) + size_of::<Event>()
}

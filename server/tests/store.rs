//! What every store must do. Each has the same tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use crd_schema_server::store::{ListQuery, MemoryLimits, MemoryStore, Store, StoreError};

/// A store of each kind that keeps so many events; the files live as long as the folder.
fn stores(events: usize, folder: &std::path::Path) -> Vec<Arc<dyn Store>> {
    let mut limits = MemoryLimits::default();
    limits.events = events;
    #[allow(unused_mut, reason = "a feature adds one")]
    let mut stores: Vec<Arc<dyn Store>> = vec![Arc::new(MemoryStore::with_limits(limits))];
    #[cfg(feature = "file-store")]
    {
        use crd_schema_server::store::{FileLimits, FileStore};
        let mut limits = FileLimits::default();
        limits.events = u64::try_from(events).expect("it is small");
        let store = FileStore::with_limits(folder.join("objects.redb"), limits).expect("a file");
        stores.push(Arc::new(store));
    }
    let _ = folder;
    stores
}

async fn keys(store: &dyn Store, prefix: &str, revision: Option<u64>) -> Vec<String> {
    let query = ListQuery { prefix, revision, ..ListQuery::default() };
    store.list(query).await.expect("a list").entries.iter().map(|entry| entry.key.to_string()).collect()
}

#[tokio::test]
async fn writes_have_preconditions() {
    let folder = tempfile::tempdir().expect("a folder");
    for store in stores(10000, folder.path()) {
        writes_have_preconditions_in(store).await;
    }
}

async fn writes_have_preconditions_in(store: Arc<dyn Store>) {
    let first = store.create("g/a", "1".into()).await.expect("it is new");
    assert_eq!(store.create("g/a", "2".into()).await, Err(StoreError::Exists));
    assert_eq!(store.update("g/a", first + 1, "2".into()).await, Err(StoreError::Conflict));
    assert_eq!(store.update("g/b", first, "2".into()).await, Err(StoreError::NotFound));
    let second = store.update("g/a", first, "2".into()).await.expect("it is of that revision");
    assert!(second > first);
    assert_eq!(store.delete("g/a", first).await, Err(StoreError::Conflict));
    let third = store.delete("g/a", second).await.expect("it is of that revision");
    assert_eq!(store.get("g/a").await.expect("an answer"), None);
    assert_eq!(store.revision().await, Ok(third));
}

/// A model that keeps every state: old revisions are listed as they were.
#[tokio::test]
async fn lists_are_of_a_revision() {
    let folder = tempfile::tempdir().expect("a folder");
    for store in stores(10000, folder.path()) {
        lists_are_of_a_revision_in(store).await;
    }
}

async fn lists_are_of_a_revision_in(store: Arc<dyn Store>) {
    let mut states: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let mut current: BTreeMap<String, u64> = BTreeMap::new();
    for step in 0..200_u64 {
        // A walk over a few keys, without chance.
        let key = format!("g/k{}", step * step % 7);
        let revision = match current.get(&key) {
            None => store.create(&key, step.to_string().into()).await,
            Some(revision) if step % 3 == 0 => store.delete(&key, *revision).await,
            Some(revision) => store.update(&key, *revision, step.to_string().into()).await,
        };
        let revision = revision.expect("it is written");
        if current.contains_key(&key) && step % 3 == 0 {
            current.remove(&key);
        } else {
            current.insert(key, revision);
        }
        states.insert(revision, current.keys().cloned().collect());
    }
    for (revision, state) in &states {
        assert_eq!(&keys(&*store, "g/", Some(*revision)).await, state, "at {revision}");
    }
    let page = ListQuery { prefix: "g/", limit: 2, ..ListQuery::default() };
    let page = store.list(page).await.expect("a page");
    assert_eq!((page.entries.len(), page.remaining), (2, current.len() - 2));
    let from = format!("{}\0", page.entries[1].key);
    let rest = ListQuery { prefix: "g/", from: &from, ..ListQuery::default() };
    assert_eq!(store.list(rest).await.expect("the rest").entries.len(), current.len() - 2);
}

#[tokio::test]
async fn a_watch_has_each_event_once() {
    let folder = tempfile::tempdir().expect("a folder");
    for store in stores(10000, folder.path()) {
        a_watch_has_each_event_once_in(store).await;
    }
}

async fn a_watch_has_each_event_once_in(store: Arc<dyn Store>) {
    let start = store.revision().await.expect("a revision");
    let mut watch = store.watch("g/", start).await.expect("a watch");
    let writer = store.clone();
    let writing = tokio::spawn(async move {
        for at in 0..1000 {
            writer.create(&format!("g/{at:04}"), "{}".into()).await.expect("it is new");
            writer.create(&format!("other/{at:04}"), "{}".into()).await.expect("it is new");
            tokio::task::yield_now().await;
        }
    });
    let mut seen = Vec::new();
    while seen.len() < 1000 {
        let events = watch.next().await.expect("events");
        seen.extend(events.iter().map(|event| (event.revision, event.key().to_owned())));
    }
    writing.await.expect("it writes");
    assert!(seen.is_sorted_by(|one, other| one.0 < other.0));
    assert_eq!(seen.iter().map(|(_, key)| key.clone()).collect::<Vec<_>>(), keys(&*store, "g/", None).await);
}

#[tokio::test]
async fn what_is_compacted_is_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    for store in stores(4, folder.path()) {
        what_is_compacted_is_gone_in(store).await;
    }
}

async fn what_is_compacted_is_gone_in(store: Arc<dyn Store>) {
    let first = store.create("g/a", "{}".into()).await.expect("it is new");
    let mut slow = store.watch("g/", first).await.expect("a watch");
    for at in 0..10 {
        store.create(&format!("g/{at}"), "{}".into()).await.expect("it is new");
    }
    let old = ListQuery { prefix: "g/", revision: Some(first), ..ListQuery::default() };
    assert_eq!(store.list(old).await.expect_err("it is compacted"), StoreError::Compacted);
    assert!(matches!(store.watch("g/", first).await.err(), Some(StoreError::Compacted)));
    assert_eq!(slow.next().await.expect_err("it is too slow"), StoreError::Compacted);
    let newest = store.revision().await.expect("a revision");
    let far = ListQuery { prefix: "g/", revision: Some(newest + 1), ..ListQuery::default() };
    let asked = newest + 1;
    assert_eq!(
        store.list(far).await.expect_err("nobody wrote it"),
        StoreError::Future { asked, current: newest }
    );
    store.compact(newest).await.expect("it is compacted");
    assert_eq!(keys(&*store, "g/", Some(newest)).await.len(), 11);
    assert!(store.watch("g/", newest - 2).await.is_err());
}

//! Objects in memory, with one revision for all of them, as etcd counts.
//!
//! Knows nothing of: HTTP, schemas.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::meta;

/// Where an object is: its namespace, empty for objects of the cluster, and its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) namespace: String,
    pub(crate) name: String,
}

/// What becomes of an object.
pub(crate) enum Fate {
    /// It stays as it is.
    Keep,
    /// It is replaced.
    Replace(Value),
    /// It goes; what it last was is for the answer.
    Remove(Value),
}

/// All objects of one resource.
#[derive(Debug, Default)]
pub(crate) struct Store {
    objects: Mutex<Objects>,
}

#[derive(Debug, Default)]
struct Objects {
    revision: u64,
    by_key: BTreeMap<Key, Value>,
}

impl Store {
    /// An object.
    pub(crate) fn get(&self, key: &Key) -> Option<Value> {
        self.lock().by_key.get(key).cloned()
    }

    /// The objects of one namespace or of all, sorted, and the revision that they are of.
    pub(crate) fn list(&self, namespace: Option<&str>) -> (Vec<Value>, u64) {
        let objects = self.lock();
        let wanted = |key: &Key| namespace.is_none_or(|namespace| key.namespace == namespace);
        let found = objects.by_key.iter().filter(|(key, _)| wanted(key));
        (found.map(|(_, object)| object.clone()).collect(), objects.revision)
    }

    /// Adds an object; `None` when there is one already.
    pub(crate) fn create(&self, key: Key, object: Value) -> Option<Value> {
        let mut objects = self.lock();
        if objects.by_key.contains_key(&key) {
            return None;
        }
        Some(objects.write(key, object))
    }

    /// Lets `decide` what becomes of an object; nobody else writes meanwhile. `None` when there is no object.
    pub(crate) fn change<E>(
        &self,
        key: &Key,
        decide: impl FnOnce(&Value) -> Result<Fate, E>,
    ) -> Option<Result<Value, E>> {
        let mut objects = self.lock();
        let old = objects.by_key.get(key)?;
        let fate = match decide(old) {
            Ok(fate) => fate,
            Err(error) => return Some(Err(error)),
        };
        Some(Ok(match fate {
            Fate::Keep => old.clone(),
            Fate::Replace(new) if new == *old => new,
            Fate::Replace(new) => objects.write(key.clone(), new),
            Fate::Remove(last) => {
                objects.remove(key);
                last
            }
        }))
    }

    /// A thread that panicked left the map whole: it is only touched by single calls.
    fn lock(&self) -> MutexGuard<'_, Objects> {
        self.objects.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Objects {
    fn write(&mut self, key: Key, mut object: Value) -> Value {
        self.revision = self.revision.saturating_add(1);
        meta::set(&mut object, "resourceVersion", self.revision.to_string());
        self.by_key.insert(key, object.clone());
        object
    }

    fn remove(&mut self, key: &Key) {
        self.revision = self.revision.saturating_add(1);
        self.by_key.remove(key);
    }
}

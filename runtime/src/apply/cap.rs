//! No more than ten updaters.
//!
//! Source: `apimachinery pkg/util/managedfields/internal/capmanagers.go`.

use std::collections::BTreeMap;

use crd_schema_go::time::Time;

use super::managed::{Managed, ManagerId, Operation, VersionedSet};

const MOST: usize = 10;

/// Merges the oldest updaters of each version into `ancient-changes`, until ten are left.
pub(super) fn capped(mut managed: Managed) -> Managed {
    let mut updaters: Vec<_> = managed
        .managers
        .iter()
        .filter(|(_, set)| set.operation == Operation::Update)
        .map(|(id, _)| id.clone())
        .collect();
    let mut count = updaters.len();
    if count <= MOST {
        return managed;
    }
    updaters.sort_by_key(|id| (managed.times.get(id).copied().flatten().map_or(0, Time::unix), id.clone()));
    let mut firsts: BTreeMap<String, ManagerId> = BTreeMap::new();
    for id in updaters {
        if count <= MOST {
            break;
        }
        let Some(set) = managed.managers.get(&id) else { continue };
        let version = set.api_version.clone();
        match firsts.get(&version) {
            None => drop(firsts.insert(version, id)),
            Some(first) => {
                into_bucket(&mut managed, &version, first, &id);
                count -= 1;
            }
        }
    }
    managed
}

/// Moves the fields of a manager, and first those of the first one of the version, where they all go.
fn into_bucket(managed: &mut Managed, version: &str, first: &ManagerId, id: &ManagerId) {
    let bucket = ManagerId::new("ancient-changes", Operation::Update, version, "");
    if !managed.managers.contains_key(&bucket)
        && let Some(set) = managed.managers.remove(first)
    {
        managed.managers.insert(bucket.clone(), set);
    }
    let Some(own) = managed.managers.get(id) else { return };
    let mut set: VersionedSet = own.clone();
    if let Some(known) = managed.managers.get(&bucket) {
        set.set.add(&known.set);
    }
    managed.managers.insert(bucket.clone(), set);
    managed.managers.remove(id);
    let time = managed.times.get(id).copied().flatten();
    managed.times.insert(bucket, time);
}

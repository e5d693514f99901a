//! Owners that an object names twice: a server takes the second away and warns of it.
//!
//! Source: `apiserver pkg/endpoints/handlers/rest.go`, `dedupOwnerReferencesAndAddWarning`.
//!
//! Knows nothing of: schemas.

use std::collections::HashMap;

use serde_json::Value;

use super::prepare;

/// When it is looked.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum When {
    /// At the object of a create or update.
    Requested,
    /// At what admission, or before it a patch, has made.
    Admitted,
}

/// Takes owners away that are there already, and says which.
pub(super) fn without_duplicates(object: &mut Value, when: When) -> Option<String> {
    let owners = prepare::metadata_mut(object)?.get_mut("ownerReferences")?.as_array_mut()?;
    let duplicates = duplicates(owners)?;
    let uids: Vec<_> = duplicates.iter().filter_map(|index| uid(owners.get(*index)?)).collect();
    let after = if when == When::Admitted { " after mutating admission happens" } else { "" };
    let warning = format!(
        ".metadata.ownerReferences contains duplicate entries{after}; API server dedups owner references in 1.20+, and \
         may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: {}",
        uids.join(", ")
    );
    let (mut index, mut duplicates) = (0, duplicates.into_iter().peekable());
    owners.retain(|_| {
        let is_duplicate = duplicates.next_if_eq(&index).is_some();
        index += 1;
        !is_duplicate
    });
    Some(warning)
}

/// The positions of those that repeat another one of the same UID; nothing if there are none.
fn duplicates(owners: &[Value]) -> Option<Vec<usize>> {
    let mut seen: HashMap<&str, Vec<&Value>> = HashMap::with_capacity(owners.len());
    let mut found = Vec::new();
    for (index, owner) in owners.iter().enumerate() {
        let same = seen.entry(uid(owner).unwrap_or_default()).or_default();
        if same.contains(&owner) {
            found.push(index);
        } else {
            same.push(owner);
        }
    }
    (!found.is_empty()).then_some(found)
}

fn uid(owner: &Value) -> Option<&str> {
    owner.get("uid").and_then(Value::as_str)
}

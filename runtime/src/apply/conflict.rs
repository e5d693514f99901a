//! Fields that others manage.
//!
//! Source: `apimachinery pkg/util/managedfields/internal/conflict.go`; `structured-merge-diff merge/conflict.go`.

use super::managed::ManagerId;
use super::path::PathElement;
use super::set::FieldSet;
use crate::limits::Reported;

/// A field that somebody else manages, with another value.
#[derive(Clone, Debug)]
pub(super) struct Conflict {
    pub(super) manager: ManagerId,
    pub(super) path: Vec<PathElement>,
}

impl Conflict {
    /// Adds a conflict for each field of a set.
    pub(super) fn each(manager: &ManagerId, set: &FieldSet, found: &mut Vec<Self>) {
        set.each_path(|path| {
            found.push(Self { manager: manager.clone(), path: path.to_vec() });
        });
    }

    /// The path, as messages show it.
    pub(super) fn field(&self) -> String {
        self.path.iter().map(PathElement::to_string).collect()
    }
}

/// `getConflictMessage`; what follows the first 16 MiB is left out.
pub(super) fn message(conflicts: &[Conflict]) -> String {
    if let [only] = conflicts {
        let (manager, field) = (only.manager.printed(), only.field());
        return format!("Apply failed with 1 conflict: conflict with {manager}: {field}");
    }
    let (mut lines, mut reported) = (Vec::new(), Reported::default());
    let mut last = None;
    for conflict in conflicts {
        if last != Some(&conflict.manager) {
            lines.push(format!("conflicts with {}:", conflict.manager.printed()));
            last = Some(&conflict.manager);
        }
        let line = format!("- {}", conflict.field());
        if !reported.takes(line.len()) {
            break;
        }
        lines.push(line);
    }
    format!("Apply failed with {} conflicts: {}", conflicts.len(), lines.join("\n"))
}

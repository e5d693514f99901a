//! What a reader remembers on its way.
//!
//! Source: `sigs.k8s.io/json internal/golang/encoding/json/kubernetes_patch.go`, `saveStrictError`.

use std::collections::HashSet;

use super::Removed;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};

/// So many repeated members are told of, as in Kubernetes.
const MOST: usize = 100;

#[derive(Default)]
pub(super) struct Notes {
    pub(super) repeated: Vec<FieldPathBuf>,
    pub(super) removed: Removed,
    /// Whether a value was read and then replaced by a later one, so that what was removed from it counts no more.
    pub(super) replaced: bool,
    told: HashSet<String>,
}

impl Notes {
    pub(super) fn removed(&mut self, path: &FieldPath<'_>) {
        self.removed.record(path);
    }

    pub(super) fn repeated(&mut self, path: &FieldPath<'_>) {
        self.replaced = true;
        self.repeated_unknown(path);
    }

    /// Told of once; which of them is removed makes no difference.
    pub(super) fn repeated_unknown(&mut self, path: &FieldPath<'_>) {
        if self.repeated.len() >= MOST {
            return;
        }
        let path = path.to_owned(PathStyle::Dotted);
        if self.told.insert(path.to_string()) {
            self.repeated.push(path);
        }
    }
}

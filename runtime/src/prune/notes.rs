//! What a reader remembers on its way.
//!
//! Source: `sigs.k8s.io/json internal/golang/encoding/json/kubernetes_patch.go`, `saveStrictError`.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use super::STYLE;
use crate::path::{FieldPath, FieldPathBuf, Recorder};

/// How many duplicate fields are reported, as in Kubernetes.
const MOST: usize = 100;

#[derive(Default)]
pub(super) struct Notes {
    pub(super) repeated: Vec<FieldPathBuf>,
    pub(super) removed: Recorder,
    /// Whether a value was read and then replaced by a later one, so that what was removed from it counts no more.
    pub(super) replaced: bool,
    reported: HashSet<String>,
}

impl Notes {
    pub(super) fn removed(&mut self, path: &FieldPath<'_>) {
        self.removed.record(path);
    }

    /// Found when the second value had been read, but reported before what was found in that.
    pub(super) fn repeated(&mut self, place: usize, path: &FieldPath<'_>) {
        self.replaced = true;
        let path = path.to_owned(STYLE);
        if place < MOST && self.reported.insert(path.to_string()) {
            self.repeated.insert(place, path);
            self.repeated.truncate(MOST);
        }
    }

    /// Reported of once; which of them is removed makes no difference.
    pub(super) fn repeated_unknown(&mut self, path: &FieldPath<'_>) {
        if self.repeated.len() >= MOST {
            return;
        }
        let path = path.to_owned(STYLE);
        if self.reported.insert(path.to_string()) {
            self.repeated.push(path);
        }
    }
}

/// The names of fields that were met.
#[derive(Default)]
pub(super) struct Names<'de> {
    few: Vec<Cow<'de, str>>,
    many: BTreeSet<Cow<'de, str>>,
}

impl<'de> Names<'de> {
    /// So many names are compared with each other sooner than they are looked up.
    const FEW: usize = 8;

    pub(super) fn contains(&self, name: &str) -> bool {
        self.few.iter().any(|other| other == name) || self.many.contains(name)
    }

    pub(super) fn insert(&mut self, name: Cow<'de, str>) {
        if self.few.len() < Self::FEW {
            self.few.push(name);
        } else {
            self.many.insert(name);
        }
    }
}

//! Which objects a list, a watch or a deletion of a collection is about.
//!
//! Knows nothing of: requests, stores.

mod fields;
mod labels;
mod tokens;

use serde_json::Value;

pub(crate) use fields::FieldSelector;
pub(crate) use labels::LabelSelector;

/// Both selectors of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    pub(crate) labels: LabelSelector,
    pub(crate) fields: FieldSelector,
}

impl Selection {
    pub(crate) fn is_empty(&self) -> bool {
        self.labels.is_empty() && self.fields.is_empty()
    }

    pub(crate) fn matches(&self, object: &Value) -> bool {
        self.labels.matches(object) && self.fields.matches(object)
    }
}

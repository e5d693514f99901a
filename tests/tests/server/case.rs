//! A file of `cases/server`: CRDs and requests.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// A file.
#[derive(Deserialize)]
pub(crate) struct Case {
    /// CRDs that are there before the first step.
    #[serde(default)]
    crds: Vec<Value>,
    pub(crate) steps: Vec<Step>,
}

/// One request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) name: String,
    /// Method and path: `GET /apis`. `${name}` is what an earlier step has saved.
    pub(crate) request: String,
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, String>,
    /// An object.
    #[serde(default)]
    pub(crate) body: Value,
    /// A body that is no object.
    pub(crate) text: Option<String>,
    /// Pointers into the answer, whose values later steps name.
    #[serde(default)]
    pub(crate) save: BTreeMap<String, String>,
    /// The request is repeated until this pointer leads to this value.
    pub(crate) until: Option<(String, Value)>,
    /// Pointers into the answer whose values are left out, because nothing is said of them.
    #[serde(default)]
    pub(crate) ignore: Vec<String>,
    /// In what our server is known to differ, and why: the step fails when it no longer does.
    pub(crate) known: Option<String>,
}

impl Case {
    pub(crate) fn installed(&self) -> Vec<&Value> {
        self.crds.iter().collect()
    }
}

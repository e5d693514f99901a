//! The annotation of `kubectl apply`, which a server keeps for those who go back to it.
//!
//! Source: `apimachinery pkg/util/managedfields/internal/{lastapplied,lastappliedmanager,lastappliedupdater}.go`.

use serde_json::{Map, Value};

use super::set::FieldSet;
use super::typed::{Duplicates, compare, field_set};
use super::versions::{Gvk, Kind};
use crate::go_text::Json;

/// Who may take over what a client-side apply has written.
pub(super) const MANAGER: &str = "kubectl";

const ANNOTATION: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// `TotalAnnotationSizeLimitB`.
const MOST_BYTES: usize = 256 * 1024;

/// The last applied configuration, if there is one.
pub(super) fn of(object: &Value) -> Option<&str> {
    annotations(object)?.get(ANNOTATION)?.as_str().filter(|json| !json.is_empty())
}

/// Annotations that are not all strings are none.
fn annotations(object: &Value) -> Option<&Map<String, Value>> {
    let annotations = object.get("metadata")?.get("annotations")?.as_object()?;
    annotations.values().all(Value::is_string).then_some(annotations)
}

/// Whether a server has stored the object before.
pub(super) fn has_uid(object: &Value) -> bool {
    let uid = object.get("metadata").and_then(|metadata| metadata.get("uid")?.as_str());
    uid.is_some_and(|uid| !uid.is_empty())
}

/// Writes a configuration into the annotation, unless annotations become too large.
pub(super) fn set(object: &mut Value, config: &Value) {
    let mut config = config.clone();
    let cleared = annotations(&config).map(|annotations| {
        let kept = annotations.iter().filter(|(name, _)| *name != ANNOTATION);
        Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect())
    });
    if let Some(Value::Object(metadata)) = config.get_mut("metadata") {
        match cleared {
            Some(cleared) => drop(metadata.insert("annotations".to_owned(), cleared)),
            None => drop(metadata.remove("annotations")),
        }
    }
    let Some(Value::Object(annotations)) = object.pointer_mut("/metadata/annotations") else { return };
    annotations.insert(ANNOTATION.to_owned(), format!("{}\n", Json(&config)).into());
    let bytes = |(name, value): (&String, &Value)| name.len() + value.as_str().map_or(0, str::len);
    if annotations.iter().map(bytes).sum::<usize>() > MOST_BYTES {
        annotations.remove(ANNOTATION);
    }
}

/// There is no last applied configuration that could allow anything.
#[derive(Clone, Copy, Debug)]
pub(super) struct NothingAllowed;

impl From<String> for NothingAllowed {
    fn from(_: String) -> Self {
        Self
    }
}

/// The fields of the last applied configuration that the live object still has.
pub(super) fn allowed(kind: &Kind, version: &str, live: &Value) -> Result<FieldSet, NothingAllowed> {
    let json = of(live).ok_or(NothingAllowed)?;
    let live = kind.typed(kind.converted(live, &kind.group, version)?, Duplicates::Rejected)?;
    let last: Value = serde_json::from_str(json).map_err(|_| NothingAllowed)?;
    if Gvk::of(&last).api_version() != kind.api_version(version) {
        return Err(NothingAllowed);
    }
    let last = kind.typed(last, Duplicates::Rejected)?;
    let changes = compare(last.types, &last.value, &live.value)?;
    let set = field_set(last.types, &last.value);
    Ok(set.difference(&changes.modified).difference(&changes.added).difference(&changes.removed))
}

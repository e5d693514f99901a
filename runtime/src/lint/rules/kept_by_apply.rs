//! What `kubectl apply` keeps of the old definition, since the new file does not mention it.
//!
//! Source: `k8s.io/kubectl pkg/cmd/apply/patcher.go`; `k8s.io/apimachinery pkg/util/jsonmergepatch/patch.go`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Check, LintRule, Remark};
use crate::crd::validation::{PlacedError, update_errors_by};
use crate::lint::Severity;
use crate::path::FieldPathBuf;
use crate::server_version::ServerVersion;
use crate::wire::{CustomResourceDefinition, ObjectMeta};

pub(super) const RULE: LintRule = LintRule {
    id: "kept-by-apply",
    severity: Severity::Warning,
    summary: "`kubectl apply` keeps a field of the old definition that the new file leaves out",
    page: include_str!("kept_by_apply.md"),
    check: Check::Update(check),
};

/// What `kubectl apply` writes to find out later which fields are gone (`k8s.io/api core/v1/annotation_key_constants.go`).
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// Lists are replaced as a whole, so that only what stands in none can be kept.
fn check(new: &CustomResourceDefinition, old: &CustomResourceDefinition) -> Vec<Remark> {
    let Some((file, live)) = serde_json::to_value(new).ok().zip(serde_json::to_value(old).ok()) else {
        return Vec::new();
    };
    let applied = merged(&live, &last_applied(old, &live), &file);
    let is_kept = |name: &&str| {
        let at = |value: &Value| value.get("spec").and_then(|spec| spec.get(*name)).cloned();
        at(&applied).is_some_and(|value| is_said(name, &value)) && at(&applied) != at(&file)
    };
    let kept = ["preserveUnknownFields", "conversion"].into_iter().filter(is_kept);
    kept.map(|name| remark(name, &applied, &new_errors(name, &applied, new, old))).collect()
}

/// Whether it changes what a server does.
fn is_said(name: &str, value: &Value) -> bool {
    match name {
        "preserveUnknownFields" => *value == Value::Bool(true),
        _ => value.get("webhook").is_some(),
    }
}

fn remark(name: &str, applied: &Value, errors: &[String]) -> Remark {
    let at = FieldPathBuf::from_properties(["spec", name]);
    let (kept, effect, help) = if name == "preserveUnknownFields" {
        (
            "`true`",
            "nothing is pruned and no default is allowed",
            "write `preserveUnknownFields: false`".to_owned(),
        )
    } else {
        let crd = applied.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
        let help = format!(
            "write the webhook into the file, or remove it first: `kubectl patch crd {crd} --type merge -p \
             '{{\"spec\":{{\"conversion\":{{\"strategy\":\"None\",\"webhook\":null}}}}}}'`"
        );
        let is_used = applied.pointer("/spec/conversion/strategy").and_then(Value::as_str) == Some("Webhook");
        let effect =
            if is_used { "objects are converted by it" } else { "it stands beside the strategy `None`" };
        ("the webhook", effect, help)
    };
    let refused = match errors.first() {
        Some(error) => format!(", and the server refuses it: {error}"),
        None => format!(", so that {effect}"),
    };
    let message = format!(
        "`kubectl apply` keeps {kept} of the old definition, which the file does not mention{refused}"
    );
    Remark::at(at, &message, help)
}

/// What a server has to say only because the field is kept.
fn new_errors(
    name: &str,
    applied: &Value,
    new: &CustomResourceDefinition,
    old: &CustomResourceDefinition,
) -> Vec<String> {
    let Some(kept) = serde_json::to_value(new).ok().and_then(|mut kept| {
        let value = applied.get("spec")?.get(name)?.clone();
        kept.get_mut("spec")?.as_object_mut()?.insert(name.to_owned(), value);
        serde_json::from_value::<CustomResourceDefinition>(kept).ok()
    }) else {
        return Vec::new();
    };
    let messages = |crd: &CustomResourceDefinition| {
        let message = |error: PlacedError| error.violation.to_string();
        update_errors_by(ServerVersion::NEWEST, &with_metadata_of(crd, old), old)
            .into_iter()
            .map(message)
            .collect::<Vec<_>>()
    };
    let known: BTreeSet<_> = messages(new).into_iter().collect();
    messages(&kept).into_iter().filter(|message| !known.contains(message)).collect()
}

/// Metadata has nothing to do with it.
fn with_metadata_of(
    crd: &CustomResourceDefinition,
    old: &CustomResourceDefinition,
) -> CustomResourceDefinition {
    let mut metadata = old.metadata.clone().unwrap_or_default();
    metadata.resource_version.get_or_insert_with(|| "1".to_owned());
    CustomResourceDefinition { metadata: Some(metadata), ..crd.clone() }
}

/// What was in the file that was applied before: the annotation says so. Without one, an object of a cluster was created
/// otherwise, and a file is what was applied, but for what no server takes from a file.
fn last_applied(old: &CustomResourceDefinition, live: &Value) -> Value {
    let no_metadata = ObjectMeta::default();
    let metadata = old.metadata.as_ref().unwrap_or(&no_metadata);
    let annotation = metadata.annotations.as_ref().and_then(|annotations| annotations.get(LAST_APPLIED));
    if let Some(message) = annotation {
        return serde_json::from_str(message).unwrap_or_default();
    }
    if metadata.uid.is_some() || metadata.resource_version.is_some() || old.status.is_some() {
        return Value::Null;
    }
    let mut file = live.clone();
    if let Some(spec) = file.get_mut("spec").and_then(Value::as_object_mut) {
        spec.remove("preserveUnknownFields");
    }
    file
}

/// The patch of three sides: what the file says, without what it said before and says no longer.
fn merged(live: &Value, before: &Value, file: &Value) -> Value {
    let (Value::Object(live), Value::Object(file)) = (live, file) else { return file.clone() };
    let no_fields = Map::new();
    let before = before.as_object().unwrap_or(&no_fields);
    let mut merged = live.clone();
    merged.retain(|name, _| file.contains_key(name) || !before.contains_key(name));
    for (name, value) in file {
        let was = before.get(name).unwrap_or(&Value::Null);
        match live.get(name) {
            _ if value.is_null() => drop(merged.remove(name)),
            Some(now) => drop(merged.insert(name.clone(), self::merged(now, was, value))),
            None => drop(merged.insert(name.clone(), value.clone())),
        }
    }
    Value::Object(merged)
}

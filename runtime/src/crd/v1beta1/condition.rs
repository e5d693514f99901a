//! The condition `NonStructuralSchema`.
//!
//! Source: `pkg/controller/nonstructuralschema/nonstructuralschema_controller.go`.
//!
//! Knows nothing of: other conditions.

use std::collections::HashSet;

use crate::convert::{self, Converted};
use crate::path::{FieldPath, PathStyle};
use crate::schema::StructuralSchema;
use crate::violation::{Violation, Violations};
use crate::wire::{CrdCondition, CustomResourceDefinition};

/// The condition that a server sets on a definition; `None` when it takes the condition away.
///
/// It is there for schemas that are not structural, and while `preserveUnknownFields` is true, which it is unless it is
/// set. The time of the last transition is left to the caller.
///
/// ```
/// use crd_schema::crd::v1beta1;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd = |spec| serde_json::from_value::<CustomResourceDefinition>(json!({"spec": spec}));
/// let condition = v1beta1::non_structural_condition(&crd(json!({}))?).unwrap();
/// assert_eq!(condition.status.as_deref(), Some("True"));
/// assert_eq!(condition.reason.as_deref(), Some("Violations"));
/// assert_eq!(
///     condition.message.as_deref(),
///     Some("spec.preserveUnknownFields: Invalid value: true: must be false"),
/// );
/// assert_eq!(v1beta1::non_structural_condition(&crd(json!({"preserveUnknownFields": false}))?), None);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Source: `calculateCondition` in `pkg/controller/nonstructuralschema/nonstructuralschema_controller.go`.
pub fn non_structural_condition(crd: &CustomResourceDefinition) -> Option<CrdCondition> {
    let path = FieldPath::ROOT.property("spec");
    let spec = crd.spec.as_ref();
    let mut found = Violations::new();
    if spec.and_then(|spec| spec.preserve_unknown_fields) != Some(false) {
        let path = path.property("preserveUnknownFields").to_owned(PathStyle::Bracketed);
        found.push(Violation::invalid(path, true.into(), "must be false"));
    }
    let list = path.property("versions");
    for (index, version) in spec.iter().flat_map(|spec| spec.versions.iter().flatten()).enumerate() {
        let schema = version.schema.as_ref().and_then(|schema| schema.open_api_v3_schema.as_ref());
        let Some(props) = schema else { continue };
        let path = list.index(index);
        let path = path.property("schema");
        let path = path.property("openAPIV3Schema");
        let Converted { root, unsupported, nested, .. } = convert::convert(props, &path);
        if let Some(first) = unsupported.iter().next() {
            let name = version.name.as_deref().unwrap_or_default();
            let message = format!("failed to check validation schema for version {name}: {}", first.detail());
            return Some(condition("Unknown", "StructuralError", message));
        }
        found.extend(StructuralSchema::violations(&root, &path, nested));
    }
    (!found.is_empty()).then(|| condition("True", "Violations", aggregate(&found)))
}

fn condition(status: &str, reason: &str, message: String) -> CrdCondition {
    CrdCondition {
        type_: Some("NonStructuralSchema".to_owned()),
        status: Some(status.to_owned()),
        reason: Some(reason.to_owned()),
        message: Some(message),
        ..CrdCondition::default()
    }
}

/// All messages once, in brackets where they are several (`apimachinery pkg/util/errors/errors.go`).
fn aggregate(found: &Violations) -> String {
    let mut seen = HashSet::new();
    let messages = found.iter().map(ToString::to_string);
    let messages: Vec<_> = messages.filter(|message| seen.insert(message.clone())).collect();
    match messages.as_slice() {
        [one] => one.clone(),
        several => format!("[{}]", several.join(", ")),
    }
}

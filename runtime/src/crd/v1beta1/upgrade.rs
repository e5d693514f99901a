//! A definition of v1beta1 in the shape of v1.
//!
//! Source: `pkg/apis/apiextensions/v1beta1/types.go`, `defaults.go`; `pkg/apis/apiextensions/v1/conversion.go`; for what is
//! refused `pkg/apis/apiextensions/validation/validation.go`.
//!
//! Knows nothing of: schemas.

use serde_json::{Map, Value, json};

use crate::path::{FieldPath, PathStyle};
use crate::violation::{ErrorKind, Violation, Violations};
use crate::wire::CustomResourceDefinition;

/// The fields that stand at the top or in all versions, with their plural in messages and their name in v1.
const SHARED: [(&str, &str, &str, &str); 3] = [
    ("validation", "schema", "schemas", "validation"),
    ("subresources", "subresources", "subresources", "subresources"),
    (
        "additionalPrinterColumns",
        "additionalPrinterColumns",
        "additionalPrinterColumns",
        "additionalPrinterColumns",
    ),
];

/// Why a definition has no form in v1.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UpgradeError {
    /// It cannot be read.
    #[error("not a definition: {0}")]
    Decode(#[from] serde_json::Error),
    /// It says a thing in two places; a server says this beside what else it has to say.
    #[error(transparent)]
    Refused(#[from] Violations),
}

/// Gives a definition of v1beta1 the shape of v1: what stood at the top stands in every version.
///
/// ```
/// use crd_schema::crd::v1beta1;
/// use serde_json::json;
///
/// let crd = v1beta1::upgrade(&json!({
///     "apiVersion": "apiextensions.k8s.io/v1beta1",
///     "kind": "CustomResourceDefinition",
///     "metadata": {"name": "jobs.example.com"},
///     "spec": {
///         "group": "example.com",
///         "version": "v1",
///         "names": {"kind": "Job", "plural": "jobs"},
///         "validation": {"openAPIV3Schema": {"type": "object"}},
///         "additionalPrinterColumns": [{"name": "Size", "type": "integer", "JSONPath": ".spec.size"}],
///     },
/// }))?;
/// let version = &crd.spec.as_ref().unwrap().versions.as_ref().unwrap()[0];
/// assert_eq!(version.name.as_deref(), Some("v1"));
/// let column = &version.additional_printer_columns.as_ref().unwrap()[0];
/// assert_eq!(column.json_path.as_deref(), Some(".spec.size"));
/// # Ok::<(), v1beta1::UpgradeError>(())
/// ```
///
/// # Errors
/// [`UpgradeError::Decode`] when it is no definition. [`UpgradeError::Refused`] when a field stands at the top and in
/// versions, alike in all versions and not at the top, or when `version` is not the first of `versions`.
pub fn upgrade(manifest: &Value) -> Result<CustomResourceDefinition, UpgradeError> {
    let mut crd = manifest.clone();
    if let Some(spec) = crd.get_mut("spec").and_then(Value::as_object_mut) {
        versions(spec);
        contradictions(spec).into_result()?;
        move_shared(spec);
        columns(spec);
        conversion(spec);
    }
    if let Some(definition) = crd.as_object_mut() {
        definition.insert("apiVersion".to_owned(), "apiextensions.k8s.io/v1".into());
    }
    Ok(serde_json::from_value(crd)?)
}

/// A version that stands alone is the only one.
fn versions(spec: &mut Map<String, Value>) {
    let none = spec.get("versions").and_then(Value::as_array).is_none_or(Vec::is_empty);
    let name = spec.get("version").and_then(Value::as_str).filter(|name| !name.is_empty());
    if let (true, Some(name)) = (none, name) {
        let version = json!([{"name": name, "served": true, "storage": true}]);
        spec.insert("versions".to_owned(), version);
    }
}

fn contradictions(spec: &Map<String, Value>) -> Violations {
    let path = FieldPath::ROOT.property("spec");
    let list: Vec<&Value> = spec.get("versions").and_then(Value::as_array).into_iter().flatten().collect();
    let mut found = Violations::new();
    for (top, own, words, _) in SHARED {
        if is_set(spec.get(top)) && list.iter().any(|version| is_set(version.get(own))) {
            let detail = format!("top-level and per-version {words} are mutually exclusive");
            found.push(Violation::forbidden(path.property(top).to_owned(PathStyle::Bracketed), detail));
        }
    }
    let versions = path.property("versions").to_owned(PathStyle::Bracketed);
    for (_, own, words, instead) in SHARED {
        let first = list.first().and_then(|version| version.get(own)).filter(|value| is_set(Some(value)));
        if first.is_some() && list.iter().all(|version| version.get(own) == first) {
            let detail = format!(
                "per-version {words} may not all be set to identical values (top-level {instead} should be used instead)"
            );
            // Upstream prints a Go struct.
            found.push(Violation::new(ErrorKind::Invalid, versions.clone(), None, detail));
        }
    }
    let string = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let version = string(spec.get("version"));
    let first = list.first().map(|first| string(first.get("name")));
    if !version.is_empty() && first.is_some_and(|first| first != version) {
        let path = path.property("version").to_owned(PathStyle::Bracketed);
        found.push(Violation::invalid(path, version.into(), "must match the first version in spec.versions"));
    }
    found
}

/// An empty list is as good as none.
fn is_set(value: Option<&Value>) -> bool {
    value.is_some_and(|value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()))
}

fn move_shared(spec: &mut Map<String, Value>) {
    spec.remove("version");
    for (top, own, ..) in SHARED {
        let Some(shared) = spec.remove(top).filter(|value| is_set(Some(value))) else { continue };
        for version in each_version(spec) {
            version.insert(own.to_owned(), shared.clone());
        }
    }
}

fn columns(spec: &mut Map<String, Value>) {
    for version in each_version(spec) {
        let columns = version.get_mut("additionalPrinterColumns").and_then(Value::as_array_mut);
        for column in columns.into_iter().flatten().filter_map(Value::as_object_mut) {
            if let Some(path) = column.remove("JSONPath") {
                column.insert("jsonPath".to_owned(), path);
            }
        }
    }
}

fn each_version(spec: &mut Map<String, Value>) -> impl Iterator<Item = &mut Map<String, Value>> {
    let versions = spec.get_mut("versions").and_then(Value::as_array_mut);
    versions.into_iter().flatten().filter_map(Value::as_object_mut)
}

/// In v1 the configuration of a webhook is one object.
fn conversion(spec: &mut Map<String, Value>) {
    let Some(conversion) = spec.get_mut("conversion").and_then(Value::as_object_mut) else { return };
    let names =
        [("webhookClientConfig", "clientConfig"), ("conversionReviewVersions", "conversionReviewVersions")];
    let moved = names.iter().filter_map(|(from, to)| Some(((*to).to_owned(), conversion.remove(*from)?)));
    let webhook: Map<String, Value> = moved.collect();
    if !webhook.is_empty() {
        conversion.insert("webhook".to_owned(), webhook.into());
    }
}

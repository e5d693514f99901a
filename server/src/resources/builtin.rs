//! The resources that every server has: CRDs, and namespaces.

use crd_schema::CustomResourceDefinition;
use crd_schema::api::CrdSpec;
use crd_schema::serve::ServeError;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Column, Resource, Role};
use crate::managers::Managers;

/// The plural of CRDs.
pub(crate) const DEFINITIONS: &str = "customresourcedefinitions";
/// The plural of namespaces.
pub(crate) const NAMESPACES: &str = "namespaces";

/// `CustomResourceDefinition` in `apiextensions.k8s.io/v1`, whose `spec` and `status` are checked elsewhere.
///
/// # Errors
/// Never: the definition below can be served.
pub(crate) fn definitions() -> Result<Vec<Resource>, ServeError> {
    let resources = resource(
        &json!({
            "group": "apiextensions.k8s.io",
            "scope": "Cluster",
            "names": {
                "plural": DEFINITIONS, "singular": "customresourcedefinition", "kind": "CustomResourceDefinition",
                "listKind": "CustomResourceDefinitionList", "shortNames": ["crd", "crds"],
                "categories": ["api-extensions"],
            },
            "versions": [{
                "name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    "spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                    "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                }}},
            }],
        }),
        Role::Definitions,
    )?;
    Ok(resources.into_iter().map(|resource| Resource { columns: columns(), ..resource }).collect())
}

/// Source: `apiextensions-apiserver pkg/registry/customresourcedefinition/tableconvertor/tableconvertor.go`.
fn columns() -> Vec<Column> {
    vec![
        Column::computed("Scope", "string", "Cluster/Namespaced", 0, |crd| at(crd, "/spec/scope")),
        Column::computed("Versions", "string", "Served versions", 0, versions),
        // Quirk: it is a time, and not an age.
        Column::computed("Created At", "date", super::AGE, 0, |crd| at(crd, "/metadata/creationTimestamp")),
        Column::computed("Group", "string", "API group", 1, |crd| at(crd, "/spec/group")),
        Column::computed("Kind", "string", "CustomResource kind", 1, |crd| at(crd, "/spec/names/kind")),
        Column::computed("ShortNames", "string", "Short names", 1, short_names),
        Column::computed("Established", "boolean", "Established status", 1, established),
    ]
}

fn at(object: &Value, pointer: &str) -> Value {
    object.pointer(pointer).cloned().unwrap_or_default()
}

fn versions(crd: &Value) -> Value {
    let is = |version: &Value, field| version.get(field).and_then(Value::as_bool) == Some(true);
    let all = crd.pointer("/spec/versions").and_then(Value::as_array);
    let served = all.into_iter().flatten().filter(|version| is(version, "served")).map(|version| {
        let name = version.get("name").and_then(Value::as_str).unwrap_or_default();
        if is(version, "storage") { format!("{name}(storage)") } else { name.to_owned() }
    });
    let mut served: Vec<_> = served.collect();
    served.sort();
    served.join(",").into()
}

fn short_names(crd: &Value) -> Value {
    let names = crd.pointer("/spec/names/shortNames").and_then(Value::as_array);
    let names: Vec<_> = names.into_iter().flatten().filter_map(Value::as_str).collect();
    names.join(",").into()
}

fn established(crd: &Value) -> Value {
    super::registry::holds(crd, "Established").into()
}

/// `Namespace` in `v1`.
///
/// # Errors
/// Never: the definition below can be served.
pub(crate) fn namespaces() -> Result<Vec<Resource>, ServeError> {
    resource(
        &json!({
            "scope": "Cluster",
            "names": {
                "plural": NAMESPACES, "singular": "namespace", "kind": "Namespace", "listKind": "NamespaceList",
                "shortNames": ["ns"],
            },
            "versions": [{
                "name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                "selectableFields": [{"jsonPath": ".status.phase"}],
                "additionalPrinterColumns": [
                    {"name": "Status", "type": "string", "jsonPath": ".status.phase",
                     "description": "The status of the namespace"},
                    {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp",
                     "description": super::AGE},
                ],
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    "spec": {"type": "object", "properties": {
                        "finalizers": {"type": "array", "items": {"type": "string"}},
                    }},
                    "status": {"type": "object", "properties": {
                        "phase": {"type": "string"},
                        "conditions": conditions(),
                    }},
                }}},
            }],
        }),
        Role::Namespaces,
    )
}

/// The types by which CRDs are merged.
///
/// Source: `+listType` of `k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1/types.go`.
///
/// # Errors
/// Never: the schema below is structural.
pub(super) fn managers_of_definitions() -> Result<Managers, ServeError> {
    let string = || json!({"type": "string"});
    let strings = || json!({"type": "array", "items": {"type": "string"}});
    let names = || {
        json!({"type": "object", "properties": {
            "plural": string(), "singular": string(), "shortNames": strings(), "kind": string(),
            "listKind": string(), "categories": strings(),
        }})
    };
    let client = json!({"type": "object", "properties": {
        "url": string(), "caBundle": string(),
        "service": {"type": "object", "properties": {
            "namespace": string(), "name": string(), "path": string(), "port": {"type": "integer"},
        }},
    }});
    let conversion = json!({"type": "object", "properties": {
        "strategy": string(),
        "webhook": {"type": "object", "properties": {
            "clientConfig": client, "conversionReviewVersions": strings(),
        }},
    }});
    let version = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let spec = json!({"type": "object", "properties": {
        "group": string(), "names": names(), "scope": string(), "conversion": conversion,
        "versions": {"type": "array", "items": version}, "preserveUnknownFields": {"type": "boolean"},
    }});
    let status = json!({"type": "object", "properties": {
        "conditions": conditions(), "acceptedNames": names(), "storedVersions": strings(),
        "observedGeneration": {"type": "integer"},
    }});
    let definition: CrdSpec = read(json!({
        "group": "apiextensions.k8s.io",
        "names": {"kind": "CustomResourceDefinition"},
        "versions": [{
            "name": "v1", "subresources": {"status": {}},
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec, "status": status}}},
        }],
    }))?;
    let names = || json!({"plural": "", "kind": ""});
    Ok(Managers::of(&definition)?.with_zero(json!({
        "metadata": {},
        "spec": {"group": "", "names": names(), "scope": "", "versions": null},
        "status": {"conditions": null, "acceptedNames": names(), "storedVersions": null},
    })))
}

pub(super) fn zero_namespace() -> Value {
    json!({"metadata": {}, "spec": {}, "status": {}})
}

fn conditions() -> Value {
    let string = || json!({"type": "string"});
    json!({
        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"],
        "items": {"type": "object", "required": ["type"], "properties": {
            "type": string(), "status": string(), "reason": string(), "message": string(),
            "lastTransitionTime": {"type": "string", "format": "date-time"},
            "observedGeneration": {"type": "integer"},
        }},
    })
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, ServeError> {
    serde_json::from_value(value).map_err(|_| ServeError::NoSpec)
}

fn resource(spec: &Value, role: Role) -> Result<Vec<Resource>, ServeError> {
    let crd: CustomResourceDefinition = read(json!({ "spec": spec }))?;
    Resource::of(&crd, role)
}

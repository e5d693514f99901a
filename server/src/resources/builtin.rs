//! The resources that every server has: CRDs, and namespaces.

use crd_schema::{CustomResourceDefinition, ServeError};
use serde_json::json;

use super::{Resource, Role};

/// The plural of CRDs.
pub(crate) const DEFINITIONS: &str = "customresourcedefinitions";
/// The plural of namespaces.
pub(crate) const NAMESPACES: &str = "namespaces";

/// `CustomResourceDefinition` in `apiextensions.k8s.io/v1`, whose `spec` and `status` are checked elsewhere.
///
/// # Errors
/// Never: the definition below can be served.
pub(crate) fn definitions() -> Result<Vec<Resource>, ServeError> {
    resource(
        json!({
            "group": "apiextensions.k8s.io",
            "scope": "Cluster",
            "names": {
                "plural": DEFINITIONS, "singular": "customresourcedefinition", "kind": "CustomResourceDefinition",
                "listKind": "CustomResourceDefinitionList", "shortNames": ["crd", "crds"],
                "categories": ["api-extensions"],
            },
            "versions": [{
                "name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                "additionalPrinterColumns": [{
                    "name": "Created At", "type": "date", "jsonPath": ".metadata.creationTimestamp",
                    "description": super::AGE,
                }],
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    "spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                    "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                }}},
            }],
        }),
        Role::Definitions,
    )
}

/// `Namespace` in `v1`.
///
/// # Errors
/// Never: the definition below can be served.
pub(crate) fn namespaces() -> Result<Vec<Resource>, ServeError> {
    resource(
        json!({
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
                        "conditions": {"type": "array", "items": {"type": "object", "properties": {
                            "type": {"type": "string"}, "status": {"type": "string"},
                            "reason": {"type": "string"}, "message": {"type": "string"},
                            "lastTransitionTime": {"type": "string", "format": "date-time"},
                        }}},
                    }},
                }}},
            }],
        }),
        Role::Namespaces,
    )
}

fn resource(spec: serde_json::Value, role: Role) -> Result<Vec<Resource>, ServeError> {
    let crd: CustomResourceDefinition =
        serde_json::from_value(json!({ "spec": spec })).map_err(|_| ServeError::NoSpec)?;
    Resource::of(&crd, role)
}

//! CRDs and objects as data.

use serde_json::{Value, json};

/// What the server writes into metadata by itself.
const SERVER_METADATA: [&str; 5] =
    ["uid", "resourceVersion", "creationTimestamp", "generation", "managedFields"];
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The path of the objects of a CRD's first version; those with a namespace are in `default`.
pub fn collection(crd: &Value) -> String {
    let spec = &crd["spec"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let version = text(&spec["versions"][0]["name"]);
    let namespace = if spec["scope"] == "Namespaced" { "namespaces/default/" } else { "" };
    format!("/apis/{}/{version}/{namespace}{}", text(&spec["group"]), text(&spec["names"]["plural"]))
}

/// A CRD of one version, cluster scoped, around a schema.
pub fn crd_around(group: &str, schema: &Value) -> Value {
    let schema = json!({ "openAPIV3Schema": schema });
    let versions = json!([{"name": "v1", "served": true, "storage": true, "schema": schema}]);
    crd_with(group, &json!({ "versions": versions }))
}

/// A CRD, cluster scoped, with what `spec` says of it.
pub fn crd_with(group: &str, spec: &Value) -> Value {
    let mut spec = spec.clone();
    spec["group"] = group.into();
    spec["scope"] = "Cluster".into();
    spec["names"] = json!({"kind": "Case", "listKind": "CaseList", "plural": "cases", "singular": "case"});
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("cases.{group}")},
        "spec": spec,
    })
}

/// An object as its author thinks of it.
#[must_use]
pub fn without_server_metadata(mut object: Value) -> Value {
    let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) else {
        return object;
    };
    for field in SERVER_METADATA {
        metadata.remove(field);
    }
    if let Some(annotations) = metadata.get_mut("annotations").and_then(Value::as_object_mut) {
        annotations.remove(LAST_APPLIED);
        if annotations.is_empty() {
            metadata.remove("annotations");
        }
    }
    object
}

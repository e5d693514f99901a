//! Documents for handwritten servers: whole, with markers, and for served versions only.

use std::collections::BTreeSet;

use crd_schema::CustomResourceDefinition;
use crd_schema::openapi::{
    OpenApiDefinitions, openapi_metadata_v2, openapi_metadata_v3, openapi_v2, openapi_v3,
};
use crd_schema_tests::conformance::same;
use crd_schema_tests::oracle;
use serde_json::{Value, json};

const META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.";

fn definition() -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "jobs.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Job", "plural": "jobs"},
            "scope": "Namespaced",
            "versions": [
                {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                    "type": "object",
                    "x-kubernetes-unions": [{"fields": {"image": "Image"}}],
                    "properties": {
                        "image": {"type": "string", "x-kubernetes-mutability": "Immutable"},
                        "tags": {
                            "type": "object",
                            "additionalProperties": {"type": "string"},
                            "x-kubernetes-key-mutability": "AddOnly",
                        },
                        "template": {
                            "type": "object",
                            "x-kubernetes-embedded-resource": true,
                            "properties": {"spec": {"type": "object"}},
                        },
                    },
                }}},
                {"name": "v0", "served": false, "storage": false, "schema": {"openAPIV3Schema": {"type": "object"}}},
            ],
        },
    })
}

fn crd() -> CustomResourceDefinition {
    serde_json::from_value(definition()).expect("a definition")
}

/// Everything that a value refers to.
fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn references_lead_somewhere() {
    let documents: [(&str, OpenApiDefinitions, OpenApiDefinitions); 2] = [
        ("#/definitions/", openapi_v2(&crd(), "v1").expect("served"), openapi_metadata_v2()),
        ("#/components/schemas/", openapi_v3(&crd(), "v1").expect("served"), openapi_metadata_v3()),
    ];
    for (prefix, own, metadata) in documents {
        let mut all = own;
        all.extend(metadata);
        let mut found = BTreeSet::new();
        references(&serde_json::to_value(&all).expect("JSON"), &mut found);
        assert!(found.len() >= 8, "{found:?}");
        for reference in found {
            let name = reference.strip_prefix(prefix).unwrap_or_else(|| panic!("{reference}"));
            assert!(all.contains_key(name), "{reference}");
        }
    }
}

#[test]
fn extensions_of_keps_are_published_as_they_are() {
    for definitions in [openapi_v2(&crd(), "v1"), openapi_v3(&crd(), "v1")] {
        let job = serde_json::to_value(&definitions.expect("served")["com.example.v1.Job"]).expect("JSON");
        assert_eq!(job["properties"]["image"]["x-kubernetes-mutability"], "Immutable");
        assert_eq!(job["properties"]["tags"]["x-kubernetes-key-mutability"], "AddOnly");
        assert_eq!(job["x-kubernetes-unions"], json!([{"fields": {"image": "Image"}}]));
    }
}

#[test]
fn versions_that_are_not_served_are_not_published() {
    assert_eq!(openapi_v2(&crd(), "v0"), None);
    assert_eq!(openapi_v3(&crd(), "v0"), None);
    assert_eq!(openapi_v3(&crd(), "v2"), None);
}

fn without_descriptions(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, value)| !(*name == "description" && value.is_string()));
            kept.map(|(name, value)| (name.clone(), without_descriptions(value))).collect()
        }
        Value::Array(items) => items.iter().map(without_descriptions).collect(),
        other => other.clone(),
    }
}

/// All that is left out are descriptions.
#[test]
fn metadata_is_that_of_the_server() {
    let request = |op: &str| json!({"op": op, "version": "v1", "full": true, "crd": definition()});
    let documents = [("openapi_v2", openapi_metadata_v2()), ("openapi_v3", openapi_metadata_v3())];
    for (op, metadata) in documents {
        assert_eq!(metadata.len(), 7, "the data can be read");
        let Some(answers) = oracle::ask(&[request(op)]) else { return };
        for (name, ours) in &metadata {
            let expected = without_descriptions(&answers[0]["definitions"][name]);
            let ours = serde_json::to_value(ours).expect("JSON");
            assert!(name.starts_with(META) && same(&expected, &ours), "{name}\n{expected}\n{ours}");
        }
    }
}

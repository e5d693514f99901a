//! From an annotated type to a definition, and the corpus through publishing.

use std::collections::BTreeMap;

use crd_schema::crd::publish;
use crd_schema::{
    CrdSchema, CustomResourceDefinition, CustomResourceExt, JsonSchemaProps, Profile, StructuralSchema,
};
use crd_schema_tests::corpus;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A bucket.
#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Bucket", plural = "buckets", no_export_test)]
struct BucketSpec {
    /// Where it is.
    #[immutable]
    region: String,
    #[immutable(add_only)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    #[immutable_keys(remove_only)]
    #[serde(default)]
    grants: BTreeMap<String, bool>,
}

#[test]
fn markers_of_a_type_become_rules() {
    let expected = json!({
        "type": "object",
        "required": ["region"],
        "properties": {
            "region": {
                "description": "Where it is.",
                "type": "string",
                "x-kubernetes-validations": [
                    {"rule": "self == oldSelf", "message": "field is immutable", "reason": "FieldValueInvalid"},
                ],
            },
            "owner": {
                "type": "string",
                "x-kubernetes-validations": [{
                    "rule": "self == oldSelf",
                    "message": "field cannot be modified once set",
                    "reason": "FieldValueInvalid",
                }],
            },
            "grants": {
                "type": "object",
                "additionalProperties": {"type": "boolean"},
                "x-kubernetes-validations": [{
                    "rule": "self.all(x1, x1 in oldSelf)",
                    "message": "entries cannot be added",
                    "reason": "FieldValueInvalid",
                }],
            },
        },
        "x-kubernetes-validations": [
            {
                "rule": "!has(self.grants) || has(oldSelf.grants) || size(self.grants) == 0",
                "message": "entries cannot be added",
                "reason": "FieldValueInvalid",
                "fieldPath": ".grants",
            },
            {
                "rule": "!has(oldSelf.owner) || has(self.owner)",
                "message": "field cannot be cleared once set",
                "reason": "FieldValueInvalid",
                "fieldPath": ".owner",
            },
        ],
    });
    let crd = serde_json::to_value(Bucket::crd().expect("defined")).expect("JSON");
    let root = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    assert_eq!(root["description"], "A bucket.");
    assert_eq!(root["properties"]["spec"], expected);
    assert_eq!(crd["spec"]["names"]["singular"], "bucket");
}

#[test]
fn native_keeps_the_markers_of_a_type() {
    let yaml = Bucket::crd_yaml(Profile::Native).expect("written");
    assert!(yaml.contains("x-kubernetes-mutability: AddOnly\n"), "{yaml}");
    assert!(yaml.contains("x-kubernetes-key-mutability: RemoveOnly\n"), "{yaml}");
    assert!(!yaml.contains("x-kubernetes-validations"), "{yaml}");
}

/// No published CRD has a marker, so publishing changes none, in either profile.
#[test]
fn the_corpus_is_published_as_it_is() {
    let Some(folder) = corpus::folder() else { return };
    let mut count = 0;
    for path in corpus::yaml_files(&folder, "crds") {
        for document in corpus::documents(&path) {
            if document.value()["kind"] != "CustomResourceDefinition" {
                continue;
            }
            let crd: CustomResourceDefinition =
                serde_json::from_value(document.into_value()).expect("a definition");
            for version in crd.spec.iter().flat_map(|spec| spec.versions.iter().flatten()) {
                let schema = version.schema.as_ref().and_then(|schema| schema.open_api_v3_schema.as_ref());
                let Some(schema) = schema.and_then(|schema| StructuralSchema::try_from(&**schema).ok())
                else {
                    continue;
                };
                for profile in [Profile::Cluster, Profile::Native] {
                    let published = publish(&schema, profile).expect("there is nothing to lower");
                    assert_eq!(published.schema(), &JsonSchemaProps::from(&schema), "{}", path.display());
                    assert_eq!(published.warnings(), []);
                }
                count += 1;
            }
        }
    }
    assert!(count > 0, "the corpus has definitions");
}

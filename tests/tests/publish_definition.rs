//! Definitions: names against what Kubernetes answers, and the shape.

use std::path::Path;

use crd_schema::describe::{ColumnDesc, ResourceDesc, Scope};
use crd_schema::{JsonSchemaProps, Profile, SchemaBuilder, StructuralSchema, definition_of};
use serde_json::{Value, json};

const THING: ResourceDesc = ResourceDesc {
    group: "example.com",
    version: "v1",
    kind: "Thing",
    plural: "things",
    ..ResourceDesc::EMPTY
};

/// Descriptions are made at compile time; a table is read when the test runs, and stays.
fn leak(value: &Value) -> &'static str {
    Box::leak(value.as_str().unwrap_or_default().to_owned().into_boxed_str())
}

fn leak_list(value: &Value) -> &'static [&'static str] {
    Box::leak(value.as_array().into_iter().flatten().map(leak).collect())
}

fn resource(case: &Value) -> ResourceDesc {
    let text = |name: &str, default| case.get(name).map_or(default, leak);
    let column = case.get("column").map(|column| ColumnDesc {
        name: leak(&column["name"]),
        type_: leak(&column["type"]),
        format: leak(&column["format"]),
        json_path: leak(&column["json_path"]),
        ..ColumnDesc::EMPTY
    });
    ResourceDesc {
        group: text("group", THING.group),
        version: text("version", THING.version),
        kind: text("kind", THING.kind),
        plural: text("plural", THING.plural),
        singular: text("singular", ""),
        list_kind: text("list_kind", ""),
        short_names: leak_list(&case["short_names"]),
        categories: leak_list(&case["categories"]),
        columns: Box::leak(column.into_iter().collect()),
        ..THING
    }
}

/// `names.ndjson` has the answers of `CustomResourceDefinition` validation of Kubernetes 1.37.2, in its order.
#[test]
fn names_are_judged_as_the_server_does() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/publish/names.ndjson");
    let table = std::fs::read_to_string(path).expect("the table is readable");
    let schema = SchemaBuilder::object().build().expect("structural");
    for line in table.lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let found = definition_of(&resource(&case["resource"]), &schema, Profile::Cluster).err();
        let texts: Vec<_> = found.iter().flatten().map(ToString::to_string).collect();
        assert_eq!(json!(texts), case["errors"], "{}", case["resource"]);
    }
}

#[test]
fn everything_that_is_described_is_there() {
    let resource = ResourceDesc {
        list_kind: "Things",
        singular: "onething",
        short_names: &["th"],
        categories: &["all"],
        scope: Scope::Cluster,
        status_subresource: true,
        columns: &[ColumnDesc {
            name: "Age",
            type_: "date",
            json_path: ".metadata.creationTimestamp",
            format: "date-time",
            description: "How old it is.",
            priority: 1,
        }],
        ..THING
    };
    let schema = SchemaBuilder::object().build().expect("structural");
    let definition = definition_of(&resource, &schema, Profile::Cluster).expect("defined");
    let expected = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.com"},
        "spec": {
            "group": "example.com",
            "names": {
                "plural": "things", "singular": "onething", "shortNames": ["th"], "kind": "Thing",
                "listKind": "Things", "categories": ["all"],
            },
            "scope": "Cluster",
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object"}},
                "subresources": {"status": {}},
                "additionalPrinterColumns": [{
                    "name": "Age", "type": "date", "format": "date-time", "description": "How old it is.",
                    "priority": 1, "jsonPath": ".metadata.creationTimestamp",
                }],
            }],
        },
    });
    assert_eq!(serde_json::to_value(definition.crd()).expect("JSON"), expected);
}

/// What a root may not say beside a status subresource, and what it may.
#[test]
fn a_status_subresource_restricts_the_root() {
    let refused = [
        ("default", json!({"apiVersion": "a/v1", "kind": "B"})),
        ("minProperties", json!(1)),
        ("maxProperties", json!(9)),
        ("x-kubernetes-map-type", json!("atomic")),
        ("enum", json!([{}])),
        ("nullable", json!(true)),
        ("anyOf", json!([{"required": ["a"]}])),
        ("not", json!({"required": ["a"]})),
        ("x-kubernetes-embedded-resource", json!(true)),
    ];
    let allowed = [
        ("title", json!("a")),
        ("required", json!(["a"])),
        ("x-kubernetes-preserve-unknown-fields", json!(true)),
        ("x-kubernetes-validations", json!([{"rule": "true"}])),
    ];
    let verdict = |keyword: &str, value: &Value, status| {
        let mut schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        schema[keyword] = value.clone();
        let props: JsonSchemaProps = serde_json::from_value(schema).expect("a schema");
        let schema = StructuralSchema::try_from(&props).expect("structural");
        let resource = ResourceDesc { status_subresource: status, ..THING };
        definition_of(&resource, &schema, Profile::Cluster).err()
    };
    for (keyword, value) in &refused {
        let found = verdict(keyword, value, true).expect(keyword).to_string();
        assert!(
            found.starts_with("spec.validation.openAPIV3Schema: Invalid value: only [Description"),
            "{found}"
        );
        assert_eq!(verdict(keyword, value, false), None);
    }
    for (keyword, value) in &allowed {
        assert_eq!(verdict(keyword, value, true), None, "{keyword}");
    }
}

/// A server wants an annotation, which whoever installs the definition can add.
#[test]
fn a_protected_group_is_a_warning() {
    let warnings = |group| {
        let schema = SchemaBuilder::object().build().expect("structural");
        let definition = definition_of(&ResourceDesc { group, ..THING }, &schema, Profile::Cluster);
        definition.expect("defined").warnings().len()
    };
    assert_eq!(warnings("example.k8s.io"), 1);
    assert_eq!(warnings("kubernetes.io"), 1);
    assert_eq!(warnings("notk8s.io"), 0);
}

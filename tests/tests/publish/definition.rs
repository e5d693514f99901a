//! Definitions: names against what Kubernetes answers, and the shape.

use std::path::Path;

use crd_schema::crd::{Version, combine, definition_of};
use crd_schema::describe::{ColumnDesc, ResourceDesc, Scope};
use crd_schema::{JsonSchemaProps, Profile, SchemaBuilder, StructuralSchema};
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
fn names_are_validated_as_the_server_does() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/publish/names.ndjson");
    let table = std::fs::read_to_string(path).expect("the table is readable");
    let schema = SchemaBuilder::object().build().expect("structural");
    for line in table.lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let found = definition_of(&resource(&case["resource"]), &schema, Profile::Cluster).err();
        let strings: Vec<_> = found.iter().flatten().map(ToString::to_string).collect();
        assert_eq!(json!(strings), case["errors"], "{}", case["resource"]);
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
        // Some are refused at any root, in other words.
        let without = verdict(keyword, value, false).map(|found| found.to_string()).unwrap_or_default();
        assert!(!without.contains("only [Description"), "{without}");
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

#[test]
fn versions_of_one_resource_are_combined() {
    let schema = |field: &str, value: SchemaBuilder| {
        let spec = SchemaBuilder::object().property("same", SchemaBuilder::string()).property(field, value);
        SchemaBuilder::object().property("spec", spec).build().expect("structural")
    };
    let old = ResourceDesc { version: "v1", storage: false, deprecation: Some("use v2"), ..THING };
    let new = ResourceDesc { version: "v2", ..THING };
    let v1 = Version::new(old, schema("size", SchemaBuilder::string()));
    let v2 = Version::new(new, schema("size", SchemaBuilder::integer()));
    let both = combine(&[v2.clone(), v1.clone()], Profile::Cluster).expect("a definition");
    let path = "spec.versions[1].schema.openAPIV3Schema.properties[spec].properties[size]";
    let warnings: Vec<_> = both.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].starts_with(&format!("{path}: is of type string here and integer in v2")),
        "{warnings:?}"
    );

    let versions = both.crd().spec.as_ref().and_then(|spec| spec.versions.clone()).expect("versions");
    let flags = versions.iter().map(|version| (version.name.as_deref(), version.storage, version.deprecated));
    let flags: Vec<_> = flags.collect();
    assert_eq!(flags, [(Some("v2"), Some(true), None), (Some("v1"), Some(false), Some(true))]);
    assert_eq!(versions[1].deprecation_warning.as_deref(), Some("use v2"));

    let refused = combine(std::slice::from_ref(&v1), Profile::Cluster).expect_err("nothing is stored");
    assert!(refused.to_string().contains("must have exactly one version marked as storage version"));
    let other = Version::new(
        ResourceDesc { kind: "Other", storage: false, ..old },
        schema("a", SchemaBuilder::string()),
    );
    let refused = combine(&[v2, other], Profile::Cluster).expect_err("two kinds");
    assert!(refused.to_string().contains("the kind of v1 is \"Other\""), "{refused}");
}

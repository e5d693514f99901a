//! The wire types have every field of the API, and lose nothing that they do not have.
//!
//! The fields stand here a second time, on purpose: a field that the library has forgotten ends among the unknown
//! ones. Source: `apiextensions-apiserver pkg/apis/apiextensions/v1/types.go`, `types_jsonschema.go`; `apimachinery
//! pkg/apis/meta/v1/types.go`.

use crd_schema::path::FieldPathBuf;
use crd_schema::{CustomResourceDefinition, JsonSchemaProps};
use serde_json::{Map, Value, json};

/// Every field of `JSONSchemaProps`, with a value of each shape that it takes.
fn schema_fields() -> Vec<(&'static str, Vec<Value>)> {
    let schema = || json!({"type": "string"});
    let bounds = || vec![json!(0), json!(-3), json!(0.5), json!(1e300)];
    let limits = || vec![json!(0), json!(i64::MAX)];
    let flags = || vec![json!(false), json!(true)];
    let any =
        || vec![json!(0), json!(1.5), json!(""), json!([null]), json!({"a": {"b": null}}), json!(false)];
    vec![
        ("id", vec![json!("i")]),
        ("$schema", vec![json!("s")]),
        ("$ref", vec![json!("r")]),
        ("description", vec![json!(""), json!("d")]),
        ("type", vec![json!(""), json!("object"), json!("null")]),
        ("format", vec![json!("f")]),
        ("title", vec![json!("t")]),
        ("default", any()),
        ("maximum", bounds()),
        ("exclusiveMaximum", flags()),
        ("minimum", bounds()),
        ("exclusiveMinimum", flags()),
        ("maxLength", limits()),
        ("minLength", limits()),
        ("pattern", vec![json!("^a$")]),
        ("maxItems", limits()),
        ("minItems", limits()),
        ("uniqueItems", flags()),
        ("multipleOf", bounds()),
        ("enum", vec![json!([]), json!([null, 1, 1.5, "a", {"b": [null]}])]),
        ("maxProperties", limits()),
        ("minProperties", limits()),
        ("required", vec![json!([]), json!(["b", "a"])]),
        ("items", vec![schema(), json!([]), json!([schema(), {}])]),
        ("allOf", vec![json!([]), json!([schema()])]),
        ("oneOf", vec![json!([schema(), {}])]),
        ("anyOf", vec![json!([schema()])]),
        ("not", vec![json!({}), schema()]),
        ("properties", vec![json!({}), json!({"": {}, "a.b": schema()})]),
        ("additionalProperties", vec![json!(true), json!(false), json!({}), schema()]),
        ("patternProperties", vec![json!({"^a": schema()})]),
        ("dependencies", vec![json!({"a": schema(), "b": ["c"], "d": []})]),
        ("additionalItems", vec![json!(false), schema()]),
        ("definitions", vec![json!({"d": schema()})]),
        ("externalDocs", vec![json!({}), json!({"description": "d", "url": "u"})]),
        ("example", any()),
        ("nullable", flags()),
        ("x-kubernetes-preserve-unknown-fields", flags()),
        ("x-kubernetes-embedded-resource", flags()),
        ("x-kubernetes-int-or-string", flags()),
        ("x-kubernetes-list-map-keys", vec![json!([]), json!(["k"])]),
        ("x-kubernetes-list-type", vec![json!("map"), json!("other")]),
        ("x-kubernetes-map-type", vec![json!("atomic")]),
        ("x-kubernetes-validations", vec![json!([]), json!([{"rule": "true"}, rule()])]),
        // Of the KEP Immutable Fields.
        ("x-kubernetes-mutability", vec![json!("AddOnly"), json!("Mutable")]),
        ("x-kubernetes-key-mutability", vec![json!("Immutable")]),
    ]
}

fn rule() -> Value {
    json!({
        "rule": "self == oldSelf",
        "message": "m",
        "messageExpression": "e",
        "reason": "FieldValueInvalid",
        "fieldPath": ".a",
        "optionalOldSelf": false,
    })
}

/// A schema with every field at once, some of them several levels deep.
fn full_schema() -> Value {
    let last = |(name, mut values): (&str, Vec<Value>)| Some((name.to_owned(), values.pop()?));
    let mut schema: Map<_, _> = schema_fields().into_iter().filter_map(last).collect();
    let inner = Value::Object(schema.clone());
    for (name, value) in [("items", inner.clone()), ("not", inner.clone())] {
        schema.insert(name.to_owned(), value);
    }
    schema.insert("allOf".to_owned(), json!([inner]));
    Value::Object(schema)
}

/// A CRD with every field of every type.
fn full_crd() -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {
            "name": "n", "generateName": "g", "namespace": "s", "selfLink": "l", "uid": "u",
            "resourceVersion": "1", "generation": 2, "creationTimestamp": "2020-01-01T00:00:00Z",
            "deletionTimestamp": "2020-01-01T00:00:00Z", "deletionGracePeriodSeconds": 0,
            "labels": {"a.b/c": "d"}, "annotations": {"e": ""},
            "ownerReferences": [{
                "apiVersion": "v1", "kind": "K", "name": "o", "uid": "w",
                "controller": false, "blockOwnerDeletion": true,
            }],
            "finalizers": ["f"],
            "managedFields": [{
                "manager": "m", "operation": "Apply", "apiVersion": "v1", "time": "2020-01-01T00:00:00Z",
                "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {".": {}}}, "subresource": "status",
            }],
        },
        "spec": {
            "group": "example.com",
            "names": names(),
            "scope": "Namespaced",
            "versions": [{
                "name": "v1", "served": false, "storage": true, "deprecated": true,
                "deprecationWarning": "",
                "schema": {"openAPIV3Schema": full_schema()},
                "subresources": {
                    "status": {},
                    "scale": {"specReplicasPath": ".a", "statusReplicasPath": ".b", "labelSelectorPath": ".c"},
                },
                "additionalPrinterColumns": [{
                    "name": "n", "type": "integer", "format": "int32", "description": "d",
                    "priority": -1, "jsonPath": ".a",
                }],
                "selectableFields": [{"jsonPath": ".a"}],
            }],
            "conversion": {
                "strategy": "Webhook",
                "webhook": {
                    "clientConfig": {
                        "url": "https://a", "caBundle": "QQ==",
                        "service": {"namespace": "s", "name": "n", "path": "/p", "port": 0},
                    },
                    "conversionReviewVersions": [],
                },
            },
            "preserveUnknownFields": false,
        },
        "status": {
            "conditions": [{
                "type": "Established", "status": "True", "lastTransitionTime": "2020-01-01T00:00:00Z",
                "reason": "r", "message": "m", "observedGeneration": 3,
            }],
            "acceptedNames": names(),
            "storedVersions": [],
            "observedGeneration": 0,
        },
    })
}

fn names() -> Value {
    json!({
        "plural": "p", "singular": "s", "shortNames": ["h"], "kind": "K", "listKind": "L", "categories": [],
    })
}

fn messages(paths: &[FieldPathBuf]) -> Vec<String> {
    let mut messages: Vec<_> = paths.iter().map(ToString::to_string).collect();
    messages.sort();
    messages
}

fn schema_of(json: &Value) -> JsonSchemaProps {
    serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn crd_of(json: &Value) -> CustomResourceDefinition {
    serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{json}: {error}"))
}

#[test]
fn every_field_of_a_schema_is_known_and_kept() {
    assert_eq!(schema_fields().len(), 44 + 2, "the fields of the API, and the two markers");
    for (name, values) in schema_fields() {
        for value in values {
            let json = json!({name: value});
            let props = schema_of(&json);
            assert_eq!(messages(&props.unknown_fields()), [""; 0], "{json}");
            assert_eq!(serde_json::to_value(&props).expect("JSON"), json);
        }
    }
}

#[test]
fn all_fields_at_once_are_known_and_kept() {
    let json = full_crd();
    let crd = crd_of(&json);
    assert_eq!(messages(&crd.unknown_fields()), [""; 0]);
    assert_eq!(serde_json::to_value(&crd).expect("JSON"), json);
}

#[test]
fn the_text_keeps_them_too() {
    let json = full_crd();
    let crd: CustomResourceDefinition = serde_json::from_str(&json.to_string()).expect("a CRD");
    let text = serde_json::to_string(&crd).expect("JSON");
    assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), json);
}

/// Every place that is an object of a type of its own, by JSON pointer, with the path that a report has for it.
const LEVELS: &[(&str, &str)] = &[
    ("", ""),
    ("/metadata", "metadata"),
    ("/metadata/ownerReferences/0", "metadata.ownerReferences[0]"),
    ("/metadata/managedFields/0", "metadata.managedFields[0]"),
    ("/spec", "spec"),
    ("/spec/names", "spec.names"),
    ("/spec/versions/0", "spec.versions[0]"),
    ("/spec/versions/0/schema", "spec.versions[0].schema"),
    ("/spec/versions/0/subresources", "spec.versions[0].subresources"),
    ("/spec/versions/0/subresources/status", "spec.versions[0].subresources.status"),
    ("/spec/versions/0/subresources/scale", "spec.versions[0].subresources.scale"),
    ("/spec/versions/0/additionalPrinterColumns/0", "spec.versions[0].additionalPrinterColumns[0]"),
    ("/spec/versions/0/selectableFields/0", "spec.versions[0].selectableFields[0]"),
    ("/spec/conversion", "spec.conversion"),
    ("/spec/conversion/webhook", "spec.conversion.webhook"),
    ("/spec/conversion/webhook/clientConfig", "spec.conversion.webhook.clientConfig"),
    ("/spec/conversion/webhook/clientConfig/service", "spec.conversion.webhook.clientConfig.service"),
    ("/status", "status"),
    ("/status/conditions/0", "status.conditions[0]"),
    ("/status/acceptedNames", "status.acceptedNames"),
];

/// The same inside a schema.
const SCHEMA_LEVELS: &[(&str, &str)] = &[
    ("", ""),
    ("/items", "items"),
    ("/items/properties/a.b", "items.properties.a.b"),
    ("/allOf/0", "allOf[0]"),
    ("/allOf/0/not", "allOf[0].not"),
    ("/oneOf/1", "oneOf[1]"),
    ("/anyOf/0", "anyOf[0]"),
    ("/not", "not"),
    ("/properties/a.b", "properties.a.b"),
    ("/additionalProperties", "additionalProperties"),
    ("/patternProperties/^a", "patternProperties.^a"),
    ("/dependencies/a", "dependencies.a"),
    ("/additionalItems", "additionalItems"),
    ("/definitions/d", "definitions.d"),
    ("/externalDocs", "externalDocs"),
    ("/x-kubernetes-validations/1", "x-kubernetes-validations[1]"),
];

const UNKNOWN: [(&str, &str); 4] =
    [("readOnly", "true"), ("const", "1.0"), ("x-foo", r#"{"type":[null]}"#), ("", "null")];

fn expect_unknown(json: &Value, levels: &[(&str, &str)], report: impl Fn(&Value) -> (Vec<String>, Value)) {
    for (pointer, path) in levels {
        for (name, text) in UNKNOWN {
            let mut json = json.clone();
            let place = json.pointer_mut(pointer).and_then(Value::as_object_mut);
            let value = serde_json::from_str(text).expect("JSON");
            place.unwrap_or_else(|| panic!("{pointer} is in the specimen")).insert(name.to_owned(), value);
            let (unknown, written) = report(&json);
            let expected = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            assert_eq!(unknown, [expected]);
            assert_eq!(written, json, "{pointer} {name}");
        }
    }
}

#[test]
fn unknown_fields_of_a_crd_are_reported_and_kept() {
    expect_unknown(&full_crd(), LEVELS, |json| {
        let crd = crd_of(json);
        (messages(&crd.unknown_fields()), serde_json::to_value(&crd).expect("JSON"))
    });
}

#[test]
fn unknown_fields_of_a_schema_are_reported_and_kept() {
    expect_unknown(&full_schema(), SCHEMA_LEVELS, |json| {
        let props = schema_of(json);
        (messages(&props.unknown_fields()), serde_json::to_value(&props).expect("JSON"))
    });
}

#[test]
fn unknown_fields_of_a_schema_in_a_crd_have_the_whole_path() {
    let mut json = full_crd();
    json["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["a.b"]["readOnly"] = json!(true);
    let path = "spec.versions[0].schema.openAPIV3Schema.properties.a.b.readOnly";
    assert_eq!(messages(&crd_of(&json).unknown_fields()), [path]);
}

/// Go reads these as holders of nothing or refuses them; what it refuses must be refused, and nothing may be lost.
#[test]
fn fields_of_other_shapes_are_refused_or_kept() {
    for json in [json!({"items": 1}), json!({"items": "a"}), json!({"dependencies": {"a": 1}})] {
        assert_eq!(serde_json::to_value(schema_of(&json)).expect("JSON"), json);
    }
    for json in [
        json!({"type": ["string"]}),
        json!({"additionalProperties": "true"}),
        json!({"additionalItems": 1}),
        json!({"maxLength": 1.5}),
        json!({"required": "a"}),
        json!({"properties": []}),
        json!({"nullable": "true"}),
    ] {
        assert!(serde_json::from_value::<JsonSchemaProps>(json.clone()).is_err(), "{json}");
    }
}

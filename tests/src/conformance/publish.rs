//! `unfold`, `openapi_v2` and `openapi_v3`: what is published of a schema.

use std::collections::BTreeSet;

use crd_schema::crd::{Unfold, unfold};
use crd_schema::openapi::{OpenApiDefinitions, openapi_v2, openapi_v3};
use crd_schema::{CustomResourceDefinition, JsonSchemaProps, StructuralSchema};
use serde_json::{Map, Value, json};

use super::structural::{printable, without_markers};
use super::{Operation, fields_differ_beside_zeros};
use crate::generate::{self, Tape};
use crate::variants::{broken, with_empties, with_validations};

/// Extensions written out as servers do.
pub struct UnfoldSchema;

/// The definitions of `/openapi/v2`.
pub struct OpenApiV2;

/// The definitions of `/openapi/v3`.
pub struct OpenApiV3;

impl Operation for UnfoldSchema {
    fn name(&self) -> &'static str {
        "unfold"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        json!({"op": self.name(), "schema": schema(tape)})
    }

    fn answer(&self, request: &Value) -> Value {
        let props: JsonSchemaProps = serde_json::from_value(request["schema"].clone()).expect("a schema");
        match StructuralSchema::try_from(&props) {
            Ok(schema) => {
                let unfolded = serde_json::to_value(unfold(&schema, Unfold::Server)).expect("JSON");
                json!({"structural": printable(&unfolded, false)})
            }
            Err(violations) => json!({"not structural": violations.to_string()}),
        }
    }

    /// No field of a value that is read by `serde_json` is `-0`.
    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        fields_differ_beside_zeros(oracle, &self.answer(request))
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        class(&answer["structural"], &request["schema"])
    }
}

impl Operation for OpenApiV2 {
    fn name(&self) -> &'static str {
        "openapi_v2"
    }

    /// Go builds the paths, too.
    fn slowness(&self) -> u64 {
        5
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        definition_request(self.name(), tape)
    }

    fn answer(&self, request: &Value) -> Value {
        published(request, openapi_v2)
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        difference(oracle, &self.answer(request))
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        class(&answer["definitions"], &request["crd"])
    }
}

impl Operation for OpenApiV3 {
    fn name(&self) -> &'static str {
        "openapi_v3"
    }

    /// Go builds the paths, too.
    fn slowness(&self) -> u64 {
        5
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        definition_request(self.name(), tape)
    }

    fn answer(&self, request: &Value) -> Value {
        published(request, openapi_v3)
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        difference(oracle, &self.answer(request))
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        class(&answer["definitions"], &request["crd"])
    }
}

fn published(
    request: &Value,
    publish: fn(&CustomResourceDefinition, &str) -> Option<OpenApiDefinitions>,
) -> Value {
    let crd = serde_json::from_value(request["crd"].clone()).expect("a definition");
    let definitions = publish(&crd, request["version"].as_str().unwrap_or_default());
    definitions.map_or_else(|| json!({"buildError": ""}), |definitions| json!({"definitions": definitions}))
}

/// There is no version, or the fields of the definitions are alike.
fn difference(oracle: &Value, ours: &Value) -> Option<String> {
    if oracle.get("buildError").is_some() && ours.get("buildError").is_some() {
        return None;
    }
    fields_differ_beside_zeros(oracle, ours)
}

fn definition_request(op: &str, tape: &mut Tape<'_>) -> Value {
    let group = tape.pick(&["example.com", "com", "a.b.example.com", "autoscaling.example.com"]);
    let mut names = json!({"kind": tape.pick(&["Job", "Scale"]), "plural": "jobs"});
    if tape.rarely(1, 4) {
        names["listKind"] = "Jobs".into();
    }
    let mut versions = vec![version(tape, "v1")];
    if tape.rarely(1, 3) {
        versions.insert(0, version(tape, "v2beta1"));
    }
    let mut spec = json!({"group": group, "names": names, "scope": tape.pick(&["Namespaced", "Cluster"]), "versions": versions});
    if tape.rarely(1, 12) {
        spec["preserveUnknownFields"] = true.into();
    }
    let version = if tape.rarely(1, 16) { "v9" } else { "v1" };
    json!({"op": op, "version": version, "crd": {"metadata": {"name": format!("jobs.{group}")}, "spec": spec}})
}

fn version(tape: &mut Tape<'_>, name: &str) -> Value {
    let mut version = json!({"name": name, "served": true, "storage": name == "v1"});
    if !tape.rarely(1, 16) {
        version["schema"] = json!({"openAPIV3Schema": hostile_schema(tape)});
    }
    let fields =
        [json!([]), json!([{"jsonPath": ".spec.a"}]), json!([{"jsonPath": "..x"}, {"jsonPath": "a"}])];
    if tape.rarely(1, 4) {
        version["selectableFields"] = fields[tape.choose(3)].clone();
    }
    version
}

/// Schemas that need not be structural.
fn hostile_schema(tape: &mut Tape<'_>) -> Value {
    let schema = schema(tape);
    if tape.rarely(1, 4) { broken(tape, &schema) } else { schema }
}

/// A structural schema with what publishing looks at.
fn schema(tape: &mut Tape<'_>) -> Value {
    // Markers of the KEP are no words of the server's.
    let mut schema = without_markers(&generate::schema(tape));
    match tape.choose(8) {
        6 => schema = with_validations(&schema),
        7 => schema = with_empties(&schema),
        _ => {}
    }
    if !tape.rarely(1, 4) {
        decorate(tape, &mut schema);
    }
    schema
}

/// Adds something to some nodes of the spine.
fn decorate(tape: &mut Tape<'_>, schema: &mut Value) {
    let Value::Object(node) = schema else { return };
    for below in ["items", "additionalProperties"] {
        if let Some(schema) = node.get_mut(below) {
            decorate(tape, schema);
        }
    }
    for (_, schema) in node.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        decorate(tape, schema);
    }
    for _ in 0..tape.choose(3) {
        decorate_node(tape, node);
    }
}

fn decorate_node(tape: &mut Tape<'_>, node: &mut Map<String, Value>) {
    const PAIR: fn() -> Value = || json!([{"type": "integer"}, {"type": "string"}]);
    let (name, value) = match tape.choose(16) {
        0 => ("anyOf", json!([{"minLength": 1}, {"minimum": 2, "exclusiveMinimum": true}])),
        1 => ("anyOf", PAIR()),
        2 => ("allOf", json!([{"anyOf": PAIR()}, {"maxLength": 0}])),
        3 => ("allOf", json!([{"anyOf": PAIR(), "pattern": "^a$"}])),
        4 => ("allOf", json!([{"anyOf": [{"enum": [1]}, {"not": {"enum": ["x"]}}]}])),
        5 => ("oneOf", json!([{"required": ["a"]}, {"required": ["b"]}])),
        6 => ("not", json!({"required": ["a", "c"]})),
        7 => ("required", json!(["a", "b", "kind"])),
        8 => ("required", json!(["d", "a", "a"])),
        9 => ("example", [json!(""), json!({}), json!([]), json!(0), json!(false)][tape.choose(5)].clone()),
        10 => ("externalDocs", [json!({}), json!({"url": "u"})][tape.choose(2)].clone()),
        11 => ("title", json!("a title")),
        12 => ("description", json!("<what> it & is")),
        13 => ("x-kubernetes-preserve-unknown-fields", json!(true)),
        14 => ("nullable", json!(true)),
        _ => ("enum", json!(["a", null, 1.5, {"b": []}])),
    };
    let is_int_or_string = node.get("x-kubernetes-int-or-string") == Some(&json!(true));
    if !(is_int_or_string && name == "x-kubernetes-preserve-unknown-fields") {
        node.insert(name.to_owned(), value);
    }
}

/// The keywords that publishing decides about, in what came out, and what of them went in.
fn class(published: &Value, asked: &Value) -> String {
    const KEYWORDS: [&str; 7] = [
        "nullable",
        "allOf",
        "anyOf",
        "x-kubernetes-embedded-resource",
        "x-kubernetes-int-or-string",
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-selectable-fields",
    ];
    let within = |value: &Value| -> BTreeSet<&str> {
        let text = value.to_string();
        KEYWORDS.into_iter().filter(|keyword| text.contains(&format!("\"{keyword}\":"))).collect()
    };
    format!("{:?} of {:?}", within(published), within(asked))
}

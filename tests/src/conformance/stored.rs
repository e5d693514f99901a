//! What is read from storage: metadata that cannot be read is dropped, and the defaults of the schema have been pruned.

use crd_schema::serve::DecodeError;
use crd_schema::steps::{Semantics, apply_defaults, canonicalize_stored, drop_nulls, prune_defaults};
use serde_json::{Value, json};

use super::objects::{self, compiled, effect};
use super::{
    CoerceMetadata, Operation, RootMetadata, fields_differ_beside_zeros, same, without_negative_zeros,
};
use crate::generate::{self, Tape};

fn read(schema: &Value, object: &Value) -> Result<Value, DecodeError> {
    let schema = compiled(schema).unwrap_or_else(|| panic!("structural: {schema}"));
    canonicalize_stored(&schema, object.clone(), Semantics::Server)
        .map(crd_schema::steps::CanonicalObject::into_value)
}

fn object_differs(oracle: &Value, ours: &Value) -> Option<String> {
    let (oracle, ours) = (without_negative_zeros(oracle), without_negative_zeros(ours));
    (!same(&oracle, &ours)).then(|| format!("Go has {oracle}, ours is {ours}"))
}

/// `root_metadata` with `drop`.
pub struct StoredRootMetadata;

impl Operation for StoredRootMetadata {
    fn name(&self) -> &'static str {
        "root_metadata_stored"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let mut request = RootMetadata.request(tape);
        request["drop"] = true.into();
        request
    }

    fn answer(&self, request: &Value) -> Value {
        let open = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
        match read(&open, &request["object"]) {
            Ok(object) => json!({ "object": object }),
            Err(error) => json!({"decodeError": error.to_string()}),
        }
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        let mut oracle = oracle.clone();
        // The step behind, which the oracle does not do.
        if oracle["found"] == true && oracle["object"]["metadata"].get("generation").is_none() {
            oracle["object"]["metadata"]["generation"] = 1.into();
        }
        let ours = self.answer(request);
        if oracle["decodeError"] != ours["decodeError"] {
            return Some(format!("Go has {oracle}, ours is {ours}"));
        }
        object_differs(&oracle["object"], &ours["object"])
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        RootMetadata.class(request, answer)
    }
}

/// `coerce_metadata` with `drop`.
pub struct StoredEmbeddedMetadata;

impl Operation for StoredEmbeddedMetadata {
    fn name(&self) -> &'static str {
        "coerce_metadata_stored"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let mut request = CoerceMetadata.request(tape);
        request["drop"] = true.into();
        request["schema"] = without_defaults(&request["schema"]);
        let schema = compiled(&request["schema"]).expect("generated schemas are structural");
        drop_nulls(&schema, &mut request["object"]);
        request
    }

    fn answer(&self, request: &Value) -> Value {
        match read(&request["schema"], &request["object"]) {
            Ok(object) => json!({"object": object, "errors": []}),
            Err(error) => json!({"errors": [error.to_string()]}),
        }
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        let ours = self.answer(request);
        if oracle["errors"] != ours["errors"] {
            return Some(format!("Go has {oracle}, ours is {ours}"));
        }
        object_differs(&oracle["object"], &ours["object"])
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        CoerceMetadata.class(request, answer)
    }
}

/// Defaults are another step's.
fn without_defaults(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| *name != "default");
            Value::Object(kept.map(|(name, value)| (name.clone(), without_defaults(value))).collect())
        }
        other => other.clone(),
    }
}

/// `default` with `pruneDefaults`.
pub struct ServedDefault;

impl Operation for ServedDefault {
    fn name(&self) -> &'static str {
        "default_served"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let mut request = objects::Default.request(tape);
        request["pruneDefaults"] = true.into();
        for (_, property) in request["schema"]["properties"].as_object_mut().into_iter().flatten() {
            wild_defaults(tape, property);
        }
        if tape.choose(3) == 2 {
            request["schema"]["properties"]["metadata"] = described_metadata(tape);
        }
        if tape.choose(16) == 15 {
            request["schema"]["default"] = generate::anything(tape, 2);
        }
        if tape.choose(32) == 31 {
            // Items of an object, of which no resource has any.
            request["schema"]["items"] = json!({"type": "string", "default": generate::anything(tape, 1)});
        }
        request
    }

    fn answer(&self, request: &Value) -> Value {
        let schema =
            compiled(&request["schema"]).unwrap_or_else(|| panic!("structural: {}", request["schema"]));
        let mut object = request["object"].clone();
        let schema = match prune_defaults(&schema) {
            Ok(schema) => schema,
            Err(error) => {
                return json!({"pruneDefaultsError": format!("failed to prune default value: {error}")});
            }
        };
        if request["pruneNullsFirst"] == true {
            drop_nulls(&schema, &mut object);
        }
        apply_defaults(&schema, &mut object);
        json!({ "object": object })
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        fields_differ_beside_zeros(oracle, &self.answer(request))
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        if let Some(error) = answer["pruneDefaultsError"].as_str() {
            return error.to_owned();
        }
        effect(request, answer)
    }
}

/// Embedded resources with defaults that a server would change.
fn wild_defaults(tape: &mut Tape<'_>, schema: &mut Value) {
    if schema["type"] == "object" && schema.get("additionalProperties").is_none() && tape.choose(4) == 3 {
        schema["x-kubernetes-embedded-resource"] = true.into();
        schema["x-kubernetes-preserve-unknown-fields"] = true.into();
    }
    if schema["x-kubernetes-embedded-resource"] == true && tape.choose(3) > 0 {
        let request = RootMetadata.request(tape);
        schema["default"] = request["object"].clone();
    } else if tape.choose(6) == 5 {
        schema["default"] = generate::anything(tape, 3);
    }
    for below in ["items", "additionalProperties"] {
        if let Some(below) = schema.get_mut(below).filter(|below| below.is_object()) {
            wild_defaults(tape, below);
        }
    }
    for (_, below) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        wild_defaults(tape, below);
    }
}

/// Only names may be described at the root.
fn described_metadata(tape: &mut Tape<'_>) -> Value {
    let mut name = json!({"type": "string"});
    if tape.choose(2) == 1 {
        name["default"] = generate::anything(tape, 1);
    }
    let mut metadata = json!({"type": "object", "properties": {"name": name}});
    if tape.choose(3) == 2 {
        metadata["default"] = generate::anything(tape, 2);
    }
    metadata
}

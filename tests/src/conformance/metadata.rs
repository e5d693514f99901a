//! Metadata of resources: their own, and that of the ones embedded in them.

use crd_schema::serve::DecodeError;
use crd_schema::steps::{PruneRoot, Semantics, prune, prune_resource};
use serde_json::{Map, Value, json};

use super::objects::compiled;
use super::{Operation, fields_differ, messages, same, without_negative_zeros};
use crate::generate::{self, Tape};

pub(super) const TIMES: [&str; 12] = [
    "2020-01-02T03:04:05Z",
    "2020-01-02T03:04:05.678Z",
    "2020-01-02T03:04:05+02:00",
    "2020-01-02",
    "",
    "x",
    "0001-01-01T00:00:00Z",
    "2020-13-01T00:00:00Z",
    "2020-02-30T00:00:00Z",
    "2020-01-02t03:04:05z",
    "9999-12-31T23:59:59-01:00",
    "2020-01-02T24:00:00Z",
];

/// Metadata with fields of all its types, of other types, and unknown ones.
fn metadata(tape: &mut Tape<'_>) -> Value {
    if tape.choose(16) == 15 {
        return generate::anything(tape, 2);
    }
    Value::Object((0..tape.choose(5)).map(|_| field(tape)).collect())
}

fn field(tape: &mut Tape<'_>) -> (String, Value) {
    let name = tape.pick(&[
        "name",
        "generateName",
        "namespace",
        "selfLink",
        "uid",
        "resourceVersion",
        "generation",
        "creationTimestamp",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "labels",
        "annotations",
        "ownerReferences",
        "finalizers",
        "managedFields",
        "clusterName",
        "unknown",
        "Name",
    ]);
    let value = if tape.choose(8) == 7 { generate::anything(tape, 2) } else { fitting(tape, name) };
    (name.to_owned(), value)
}

fn fitting(tape: &mut Tape<'_>, name: &str) -> Value {
    match name {
        "generation" | "deletionGracePeriodSeconds" => number(tape),
        "creationTimestamp" | "deletionTimestamp" | "time" => {
            if tape.choose(6) == 5 {
                Value::Null
            } else {
                tape.pick(&TIMES).into()
            }
        }
        "labels" | "annotations" => (0..tape.choose(3))
            .map(|_| (tape.pick(&["l", "m"]).to_owned(), mostly_text(tape)))
            .collect::<Map<_, _>>()
            .into(),
        "finalizers" => (0..tape.choose(3)).map(|_| mostly_text(tape)).collect(),
        "ownerReferences" => {
            structs(tape, &["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion", "other"])
        }
        "managedFields" => structs(
            tape,
            &["manager", "operation", "apiVersion", "time", "fieldsType", "fieldsV1", "subresource"],
        ),
        "controller" | "blockOwnerDeletion" => {
            [Value::Null, true.into(), false.into()][tape.choose(3)].clone()
        }
        "fieldsV1" => generate::anything(tape, 2),
        _ => mostly_text(tape),
    }
}

fn number(tape: &mut Tape<'_>) -> Value {
    let numbers = [
        json!(0),
        json!(1),
        json!(1.0),
        json!(1.5),
        json!(-3),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(1e20),
        json!(-0.0),
        json!(1e6),
        json!(123_456_789.5),
        json!(1e-5),
    ];
    numbers[tape.choose(numbers.len())].clone()
}

fn mostly_text(tape: &mut Tape<'_>) -> Value {
    match tape.choose(10) {
        8 => Value::Null,
        9 => generate::anything(tape, 1),
        _ => tape.pick(&["x", "y", "", "é<&>\u{2028}", "1"]).into(),
    }
}

fn structs(tape: &mut Tape<'_>, names: &[&str]) -> Value {
    let item = |tape: &mut Tape<'_>| {
        if tape.choose(10) == 9 {
            return generate::anything(tape, 1);
        }
        let fields = (0..tape.choose(5)).map(|_| {
            let name = tape.pick(names);
            let value = if tape.choose(10) == 9 { generate::anything(tape, 1) } else { fitting(tape, name) };
            (name.to_owned(), value)
        });
        Value::Object(fields.collect())
    };
    (0..tape.choose(3)).map(|_| item(tape)).collect()
}

/// Puts type and metadata into a resource, now and then malformed.
fn make_resource(tape: &mut Tape<'_>, resource: &mut Map<String, Value>) {
    if tape.choose(8) != 7 {
        resource.insert("metadata".to_owned(), metadata(tape));
    }
    for name in ["kind", "apiVersion"] {
        if tape.choose(3) == 2 {
            let value = if tape.choose(16) == 15 { number(tape) } else { mostly_text(tape) };
            resource.insert(name.to_owned(), value);
        }
    }
}

/// `root_metadata`: type and metadata of the resource itself.
pub struct RootMetadata;

impl Operation for RootMetadata {
    fn name(&self) -> &'static str {
        "root_metadata"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let mut object = Map::new();
        make_resource(tape, &mut object);
        if tape.choose(4) == 3 {
            object.insert("spec".to_owned(), generate::anything(tape, 2));
        }
        json!({"op": "root_metadata", "object": object})
    }

    fn answer(&self, request: &Value) -> Value {
        // Nothing but the metadata is touched where everything is preserved.
        let open = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
        let schema = compiled(&open).expect("structural");
        let mut object = request["object"].clone();
        match prune_resource(&schema, &mut object, Semantics::Server) {
            Ok(unknown) => json!({"object": object, "unknown": messages(unknown)}),
            Err(error) => json!({"decodeError": error.to_string()}),
        }
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        let ours = &self.answer(request);
        stored_differs(oracle, ours)
    }

    fn class(&self, _: &Value, answer: &Value) -> String {
        match answer["decodeError"].as_str() {
            Some(error) => error.chars().filter(|letter| !letter.is_ascii_digit()).take(90).collect(),
            None => format!(
                "{} unknown of {}",
                answer["unknown"].as_array().map_or(0, Vec::len),
                answer["object"].to_string().len() / 40
            ),
        }
    }
}

fn stored_differs(oracle: &Value, ours: &Value) -> Option<String> {
    let mut oracle = oracle.clone();
    if oracle.get("decodeError").is_some() != ours.get("decodeError").is_some() {
        return Some(format!("Go has {oracle}, ours is {ours}"));
    }
    let mut ours = ours.clone();
    for answer in [&mut oracle, &mut ours] {
        if let Some(object) = answer.get_mut("object") {
            *object = without_negative_zeros(object);
        }
    }
    fields_differ(&oracle, &ours)
}

/// `coerce_metadata`: type and metadata of embedded resources.
pub struct CoerceMetadata;

impl Operation for CoerceMetadata {
    fn name(&self) -> &'static str {
        "coerce_metadata"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let schema = embedded_schema(tape);
        let mut object = generate::object(tape, &schema);
        let ready = compiled(&schema).expect("generated schemas are structural");
        // The step before this one must have nothing left to do.
        prune(&ready, &mut object, PruneRoot::Resource, Semantics::Server).expect("it never fails");
        fill_with(tape, &schema, &mut object, &mut make_resource);
        json!({"op": "coerce_metadata", "schema": schema, "object": object, "isResourceRoot": true})
    }

    fn answer(&self, request: &Value) -> Value {
        let schema =
            compiled(&request["schema"]).unwrap_or_else(|| panic!("structural: {}", request["schema"]));
        let mut object = request["object"].clone();
        match prune_resource(&schema, &mut object, Semantics::Server) {
            Ok(unknown) => json!({"object": object, "unknown": messages(unknown), "errors": []}),
            Err(DecodeError::Fields(violations)) => json!({"errors": messages(&violations)}),
            Err(error) => json!({"errors": [error.to_string()]}),
        }
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        let ours = &self.answer(request);
        // Upstream stops at the first, in the random order of a Go map; we tell all of them.
        let reported = &ours["errors"];
        match oracle["errors"][0].get("text") {
            Some(text) => {
                let known = reported.as_array().is_some_and(|strings| strings.contains(text));
                (!known).then(|| format!("Go has {text}, ours is {reported}"))
            }
            None if !same(reported, &json!([])) => Some(format!("Go has no errors, ours is {reported}")),
            None => stored_differs(oracle, ours),
        }
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        if let Some(error) = answer["errors"][0]["detail"].as_str() {
            return error.chars().filter(|letter| !letter.is_ascii_digit()).take(90).collect();
        }
        let effect = if same(&request["object"], &answer["object"]) { "kept" } else { "changed" };
        format!("{effect} {} unknown", answer["unknown"].as_array().map_or(0, Vec::len))
    }
}

/// A schema with embedded resources.
pub(super) fn embedded_schema(tape: &mut Tape<'_>) -> Value {
    let mut schema = generate::schema(tape);
    for (_, property) in schema["properties"].as_object_mut().into_iter().flatten() {
        embed(tape, property);
    }
    let resource = json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true});
    match tape.choose(4) {
        0 => schema["properties"]["e"] = resource,
        1 => schema["properties"]["e"] = json!({"type": "array", "items": resource}),
        2 => schema["properties"]["e"] = json!({"type": "object", "additionalProperties": resource}),
        _ => {}
    }
    schema
}

/// More embedded resources.
fn embed(tape: &mut Tape<'_>, schema: &mut Value) {
    let Value::Object(node) = schema else { return };
    let is_object = node.get("type").is_some_and(|kind| kind == "object");
    if is_object && !node.contains_key("additionalProperties") && tape.choose(3) > 0 {
        node.insert("x-kubernetes-preserve-unknown-fields".to_owned(), true.into());
        node.insert("x-kubernetes-embedded-resource".to_owned(), true.into());
    }
    for below in ["items", "additionalProperties"] {
        if let Some(schema) = node.get_mut(below) {
            embed(tape, schema);
        }
    }
    for (_, schema) in node.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        embed(tape, schema);
    }
}

/// Gives embedded resources what they are to be asked about.
pub(super) fn fill_with(
    tape: &mut Tape<'_>,
    schema: &Value,
    value: &mut Value,
    make: &mut dyn FnMut(&mut Tape<'_>, &mut Map<String, Value>),
) {
    match value {
        Value::Array(items) => {
            for item in items {
                fill_with(tape, &schema["items"], item, make);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                let below = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
                fill_with(tape, below, value, make);
            }
            if schema["x-kubernetes-embedded-resource"] == true {
                make(tape, fields);
            }
        }
        _ => {}
    }
}

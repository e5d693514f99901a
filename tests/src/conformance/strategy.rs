//! `strategy_create` and `strategy_update`: all that is checked of an object, in order.
//!
//! Most of a schema is so loose that every value fits, so that lists, metadata and scale are reached; `v`, and `v` in the
//! status, has all keywords.

use crd_schema::serve::ServeOptions;
use crd_schema::steps::{Semantics, prune_resource};
use crd_schema::{CustomResourceDefinition, ServedVersion, Violations};
use serde_json::{Map, Value, json};

use super::embedded::{self, details, errors_differ};
use super::list_types::{field_error, fields, scalar, struct_of};
use super::objects::compiled;
use super::{Operation, meta_values, validation};
use crate::generate::Tape;

/// Objects that are created.
pub struct StrategyCreate;

/// Objects that replace others, and their statuses.
pub struct StrategyUpdate;

impl Operation for StrategyCreate {
    fn name(&self) -> &'static str {
        "strategy_create"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let mut request = request(tape, self.name());
        let object = object(tape, &request);
        request["object"] = object;
        request
    }

    fn answer(&self, request: &Value) -> Value {
        answer(&served(request).validate_create(&request["object"]))
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        difference(oracle, &self.answer(request))
    }

    fn class(&self, _: &Value, answer: &Value) -> String {
        details(answer)
    }
}

impl Operation for StrategyUpdate {
    fn name(&self) -> &'static str {
        "strategy_update"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let mut request = request(tape, self.name());
        request["status"] = (tape.choose(4) == 3).into();
        let old = object(tape, &request);
        request["object"] = changed(tape, &request, &old);
        request["old"] = old;
        request
    }

    fn answer(&self, request: &Value) -> Value {
        let (old, new) = (&request["old"], &request["object"]);
        let served = served(request);
        let is_status = request["status"] == true;
        let violations = if is_status {
            served.validate_status_update(old, new)
        } else {
            served.validate_update(old, new)
        };
        answer(&violations)
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        difference(oracle, &self.answer(request))
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        format!("{} {}", if request["status"] == true { "status" } else { "object" }, details(answer))
    }
}

fn request(tape: &mut Tape<'_>, op: &str) -> Value {
    let group = if tape.choose(24) == 23 { "" } else { "example.com" };
    let mut request = json!({
        "op": op,
        "schema": schema(tape),
        "expect": {"group": group, "version": "v1", "kind": "K"},
        "clusterScoped": tape.choose(2) == 1,
        "common": true,
    });
    if tape.choose(3) == 2 {
        request["scale"] = scale(tape);
    }
    request
}

fn scale(tape: &mut Tape<'_>) -> Value {
    let paths = [".spec.a", ".spec.b.j", ".spec.j", ".status.a", ".status.b.a", ".x", "", "spec.a"];
    let mut scale = json!({"specReplicasPath": tape.pick(&paths), "statusReplicasPath": tape.pick(&paths)});
    if tape.choose(2) == 1 {
        scale["labelSelectorPath"] = tape.pick(&paths).into();
    }
    scale
}

/// Lists in `spec` and `status`, embedded resources in `e`, so that errors say which step they are of.
fn schema(tape: &mut Tape<'_>) -> Value {
    let resource = json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true});
    let open = "x-kubernetes-preserve-unknown-fields";
    let embedded = match tape.choose(3) {
        0 => resource,
        1 => json!({open: true, "items": resource}),
        _ => json!({open: true, "additionalProperties": resource}),
    };
    let mut properties = json!({"spec": loose(&struct_of(tape, 2)), "e": embedded});
    if tape.choose(2) == 1 {
        properties["status"] = loose(&struct_of(tape, 1));
        if tape.choose(2) == 1 {
            properties["status"]["properties"]["v"] = validation::drawn(tape);
        }
    }
    if tape.choose(2) == 1 {
        properties["v"] = validation::drawn(tape);
    }
    json!({"type": "object", "properties": properties})
}

/// The schema without types.
fn loose(schema: &Value) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    let mut loose: Map<_, _> = fields
        .iter()
        .filter(|(name, _)| *name != "type")
        .map(|(name, value)| {
            let value = match (name.as_str(), value) {
                ("properties", Value::Object(properties)) => {
                    properties.iter().map(|(name, below)| (name.clone(), self::loose(below))).collect()
                }
                ("items" | "additionalProperties", below) => self::loose(below),
                _ => value.clone(),
            };
            (name.clone(), value)
        })
        .collect();
    loose.insert("x-kubernetes-preserve-unknown-fields".to_owned(), true.into());
    loose.into()
}

fn object(tape: &mut Tape<'_>, request: &Value) -> Value {
    let api_version = match tape.choose(24) {
        20 => "v1",
        21 => "other.example.com/v1",
        22 => "example.com/v2",
        23 => "",
        _ => "example.com/v1",
    };
    let mut object =
        json!({"apiVersion": api_version, "kind": if tape.choose(24) == 23 { "Other" } else { "K" }});
    for part in ["spec", "status"] {
        if tape.choose(4) > 0 {
            object[part] = part_of(tape, request, part);
        }
    }
    if tape.choose(3) > 0 {
        object["e"] = resources(tape, &request["schema"]["properties"]["e"]);
    }
    if tape.choose(8) == 7 {
        object["x"] = scalar(tape);
    }
    constrained(tape, request, &mut object);
    let cluster = request["clusterScoped"] == true;
    object["metadata"] = metadata(tape, cluster);
    tidied(object)
}

fn part_of(tape: &mut Tape<'_>, request: &Value, part: &str) -> Value {
    // With types it draws values that mostly fit.
    let mut part = fields(tape, &request["schema"]["properties"][part], 4);
    if tape.choose(3) == 2 {
        let numbers = [
            json!(3),
            json!(-1),
            json!(2_147_483_647),
            json!(2_147_483_648_i64),
            json!(1.5),
            json!("text"),
            Value::Null,
            json!({"j": -2, "a": 1e10}),
        ];
        let name = tape.pick(&["a", "b", "j"]);
        part[name] = numbers[tape.choose(numbers.len())].clone();
    }
    part
}

/// Gives the fields with constraints a value that mostly fits them.
fn constrained(tape: &mut Tape<'_>, request: &Value, object: &mut Value) {
    let properties = &request["schema"]["properties"];
    for (schema, parent) in [(&properties["v"], "/"), (&properties["status"]["properties"]["v"], "/status")] {
        let parent = object.pointer_mut(if parent == "/" { "" } else { parent });
        if let (true, Some(Value::Object(fields))) = (schema.is_object() && tape.choose(4) > 0, parent) {
            fields.insert("v".to_owned(), validation::value(tape, schema));
        }
    }
}

fn resources(tape: &mut Tape<'_>, schema: &Value) -> Value {
    let resource = |tape: &mut Tape<'_>| {
        let mut resource = Map::new();
        embedded::make_resource(tape, &mut resource);
        Value::Object(resource)
    };
    if schema.get("items").is_some() {
        return (0..tape.choose(3)).map(|_| resource(tape)).collect();
    }
    if schema.get("additionalProperties").is_some() {
        let names = ["a", "p.q"].into_iter().take(tape.choose(3));
        return Value::Object(names.map(|name| (name.to_owned(), resource(tape))).collect());
    }
    resource(tape)
}

/// Mostly what an object of the scope has.
fn metadata(tape: &mut Tape<'_>, cluster: bool) -> Value {
    let mut metadata = Map::new();
    if tape.choose(8) < 7 {
        metadata.insert("name".to_owned(), "a".into());
        metadata.insert("resourceVersion".to_owned(), "1".into());
    }
    if tape.choose(12) < 11 && !cluster {
        metadata.insert("namespace".to_owned(), "ns".into());
    }
    if tape.choose(2) == 1 {
        metadata.extend(meta_values::object_meta(tape));
        meta_values::stretched(tape, &mut metadata);
    }
    metadata.into()
}

/// Metadata as the server has read it before.
fn tidied(mut object: Value) -> Value {
    let open = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let schema = compiled(&open).expect("structural");
    prune_resource(&schema, &mut object, Semantics::Server).expect("its metadata can be read");
    object
}

fn changed(tape: &mut Tape<'_>, request: &Value, old: &Value) -> Value {
    let mut new = match tape.choose(8) {
        7 => object(tape, request),
        _ => old.clone(),
    };
    for _ in 0..tape.choose(4) {
        let name = tape.pick(&[
            "name",
            "namespace",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "finalizers",
            "labels",
            "annotations",
            "ownerReferences",
            "managedFields",
        ]);
        if tape.choose(4) == 3 {
            new["metadata"].as_object_mut().map(|metadata| metadata.remove(name));
        } else {
            new["metadata"][name] = meta_values::field(tape, name);
        }
    }
    for part in ["spec", "status"] {
        if tape.choose(3) == 2 {
            new[part] = part_of(tape, request, part);
        }
    }
    if tape.choose(2) == 1 {
        constrained(tape, request, &mut new);
    }
    if tape.choose(4) == 3 {
        new["e"] = resources(tape, &request["schema"]["properties"]["e"]);
    }
    tidied(new)
}

fn served(request: &Value) -> ServedVersion {
    let expect = &request["expect"];
    let mut version = json!({"name": expect["version"], "schema": {"openAPIV3Schema": request["schema"]}, "subresources": {}});
    if request["scale"].is_object() {
        version["subresources"]["scale"] = request["scale"].clone();
    }
    if request["status"] == true {
        version["subresources"]["status"] = json!({});
    }
    let crd = json!({"spec": {
        "group": expect["group"],
        "names": {"kind": expect["kind"], "plural": "ks"},
        "scope": if request["clusterScoped"] == true { "Cluster" } else { "Namespaced" },
        "versions": [version],
    }});
    let crd: CustomResourceDefinition = serde_json::from_value(crd).expect("a definition");
    let version = expect["version"].as_str().unwrap_or_default();
    let options = ServeOptions::default().server_version(super::server());
    ServedVersion::with_options(&crd, version, options).unwrap_or_else(|error| panic!("{error}: {request}"))
}

fn answer(violations: &Violations) -> Value {
    json!({"errors": violations.iter().map(field_error).collect::<Vec<_>>()})
}

fn difference(oracle: &Value, ours: &Value) -> Option<String> {
    errors_differ(oracle, ours).or_else(|| {
        let (oracle, ours) = (steps(oracle), steps(ours));
        (oracle != ours).then(|| format!("Go's order is {oracle:?}, ours is {ours:?}"))
    })
}

/// Where the errors stand, without what follows in the random order of a Go map.
fn steps(answer: &Value) -> Vec<String> {
    let step = |error: &Value| {
        let field = error["field"].as_str().unwrap_or_default();
        let depth = if field.starts_with("metadata") { 2 } else { 1 };
        let head: Vec<_> = field.split(['.', '[']).take(depth).collect();
        // Values and lists; what is wrong with a value has its place, or none, in the order of a map.
        let values = [vec!["status"], vec!["v"], vec!["<nil>"], vec![""]];
        let head = if values.contains(&head) { vec!["spec"] } else { head };
        let scale = if field.starts_with('.') { field } else { "" };
        format!("{}{scale}", head.join("."))
    };
    let mut steps: Vec<_> = answer["errors"].as_array().into_iter().flatten().map(step).collect();
    steps.dedup();
    steps
}

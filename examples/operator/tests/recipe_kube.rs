//! The recipe of the guide for an admission webhook with kube.

use crd_schema::ServedVersion;
use serde_json::{Value, json};

mod recipe {
    include!("../../../runtime/src/guide/recipe_kube.in");

    pub(crate) type Answer = Result<AdmissionResponse, Box<dyn Error>>;
    pub(crate) type Recipe = fn(&ServedVersion, &AdmissionRequest<DynamicObject>) -> Answer;
    pub(crate) const MUTATE: Recipe = mutate;
    pub(crate) const VALIDATE: Recipe = validate;
}

fn served() -> ServedVersion {
    let spec = json!({"type": "object", "properties": {
        "image": {"type": "string", "maxLength": 5},
        "engine": {"type": "string", "x-kubernetes-mutability": "Immutable"},
        "replicas": {"type": "integer", "default": 1},
    }});
    let status = json!({"type": "object", "properties": {"phase": {"type": "string", "enum": ["Up"]}}});
    let schema = json!({"type": "object", "properties": {"spec": spec, "status": status}});
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Job", "plural": "jobs"},
        "scope": "Namespaced",
        "versions": [{"name": "v1", "subresources": {"status": {}}, "schema": {"openAPIV3Schema": schema}}],
    }});
    let crd = serde_json::from_value(crd).expect("a definition");
    ServedVersion::new(&crd, "v1").expect("a version")
}

fn job(spec: &Value, phase: &str) -> Value {
    let mut job = json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a", "namespace": "default",
        "uid": "u", "resourceVersion": "1"}, "spec": spec});
    if !phase.is_empty() {
        job["status"] = json!({"phase": phase});
    }
    job
}

/// What the recipe makes of a review, as the server gets it.
fn ask(
    recipe: recipe::Recipe,
    operation: &str,
    subresource: Option<&str>,
    old: &Value,
    new: &Value,
) -> Value {
    let kind = json!({"group": "example.com", "version": "v1", "kind": "Job"});
    let request = json!({
        "uid": "1", "kind": kind, "resource": {"group": "example.com", "version": "v1", "resource": "jobs"},
        "subResource": subresource, "name": "a", "namespace": "default", "operation": operation, "userInfo": {},
        "object": new, "oldObject": old, "dryRun": false, "options": null,
        "apiVersion": "admission.k8s.io/v1",
    });
    let request = serde_json::from_value(request).expect("a request");
    let response = recipe(&served(), &request).expect("an answer");
    serde_json::to_value(response).expect("JSON")
}

#[test]
fn an_object_is_pruned_and_defaulted_by_a_patch() {
    let object = job(&json!({"image": "a", "secret": true}), "");
    let response = ask(recipe::MUTATE, "CREATE", None, &Value::Null, &object);
    assert_eq!(response["allowed"], true);
    let patch: Vec<u8> = serde_json::from_value(response["patch"].clone()).unwrap_or_else(|_| {
        let text = response["patch"].as_str().unwrap_or_default();
        panic!("no patch: {text} in {response}")
    });
    let patch: json_patch::Patch = serde_json::from_slice(&patch).expect("a patch");
    let mut patched = object;
    json_patch::patch(&mut patched, &patch).expect("it applies");
    assert_eq!(patched["spec"], json!({"image": "a", "replicas": 1}));
}

#[test]
fn what_must_not_be_stored_is_denied() {
    let old = job(&json!({"image": "a", "engine": "x"}), "Up");
    let denied = |operation: &str, subresource, old: &Value, new: &Value| {
        let response = ask(recipe::VALIDATE, operation, subresource, old, new);
        assert_eq!(response["allowed"], response["status"]["message"].as_str().is_none_or(str::is_empty));
        response["status"]["message"].as_str().unwrap_or_default().to_owned()
    };
    let long = job(&json!({"image": "much too long"}), "");
    let said = denied("CREATE", None, &Value::Null, &long);
    assert_eq!(said, "Job.example.com \"a\" is invalid: spec.image: Too long: may not be more than 5 bytes");
    let said = denied("UPDATE", None, &old, &job(&json!({"image": "b", "engine": "y"}), "Up"));
    assert_eq!(
        said,
        "Job.example.com \"a\" is invalid: spec.engine: Invalid value: \"y\": field is immutable"
    );
    assert_eq!(denied("UPDATE", None, &old, &job(&json!({"image": "b", "engine": "x"}), "Up")), "");
    let said = denied("UPDATE", Some("status"), &old, &job(&json!({"image": "a", "engine": "y"}), "Down"));
    let why = "Job.example.com \"a\" is invalid: status.phase: Unsupported value: \"Down\": supported values: \"Up\"";
    assert_eq!(said, why);
}

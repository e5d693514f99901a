//! Whole requests of a version around any schema, and what must hold of whatever it answers.

use crd_schema::ServedVersion;
use crd_schema::serve::{FieldValidation, Outcome, Rejection};
use serde_json::{Value, json};

use super::generate::{self, Tape};

/// Creates what is on the tape, and what is in the body.
pub fn create(tape: &[u8], body: &[u8]) {
    let mut tape = Tape::new(tape);
    let schema = schema(&mut tape);
    let Some(served) = version(&mut tape, &schema) else { return };
    let object = object(&mut tape, &schema).to_string();
    for body in [body, object.as_bytes()] {
        for validation in [FieldValidation::Ignore, FieldValidation::Warn, FieldValidation::Strict] {
            let decoded = [served.decode_json(body, validation), served.decode_yaml(body, validation)];
            for decoded in decoded.into_iter().flatten() {
                let admitted = served.after_admission(decoded);
                check(&served, admitted.and_then(|admitted| served.create_decoded(admitted)));
            }
        }
    }
}

/// Updates what is on the tape, through each door, by what is on the tape and what is in the body.
pub fn update(tape: &[u8], body: &[u8]) {
    let mut tape = Tape::new(tape);
    let schema = schema(&mut tape);
    let Some(served) = version(&mut tape, &schema) else { return };
    let old = object(&mut tape, &schema);
    let new = generate::mutated(&mut tape, &schema, &old);
    let asked = [served.decode(new.clone()), served.decode_json(body, FieldValidation::Warn)];
    if let Ok(stored) = served.read(old.clone()) {
        for new in asked.into_iter().flatten() {
            check(&served, served.update_decoded(&stored, new.clone()));
            check(&served, served.update_status_decoded(&stored, new));
        }
    }
    // A merge leaves nothing that the schema does not know.
    if let Ok(merged) = served.decode(new) {
        check(&served, served.apply_result(Some(&old), merged.object));
    }
    let json = served.decode_scale(body, FieldValidation::Warn).map(|decoded| decoded.scale);
    let yaml = served.decode_scale_yaml(body, FieldValidation::Warn).map(|decoded| decoded.scale);
    for scale in [json, yaml, served.scale(&old), served.scale_to_patch(&old)] {
        let scale = scale.map_err(Rejection::from);
        check(&served, scale.and_then(|scale| served.update_scale(&old, &scale)));
    }
}

/// A version with or without subresources; none where the schema cannot be served.
fn version(tape: &mut Tape<'_>, schema: &Value) -> Option<ServedVersion> {
    let mut subresources = json!({});
    if tape.choose(2) == 0 {
        subresources["status"] = json!({});
    }
    if tape.choose(2) == 0 {
        let path = tape.pick(&[".spec.a", ".a", ".a.b", ".b.c.d"]);
        subresources["scale"] = json!({"specReplicasPath": path, "statusReplicasPath": ".status.a"});
    }
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "A", "plural": "as"},
        "scope": tape.pick(&["Cluster", "Namespaced"]),
        "versions": [{"name": "v1", "subresources": subresources, "schema": {"openAPIV3Schema": schema}}],
    }});
    let crd = serde_json::from_value(crd).expect("a definition");
    ServedVersion::new(&crd, "v1").ok()
}

/// A schema that has a status.
fn schema(tape: &mut Tape<'_>) -> Value {
    let mut schema = generate::schema(tape);
    schema["properties"]["status"] = schema["properties"]["a"].clone();
    schema
}

/// An object that says of which type it is, mostly.
fn object(tape: &mut Tape<'_>, schema: &Value) -> Value {
    let mut object = generate::object(tape, schema);
    if object.is_object() && tape.choose(8) > 0 {
        object["apiVersion"] = "example.com/v1".into();
        object["kind"] = "A".into();
        if !object["metadata"].is_object() {
            object["metadata"] = json!({"name": "a"});
        }
    }
    object
}

/// What is stored is read back as it is; what is refused has an answer.
fn check(served: &ServedVersion, written: Result<Outcome, Rejection>) {
    match written {
        Ok(outcome) => {
            let read = served.read(outcome.object.value().clone()).expect("it can be read back");
            assert_eq!(read, outcome.object);
        }
        Err(rejection) => {
            let status = served.status("a", &rejection);
            assert!(status.code() >= 400 && !status.message().is_empty());
        }
    }
}

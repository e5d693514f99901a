//! A version around any schema, and what must hold of whatever it answers.

use crd_schema::{Outcome, Rejection, ServedVersion};
use serde_json::{Value, json};

use crate::generate::{self, Tape};

/// A version with or without subresources; none where the schema cannot be served.
pub fn version(tape: &mut Tape<'_>, schema: &Value) -> Option<ServedVersion> {
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
pub fn schema(tape: &mut Tape<'_>) -> Value {
    let mut schema = generate::schema(tape);
    schema["properties"]["status"] = schema["properties"]["a"].clone();
    schema
}

/// An object that says of which type it is, mostly.
pub fn object(tape: &mut Tape<'_>, schema: &Value) -> Value {
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
pub fn check(served: &ServedVersion, written: Result<Outcome, Rejection>) {
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

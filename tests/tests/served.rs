//! Answers of `ServedVersion` that no table has; recorded from k8s.io/apiextensions-apiserver v0.37.2.

use crd_schema::ServedVersion;
use serde_json::{Value, json};

fn served() -> ServedVersion {
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Job", "plural": "jobs"},
        "versions": [{
            "name": "v1",
            "subresources": {"status": {}},
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                "spec": {"type": "object", "properties": {"image": {"type": "string"}}},
                "status": {"type": "object", "properties": {"phase": {"type": "string"}}},
            }}},
        }],
    }});
    let crd = serde_json::from_value(crd).expect("a definition");
    ServedVersion::new(&crd, "v1").expect("it is structural")
}

fn job(metadata: &Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": metadata, "spec": {"image": "a"}})
}

#[test]
fn what_cannot_be_read_is_told_with_its_kind() {
    let cases = [
        (json!(5), "json: cannot unmarshal number into Go value of type v1.ObjectMeta"),
        (
            json!({"name": 5}),
            "json: cannot unmarshal number into Go struct field ObjectMeta.name of type string",
        ),
    ];
    for (metadata, why) in cases {
        let refused = served().create(job(&metadata)).expect_err("the metadata is malformed");
        let status = served().status("a", &refused);
        assert_eq!(status.code(), 400);
        assert_eq!(status.message(), format!("Job in version \"v1\" cannot be handled as a Job: {why}"));
    }
}

#[test]
fn a_write_of_the_status_is_read_as_a_whole() {
    let old = job(&json!({"name": "a", "labels": {"only": "meta"}}));
    let mut new = job(&json!({"name": "a", "labels": {"n": "o"}}));
    new["spec"] = json!({"image": "q", "w": 1});
    new["status"] = json!({"phase": "done", "w": 1});
    let stored = served().update_status(&old, new).expect("it is fine");
    let mut expected = old.clone();
    // Whatever is in storage has one.
    expected["metadata"]["generation"] = 1.into();
    expected["status"] = json!({"phase": "done"});
    assert_eq!(stored.object.value(), &expected);
    let removed: Vec<_> = stored.removed.iter().map(ToString::to_string).collect();
    assert_eq!(removed, ["spec.w", "status.w"]);

    let malformed = job(&json!({"name": "a", "labels": 5}));
    assert!(served().update_status(&old, malformed).is_err());
}

#[test]
fn a_status_that_was_reset_is_read_back_with_its_default() {
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Job", "plural": "jobs"},
        "versions": [{
            "name": "v1",
            "subresources": {"status": {}},
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                "status": {
                    "type": "object",
                    "default": {"seen": -1},
                    "properties": {"seen": {"type": "integer"}},
                },
            }}},
        }],
    }});
    let crd = serde_json::from_value(crd).expect("a definition");
    let served = ServedVersion::new(&crd, "v1").expect("it is structural");
    let object = json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"}, "status": {"seen": 7}});
    let stored = served.create(object).expect("it is fine");
    assert_eq!(stored.object.value()["status"], json!({"seen": -1}));
}

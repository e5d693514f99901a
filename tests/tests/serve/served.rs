//! Answers of `ServedVersion` that no table has; recorded from k8s.io/apiextensions-apiserver v0.37.2.

use crd_schema::serve::{FieldValidation, Limits, Rejection, ScaleError, ServeOptions};
use crd_schema::{CustomResourceDefinition, ServedVersion};
use serde_json::{Value, json};

fn served() -> ServedVersion {
    ServedVersion::new(&crd(), "v1").expect("it is structural")
}

fn limited(limits: Limits) -> ServedVersion {
    let options = ServeOptions::default().limits(limits);
    ServedVersion::with_options(&crd(), "v1", options).expect("it is structural")
}

fn crd() -> CustomResourceDefinition {
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Job", "plural": "jobs"},
        "versions": [{
            "name": "v1",
            "subresources": {
                "status": {},
                "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"},
            },
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                "spec": {"type": "object", "properties": {"image": {"type": "string"}}},
                "status": {"type": "object", "properties": {"phase": {"type": "string"}}},
            }}},
        }],
    }});
    serde_json::from_value(crd).expect("a definition")
}

fn job(metadata: &Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": metadata, "spec": {"image": "a"}})
}

#[test]
fn what_cannot_be_read_is_reported_with_its_kind() {
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
            "subresources": {
                "status": {},
                "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"},
            },
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

/// `MaxRequestBodyBytes` in `apiserver pkg/server/config.go`; `limitedReadBody` in `pkg/endpoints/handlers/rest.go` reads one
/// byte more and refuses when there is one.
#[test]
fn a_body_may_be_as_long_as_on_a_server_and_no_longer() {
    let text = job(&json!({"name": "a"})).to_string();
    let padded = |length: usize| format!("{text}{}", " ".repeat(length - text.len()));
    let limit = 3 * 1024 * 1024;
    assert!(served().decode_json(padded(limit).as_bytes(), FieldValidation::Strict).is_ok());
    let long = padded(limit + 1);
    let refused = served().decode_json(long.as_bytes(), FieldValidation::Strict).expect_err("it is too long");
    let status = served().status("a", &refused);
    assert_eq!((status.code(), status.reason()), (413, "RequestEntityTooLarge"));
    assert_eq!(status.message(), "Request entity too large: limit is 3145728");
    let higher = limited(Limits::default().body(limit + 1));
    assert!(higher.decode_json(long.as_bytes(), FieldValidation::Strict).is_ok());
}

#[test]
fn the_limit_of_bodies_holds_for_each_kind_of_body() {
    let served = limited(Limits::default().body(10));
    let body = b"metadata: {name: a}";
    let yaml = served.decode_yaml(body, FieldValidation::Warn).expect_err("it is too long");
    let scale = served.decode_scale(body, FieldValidation::Warn).expect_err("it is too long");
    let scale_in_yaml = served.decode_scale_yaml(body, FieldValidation::Warn).expect_err("it is too long");
    assert_eq!((&scale, &scale_in_yaml), (&ScaleError::TooLarge(10), &ScaleError::TooLarge(10)));
    for refused in [yaml, Rejection::Scale(scale)] {
        assert_eq!(served.status("a", &refused).message(), "Request entity too large: limit is 10");
        assert_eq!(served.status("a", &refused).code(), 413);
    }
}

/// The depth of an object counts its lists and objects, as it does for the bound of this crate.
#[test]
fn a_lower_depth_is_asked_of_every_request_and_of_nothing_stored() {
    let object = job(&json!({"name": "a", "labels": {"a": "b"}}));
    let text = object.to_string();
    let served = limited(Limits::default().depth(3));
    assert!(served.decode_json(text.as_bytes(), FieldValidation::Warn).is_ok());
    let served = limited(Limits::default().depth(2));
    let refusals = [
        served.decode_json(text.as_bytes(), FieldValidation::Warn).map(|decoded| decoded.object),
        served.decode_yaml(text.as_bytes(), FieldValidation::Warn).map(|decoded| decoded.object),
        served.decode(object.clone()).map(|decoded| decoded.object),
        served.decode_applied(object.clone()).map(|decoded| decoded.object),
        served.create(object.clone()).map(|outcome| outcome.object.into_value()),
    ];
    for refused in refusals {
        let status = served.status("a", &refused.expect_err("it is too deep"));
        let message = "Job in version \"v1\" cannot be handled as a Job: nested deeper than 2 levels";
        assert_eq!((status.code(), status.message()), (400, message));
    }
    assert!(served.read(object).is_ok());
}

/// A definition whose list items get a default of so many bytes.
fn with_long_defaults(bytes: usize) -> CustomResourceDefinition {
    let item =
        json!({"type": "object", "properties": {"t": {"type": "string", "default": "x".repeat(bytes)}}});
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Job", "plural": "jobs"},
        "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {
            "spec": {"type": "object", "properties": {"d": {"type": "array", "items": item}}},
        }}}}],
    }});
    serde_json::from_value(crd).expect("a definition")
}

/// The answer of an API server with its etcd to an object that defaults make larger than 1.5 MiB.
#[test]
fn what_defaults_make_too_large_is_refused_as_storage_refuses_it() {
    let stored = Limits::default().defaults(3 << 19);
    let options = ServeOptions::default().limits(stored);
    let served = ServedVersion::with_options(&with_long_defaults(10_000), "v1", options).expect("a version");
    let object = |count: usize| {
        json!({
            "apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"},
            "spec": {"d": vec![json!({}); count]},
        })
    };
    assert!(served.create(object(150)).is_ok());
    let refused = served.create(object(160)).expect_err("160 items of 10 kB");
    let expected = json!({
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": "etcdserver: request is too large", "code": 500,
    });
    assert_eq!(serde_json::to_value(served.status("a", &refused)).expect("a status"), expected);
    let old = served.read(object(1)).expect("it is small");
    let body = object(160).to_string();
    let decoded = [
        served.decode_json(body.as_bytes(), FieldValidation::Strict),
        served.decode_yaml(body.as_bytes(), FieldValidation::Ignore),
        served.decode_applied(object(160)),
        served.update(old.value(), object(160)).map(|_| unreachable!("it is refused")),
        served.read(object(160)).map(|_| unreachable!("it is refused")).map_err(Rejection::from),
    ];
    for result in decoded {
        assert!(matches!(result, Err(Rejection::TooLarge(_))), "{result:?}");
    }
    // As many bytes as a body may have, where nothing else is said.
    let served = ServedVersion::new(&with_long_defaults(10_000), "v1").expect("a version");
    assert!(served.create(object(300)).is_ok());
    assert!(matches!(served.create(object(400)), Err(Rejection::TooLarge(limit)) if limit == 3 << 20));
}

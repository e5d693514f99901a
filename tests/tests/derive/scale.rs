//! The scale subresource; recorded from the real API server, k8s.io/apiextensions-apiserver v0.37.2.

use crd_schema::api::{Scale, ScaleSpec};
use crd_schema::{CustomResourceDefinition, ServedVersion};
use crd_schema_tests::scale::{recorded, replay};
use crd_schema_tests::table::Report;
use serde_json::json;

#[test]
fn recorded_answers() {
    let mut report = Report::default();
    let asked = replay(&mut report, &recorded());
    assert!(asked >= 60, "{asked} requests were recorded");
    report.finish();
}

/// No server knows the marker; the design says that a write of the scale is an update like any other.
#[test]
fn an_immutable_number_cannot_be_scaled() {
    let crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Job", "plural": "jobs"},
        "versions": [{
            "name": "v1",
            "subresources": {"scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}},
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                "spec": {"type": "object", "properties": {
                    "replicas": {"type": "integer", "x-kubernetes-mutability": "Immutable"},
                }},
            }}},
        }],
    }});
    let crd: CustomResourceDefinition = serde_json::from_value(crd).expect("a definition");
    let served = ServedVersion::new(&crd, "v1").expect("it is structural");
    let old = json!({
        "apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"}, "spec": {"replicas": 3},
    });
    let scale = |replicas| {
        let spec = ScaleSpec { replicas: Some(replicas), ..ScaleSpec::default() };
        Scale { spec: Some(spec), ..Scale::default() }
    };
    assert!(served.update_scale(&old, &scale(3)).is_ok());
    let refused = served.update_scale(&old, &scale(4)).expect_err("it is immutable");
    assert_eq!(refused.to_string(), "spec.replicas: Invalid value: 4: field is immutable");
}

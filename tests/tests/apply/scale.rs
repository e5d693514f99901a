//! Managed fields of an object and of its scale, beside Kubernetes' own code; skipped without `ORACLE_BIN`.

use crd_schema::apply::ScaleManagers;
use crd_schema_tests::conformance::{Random, same};
use crd_schema_tests::generate::Tape;
use serde_json::{Value, json};

const REPLICAS: &str = ".spec.replicas";

fn handler() -> ScaleManagers {
    let handler = ScaleManagers::new("example.com/v1").version("example.com/v1", Some(REPLICAS));
    handler.version("example.com/v2", None).version("example.com/v3", Some(".count"))
}

fn entry(tape: &mut Tape<'_>, versions: &[&str], fields: &[Value]) -> Value {
    json!({
        "apiVersion": tape.pick(versions),
        "fieldsType": "FieldsV1",
        "fieldsV1": fields[tape.choose(fields.len())],
        "manager": tape.pick(&["alice", "bob", "hpa"]),
        "operation": tape.pick(&["Apply", "Update"]),
        "subresource": tape.pick(&["", "", "scale"]),
        "time": tape.pick(&["2001-09-09T01:46:40Z", "2001-09-09T01:47:40Z"]),
    })
}

fn of_object(tape: &mut Tape<'_>) -> Value {
    let fields = [
        json!({"f:spec": {"f:replicas": {}}}),
        json!({"f:spec": {"f:image": {}, "f:replicas": {}}, "f:count": {}}),
        json!({"f:spec": {".": {}, "f:image": {}}}),
        json!({"f:count": {}}),
    ];
    let versions = ["example.com/v1", "example.com/v1", "example.com/v2", "example.com/v3", "example.com/v0"];
    (0..tape.choose(4)).map(|_| entry(tape, &versions, &fields)).collect()
}

/// The scale's own entries, some of them gone, and some from others.
fn of_scale(tape: &mut Tape<'_>, own: &Value) -> Value {
    let fields = [json!({"f:spec": {"f:replicas": {}}}), json!({"f:metadata": {"f:labels": {"f:a": {}}}})];
    let kept: Vec<_> =
        own.as_array().into_iter().flatten().filter(|_| tape.choose(3) != 2).cloned().collect();
    let more = (0..tape.choose(3)).map(|_| entry(tape, &["autoscaling/v1"], &fields)).collect::<Vec<_>>();
    kept.into_iter().chain(more).collect()
}

fn request(object: &Value, scale: &Value) -> Value {
    json!({
        "op": "scale_managers", "old": object, "object": scale, "version": "example.com/v1",
        "mappings": {"example.com/v1": ["spec", "replicas"], "example.com/v2": null, "example.com/v3": ["count"]},
    })
}

/// Go writes no entries as null.
fn list(answer: &Value) -> Value {
    if answer.is_null() { json!([]) } else { answer.clone() }
}

#[test]
fn entries_go_to_the_scale_and_back() {
    let (handler, mut random) = (handler(), Random::new(1, "scale"));
    let (mut ours, mut requests) = (Vec::new(), Vec::new());
    for _ in 0..1_000 {
        let bytes = random.tape();
        let mut tape = Tape::new(&bytes);
        let object = of_object(&mut tape);
        let own = handler.to_scale(&object).expect("entries can be read");
        let scale = of_scale(&mut tape, &own);
        requests.push(request(&object, &scale));
        ours.push((own, handler.to_object(&object, &scale).expect("entries can be read")));
    }
    let Some(answers) = crd_schema_tests::oracle::ask(&requests) else { return };
    for ((request, answer), (scale, object)) in requests.iter().zip(&answers).zip(&ours) {
        assert!(same(scale, &list(&answer["scale"])), "{request}\nours   {scale}\ntheirs {answer}");
        assert!(same(object, &list(&answer["object"])), "{request}\nours   {object}\ntheirs {answer}");
    }
    let stolen =
        ours.iter().filter(|(scale, object)| !scale.as_array().is_none_or(Vec::is_empty) && scale != object);
    assert!(stolen.count() > 100, "scales have managers");
}

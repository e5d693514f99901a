//! What `two-updates` prints is what a real API server does: `tests/apiserver/README.md` says how there is one.

use crd_schema::{CustomResourceExt as _, Profile};
use crd_schema_tests::apiserver::{Request, Server, server};
use database::Database;
use database::two_updates::{UPDATES, database, plain_rule_accepts};
use serde_json::{Value, json};

/// The definition of a cluster, whose encoding has the rules of `#[immutable]`.
fn lowered() -> Value {
    serde_json::to_value(Database::crd_for(Profile::Cluster).expect("a definition")).expect("JSON")
}

/// The same without rules on the spec, and with `self == oldSelf` on the encoding, as it is published.
fn plain() -> Value {
    let mut crd = lowered();
    let root = &mut crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    let spec = root["properties"]["spec"].as_object_mut().expect("a spec");
    spec.remove("x-kubernetes-validations");
    spec["properties"]["encoding"]["x-kubernetes-validations"] = json!([{"rule": "self == oldSelf"}]);
    crd["metadata"]["name"] = "databases.plain.example.com".into();
    crd["spec"]["group"] = "plain.example.com".into();
    crd
}

fn accepts(server: &Server, group: &str, at: usize, old: Option<&str>, new: Option<&str>) -> bool {
    let object = |encoding| {
        let mut object = database(encoding);
        object["apiVersion"] = format!("{group}/v1").into();
        object["metadata"]["name"] = format!("app-{at}").into();
        object
    };
    let path = format!("/apis/{group}/v1/namespaces/default/databases");
    let created = server.post(&path, &object(old));
    assert_eq!(created.code, 201, "{}", created.body);
    let mut changed = object(new);
    changed["metadata"]["resourceVersion"] = created.body["metadata"]["resourceVersion"].clone();
    let path = format!("{path}/app-{at}");
    let put = Request { method: "PUT", path: &path, content_type: "application/json", body: &changed };
    let answer = server.send(&put);
    if answer.code != 200 {
        let message = answer.body["message"].as_str().unwrap_or_default();
        assert!(answer.code == 422 && message.contains("encoding: Invalid value"), "{}", answer.body);
    }
    answer.code == 200
}

#[test]
fn the_real_server_does_what_is_printed() {
    let Some(server) = server() else { return };
    let (plain, lowered) = (plain(), lowered());
    assert!(server.install(&[&plain, &lowered]).is_empty());
    for (at, (old, new)) in UPDATES.into_iter().enumerate() {
        let found = accepts(server, "plain.example.com", at, old, new);
        assert_eq!(found, plain_rule_accepts(old, new), "{old:?} to {new:?}");
        assert!(!accepts(server, "postgresql.cnpg.io", at, old, new), "{old:?} to {new:?}");
    }
}

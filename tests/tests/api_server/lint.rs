//! What lint says of definitions, beside what a real API server and kubectl do with them; skipped unless `APISERVER_BIN`
//! names a server.

use crd_schema::lint::lint_update;
use crd_schema::{CustomResourceDefinition, lint};
use crd_schema_tests::apiserver::{Request, Server, collection, server};
use crd_schema_tests::definition;
use serde_json::{Value, json};

const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

fn definition_in(group: &str, schema: &Value) -> Value {
    let mut crd = definition::of_schema(schema);
    crd["metadata"]["name"] = json!(format!("things.{group}"));
    crd["spec"]["group"] = json!(group);
    crd
}

fn wire(crd: &Value) -> CustomResourceDefinition {
    serde_json::from_value(crd.clone()).expect("a definition")
}

fn stored(server: &Server, crd: &Value) -> Value {
    server.get(&format!("{CRDS}/{}", crd["metadata"]["name"].as_str().expect("a name"))).body
}

/// What lint says that `kubectl apply` keeps.
fn kept(new: &Value, old: &Value) -> Vec<(String, String)> {
    let about = lint_update(&wire(new), &wire(old)).into_iter();
    let about = about.filter(|finding| finding.rule == Some("kept-by-apply"));
    about.map(|finding| (finding.message, finding.help.unwrap_or_default())).collect()
}

fn with_webhook(crd: &Value) -> Value {
    let mut crd = crd.clone();
    crd["spec"]["conversion"] = json!({"strategy": "Webhook", "webhook": {
        "clientConfig": {"url": "https://example.com"}, "conversionReviewVersions": ["v1"],
    }});
    crd
}

#[test]
fn kubectl_apply_keeps_a_webhook_that_no_file_mentions() {
    let Some(server) = server() else { return };
    let file = definition_in(
        "kept.example.com",
        &json!({"type": "object", "properties": {"a": {"type": "string"}}}),
    );
    let Some((created, said)) = server.kubectl(&["create", "-f", "-"], &with_webhook(&file).to_string())
    else {
        return;
    };
    assert!(created, "{said}");
    let live = stored(server, &file);

    let [(message, _)] = kept(&file, &live).try_into().expect("one finding");
    assert!(message.contains("keeps the webhook") && !message.contains("refuses"), "{message}");
    let (applied, said) = server.kubectl(&["apply", "-f", "-"], &file.to_string()).expect("kubectl");
    assert!(applied, "{said}");
    let after = stored(server, &file);
    assert_eq!(after["spec"]["conversion"]["strategy"], "Webhook");
    // What was applied last is known now, and says nothing of a webhook.
    assert_eq!(kept(&file, &after).len(), 1);

    let mut none = file.clone();
    none["spec"]["conversion"] = json!({"strategy": "None"});
    let [(message, help)] = kept(&none, &after).try_into().expect("one finding");
    let (_, refusal) = message.split_once("the server refuses it: ").expect("it is refused");
    let (applied, said) = server.kubectl(&["apply", "-f", "-"], &none.to_string()).expect("kubectl");
    assert!(!applied && said.contains(refusal), "{refusal} is not in {said}");

    let (_, patch) = help.split_once("-p '").expect("a patch");
    let (patch, _) = patch.split_once('\'').expect("its end");
    let name = file["metadata"]["name"].as_str().expect("a name");
    let patched =
        server.kubectl(&["patch", "crd", name, "--type", "merge", "-p", patch], "").expect("kubectl");
    assert!(patched.0, "{}", patched.1);
    assert_eq!(kept(&none, &stored(server, &file)), []);
    let (applied, said) = server.kubectl(&["apply", "-f", "-"], &none.to_string()).expect("kubectl");
    assert!(applied, "{said}");
    assert_eq!(stored(server, &file)["spec"]["conversion"], json!({"strategy": "None"}));
}

#[test]
fn kubectl_apply_removes_a_webhook_that_the_last_file_had() {
    let Some(server) = server() else { return };
    let file = definition_in(
        "gone.example.com",
        &json!({"type": "object", "properties": {"a": {"type": "string"}}}),
    );
    let Some((applied, said)) = server.kubectl(&["apply", "-f", "-"], &with_webhook(&file).to_string())
    else {
        return;
    };
    assert!(applied, "{said}");
    assert_eq!(kept(&file, &stored(server, &file)), []);
    let (applied, said) = server.kubectl(&["apply", "-f", "-"], &file.to_string()).expect("kubectl");
    assert!(applied, "{said}");
    assert_eq!(stored(server, &file)["spec"]["conversion"], json!({"strategy": "None"}));
}

/// The fields of which lint says that they are lost, by the version that loses them.
#[test]
fn fields_of_one_version_are_lost() {
    let Some(server) = server() else { return };
    let of = |fields: &Value| json!({"type": "object", "properties": {"spec": {"type": "object", "properties": fields}}});
    let mut crd =
        definition_in("lost.example.com", &of(&json!({"a": {"type": "string"}, "new": {"type": "string"}})));
    let older = of(&json!({"a": {"type": "string"}, "old": {"type": "string"}}));
    let versions = crd["spec"]["versions"].as_array_mut().expect("versions");
    versions.push(
        json!({"name": "v1beta1", "served": true, "storage": false, "schema": {"openAPIV3Schema": older}}),
    );
    let findings = lint(&wire(&crd));
    let said: Vec<_> = findings.iter().filter(|finding| finding.rule == Some("lost-on-conversion")).collect();
    let places: Vec<_> = said.iter().map(|finding| finding.at.to_string()).collect();
    assert_eq!(places.len(), 2, "{places:?}");
    assert!(places[0].starts_with("spec.versions[1]") && places[0].ends_with("[old]"), "{places:?}");
    assert!(places[1].starts_with("spec.versions[0]") && places[1].ends_with("[new]"), "{places:?}");

    assert!(server.install(&[&crd]).is_empty());
    let newest = format!("{}/o", collection(&crd));
    let oldest = newest.replace("/v1/", "/v1beta1/");
    let object = |version: &str, spec: &Value| json!({"apiVersion": format!("lost.example.com/{version}"), "kind": "Thing", "metadata": {"name": "o"}, "spec": spec});
    // What the stored version does not declare is lost when an object is written.
    let created =
        server.post(oldest.trim_end_matches("/o"), &object("v1beta1", &json!({"a": "1", "old": "2"})));
    assert_eq!(created.code, 201, "{}", created.body);
    assert_eq!(server.get(&oldest).body["spec"], json!({"a": "1"}));
    // What the other version does not declare is lost when an object is read and written there.
    let put = |path: &str, object: &Value| {
        server.send(&Request { method: "PUT", path, content_type: "application/json", body: object }).code
    };
    let mut now = server.get(&newest).body;
    now["spec"]["new"] = json!("3");
    assert_eq!(put(&newest, &now), 200);
    let seen = server.get(&oldest).body;
    assert_eq!(seen["spec"], json!({"a": "1"}));
    assert_eq!(put(&oldest, &seen), 200);
    assert_eq!(server.get(&newest).body["spec"], json!({"a": "1"}));
}

/// What is kept of metadata, at the root, in an embedded resource, and elsewhere.
#[test]
fn labels_are_dropped_where_nobody_looks_after_metadata() {
    let Some(server) = server() else { return };
    let named = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    let crd = definition_in(
        "labels.example.com",
        &json!({"type": "object", "properties": {
            "metadata": named,
            "spec": {"type": "object", "properties": {
                "template": {"type": "object", "properties": {"metadata": named}},
                "object": {"type": "object", "x-kubernetes-embedded-resource": true, "properties": {"metadata": named}},
                "empty": {"type": "object"},
                "marker": {"type": "object", "maxProperties": 0},
            }},
        }}),
    );
    let findings = lint(&wire(&crd));
    let places: Vec<_> = findings.iter().map(|finding| (finding.rule, finding.at.to_string())).collect();
    let at =
        |place: &str| format!("spec.versions[0].schema.openAPIV3Schema.properties[spec].properties{place}");
    let expected = [
        (Some("embedded-metadata-pruned"), at("[template].properties[metadata]")),
        (Some("empty-object-pruned"), at("[empty]")),
    ];
    assert_eq!(places.len(), 2, "{places:?}");
    assert!(expected.iter().all(|one| places.contains(one)), "{places:?}");

    assert!(server.install(&[&crd]).is_empty());
    let metadata = json!({"name": "a", "labels": {"app": "web"}, "annotations": {"a": "b"}});
    let created = server.post(
        &collection(&crd),
        &json!({
            "apiVersion": "labels.example.com/v1", "kind": "Thing",
            "metadata": {"name": "o", "labels": {"app": "web"}},
            "spec": {
                "template": {"metadata": metadata},
                "object": {"apiVersion": "v1", "kind": "Pod", "metadata": metadata},
                "empty": {"a": 1},
                "marker": {"a": 1},
            },
        }),
    );
    assert_eq!(created.code, 201, "{}", created.body);
    assert_eq!(created.body["metadata"]["labels"], json!({"app": "web"}));
    assert_eq!(
        created.body["spec"],
        json!({
            "template": {"metadata": {"name": "a"}},
            "object": {"apiVersion": "v1", "kind": "Pod", "metadata": metadata},
            "empty": {},
            "marker": {},
        })
    );
}

//! Findings of `immutable-bypass` in published definitions, undone on a real API server by the two updates that the finding
//! tells of; skipped unless `APISERVER_BIN` names one and `CRD_CORPUS` the definitions.

use crd_schema::{CustomResourceDefinition, lint};
use crd_schema_tests::apiserver::{Request, Server, collection, server};
use crd_schema_tests::corpus;
use crd_schema_tests::table::load;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Table {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    crd: String,
    /// The member of the spec that has the rule.
    rule: String,
    /// The member of the spec that is removed; the spec itself where it is empty.
    removed: String,
    before: Value,
    after: Value,
}

/// The definition with the version that is stored alone, so that nothing is converted.
fn definition(case: &Case) -> Option<Value> {
    let path = corpus::folder()?.join("crds").join(format!("{}.yaml", case.crd));
    let mut crd = corpus::documents(&path).swap_remove(0).into_value();
    let versions = crd["spec"]["versions"].as_array_mut().expect("versions");
    versions.retain(|version| version["storage"] == true);
    let spec = crd["spec"].as_object_mut().expect("a spec");
    spec.remove("conversion");
    Some(crd)
}

/// Whether lint says that the rule can be escaped.
fn is_found(crd: &Value, rule: &str) -> bool {
    let crd: CustomResourceDefinition = serde_json::from_value(crd.clone()).expect("a definition");
    let place = format!("properties[spec].properties[{rule}].x-kubernetes-validations");
    lint(&crd)
        .iter()
        .any(|finding| finding.rule == Some("immutable-bypass") && finding.message.contains(&place))
}

fn object(crd: &Value, index: usize, spec: &Value) -> Value {
    let (group, version) = (&crd["spec"]["group"], &crd["spec"]["versions"][0]["name"]);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut object = json!({
        "apiVersion": format!("{}/{}", text(group), text(version)),
        "kind": crd["spec"]["names"]["kind"],
        "metadata": {"name": format!("o{index}")},
    });
    if !spec.is_null() {
        object["spec"] = spec.clone();
    }
    object
}

impl Case {
    fn without(&self) -> Value {
        let mut spec = self.before.clone();
        match spec.as_object_mut() {
            Some(members) if !self.removed.is_empty() => drop(members.remove(&self.removed)),
            _ => spec = Value::Null,
        }
        spec
    }

    fn update(server: &Server, crd: &Value, index: usize, spec: &Value) -> u16 {
        let path = format!("{}/o{index}", collection(crd));
        let mut new = object(crd, index, spec);
        new["metadata"]["resourceVersion"] = server.get(&path).body["metadata"]["resourceVersion"].take();
        server
            .send(&Request { method: "PUT", path: &path, content_type: "application/json", body: &new })
            .code
    }

    fn undo(&self, server: &Server, index: usize) -> bool {
        let Some(crd) = definition(self) else { return false };
        assert!(is_found(&crd, &self.rule), "{}: {} is no finding", self.crd, self.rule);
        if server.get(&collection(&crd)).code != 200 {
            assert!(server.install(&[&crd]).is_empty(), "{}", self.crd);
        }
        let created = server.post(&collection(&crd), &object(&crd, index, &self.before));
        assert_eq!(created.code, 201, "{}", created.body);
        let what = format!("{} {}", self.crd, self.rule);
        assert_eq!(Self::update(server, &crd, index, &self.after), 422, "{what}: at once");
        assert_eq!(Self::update(server, &crd, index, &self.without()), 200, "{what}: without");
        assert_eq!(Self::update(server, &crd, index, &self.after), 200, "{what}: with another value");
        true
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn two_updates_undo_published_rules() {
    let Some(server) = server() else { return };
    let cases: Vec<_> =
        load::<Table>("apiserver-bypass").into_iter().flat_map(|(_, table)| table.cases).collect();
    assert!(cases.len() >= 10);
    let undone = cases.iter().enumerate().filter(|(index, case)| case.undo(server, *index)).count();
    eprintln!("{undone} rules of published definitions undone by two updates");
}

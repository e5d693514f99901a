//! Findings of `immutable-bypass` in published definitions, undone on a real API server by the two updates that the finding
//! tells of, and no longer undone with the rule that its help proposes; skipped unless `APISERVER_BIN` names one and `CRD_CORPUS` the definitions.

use std::collections::BTreeMap;

use crd_schema::lint::Finding;
use crd_schema::{CustomResourceDefinition, lint};
use crd_schema_tests::apiserver::{Request, Server, collection, second_server};
use crd_schema_tests::table::load;
use crd_schema_tests::{corpus, definition};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Table {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    crd: String,
    /// The field of the spec that has the rule.
    rule: String,
    /// The field of the spec that is removed; the spec itself where it is empty.
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
            Some(fields) if !self.removed.is_empty() => drop(fields.remove(&self.removed)),
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

    /// The rule that the finding proposes.
    fn help(&self, crd: &Value) -> Proposed {
        let crd: CustomResourceDefinition = serde_json::from_value(crd.clone()).expect("a definition");
        let place = format!("properties[spec].properties[{}].x-kubernetes-validations", self.rule);
        let about =
            |finding: &&Finding| finding.rule == Some("immutable-bypass") && finding.message.contains(&place);
        let findings = lint(&crd);
        let finding = findings.iter().find(about).expect("a finding");
        Proposed::read(finding.help.as_deref().expect("a help"))
    }

    /// With the rules of all helps nothing is undone, and what may be set later still may.
    fn is_closed(&self, server: &Server, crd: &Value, index: usize) {
        let what = format!("{} {}", self.crd, self.rule);
        let created = server.post(&collection(crd), &object(crd, index, &self.before));
        assert_eq!(created.code, 201, "{what}: {}", created.body);
        assert_eq!(Self::update(server, crd, index, &self.after), 422, "{what}: at once, with the help");
        assert_eq!(Self::update(server, crd, index, &self.without()), 422, "{what}: without, with the help");
        let later = index + 1000;
        if server.post(&collection(crd), &object(crd, later, &self.without())).code == 201 {
            assert_eq!(
                Self::update(server, crd, later, &self.after),
                200,
                "{what}: set later, with the help"
            );
        }
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

/// A rule, and the names of the fields on the way to where it belongs.
struct Proposed {
    rule: String,
    place: Vec<String>,
}

impl Proposed {
    /// Reads "add the rule `…` to …".
    fn read(help: &str) -> Self {
        let rest = help.strip_prefix("add the rule `").unwrap_or_else(|| panic!("{help}"));
        let (rule, rest) = rest.split_once("` to ").expect("where it belongs");
        let place = if let Some(rest) = rest.strip_prefix('"') {
            rest.split('"').next().expect("names").split('.').map(str::to_owned).collect()
        } else {
            assert!(rest.starts_with("the root of the schema"), "{help}");
            Vec::new()
        };
        Self { rule: rule.to_owned(), place }
    }

    fn add_to(&self, crd: &mut Value) {
        let root = &mut crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
        let node = self.place.iter().fold(root, |node, name| &mut node["properties"][name.as_str()]);
        let rules = &mut node["x-kubernetes-validations"];
        if rules.is_null() {
            *rules = json!([]);
        }
        rules.as_array_mut().expect("rules").push(json!({"rule": self.rule}));
    }
}

#[test]
fn the_help_closes_what_two_updates_undo() {
    let Some(server) = second_server() else { return };
    let mut cases: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in load::<Table>("apiserver-bypass").into_iter().flat_map(|(_, table)| table.cases) {
        cases.entry(case.crd.clone()).or_default().push(case);
    }
    for cases in cases.values() {
        let Some(published) = definition(&cases[0]) else { return };
        let mut crd = published.clone();
        crd["spec"]["group"] = json!("closed.example.com");
        let plural = crd["spec"]["names"]["plural"].as_str().expect("a plural").to_owned();
        crd["metadata"]["name"] = json!(format!("{plural}.closed.example.com"));
        for case in cases {
            case.help(&published).add_to(&mut crd);
        }
        let refused = server.install(&[&crd]);
        assert!(refused.is_empty(), "{plural}: {}", refused[0].1.body);
        cases.iter().enumerate().for_each(|(index, case)| case.is_closed(server, &crd, index));
        server.remove_crd(&crd);
    }
}

/// A status is empty at first: the help must let the first write through.
#[test]
fn the_help_for_a_status_lets_it_be_written_once() {
    let Some(server) = second_server() else { return };
    let mut crd = definition::of_schema(&json!({"type": "object", "properties": {
        "spec": {"type": "object", "properties": {"size": {"type": "integer"}}},
        "status": {"type": "object", "properties": {
            "id": {"type": "string", "maxLength": 9, "x-kubernetes-validations": [{"rule": "self == oldSelf"}]},
        }},
    }}));
    crd["spec"]["versions"][0]["subresources"] = json!({"status": {}});
    crd["metadata"]["name"] = json!("things.written.example.com");
    crd["spec"]["group"] = json!("written.example.com");
    let wire: CustomResourceDefinition = serde_json::from_value(crd.clone()).expect("a definition");
    let findings = lint(&wire);
    let finding =
        findings.iter().find(|finding| finding.rule == Some("immutable-bypass")).expect("a finding");
    let help = finding.help.as_deref().expect("a help");
    assert!(!help.contains("require"), "{help}");
    Proposed::read(help).add_to(&mut crd);
    assert!(server.install(&[&crd]).is_empty());
    let path = format!("{}/o0", collection(&crd));
    assert_eq!(server.post(&collection(&crd), &object(&crd, 0, &json!({"size": 1}))).code, 201);
    let put = |path: &str, status: &Value| {
        let mut new = server.get(path.trim_end_matches("/status")).body;
        new["status"] = status.clone();
        let request = Request { method: "PUT", path, content_type: "application/json", body: &new };
        server.send(&request).code
    };
    let status = format!("{path}/status");
    assert_eq!(put(&status, &json!({})), 200);
    assert_eq!(put(&path, &Value::Null), 200);
    assert_eq!(put(&status, &json!({"id": "a"})), 200, "the first write");
    assert_eq!(put(&status, &json!({"id": "b"})), 422, "another value");
    assert_eq!(put(&status, &json!({})), 422, "without the value");
    assert_eq!(put(&status, &Value::Null), 422, "without the status");
    assert_eq!(put(&path, &Value::Null), 200, "the object itself");
}

/// A key that is written with a fraction escapes a rule of the item, until a rule of the list reads the key.
#[test]
fn the_help_for_a_numeric_key_reads_it() {
    let Some(server) = second_server() else { return };
    let list = json!({
        "type": "array", "maxItems": 9, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port"],
        "items": {"type": "object", "required": ["port", "name"], "properties": {
            "port": {"type": "integer"},
            "name": {"type": "string", "maxLength": 9, "x-kubernetes-validations": [{"rule": "self == oldSelf"}]},
        }},
    });
    for (group, is_closed) in [("open.key.example.com", false), ("closed.key.example.com", true)] {
        let mut list = list.clone();
        let in_group = |list: &Value| {
            let spec = json!({"type": "object", "required": ["ports"], "properties": {"ports": list}});
            let mut crd = definition::of_schema(
                &json!({"type": "object", "required": ["spec"], "properties": {"spec": spec}}),
            );
            crd["metadata"]["name"] = json!(format!("things.{group}"));
            crd["spec"]["group"] = json!(group);
            crd
        };
        if is_closed {
            let wire: CustomResourceDefinition =
                serde_json::from_value(in_group(&list)).expect("a definition");
            let findings = lint(&wire);
            let help = findings.iter().find(|finding| finding.rule == Some("immutable-bypass"));
            let help = help.and_then(|finding| finding.help.as_deref()).expect("a help");
            let rule = help.strip_prefix("read the key in a rule of the list: ").expect("a rule");
            list["x-kubernetes-validations"] = json!([{"rule": rule}]);
        }
        let crd = in_group(&list);
        let refused = server.install(&[&crd]);
        assert!(refused.is_empty(), "{}", refused[0].1.body);
        let spec = |name: &str| json!({"ports": [{"port": 80, "name": name}]});
        assert_eq!(server.post(&collection(&crd), &object(&crd, 0, &spec("a"))).code, 201);
        assert_eq!(Case::update(server, &crd, 0, &spec("b")), 422);
        let fraction = json!({"ports": [{"port": 80.0, "name": "b"}]});
        assert_eq!(Case::update(server, &crd, 0, &fraction), if is_closed { 422 } else { 200 });
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn two_updates_undo_published_rules() {
    let Some(server) = second_server() else { return };
    let cases: Vec<_> =
        load::<Table>("apiserver-bypass").into_iter().flat_map(|(_, table)| table.cases).collect();
    assert!(cases.len() >= 10);
    let undone = cases.iter().enumerate().filter(|(index, case)| case.undo(server, *index)).count();
    eprintln!("{undone} rules of published definitions undone by two updates");
}

//! CEL rules on a real API server and here, creates and updates: the answers are the same, whole `Status` by whole `Status`.
//! Skipped unless `APISERVER_BIN` names a server.

use crd_schema::serve::{Outcome, Rejection};
use crd_schema::{CustomResourceDefinition, ServedVersion};
use crd_schema_tests::apiserver::{Answer, Request, Server, collection, crd_around, server};
use crd_schema_tests::table::{Report, load};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A property with rules, and the values that it is given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    why: String,
    schema: Value,
    #[serde(default)]
    creates: Vec<Value>,
    #[serde(default)]
    updates: Vec<[Value; 2]>,
}

struct Definition<'s> {
    server: &'s Server,
    crd: Value,
    served: ServedVersion,
}

impl Definition<'_> {
    fn object(&self, name: &str, property: &str, value: &Value) -> Value {
        let api_version = self.served.api_version();
        json!({"apiVersion": api_version, "kind": "Case", "metadata": {"name": name}, "spec": {property: value}})
    }

    fn create(&self, object: &Value) -> Answer {
        self.server.post(&collection(&self.crd), object)
    }

    fn update(&self, name: &str, new: &Value) -> (Value, Answer) {
        let path = format!("{}/{name}", collection(&self.crd));
        let stored = self.server.get(&path).body;
        let mut new = new.clone();
        new["metadata"]["resourceVersion"] = stored["metadata"]["resourceVersion"].clone();
        let content_type = "application/json";
        let answer = self.server.send(&Request { method: "PUT", path: &path, content_type, body: &new });
        (stored, answer)
    }

    /// Whether the server rejects it; what differs is reported.
    fn compare(
        &self,
        report: &mut Report,
        case: &str,
        name: &str,
        ours: Result<Outcome, Rejection>,
        answer: &Answer,
    ) -> bool {
        match ours {
            Ok(_) => {
                report.expect(&format!("{case}: {}", answer.body["message"]), &true, &(answer.code < 300));
            }
            Err(rejection) => {
                let status = serde_json::to_value(self.served.status(name, &rejection)).expect("JSON");
                report.expect(case, &comparable(answer.body.clone()), &comparable(status));
            }
        }
        answer.code >= 300
    }
}

/// A server goes through properties in random order, so that causes are sorted, and the message of several is left out.
fn comparable(mut status: Value) -> Value {
    if let Some(causes) = status.pointer_mut("/details/causes").and_then(Value::as_array_mut) {
        let is_one = causes.len() < 2;
        causes.sort_by_key(ToString::to_string);
        if !is_one {
            status["message"].take();
        }
    }
    status
}

#[test]
#[expect(clippy::print_stderr, reason = "the numbers are part of the result")]
fn whole_answers_are_those_of_a_server() {
    let Some(server) = server() else { return };
    let groups: Vec<Group> =
        load("apiserver-rules").into_iter().flat_map(|(_, groups): (_, Vec<Group>)| groups).collect();
    let property = |index: usize| format!("p{index}");
    let named = groups.iter().enumerate().map(|(index, group)| (property(index), group.schema.clone()));
    let properties: Map<String, Value> = named.collect();
    let spec = json!({"type": "object", "properties": properties});
    let crd = crd_around("rules.example.com", &json!({"type": "object", "properties": {"spec": spec}}));
    let not_installed = server.install(&[&crd]);
    assert!(not_installed.is_empty(), "{}", not_installed[0].1.body["message"]);
    let definition: CustomResourceDefinition = serde_json::from_value(crd.clone()).expect("a definition");
    let version = ServedVersion::new(&definition, "v1").expect("it is structural");
    let definition = Definition { server, crd, served: version };
    let (mut report, mut asked, mut rejected) = (Report::default(), 0_usize, 0_usize);
    for (index, group) in groups.iter().enumerate() {
        for (number, value) in group.creates.iter().enumerate() {
            let (name, case) = (format!("c{index}-{number}"), format!("{}: {value}", group.why));
            let object = definition.object(&name, &property(index), value);
            let answer = definition.create(&object);
            let ours = definition.served.create(object);
            rejected += usize::from(definition.compare(&mut report, &case, &name, ours, &answer));
            asked += 1;
        }
        for (number, [old, new]) in group.updates.iter().enumerate() {
            let (name, case) = (format!("u{index}-{number}"), format!("{}: {old} to {new}", group.why));
            let old = definition.object(&name, &property(index), old);
            let answer = definition.create(&old);
            assert_eq!(answer.code, 201, "{case}: {}", answer.body);
            let new = definition.object(&name, &property(index), new);
            let (stored, answer) = definition.update(&name, &new);
            let ours = definition.served.update(&stored, with_revision(new, &stored));
            rejected += usize::from(definition.compare(&mut report, &case, &name, ours, &answer));
            asked += 1;
        }
    }
    eprintln!("{asked} creates and updates, {rejected} rejected");
    assert!(asked >= 200 && rejected >= 80 && asked - rejected >= 80, "{asked} asked, {rejected} rejected");
    report.finish();
}

fn with_revision(mut object: Value, stored: &Value) -> Value {
    object["metadata"]["resourceVersion"] = stored["metadata"]["resourceVersion"].clone();
    object
}

//! Every table of mutability, lowered, on a real API server; skipped unless `APISERVER_BIN` names one.
//!
//! The old objects are stored while the CRD says nothing, so that misfits and duplicates can be among them. Then the CRD
//! takes the lowered schema, and each transition is sent.

mod expected;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crd_schema::crd::{Lowering, publish};
use crd_schema::{JsonSchemaProps, Profile, ServerVersion, StructuralSchema};
use crd_schema_tests::apiserver::{Answer, Request, Server, collection, crd_around, server};
use crd_schema_tests::table::{Report, load};
use serde::Deserialize;
use serde_json::{Value, json};

/// A table of `cases/mutability`, each of its schemas under each of its markers.
#[derive(Deserialize)]
struct Table {
    schema: Value,
    #[serde(default)]
    markers: Vec<String>,
    transitions: Vec<Transition>,
}

#[derive(Deserialize)]
struct Transition {
    name: String,
    old: Value,
    new: Value,
    verdict: Value,
    /// What the check says of the markers.
    #[serde(default)]
    errors: Value,
}

/// Tables that cannot be lowered, and the deviation that says so (D2, D3 and D12 of the design).
const REFUSED: [(&str, &str); 11] = [
    ("embedded-metadata", "D12"),
    ("hard-09-frozen-embedded-resource", "D2"),
    ("hard-10-whole-floats", "D2"),
    ("hard-17-declared-below-preserve", "D3"),
    ("keys-map-of-anything", "D2"),
    ("null-inside-a-frozen-value", "D2"),
    ("property-embedded-resource", "D2"),
    ("property-open-struct", "D2"),
    ("property-preserve-object", "D2"),
    ("property-untyped-preserve", "D3"),
    ("untyped-preserve-with-properties", "D3"),
];

/// Tables whose CRD no server takes: keys of list maps are neither required nor defaulted.
const IMPOSSIBLE: [&str; 2] = ["keys-list-map-of-several-keys", "list-map-items-without-key"];

/// Tables with stored objects for which the lowered rules may deny what the markers allow, by deviation; the objects have
/// duplicates (D9), or do not fit (D14).
const NARROW: [(&str, &str); 9] = [
    ("duplicates-immutable-items", "D9"),
    ("duplicates-pair-by-occurrence", "D9"),
    ("hard-06-duplicates-in-a-list-map", "D9"),
    ("hard-08-misfit-unchanged", "D14"),
    ("mismatch-immutable-items", "D14"),
    ("mismatch-inner-markers", "D14"),
    ("mismatch-keys", "D14"),
    ("mismatch-map-keys", "D14"),
    ("mismatch-marked-property", "D14"),
];

/// The strings of lowered rules, and how a server begins to tell that it could not evaluate one.
const STRINGS: [&str; 10] = [
    "field is immutable",
    "field cannot be modified once set",
    "field cannot be cleared once set",
    "field cannot be set once created",
    "entries cannot be removed",
    "entries cannot be added",
    "entries cannot be added or removed",
    "existing entries are immutable",
    "keys must be written without a fraction",
    "evaluating rule",
];

/// One schema on the server.
struct Subject<'t> {
    name: String,
    marker: String,
    table: &'t Table,
    crd: Value,
}

/// Lists, maps and strings with bounds, so that cost is no reason to refuse.
fn bounded(schema: &mut Value) {
    if let Value::Object(fields) = schema {
        let keyword = match fields.get("type").and_then(Value::as_str) {
            Some("array") => "maxItems",
            Some("string") => "maxLength",
            Some("object") if fields.get("additionalProperties").is_some_and(Value::is_object) => {
                "maxProperties"
            }
            _ => "",
        };
        if !keyword.is_empty() {
            fields.entry(keyword).or_insert_with(|| 20.into());
        }
        for keyword in ["items", "additionalProperties"] {
            fields.get_mut(keyword).into_iter().for_each(bounded);
        }
        let properties = fields.get_mut("properties").and_then(Value::as_object_mut);
        properties.into_iter().flat_map(Map::values_mut).for_each(bounded);
    }
}

type Map = serde_json::Map<String, Value>;

fn subjects<'t>(tables: &'t [(String, Table)], report: &mut Report) -> Vec<Subject<'t>> {
    let mut subjects = Vec::new();
    let mut refused = BTreeMap::new();
    for (name, table) in tables {
        let markers =
            if table.markers.is_empty() { vec!["Immutable".to_owned()] } else { table.markers.clone() };
        for (number, marker) in markers.into_iter().enumerate() {
            let text = table.schema.to_string().replace("$M", &marker);
            let mut schema: Value = serde_json::from_str(&text).expect("still JSON");
            bounded(&mut schema);
            let props: JsonSchemaProps = serde_json::from_value(schema).expect("a schema");
            let structural = StructuralSchema::try_from(&props).expect("structural");
            let lowering = if number == 0 { ServerVersion::NEWEST } else { ServerVersion::OLDEST };
            match publish(&structural, Profile::Lowered(Lowering::new(lowering))) {
                Ok(published) => {
                    let schema = serde_json::to_value(published.schema()).expect("JSON");
                    let group = format!("{name}.{}.lowered.example.com", marker.to_lowercase());
                    subjects.push(Subject {
                        name: name.clone(),
                        marker,
                        table,
                        crd: crd_around(&group, &schema),
                    });
                }
                Err(found) => drop(refused.insert(name.as_str(), found.to_string())),
            }
        }
    }
    let known = |name: &str| REFUSED.iter().any(|(refused, _)| *refused == name);
    for (name, why) in &refused {
        report.expect(&format!("{name} is refused: {why}"), &true, &known(name));
    }
    for (name, _) in REFUSED {
        report.expect(&format!("{name} is refused"), &true, &refused.contains_key(name));
    }
    subjects
}

#[test]
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn every_table() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    let tables = load::<Table>("mutability");
    let subjects = subjects(&tables, &mut report);
    let lax: Vec<_> = subjects.iter().map(Subject::lax).collect();
    assert!(server.install(&lax.iter().collect::<Vec<_>>()).is_empty());
    for subject in &subjects {
        subject.store(server);
    }
    let answers: Vec<_> = subjects.iter().map(|subject| server.replace_crd(&subject.crd)).collect();
    let (mut transitions, mut of_proposal) = (0, 0);
    for (subject, answer) in subjects.iter().zip(answers) {
        let code = if IMPOSSIBLE.contains(&subject.name.as_str()) { 422 } else { 200 };
        report.expect(&format!("{}: {}", subject.name, answer.body), &code, &answer.code);
        if answer.code == 200 {
            let validated = subject.take(server, &mut report);
            transitions += validated;
            of_proposal += if subject.name.starts_with("kep-") { validated } else { 0 };
        }
    }
    eprintln!(
        "{transitions} transitions of {} lowered schemas judged by rules on the server, {of_proposal} of them of the KEP",
        subjects.len()
    );
    report.finish();
}

impl Subject<'_> {
    /// The CRD before it says anything.
    fn lax(&self) -> Value {
        let mut crd = self.crd.clone();
        crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"] =
            json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
        crd
    }

    fn object(&self, value: &Value, index: usize) -> Value {
        let mut whole = value.clone();
        whole["apiVersion"] = format!("{}/v1", self.crd["spec"]["group"].as_str().unwrap_or_default()).into();
        whole["kind"] = "Case".into();
        whole["metadata"]["name"] = format!("o{index}").into();
        whole
    }

    fn store(&self, server: &Server) {
        let olds = self.table.transitions.iter().map(|transition| &transition.old);
        // One more, to see whether the new schema is in use.
        let probe = json!({"unknown": 1});
        for (index, old) in olds.chain([&probe]).enumerate() {
            let answer = server.post(&collection(&self.crd), &self.object(old, index));
            assert_eq!(answer.code, 201, "{}: {}", self.name, answer.body);
        }
    }

    fn update(&self, server: &Server, value: &Value, index: usize) -> Answer {
        let path = format!("{}/o{index}", collection(&self.crd));
        let mut new = self.object(value, index);
        new["metadata"]["resourceVersion"] = server.get(&path).body["metadata"]["resourceVersion"].take();
        server.send(&Request { method: "PUT", path: &path, content_type: "application/json", body: &new })
    }

    fn take(&self, server: &Server, report: &mut Report) -> usize {
        let probe = format!("{}/o{}", collection(&self.crd), self.table.transitions.len());
        let start = Instant::now();
        // A root that keeps unknown fields keeps this one, too.
        while server.get(&probe).body.get("unknown").is_some() && start.elapsed() < Duration::from_secs(3) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut validated = 0;
        for (index, transition) in self.table.transitions.iter().enumerate() {
            let answer = self.update(server, &transition.new, index);
            validated += usize::from(self.compare(transition, &answer, report));
        }
        validated
    }

    /// Whether rules had a say.
    fn compare(&self, transition: &Transition, answer: &Answer, report: &mut Report) -> bool {
        let verdict = &transition.verdict;
        let stated = verdict.as_str().unwrap_or_else(|| verdict[&self.marker].as_str().unwrap_or_default());
        let is_narrow = NARROW.iter().any(|(name, _)| *name == self.name);
        let causes = expected::causes(&answer.body);
        let is_of_rule = |(_, message): &expected::Cause| STRINGS.iter().any(|text| message.contains(text));
        let by_rule = causes.iter().any(is_of_rule);
        let ours = match answer.code {
            200 => "allow",
            422 if by_rule => "deny",
            // The value does not fit its schema: no rule runs, and nothing is stored.
            422 => return false,
            _ => "an error",
        };
        let expected = if is_narrow && ours == "deny" { "deny" } else { stated };
        let name = format!("{} {}: {}\n  {causes:?}", self.name, self.marker, transition.name);
        report.expect(&name, &expected, &ours);
        let is_evaluated = !causes.iter().any(|(_, message)| message.contains("evaluating rule"));
        if ours == "deny" && !is_narrow && is_evaluated {
            report.expect(&name, &self.causes(transition), &causes.into_iter().filter(is_of_rule).collect());
        }
        true
    }

    /// What the rules say, by the messages and paths of the design.
    fn causes(&self, transition: &Transition) -> BTreeSet<expected::Cause> {
        let schema = expected::marked(&self.table.schema, &self.marker);
        let errors = expected::errors(&transition.errors, &self.marker);
        let cause = |error: &String| expected::cause(&schema, &transition.old, &transition.new, error);
        errors.iter().map(cause).collect()
    }
}

/// The example of the README: what the plain rule lets through in two updates, and ours does not.
#[test]
fn two_updates() {
    let Some(server) = server() else { return };
    let encoding = |rules: &Value| {
        json!({"type": "object", "properties": {"spec": {
            "type": "object",
            "properties": {"encoding": {
                "type": "string", "maxLength": 20, "x-kubernetes-validations": [{"rule": "self == oldSelf"}],
            }},
            "x-kubernetes-validations": rules,
        }}})
    };
    let presence = json!([{
        "rule": "has(self.encoding) == has(oldSelf.encoding)",
        "message": "field is immutable",
        "fieldPath": ".encoding",
        "reason": "FieldValueInvalid",
    }]);
    let plain = crd_around("plain.two-updates.example.com", &encoding(&json!([])));
    let ours = crd_around("ours.two-updates.example.com", &encoding(&presence));
    assert!(server.install(&[&plain, &ours]).is_empty());
    let object = |crd: &Value, name: &str, spec: Value| {
        let version = format!("{}/v1", crd["spec"]["group"].as_str().unwrap_or_default());
        json!({"apiVersion": version, "kind": "Case", "metadata": {"name": name}, "spec": spec})
    };
    let (full, empty) = (json!({"encoding": "UTF8"}), json!({}));
    for (crd, expected) in [(&plain, 200), (&ours, 422)] {
        for (name, old, new) in
            [("removed", &full, &empty), ("added", &empty, &json!({"encoding": "LATIN1"}))]
        {
            let path = format!("{}/{name}", collection(crd));
            assert_eq!(server.post(&collection(crd), &object(crd, name, old.clone())).code, 201);
            let mut new = object(crd, name, new.clone());
            new["metadata"]["resourceVersion"] = server.get(&path).body["metadata"]["resourceVersion"].take();
            let put = Request { method: "PUT", path: &path, content_type: "application/json", body: &new };
            let answer = server.send(&put);
            assert_eq!(answer.code, expected, "{name}: {}", answer.body);
            if expected == 422 {
                let cause = &answer.body["details"]["causes"][0];
                assert_eq!(cause["field"], "spec.encoding");
                assert_eq!(cause["message"], "Invalid value: field is immutable");
            }
        }
    }
}

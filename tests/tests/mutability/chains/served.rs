//! A served resource of two versions, with its subresources.

use crd_schema::api::{Scale, ScaleSpec};
use crd_schema::serve::{Outcome, Rejection};
use crd_schema::{CustomResourceDefinition, ServedVersion};
use crd_schema_tests::chains::{Request, Schemas, Verb, object, request};
use crd_schema_tests::conformance::Random;
use crd_schema_tests::generate::Tape;
use serde_json::{Value, json};

use super::{Chain, Counts, OBJECTS, REQUESTS, drawn, number, random};

struct Served {
    first: ServedVersion,
    second: ServedVersion,
}

impl Served {
    fn new(schemas: &Schemas) -> Self {
        let version = |name: &str, schema: &Value| {
            json!({"name": name, "served": true, "storage": name == "v1", "schema": {"openAPIV3Schema": schema},
            "subresources": {"status": {}, "scale": {
                "specReplicasPath": ".spec.size.replicas", "statusReplicasPath": ".status.replicas",
            }}})
        };
        let crd = json!({"spec": {
            "group": "example.com", "scope": "Cluster", "names": {"kind": "Case", "plural": "cases"},
            "versions": [version("v1", &schemas.first), version("v2", &schemas.second)],
        }});
        let crd: CustomResourceDefinition = serde_json::from_value(crd).expect("a definition");
        let served = |name: &str| ServedVersion::new(&crd, name).unwrap_or_else(|error| panic!("{error}"));
        Self { first: served("v1"), second: served("v2") }
    }

    fn send(&self, stored: &Value, asked: &Request) -> Result<Outcome, Rejection> {
        let object = || whole("v1", &asked.object);
        match asked.verb {
            Verb::Update | Verb::Patch => self.first.update(stored, object()),
            Verb::Apply => self.first.apply_result(Some(stored), object()),
            Verb::Status => self.first.update_status(stored, object()),
            Verb::Scale => {
                let spec = ScaleSpec { replicas: Some(asked.replicas), ..ScaleSpec::default() };
                self.first.update_scale(stored, &Scale { spec: Some(spec), ..Scale::default() })
            }
            Verb::OtherVersion => self.second.update(&in_version("v2", stored), whole("v2", &asked.object)),
        }
    }
}

fn whole(version: &str, object: &Value) -> Value {
    let mut object = object.clone();
    object["apiVersion"] = format!("example.com/{version}").into();
    object["kind"] = "Case".into();
    object["metadata"] = json!({"name": "a"});
    object
}

/// Nobody converts more.
fn in_version(version: &str, object: &Value) -> Value {
    let mut object = object.clone();
    object["apiVersion"] = format!("example.com/{version}").into();
    object
}

fn chain(random: &mut Random, schemas: &Schemas, served: &Served, counts: &mut Counts) -> Option<()> {
    let schema = &schemas.first;
    let mut chain = Chain::of(schema);
    let first = whole("v1", &object(&mut Tape::new(&random.tape()), schema));
    let mut stored = served.first.create(first).ok()?.object.into_value();
    let read = |stored: &Value| served.first.read(stored.clone()).expect("it is stored").into_value();
    chain.accept(schema, "created", &read(&stored));
    for _ in 0..REQUESTS {
        let now = read(&stored);
        let parts = json!({"spec": now["spec"], "status": now["status"]});
        let asked = request(&mut Tape::new(&random.tape()), schema, &without_nothing(parts));
        let answer = served.send(&stored, &asked);
        let is_accepted = answer.is_ok();
        if let Ok(outcome) = answer {
            stored = in_version("v1", outcome.object.value());
            chain.accept(schema, &format!("{:?}", asked.verb), &read(&stored));
        }
        let after = read(&stored);
        counts.count(is_accepted, now["spec"] != after["spec"] || now["status"] != after["status"]);
    }
    counts.chains += 1;
    Some(())
}

/// Fields that were not there are not null.
fn without_nothing(mut parts: Value) -> Value {
    if let Some(fields) = parts.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    parts
}

#[test]
fn nothing_is_undone_by_requests_of_all_kinds() {
    let (mut random, mut counts) = (random("served"), Counts::default());
    let wanted = number("CHAINS", 2_000);
    while counts.chains < wanted {
        let schemas = drawn(&mut random);
        let served = Served::new(&schemas);
        for _ in 0..OBJECTS {
            let _ = chain(&mut random, &schemas, &served, &mut counts);
        }
    }
    counts.are_worth_something("served");
}

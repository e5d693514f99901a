//! The tables of the other suites, taken to the server.

use std::collections::BTreeMap;

use crd_schema::{CustomResourceDefinition, ServedVersion};
use serde::Deserialize;
use serde_json::{Value, json};

use super::client::{Request, Server};
use super::compare::{Outcome, differences};
use super::object::{collection, crd_around};
use crate::table::Report;

/// A schema and objects of it, as the tables of pruning and defaulting have them.
#[derive(Deserialize)]
pub struct Objects {
    schema: Value,
    #[serde(default)]
    scope: String,
    cases: Vec<Object>,
}

#[derive(Deserialize)]
struct Object {
    name: String,
    object: Value,
}

impl Objects {
    /// The CRD around the schema.
    pub fn crd(&self, group: &str) -> Value {
        let schema = match &self.schema {
            // No schema at all is as good as one that declares nothing.
            Value::Null => json!({"type": "object"}),
            schema if self.is_root() => schema.clone(),
            schema => json!({"type": "object", "properties": {"value": schema}}),
        };
        crd_around(group, &schema)
    }

    /// Other values than objects stand one level down.
    fn is_root(&self) -> bool {
        self.scope == "resource"
    }

    /// Creates every object; gives how many answers were compared.
    ///
    /// # Panics
    /// When the schema is no good.
    pub fn create(&self, report: &mut Report, server: &Server, file: &str, crd: &Value) -> usize {
        let runtime = runtime(crd);
        let mut taken = 0;
        for (index, case) in self.cases.iter().enumerate() {
            let name = format!("o{index}");
            let object = around(&case.object, self.is_root(), crd, &name);
            let ours =
                Outcome::new(&runtime, &name, object.clone(), |decoded| runtime.create_decoded(decoded));
            for validation in ["Strict", "Ignore", "Warn"] {
                let path = format!("{}?dryRun=All&fieldValidation={validation}", collection(crd));
                let answer = server.post(&path, &object);
                taken += 1;
                let found = differences(&ours, &answer, validation);
                note(report, &format!("{file}: {} {validation}", case.name), &found);
            }
        }
        taken
    }
}

fn around(object: &Value, root: bool, crd: &Value, name: &str) -> Value {
    let mut whole = if root { object.clone() } else { json!({ "value": object }) };
    whole["apiVersion"] = format!("{}/v1", crd["spec"]["group"].as_str().unwrap_or_default()).into();
    whole["kind"] = "Case".into();
    whole["metadata"]["name"] = name.into();
    whole
}

/// A table of mutability and, for every marker, its schema with rules in place of markers.
#[derive(Deserialize)]
pub struct Lowered {
    /// The table.
    pub table: String,
    lowered: BTreeMap<String, Value>,
}

/// A table of `cases/mutability`.
#[derive(Deserialize)]
pub struct Transitions {
    schema: Value,
    transitions: Vec<Transition>,
}

#[derive(Deserialize)]
struct Transition {
    name: String,
    old: Value,
    new: Value,
}

impl Lowered {
    /// The CRD of every marker, with rules.
    pub fn crds(&self) -> Vec<Value> {
        self.lowered.iter().map(|(marker, schema)| crd_around(&self.group(marker), schema)).collect()
    }

    fn group(&self, marker: &str) -> String {
        format!("{}.{}.example.com", self.table, marker.to_lowercase())
    }

    /// Takes every transition under every marker: the server by its rules, the runtime by the markers.
    ///
    /// # Panics
    /// When a schema is no good.
    pub fn take(&self, report: &mut Report, server: &Server, table: &Transitions) -> usize {
        for marker in self.lowered.keys() {
            let text = table.schema.to_string().replace("$M", marker);
            let crd = crd_around(&self.group(marker), &serde_json::from_str(&text).expect("still JSON"));
            let native = runtime(&crd);
            for (index, transition) in table.transitions.iter().enumerate() {
                let found = transition.take(server, &crd, &native, &format!("o{index}"));
                note(report, &format!("{} {marker}: {}", self.table, transition.name), &found);
            }
        }
        self.lowered.len() * table.transitions.len()
    }
}

impl Transition {
    fn take(&self, server: &Server, crd: &Value, native: &ServedVersion, name: &str) -> Vec<String> {
        let old = server.post(&collection(crd), &around(&self.old, true, crd, name));
        if old.code != 201 {
            return vec![format!("old object: {}", old.body)];
        }
        let mut new = around(&self.new, true, crd, name);
        new["metadata"]["resourceVersion"] = old.body["metadata"]["resourceVersion"].clone();
        let path = &format!("{}/{name}", collection(crd));
        let answer =
            server.send(&Request { method: "PUT", path, content_type: "application/json", body: &new });
        let stored = native.read(old.body.clone()).expect("the server has it");
        let ours = Outcome::new(native, name, new, |decoded| native.update_decoded(&stored, decoded));
        differences(&ours, &answer, "Warn")
    }
}

fn runtime(crd: &Value) -> ServedVersion {
    let crd: CustomResourceDefinition = serde_json::from_value(crd.clone()).expect("a CRD");
    ServedVersion::new(&crd, "v1").expect("a version that can be served")
}

fn note(report: &mut Report, name: &str, found: &[String]) {
    report.expect(&format!("{name}\n    {}", found.join("\n    ")), &true, &found.is_empty());
}

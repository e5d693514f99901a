//! Sequences of requests to one object, run with our field managers.

use crd_schema::apply::{Conflicts, FieldManager, StatusSubresource, Subresource, WriteRequest};
use crd_schema::{JsonSchemaProps, StructuralSchema};
use serde_json::{Value, json};

use super::{configs, schemas};
use crate::generate::{Tape, mutated};

/// A definition, and requests with what we answer.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The definition.
    pub crd: Value,
    /// The requests, each with its own live object.
    pub steps: Vec<Step>,
}

/// A request and our answer.
#[derive(Clone, Debug)]
pub struct Step {
    /// As the oracle reads it.
    pub request: Value,
    /// The object that is written, if any.
    pub object: Option<Value>,
    /// The message of the error.
    pub error: Option<String>,
    /// The `Status` of the error.
    pub status: Option<Value>,
}

const MANAGERS: [&str; 4] = ["alice", "bob", "kubectl", "carol"];

/// Draws a definition and requests, unless the definition is not structural.
pub fn sequence(tape: &mut Tape<'_>) -> Option<Sequence> {
    let first = schemas::drawn(tape);
    let second = schemas::other_version(tape, &first);
    let crd = schemas::two_versions(tape, &first, &second);
    let manager = field_manager(&crd)?;
    let mut steps = Vec::new();
    for _ in 0..OBJECTS {
        let mut drawing =
            Drawing { crd: &crd, manager: &manager, live: None, last: None, now: 1_000_000_000 };
        steps.extend((0..3 + tape.choose(4)).map(|_| drawing.step(tape)));
    }
    Some(Sequence { crd, steps })
}

/// How many objects of a definition have requests: it takes the oracle longer to read the definition.
const OBJECTS: usize = 4;

/// The field managers of a definition.
pub fn field_manager(crd: &Value) -> Option<FieldManager> {
    let spec = &crd["spec"];
    let mut manager = FieldManager::new(spec["group"].as_str()?, spec["names"]["kind"].as_str()?);
    for version in spec["versions"].as_array()? {
        let props: JsonSchemaProps =
            serde_json::from_value(version["schema"]["openAPIV3Schema"].clone()).ok()?;
        let schema = StructuralSchema::try_from(&props).ok()?;
        let has_status = version["subresources"].get("status").is_some();
        let status = if has_status { StatusSubresource::Enabled } else { StatusSubresource::Disabled };
        manager = manager.version(version["name"].as_str()?, &schema, status).ok()?;
    }
    Some(manager)
}

/// The object so far.
struct Drawing<'c> {
    crd: &'c Value,
    manager: &'c FieldManager,
    live: Option<Value>,
    last: Option<Value>,
    now: i64,
}

impl Drawing<'_> {
    fn step(&mut self, tape: &mut Tape<'_>) -> Step {
        self.now += 60;
        let index = usize::from(tape.rarely(1, 8));
        let version = ["v1", "v2"][index];
        let schema = self.crd["spec"]["versions"][index]["schema"]["openAPIV3Schema"].clone();
        let applies = tape.choose(5) < 3;
        let object = if applies {
            self.config(tape, &schema, version)
        } else {
            self.replacement(tape, &schema, version)
        };
        let request = json!({
            "op": if applies { "apply" } else { "update" },
            "version": version,
            "subresource": if tape.rarely(1, 6) { "status" } else { "" },
            "manager": MANAGERS[tape.choose(MANAGERS.len())],
            "force": tape.choose(3) == 1,
            "time": time(self.now),
            "live": self.live,
            "object": object,
        });
        let step = run(self.manager, &request, self.now);
        if let Some(object) = &step.object {
            self.live = Some(stored(object));
        }
        step
    }

    fn config(&mut self, tape: &mut Tape<'_>, schema: &Value, version: &str) -> Value {
        let config = match &self.last {
            Some(last) if tape.choose(4) != 3 => configs::like(tape, schema, last, version),
            _ => configs::drawn(tape, schema, version),
        };
        self.last = Some(config.clone());
        config
    }

    /// The live object with changes, and now and then with other managed fields.
    fn replacement(&self, tape: &mut Tape<'_>, schema: &Value, version: &str) -> Value {
        let Some(live) = &self.live else { return configs::drawn(tape, schema, version) };
        let mut changed = configs::like(tape, schema, live, version);
        if tape.rarely(1, 8) {
            changed = mutated(tape, schema, &changed);
            changed["apiVersion"] = format!("example.com/{version}").into();
            changed["kind"] = "Thing".into();
        }
        if !changed["metadata"].is_object() {
            return changed;
        }
        match tape.choose(12) {
            0 => drop(changed["metadata"].as_object_mut().map(|fields| fields.remove("managedFields"))),
            1 => changed["metadata"]["managedFields"] = json!([]),
            2 => changed["metadata"]["managedFields"] = json!([{}]),
            3 => changed["metadata"]["managedFields"] = json!([entry(tape)]),
            4 => {
                if let Some(entries) = changed["metadata"]["managedFields"].as_array_mut() {
                    entries.push(entry(tape));
                }
            }
            5 => {
                let entries = changed["metadata"]["managedFields"].as_array_mut();
                let many =
                    (0..9 + i64::try_from(tape.choose(6)).unwrap_or(0)).map(|number| updater(tape, number));
                if let Some(entries) = entries {
                    entries.extend(many);
                }
            }
            _ => {}
        }
        changed
    }
}

/// An entry by hand, not always one that can be.
fn entry(tape: &mut Tape<'_>) -> Value {
    let fields = match tape.choose(8) {
        0 => json!({"f:spec": {}}),
        1 => json!({"f:spec": {".": {}, "f:a": {}, "f:c": {"f:x": {}}}}),
        2 => {
            json!({"f:spec": {"f:b": {"k:{\"j\":\"x\"}": {".": {}, "f:j": {}}, "v:1": {}, "v:\"x\"": {}, "i:0": {}}}})
        }
        3 => json!({"f:metadata": {"f:labels": {"f:app": {}}}, "f:c": {".": {}, "f:a": {}, "f:x": {}}}),
        4 => json!({"f:spec": {"x:unknown": {}, "f:a": {"f:b": {}}}}),
        5 => json!({"spec": {}}),
        6 => json!({"f:status": {".": {}, "f:a": {"f:a": {}}}, "f:apiVersion": {}}),
        _ => Value::Null,
    };
    json!({
        "apiVersion": tape.pick(&["example.com/v1", "example.com/v1", "example.com/v2", "example.com/v0", "v1"]),
        "fieldsType": tape.pick(&["FieldsV1", "FieldsV1", "FieldsV1", "FieldsV1", ""]),
        "fieldsV1": fields,
        "manager": MANAGERS[tape.choose(MANAGERS.len())],
        "operation": tape.pick(&["Apply", "Update", "Apply", "Update", "Delete"]),
        "time": tape.pick(&["2001-09-09T01:46:40Z", "2001-09-09T03:46:41.5+02:00", "2000-01-01T00:00:00Z"]),
    })
}

fn updater(tape: &mut Tape<'_>, number: i64) -> Value {
    json!({
        "apiVersion": tape.pick(&["example.com/v1", "example.com/v2"]),
        "fieldsType": "FieldsV1",
        "fieldsV1": {"f:metadata": {"f:labels": {format!("f:l{number}"): {}}}},
        "manager": format!("m{number}"),
        "operation": "Update",
        "time": time(1_000_000_000 + number % 4),
    })
}

/// What a server stores of an object.
fn stored(object: &Value) -> Value {
    let mut stored = object.clone();
    if stored["metadata"].is_object() {
        stored["metadata"]["uid"] = "7".into();
    }
    stored
}

/// A time of the day that has the second 1,000,000,000.
fn time(seconds: i64) -> String {
    let second = seconds - 1_000_000_000 + 6_400;
    format!("2001-09-09T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

/// Our answer to a request.
pub fn run(manager: &FieldManager, request: &Value, now: i64) -> Step {
    let string = |name: &str| request[name].as_str().unwrap_or_default().to_owned();
    let (version, who) = (string("version"), string("manager"));
    let subresource =
        if request["subresource"] == "status" { Subresource::Status } else { Subresource::None };
    let write = WriteRequest::new(&version, &who, now).subresource(subresource);
    let live = Some(&request["live"]).filter(|live| !live.is_null());
    let result = if request["op"] == "apply" {
        let conflicts = if request["force"] == true { Conflicts::Force } else { Conflicts::Reject };
        manager.apply(live, &request["object"], write, conflicts)
    } else {
        manager.try_update(live, request["object"].clone(), write)
    };
    match result {
        Ok(object) => Step { request: request.clone(), object: Some(object), error: None, status: None },
        Err(error) => {
            let kept = request["op"] == "update";
            let object = kept.then(|| manager.update(live, request["object"].clone(), write));
            let status = serde_json::to_value(error.status()).ok();
            Step { request: request.clone(), object, error: Some(error.to_string()), status }
        }
    }
}

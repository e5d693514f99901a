//! Tables of writes, each in the three modes of field validation, of which the whole answer is compared: the object, the
//! `Status` with its causes, and the warnings.

use crd_schema::serve::{BodyError, Decoded, DecodedScale, FieldValidation, Rejection, ScaleError};
use crd_schema::{CustomResourceDefinition, ServedVersion, Status};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::client::{Answer, Request, Server};
use super::compare::comparable;
use super::object::{collection, crd_with};
use super::patch;
use crate::table::Report;

const MODES: [(&str, FieldValidation); 3] = [
    ("Ignore", FieldValidation::Ignore),
    ("Warn", FieldValidation::Warn),
    ("Strict", FieldValidation::Strict),
];

/// What each run of a server has of its own.
const OF_THE_RUN: [&str; 4] = ["uid", "resourceVersion", "creationTimestamp", "managedFields"];

/// A file of `cases/apiserver-writes`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Writes {
    schema: Value,
    /// The schema that the old objects were stored with.
    before: Option<Value>,
    #[serde(default)]
    subresources: Value,
    /// What the version says beside its schema.
    #[serde(default)]
    version: Map<String, Value>,
    /// The names of further versions, with the same schema.
    #[serde(default)]
    further: Vec<String>,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    verb: Verb,
    /// The stored object.
    old: Option<Value>,
    /// What is sent: an object, to which type and name are added, or a string as it is, in which `$HEAD` stands for them.
    body: Value,
    /// What an apply makes of the old object: merging is the server's affair.
    becomes: Option<Value>,
    /// In what the two are known to differ, and why: the row fails when they no longer do.
    known: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Verb {
    Create,
    CreateYaml,
    Update,
    UpdateYaml,
    Status,
    StatusYaml,
    Scale,
    ScaleYaml,
    MergePatch,
    JsonPatch,
    StatusMergePatch,
    Apply,
}

/// What a side answers: the code, the object or the `Status`, and the warnings, in JSON.
fn whole(code: u16, body: Value, warnings: Vec<String>) -> String {
    // Upstream gives up a warning with control characters (`apimachinery pkg/util/net/http.go`).
    let warnings: Vec<_> = warnings.into_iter().filter(|text| !text.contains(char::is_control)).collect();
    format!("{code} {} {warnings:?}", comparable(sorted(without_run(body))))
}

/// Causes in order: upstream visits fields of a map as they come.
fn sorted(mut body: Value) -> Value {
    let Some(causes) = body.pointer_mut("/details/causes").and_then(Value::as_array_mut) else { return body };
    let reported = |causes: &[Value]| {
        let of = |cause: &Value| format!("{}: {}", text(&cause["field"]), text(&cause["message"]));
        causes.iter().map(of).collect::<Vec<_>>().join(", ")
    };
    let before = reported(causes);
    causes.sort_by_key(Value::to_string);
    let after = reported(causes);
    body["message"] = text(&body["message"]).replace(&before, &after).into();
    body
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Sends all requests of all files; gives how many there were.
///
/// # Panics
/// When a CRD is no good.
pub fn send_writes(report: &mut Report, server: &Server, files: &[(String, Writes)]) -> usize {
    let first: Vec<_> = files.iter().map(|(file, writes)| writes.crd(file, writes.before.as_ref())).collect();
    let refused = server.install(&first.iter().collect::<Vec<_>>());
    assert!(refused.is_empty(), "{refused:#?}");
    let stored: Vec<Vec<_>> = files
        .iter()
        .zip(&first)
        .map(|((_, writes), crd)| writes.rows.iter().enumerate().map(|row| store(server, crd, row)).collect())
        .collect();
    change(server, files);
    let mut sent = 0;
    for ((file, writes), stored) in files.iter().zip(&stored) {
        let crd = writes.crd(file, None);
        let runtime = runtime(&crd);
        for ((index, row), old) in writes.rows.iter().enumerate().zip(stored) {
            let ask = Ask {
                server,
                crd: &crd,
                runtime: &runtime,
                row,
                object: format!("o{index}"),
                old: old.as_ref(),
            };
            for mode in MODES {
                sent += 1;
                ask.compare(report, file, mode);
            }
        }
    }
    sent
}

/// Gives the files their schemas where old objects were stored with others.
fn change(server: &Server, files: &[(String, Writes)]) {
    let changed = files.iter().filter(|(_, writes)| writes.before.is_some());
    let codes: Vec<_> =
        changed.map(|(file, writes)| server.replace_crd(&writes.crd(file, None)).code).collect();
    assert!(codes.iter().all(|code| *code == 200), "{codes:?}");
    if !codes.is_empty() {
        // Handlers of the old definition are there a little longer.
        std::thread::sleep(std::time::Duration::from_secs(5));
    }
}

/// The old object of a row as the server has it.
fn store(server: &Server, crd: &Value, (index, row): (usize, &Row)) -> Option<Value> {
    let old = complete(row.old.as_ref()?, crd, &format!("o{index}"));
    let answer = server.post(&collection(crd), &old);
    assert_eq!(answer.code, 201, "{}: {}", row.name, answer.body);
    let stored = answer.body;
    if old["status"].is_null() || crd["spec"]["versions"][0]["subresources"]["status"].is_null() {
        return Some(stored);
    }
    let path = format!("{}/o{index}/status", collection(crd));
    let mut with_status = stored;
    with_status["status"] = old["status"].clone();
    let body = &with_status;
    let answer = server.send(&Request { method: "PUT", path: &path, content_type: "application/json", body });
    assert_eq!(answer.code, 200, "{}: {}", row.name, answer.body);
    Some(answer.body)
}

fn complete(object: &Value, crd: &Value, name: &str) -> Value {
    let mut object = object.clone();
    let Some(fields) = object.as_object_mut() else { return object };
    let group = crd["spec"]["group"].as_str().unwrap_or_default();
    fields.entry("apiVersion").or_insert_with(|| format!("{group}/v1").into());
    fields.entry("kind").or_insert_with(|| "Case".into());
    let metadata = fields.entry("metadata").or_insert_with(|| json!({}));
    if let Some(metadata) = metadata.as_object_mut() {
        metadata.entry("name").or_insert_with(|| name.into());
    }
    object
}

fn runtime(crd: &Value) -> ServedVersion {
    let crd: CustomResourceDefinition = serde_json::from_value(crd.clone()).expect("a CRD");
    ServedVersion::new(&crd, "v1").expect("a version that can be served")
}

impl Writes {
    fn crd(&self, file: &str, schema: Option<&Value>) -> Value {
        let schema = json!({"openAPIV3Schema": schema.unwrap_or(&self.schema)});
        let mut version = json!({"name": "v1", "served": true, "storage": true, "schema": schema});
        if !self.subresources.is_null() {
            version["subresources"] = self.subresources.clone();
        }
        let further = self.further.iter().map(|name| {
            let mut further = version.clone();
            further["name"] = name.as_str().into();
            further["storage"] = false.into();
            further
        });
        let mut versions: Vec<_> = further.collect();
        if let Some(fields) = version.as_object_mut() {
            fields.extend(self.version.clone());
        }
        versions.insert(0, version);
        crd_with(&format!("{file}.writes.example.com"), &json!({"versions": versions}))
    }
}

struct Ask<'a> {
    server: &'a Server,
    crd: &'a Value,
    runtime: &'a ServedVersion,
    row: &'a Row,
    object: String,
    old: Option<&'a Value>,
}

impl Ask<'_> {
    fn compare(&self, report: &mut Report, file: &str, (mode, validation): (&str, FieldValidation)) {
        let text = self.text();
        let Answer { code, body, warnings } = self.send(&text, mode);
        let (code, body) = self.without_patch(code, body);
        let theirs = whole(code, body, warnings);
        let ours = self.validate(&text, validation);
        let name = format!("{file}: {} ({mode})", self.row.name);
        match &self.row.known {
            None => report.expect(&name, &theirs, &ours),
            Some(why) => report.expect(&format!("{name}: known to differ ({why})"), &true, &(theirs != ours)),
        }
    }

    /// A strict patch is refused with the whole patched object as the value invalid; that is no affair of the runtime, which
    /// sees the object alone.
    fn without_patch(&self, code: u16, body: Value) -> (u16, Value) {
        let cause = &body["details"]["causes"][0];
        let Some((_, why)) = text(&cause["message"]).split_once(": strict decoding error: ") else {
            return (code, body);
        };
        if cause["field"] != "patch" {
            return (code, body);
        }
        let error = Rejection::Unreadable(BodyError::Strict(vec![why.to_owned()]));
        let status = self.runtime.status("", &error);
        (status.code(), serde_json::to_value(&status).expect("JSON"))
    }

    /// The request's body.
    fn text(&self) -> String {
        let revision = self.old.map_or(Value::Null, |old| old["metadata"]["resourceVersion"].clone());
        let patches = matches!(self.row.verb, Verb::MergePatch | Verb::JsonPatch | Verb::StatusMergePatch);
        let of_object = json!({"metadata": {"name": self.object, "resourceVersion": revision}});
        if let Value::String(text) = &self.row.body {
            let head = complete(&of_object, self.crd, "").to_string();
            let head = head.trim_start_matches('{').trim_end_matches('}').to_owned() + "}";
            return text.replace("$HEAD", &head).replace("$NAME", &self.object);
        }
        let mut body = self.row.body.clone();
        if patches {
            return body.to_string();
        }
        if self.row.verb == Verb::Scale {
            body["metadata"] = of_object["metadata"].clone();
            return body.to_string();
        }
        body = complete(&body, self.crd, &self.object);
        if let Some(metadata) = body["metadata"].as_object_mut().filter(|_| !revision.is_null()) {
            metadata.entry("resourceVersion").or_insert(revision);
        }
        body.to_string()
    }

    fn send(&self, text: &str, mode: &str) -> Answer {
        let all = collection(self.crd);
        let one = format!("{all}/{}", self.object);
        let (json, yaml) = ("application/json", "application/yaml");
        let merge = "application/merge-patch+json";
        let (method, path, content_type) = match self.row.verb {
            Verb::Create => ("POST", all, json),
            Verb::CreateYaml => ("POST", all, yaml),
            Verb::Update => ("PUT", one, json),
            Verb::UpdateYaml => ("PUT", one, yaml),
            Verb::Status => ("PUT", format!("{one}/status"), json),
            Verb::StatusYaml => ("PUT", format!("{one}/status"), yaml),
            Verb::Scale => ("PUT", format!("{one}/scale"), json),
            Verb::ScaleYaml => ("PUT", format!("{one}/scale"), yaml),
            Verb::MergePatch => ("PATCH", one, merge),
            Verb::StatusMergePatch => ("PATCH", format!("{one}/status"), merge),
            Verb::JsonPatch => ("PATCH", one, "application/json-patch+json"),
            Verb::Apply => ("PATCH", one, "application/apply-patch+yaml"),
        };
        let path = format!("{path}?dryRun=All&fieldManager=tests&fieldValidation={mode}");
        self.server.send_text(&Request { method, path: &path, content_type, body: &Value::Null }, text)
    }

    /// What the runtime says.
    fn validate(&self, text: &str, validation: FieldValidation) -> String {
        // A server warns of the version before it reads the request.
        let warnings = self.runtime.deprecation_warning().map(str::to_owned).into_iter().collect();
        let mut known = Known { name: String::new(), warnings };
        match self.write(text, validation, &mut known) {
            Ok((code, object)) => whole(code, object, known.warnings),
            Err(rejection) => {
                let status = self.runtime.status(&known.name, &rejection);
                whole(status.code(), serde_json::to_value(&status).expect("JSON"), known.warnings)
            }
        }
    }

    fn write(
        &self,
        text: &str,
        validation: FieldValidation,
        known: &mut Known,
    ) -> Result<(u16, Value), Rejection> {
        match self.row.verb {
            Verb::Scale => {
                return self.scale(self.runtime.decode_scale(text.as_bytes(), validation), known);
            }
            Verb::ScaleYaml => {
                return self.scale(self.runtime.decode_scale_yaml(text.as_bytes(), validation), known);
            }
            _ => {}
        }
        let decoded = self.decode(text, validation)?;
        known.warnings.clone_from(&decoded.warnings);
        let name = decoded.object["metadata"]["name"].as_str().unwrap_or_default();
        name.clone_into(&mut known.name);
        let outcome = self.store(decoded)?;
        known.warnings = outcome.warnings;
        let code = if self.old.is_none() { 201 } else { 200 };
        Ok((code, outcome.object.into_value()))
    }

    fn scale(
        &self,
        asked: Result<DecodedScale, ScaleError>,
        known: &mut Known,
    ) -> Result<(u16, Value), Rejection> {
        known.name.clone_from(&self.object);
        let asked = asked?;
        known.warnings = asked.warnings;
        let named = asked.scale.metadata.as_ref().and_then(|metadata| metadata.name.as_ref());
        if named.is_none() {
            let status = Status::bad_request(unnamed(&self.object));
            return Ok((status.code(), serde_json::to_value(&status).expect("JSON")));
        }
        let old = self.old.expect("a scale is of something");
        let stored = self.runtime.update_scale(old, &asked.scale)?;
        let scale = self.runtime.scale_written(stored.object.value())?;
        Ok((200, serde_json::to_value(scale).expect("JSON")))
    }

    fn decode(&self, text: &str, validation: FieldValidation) -> Result<Decoded, Rejection> {
        let patched = |merge: fn(&mut Value, &Value)| {
            let mut new = self.old.cloned().expect("a patch is of something");
            merge(&mut new, &self.row.body);
            self.runtime.decode_json(new.to_string().as_bytes(), validation)
        };
        match self.row.verb {
            Verb::CreateYaml | Verb::UpdateYaml | Verb::StatusYaml => {
                self.runtime.decode_yaml(text.as_bytes(), validation)
            }
            Verb::MergePatch | Verb::StatusMergePatch => patched(patch::merge),
            Verb::JsonPatch => patched(patch::operations),
            Verb::Apply => {
                let merged = self.row.becomes.as_ref().unwrap_or(&self.row.body);
                let mut merged = complete(merged, self.crd, &self.object);
                if let Some(old) = self.old {
                    merged["metadata"]["resourceVersion"] = old["metadata"]["resourceVersion"].clone();
                }
                self.runtime.decode_applied(merged)
            }
            _ => self.runtime.decode_json(text.as_bytes(), validation),
        }
    }

    fn store(&self, new: Decoded) -> Result<crd_schema::serve::Outcome, Rejection> {
        let Some(old) = self.old else { return self.runtime.create_decoded(new) };
        let old = self.runtime.read(old.clone()).expect("the server has it");
        match self.row.verb {
            Verb::Status | Verb::StatusYaml | Verb::StatusMergePatch => {
                self.runtime.update_status_decoded(&old, new)
            }
            _ => self.runtime.update_decoded(&old, new),
        }
    }
}

/// What is known of the object before it is validated.
struct Known {
    name: String,
    warnings: Vec<String>,
}

/// What a handler says of an object without a name, before anybody validates it.
fn unnamed(object: &str) -> String {
    format!("the name of the object ({object} based on URL) was undeterminable: name must be provided")
}

fn without_run(mut object: Value) -> Value {
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        for field in OF_THE_RUN {
            metadata.remove(field);
        }
    }
    object
}

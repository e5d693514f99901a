//! Tables of requests: a CRD and what is done with its objects, one step after the other.

use crd_schema::serve::Decoded;
use crd_schema::{CustomResourceDefinition, ServedVersion};
use serde::Deserialize;
use serde_json::{Value, json};

use super::client::{Answer, Request, Server};
use super::compare::{Outcome, differences};
use super::object::{collection, without_server_metadata};
use super::patch;
use crate::table::Report;

/// A file of `cases/apiserver`.
#[derive(Deserialize)]
pub struct Case {
    /// The CRD as a cluster gets it, mutability lowered to rules.
    pub crd: Value,
    /// The schema with its markers, where the CRD has rules in their place.
    native: Option<Value>,
    steps: Vec<Step>,
}

/// One request.
#[derive(Deserialize)]
pub struct Step {
    name: String,
    verb: Verb,
    #[serde(default)]
    body: Value,
    /// The whole object that an apply makes of what there was: merging is the server's affair, the runtime validates the
    /// result.
    becomes: Option<Value>,
    /// The name of the object.
    #[serde(default = "first_object")]
    object: String,
    #[serde(default = "warn")]
    validation: String,
    /// The HTTP code that the documents promise.
    code: u16,
    /// A part of the message, for what the runtime has no opinion about.
    message: Option<String>,
    /// In what the runtime is known to be different, and why: the step fails when it no longer is.
    known: Option<String>,
}

/// How it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// POST.
    Create,
    /// PUT.
    Update,
    /// PUT of the status subresource.
    Status,
    /// A JSON merge patch.
    MergePatch,
    /// A JSON patch.
    JsonPatch,
    /// Server-side apply.
    Apply,
    /// `kubectl apply`.
    KubectlApply,
    /// `kubectl apply --server-side`.
    KubectlServerSideApply,
    /// `kubectl patch --type=merge`.
    KubectlPatch,
    /// GET: what was stored is still what the runtime makes of it.
    Read,
}

fn first_object() -> String {
    "a".to_owned()
}

fn warn() -> String {
    "Warn".to_owned()
}

/// Takes every step, on the server and in the runtime; gives the number of steps compared.
///
/// # Panics
/// When the CRD is no good.
pub fn run_case(report: &mut Report, server: &Server, file: &str, case: &Case) -> usize {
    let runtime = runtime(case);
    let taken = case.steps.iter().filter(|step| {
        let run = Run { server, case, runtime: &runtime, step };
        let Some(found) = run.take() else { return false };
        let name = format!("{file}: {}", step.name);
        if let Some(why) = &step.known {
            report.expect(&format!("{name}: known to differ ({why})"), &true, &!found.is_empty());
        } else {
            report.expect(&format!("{name}\n    {}", found.join("\n    ")), &true, &found.is_empty());
        }
        true
    });
    taken.count()
}

fn runtime(case: &Case) -> ServedVersion {
    let mut crd = case.crd.clone();
    if let Some(native) = &case.native {
        crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"] = native.clone();
    }
    let version = crd["spec"]["versions"][0]["name"].as_str().unwrap_or_default().to_owned();
    let crd: CustomResourceDefinition = serde_json::from_value(crd).expect("a CRD");
    ServedVersion::new(&crd, &version).expect("a version that can be served")
}

struct Run<'r> {
    server: &'r Server,
    case: &'r Case,
    runtime: &'r ServedVersion,
    step: &'r Step,
}

impl Run<'_> {
    /// The differences; `None` when this machine cannot take the step.
    fn take(&self) -> Option<Vec<String>> {
        let old = self.server.get(&self.path());
        let old = (old.code == 200).then_some(old.body);
        let answer = self.ask(old.as_ref())?;
        let mut found = Vec::new();
        if answer.code != self.step.code {
            found.push(format!("code {} and not {}: {}", answer.code, self.step.code, answer.body));
        }
        match &self.step.message {
            Some(part) => {
                let said = answer.body["message"].as_str().unwrap_or_default();
                if !said.contains(part) {
                    found.push(format!("message {said:?} without {part:?}"));
                }
            }
            None => found.extend(differences(&self.validate(old.as_ref()), &answer, &self.step.validation)),
        }
        if answer.code < 300 {
            found.extend(self.read_back(&answer));
        }
        Some(found)
    }

    fn path(&self) -> String {
        format!("{}/{}", collection(&self.case.crd), self.step.object)
    }

    /// What the server says.
    fn ask(&self, old: Option<&Value>) -> Option<Answer> {
        let validation = &self.step.validation;
        let query = format!("fieldManager=tests&fieldValidation={validation}");
        let body = &self.body(old);
        let (method, path, content_type) = match self.step.verb {
            Verb::Create => ("POST", collection(&self.case.crd), "application/json"),
            Verb::Update => ("PUT", self.path(), "application/json"),
            Verb::Status => ("PUT", format!("{}/status", self.path()), "application/json"),
            Verb::MergePatch => ("PATCH", self.path(), "application/merge-patch+json"),
            Verb::JsonPatch => ("PATCH", self.path(), "application/json-patch+json"),
            Verb::Apply => ("PATCH", self.path(), "application/apply-patch+yaml"),
            Verb::Read => return Some(self.server.get(&self.path())),
            Verb::KubectlApply | Verb::KubectlServerSideApply | Verb::KubectlPatch => {
                return self.kubectl(body, old.is_none());
            }
        };
        let path = format!("{path}?{query}");
        Some(self.server.send(&Request { method, path: &path, content_type, body }))
    }

    /// The request's body; an update of what exists needs the version that it is of.
    fn body(&self, old: Option<&Value>) -> Value {
        match self.step.verb {
            Verb::MergePatch | Verb::JsonPatch | Verb::KubectlPatch | Verb::Read => self.step.body.clone(),
            Verb::Create | Verb::Apply | Verb::KubectlApply | Verb::KubectlServerSideApply => {
                self.complete(&self.step.body)
            }
            Verb::Update | Verb::Status => {
                let mut body = self.complete(&self.step.body);
                let version = old.map_or(Value::Null, |old| old["metadata"]["resourceVersion"].clone());
                if let Some(metadata) = body["metadata"].as_object_mut() {
                    metadata.insert("resourceVersion".to_owned(), version);
                }
                body
            }
        }
    }

    /// The object with what all have in common: tables show only what is peculiar.
    fn complete(&self, object: &Value) -> Value {
        let mut object = object.clone();
        if let Some(fields) = object.as_object_mut() {
            let kind = self.case.crd["spec"]["names"]["kind"].clone();
            fields.entry("apiVersion").or_insert_with(|| self.runtime.api_version().into());
            fields.entry("kind").or_insert(kind);
            let metadata = fields.entry("metadata").or_insert_with(|| json!({}));
            if let Some(metadata) = metadata.as_object_mut() {
                metadata.entry("name").or_insert_with(|| self.step.object.clone().into());
            }
        }
        object
    }

    /// kubectl prints the object, or an error that has no body: then the code is all that there is.
    fn kubectl(&self, body: &Value, created: bool) -> Option<Answer> {
        let resource = self.case.crd["metadata"]["name"].as_str().unwrap_or_default();
        let text = body.to_string();
        let arguments = match self.step.verb {
            Verb::KubectlPatch => {
                vec!["patch", resource, &self.step.object, "--type=merge", "--patch", &text, "--output=json"]
            }
            Verb::KubectlApply => vec!["apply", "--filename=-", "--output=json"],
            _ => vec!["apply", "--server-side", "--filename=-", "--output=json"],
        };
        let (done, printed) = self.server.kubectl(&arguments, &text)?;
        let body = serde_json::from_str(&printed).unwrap_or_else(|_| json!({ "message": printed }));
        let code = if !done {
            422
        } else if created {
            201
        } else {
            200
        };
        Some(Answer { code, body, warnings: Vec::new() })
    }

    /// What the runtime says.
    fn validate(&self, old: Option<&Value>) -> Outcome {
        let step = self.step;
        let asked = self.asked(old);
        let old = old.map(|old| (old, self.runtime.read(old.clone()).expect("the server has it")));
        let write = |mut new: Decoded| match (step.verb, &old) {
            (Verb::Create, _) | (_, None) => self.runtime.create_decoded(new),
            (Verb::Status, Some((_, old))) => self.runtime.update_status_decoded(old, new),
            (verb, Some((found, old))) => {
                // A patch is of the object that is there.
                if verb != Verb::Update && new.object["metadata"].get("resourceVersion").is_none() {
                    new.object["metadata"]["resourceVersion"] = found["metadata"]["resourceVersion"].clone();
                }
                self.runtime.update_decoded(old, new)
            }
        };
        Outcome::new(self.runtime, &step.object, asked, write)
    }

    /// The whole object that the request asks for.
    fn asked(&self, old: Option<&Value>) -> Value {
        if let Some(becomes) = &self.step.becomes {
            return self.complete(becomes);
        }
        let (body, mut patched) = (&self.step.body, old.cloned().unwrap_or_default());
        match self.step.verb {
            Verb::Read => {}
            Verb::MergePatch | Verb::KubectlPatch => patch::merge(&mut patched, body),
            Verb::JsonPatch => patch::operations(&mut patched, body),
            _ => return self.body(old),
        }
        patched
    }

    /// A write answers with what is then read.
    fn read_back(&self, written: &Answer) -> Option<String> {
        let read = without_server_metadata(self.server.get(&self.path()).body);
        let written = without_server_metadata(written.body.clone());
        (read != written).then(|| format!("read back\n      written {written}\n      read    {read}"))
    }
}

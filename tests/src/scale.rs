//! A recorded conversation with a server about scales, and what the runtime says in its place.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crd_schema::api::Scale;
use crd_schema::serve::{DecodedScale, FieldValidation, Rejection, ScaleError};
use crd_schema::{CustomResourceDefinition, ServedVersion};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::apiserver::merge_patch;
use crate::table::Report;

/// A line of the recording.
#[derive(Clone, Debug)]
pub enum Line {
    /// From here on this definition is served.
    Definition(Value),
    /// A request and its answer.
    Step(Box<Step>),
}

/// A request and its answer. `$REVISION` and `$UID` stand for those of the object.
#[derive(Clone, Debug, Deserialize)]
pub struct Step {
    /// What it shows.
    pub why: String,
    /// The HTTP method.
    pub method: String,
    /// The name of the object.
    pub object: String,
    /// The subresource; none is the object itself.
    pub subresource: String,
    /// The body.
    #[serde(default)]
    pub body: String,
    /// Its type.
    #[serde(default = "json_type", rename = "type")]
    pub content_type: String,
    /// What is asked for unknown fields.
    #[serde(default = "warn")]
    pub validation: String,
    /// The HTTP code.
    pub code: u16,
    /// The body of the answer.
    pub answer: Value,
    /// The warnings.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// What the object is afterwards.
    #[serde(default)]
    pub stored: Value,
}

fn json_type() -> String {
    "application/json".to_owned()
}

fn warn() -> String {
    "Warn".to_owned()
}

/// The recording.
///
/// # Panics
/// When it cannot be read.
pub fn recorded() -> Vec<Line> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/scale/recorded.ndjson");
    let text = fs::read_to_string(path).expect("the recording is there");
    text.lines().map(line).collect()
}

fn line(text: &str) -> Line {
    let mut line: Value = serde_json::from_str(text).expect("JSON");
    match line.get_mut("crd") {
        Some(crd) => Line::Definition(crd.take()),
        None => Line::Step(serde_json::from_value(line).expect("a step")),
    }
}

/// Lets the runtime answer every request for a scale; gives their number.
///
/// # Panics
/// When a definition is no good.
pub fn replay(report: &mut Report, lines: &[Line]) -> usize {
    let (mut served, mut stored, mut asked) = (None, BTreeMap::new(), 0);
    for line in lines {
        let step = match line {
            Line::Definition(crd) => {
                served = Some(serve(crd));
                continue;
            }
            Line::Step(step) => step,
        };
        let served = served.as_ref().expect("a definition comes first");
        let key = (served.plural().to_owned(), step.object.clone());
        if step.subresource == "scale" {
            asked += 1;
            answer(report, served, step, stored.get(&key).unwrap_or(&Value::Null));
        }
        stored.insert(key, step.stored.clone());
    }
    asked
}

fn serve(crd: &Value) -> ServedVersion {
    let crd: CustomResourceDefinition = serde_json::from_value(crd.clone()).expect("a CRD");
    ServedVersion::new(&crd, "v1").expect("a version that can be served")
}

/// What the runtime says.
struct Said {
    code: u16,
    answer: Value,
    warnings: Vec<String>,
    stored: Value,
}

fn answer(report: &mut Report, served: &ServedVersion, step: &Step, old: &Value) {
    let said = say(served, step, old).unwrap_or_else(|refused| {
        let status = served.status(&step.object, &refused);
        let answer = serde_json::to_value(&status).expect("JSON");
        Said { code: status.code(), answer, warnings: Vec::new(), stored: old.clone() }
    });
    let why = format!("{} {}: {}", step.method, step.object, step.why);
    report.expect(&format!("{why}: code"), &step.code, &said.code);
    report.expect(&format!("{why}: answer"), &plain(&step.answer), &plain(&said.answer));
    report.expect(&format!("{why}: stored"), &step.stored, &said.stored);
    let sorted = |mut strings: Vec<String>| {
        strings.sort();
        strings
    };
    report.expect(&format!("{why}: warnings"), &sorted(step.warnings.clone()), &sorted(said.warnings));
}

fn say(served: &ServedVersion, step: &Step, old: &Value) -> Result<Said, Rejection> {
    if step.method == "GET" {
        let scale = served.scale(old)?;
        return Ok(Said { code: 200, answer: wire(&scale), warnings: Vec::new(), stored: old.clone() });
    }
    let DecodedScale { scale, warnings, .. } = asked(served, step, old)?;
    let stored = served.update_scale(old, &scale)?;
    let answer = wire(&served.scale_written(stored.object.value())?);
    Ok(Said { code: 200, answer, warnings, stored: stored.object.into_value() })
}

fn asked(served: &ServedVersion, step: &Step, old: &Value) -> Result<DecodedScale, ScaleError> {
    let validation = match step.validation.as_str() {
        "Strict" => FieldValidation::Strict,
        "Ignore" => FieldValidation::Ignore,
        _ => FieldValidation::Warn,
    };
    if step.content_type == "application/yaml" {
        return served.decode_scale_yaml(step.body.as_bytes(), validation);
    }
    if step.method == "PUT" {
        return served.decode_scale(step.body.as_bytes(), validation);
    }
    let mut patched = wire(&served.scale_to_patch(old)?);
    merge_patch(&mut patched, &serde_json::from_str(&step.body).expect("a patch"));
    served.decode_scale(patched.to_string().as_bytes(), validation)
}

fn wire(scale: &Scale) -> Value {
    serde_json::to_value(scale).expect("JSON")
}

/// The answer without where storage keeps the object, which only storage knows.
fn plain(answer: &Value) -> Value {
    let mut plain = answer.clone();
    let said = plain["message"].as_str().and_then(|said| {
        let (before, rest) = said.split_once("StorageError: ")?;
        let (_, after) = rest.split_once("AdditionalErrorMsg: ")?;
        Some(format!("{before}{after}"))
    });
    if let Some(said) = said {
        plain["message"] = json!(said);
    }
    plain
}

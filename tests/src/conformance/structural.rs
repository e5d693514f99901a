//! `structural`: which schemas are structural, and the errors of others.

use std::collections::BTreeSet;

use crd_schema::convert::structural_schema;
use crd_schema::{FieldPath, JsonSchemaProps, Violation};
use serde_json::{Value, json};

use super::{Operation, messages, same, strings, without_negative_zeros};
use crate::generate::{self, Tape};
use crate::variants::{broken, with_empties, with_validations};

/// Conversion and rules.
pub struct Structural;

impl Operation for Structural {
    fn name(&self) -> &'static str {
        "structural"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        // Markers of the KEP are no words of the server's.
        let schema = without_markers(&generate::schema(tape));
        let schema = match tape.choose(8) {
            5 => with_validations(&schema),
            6 => with_empties(&schema),
            _ => schema,
        };
        let schema = if tape.choose(4) > 0 { broken(tape, &schema) } else { schema };
        let path = tape.pick(&["", "spec"]);
        json!({"op": "structural", "schema": schema, "path": path})
    }

    fn answer(&self, request: &Value) -> Value {
        let Ok(props) = serde_json::from_value::<JsonSchemaProps>(request["schema"].clone()) else {
            return json!({"failure": "request"});
        };
        let unknown = props.unknown_fields().into_iter().map(|path| format!("unknown field \"{path}\""));
        let path = match request["path"].as_str().unwrap_or_default() {
            "" => FieldPath::ROOT,
            name => FieldPath::ROOT.property(name),
        };
        let verdict = structural_schema(&props, &path);
        let mut answer = json!({"strictErrors": messages(unknown)});
        match verdict {
            Ok(schema) => {
                answer["structural"] = serde_json::to_value(JsonSchemaProps::from(&schema)).expect("JSON");
                answer["errors"] = json!([]);
            }
            Err(violations) => answer["errors"] = violations.iter().map(field_error).collect(),
        }
        answer
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        let ours = &self.answer(request);
        if oracle.get("failure").is_some() || ours.get("failure").is_some() {
            return (oracle["failure"] != ours["failure"]).then(|| format!("Go: {}", oracle["error"]));
        }
        strictness_differs(oracle, ours).or_else(|| verdict_differs(oracle, ours))
    }

    fn class(&self, _: &Value, answer: &Value) -> String {
        if let Some(text) = answer["conversionError"].as_str().or(answer["error"].as_str()) {
            return text.to_owned();
        }
        let details = answer["errors"].as_array().into_iter().flatten().map(|error| &error["detail"]);
        let details: BTreeSet<_> = details.filter_map(Value::as_str).collect();
        match details.len() {
            0 => "structural".to_owned(),
            1 | 2 => details.into_iter().collect::<Vec<_>>().join(" + "),
            many => format!("{many} kinds of errors"),
        }
    }
}

pub(super) fn without_markers(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| !name.ends_with("mutability"));
            Value::Object(kept.map(|(name, value)| (name.clone(), without_markers(value))).collect())
        }
        other => other.clone(),
    }
}

fn field_error(violation: &Violation) -> Value {
    json!({
        "type": violation.kind().reason(),
        "field": violation.path().to_string(),
        "detail": violation.detail(),
        "text": violation.to_string(),
    })
}

/// Quirk: upstream's hand-written decoders (`v1/marshal.go`) forget to be strict, so that what is unknown below them is not
/// reported; we do.
fn strictness_differs(oracle: &Value, ours: &Value) -> Option<String> {
    let set = |answer: &Value| -> BTreeSet<String> {
        strings(&answer["strictErrors"]).into_iter().map(str::to_owned).collect()
    };
    let (oracle, ours) = (set(oracle), set(ours));
    let accepted =
        |text: &str| ["items", "additionalProperties"].iter().any(|decoder| text.contains(decoder));
    let surplus = ours.difference(&oracle).find(|text| !accepted(text));
    let missing = oracle.difference(&ours).next();
    surplus
        .map(|text| format!("only ours: {text}"))
        .or_else(|| missing.map(|text| format!("only Go: {text}")))
}

fn verdict_differs(oracle: &Value, ours: &Value) -> Option<String> {
    if let Some(text) = oracle["conversionError"].as_str() {
        // Upstream stops at the first, in the random order of a Go map.
        let mut details = ours["errors"].as_array().into_iter().flatten().map(|error| &error["detail"]);
        let known = details.any(|detail| detail == text);
        return (!known).then(|| format!("Go cannot convert: {text}; ours: {}", ours["errors"]));
    }
    // They are sorted, so that the order counts.
    let errors = |answer: &Value| -> Vec<Value> {
        let errors = answer["errors"].as_array().into_iter().flatten();
        errors.map(|error| json!([error["type"], error["field"], error["detail"], error["text"]])).collect()
    };
    let (expected, actual) = (errors(oracle), errors(ours));
    if expected != actual {
        return Some(format!("Go has {}, ours is {}", json!(expected), json!(actual)));
    }
    // A negative zero is 0 in a definition that `serde_json` has read.
    let go = &without_negative_zeros(&oracle["structural"]);
    let back = &without_negative_zeros(&printable(ours.get("structural")?, false));
    (!same(go, back)).then(|| format!("Go has {go}, ours is {back}"))
}

/// What upstream's `ToKubeOpenAPI`, which the oracle shows a schema with, has no words for inside nested value validations
/// (`kubeopenapi.go`): empty `properties`, and `additionalProperties` that only say yes or no. An empty example is written
/// nowhere (`kube-openapi pkg/validation/spec/schema.go`).
pub(super) fn printable(schema: &Value, nested: bool) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    let unspoken = |name: &str, value: &Value| match name {
        "properties" => value.as_object().is_some_and(serde_json::Map::is_empty),
        "additionalProperties" => value.is_boolean(),
        _ => false,
    };
    let empty = [json!(""), json!([]), json!({})];
    let is_empty = |name: &str, value: &Value| name == "example" && empty.contains(value);
    let kept =
        fields.iter().filter(|(name, value)| !(nested && unspoken(name, value) || is_empty(name, value)));
    let field = |(name, value): (&String, &Value)| {
        let value = match (name.as_str(), value) {
            ("properties", Value::Object(map)) => {
                map.iter().map(|(name, below)| (name.clone(), printable(below, nested))).collect()
            }
            ("allOf" | "anyOf" | "oneOf", Value::Array(list)) => {
                list.iter().map(|below| printable(below, true)).collect()
            }
            ("not", below) => printable(below, true),
            ("items" | "additionalProperties", below) => printable(below, nested),
            (_, other) => other.clone(),
        };
        (name.clone(), value)
    };
    Value::Object(kept.map(field).collect())
}

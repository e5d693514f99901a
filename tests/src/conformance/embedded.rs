//! `validate_metadata`: the errors of embedded resources.

use std::collections::BTreeSet;

use crd_schema::steps::check_embedded_resources;
use serde_json::{Map, Value, json};

use super::list_types::field_error;
use super::metadata::{embedded_schema, fill_with};
use super::objects::compiled;
use super::{Operation, meta_values};
use crate::generate::{self, Tape};

/// Type and metadata of embedded resources.
pub struct ValidateMetadata;

impl Operation for ValidateMetadata {
    fn name(&self) -> &'static str {
        "validate_metadata"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let schema = embedded_schema(tape);
        let mut object = generate::object(tape, &schema);
        fill_with(tape, &schema, &mut object, &mut make_resource);
        json!({"op": "validate_metadata", "schema": schema, "object": object})
    }

    fn answer(&self, request: &Value) -> Value {
        let schema =
            compiled(&request["schema"]).unwrap_or_else(|| panic!("structural: {}", request["schema"]));
        let violations = check_embedded_resources(&schema, &request["object"]);
        json!({"errors": violations.iter().map(field_error).collect::<Vec<_>>()})
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        errors_differ(oracle, &self.answer(request))
    }

    fn class(&self, _: &Value, answer: &Value) -> String {
        details(answer)
    }
}

pub(super) fn details(answer: &Value) -> String {
    let errors = answer["errors"].as_array().into_iter().flatten();
    let detail = |error: &Value| {
        let field = error["field"].as_str().unwrap_or_default();
        let property = field.rsplit(['.', ']']).next().unwrap_or_default().to_owned();
        let text: String = error["detail"].as_str().unwrap_or_default().chars().take(30).collect();
        format!("{property} {text}")
    };
    let details: BTreeSet<_> = errors.map(detail).collect();
    match details.len() {
        0 => "fine".to_owned(),
        1 => details.into_iter().collect(),
        many => format!("{many} kinds, {}", details.into_iter().take(1).collect::<String>()),
    }
}

pub(super) fn make_resource(tape: &mut Tape<'_>, resource: &mut Map<String, Value>) {
    meta_values::type_meta(tape, resource);
    let metadata = match tape.choose(12) {
        0 => return,
        1 => generate::anything(tape, 2),
        2 => json!({tape.pick(&["name", "labels", "generation", "unknown"]): generate::anything(tape, 1)}),
        _ => {
            let mut metadata = meta_values::object_meta(tape);
            meta_values::stretched(tape, &mut metadata);
            metadata.into()
        }
    };
    resource.insert("metadata".to_owned(), metadata);
}

/// Errors as sets with repetitions, since upstream walks maps in random order: kind, path, detail, text and value.
pub(super) fn errors_differ(oracle: &Value, ours: &Value) -> Option<String> {
    let strings = |answer: &Value| {
        let errors = answer["errors"].as_array().into_iter().flatten();
        let fields = errors.map(|error| {
            let text = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
            [text("type"), text("field"), text("detail"), text("text")]
        });
        let mut strings: Vec<_> = fields.collect();
        strings.sort();
        strings
    };
    let (oracle, ours) = (strings(oracle), strings(ours));
    let missing: Vec<_> = oracle.iter().filter(|error| !ours.contains(error)).collect();
    let surplus: Vec<_> = ours.iter().filter(|error| !oracle.contains(error)).collect();
    (oracle != ours).then(|| format!("missing {missing:#?}, surplus {surplus:#?}"))
}

//! `decode`: the bytes of a request as an object, before the schema is asked.

use std::collections::BTreeSet;

use crd_schema::serve::{BodyError, FieldValidation, decode_body, decode_yaml_body};
use crd_schema::steps::CompiledSchema;
use crd_schema::{JsonSchemaProps, StructuralSchema};
use serde_json::{Value, json};

use super::{Operation, Yaml, same};
use crate::generate::Tape;
use crate::json_text;

/// What becomes of the text of a body.
pub struct Decode;

impl Operation for Decode {
    fn name(&self) -> &'static str {
        "decode"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let text = json_text::body(tape);
        match tape.choose(3) {
            0 => json!({"op": "decode", "text": text}),
            _ => json!({"op": "decode", "text": text, "strict": true}),
        }
    }

    fn answer(&self, request: &Value) -> Value {
        let text = request["text"].as_str().unwrap_or_default();
        let validation =
            if request["strict"] == true { FieldValidation::Warn } else { FieldValidation::Ignore };
        match decode_body(&anything(), text.as_bytes(), validation) {
            Ok(decoded) => json!({"object": decoded.object, "strictErrors": decoded.warnings}),
            Err(BodyError::Unrecognized { why, .. } | BodyError::Unusable { why }) => {
                json!({"decodeError": why})
            }
            // Whatever else is said comes after this step.
            Err(_) => json!({}),
        }
    }

    fn class(&self, _: &Value, answer: &Value) -> String {
        match answer["decodeError"].as_str() {
            Some(error) => error.split('\'').step_by(2).collect(),
            None => format!("{} repeated", answer["strictErrors"].as_array().map_or(0, Vec::len)),
        }
    }
}

/// What becomes of the text of a YAML body. We may refuse what Go reads, but never read another value.
pub struct DecodeYaml;

impl Operation for DecodeYaml {
    fn name(&self) -> &'static str {
        "decode_yaml"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let mut text = String::new();
        // What comes first is the more often read the less often it is odd.
        if tape.choose(8) > 0 {
            text.push_str(tape.pick(&[
                "kind: A\n",
                "apiVersion: v1\nkind: A\n",
                "kind: A\nspec: {}\nspec: 1\n",
            ]));
        }
        text.push_str(Yaml.request(tape)["text"].as_str().unwrap_or_default());
        if tape.choose(4) == 0 {
            text.push_str(tape.pick(&["---\nkind: B\n", "---\n}", "...\n", "\n---\n"]));
        }
        json!({"op": "decode", "yaml": true, "text": text, "strict": tape.choose(3) > 0})
    }

    fn answer(&self, request: &Value) -> Value {
        let text = request["text"].as_str().unwrap_or_default();
        let validation =
            if request["strict"] == true { FieldValidation::Warn } else { FieldValidation::Ignore };
        match decode_yaml_body(&anything(), text.as_bytes(), validation) {
            Ok(decoded) => json!({"object": decoded.object, "strictErrors": decoded.warnings}),
            Err(BodyError::Unrecognized { why, .. } | BodyError::Unusable { why }) => {
                json!({"decodeError": why})
            }
            Err(_) => json!({}),
        }
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        let ours = self.answer(request);
        let words = ["Object 'Kind'", "couldn't get version/kind", "unexpected GroupVersion"];
        let said = ours["decodeError"].as_str().unwrap_or_default();
        if ours == json!({}) || (!said.is_empty() && !words.iter().any(|word| said.starts_with(word))) {
            return None;
        }
        // Where the whole object is shown, Go shows numbers as YAML had them, which no value keeps.
        let shown =
            |answer: &Value| answer["decodeError"].as_str().map(|text| text.replace(is_of_number, ""));
        if said.starts_with(words[0]) && shown(oracle) == shown(&ours) {
            return None;
        }
        let oracle = with_lines(oracle);
        (!same(&oracle, &ours)).then(|| format!("Go has {oracle}, ours is {ours}"))
    }

    fn class(&self, request: &Value, answer: &Value) -> String {
        let reported = answer["strictErrors"].as_array().map_or(0, Vec::len);
        match answer["decodeError"].as_str() {
            Some(error) => error.chars().filter(|letter| !letter.is_ascii_digit()).take(30).collect(),
            None => {
                format!("{reported} reported, {}", Yaml.class(request, &json!({"value": answer["object"]})))
            }
        }
    }
}

/// The answer with a warning for each line of an error of YAML, as the server cuts it (`parseYAMLWarnings`) and tells each
/// once.
fn with_lines(answer: &Value) -> Value {
    let mut answer = answer.clone();
    if let Some(errors) = answer["strictErrors"].as_array() {
        let (mut reported, strings) = (BTreeSet::new(), errors.iter().filter_map(Value::as_str));
        let lines = strings.flat_map(|text| text.trim_start_matches("yaml: unmarshal errors:\n").split('\n'));
        let lines: Vec<_> = lines.map(str::trim).filter(|line| reported.insert(*line)).collect();
        answer["strictErrors"] = json!(lines);
    }
    answer
}

fn is_of_number(letter: char) -> bool {
    letter.is_ascii_digit() || letter == '-'
}

/// A schema that lets everything through.
fn anything() -> CompiledSchema {
    let props = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let props: JsonSchemaProps = serde_json::from_value(props).expect("a schema");
    CompiledSchema::new(&StructuralSchema::try_from(&props).expect("a structural schema"))
}

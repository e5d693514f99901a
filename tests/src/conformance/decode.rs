//! `decode`: the bytes of a request as an object, before the schema is asked.

use crd_schema::{
    BodyError, CompiledSchema, FieldValidation, JsonSchemaProps, StructuralSchema, decode_body,
};
use serde_json::{Value, json};

use super::Operation;
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
            Err(BodyError::Unrecognized { why, .. }) => json!({"decodeError": why}),
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

/// A schema that lets everything through.
fn anything() -> CompiledSchema {
    let props = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let props: JsonSchemaProps = serde_json::from_value(props).expect("a schema");
    CompiledSchema::new(&StructuralSchema::try_from(&props).expect("a structural schema"))
}

//! Reading and pruning in one pass is reading and then pruning, and what was read is read again as it is.
#![no_main]

/// Shared with the property tests; the whole of their package would take minutes to build.
#[allow(dead_code)]
#[path = "../../tests/src/generate.rs"]
mod generate;

use crd_schema::serve::{FieldValidation, decode_body};
use crd_schema::steps::{CompiledSchema, PruneRoot, Semantics, prune, prune_json};
use crd_schema::{JsonSchemaProps, StructuralSchema};
use generate::Tape;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|input: (&[u8], &[u8])| {
    let (tape, body) = input;
    let schema = generate::schema(&mut Tape::new(tape));
    let props: JsonSchemaProps = serde_json::from_value(schema).expect("a schema");
    let schema = CompiledSchema::new(&StructuralSchema::try_from(&props).expect("a structural schema"));
    if let Ok(mut value) = serde_json::from_slice::<Value>(body) {
        let removed = prune(&schema, &mut value, PruneRoot::Resource, Semantics::Server);
        removed.expect("a server prunes without errors");
        let read = prune_json(&schema, body).expect("it is JSON");
        // Integers beyond the signed range are floats here.
        assert_eq!(shape(&read), shape(&value));
    }
    let Ok(decoded) = decode_body(&schema, body, FieldValidation::Warn) else { return };
    let text = decoded.object.to_string();
    let again = decode_body(&schema, text.as_bytes(), FieldValidation::Strict).expect("nothing is unknown any more");
    assert_eq!(again.object.to_string(), text);
});

/// The value without its numbers.
fn shape(value: &Value) -> Value {
    match value {
        Value::Number(_) => Value::from(0),
        Value::Array(items) => items.iter().map(shape).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), shape(value))).collect(),
        other => other.clone(),
    }
}

//! From the schema of a CRD to one that is ready for requests.

use crd_schema::convert::structural_schema;
use crd_schema::steps::CompiledSchema;
use crd_schema::{FieldPath, JsonSchemaProps};
use divan::Bencher;
use divan::counter::BytesCount;
use serde_json::{Value, json};

fn main() {
    divan::main();
}

/// A schema as generators write it: structs in lists in structs, with descriptions and validations.
fn schema(depth: usize) -> Value {
    let description =
        "A text of the length that descriptions in published CRDs have, more or less, on average.";
    if depth == 0 {
        return json!({"type": "string", "description": description, "maxLength": 253, "pattern": "^[a-z]+$"});
    }
    let field = |index: usize| {
        let below = schema(depth - 1);
        let schema = if index.is_multiple_of(3) { json!({"type": "array", "items": below}) } else { below };
        (format!("member{index}"), schema)
    };
    let properties: serde_json::Map<_, _> = (0..6).map(field).collect();
    json!({
        "type": "object",
        "description": description,
        "properties": properties,
        "required": ["member0"],
        "oneOf": [{"required": ["member1"]}, {"required": ["member2"]}],
    })
}

/// 43, 1555 and 9331 nodes.
const DEPTHS: [usize; 3] = [2, 4, 5];

#[divan::bench(args = DEPTHS)]
fn read(bencher: Bencher<'_, '_>, depth: usize) {
    let text = schema(depth).to_string();
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| serde_json::from_str::<JsonSchemaProps>(&text).expect("a schema"));
}

#[divan::bench(args = DEPTHS)]
fn convert(bencher: Bencher<'_, '_>, depth: usize) {
    let text = schema(depth).to_string();
    let props: JsonSchemaProps = serde_json::from_str(&text).expect("a schema");
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| structural_schema(&props, &FieldPath::ROOT).expect("a structural schema"));
}

#[divan::bench(args = DEPTHS)]
fn compile(bencher: Bencher<'_, '_>, depth: usize) {
    let text = schema(depth).to_string();
    let props: JsonSchemaProps = serde_json::from_str(&text).expect("a schema");
    let structural = structural_schema(&props, &FieldPath::ROOT).expect("a structural schema");
    bencher.counter(BytesCount::of_str(&text)).bench(|| CompiledSchema::new(&structural));
}

//! Text to wire types to a structural schema and back, with nothing lost on the way.
#![no_main]

use crd_schema::yaml::read_stream;
use crd_schema::steps::CompiledSchema;
use crd_schema::{CustomResourceDefinition, JsonSchemaProps, StructuralSchema, lint};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|text: &[u8]| {
    for document in read_stream(text).into_iter().flatten() {
        let value = document.into_value();
        whole(&value);
        schema(&value);
    }
});

/// Lints the text as a CRD, and as the schema of one.
fn whole(value: &Value) {
    let schema = json!({"spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": value}}]}});
    for crd in [value.clone(), schema] {
        if let Ok(crd) = serde_json::from_value::<CustomResourceDefinition>(crd) {
            lint(&crd);
        }
    }
}

fn schema(value: &Value) {
    let Ok(props) = serde_json::from_value::<JsonSchemaProps>(value.clone()) else { return };
    let Ok(structural) = StructuralSchema::try_from(&props) else { return };
    CompiledSchema::new(&structural);
    let back = JsonSchemaProps::from(&structural);
    if props.unknown_fields().is_empty() {
        let mut expected = props;
        expected.omit_empty();
        assert_eq!(back, expected);
    }
    assert_eq!(StructuralSchema::try_from(&back), Ok(structural));
}

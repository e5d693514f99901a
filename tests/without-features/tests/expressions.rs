//! Values that are more than syn reads without its feature `full`, which nothing turns on here.

use crd_schema::convert::from_description;
use crd_schema::{CrdSchema, JsonSchemaProps, StructuralSchema};
use serde::{Deserialize, Serialize};
use serde_json::json;

const FEWEST: i64 = 2;
const MOST: i64 = 8;

fn first<A: Default, B: Default>() -> A {
    <(A, B)>::default().0
}

fn is_large() -> bool {
    true
}

#[derive(CrdSchema, Serialize, Deserialize)]
struct Spec {
    #[crd(range = FEWEST..=MOST, default = if is_large() { 8 } else { 2 })]
    from_constants: i64,
    #[crd(range = FEWEST - 1..MOST + 1, title = "t")]
    from_sums: i64,
    #[crd(min = 1 << 3, max = 1 << 4)]
    shifted: i64,
    #[crd(default = first::<u8, Vec<String>>(), max = 9)]
    turbofish: u8,
    #[crd(default = match MOST { 8 => "m", _ => "n" }, length = 1..)]
    matched: String,
    #[crd(default = [FEWEST, MOST], max_items = const { 1 + 2 })]
    listed: Vec<i64>,
}

#[test]
fn expressions_that_syn_does_not_read_are_passed_on() {
    let schema: StructuralSchema =
        from_description(Spec::SCHEMA, crd_schema::convert::Descriptions::LeftOut).expect("a schema");
    let schema = serde_json::to_value(JsonSchemaProps::from(&schema)).expect("JSON");
    let expected = json!({
        "from_constants":
            {"type": "integer", "format": "int64", "minimum": 2, "maximum": 8, "default": 8},
        "from_sums": {
            "type": "integer", "format": "int64", "minimum": 1, "maximum": 9, "exclusiveMaximum": true, "title": "t",
        },
        "shifted": {"type": "integer", "format": "int64", "minimum": 8, "maximum": 16},
        "turbofish": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 9, "default": 0},
        "matched": {"type": "string", "minLength": 1, "default": "m"},
        "listed": {"type": "array", "items": {"type": "integer", "format": "int64"}, "maxItems": 3, "default": [2, 8]},
    });
    assert_eq!(schema["properties"], expected);
}

//! Lowering takes time and memory in proportion to the schema.

use crd_schema::crd::{Lowering, publish};
use crd_schema::{JsonSchemaProps, Profile, ServerVersion, StructuralSchema, Violation, Violations};
use serde_json::{Map, Value, json};

fn list(count: usize, key: &Value, bound: Option<u64>) -> Value {
    let field = |number: usize| {
        let value = json!({"type": "object", "nullable": true, "x-kubernetes-mutability": "Immutable",
            "properties": {"v": {"type": "string", "maxLength": 8}}});
        (format!("m{number}"), value)
    };
    let mut fields: Map<_, _> = (0..count).map(field).collect();
    fields.insert("k".to_owned(), key.clone());
    let mut list = json!({"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
        "items": {"type": "object", "required": ["k"], "properties": fields}});
    if let Some(bound) = bound {
        list["maxItems"] = bound.into();
    }
    json!({"type": "object", "properties": {"l": list}})
}

fn lowered(count: usize, key: &str, bound: Option<u64>) -> Result<crd_schema::crd::Published, Violations> {
    let props: JsonSchemaProps =
        serde_json::from_value(list(count, &json!({"type": key}), bound)).expect("a schema");
    let schema = StructuralSchema::try_from(&props).expect("it is structural");
    publish(&schema, Profile::Lowered(Lowering::new(ServerVersion::NEWEST)))
}

/// A bound is searched for with hundreds of estimates: for the first rules that are too dear, not for each of thousands.
#[test]
fn bounds_are_searched_for_a_few_times() {
    let found = lowered(600, "number", None).expect_err("without a bound the rules are too dear");
    assert_eq!(found.len(), 601, "each marker is reported, and the keys");
    let is_solved = |violation: &&Violation| violation.detail().contains(" or less");
    let solved = found.iter().filter(is_solved).count();
    assert!((1..=16).contains(&solved), "{solved} bounds were searched for");
}

/// Rules on one node grow with the fields of the node, and no faster.
#[test]
fn rules_are_as_long_as_the_schema() {
    for key in ["number", "integer"] {
        let length = |count| {
            let published = lowered(count, key, Some(8)).expect("it is bounded");
            published.rules().iter().map(|rule| rule.rule().len()).sum::<usize>()
        };
        let (small, large) = (length(50), length(500));
        assert!(large < small * 11, "{key}: {small} and {large} bytes");
    }
}

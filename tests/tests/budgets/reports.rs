//! Objects of which much could be told, each time at length: what is told of one is bounded.

use crd_schema::{FieldPath, JsonSchemaProps};
use crd_schema::{FieldValidation, ServedVersion, rule_costs, structural_schema};
use serde_json::{Map, Value, json};

use super::measure::Work;
use super::patterns::crd;
use super::{Budget, Shape};

/// What may be told of one object, in the buffers that it grows in, and copied once into a status.
const TOLD: u64 = 256 << 20;

fn written(schema: Value, value: Value) -> (usize, Work) {
    let (bytes, crd) = crd(Map::from_iter([("v".to_owned(), schema)]));
    let served = ServedVersion::new(&crd, "v1").expect("a version");
    let mut object =
        json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"}, "spec": {}});
    object["spec"]["v"] = value;
    let text = object.to_string();
    let length = bytes + text.len();
    let work = move || {
        let decoded = served.decode_json(text.as_bytes(), FieldValidation::Warn).expect("it is read");
        if let Err(refused) = served.create_decoded(decoded) {
            serde_json::to_string(&served.status("a", &refused)).expect("JSON");
        }
    };
    (length, Box::new(work))
}

pub(crate) const SHAPES: [Shape; 5] = [
    // Each fault would list all that is allowed.
    Shape {
        name: "reports: long enums",
        small: 500,
        make: |count| {
            let allowed: Vec<_> = (0..count).map(|index| format!("value{index}")).collect();
            let items = json!({"type": "array", "items": {"type": "string", "enum": allowed}});
            written(items, vec![json!("x"); count].into())
        },
        budget: Budget::new(60, 400).beside(TOLD),
    },
    // Each fault would show the whole key.
    Shape {
        name: "reports: long keys that are there twice",
        small: 100,
        make: |count| {
            let list = json!({
                "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
                "items": {"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}}},
            });
            written(list, vec![json!({"k": "x".repeat(1_000)}); count].into())
        },
        budget: Budget::new(60, 400).beside(TOLD),
    },
    Shape {
        name: "reports: unknown fields below a long key",
        small: 500,
        make: |count| {
            let unknown: Map<_, _> = (0..count).map(|index| (format!("u{index}"), json!(1))).collect();
            let map = json!({"type": "object", "additionalProperties": {"type": "object"}});
            written(map, json!({"k".repeat(10 * count): unknown}))
        },
        budget: Budget::new(60, 400).beside(TOLD),
    },
    Shape {
        name: "reports: faults in nested junctors",
        small: 200,
        make: |count| {
            let branches: Vec<_> = (0..10).map(|least| json!({"minimum": 100 + least})).collect();
            let schema = json!({"type": "array", "items": {"type": "integer",
                "allOf": [{"anyOf": branches}, {"oneOf": branches}, {"not": {"anyOf": [{"maximum": 5}]}}],
            }});
            written(schema, vec![json!(1); 10 * count].into())
        },
        budget: Budget::new(200, 3000).beside(TOLD),
    },
    Shape {
        name: "reports: a long rule",
        small: 500,
        make: |count| {
            let rule = vec!["self.all(x, x.size() > 1)"; count].join(" && ");
            let schema = json!({"type": "array", "maxItems": 10, "items": {"type": "string", "maxLength": 10},
                "x-kubernetes-validations": [{"rule": rule}]});
            let schema = json!({"type": "object", "properties": {"a": schema}});
            let props: JsonSchemaProps = serde_json::from_value(schema).expect("a schema");
            let work = move || {
                let schema = structural_schema(&props, &FieldPath::ROOT).expect("it is structural");
                drop(rule_costs(&schema, crd_schema::ServerVersion::default()));
            };
            (rule.len(), Box::new(work))
        },
        budget: Budget::new(100, 500),
    },
];

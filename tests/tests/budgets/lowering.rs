//! Schemas whose markers become many rules on one node.

use crd_schema::crd::{Lowering, publish};
use crd_schema::{JsonSchemaProps, Profile, ServedVersion, ServerVersion, StructuralSchema, lint};
use serde_json::{Map, Value, json};

use super::measure::Work;
use super::patterns::crd;
use super::{Budget, Shape};

/// A list map of structs with so many nullable fields, each of them immutable.
fn list(count: usize, key: &str, bound: Option<u64>) -> Value {
    let field = |number: usize| {
        let value = json!({"type": "object", "nullable": true, "x-kubernetes-mutability": "Immutable",
            "properties": {"v": {"type": "string", "maxLength": 8}}});
        (format!("m{number}"), value)
    };
    let mut fields: Map<_, _> = (0..count).map(field).collect();
    fields.insert("k".to_owned(), json!({"type": key}));
    let mut list = json!({"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
        "items": {"type": "object", "required": ["k"], "properties": fields}});
    if let Some(bound) = bound {
        list["maxItems"] = bound.into();
    }
    list
}

fn structural(list: &Value) -> StructuralSchema {
    let schema =
        json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {"l": list}}}});
    let props: JsonSchemaProps = serde_json::from_value(schema).expect("a schema");
    StructuralSchema::try_from(&props).expect("it is structural")
}

fn profile() -> Profile {
    Profile::Lowered(Lowering::new(ServerVersion::NEWEST))
}

/// Each field has an error of its own.
fn refused(count: usize) -> (usize, Work) {
    let list = list(count, "number", None);
    let schema = structural(&list);
    (list.to_string().len(), Box::new(move || drop(publish(&schema, profile()).expect_err("it is too dear"))))
}

fn lowered(count: usize, key: &str) -> (usize, Work) {
    let list = list(count, key, Some(8));
    let schema = structural(&list);
    (list.to_string().len(), Box::new(move || drop(publish(&schema, profile()).expect("it is bounded"))))
}

/// The definition with rules in the place of the markers, as JSON.
pub(crate) fn definition(count: usize) -> Value {
    let published = publish(&structural(&list(count, "number", Some(8))), profile()).expect("it is bounded");
    let schema = serde_json::to_value(published.schema()).expect("JSON");
    let spec = schema["properties"]["spec"]["properties"].as_object().expect("properties").clone();
    serde_json::to_value(crd(spec).1).expect("JSON")
}

fn of_definition(count: usize, take: fn(&crd_schema::CustomResourceDefinition)) -> (usize, Work) {
    let crd = definition(count);
    let length = crd.to_string().len();
    let crd = serde_json::from_value(crd).expect("a definition");
    (length, Box::new(move || take(&crd)))
}

pub(crate) const SHAPES: [Shape; 5] = [
    Shape {
        name: "lower: nullable structs, too dear",
        small: 500,
        make: refused,
        budget: Budget::new(70, 400),
    },
    Shape {
        name: "lower: nullable structs, number key",
        small: 50,
        make: |count| lowered(count, "number"),
        budget: Budget::new(70, 400),
    },
    Shape {
        name: "lower: nullable structs, integer key",
        small: 50,
        make: |count| lowered(count, "integer"),
        budget: Budget::new(70, 400),
    },
    Shape {
        name: "lowered rules: lint",
        small: 50,
        make: |count| of_definition(count, |crd| drop(lint(crd))),
        budget: Budget::new(20, 1200),
    },
    Shape {
        name: "lowered rules: serve",
        small: 50,
        make: |count| of_definition(count, |crd| drop(ServedVersion::new(crd, "v1").expect("a version"))),
        budget: Budget::new(40, 450),
    },
];

//! Bodies to which a schema adds more than they have.

use crd_schema::ServedVersion;
use crd_schema::serve::{FieldValidation, Limits, Rejection, ServeOptions};
use crd_schema::steps::{CompiledSchema, apply_defaults_within};
use serde_json::{Map, Value, json};

use super::measure::Work;
use super::patterns::crd;
use super::{Budget, Shape};

/// What defaults may add here, and twice as much for what is made of it: copies, maps and paths.
const LIMIT: usize = 1 << 20;
const FIXED: u64 = 4 << 20;

fn long() -> Value {
    json!({"type": "string", "default": "x".repeat(10_000)})
}

/// An object in whose every level a default brings in the next one.
fn nested() -> Value {
    let level = |inner: Value| json!({"type": "object", "default": {}, "properties": {"a": inner.clone(), "b": inner}});
    (0..6).fold(long(), |inner, _| level(inner))
}

fn object(properties: &Value) -> Value {
    json!({"type": "object", "properties": properties})
}

/// A schema whose items get ten thousand bytes each, and an object with so many of them.
pub(crate) fn items(count: usize) -> (Value, Value) {
    let list = json!({"type": "array", "items": object(&json!({"t": long()}))});
    (object(&json!({"spec": object(&json!({"list": list}))})), self::list(count, &json!({})))
}

fn served(schema: &Value) -> ServedVersion {
    let mut spec = Map::new();
    spec.insert("list".into(), json!({"type": "array", "items": schema}));
    spec.insert("map".into(), json!({"type": "object", "additionalProperties": schema}));
    let (_, crd) = crd(spec);
    let options = ServeOptions::default().limits(Limits::default().defaults(LIMIT));
    ServedVersion::with_options(&crd, "v1", options).expect("a version")
}

fn list(count: usize, item: &Value) -> Value {
    json!({
        "apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"},
        "spec": {"list": vec![item.clone(); count]},
    })
}

fn map(count: usize, item: &Value) -> Value {
    let entries: Map<_, _> = (0..count).map(|index| (format!("k{index}"), item.clone())).collect();
    let mut object = json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"}});
    object["spec"] = json!({"map": entries});
    object
}

fn refused<T>(result: Result<T, impl Into<Rejection>>) {
    let rejection = result.err().map(Into::into);
    assert!(matches!(rejection, Some(Rejection::TooLarge(LIMIT))), "{rejection:?}");
}

fn decode(schema: &Value, object: &Value) -> (usize, Work) {
    let (served, body) = (served(schema), object.to_string());
    (body.len(), Box::new(move || refused(served.decode_json(body.as_bytes(), FieldValidation::Warn))))
}

fn of_value(object: &Value, take: fn(&ServedVersion, Value)) -> (usize, Work) {
    let (served, object) = (served(&self::object(&json!({"t": long()}))), object.clone());
    (object.to_string().len(), Box::new(move || take(&served, object)))
}

pub(crate) const SHAPES: [Shape; 9] = [
    Shape {
        name: "defaults: items",
        small: 20_000,
        make: |count| decode(&object(&json!({"t": long()})), &list(count, &json!({}))),
        budget: Budget::new(40, 60).beside(FIXED),
    },
    Shape {
        name: "defaults: entries",
        small: 10_000,
        make: |count| decode(&object(&json!({"t": long()})), &map(count, &json!({}))),
        budget: Budget::new(40, 60).beside(FIXED),
    },
    Shape {
        name: "defaults: nulls",
        small: 20_000,
        make: |count| decode(&long(), &list(count, &Value::Null)),
        budget: Budget::new(40, 60).beside(FIXED),
    },
    Shape {
        name: "defaults: defaults in defaults",
        small: 20_000,
        make: |count| decode(&nested(), &list(count, &json!({}))),
        budget: Budget::new(40, 60).beside(FIXED),
    },
    Shape {
        name: "defaults: read from storage",
        small: 20_000,
        make: |count| of_value(&list(count, &json!({})), |served, object| refused(served.read(object))),
        budget: Budget::new(40, 60).beside(FIXED),
    },
    Shape {
        name: "defaults: an applied object",
        small: 20_000,
        make: |count| {
            of_value(&list(count, &json!({})), |served, object| refused(served.apply_result(None, object)))
        },
        budget: Budget::new(40, 60).beside(FIXED),
    },
    Shape {
        name: "defaults: create",
        small: 20_000,
        make: |count| of_value(&list(count, &json!({})), |served, object| refused(served.create(object))),
        budget: Budget::new(40, 60).beside(FIXED),
    },
    Shape {
        name: "defaults: a schema alone",
        small: 20_000,
        make: |count| {
            of_value(&list(count, &json!({})), |served, mut object| {
                let filled = apply_defaults_within(served.schema(), &mut object, LIMIT);
                assert!(filled.is_err());
            })
        },
        budget: Budget::new(40, 60).beside(FIXED),
    },
    // Copies of a schema share its defaults.
    Shape {
        name: "defaults: copies of a schema",
        small: 200_000,
        make: |size| {
            let schema: CompiledSchema =
                served(&json!({"type": "string", "default": "x".repeat(size)})).schema().clone();
            (2 * size, Box::new(move || drop([schema.clone(), schema.clone(), schema])))
        },
        budget: Budget::new(1, 1),
    },
];

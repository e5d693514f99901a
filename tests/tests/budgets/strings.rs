//! Files with much in little text.

use crd_schema::serve::FieldValidation;
use crd_schema::yaml::{Step, read_stream};
use crd_schema::{CustomResourceDefinition, ServedVersion, lint};
use serde_json::{Map, Value, json};

use super::measure::Work;
use super::patterns::crd;
use super::{Budget, Shape};

fn read(text: String) -> (usize, Work) {
    (text.len(), Box::new(move || drop(read_stream(text.as_bytes()).expect("it is read"))))
}

fn properties(count: usize) -> (usize, CustomResourceDefinition) {
    crd((0..count).map(|index| (format!("p{index}"), json!({"type": "string"}))).collect())
}

/// The definition as JSON.
pub(crate) fn definition(count: usize) -> Value {
    serde_json::to_value(properties(count).1).expect("JSON")
}

fn lint_file(count: usize) -> (usize, Work) {
    let text = crd_schema::yaml::to_string(&serde_json::to_value(properties(count).1).unwrap()).unwrap();
    let work = move || {
        // As the command does: places are asked for afterwards, values are not.
        let mut document = read_stream(text.as_bytes()).expect("it is read").remove(0);
        let crd: CustomResourceDefinition = serde_json::from_value(document.take_value()).unwrap();
        lint(&crd);
        drop(document);
    };
    (serde_json::to_string(&properties(count).1).unwrap().len(), Box::new(work))
}

/// The place of each of many fields.
fn places(count: usize) -> (usize, Work) {
    let names: Vec<_> = (0..count).map(|index| format!("k{index}")).collect();
    let text = names.iter().fold(String::new(), |text, name| text + name + ": 1\n");
    let length = text.len();
    let work = move || {
        let document = read_stream(text.as_bytes()).expect("it is read").remove(0);
        assert!(names.iter().all(|name| document.locate_key(&[Step::Key(name)]).is_some()));
    };
    (length, Box::new(work))
}

pub(crate) const SHAPES: [Shape; 11] = [
    Shape { name: "positions: every field", small: 5_000, make: places, budget: Budget::new(60, 200) },
    Shape {
        name: "yaml: a list of tiny maps",
        small: 5_000,
        make: |count| read("- a: 1\n".repeat(count)),
        budget: Budget::new(113, 300),
    },
    Shape {
        name: "yaml: a list of tiny flow maps",
        small: 5_000,
        make: |count| read(format!("[{}]\n", "{a: 1},".repeat(count))),
        budget: Budget::new(113, 300),
    },
    Shape {
        name: "yaml: a list of tiniest flow maps",
        small: 5_000,
        make: |count| read(format!("[{}]\n", "{a},".repeat(count))),
        budget: Budget::new(200, 500),
    },
    Shape {
        name: "yaml: a list of tiny lists",
        small: 5_000,
        make: |count| read("- - 1\n".repeat(count)),
        budget: Budget::new(113, 300),
    },
    Shape {
        name: "yaml: a list of numbers",
        small: 5_000,
        make: |count| read(format!("[{}]\n", "1,".repeat(count))),
        budget: Budget::new(113, 300),
    },
    Shape {
        name: "json: a list of tiny maps",
        small: 5_000,
        make: |count| read(format!(r#"{{"a":[{}1]}}"#, r#"{"a":1},"#.repeat(count))),
        budget: Budget::new(113, 300),
    },
    Shape { name: "properties: read and lint", small: 1_000, make: lint_file, budget: Budget::new(75, 500) },
    Shape {
        name: "properties: lint",
        small: 1_000,
        make: |count| {
            let (bytes, crd) = properties(count);
            (bytes, Box::new(move || drop(lint(&crd))))
        },
        budget: Budget::new(35, 500),
    },
    Shape {
        name: "properties: serve",
        small: 1_000,
        make: |count| {
            let (bytes, crd) = properties(count);
            (bytes, Box::new(move || drop(ServedVersion::new(&crd, "v1").expect("a version"))))
        },
        budget: Budget::new(80, 500),
    },
    Shape {
        name: "unknown fields: decode",
        small: 5_000,
        make: |count| {
            let (_, crd) = crd(Map::new());
            let unknown: Map<_, _> = (0..count).map(|index| (format!("u{index}"), json!(1))).collect();
            let served = ServedVersion::new(&crd, "v1").expect("a version");
            let object = json!({"apiVersion": "example.com/v1", "kind": "Job", "spec": unknown});
            let body = object.to_string();
            let work =
                move || drop(served.decode_json(body.as_bytes(), FieldValidation::Warn).expect("it is read"));
            (object.to_string().len(), Box::new(work))
        },
        budget: Budget::new(20, 60),
    },
];

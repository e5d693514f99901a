//! The mutability check, with and without markers.

use crd_schema::SchemaBuilder;
use crd_schema::schema::{KeyMutability, Mutability};
use crd_schema::steps::{CanonicalObject, CompiledSchema, Semantics, canonicalize, check_mutability};
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use serde_json::json;

fn main() {
    divan::main();
}

#[derive(Clone, Copy, Debug)]
enum Markers {
    None,
    /// One at the top: a walk that ends early.
    Few,
    /// At each item of a map list.
    Many,
}

fn schema(markers: Markers) -> CompiledSchema {
    let value = SchemaBuilder::string();
    let value = if let Markers::Many = markers { value.mutability(Mutability::Immutable) } else { value };
    let item = SchemaBuilder::object().property("name", SchemaBuilder::string()).property("value", value);
    let list = SchemaBuilder::list_map(["name"], item);
    let list = if let Markers::Many = markers { list.key_mutability(KeyMutability::AddOnly) } else { list };
    let engine = SchemaBuilder::string();
    let engine = if let Markers::None = markers { engine } else { engine.mutability(Mutability::Immutable) };
    let spec = SchemaBuilder::object().property("engine", engine).property("items", list);
    let root = SchemaBuilder::object().property("spec", spec);
    CompiledSchema::new(&root.build().expect("a structural schema"))
}

fn object(schema: &CompiledSchema, items: usize) -> (CanonicalObject, usize) {
    let item = |index| json!({"name": format!("item-{index}"), "value": "some text of ordinary length"});
    let items: Vec<_> = (0..items).map(item).collect();
    let object = json!({"spec": {"engine": "a", "items": items}});
    let bytes = object.to_string().len();
    (canonicalize(schema, object, Semantics::Server).expect("it decodes").object, bytes)
}

const CASES: [(usize, Markers); 6] = [
    (100, Markers::None),
    (100, Markers::Few),
    (100, Markers::Many),
    (10_000, Markers::None),
    (10_000, Markers::Few),
    (10_000, Markers::Many),
];

#[divan::bench(args = CASES)]
fn unchanged(bencher: Bencher<'_, '_>, (items, markers): (usize, Markers)) {
    let schema = schema(markers);
    let ((old, bytes), (new, _)) = (object(&schema, items), object(&schema, items));
    bencher
        .counter(BytesCount::new(bytes))
        .counter(ItemsCount::new(items))
        .bench(|| check_mutability(&schema, &old, &new));
}

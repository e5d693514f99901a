//! Pruning twice is pruning once, and what is stored stays as it is.
#![no_main]

/// Shared with the property tests; the whole of their package would take minutes to build.
#[allow(dead_code)]
#[path = "../../tests/src/generate.rs"]
mod generate;

use crd_schema::steps::{CompiledSchema, PruneRoot, Semantics, canonicalize, prune};
use crd_schema::{JsonSchemaProps, StructuralSchema};
use generate::Tape;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut tape = Tape::new(bytes);
    let schema = generate::schema(&mut tape);
    let object = generate::object(&mut tape, &schema);
    let props: JsonSchemaProps = serde_json::from_value(schema).expect("a schema");
    let schema = CompiledSchema::new(&StructuralSchema::try_from(&props).expect("a structural schema"));
    for semantics in [Semantics::Server, Semantics::Kep] {
        let mut once = object.clone();
        if prune(&schema, &mut once, PruneRoot::Resource, semantics).is_ok() {
            let mut twice = once.clone();
            assert_eq!(prune(&schema, &mut twice, PruneRoot::Resource, semantics), Ok(vec![]));
            assert_eq!(twice, once);
        }
        if let Ok(once) = canonicalize(&schema, object.clone(), semantics) {
            let twice = canonicalize(&schema, once.object.value().clone(), semantics);
            assert_eq!(twice.expect("it decoded before").object, once.object);
        }
    }
});

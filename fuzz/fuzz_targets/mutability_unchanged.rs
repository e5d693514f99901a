//! An unchanged object is never denied; a changed one is validated as the naive model validates it.
#![no_main]

/// Shared with the property tests; the whole of their package would take minutes to build.
#[allow(dead_code)]
#[path = "../../tests/src/generate.rs"]
mod generate;
#[path = "../../tests/src/model.rs"]
mod model;

use std::collections::BTreeSet;

use crd_schema::steps::{CompiledSchema, Semantics, canonicalize, check_mutability};
use crd_schema::{JsonSchemaProps, StructuralSchema};
use generate::Tape;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut tape = Tape::new(bytes);
    let json = generate::schema(&mut tape);
    let old = generate::object(&mut tape, &json);
    let new = generate::mutated(&mut tape, &json, &old);
    let props: JsonSchemaProps = serde_json::from_value(json.clone()).expect("a schema");
    let schema = CompiledSchema::new(&StructuralSchema::try_from(&props).expect("a structural schema"));
    let canonical = |object| canonicalize(&schema, object, Semantics::Server).map(|stored| stored.object);
    let Ok(old) = canonical(old) else { return };
    assert!(check_mutability(&schema, &old, &old).is_empty());
    let Ok(new) = canonical(new) else { return };
    let found = check_mutability(&schema, &old, &new);
    let found: BTreeSet<_> =
        found.iter().map(|refusal| (refusal.path().to_string(), refusal.detail().to_owned())).collect();
    assert_eq!(found, model::refusals(&json, old.value(), new.value()));
});

//! No chain of accepted updates undoes what a marker says, whatever types the values have.
#![no_main]

/// Shared with the tests; the whole of their package would take minutes to build.
#[allow(dead_code, unused_imports)]
#[path = "../../tests/src/chains/mod.rs"]
mod chains;
#[allow(dead_code)]
#[path = "../../tests/src/generate.rs"]
mod generate;
#[allow(dead_code, unused_imports)]
#[path = "../../tests/src/marked/mod.rs"]
mod marked;

use crd_schema::steps::{CompiledSchema, Semantics, canonicalize, check_mutability};
use crd_schema::{JsonSchemaProps, StructuralSchema};
use generate::Tape;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// How many requests follow the one that creates the object.
const REQUESTS: usize = 7;

fuzz_target!(|bytes: &[u8]| {
    let mut tape = Tape::new(bytes);
    let json = chains::schemas(&mut tape).first;
    let props: JsonSchemaProps = serde_json::from_value(json.clone()).expect("a schema");
    let schema = CompiledSchema::new(&StructuralSchema::try_from(&props).expect("a structural schema"));
    let canonical = |object: Value| {
        let stored = canonicalize(&schema, object, Semantics::Server).ok()?.object;
        stored.value().is_object().then_some(stored)
    };
    let Some(mut state) = canonical(chains::object(&mut tape, &json)) else { return };
    let mut history = chains::History::new(&json, |_, value| value);
    assert!(history.observe(state.value()).is_empty());
    for _ in 0..REQUESTS {
        let asked = chains::request(&mut tape, &json, state.value());
        let sent = match asked.verb {
            chains::Verb::Scale => chains::scaled(state.value(), asked.replicas),
            _ => Some(asked.object),
        };
        let Some(new) = sent.and_then(&canonical) else { continue };
        if check_mutability(&schema, &state, &new).is_empty() {
            let broken = history.observe(new.value());
            assert!(broken.is_empty(), "{broken:?}\n{json}\n{}\n{}", state.value(), new.value());
            state = new;
        }
    }
});

//! The check alone, as without value validation: values of other types and repeated keys come and go.

use crd_schema::steps::{CanonicalObject, CompiledSchema, Semantics, canonicalize, check_mutability};
use crd_schema_tests::chains::{Verb, object, request, scaled};
use crd_schema_tests::conformance::Random;
use crd_schema_tests::generate::Tape;
use serde_json::Value;

use super::{Chain, Counts, OBJECTS, REQUESTS, compiled, drawn, number, random};

fn canonical(schema: &CompiledSchema, object: Value) -> Option<CanonicalObject> {
    Some(canonicalize(schema, object, Semantics::Server).ok()?.object)
}

fn chain(random: &mut Random, schema: &Value, compiled: &CompiledSchema, counts: &mut Counts) -> Option<()> {
    let mut chain = Chain::of(schema);
    let mut state = canonical(compiled, object(&mut Tape::new(&random.tape()), schema))?;
    chain.accept(schema, "created", state.value());
    for _ in 0..REQUESTS {
        let asked = request(&mut Tape::new(&random.tape()), schema, state.value());
        let sent = match asked.verb {
            Verb::Scale => scaled(state.value(), asked.replicas).unwrap_or(Value::Null),
            _ => asked.object,
        };
        let Some(new) = canonical(compiled, sent).filter(|new| new.value().is_object()) else { continue };
        let is_accepted = check_mutability(compiled, &state, &new).is_empty();
        counts.count(is_accepted, state != new);
        if is_accepted {
            chain.accept(schema, &format!("{:?}", asked.verb), new.value());
            state = new;
        }
    }
    counts.chains += 1;
    Some(())
}

#[test]
fn nothing_is_undone_where_no_value_is_validated() {
    let (mut random, mut counts) = (random("bare"), Counts::default());
    let wanted = number("CHAINS", 2_000);
    while counts.chains < wanted {
        let schema = drawn(&mut random).first;
        let compiled = compiled(&schema);
        for _ in 0..OBJECTS {
            let _ = chain(&mut random, &schema, &compiled, &mut counts);
        }
    }
    counts.are_worth_something("bare");
}

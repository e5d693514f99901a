//! A hunt for ways around markers: chains of requests that are each accepted, and what `docs/immutability.md` says of the
//! whole history of an object.
//!
//! `CHAINS` says how many chains there are of each kind, `CHAINS_LOWERED` how many more of them beside lowered rules are asked of
//! the Go oracle where `ORACLE_BIN` names one; `CHAINS_SEED` draws others.

mod bare;
mod lowered;
mod served;

use crd_schema::steps::CompiledSchema;
use crd_schema::{JsonSchemaProps, StructuralSchema};
use crd_schema_tests::chains::{History, Schemas, schemas};
use crd_schema_tests::conformance::Random;
use crd_schema_tests::generate::Tape;
use serde_json::Value;

/// How many requests follow the one that creates the object.
const REQUESTS: usize = 7;
/// How many objects there are of each schema.
const OBJECTS: usize = 10;

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn random(name: &str) -> Random {
    Random::new(number("CHAINS_SEED", 1) as u64, name)
}

fn structural(schema: &Value) -> StructuralSchema {
    let props: JsonSchemaProps = serde_json::from_value(schema.clone()).expect("a schema");
    StructuralSchema::try_from(&props).unwrap_or_else(|found| panic!("{found}\n{schema}"))
}

fn compiled(schema: &Value) -> CompiledSchema {
    CompiledSchema::new(&structural(schema))
}

fn drawn(random: &mut Random) -> Schemas {
    // A short tape draws the same again and again.
    let tape: Vec<u8> = std::iter::repeat_with(|| random.tape()).take(3).flatten().collect();
    schemas(&mut Tape::new(&tape))
}

/// Values are compared as they are stored.
fn as_stored(_: &Value, value: Value) -> Value {
    value
}

/// What has happened to one object.
struct Chain {
    history: History,
    steps: Vec<String>,
}

impl Chain {
    fn of(schema: &Value) -> Self {
        Self { history: History::new(schema, as_stored), steps: Vec::new() }
    }

    /// Takes note of an accepted state.
    fn accept(&mut self, schema: &Value, how: &str, state: &Value) {
        self.steps.push(format!("{how}: {state}"));
        let broken = self.history.observe(state);
        assert!(broken.is_empty(), "{}\nschema {schema}\n{}", broken.join("\n"), self.steps.join("\n"));
    }
}

/// How many requests were accepted.
#[derive(Debug, Default)]
struct Counts {
    chains: usize,
    requests: usize,
    accepted: usize,
    /// Those of them that changed something.
    changes: usize,
}

impl Counts {
    fn count(&mut self, is_accepted: bool, is_change: bool) {
        self.requests += 1;
        self.accepted += usize::from(is_accepted);
        self.changes += usize::from(is_accepted && is_change);
    }

    #[expect(clippy::print_stderr, reason = "how much was tried belongs to the result")]
    fn are_worth_something(&self, what: &str) {
        eprintln!("{what}: {self:?}");
        assert!(self.accepted * 6 > self.requests, "{what}: few requests were accepted: {self:?}");
        assert!(self.accepted * 10 < self.requests * 9, "{what}: few requests were refused: {self:?}");
        assert!(self.changes * 10 > self.requests, "{what}: few changes were accepted: {self:?}");
    }
}

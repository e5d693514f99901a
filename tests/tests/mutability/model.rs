//! The mutability check against the naive model of the decision tables.

use std::cell::Cell;
use std::collections::BTreeSet;

use crd_schema::steps::{CanonicalObject, CompiledSchema, Semantics, canonicalize, check_mutability};
use crd_schema::{JsonSchemaProps, StructuralSchema};
use crd_schema_tests::generate::{self, Tape};
use crd_schema_tests::model::{Refusal, refusals};
use crd_schema_tests::strategy::tape;
use proptest::test_runner::{Config, TestError, TestRunner};
use serde_json::Value;

const PAIRS: u32 = 24_000;

#[derive(Default)]
struct Counts {
    compared: Cell<u32>,
    denied: Cell<u32>,
    undecodable: Cell<u32>,
}

fn count(cell: &Cell<u32>) {
    cell.set(cell.get() + 1);
}

#[test]
fn the_check_agrees_with_the_model() {
    let config = Config { cases: PAIRS, failure_persistence: None, ..Config::default() };
    let counts = Counts::default();
    let result = TestRunner::new(config).run(&(tape(300), tape(200), tape(60)), |(schema, old, change)| {
        let schema = generate::schema(&mut Tape::new(&schema));
        let old = generate::object(&mut Tape::new(&old), &schema);
        let new = generate::mutated(&mut Tape::new(&change), &schema, &old);
        compare(&counts, &schema, old, new);
        Ok(())
    });
    if let Err(TestError::Fail(why, (schema, old, change))) = result {
        panic!("{}\n{why}", pair(&schema, &old, &change));
    }
    let (compared, denied, undecodable) =
        (counts.compared.get(), counts.denied.get(), counts.undecodable.get());
    assert!(compared >= 20_000, "only {compared} pairs were compared, {undecodable} not decodable");
    let share = f64::from(denied) / f64::from(compared);
    assert!(
        (0.15..0.85).contains(&share),
        "{denied} of {compared} pairs were denied: the generator has rotted"
    );
}

/// What a failing case is made of.
fn pair(schema: &[u8], old: &[u8], change: &[u8]) -> String {
    let schema = generate::schema(&mut Tape::new(schema));
    let old = generate::object(&mut Tape::new(old), &schema);
    let new = generate::mutated(&mut Tape::new(change), &schema, &old);
    format!("schema {schema}\nold {old}\nnew {new}")
}

fn compare(counts: &Counts, schema: &Value, old: Value, new: Value) {
    let compiled = compile(schema);
    let canonical = |object| canonicalize(&compiled, object, Semantics::Server).map(|stored| stored.object);
    let (Ok(old), Ok(new)) = (canonical(old), canonical(new)) else { return count(&counts.undecodable) };
    let expected = refusals(schema, old.value(), new.value());
    let actual = actual(&compiled, &old, &new);
    assert_eq!(expected, actual, "expected is the model's");
    count(&counts.compared);
    if !expected.is_empty() {
        count(&counts.denied);
    }
}

fn compile(schema: &Value) -> CompiledSchema {
    let props: JsonSchemaProps = serde_json::from_value(schema.clone()).expect("a schema");
    CompiledSchema::new(&StructuralSchema::try_from(&props).expect("the generator makes structural schemas"))
}

fn actual(schema: &CompiledSchema, old: &CanonicalObject, new: &CanonicalObject) -> BTreeSet<Refusal> {
    let violations = check_mutability(schema, old, new);
    let refusals: BTreeSet<_> = violations
        .iter()
        .map(|violation| (violation.path().to_string(), violation.detail().to_owned()))
        .collect();
    assert_eq!(refusals.len(), violations.len(), "no violation is reported twice");
    refusals
}

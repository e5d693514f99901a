//! Rules on objects and updates: the same verdict twice, within the budget.

#![no_main]

/// Shared with the tests; the whole of their package would take minutes to build.
#[allow(dead_code)]
#[path = "../../tests/src/drawn_rules/mod.rs"]
mod drawn_rules;
#[allow(dead_code)]
#[path = "../../tests/src/generate.rs"]
mod generate;

use crd_schema::cel::{RuleValidator, RuleVerdict};
use crd_schema::{JsonSchemaProps, ServerVersion, StructuralSchema};
use generate::Tape;
use libfuzzer_sys::fuzz_target;

/// What an object may cost.
const BUDGET: i64 = 10_000_000;

fuzz_target!(|bytes: &[u8]| {
    let mut tape = Tape::new(bytes);
    let request = drawn_rules::request(&mut tape);
    let servers = [ServerVersion::NEWEST, ServerVersion::V1_29, ServerVersion::V1_33];
    let server = servers[tape.choose(servers.len())];
    let props: JsonSchemaProps = serde_json::from_value(request["schema"].clone()).expect("a schema");
    let schema = StructuralSchema::try_from(&props).expect("a structural schema");
    let is_value = request["notResourceRoot"] == true;
    let of = if is_value { RuleValidator::of_value } else { RuleValidator::new };
    let Some(rules) = of(&schema, server) else { return };
    let old = request.get("old").filter(|old| !old.is_null());
    let [first, second] = [(); 2].map(|()| rules.validate(&request["object"], old));
    assert_eq!(shown(&first), shown(&second));
    assert!((-1..=BUDGET).contains(&first.remaining_budget));
    assert!(old.is_some() || first.warnings.is_empty());
});

fn shown(verdict: &RuleVerdict) -> (String, String, i64) {
    (verdict.violations.to_string(), verdict.warnings.to_string(), verdict.remaining_budget)
}

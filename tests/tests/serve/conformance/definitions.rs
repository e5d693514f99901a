//! `validate_crd_create` and `validate_crd_update`: the errors of definitions.

use std::collections::BTreeSet;

use crd_schema::CustomResourceDefinition;
use crd_schema_tests::conformance::{Operation, without_parts};
use crd_schema_tests::generate::Tape;
use serde::Deserialize as _;
use serde_json::{Value, json};

use crate::crd_validation::generate::Generator;
use crate::crd_validation::verdict::Verdict;

/// Definitions that are created.
pub(crate) struct Create;

/// Definitions that replace others.
pub(crate) struct Update;

/// The generator of definitions draws from a seed, not from a tape.
pub(crate) fn seed(tape: &mut Tape<'_>) -> u64 {
    (0..8).fold(0, |seed, _| seed << 8 | u64::try_from(tape.choose(256)).unwrap_or(0))
}

fn definitions(tape: &mut Tape<'_>, is_update: bool) -> (Value, Option<Value>) {
    let mut generator = Generator::new(seed(tape), Vec::new());
    loop {
        let request = generator.request();
        if request.1.is_some() == is_update {
            return request;
        }
    }
}

fn ours(request: &Value) -> Option<Verdict> {
    let readable = |crd: &Value| CustomResourceDefinition::deserialize(crd).is_ok();
    let old = request.get("old");
    old.is_none_or(readable).then(|| Verdict::ours(&request["crd"], old))
}

fn difference(request: &Value, oracle: &Value) -> Option<String> {
    // What the server cannot decode is not validated.
    oracle.get("errors")?;
    let Some(ours) = ours(request) else { return Some("we cannot read the old definition".to_owned()) };
    let oracle = Verdict::read(oracle);
    let order = (oracle.order(), ours.order());
    let (expected, actual) = oracle.in_scope(&ours);
    if expected == actual && order.0 == order.1 {
        return None;
    }
    let missing: Vec<_> = expected.iter().filter(|line| !actual.contains(line)).collect();
    let surplus: Vec<_> = actual.iter().filter(|line| !expected.contains(line)).collect();
    Some(format!("missing {missing:#?}, surplus {surplus:#?}, order {order:#?}"))
}

fn class(answer: &Value) -> String {
    let details = answer["errors"].as_array().into_iter().flatten().map(|error| &error["detail"]);
    let details: BTreeSet<_> =
        details.filter_map(Value::as_str).map(|text| text.get(..40).unwrap_or(text)).collect();
    let warned =
        if answer["warnings"].as_array().is_some_and(|list| !list.is_empty()) { ", warned" } else { "" };
    match details.len() {
        0 if answer.get("errors").is_none() => "not decoded".to_owned(),
        0 => format!("accepted{warned}"),
        1 | 2 => details.into_iter().collect::<Vec<_>>().join(" + "),
        many => format!("{many} kinds of errors{warned}"),
    }
}

/// Parts are taken from the new and the old definition alike, so that they stay what they are to each other.
fn smaller(request: &Value) -> Vec<Value> {
    let parts = |field: &str| {
        let with = |value| {
            let mut smaller = request.clone();
            smaller[field] = value;
            smaller
        };
        request.get(field).map_or_else(Vec::new, without_parts).into_iter().map(with).collect::<Vec<_>>()
    };
    let same = request.get("old").is_some_and(|old| *old == request["crd"]);
    if same {
        let both = |crd: Value| json!({"op": request["op"], "crd": crd, "old": crd});
        return without_parts(&request["crd"]).into_iter().map(both).collect();
    }
    [parts("crd"), parts("old")].concat()
}

impl Operation for Create {
    fn name(&self) -> &'static str {
        "validate_crd_create"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        json!({"op": self.name(), "crd": definitions(tape, false).0})
    }

    fn answer(&self, request: &Value) -> Value {
        ours(request).map_or(Value::Null, |verdict| verdict.to_json())
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        difference(request, oracle)
    }

    fn smaller(&self, request: &Value) -> Vec<Value> {
        smaller(request)
    }

    fn class(&self, _: &Value, answer: &Value) -> String {
        class(answer)
    }
}

impl Operation for Update {
    fn name(&self) -> &'static str {
        "validate_crd_update"
    }

    fn request(&self, tape: &mut Tape<'_>) -> Value {
        let (crd, old) = definitions(tape, true);
        json!({"op": self.name(), "crd": crd, "old": old})
    }

    fn answer(&self, request: &Value) -> Value {
        ours(request).map_or(Value::Null, |verdict| verdict.to_json())
    }

    fn difference(&self, request: &Value, oracle: &Value) -> Option<String> {
        difference(request, oracle)
    }

    fn smaller(&self, request: &Value) -> Vec<Value> {
        smaller(request)
    }

    fn class(&self, _: &Value, answer: &Value) -> String {
        class(answer)
    }
}

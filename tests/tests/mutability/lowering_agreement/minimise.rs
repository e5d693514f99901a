//! A disagreement, as small as it can be made.

use crd_schema::steps::{Semantics, canonicalize};
use crd_schema::validation::Validator;
use crd_schema_tests::conformance::without_parts;
use crd_schema_tests::oracle;
use serde_json::{Value, json};

use crate::lowering_agreement::draw::{Case, Stored, Update, by_markers, compiled, published, structural};
use crate::lowering_agreement::server;
use crate::lowering_agreement::verdict::{is_denied, updates, verdict};

/// Every round makes it smaller.
const ROUNDS: usize = 300;
/// So many candidates are asked at once.
const CHUNK: usize = 40;

/// The smallest schema and pair on which the server and the expectation still differ.
pub(crate) fn described(case: &Case) -> String {
    let mut smallest = case.clone();
    let is_denied = is_denied(&answers(std::slice::from_ref(&smallest))[0]);
    for _ in 0..ROUNDS {
        let Some(smaller) = first(&smaller(&smallest), is_denied) else { break };
        smallest = smaller;
    }
    let update = &smallest.updates[0];
    let answer = answers(std::slice::from_ref(&smallest)).swap_remove(0);
    format!(
        "{:?}, {:?}\nschema {}\nlowered {:#}\nold {}\nnew {}\nsent {}\n{answer:#}",
        smallest.lowering,
        update.stored,
        smallest.schema,
        serde_json::to_value(smallest.published.schema()).expect("JSON"),
        update.old,
        update.new,
        update.sent,
    )
}

fn answers(cases: &[Case]) -> Vec<Value> {
    let requests: Vec<_> = cases.iter().map(updates).collect();
    let answers = oracle::ask(&requests).expect("there is an oracle").into_iter();
    answers.map(|mut answer| answer["updates"][0].take()).collect()
}

/// The first that is still the same disagreement; those near the root come first, so that few are asked at once.
fn first(cases: &[Case], was_denied: bool) -> Option<Case> {
    cases.chunks(CHUNK).find_map(|cases| {
        let mut compared = cases.iter().zip(answers(cases));
        let found = compared.find(|(case, answer)| differs(case, answer, was_denied));
        found.map(|(case, _)| case.clone())
    })
}

fn differs(case: &Case, answer: &Value, was_denied: bool) -> bool {
    answer["errors"].is_array()
        && is_denied(answer) == was_denied
        && !verdict(case, &case.updates[0], was_denied).is_right
}

fn smaller(case: &Case) -> Vec<Case> {
    let update = &case.updates[0];
    let whole = json!({"schema": case.schema, "old": update.old, "new": update.new, "sent": update.sent});
    without_parts(&whole).iter().filter_map(|part| rebuilt(case, part)).collect()
}

/// The case of a part, if it is still one.
fn rebuilt(case: &Case, part: &Value) -> Option<Case> {
    let schema = part["schema"].is_object().then(|| part["schema"].clone())?;
    let published = published(&schema, case.lowering).ok()?;
    let (compiled, validator) = (compiled(&schema), Validator::new(&structural(&schema).ok()?, server()));
    let canonical = |value: &Value| canonicalize(&compiled, value.clone(), Semantics::Server).ok();
    let (old, new) = (part["old"].clone(), canonical(&part["new"])?.object.into_value());
    let sent = canonical(&part["sent"])?;
    // What is sent is what is new, in another spelling.
    let sent = if *sent.object.value() == new { part["sent"].clone() } else { new.clone() };
    let stored = case.updates[0].stored;
    if !validator.is_valid(&new) || (stored == Stored::Valid && !validator.is_valid(&old)) {
        return None;
    }
    let is_denied = by_markers(&schema, &compiled, &old, &new)?;
    let update = Update { old, new, sent, stored, is_denied };
    Some(Case { schema, published, updates: vec![update], ..case.clone() })
}

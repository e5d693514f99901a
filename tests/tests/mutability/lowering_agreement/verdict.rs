//! What the server says, and what is expected of it.

use std::collections::BTreeMap;

use crd_schema::cel::{RuleCost, rule_costs};
use crd_schema::{ServerVersion, StructuralSchema};
use crd_schema_tests::model::refusals;
use crd_schema_tests::{definition, marked, oracle};
use serde_json::{Value, json};

use crate::lowering_agreement::counts::Counts;
use crate::lowering_agreement::draw::{Case, Stored, Update};
use crate::lowering_agreement::served::{is_exact, is_loose, messages, served};
use crate::lowering_agreement::{ENOUGH, server};

/// Everything of some schemas: that the definition is taken, each estimate, each update.
pub(crate) fn batch(batch: &[Case], counts: &mut Counts) {
    let requests: Vec<_> = batch.iter().flat_map(|case| [definition(case), updates(case)]).collect();
    let answers = oracle::ask(&requests).expect("there is an oracle");
    for (case, answers) in batch.iter().zip(answers.chunks(2)) {
        accepted(case, &answers[0]);
        costs(case, &answers[1], counts);
        let served = is_exact(case.lowering).then(|| served(case)).filter(|_| !is_loose(case));
        for (update, answer) in case.updates.iter().zip(answers[1]["updates"].as_array().expect("answers")) {
            let is_denied = is_denied(answer);
            if let Some([theirs, ours]) = served.as_ref().and_then(|served| messages(served, update, answer))
            {
                assert_eq!(ours, theirs, "{}\n{}\n{}", lowered(case), update.old, update.new);
                counts.messages += theirs.len();
            }
            counts.count(&case.schema, update, is_denied);
            let Verdict { is_right, is_for_floats } = verdict(case, update, is_denied);
            counts.for_floats += usize::from(is_for_floats);
            counts.wrong += usize::from(!is_right);
            if !is_right && counts.disagreements.len() < ENOUGH {
                counts.disagreements.push(Case { updates: vec![update.clone()], ..case.clone() });
            }
        }
    }
}

/// Whether CEL denies.
pub(crate) fn is_denied(answer: &Value) -> bool {
    !answer["errors"].as_array().expect("errors").is_empty()
}

fn lowered(case: &Case) -> Value {
    serde_json::to_value(case.published.schema()).expect("JSON")
}

pub(crate) fn updates(case: &Case) -> Value {
    let pairs: Vec<_> =
        case.updates.iter().map(|update| json!({"old": update.old, "object": update.sent})).collect();
    json!({"op": "cel_updates", "schema": lowered(case), "updates": pairs})
}

fn definition(case: &Case) -> Value {
    json!({"op": "validate_crd_create", "crd": definition::of_schema(&lowered(case))})
}

fn accepted(case: &Case, answer: &Value) {
    assert_eq!(answer["errors"], json!([]), "{}\n{:#}", case.schema, lowered(case));
    assert_eq!(answer["strictErrors"].as_array().map_or(0, Vec::len), 0, "{answer}");
}

/// Each estimate is that of the server.
fn costs(case: &Case, answer: &Value, counts: &mut Counts) {
    let mut theirs: BTreeMap<(String, String), u64> = BTreeMap::new();
    for rule in answer["rules"].as_array().expect("rules") {
        let key = |name: &str| rule[name].as_str().unwrap_or_default().to_owned();
        theirs.insert((key("path"), key("rule")), rule["maxCost"].as_u64().expect("a cost"));
    }
    for rule in case.published.rules() {
        let root = rule.path().steps().is_empty();
        let path = if root { String::new() } else { rule.path().to_string() };
        let key = (path, rule.rule().to_owned());
        let expected = theirs.get(&key).unwrap_or_else(|| panic!("{key:?} is not in {theirs:#?}"));
        assert_eq!(rule.cost(server()), *expected, "{key:?}\n{}", lowered(case));
        counts.rules += 1;
    }
    ours_agree(case);
}

/// The estimate of what is lowered and the estimate of any rule are one, on every minor.
fn ours_agree(case: &Case) {
    let schema = StructuralSchema::try_from(case.published.schema()).expect("it is structural");
    // The minors whose estimates differ.
    for server in [ServerVersion::V1_29, ServerVersion::V1_30, ServerVersion::V1_33, ServerVersion::V1_34] {
        let all = rule_costs(&schema, server);
        for rule in case.published.rules() {
            let of_node = format!("{}.x-kubernetes-validations", rule.path());
            let found = all.iter().find(|cost| {
                let path = cost.path().to_string();
                cost.rule() == rule.rule() && (path.starts_with(&of_node) || rule.path().steps().is_empty())
            });
            // An older server does not compile what is written for a newer one.
            let Some(cost) = found.and_then(RuleCost::cost) else { continue };
            assert_eq!(rule.cost(server), cost, "{server}: {}", rule.rule());
        }
    }
}

/// What to think of the server's verdict.
pub(crate) struct Verdict {
    pub(crate) is_right: bool,
    /// D6.
    pub(crate) is_for_floats: bool,
}

pub(crate) fn verdict(case: &Case, update: &Update, is_denied: bool) -> Verdict {
    let (old, new) = marked::seen(&case.schema, case.anchors, &update.old, &update.new);
    let expected = !refusals(&case.schema, &old, &new).is_empty();
    let is_for_floats = is_denied && !expected && update.sent != update.new;
    let agrees = match update.stored {
        // D9: either way.
        Stored::Duplicates => true,
        // D14: narrow alone.
        Stored::Misfit => is_denied || !expected,
        Stored::Valid | Stored::OtherVersion => is_denied == expected || is_for_floats,
    };
    Verdict { is_right: agrees && is_noted(case, update, is_denied), is_for_floats }
}

/// Whether a verdict that is not that of the markers was noted when the schema was lowered.
fn is_noted(case: &Case, update: &Update, is_denied: bool) -> bool {
    let words = match (is_denied, update.is_denied) {
        (true, false) => narrow(update),
        (false, true) => wide(update),
        _ => return true,
    };
    let notes = case.published.notes();
    notes.iter().any(|note| words.iter().any(|words| note.message().contains(words)))
}

/// D6, D9, D13, D14 and D15.
fn narrow(update: &Update) -> Vec<&'static str> {
    let floats = (update.sent != update.new).then_some("is sent as a float");
    // Numbers that are one double are one key.
    let spelled = floats.into_iter().chain(["2^53", "spelling"]);
    let stored = match update.stored {
        Stored::Valid => None,
        Stored::Misfit => Some("does not fit its type"),
        Stored::Duplicates => Some("with duplicates"),
        Stored::OtherVersion => Some("counts as an addition"),
    };
    let nulls = update.new.to_string().contains("null").then_some("with null in the place of a default");
    spelled.chain(stored).chain(nulls).collect()
}

/// D2, D4, D5 and D7; D9, D10 and D13.
fn wide(update: &Update) -> Vec<&'static str> {
    let mut words = vec!["unknown field", "spelling", "2^53", "come and go"];
    match update.stored {
        Stored::Duplicates => words.push("with duplicates"),
        // A null in a field that has to be there is dropped.
        Stored::Misfit | Stored::OtherVersion => {
            words.extend(["had to be there", "may set another value once", "counts as an addition"]);
        }
        Stored::Valid => {}
    }
    words
}

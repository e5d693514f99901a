//! The oracle's answers beside ours.

use serde_json::{Value, json};

use super::sequence::{Sequence, Step};
use crate::conformance::same;

/// How often a sequence is asked again whose error differs.
const RETRIES: usize = 100;

/// Sequences, with what the oracle answers.
#[derive(Default)]
pub struct Answers {
    /// How many steps succeeded, had conflicts, and failed otherwise.
    pub counts: [usize; 3],
    /// What differs.
    pub differences: Vec<String>,
}

/// Asks the oracle about every sequence; `None` when there is none.
pub fn differences(sequences: &[Sequence]) -> Option<Answers> {
    let requests: Vec<_> = sequences.iter().map(request).collect();
    let answers = crate::oracle::ask(&requests)?;
    let mut found = Answers { counts: [0; 3], differences: Vec::new() };
    for (sequence, answer) in sequences.iter().zip(&answers) {
        let Some(steps) = answer["steps"].as_array() else {
            found.differences.push(format!("{answer}\n{}", sequence.crd));
            continue;
        };
        for (number, (step, answer)) in sequence.steps.iter().zip(steps).enumerate() {
            found.counts[outcome(step)] += 1;
            if let Some(what) =
                difference(step, answer).filter(|_| !differs_by_chance(sequence, number, answer))
            {
                found.differences.push(format!("{what}\nrequest {}\ncrd {}", step.request, sequence.crd));
            }
        }
    }
    Some(found)
}

/// Upstream walks maps of managers in an order of chance: of several errors it reports another one each time. It is asked again
/// until it reports ours, too.
fn differs_by_chance(sequence: &Sequence, number: usize, answer: &Value) -> bool {
    let Some(step) = sequence.steps.get(number) else { return false };
    if step.error.is_none() || answer["error"].is_null() {
        return false;
    }
    let requests = vec![request(sequence); RETRIES];
    let answers = crate::oracle::ask(&requests).unwrap_or_default();
    answers.iter().any(|answer| difference(step, &answer["steps"][number]).is_none())
}

fn outcome(step: &Step) -> usize {
    match &step.error {
        None => 0,
        Some(error) if error.starts_with("Apply failed") => 1,
        Some(_) => 2,
    }
}

fn request(sequence: &Sequence) -> Value {
    let steps: Vec<_> = sequence.steps.iter().map(|step| &step.request).collect();
    json!({"op": "apply", "crd": sequence.crd, "steps": steps})
}

/// What differs in a step.
fn difference(step: &Step, answer: &Value) -> Option<String> {
    match (&step.error, answer["error"].as_str()) {
        (None, None) => {}
        (Some(ours), Some(_)) => {
            if !is_message_of(ours, answer) {
                return Some(format!("ours   {ours}\ntheirs {}", answer["error"]));
            }
            let (ours, theirs) = (step.status.as_ref().map(sorted), sorted(&answer["status"]));
            if !theirs.is_null() && ours.as_ref() != Some(&theirs) {
                return Some(format!("ours   {ours:?}\ntheirs {theirs}"));
            }
        }
        (ours, theirs) => return Some(format!("ours   {ours:?}\ntheirs {theirs:?}")),
    }
    match (&step.object, answer.get("object")) {
        (None, None) => None,
        (Some(ours), Some(theirs)) if same(ours, theirs) => None,
        (ours, theirs) => Some(format!(
            "ours   {}\ntheirs {}",
            ours.clone().unwrap_or_default(),
            theirs.cloned().unwrap_or_default()
        )),
    }
}

/// Whether upstream has this message, too. Where it walks a map, the message differs from one try to the next.
fn is_message_of(ours: &str, answer: &Value) -> bool {
    let has =
        |name: &str, what: &str| answer[name].as_array().is_some_and(|all| all.iter().any(|one| one == what));
    // The entry is printed with addresses of memory.
    if ours.contains("error decoding versioned set from") {
        return answer["error"]
            .as_str()
            .is_some_and(|theirs| theirs.contains("error decoding versioned set from"));
    }
    has("messages", ours) || ours.contains("errors:") && ours.lines().all(|line| has("lines", line))
}

/// A status with its causes in order, and without what only one of us writes.
fn sorted(status: &Value) -> Value {
    let mut causes = status["details"]["causes"].as_array().cloned().unwrap_or_default();
    causes.sort_by_key(Value::to_string);
    if status.is_null() {
        return Value::Null;
    }
    json!({"code": status["code"], "reason": status["reason"], "message": status["message"], "causes": causes})
}

//! The smallest request that still makes a disagreement.

use serde_json::Value;

use super::Operation;
use super::run::{Validated, validate};
use crate::generate::Tape;

/// Every round makes the request smaller.
const ROUNDS: usize = 100;

/// So many candidates are asked at once.
const CHUNK: usize = 100;

/// The request of a smaller tape, or else a part of it.
pub(crate) fn minimise(operation: &dyn Operation, mut tape: Vec<u8>) -> Validated {
    let request = |tape: &Vec<u8>| operation.request(&mut Tape::new(tape));
    for _ in 0..ROUNDS {
        let candidates = smaller(&tape);
        let requests = candidates.iter().map(request).collect::<Vec<_>>();
        let Some((index, _)) = first(operation, &requests) else { break };
        tape.clone_from(&candidates[index]);
    }
    let mut smallest = validate(operation, vec![request(&tape)]).swap_remove(0);
    for _ in 0..ROUNDS {
        let Some((_, smaller)) = first(operation, &operation.smaller(&smallest.0)) else { break };
        smallest = smaller;
    }
    smallest
}

/// The first request that makes a disagreement; mostly one of the first does, so that few are asked at once.
fn first(operation: &dyn Operation, requests: &[Value]) -> Option<(usize, Validated)> {
    let mut validated =
        requests.chunks(CHUNK).flat_map(|chunk| validate(operation, chunk.to_vec())).enumerate();
    validated.find(|(_, (_, _, difference))| difference.is_some())
}

/// Parts left out, from halves down to single bytes; then bytes that are zero or a half.
fn smaller(tape: &[u8]) -> Vec<Vec<u8>> {
    let mut candidates = Vec::new();
    let mut part = tape.len().div_ceil(2);
    while part > 0 {
        for start in (0..tape.len()).step_by(part) {
            let end = tape.len().min(start + part);
            candidates.push([&tape[..start], &tape[end..]].concat());
        }
        part = if part == 1 { 0 } else { part.div_ceil(2) };
    }
    for (index, byte) in tape.iter().enumerate() {
        for lower in [0, byte / 2] {
            if lower < *byte {
                let mut candidate = tape.to_vec();
                candidate[index] = lower;
                candidates.push(candidate);
            }
        }
    }
    candidates
}

/// The value without one of its fields or items, each in turn, those near the root first.
pub fn without_parts(value: &Value) -> Vec<Value> {
    let mut smaller: Vec<_> = match value {
        Value::Object(fields) => {
            let without = |name: &String| {
                let mut rest = fields.clone();
                rest.remove(name);
                Value::Object(rest)
            };
            fields.keys().map(without).collect()
        }
        Value::Array(items) => {
            let without = |index| {
                let mut rest = items.clone();
                rest.remove(index);
                Value::Array(rest)
            };
            (0..items.len()).map(without).collect()
        }
        _ => return Vec::new(),
    };
    match value {
        Value::Object(fields) => {
            for (name, below) in fields {
                smaller.extend(without_parts(below).into_iter().map(|below| {
                    let mut changed = fields.clone();
                    changed.insert(name.clone(), below);
                    Value::Object(changed)
                }));
            }
        }
        Value::Array(items) => {
            for (index, below) in items.iter().enumerate() {
                smaller.extend(without_parts(below).into_iter().map(|below| {
                    let mut changed = items.clone();
                    changed[index] = below;
                    Value::Array(changed)
                }));
            }
        }
        _ => {}
    }
    smaller
}

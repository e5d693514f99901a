//! The smallest tape that still makes a disagreement.

use serde_json::Value;

use super::Operation;
use super::run::judge;

/// Rounds with one oracle each; every round makes the tape shorter or a byte smaller.
const ROUNDS: usize = 100;

/// The request of a smaller tape, Go's answer to it, and what is wrong with ours.
pub(crate) fn minimise(operation: &dyn Operation, mut tape: Vec<u8>) -> (Value, Value, Option<String>) {
    for _ in 0..ROUNDS {
        let candidates = smaller(&tape);
        let judged = judge(operation, &candidates);
        let first = candidates.into_iter().zip(judged).find(|(_, (_, _, difference))| difference.is_some());
        match first {
            Some((candidate, _)) => tape = candidate,
            None => break,
        }
    }
    judge(operation, &[tape]).swap_remove(0)
}

/// Parts left out, from halves down to single bytes; then bytes that are zero, a half, or one less.
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
        for lower in [0, byte / 2, byte.saturating_sub(1)] {
            if lower < *byte {
                let mut candidate = tape.to_vec();
                candidate[index] = lower;
                candidates.push(candidate);
            }
        }
    }
    candidates
}

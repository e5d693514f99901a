//! Random sequences of applies and updates: objects, managed fields and errors are Kubernetes' own.
//!
//! `APPLY_COUNT` sequences (2,000 unless it is set) of `APPLY_SEED`; skipped without `ORACLE_BIN`.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

use crd_schema_tests::applied::{Answers, Sequence, differences, sequence};
use crd_schema_tests::conformance::Random;
use crd_schema_tests::generate::Tape;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn sequences_are_as_upstream_has_them() {
    let count = usize::try_from(setting("APPLY_COUNT", 2_000)).expect("it fits");
    let mut random = Random::new(setting("APPLY_SEED", 1), "apply");
    let tapes: Vec<_> = (0..count).map(|_| random.tape()).collect();
    let Some(Answers { counts, differences: found }) = asked(&tapes) else { return };
    let [written, conflicts, errors] = counts;
    assert!(found.is_empty(), "{} differences, the shortest:\n{}", found.len(), shortest(&found));
    let outcomes = format!("{written} writes, {conflicts} conflicts, {errors} other errors");
    assert!(
        written > count && conflicts * 20 > count && errors * 20 > count,
        "all outcomes occur: {outcomes}"
    );
}

/// Asks in chunks, on all cores.
fn asked(tapes: &[Vec<u8>]) -> Option<Answers> {
    let chunks = Mutex::new(tapes.chunks(500));
    let next = || chunks.lock().expect("no thread panics with it").next();
    let work = || std::iter::from_fn(next).map(|tapes| differences(&sequences(tapes))).collect::<Vec<_>>();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let answers: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("the sequences are asked")).collect()
    });
    let mut all = Answers::default();
    for answers in answers {
        let answers = answers?;
        all.counts.iter_mut().zip(answers.counts).for_each(|(sum, count)| *sum += count);
        all.differences.extend(answers.differences);
    }
    Some(all)
}

fn sequences(tapes: &[Vec<u8>]) -> Vec<Sequence> {
    let sequences: Vec<_> = tapes.iter().filter_map(|tape| sequence(&mut Tape::new(tape))).collect();
    assert!(sequences.len() * 10 > tapes.len() * 9, "most schemas are structural: {}", sequences.len());
    sequences
}

fn shortest(found: &[String]) -> String {
    let mut found: Vec<_> = found.iter().collect();
    found.sort_by_key(|text| text.len());
    found.iter().take(3).map(|text| text.as_str()).collect::<Vec<_>>().join("\n\n")
}

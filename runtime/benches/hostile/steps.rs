//! The steps of a write, one by one, and what each takes of time and of memory.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crd_schema::ServedVersion;
use crd_schema::serve::{Decoded, FieldValidation, Outcome, Rejection};
use crd_schema::steps::{CanonicalObject, apply_defaults_noting, check_mutability};
use peak_alloc::PeakAlloc;
use serde_json::Value;

use super::shapes::Shape;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Every shape goes through these.
pub(crate) const WRITES: [&str; 3] = ["decode", "create", "update"];

/// An object of a shape, as far as each step wants it.
pub(crate) struct Subject<'s> {
    served: &'s ServedVersion,
    pub(crate) text: String,
    object: Value,
    decoded: Decoded,
    /// The same object, whose lists are the other way round.
    old: CanonicalObject,
    new: CanonicalObject,
}

/// What a step has taken.
#[derive(Clone, Copy)]
pub(crate) struct Taken {
    pub(crate) time: Duration,
    /// At most at once, without what was there before.
    pub(crate) bytes: usize,
}

impl<'s> Subject<'s> {
    pub(crate) fn new(served: &'s ServedVersion, shape: Shape, bytes: usize) -> Self {
        let object = shape.object(bytes);
        let decoded = served.decode(object.clone()).expect("it can be read");
        let new = served.read(object.clone()).expect("it can be read");
        let old = served.read(turned(object.clone())).expect("it can be read");
        Self { served, text: object.to_string(), object, decoded, old, new }
    }

    /// The best of so many rounds.
    pub(crate) fn take(&self, step: &str, rounds: usize) -> Taken {
        let served = self.served;
        match step {
            "decode" => {
                best(rounds, || (), |()| served.decode_json(self.text.as_bytes(), FieldValidation::Warn))
            }
            "prune" => best(
                rounds,
                || self.object.clone(),
                |mut object| served.prune(&mut object).map(|removed| (object, removed)),
            ),
            "default" => best(
                rounds,
                || self.object.clone(),
                |mut object| {
                    let filled = apply_defaults_noting(served.schema(), &mut object);
                    (object, filled)
                },
            ),
            "create" => {
                best(rounds, || self.decoded.clone(), |new| self.reported(served.create_decoded(new)))
            }
            "update" => best(
                rounds,
                || self.decoded.clone(),
                |new| self.reported(served.update_decoded(&self.old, new)),
            ),
            _ => best(rounds, || (), |()| check_mutability(served.schema(), &self.old, &self.new)),
        }
    }

    /// Errors are reported in full.
    fn reported(&self, outcome: Result<Outcome, Rejection>) -> Result<Outcome, String> {
        outcome.map_err(|refused| {
            serde_json::to_string(&self.served.status("a", &refused)).expect("a status is JSON")
        })
    }

    /// How long the text of a refusal is.
    pub(crate) fn reported_bytes(&self) -> usize {
        self.reported(self.served.create_decoded(self.decoded.clone())).map_or_else(|text| text.len(), |_| 0)
    }

    /// For how many reasons the object is refused.
    pub(crate) fn violations(&self) -> usize {
        match self.served.create_decoded(self.decoded.clone()) {
            Err(Rejection::Invalid(violations)) => violations.len(),
            _ => 0,
        }
    }
}

/// An object with its lists the other way round.
pub(crate) fn turned(mut object: Value) -> Value {
    for list in object["spec"].as_object_mut().into_iter().flat_map(|spec| spec.values_mut()) {
        if let Some(items) = list.as_array_mut() {
            items.reverse();
        }
    }
    object
}

/// What is made for a round is made, and what comes out is dropped, while nobody measures.
fn best<I, O>(rounds: usize, mut input: impl FnMut() -> I, mut work: impl FnMut(I) -> O) -> Taken {
    let mut taken = Taken { time: Duration::MAX, bytes: 0 };
    for _ in 0..rounds {
        let input = input();
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let start = Instant::now();
        let output = black_box(work(black_box(input)));
        let time = start.elapsed();
        taken.bytes = taken.bytes.max(MEMORY.peak_usage().saturating_sub(before));
        taken.time = taken.time.min(time);
        drop(output);
    }
    taken
}

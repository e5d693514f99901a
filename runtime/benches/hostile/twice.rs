//! What twice the size takes, ours and Kubernetes' own code: twice as long is linear, four times as long is quadratic.

use std::time::Duration;

use crd_schema::ServedVersion;
use serde_json::{Value, json};

use super::go::Go;
use super::shapes::{self, SHAPES, Shape};
use super::steps::{Subject, turned};
use super::{milliseconds, say};

/// The steps of the oracle, and which of ours does the same.
const PAIRS: [(&str, &str); 4] =
    [("prune", "decode"), ("create", "create"), ("validate", "create"), ("update", "update")];

/// Sizes grow until Go takes so long, which is when growth can be reported from noise.
const ENOUGH: Duration = Duration::from_millis(30);
const SMALLEST: usize = 4_000;
const LARGEST: usize = 500_000;

/// Prints a line for each shape and step; nothing without an oracle.
pub(crate) fn compare(served: &ServedVersion, wanted: &dyn Fn(&str) -> bool) {
    let Some(mut go) = Go::start() else { return };
    say("twice the size: how much longer Go takes, and we");
    for shape in SHAPES.into_iter().filter(|shape| wanted(shape.name)) {
        for (theirs, ours) in PAIRS {
            let bytes = size(&mut go, shape, theirs);
            let go = [bytes, 2 * bytes].map(|bytes| of_go(&mut go, shape, theirs, bytes));
            let here = [bytes, 2 * bytes].map(|bytes| Subject::new(served, shape, bytes).take(ours, 3).time);
            say(&format!(
                "{:<14} {theirs:<9} {:>8} bytes  Go {:>9.2} ms x{:<5.2}  ours {:>8.3} ms x{:.2}",
                shape.name,
                bytes,
                milliseconds(go[0]),
                grown(go),
                milliseconds(here[0]),
                grown(here),
            ));
        }
    }
}

fn grown([one, two]: [Duration; 2]) -> f64 {
    two.as_secs_f64() / one.as_secs_f64()
}

fn size(go: &mut Go, shape: Shape, step: &str) -> usize {
    let mut bytes = SMALLEST;
    while bytes < LARGEST && of_go(go, shape, step, bytes) < ENOUGH {
        bytes *= 2;
    }
    bytes
}

/// The best of three, as ours.
fn of_go(go: &mut Go, shape: Shape, step: &str, bytes: usize) -> Duration {
    let request = request(shape, bytes);
    let first = go.time(&request, step, 1);
    let more = if first > 4 * ENOUGH { 0 } else { 2 };
    (0..more).map(|_| go.time(&request, step, 1)).fold(first, Duration::min)
}

fn request(shape: Shape, bytes: usize) -> Value {
    let object = shape.object(bytes);
    json!({
        "op": "time_writes",
        "schema": shapes::schema(),
        "strings": [object.to_string()],
        "old": turned(object),
        "strict": true,
        "expect": {"group": "example.com", "version": "v1", "kind": "Job"},
    })
}

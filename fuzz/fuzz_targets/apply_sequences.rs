//! Applies and updates, and any JSON as `fieldsV1`: managers can be read and written again.

#![no_main]

/// Shared with the tests; the whole of their package would take minutes to build.
#[allow(dead_code, unused_imports)]
#[path = "../../tests/src/applied/mod.rs"]
mod applied;
#[allow(dead_code)]
#[path = "../../tests/src/conformance/same.rs"]
mod same;

mod conformance {
    pub use super::same::{same, without_negative_zeros};
}
#[allow(dead_code)]
#[path = "../../tests/src/generate.rs"]
mod generate;
#[allow(dead_code)]
#[path = "../../tests/src/oracle.rs"]
mod oracle;

use crd_schema::apply::FieldSet;
use generate::Tape;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(fields) = serde_json::from_slice(bytes) {
        written_again(&fields);
    }
    let Some(sequence) = applied::sequence(&mut Tape::new(bytes)) else { return };
    for object in sequence.steps.iter().filter_map(|step| step.object.as_ref()) {
        for entry in object["metadata"]["managedFields"].as_array().into_iter().flatten() {
            written_again(&entry["fieldsV1"]);
        }
    }
});

/// What is read is what was written.
fn written_again(fields: &Value) {
    let Ok(set) = FieldSet::from_fields_v1(fields) else { return };
    let written = set.to_fields_v1();
    assert_eq!(FieldSet::from_fields_v1(&written).as_ref(), Ok(&set), "{written}");
}

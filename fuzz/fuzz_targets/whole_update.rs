//! A whole update request of any schema, through each door: what comes out is read back as it is, and every refusal has an
//! answer.
#![no_main]

/// Shared with the property tests; the whole of their package would take minutes to build.
#[allow(dead_code)]
#[path = "../../tests/src/generate.rs"]
mod generate;
#[path = "../support/served.rs"]
mod served;

use crd_schema::{FieldValidation, Rejection};
use generate::Tape;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&[u8], &[u8])| {
    let (tape, body) = input;
    let mut tape = Tape::new(tape);
    let schema = served::schema(&mut tape);
    let Some(served) = served::version(&mut tape, &schema) else { return };
    let old = served::object(&mut tape, &schema);
    let new = generate::mutated(&mut tape, &schema, &old);
    let asked = [served.decode(new.clone()), served.decode_json(body, FieldValidation::Warn)];
    if let Ok(stored) = served.read(old.clone()) {
        for new in asked.into_iter().flatten() {
            served::check(&served, served.update_decoded(&stored, new.clone()));
            served::check(&served, served.update_status_decoded(&stored, new));
        }
    }
    served::check(&served, served.apply_result(Some(&old), new));
    let scale = served.decode_scale(body, FieldValidation::Warn).map(|decoded| decoded.scale);
    for scale in [scale, served.scale(&old), served.scale_to_patch(&old)] {
        let written = scale.map_err(Rejection::from).and_then(|scale| served.update_scale(&old, &scale));
        served::check(&served, written);
    }
});

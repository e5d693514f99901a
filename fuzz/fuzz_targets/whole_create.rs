//! A whole create request of any schema: what comes out is read back as it is, and every refusal has an answer.
#![no_main]

/// Shared with the property tests; the whole of their package would take minutes to build.
#[allow(dead_code)]
#[path = "../../tests/src/generate.rs"]
mod generate;
#[path = "../support/served.rs"]
mod served;

use crd_schema::FieldValidation;
use generate::Tape;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&[u8], &[u8])| {
    let (tape, body) = input;
    let mut tape = Tape::new(tape);
    let schema = served::schema(&mut tape);
    let Some(served) = served::version(&mut tape, &schema) else { return };
    let object = served::object(&mut tape, &schema).to_string();
    for body in [body, object.as_bytes()] {
        for validation in [FieldValidation::Ignore, FieldValidation::Warn, FieldValidation::Strict] {
            let decoded = [served.decode_json(body, validation), served.decode_yaml(body, validation)];
            for decoded in decoded.into_iter().flatten() {
                let written =
                    served.after_admission(decoded).and_then(|admitted| served.create_decoded(admitted));
                served::check(&served, written);
            }
        }
    }
});

//! A whole update request of any schema, through each door: what comes out is read back as it is, and every refusal has an
//! answer.
#![no_main]

/// Shared with the property tests; the whole of their package would take minutes to build.
#[allow(dead_code)]
#[path = "../../tests/src/generate.rs"]
mod generate;
#[allow(dead_code)]
#[path = "../support/served.rs"]
mod served;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&[u8], &[u8])| served::update(input.0, input.1));

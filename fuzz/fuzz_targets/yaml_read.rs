//! Whatever is read can be written, and is read again as the same.
#![no_main]

use crd_schema::yaml::{read_stream, to_string};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let Ok(documents) = read_stream(text) else { return };
    // kubectl accepts only objects and lists.
    let is_container = |value: &serde_json::Value| value.is_object() || value.is_array();
    for document in documents.into_iter().filter(|document| is_container(document.value())) {
        let Ok(written) = to_string(document.value()) else { continue };
        let again = read_stream(written.as_bytes()).expect("what we write can be read");
        let again: Vec<_> = again.into_iter().map(|document| document.into_value()).collect();
        // Floats may be read as the integers that they are.
        let text = |value: &serde_json::Value| to_string(value).ok();
        assert_eq!(again.iter().map(text).collect::<Vec<_>>(), [Some(written)]);
    }
});

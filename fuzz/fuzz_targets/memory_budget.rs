//! A schema and a body, each from whoever likes: serving the one and decoding, storing and updating by the other takes memory in
//! proportion to them.
//!
//! The input is the schema, a line `---`, and the body. A schema that is none is read as a tape, from which one is made.
#![no_main]

/// Shared with the property tests; the whole of their package would take minutes to build.
#[allow(dead_code)]
#[path = "../../tests/src/generate.rs"]
mod generate;

use crd_schema::yaml::read_stream;
use crd_schema::serve::{FieldValidation, Limits, ServeOptions};
use crd_schema::{CustomResourceDefinition, ServedVersion};
use generate::Tape;
use libfuzzer_sys::fuzz_target;
use peak_alloc::PeakAlloc;
use serde_json::{Value, json};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What may be taken at once, whatever the input is, and for each byte of it. A body may grow by as much as a body may have.
const SCHEMA: Budget = Budget { anyway: 16 << 20, each: 4_000 };
const REQUEST: Budget = Budget { anyway: 256 << 20, each: 2_000 };
const MAX_BODY: usize = 1 << 20;

struct Budget {
    anyway: usize,
    each: usize,
}

impl Budget {
    /// Does something, and fails when it took more than so many bytes of input allow.
    fn keep<T>(&self, what: &str, bytes: usize, work: impl FnOnce() -> T) -> T {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let result = work();
        let taken = MEMORY.peak_usage().saturating_sub(before);
        let allowed = self.anyway + self.each * bytes;
        assert!(
            taken <= allowed,
            "{what}: {taken} bytes at once, {allowed} are allowed for an input of {bytes}"
        );
        result
    }
}

fuzz_target!(|input: &[u8]| {
    const LINE: &[u8] = b"\n---\n";
    let cut = input.windows(LINE.len()).position(|window| window == LINE);
    let (text, body) = cut.map_or((input, input), |at| (&input[..at], &input[at + LINE.len()..]));
    let schema = SCHEMA.keep("reading the schema", text.len(), || schema(text));
    let bytes = schema.to_string().len();
    let Some(served) = SCHEMA.keep("the version", bytes, || version(&schema)) else { return };
    REQUEST.keep("the requests", bytes + body.len(), || requests(&served, body));
});

fn schema(text: &[u8]) -> Value {
    let documents = read_stream(text).unwrap_or_default();
    let mut objects = documents.into_iter().map(|document| document.into_value()).filter(Value::is_object);
    objects.next().unwrap_or_else(|| generate::schema(&mut Tape::new(text)))
}

fn version(schema: &Value) -> Option<ServedVersion> {
    let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
        "group": "example.com",
        "names": {"kind": "A", "plural": "as"},
        "scope": "Namespaced",
        "versions": [{"name": "v1", "subresources": {"status": {}}, "schema": {"openAPIV3Schema": schema}}],
    }}))
    .ok()?;
    let options = ServeOptions::default().limits(Limits::default().body(MAX_BODY));
    ServedVersion::with_options(&crd, "v1", options).ok()
}

/// Every door for a body, with its messages, which are memory, too.
fn requests(served: &ServedVersion, body: &[u8]) {
    let decoded =
        [served.decode_json(body, FieldValidation::Strict), served.decode_yaml(body, FieldValidation::Warn)];
    for decoded in decoded {
        let decoded = match decoded {
            Ok(decoded) => decoded,
            Err(rejection) => {
                let _ = served.status("a", &rejection);
                continue;
            }
        };
        let created = served.create_decoded(decoded.clone());
        if let Err(rejection) = &created {
            let _ = served.status("a", rejection);
        }
        if let Ok(stored) = served.read(decoded.object.clone()) {
            let _ = served.update_decoded(&stored, decoded.clone());
            let _ = served.update_status_decoded(&stored, decoded);
        }
    }
}

//! Whole requests of any schema, as the fuzz targets `whole_create` and `whole_update` make them.

mod generate {
    pub(crate) use crd_schema_tests::generate::*;
}
#[expect(unreachable_pub, reason = "fuzz targets are crates of their own")]
#[path = "../../../fuzz/support/served.rs"]
mod served;

use proptest::collection::vec;
use proptest::prelude::*;

/// Bodies that get further than arbitrary bytes do.
fn body() -> impl Strategy<Value = Vec<u8>> {
    let strings = vec![
        r#"{"apiVersion":"example.com/v1","kind":"A","metadata":{"name":"a"},"a":1,"status":{"a":2}}"#,
        r#"{"kind":"Scale","metadata":{"name":"a"},"spec":{"replicas":3}}"#,
        r#"{"spec":{"replicas":-2147483648}}"#,
        "apiVersion: example.com/v1\nkind: A\nmetadata: {name: a}\na: {b: [1, 1.0, ~]}\n",
        "kind: A\nkind: B\n---\n",
    ];
    prop_oneof![
        vec(any::<u8>(), 0..60),
        proptest::sample::select(strings).prop_map(|text: &str| text.as_bytes().to_vec())
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn what_is_created_is_read_back(tape in vec(any::<u8>(), 0..200), body in body()) {
        served::create(&tape, &body);
    }

    #[test]
    fn what_is_updated_is_read_back(tape in vec(any::<u8>(), 0..200), body in body()) {
        served::update(&tape, &body);
    }
}

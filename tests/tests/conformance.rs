//! Rust against Go, operation by operation (`tests/oracle`; what differs on purpose: `tests/KNOWN_DIFFERENCES.md`).
//!
//! `recorded` compares with the answers in `tests/cases/conformance` and needs no Go; to record them again:
//! `ORACLE_BIN=<binary> CONFORMANCE_RECORD=1 cargo test -p crd-schema-tests --test conformance recorded`.
//! `generated` asks both, where `ORACLE_BIN` is set: `CONFORMANCE_COUNT` requests from `CONFORMANCE_SEED`, which it prints.
//!
//! Definitions (`validate_crd_create`, `validate_crd_update`), patterns (`regexp`) and the corpus have runners of their own:
//! `crd_validation.rs`, `pattern_oracle.rs`, `corpus_oracle.rs`.

macro_rules! operations {
    ($($module:ident: $operation:ident,)*) => {$(
        mod $module {
            use crd_schema_tests::conformance::{$operation, generated, recorded};

            #[test]
            fn recorded_answers_are_ours() {
                recorded(&$operation);
            }

            #[test]
            fn generated_requests_are_answered_alike() {
                generated(&$operation);
            }
        }
    )*};
}

operations! {
    structural: Structural,
    prune: Prune,
    prune_nulls: PruneNulls,
    default: Default,
    coerce_metadata: CoerceMetadata,
    root_metadata: RootMetadata,
    yaml: Yaml,
}

//! Rust against Go, operation by operation (`tests/oracle`); what differs on purpose is in `tests/KNOWN_DIFFERENCES.md`.
//!
//! `recorded` compares with the answers in `tests/cases/conformance` and needs no Go; to record them again:
//! `ORACLE_BIN=<binary> CONFORMANCE_RECORD=1 cargo test -p crd-schema-tests --test serve conformance recorded`.
//! `generated` asks both, where `ORACLE_BIN` is set: `CONFORMANCE_COUNT` requests from `CONFORMANCE_SEED`, which it prints.
//!
//! `crd_validation.rs`, `patterns/oracle.rs` and `corpus/oracle.rs` ask more about definitions, patterns and the corpus.

mod definitions;
mod patterns;

use crd_schema_tests::conformance::{
    CoerceMetadata, Decode, DecodeYaml, Default, ListTypes, OpenApiV2, OpenApiV3, Prune, PruneNulls,
    RootMetadata, ServedDefault, StoredEmbeddedMetadata, StoredRootMetadata, StrategyCreate, StrategyUpdate,
    Structural, UnfoldSchema, ValidateCreate, ValidateMetadata, ValidateUpdate, Yaml,
};
use definitions::{Create, Update};
use patterns::Regexp;

macro_rules! operations {
    ($($module:ident: $operation:ident,)*) => {$(
        mod $module {
            use crd_schema_tests::conformance::{generated, recorded};

            use super::$operation;

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
    default_served: ServedDefault,
    coerce_metadata_stored: StoredEmbeddedMetadata,
    root_metadata_stored: StoredRootMetadata,
    validate_metadata: ValidateMetadata,
    list_types: ListTypes,
    strategy_create: StrategyCreate,
    strategy_update: StrategyUpdate,
    yaml: Yaml,
    decode: Decode,
    decode_yaml: DecodeYaml,
    validate_object_create: ValidateCreate,
    validate_object_update: ValidateUpdate,
    validate_crd_create: Create,
    validate_crd_update: Update,
    regexp: Regexp,
    unfold: UnfoldSchema,
    openapi_v2: OpenApiV2,
    openapi_v3: OpenApiV3,
}

//! Optional values.
//!
//! Source: cel-go `cel/library.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("_?._", "select_optional_field", "(dyn, string) -> optional_type(V)").since(29, 0),
    Row::new("_[?_]", "list_optindex_optional_int", "(list(V), int) -> optional_type(V)").since(29, 0),
    Row::new(
        "_[?_]",
        "optional_list_optindex_optional_int",
        "(optional_type(list(V)), int) -> optional_type(V)",
    )
    .since(29, 0),
    Row::new("_[?_]", "map_optindex_optional_value", "(map(K, V), K) -> optional_type(V)").since(29, 0),
    Row::new(
        "_[?_]",
        "optional_map_optindex_optional_value",
        "(optional_type(map(K, V)), K) -> optional_type(V)",
    )
    .since(29, 0),
    Row::new("_[_]", "optional_list_index_int", "(optional_type(list(V)), int) -> optional_type(V)")
        .since(29, 0),
    Row::new("_[_]", "optional_map_index_value", "(optional_type(map(K, V)), K) -> optional_type(V)")
        .since(29, 0),
    Row::new("first", "list_first", "list(V).() -> optional_type(V)").since(33, 33),
    Row::new("hasValue", "optional_hasValue", "optional_type(V).() -> bool").since(29, 0),
    Row::new("last", "list_last", "list(V).() -> optional_type(V)").since(33, 33),
    Row::new("optional.none", "optional_none", "() -> optional_type(V)").since(29, 0),
    Row::new("optional.of", "optional_of", "(V) -> optional_type(V)").since(29, 0),
    Row::new("optional.ofNonZeroValue", "optional_ofNonZeroValue", "(V) -> optional_type(V)").since(29, 0),
    Row::new("optional.unwrap", "optional_unwrap", "(list(optional_type(V))) -> list(V)").since(33, 33),
    Row::new("or", "optional_or_optional", "optional_type(V).(optional_type(V)) -> optional_type(V)")
        .since(29, 0),
    Row::new("orValue", "optional_orValue_value", "optional_type(V).(V) -> V").since(29, 0),
    Row::new("unwrapOpt", "optional_unwrapOpt", "list(optional_type(V)).() -> list(V)").since(33, 33),
    Row::new("value", "optional_value", "optional_type(V).() -> V").since(29, 0),
];

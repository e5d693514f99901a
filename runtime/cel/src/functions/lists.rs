//! Lists, version 3 of the extension.
//!
//! Source: cel-go `ext/lists.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("@sortByAssociatedKeys", "list_int_sortByAssociatedKeys", "list(T).(list(int)) -> list(T)")
        .since(35, 34),
    Row::new("@sortByAssociatedKeys", "list_uint_sortByAssociatedKeys", "list(T).(list(uint)) -> list(T)")
        .since(35, 34),
    Row::new(
        "@sortByAssociatedKeys",
        "list_double_sortByAssociatedKeys",
        "list(T).(list(double)) -> list(T)",
    )
    .since(35, 34),
    Row::new("@sortByAssociatedKeys", "list_bool_sortByAssociatedKeys", "list(T).(list(bool)) -> list(T)")
        .since(35, 34),
    Row::new(
        "@sortByAssociatedKeys",
        "list_google.protobuf.Duration_sortByAssociatedKeys",
        "list(T).(list(duration)) -> list(T)",
    )
    .since(35, 34),
    Row::new(
        "@sortByAssociatedKeys",
        "list_google.protobuf.Timestamp_sortByAssociatedKeys",
        "list(T).(list(timestamp)) -> list(T)",
    )
    .since(35, 34),
    Row::new(
        "@sortByAssociatedKeys",
        "list_string_sortByAssociatedKeys",
        "list(T).(list(string)) -> list(T)",
    )
    .since(35, 34),
    Row::new("@sortByAssociatedKeys", "list_bytes_sortByAssociatedKeys", "list(T).(list(bytes)) -> list(T)")
        .since(35, 34),
    Row::new("distinct", "list_distinct", "list(T).() -> list(T)").since(35, 34),
    Row::new("flatten", "list_flatten", "list(list(T)).() -> list(T)").since(35, 34),
    Row::new("flatten", "list_flatten_int", "list(dyn).(int) -> list(dyn)").since(35, 34),
    Row::new("lists.range", "lists_range", "(int) -> list(int)").since(35, 34),
    Row::new("reverse", "list_reverse", "list(T).() -> list(T)").since(35, 34),
    Row::new("slice", "list_slice", "list(T).(int, int) -> list(T)").since(35, 34),
    Row::new("sort", "list_int_sort", "list(int).() -> list(int)").since(35, 34),
    Row::new("sort", "list_uint_sort", "list(uint).() -> list(uint)").since(35, 34),
    Row::new("sort", "list_double_sort", "list(double).() -> list(double)").since(35, 34),
    Row::new("sort", "list_bool_sort", "list(bool).() -> list(bool)").since(35, 34),
    Row::new("sort", "list_google.protobuf.Duration_sort", "list(duration).() -> list(duration)")
        .since(35, 34),
    Row::new("sort", "list_google.protobuf.Timestamp_sort", "list(timestamp).() -> list(timestamp)")
        .since(35, 34),
    Row::new("sort", "list_string_sort", "list(string).() -> list(string)").since(35, 34),
    Row::new("sort", "list_bytes_sort", "list(bytes).() -> list(bytes)").since(35, 34),
];

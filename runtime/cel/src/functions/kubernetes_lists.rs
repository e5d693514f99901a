//! Kubernetes' functions of lists.
//!
//! Source: `apiserver pkg/cel/library/lists.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("includes", "list_includes_dyn_dyn", "dyn.(dyn) -> bool").since(38, 37),
    Row::new("indexOf", "list_a_index_of_int", "list(A).(A) -> int"),
    Row::new("isSorted", "list_int_is_sorted_bool", "list(int).() -> bool"),
    Row::new("isSorted", "list_uint_is_sorted_bool", "list(uint).() -> bool"),
    Row::new("isSorted", "list_double_is_sorted_bool", "list(double).() -> bool"),
    Row::new("isSorted", "list_bool_is_sorted_bool", "list(bool).() -> bool"),
    Row::new("isSorted", "list_duration_is_sorted_bool", "list(duration).() -> bool"),
    Row::new("isSorted", "list_timestamp_is_sorted_bool", "list(timestamp).() -> bool"),
    Row::new("isSorted", "list_string_is_sorted_bool", "list(string).() -> bool"),
    Row::new("isSorted", "list_bytes_is_sorted_bool", "list(bytes).() -> bool"),
    Row::new("lastIndexOf", "list_a_last_index_of_int", "list(A).(A) -> int"),
    Row::new("max", "list_int_max_int", "list(int).() -> int"),
    Row::new("max", "list_uint_max_uint", "list(uint).() -> uint"),
    Row::new("max", "list_double_max_double", "list(double).() -> double"),
    Row::new("max", "list_bool_max_bool", "list(bool).() -> bool"),
    Row::new("max", "list_duration_max_duration", "list(duration).() -> duration"),
    Row::new("max", "list_timestamp_max_timestamp", "list(timestamp).() -> timestamp"),
    Row::new("max", "list_string_max_string", "list(string).() -> string"),
    Row::new("max", "list_bytes_max_bytes", "list(bytes).() -> bytes"),
    Row::new("min", "list_int_min_int", "list(int).() -> int"),
    Row::new("min", "list_uint_min_uint", "list(uint).() -> uint"),
    Row::new("min", "list_double_min_double", "list(double).() -> double"),
    Row::new("min", "list_bool_min_bool", "list(bool).() -> bool"),
    Row::new("min", "list_duration_min_duration", "list(duration).() -> duration"),
    Row::new("min", "list_timestamp_min_timestamp", "list(timestamp).() -> timestamp"),
    Row::new("min", "list_string_min_string", "list(string).() -> string"),
    Row::new("min", "list_bytes_min_bytes", "list(bytes).() -> bytes"),
    Row::new("sum", "list_int_sum_int", "list(int).() -> int"),
    Row::new("sum", "list_uint_sum_uint", "list(uint).() -> uint"),
    Row::new("sum", "list_double_sum_double", "list(double).() -> double"),
    Row::new("sum", "list_duration_sum_duration", "list(duration).() -> duration"),
];

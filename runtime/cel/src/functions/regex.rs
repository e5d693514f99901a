//! Finding by regular expressions.
//!
//! Source: `apiserver pkg/cel/library/regex.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("find", "string_find_string", "string.(string) -> string"),
    Row::new("findAll", "string_find_all_string", "string.(string) -> list(string)"),
    Row::new("findAll", "string_find_all_string_int", "string.(string, int) -> list(string)"),
];

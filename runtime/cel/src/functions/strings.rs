//! Strings, version 2 of the extension.
//!
//! Source: cel-go `ext/strings.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("charAt", "string_char_at_int", "string.(int) -> string"),
    Row::new("indexOf", "string_index_of_string", "string.(string) -> int"),
    Row::new("indexOf", "string_index_of_string_int", "string.(string, int) -> int"),
    Row::new("join", "list_join", "list(string).() -> string"),
    Row::new("join", "list_join_string", "list(string).(string) -> string"),
    Row::new("lastIndexOf", "string_last_index_of_string", "string.(string) -> int"),
    Row::new("lastIndexOf", "string_last_index_of_string_int", "string.(string, int) -> int"),
    Row::new("lowerAscii", "string_lower_ascii", "string.() -> string"),
    Row::new("replace", "string_replace_string_string", "string.(string, string) -> string"),
    Row::new("replace", "string_replace_string_string_int", "string.(string, string, int) -> string"),
    Row::new("split", "string_split_string", "string.(string) -> list(string)"),
    Row::new("split", "string_split_string_int", "string.(string, int) -> list(string)"),
    Row::new("substring", "string_substring_int", "string.(int) -> string"),
    Row::new("substring", "string_substring_int_int", "string.(int, int) -> string"),
    Row::new("trim", "string_trim", "string.() -> string"),
    Row::new("upperAscii", "string_upper_ascii", "string.() -> string"),
];

//! Lists read as sets.
//!
//! Source: cel-go `ext/sets.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("sets.contains", "list_sets_contains_list", "(list(T), list(T)) -> bool").since(30, 29),
    Row::new("sets.equivalent", "list_sets_equivalent_list", "(list(T), list(T)) -> bool").since(30, 29),
    Row::new("sets.intersects", "list_sets_intersects_list", "(list(T), list(T)) -> bool").since(30, 29),
];

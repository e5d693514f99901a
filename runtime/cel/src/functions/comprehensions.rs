//! What macros of two variables expand to.
//!
//! Source: cel-go `ext/comprehensions.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("cel.@mapInsert", "@mapInsert_map_key_value", "(map(K, V), K, V) -> map(K, V)").since(33, 32),
    Row::new("cel.@mapInsert", "@mapInsert_map_map", "(map(K, V), map(K, V)) -> map(K, V)").since(33, 32),
];

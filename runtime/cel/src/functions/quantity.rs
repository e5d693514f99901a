//! Quantities of resources.
//!
//! Source: `apiserver pkg/cel/library/quantity.go`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("add", "quantity_add", "kubernetes.Quantity.(kubernetes.Quantity) -> kubernetes.Quantity")
        .since(29, 0),
    Row::new("add", "quantity_add_int", "kubernetes.Quantity.(int) -> kubernetes.Quantity").since(29, 0),
    Row::new("asApproximateFloat", "quantity_get_float", "kubernetes.Quantity.() -> double").since(29, 0),
    Row::new("asInteger", "quantity_get_int", "kubernetes.Quantity.() -> int").since(29, 0),
    Row::new("compareTo", "quantity_compare_to", "kubernetes.Quantity.(kubernetes.Quantity) -> int")
        .since(29, 0),
    Row::new(
        "isGreaterThan",
        "quantity_is_greater_than",
        "kubernetes.Quantity.(kubernetes.Quantity) -> bool",
    )
    .since(29, 0),
    Row::new("isInteger", "quantity_is_integer", "kubernetes.Quantity.() -> bool").since(29, 0),
    Row::new("isLessThan", "quantity_is_less_than", "kubernetes.Quantity.(kubernetes.Quantity) -> bool")
        .since(29, 0),
    Row::new("isQuantity", "is_quantity_string", "(string) -> bool").since(29, 0),
    Row::new("quantity", "string_to_quantity", "(string) -> kubernetes.Quantity").since(29, 0),
    Row::new("sign", "quantity_sign", "(kubernetes.Quantity) -> int").since(29, 0),
    Row::new("sub", "quantity_sub", "kubernetes.Quantity.(kubernetes.Quantity) -> kubernetes.Quantity")
        .since(29, 0),
    Row::new("sub", "quantity_sub_int", "kubernetes.Quantity.(int) -> kubernetes.Quantity").since(29, 0),
];

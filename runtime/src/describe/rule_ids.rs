//! The names of what is said of definitions and types beyond what a server says.

/// The ids of all warnings that an author can accept, sorted: rules of `lint`, and warnings about Rust types.
///
/// ```
/// assert!(crd_schema::describe::RULE_IDS.contains(&"immutable-bypass"));
/// ```
pub const RULE_IDS: &[&str] = &[
    "additional-properties-false",
    "completeness-below-root",
    "cost-near-budget",
    "crd-too-big",
    "embedded-metadata-pruned",
    "format-not-enforced",
    "immutable-bypass",
    "immutable-in-one-version",
    "immutable-list-item",
    "immutable-pins-parent",
    "immutable-respelled",
    "kep-markers",
    "keys-beside-immutable",
    "lost-on-conversion",
    "null-beside-default",
    "nullable-enum",
    "preserve-wrong-level",
    "rule-not-checked",
    "serde-alias",
    "transition-rule-never-runs",
    "unapproved-group",
    "unknown-field",
];

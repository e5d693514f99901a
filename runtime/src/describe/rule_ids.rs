//! The names of what is said of definitions and types beyond what a server says.

/// The ids of all warnings that an author can accept, sorted: rules of `lint`, and warnings about Rust types.
///
/// ```
/// assert!(crd_schema::describe::RULE_IDS.contains(&"immutable-bypass"));
/// ```
pub const RULE_IDS: &[&str] = &[
    "additional-properties-false",
    "completeness-below-root",
    "constant-rule",
    "cost-near-budget",
    "crd-too-big",
    "default-refused",
    "embedded-metadata-pruned",
    "empty-object-pruned",
    "enum-value-refused",
    "foreign-attribute",
    "format-not-enforced",
    "immutable-bypass",
    "immutable-in-one-version",
    "immutable-list-item",
    "immutable-pins-parent",
    "immutable-respelled",
    "kep-markers",
    "kept-by-apply",
    "keys-beside-immutable",
    "lost-on-conversion",
    "needs-newer-server",
    "null-beside-default",
    "nullable-enum",
    "optional-field-read",
    "pattern-too-complex",
    "preserve-wrong-level",
    "serde-alias",
    "transition-rule-never-runs",
    "unapproved-group",
    "unknown-field",
    "unsatisfiable",
];

//! Where CEL cannot say what a marker says, and where it says it only nearly.

use std::fmt;

use serde_json::Value;

use super::equality;
use crate::schema::{ListType, SchemaNode, SchemaType};

/// Why a marker has no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    OddNode,
    EmbeddedMetadata,
    UnknownFields,
    UnknownFieldsInParts,
    UnknownKeys,
    Untyped,
    UnspeakableName,
    UnspeakableField,
    UnknownLength,
    TooLong,
}

impl Refusal {
    /// Whether CEL does not see the value in a definition, and would see it as plain JSON.
    pub(super) fn is_unseen(self) -> bool {
        matches!(self, Self::UnknownFields | Self::UnknownFieldsInParts | Self::UnknownKeys | Self::Untyped)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OddNode => "it stands below a node that is no plain struct",
            Self::EmbeddedMetadata => "CEL does not see the metadata of an embedded resource",
            Self::UnknownFields => {
                "CEL does not tell one unknown field of the value from another; an approximate lowering accepts that"
            }
            Self::UnknownFieldsInParts => {
                "the value must be compared field by field, and CEL does not see fields without a schema"
            }
            Self::UnknownKeys => "CEL does not see fields without a schema",
            Self::Untyped => "CEL does not see a value without type",
            Self::UnspeakableName => {
                "CEL cannot spell the name of the field or of one above it, and so not say that it is there; \
                 an approximate lowering compares the value alone"
            }
            Self::UnspeakableField => "the value must be compared field by field, and CEL cannot spell one",
            Self::UnknownLength => {
                "the list must be compared item by item, which servers before 1.33 can do only up to a known \
                 length; set maxItems to 256 or less, or lower for 1.33"
            }
            Self::TooLong => "its rule would be longer than a server reads",
        })
    }
}

/// A way in which lowered rules are not quite the marker, and why it is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Deviation {
    Unknown,
    Format,
    Number,
    Integer,
    Name,
    Duplicates,
    Required,
    Defaulted,
    Filled,
    Null,
    Misfits,
    Positions,
    SetItems,
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "one unknown field may take the place of another",
            Self::Format => "another spelling of the same date, duration or bytes counts as no change",
            Self::Number => "whole numbers beyond 2^53 that are one double count as equal",
            Self::Integer => "an integer that is sent as a float, `1.0`, is refused",
            Self::Name => "CEL cannot spell the name of the field or of one above it: it may come and go",
            Self::Duplicates => {
                "a stored list with duplicates, from before it had a list type, may be refused unchanged"
            }
            Self::Required => {
                "an object that was stored before this had to be there may get it once, with whatever is immutable \
                 in it; a strict anchor forbids that"
            }
            Self::Defaulted => {
                "where the stored version has no default, the first update may set another value once"
            }
            Self::Filled => {
                "where the stored version has no default, filling it in counts as an addition: an unchanged object may \
                 be refused, and another value than the default accepted once"
            }
            Self::Null => {
                "a struct that `/scale` may make cannot be added with null in the place of a default: rules see null as a \
                 missing value, which gets its default"
            }
            Self::Misfits => {
                "a stored value that does not fit its type any more is refused even unchanged where a rule reads it"
            }
            Self::Positions => "items are paired by position: inserting one in front changes all of them",
            Self::SetItems => "items of a set are never paired: this says nothing",
        })
    }
}

/// The deviations that a comparison of values of the node can show, sorted.
pub(super) fn of_values(node: &SchemaNode) -> Vec<Deviation> {
    let mut found = Vec::new();
    if equality::swaps_unknown(node) {
        found.extend([Deviation::Unknown, Deviation::Integer]);
    }
    collect(node, &mut found);
    if below(node).any(has_default) {
        found.push(Deviation::Filled);
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn collect(node: &SchemaNode, found: &mut Vec<Deviation>) {
    let format = node.value_validation.format.as_deref();
    match &node.type_ {
        _ if node.int_or_string => found.push(Deviation::Integer),
        // What has no type is compared as it is sent.
        None | Some(SchemaType::Integer) => found.push(Deviation::Integer),
        Some(SchemaType::Number) => found.push(Deviation::Number),
        Some(SchemaType::String) if matches!(format, Some("date-time" | "date" | "duration" | "byte")) => {
            found.push(Deviation::Format);
        }
        _ => {}
    }
    for below in below(node) {
        collect(below, found);
    }
}

fn below(node: &SchemaNode) -> impl Iterator<Item = &SchemaNode> {
    let elements = node.items().into_iter().chain(node.map_values());
    elements.chain(node.properties().map(|(_, field)| field))
}

fn has_default(node: &SchemaNode) -> bool {
    node.default.as_ref().is_some_and(|default| !default.is_null()) || below(node).any(has_default)
}

/// The deviation of a rule that says whether the node is there, which may be missing.
pub(super) fn of_stated_presence(node: &SchemaNode) -> Option<Deviation> {
    let default = node.default.as_ref().filter(|default| !default.is_null())?;
    // What is empty has no keys and no fields.
    (node.mutability.is_some() || !is_empty(default)).then_some(Deviation::Filled)
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// The deviations of a comparison of the keys of the node.
pub(super) fn of_keys(node: &SchemaNode) -> Vec<Deviation> {
    let mut found = match node.list_type {
        Some(ListType::Set) => node.items().map(of_values).unwrap_or_default(),
        Some(ListType::Map) => {
            let keys = node.list_map_keys.iter().filter_map(|name| node.items()?.property(name));
            keys.flat_map(of_values).collect()
        }
        // To list the keys of a map a server reads its values.
        _ => {
            return node
                .map_values()
                .into_iter()
                .flat_map(of_values)
                .filter(|found| *found == Deviation::Integer)
                .collect();
        }
    };
    found.push(Deviation::Duplicates);
    found.sort_unstable();
    found.dedup();
    found
}

//! Where `self == oldSelf` is the equality of the marker.
//!
//! Source: `apiserver pkg/cel/common/values.go`; each refusal here is a difference that was seen on a server.

use std::fmt;

use super::names;
use crate::schema::{AdditionalProperties, ListType, SchemaNode, SchemaType};

/// Why a marker has no CEL rule yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    InList,
    InMap,
    InNoStruct,
    InEmbeddedMetadata,
    UnorderedList,
    KeysOfUnorderedList,
    KeysOfUnknownMembers,
    NullableMember,
    MemberName,
    UnknownMembers,
    Untyped,
    UnspeakableName,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InList => "it stands in the items of a list",
            Self::InMap => "it stands in the values of a map",
            Self::InNoStruct => "it stands below a node that is no plain struct",
            Self::InEmbeddedMetadata => "CEL does not see the metadata of an embedded resource",
            Self::UnorderedList => "CEL compares lists of type set and map without order",
            Self::KeysOfUnorderedList => "it is about the items of a list of type set or map",
            Self::KeysOfUnknownMembers => "CEL does not see members without a schema",
            Self::NullableMember => {
                "a member of the value may be null, and servers disagree about its equality"
            }
            Self::MemberName => {
                "a member of the value has `__` twice in its name, which servers compare wrongly"
            }
            Self::UnknownMembers => "CEL takes one unknown member of the value for another",
            Self::Untyped => "CEL does not see a value without type",
            Self::UnspeakableName => "CEL cannot spell the name of the member or of one above it",
        })
    }
}

/// The first reason why equality of two values of the node is not that of CEL.
pub(super) fn refusal(node: &SchemaNode) -> Option<Refusal> {
    own_refusal(node)
        .or_else(|| node.items().and_then(refusal))
        .or_else(|| node.map_values().and_then(refusal))
        .or_else(|| node.properties().find_map(|(name, member)| member_refusal(name, member)))
}

fn own_refusal(node: &SchemaNode) -> Option<Refusal> {
    let open = node.additional_properties == Some(AdditionalProperties::Bool(true));
    if node.preserve_unknown_fields && node.type_.is_none() {
        Some(Refusal::Untyped)
    } else if node.preserve_unknown_fields || node.embedded_resource || open {
        Some(Refusal::UnknownMembers)
    } else if matches!(node.list_type, Some(ListType::Set | ListType::Map)) {
        Some(Refusal::UnorderedList)
    } else {
        None
    }
}

fn member_refusal(name: &str, member: &SchemaNode) -> Option<Refusal> {
    if member.nullable {
        return Some(Refusal::NullableMember);
    }
    if names::breaks_equality(name) { Some(Refusal::MemberName) } else { refusal(member) }
}

/// Whether the node exists for CEL, and so can be named by a rule and can carry one.
pub(super) fn is_typed(node: &SchemaNode) -> bool {
    let mut at = node;
    loop {
        if at.int_or_string {
            return true;
        }
        let element = match &at.type_ {
            None => return false,
            Some(SchemaType::Array) => at.items(),
            Some(SchemaType::Object) => at.map_values(),
            Some(_) => None,
        };
        match element {
            Some(element) => at = element,
            None => return true,
        }
    }
}

/// A way in which CEL's equality is not quite that of JSON, and why it is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Deviation {
    Format,
    Number,
    Integer,
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Format => "another spelling of the same date, duration or bytes counts as no change",
            Self::Number => "whole numbers beyond 2^53 that are one double count as equal",
            Self::Integer => "an integer that is sent as a float, `1.0`, is refused",
        })
    }
}

/// The deviations that values of the node can show, sorted.
pub(super) fn deviations(node: &SchemaNode) -> Vec<Deviation> {
    let mut found = Vec::new();
    collect_deviations(node, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn collect_deviations(node: &SchemaNode, found: &mut Vec<Deviation>) {
    let format = node.value_validation.format.as_deref();
    match &node.type_ {
        _ if node.int_or_string => found.push(Deviation::Integer),
        Some(SchemaType::Integer) => found.push(Deviation::Integer),
        Some(SchemaType::Number) => found.push(Deviation::Number),
        Some(SchemaType::String) if matches!(format, Some("date-time" | "date" | "duration" | "byte")) => {
            found.push(Deviation::Format);
        }
        _ => {}
    }
    for below in node.items().into_iter().chain(node.map_values()) {
        collect_deviations(below, found);
    }
    for (_, member) in node.properties() {
        collect_deviations(member, found);
    }
}

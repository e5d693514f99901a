//! How large values of a schema can be, and how small.
//!
//! Source: `apiserver pkg/cel/common/schemas.go`, `SchemaDeclType`; `pkg/cel/limits.go`.

use std::collections::{BTreeSet, HashSet};

use super::decl::{declares_its_type, is_of_every_object};
use crate::schema::{SchemaNode, SchemaType};
use crate::server_version::ServerVersion;

/// The bytes of the largest request less its two outermost ones.
pub(super) const REQUEST: u64 = 3_145_726;

/// A keyword that bounds how large a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Items,
    Entries,
    Length,
}

impl Bound {
    pub(crate) fn keyword(self) -> &'static str {
        match self {
            Self::Items => "maxItems",
            Self::Entries => "maxProperties",
            Self::Length => "maxLength",
        }
    }

    /// The keyword that bounds values of the node, if there is one that counts.
    pub(crate) fn of(node: &SchemaNode) -> Option<Self> {
        match &node.type_ {
            _ if node.int_or_string => Some(Self::Length),
            Some(SchemaType::Array) => Some(Self::Items),
            Some(SchemaType::Object) if node.map_values().is_some() => Some(Self::Entries),
            Some(SchemaType::String) => {
                let format = node.value_validation.format.as_deref();
                (!matches!(format, Some("date" | "date-time" | "duration"))).then_some(Self::Length)
            }
            _ => None,
        }
    }

    /// What the node says.
    pub(crate) fn declared(self, node: &SchemaNode) -> Option<u64> {
        let validation = &node.value_validation;
        let limit = match self {
            Self::Items => validation.max_items,
            Self::Entries => validation.max_properties,
            Self::Length => validation.max_length,
        };
        // **Quirk**: a negative bound counts as zero.
        limit.map(|limit| u64::try_from(limit).unwrap_or(0))
    }
}

/// The sizes of values as one server sees them.
#[derive(Clone, Copy)]
pub(crate) struct Sizes<'s> {
    server: ServerVersion,
    /// A node and what its bound is taken for, to find out which one would do.
    supposed: Option<(&'s SchemaNode, u64)>,
    /// What fits into the whole, where that is asked for.
    within: Option<&'s Within>,
}

/// What fits into a value that has so many bytes, if its lists and maps have so many elements.
pub(crate) struct Within {
    pub(crate) bytes: u64,
    pub(crate) elements: u64,
    /// The strings that are as many as the elements, by the places of their nodes.
    pub(crate) repeated: HashSet<*const SchemaNode>,
}

impl Within {
    /// The largest bound that can be reached.
    fn limit(&self, bound: Bound, node: &SchemaNode) -> u64 {
        let least = match bound {
            Bound::Items => node.items().map_or(0, smallest).saturating_add(1),
            Bound::Entries => node.map_values().map_or(0, smallest).saturating_add(4),
            Bound::Length => 0,
        };
        if bound != Bound::Length {
            return self.elements.min(self.bytes / least.max(1));
        }
        let is_repeated = self.repeated.contains(&std::ptr::from_ref(node));
        let bytes = if is_repeated { self.bytes.div_ceil(self.elements.max(1)) } else { self.bytes };
        // Of other strings a character counts for four bytes.
        if node.value_validation.format.as_deref() == Some("byte") { bytes } else { bytes.div_ceil(4) }
    }
}

impl<'s> Sizes<'s> {
    pub(crate) fn on(server: ServerVersion) -> Self {
        Self { server, supposed: None, within: None }
    }

    /// The same, where the bound of `node` is `limit`.
    pub(crate) fn supposing(self, node: &'s SchemaNode, limit: u64) -> Self {
        Self { supposed: Some((node, limit)), ..self }
    }

    /// The same, of values that are no larger.
    pub(crate) fn within(self, within: &'s Within) -> Self {
        Self { within: Some(within), ..self }
    }

    pub(crate) fn server(self) -> ServerVersion {
        self.server
    }

    fn bound(self, bound: Bound, node: &SchemaNode) -> Option<u64> {
        let own = match self.supposed {
            Some((supposed, limit)) if std::ptr::eq(supposed, node) => Some(limit),
            _ => bound.declared(node),
        };
        // Strings that are listed are no longer than the longest one.
        let is_listed = bound == Bound::Length && own.is_none() && !node.value_validation.enum_.is_empty();
        let fits = self.within.filter(|_| !is_listed).map(|within| within.limit(bound, node));
        [own, fits].into_iter().flatten().min()
    }

    /// How many items, entries or bytes a value can have; none for what is compared in one step.
    pub(crate) fn largest(self, node: &SchemaNode) -> u64 {
        if node.int_or_string {
            let limit = self.bound(Bound::Length, node).filter(|_| self.server >= ServerVersion::V1_34);
            return limit.map_or(REQUEST, bytes);
        }
        match &node.type_ {
            Some(SchemaType::String) => self.string(node),
            Some(SchemaType::Array) => self.items(node),
            Some(SchemaType::Object) if node.map_values().is_some() => self.entries(node),
            _ => 0,
        }
    }

    fn string(self, node: &SchemaNode) -> u64 {
        let validation = &node.value_validation;
        let limit = self.bound(Bound::Length, node);
        match validation.format.as_deref() {
            Some("date-time" | "duration") => return 32,
            Some("date") => return 12,
            Some("byte") => return limit.unwrap_or(REQUEST),
            _ => {}
        }
        if let Some(limit) = limit {
            return bytes(limit);
        }
        if validation.enum_.is_empty() {
            return REQUEST;
        }
        let longest = validation.enum_.iter().filter_map(|value| Some(value.as_str()?.len())).max();
        longest.and_then(|length| u64::try_from(length).ok()).unwrap_or(0)
    }

    pub(super) fn items(self, node: &SchemaNode) -> u64 {
        let most = self.bound(Bound::Items, node);
        most.unwrap_or_else(|| REQUEST / node.items().map_or(0, smallest).saturating_add(1))
    }

    pub(super) fn entries(self, node: &SchemaNode) -> u64 {
        let most = self.bound(Bound::Entries, node);
        most.unwrap_or_else(|| REQUEST / node.map_values().map_or(0, smallest).saturating_add(6))
    }

    /// How often values of the elements of the node can stand in it; `None` without a bound, 1 where it has no elements.
    ///
    /// **Quirk**: `additionalProperties: true` makes the fields of a struct count as those of a map
    /// (`cel_validation.go`, `extractMaxElements`).
    pub(super) fn times(self, node: &SchemaNode) -> Option<u64> {
        match &node.type_ {
            Some(SchemaType::Object) if node.additional_properties.is_some() => {
                self.bound(Bound::Entries, node)
            }
            Some(SchemaType::Array) => self.bound(Bound::Items, node),
            _ => Some(1),
        }
    }
}

/// The bytes of so many characters; **quirk**: the product may run over (`estimateMaxElementsFromMaxLength`).
fn bytes(characters: u64) -> u64 {
    characters.wrapping_mul(4)
}

/// Whether the node exists for CEL, and so can be named by a rule and can carry one.
pub(crate) fn is_typed(node: &SchemaNode) -> bool {
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

/// The bytes of the smallest value.
pub(super) fn smallest(node: &SchemaNode) -> u64 {
    if node.int_or_string {
        return 1;
    }
    match (&node.type_, node.value_validation.format.as_deref()) {
        (Some(SchemaType::Boolean), _) => 4,
        (Some(SchemaType::Integer | SchemaType::Number), _) => 1,
        (Some(SchemaType::String), Some("duration")) => 3,
        (Some(SchemaType::String), Some("date")) => 12,
        (Some(SchemaType::String), Some("date-time")) => 21,
        (Some(SchemaType::Object), _) if node.map_values().is_none() => smallest_struct(node),
        _ => 2,
    }
}

fn smallest_struct(node: &SchemaNode) -> u64 {
    let is_declared = node.embedded_resource && !declares_its_type(node);
    let required = &node.value_validation.required;
    // A server declares these itself, and each is at least two signs long.
    let declared = ["apiVersion", "kind", "metadata"].into_iter();
    let declared = declared.filter(|name| is_declared && required.iter().any(|required| required == name));
    let declared = declared.fold(2, |sum: u64, name| sum.saturating_add(name.len() as u64).saturating_add(6));
    let names: BTreeSet<&str> = required.iter().map(String::as_str).collect();
    let needed = names.into_iter().filter_map(|name| Some((name, node.property(name)?)));
    let needed = needed.filter(|(name, field)| {
        let has_default = field.default.as_ref().is_some_and(|default| !default.is_null());
        let is_own = !is_declared || !is_of_every_object(name);
        is_own && !has_default && is_typed(field)
    });
    needed.fold(declared, |sum: u64, (name, field)| {
        let name = u64::try_from(name.len()).unwrap_or(u64::MAX);
        sum.saturating_add(name).saturating_add(smallest(field)).saturating_add(4)
    })
}

//! What a server declares of values: that of the schema, and of objects what it knows of each.
//!
//! Source: `apiserver pkg/cel/common/schemas.go`, `SchemaDeclType`; `apiextensions-apiserver
//! pkg/apiserver/schema/cel/model/schemas.go`, `WithTypeAndObjectMeta`.
//!
//! Knows nothing of: expressions.

use super::names::escaped;
use super::size::{Bound, REQUEST, Sizes, is_typed};
use crate::schema::{SchemaNode, SchemaType};

/// A declared type.
#[derive(Clone, Copy)]
pub(crate) enum Decl<'s> {
    Of(&'s SchemaNode),
    /// An object of a kind of its own, whose metadata a server declares.
    Resource(&'s SchemaNode),
    /// The metadata of an object, as far as the schema speaks of it.
    Metadata(Option<&'s SchemaNode>),
    /// A string of this size that a server declares of every object.
    String(u64),
}

/// The fields that a server declares of every object.
pub(crate) fn is_of_every_object(name: &str) -> bool {
    matches!(name, "apiVersion" | "kind" | "metadata")
}

/// **Quirk**: where the schema declares all that a server would, it counts as it is.
pub(crate) fn declares_its_type(node: &SchemaNode) -> bool {
    let is_string =
        |node: Option<&SchemaNode>| node.is_some_and(|node| node.type_ == Some(SchemaType::String));
    let metadata = node.property("metadata").filter(|node| node.type_ == Some(SchemaType::Object));
    is_string(node.property("kind"))
        && is_string(node.property("apiVersion"))
        && metadata
            .is_some_and(|node| is_string(node.property("name")) && is_string(node.property("generateName")))
}

impl<'s> Decl<'s> {
    /// The type of a value of the node.
    pub(crate) fn of(node: &'s SchemaNode) -> Self {
        let is_resource = node.embedded_resource && node.is_struct() && !declares_its_type(node);
        if is_resource { Self::Resource(node) } else { Self::Of(node) }
    }

    /// The type of a whole object.
    pub(crate) fn of_root(node: &'s SchemaNode) -> Self {
        if node.is_struct() && !declares_its_type(node) { Self::Resource(node) } else { Self::Of(node) }
    }

    /// The type of the value of a node with so many nodes above it.
    pub(crate) fn below(above: usize, node: &'s SchemaNode) -> Self {
        if above == 0 { Self::of_root(node) } else { Self::of(node) }
    }

    /// The value that the steps of a path lead to.
    ///
    /// Source: `compilation.go`, `EstimateSize`.
    pub(crate) fn at<'p>(self, steps: impl IntoIterator<Item = &'p str>) -> Option<Self> {
        steps.into_iter().try_fold(self, |at, step| match step {
            "@items" | "@values" => at.element(),
            // Keys have no bound of their own, and count as empty.
            "@keys" => at.is_map().then_some(Self::String(0)),
            name => at.field(name),
        })
    }

    /// The field of an object by its escaped name.
    pub(crate) fn field(self, name: &str) -> Option<Self> {
        match self {
            Self::Resource(node) if name == "metadata" => Some(Self::Metadata(node.property(name))),
            Self::Resource(_) if is_of_every_object(name) => Some(Self::String(REQUEST)),
            Self::Of(node) | Self::Resource(node) if node.is_struct() => field(node, name),
            Self::Metadata(declared) if name == "name" => Some(Self::String(name_size(declared, name, 253))),
            Self::Metadata(declared) if name == "generateName" => {
                Some(Self::String(name_size(declared, name, 252)))
            }
            _ => None,
        }
    }

    /// What is declared of the value of a name: a property, or an entry of a map.
    #[cfg(feature = "serve")]
    pub(crate) fn property(self, name: &str) -> Option<Self> {
        match self {
            Self::Resource(node) if name == "metadata" => Some(Self::Metadata(node.property(name))),
            Self::Resource(_) if is_of_every_object(name) => Some(Self::String(REQUEST)),
            Self::Of(node) | Self::Resource(node) => {
                node.property(name).or_else(|| node.map_values()).map(Self::of)
            }
            Self::Metadata(_) if matches!(name, "name" | "generateName") => Some(Self::String(0)),
            Self::Metadata(_) | Self::String(_) => None,
        }
    }

    /// A number that no other declaration of the schema has; `None` for what is declared of every object.
    #[cfg(feature = "serve")]
    pub(crate) fn number(self) -> Option<usize> {
        match self {
            // Nodes are larger than a byte.
            Self::Of(node) => Some(std::ptr::from_ref(node).addr()),
            Self::Resource(node) => Some(std::ptr::from_ref(node).addr() + 1),
            Self::Metadata(_) | Self::String(_) => None,
        }
    }

    /// The items of a list, the values of a map.
    pub(crate) fn element(self) -> Option<Self> {
        let Self::Of(node) = self else { return None };
        let element = if node.is_list() { node.items() } else { node.map_values().filter(|_| node.is_map()) };
        element.map(Self::of)
    }

    pub(crate) fn is_struct(self) -> bool {
        match self {
            Self::Of(node) => node.is_struct(),
            Self::Resource(_) | Self::Metadata(_) => true,
            Self::String(_) => false,
        }
    }

    pub(crate) fn is_map(self) -> bool {
        matches!(self, Self::Of(node) if node.is_map())
    }

    pub(crate) fn is_list(self) -> bool {
        matches!(self, Self::Of(node) if node.is_list())
    }

    /// Whether it may be of any type.
    pub(crate) fn is_any(self) -> bool {
        matches!(self, Self::Of(node) if node.int_or_string)
    }

    /// Whether it is a string, or bytes.
    pub(crate) fn is_string(self) -> bool {
        match self {
            Self::Of(node) => node.type_ == Some(SchemaType::String) && !node.int_or_string && !is_time(node),
            Self::String(_) => true,
            _ => false,
        }
    }

    /// How many items, entries or bytes a value can have.
    pub(crate) fn largest(self, sizes: Sizes<'_>) -> u64 {
        match self {
            Self::Of(node) => sizes.largest(node),
            Self::Resource(_) | Self::Metadata(_) => 0,
            Self::String(size) => size,
        }
    }
}

fn is_time(node: &SchemaNode) -> bool {
    matches!(node.value_validation.format.as_deref(), Some("date" | "date-time" | "duration"))
}

fn field<'s>(node: &'s SchemaNode, name: &str) -> Option<Decl<'s>> {
    let named = |raw: &str| escaped(raw).as_deref() == Some(name);
    // Most names are spelled as they are.
    let direct = node.property(name).filter(|_| named(name));
    let found = direct
        .or_else(|| node.properties().find(|(raw, _)| named(raw)).map(|(_, field)| field))
        .filter(|field| is_typed(field))?;
    Some(Decl::of(found))
}

/// A name is no longer than a DNS name may be, or than the schema says.
fn name_size(metadata: Option<&SchemaNode>, name: &str, most: u64) -> u64 {
    let declared = metadata.and_then(|metadata| metadata.property(name));
    let declared = declared.and_then(|name| Bound::Length.declared(name));
    declared.map_or(most, |length| length.min(most)).saturating_mul(4)
}

impl SchemaNode {
    pub(crate) fn is_list(&self) -> bool {
        !self.int_or_string && self.type_ == Some(SchemaType::Array)
    }

    pub(crate) fn is_map(&self) -> bool {
        !self.int_or_string && self.type_ == Some(SchemaType::Object) && self.map_values().is_some()
    }

    pub(crate) fn is_struct(&self) -> bool {
        !self.int_or_string && self.type_ == Some(SchemaType::Object) && self.map_values().is_none()
    }
}

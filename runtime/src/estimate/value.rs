//! What the estimate knows of a part of an expression.

use super::size::{Bound, REQUEST};
use crate::schema::{SchemaNode, SchemaType};

/// A part of an expression.
#[derive(Clone, Copy)]
pub(super) struct Value<'s> {
    pub(super) cost: u64,
    /// How large it may be; the estimate takes what is not known for endless.
    pub(super) size: Option<u64>,
    /// The schema that sizes are read from.
    pub(super) place: Option<&'s SchemaNode>,
    /// The type, which may be known where the place is not.
    pub(super) kind: Kind<'s>,
}

/// The type of a part, as far as costs differ.
#[derive(Clone, Copy)]
pub(super) enum Kind<'s> {
    Of(&'s SchemaNode),
    /// An object of a kind of its own, whose metadata a server declares.
    Resource(&'s SchemaNode),
    /// The metadata of an object, as far as the schema speaks of it.
    Metadata(Option<&'s SchemaNode>),
    /// A text of this size that a server declares of every object.
    DeclaredText(u64),
    /// A truth, a number or a time.
    Scalar,
    Text,
    List,
    Any,
}

impl Value<'_> {
    /// A truth, a number or the like.
    pub(super) fn scalar(cost: u64) -> Self {
        Self { cost, size: Some(1), place: None, kind: Kind::Scalar }
    }

    pub(super) fn text(cost: u64, size: Option<u64>) -> Self {
        Self { cost, size, place: None, kind: Kind::Text }
    }

    pub(super) fn list(cost: u64, count: usize) -> Self {
        Self { cost, size: u64::try_from(count).ok(), place: None, kind: Kind::List }
    }

    pub(super) fn unknown(cost: u64) -> Self {
        Self { cost, size: None, place: None, kind: Kind::Any }
    }

    pub(super) fn size(&self) -> u64 {
        self.size.unwrap_or(u64::MAX)
    }
}

impl<'s> Kind<'s> {
    /// Whether reading a member costs a step.
    pub(super) fn has_members(self) -> bool {
        match self {
            Self::Of(node) => node.is_object(),
            Self::Resource(_) | Self::Metadata(_) => true,
            _ => false,
        }
    }

    pub(super) fn is_map(self) -> bool {
        matches!(self, Self::Of(node) if node.is_object() && node.map_values().is_some())
    }

    pub(super) fn is_list(self) -> bool {
        match self {
            Self::Of(node) => node.type_ == Some(SchemaType::Array),
            Self::List => true,
            _ => false,
        }
    }

    pub(super) fn is_text(self) -> bool {
        match self {
            Self::Of(node) => {
                let format = node.value_validation.format.as_deref();
                node.type_ == Some(SchemaType::String)
                    && !matches!(format, Some("date" | "date-time" | "duration"))
            }
            Self::Text | Self::DeclaredText(_) => true,
            _ => false,
        }
    }

    pub(super) fn is_metadata(self) -> bool {
        matches!(self, Self::Metadata(_) | Self::DeclaredText(_))
    }

    /// The size by the type alone.
    pub(super) fn size(self) -> Option<u64> {
        match self {
            Self::Scalar => Some(1),
            Self::Of(node) => {
                let is_scalar = matches!(
                    node.type_,
                    Some(SchemaType::Integer | SchemaType::Number | SchemaType::Boolean)
                );
                is_scalar.then_some(1)
            }
            Self::Resource(_) | Self::Metadata(_) => Some(0),
            Self::DeclaredText(size) => Some(size),
            _ => None,
        }
    }

    pub(super) fn element(self) -> Self {
        match self {
            Self::Of(node) => node.items().or_else(|| node.map_values()).map_or(Self::Any, Self::Of),
            _ => Self::Any,
        }
    }

    /// The type of a member, which `declared` finds in a schema.
    pub(super) fn member(
        self,
        name: &str,
        declared: impl FnOnce(&'s SchemaNode) -> Option<&'s SchemaNode>,
    ) -> Self {
        let resource = match self {
            Self::Resource(node) => Some(node),
            Self::Of(node) if node.embedded_resource => Some(node),
            _ => None,
        };
        match (resource, self, name) {
            (Some(node), _, "metadata") => Self::Metadata(node.property("metadata")),
            (Some(_), _, "apiVersion" | "kind") => Self::DeclaredText(REQUEST),
            (_, Self::Metadata(declared), "name") => Self::DeclaredText(name_size(declared, name, 253)),
            (_, Self::Metadata(declared), "generateName") => {
                Self::DeclaredText(name_size(declared, name, 252))
            }
            (_, Self::Of(node) | Self::Resource(node), _) => declared(node).map_or(Self::Any, Self::Of),
            _ => Self::Any,
        }
    }
}

/// A name is no longer than a DNS name may be, or than the schema says (`pkg/apiserver/schema/cel/model/schemas.go`).
fn name_size(metadata: Option<&SchemaNode>, name: &str, most: u64) -> u64 {
    let declared = metadata.and_then(|metadata| metadata.property(name));
    let declared = declared.and_then(|name| Bound::Length.declared(name));
    declared.map_or(most, |length| length.min(most)).saturating_mul(4)
}

//! What becomes of a value: the two modes of the server's pruning, as a step from a value to its parts.
//!
//! Source: `pkg/apiserver/schema/pruning/algorithm.go`.

use super::META;
use crate::by_name::Next;
use crate::compiled::{Member, NodeRef};
use crate::path::FieldPath;

/// What becomes of a value.
#[derive(Clone, Copy)]
pub(super) enum Rule<'s> {
    /// It stays as it is.
    Keep,
    /// It stays, but what its schema knows of it is pruned.
    Preserve(Described<'s>),
    /// What its schema does not know goes; without a schema, every member.
    Prune(Option<Described<'s>>),
}

/// A schema, and whether type and object meta need no declaration here.
#[derive(Clone, Copy)]
pub(super) struct Described<'s> {
    schema: NodeRef<'s>,
    resource: bool,
}

/// How a member stands in its object.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Member,
    /// It is an entry of a map.
    Entry,
}

impl Place {
    pub(super) fn below<'p>(self, parent: &'p FieldPath<'p>, name: &'p str) -> FieldPath<'p> {
        match self {
            Self::Member => parent.property(name),
            Self::Entry => parent.key(name),
        }
    }
}

impl<'s> Rule<'s> {
    /// For a whole custom resource.
    pub(super) fn of_resource(schema: NodeRef<'s>) -> Self {
        Self::with(Described { schema, resource: true })
    }

    /// For a value with a schema.
    pub(super) fn of(schema: NodeRef<'s>) -> Self {
        Self::with(Described { schema, resource: schema.node().embedded_resource })
    }

    fn with(described: Described<'s>) -> Self {
        if described.schema.node().preserve_unknown_fields {
            Self::Preserve(described)
        } else {
            Self::Prune(Some(described))
        }
    }

    /// For a value that may have no schema.
    fn of_any(schema: Option<NodeRef<'s>>) -> Self {
        schema.map_or(Self::Prune(None), Self::of)
    }

    /// What becomes of a member, or nothing when it goes.
    pub(super) fn member(self, name: &str, next: &mut Next) -> Option<(Self, Place)> {
        let described = match self {
            Self::Keep => return Some((Self::Keep, Place::Member)),
            Self::Preserve(described) => described,
            Self::Prune(described) => described?,
        };
        if described.resource && META.contains(&name) {
            return Some((Self::Keep, Place::Member));
        }
        match (described.schema.next_member(name, next), self) {
            (Member::Declared(property), _) => Some((Self::of(property), Place::Member)),
            // Quirk: a boolean additionalProperties keeps the entries and empties the objects below them, even where
            // unknown members are preserved.
            (Member::Entry(values), _) => Some((Self::of_any(values), Place::Entry)),
            (Member::Unknown, Self::Preserve(_)) => Some((Self::Keep, Place::Member)),
            (Member::Unknown, _) => None,
        }
    }

    /// What becomes of the items of a list.
    pub(super) fn items(self) -> Self {
        match self {
            Self::Keep => Self::Keep,
            // Quirk: preserve-unknown-fields goes through lists, whatever their items say themselves.
            Self::Preserve(Described { schema, .. }) => schema.items().map_or(Self::Keep, |schema| {
                Self::Preserve(Described { schema, resource: schema.node().embedded_resource })
            }),
            Self::Prune(described) => Self::of_any(described.and_then(|described| described.schema.items())),
        }
    }

    /// Whether there is a schema at all.
    pub(super) fn has_schema(self) -> bool {
        !matches!(self, Self::Prune(None))
    }
}

//! What becomes of a value: the two modes of the server's pruning, as a step from a value to its parts.
//!
//! Source: `pkg/apiserver/schema/pruning/algorithm.go`.

use super::META;
use crate::by_name::Next;
use crate::compiled::{Field, NodeRef};
use crate::path::PathStep;

/// What becomes of a value. Making a rule does not look at the schema: most values have nothing below them.
#[derive(Clone, Copy)]
pub(super) enum Rule<'s> {
    /// It stays as it is.
    Keep,
    /// It has no schema: all fields go, of objects in lists, too.
    Empty,
    /// What its schema does not know goes, unless that preserves it.
    Described(Described<'s>),
}

/// A schema, and what is known of the value from where it stands.
#[derive(Clone, Copy)]
pub(super) struct Described<'s> {
    schema: NodeRef<'s>,
    from_above: FromAbove,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FromAbove {
    Nothing,
    /// Type and object meta need no declaration here.
    Resource,
    /// Unknown fields stay.
    Preserved,
}

impl Described<'_> {
    fn is_resource(self) -> bool {
        self.from_above == FromAbove::Resource || self.schema.node().embedded_resource
    }

    fn preserves(self) -> bool {
        self.from_above == FromAbove::Preserved || self.schema.node().preserve_unknown_fields
    }
}

/// How a field stands in its object.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Field,
    /// It is an entry of a map.
    Entry,
}

impl Place {
    pub(super) fn step(self, name: &str) -> PathStep<'_> {
        match self {
            Self::Field => PathStep::Property(name),
            Self::Entry => PathStep::Key(name),
        }
    }
}

impl<'s> Rule<'s> {
    /// For a whole custom resource.
    pub(super) fn of_resource(schema: NodeRef<'s>) -> Self {
        Self::Described(Described { schema, from_above: FromAbove::Resource })
    }

    /// For a value with a schema.
    pub(super) fn of(schema: NodeRef<'s>) -> Self {
        Self::Described(Described { schema, from_above: FromAbove::Nothing })
    }

    /// For a value that may have no schema.
    fn of_any(schema: Option<NodeRef<'s>>) -> Self {
        schema.map_or(Self::Empty, Self::of)
    }

    /// What becomes of a field, or nothing when it goes.
    pub(super) fn field(self, name: &str, next: &mut Next) -> Option<(Self, Place)> {
        let described = match self {
            Self::Keep => return Some((Self::Keep, Place::Field)),
            Self::Empty => return None,
            Self::Described(described) => described,
        };
        if described.is_resource() && META.contains(&name) {
            return Some((Self::Keep, Place::Field));
        }
        match described.schema.next_field(name, next) {
            Field::Declared(property) => Some((Self::of(property), Place::Field)),
            // Quirk: a boolean additionalProperties keeps the entries and empties the objects below them, even where
            // unknown fields are preserved.
            Field::Entry(values) => Some((Self::of_any(values), Place::Entry)),
            Field::Unknown => described.preserves().then_some((Self::Keep, Place::Field)),
        }
    }

    /// What becomes of the items of a list.
    pub(super) fn items(self) -> Self {
        let described = match self {
            Self::Keep => return Self::Keep,
            Self::Empty => return Self::Empty,
            Self::Described(described) => described,
        };
        let items = described.schema.items();
        if !described.preserves() {
            return Self::of_any(items);
        }
        // Quirk: preserve-unknown-fields goes through lists, whatever their items say themselves.
        let preserved = |schema| Self::Described(Described { schema, from_above: FromAbove::Preserved });
        items.map_or(Self::Keep, preserved)
    }

    /// Whether there is a schema at all.
    pub(super) fn has_schema(self) -> bool {
        !matches!(self, Self::Empty)
    }
}

//! A node that rules stand on, and the type that a server gives its values.
//!
//! Source: `apiextensions-apiserver pkg/apis/apiextensions/validation/cel_validation.go`, `CELSchemaContext`.
//!
//! Knows nothing of: expressions, paths.

use std::iter;

use super::decl::Decl;
use super::names::escaped;
use super::occurrences;
use super::size::{Sizes, is_typed};
use crate::schema::SchemaNode;

/// A node with those above it.
#[derive(Clone, Copy)]
pub(crate) struct Site<'s, 'p> {
    pub(crate) node: &'s SchemaNode,
    above: Option<&'p Site<'s, 'p>>,
    pub(crate) typed: Typed<'s>,
}

/// What the rules of a node are compiled for.
#[derive(Clone, Copy)]
pub(crate) enum Typed<'s> {
    /// Neither the node nor one above it has rules, so that nobody asks.
    Unasked,
    As(Decl<'s>),
    /// The node has no type, or one above it that has rules has none.
    Untyped,
    /// The value above has another type, which has no elements.
    Elementless,
    /// A node below one of those: a server crashes.
    Unknown,
}

impl<'s> Site<'s, '_> {
    /// The root of a schema.
    pub(crate) fn root(node: &'s SchemaNode) -> Self {
        let typed =
            if node.rules.is_empty() { Typed::Unasked } else { as_written(node, Decl::of_root(node)) };
        Self { node, above: None, typed }
    }

    /// A property of the node. What a server declares itself counts, whatever the schema says of it.
    pub(crate) fn property<'q>(&'q self, name: &str, node: &'s SchemaNode) -> Site<'s, 'q> {
        self.below(node, |above| match escaped(name).and_then(|name| above.field(&name)) {
            Some(declared) => Typed::As(declared),
            None => as_written(node, Decl::of(node)),
        })
    }

    /// The items of the node, or the values of its map.
    ///
    /// **Quirk**: where the type above is a map, its values are the type of `items`, too, and the other way round
    /// (`cel_validation.go`, `itemsTypeInfoAccessor`).
    pub(crate) fn element<'q>(&'q self, node: &'s SchemaNode) -> Site<'s, 'q> {
        self.below(node, |above| above.element().map_or(Typed::Elementless, Typed::As))
    }

    fn below<'q>(
        &'q self,
        node: &'s SchemaNode,
        declared: impl FnOnce(Decl<'s>) -> Typed<'s>,
    ) -> Site<'s, 'q> {
        let typed = match self.typed {
            Typed::Unasked if node.rules.is_empty() => Typed::Unasked,
            Typed::Unasked => as_written(node, Decl::of(node)),
            Typed::As(above) => declared(above),
            Typed::Untyped => Typed::Untyped,
            Typed::Elementless | Typed::Unknown => Typed::Unknown,
        };
        Site { node, above: Some(self), typed }
    }

    /// The nodes above, from the nearest.
    pub(crate) fn above(&self) -> impl Iterator<Item = &'s SchemaNode> {
        iter::successors(self.above, |site| site.above).map(|site| site.node)
    }

    /// How often the node can occur in one object.
    pub(crate) fn occurrences(&self, sizes: Sizes<'_>) -> u64 {
        occurrences(self.above(), self.node, sizes)
    }
}

/// What the schema itself says.
fn as_written<'s>(node: &SchemaNode, declared: Decl<'s>) -> Typed<'s> {
    if is_typed(node) { Typed::As(declared) } else { Typed::Untyped }
}

//! A node that rules stand on, and what a server takes its values for.
//!
//! Source: `apiextensions-apiserver pkg/apis/apiextensions/validation/cel_validation.go`, `CELSchemaContext`.
//!
//! Knows nothing of: expressions, paths.

use std::iter;

use super::decl::{declares_its_type, is_of_every_object};
use super::size::{Sizes, is_typed};
use super::{Root, occurrences};
use crate::schema::{SchemaNode, SchemaType};

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
    As(Root<'s>),
    /// The node has no type, or one above it that has rules has none.
    Untyped,
    /// The value above is said to be of another type, which has no elements.
    Elementless,
    /// Another type than that of the node, which is not followed here.
    Unknown,
}

impl<'s> Site<'s, '_> {
    /// The root of a schema.
    pub(crate) fn root(node: &'s SchemaNode) -> Self {
        let typed = if node.rules.is_empty() { Typed::Unasked } else { as_written(Root::Resource(node)) };
        Self { node, above: None, typed }
    }

    /// A member of the node.
    pub(crate) fn property<'q>(&'q self, name: &str, node: &'s SchemaNode) -> Site<'s, 'q> {
        self.below(node, |above| {
            if !is_of_every_object(name) || !above.is_resource() || declares_its_type(above.node()) {
                return as_written(Root::Value(node));
            }
            // A server declares these itself, whatever the schema says of them.
            let is_plain_text = node.type_ == Some(SchemaType::String)
                && Sizes::is_any_text(node)
                && !node.int_or_string
                && name != "metadata";
            if is_plain_text { Typed::As(Root::Value(node)) } else { Typed::Unknown }
        })
    }

    /// The items of the node.
    pub(crate) fn items<'q>(&'q self, node: &'s SchemaNode) -> Site<'s, 'q> {
        self.below(node, |above| match above.node() {
            list if list.is_list() => as_written(Root::Value(node)),
            map if map.is_map() => Typed::Unknown,
            _ => Typed::Elementless,
        })
    }

    /// The values of the node.
    pub(crate) fn values<'q>(&'q self, node: &'s SchemaNode) -> Site<'s, 'q> {
        self.below(node, |above| match above.node() {
            map if map.is_map() => as_written(Root::Value(node)),
            list if list.is_list() => Typed::Unknown,
            _ => Typed::Elementless,
        })
    }

    fn below<'q>(
        &'q self,
        node: &'s SchemaNode,
        declared: impl FnOnce(Root<'s>) -> Typed<'s>,
    ) -> Site<'s, 'q> {
        let typed = match self.typed {
            Typed::Unasked if node.rules.is_empty() => Typed::Unasked,
            Typed::Unasked => as_written(Root::Value(node)),
            Typed::As(above) => declared(above),
            Typed::Untyped => Typed::Untyped,
            // A server looks for the members of nothing there, and crashes.
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
fn as_written(root: Root<'_>) -> Typed<'_> {
    if is_typed(root.node()) { Typed::As(root) } else { Typed::Untyped }
}

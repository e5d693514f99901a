//! Whether a server evaluates any rule of a schema.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`, `NewValidator`.
//!
//! Knows nothing of: expressions.

use super::decl::Decl;
use super::names::escaped;
use super::size::is_typed;
use crate::schema::SchemaNode;

/// Whether there is a rule in a place that a server comes to: it passes by properties that CEL has no type for.
pub(crate) fn has_evaluated_rules(root: &SchemaNode) -> bool {
    let decl = is_typed(root).then(|| Decl::of_resource(root));
    visit(root, decl)
}

fn visit<'s>(node: &'s SchemaNode, decl: Option<Decl<'s>>) -> bool {
    let element = decl.and_then(Decl::element);
    !node.rules.is_empty()
        || node.items().is_some_and(|items| visit(items, element))
        || node.map_values().is_some_and(|values| visit(values, element))
        || node.properties().any(|(name, property)| {
            let decl = match escaped(name) {
                Some(name) => decl.and_then(|decl| decl.field(&name)),
                None => is_typed(property).then(|| Decl::of(property)),
            };
            decl.is_some() && visit(property, decl)
        })
}

//! The schemas of the values that parts of an expression stand for.
//!
//! Knows nothing of: types, what is looked for.

use std::collections::HashMap;

use crd_schema_cel::{SyntaxKind, SyntaxNode};

use crate::declared::escaped;
use crate::schema::SchemaNode;

/// The variables of an expression, and the schemas of their values where they are known.
#[derive(Clone)]
pub(crate) struct Scope<'s>(HashMap<String, Option<&'s SchemaNode>>);

impl<'s> Scope<'s> {
    pub(crate) fn of(node: &'s SchemaNode) -> Self {
        Self(["self", "oldSelf"].into_iter().map(|name| (name.to_owned(), Some(node))).collect())
    }

    /// The same with the variables of a loop.
    pub(crate) fn with(&self, names: &[&str], range: Option<&'s SchemaNode>) -> Self {
        let mut scope = self.clone();
        let (items, values) = (range.and_then(SchemaNode::items), range.and_then(SchemaNode::map_values));
        for (index, name) in names.iter().enumerate() {
            let is_last = index.saturating_add(1) == names.len();
            // Of a map one name is that of the keys.
            let node = if names.len() == 1 { items } else { items.or(values).filter(|_| is_last) };
            scope.0.insert((*name).to_owned(), node);
        }
        scope
    }

    /// The schema of the value of an expression.
    pub(crate) fn node(&self, part: SyntaxNode<'_>) -> Option<&'s SchemaNode> {
        match part.kind() {
            SyntaxKind::Name(name) => self.0.get(name).copied().flatten(),
            SyntaxKind::Select { of, field } => property(self.node(of)?, field),
            SyntaxKind::Call { function: "_[_]", parts, .. } => {
                let of = self.node(*parts.first()?)?;
                of.items().or(of.map_values())
            }
            // An optional value is read by these.
            SyntaxKind::Call { function: "value" | "orValue", target: Some(of), .. } => self.node(of),
            _ => None,
        }
    }
}

/// The property of an object or the values of a map, by the name that an expression reads.
pub(crate) fn property<'s>(node: &'s SchemaNode, name: &str) -> Option<&'s SchemaNode> {
    let named = |raw: &str| raw == name || escaped(raw).as_deref() == Some(name);
    node.properties().find(|(raw, _)| named(raw)).map(|(_, property)| property).or(node.map_values())
}

//! What must hold of one value.

use std::borrow::Cow;

use crate::schema::{NestedValueValidation, SchemaNode, ValueValidation};
use crate::server_version::ServerVersion;
use crate::validation::Validator;

/// A node, with the nested validations above it that speak of the same value.
#[derive(Clone)]
pub(in crate::lint::rules) struct Claims<'s> {
    pub(in crate::lint::rules) node: &'s SchemaNode,
    /// Those of the nodes above.
    above: Vec<&'s NestedValueValidation>,
    /// All that hold beside the node itself, with what their `allOf` says.
    nested: Vec<&'s NestedValueValidation>,
    pub(super) is_resource: bool,
}

impl<'s> Claims<'s> {
    /// The root of a schema.
    pub(in crate::lint::rules) fn root(node: &'s SchemaNode) -> Self {
        Self { is_resource: true, ..Self::new(node, Vec::new()) }
    }

    fn new(node: &'s SchemaNode, above: Vec<&'s NestedValueValidation>) -> Self {
        let mut nested = Vec::new();
        let own = node.value_validation().all_of.iter();
        above.iter().copied().chain(own).for_each(|one| expand(one, &mut nested));
        Self { node, above, nested, is_resource: node.is_embedded_resource() }
    }

    /// The same of another form of the node.
    pub(super) fn with_node<'n>(&self, node: &'n SchemaNode) -> Claims<'n>
    where
        's: 'n,
    {
        Claims { is_resource: self.is_resource, ..Claims::new(node, self.above.clone()) }
    }

    /// The same without what is said above.
    pub(super) fn alone(&self) -> Self {
        Self { is_resource: self.is_resource, ..Self::new(self.node, Vec::new()) }
    }

    /// The same, and a branch of a junctor holds, too.
    pub(super) fn and(&self, branch: &'s NestedValueValidation) -> Self {
        let mut above = self.above.clone();
        above.push(branch);
        Self { is_resource: self.is_resource, ..Self::new(self.node, above) }
    }

    /// Everything that is said of the value itself.
    pub(super) fn validations(&self) -> impl Iterator<Item = &'s ValueValidation> {
        let nested = self.nested.iter().map(|nested| &nested.value_validation);
        std::iter::once(self.node.value_validation()).chain(nested)
    }

    /// A declared field.
    pub(in crate::lint::rules) fn property(&self, name: &str) -> Option<Self> {
        Some(self.field(name, self.node.property(name)?))
    }

    /// A field of a map.
    pub(in crate::lint::rules) fn values(&self) -> Option<Self> {
        Some(Self::new(self.node.map_values()?, Vec::new()))
    }

    /// A field of a map that nested validations name.
    pub(super) fn value(&self, name: &str) -> Option<Self> {
        Some(self.field(name, self.node.map_values()?))
    }

    fn field(&self, name: &str, node: &'s SchemaNode) -> Self {
        let said = self.nested.iter().filter_map(|nested| nested.properties.as_ref()?.get(name));
        Self::new(node, said.collect())
    }

    /// The items of a list.
    pub(in crate::lint::rules) fn items(&self) -> Option<Self> {
        let said = self.nested.iter().filter_map(|nested| nested.items.as_deref());
        Some(Self::new(self.node.items()?, said.collect()))
    }

    /// What a server of that version says of values.
    pub(in crate::lint::rules) fn validator(&self, server: ServerVersion) -> Validator {
        Validator::of_node(&self.whole(), server)
    }

    /// The node with what is said above it.
    pub(super) fn whole(&self) -> Cow<'s, SchemaNode> {
        if self.above.is_empty() {
            return Cow::Borrowed(self.node);
        }
        let mut node = self.node.clone();
        node.value_validation.all_of.extend(self.above.iter().copied().cloned());
        Cow::Owned(node)
    }
}

fn expand<'s>(nested: &'s NestedValueValidation, found: &mut Vec<&'s NestedValueValidation>) {
    found.push(nested);
    nested.value_validation.all_of.iter().for_each(|below| expand(below, found));
}

//! A structural schema made ready for requests.
//!
//! An arena of nodes, breadth first: the fields of an object stand side by side, and so do their names, so that a
//! request touches little memory of a large schema. Every node knows whether anything of interest is below it, so that a
//! walk without work ends at once.
//!
//! Knows nothing of: the wire types, values beyond defaults, what actions do.

use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use crate::by_name::{Names, Next};
use crate::schema::{
    AdditionalProperties, KeyMutability, ListType, Mutability, SchemaNode, SchemaType, StructuralSchema,
};

/// What all actions take.
///
/// ```
/// use crd_schema::steps::CompiledSchema;
/// use crd_schema::SchemaBuilder;
///
/// let schema = SchemaBuilder::object().property("spec", SchemaBuilder::object()).build()?;
/// let compiled = CompiledSchema::new(&schema);
/// assert!(!compiled.has_mutability_markers());
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Clone, Debug)]
pub struct CompiledSchema {
    /// The root comes first, and what is below a node behind it.
    nodes: Vec<Node>,
    /// The names of all nodes that are fields, in the same order; others have an empty one.
    names: Names,
}

/// The position of a node, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeId(NonZeroU32);

impl NodeId {
    const ROOT: Self = Self(NonZeroU32::MIN);

    #[expect(clippy::cast_possible_truncation, reason = "so many nodes would take terabytes")]
    fn at(position: usize) -> Self {
        Self(Self::ROOT.0.saturating_add(position as u32))
    }

    fn position(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The way down to a node: names of fields, those of map values `*`; `None` is an item of a list.
pub(crate) type Way<'s> = [Option<&'s str>];

/// Gives the default that a node is to have in place of the one that it has.
pub(crate) type ChangeDefault<'c> = dyn Fn(&Way<'_>, &Value) -> Option<Value> + 'c;

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent keywords")]
pub(crate) struct Node {
    pub(crate) schema_type: Option<SchemaType>,
    pub(crate) nullable: bool,
    pub(crate) preserve_unknown_fields: bool,
    pub(crate) embedded_resource: bool,
    pub(crate) int_or_string: bool,
    /// Copies of the schema share it.
    pub(crate) default: Option<Arc<Value>>,
    pub(crate) list: ListKind,
    pub(crate) mutability: Option<Mutability>,
    pub(crate) key_mutability: Option<KeyMutability>,
    pub(crate) has: Has,
    items: Option<NodeId>,
    /// The first of the declared fields, which are sorted by name; and how many there are.
    properties: (NodeId, u32),
    additional_properties: AdditionalFields,
}

/// What stands at a node or below it.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent facts")]
pub(crate) struct Has {
    pub(crate) markers: bool,
    pub(crate) defaults: bool,
    pub(crate) embedded_resources: bool,
    /// Sets and map lists.
    pub(crate) list_types: bool,
}

impl Has {
    fn add(&mut self, below: Self) {
        self.markers |= below.markers;
        self.defaults |= below.defaults;
        self.embedded_resources |= below.embedded_resources;
        self.list_types |= below.list_types;
    }
}

/// What is said of undeclared fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AdditionalFields {
    /// Nothing: they are unknown.
    Unsaid,
    /// That they are entries, with or without a schema.
    Entries(Option<NodeId>),
}

impl AdditionalFields {
    fn schema(self) -> Option<NodeId> {
        match self {
            Self::Unsaid => None,
            Self::Entries(schema) => schema,
        }
    }
}

/// What identifies the items of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListKind {
    /// Their position.
    Atomic,
    /// They themselves.
    Set,
    /// Their fields of these names.
    Map(Box<[Box<str>]>),
}

impl CompiledSchema {
    /// Makes a schema ready.
    pub fn new(schema: &StructuralSchema) -> Self {
        Self::of_node(schema.root())
    }

    /// Makes nodes ready that a server would take, though we refuse their markers.
    pub(crate) fn of_node(root: &SchemaNode) -> Self {
        let (mut found, mut nodes) = (vec![("", root)], Vec::new());
        while let Some(&(_, schema)) = found.get(nodes.len()) {
            let node = Node::of(schema, found.len());
            found.extend(schema.properties());
            found.extend(schema.items().into_iter().chain(schema.map_values()).map(|below| ("", below)));
            nodes.push(node);
        }
        for position in (0..nodes.len()).rev() {
            tell_above(&mut nodes, position);
        }
        Self { nodes, names: found.iter().map(|(name, _)| name).collect() }
    }

    /// The same schema with another default, or none, at each node that has one.
    pub(crate) fn with_defaults(&self, change: &ChangeDefault<'_>) -> Self {
        let mut changed = self.clone();
        self.root().change_defaults(&mut Vec::new(), change, &mut changed.nodes);
        changed
    }

    /// Whether a mutability check has anything to look at.
    pub fn has_mutability_markers(&self) -> bool {
        self.root().node().has.markers
    }

    pub(crate) fn root(&self) -> NodeRef<'_> {
        self.at(NodeId::ROOT)
    }

    fn at(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { schema: self, id }
    }
}

/// Says of a node what is known of those below it.
fn tell_above(nodes: &mut [Node], position: usize) {
    let Some((above, below)) = nodes.split_at_mut_checked(position + 1) else { return };
    let Some(node) = above.last_mut() else { return };
    let children = node.children().filter_map(|child| below.get(child.checked_sub(position + 1)?));
    let mut has = node.has;
    children.for_each(|child| has.add(child.has));
    node.has = has;
}

impl Node {
    /// The node; those below it begin at a position, the fields first, then the items, then the values.
    fn of(schema: &SchemaNode, below: usize) -> Self {
        let count = schema.properties().len();
        let items = schema.items().map(|_| below + count);
        let values = || NodeId::at(below + count + usize::from(items.is_some()));
        let list = ListKind::of(schema);
        Self {
            schema_type: schema.schema_type().cloned(),
            nullable: schema.is_nullable(),
            preserve_unknown_fields: schema.preserves_unknown_fields(),
            embedded_resource: schema.is_embedded_resource(),
            int_or_string: schema.is_int_or_string(),
            default: schema.default_value().cloned().map(Arc::new),
            mutability: schema.mutability(),
            key_mutability: schema.key_mutability(),
            has: Has {
                markers: schema.mutability().is_some() || schema.key_mutability().is_some(),
                defaults: schema.default_value().is_some(),
                embedded_resources: schema.is_embedded_resource(),
                list_types: list != ListKind::Atomic,
            },
            list,
            items: items.map(NodeId::at),
            properties: (NodeId::at(below), u32::try_from(count).unwrap_or(u32::MAX)),
            additional_properties: match schema.additional_properties() {
                None => AdditionalFields::Unsaid,
                Some(AdditionalProperties::Bool(_)) => AdditionalFields::Entries(None),
                Some(AdditionalProperties::Schema(_)) => AdditionalFields::Entries(Some(values())),
            },
        }
    }

    /// The positions of the declared fields.
    fn properties(&self) -> Range<usize> {
        let (first, count) = self.properties;
        first.position()..first.position() + count as usize
    }

    /// The positions of the nodes below.
    fn children(&self) -> impl Iterator<Item = usize> + use<> {
        let others = self.items.into_iter().chain(self.additional_properties.schema());
        self.properties().chain(others.map(NodeId::position))
    }

    pub(crate) fn has_properties(&self) -> bool {
        self.properties.1 > 0
    }

    /// Whether a value has another shape than the type says.
    pub(crate) fn is_misfit(&self, value: &Value) -> bool {
        match &self.schema_type {
            None => false,
            Some(SchemaType::Object) => !value.is_object(),
            Some(SchemaType::Array) => !value.is_array(),
            Some(_) => value.is_object() || value.is_array(),
        }
    }

    /// Whether undeclared fields are entries with keys, and not the node a list.
    pub(crate) fn is_map(&self) -> bool {
        self.additional_properties != AdditionalFields::Unsaid && self.schema_type == Some(SchemaType::Object)
    }
}

impl ListKind {
    fn of(schema: &SchemaNode) -> Self {
        match schema.list_type() {
            Some(ListType::Set) => Self::Set,
            Some(ListType::Map) => {
                Self::Map(schema.list_map_keys().iter().map(|key| key.as_str().into()).collect())
            }
            _ => Self::Atomic,
        }
    }
}

/// A node of a compiled schema.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeRef<'s> {
    schema: &'s CompiledSchema,
    id: NodeId,
}

/// What a schema says of a field of an object: the only place that knows which schema a field has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Field<'s> {
    /// It is among the properties.
    Declared(NodeRef<'s>),
    /// It is an entry of a map, whose values may have a schema.
    Entry(Option<NodeRef<'s>>),
    /// Nothing at all.
    Unknown,
}

impl<'s> Field<'s> {
    /// The schema of the field's value.
    pub(crate) fn schema(self) -> Option<NodeRef<'s>> {
        match self {
            Self::Declared(node) | Self::Entry(Some(node)) => Some(node),
            Self::Entry(None) | Self::Unknown => None,
        }
    }
}

impl<'s> NodeRef<'s> {
    pub(crate) fn node(self) -> &'s Node {
        &self.schema.nodes[self.id.position()]
    }

    pub(crate) fn items(self) -> Option<NodeRef<'s>> {
        self.node().items.map(|id| self.schema.at(id))
    }

    pub(crate) fn property(self, name: &str) -> Option<NodeRef<'s>> {
        let found = self.schema.names.find(self.node().properties(), name)?;
        Some(self.schema.at(NodeId::at(found)))
    }

    /// The declared fields, sorted by name.
    pub(crate) fn properties(self) -> impl Iterator<Item = (&'s str, NodeRef<'s>)> {
        let field = move |position| (self.schema.names.name(position), self.schema.at(NodeId::at(position)));
        self.node().properties().map(field)
    }

    /// The schema of the values of a map.
    pub(crate) fn values(self) -> Option<NodeRef<'s>> {
        self.node().additional_properties.schema().map(|id| self.schema.at(id))
    }

    pub(crate) fn field(self, name: &str) -> Field<'s> {
        self.declared_or_not(self.property(name))
    }

    /// As [`Self::field`], sooner for fields that come in order.
    pub(crate) fn next_field(self, name: &str, next: &mut Next) -> Field<'s> {
        let found = self.schema.names.find_next(self.node().properties(), name, next);
        self.declared_or_not(found.map(|position| self.schema.at(NodeId::at(position))))
    }

    fn declared_or_not(self, property: Option<NodeRef<'s>>) -> Field<'s> {
        match property {
            Some(property) => Field::Declared(property),
            None if self.node().additional_properties == AdditionalFields::Unsaid => Field::Unknown,
            None => Field::Entry(self.values()),
        }
    }

    /// Whether some default is left at the node or below.
    fn change_defaults(
        self,
        way: &mut Vec<Option<&'s str>>,
        change: &ChangeDefault<'_>,
        nodes: &mut [Node],
    ) -> bool {
        if !self.node().has.defaults {
            return false;
        }
        let default = self.node().default.as_ref().and_then(|default| {
            let changed = change(way, default)?;
            Some(if changed == **default { Arc::clone(default) } else { Arc::new(changed) })
        });
        let mut has_defaults = default.is_some();
        let values = self.values().map(|values| (Some("*"), values));
        let items = self.items().map(|items| (None, items));
        let properties = self.properties().map(|(name, property)| (Some(name), property));
        for (step, below) in values.into_iter().chain(items).chain(properties) {
            way.push(step);
            has_defaults |= below.change_defaults(way, change, nodes);
            way.pop();
        }
        if let Some(node) = nodes.get_mut(self.id.position()) {
            (node.default, node.has.defaults) = (default, has_defaults);
        }
        has_defaults
    }
}

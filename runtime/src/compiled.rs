//! A structural schema made ready for requests.
//!
//! An arena of nodes in one vector: look-ups are binary searches in sorted names, and every node knows whether
//! anything of interest is below it, so that a walk without work ends at once.
//!
//! Knows nothing of: the wire types, values beyond defaults, what actions do.

use serde_json::Value;

use crate::by_name::{ByName, Next};
use crate::schema::{
    AdditionalProperties, KeyMutability, ListType, Mutability, SchemaNode, SchemaType, StructuralSchema,
};

/// What all actions take.
///
/// ```
/// use crd_schema::{CompiledSchema, SchemaBuilder};
///
/// let schema = SchemaBuilder::object().property("spec", SchemaBuilder::object()).build()?;
/// let compiled = CompiledSchema::new(&schema);
/// assert!(!compiled.has_mutability_markers());
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Clone, Debug)]
pub struct CompiledSchema {
    /// The root comes first.
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeId(usize);

/// The way down to a node: names of members, those of map values `*`; `None` is an item of a list.
pub(crate) type Way<'s> = [Option<&'s str>];

/// Gives the default that a node is to have in place of the one that it has.
pub(crate) type ChangeDefault<'c> = dyn Fn(&Way<'_>, &Value) -> Option<Value> + 'c;

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent keywords and facts")]
pub(crate) struct Node {
    pub(crate) schema_type: Option<SchemaType>,
    pub(crate) nullable: bool,
    pub(crate) preserve_unknown_fields: bool,
    pub(crate) embedded_resource: bool,
    pub(crate) int_or_string: bool,
    pub(crate) default: Option<Value>,
    pub(crate) list: ListKind,
    pub(crate) mutability: Option<Mutability>,
    pub(crate) key_mutability: Option<KeyMutability>,
    /// Whether a mutability marker stands at the node or below.
    pub(crate) has_markers: bool,
    /// Whether a default stands at the node or below.
    pub(crate) has_defaults: bool,
    /// Whether an embedded resource stands at the node or below.
    pub(crate) has_embedded_resources: bool,
    /// Whether a set or a map list stands at the node or below.
    pub(crate) has_list_types: bool,
    items: Option<NodeId>,
    /// Sorted by name.
    properties: ByName<NodeId>,
    additional_properties: AdditionalMembers,
}

/// What is said of undeclared members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AdditionalMembers {
    /// Nothing: they are unknown.
    Unsaid,
    /// That they are entries, with or without a schema.
    Entries(Option<NodeId>),
}

impl AdditionalMembers {
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
    /// Their members of these names.
    Map(Box<[Box<str>]>),
}

impl CompiledSchema {
    /// Makes a schema ready.
    pub fn new(schema: &StructuralSchema) -> Self {
        Self::of_node(schema.root())
    }

    /// Makes nodes ready that a server would take, though we refuse their markers.
    pub(crate) fn of_node(root: &SchemaNode) -> Self {
        let mut compiled = Self { nodes: Vec::new() };
        compiled.add(root);
        compiled
    }

    /// The same schema with another default, or none, at each node that has one.
    pub(crate) fn with_defaults(&self, change: &ChangeDefault<'_>) -> Self {
        let mut changed = self.clone();
        self.root().change_defaults(&mut Vec::new(), change, &mut changed.nodes);
        changed
    }

    /// Whether a mutability check has anything to look at.
    pub fn has_mutability_markers(&self) -> bool {
        self.root().node().has_markers
    }

    pub(crate) fn root(&self) -> NodeRef<'_> {
        self.at(NodeId(0))
    }

    fn at(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { schema: self, id }
    }

    fn add(&mut self, schema: &SchemaNode) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node::alone(schema));
        let items = schema.items().map(|items| self.add(items));
        let properties: ByName<_> =
            schema.properties().map(|(name, property)| (name, self.add(property))).collect();
        let additional_properties = match schema.additional_properties() {
            None => AdditionalMembers::Unsaid,
            Some(AdditionalProperties::Bool(_)) => AdditionalMembers::Entries(None),
            Some(AdditionalProperties::Schema(values)) => AdditionalMembers::Entries(Some(self.add(values))),
        };
        let children =
            properties.iter().map(|(_, child)| *child).chain(items).chain(additional_properties.schema());
        let below: Vec<NodeId> = children.collect();
        let any = |has: fn(&Node) -> bool| below.iter().any(|child| has(&self.nodes[child.0]));
        let (markers, defaults) = (any(|node| node.has_markers), any(|node| node.has_defaults));
        let embedded = any(|node| node.has_embedded_resources);
        let list_types = any(|node| node.has_list_types);
        let node = &mut self.nodes[id.0];
        node.has_markers |= markers;
        node.has_defaults |= defaults;
        node.has_embedded_resources |= embedded;
        node.has_list_types |= list_types;
        (node.items, node.properties, node.additional_properties) =
            (items, properties, additional_properties);
        id
    }
}

impl Node {
    /// The node without its children.
    fn alone(schema: &SchemaNode) -> Self {
        Self {
            schema_type: schema.schema_type().cloned(),
            nullable: schema.is_nullable(),
            preserve_unknown_fields: schema.preserves_unknown_fields(),
            embedded_resource: schema.is_embedded_resource(),
            int_or_string: schema.is_int_or_string(),
            default: schema.default_value().cloned(),
            list: ListKind::of(schema),
            mutability: schema.mutability(),
            key_mutability: schema.key_mutability(),
            has_markers: schema.mutability().is_some() || schema.key_mutability().is_some(),
            has_defaults: schema.default_value().is_some(),
            has_embedded_resources: schema.is_embedded_resource(),
            has_list_types: ListKind::of(schema) != ListKind::Atomic,
            items: None,
            properties: ByName::default(),
            additional_properties: AdditionalMembers::Unsaid,
        }
    }

    pub(crate) fn has_properties(&self) -> bool {
        !self.properties.is_empty()
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

    /// Whether undeclared members are entries with keys, and not the node a list.
    pub(crate) fn is_map(&self) -> bool {
        self.additional_properties != AdditionalMembers::Unsaid
            && self.schema_type == Some(SchemaType::Object)
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

/// What a schema says of a member of an object: the only place that knows which schema a member has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Member<'s> {
    /// It is among the properties.
    Declared(NodeRef<'s>),
    /// It is an entry of a map, whose values may have a schema.
    Entry(Option<NodeRef<'s>>),
    /// Nothing at all.
    Unknown,
}

impl<'s> Member<'s> {
    /// The schema of the member's value.
    pub(crate) fn schema(self) -> Option<NodeRef<'s>> {
        match self {
            Self::Declared(node) | Self::Entry(Some(node)) => Some(node),
            Self::Entry(None) | Self::Unknown => None,
        }
    }
}

impl<'s> NodeRef<'s> {
    pub(crate) fn node(self) -> &'s Node {
        &self.schema.nodes[self.id.0]
    }

    pub(crate) fn items(self) -> Option<NodeRef<'s>> {
        self.node().items.map(|id| self.schema.at(id))
    }

    pub(crate) fn property(self, name: &str) -> Option<NodeRef<'s>> {
        self.node().properties.get(name).map(|id| self.schema.at(*id))
    }

    /// The declared members, sorted by name.
    pub(crate) fn properties(self) -> impl Iterator<Item = (&'s str, NodeRef<'s>)> {
        self.node().properties.iter().map(move |(name, id)| (name, self.schema.at(*id)))
    }

    /// The schema of the values of a map.
    pub(crate) fn values(self) -> Option<NodeRef<'s>> {
        self.node().additional_properties.schema().map(|id| self.schema.at(id))
    }

    pub(crate) fn member(self, name: &str) -> Member<'s> {
        self.declared_or_not(self.property(name))
    }

    /// As [`Self::member`], sooner for members that come in order.
    pub(crate) fn next_member(self, name: &str, next: &mut Next) -> Member<'s> {
        let property = self.node().properties.get_next(name, next);
        self.declared_or_not(property.map(|id| self.schema.at(*id)))
    }

    fn declared_or_not(self, property: Option<NodeRef<'s>>) -> Member<'s> {
        match property {
            Some(property) => Member::Declared(property),
            None if self.node().additional_properties == AdditionalMembers::Unsaid => Member::Unknown,
            None => Member::Entry(self.values()),
        }
    }

    /// Whether some default is left at the node or below.
    fn change_defaults(
        self,
        way: &mut Vec<Option<&'s str>>,
        change: &ChangeDefault<'_>,
        nodes: &mut [Node],
    ) -> bool {
        if !self.node().has_defaults {
            return false;
        }
        let default = self.node().default.as_ref().and_then(|default| change(way, default));
        let mut has_defaults = default.is_some();
        let values = self.values().map(|values| (Some("*"), values));
        let items = self.items().map(|items| (None, items));
        let properties = self.properties().map(|(name, property)| (Some(name), property));
        for (step, below) in values.into_iter().chain(items).chain(properties) {
            way.push(step);
            has_defaults |= below.change_defaults(way, change, nodes);
            way.pop();
        }
        if let Some(node) = nodes.get_mut(self.id.0) {
            (node.default, node.has_defaults) = (default, has_defaults);
        }
        has_defaults
    }
}

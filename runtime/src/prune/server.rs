//! Pruning as the API server does it: two modes that call each other.

use serde_json::{Map, Value};

use super::{META, PruneRoot, Removed};
use crate::compiled::{Member, NodeRef};
use crate::path::FieldPath;

pub(super) fn prune(schema: NodeRef<'_>, value: &mut Value, scope: PruneRoot, removed: &mut Removed) {
    let resource = scope == PruneRoot::Resource || schema.node().embedded_resource;
    let mut pruner = Pruner { scope, removed };
    pruner.node(value, Some(schema), resource, &FieldPath::ROOT);
}

struct Pruner<'r> {
    scope: PruneRoot,
    removed: &'r mut Removed,
}

impl Pruner<'_> {
    /// Prunes a value below its parent.
    fn value(&mut self, value: &mut Value, schema: Option<NodeRef<'_>>, path: &FieldPath<'_>) {
        let resource = schema.is_some_and(|schema| schema.node().embedded_resource);
        self.node(value, schema, resource, path);
    }

    fn node(&mut self, value: &mut Value, schema: Option<NodeRef<'_>>, resource: bool, path: &FieldPath<'_>) {
        if let Some(schema) = schema.filter(|schema| schema.node().preserve_unknown_fields) {
            return self.keep(value, schema, resource, path);
        }
        match value {
            Value::Object(members) => self.members(members, schema, resource, path),
            Value::Array(items) => {
                let schema = schema.and_then(NodeRef::items);
                for (index, item) in items.iter_mut().enumerate() {
                    self.value(item, schema, &path.index(index));
                }
            }
            _ => {}
        }
    }

    fn members(
        &mut self,
        members: &mut Map<String, Value>,
        schema: Option<NodeRef<'_>>,
        resource: bool,
        path: &FieldPath<'_>,
    ) {
        members.retain(|name, value| {
            if resource && META.contains(&name.as_str()) {
                return true;
            }
            match schema.map_or(Member::Unknown, |schema| schema.member(name)) {
                Member::Declared(property) => self.value(value, Some(property), &path.property(name)),
                // Quirk: a boolean additionalProperties keeps the entries and empties the objects below them.
                Member::Entry(values) => self.value(value, values, &path.key(name)),
                Member::Unknown => {
                    self.record(name, schema, path);
                    return false;
                }
            }
            true
        });
    }

    /// Quirk: members of type and object meta that go at the top of a value that is no resource are not recorded.
    fn record(&mut self, name: &str, schema: Option<NodeRef<'_>>, path: &FieldPath<'_>) {
        let silent =
            self.scope == PruneRoot::Value && path.is_root() && schema.is_some() && META.contains(&name);
        if !silent {
            self.removed.record(&path.property(name));
        }
    }

    /// Inside a preserve-unknown-fields node: only what has a schema is pruned.
    fn keep(&mut self, value: &mut Value, schema: NodeRef<'_>, resource: bool, path: &FieldPath<'_>) {
        match value {
            Value::Object(members) => {
                for (name, value) in members.iter_mut() {
                    if resource && META.contains(&name.as_str()) {
                        continue;
                    }
                    match schema.member(name) {
                        Member::Declared(property) => self.value(value, Some(property), &path.property(name)),
                        // Quirk: a boolean additionalProperties defeats preserve-unknown-fields for the entries.
                        Member::Entry(values) => self.value(value, values, &path.key(name)),
                        Member::Unknown => {}
                    }
                }
            }
            Value::Array(items) => {
                let Some(schema) = schema.items() else { return };
                let resource = schema.node().embedded_resource;
                for (index, item) in items.iter_mut().enumerate() {
                    self.keep(item, schema, resource, &path.index(index));
                }
            }
            _ => {}
        }
    }
}

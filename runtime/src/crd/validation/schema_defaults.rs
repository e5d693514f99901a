//! The defaults of a structural schema: no unknown members, metadata that can be read, and with the feature `validate`
//! values that fit the schema.
//!
//! Not checked: the CEL rules of a default, and that the metadata of an embedded resource is valid beyond its types.
//!
//! Source: `pkg/apiserver/schema/defaulting/{validation,prune,surroundingobject}.go`.
//!
//! Knows nothing of: wire types beyond the old schema that it converts.

use serde_json::{Map, Value, json};

use super::fault::{Faults, invalid};
use super::ratchet::Options;
use crate::compiled::{CompiledSchema, NodeRef};
use crate::convert;
use crate::object_meta::{coerce_embedded_below, coerce_root, round_trip};
use crate::path::FieldPath;
use crate::prune::{PruneRoot, prune_node};
use crate::schema::{SchemaNode, StructuralSchema};
#[cfg(feature = "validate")]
use crate::validation::validate_default;
use crate::violation::{Violation, Violations};
use crate::wire::JsonSchemaProps;

/// Checks all defaults but those below `additionalProperties`, where upstream does not look.
pub(super) fn check(root: &SchemaNode, options: &Options<'_>, path: &FieldPath<'_>, found: &mut Faults) {
    let schema = CompiledSchema::of_node(root);
    let resource = schema.root();
    let mut walk = Walk { pruned_defaults: options.pruned_defaults, steps: Vec::new(), found };
    let at = At { node: resource, schema: root };
    walk.node(at, Place { resource, is_root: true, inside_meta: false }, path);
}

/// A node, ready for requests and as it is written.
#[derive(Clone, Copy)]
struct At<'s> {
    node: NodeRef<'s>,
    schema: &'s SchemaNode,
}

/// What a node stands in.
#[derive(Clone, Copy)]
struct Place<'s> {
    /// The root, or the embedded resource around the node.
    resource: NodeRef<'s>,
    is_root: bool,
    /// Whether the node describes the type or object meta of the resource.
    inside_meta: bool,
}

/// A way down from a resource to a value.
#[derive(Clone, Copy)]
enum Step<'s> {
    Member(&'s str),
    Item,
}

struct Walk<'s, 'f> {
    pruned_defaults: bool,
    steps: Vec<Step<'s>>,
    found: &'f mut Faults,
}

impl<'s> Walk<'s, '_> {
    fn node(&mut self, at: At<'s>, mut place: Place<'s>, path: &FieldPath<'_>) {
        let At { node, schema } = at;
        if !node.node().has_defaults {
            return;
        }
        let outer = self.steps.clone();
        let is_resource = place.is_root || node.node().embedded_resource;
        if is_resource {
            place = Place { resource: node, inside_meta: false, ..place };
            self.steps.clear();
        }
        if let Some(default) = &node.node().default {
            self.default(at, default, place, &path.property("default"));
        }
        let below = Place { is_root: false, ..place };
        if let (Some(node), Some(schema)) = (node.items(), schema.items()) {
            self.below(Step::Item, At { node, schema }, below, &path.property("items"));
        }
        let properties = path.property("properties");
        // Both are sorted by name.
        for ((name, node), (_, schema)) in node.properties().zip(schema.properties()) {
            let meta = is_resource && matches!(name, "metadata" | "apiVersion" | "kind");
            let below = Place { inside_meta: below.inside_meta || meta, ..below };
            self.below(Step::Member(name), At { node, schema }, below, &properties.key(name));
        }
        self.steps = outer;
    }

    fn below(&mut self, step: Step<'s>, at: At<'s>, place: Place<'s>, path: &FieldPath<'_>) {
        self.steps.push(step);
        self.node(at, place, path);
        self.steps.pop();
    }

    fn default(&mut self, at: At<'_>, default: &Value, place: Place<'_>, path: &FieldPath<'_>) {
        let node = at.node;
        if place.inside_meta {
            match self.in_metadata(default, place, path) {
                Some(violation) => self.found.push(violation),
                None => self.found.extend(misfits(at, default, path)),
            }
            return;
        }
        let is_resource = place.is_root || node.node().embedded_resource;
        if self.pruned_defaults {
            let mut pruned = default.clone();
            prune_node(node, &mut pruned, if is_resource { PruneRoot::Resource } else { PruneRoot::Value });
            if pruned != *default {
                self.found.push(invalid(path, default.clone(), "must not have unknown fields"));
            }
        }
        let mut coerced = default.clone();
        let of_the_root = if place.is_root { metadata(&mut coerced, path) } else { None };
        match of_the_root.or_else(|| first_of_embedded(node, &mut coerced, path)) {
            Some(violation) => self.found.push(violation),
            None => self.found.extend(misfits(at, &coerced, path)),
        }
    }

    /// A default inside of metadata is put into an object that has nothing else.
    fn in_metadata(&self, default: &Value, place: Place<'_>, path: &FieldPath<'_>) -> Option<Violation> {
        let mut object = surround(&self.steps, default.clone());
        if let Value::Object(members) = &mut object {
            members.entry("kind").or_insert_with(|| json!("Validation"));
            members.entry("apiVersion").or_insert_with(|| json!("validation/v1"));
        }
        let violation = metadata(&mut object, &FieldPath::ROOT)
            .or_else(|| first_of_embedded(place.resource, &mut object, &FieldPath::ROOT))?;
        Some(invalid(path, default.clone(), format!("must result in valid metadata: {violation}")))
    }
}

/// What is wrong with the values of a default, as it is written: without the defaults in it.
#[cfg(feature = "validate")]
fn misfits(at: At<'_>, default: &Value, path: &FieldPath<'_>) -> Violations {
    validate_default(at.schema, default, path)
}

#[cfg(not(feature = "validate"))]
fn misfits(_: At<'_>, _: &Value, _: &FieldPath<'_>) -> Violations {
    Violations::new()
}

/// Upstream stops at the first violation, in random order; here it is the first by name.
fn first_of_embedded(node: NodeRef<'_>, value: &mut Value, path: &FieldPath<'_>) -> Option<Violation> {
    coerce_embedded_below(node, value, path).into_iter().next()
}

/// Type and object meta of a resource.
fn metadata(object: &mut Value, path: &FieldPath<'_>) -> Option<Violation> {
    let Value::Object(members) = object else { return None };
    for name in ["apiVersion", "kind"] {
        if let Some(value) = members.get(name).filter(|value| !value.is_string()) {
            return Some(invalid(&path.property(name), value.clone(), "must be a string"));
        }
    }
    round_trip(members.get_mut("metadata")?, &path.property("metadata"), &mut Vec::new()).err()
}

fn surround(steps: &[Step<'_>], value: Value) -> Value {
    steps.iter().rev().fold(value, |value, step| match step {
        Step::Member(name) => Value::Object(Map::from_iter([((*name).to_owned(), value)])),
        Step::Item => Value::Array(vec![value]),
    })
}

fn extract<'v>(steps: &[Step<'_>], object: &'v Value) -> Option<&'v Value> {
    steps.iter().try_fold(object, |value, step| match step {
        Step::Member(name) => value.get(*name),
        Step::Item => value.get(0),
    })
}

/// Whether a server would change some default of the schema when it serves it.
///
/// A schema that is not structural has no such default, says upstream (`schemaHasUnprunedDefaults`).
pub(super) fn has_unpruned(props: &JsonSchemaProps) -> bool {
    let converted = convert::convert(props, &FieldPath::ROOT);
    let is_structural = converted.unsupported.is_empty()
        && StructuralSchema::violations(&converted.root, &FieldPath::ROOT, converted.nested).is_empty();
    let schema = CompiledSchema::of_node(&converted.root);
    is_structural && has_unpruned_below(schema.root(), schema.root(), &mut Vec::new())
}

fn has_unpruned_below<'s>(root: NodeRef<'s>, node: NodeRef<'s>, steps: &mut Vec<Step<'s>>) -> bool {
    if !node.node().has_defaults {
        return false;
    }
    let here = node.node().default.as_ref().is_some_and(|default| is_unpruned(root, default, steps));
    let values = node.values().map(|values| (Step::Member("*"), values));
    let items = node.items().map(|items| (Step::Item, items));
    let properties = node.properties().map(|(name, property)| (Step::Member(name), property));
    here || values.into_iter().chain(items).chain(properties).any(|(step, below)| {
        steps.push(step);
        let found = has_unpruned_below(root, below, steps);
        steps.pop();
        found
    })
}

fn is_unpruned(root: NodeRef<'_>, default: &Value, steps: &[Step<'_>]) -> bool {
    let mut object = surround(steps, default.clone());
    if !object.is_object() {
        return false;
    }
    // Upstream drops what cannot be read, which changes the default as well.
    let unreadable = coerce_root(&mut object, &mut Vec::new()).is_err()
        || !coerce_embedded_below(root, &mut object, &FieldPath::ROOT).is_empty();
    prune_node(root, &mut object, PruneRoot::Resource);
    unreadable || extract(steps, &object) != Some(default)
}

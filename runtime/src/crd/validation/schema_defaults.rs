//! The defaults of a structural schema: no unknown fields, valid metadata, values that the CEL rules accept, and, with the
//! feature `validate`, values that the schema accepts.
//!
//! Source: `pkg/apiserver/schema/defaulting/{validation,prune,surroundingobject}.go`.
//!
//! Knows nothing of: wire types beyond the old schema that it converts.

use serde_json::{Value, json};

use super::error::{PlacedErrors, invalid};
use super::older;
use super::ratchet::Options;
use crate::compiled::{CompiledSchema, NodeRef};
use crate::convert;
use crate::default_pruning::{has_unpruned_defaults, surround};
use crate::object_meta::{check_embedded_below, check_resource_below, coerce_embedded_below, round_trip};
use crate::path::FieldPath;
use crate::prune::{PruneRoot, prune_node};
use crate::rules::{DefaultRules, Place as RulePlace};
use crate::schema::{SchemaNode, StructuralSchema};
use crate::server_version::ServerVersion;
#[cfg(feature = "validate")]
use crate::validation::validate_default;
use crate::violation::{Violation, Violations};
use crate::wire::JsonSchemaProps;

/// Checks all defaults but those below `additionalProperties`, where upstream does not look.
pub(super) fn check(
    root: &SchemaNode,
    options: &Options<'_>,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    if !root.any(&|node| node.default_value().is_some()) {
        return;
    }
    let schema = CompiledSchema::of_node(root);
    let resource = schema.root();
    let (server, pruned_defaults) = (options.server, options.pruned_defaults);
    let mut walk =
        Walk { server, pruned_defaults, steps: Vec::new(), found, rules: DefaultRules::new(server) };
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

struct Walk<'s, 'f> {
    server: ServerVersion,
    pruned_defaults: bool,
    /// The way down from the resource; `None` is an item of a list.
    steps: Vec<Option<&'s str>>,
    found: &'f mut PlacedErrors,
    rules: DefaultRules,
}

impl<'s> Walk<'s, '_> {
    fn node(&mut self, at: At<'s>, mut place: Place<'s>, path: &FieldPath<'_>) {
        let At { node, schema } = at;
        if !node.node().has.defaults || self.rules.is_spent() {
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
            self.below(None, At { node, schema }, below, &path.property("items"));
        }
        let properties = path.property("properties");
        // Both are sorted by name.
        for ((name, node), (_, schema)) in node.properties().zip(schema.properties()) {
            let meta = is_resource && matches!(name, "metadata" | "apiVersion" | "kind");
            let below = Place { inside_meta: below.inside_meta || meta, ..below };
            self.below(Some(name), At { node, schema }, below, &properties.key(name));
        }
        self.steps = outer;
    }

    fn below(&mut self, step: Option<&'s str>, at: At<'s>, place: Place<'s>, path: &FieldPath<'_>) {
        self.steps.push(step);
        self.node(at, place, path);
        self.steps.pop();
    }

    fn default(&mut self, at: At<'_>, default: &Value, place: Place<'_>, path: &FieldPath<'_>) {
        let node = at.node;
        let is_resource = place.is_root || node.node().embedded_resource;
        if place.inside_meta {
            let of_metadata = self.in_metadata(default, place, path);
            let found = of_metadata.map_or_else(
                || self.of_value(at, default, is_resource, path),
                |one| Violations::from_iter([one]),
            );
            return self.found.extend(found);
        }
        if self.pruned_defaults {
            let mut pruned = default.clone();
            prune_node(node, &mut pruned, if is_resource { PruneRoot::Resource } else { PruneRoot::Value });
            if pruned != *default {
                self.found.push(invalid(path, default.clone(), "must not have unknown fields"));
            }
        }
        let mut coerced = default.clone();
        let of_the_root = if place.is_root { metadata(&mut coerced, path) } else { None };
        let unreadable = of_the_root.or_else(|| first_of_embedded(node, &mut coerced, path));
        let mut violations = match unreadable {
            Some(violation) => Violations::from_iter([violation]),
            None if is_resource => check_resource_below(node, &coerced, self.server, path),
            None => check_embedded_below(node, &coerced, self.server, path),
        };
        if violations.is_empty() {
            violations = self.of_value(at, &coerced, is_resource, path);
        }
        self.found.extend(violations);
    }

    /// What is wrong with the values of a default; rules come last.
    fn of_value(
        &mut self,
        at: At<'_>,
        default: &Value,
        is_resource: bool,
        path: &FieldPath<'_>,
    ) -> Violations {
        let misfits = misfits(at.schema, default, self.server, path);
        if !misfits.is_empty() {
            return misfits;
        }
        let place = if is_resource { RulePlace::Resource } else { RulePlace::Value };
        self.rules.check(at.schema, place, default, path)
    }

    /// A default inside of metadata is put into an object that has nothing else.
    fn in_metadata(&self, default: &Value, place: Place<'_>, path: &FieldPath<'_>) -> Option<Violation> {
        let mut object = surround(&self.steps, default.clone());
        if let Value::Object(fields) = &mut object {
            fields.entry("kind").or_insert_with(|| json!("Validation"));
            fields.entry("apiVersion").or_insert_with(|| json!("validation/v1"));
        }
        let unreadable = metadata(&mut object, &FieldPath::ROOT)
            .or_else(|| first_of_embedded(place.resource, &mut object, &FieldPath::ROOT));
        let violations = match unreadable {
            Some(violation) => Violations::from_iter([violation]),
            None => check_resource_below(place.resource, &object, self.server, &FieldPath::ROOT),
        };
        let violations = violations.printed_by(self.server);
        let detail = || format!("must result in valid metadata: {violations}");
        (!violations.is_empty()).then(|| invalid(path, default.clone(), detail()))
    }
}

/// What is wrong with the values of a default, as it is written: without the defaults in it.
#[cfg(feature = "validate")]
fn misfits(schema: &SchemaNode, default: &Value, server: ServerVersion, path: &FieldPath<'_>) -> Violations {
    validate_default(schema, default, server, path)
}

#[cfg(not(feature = "validate"))]
fn misfits(_: &SchemaNode, _: &Value, _: ServerVersion, _: &FieldPath<'_>) -> Violations {
    Violations::new()
}

/// Upstream stops at the first violation, in random order; here it is the first by name.
fn first_of_embedded(node: NodeRef<'_>, value: &mut Value, path: &FieldPath<'_>) -> Option<Violation> {
    coerce_embedded_below(node, value, path).into_iter().next()
}

/// Type and object meta of a resource.
fn metadata(object: &mut Value, path: &FieldPath<'_>) -> Option<Violation> {
    let Value::Object(fields) = object else { return None };
    for name in ["apiVersion", "kind"] {
        if let Some(value) = fields.get(name).filter(|value| !value.is_string()) {
            return Some(invalid(&path.property(name), value.clone(), "must be a string"));
        }
    }
    round_trip(fields.get_mut("metadata")?, &path.property("metadata"), &mut Vec::new()).err()
}

/// Whether a server would change some default of the schema when it serves it.
///
/// A schema that is not structural has no such default, says upstream (`schemaHasUnprunedDefaults`).
pub(super) fn has_unpruned(props: &JsonSchemaProps, server: ServerVersion) -> bool {
    let converted = convert::convert(&older::converted(props, server), &FieldPath::ROOT);
    let is_structural = converted.unsupported.is_empty()
        && StructuralSchema::violations(&converted.root, &FieldPath::ROOT, converted.nested).is_empty();
    let schema = CompiledSchema::of_node(&converted.root);
    is_structural && has_unpruned_defaults(&schema)
}

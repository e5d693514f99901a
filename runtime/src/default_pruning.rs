//! The defaults of a schema, pruned once when it is served: what they bring in is what a request could have brought.
//!
//! Source: `pkg/apiserver/schema/defaulting/{prune,surroundingobject}.go`.
//!
//! Knows nothing of: objects of requests.

use std::cell::Cell;

use serde_json::{Map, Value};

use crate::compiled::{CompiledSchema, NodeRef, Way};
use crate::object_meta::coerce_resource_below;
use crate::prune::{PruneRoot, prune_node};

/// A default of the root itself is no object, and so no resource; nor is what has the default of an item of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("object root default value must be of object type")]
pub struct RootDefaultError;

/// The schema with pruned defaults, as a server makes it once: what they bring in is what a request could have brought.
/// Metadata in them that cannot be read is dropped.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, apply_defaults, prune_defaults};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let spec = SchemaBuilder::object()
///     .property("size", SchemaBuilder::integer())
///     .default_value(json!({"size": 3, "colour": "red"}));
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("spec", spec).build()?);
/// let mut object = json!({});
/// apply_defaults(&prune_defaults(&schema)?, &mut object);
/// assert_eq!(object, json!({"spec": {"size": 3}}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RootDefaultError`], for which a server does not serve the version.
///
/// Source: `PruneDefaults` in `pkg/apiserver/schema/defaulting/prune.go`.
pub fn prune_defaults(schema: &CompiledSchema) -> Result<CompiledSchema, RootDefaultError> {
    let root = schema.root();
    if no_resource(root) {
        return Err(RootDefaultError);
    }
    Ok(schema.with_defaults(&|way, default| pruned(root, way, default)))
}

/// Items of the root stand in a list, which is no resource either.
fn no_resource(root: NodeRef<'_>) -> bool {
    root.node().default.as_ref().is_some_and(|default| !default.is_object())
        || root.items().is_some_and(|items| items.node().has.defaults)
}

/// Whether serving the schema would change some default.
///
/// With a default at the root that is no resource there are none, for then upstream has no answer.
pub(crate) fn has_unpruned_defaults(schema: &CompiledSchema) -> bool {
    let changes = Cell::new(false);
    if !no_resource(schema.root()) {
        schema.with_defaults(&|way, default| {
            let pruned = pruned(schema.root(), way, default);
            changes.set(changes.get() || pruned.as_ref() != Some(default));
            pruned
        });
    }
    changes.get()
}

/// The default as it comes out of a resource that has nothing else.
fn pruned(root: NodeRef<'_>, way: &Way<'_>, default: &Value) -> Option<Value> {
    let mut resource = surround(way, default.clone());
    coerce_resource_below(root, &mut resource);
    prune_node(root, &mut resource, PruneRoot::Resource);
    extract(way, resource)
}

/// A value, with the fields and lists of one item around it that lead to it.
pub(crate) fn surround(way: &Way<'_>, value: Value) -> Value {
    way.iter().rev().fold(value, |value, step| match step {
        Some(name) => Value::Object(Map::from_iter([((*name).to_owned(), value)])),
        None => Value::Array(vec![value]),
    })
}

fn extract(way: &Way<'_>, resource: Value) -> Option<Value> {
    way.iter().try_fold(resource, |mut value, step| match step {
        Some(name) => value.get_mut(*name).map(Value::take),
        None => value.get_mut(0).map(Value::take),
    })
}

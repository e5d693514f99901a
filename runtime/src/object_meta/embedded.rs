//! What a server says about the resources that are embedded in an object.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/objectmeta/validation.go`.
//!
//! Knows nothing of: how metadata is read.

use serde_json::{Map, Value};

use super::rules::{self, Kind, Scope};
use super::typed;
use crate::compiled::{CompiledSchema, Field, NodeRef};
use crate::field_error::{invalid, required};
use crate::names::{group_version, label_1035, lower, path_segment};
use crate::path::FieldPath;
use crate::server_version::ServerVersion;
use crate::violation::{Violation, Violations};
use crate::wire::or_empty;

/// What is wrong with the resources embedded in an object; its own type and metadata are not looked at.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, check_embedded_resources};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let template = SchemaBuilder::embedded_resource().preserve_unknown_fields();
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("template", template).build()?);
/// let object = json!({"template": {"kind": "Pod", "metadata": {"name": "a/b"}}});
/// let violations: Vec<_> = check_embedded_resources(&schema, &object).iter().map(ToString::to_string).collect();
/// assert_eq!(violations, [
///     "template.apiVersion: Required value",
///     "template.metadata.name: Invalid value: \"a/b\": may not contain '/'",
/// ]);
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// Source: `Validate` in `pkg/apiserver/schema/objectmeta/validation.go`; fields are visited by name, where upstream's order
/// is random.
pub fn check_embedded_resources(schema: &CompiledSchema, object: &Value) -> Violations {
    check_embedded_below(schema.root(), object, ServerVersion::NEWEST, &FieldPath::ROOT)
}

/// The same from a node on, as a server says it.
pub(crate) fn check_embedded_below(
    schema: NodeRef<'_>,
    value: &Value,
    server: ServerVersion,
    path: &FieldPath<'_>,
) -> Violations {
    let mut found = Violations::new();
    below(value, schema, server, path, &mut found);
    found
}

/// The same of a value that is a resource, whatever its schema says.
#[cfg(feature = "lint")]
pub(crate) fn check_resource_below(
    schema: NodeRef<'_>,
    value: &Value,
    server: ServerVersion,
    path: &FieldPath<'_>,
) -> Violations {
    let mut found = Violations::new();
    if let (Value::Object(fields), false) = (value, schema.node().embedded_resource) {
        resource(fields, value, server, path, &mut found);
    }
    below(value, schema, server, path, &mut found);
    found
}

fn below(
    value: &Value,
    schema: NodeRef<'_>,
    server: ServerVersion,
    path: &FieldPath<'_>,
    found: &mut Violations,
) {
    if !schema.node().has.embedded_resources {
        return;
    }
    match value {
        Value::Object(fields) => {
            if schema.node().embedded_resource {
                resource(fields, value, server, path, found);
            }
            for (name, value) in sorted(fields) {
                match schema.field(name) {
                    Field::Declared(schema) => below(value, schema, server, &path.property(name), found),
                    Field::Entry(Some(schema)) => below(value, schema, server, &path.key(name), found),
                    Field::Entry(None) | Field::Unknown => {}
                }
            }
        }
        Value::Array(items) => {
            let Some(schema) = schema.items() else { return };
            for (index, item) in items.iter().enumerate() {
                below(item, schema, server, &path.index(index), found);
            }
        }
        _ => {}
    }
}

fn sorted(fields: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut sorted: Vec<_> = fields.iter().collect();
    sorted.sort_unstable_by_key(|(name, _)| *name);
    sorted
}

fn resource(
    fields: &Map<String, Value>,
    value: &Value,
    server: ServerVersion,
    path: &FieldPath<'_>,
    found: &mut Violations,
) {
    let missing = ["apiVersion", "kind"].into_iter().filter(|name| !fields.contains_key(*name));
    let detail = if server < ServerVersion::V1_34 { "must not be empty" } else { "" };
    found.extend(missing.map(|name| required(&path.property(name), detail)));
    let checks = [("apiVersion", api_version as fn(&str) -> Option<String>), ("kind", kind)];
    for (name, check) in checks {
        found.extend(fields.get(name).and_then(|value| type_meta(value, check, &path.property(name))));
    }
    found.extend(metadata(value, server, &path.property("metadata")));
}

fn type_meta(value: &Value, check: fn(&str) -> Option<String>, path: &FieldPath<'_>) -> Option<Violation> {
    let reason = match value {
        Value::String(string) if string.is_empty() => Some("must not be empty".to_owned()),
        Value::String(string) => check(string),
        _ => Some("must be a string".to_owned()),
    };
    reason.map(|reason| invalid(path, value.clone(), reason))
}

fn api_version(string: &str) -> Option<String> {
    group_version(string).err()
}

fn kind(string: &str) -> Option<String> {
    let reasons = label_1035(&lower(string));
    let detail = || format!("may have mixed case, but should otherwise match: {}", reasons.join(","));
    (!reasons.is_empty()).then(detail)
}

fn metadata(resource: &Value, server: ServerVersion, path: &FieldPath<'_>) -> Violations {
    let mut metadata = match typed(resource, path) {
        Ok(metadata) => metadata,
        Err(violation) => return Violations::from_iter([violation]),
    };
    // It may be named only when it is made.
    if or_empty(metadata.name.as_ref()).is_empty() {
        metadata.name = Some("fakename".to_owned());
    }
    let namespaced = !or_empty(metadata.namespace.as_ref()).is_empty();
    let scope = if namespaced { Scope::Namespaced } else { Scope::Cluster };
    rules::merged(rules::create(&metadata, &Kind { server, scope, name: &path_segment }, path), server)
}

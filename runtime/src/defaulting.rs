//! Dropping nulls, and filling in defaults.
//!
//! Source: `pkg/apiserver/schema/defaulting/prunenulls.go`, `algorithm.go`.
//!
//! Knows nothing of: other actions; value validation, int-or-string, preserved content.

use serde_json::{Map, Value};

use crate::compiled::{CompiledSchema, Member, NodeRef};

/// Removes nulls where the schema allows none and has no default to put in their place.
///
/// Null items of lists stay.
///
/// ```
/// use crd_schema::{CompiledSchema, SchemaBuilder, drop_nulls};
/// use serde_json::json;
///
/// let schema = SchemaBuilder::object()
///     .property("a", SchemaBuilder::string())
///     .property("b", SchemaBuilder::string().nullable())
///     .build()?;
/// let mut value = json!({"a": null, "b": null});
/// drop_nulls(&CompiledSchema::new(&schema), &mut value);
/// assert_eq!(value, json!({"b": null}));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
pub fn drop_nulls(schema: &CompiledSchema, value: &mut Value) {
    drop_below(value, schema.root());
}

fn drop_below(value: &mut Value, schema: NodeRef<'_>) {
    match value {
        Value::Object(members) => members.retain(|name, value| match schema.member(name).schema() {
            Some(schema) if value.is_null() => schema.node().nullable || schema.node().default.is_some(),
            Some(schema) => {
                drop_below(value, schema);
                true
            }
            None => true,
        }),
        Value::Array(items) => {
            let Some(schema) = schema.items() else { return };
            for item in items {
                drop_below(item, schema);
            }
        }
        _ => {}
    }
}

/// Fills in the defaults of the schema.
///
/// ```
/// use crd_schema::{CompiledSchema, SchemaBuilder, apply_defaults};
/// use serde_json::json;
///
/// let size = SchemaBuilder::integer().default_value(json!(3));
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("size", size).build()?);
/// let mut value = json!({});
/// apply_defaults(&schema, &mut value);
/// assert_eq!(value, json!({"size": 3}));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
pub fn apply_defaults(schema: &CompiledSchema, value: &mut Value) {
    default_below(value, schema.root());
}

fn default_below(value: &mut Value, schema: NodeRef<'_>) {
    if !schema.node().has_defaults {
        return;
    }
    match value {
        Value::Object(members) => {
            default_properties(members, schema);
            for (name, value) in members.iter_mut() {
                match schema.member(name) {
                    Member::Declared(property) => default_below(value, property),
                    Member::Entry(Some(values)) => default_element(value, values),
                    Member::Entry(None) | Member::Unknown => {}
                }
            }
        }
        Value::Array(items) => {
            let Some(schema) = schema.items() else { return };
            for item in items {
                default_element(item, schema);
            }
        }
        _ => {}
    }
}

fn default_properties(members: &mut Map<String, Value>, schema: NodeRef<'_>) {
    for (name, property) in schema.properties() {
        let Some(default) = &property.node().default else { continue };
        let missing = members.get(name).is_none_or(|value| value.is_null() && !property.node().nullable);
        if missing {
            members.insert(name.to_owned(), default.clone());
        }
    }
}

/// An item of a list or a value of a map: a null takes the default of its schema, if there is one.
fn default_element(value: &mut Value, schema: NodeRef<'_>) {
    if let (true, false, Some(default)) = (value.is_null(), schema.node().nullable, &schema.node().default) {
        *value = default.clone();
    }
    default_below(value, schema);
}

//! Dropping nulls, and filling in defaults.
//!
//! Source: `pkg/apiserver/schema/defaulting/prunenulls.go`, `algorithm.go`.
//!
//! Knows nothing of: other actions; value validation, int-or-string, preserved content.

use serde_json::{Map, Value};

use crate::by_name::{self, Next};
use crate::compiled::{CompiledSchema, Member, NodeRef};
use crate::path::{FieldPath, FieldPathBuf, PathStyle, Recorder};

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

/// The same, of what one member holds.
pub(crate) fn drop_nulls_of(schema: &CompiledSchema, value: &mut Value, member: &str) {
    if let (Some(schema), Some(value)) = (schema.root().property(member), value.get_mut(member)) {
        drop_below(value, schema);
    }
}

fn drop_below(value: &mut Value, schema: NodeRef<'_>) {
    match value {
        Value::Object(members) => {
            let (mut has_unwanted, mut next) = (false, Next::default());
            for (name, value) in members.iter_mut() {
                let Some(schema) = schema.next_member(name, &mut next).schema() else { continue };
                if value.is_null() {
                    has_unwanted |= !keeps_null(schema);
                } else {
                    drop_below(value, schema);
                }
            }
            if has_unwanted {
                members.retain(|name, value| {
                    !value.is_null() || schema.member(name).schema().is_none_or(keeps_null)
                });
            }
        }
        Value::Array(items) => {
            let Some(schema) = schema.items() else { return };
            for item in items {
                drop_below(item, schema);
            }
        }
        _ => {}
    }
}

fn keeps_null(schema: NodeRef<'_>) -> bool {
    schema.node().nullable || schema.node().default.is_some()
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
    default_below(value, schema.root(), &FieldPath::ROOT, &mut ());
}

/// As [`apply_defaults`], and gives the paths of what was filled in, each at its top, sorted bytewise.
///
/// ```
/// use crd_schema::{CompiledSchema, SchemaBuilder, apply_defaults_noting};
/// use serde_json::json;
///
/// let size = SchemaBuilder::integer().default_value(json!(3));
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("size", size).build()?);
/// let filled = apply_defaults_noting(&schema, &mut json!({}));
/// assert_eq!(filled[0].to_string(), "size");
/// # Ok::<(), crd_schema::Violations>(())
/// ```
pub fn apply_defaults_noting(schema: &CompiledSchema, value: &mut Value) -> Vec<FieldPathBuf> {
    let mut filled = Recorder::default();
    default_below(value, schema.root(), &FieldPath::ROOT, &mut filled);
    filled.sorted(PathStyle::Dotted)
}

/// Who is told of what is filled in.
trait Notes {
    fn filled(&mut self, path: &FieldPath<'_>);
}

impl Notes for () {
    fn filled(&mut self, _: &FieldPath<'_>) {}
}

impl Notes for Recorder {
    fn filled(&mut self, path: &FieldPath<'_>) {
        self.record(path);
    }
}

fn default_below(value: &mut Value, schema: NodeRef<'_>, path: &FieldPath<'_>, notes: &mut impl Notes) {
    if !schema.node().has.defaults {
        return;
    }
    match value {
        Value::Object(members) => {
            default_properties(members, schema, path, notes);
            let mut next = Next::default();
            for (name, value) in members.iter_mut() {
                match schema.next_member(name, &mut next) {
                    Member::Declared(property) => {
                        default_below(value, property, &path.property(name), notes);
                    }
                    Member::Entry(Some(values)) => default_element(value, values, &path.key(name), notes),
                    Member::Entry(None) | Member::Unknown => {}
                }
            }
        }
        Value::Array(items) => {
            let Some(schema) = schema.items() else { return };
            for (index, item) in items.iter_mut().enumerate() {
                default_element(item, schema, &path.index(index), notes);
            }
        }
        _ => {}
    }
}

fn default_properties(
    members: &mut Map<String, Value>,
    schema: NodeRef<'_>,
    path: &FieldPath<'_>,
    notes: &mut impl Notes,
) {
    for (name, property) in schema.properties() {
        let Some(default) = property.node().default.as_deref() else { continue };
        let value = by_name::member(members, name);
        let missing = value.is_none_or(|value| value.is_null() && !property.node().nullable);
        if missing {
            members.insert(name.to_owned(), default.clone());
            notes.filled(&path.property(name));
        }
    }
}

/// An item of a list or a value of a map: a null takes the default of its schema, if there is one.
fn default_element(value: &mut Value, schema: NodeRef<'_>, path: &FieldPath<'_>, notes: &mut impl Notes) {
    if let (true, false, Some(default)) =
        (value.is_null(), schema.node().nullable, schema.node().default.as_deref())
    {
        *value = default.clone();
        notes.filled(path);
    }
    default_below(value, schema, path, notes);
}

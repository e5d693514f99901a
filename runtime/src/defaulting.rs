//! Dropping nulls, and filling in defaults.
//!
//! Source: `pkg/apiserver/schema/defaulting/prunenulls.go`, `algorithm.go`.
//!
//! Knows nothing of: other actions; value validation, int-or-string, preserved content.

use serde_json::{Map, Value};

use crate::by_name::{self, Next};
use crate::compiled::{CompiledSchema, Field, NodeRef};
use crate::json::json_length;
use crate::path::{FieldPath, FieldPathBuf, PathStyle, Recorder};

/// Removes nulls where the schema allows none and has no default to put in their place.
///
/// Null items of lists stay.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, drop_nulls};
/// use crd_schema::SchemaBuilder;
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

/// The same, of what one field holds.
pub(crate) fn drop_nulls_of(schema: &CompiledSchema, value: &mut Value, field: &str) {
    if let (Some(schema), Some(value)) = (schema.root().property(field), value.get_mut(field)) {
        drop_below(value, schema);
    }
}

fn drop_below(value: &mut Value, schema: NodeRef<'_>) {
    match value {
        Value::Object(fields) => {
            let (mut has_unwanted, mut next) = (false, Next::default());
            for (name, value) in fields.iter_mut() {
                let Some(schema) = schema.next_field(name, &mut next).schema() else { continue };
                if value.is_null() {
                    has_unwanted |= !keeps_null(schema);
                } else {
                    drop_below(value, schema);
                }
            }
            if has_unwanted {
                fields.retain(|name, value| {
                    !value.is_null() || schema.field(name).schema().is_none_or(keeps_null)
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

/// Defaults have more bytes than an object may grow by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the defaults of the object have more than {0} bytes")]
pub struct DefaultsTooLarge(pub usize);

/// Fills in the defaults of the schema, however large they are; [`apply_defaults_within`] has a bound.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, apply_defaults};
/// use crd_schema::SchemaBuilder;
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
    // Nothing is larger than all memory.
    let _ = fill(schema, value, usize::MAX, &mut ());
}

/// As [`apply_defaults`], and gives the paths of what was filled in, each at its top, sorted bytewise.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, apply_defaults_noting};
/// use crd_schema::SchemaBuilder;
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
    let _ = fill(schema, value, usize::MAX, &mut filled);
    filled.sorted(PathStyle::Dotted)
}

/// As [`apply_defaults_noting`], as long as the defaults add no more than so many bytes of JSON.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, apply_defaults_within};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let string = SchemaBuilder::string().default_value(json!("x".repeat(10_000)));
/// let items = SchemaBuilder::array(SchemaBuilder::object().property("text", string));
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("list", items).build()?);
/// assert!(apply_defaults_within(&schema, &mut json!({"list": [{}]}), 1_000_000).is_ok());
/// let refused = apply_defaults_within(&schema, &mut json!({"list": vec![json!({}); 1000]}), 1_000_000);
/// assert_eq!(refused.unwrap_err().to_string(), "the defaults of the object have more than 1000000 bytes");
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// # Errors
/// [`DefaultsTooLarge`] before the limit is passed; some of the defaults are filled in then.
pub fn apply_defaults_within(
    schema: &CompiledSchema,
    value: &mut Value,
    limit: usize,
) -> Result<Vec<FieldPathBuf>, DefaultsTooLarge> {
    let mut filled = Recorder::default();
    fill(schema, value, limit, &mut filled)?;
    Ok(filled.sorted(PathStyle::Dotted))
}

fn fill(
    schema: &CompiledSchema,
    value: &mut Value,
    limit: usize,
    notes: &mut impl Notes,
) -> Result<(), DefaultsTooLarge> {
    let mut filler = Filler { left: limit, notes };
    default_below(value, schema.root(), &FieldPath::ROOT, &mut filler).ok_or(DefaultsTooLarge(limit))
}

/// Who learns of each default.
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

struct Filler<'n, N> {
    /// How many bytes of JSON may still be added.
    left: usize,
    notes: &'n mut N,
}

impl<N: Notes> Filler<'_, N> {
    /// A copy of the default; `None` when there is no room for it.
    fn take(&mut self, default: &Value, around: usize, path: &FieldPath<'_>) -> Option<Value> {
        let bytes = around.saturating_add(json_length(default));
        self.left = self.left.checked_sub(bytes)?;
        self.notes.filled(path);
        Some(default.clone())
    }
}

/// `None` when there is no room.
fn default_below(
    value: &mut Value,
    schema: NodeRef<'_>,
    path: &FieldPath<'_>,
    filler: &mut Filler<'_, impl Notes>,
) -> Option<()> {
    if !schema.node().has.defaults {
        return Some(());
    }
    match value {
        Value::Object(fields) => {
            default_properties(fields, schema, path, filler)?;
            let mut next = Next::default();
            for (name, value) in fields.iter_mut() {
                match schema.next_field(name, &mut next) {
                    Field::Declared(property) => {
                        default_below(value, property, &path.property(name), filler)?;
                    }
                    Field::Entry(Some(values)) => {
                        default_element(value, values, &path.key(name), filler)?;
                    }
                    Field::Entry(None) | Field::Unknown => {}
                }
            }
        }
        Value::Array(items) => {
            let Some(schema) = schema.items() else { return Some(()) };
            for (index, item) in items.iter_mut().enumerate() {
                default_element(item, schema, &path.index(index), filler)?;
            }
        }
        _ => {}
    }
    Some(())
}

fn default_properties(
    fields: &mut Map<String, Value>,
    schema: NodeRef<'_>,
    path: &FieldPath<'_>,
    filler: &mut Filler<'_, impl Notes>,
) -> Option<()> {
    /// `"":` and a comma.
    const AROUND: usize = 4;
    for (name, property) in schema.properties() {
        let Some(default) = property.node().default.as_deref() else { continue };
        let value = by_name::field(fields, name);
        let missing = value.is_none_or(|value| value.is_null() && !property.node().nullable);
        if missing {
            let default = filler.take(default, name.len() + AROUND, &path.property(name))?;
            fields.insert(name.to_owned(), default);
        }
    }
    Some(())
}

/// An item of a list or a value of a map: a null takes the default of its schema, if there is one.
fn default_element(
    value: &mut Value,
    schema: NodeRef<'_>,
    path: &FieldPath<'_>,
    filler: &mut Filler<'_, impl Notes>,
) -> Option<()> {
    if let (true, false, Some(default)) =
        (value.is_null(), schema.node().nullable, schema.node().default.as_deref())
    {
        *value = filler.take(default, 0, path)?;
    }
    default_below(value, schema, path, filler)
}

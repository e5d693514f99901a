//! Sets without repeated items, and map lists without repeated keys.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/listtype/validation.go`.
//!
//! Knows nothing of: other actions; whether values have the types of the schema, whether keys are there.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde_json::{Map, Value};

use crate::by_name;
use crate::compiled::{CompiledSchema, ListKind, NodeRef};
use crate::distinct::are_distinct;
use crate::field_error::{invalid, owned};
use crate::go_text;
use crate::number::Number;
use crate::path::FieldPath;
use crate::violation::{ErrorKind, Violation, Violations};

/// Finds what is repeated in the sets and map lists of an object; each value or key is reported once, where it stands for the
/// second time.
///
/// **Quirk**: alone, the integer `1` and the float `1.0` are two; inside of lists, objects and keys of several fields they
/// are one, since there encodings are compared.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, check_list_types};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let tags = SchemaBuilder::set(SchemaBuilder::string());
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("tags", tags).build()?);
/// let violations = check_list_types(&schema, &json!({"tags": ["a", "b", "a", "a"]}));
/// assert_eq!(violations.to_string(), r#"tags[2]: Duplicate value: "a""#);
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// Source: `ValidateListSetsAndMaps` in `pkg/apiserver/schema/listtype/validation.go`; fields are visited by name, where
/// upstream's order is random.
pub fn check_list_types(schema: &CompiledSchema, object: &Value) -> Violations {
    let mut found = Violations::new();
    if let Value::Object(fields) = object
        && !fields_are_clean(fields, schema.root())
    {
        fields_below(fields, schema.root(), &FieldPath::ROOT, &mut found);
    }
    found
}

/// Whether nothing is wrong: the way without paths and order, which most requests go.
fn is_clean(value: &Value, schema: NodeRef<'_>) -> bool {
    if !schema.node().has.list_types {
        return true;
    }
    match value {
        Value::Object(fields) => fields_are_clean(fields, schema),
        Value::Array(items) => {
            list_is_clean(items, &schema.node().list)
                && schema.items().is_none_or(|schema| items.iter().all(|item| is_clean(item, schema)))
        }
        _ => true,
    }
}

fn fields_are_clean(fields: &Map<String, Value>, schema: NodeRef<'_>) -> bool {
    let mut properties = schema.properties().filter(|(_, property)| property.node().has.list_types);
    let is_clean_value = |schema| fields.values().all(|value| is_clean(value, schema));
    schema.values().filter(|values| values.node().has.list_types).is_none_or(is_clean_value)
        && properties.all(|(name, property)| {
            by_name::field(fields, name).is_none_or(|value| is_clean(value, property))
        })
}

fn list_is_clean(items: &[Value], kind: &ListKind) -> bool {
    match kind {
        ListKind::Atomic => true,
        ListKind::Set => are_distinct(items.len(), |index| items.get(index).map(Identity::of)),
        ListKind::Map(names) => {
            let fits = items.iter().all(|item| item.is_object() || item.is_null());
            let key = |index| items.get(index).map(|item| Identity::of_fields(item, names));
            fits && are_distinct(items.len(), key)
        }
    }
}

/// What is repeated in `new`, unless anything at all is repeated in `old`: then nothing is checked.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, check_list_types_update};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let set = || SchemaBuilder::set(SchemaBuilder::integer());
/// let schema = SchemaBuilder::object().property("a", set()).property("b", set()).build()?;
/// let schema = CompiledSchema::new(&schema);
/// let violations = |old| check_list_types_update(&schema, &old, &json!({"b": [1, 1]}));
/// assert_eq!(violations(json!({"a": [1]})).len(), 1);
/// assert!(violations(json!({"a": [1, 1]})).is_empty());
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// Source: `ValidateUpdate` in `pkg/registry/customresource/strategy.go`.
pub fn check_list_types_update(schema: &CompiledSchema, old: &Value, new: &Value) -> Violations {
    let found = check_list_types(schema, new);
    if found.is_empty() || check_list_types(schema, old).is_empty() { found } else { Violations::new() }
}

fn below(value: &Value, schema: NodeRef<'_>, path: &FieldPath<'_>, found: &mut Violations) {
    if !schema.node().has.list_types {
        return;
    }
    match value {
        Value::Object(fields) => fields_below(fields, schema, path, found),
        Value::Array(items) => {
            list(items, &schema.node().list, path, found);
            let Some(schema) = schema.items() else { return };
            for (index, item) in items.iter().enumerate() {
                below(item, schema, &path.index(index), found);
            }
        }
        _ => {}
    }
}

/// **Quirk**: declared fields are entries, too, where the schema has both.
fn fields_below(
    fields: &Map<String, Value>,
    schema: NodeRef<'_>,
    path: &FieldPath<'_>,
    found: &mut Violations,
) {
    if !schema.node().has.list_types {
        return;
    }
    let mut sorted: Vec<_> = fields.iter().collect();
    sorted.sort_unstable_by_key(|(name, _)| *name);
    if let Some(schema) = schema.values() {
        for (name, value) in &sorted {
            below(value, schema, &path.key(name), found);
        }
    }
    for (name, value) in sorted {
        if let Some(schema) = schema.property(name) {
            below(value, schema, &path.property(name), found);
        }
    }
}

fn list(items: &[Value], kind: &ListKind, path: &FieldPath<'_>, found: &mut Violations) {
    match kind {
        ListKind::Atomic => {}
        ListKind::Set => {
            let keys =
                items.iter().map(|item| Key { identity: Identity::of(item), shown: Shown::Value(item) });
            found.extend(duplicates(keys, path));
        }
        ListKind::Map(names) => found.extend(map_list(items, names, path)),
    }
}

fn map_list(items: &[Value], names: &[Box<str>], path: &FieldPath<'_>) -> Vec<Violation> {
    let misfit = items.iter().position(|item| !item.is_object() && !item.is_null());
    if let Some((index, item)) = misfit.and_then(|index| Some((index, items.get(index)?))) {
        let detail = "must be an object for an array of list-type map";
        return vec![invalid(&path.index(index), item.clone(), detail)];
    }
    match names {
        [name] => duplicates(items.iter().map(|item| Key::of_field(item, name)), path),
        names => duplicates(items.iter().map(|item| Key::of_fields(item, names)), path),
    }
}

/// What an item must not have in common with another one.
struct Key<'v> {
    identity: Identity<'v>,
    shown: Shown<'v>,
}

/// When two keys are one to upstream: scalars as values of Go, the rest by its JSON.
#[derive(PartialEq, Eq, Hash)]
enum Identity<'v> {
    /// No key at all.
    Unspecified,
    Null,
    Bool(bool),
    Integer(i64),
    /// The bits, zero without its sign.
    Float(u64),
    String(&'v str),
    Encoded(String),
}

/// What of a key is printed.
enum Shown<'v> {
    Value(&'v Value),
    Field(&'v str, &'v Value),
    Owned(Value),
}

impl<'v> Key<'v> {
    fn of_field(item: &'v Value, name: &'v str) -> Self {
        match item.get(name) {
            Some(value) => Self { identity: Identity::of(value), shown: Shown::Field(name, value) },
            None => Self { identity: Identity::Unspecified, shown: Shown::Owned(Value::Object(Map::new())) },
        }
    }

    fn of_fields(item: &'v Value, names: &[Box<str>]) -> Self {
        let field = |name: &str| Some((name.to_owned(), item.get(name)?.clone()));
        let fields: Map<_, _> = names.iter().filter_map(|name| field(name)).collect();
        let fields = Value::Object(fields);
        let encoded = go_text::Json(&fields).to_string();
        Self { identity: Identity::Encoded(encoded), shown: Shown::Owned(fields) }
    }
}

impl<'v> Identity<'v> {
    fn of_fields(item: &'v Value, names: &'v [Box<str>]) -> Self {
        match names {
            [name] => {
                let value = item.as_object().and_then(|item| by_name::field(item, name));
                value.map_or(Self::Unspecified, Self::of)
            }
            names => Key::of_fields(item, names).identity,
        }
    }

    fn of(value: &'v Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(flag) => Self::Bool(*flag),
            Value::String(string) => Self::String(string),
            Value::Number(number) => match Number::read(number) {
                Number::Integer(integer) => Self::Integer(integer),
                Number::Float(float) => Self::Float((float + 0.0).to_bits()),
            },
            Value::Array(_) | Value::Object(_) => Self::Encoded(go_text::Json(value).to_string()),
        }
    }
}

impl Shown<'_> {
    fn into_value(self) -> Value {
        match self {
            Self::Value(value) => value.clone(),
            Self::Field(name, value) => Value::Object(Map::from_iter([(name.to_owned(), value.clone())])),
            Self::Owned(value) => value,
        }
    }
}

/// Each key that comes again, where it does so for the first time.
fn duplicates<'v>(keys: impl Iterator<Item = Key<'v>>, path: &FieldPath<'_>) -> Vec<Violation> {
    let mut again: HashMap<Identity<'_>, bool> = HashMap::with_capacity(keys.size_hint().0);
    let mut found = Vec::new();
    for (index, key) in keys.enumerate() {
        match again.entry(key.identity) {
            Entry::Vacant(entry) => _ = entry.insert(false),
            Entry::Occupied(mut entry) => {
                if !entry.insert(true) {
                    let (path, value) = (owned(&path.index(index)), key.shown.into_value());
                    found.push(Violation::new(ErrorKind::Duplicate, path, Some(value), ""));
                }
            }
        }
    }
    found
}

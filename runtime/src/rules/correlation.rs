//! Which old value belongs to a new one, and whether the two are the same: unchanged values are ratcheted.
//!
//! Source: `apiserver pkg/cel/common/equality.go`, `CorrelatedObject`; `maplist.go`;
//! `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`, `ratchetingOptions`.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use super::values::is_identical;
use crate::number::Number;
use crate::schema::{ListType, SchemaNode};

/// A value with its old one.
#[derive(Clone, Debug)]
struct Pair<'v> {
    schema: &'v SchemaNode,
    new: &'v Value,
    old: &'v Value,
    /// Whether they are the same, once it is known.
    is_same: Rc<Cell<Option<bool>>>,
}

/// The old value of a place, or that of the nearest place above that has one.
#[derive(Clone, Debug, Default)]
pub(super) struct Correlation<'v> {
    current: Option<Pair<'v>>,
    above: Option<Pair<'v>>,
}

impl<'v> Correlation<'v> {
    pub(super) fn of(schema: &'v SchemaNode, new: &'v Value, old: Option<&'v Value>) -> Self {
        Self { current: old.map(|old| Pair::new(schema, new, old)), above: None }
    }

    /// Whether what is wrong here was so before.
    pub(super) fn is_unchanged(&self) -> bool {
        self.current.as_ref().or(self.above.as_ref()).is_some_and(Pair::is_same)
    }

    /// The place of a property or entry.
    pub(super) fn key(&self, name: &str) -> Self {
        let Some(current) = &self.current else { return self.clone() };
        // Old and new are of one version, whatever they say.
        if self.above.is_none() && matches!(name, "apiVersion" | "kind") {
            return Self::default();
        }
        Self { current: current.key(name), above: Some(current.clone()) }
    }

    /// The place of an item, with the old item that has its key.
    pub(super) fn item(&self, new: &'v Value, old: Option<&'v Value>) -> Self {
        let Some(current) = &self.current else { return self.clone() };
        let item = current.schema.items().zip(old).map(|(schema, old)| Pair::new(schema, new, old));
        Self { current: item, above: Some(current.clone()) }
    }
}

impl<'v> Pair<'v> {
    fn new(schema: &'v SchemaNode, new: &'v Value, old: &'v Value) -> Self {
        Self { schema, new, old, is_same: Rc::default() }
    }

    fn key(&self, name: &str) -> Option<Self> {
        let (new, old) = (self.new.as_object()?.get(name)?, self.old.as_object()?.get(name)?);
        let schema = self.schema.property(name).or_else(|| self.schema.map_values())?;
        Some(Self::new(schema, new, old))
    }

    fn is_same(&self) -> bool {
        if let Some(known) = self.is_same.get() {
            return known;
        }
        let is_same = same(self.schema, self.new, self.old);
        self.is_same.set(Some(is_same));
        is_same
    }
}

/// **Quirk**: what no schema declares is never the same (`equality.go`, `Key`).
fn same(schema: &SchemaNode, new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Object(new), Value::Object(old)) => {
            new.len() == old.len()
                && new.iter().all(|(name, new)| {
                    let schema = schema.property(name).or_else(|| schema.map_values());
                    old.get(name).zip(schema).is_some_and(|(old, schema)| same(schema, new, old))
                })
        }
        (Value::Array(new), Value::Array(old)) => {
            if new.len() != old.len() {
                return false;
            }
            match (OldItems::of(schema, old), schema.items()) {
                (Some(items), Some(schema)) => {
                    new.iter().all(|new| items.get(new).is_some_and(|old| same(schema, new, old)))
                }
                _ => new.iter().zip(old).all(|(new, old)| is_identical(new, old)),
            }
        }
        (new, old) => is_identical(new, old),
    }
}

/// A scalar value of a key field.
#[derive(PartialEq, Eq, Hash)]
enum Key<'v> {
    Bool(bool),
    Integer(i64),
    Float(u64),
    String(&'v str),
}

impl<'v> Key<'v> {
    fn of(value: &'v Value) -> Option<Self> {
        Some(match value {
            Value::Bool(bool) => Self::Bool(*bool),
            Value::String(string) => Self::String(string),
            Value::Number(number) => match Number::read(number) {
                Number::Integer(integer) => Self::Integer(integer),
                Number::Float(float) => Self::Float((float + 0.0).to_bits()),
            },
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        })
    }
}

/// The old items of a map list, by their keys; the first of a key counts.
pub(super) struct OldItems<'v> {
    names: &'v [String],
    items: HashMap<Vec<Key<'v>>, &'v Value>,
}

impl<'v> OldItems<'v> {
    /// `None` for a list whose items have no keys.
    pub(super) fn of(schema: &'v SchemaNode, old: &'v [Value]) -> Option<Self> {
        let names = schema.list_map_keys();
        if schema.list_type() != Some(ListType::Map) || names.is_empty() || old.is_empty() {
            return None;
        }
        let mut items = HashMap::new();
        for item in old {
            if let Some(key) = key_of(names, item) {
                items.entry(key).or_insert(item);
            }
        }
        Some(Self { names, items })
    }

    pub(super) fn get(&self, new: &Value) -> Option<&'v Value> {
        self.items.get(&key_of(self.names, new)?).copied()
    }
}

fn key_of<'i>(names: &[String], item: &'i Value) -> Option<Vec<Key<'i>>> {
    let fields = item.as_object()?;
    names.iter().map(|name| fields.get(name).and_then(Key::of)).collect()
}

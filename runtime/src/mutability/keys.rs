//! The keys of lists and maps.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write as _;

use serde_json::Value;

use super::{equality, field, sorted};
use crate::by_name::same;
use crate::compiled::{ListKind, NodeRef};
use crate::number::Number;
use crate::schema::KeyMutability;

pub(crate) fn may_not_come(mutability: KeyMutability) -> bool {
    matches!(mutability, KeyMutability::Immutable | KeyMutability::RemoveOnly)
}

pub(crate) fn may_not_go(mutability: KeyMutability) -> bool {
    matches!(mutability, KeyMutability::Immutable | KeyMutability::AddOnly)
}

/// Where an entry stands in the new container.
pub(crate) enum Place<'v> {
    Index(usize),
    Key(&'v str),
}

/// How the key set of a container changes; keys are never counted, so that duplicates can be repaired.
pub(crate) struct Change<'v> {
    pub(crate) removed: bool,
    /// The first entry of each new key, in the order of the container.
    pub(crate) added: Vec<(Place<'v>, &'v Value)>,
}

/// Compares the key sets; `None` when they are the same, as nearly always.
pub(crate) fn change<'v>(
    schema: NodeRef<'_>,
    old: Option<&'v Value>,
    new: Option<&'v Value>,
) -> Option<Change<'v>> {
    if have_the_same(schema, old, new) {
        return None;
    }
    let (old, new) = (entries(schema, old), entries(schema, new));
    let old_keys: HashSet<_> = old.iter().map(|entry| &entry.key).collect();
    let new_keys: HashSet<_> = new.iter().map(|entry| &entry.key).collect();
    let removed = old_keys.iter().any(|key| !new_keys.contains(*key));
    let mut seen = HashSet::new();
    let is_new = |entry: &&Entry<'v>| !old_keys.contains(&entry.key) && seen.insert(entry.key.clone());
    let added = new.iter().filter(is_new).map(|entry| (entry.place(), entry.value)).collect();
    Some(Change { removed, added })
}

/// Whether both have the same keys in the same order, as nearly always: seen sooner than any key is made.
fn have_the_same(schema: NodeRef<'_>, old: Option<&Value>, new: Option<&Value>) -> bool {
    match (old, new) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            let is_same = |(old, new): (&String, &String)| same(old.as_bytes(), new.as_bytes());
            old.len() == new.len() && old.keys().zip(new.keys()).all(is_same)
        }
        (Some(Value::Array(old)), Some(Value::Array(new))) => {
            let alike = |(old, new): (&Value, &Value)| match &schema.node().list {
                ListKind::Atomic => true,
                ListKind::Set => equality::stored_alike(schema.items(), old, new),
                ListKind::Map(names) => have_same_key(schema.items(), names, old, new),
            };
            old.len() == new.len() && old.iter().zip(new).all(alike)
        }
        _ => false,
    }
}

fn have_same_key(schema: Option<NodeRef<'_>>, names: &[Box<str>], old: &Value, new: &Value) -> bool {
    names.iter().all(|name| {
        let property = schema.and_then(|schema| schema.property(name));
        match (component(old, name), component(new, name)) {
            (Some(old), Some(new)) => equality::stored_alike(property, old, new),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    })
}

struct Entry<'v> {
    key: Key<'v>,
    position: usize,
    value: &'v Value,
}

/// The identity of an entry in its container.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key<'v> {
    Position(usize),
    Name(&'v str),
    Content(String),
}

impl<'v> Entry<'v> {
    fn place(&self) -> Place<'v> {
        match self.key {
            Key::Name(name) => Place::Key(name),
            Key::Position(_) | Key::Content(_) => Place::Index(self.position),
        }
    }
}

/// The entries of a container; an absent one has none, and a value of another type has none.
fn entries<'v>(schema: NodeRef<'_>, container: Option<&'v Value>) -> Vec<Entry<'v>> {
    match container {
        Some(Value::Object(fields)) if schema.node().is_map() => {
            let entry = |(position, (name, value)): (usize, (&'v String, &'v Value))| Entry {
                key: Key::Name(name),
                position,
                value,
            };
            sorted(fields).into_iter().enumerate().map(entry).collect()
        }
        Some(Value::Array(items)) if !schema.node().is_map() => {
            let entry = |(position, value)| Entry { key: item_key(schema, position, value), position, value };
            items.iter().enumerate().map(entry).collect()
        }
        _ => Vec::new(),
    }
}

fn item_key<'v>(schema: NodeRef<'_>, position: usize, item: &Value) -> Key<'v> {
    match &schema.node().list {
        ListKind::Atomic => Key::Position(position),
        ListKind::Set => Key::Content(content(schema.items(), item)),
        ListKind::Map(names) => Key::Content(tuple(schema.items(), names, item)),
    }
}

/// Pairs the items of two map lists by their keys, with the position in `new`.
///
/// Of several items with one key, the first in `old` pairs with the first in `new`, and so on.
pub(crate) fn pairs<'v>(
    schema: NodeRef<'_>,
    names: &[Box<str>],
    old: &'v [Value],
    new: &'v [Value],
) -> Vec<(usize, &'v Value, &'v Value)> {
    let alike = |(old, new): (&Value, &Value)| have_same_key(Some(schema), names, old, new);
    if old.len() == new.len() && old.iter().zip(new).all(alike) {
        return old.iter().zip(new).enumerate().map(|(index, (old, new))| (index, old, new)).collect();
    }
    let mut waiting: HashMap<String, VecDeque<&Value>> = HashMap::with_capacity(old.len());
    for item in old {
        waiting.entry(tuple(Some(schema), names, item)).or_default().push_back(item);
    }
    let pair = |(index, new): (usize, &'v Value)| {
        let old = waiting.get_mut(&tuple(Some(schema), names, new))?.pop_front()?;
        Some((index, old, new))
    };
    new.iter().enumerate().filter_map(pair).collect()
}

/// The key fields of an item as a string; a missing field is a component of its own, and so is a null one.
pub(super) fn tuple(schema: Option<NodeRef<'_>>, names: &[Box<str>], item: &Value) -> String {
    let mut encoded = String::new();
    for name in names {
        match component(item, name) {
            Some(component) => {
                let schema = schema.and_then(|schema| schema.property(name));
                write_content(&mut encoded, schema, component);
            }
            None => encoded.push('-'),
        }
        encoded.push(';');
    }
    encoded
}

/// Null is no key.
fn component<'v>(item: &'v Value, name: &str) -> Option<&'v Value> {
    field(item, name).filter(|component| !component.is_null())
}

fn content(schema: Option<NodeRef<'_>>, value: &Value) -> String {
    let mut encoded = String::new();
    write_content(&mut encoded, schema, value);
    encoded
}

/// Writes values so that those which are stored alike, and only those, give the same string.
fn write_content(encoded: &mut String, schema: Option<NodeRef<'_>>, value: &Value) {
    match value {
        Value::Null => encoded.push('n'),
        Value::Bool(flag) => encoded.push(if *flag { 't' } else { 'f' }),
        Value::Number(number) => write_number(encoded, Number::read(number).canonical()),
        Value::String(string) => write_string(encoded, string),
        Value::Array(items) => {
            encoded.push('[');
            let schema = schema.and_then(NodeRef::items);
            for item in items {
                write_content(encoded, schema, item);
            }
            encoded.push(']');
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> = equality::present(schema, fields).collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            encoded.push('{');
            for (name, value) in fields {
                write_string(encoded, name);
                write_content(encoded, schema.and_then(|schema| schema.field(name).schema()), value);
            }
            encoded.push('}');
        }
    }
}

fn write_number(encoded: &mut String, number: Number) {
    // Writing to a `String` cannot fail.
    let _ = match number {
        Number::Integer(integer) => write!(encoded, "i{integer};"),
        Number::Float(float) => write!(encoded, "d{:x};", float.to_bits()),
    };
}

/// With its length in front a string cannot be mistaken for what follows it.
fn write_string(encoded: &mut String, string: &str) {
    let _ = write!(encoded, "s{}:{string}", string.len());
}

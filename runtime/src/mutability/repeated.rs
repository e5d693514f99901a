//! Keys of list maps that are two in a request and one in storage.
//!
//! **Quirk**: a server looks for duplicates before storage has unified numbers (`pkg/apiserver/schema/listtype/validation.go`), so
//! that `[{k: 1}, {k: 1.0}]` passes, and is stored with the same key twice. Which of the two an item is then paired with is
//! a matter of chance, so where something in the items is marked, such a list is refused.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::keys::tuple;
use super::sorted;
use crate::by_name;
use crate::compiled::{CompiledSchema, Field, ListKind, NodeRef};
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::violation::{ErrorKind, Violation, Violations};

/// The items of marked list maps whose key another one before has in storage, unless `known` reports them.
///
/// An old object that has such items may keep them: then nothing is checked, as with list types.
pub(crate) fn keys_stored_twice(
    schema: &CompiledSchema,
    old: Option<&Value>,
    new: &Value,
    known: &Violations,
) -> Violations {
    let found = of(schema, new);
    if found.is_empty() || old.is_some_and(|old| !of(schema, old).is_empty()) {
        return Violations::new();
    }
    let known: HashSet<&FieldPathBuf> = known
        .iter()
        .filter(|violation| violation.kind() == ErrorKind::Duplicate)
        .map(Violation::path)
        .collect();
    found.into_iter().filter(|violation| !known.contains(violation.path())).collect()
}

fn of(schema: &CompiledSchema, object: &Value) -> Violations {
    let mut found = Violations::new();
    below(schema.root(), object, &FieldPath::ROOT, &mut found);
    found
}

fn below(schema: NodeRef<'_>, value: &Value, path: &FieldPath<'_>, found: &mut Violations) {
    let has = schema.node().has;
    if !has.markers || !has.list_types || schema.node().mutability.is_some() {
        return;
    }
    match value {
        Value::Object(object) => fields(schema, object, path, found),
        Value::Array(list) => items(schema, list, path, found),
        _ => {}
    }
}

fn fields(schema: NodeRef<'_>, object: &Map<String, Value>, path: &FieldPath<'_>, found: &mut Violations) {
    for (name, property) in schema.properties() {
        if let Some(value) = by_name::field(object, name) {
            below(property, value, &path.property(name), found);
        }
    }
    if schema.values().is_none_or(|values| !values.node().has.markers) {
        return;
    }
    for (key, value) in sorted(object) {
        if let Field::Entry(Some(values)) = schema.field(key) {
            below(values, value, &path.key(key), found);
        }
    }
}

fn items(schema: NodeRef<'_>, list: &[Value], path: &FieldPath<'_>, found: &mut Violations) {
    let Some(item) = schema.items().filter(|item| item.node().has.markers) else { return };
    if let ListKind::Map(names) = &schema.node().list {
        let (mut seen, mut reported) = (HashSet::with_capacity(list.len()), HashSet::new());
        for (index, value) in list.iter().enumerate() {
            let key = tuple(Some(item), names, value);
            if seen.contains(&key) {
                if reported.insert(key) {
                    found.push(duplicate(names, value, &path.index(index)));
                }
            } else {
                seen.insert(key);
            }
        }
    }
    for (index, value) in list.iter().enumerate() {
        below(item, value, &path.index(index), found);
    }
}

/// As the server reports those that it finds.
fn duplicate(names: &[Box<str>], item: &Value, path: &FieldPath<'_>) -> Violation {
    let field = |name: &str| Some((name.to_owned(), item.get(name)?.clone()));
    let key: Map<_, _> = names.iter().filter_map(|name| field(name)).collect();
    Violation::new(ErrorKind::Duplicate, path.to_owned(PathStyle::Bracketed), Some(key.into()), "")
}

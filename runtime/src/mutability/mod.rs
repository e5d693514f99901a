//! May this object become that one?
//!
//! Old and new are paired at frame roots: the resource itself, items of map lists by their keys, values of maps by
//! their key, items of atomic lists by position. Inside a frame a property is absent when it, or anything above it up
//! to and with the frame root, is missing, null, or of another type than the schema says.
//!
//! Source: KEP Immutable Fields. No server ever implemented it; where its text is silent or contradicts itself the
//! reading is that of `ARCHITECTURE.md`, "Mutability".
//!
//! Knows nothing of: other actions, creation and deletion, which are never checked.

mod equality;
pub(crate) mod keys;
mod repeated;

pub(crate) use repeated::keys_stored_twice;

use serde_json::{Map, Value};

use crate::by_name;
use crate::canonical::CanonicalObject;
use crate::compiled::{CompiledSchema, Field, ListKind, NodeRef};
use crate::path::{FieldPath, PathStyle};
use crate::schema::Mutability;
use crate::violation::{Violation, Violations};

/// Everything that the update from `old` to `new` must not have changed.
///
/// The time is linear in the size of both objects; without markers in the schema nothing is looked at. The types of values
/// need not have been validated before: one that does not fit its schema counts as absent, with all that is below it.
///
/// ```
/// use crd_schema::schema::Mutability;
/// use crd_schema::steps::{CompiledSchema, Semantics, canonicalize, check_mutability};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let engine = SchemaBuilder::string().mutability(Mutability::Immutable);
/// let spec = SchemaBuilder::object().property("engine", engine);
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("spec", spec).build()?);
/// let old = canonicalize(&schema, json!({"spec": {"engine": "a"}}), Semantics::Server)?.object;
/// let new = canonicalize(&schema, json!({}), Semantics::Server)?.object;
/// let violations = check_mutability(&schema, &old, &new);
/// assert_eq!(violations.to_string(), "spec.engine: Invalid value: null: field is immutable");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_mutability(schema: &CompiledSchema, old: &CanonicalObject, new: &CanonicalObject) -> Violations {
    let mut check = Check { found: Violations::new() };
    check.below(schema.root(), Some(old.value()), Some(new.value()), &FieldPath::ROOT);
    check.found
}

struct Check {
    found: Violations,
}

/// Two values that are compared; one that is missing is absent.
#[derive(Clone, Copy)]
struct Pair<'v> {
    old: Option<&'v Value>,
    new: Option<&'v Value>,
}

/// The value, unless it is null or of another type than the schema says: then it has no fields, items or entries, so that
/// a detour over it loses all that was in it.
fn fitting<'v>(schema: NodeRef<'_>, value: Option<&'v Value>) -> Option<&'v Value> {
    value.filter(|value| !value.is_null() && !schema.node().is_misfit(value))
}

impl Check {
    /// A declared property of a frame, on both sides or on one.
    fn slot(&mut self, schema: NodeRef<'_>, old: Option<&Value>, new: Option<&Value>, path: &FieldPath<'_>) {
        let (old, new) = (old.filter(|old| !old.is_null()), new.filter(|new| !new.is_null()));
        if let Some(mutability) = schema.node().mutability {
            // What is below is frozen with the node, whatever it says itself.
            if let Some(detail) = slot_refusal(schema, mutability, old, new) {
                self.refuse(path, new, detail);
            }
            return;
        }
        self.contents(schema, old, new, path);
    }

    /// The keys of a node that is itself free to change, and everything below it.
    fn contents(
        &mut self,
        schema: NodeRef<'_>,
        old: Option<&Value>,
        new: Option<&Value>,
        path: &FieldPath<'_>,
    ) {
        let (old, fitting) = (fitting(schema, old), fitting(schema, new));
        self.keys(schema, Pair { old, new: fitting }, new, path);
        self.below(schema, old, fitting, path);
    }

    /// Everything below a node that is itself free to change.
    fn below(&mut self, schema: NodeRef<'_>, old: Option<&Value>, new: Option<&Value>, path: &FieldPath<'_>) {
        if !schema.node().has.markers || (old.is_none() && new.is_none()) {
            return;
        }
        if schema.node().has_properties() {
            self.properties(schema, old, new, path);
        }
        match (old, new) {
            (Some(Value::Object(old)), Some(Value::Object(new))) => self.entries(schema, old, new, path),
            (Some(Value::Array(old)), Some(Value::Array(new))) => self.items(schema, old, new, path),
            _ => {}
        }
    }

    /// Where any type may stand, a value without fields has none of the declared ones.
    fn properties(
        &mut self,
        schema: NodeRef<'_>,
        old: Option<&Value>,
        new: Option<&Value>,
        path: &FieldPath<'_>,
    ) {
        for (name, property) in schema.properties().filter(|(_, property)| property.node().has.markers) {
            let (old, new) = (old.and_then(|old| field(old, name)), new.and_then(|new| field(new, name)));
            self.slot(property, old, new, &path.property(name));
        }
    }

    fn entries(
        &mut self,
        schema: NodeRef<'_>,
        old: &Map<String, Value>,
        new: &Map<String, Value>,
        path: &FieldPath<'_>,
    ) {
        if schema.values().is_none_or(|values| !values.node().has.markers) {
            return;
        }
        for (key, new) in sorted(new) {
            if let (Field::Entry(Some(values)), Some(old)) = (schema.field(key), old.get(key)) {
                self.element(values, old, new, &path.key(key));
            }
        }
    }

    fn items(&mut self, schema: NodeRef<'_>, old: &[Value], new: &[Value], path: &FieldPath<'_>) {
        let Some(item) = schema.items().filter(|item| item.node().has.markers) else { return };
        match &schema.node().list {
            ListKind::Atomic => {
                for (index, (old, new)) in old.iter().zip(new).enumerate() {
                    self.element(item, old, new, &path.index(index));
                }
            }
            ListKind::Map(names) => {
                for (index, old, new) in keys::pairs(item, names, old, new) {
                    self.element(item, old, new, &path.index(index));
                }
            }
            // The items of a set are its keys: an item that is on both sides has not changed.
            ListKind::Set => {}
        }
    }

    /// An item or entry that is on both sides: a frame of its own. Marked itself, it is compared as a value, and null is one;
    /// otherwise a null has nothing of what it could have.
    fn element(&mut self, schema: NodeRef<'_>, old: &Value, new: &Value, path: &FieldPath<'_>) {
        if schema.node().mutability.is_none() {
            return self.contents(schema, Some(old), Some(new), path);
        }
        if !equality::stored_alike(Some(schema), old, new) {
            self.refuse(path, Some(new), "existing entries are immutable");
        }
    }

    /// Compares the keys of what fits the schema; `shown` is the new value as it is.
    fn keys(&mut self, schema: NodeRef<'_>, pair: Pair<'_>, shown: Option<&Value>, path: &FieldPath<'_>) {
        let Some(mutability) = schema.node().key_mutability else { return };
        let Some(change) = keys::change(schema, pair.old, pair.new) else { return };
        if change.removed && keys::may_not_go(mutability) {
            self.refuse(path, shown, "entries cannot be removed");
        }
        if keys::may_not_come(mutability) {
            for (key, value) in change.added {
                match key {
                    keys::Place::Index(index) => self.refuse(&path.index(index), Some(value), ADDED),
                    keys::Place::Key(key) => self.refuse(&path.key(key), Some(value), ADDED),
                }
            }
        }
    }

    fn refuse(&mut self, path: &FieldPath<'_>, new: Option<&Value>, detail: &str) {
        let value = new.cloned().unwrap_or(Value::Null);
        self.found.push(Violation::invalid(path.to_owned(PathStyle::Bracketed), value, detail));
    }
}

const ADDED: &str = "entries cannot be added";

/// What is wrong with the change of a property with a marker.
pub(crate) fn slot_refusal(
    schema: NodeRef<'_>,
    mutability: Mutability,
    old: Option<&Value>,
    new: Option<&Value>,
) -> Option<&'static str> {
    let changed = match (old, new) {
        (Some(old), Some(new)) => !equality::stored_alike(Some(schema), old, new),
        (None, None) => false,
        (None, Some(_)) | (Some(_), None) => true,
    };
    if !changed {
        return None;
    }
    match (mutability, old, new) {
        (Mutability::Immutable, _, _) => Some("field is immutable"),
        (Mutability::AddOnly, None, _) | (Mutability::RemoveOnly, _, None) => None,
        (Mutability::AddOnly, _, None) => Some("field cannot be cleared once set"),
        (Mutability::RemoveOnly, None, _) => Some("field cannot be set once created"),
        (Mutability::AddOnly | Mutability::RemoveOnly, Some(_), Some(_)) => {
            Some("field cannot be modified once set")
        }
    }
}

pub(crate) fn field<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    by_name::field(value.as_object()?, name)
}

/// Fields by name: the order of the map depends on the features of `serde_json`.
pub(crate) fn sorted(fields: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_unstable_by_key(|(name, _)| *name);
    fields
}

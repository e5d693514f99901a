//! Pruning as the KEP says.

use serde_json::{Map, Value};

use super::PruneRoot;
use crate::compiled::{Field, NodeRef};
use crate::path::{FieldPath, PathStyle, Recorder};
use crate::schema::SchemaType;
use crate::violation::{ErrorKind, Violation, Violations};

pub(super) fn prune(
    schema: NodeRef<'_>,
    value: &mut Value,
    scope: PruneRoot,
    removed: &mut Recorder,
) -> Violations {
    let resource = scope == PruneRoot::Resource || schema.node().embedded_resource;
    let mut pruner = Pruner { removed, mismatches: Violations::new() };
    pruner.node(value, schema, Mode::start(schema), resource, &FieldPath::ROOT);
    pruner.mismatches
}

/// What happens to fields that the schema does not declare.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Prune,
    Keep,
}

impl Mode {
    fn start(schema: NodeRef<'_>) -> Self {
        if schema.node().preserve_unknown_fields { Self::Keep } else { Self::Prune }
    }

    /// Below a preserved node pruning starts again only where a node itself declares properties.
    fn below(self, schema: NodeRef<'_>) -> Self {
        let restarts = self == Self::Prune || schema.node().has_properties();
        if restarts { Self::start(schema) } else { self }
    }
}

struct Pruner<'r> {
    removed: &'r mut Recorder,
    mismatches: Violations,
}

impl Pruner<'_> {
    fn node(
        &mut self,
        value: &mut Value,
        schema: NodeRef<'_>,
        mode: Mode,
        resource: bool,
        path: &FieldPath<'_>,
    ) {
        // Example 9 keeps a number where the values of a preserved map are objects: types count where pruning does.
        if let Some(wanted) = mismatch(value, schema).filter(|_| mode == Mode::Prune) {
            let (path, value) = (path.to_owned(PathStyle::Dotted), Some(value.clone()));
            self.mismatches.push(Violation::new(
                ErrorKind::TypeInvalid,
                path,
                value,
                format!("must be of type {wanted}"),
            ));
            return;
        }
        match value {
            Value::Object(fields) => self.fields(fields, schema, mode, resource, path),
            Value::Array(items) => {
                let Some(schema) = schema.items() else { return };
                for (index, item) in items.iter_mut().enumerate() {
                    self.below(item, schema, mode, &path.index(index));
                }
            }
            _ => {}
        }
    }

    fn below(&mut self, value: &mut Value, schema: NodeRef<'_>, mode: Mode, path: &FieldPath<'_>) {
        self.node(value, schema, mode.below(schema), schema.node().embedded_resource, path);
    }

    fn fields(
        &mut self,
        fields: &mut Map<String, Value>,
        schema: NodeRef<'_>,
        mode: Mode,
        resource: bool,
        path: &FieldPath<'_>,
    ) {
        fields.retain(|name, value| {
            match (name.as_str(), schema.field(name)) {
                ("apiVersion" | "kind", _) if resource => {}
                ("metadata", _) if resource => self.known(value, &OBJECT_META, &path.property(name)),
                (_, Field::Declared(property)) => self.below(value, property, mode, &path.property(name)),
                (_, Field::Entry(Some(values))) => self.below(value, values, mode, &path.key(name)),
                (_, Field::Entry(None)) if mode == Mode::Prune => self.unspecified(value, &path.key(name)),
                (_, Field::Unknown) if mode == Mode::Prune => {
                    self.removed.record(&path.property(name));
                    return false;
                }
                (_, Field::Entry(None) | Field::Unknown) => {}
            }
            true
        });
    }

    /// Empties the objects of a value without schema.
    fn unspecified(&mut self, value: &mut Value, path: &FieldPath<'_>) {
        match value {
            Value::Object(fields) => {
                fields.keys().for_each(|name| self.removed.record(&path.property(name)));
                fields.clear();
            }
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.unspecified(item, &path.index(index));
                }
            }
            _ => {}
        }
    }

    /// Removes what the type of the metadata does not have.
    fn known(&mut self, value: &mut Value, type_: &KnownFields, path: &FieldPath<'_>) {
        match value {
            Value::Object(fields) => fields.retain(|name, value| {
                let path = path.property(name);
                if let Some((_, below)) = type_.0.iter().find(|(known, _)| known == name) {
                    if let Some(below) = below {
                        self.known(value, below, &path);
                    }
                    return true;
                }
                self.removed.record(&path);
                false
            }),
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.known(item, type_, &path.index(index));
                }
            }
            _ => {}
        }
    }
}

/// The type that a value should have had.
fn mismatch<'s>(value: &Value, schema: NodeRef<'s>) -> Option<&'s str> {
    let schema = schema.node();
    // Null is validated with nullable and defaults, not here.
    let fits = value.is_null()
        || match &schema.schema_type {
            None if schema.int_or_string => value.is_string() || value.is_number(),
            None | Some(SchemaType::Other(_)) => true,
            Some(SchemaType::Array) => value.is_array(),
            Some(SchemaType::Boolean) => value.is_boolean(),
            Some(SchemaType::Integer | SchemaType::Number) => value.is_number(),
            Some(SchemaType::Object) => value.is_object(),
            Some(SchemaType::String) => value.is_string(),
        };
    (!fits).then(|| schema.schema_type.as_ref().map_or("integer or string", SchemaType::name))
}

/// The fields of a Go struct, with the structs that stand in them.
struct KnownFields(&'static [(&'static str, Option<KnownFields>)]);

/// Source: `apimachinery pkg/apis/meta/v1/types.go`.
static OBJECT_META: KnownFields = KnownFields(&[
    ("name", None),
    ("generateName", None),
    ("namespace", None),
    ("selfLink", None),
    ("uid", None),
    ("resourceVersion", None),
    ("generation", None),
    ("creationTimestamp", None),
    ("deletionTimestamp", None),
    ("deletionGracePeriodSeconds", None),
    ("labels", None),
    ("annotations", None),
    ("ownerReferences", Some(OWNER_REFERENCE)),
    ("finalizers", None),
    ("managedFields", Some(MANAGED_FIELDS_ENTRY)),
]);

const OWNER_REFERENCE: KnownFields = KnownFields(&[
    ("apiVersion", None),
    ("kind", None),
    ("name", None),
    ("uid", None),
    ("controller", None),
    ("blockOwnerDeletion", None),
]);

const MANAGED_FIELDS_ENTRY: KnownFields = KnownFields(&[
    ("manager", None),
    ("operation", None),
    ("apiVersion", None),
    ("time", None),
    ("fieldsType", None),
    ("fieldsV1", None),
    ("subresource", None),
]);

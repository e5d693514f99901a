//! The walk to the resources that are embedded in an object.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/objectmeta/algorithm.go`, `coercer.coerce`.
//!
//! Knows nothing of: what metadata is made of.

use serde_json::{Map, Value};

use super::decode::owned;
use super::{Malformed, decode};
use crate::compiled::{CompiledSchema, Field, NodeRef};
use crate::path::{FieldPath, FieldPathBuf};
use crate::violation::{Violation, Violations};

/// Coerces every embedded resource of an object, the object itself excluded: `apiVersion` and `kind` must be strings, and
/// `metadata` is sent through `ObjectMeta`.
///
/// Unknown fields are reported in the order in which they are printed.
///
/// # Errors
/// All violations, where upstream stops at the first. Unknown fields are not reported then, and the resources without
/// a violation have been coerced.
pub(crate) fn coerce_embedded(
    schema: &CompiledSchema,
    object: &mut Value,
    malformed: Malformed,
    unknown: &mut Vec<FieldPathBuf>,
) -> Result<(), Violations> {
    let mut coercer = Coercer::new(malformed);
    coercer.value(object, schema.root(), &FieldPath::ROOT);
    coercer.violations.into_result()?;
    coercer.unknown.sort_by(FieldPathBuf::cmp_printed);
    unknown.append(&mut coercer.unknown);
    Ok(())
}

/// Coerces every embedded resource of a value, the value itself included, and gives all violations.
pub(crate) fn coerce_embedded_below(
    schema: NodeRef<'_>,
    value: &mut Value,
    path: &FieldPath<'_>,
) -> Violations {
    let mut coercer = Coercer::new(Malformed::Refuse);
    coercer.value(value, schema, path);
    coercer.violations
}

/// Coerces a value that is a resource, whatever its schema says, and all embedded resources below, dropping what cannot
/// be read.
pub(crate) fn coerce_resource_below(schema: NodeRef<'_>, value: &mut Value) {
    let mut coercer = Coercer::new(Malformed::Drop);
    if let Value::Object(fields) = value {
        coercer.object(fields, schema, IsResource(true), &FieldPath::ROOT);
    }
}

/// Whether an object has type and object meta.
#[derive(Clone, Copy)]
struct IsResource(bool);

struct Coercer {
    malformed: Malformed,
    unknown: Vec<FieldPathBuf>,
    violations: Violations,
}

impl Coercer {
    fn new(malformed: Malformed) -> Self {
        Self { malformed, unknown: Vec::new(), violations: Violations::new() }
    }

    fn value(&mut self, value: &mut Value, schema: NodeRef<'_>, path: &FieldPath<'_>) {
        if !schema.node().has.embedded_resources {
            return;
        }
        match value {
            Value::Object(fields) => {
                self.object(fields, schema, IsResource(schema.node().embedded_resource), path);
            }
            Value::Array(items) => {
                let Some(schema) = schema.items() else { return };
                for (index, item) in items.iter_mut().enumerate() {
                    self.value(item, schema, &path.index(index));
                }
            }
            _ => {}
        }
    }

    fn object(
        &mut self,
        fields: &mut Map<String, Value>,
        schema: NodeRef<'_>,
        IsResource(is_resource): IsResource,
        path: &FieldPath<'_>,
    ) {
        if is_resource && self.malformed == Malformed::Drop {
            drop_types(fields);
        }
        let mut sorted: Vec<_> = fields.iter_mut().collect();
        sorted.sort_unstable_by_key(|(name, _)| *name);
        for (name, value) in sorted {
            let field = schema.field(name);
            let below = match field {
                Field::Entry(_) => path.key(name),
                Field::Declared(_) | Field::Unknown => path.property(name),
            };
            let schema_below = field.schema().filter(|schema| schema.node().has.embedded_resources);
            match name.as_str() {
                "apiVersion" | "kind" if is_resource => {
                    self.string(value, &path.property(name));
                }
                "metadata" if is_resource => {
                    // Quirk: the walk goes on in what metadata was before the round trip, and what it does is lost.
                    let before = schema_below.map(|schema| (schema, value.clone()));
                    self.metadata(value, &path.property(name));
                    if let Some((schema, mut before)) = before {
                        self.value(&mut before, schema, &below);
                    }
                    continue;
                }
                _ => {}
            }
            if let Some(schema) = schema_below {
                self.value(value, schema, &below);
            }
        }
    }

    fn string(&mut self, value: &Value, path: &FieldPath<'_>) {
        if !value.is_string() {
            self.violations.push(Violation::invalid(owned(path), value.clone(), "must be a string"));
        }
    }

    fn metadata(&mut self, metadata: &mut Value, path: &FieldPath<'_>) {
        let read = decode::replace(metadata, path, self.malformed, &mut self.unknown);
        // Quirk: where the malformed is dropped, metadata that is no object stays.
        if let (Err(failure), Malformed::Refuse) = (read, self.malformed) {
            self.violations.push(Violation::invalid(owned(path), metadata.clone(), failure.message));
        }
    }
}

/// Takes away what cannot be a kind or version.
fn drop_types(fields: &mut Map<String, Value>) {
    fields.retain(|name, value| !matches!(name.as_str(), "apiVersion" | "kind") || value.is_string());
}

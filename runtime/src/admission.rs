//! The order of the steps: the only module that knows more than one action.
//!
//! Source: `pkg/apiserver/customresource_handler.go`, `schemaCoercingConverter` and `unstructuredDefaulter`.

use serde_json::Value;

use crate::canonical::CanonicalObject;
use crate::compiled::CompiledSchema;
use crate::defaulting::{DefaultsTooLarge, apply_defaults_within, drop_nulls, drop_nulls_of};
use crate::limits::{Limits, MAX_DEPTH};
use crate::object_meta::{self, Malformed};
use crate::path::FieldPathBuf;
use crate::prune::{PruneRoot, Semantics, prune};
use crate::violation::Violations;

/// Why an object cannot be read as what the schema describes; the server answers with 400.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// `kind`, `apiVersion` or `metadata` of the object itself is malformed; upstream gives no path.
    #[error("{0}")]
    Meta(String),
    /// Embedded resources are malformed, or with [`Semantics::Kep`] JSON types contradict the schema.
    #[error("{0}")]
    Fields(Violations),
    /// A bound of this crate; Kubernetes' own is 10,000 levels.
    #[error("nested deeper than {0} levels")]
    TooDeep(usize),
    /// Its defaults add more than so many bytes, the limit: no server could store it, and says so with 500.
    #[error("etcdserver: request is too large")]
    TooLarge(usize),
}

impl From<DefaultsTooLarge> for DecodeError {
    fn from(DefaultsTooLarge(limit): DefaultsTooLarge) -> Self {
        Self::TooLarge(limit)
    }
}

impl From<Violations> for DecodeError {
    fn from(violations: Violations) -> Self {
        Self::Fields(violations)
    }
}

/// An object as it would be stored, and what was taken from it on the way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Canonicalized {
    /// The object as it would be stored.
    pub object: CanonicalObject,
    /// The paths of unknown fields that were removed, in the order in which the server reports them: those of the
    /// root metadata, those that were pruned, those of embedded metadata.
    pub removed: Vec<FieldPathBuf>,
    /// The paths of what defaults have filled in.
    pub defaulted: Vec<FieldPathBuf>,
}

/// Does to a whole custom resource what the server does between the request and the store: prune, drop nulls, coerce
/// metadata, default, and the unification of numbers that storage brings.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, Semantics, canonicalize};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let spec = SchemaBuilder::object().property("n", SchemaBuilder::integer());
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("spec", spec).build()?);
/// let object = json!({"metadata": {"name": "a", "x": 1}, "spec": {"n": 1.0, "y": 2}});
/// let stored = canonicalize(&schema, object, Semantics::Server)?;
/// assert_eq!(stored.object.value(), &json!({"metadata": {"name": "a"}, "spec": {"n": 1}}));
/// let removed: Vec<_> = stored.removed.iter().map(ToString::to_string).collect();
/// assert_eq!(removed, ["metadata.x", "spec.y"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`DecodeError`] for malformed metadata at the root or in embedded resources, values nested too deeply, and with
/// [`Semantics::Kep`] values whose JSON type contradicts the schema.
pub fn canonicalize(
    schema: &CompiledSchema,
    object: Value,
    semantics: Semantics,
) -> Result<Canonicalized, DecodeError> {
    refuse_depth(&object, MAX_DEPTH)?;
    let Steps { object, removed, defaulted } =
        steps(schema, object, semantics, Malformed::Refuse, Limits::default())?;
    Ok(Canonicalized { object: CanonicalObject::from_steps(object), removed, defaulted })
}

/// Does to a whole custom resource what the server does when it reads it from storage: the same, but metadata that
/// cannot be read is dropped, and a generation that is missing is the first one.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, Semantics, canonicalize_stored};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let schema = CompiledSchema::new(&SchemaBuilder::object().build()?);
/// let object = json!({"metadata": {"name": "a", "labels": {"n": 5}}});
/// let read = canonicalize_stored(&schema, object, Semantics::Server)?;
/// assert_eq!(read.value(), &json!({"metadata": {"name": "a", "generation": 1}}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`DecodeError`] for a `kind` or `apiVersion` that is no string, for root metadata that is no object, values nested too
/// deeply, and with [`Semantics::Kep`] values whose JSON type contradicts the schema.
///
/// Source: `unstructuredSchemaCoercer.apply` in `pkg/apiserver/customresource_handler.go`, with `dropInvalidMetadata` and
/// `repairGeneration`.
pub fn canonicalize_stored(
    schema: &CompiledSchema,
    object: Value,
    semantics: Semantics,
) -> Result<CanonicalObject, DecodeError> {
    canonicalize_stored_within(schema, object, semantics, Limits::default())
}

/// The same, with other limits.
pub(crate) fn canonicalize_stored_within(
    schema: &CompiledSchema,
    object: Value,
    semantics: Semantics,
    limits: Limits,
) -> Result<CanonicalObject, DecodeError> {
    refuse_depth(&object, MAX_DEPTH)?;
    Ok(CanonicalObject::from_steps(steps(schema, object, semantics, Malformed::Drop, limits)?.object))
}

/// An object that was converted from another version: it is pruned, and has the defaults of the version that it came from.
pub(crate) fn canonicalize_converted(
    schema: &CompiledSchema,
    mut object: Value,
    semantics: Semantics,
) -> Result<CanonicalObject, DecodeError> {
    refuse_depth(&object, MAX_DEPTH)?;
    without_defaults(schema, &mut object, semantics, Malformed::Drop)?;
    Ok(CanonicalObject::from_steps(object))
}

/// An object after all steps but the unification of numbers, which only storage brings.
pub(crate) struct Steps {
    pub(crate) object: Value,
    pub(crate) removed: Vec<FieldPathBuf>,
    pub(crate) defaulted: Vec<FieldPathBuf>,
}

pub(crate) fn steps(
    schema: &CompiledSchema,
    mut object: Value,
    semantics: Semantics,
    malformed: Malformed,
    limits: Limits,
) -> Result<Steps, DecodeError> {
    let removed = without_defaults(schema, &mut object, semantics, malformed)?;
    let defaulted = apply_defaults_within(schema, &mut object, limits.growth())?;
    Ok(Steps { object, removed, defaulted })
}

/// All steps but defaults; gives what was removed.
fn without_defaults(
    schema: &CompiledSchema,
    object: &mut Value,
    semantics: Semantics,
    malformed: Malformed,
) -> Result<Vec<FieldPathBuf>, DecodeError> {
    let mut removed = Vec::new();
    coerce_root(object, malformed, &mut removed)?;
    removed.extend(prune(schema, object, PruneRoot::Resource, semantics)?);
    drop_nulls(schema, object);
    object_meta::coerce_embedded(schema, object, malformed, &mut removed)?;
    if malformed == Malformed::Drop {
        repair_generation(object);
    }
    Ok(removed)
}

/// Removes from a whole custom resource, in place, what the server drops as unknown: fields that no schema
/// specifies, and unknown fields of metadata, at the root and in embedded resources.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, Semantics, prune_resource};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let schema = CompiledSchema::new(&SchemaBuilder::object().build()?);
/// let mut object = json!({"kind": "A", "metadata": {"name": "a", "x": 1}, "spec": {}});
/// let removed = prune_resource(&schema, &mut object, Semantics::Server)?;
/// assert_eq!(object, json!({"kind": "A", "metadata": {"name": "a"}}));
/// assert_eq!(removed.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What cannot be decoded; see [`canonicalize`].
pub fn prune_resource(
    schema: &CompiledSchema,
    object: &mut Value,
    semantics: Semantics,
) -> Result<Vec<FieldPathBuf>, DecodeError> {
    refuse_depth(object, MAX_DEPTH)?;
    let mut removed = Vec::new();
    coerce_root(object, Malformed::Refuse, &mut removed)?;
    removed.extend(prune(schema, object, PruneRoot::Resource, semantics)?);
    object_meta::coerce_embedded(schema, object, Malformed::Refuse, &mut removed)?;
    Ok(removed)
}

/// Whether there are nulls in the JSON of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nulls {
    None,
    Possible,
}

/// What is left to do, before defaults, with an object that was pruned while it was read.
///
/// # Errors
/// Malformed metadata.
pub(crate) fn canonical_metadata(
    schema: &CompiledSchema,
    object: &mut Value,
    nulls: Nulls,
    removed: &mut Vec<FieldPathBuf>,
) -> Result<(), DecodeError> {
    let pruned = std::mem::take(removed);
    coerce_root(object, Malformed::Refuse, removed)?;
    removed.extend(pruned);
    match nulls {
        Nulls::Possible => drop_nulls(schema, object),
        // Times that are zero have become null.
        Nulls::None => drop_nulls_of(schema, object, "metadata"),
    }
    object_meta::coerce_embedded(schema, object, Malformed::Refuse, removed)?;
    Ok(())
}

fn coerce_root(
    object: &mut Value,
    malformed: Malformed,
    removed: &mut Vec<FieldPathBuf>,
) -> Result<(), DecodeError> {
    object_meta::coerce_root(object, malformed, removed)
        .map_err(|failure| DecodeError::Meta(failure.to_string()))
}

/// The generation of an object that was stored before there were any.
fn repair_generation(object: &mut Value) {
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.entry("generation").or_insert_with(|| 1.into());
    }
}

/// All steps recurse, so depth is checked first, and without recursion.
pub(crate) fn refuse_depth(object: &Value, levels: usize) -> Result<(), DecodeError> {
    if is_within(object, levels) { Ok(()) } else { Err(DecodeError::TooDeep(levels)) }
}

/// Whether lists and objects stand on at most so many levels.
fn is_within(value: &Value, levels: usize) -> bool {
    match (value, levels.checked_sub(1)) {
        (Value::Array(_) | Value::Object(_), None) => false,
        (Value::Array(items), Some(below)) => items.iter().all(|item| is_within(item, below)),
        (Value::Object(fields), Some(below)) => fields.values().all(|field| is_within(field, below)),
        _ => true,
    }
}

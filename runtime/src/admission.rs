//! The order of the steps: the only module that knows more than one action.
//!
//! Source: `pkg/apiserver/customresource_handler.go`, `schemaCoercingConverter` and `unstructuredDefaulter`.

use serde_json::Value;

use crate::canonical::CanonicalObject;
use crate::compiled::CompiledSchema;
use crate::defaulting::{apply_defaults, drop_nulls};
use crate::limits::MAX_DEPTH;
use crate::object_meta;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::prune::{Scope, Semantics, prune};
use crate::violation::{ErrorKind, Violation, Violations};

/// An object as it would be stored, and what was taken from it on the way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Canonicalised {
    /// The object as it would be stored.
    pub object: CanonicalObject,
    /// The paths of unknown members that were removed, in the order in which the server reports them: those of the
    /// root metadata, those that were pruned, those of embedded metadata.
    pub removed: Vec<FieldPathBuf>,
}

/// Does to a whole custom resource what the server does between the request and the store: prune, drop nulls, coerce
/// metadata, default, and the unification of numbers that storage brings.
///
/// ```
/// use crd_schema::{CompiledSchema, SchemaBuilder, Semantics, canonicalise};
/// use serde_json::json;
///
/// let spec = SchemaBuilder::object().property("n", SchemaBuilder::integer());
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("spec", spec).build()?);
/// let object = json!({"metadata": {"name": "a", "x": 1}, "spec": {"n": 1.0, "y": 2}});
/// let stored = canonicalise(&schema, object, Semantics::Server)?;
/// assert_eq!(stored.object.value(), &json!({"metadata": {"name": "a"}, "spec": {"n": 1}}));
/// let removed: Vec<_> = stored.removed.iter().map(ToString::to_string).collect();
/// assert_eq!(removed, ["metadata.x", "spec.y"]);
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// # Errors
/// What cannot be decoded: malformed metadata at the root or in embedded resources, values nested too deeply, and with
/// [`Semantics::Kep`] values whose JSON type contradicts the schema.
pub fn canonicalise(
    schema: &CompiledSchema,
    mut object: Value,
    semantics: Semantics,
) -> Result<Canonicalised, Violations> {
    refuse_depth(&object)?;
    let mut removed = Vec::new();
    object_meta::coerce_root(&mut object, &mut removed)?;
    removed.extend(prune(schema, &mut object, Scope::Resource, semantics)?);
    drop_nulls(schema, &mut object);
    removed.extend(object_meta::coerce_embedded(schema, &mut object)?);
    apply_defaults(schema, &mut object);
    Ok(Canonicalised { object: CanonicalObject::from_steps(object), removed })
}

/// All steps recurse, so depth is checked first, and without recursion.
fn refuse_depth(object: &Value) -> Result<(), Violations> {
    let mut level = vec![object];
    for _ in 0..MAX_DEPTH {
        let children = level.into_iter().flat_map(children);
        level = children.collect();
        if level.is_empty() {
            return Ok(());
        }
    }
    let path = FieldPath::ROOT.to_owned(PathStyle::Dotted);
    let detail = format!("nested deeper than {MAX_DEPTH} levels");
    Err(Violations::from_iter([Violation::new(ErrorKind::Invalid, path, None, detail)]))
}

fn children(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter().filter(|item| is_container(item))),
        Value::Object(members) => Box::new(members.values().filter(|member| is_container(member))),
        _ => Box::new(std::iter::empty()),
    }
}

fn is_container(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

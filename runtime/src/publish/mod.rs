//! What of a schema leaves for a server, and in which form.
//!
//! No released API server knows the two mutability markers, so a schema leaves in one of two profiles and by no
//! other path: with the markers as they are, or with CEL rules in their place. A marker that cannot be lowered is
//! a violation; none is ever dropped.
//!
//! Source: KEP Immutable Fields; `apiserver pkg/cel/library` and `pkg/apiserver/schema/cel` for what rules can say.
//!
//! Knows nothing of: objects, actions, files.

mod cost;
mod equality;
mod lower;
mod names;
mod openapi;
mod rules;
mod unfold;
mod unfold_kep;
mod unions;

use std::fmt;

use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::{SchemaNode, StructuralSchema};
use crate::violation::Violations;
use crate::wire::JsonSchemaProps;

pub use openapi::{OpenApiDefinitions, openapi_metadata_v2, openapi_metadata_v3, openapi_v2, openapi_v3};
pub use unfold::{Unfold, unfold};

const MUTABILITY: &str = "x-kubernetes-mutability";
const KEY_MUTABILITY: &str = "x-kubernetes-key-mutability";

/// How mutability is published.
///
/// ```
/// use crd_schema::{Mutability, Profile, SchemaBuilder, publish};
///
/// // CEL compares sets without order, and the marker does not.
/// let zones = SchemaBuilder::set(SchemaBuilder::string()).mutability(Mutability::Immutable);
/// let schema = SchemaBuilder::object().property("zones", zones).build()?;
/// let violations = publish(&schema, Profile::Cluster).expect_err("no rule can say it yet");
/// let path = violations.iter().next().map(|violation| violation.path().to_string());
/// assert_eq!(path.as_deref(), Some("properties[zones].x-kubernetes-mutability"));
/// assert!(publish(&schema, Profile::Native).is_ok());
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// Transition rules in CEL, which every API server from 1.29 on enforces.
    #[default]
    Cluster,
    /// The markers of the Immutable Fields KEP as they are, for servers that are built with this crate.
    Native,
}

/// Something to know about a published schema that is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    path: FieldPathBuf,
    text: String,
}

impl Note {
    pub(crate) fn new(path: &FieldPath<'_>, text: impl Into<String>) -> Self {
        Self { path: path.to_owned(PathStyle::Bracketed), text: text.into() }
    }

    /// The same note, its path placed below `prefix`.
    pub(crate) fn below(self, prefix: &FieldPathBuf) -> Self {
        Self { path: self.path.below(prefix), text: self.text }
    }

    /// Where in the schema; empty for the schema as a whole.
    pub fn path(&self) -> &FieldPathBuf {
        &self.path
    }

    /// What to know.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.steps().is_empty() {
            return f.write_str(&self.text);
        }
        write!(f, "{}: {}", self.path, self.text)
    }
}

/// A schema that is ready to leave for a server.
///
/// ```
/// use crd_schema::{Mutability, Profile, SchemaBuilder, publish};
///
/// let ratio = SchemaBuilder::number().mutability(Mutability::Immutable);
/// let schema = SchemaBuilder::object().property("ratio", ratio).build()?;
/// let published = publish(&schema, Profile::Cluster)?;
/// assert_eq!(published.warnings(), []);
/// assert_eq!(
///     published.notes()[0].to_string(),
///     "properties[ratio].x-kubernetes-mutability: \
///      whole numbers beyond 2^53 that are one double count as equal",
/// );
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    schema: JsonSchemaProps,
    warnings: Vec<Note>,
    notes: Vec<Note>,
}

impl Published {
    /// The schema.
    pub fn schema(&self) -> &JsonSchemaProps {
        &self.schema
    }

    /// The schema, without what is to be known about it.
    pub fn into_schema(self) -> JsonSchemaProps {
        self.schema
    }

    /// What the author of the schema should act upon.
    pub fn warnings(&self) -> &[Note] {
        &self.warnings
    }

    /// Where the lowered rules are coarser or finer than the markers, by the nature of CEL.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }
}

/// Makes a schema ready for servers of one profile.
///
/// [`Profile::Cluster`] lowers value equality, presence, list lengths and map keys outside of list items and map
/// values. Markers below a marked node say nothing that it does not say, and go with it. Whether a member can be
/// missing is read from `required` and `default`: objects that were stored before the member was required may add
/// it once. Unions are written out as [`Unfold::Kep`] has them, and go.
///
/// ```
/// use crd_schema::{JsonSchemaProps, Mutability, Profile, SchemaBuilder, publish};
/// use serde_json::json;
///
/// let engine = SchemaBuilder::string().mutability(Mutability::Immutable);
/// let spec = SchemaBuilder::object().property("engine", engine);
/// let schema = SchemaBuilder::object().required("spec", spec).build()?;
///
/// let published = publish(&schema, Profile::Cluster)?;
/// let spec = &published.schema().properties.as_ref().unwrap()["spec"];
/// assert_eq!(serde_json::to_value(spec)?, json!({
///     "type": "object",
///     "properties": {"engine": {"type": "string", "x-kubernetes-validations": [
///         {"rule": "self == oldSelf", "message": "field is immutable", "reason": "FieldValueInvalid"},
///     ]}},
///     "x-kubernetes-validations": [{
///         "rule": "has(self.engine) == has(oldSelf.engine)",
///         "message": "field is immutable",
///         "reason": "FieldValueInvalid",
///         "fieldPath": ".engine",
///     }],
/// }));
///
/// let native = publish(&schema, Profile::Native)?;
/// assert_eq!(native.schema(), &JsonSchemaProps::from(&schema));
/// assert_eq!(native.warnings().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// In [`Profile::Cluster`] one violation for each marker that no CEL rule can stand for yet, at the path of the
/// marker.
pub fn publish(schema: &StructuralSchema, profile: Profile) -> Result<Published, Violations> {
    match profile {
        Profile::Cluster => lower::lower(&unions::lowered(schema)?),
        Profile::Native => Ok(native(schema)),
    }
}

fn native(schema: &StructuralSchema) -> Published {
    let text = format!(
        "no released API server knows {MUTABILITY} and {KEY_MUTABILITY}: kubectl, which validates strictly, \
         refuses them, and servers drop them from what other clients send"
    );
    let warnings = has_markers(schema.root()).then(|| Note::new(&FieldPath::ROOT, text));
    Published {
        schema: JsonSchemaProps::from(schema),
        warnings: warnings.into_iter().collect(),
        notes: Vec::new(),
    }
}

fn has_markers(node: &SchemaNode) -> bool {
    node.mutability().is_some()
        || node.key_mutability().is_some()
        || node.items().is_some_and(has_markers)
        || node.map_values().is_some_and(has_markers)
        || node.properties().any(|(_, property)| has_markers(property))
}

//! What of a schema leaves for a server, and in which form.
//!
//! No released API server knows the two mutability markers, so a schema leaves in one of two profiles and by no
//! other path: with the markers as they are, or with CEL rules in their place. A marker that cannot be lowered is
//! a violation; none is ever dropped.
//!
//! Source: KEP Immutable Fields; `apiserver pkg/cel/library` and `pkg/apiserver/schema/cel` for what rules can say.
//!
//! Knows nothing of: objects, actions, files.

#[cfg(feature = "serve")]
mod openapi;
mod unfold;
mod unfold_kep;
mod unions;

use crate::lowering::{self, Lowered, LoweredRule, Lowering, Note};
use crate::path::FieldPath;
use crate::schema::{KEY_MUTABILITY, MUTABILITY, SchemaNode, StructuralSchema};
use crate::violation::Violations;
use crate::wire::JsonSchemaProps;

#[cfg(feature = "serve")]
pub use openapi::{OpenApiDefinitions, openapi_metadata_v2, openapi_metadata_v3, openapi_v2, openapi_v3};
pub use unfold::{Unfold, unfold};

/// How mutability is published.
///
/// ```
/// use crd_schema::crd::publish;
/// use crd_schema::schema::Mutability;
/// use crd_schema::{Profile, SchemaBuilder};
///
/// // CEL does not see a value without type.
/// let raw = SchemaBuilder::anything().mutability(Mutability::Immutable);
/// let schema = SchemaBuilder::object().property("raw", raw).build()?;
/// let violations = publish(&schema, Profile::Cluster).expect_err("no rule can say it");
/// let path = violations.iter().next().map(|violation| violation.path().to_string());
/// assert_eq!(path.as_deref(), Some("properties[raw].x-kubernetes-mutability"));
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
    /// As [`Cluster`](Self::Cluster), by choices of its own.
    Lowered(Lowering),
}

/// A schema that is ready to leave for a server.
///
/// ```
/// use crd_schema::crd::publish;
/// use crd_schema::schema::Mutability;
/// use crd_schema::{Profile, SchemaBuilder};
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
    rules: Vec<LoweredRule>,
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

    /// The rules that stand for markers, with what a server estimates them at.
    pub fn rules(&self) -> &[LoweredRule] {
        &self.rules
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
/// [`Profile::Cluster`] is [`Lowering::default`]. Markers below a marked node say nothing that it does not say, and go
/// with it. Whether a field can be missing is read from `required` and `default`: objects that were stored before the
/// field was required may add it once, unless [`Lowering::strict_anchor`] is asked for. Unions are written out as
/// [`Unfold::Kep`] has them, and go.
///
/// ```
/// use crd_schema::crd::publish;
/// use crd_schema::schema::Mutability;
/// use crd_schema::{JsonSchemaProps, Profile, SchemaBuilder};
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
/// In all profiles but [`Profile::Native`] one violation for each marker that no CEL rule can stand for, or only one that
/// a server would refuse for its cost, at the path of the marker.
pub fn publish(schema: &StructuralSchema, profile: Profile) -> Result<Published, Violations> {
    match profile {
        Profile::Cluster => lowered(&unions::lowered(schema)?, Lowering::default()),
        Profile::Lowered(lowering) => lowered(&unions::lowered(schema)?, lowering),
        Profile::Native => Ok(native(schema)),
    }
}

fn lowered(schema: &StructuralSchema, lowering: Lowering) -> Result<Published, Violations> {
    let Lowered { schema, rules, warnings, notes } = lowering::lower(schema, lowering)?;
    Ok(Published { schema: JsonSchemaProps::from(&schema), rules, warnings, notes })
}

fn native(schema: &StructuralSchema) -> Published {
    let message = format!(
        "no released API server knows {MUTABILITY} and {KEY_MUTABILITY}: kubectl, which validates strictly, \
         refuses them, and servers drop them from what other clients send"
    );
    let warnings = has_markers(schema.root()).then(|| Note::new(&FieldPath::ROOT, message).of("kep-markers"));
    Published {
        schema: JsonSchemaProps::from(schema),
        rules: Vec::new(),
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

//! Removing what a schema does not specify.
//!
//! Source: `pkg/apiserver/schema/pruning/algorithm.go`; KEP Pruning for Custom Resources.
//!
//! Knows nothing of: other actions. The server prunes metadata by its round trip, not here.

mod json;
mod kep;
mod notes;
mod reader;
mod rule;
mod server;

use serde_json::Value;

use crate::compiled::{CompiledSchema, NodeRef};
use crate::path::{FieldPathBuf, PathStyle, Recorder};
use crate::violation::Violations;

pub use json::{PrunedJson, prune_json, prune_json_noting};

/// Whose reading of pruning applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Semantics {
    /// What the API server does.
    #[default]
    Server,
    /// What the pruning KEP says where the server does otherwise: below a preserve-unknown node pruning starts again
    /// at the first node that itself has properties, additional properties do not start it again, a JSON type that
    /// contradicts the schema is an error, and metadata is pruned here.
    Kep,
}

/// What the value is that gets pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PruneRoot {
    /// A whole custom resource: `apiVersion`, `kind` and `metadata` are implicitly specified.
    Resource,
    /// Any other value.
    Value,
}

/// Removes unknown fields in place and gives their paths, sorted bytewise.
///
/// With [`Semantics::Server`], `apiVersion`, `kind` and `metadata` of the resource and of embedded resources are
/// left as they are.
///
/// ```
/// use crd_schema::steps::{CompiledSchema, PruneRoot, Semantics, prune};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let spec = SchemaBuilder::object().property("image", SchemaBuilder::string());
/// let schema = CompiledSchema::new(&SchemaBuilder::object().property("spec", spec).build()?);
/// let mut job = json!({"kind": "Job", "spec": {"image": "a", "privileged": true}});
/// let removed = prune(&schema, &mut job, PruneRoot::Resource, Semantics::Server)?;
/// assert_eq!(job, json!({"kind": "Job", "spec": {"image": "a"}}));
/// assert_eq!(removed[0].to_string(), "spec.privileged");
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// # Errors
/// Never with [`Semantics::Server`]. With [`Semantics::Kep`] every value whose JSON type contradicts its schema;
/// the rest is then pruned all the same.
pub fn prune(
    schema: &CompiledSchema,
    value: &mut Value,
    scope: PruneRoot,
    semantics: Semantics,
) -> Result<Vec<FieldPathBuf>, Violations> {
    let mut removed = Recorder::default();
    match semantics {
        Semantics::Server => server::prune(schema.root(), value, scope, &mut removed),
        Semantics::Kep => kep::prune(schema.root(), value, scope, &mut removed).into_result()?,
    }
    Ok(removed.sorted(STYLE))
}

/// Removes what the server does not know below a node of a schema.
pub(crate) fn prune_node(schema: NodeRef<'_>, value: &mut Value, scope: PruneRoot) {
    server::prune(schema, value, scope, &mut Recorder::default());
}

/// How the paths of what was removed are spelled.
const STYLE: PathStyle = PathStyle::Dotted;

/// The fields of a resource that no schema needs to declare.
const META: [&str; 3] = ["apiVersion", "kind", "metadata"];

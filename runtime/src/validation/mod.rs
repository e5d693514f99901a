//! Validation of the values of custom resources: formats, patterns, bounds, enums, `allOf` and the like.
//!
//! Kinds, paths, strings and order are upstream's; where upstream's order is random, fields go by name.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/validation/{validation,formats,ratcheting}.go`;
//! `kube-openapi pkg/validation/{validate,errors,strfmt}`.
//!
//! Knows nothing of: other actions; CEL, list types, metadata.

mod check;
mod compile;
mod errors;
mod formats;
mod go_print;
mod node;
mod numbers;
mod ratchet;
mod report;
mod types;
mod values;

pub use crd_schema_go::pattern::{Pattern, PatternError, PatternLimit};
use serde_json::Value;

use compile::{Compiler, Purpose};
use node::Node;
use report::Report;

use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::{SchemaNode, StructuralSchema};
use crate::server_version::ServerVersion;
use crate::violation::Violations;

/// A schema made ready for validating values, as a server of one version does.
///
/// Keep it: its patterns are compiled when they are needed first.
///
/// ```
/// use crd_schema::validation::Validator;
/// use crd_schema::{SchemaBuilder, ServerVersion};
/// use serde_json::json;
///
/// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer().minimum(1.0)).build()?;
/// let validator = Validator::new(&schema, ServerVersion::default());
/// assert!(validator.is_valid(&json!({"size": 3})));
/// assert!(!validator.is_valid(&json!({"size": 0})));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// Kubernetes: `NewSchemaValidatorForVersion`, `pkg/apiserver/validation/validation.go`.
#[derive(Clone, Debug)]
pub struct Validator {
    root: Node,
    server: ServerVersion,
}

impl Validator {
    /// Makes a schema ready; a pattern that does not compile is an error of each string that it validates.
    pub fn new(schema: &StructuralSchema, version: ServerVersion) -> Self {
        Self::of_node(schema.root(), version)
    }

    /// Makes a part of a schema ready.
    pub(crate) fn of_node(node: &SchemaNode, version: ServerVersion) -> Self {
        Self { root: Compiler::new(Purpose::Requests(version)).node(node), server: version }
    }

    /// Whether [`validate`] has nothing to say.
    pub fn is_valid(&self, value: &Value) -> bool {
        self.root.allows(value)
    }
}

/// What a server says of the values of an object that is created; `path` is put before the paths of fields.
///
/// ```
/// use crd_schema::validation::{Validator, validate};
/// use crd_schema::{FieldPath, SchemaBuilder, ServerVersion};
/// use serde_json::json;
///
/// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer().minimum(1.0)).build()?;
/// let validator = Validator::new(&schema, ServerVersion::default());
/// assert_eq!(
///     validate(&validator, &json!({"size": 0}), &FieldPath::ROOT).to_string(),
///     "size: Invalid value: 0: size in body should be greater than or equal to 1",
/// );
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// Kubernetes: `ValidateCustomResource`, `pkg/apiserver/validation/validation.go`.
pub fn validate(validator: &Validator, value: &Value, path: &FieldPath<'_>) -> Violations {
    report(&validator.root, value, None, validator.server, &path.to_owned(PathStyle::Dotted))
}

/// What a server says of the values of an object that replaces `old`: from 1.30 on, what was wrong before and has not changed
/// is no error.
///
/// ```
/// use crd_schema::validation::{Validator, validate_update};
/// use crd_schema::{FieldPath, SchemaBuilder, ServerVersion};
/// use serde_json::json;
///
/// let size = SchemaBuilder::integer().minimum(1.0);
/// let schema = SchemaBuilder::object().property("a", size.clone()).property("b", size).build()?;
/// let validator = Validator::new(&schema, ServerVersion::default());
/// let old = json!({"a": 0, "b": 0});
/// assert_eq!(
///     validate_update(&validator, &old, &json!({"a": 0, "b": -1}), &FieldPath::ROOT).to_string(),
///     "b: Invalid value: -1: b in body should be greater than or equal to 1",
/// );
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// Kubernetes: `ValidateCustomResourceUpdate`, `pkg/apiserver/validation/{validation,ratcheting}.go`.
pub fn validate_update(validator: &Validator, old: &Value, new: &Value, path: &FieldPath<'_>) -> Violations {
    let old = (validator.server >= ServerVersion::V1_30).then_some(old);
    report(&validator.root, new, old, validator.server, &path.to_owned(PathStyle::Dotted))
}

/// What a server says of the default of a node, below a path in a schema.
///
/// Source: `pkg/apiserver/schema/defaulting/validation.go`.
pub(crate) fn validate_default(
    node: &SchemaNode,
    default: &Value,
    server: ServerVersion,
    path: &FieldPath<'_>,
) -> Violations {
    let root = Compiler::new(Purpose::Defaults(server)).node(node);
    report(&root, default, None, server, &path.to_owned(PathStyle::Bracketed))
}

fn report(
    root: &Node,
    value: &Value,
    old: Option<&Value>,
    server: ServerVersion,
    prefix: &FieldPathBuf,
) -> Violations {
    if root.allows(value) {
        return Violations::new();
    }
    let mut report = Report::default();
    report.value(root, value, old, &FieldPath::ROOT);
    errors::violations(report.errors, server, prefix).printed_by(server)
}

//! The rules of a schema that are kept and not run.

use std::sync::Arc;

use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::{SchemaNode, StructuralSchema};

/// A CEL rule of the schema: a server runs it, this crate does not.
///
/// ```
/// use crd_schema::{CustomResourceDefinition, ServedVersion};
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
///     "group": "example.com",
///     "names": {"kind": "Job", "plural": "jobs"},
///     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {
///         "type": "object", "x-kubernetes-validations": [{"rule": "has(self.spec)"}],
///     }}}],
/// }}))?;
/// let served = ServedVersion::new(&crd, "v1")?;
/// assert_eq!(served.unrun_rules()[0].rule(), "has(self.spec)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnrunRule {
    path: FieldPathBuf,
    rule: String,
}

impl UnrunRule {
    /// The node of the schema that has the rule.
    pub fn path(&self) -> &FieldPathBuf {
        &self.path
    }

    /// The expression.
    pub fn rule(&self) -> &str {
        &self.rule
    }
}

pub(super) fn of(schema: &StructuralSchema) -> Arc<[UnrunRule]> {
    let mut found = Vec::new();
    schema.root().visit(&FieldPath::ROOT, &mut |node: &SchemaNode, path: &FieldPath<'_>| {
        let path = path.to_owned(PathStyle::Bracketed);
        found.extend(
            node.rules().iter().map(|rule| UnrunRule { path: path.clone(), rule: rule.rule.clone() }),
        );
    });
    found.into()
}

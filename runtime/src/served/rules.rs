//! The rules of a schema that are kept and not judged.

use std::sync::Arc;

use crate::lowering::Recognised;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::{SchemaNode, StructuralSchema};

/// A CEL rule of the schema: a server runs it, this crate does not. Rules that stand for a marker of mutability, as
/// [`lower_definition`](crate::lower_definition) writes them, are judged and are none of these.
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

pub(super) fn of(schema: &StructuralSchema, judged: Option<&Recognised>) -> Arc<[UnrunRule]> {
    let mut found = Vec::new();
    schema.root().visit(&FieldPath::ROOT, &mut |node: &SchemaNode, path: &FieldPath<'_>| {
        let path = path.to_owned(PathStyle::Bracketed);
        let unrun = node.rules().iter().enumerate();
        let unrun = unrun.filter(|(position, _)| !judged.is_some_and(|judged| judged.has(&path, *position)));
        found.extend(unrun.map(|(_, rule)| UnrunRule { path: path.clone(), rule: rule.rule.clone() }));
    });
    found.into()
}

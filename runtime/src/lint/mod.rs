//! What is wrong with a CRD, and what is odd about it.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, as far as structural schemas go.
//!
//! Knows nothing of: files, objects.

mod warnings;

use crate::convert::structural_schema;
use crate::path::{FieldPath, FieldPathBuf};
use crate::served::schema_path;
use crate::violation::Violation;
use crate::wire::{CrdSpec, CrdVersion, CustomResourceDefinition, JsonSchemaProps};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// A server refuses the CRD.
    Error,
    /// A server takes the CRD, but not as it was meant.
    Warning,
}

/// Something to say about a CRD.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The text; for errors that of the server.
    pub message: String,
    /// Where it stands in the CRD, which is not always where the server says that it stands.
    pub at: FieldPathBuf,
}

impl Finding {
    fn warning(message: impl Into<String>, at: FieldPathBuf) -> Self {
        Self { severity: Severity::Warning, message: message.into(), at }
    }
}

/// Checks the schemas of a CRD: the structural rules and the placement of mutability markers.
///
/// ```
/// use crd_schema::{CustomResourceDefinition, lint};
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"versions": [
///     {"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {}}}}},
/// ]}}))?;
/// let findings = lint(&crd);
/// assert_eq!(
///     findings[0].message,
///     "spec.validation.openAPIV3Schema.properties[spec].type: Required value: \
///      must not be empty for specified object fields",
/// );
/// assert_eq!(findings[0].at.to_string(), "spec.versions[0].schema.openAPIV3Schema.properties[spec].type");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn lint(crd: &CustomResourceDefinition) -> Vec<Finding> {
    let mut findings = warnings::unknown_fields(crd);
    for schema in crd.spec.as_ref().map(schemas).unwrap_or_default() {
        match structural_schema(schema.props, &FieldPath::from(&schema.printed)) {
            Ok(structural) => findings.extend(warnings::of_schema(&structural, &schema)),
            Err(violations) => findings.extend(violations.iter().map(|violation| schema.error(violation))),
        }
    }
    findings
}

/// A schema of a CRD, with where it stands and where the server says that it stands.
struct PlacedSchema<'c> {
    props: &'c JsonSchemaProps,
    printed: FieldPathBuf,
    actual: FieldPathBuf,
}

impl PlacedSchema<'_> {
    fn error(&self, violation: &Violation) -> Finding {
        let message = violation.to_string();
        Finding { severity: Severity::Error, message, at: self.locate(violation.path()) }
    }

    fn locate(&self, path: &FieldPathBuf) -> FieldPathBuf {
        let inside = path.steps().into_iter().skip(self.printed.steps().len()).cloned();
        FieldPathBuf::new(inside, path.style()).below(&self.actual)
    }
}

/// **Quirk**: the server validates an internal type, where a schema that all versions share stands at the top
/// (`pkg/apis/apiextensions/v1/conversion.go`). Such a schema is checked once.
fn schemas(spec: &CrdSpec) -> Vec<PlacedSchema<'_>> {
    let versions = spec.versions.as_deref().unwrap_or_default();
    let first = versions.first().and_then(props);
    let shared = versions.iter().all(|version| props(version) == first);
    let placed = |(index, version)| {
        let actual = schema_path(index);
        let printed = if shared {
            FieldPathBuf::from_properties(["spec", "validation", "openAPIV3Schema"])
        } else {
            actual.clone()
        };
        Some(PlacedSchema { props: props(version)?, printed, actual })
    };
    let count = if shared { 1 } else { versions.len() };
    versions.iter().enumerate().take(count).filter_map(placed).collect()
}

fn props(version: &CrdVersion) -> Option<&JsonSchemaProps> {
    version.schema.as_ref()?.open_api_v3_schema.as_deref()
}

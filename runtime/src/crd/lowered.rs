//! A definition whose markers are rules.

use super::Definition;
use crate::convert::structural_schema;
use crate::lowering::{self, Lowering, Note};
use crate::path::FieldPath;
use crate::violation::Violations;
use crate::wire::{CrdVersion, CustomResourceDefinition, JsonSchemaProps, schema_path};

/// Lowers the markers in every version of a definition.
///
/// ```
/// use crd_schema::{CustomResourceDefinition, Lowering, lower_definition};
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"versions": [{
///     "name": "v1",
///     "schema": {"openAPIV3Schema": {"type": "object", "properties": {
///         "engine": {"type": "string", "maxLength": 63, "x-kubernetes-mutability": "Immutable"},
///     }}},
/// }]}}))?;
/// let lowered = lower_definition(&crd, Lowering::default())?.into_crd();
/// let text = serde_json::to_string(&lowered)?;
/// assert!(text.contains("self == oldSelf") && !text.contains("x-kubernetes-mutability"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is not structural, and one violation for each marker that cannot be lowered, with its path in the definition.
pub fn lower_definition(
    crd: &CustomResourceDefinition,
    lowering: Lowering,
) -> Result<Definition, Violations> {
    let mut crd = crd.clone();
    let (mut found, mut warnings, mut notes) = (Violations::new(), Vec::new(), Vec::new());
    let versions = crd.spec.iter_mut().flat_map(|spec| spec.versions.iter_mut().flatten());
    for (index, version) in versions.enumerate() {
        let Some(props) = schema_of(version) else { continue };
        let prefix = schema_path(index);
        let lowered = structural_schema(props, &FieldPath::from(&prefix)).and_then(|schema| {
            let lowered = lowering::lower(&schema, lowering);
            lowered.map_err(|violations| violations.into_iter().map(|found| found.below(&prefix)).collect())
        });
        match lowered {
            Ok(lowered) => {
                *props = JsonSchemaProps::from(&lowered.schema);
                let below = |note: Note| note.below(&prefix);
                warnings.extend(lowered.warnings.into_iter().map(below));
                notes.extend(lowered.notes.into_iter().map(below));
            }
            Err(violations) => found.extend(violations),
        }
    }
    found.into_result()?;
    Ok(Definition::new(crd, warnings, notes))
}

fn schema_of(version: &mut CrdVersion) -> Option<&mut JsonSchemaProps> {
    version.schema.as_mut()?.open_api_v3_schema.as_deref_mut()
}

//! A definition whose markers are rules.

use super::Definition;
use super::unbound::{self, Conversion, Served};
use crate::allow::Allow;
use crate::convert::structural_schema;
use crate::lowering::{self, Lowering, Note};
use crate::path::FieldPath;
use crate::schema::StructuralSchema;
use crate::violation::Violations;
use crate::wire::{CrdSpec, CrdVersion, CustomResourceDefinition, JsonSchemaProps, schema_path};

/// Lowers the markers in every version of a definition.
///
/// ```
/// use crd_schema::crd::{Lowering, lower_definition};
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"versions": [{
///     "name": "v1",
///     "schema": {"openAPIV3Schema": {"type": "object", "properties": {
///         "engine": {"type": "string", "maxLength": 63, "x-kubernetes-mutability": "Immutable"},
///     }}},
/// }]}}))?;
/// let lowered = lower_definition(&crd, Lowering::default())?.into_crd();
/// let string = serde_json::to_string(&lowered)?;
/// assert!(string.contains("self == oldSelf") && !string.contains("x-kubernetes-mutability"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is not structural, and one violation for each marker that cannot be lowered, or that not all served versions have, with
/// its path in the definition.
pub fn lower_definition(
    crd: &CustomResourceDefinition,
    lowering: Lowering,
) -> Result<Definition, Violations> {
    lower_definition_allowing(crd, lowering, &[])
}

/// As [`lower_definition`], accepting `immutable-in-one-version` where the author allows it: then it is a note.
///
/// ```
/// use crd_schema::crd::{Allow, Lowering, lower_definition, lower_definition_allowing};
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let version = |name: &str, engine| json!({
///     "name": name, "served": true, "storage": name == "v1",
///     "schema": {"openAPIV3Schema": {"type": "object", "properties": {"engine": engine}}},
/// });
/// let marked = json!({"type": "string", "maxLength": 63, "x-kubernetes-mutability": "Immutable"});
/// let versions = [version("v1", marked), version("v2", json!({"type": "string"}))];
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"versions": versions}}))?;
/// let refused = lower_definition(&crd, Lowering::default()).expect_err("a write in v2 changes it");
/// assert!(refused.to_string().contains("a write in v2 is not bound by `x-kubernetes-mutability: Immutable` of v1"));
/// let allowed = Allow::rule("immutable-in-one-version").because("v2 has no users yet");
/// let lowered = lower_definition_allowing(&crd, Lowering::default(), &[allowed])?;
/// assert_eq!(lowered.notes()[0].rule(), Some("immutable-in-one-version"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`lower_definition`].
pub fn lower_definition_allowing(
    crd: &CustomResourceDefinition,
    lowering: Lowering,
    allows: &[Allow],
) -> Result<Definition, Violations> {
    let (mut found, mut notes) = unbound_markers(crd, allows);
    let mut crd = crd.clone();
    let mut warnings = Vec::new();
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

/// The markers that not all served versions have; what is not structural is reported elsewhere.
fn unbound_markers(crd: &CustomResourceDefinition, allows: &[Allow]) -> (Violations, Vec<Note>) {
    let Some(spec) = &crd.spec else { return Default::default() };
    let schemas = structural_versions(spec);
    let served = served_versions(spec, &schemas);
    unbound::findings(&served, conversion_of(spec), allows)
}

/// The schemas of all versions that have a structural one.
pub(crate) fn structural_versions(spec: &CrdSpec) -> Vec<(usize, StructuralSchema)> {
    let versions = spec.versions.iter().flatten().enumerate();
    let schema = |(index, version): (usize, &CrdVersion)| {
        let props = version.schema.as_ref()?.open_api_v3_schema.as_deref()?;
        Some((index, structural_schema(props, &FieldPath::ROOT).ok()?))
    };
    versions.filter_map(schema).collect()
}

/// The versions among them that are served.
pub(crate) fn served_versions<'s>(
    spec: &'s CrdSpec,
    schemas: &'s [(usize, StructuralSchema)],
) -> Vec<Served<'s>> {
    let served = |(index, schema): &'s (usize, StructuralSchema)| {
        let version = spec.versions.as_ref()?.get(*index)?;
        let served = Served {
            index: *index,
            name: version.name.as_deref().unwrap_or_default(),
            root: schema.root(),
            storage: version.storage == Some(true),
        };
        (version.served == Some(true)).then_some(served)
    };
    schemas.iter().filter_map(served).collect()
}

pub(crate) fn conversion_of(spec: &CrdSpec) -> Conversion {
    let strategy = spec.conversion.as_ref().and_then(|conversion| conversion.strategy.as_deref());
    if strategy == Some("Webhook") { Conversion::Webhook } else { Conversion::None }
}

fn schema_of(version: &mut CrdVersion) -> Option<&mut JsonSchemaProps> {
    version.schema.as_mut()?.open_api_v3_schema.as_deref_mut()
}

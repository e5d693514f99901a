//! What the rules of a definition may cost.

use crate::convert::structural_schema;
use crate::costs::{RuleCost, rule_costs};
use crate::path::FieldPath;
use crate::server_version::ServerVersion;
use crate::wire::{CustomResourceDefinition, schema_path};

/// Estimates every rule in every version of a definition; a schema that is not structural has none.
///
/// ```
/// use crd_schema::cel::definition_costs;
/// use crd_schema::{CustomResourceDefinition, ServerVersion};
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"versions": [{
///     "name": "v1",
///     "schema": {"openAPIV3Schema": {
///         "type": "object",
///         "properties": {"spec": {"type": "object"}},
///         "x-kubernetes-validations": [{"rule": "has(self.spec)"}],
///     }},
/// }]}}))?;
/// let costs = definition_costs(&crd, ServerVersion::NEWEST);
/// assert_eq!((costs[0].rule(), costs[0].cost()), ("has(self.spec)", Some(1)));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn definition_costs(crd: &CustomResourceDefinition, server: ServerVersion) -> Vec<RuleCost> {
    let versions = crd.spec.iter().flat_map(|spec| spec.versions.iter().flatten());
    let mut costs = Vec::new();
    for (index, version) in versions.enumerate() {
        let props = version.schema.as_ref().and_then(|schema| schema.open_api_v3_schema.as_deref());
        let schema = props.and_then(|props| structural_schema(props, &FieldPath::ROOT).ok());
        let prefix = schema_path(index);
        let found = schema.map(|schema| rule_costs(&schema, server)).unwrap_or_default();
        costs.extend(found.into_iter().map(|cost| cost.below(&prefix)));
    }
    costs
}

//! How much of a definition was looked at.

use crate::convert::structural_schema;
use crate::crd::validation;
use crate::path::FieldPath;
use crate::wire::CustomResourceDefinition;

/// The schemas of a definition, and its CEL rules by whether they can be compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleCounts {
    /// Versions that have a schema.
    pub schemas: usize,
    /// Rules that are compiled, and whose cost is estimated.
    pub checked: usize,
    /// Rules of a schema that is not structural, which is an error itself.
    pub unchecked: usize,
}

/// Counts schemas and rules, those of each version by itself.
///
/// ```
/// use crd_schema::lint::rule_counts;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"versions": [{
///     "name": "v1",
///     "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-validations": [
///         {"rule": "has(self.metadata)"},
///         {"rule": "!format.dns1123Label().validate(self.metadata.name).hasValue()"},
///     ]}},
/// }]}}))?;
/// let counts = rule_counts(&crd);
/// assert_eq!((counts.schemas, counts.checked, counts.unchecked), (1, 2, 0));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn rule_counts(crd: &CustomResourceDefinition) -> RuleCounts {
    let mut counts = RuleCounts::default();
    let versions = crd.spec.iter().flat_map(|spec| spec.versions.iter().flatten());
    for props in versions.filter_map(super::props) {
        counts.schemas = counts.schemas.saturating_add(1);
        let all = validation::count_of_rules(props);
        if structural_schema(props, &FieldPath::ROOT).is_err() {
            counts.unchecked = counts.unchecked.saturating_add(all);
            continue;
        }
        counts.checked = counts.checked.saturating_add(all);
    }
    counts
}

//! How much of a definition was looked at.

use super::rules;
use crate::convert::structural_schema;
use crate::crd::validation;
use crate::estimate::each_rule;
use crate::path::FieldPath;
use crate::wire::CustomResourceDefinition;

/// The schemas of a definition, and its CEL rules by whether something can be told of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleCounts {
    /// Versions that have a schema.
    pub schemas: usize,
    /// Rules whose cost is known, or that are known to be no CEL.
    pub checked: usize,
    /// Rules of which nothing is known: `rule-not-checked` says where, once for a schema that all versions share.
    pub unchecked: usize,
}

/// Counts schemas and rules, those of each version by itself.
///
/// ```
/// use crd_schema::{CustomResourceDefinition, rule_counts};
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
/// assert_eq!((counts.schemas, counts.checked, counts.unchecked), (1, 1, 1));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn rule_counts(crd: &CustomResourceDefinition) -> RuleCounts {
    let mut counts = RuleCounts::default();
    let versions = crd.spec.iter().flat_map(|spec| spec.versions.iter().flatten());
    for props in versions.filter_map(super::props) {
        counts.schemas = counts.schemas.saturating_add(1);
        let all = validation::count_of_rules(props);
        let Ok(schema) = structural_schema(props, &FieldPath::ROOT) else {
            counts.unchecked = counts.unchecked.saturating_add(all);
            continue;
        };
        let mut unchecked = 0_usize;
        each_rule(&schema, &FieldPath::ROOT, &mut |site, rule, path| {
            let is_unchecked = rules::unchecked(site, rule, path).is_some();
            unchecked = unchecked.saturating_add(usize::from(is_unchecked));
        });
        counts.unchecked = counts.unchecked.saturating_add(unchecked);
        counts.checked = counts.checked.saturating_add(all.saturating_sub(unchecked));
    }
    counts
}

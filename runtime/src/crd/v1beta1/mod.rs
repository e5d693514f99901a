//! Definitions as the last servers of `apiextensions.k8s.io/v1beta1` validated them.
//!
//! No server of today serves that version; charts and clusters of old have definitions of it. What was milder than v1:
//! `preserveUnknownFields` is true unless it is set, schemas may be missing, need not be structural and may have any
//! `type`, and groups of the Kubernetes community need no approval. What needs a structural schema asks for one all the
//! same: pruning (`preserveUnknownFields: false`), the extensions `x-kubernetes-*`, and with pruning the webhook
//! conversion. Defaults are refused unless the old definition has some. **Quirk**: the KEP has them refused only without
//! a structural schema; released servers refused them all. Unions are refused without a structural schema, as the KEP has
//! it; servers did not know them.
//!
//! What such a definition publishes is what [`openapi_v2`](crate::openapi::openapi_v2) and
//! [`openapi_v3`](crate::openapi::openapi_v3) say: nothing of a schema that is not structural.
//!
//! Source: release 1.21, `pkg/apis/apiextensions/validation/validation.go`, `v1beta1/defaults.go`; KEP Pruning for Custom
//! Resources and the structural-schema KEP.
//!
//! Knows nothing of: the rules themselves.

mod condition;
mod upgrade;

pub use condition::non_structural_condition;
pub use upgrade::{UpgradeError, upgrade};

use super::validation::{self, Api};
use crate::violation::Violations;
use crate::wire::CustomResourceDefinition;

/// Fills in what servers filled in: scope, `preserveUnknownFields`, the protocol of the webhook, and what v1 fills in.
///
/// ```
/// use crd_schema::crd::v1beta1;
/// use crd_schema::CustomResourceDefinition;
///
/// let mut crd = CustomResourceDefinition::default();
/// v1beta1::default_crd(&mut crd);
/// let spec = crd.spec.unwrap();
/// assert_eq!(spec.preserve_unknown_fields, Some(true));
/// assert_eq!(spec.scope.as_deref(), Some("Namespaced"));
/// ```
///
/// Source: `pkg/apis/apiextensions/v1beta1/defaults.go`.
pub fn default_crd(crd: &mut CustomResourceDefinition) {
    let spec = crd.spec.get_or_insert_default();
    if spec.scope.as_ref().is_none_or(String::is_empty) {
        spec.scope = Some("Namespaced".to_owned());
    }
    spec.preserve_unknown_fields.get_or_insert(true);
    if let Some(conversion) = spec.conversion.as_mut().filter(|it| it.strategy.as_deref() == Some("Webhook"))
    {
        let versions = &mut conversion.webhook.get_or_insert_default().conversion_review_versions;
        if versions.as_ref().is_none_or(Vec::is_empty) {
            *versions = Some(vec!["v1beta1".to_owned()]);
        }
    }
    validation::default_crd(crd);
}

/// What a server said when the definition was created; it is defaulted first.
///
/// ```
/// use crd_schema::crd::v1beta1;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd = |preserve: bool| serde_json::from_value::<CustomResourceDefinition>(json!({
///     "metadata": {"name": "jobs.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "Job", "plural": "jobs"},
///         "preserveUnknownFields": preserve,
///         "versions": [{"name": "v1", "served": true, "storage": true, "schema": {
///             "openAPIV3Schema": {"properties": {"spec": {"type": "object"}}},
///         }}],
///     },
/// }));
/// assert!(v1beta1::validate_create(&crd(true)?).is_empty());
/// assert_eq!(
///     v1beta1::validate_create(&crd(false)?).to_string(),
///     "spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root",
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Source: release 1.21, `ValidateCustomResourceDefinition`.
pub fn validate_create(crd: &CustomResourceDefinition) -> Violations {
    validation::create_in(Api::V1beta1, &defaulted(crd))
}

/// What a server said when `old` was replaced by `new`; both are defaulted first.
///
/// ```
/// use crd_schema::crd::v1beta1;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd = |default: serde_json::Value| serde_json::from_value::<CustomResourceDefinition>(json!({
///     "metadata": {"name": "jobs.example.com", "resourceVersion": "1"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "Job", "plural": "jobs"},
///         "versions": [{"name": "v1", "served": true, "storage": true, "schema": {
///             "openAPIV3Schema": {"type": "object", "properties": {"size": {"type": "integer", "default": default}}},
///         }}],
///     },
/// }));
/// let violations = v1beta1::validate_update(&crd(json!(1))?, &crd(json!(null))?);
/// assert_eq!(
///     violations.to_string(),
///     "spec.validation.openAPIV3Schema.properties[size].default: Forbidden: must not be set (cannot set default values \
///      in apiextensions.k8s.io/v1beta1 CRDs, must use apiextensions.k8s.io/v1)",
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Source: release 1.21, `ValidateCustomResourceDefinitionUpdate`.
pub fn validate_update(new: &CustomResourceDefinition, old: &CustomResourceDefinition) -> Violations {
    validation::update_in(Api::V1beta1, &defaulted(new), &defaulted(old))
}

fn defaulted(crd: &CustomResourceDefinition) -> CustomResourceDefinition {
    let mut crd = crd.clone();
    default_crd(&mut crd);
    crd
}

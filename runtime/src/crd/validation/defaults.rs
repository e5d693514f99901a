//! What the server fills in before it validates a definition.
//!
//! Source: `pkg/apis/apiextensions/v1/defaults.go`.
//!
//! Knows nothing of: what is checked.

use super::error::{lower, or_empty};
use crate::wire::{ConversionSpec, CrdNames, CrdSpec, CustomResourceDefinition};

/// The port of a webhook's service when none is given.
pub(super) const WEBHOOK_PORT: i32 = 443;

/// Fills in what a server fills in: names, conversion strategy, webhook port, and the stored version.
///
/// ```
/// use crd_schema::crd::default_crd;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let mut crd: CustomResourceDefinition =
///     serde_json::from_value(json!({"spec": {"names": {"kind": "CronTab", "plural": "crontabs"}}}))?;
/// default_crd(&mut crd);
/// assert_eq!(serde_json::to_value(&crd.spec)?, json!({
///     "names": {"kind": "CronTab", "plural": "crontabs", "singular": "crontab", "listKind": "CronTabList"},
///     "conversion": {"strategy": "None"},
/// }));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Source: `pkg/apis/apiextensions/v1/defaults.go`.
pub fn default_crd(crd: &mut CustomResourceDefinition) {
    let spec = crd.spec.get_or_insert_default();
    names(spec.names.get_or_insert_default());
    conversion(spec);
    let stored = crd.status.as_ref().and_then(|status| status.stored_versions.as_ref());
    if stored.is_none_or(Vec::is_empty)
        && let Some(storage) = storage_version(spec)
    {
        crd.status.get_or_insert_default().stored_versions = Some(vec![storage]);
    }
}

pub(super) fn names(names: &mut CrdNames) {
    let kind = or_empty(names.kind.as_ref());
    if kind.is_empty() {
        return;
    }
    let (singular, list_kind) = (lower(kind), format!("{kind}List"));
    let fill = |field: &mut Option<String>, default: String| {
        if or_empty(field.as_ref()).is_empty() {
            *field = Some(default);
        }
    };
    fill(&mut names.singular, singular);
    fill(&mut names.list_kind, list_kind);
}

fn conversion(spec: &mut CrdSpec) {
    let none = || ConversionSpec { strategy: Some("None".to_owned()), ..ConversionSpec::default() };
    let webhook = spec.conversion.get_or_insert_with(none).webhook.as_mut();
    let service = webhook.and_then(|webhook| webhook.client_config.as_mut()?.service.as_mut());
    if let Some(service) = service {
        service.port.get_or_insert(WEBHOOK_PORT);
    }
}

fn storage_version(spec: &CrdSpec) -> Option<String> {
    let storage = spec.versions.iter().flatten().find(|version| version.storage == Some(true))?;
    Some(storage.name.clone().unwrap_or_default())
}

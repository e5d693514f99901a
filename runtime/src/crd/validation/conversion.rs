//! How objects are converted between versions.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `validateCustomResourceConversion`;
//! `apiserver pkg/util/webhook/validation.go`.
//!
//! Knows nothing of: schemas.

use std::collections::HashSet;

use crd_schema_go::url::Url;

use super::ca_bundle;
use super::defaults::WEBHOOK_PORT;
use super::error::{PlacedErrors, forbidden, invalid, invalid_repeated, or_empty, required};
use super::internal::Spec;
use super::ratchet::Options;
use crate::crd::checks::names;
use crate::go_text;
use crate::names::{label_1035, subdomain_1123};
use crate::path::FieldPath;
use crate::violation::Violation;
use crate::wire::{ServiceReference, WebhookClientConfig};

const STRATEGIES: [&str; 2] = ["None", "Webhook"];
const REVIEW_VERSIONS: [&str; 2] = ["v1", "v1beta1"];

/// What is wrong with `spec.conversion`; the server fills in one that is not there.
pub(super) fn check(spec: &Spec<'_>, options: &Options<'_>, path: &FieldPath<'_>, found: &mut PlacedErrors) {
    let Some(conversion) = &spec.wire.conversion else { return };
    let strategy = or_empty(conversion.strategy.as_ref());
    let path_of_strategy = path.property("strategy");
    if strategy != "None" && spec.preserves_unknown_fields() {
        let detail = "must be None if spec.preserveUnknownFields is true";
        found.push(invalid(&path_of_strategy, strategy, detail));
    }
    found.extend(names::one_of(strategy, &STRATEGIES, &path_of_strategy));

    let webhook = conversion.webhook.as_ref();
    let config = webhook.and_then(|webhook| webhook.client_config.as_ref());
    let versions =
        webhook.and_then(|webhook| webhook.conversion_review_versions.as_deref()).unwrap_or_default();
    let (path_of_config, path_of_versions) =
        (path.property("webhookClientConfig"), path.property("conversionReviewVersions"));
    if strategy == "Webhook" {
        match config {
            None => found.push(required(&path_of_config, "required when strategy is set to Webhook")),
            Some(config) => client_config(config, options, &path_of_config, found),
        }
        review_versions(versions, options, &path_of_versions, found);
        return;
    }
    let detail = "should not be set when strategy is not set to Webhook";
    found.extend(config.map(|_| forbidden(&path_of_config, detail)));
    found.extend((!versions.is_empty()).then(|| forbidden(&path_of_versions, detail)));
}

/// Whether the server knows one of the versions.
pub(super) fn is_recognised(versions: &[String]) -> bool {
    versions.iter().any(|version| REVIEW_VERSIONS.contains(&version.as_str()))
}

fn review_versions(
    versions: &[String],
    options: &Options<'_>,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    if versions.is_empty() {
        return found.push(required(path, ""));
    }
    let mut seen = HashSet::new();
    for (index, version) in versions.iter().enumerate() {
        let path = path.index(index);
        if !seen.insert(version) {
            found.push(invalid(&path, version.as_str(), "duplicate version"));
            continue;
        }
        let reasons = label_1035(version).into_iter();
        found.extend(reasons.map(|reason| invalid(&path, version.as_str(), reason)));
    }
    if options.recognised_review_version && !is_recognised(versions) {
        let detail = format!("must include at least one of {}", REVIEW_VERSIONS.join(", "));
        found.push(invalid(path, versions.to_vec(), detail).of_strings());
    }
}

fn client_config(
    config: &WebhookClientConfig,
    options: &Options<'_>,
    path: &FieldPath<'_>,
    found: &mut PlacedErrors,
) {
    match (&config.url, &config.service) {
        (Some(address), None) => found.extend(url(address, &path.property("url"))),
        (None, Some(reference)) => found.extend(service(reference, &path.property("service"))),
        _ => found.push(required(path, "exactly one of url or service is required")),
    }
    let bundle = or_empty(config.ca_bundle.as_ref());
    // A server cannot even decode invalid base64.
    if (options.ca_bundle || !ca_bundle::is_base64(bundle))
        && let Some(reason) = ca_bundle::refusal(bundle)
    {
        let json = go_text::quoted(bundle);
        found.push(
            invalid(&path.property("caBundle"), bundle, reason).of_struct(json, ca_bundle::go_syntax(bundle)),
        );
    }
}

fn url(address: &str, path: &FieldPath<'_>) -> Vec<Violation> {
    const FORM: &str = "; desired format: https://host[/path]";
    let url = match Url::parse(address) {
        Ok(url) => url,
        Err(error) => return vec![required(path, format!("url must be a valid URL: {error}{FORM}"))],
    };
    let mut found = Vec::new();
    if url.scheme != "https" {
        let detail = format!("'https' is the only allowed URL scheme{FORM}");
        found.push(invalid(path, url.scheme, detail));
    }
    if url.host.is_empty() {
        found.push(invalid(path, "", format!("host must be specified{FORM}")));
    }
    found.extend(url.user.map(|user| invalid(path, user, "user information is not permitted in the URL")));
    if !url.fragment.is_empty() {
        found.push(invalid(path, url.fragment, "fragments are not permitted in the URL"));
    }
    if !url.query.is_empty() {
        found.push(invalid(path, url.query, "query parameters are not permitted in the URL"));
    }
    found
}

/// **Quirk**: upstream passes name and namespace in the wrong order, so each is missed under the other's name.
fn service(service: &ServiceReference, path: &FieldPath<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    for (field, other) in [("name", &service.namespace), ("namespace", &service.name)] {
        if or_empty(other.as_ref()).is_empty() {
            found.push(required(&path.property(field), ""));
        }
    }
    let port = service.port.unwrap_or(WEBHOOK_PORT);
    if !(1..=65535).contains(&port) {
        let detail = "port is not valid: must be between 1 and 65535, inclusive";
        found.push(invalid(&path.property("port"), port, detail));
    }
    let url_path = or_empty(service.path.as_ref());
    let path = path.property("path");
    found.extend(path_reasons(url_path).into_iter().map(|reason| invalid_repeated(&path, url_path, reason)));
    found
}

fn path_reasons(url_path: &str) -> Vec<String> {
    let mut reasons = Vec::new();
    match url_path {
        "" | "/" => return reasons,
        "//" => return vec!["segment[0] may not be empty".to_owned()],
        _ => {}
    }
    if !url_path.starts_with('/') {
        reasons.push("must start with a '/'".to_owned());
    }
    // Quirk: the first byte is dropped whatever it is (`ValidateWebhookService`).
    let rest: &[u8] = url_path.as_bytes().get(1..).unwrap_or_default();
    let rest = String::from_utf8_lossy(rest);
    let rest = rest.strip_suffix('/').unwrap_or(&rest);
    for (index, segment) in rest.split('/').enumerate() {
        if segment.is_empty() {
            reasons.push(format!("segment[{index}] may not be empty"));
            continue;
        }
        let failures = subdomain_1123(segment).into_iter();
        reasons.extend(failures.map(|failure| format!("segment[{index}]: {failure}")));
    }
    reasons
}

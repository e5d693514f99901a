//! The parts of a definition, as the wire has them.

use std::collections::BTreeMap;

use super::version::Version;
use crate::describe::{ColumnDesc, ResourceDesc, ScaleDesc, WebhookDesc};
use crate::wire::{
    ConversionSpec, CrdNames, CrdSpec, CrdSubresources, CrdVersion, PrinterColumn, ScaleSubresource,
    SelectableField, ServiceReference, StatusSubresource, WebhookClientConfig, WebhookConversion,
};

/// The spec, without schemas; the names are those of the version that is stored.
pub(super) fn spec(versions: &[Version], resource: &ResourceDesc) -> CrdSpec {
    let webhook = versions.iter().find_map(|version| version.resource.conversion.as_ref());
    CrdSpec {
        group: Some(resource.group.to_owned()),
        names: Some(crd_names(resource)),
        scope: Some(resource.scope.name().to_owned()),
        versions: Some(versions.iter().map(|of| version(&of.resource)).collect()),
        conversion: webhook.map(conversion),
        ..CrdSpec::default()
    }
}

/// Names that are not given are those that the server would fill in (`defaults.go`).
fn crd_names(resource: &ResourceDesc) -> CrdNames {
    let or = |name: &str, default: String| if name.is_empty() { default } else { name.to_owned() };
    let list_kind = if resource.kind.is_empty() { String::new() } else { format!("{}List", resource.kind) };
    CrdNames {
        plural: Some(resource.plural.to_owned()),
        singular: Some(or(resource.singular, resource.kind.to_lowercase())),
        short_names: strings(resource.short_names),
        kind: Some(resource.kind.to_owned()),
        list_kind: Some(or(resource.list_kind, list_kind)),
        categories: strings(resource.categories),
        ..CrdNames::default()
    }
}

fn version(resource: &ResourceDesc) -> CrdVersion {
    let status = StatusSubresource::default();
    let subresources = CrdSubresources {
        status: resource.status_subresource.then_some(status),
        scale: resource.scale.as_ref().map(scale),
        ..CrdSubresources::default()
    };
    let has_any = resource.status_subresource || resource.scale.is_some();
    let columns: Vec<_> = resource.columns.iter().map(column).collect();
    let fields: Vec<_> = resource.selectable_fields.iter().map(|path| selectable(path)).collect();
    CrdVersion {
        name: Some(resource.version.to_owned()),
        served: Some(resource.served),
        storage: Some(resource.storage),
        deprecated: resource.deprecation.map(|_| true),
        deprecation_warning: resource.deprecation.and_then(string),
        subresources: has_any.then_some(subresources),
        additional_printer_columns: (!columns.is_empty()).then_some(columns),
        selectable_fields: (!fields.is_empty()).then_some(fields),
        ..CrdVersion::default()
    }
}

fn scale(scale: &ScaleDesc) -> ScaleSubresource {
    ScaleSubresource {
        spec_replicas_path: Some(scale.spec_replicas_path.to_owned()),
        status_replicas_path: Some(scale.status_replicas_path.to_owned()),
        label_selector_path: string(scale.label_selector_path),
        ..ScaleSubresource::default()
    }
}

fn selectable(path: &str) -> SelectableField {
    SelectableField { json_path: Some(path.to_owned()), ..SelectableField::default() }
}

fn conversion(webhook: &WebhookDesc) -> ConversionSpec {
    let (namespace, name) = webhook.service;
    let service = ServiceReference {
        namespace: Some(namespace.to_owned()),
        name: Some(name.to_owned()),
        path: string(webhook.path),
        port: (webhook.port != 0).then_some(webhook.port),
        ..ServiceReference::default()
    };
    let client_config = WebhookClientConfig {
        url: string(webhook.url),
        service: (!name.is_empty()).then_some(service),
        ..WebhookClientConfig::default()
    };
    let review_versions = webhook.review_versions.iter().map(|&version| version.to_owned()).collect();
    let webhook = WebhookConversion {
        client_config: Some(client_config),
        conversion_review_versions: Some(review_versions),
        ..WebhookConversion::default()
    };
    ConversionSpec {
        strategy: Some("Webhook".to_owned()),
        webhook: Some(webhook),
        ..ConversionSpec::default()
    }
}

/// All pairs of all lists; of one name the first.
pub(super) fn pairs<'p>(
    lists: impl Iterator<Item = &'p [(&'p str, &'p str)]>,
) -> Option<BTreeMap<String, String>> {
    let mut all = BTreeMap::new();
    for (name, value) in lists.flatten() {
        all.entry((*name).to_owned()).or_insert_with(|| (*value).to_owned());
    }
    (!all.is_empty()).then_some(all)
}

fn column(column: &ColumnDesc) -> PrinterColumn {
    PrinterColumn {
        name: Some(column.name.to_owned()),
        type_: Some(column.type_.to_owned()),
        format: string(column.format),
        description: string(column.description),
        priority: (column.priority != 0).then_some(column.priority),
        json_path: Some(column.json_path.to_owned()),
        ..PrinterColumn::default()
    }
}

fn string(string: &str) -> Option<String> {
    (!string.is_empty()).then(|| string.to_owned())
}

fn strings(strings: &[&str]) -> Option<Vec<String>> {
    (!strings.is_empty()).then(|| strings.iter().map(|&string| string.to_owned()).collect())
}

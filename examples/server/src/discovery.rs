//! What clients ask before they ask for objects.
//!
//! Source: `apimachinery pkg/apis/meta/v1/types.go`, `APIGroupList`, `APIGroup`, `APIResourceList`.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::handlers::Shared;
use crate::resource::Resource;

/// `/api`: the core group, which this server does not have.
pub(crate) async fn core() -> Json<Value> {
    Json(json!({"kind": "APIVersions", "versions": [], "serverAddressByClientCIDRs": []}))
}

/// `/apis`: all groups.
pub(crate) async fn groups(State(api): Shared) -> Json<Value> {
    Json(json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": [group_fields(&api.resource)]}))
}

/// `/apis/<group>`: its versions.
pub(crate) async fn group(State(api): Shared) -> Json<Value> {
    let mut group = group_fields(&api.resource);
    if let Some(fields) = group.as_object_mut() {
        fields.insert("kind".into(), "APIGroup".into());
        fields.insert("apiVersion".into(), "v1".into());
    }
    Json(group)
}

/// `/apis/<group>/<version>`: its resources.
pub(crate) async fn resources(State(api): Shared) -> Json<Value> {
    Json(json!({
        "kind": "APIResourceList",
        "apiVersion": "v1",
        "groupVersion": api.resource.served().api_version(),
        "resources": resource_list(&api.resource),
    }))
}

fn group_fields(resource: &Resource) -> Value {
    let served = resource.served();
    let version = json!({"groupVersion": served.api_version(), "version": served.version()});
    json!({"name": served.group(), "versions": [version], "preferredVersion": version})
}

fn resource_list(resource: &Resource) -> Vec<Value> {
    let names = resource.names();
    let (plural, kind) = (resource.served().plural(), resource.served().kind());
    let mut all = json!({
        "name": plural,
        "singularName": names.singular.clone().unwrap_or_else(|| kind.to_lowercase()),
        "namespaced": resource.is_namespaced(),
        "kind": kind,
        "verbs": ["create", "delete", "get", "list", "patch", "update"],
    });
    for (name, strings) in [("shortNames", &names.short_names), ("categories", &names.categories)] {
        if let (Some(strings), Some(fields)) = (strings, all.as_object_mut()) {
            fields.insert(name.into(), strings.clone().into());
        }
    }
    let status = json!({
        "name": format!("{plural}/status"),
        "singularName": "",
        "namespaced": resource.is_namespaced(),
        "kind": kind,
        "verbs": ["get", "patch", "update"],
    });
    let scale = json!({
        "name": format!("{plural}/scale"),
        "singularName": "",
        "namespaced": resource.is_namespaced(),
        "group": "autoscaling",
        "version": "v1",
        "kind": "Scale",
        "verbs": ["get", "patch", "update"],
    });
    let subresources = [(resource.has_status(), status), (resource.has_scale(), scale)];
    let served =
        subresources.into_iter().filter_map(|(is_served, subresource)| is_served.then_some(subresource));
    std::iter::once(all).chain(served).collect()
}

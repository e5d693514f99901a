//! What clients ask before they ask for objects: groups, versions, resources.
//!
//! Source: `apimachinery pkg/apis/meta/v1/types.go`; `apiextensions-apiserver pkg/controller/.../customresource_discovery_controller.go`;
//! `apiserver pkg/endpoints/discovery`.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crd_schema_go::kube_version;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256, Sha512};

use crate::api::Shared;
use crate::failure::Failure;
use crate::http;
use crate::request::Output;
use crate::resources::{Registry, Resource, Role};

/// The verbs of the objects of a resource, and of their subresources.
const VERBS: [&str; 8] = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
/// Those of a resource whose CRD is being deleted.
const LAST_VERBS: [&str; 5] = ["delete", "deletecollection", "get", "list", "watch"];
const SUBRESOURCE_VERBS: [&str; 3] = ["get", "patch", "update"];

/// The versions of a group with their resources, the preferred version first.
type Versions = Vec<(String, Vec<Arc<Resource>>)>;

/// The answer for a path; none where it is not one of these.
pub(crate) fn serve(
    api: &Shared,
    parts: &[&str],
    headers: &HeaderMap,
) -> Option<Result<Response<Body>, Failure>> {
    let registry = api.registry();
    let groups = groups(&registry);
    match parts {
        [] => Some(Ok(http::json(200, &root(&groups)))),
        ["api"] if groups.contains_key("") => Some(Ok(aggregated_or(headers, &groups, true, core))),
        ["api", version] => resources(&groups, "", version),
        ["apis"] => Some(Ok(aggregated_or(headers, &groups, false, group_list))),
        ["apis", group] if !group.is_empty() => {
            let versions = groups.get(*group)?;
            let mut found = group_fields(group, versions);
            found.insert("kind".to_owned(), "APIGroup".into());
            found.insert("apiVersion".to_owned(), "v1".into());
            Some(Ok(http::json(200, &found.into())))
        }
        ["apis", group, version] if !group.is_empty() => resources(&groups, group, version),
        _ => None,
    }
}

fn groups(registry: &Registry) -> BTreeMap<String, Versions> {
    let mut groups: BTreeMap<String, BTreeMap<String, Vec<Arc<Resource>>>> = BTreeMap::new();
    for resource in registry.all() {
        let versions = groups.entry(resource.shared.group.clone()).or_default();
        versions.entry(resource.version.clone()).or_default().push(Arc::clone(resource));
    }
    let sorted = groups.into_iter().map(|(group, versions)| {
        let mut versions: Versions = versions.into_iter().collect();
        versions.sort_by(|(one, _), (other, _)| kube_version::compare(other, one));
        (group, versions)
    });
    sorted.collect()
}

/// What `/` lists.
pub(crate) fn root_of(api: &Shared) -> Value {
    root(&groups(&api.registry()))
}

fn root(groups: &BTreeMap<String, Versions>) -> Value {
    let mut paths = vec!["/apis".to_owned()];
    for (group, versions) in groups {
        let path = if group.is_empty() { "/api".to_owned() } else { format!("/apis/{group}") };
        paths.extend(versions.iter().map(|(version, _)| format!("{path}/{version}")));
        paths.push(path);
    }
    let others = ["/healthz", "/livez", "/openapi/v2", "/openapi/v3", "/readyz", "/version"];
    paths.extend(others.map(str::to_owned));
    paths.sort();
    json!({ "paths": paths })
}

/// `/api`: the versions of the core group.
fn core(groups: &BTreeMap<String, Versions>) -> Value {
    let versions = groups.get("").into_iter().flatten().map(|(version, _)| version.as_str());
    json!({
        "kind": "APIVersions", "versions": versions.collect::<Vec<_>>(), "serverAddressByClientCIDRs": [],
    })
}

/// `/apis`: all other groups.
fn group_list(groups: &BTreeMap<String, Versions>) -> Value {
    let named = groups.iter().filter(|(group, _)| !group.is_empty());
    let groups: Vec<_> = named.map(|(group, versions)| Value::from(group_fields(group, versions))).collect();
    json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": groups})
}

fn group_fields(group: &str, versions: &Versions) -> Map<String, Value> {
    let shown = |version: &str| json!({"groupVersion": format!("{group}/{version}"), "version": version});
    let all: Vec<_> = versions.iter().map(|(version, _)| shown(version)).collect();
    let preferred = all.first().cloned().unwrap_or_default();
    Map::from_iter([
        ("name".to_owned(), group.into()),
        ("versions".to_owned(), all.into()),
        ("preferredVersion".to_owned(), preferred),
    ])
}

/// `/apis/<group>/<version>`: its resources.
fn resources(
    groups: &BTreeMap<String, Versions>,
    group: &str,
    version: &str,
) -> Option<Result<Response<Body>, Failure>> {
    let (_, found) = groups.get(group)?.iter().find(|(name, _)| name == version)?;
    let resources: Vec<_> = found.iter().flat_map(|resource| listed(resource)).collect();
    let group_version = if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") };
    Some(Ok(http::json(
        200,
        &json!({
            "kind": "APIResourceList", "apiVersion": "v1", "groupVersion": group_version, "resources": resources,
        }),
    )))
}

fn verbs(resource: &Resource) -> Vec<&'static str> {
    match resource.shared.role {
        // They go with what is in them, one by one.
        Role::Namespaces => VERBS.into_iter().filter(|verb| *verb != "deletecollection").collect(),
        _ if resource.terminating => LAST_VERBS.into(),
        Role::Definitions => {
            let mut verbs = VERBS;
            verbs.sort_unstable();
            verbs.into()
        }
        Role::Custom => VERBS.into(),
    }
}

fn listed(resource: &Resource) -> Vec<Value> {
    let (names, namespaced) = (&resource.shared.names, resource.shared.namespaced);
    let mut all = json!({
        "name": names.plural,
        "singularName": names.singular,
        "namespaced": namespaced,
        "kind": names.kind,
        "verbs": verbs(resource),
    });
    if let (Role::Custom, Some(fields)) = (resource.shared.role, all.as_object_mut()) {
        fields.insert("storageVersionHash".to_owned(), storage_version_hash(resource).into());
    }
    for (name, names_of) in [("shortNames", &names.short_names), ("categories", &names.categories)] {
        if let (false, Some(fields)) = (names_of.is_empty(), all.as_object_mut()) {
            fields.insert(name.to_owned(), names_of.clone().into());
        }
    }
    let status = json!({
        "name": format!("{}/status", names.plural), "singularName": "", "namespaced": namespaced, "kind": names.kind,
        "verbs": SUBRESOURCE_VERBS,
    });
    let scale = json!({
        "name": format!("{}/scale", names.plural), "singularName": "", "namespaced": namespaced,
        "group": "autoscaling", "version": "v1", "kind": "Scale", "verbs": SUBRESOURCE_VERBS,
    });
    let parts = [(resource.has_status, status), (resource.has_scale, scale)];
    let served = parts.into_iter().filter_map(|(is_served, part)| is_served.then_some(part));
    std::iter::once(all).chain(served).collect()
}

/// Source: `apiserver pkg/endpoints/discovery/storageversionhash.go`.
fn storage_version_hash(resource: &Resource) -> String {
    let shared = &resource.shared;
    let text = format!("{}/{}/{}", shared.group, shared.storage_version(), shared.names.kind);
    STANDARD.encode(Sha256::digest(text).get(..8).unwrap_or_default())
}

/// All groups in one answer, where the client asks for that.
fn aggregated_or(
    headers: &HeaderMap,
    groups: &BTreeMap<String, Versions>,
    is_core: bool,
    legacy: fn(&BTreeMap<String, Versions>) -> Value,
) -> Response<Body> {
    let Some(version) = Output::aggregated_discovery(headers) else {
        return http::json(200, &legacy(groups));
    };
    let items = groups.iter().filter(|(group, _)| group.is_empty() == is_core);
    let items: Vec<_> = items.map(|(group, versions)| aggregated(group, versions)).collect();
    let list = json!({
        "kind": "APIGroupDiscoveryList", "apiVersion": format!("apidiscovery.k8s.io/{version}"), "metadata": {},
        "items": items,
    });
    let hash = Sha512::digest(list.to_string());
    let etag = hash.iter().fold(String::new(), |hash, byte| format!("{hash}{byte:02X}"));
    let etag = format!("\"{etag}\"");
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
    let mut response = http::json(200, &list);
    if known {
        response = Response::new(Body::empty());
        *response.status_mut() = axum::http::StatusCode::NOT_MODIFIED;
    }
    let media_type = format!("application/json;g=apidiscovery.k8s.io;v={version};as=APIGroupDiscoveryList");
    for (name, text) in [(header::CONTENT_TYPE, media_type), (header::ETAG, etag)] {
        if let Ok(value) = HeaderValue::try_from(text) {
            response.headers_mut().insert(name, value);
        }
    }
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
    response
}

fn aggregated(group: &str, versions: &Versions) -> Value {
    let versions = versions.iter().map(|(version, resources)| {
        let resources: Vec<_> = resources.iter().map(|resource| aggregated_resource(resource)).collect();
        json!({"version": version, "resources": resources, "freshness": "Current"})
    });
    json!({"metadata": {"name": group, "creationTimestamp": null}, "versions": versions.collect::<Vec<_>>()})
}

fn aggregated_resource(resource: &Resource) -> Value {
    let (shared, names) = (&resource.shared, &resource.shared.names);
    let own_kind = json!({"group": shared.group, "version": resource.version, "kind": names.kind});
    let scale_kind = json!({"group": "autoscaling", "version": "v1", "kind": "Scale"});
    let mut found = json!({
        "resource": names.plural,
        "responseKind": own_kind,
        "scope": if shared.namespaced { "Namespaced" } else { "Cluster" },
        "singularResource": names.singular,
        "verbs": verbs(resource),
    });
    let part = |name: &str, kind: &Value| json!({"subresource": name, "responseKind": kind, "verbs": SUBRESOURCE_VERBS});
    let parts =
        [(resource.has_status, part("status", &own_kind)), (resource.has_scale, part("scale", &scale_kind))];
    let parts: Vec<_> = parts.into_iter().filter_map(|(is_served, part)| is_served.then_some(part)).collect();
    let lists = [
        ("shortNames", Value::from(names.short_names.clone())),
        ("categories", names.categories.clone().into()),
        ("subresources", parts.into()),
    ];
    if let Some(fields) = found.as_object_mut() {
        let filled =
            lists.into_iter().filter(|(_, list)| list.as_array().is_some_and(|list| !list.is_empty()));
        fields.extend(filled.map(|(name, list)| (name.to_owned(), list)));
    }
    found
}

//! The documents of `OpenAPI`: kubectl reads them to validate, to explain, and to learn what the server can do.
//!
//! The library has the definitions; the paths are those that this server serves.
//!
//! Source: `kube-openapi pkg/handler/handler.go`, `pkg/handler3/handler.go`.

mod messages;
mod paths;
mod proto;

use std::collections::BTreeMap;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use crd_schema::openapi::{openapi_metadata_v2, openapi_metadata_v3, openapi_v2, openapi_v3};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha512};

use crate::api::Shared;
use crate::http;
use crate::request::{Query, accepted};
use crate::resources::{Registry, Resource};
use paths::Form;

const JSON: &str = "application/json";
const PROTO_V2: &str = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
/// The same, as it is called in replies; clients may ask for it, too.
const PROTO_V2_REPLY: &str = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

/// All documents of what is served.
#[derive(Clone, Debug)]
pub(crate) struct Documents {
    v2: Document,
    v2_proto: Document,
    /// By what stands behind `/openapi/v3/`.
    v3: BTreeMap<String, Document>,
}

#[derive(Clone, Debug)]
struct Document {
    media_type: &'static str,
    hash: String,
    bytes: Bytes,
}

impl Documents {
    pub(crate) fn new(registry: &Registry) -> Self {
        let v2 = v2(registry);
        let v2_proto = Document::new(PROTO_V2_REPLY, proto::document(&v2).into());
        let mut versions: BTreeMap<String, Vec<&Resource>> = BTreeMap::new();
        for resource in registry.all() {
            versions.entry(paths::root(resource)).or_default().push(resource);
        }
        let v3 = versions.into_iter().map(|(root, resources)| {
            let document = Document::new(JSON, v3(&resources).to_string().into());
            (root.trim_start_matches('/').to_owned(), document)
        });
        Self { v2: Document::new(JSON, v2.to_string().into()), v2_proto, v3: v3.collect() }
    }
}

const INFO: &str = "crd-schema";

fn v2(registry: &Registry) -> Value {
    let mut definitions = openapi_metadata_v2();
    let mut paths = Map::new();
    for resource in registry.all() {
        definitions.extend(openapi_v2(&resource.shared.crd, &resource.version).unwrap_or_default());
        paths.extend(paths::of(resource, Form::V2));
    }
    json!({
        "swagger": "2.0",
        "info": {"title": INFO, "version": "unversioned"},
        "paths": paths,
        "definitions": definitions,
    })
}

fn v3(resources: &[&Resource]) -> Value {
    let mut definitions = openapi_metadata_v3();
    let mut paths = Map::new();
    for resource in resources {
        definitions.extend(openapi_v3(&resource.shared.crd, &resource.version).unwrap_or_default());
        paths.extend(paths::of(resource, Form::V3));
    }
    json!({
        "openapi": "3.0.0",
        "info": {"title": INFO, "version": "unversioned"},
        "paths": paths,
        "components": {"schemas": definitions},
    })
}

impl Document {
    fn new(media_type: &'static str, bytes: Bytes) -> Self {
        let hash =
            Sha512::digest(&bytes).iter().fold(String::new(), |hash, byte| format!("{hash}{byte:02X}"));
        Self { media_type, hash, bytes }
    }

    /// The document, or 304 where the client has it already.
    fn reply(&self, asked: &HeaderMap) -> Response<Body> {
        let etag = format!("\"{}\"", self.hash);
        let known = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let mut known = known.flat_map(|value| value.split(',')).map(str::trim);
        let is_known = known.any(|tag| tag == "*" || tag.trim_start_matches("W/") == etag);
        let mut response = Response::new(Body::empty());
        set(&mut response, header::ETAG, &etag);
        set(&mut response, header::VARY, "Accept");
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            set(&mut response, header::CONTENT_TYPE, self.media_type);
            *response.body_mut() = self.bytes.clone().into();
        }
        response
    }
}

fn set(response: &mut Response<Body>, name: HeaderName, text: &str) {
    if let Ok(value) = HeaderValue::from_str(text) {
        response.headers_mut().insert(name, value);
    }
}

fn empty(code: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = code;
    set(&mut response, header::VARY, "Accept");
    response
}

/// The answer for a path below `/openapi`.
pub(crate) fn serve(api: &Shared, parts: &[&str], query: &Query, headers: &HeaderMap) -> Response<Body> {
    let registry = api.registry();
    let documents = registry.documents();
    match parts {
        ["v2"] => match accepted(headers, &[JSON, PROTO_V2, PROTO_V2_REPLY]) {
            Some(JSON) => documents.v2.reply(headers),
            Some(_) => documents.v2_proto.reply(headers),
            None => empty(StatusCode::NOT_ACCEPTABLE),
        },
        ["v3"] => http::json(200, &index(documents)),
        ["v3", rest @ ..] => {
            let path = rest.join("/");
            match documents.v3.get(&path) {
                Some(document) => version(&path, document, query, headers),
                None => empty(StatusCode::NOT_FOUND),
            }
        }
        _ => empty(StatusCode::NOT_FOUND),
    }
}

/// `/openapi/v3`: where the document of each version is.
fn index(documents: &Documents) -> Value {
    let paths: Map<_, _> = documents
        .v3
        .iter()
        .map(|(path, document)| (path.clone(), json!({"serverRelativeURL": url(path, document)})))
        .collect();
    json!({ "paths": paths })
}

fn url(path: &str, document: &Document) -> String {
    format!("/openapi/v3/{path}?hash={}", document.hash)
}

/// The document of a version; with its hash in the query a client may keep it.
fn version(path: &str, document: &Document, query: &Query, headers: &HeaderMap) -> Response<Body> {
    if accepted(headers, &[JSON]).is_none() {
        return empty(StatusCode::NOT_ACCEPTABLE);
    }
    match query.get("hash") {
        "" => document.reply(headers),
        hash if hash == document.hash => for_a_year(document.reply(headers)),
        _ => {
            let mut response = empty(StatusCode::MOVED_PERMANENTLY);
            set(&mut response, header::LOCATION, &url(path, document));
            response
        }
    }
}

fn for_a_year(mut response: Response<Body>) -> Response<Body> {
    set(&mut response, header::CACHE_CONTROL, "public, immutable");
    if let Ok(in_a_year) = Timestamp::now().checked_add(SignedDuration::from_hours(365 * 24)) {
        let date = in_a_year.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
        set(&mut response, header::EXPIRES, &date);
    }
    response
}

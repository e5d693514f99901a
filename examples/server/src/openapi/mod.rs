//! The documents of `OpenAPI`: kubectl reads them to validate, to explain, and to learn what the server can do.
//!
//! The library has the definitions; the paths are those that this server serves.
//!
//! Source: `kube-openapi pkg/handler/handler.go`, `pkg/handler3/handler.go`.

mod messages;
mod negotiation;
mod paths;
mod proto;

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use crd_schema::openapi::{
    OpenApiDefinitions, openapi_metadata_v2, openapi_metadata_v3, openapi_v2, openapi_v3,
};
use crd_schema::{CustomResourceDefinition, ServedVersion};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha512};

use crate::handlers::Shared;
use crate::request::Options;
use crate::resource::Resource;
use negotiation::accepted;
use paths::Paths;

const JSON: &str = "application/json";
const PROTO_V2: &str = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
/// The same, as it is called in replies; clients may ask for it, too.
const PROTO_V2_REPLY: &str = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

/// All documents. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Documents(Arc<[Document; 3]>);

#[derive(Clone, Debug, Default)]
struct Document {
    media_type: &'static str,
    hash: String,
    bytes: Bytes,
}

impl Documents {
    /// The documents of the only version that is served.
    pub(crate) fn new(crd: &CustomResourceDefinition, resource: &Resource) -> Self {
        let (mut crd, version) = (crd.clone(), resource.served().version());
        for found in crd.spec.iter_mut().flat_map(|spec| spec.versions.iter_mut().flatten()) {
            // It is served here, whatever the definition says.
            found.served = Some(found.name.as_deref() == Some(version));
        }
        let paths = Paths::new(resource);
        let mut definitions = openapi_v2(&crd, version).unwrap_or_default();
        definitions.extend(openapi_metadata_v2());
        let v2 = swagger(&definitions, &paths);
        let mut definitions = openapi_v3(&crd, version).unwrap_or_default();
        definitions.extend(openapi_metadata_v3());
        let proto = Bytes::from(proto::document(&v2));
        Self(Arc::new([
            Document::new(JSON, v2.to_string().into()),
            Document::new(PROTO_V2_REPLY, proto),
            Document::new(JSON, openapi(&definitions, &paths).to_string().into()),
        ]))
    }
}

fn swagger(definitions: &OpenApiDefinitions, paths: &Paths<'_>) -> Value {
    json!({
        "swagger": "2.0",
        "info": {"title": "crd-schema example server", "version": "unversioned"},
        "paths": paths.v2(),
        "definitions": definitions,
    })
}

fn openapi(definitions: &OpenApiDefinitions, paths: &Paths<'_>) -> Value {
    json!({
        "openapi": "3.0.0",
        "info": {"title": "crd-schema example server", "version": "unversioned"},
        "paths": paths.v3(),
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
    fn reply(&self, asked: &HeaderMap) -> Response {
        let etag = format!("\"{}\"", self.hash);
        let known = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let mut known = known.flat_map(|value| value.split(',')).map(str::trim);
        let is_known = known.any(|tag| tag == "*" || tag.trim_start_matches("W/") == etag);
        let headers = [(header::ETAG, etag), (header::VARY, "Accept".to_owned())];
        if is_known {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        (headers, [(header::CONTENT_TYPE, self.media_type)], self.bytes.clone()).into_response()
    }
}

/// The path of the document of a version.
pub(crate) fn v3_path(served: &ServedVersion) -> String {
    format!("/openapi/v3/apis/{}", served.api_version())
}

fn not_acceptable() -> Response {
    (StatusCode::NOT_ACCEPTABLE, [(header::VARY, "Accept")]).into_response()
}

/// `/openapi/v2`, in JSON or as kubectl asks for it.
pub(crate) async fn v2(State(api): Shared, headers: HeaderMap) -> Response {
    let [json, proto, _] = &*api.resource.documents().0;
    match accepted(&headers, &[JSON, PROTO_V2, PROTO_V2_REPLY]) {
        Some(JSON) => json.reply(&headers),
        Some(_) => proto.reply(&headers),
        None => not_acceptable(),
    }
}

/// `/openapi/v3`: where the document of each version is.
pub(crate) async fn v3_index(State(api): Shared) -> Json<Value> {
    let served = api.resource.served();
    let version = format!("apis/{}", served.api_version());
    Json(json!({"paths": {version: {"serverRelativeURL": v3_url(&api.resource)}}}))
}

fn v3_url(resource: &Resource) -> String {
    let [.., v3] = &*resource.documents().0;
    format!("{}?hash={}", v3_path(resource.served()), v3.hash)
}

/// The document of a version; with its hash in the query a client may keep it.
pub(crate) async fn v3(State(api): Shared, options: Options, headers: HeaderMap) -> Response {
    let [.., v3] = &*api.resource.documents().0;
    if accepted(&headers, &[JSON]).is_none() {
        return not_acceptable();
    }
    match options.get("hash") {
        "" => v3.reply(&headers),
        hash if hash == v3.hash => for_a_year(v3.reply(&headers)),
        _ => (StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, v3_url(&api.resource))]).into_response(),
    }
}

fn for_a_year(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, immutable"));
    let in_a_year = Timestamp::now().checked_add(SignedDuration::from_hours(365 * 24)).ok();
    let date = in_a_year.map(|date| date.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string());
    if let Some(date) = date.and_then(|date| HeaderValue::try_from(date).ok()) {
        headers.insert(header::EXPIRES, date);
    }
    response
}

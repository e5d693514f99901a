//! The documents of `OpenAPI`, over HTTP alone; `kubectl.rs` reads them with kubectl.
//!
//! `recorded-openapi.ndjson` is what k8s.io/apiextensions-apiserver v0.37.2 shows of the operations on maintenance jobs in both
//! documents, with the definition of `maintenance-job-types/crds` installed.

mod common;

use std::collections::BTreeSet;

use common::Server;
use serde_json::{Value, json};
use ureq::http::Response;

const V3: &str = "/openapi/v3/apis/operations.example.com/v1";

fn ask(server: &Server, path: &str, headers: &[(&str, &str)]) -> Response<Vec<u8>> {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
    let request = headers
        .iter()
        .fold(agent.get(server.url(path)), |request, (name, value)| request.header(*name, *value));
    let mut response = request.call().expect("the server replies");
    let body = response.body_mut().read_to_vec().expect("a body");
    response.map(|_| body)
}

fn header(response: &Response<Vec<u8>>, name: &str) -> String {
    response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

#[test]
fn operations_are_described_as_the_real_server_describes_them() {
    let server = Server::start();
    let documents = json!({"v2": server.get("/openapi/v2").body, "v3": server.get(V3).body});
    let mut seen = 0;
    for line in include_str!("recorded-openapi.ndjson").lines() {
        let real: Value = serde_json::from_str(line).expect("JSON");
        let field = |name: &str| real[name].as_str().expect("text");
        let item = &documents[field("document")]["paths"][field("path")];
        let ours = &item[field("method")];
        for name in
            ["operationId", "description", "tags", "x-kubernetes-action", "x-kubernetes-group-version-kind"]
        {
            assert_eq!(ours[name], real[name], "{name} of {line}");
        }
        // What this server does not know it does not list.
        let parameters =
            items(&ours["parameters"]).chain(items(&item["parameters"])).filter(|of| of["in"] != "body");
        let parameters = parameters
            .map(|of| format!("{} {}", of["in"].as_str().expect("text"), of["name"].as_str().expect("text")));
        let known =
            items(&real["parameters"]).filter_map(Value::as_str).map(str::to_owned).collect::<BTreeSet<_>>();
        assert!(known.is_superset(&parameters.collect()), "{ours} has more than {line}");
        for response in ours["responses"].as_object().expect("responses").keys() {
            assert!(items(&real["responses"]).any(|code| code == response.as_str()), "{response}: {line}");
        }
        let body = match real["document"].as_str() {
            Some("v3") => ours["requestBody"]["content"]
                .as_object()
                .into_iter()
                .flat_map(|of| of.keys())
                .cloned()
                .collect(),
            _ => {
                items(&ours["consumes"]).filter_map(Value::as_str).map(str::to_owned).collect::<BTreeSet<_>>()
            }
        };
        let known =
            items(&real["body"]).filter_map(Value::as_str).map(str::to_owned).collect::<BTreeSet<_>>();
        let is_written = ["patch", "post", "put"].contains(&field("method"));
        assert!(if is_written { known == body } else { known.is_superset(&body) }, "{body:?}: {line}");
        seen += 1;
    }
    let count = |document: &Value| {
        let paths = document["paths"].as_object().expect("paths").iter();
        paths
            .filter(|(path, _)| path.starts_with("/apis/operations.example.com/v1/"))
            .map(|(_, item)| item)
            .flat_map(|item| item.as_object().expect("methods").keys())
            .filter(|name| *name != "parameters")
            .count()
    };
    assert_eq!(seen, count(&documents["v2"]) + count(&documents["v3"]), "there are others");
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// kubectl asks here whether the server validates fields.
#[test]
fn writes_know_field_validation() {
    let document = Server::start().get(V3).body;
    let item = &document["paths"]["/apis/operations.example.com/v1/namespaces/{namespace}/maintenancenightlyjobs/{name}"];
    let parameters: BTreeSet<_> =
        items(&item["patch"]["parameters"]).filter_map(|of| of["name"].as_str()).collect();
    assert_eq!(parameters, BTreeSet::from(["dryRun", "fieldManager", "fieldValidation", "force"]));
}

#[test]
fn every_reference_leads_to_a_definition() {
    let server = Server::start();
    for (path, at) in [("/openapi/v2", "/definitions"), (V3, "/components/schemas")] {
        let document = server.get(path).body;
        let mut references = BTreeSet::new();
        collect(&document, &mut references);
        assert!(references.len() > 5, "{references:?}");
        for reference in references {
            let name =
                reference.strip_prefix(&format!("#{at}/")).unwrap_or_else(|| panic!("{path}: {reference}"));
            assert!(document.pointer(at).expect("definitions").get(name).is_some(), "{path}: {reference}");
        }
    }
}

fn collect(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        Value::Object(fields) => {
            references.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| collect(value, references));
        }
        _ => {}
    }
}

#[test]
fn the_index_leads_to_a_document_that_a_client_may_keep() {
    let server = Server::start();
    let index = server.get("/openapi/v3").body;
    let url = index["paths"]["apis/operations.example.com/v1"]["serverRelativeURL"]
        .as_str()
        .expect("a URL")
        .to_owned();
    let found = ask(&server, &url, &[]);
    assert_eq!(found.status(), 200);
    assert_eq!(header(&found, "cache-control"), "public, immutable");
    assert!(header(&found, "expires").ends_with(" GMT"));
    let etag = header(&found, "etag");
    assert_eq!(url, format!("{V3}?hash={}", etag.trim_matches('"')));
    assert_eq!(etag.len(), 130, "SHA-512 in quotes: {etag}");
    // Any other hash leads there, and without one nothing is promised.
    let other = ask(&server, &format!("{V3}?hash=ABC"), &[]);
    assert_eq!((other.status().as_u16(), header(&other, "location")), (301, url));
    assert_eq!(header(&ask(&server, V3, &[]), "cache-control"), "");
}

#[test]
fn a_client_that_has_a_document_does_not_get_it_again() {
    let server = Server::start();
    for path in ["/openapi/v2", V3] {
        let etag = header(&ask(&server, path, &[]), "etag");
        for tag in [&etag, &format!("\"x\", W/{etag}"), "*"] {
            let found = ask(&server, path, &[("if-none-match", tag)]);
            assert_eq!((found.status().as_u16(), found.body().len()), (304, 0), "{tag}");
        }
        assert_eq!(ask(&server, path, &[("if-none-match", "\"x\"")]).status(), 200);
    }
}

#[test]
fn the_form_is_that_which_the_client_asks_for() {
    let server = Server::start();
    let json = "application/json";
    let proto = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
    let cases = [
        ("/openapi/v2", "*/*", 200, json),
        ("/openapi/v2", "application/*", 200, json),
        ("/openapi/v2", json, 200, json),
        (
            "/openapi/v2",
            "application/json;q=0.5,application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
            200,
            proto,
        ),
        ("/openapi/v2", proto, 200, proto),
        ("/openapi/v2", "text/html", 406, ""),
        (V3, "text/html, */*;q=0.1", 200, json),
        (V3, "application/com.github.proto-openapi.spec.v3@v1.0+protobuf", 406, ""),
    ];
    for (path, accept, code, media_type) in cases {
        let found = ask(&server, path, &[("accept", accept)]);
        assert_eq!(
            (found.status().as_u16(), header(&found, "content-type").as_str()),
            (code, media_type),
            "{accept}"
        );
        assert_eq!(header(&found, "vary"), "Accept");
    }
}
